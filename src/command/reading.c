#include "command/reading.h"

#include <string.h>

#include "command/line.h"
#include "command/names.h"

static void entry_free(gpointer data)
{
    struct reading_entry *entry = data;
    command_free(entry->command);
    command_refusal_clear(&entry->refusal);
    g_free(entry);
}

static void reading_init(struct reading *reading)
{
    *reading = (struct reading){ .entries = g_ptr_array_new_with_free_func(entry_free) };
}

void reading_clear(struct reading *reading)
{
    g_clear_pointer(&reading->entries, g_ptr_array_unref);
    g_clear_pointer(&reading->comment, g_free);
    *reading = (struct reading){ 0 };
}

/* `command`: NULL for a line that is refused. */
static struct reading_entry *add_entry(struct reading *reading, struct command *command)
{
    struct reading_entry *entry = g_new0(struct reading_entry, 1);
    entry->command = command;
    reading->comment_cut |= command != NULL && command->text_cut;
    g_ptr_array_add(reading->entries, entry);
    return entry;
}

static struct reading_entry *add_line(const struct grammar_context *context, const char *line,
                                      struct reading *reading)
{
    struct command_refusal refusal;
    struct reading_entry *entry = add_entry(reading, grammar_parse(context, line, &refusal));
    entry->refusal = refusal;
    return entry;
}

static bool line_says(const char *text, const char *word)
{
    struct line line;
    line_split(text, &line);
    return line.count == 1 && word_is(line_bare(&line, 0), word);
}

/* ---- lines ---- */

/* Signs that stand around a line and say nothing: of bold and slanted words, and
 * quotation marks. */
static const struct pair {
    const char *open, *close;
} pairs_around[] = {
    { "*", "*" }, { "_", "_" }, { "\"", "\"" }, { "'", "'" },   { "`", "`" },
    { "«", "»" }, { "»", "«" }, { "‹", "›" },   { "「", "」" }, { "『", "』" },
};

/* Takes off one pair; false if there is none with something between. */
static bool take_off_pair(const char *line, size_t *begin, size_t *end)
{
    for (size_t i = 0; i < G_N_ELEMENTS(pairs_around); i++) {
        const struct pair *pair = &pairs_around[i];
        size_t open = strlen(pair->open), close = strlen(pair->close);
        if (*end - *begin > open + close && strncmp(line + *begin, pair->open, open) == 0 &&
            strncmp(line + *end - close, pair->close, close) == 0) {
            *begin += open;
            *end -= close;
            return true;
        }
    }
    return false;
}

/* A line without the signs around it, as *c3-d4*. The caller's. */
static char *without_signs(const char *line)
{
    size_t begin = strspn(line, " "), end = strlen(line);
    bool taken = true;
    while (taken) {
        taken = take_off_pair(line, &begin, &end);
    }
    return g_strndup(line + begin, end - begin);
}

/* Whether a program broke the line above, and this one is its rest: below a
 * long line that ends in the midst of a sentence. */
static bool goes_on(char **lines, const char *kinds, size_t at)
{
    enum { LONG_LINE = 50 };
    if (at == 0 || kinds[at - 1] != 't') {
        return false;
    }
    const char *above = lines[at - 1];
    return g_utf8_strlen(above, -1) >= LONG_LINE &&
           strchr(".:!?;", above[strlen(above) - 1]) == NULL;
}

/* ---- words that are no commands ---- */

/* Cuts at a character's border, and leaves a sign of it. */
static void cut_words(struct reading *reading, GString *words)
{
    static const char sign[] = " ...";
    if (words->len > READING_COMMENT_MAX) {
        const char *most = words->str + READING_COMMENT_MAX - strlen(sign);
        const char *end = g_utf8_find_prev_char(words->str, most + 1);
        g_string_truncate(words, (gsize)(end - words->str));
        g_string_append(words, sign);
        reading->comment_cut = true;
    }
}

/* The own lines from *at on, down to a line `.` if `to_dot`; *at is then
 * behind them. Blank lines inside become one, those around vanish, and so do
 * quoted lines. NULL: there are none. */
