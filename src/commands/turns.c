/* The commands move and resign. */

#include "commands/turns.h"

#include <string.h>

#include "commands/answers.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "commands/context.h"
#include "language/names.h"
#include "match/nearest.h"
#include "play/offer.h"
#include "play/premove.h"
#include "play/turn_words.h"
#include "store/boards.h"

/* ---- move ---- */

/* Does what follows from a turn that was played, and tells all; the player with `preface` (NULL:
 * none), a sentence's key, before it. */
static void play_on(struct request *request, const struct player *who,
                    const struct command *command, struct session *session, int seat,
                    const char *preface)
{
    guint before = session->match->turns->len - 1;
    enum board_offer offer = session->board->offer;
    enum board_pause pause = session->board->paused_by;
    offer_wake(session);
    premove_used_up(session, seat);
    const char *comment = request_comment(request, who, session); /* said before what follows */
    autoplay_go_on(session);
    changes_store(session);
    g_auto(TurnNews)
        news = { .first = before, .by_hand = true, .after = turn_ended(session, offer, pause) };
    changes_tell(session, seat, &news, who->name, comment);
    news.what.key = preface;
    char *told = turn_news_words(session, &news, seat);
    if (comment != NULL) {
        g_autofree char *played = told, *sent = say(session->run, "comment-sent", NULL);
        told = g_strconcat(played, "\n\n", sent, NULL);
    }
    struct entry *entry = request_answer_board_text(request, who, command, session, told);
    const bool waits = session->board->state == BOARD_RUNNING && session->board->to_move != seat;
    entry->receipt = waits && session->match->turns->len == before + 1;
    entry->followed = entry->receipt && session_program_answers(session, session->board->to_move);
}

/* True if a reply to the newest letter numbers its turn by rounds, as chess players do: the first
 * turns of both players are 1. */
static bool counts_rounds(const struct request *request, const struct session *session,
                          const struct command *command)
{
    const gint64 round = (gint64)session->match->turns->len / session->board->seats + 1;
    return request->has_token && !request->stale &&
           request->letter_board == session->board->number && command->ply == round;
}

/* Says why a turn is not even tried, or NULL. Free with g_free. */
static char *not_tried(const struct request *request, const struct session *session,
                       const struct command *command)
{
    if (session->board->paused_by == PAUSE_OPERATOR) {
        return say(session->run, "adjourned", NULL);
    }
    return command->has_ply && !counts_rounds(request, session, command)
               ? turn_is_another(session, command->text, command->ply)
               : NULL;
}

/* Adds links for the turns that a ruling offers, if they are few. */
static void link_choices(GPtrArray *links, const struct session *session,
                         const struct ruling *ruling)
{
    enum { LINKED_MOST = NEAREST_MAX };
    if (ruling->whole != NULL) {
        answers_link(links, session, "move", ruling->whole);
        return;
    }
    for (guint i = 0;
         ruling->more == 0 && ruling->choices->len <= LINKED_MOST && i < ruling->choices->len;
         i++) {
        answers_link(links, session, "move", ruling->choices->pdata[i]);
    }
}

static bool comes_early(const struct ruling *ruling)
{
    return ruling->verdict == VERDICT_REFUSED && g_strcmp0(ruling->note.key, "not-your-turn") == 0;
}

/* The command that keeps a move which came before its turn, so that a yes in reply to the answer
 * can keep it. NULL if the answer may offer nothing. Free with g_free. */
static char *queue_meant(const struct request *request, const struct session *session,
                         const struct command *command)
{
    const gint64 board = session->board->number;
    g_autofree char *meant =
        g_strconcat(grammar_row(COMMAND_QUEUE)->name, " ", command->text, NULL);
    const bool good = request->has_token && request->letter_board == board &&
                      strlen(meant) < TOKEN_OFFER_MOST && context_may_offer(request, board);
    return good ? g_steal_pointer(&meant) : NULL;
}

void turn_play(struct request *request, const struct player *who, const struct command *command,
               struct session *session, int seat, const char *preface)
{
    char *why = not_tried(request, session, command);
    if (why != NULL) {
        request_answer_board_text(request, who, command, session, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(session->match, seat, command->text, &ruling) == VERDICT_PLAYED) {
        play_on(request, who, command, session, seat, preface);
        return;
    }
    g_autofree char *ruled = turn_ruling_words(session, &ruling, command->text);
    char *offer = NULL;
    if (comes_early(&ruling)) {
        offer = queue_meant(request, session, command);
        g_autofree char *refused = g_steal_pointer(&ruled);
        g_autofree char *asked =
            say(session->run, "queue-before",
                pairs("move", command->text, "offered", offer != NULL ? "yes" : NULL, NULL));
        ruled = g_strconcat(refused, " ", asked, NULL);
    }
    const struct sentence above = { .key = preface };
    struct entry *entry = request_answer_board_text(request, who, command, session,
                                                    sentence_text(session->run, &above, ruled));
    entry->offer = offer;
    link_choices(entry->links, session, &ruling);
}

void handle_move(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session != NULL) {
        turn_play(request, who, command, session, seat, NULL);
    }
}

