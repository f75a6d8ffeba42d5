#include "language/reply_search.h"

#include <string.h>

#include "base/plain.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/phrases.h"

/* True if a line directly below a quoted one reads as the command of a reply. */
static bool is_reply_command(const struct grammar_context *context, const char *line)
{
    char *lines[] = { (char *)line, NULL };
    const struct mail_text alone = { context, lines, "t" };
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = reply_line_read(&alone, 0, &refusal);
    bool refused = refusal.key != NULL;
    command_refusal_clear(&refusal);
    return command != NULL || refused;
}

static bool ends_something(const struct command *command)
{
    return command != NULL && command->row->ends;
}

static void note_first(size_t *first, size_t at, bool is)
{
    *first = is && *first == G_MAXSIZE ? at : *first;
}

/* Lets a turn of two parts stand on two lines, if they are one legal turn. */
static void join_next_line(const struct mail_text *mail, struct reply_search *search)
{
    const struct grammar_context *context = mail->context;
    struct command *command = search->command;
    const size_t below = search->at + 1;
    if (command == NULL || command->row->id != COMMAND_MOVE || command->has_ply ||
        context->is_legal == NULL || mail->kinds[below] != 't') {
        return;
    }
    g_autofree char *next = near_move_without_signs(mail->lines[below]);
    const bool more =
        mail->kinds[below + 1] == 't' && (phrases_part_of_turn(mail->lines[below + 1]) ||
                                          near_move_is(context, mail->lines[below + 1]) ||
                                          phrases_take_back(context, true, mail->lines[below + 1]));
    if (more || !phrases_part_of_turn(next)) {
        return;
    }
    g_autofree char *said = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_autofree char *turn = phrases_turn(context, said);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&said);
        search->at = below;
    }
}

static bool is_look(const struct command *command)
{
    return command != NULL && command->row->level <= LEVEL_SENDER;
}

/* Keeps a phrase that may ask to look at something; it counts if no command is below it. */
static void keep_look(struct reply_search *search, size_t at)
{
    g_autoptr(Command) command = g_steal_pointer(&search->command);
    g_clear_pointer(&search->said_with, g_free);
    search->found = false;
    if (search->look == NULL) {
        search->look = g_steal_pointer(&command);
        search->look_at = at;
        search->look_said = search->said;
    }
}

static void use_look(struct reply_search *search)
{
    g_autoptr(Command) look = g_steal_pointer(&search->look);
    if (!search->found && look != NULL) {
        search->command = g_steal_pointer(&look);
        search->found = true;
        search->at = search->look_at;
        search->said = search->look_said;
    }
}

/* Where a reply that rejects an offer has a move on its next line, the move is its command: it ends
 * the offer as well. */
static void prefer_move(const struct mail_text *mail, struct reply_search *search)
{
    size_t below = search->at + 1;
    if (search->command == NULL || search->command->row->id != COMMAND_REJECT) {
        return;
    }
    below += strspn(mail->kinds + below, "b");
    if (mail->kinds[below] == 't' && names_turn(mail->context, mail->lines[below])) {
        command_free(search->command);
        search->command = reply_line_read(mail, below, &search->refusal);
        search->at = below;
    }
}

void reply_search(const struct mail_text *mail, struct reply_search *search)
{
    *search = (struct reply_search){ .doubt = G_MAXSIZE, .slip = G_MAXSIZE, .not_read = G_MAXSIZE };
    size_t i = 0;
    for (int others = 0; mail->lines[i] != NULL && others <= REPLY_LINE_OTHERS_MAX; i++) {
        if (mail->kinds[i] != 't') {
            bool below = mail->kinds[i] == 'w';
            bool command = below && is_reply_command(mail->context, mail->lines[i]);
            note_first(&search->not_read, i, command);
            /* Programs do not break so short a quoted line, so the line below it is the
             * writer's own. */
            bool own = below && i > 0 && mail->kinds[i - 1] == 'q' &&
                       strlen(mail->lines[i - 1]) < REPLY_LINE_UNBROKEN;
            search->said |= !command && own && reply_line_says(mail->lines[i]);
            continue;
        }
        search->command = reply_line_read(mail, i, &search->refusal);
        search->found = search->command != NULL || search->refusal.key != NULL;
        const bool phrased = !search->found;
        if (phrased && !reply_line_is_rest(mail, i)) {
            search->command = reply_line_phrase(mail->context, mail->lines[i], &search->refusal,
                                                &search->said_with);
            search->found = search->command != NULL || search->refusal.key != NULL;
        }
        if (search->found && !(phrased && is_look(search->command))) {
            break;
        }
        if (search->found) { /* "Show me what you can!" may be talk above a move */
            keep_look(search, i);
        }
        /* The line may be meant as a move, or cannot be read. */
        bool doubt = near_move_is_damaged(mail->lines[i]) ||
                     (!reply_line_is_rest(mail, i) && near_move_is(mail->context, mail->lines[i]));
        note_first(&search->doubt, i, doubt);
        note_first(&search->slip, i, near_move_is_slip(mail->context, mail->lines[i]));
        others++;
        search->said |= reply_line_says(mail->lines[i]);
    }
    search->at = i;
    if (search->command != NULL && search->command->row->id == COMMAND_MOVE && i > 0 &&
        mail->kinds[i - 1] == 't' && phrases_leave_open(mail->lines[i - 1])) {
        note_first(&search->doubt, i, true);
    }
    use_look(search);
    join_next_line(mail, search);
    prefer_move(mail, search);
}

size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search)
{
    size_t doubt = search->doubt;
    if (search->not_read != G_MAXSIZE && search->found &&
        (names_turn(mail->context, mail->lines[search->not_read]) ||
         ends_something(search->command))) {
        doubt = MIN(doubt, search->not_read);
    }
    return ends_something(search->command) ? MIN(doubt, search->slip) : doubt;
}
