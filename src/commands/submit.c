#include "commands/submit.h"

#include <string.h>

#include "commands/board_letter.h"
#include "commands/turns.h"
#include "language/names.h"
#include "play/premove.h"
#include "play/turn_words.h"
#include "store/boards.h"

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
        request_answer(request, who, command,
                       say(request->run, "submitted",
                           pairs("move", ruling->turn, "cost", cost, "number", number, "comment",
                                 request->comment, "dropped", dropped, NULL)));
    entry->board = session->board->number;
    letter_block(session, seat, entry);
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

void submit_move(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_in_play(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    char *why = moves_is_word(command->text) ? say(request->run, "submit-words", NULL)
                : command->has_ply           ? turn_is_another(session, command->text, command->ply)
                                             : NULL;
    if (why != NULL) {
        request_answer_board(request, who, command, session, why);
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
        request_answer_board(request, who, command, session,
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
        request_answer_board(request, who, command, session,
                             say(request->run, "submit-none", NULL));
        return;
    }
    plan_drop(db, plan->board, who->id, PLAN_SUBMITTED);
    if (plan->revision != session->board->revision) {
        request_answer_board(request, who, command, session,
                             say(request->run, "submit-lapsed",
                                 pairs("move", plan->text, "comment", plan->comment, NULL)));
        return;
    }
    play_plan(request, who, command, session, seat, plan);
}
