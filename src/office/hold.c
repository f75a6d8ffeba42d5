#include "office/hold.h"

#include <string.h>

#include "base/clock.h"
#include "office/absence.h"
#include "office/account.h"
#include "office/allowance.h"
#include "office/challenge.h"
#include "office/context.h"
#include "office/discretion.h"
#include "office/reception.h"
#include "office/seek.h"
#include "office/talk.h"
#include "office/twice.h"

/* What is kept is the command as a line, and below it the words that go with
 * it: a comment, or the text of `chat` and the like. */

/* The board a command is about; 0: it is about none, even in a reply. */
static gint64 board_of(const struct visit *visit, const struct command *command)
{
    bool unwatch_ann = command->row->id == COMMAND_UNWATCH && command->words[0] != NULL;
    bool takes_board = strstr(command->row->forms[0], "BOARD") != NULL && !unwatch_ann;
    return command->board != 0 || !takes_board ? command->board : visit->letter_board;
}

/* The line, such that it can be read again: secrets gone, the board that a
 * reply took for granted named. */
static char *line_to_hold(const struct visit *visit, const struct command *command)
{
    gint64 board = board_of(visit, command);
    if (command->row->id == COMMAND_MESSAGE) {
        g_autofree char *names = talk_recipients(visit, command);
        return g_strdup_printf("%s %s%s", command->row->name, names, command->addressed ? ":" : "");
    }
    if (board == 0) {
        return g_strdup(command->line);
    }
    g_autoptr(GString) line = g_string_new(command->row->name);
    g_string_append_printf(line, " %" G_GINT64_FORMAT, board);
    if (command->has_ply) {
        g_string_append_printf(line, "#%" G_GINT64_FORMAT, command->ply);
    }
    for (char **word = command->words; *word != NULL; word++) {
        g_string_append_printf(line, " %s", *word);
    }
    if (command->text != NULL && !talk_is(command->row->id)) {
        g_string_append_printf(line, " %s", command->text);
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
}

static char *words_to_hold(struct visit *visit, const struct command *command)
{
    g_autofree char *words =
        talk_is(command->row->id) ? g_strdup(command->text) : visit_keep_comment(visit);
    return words != NULL ? discretion_password(visit->office, visit->player, words) : NULL;
}

static gint64 revision_of(struct office *office, gint64 number)
{
    g_autoptr(Board) board = number != 0 ? board_read(office->db, number) : NULL;
    return board != NULL ? board->revision : 0;
}

/* The command as a Subject may name it: no words of the writer's. */
static char *title_of(const struct command *command, gint64 board)
{
    return board != 0 ? g_strdup_printf("%s %" G_GINT64_FORMAT, command->row->name, board)
                      : g_strdup(command->row->name);
}

static void ask_for_yes(struct visit *visit, const struct pending *pending,
                        const struct command *command, bool last)
{
    struct office *office = visit->office;
    const struct player *who = visit->player;
    g_autofree char *text = account_token(office, pending, pending_add(office->db, pending));
    g_autofree char *title = title_of(command, pending->board);
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    letter_plain(office, who->id, who->address, "letters/held", "subject-held",
                 pairs("command", pending->command, "title", title, "stale",
                       visit->stale ? "yes" : NULL, "disowned",
                       visit->message->verdict == SENDER_DISOWNED ? "yes" : NULL, "last",
                       last ? "yes" : NULL, NULL),
                 NULL, text, &answered);
}

/* What one may do who has no seat. */
static bool for_onlookers(const struct command *command)
{
    enum command_id id = command->row->id;
    return id == COMMAND_TAKE || id == COMMAND_CHAT || id == COMMAND_WATCH || id == COMMAND_UNWATCH;
}

/* What is noted or watched is the same whatever becomes of the board, and so is a seat
 * of a seek, whoever has sat down meanwhile. */
static bool outlives_change(const struct command *command)
{
    enum command_id id = command->row->id;
    return id == COMMAND_NOTE || id == COMMAND_WATCH || id == COMMAND_UNWATCH || id == COMMAND_TAKE;
}

/* The board a command is about, at its desk; NULL after an answer. */
static struct desk *desk_of(struct visit *visit, const struct command *command)
{
    int seat;
    return for_onlookers(command) ? visit_desk(visit, visit->player, command)
                                  : visit_seat(visit, visit->player, command, &seat);
}

/* Whether what would be refused anyway is worth the asking; if not, he is told
 * why. */
static bool is_possible(struct visit *visit, const struct command *command)
{
    switch (command->row->id) {
    case COMMAND_CHALLENGE:
        return challenge_possible(visit, visit->player, command);
    case COMMAND_SEEK:
        return seek_possible(visit, visit->player, command);
    case COMMAND_TAKE:
        return seek_takeable(visit, visit->player, command);
    default:
        return true;
    }
}

void hold_command(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    const struct player *who = visit->player;
    bool last;
    if (!twice_may_ask(visit, who, &last)) {
        return; /* more letters would help whoever forges his address */
    }
    gint64 number = board_of(visit, command);
    g_autoptr(Desk) desk = number != 0 ? desk_of(visit, command) : NULL;
    if (number != 0 && desk == NULL) {
        return; /* he has been told why */
    }
    if (!is_possible(visit, command)) {
        return;
    }
    if (command->row->id == COMMAND_VACATION && !absence_possible(visit, who, command)) {
        return;
    }
    if (!allowance_answer(visit, who->id, who->address)) {
        return;
    }
    g_autofree char *line = line_to_hold(visit, command);
    g_autofree char *fit_line = discretion_password(office, who, line);
    g_autofree char *words = words_to_hold(visit, command);
    g_autofree char *kept =
        words == NULL ? g_strdup(fit_line) : g_strconcat(fit_line, "\n", words, NULL);
    struct pending pending = {
        .kind = PENDING_HELD,
        .player = who->id,
        .command = kept,
        .board = outlives_change(command) ? 0 : number,
        .revision = desk != NULL ? desk->board->revision : 0,
        .made = office->now,
        .expires = office->now + (gint64)OFFICE_PENDING_DAYS * CLOCK_DAY,
        .proven = visit_proves(visit, who->id),
    };
    ask_for_yes(visit, &pending, command, last);
}

/* The board is not the one he had in mind. */
static void explain_change(struct visit *visit, const struct command *yes, gint64 board,
                           const char *line)
{
    struct entry *entry = visit_answer(visit, visit->player, yes,
                                       say(visit->office, "held-stale", pairs("line", line, NULL)));
    entry->board = board;
}

bool hold_carry_out(struct visit *visit, const struct pending *pending, const struct command *yes)
{
    g_auto(GStrv) parts = g_strsplit(pending->command, "\n", 2);
    if (pending->board != 0 && revision_of(visit->office, pending->board) != pending->revision) {
        explain_change(visit, yes, pending->board, parts[0]);
        return true;
    }
    struct grammar_context context;
    struct command_refusal refusal = { 0 };
    context_plain(&context);
    g_autoptr(Command) command = grammar_parse(&context, parts[0], &refusal);
    command_refusal_clear(&refusal);
    if (command == NULL) {
        return false; /* only a newer grammar can have made an old line unreadable */
    }
    const char *comment = visit->comment;
    bool talk = talk_is(command->row->id);
    visit->comment = talk ? NULL : parts[1];
    if (talk) {
        g_free(command->text);
        command->text = g_strdup(parts[1] != NULL ? parts[1] : "");
    }
    reception_carry_out(visit, visit->player, command);
    if (visit->comment != NULL && !visit->comment_used) {
        visit_remark(visit, "comment-not-sent");
    }
    visit->comment = comment;
    visit->comment_used = comment == NULL;
    return true;
}