/* ---- resign ---- */

void handle_resign(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_running(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    const char *comment =
        session_in_play(session, seat) ? request_comment(request, who, session) : NULL;
    char *own = changes_resign(session, seat, who->name, comment);
    request_answer_board_text(request, who, command, session,
                              own != NULL ? own : say(request->run, "out-already", NULL));
}

/* ---- submit ---- */

/* The line that is tried: with the `!` that confirms a costly turn, since `confirm` asks once more.
 * Free with g_free. */
static char *confirmed(const char *text)
{
    g_autofree char *bare = g_strdup(text);
    size_t length = strlen(bare);
    while (length > 0 && strchr(".! ", bare[length - 1]) != NULL) {
        bare[--length] = '\0';
    }
    return g_strconcat(bare, "!", NULL);
}

/* Shows the board of the session, where the move was tried, and says what was stored: perhaps with
 * a comment, in place of the comment `dropped` (NULL: none). */
static void show(struct request *request, const struct player *who, const struct command *command,
                 struct session *session, int seat, const struct ruling *ruling,
                 const char *dropped)
{
    session->view = SESSION_AHEAD;
    session_derive(session->board, session->match);
    g_autofree char *cost = turn_cost_words(session, ruling);
    g_autofree char *number = say_number(session->board->number);
    struct entry *entry =
        request_answer(request, who, command, "submitted",
                       pairs("move", ruling->turn, "cost", cost, "number", number, "comment",
                             request->comment, "dropped", dropped, NULL));
    entry->board = session->board->number;
    letter_show_board(session, seat, entry);
}

static void keep(struct request *request, const struct session *session, const struct player *who,
                 const struct ruling *ruling)
{
    g_autofree char *comment = request_keep_comment(request);
    struct plan plan = {
        .board = session->board->number,
        .player = who->id,
        .kind = PLAN_SUBMITTED,
        .text = ruling->turn,
        .revision = session->board->revision,
        .comment = comment,
    };
    plan_put(session->run->db, &plan);
    session->run->accepted = true;
}

void handle_submit(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    char *why = moves_word(command->text) != COMMAND_NONE ? say(request->run, "submit-words", NULL)
                : command->has_ply ? turn_is_another(session, command->text, command->ply)
                                   : NULL;
    if (why != NULL) {
        request_answer_board_text(request, who, command, session, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *line = confirmed(command->text);
    if (match_play(session->match, seat, line, &ruling) == VERDICT_PLAYED) {
        g_autoptr(Plan) before = premove_submitted(session, seat);
        keep(request, session, who, &ruling);
        show(request, who, command, session, seat, &ruling,
             before != NULL ? before->comment : NULL);
    } else {
        request_answer_board_text(request, who, command, session,
                                  turn_ruling_words(session, &ruling, command->text));
    }
}

bool submit_is_meant(const struct request *request, const struct command *command)
{
    return command->row->id == COMMAND_CONFIRM && command->text == NULL &&
           (command->board != 0 || request->letter_board != 0);
}

/* Plays the submitted move, with what was written below it and below the `confirm`. */
static void play_plan(struct request *request, const struct player *who,
                      const struct command *command, struct session *session, int seat,
                      const struct plan *plan)
{
    g_autofree char *line = confirmed(plan->text);
    struct command move = *command;
    move.text = line;
    const char *below = request->comment;
    bool both = plan->comment != NULL && below != NULL;
    g_autofree char *joined = both ? g_strconcat(plan->comment, "\n\n", below, NULL) : NULL;
    request->comment = both ? joined : plan->comment != NULL ? plan->comment : below;
    turn_play(request, who, &move, session, seat, NULL);
    request->comment = below;
}

void submit_confirm(struct request *request, const struct player *who,
                    const struct command *command)
{
    struct db *db = request->run->db;
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    g_autoptr(Plan) plan = plan_read(db, session->board->number, who->id, PLAN_SUBMITTED);
    if (plan == NULL) {
        request_answer_board(request, who, command, session, "submit-none", NULL);
        return;
    }
    plan_drop(db, plan->board, who->id, PLAN_SUBMITTED);
    if (plan->revision != session->board->revision) {
        request_answer_board(request, who, command, session, "submit-lapsed",
                             pairs("move", plan->text, "comment", plan->comment, NULL));
        return;
    }
    play_plan(request, who, command, session, seat, plan);
}
