/* The command replay: a match turn by turn, with who, when, and what was said. */
#include "commands/task.h"
#include "play/session.h"
#include "play/turn_words.h"
#include "store/talk.h"

enum {
    TURNS_MOST = 100,       /* in one answer */
    BYTES_MOST = 20 * 1024, /* no further turn is added after so many */
};

/* The answer while it is written. */
struct page {
    struct session *session;
    gint64 reader;           /* player */
    GPtrArray *turns, *talk; /* struct turn, struct talk */
    guint said;              /* entries of `talk` that are appended, or lie before the first turn */
    GString *text;
};

static void append_turn(struct page *page, guint number)
{
    const struct session *session = page->session;
    const struct turn *turn = page->turns->pdata[number - 1];
    const struct turn_ending *ending = turn_ending(turn->text);
    struct values *values =
        pairs("name", session->board->seat[turn->seat].name, "move", turn->text, NULL);
    with_number(values, "number", number);
    with_text(values, "when", moment_bare(session->run, page->reader, turn->time));
    with_text(values, "way", match_way(session->match, number - 1));
    g_autofree char *played =
        say(session->run, ending != NULL ? ending->replay : "replay-turn", values);
    g_string_append(page->text, played);
    turn_append_effects(page->text, session, number - 1);
    g_string_append_c(page->text, '\n');
}

/* Appends what was said until so many turns had been played. */
static void append_talk(struct page *page, guint turns)
{
    for (; page->said < page->talk->len; page->said++) {
        const struct talk *talk = page->talk->pdata[page->said];
        if ((guint)talk->turns > turns) {
            return;
        }
        if (!talk_still_reaches(page->session, talk, page->reader)) {
            continue;
        }
        g_autofree char *author = say(page->session->run, "replay-author",
                                      pairs("name", talk->name, "watching",
                                            talk->kind == TALK_WATCHERS ? "yes" : NULL, NULL));
        g_string_append_printf(page->text, "    %s\n", author);
        g_auto(GStrv) lines = g_strsplit(talk->text, "\n", 0);
        for (char **line = lines; *line != NULL; line++) {
            g_string_append_printf(page->text, "    |%s%s\n", **line != '\0' ? " " : "", *line);
        }
    }
}

/* Appends the turns after the first `from`. Returns how many turns have been played where it
 * stops. */
static guint append_page(struct page *page, guint from)
{
    guint last = from;
    if (from == 0) {
        append_talk(page, 0);
    }
    /* What was said before belongs to earlier pages. */
    while (page->said < page->talk->len &&
           ((const struct talk *)page->talk->pdata[page->said])->turns <= (int)from) {
        page->said++;
    }
    while (last < page->turns->len && last - from < TURNS_MOST && page->text->len < BYTES_MOST) {
        last++;
        append_turn(page, last);
        append_talk(page, last);
    }
    if (last == page->turns->len) {
        append_talk(page, G_MAXINT); /* said about turns that were taken back */
    }
    return last;
}

/* Says why there is nothing to show from turn #N on, or NULL; sets *from to the number of turns
 * before it. Free with g_free. */
static char *refused(const struct session *session, const struct command *command, guint *from)
{
    *from = 0;
    if (session->match == NULL || session->match->turns->len == 0) {
        return say(session->run, "replay-nothing", NULL);
    }
    if (!command->has_ply ||
        (session_turns_before(session, command->ply, from) && *from < session->match->turns->len)) {
        return NULL;
    }
    return say(session->run, "no-turn", with_number(values_new(), "ply", command->ply));
}

void handle_replay(struct task *task)
{
    struct run *run = task->run;
    guint from;
    char *refusal = refused(task->session, task->command, &from);
    if (refusal != NULL) {
        task_answer_board_text(task, refusal);
        return;
    }
    /* Once the match is over, everybody may read what was said. */
    bool plays = task->seat >= 0;
    unsigned heard = task->session->board->state == BOARD_FINISHED ? TALK_EVERYTHING
                     : plays                                       ? 1U << TALK_PLAYERS
                     : watch_watches(task->session, task->who->id) ? 1U << TALK_WATCHERS
                                                                   : 0;
    g_autoptr(GPtrArray) turns = board_turns(run->db, task->session->board->number);
    g_autoptr(GPtrArray) talk = talk_list(run->db, task->session->board->number, heard);
    g_autoptr(GString) text = g_string_new(NULL);
    struct page page = { .session = task->session,
                         .reader = task->who->id,
                         .turns = turns,
                         .talk = talk,
                         .text = text };
    guint last = append_page(&page, from);
    bool to_end = last == turns->len;
    struct values *values = pairs("turns", g_strchomp(text->str), NULL);
    with_number(values, "number", task->session->board->number);
    with_number(values, "first", from + 1);
    with_number(values, "last", last);
    with_number(values, "next", to_end ? 0 : last + 1);
    with_number(values, "all", turns->len);
    with_text(values, "zone", preference_zone(run, task->who->id));
    char *told = say(run, from == 0 && to_end ? "replay" : "replay-part", values);
    if (to_end) {
        task_answer_board_text(task, told);
    } else {
        session_set_back(task->session, last);
        task_answer_session(task, told);
    }
}
