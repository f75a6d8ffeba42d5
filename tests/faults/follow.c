/*
 * follow: reads plans and courses of matches, and writes what becomes of the plans; for
 * tests/mail/plan-oracle. A case is three lines: GAME SEAT START OPTIONS, the plan, the turns. The
 * plan is that of SEAT (from 0), and begins after START turns.
 *
 * Writes "fault KEY"; or what is kept of the plan when its lines are tried ("kept TEXT"), and then,
 * for the first START turns and each one more, a line "ACTOR STATE", with the whole plan: "waits",
 * "answers TURN LINES", "resigns" or "ends TURNS". Each case ends in an empty line.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/plans.h"
#include "render/speech.h"

static void write_state(const struct plan_lines *plan, const struct match *match, guint start,
                        int seat)
{
    const struct plan_course course = plan_follow(plan, match, start, seat);
    printf("%d ", match_actor(match));
    if (course.state == PLAN_ANSWERS) {
        printf("answers %s %u\n", course.answer, course.lines);
    } else if (course.state == PLAN_ENDS) {
        printf("ends %u\n", course.strange);
    } else {
        puts(course.state == PLAN_RESIGNS ? "resigns" : "waits");
    }
}

/* Plays one turn of the record; gives up if that cannot be: the case is wrong. */
static void play(struct match *match, const char *turn)
{
    g_autoptr(GError) error = NULL;
    if (!match_record(match, match_actor(match), turn, &error)) {
        fprintf(stderr, "%s: %s\n", turn, error->message);
        exit(2);
    }
}

static void write_kept(struct run *run, const struct match *match, guint start, int seat,
                       const char *text)
{
    g_auto(PlanLines) plan;
    plan_lines_read(text, &plan);
    g_autoptr(MatchSession) session = session_of_match(run, match->game, match_copy(match));
    g_autoptr(Phrase) refused = plan_try(session, seat, start, &plan);
    g_autofree char *kept = plan_lines_text(&plan);
    printf("kept %s\n", kept);
}

static void follow(struct run *run, const char *head, const char *text, const char *course)
{
    g_auto(GStrv) words = g_strsplit(head, " ", 4), turns = g_strsplit(course, " ", -1);
    const struct game *game = registry_find(words[0]);
    const int seat = atoi(words[1]);
    const guint start = (guint)atoi(words[2]);
    struct options options;
    struct note note;
    const char *why = NULL;
    g_assert(game != NULL && options_read(&options, game, words[3], &why));
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    g_auto(PlanLines) plan;
    const char *fault = plan_lines_read(text, &plan);
    if (fault != NULL) {
        printf("fault %s\n", fault);
        return;
    }
    for (char **turn = turns; *turn != NULL; turn++) {
        if (match->turns->len == start) {
            write_kept(run, match, start, seat, text);
        }
        if (match->turns->len >= start) {
            write_state(&plan, match, start, seat);
        }
        play(match, *turn);
    }
    write_state(&plan, match, start, seat);
}

/* The next line without its end, or NULL. Free with g_free. */
static char *next_line(void)
{
    size_t size = 0;
    char *line = NULL;
    const ssize_t length = getline(&line, &size, stdin);
    char *copy = length > 0 ? g_strndup(line, (gsize)length - 1) : NULL;
    free(line);
    return copy;
}

int main(void)
{
    struct words *words = words_load("templates", NULL);
    struct run run = { .words = words };
    char *head;
    while ((head = next_line()) != NULL) {
        g_autofree char *own = head, *text = next_line(), *turns = next_line();
        follow(&run, own, text, turns);
        puts("");
    }
    words_free(words);
    return 0;
}