static char *own_words(struct reading *reading, char **lines, const char *kinds, size_t *at,
                       bool to_dot)
{
    GString *words = g_string_new(NULL);
    bool gap = false;
    for (; lines[*at] != NULL; (*at)++) {
        if (to_dot && strcmp(lines[*at], ".") == 0) {
            (*at)++;
            break;
        }
        if (kinds[*at] == 'q' || words->len > READING_COMMENT_MAX) {
            continue;
        }
        g_autofree char *line = g_utf8_make_valid(lines[*at], -1);
        g_strchomp(line);
        if (kinds[*at] == 'b' || *line == '\0') {
            gap = words->len > 0;
            continue;
        }
        g_string_append_printf(words, "%s%s", words->len == 0 ? "" : gap ? "\n\n" : "\n", line);
        gap = false;
    }
    cut_words(reading, words);
    return g_string_free(words, words->len == 0);
}

/* Commands that say something: with a text, or not at all. */
static bool must_say(const struct command *command)
{
    return command != NULL &&
           (command->row->id == COMMAND_CHAT || command->row->id == COMMAND_MESSAGE);
}

/* The text of a command is its line and what stands below it. */
static void complete_text(struct reading *reading, struct reading_entry *entry, char *below)
{
    g_autofree char *words = below;
    struct command *command = entry->command;
    if (command->text == NULL) {
        command->text = g_steal_pointer(&words);
    } else if (words != NULL) {
        g_autoptr(GString) both = g_string_new(command->text);
        g_string_append_printf(both, "\n%s", words);
        cut_words(reading, both);
        g_free(command->text);
        command->text = g_strdup(both->str);
    }
    if (command->text == NULL && must_say(command)) {
        entry->refusal.key = "missing-text";
        entry->refusal.line = g_strdup(command->line);
        entry->refusal.row = command->row;
        g_clear_pointer(&entry->command, command_free);
    }
}

/* What stands below the one command of a mail. */
static void add_comment(struct reading *reading, struct reading_entry *entry, char **lines,
                        const char *kinds, size_t at)
{
    char *words = own_words(reading, lines, kinds, &at, false);
    if (must_say(entry->command) ||
        (entry->command != NULL && entry->command->row->id == COMMAND_NOTE)) {
        complete_text(reading, entry, words);
    } else {
        reading->comment = words;
    }
}

/* ---- the ways in ---- */

/* Whether the text of a `chat` begins with the number of the letter's board, which is no
 * part of what is said. */
static bool names_own_board(const struct grammar_context *context, const struct command *command)
{
    const char *text = command->row->id == COMMAND_CHAT ? command->text : NULL;
    struct word first = { .start = text, .length = text != NULL ? strcspn(text, " ") : 0 };
    gint64 board = 0;
    return first.length > 0 && names_board(first, &board, NULL, NULL) && board == context->board;
}

/* The command of a reply's line. A word that only ends a broken sentence is
 * none: "... whether I should / resign". */
static struct command *read_line(const struct grammar_context *context, char **lines,
                                 const char *kinds, size_t at, struct command_refusal *refusal)
{
    g_autofree char *line = without_signs(lines[at]);
    g_autoptr(Command) command = grammar_parse_short(context, line);
    if (command != NULL && names_own_board(context, command)) {
        g_clear_pointer(&command, command_free);
    }
    if (command == NULL) {
        command = grammar_parse_named(context, line, refusal);
    }
    if (command == NULL && refusal->key == NULL) {
        command = grammar_parse_apart(context, line);
    }
    bool word = command != NULL && strpbrk(line, "0123456789 ") == NULL;
    return word && goes_on(lines, kinds, at) ? NULL : g_steal_pointer(&command);
}

/* Whether a line says more than a salutation does. */
static bool is_sentence(const char *line)
{
    enum { WORDS_LEAST = 4 };
    int words = 0;
    for (const char *at = line; *(at += strspn(at, " \t")) != '\0'; at += strcspn(at, " \t")) {
        words++;
    }
    return words >= WORDS_LEAST;
}

void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading)
{
    reading_init(reading);
    int others = 0;
    bool said = false;
    for (size_t i = 0; lines[i] != NULL && others <= READING_OTHER_LINES_MAX; i++) {
        if (kinds[i] != 't') {
            continue;
        }
        struct command_refusal refusal = { 0 };
        struct command *command = read_line(context, lines, kinds, i, &refusal);
        if (command != NULL || refusal.key != NULL) {
            struct reading_entry *entry = add_entry(reading, command);
            entry->refusal = refusal;
            reading->said_above = said && command != NULL;
            add_comment(reading, entry, lines, kinds, i + 1);
            return;
        }
        others++;
        said |= is_sentence(lines[i]);
    }
}

