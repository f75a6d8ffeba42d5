#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/below_command.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/phrase_book.h"
#include "language/phrases.h"

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

void read_entry_refuse_answer(const struct grammar_context *context, struct reading_entry *entry)
{
    read_entry_refuse(entry, "doubt-answer");
    entry->refusal.suggestion = reply_line_answers(context);
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

/* Reads a command behind which the writer says please, which is no player's name. NULL if it is
 * none. */
static struct command *parse_plea(const struct grammar_context *context, const char *line)
{
    g_autofree char *bare = phrases_without_plea(line);
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = bare != NULL ? grammar_parse(context, bare, &refusal) : NULL;
    command_refusal_clear(&refusal);
    return command != NULL && command->row->text == TEXT_NONE && command->password == NULL
               ? g_steal_pointer(&command)
               : NULL;
}

/* Reads a line of a mail to the plain address that means a command: one with courtesy around it, or
 * one that names a game and maybe a player. NULL if the line means no command. */
static struct command *parse_phrase(const struct grammar_context *context, const char *line)
{
    g_autofree char *said = NULL;
    g_autofree char *bare = phrases_bare(context, line, false, &said);
    g_autofree char *game = phrases_game(context, line);
    struct command_refusal refusal = { 0 };
    struct command *command = bare != NULL ? grammar_parse(context, bare, &refusal) : NULL;
    command_refusal_clear(&refusal);
    command = command != NULL ? command : reply_line_wish(context, line);
    g_autofree char *told =
        command == NULL && context->reply == 0 ? phrases_told(context, line) : NULL;
    if (told != NULL) {
        command = grammar_parse(context, told, &refusal);
        command_refusal_clear(&refusal);
    }
    if (command == NULL && game != NULL) {
        command = grammar_parse(context, game, &refusal);
        command_refusal_clear(&refusal);
    }
    return command;
}

/* Reads a challenge with a word that is no player's name: "challenge carl to chess". NULL if it is
 * none. */
static struct command *parse_preposition(const struct grammar_context *context, const char *line)
{
    g_auto(Line) words;
    line_read(line, &words);
    bool found = false;
    for (size_t i = 0; i < words.count; i++) {
        found |= phrase_book_has(PHRASE_WITH, words.word[i]);
    }
    g_autofree char *game = found ? phrases_game(context, line) : NULL;
    struct command_refusal refusal = { 0 };
    struct command *command = game != NULL ? grammar_parse(context, game, &refusal) : NULL;
    command_refusal_clear(&refusal);
    return command;
}

struct reading_entry *read_entry_line(const struct grammar_context *context, const char *line,
                                      struct reading *reading)
{
    struct command_refusal refusal = { 0 };
    struct command *command = reply_line_numbered(context, line);
    if (command == NULL && read_entry_refuse_numbered(context, line, reading)) {
        return reading->entries->pdata[reading->entries->len - 1];
    }
    command = command != NULL ? command : parse_plea(context, line);
    command = command != NULL ? command : parse_preposition(context, line);
    command = command != NULL ? command : grammar_parse(context, line, &refusal);
    struct command *meant = command == NULL ? parse_phrase(context, line) : NULL;
    if (meant != NULL) {
        command_refusal_clear(&refusal);
        command = meant;
    }
    struct reading_entry *entry = read_entry_add(reading, command);
    entry->refusal = refusal;
    return entry;
}
