#include "play/premove.h"

#include <string.h>

#include "commands/request.h"
#include "language/moves.h"
#include "letters/say.h"
#include "play/turn.h"
#include "store/plans.h"

/* ---- trying ---- */

/* What is queued by a seat and used up with that; NULL: nothing. */
static struct plan *take(struct session *session, int seat)
{
    struct db *db = session->run->db;
    gint64 player = session->board->seat[seat].player;
    g_autoptr(Plan) plan = plan_read(db, session->board->number, player, PLAN_QUEUED);
    if (plan != NULL) {
        plan_drop(db, plan->board, player, PLAN_QUEUED);
    }
    return g_steal_pointer(&plan);
}

/* What was written below it goes to the others now. */
static void say_comment(struct session *session, int seat, struct plan *plan)
{
    if (plan->comment != NULL) {
        session_talk(session, plan->player, plan->comment);
        g_free(session->comment[seat]);
        session->comment[seat] = g_steal_pointer(&plan->comment);
    }
}

/* Plays it for the seat to move, or gives why not, in words; the caller's. */
static char *try_out(struct session *session, int seat, struct plan *plan)
{
    char *another_turn = plan->ply != 0 ? turn_is_another(session, plan->text, plan->ply) : NULL;
    if (another_turn != NULL) {
        return another_turn;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(session->match, seat, plan->text, &ruling) == VERDICT_PLAYED) {
        session->queued[seat] = session->match->turns->len;
        say_comment(session, seat, plan);
        return NULL;
    }
    return turn_ruling_words(session, &ruling, plan->text);
}

bool premove_play(struct session *session)
{
    int seat = match_actor(session->match);
    g_autoptr(Plan) plan = seat >= 0 ? take(session, seat) : NULL;
    if (plan == NULL) {
        return false;
    }
    g_autofree char *why = try_out(session, seat, plan);
    if (why != NULL) {
        session_set_notice(
            session, seat,
            say(session->run, "queue-failed",
                pairs("move", plan->text, "why", why, "comment", plan->comment, NULL)));
    }
    return why == NULL;
}

void premove_used_up(struct session *session, int seat)
{
    plan_drop(session->run->db, session->board->number, session->board->seat[seat].player,
              PLAN_QUEUED);
}

void premove_forget(struct session *session)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        g_autoptr(Plan) plan = take(session, seat);
        if (plan != NULL) {
            session_set_notice(session, seat,
                               say(session->run, "queue-undone",
                                   pairs("move", plan->text, "comment", plan->comment, NULL)));
        }
    }
}

/* ---- queue ---- */

/* Of `plan` and the one `before` it, NULL: none. */
static void answer(struct request *request, const struct player *who, const struct command *command,
                   struct session *session, const char *key, const struct plan *plan,
                   const struct plan *before)
{
    g_autofree char *number = say_number(session->board->number);
    request_answer_board(
        request, who, command, session,
        say(request->run, key,
            pairs("move", plan != NULL ? plan->text : NULL, "comment",
                  plan != NULL ? plan->comment : NULL, "before",
                  before != NULL ? before->text : NULL, "dropped",
                  before != NULL ? before->comment : NULL, "number", number, NULL)));
}

/* What is queued by now, told or taken off. */
static void look_at(struct request *request, const struct player *who,
                    const struct command *command, struct session *session)
{
    struct db *db = request->run->db;
    bool off = command->words[0] != NULL;
    g_autoptr(Plan) plan = plan_read(db, session->board->number, who->id, PLAN_QUEUED);
    if (plan != NULL && off) {
        plan_drop(db, plan->board, who->id, PLAN_QUEUED);
        request->run->accepted = true;
    }
    const char *key = plan == NULL ? "queue-none" : off ? "queue-off" : "queue-holds";
    answer(request, who, command, session, key, plan, NULL);
}

/* A move as it is shown among words: without the full stop of its line. The
 * caller's. */
static char *bare(const char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(". ", text[length - 1]) != NULL) {
        length--;
    }
    return g_strndup(text, length);
}

static void put(struct request *request, const struct player *who, const struct command *command,
                struct session *session)
{
    struct db *db = request->run->db;
    gint64 number = session->board->number;
    g_autoptr(Plan) before = plan_read(db, number, who->id, PLAN_QUEUED);
    g_autofree char *text = bare(command->text);
    g_autofree char *comment = request_keep_comment(request);
    struct plan plan = {
        .board = number,
        .player = who->id,
        .kind = PLAN_QUEUED,
        .text = text,
        .ply = command->has_ply ? command->ply : 0,
        .revision = session->board->revision,
        .comment = comment,
    };
    plan_put(db, &plan);
    request->run->accepted = true;
    answer(request, who, command, session, "queued", &plan, before);
}

/* Why a text cannot be queued, in words; NULL: it can. */
static char *refused(const struct session *session, const struct command *command)
{
    if (moves_is_word(command->text)) {
        return say(session->run, "queue-words", NULL);
    }
    if (!match_reads_as_turn(session->match, command->text)) {
        return say(session->run, "queue-no-turn", pairs("move", command->text, NULL));
    }
    gint64 next = (gint64)session->match->turns->len + 1;
    bool past = command->has_ply && command->ply <= next;
    return past ? turn_is_another(session, command->text, command->ply) : NULL;
}

void premove_put(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = turn_session(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    if (command->text == NULL) {
        look_at(request, who, command, session);
        return;
    }
    char *why = refused(session, command);
    if (why != NULL) {
        request_answer_board(request, who, command, session, why);
    } else if (match_actor(session->match) == seat) {
        turn_play(request, who, command, session, seat, "queue-at-once");
    } else {
        put(request, who, command, session);
    }
}
