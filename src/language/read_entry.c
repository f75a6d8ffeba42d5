#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/spoken.h"

static void entry_free(gpointer data)
{
    struct reading_entry *entry = data;
    command_free(entry->command);
    command_refusal_clear(&entry->refusal);
    g_free(entry->comment);
    g_free(entry);
}

GPtrArray *read_entries_new(void)
{
    return g_ptr_array_new_with_free_func(entry_free);
}

void reading_clear(struct reading *reading)
{
    g_clear_pointer(&reading->entries, g_ptr_array_unref);
    g_clear_pointer(&reading->comment, g_free);
    g_clear_pointer(&reading->not_done, g_free);
    g_clear_pointer(&reading->stop, g_free);
    g_clear_pointer(&reading->held_words, g_free);
    *reading = (struct reading){ 0 };
}

struct reading_entry *read_entry_add(struct reading *reading, struct command *command)
{
    struct reading_entry *entry = g_new0(struct reading_entry, 1);
    entry->command = command;
    reading->comment_cut |= command != NULL && command->text_cut;
    g_ptr_array_add(reading->entries, entry);
    return entry;
}

void read_entry_refuse(struct reading_entry *entry, const char *key)
{
    g_autoptr(Command) command = g_steal_pointer(&entry->command);
    entry->refusal.key = key;
    entry->refusal.line = g_strdup(command->line);
    entry->refusal.row = command->row;
}

void read_entry_complete_text(struct reading *reading, struct reading_entry *entry, char *below)
{
    g_autofree char *words = below;
    struct command *command = entry->command;
    if (command->text == NULL) {
        command->text = g_steal_pointer(&words);
    } else if (words != NULL) {
        g_autoptr(GString) both = g_string_new(command->text);
        g_string_append_printf(both, "\n%s", words);
        own_words_cut(both, &reading->comment_cut);
        g_free(command->text);
        command->text = g_strdup(both->str);
    }
    if (command->text == NULL && command->row->text == TEXT_NEEDED) {
        read_entry_refuse(entry, "missing-text");
    }
}

bool reading_line_says(const char *text, const char *word)
{
    g_auto(Line) line;
    line_read(text, &line);
    return line.count == 1 && word_is(line_bare(&line, 0), word);
}

bool reading_leaves_doubt(const struct grammar_context *context, const struct reading_entry *entry,
                          const char *line)
{
    bool move = entry->refusal.row != NULL && entry->refusal.row->id == COMMAND_MOVE;
    bool slip = entry->command == NULL && entry->refusal.row == NULL &&
                entry->refusal.suggestion != NULL && strcmp(entry->refusal.key, "unknown") == 0;
    return entry->command == NULL &&
           (move || slip || near_move_is_damaged(line) || near_move_is(context, line));
}

char *read_entry_words_shown(const struct grammar_context *context, const char *line)
{
    if (!grammar_may_hold_secret(context, line)) {
        return read_entry_line_shown(line);
    }
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(context, line, &refusal);
    char *shown = g_strdup(command != NULL ? command->line : refusal.line);
    command_refusal_clear(&refusal);
    return shown;
}

char *read_entry_line_shown(const char *line)
{
    enum { SHOWN_MOST = 200 };
    g_autofree char *whole = g_utf8_make_valid(line, -1);
    g_autofree char *cut = word_copy(word_over(g_strstrip(whole)), SHOWN_MOST);
    return g_strconcat(cut, strlen(cut) < strlen(whole) ? " ..." : "", NULL);
}

void read_entry_refuse_doubt(const struct grammar_context *context, const char *line,
                             struct command *below, struct reading_entry *entry)
{
    g_autoptr(Command) not_done = below;
    struct command_refusal *refusal = &entry->refusal;
    bool damaged = near_move_is_damaged(line);
    refusal->key = damaged ? "damaged" : "near-move";
    refusal->line = read_entry_line_shown(line);
    refusal->suggestion = damaged ? NULL : near_move_within(context, line);
    refusal->row = grammar_row(COMMAND_MOVE);
    refusal->below = not_done != NULL ? read_entry_line_shown(not_done->line) : NULL;
}

/* Lets the refusal of what stands behind the number of a board show the whole line, and suggest
 * one. */
static void name_board(struct command_refusal *refusal, const char *line, gint64 board)
{
    g_free(refusal->line);
    refusal->line = read_entry_line_shown(line);
    g_autofree char *move = g_steal_pointer(&refusal->suggestion);
    refusal->suggestion =
        move != NULL ? g_strdup_printf("%" G_GINT64_FORMAT " %s", board, move) : NULL;
}

bool read_entry_refuse_numbered(const struct grammar_context *context, const char *line,
                                struct reading *reading)
{
    struct numbered_line numbered;
    if (!reply_line_number(context, line, &numbered)) {
        return false;
    }
    g_autofree char *rest = numbered.rest;
    const bool doubt = near_move_is_damaged(line) || near_move_is(&numbered.context, rest);
    if (doubt) {
        struct reading_entry *entry = read_entry_add(reading, NULL);
        read_entry_refuse_doubt(&numbered.context, rest, NULL, entry);
        name_board(&entry->refusal, line, numbered.board);
    } else if (numbered.known) {
        struct command_refusal *refusal = &read_entry_add(reading, NULL)->refusal;
        refusal->key = "unknown-at-board";
        refusal->word = g_strdup_printf("%" G_GINT64_FORMAT, numbered.board);
        refusal->line = read_entry_line_shown(line);
        refusal->row = grammar_row(COMMAND_MOVE);
    }
    return doubt || numbered.known;
}

/* The command in a line of a list, "1. show 12" or "- help", without what stands before it.
 * NULL if it is no such line. Free with g_free. */
static char *in_list(const struct grammar_context *context, const char *line)
{
    gint64 number, board;
    g_autofree char *inside = near_move_inside(line, &number, &board);
    const bool counts = board == 0 || line[strspn(line, " 0123456789")] == ')';
    const bool listed = counts && strlen(inside) < strlen(line);
    return listed && grammar_begins_command(context, inside) ? g_steal_pointer(&inside) : NULL;
}

struct reading_entry *read_entry_line(const struct grammar_context *context, const char *line,
                                      struct reading *reading)
{
    g_autofree char *listed = context->several ? NULL : in_list(context, line);
    if (listed != NULL) {
        struct reading_entry *entry = read_entry_line(context, listed, reading);
        /* What cannot be undone needs the exact line; and lists in our own letters have dashes. */
        if (entry->command != NULL &&
            (entry->command->row->ends || line[strspn(line, " ")] == '-')) {
            entry->refusal.suggestion = g_strdup(entry->command->line);
            read_entry_refuse(entry, "wrong-form");
        }
        return entry;
    }
    struct command_refusal refusal = { 0 };
    struct command *command = reply_line_numbered(context, line);
    if (command == NULL && read_entry_refuse_numbered(context, line, reading)) {
        return reading->entries->pdata[reading->entries->len - 1];
    }
    g_autofree char *said = NULL;
    command = command != NULL ? command : reply_line_command(context, line, &refusal, &said);
    struct reading_entry *entry = read_entry_add(reading, command);
    entry->refusal = refusal;
    return entry;
}
