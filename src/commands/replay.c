/* The commands replay: a match turn by turn, with who, when, and what was said; and analyse: a
 * match that is over is looked through by the house player. */
#include "commands/board_letter.h"
#include "commands/task.h"
#include "play/substitute.h"
#include "store/programs.h"

enum {
    TURNS_MOST = 100,       /* in one answer */
    BYTES_MOST = 32 * 1024, /* no further turn is added after so many, as phrase_size counts */
};

/* The answer while it is written. */
struct page {
    struct session *session;
    gint64 reader;           /* player */
    GPtrArray *turns, *talk; /* struct turn, struct talk */
    GPtrArray *substitutions;
    guint said; /* entries of `talk` that are added, or lie before the first turn */
    struct phrase *lines;
    size_t size; /* of these */
};

static void add_lines(struct page *page, struct phrase *lines)
{
    page->size += phrase_size(lines);
    phrase_add(page->lines, lines);
}

static void add_turn(struct page *page, guint number)
{
    const struct session *session = page->session;
    const struct turn *turn = page->turns->pdata[number - 1];
    struct values *values =
        pairs("name", substitute_name_at(session, page->substitutions, turn->seat, number - 1),
              "move", turn->text, NULL);
    with_number(values, "number", number);
    with_phrase(values, "when", phrase_moment_bare(turn->time));
    with_text(values, "way", match_way(session->match, number - 1));
    struct phrase *line = phrase_joined(" ");
    phrase_add(line, say(turn_in_replay(turn->text), values));
    turn_add_effects(line, session, number - 1);
    add_lines(page, line);
}

/* What a player has said, with a bar before each line. */
static struct phrase *talk_lines(const struct talk *talk)
{
    const bool watching = talk->kind == TALK_WATCHERS;
    struct values *values = pairs("name", talk->name, "watching", watching ? "yes" : NULL, NULL);
    struct phrase *author = phrase_both(phrase_text("    "), "", say("replay-author", values));
    g_autoptr(GString) text = g_string_new(talk->text);
    g_string_replace(text, "\n", "\n    | ", 0);
    g_string_replace(text, "| \n", "|\n", 0);
    return phrase_both(author, "\n    | ", phrase_text(text->str));
}

/* Adds what was said until so many turns had been played. */
static void add_talk(struct page *page, guint turns)
{
    for (; page->said < page->talk->len; page->said++) {
        const struct talk *talk = page->talk->pdata[page->said];
        if ((guint)talk->turns > turns) {
            return;
        }
        if (talk_still_reaches(page->session, talk, page->reader)) {
            add_lines(page, talk_lines(talk));
        }
    }
}

/* Adds the turns after the first `from`. Returns how many turns have been played where it stops. */
static guint add_page(struct page *page, guint from)
{
    guint last = from;
    if (from == 0) {
        add_talk(page, 0);
    }
    /* What was said before belongs to earlier pages. */
    while (page->said < page->talk->len &&
           ((const struct talk *)page->talk->pdata[page->said])->turns <= (int)from) {
        page->said++;
    }
    while (last < page->turns->len && last - from < TURNS_MOST && page->size < BYTES_MOST) {
        last++;
        add_turn(page, last);
        add_talk(page, last);
    }
    if (last == page->turns->len) {
        add_talk(page, G_MAXINT); /* said about turns that were taken back */
    }
    return last;
}

/* Says why there is nothing to show from turn #N on, or NULL; sets *from to the number of turns
 * before it. */
static struct phrase *refused(const struct session *session, const struct command *command,
                              guint *from)
{
    *from = 0;
    if (session->match == NULL || session->match->turns->len == 0) {
        return say("replay-nothing", NULL);
    }
    if (!command->has_ply ||
        (session_turns_before(session, command->ply, from) && *from < session->match->turns->len)) {
        return NULL;
    }
    return say("no-turn", with_number(values_new(), "ply", command->ply));
}

void handle_replay(struct task *task)
{
    struct run *run = task->run;
    guint from;
    struct phrase *refusal = refused(task->session, task->command, &from);
    if (refusal != NULL) {
        task_answer_board(task, refusal);
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
    g_autoptr(GPtrArray) substitutions = substitutions_of(run->db, task->session->board->number);
    struct page page = { .session = task->session,
                         .reader = task->who->id,
                         .turns = turns,
                         .talk = talk,
                         .substitutions = substitutions,
                         .lines = phrase_joined("\n") };
    guint last = add_page(&page, from);
    bool to_end = last == turns->len;
    struct values *values = with_phrase(values_new(), "turns", page.lines);
    with_number(values, "number", task->session->board->number);
    with_number(values, "first", from + 1);
    with_number(values, "last", last);
    with_number(values, "next", to_end ? 0 : last + 1);
    with_number(values, "all", turns->len);
    with_phrase(values, "zone", phrase_zone());
    struct phrase *told = say(from == 0 && to_end ? "replay" : "replay-part", values);
    if (!to_end) {
        session_set_back(task->session, last);
    }
    struct entry *entry = to_end ? task_answer_board(task, told) : task_answer_session(task, told);
    letter_spare_board(task->session, task->who->id, entry);
}

/* Only notes the wish; bots/bots.h has the rest. */
void handle_analyse(struct task *task)
{
    const struct session *session = task->session;
    const char *key = session->run->config->house == NULL       ? "analyse-off"
                      : session->board->state != BOARD_FINISHED ? "analyse-running"
                      : session->seats != 2                     ? "analyse-two"
                      : session->match->turns->len == 0         ? "analyse-nothing"
                                                                : NULL;
    if (key != NULL) {
        task_answer(task, say(key, NULL));
        return;
    }
    analysis_wish(task->run->db, task->session->board->number, task->who->id);
    task->run->accepted = true;
    struct entry *entry = task_answer(
        task, say("analyse-begun", pairs("name", task->run->config->house->name, NULL)));
    entry->receipt = entry->followed = true;
}
