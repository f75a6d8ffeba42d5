#include "office/submit.h"

#include <string.h>

#include "language/moves.h"
#include "office/play.h"
#include "store/plans.h"

/* The line that is tried: with the `!` that confirms a costly turn, for `confirm`
 * asks once more. The caller's. */
static char *confirmed(const char *text)
{
    g_autofree char *bare = g_strdup(text);
    size_t length = strlen(bare);
    while (length > 0 && strchr(".! ", bare[length - 1]) != NULL) {
        bare[--length] = '\0';
    }
    return g_strconcat(bare, "!", NULL);
}

/* Shows the board as it is at the desk, where the move was tried, and says what was kept:
 * a comment, perhaps, in the place of one that was `dropped` (NULL: none was). */
static void show(struct visit *visit, const struct player *who, const struct command *command,
                 struct desk *desk, int seat, const struct ruling *ruling, const char *dropped)
{
    desk->view = DESK_AHEAD;
    desk_derive(desk->board, desk->match);
    g_autofree char *cost = play_cost_words(desk, ruling);
    g_autofree char *number = say_number(desk->board->number);
    struct entry *entry =
        visit_answer(visit, who, command,
                     say(visit->office, "submitted",
                         pairs("move", ruling->turn, "cost", cost, "number", number, "comment",
                               visit->comment, "dropped", dropped, NULL)));
    entry->board = desk->board->number;
    letter_block(desk, seat, entry);
}

static void keep(struct visit *visit, const struct desk *desk, const struct player *who,
                 const struct ruling *ruling)
{
    g_autofree char *comment = visit_keep_comment(visit);
    struct plan plan = {
        .board = desk->board->number,
        .player = who->id,
        .kind = PLAN_SUBMITTED,
        .text = ruling->turn,
        .revision = desk->board->revision,
        .comment = comment,
    };
    plan_put(desk->office->db, &plan);
    desk->office->accepted = true;
}

/* What the player of a seat has submitted since the board last changed; the caller's.
 * NULL: nothing. */
static struct plan *waiting(const struct desk *desk, int seat)
{
    const struct board *board = desk->board;
    g_autoptr(Plan) plan =
        plan_read(desk->office->db, board->number, board->seat[seat].player, PLAN_SUBMITTED);
    return plan != NULL && plan->revision == board->revision ? g_steal_pointer(&plan) : NULL;
}

void submit_move(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = play_desk(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    char *why = moves_is_word(command->text) ? say(visit->office, "submit-words", NULL)
                : command->has_ply           ? play_another_turn(desk, command->text, command->ply)
                                             : NULL;
    if (why != NULL) {
        visit_answer_board(visit, who, command, desk, why);
        return;
    }
    g_auto(Ruling) ruling = { 0 };
    g_autofree char *line = confirmed(command->text);
    if (match_play(desk->match, seat, line, &ruling) == VERDICT_PLAYED) {
        g_autoptr(Plan) before = waiting(desk, seat);
        keep(visit, desk, who, &ruling);
        show(visit, who, command, desk, seat, &ruling, before != NULL ? before->comment : NULL);
    } else {
        visit_answer_board(visit, who, command, desk,
                           play_ruling_words(desk, &ruling, command->text));
    }
}

bool submit_is_meant(const struct visit *visit, const struct command *command)
{
    return command->row->id == COMMAND_CONFIRM && command->text == NULL &&
           (command->board != 0 || visit->letter_board != 0);
}

char *submit_waiting(const struct desk *desk, int seat)
{
    g_autoptr(Plan) plan = waiting(desk, seat);
    return plan != NULL ? g_steal_pointer(&plan->text) : NULL;
}

/* Plays it, with what was written below it and below the word that confirms it. */
static void play_plan(struct visit *visit, const struct player *who, const struct command *command,
                      struct desk *desk, int seat, const struct plan *plan)
{
    g_autofree char *line = confirmed(plan->text);
    struct command move = *command;
    move.text = line;
    const char *below = visit->comment;
    bool both = plan->comment != NULL && below != NULL;
    g_autofree char *joined = both ? g_strconcat(plan->comment, "\n\n", below, NULL) : NULL;
    visit->comment = both ? joined : plan->comment != NULL ? plan->comment : below;
    play_turn(visit, who, &move, desk, seat, NULL);
    visit->comment = below;
}

void submit_confirm(struct visit *visit, const struct player *who, const struct command *command)
{
    struct db *db = visit->office->db;
    int seat;
    g_autoptr(Desk) desk = play_desk(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    g_autoptr(Plan) plan = plan_read(db, desk->board->number, who->id, PLAN_SUBMITTED);
    if (plan == NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "submit-none", NULL));
        return;
    }
    plan_drop(db, plan->board, who->id, PLAN_SUBMITTED);
    if (plan->revision != desk->board->revision) {
        visit_answer_board(visit, who, command, desk,
                           say(visit->office, "submit-lapsed",
                               pairs("move", plan->text, "comment", plan->comment, NULL)));
        return;
    }
    play_plan(visit, who, command, desk, seat, plan);
}
