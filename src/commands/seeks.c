/*
 * Seeks, which offer open seats to anybody: posted, listed, taken.
 *
 * A seek is a board whose seats are those taken so far, the seeker's first. When the last seat is
 * taken, the seats are drawn by lot, so that nobody moves first by being quick or by asking, and
 * the match begins. To post a seek or to take a seat is to agree to that match.
 */
#include "commands/challenges.h"
#include "commands/changes.h"
#include "letters/run.h"
#include "match/options.h"
#include "play/proposal.h"

enum { LISTED_MOST = 50 /* seeks in one answer */ };

/* ---- posting ---- */

/* True if a player may see this seek among those they can take, or have taken: nobody in it has
 * blocked them, or is blocked by them. */
static bool is_open_to(const struct session *session, const struct player *who)
{
    bool open = session->board->state == BOARD_SEEK;
    for (int seat = 0; seat < session->board->seats && open; seat++) {
        open = !block_between(session->run->db, who->id, session->board->seat[seat].player);
    }
    return open;
}

/* Says why a player cannot take a seat, or NULL. */
static struct phrase *take_refused(const struct session *session, const struct player *who)
{
    const struct board *board = session->board;
    bool seated = session_seat(session, who->id) >= 0;
    const char *key = seated && board->state == BOARD_CHALLENGE ? "take-challenge"
                      : board->state != BOARD_SEEK              ? "take-none"
                      : board->challenger == who->id            ? "take-own"
                      : seated                                  ? "take-already"
                      : !is_open_to(session, who)               ? "take-none"
                                                                : NULL;
    if (key != NULL) {
        return say(key, with_number(values_new(), "number", board->number));
    }
    struct phrase *refusal = eligibility_own(session->run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

/* The oldest seek of a game in which a player can take a seat, or in which they wait already; 0:
 * none. With `like` only a seek of others that would be the same match. */
static gint64 seek_to_join(struct run *run, const struct player *who, const char *game,
                           const struct board *like)
{
    g_autofree char *wanted = like != NULL ? board_terms(like) : NULL;
    g_autoptr(GArray) seeks = board_seeks(run->db, game);
    for (guint i = 0; i < seeks->len; i++) {
        g_autoptr(MatchSession) session = session_open(run, g_array_index(seeks, gint64, i), NULL);
        if (session == NULL) {
            continue;
        }
        const struct board *board = session->board;
        const bool own = session_seat(session, who->id) >= 0;
        g_autofree char *terms = board_terms(board);
        const bool same = like == NULL || (!own && g_str_equal(terms, wanted) &&
                                           g_strcmp0(board->from, like->from) == 0);
        g_autoptr(Phrase) refusal = same && !own ? take_refused(session, who) : NULL;
        if (same && refusal == NULL) {
            return board->number;
        }
    }
    return 0;
}

/* Answers that a seat is open, in the sentence of `key`, and offers a match against the house
 * player, if there is one. */
static void answer_open(struct task *task, const char *key, gint64 same)
{
    char *offer = same == 0 ? eligibility_house(task->run, task->who, task->session->game) : NULL;
    const char *house = offer != NULL ? task->run->config->house->name : NULL;
    struct values *values = pairs("house", house, "command", offer, NULL);
    struct entry *entry = task_answer_board(task, say(key, with_number(values, "same", same)));
    block_link(entry->links, offer, offer);
    entry->offer = offer;
}

void handle_seek(struct task *task)
{
    struct run *run = task->run;
    g_auto(Proposal) proposal = { 0 };
    if (!challenge_propose(task, &proposal) || task->trial) {
        return;
    }
    g_autoptr(Board) board = proposal_store(run, &proposal, BOARD_SEEK, task->who->id);
    const gint64 same = seek_to_join(run, task->who, board->game, board);
    if (task_open(task, board->number)) {
        answer_open(task, "seek-made", same);
    }
}

/* ---- play ---- */

void handle_play(struct task *task)
{
    const gint64 seek = seek_to_join(task->run, task->who, task->command->game, NULL);
    if (seek == 0) {
        handle_seek(task);
    } else if (task_open(task, seek) && task->seat >= 0) {
        answer_open(task, "play-waits", 0);
    } else if (task->session != NULL) {
        handle_take(task);
    }
}

/* ---- the list ---- */

/* Two lines about a seek. Adds a link that takes a seat, unless the player has one there. */
static struct phrase *seek_lines(const struct session *session, const struct player *who,
                                 GPtrArray *links)
{
    const struct board *board = session->board;
    struct values *values =
        pairs("from", board->from, "own", board->challenger == who->id ? "yes" : NULL, NULL);
    with_number(values, "free", session->seats - board->seats);
    with_number(values, "seats", session->seats);
    with_phrase(values, "since", phrase_moment(board->created));
    with_text(values, "options", board_terms(board));
    struct phrase *lines = phrase_joined("\n    ");
    phrase_add(lines, session_heading(session));
    phrase_add(lines, say("seek-line", values));
    if (session_seat(session, who->id) < 0) {
        g_autofree char *take = g_strdup_printf("take %" G_GINT64_FORMAT, board->number);
        block_link(links, take, take);
    }
    return lines;
}

void handle_seeks(struct task *task)
{
    struct run *run = task->run;
    g_autoptr(GArray) seeks = board_seeks(run->db, task->command->game);
    g_autoptr(Phrase) list = phrase_joined("\n");
    g_autoptr(GPtrArray) links = blocks_new();
    guint listed = 0;
    for (guint i = 0; i < seeks->len && listed <= LISTED_MOST; i++) {
        g_autoptr(MatchSession) session = session_open(run, g_array_index(seeks, gint64, i), NULL);
        bool open = session != NULL && is_open_to(session, task->who);
        if (open && listed++ < LISTED_MOST) {
            phrase_add(list, seek_lines(session, task->who, links));
        }
    }
    if (listed == 0) {
        task_answer(task, say("seeks-none", NULL));
        return;
    }
    struct phrase *text = phrase_joined("\n\n");
    phrase_add(text, say("seeks", NULL));
    phrase_add(text, g_steal_pointer(&list));
    phrase_add(text, listed > LISTED_MOST ? say("seeks-more", NULL) : NULL);
    struct entry *entry = task_answer(task, text);
    g_ptr_array_extend_and_steal(entry->links, g_steal_pointer(&links));
}

/* ---- taking ---- */

void handle_take(struct task *task)
{
    struct phrase *refusal = take_refused(task->session, task->who);
    if (refusal != NULL) {
        task_answer(task, refusal);
    }
    if (refusal != NULL || task->trial) {
        return;
    }
    struct board *board = task->session->board;
    const gint64 number = board->number;
    board->seat[board->seats++] = (struct board_seat){ .player = task->who->id,
                                                       .name = g_strdup(task->who->name),
                                                       .accepted = true };
    bool starts = board->seats == task->session->seats;
    if (starts) {
        /* It is now a challenge that all have accepted. */
        board->state = BOARD_CHALLENGE;
        proposal_draw_seats(board);
    }
    board_save_seats(task->run->db, board);
    changes_store(task->session);
    if (!task_open(task, number)) {
        return;
    }
    if (starts) {
        changes_start(task->session);
    }
    challenge_tell(task, starts ? EVENT_TAKEN_STARTS : EVENT_TAKEN);
}
