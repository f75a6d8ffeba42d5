/* Replies to letters about several boards. */
#include "language/read_entry.h"
#include "language/spoken.h"

#include <string.h>

/* Asks which board a line is meant for that is a move, or looks like one, or names a command and
 * nothing else. False if it is talk. */
static bool refuse_without_board(const struct grammar_context *context, const char *line,
                                 struct reading *reading)
{
    struct grammar_context of_match = *context;
    of_match.reply = REPLY_TO_MATCH;
    g_autoptr(Command) alone = grammar_parse_short(&of_match, line);
    g_autofree char *move =
        alone == NULL && near_move_is(&of_match, line) ? near_move_within(&of_match, line) : NULL;
    const bool meant = alone != NULL ? alone->row->text == TEXT_NONE : near_move_is_damaged(line);
    if (!meant && move == NULL) {
        return false;
    }
    struct command_refusal *refusal = &read_entry_add(reading, NULL)->refusal;
    const char *rest = move != NULL ? move : alone != NULL ? alone->line : NULL;
    refusal->key = rest != NULL ? "which-board" : "damaged";
    refusal->line = read_entry_line_shown(line);
    refusal->word = g_strdup(rest);
    refusal->row = alone != NULL ? alone->row : grammar_row(COMMAND_MOVE);
    return true;
}

/* Reads a line of a reply to a letter about several boards. False if it is talk. */
static bool read_for_boards(const struct grammar_context *context, const char *written,
                            struct reading *reading)
{
    g_autofree char *line = near_move_without_signs(written);
    struct command *command = reply_line_numbered(context, line);
    if (command == NULL && read_entry_refuse_numbered(context, line, reading)) {
        return true;
    }
    struct grammar_context of_board = *context;
    of_board.reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE; /* "Watch this" is talk there, too */
    struct command_refusal refusal = { 0 };
    command = command != NULL ? command : grammar_parse_apart(&of_board, line);
    command = command != NULL ? command : grammar_parse(context, line, &refusal);
    command_refusal_clear(&refusal);
    if (command == NULL) {
        return refuse_without_board(context, line, reading);
    }
    if (command->board == 0 && !command->apart) {
        command_free(command); /* to the plain address it would be a command; here it is talk */
        return false;
    }
    read_entry_add(reading, command);
    return true;
}

/* Gives each command the words below it: as its text, or as a comment for its board. */
static void add_comments(const struct mail_text *mail, struct reading *reading)
{
    static const char taken[] = { LINE_TAKEN, '\0' };
    size_t at = strcspn(mail->kinds, taken);
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        const size_t end = at + 1 + strcspn(mail->kinds + at + 1, taken);
        g_autofree char *words = own_words(mail, at + 1, end, &reading->comment_cut);
        at = end;
        if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
            read_entry_complete_text(reading, entry, g_steal_pointer(&words));
        } else {
            entry->comment = g_steal_pointer(&words);
        }
    }
}

void reading_of_boards(const struct grammar_context *context, char **lines, const char *kinds,
                       struct reading *reading)
{
    struct grammar_context several = *context;
    several.several = true;
    *reading = (struct reading){ .entries = read_entries_new() };
    g_auto(MailText) mail;
    mail_text_begin(&several, lines, kinds, true, &mail);
    mail.command_at = 0;
    char *kind = mail.kinds;
    bool doubt = false;
    size_t i = 0;
    for (; lines[i] != NULL && !reading_line_says(lines[i], "end") && !reading->too_many; i++) {
        if (kind[i] == 'w') {
            g_autoptr(Command) below = reply_line_numbered(&several, lines[i]);
            /* Programs do not break so short a quoted line, so this one is the writer's own. */
            const bool own = own_words_below_short(&mail, i);
            kind[i] = own && below != NULL ? 't' : 'w';
            reading->below_quote |= below != NULL && !own;
            doubt |= below != NULL && !own;
        }
        if (kind[i] != 't') {
            continue;
        }
        if (reply_line_is_rest(&mail, i) || !read_for_boards(&several, lines[i], reading)) {
            continue;
        }
        kind[i] = LINE_TAKEN;
        reading->too_many = reading->entries->len > READING_COMMANDS_MAX;
        struct reading_entry *entry = reading->entries->pdata[reading->entries->len - 1];
        doubt |= reading_leaves_doubt(&several, entry, lines[i]);
        if (doubt && entry->command != NULL && entry->command->row->ends) {
            read_entry_refuse(entry, "below-doubt");
        }
    }
    if (reading->too_many) {
        g_ptr_array_set_size(reading->entries, READING_COMMANDS_MAX);
    } else if (lines[i] != NULL) {
        kind[i] = LINE_TAKEN;
    }
    add_comments(&mail, reading);
}