static bool has_own_line(const char *kinds)
{
    return strchr(kinds, 't') != NULL;
}

static bool is_refused_as(const struct reading_entry *entry, const char *key)
{
    return entry->command == NULL && strcmp(entry->refusal.key, key) == 0;
}

/* Commands, one a line. */
static void read_body(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading)
{
    int unknown = 0;
    bool after_name = false;
    for (size_t i = 0; lines[i] != NULL; i++) {
        if (kinds[i] != 't') {
            continue;
        }
        if (line_says(lines[i], "end")) {
            return;
        }
        /* A mail program may have broken the line between NAME and PASSWORD. */
        if (after_name && !grammar_begins_command(context, lines[i])) {
            after_name = false;
            continue;
        }
        reading->gave_up = unknown == READING_UNKNOWN_LINES_MAX;
        reading->too_many = reading->entries->len == READING_COMMANDS_MAX;
        if (reading->gave_up || reading->too_many) {
            return;
        }
        g_autofree char *line = without_signs(lines[i]);
        struct reading_entry *entry = add_line(context, line, reading);
        after_name = is_refused_as(entry, "name-needs-password");
        if (must_say(entry->command) && entry->command->text == NULL) {
            size_t below = i + 1;
            complete_text(reading, entry, own_words(reading, lines, kinds, &below, true));
            i = below - 1;
        }
        unknown += entry->command == NULL && entry->refusal.row == NULL ? 1 : 0;
    }
}

/* Whether the first line ends as a salutation does, "Hello," or "Good morning!", and no command. */
static bool begins_with_salutation(char **lines, const char *kinds)
{
    const char *own = strchr(kinds, 't');
    const char *line = own != NULL ? lines[own - kinds] : "";
    return *line != '\0' && strchr(",!", line[strlen(line) - 1]) != NULL;
}

/* Whether a line was a command, or meant as one. */
static bool has_command(const struct reading *reading)
{
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        if (entry->command != NULL || entry->refusal.row != NULL) {
            return true;
        }
    }
    return false;
}

/* A salutation above commands is none that was misspelt; in any other mail it is something to
 * answer. */
static void forgive_salutation(struct reading *reading)
{
    const struct reading_entry *first =
        reading->entries->len > 0 ? reading->entries->pdata[0] : NULL;
    if (first != NULL && has_command(reading) && first->command == NULL &&
        first->refusal.row == NULL && first->refusal.suggestion == NULL) {
        g_ptr_array_remove_index(reading->entries, 0);
    }
}

void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading)
{
    reading_init(reading);
    g_autofree char *title = without_signs(subject != NULL ? subject : "");
    bool several = line_says(title, "multiple");
    if (!several && grammar_begins_command(context, title)) {
        add_comment(reading, add_line(context, title, reading), lines, kinds, 0);
        return;
    }
    read_body(context, lines, kinds, reading);
    if (begins_with_salutation(lines, kinds)) {
        forgive_salutation(reading);
    }
    if (!several && !has_own_line(kinds) && strspn(title, " \t") < strlen(title)) {
        add_line(context, title, reading);
    }
}

/* ---- our own Subjects ---- */

/* The game whose name is the text before `end` without its blanks. */
static const char *game_before(const struct grammar_context *context, const char *text,
                               const char *end)
{
    g_autoptr(GString) name = g_string_new(NULL);
    for (const char *at = text; at < end; at++) {
        if (*at != ' ') {
            g_string_append_c(name, *at);
        }
    }
    int which = word_among(word_over(name->str), context->games);
    return which >= 0 ? context->games[which] : NULL;
}

bool reading_letter_subject(const struct grammar_context *context, const char *subject,
                            gint64 *board, char **game)
{
    const char *colon = strchr(subject, ':');
    if (colon == NULL || strstr(colon, " - ") == NULL) {
        return false;
    }
    const char *number = colon;
    while (number > subject && g_ascii_isdigit(number[-1])) {
        number--;
    }
    struct word digits = { .start = number, .length = (size_t)(colon - number) };
    const char *found = game_before(context, subject, number);
    if (found == NULL || number == subject || number[-1] != ' ' ||
        !names_board(digits, board, NULL, NULL)) {
        return false;
    }
    *game = g_ascii_strdown(found, -1);
    return true;
}
