#include "office/queue.h"

#include <string.h>

#include "language/moves.h"
#include "office/play.h"
#include "office/visit.h"
#include "store/plans.h"

/* ---- trying ---- */

/* What is queued by a seat and used up with that; NULL: nothing. */
static struct plan *take(struct desk *desk, int seat)
{
    struct db *db = desk->office->db;
    gint64 player = desk->board->seat[seat].player;
    g_autoptr(Plan) plan = plan_read(db, desk->board->number, player, PLAN_QUEUED);
    if (plan != NULL) {
        plan_drop(db, plan->board, player, PLAN_QUEUED);
    }
    return g_steal_pointer(&plan);
}

/* What was written below it goes to the others now. */
static void say_comment(struct desk *desk, int seat, struct plan *plan)
{
    if (plan->comment != NULL) {
        desk_talk(desk, plan->player, plan->comment);
        g_free(desk->comment[seat]);
        desk->comment[seat] = g_steal_pointer(&plan->comment);
    }
}

/* Plays it for the seat to move, or gives why not, in words; the caller's. */
static char *try_out(struct desk *desk, int seat, struct plan *plan)
{
    char *another_turn = plan->ply != 0 ? play_another_turn(desk, plan->text, plan->ply) : NULL;
    if (another_turn != NULL) {
        return another_turn;
    }
    g_auto(Ruling) ruling = { 0 };
    if (match_play(desk->match, seat, plan->text, &ruling) == VERDICT_PLAYED) {
        desk->queued[seat] = desk->match->turns->len;
        say_comment(desk, seat, plan);
        return NULL;
    }
    return play_ruling_words(desk, &ruling, plan->text);
}

bool queue_play(struct desk *desk)
{
    int seat = match_actor(desk->match);
    g_autoptr(Plan) plan = seat >= 0 ? take(desk, seat) : NULL;
    if (plan == NULL) {
        return false;
    }
    g_autofree char *why = try_out(desk, seat, plan);
    if (why != NULL) {
        desk_set_aside(desk, seat,
                       say(desk->office, "queue-failed",
                           pairs("move", plan->text, "why", why, "comment", plan->comment, NULL)));
    }
    return why == NULL;
}

void queue_used_up(struct desk *desk, int seat)
{
    plan_drop(desk->office->db, desk->board->number, desk->board->seat[seat].player, PLAN_QUEUED);
}

void queue_forget(struct desk *desk)
{
    for (int seat = 0; seat < desk->board->seats; seat++) {
        g_autoptr(Plan) plan = take(desk, seat);
        if (plan != NULL) {
            desk_set_aside(desk, seat,
                           say(desk->office, "queue-undone",
                               pairs("move", plan->text, "comment", plan->comment, NULL)));
        }
    }
}

/* ---- queue ---- */

/* Of `plan` and the one `before` it, NULL: none. */
static void answer(struct visit *visit, const struct player *who, const struct command *command,
                   struct desk *desk, const char *key, const struct plan *plan,
                   const struct plan *before)
{
    g_autofree char *number = say_number(desk->board->number);
    visit_answer_board(visit, who, command, desk,
                       say(visit->office, key,
                           pairs("move", plan != NULL ? plan->text : NULL, "comment",
                                 plan != NULL ? plan->comment : NULL, "before",
                                 before != NULL ? before->text : NULL, "dropped",
                                 before != NULL ? before->comment : NULL, "number", number, NULL)));
}

/* What is queued by now, told or taken off. */
static void look_at(struct visit *visit, const struct player *who, const struct command *command,
                    struct desk *desk)
{
    struct db *db = visit->office->db;
    bool off = command->words[0] != NULL;
    g_autoptr(Plan) plan = plan_read(db, desk->board->number, who->id, PLAN_QUEUED);
    if (plan != NULL && off) {
        plan_drop(db, plan->board, who->id, PLAN_QUEUED);
        visit->office->accepted = true;
    }
    const char *key = plan == NULL ? "queue-none" : off ? "queue-off" : "queue-holds";
    answer(visit, who, command, desk, key, plan, NULL);
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

static void put(struct visit *visit, const struct player *who, const struct command *command,
                struct desk *desk)
{
    struct db *db = visit->office->db;
    gint64 number = desk->board->number;
    g_autoptr(Plan) before = plan_read(db, number, who->id, PLAN_QUEUED);
    g_autofree char *text = bare(command->text);
    g_autofree char *comment = visit_keep_comment(visit);
    struct plan plan = {
        .board = number,
        .player = who->id,
        .kind = PLAN_QUEUED,
        .text = text,
        .ply = command->has_ply ? command->ply : 0,
        .revision = desk->board->revision,
        .comment = comment,
    };
    plan_put(db, &plan);
    visit->office->accepted = true;
    answer(visit, who, command, desk, "queued", &plan, before);
}

/* Why a text cannot be queued, in words; NULL: it can. */
static char *refused(const struct desk *desk, const struct command *command)
{
    if (moves_is_word(command->text)) {
        return say(desk->office, "queue-words", NULL);
    }
    if (!match_reads_as_turn(desk->match, command->text)) {
        return say(desk->office, "queue-no-turn", pairs("move", command->text, NULL));
    }
    gint64 next = (gint64)desk->match->turns->len + 1;
    bool past = command->has_ply && command->ply <= next;
    return past ? play_another_turn(desk, command->text, command->ply) : NULL;
}

void queue_move(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = play_desk(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    if (command->text == NULL) {
        look_at(visit, who, command, desk);
        return;
    }
    char *why = refused(desk, command);
    if (why != NULL) {
        visit_answer_board(visit, who, command, desk, why);
    } else if (match_actor(desk->match) == seat) {
        play_turn(visit, who, command, desk, seat, "queue-at-once");
    } else {
        put(visit, who, command, desk);
    }
}
