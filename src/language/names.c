#include "language/names.h"

#include <string.h>

#include "language/form.h"
#include "language/settings.h"
#include "language/vocabulary.h"

enum {
    GAME_LETTERS_LEAST = 3,
    COMMAND_LETTERS_LEAST = 4,
    NAME_LEAST = 2,
    NUMBER_DIGITS_MOST = 9,
};

/* Key words, and words of commands that this server does not offer: a player must not have a
 * name that could be mistaken for one, now or later. */
static const char *const keywords[] = {
    "active",  "again",   "all",   "ascii",    "autoplay",   "back",     "branch", "cell",
    "daily",   "digest",  "drop",  "else",     "end",        "everyone", "flip",   "former",
    "game",    "html",    "if",    "me",       "multiple",   "name",     "new",    "next",
    "no",      "nobody",  "notes", "off",      "on",         "operator", "option", "other",
    "pass",    "picture", "ply",   "position", "postmaster", "postmove", "quit",   "rating",
    "server",  "stop",    "text",  "thanks",   "then",       "timezone", "token",  "topic",
    "unicode", "wide",    NULL,
};

const char *names_game(const struct grammar_context *context, struct word word)
{
    int whole = word_among(word, context->games);
    if (whole >= 0) {
        return context->games[whole];
    }
    const char *found = NULL;
    int count = 0;
    for (int i = 0; context->games[i] != NULL; i++) {
        if (word.length >= GAME_LETTERS_LEAST && word_begins(word, context->games[i])) {
            found = context->games[i];
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

bool names_in_full(struct word word, const struct command_row *row)
{
    return word_is(word, row->name) ||
           (row->aliases != NULL && word_among(word, row->aliases) >= 0);
}

static bool row_begins(const struct command_row *row, struct word word)
{
    if (row->exact || word.length < COMMAND_LETTERS_LEAST) {
        return false;
    }
    if (word_begins(word, row->name)) {
        return true;
    }
    for (int i = 0; row->aliases != NULL && row->aliases[i] != NULL; i++) {
        if (word_begins(word, row->aliases[i])) {
            return true;
        }
    }
    return false;
}

const struct command_row *names_command(struct word word)
{
    const struct command_row *found = NULL;
    int count = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return row;
        }
        if (row_begins(row, word)) {
            found = row;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

/* The bytes of a cell's name at the beginning, a letter and one or two digits; 0 if there is
 * none. */
static size_t cell_length(const char *start, size_t length)
{
    if (length < 2 || !g_ascii_isalpha(start[0]) || !g_ascii_isdigit(start[1])) {
        return 0;
    }
    if (length == 2 || !g_ascii_isdigit(start[2])) {
        return 2;
    }
    return length > 3 && g_ascii_isdigit(start[3]) ? 0 : 3;
}

bool names_cells(struct word word)
{
    size_t at = 0;
    bool after_cell = false;
    while (at < word.length) {
        size_t cell = cell_length(word.start + at, word.length - at);
        bool letter = after_cell && strchr("hvneswxHVNESWX", word.start[at]) != NULL;
        if (cell == 0 && !letter && !g_ascii_ispunct(word.start[at])) {
            return false;
        }
        at += cell > 0 ? cell : 1;
        after_cell = cell > 0;
    }
    return true;
}

bool names_cell_first(struct word word)
{
    size_t cell = cell_length(word.start, word.length);
    return cell > 0 &&
           (cell == word.length || g_ascii_ispunct(word.start[cell]) || names_cells(word));
}

static bool has_name_form(struct word word)
{
    static const char allowed[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-";
    return word.length >= NAME_LEAST && word.length <= GRAMMAR_NAME_MAX &&
           g_ascii_isalpha(word.start[0]) && strspn(word.start, allowed) >= word.length;
}

bool names_reserved(const struct grammar_context *context, struct word word)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return true;
        }
    }
    return word_among(word, keywords) >= 0 || word_among(word, grammar_topics) >= 0 ||
           word_among(word, context->games) >= 0 || names_cell_first(word);
}

const char *names_player_fault(const struct grammar_context *context, struct word word)
{
    if (!has_name_form(word)) {
        return "name-form";
    }
    return names_reserved(context, word) ? "name-taken-word" : NULL;
}

/* Reads a number of at most NUMBER_DIGITS_MOST digits; false if the text is anything else. */
static bool read_number(const char *start, size_t length, gint64 *number)
{
    if (length == 0 || length > NUMBER_DIGITS_MOST) {
        return false;
    }
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isdigit(start[i])) {
            return false;
        }
        *number = *number * 10 + (start[i] - '0');
    }
    return true;
}

/* Reads the signed number behind the last `#` of the word. Returns the index of that sign;
 * `word.length`, with nothing set, if there is no such number. */
static size_t names_ply(struct word word, gboolean *has_ply, gint64 *ply)
{
    const char *sign = memrchr(word.start, '#', word.length);
    const char *end = word.start + word.length;
    if (sign == NULL) {
        return word.length;
    }
    bool negative = sign + 1 < end && sign[1] == '-';
    const char *digits = sign + (negative ? 2 : 1);
    gint64 number = 0;
    if (!read_number(digits, (size_t)(end - digits), &number)) {
        return word.length;
    }
    *has_ply = TRUE;
    *ply = negative ? -number : number;
    return (size_t)(sign - word.start);
}

bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply)
{
    if (word.length > 0 && word.start[0] == '#') {
        word.start++;
        word.length--;
    }
    if (ply != NULL) {
        word.length = names_ply(word, has_ply, ply);
    }
    return read_number(word.start, word.length, board) && *board > 0;
}

bool grammar_name_allowed(const struct grammar_context *context, const char *name, const char **key)
{
    static const char former[] = "former-"; /* how players who have left are shown */
    const char *fault = names_player_fault(context, word_over(name));
    if (fault == NULL && g_ascii_strncasecmp(name, former, strlen(former)) == 0) {
        fault = "name-taken-word";
    }
    if (fault != NULL) {
        *key = fault;
    }
    return fault == NULL;
}

/* ---- the word that was probably meant ---- */

/* The distance to the nearest of a row's words. */
static size_t row_distance(struct word word, const struct command_row *row)
{
    size_t least = word_distance(word, row->name);
    for (int i = 0; row->aliases != NULL && row->aliases[i] != NULL; i++) {
        least = MIN(least, word_distance(word, row->aliases[i]));
    }
    return least;
}

/* How wrong a word of that length may be to be recognised. */
static size_t near_enough(size_t length)
{
    return length < 3 ? 0 : length < 6 ? 1 : 2;
}

const struct command_row *suggest_any_command(struct word word)
{
    const struct command_row *nearest = NULL;
    size_t least = near_enough(word.length) + 1;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        size_t distance = row_distance(word, row);
        if (distance < least) {
            least = distance;
            nearest = row;
        }
    }
    return nearest;
}

const struct command_row *suggest_command(struct word word)
{
    const struct command_row *nearest = suggest_any_command(word);
    return nearest != NULL && nearest->exact ? NULL : nearest;
}

const char *suggest_game(const struct grammar_context *context, struct word word)
{
    const char *nearest = NULL;
    size_t least = near_enough(word.length) + 1;
    for (int i = 0; context->games[i] != NULL; i++) {
        size_t distance = word_distance(word, context->games[i]);
        if (distance < least) {
            least = distance;
            nearest = context->games[i];
        }
    }
    return nearest;
}

/* ---- slots: values ---- */

/* A name, `=` and a value, in one word or with blanks around the sign. *count is how many of
 * the next words they are. Free with g_free. */
static char *assignment_here(const struct walk *walk, size_t *count)
{
    const struct line *line = walk->task->line;
    g_autoptr(GString) text = g_string_new(NULL);
    *count = 0;
    bool goes_on = true;
    while (goes_on && walk->at + *count < line->count) {
        size_t at = walk->at + (*count)++;
        g_autofree char *word = word_copy(line_bare(line, at), GRAMMAR_LINE_MAX);
        g_string_append(text, word);
        bool has_sign = strchr(text->str, '=') != NULL;
        const char *next = at + 1 < line->count ? line->word[at + 1].start : "";
        goes_on = has_sign ? g_str_has_suffix(text->str, "=") && *next != '-' : *next == '=';
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- options ---- */

/* True if it is dashes, a name, and perhaps `=` and a value. */
static bool has_option_form(const char *text, size_t dashes)
{
    const char *name = text + dashes;
    const char *end = name + strspn(name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-");
    return g_ascii_isalpha(*name) && (*end == '\0' || *end == '=');
}

static const char from[] = "--from";

/* The option --from with its position, which contains blanks and so takes the rest of the
 * line; blanks may be around the sign. NULL if this option is not next. Free with g_free. */
static char *position_here(const struct walk *walk)
{
    const struct line *line = walk->task->line;
    struct word word = line->word[walk->at];
    if (g_ascii_strncasecmp(word.start, from, strlen(from)) != 0) {
        return NULL;
    }
    bool apart = word.length == strlen(from) && walk->at + 1 < line->count;
    g_autofree char *rest = line_rest(line, walk->at + apart);
    const char *sign = apart ? rest : rest + strlen(from);
    return *sign == '=' ? g_strconcat(from, sign, NULL) : NULL;
}

bool slot_options(struct walk *walk)
{
    const struct line *line = walk->task->line;
    while (walk->with_options && !at_end(walk) && line->word[walk->at].start[0] == '-') {
        size_t count = line->count - walk->at;
        g_autofree char *position = position_here(walk);
        g_autofree char *text =
            position != NULL ? g_steal_pointer(&position) : assignment_here(walk, &count);
        size_t dashes = text[1] == '-' ? 2 : 1;
        GPtrArray *list = dashes == 2 ? walk->server_options : walk->options;
        if (!has_option_form(text, dashes)) {
            return fail_at(walk, "option-form", word_over(text));
        }
        walk->at += count;
        if (!add(walk, list, g_steal_pointer(&text))) {
            return false;
        }
    }
    return true;
}

/* ---- settings ---- */

/* True if these words of a reply can only be a setting. */
static bool is_setting(const char *key, const char *value)
{
    const struct setting *setting = setting_find(key);
    if (setting == NULL || value == NULL || setting->read != NULL) {
        return setting != NULL; /* for an unknown zone the answer lists those near to it */
    }
    g_autofree char *listed = setting_value(setting, value);
    return listed != NULL;
}

/* The value (taken; NULL: none) with further words, if those of the setting may have several;
 * counts them. Free with g_free. */
static char *value_of_words(const struct walk *walk, const char *key, char *value, size_t *count)
{
    const struct line *line = walk->task->line;
    const struct setting *setting = setting_find(key);
    const int most = setting != NULL && value != NULL ? setting->words : 0;
    for (int i = 1; i < most && walk->at + *count < line->count; i++) {
        g_autofree char *first = value;
        g_autofree char *next = word_copy(line_bare(line, walk->at + (*count)++), GRAMMAR_LINE_MAX);
        value = g_strdup_printf("%s %s", first, next);
    }
    return value;
}

/* The value behind an unknown key is not shown: it may be a password in the wrong place. */
bool slot_setting(struct walk *walk)
{
    if (at_end(walk)) {
        return true;
    }
    size_t count;
    g_autofree char *whole = assignment_here(walk, &count);
    g_auto(GStrv) parts = g_strsplit(whole, "=", 2);
    bool joined = parts[1] != NULL;
    const struct line *line = walk->task->line;
    /* "set board to list" */
    const bool filled = !joined && setting_find(parts[0]) != NULL && walk->at + 2 < line->count &&
                        vocabulary_joins(line_bare(line, walk->at + 1));
    count += filled ? 1 : 0;
    bool more = !joined && walk->at + count < line->count;
    g_autofree char *next =
        more ? word_copy(line_bare(line, walk->at + count), GRAMMAR_LINE_MAX) : NULL;
    count += more;
    g_autofree char *value =
        value_of_words(walk, parts[0], g_strdup(joined ? parts[1] : next), &count);
    if (walk->task->strict && !is_setting(parts[0], value)) {
        return fail(walk, "wrong-form");
    }
    if (setting_find(parts[0]) == NULL && value != NULL) {
        walk->secret = walk->at + count - 1;
        walk->secrets = 1;
        walk->mask = "...";
    }
    walk->at += count;
    return add(walk, walk->words, g_strdup(parts[0])) &&
           (value == NULL || add(walk, walk->words, g_strdup(value)));
}

/* ---- games and players ---- */

bool names_player_here(struct walk *walk)
{
    if (at_end(walk)) {
        return fail(walk, "missing-name");
    }
    const char *fault = names_player_fault(walk->task->context, here(walk));
    return fault == NULL || fail_at(walk, fault, here(walk));
}

bool slot_target(struct walk *walk)
{
    const char *game = at_end(walk) ? NULL : names_game(walk->task->context, here(walk));
    walk->command->game = g_strdup(game);
    return (game != NULL || names_player_here(walk)) && add_word(walk, here(walk));
}

bool slot_optional_target(struct walk *walk)
{
    return at_end(walk) || slot_target(walk);
}

bool slot_limit(struct walk *walk)
{
    enum { DIGITS_MOST = 4 };
    if (at_end(walk)) {
        return true;
    }
    struct word word = here(walk);
    bool number = word.length <= DIGITS_MOST && word.start[0] != '0' &&
                  strspn(word.start, "0123456789") >= word.length;
    return number || word_is(word, "off") ? add_word(walk, word) : fail(walk, "wrong-form");
}

/* ---- moves ---- */

static const struct classic {
    const char *word;
    enum command_id id;
} classics[] = {
    { "propose", COMMAND_DRAW },  { "undo", COMMAND_UNDO },     { "accept", COMMAND_ACCEPT },
    { "reject", COMMAND_REJECT }, { "resign", COMMAND_RESIGN },
};

enum command_id moves_classic(struct word word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(classics); i++) {
        if (word_is(word, classics[i].word)) {
            return classics[i].id;
        }
    }
    return COMMAND_NONE;
}

static bool is_move_word(struct word word)
{
    return word_is(word, "pass") || moves_classic(word) != COMMAND_NONE;
}

bool moves_is_word(const char *text)
{
    struct line line;
    line_split(text, &line);
    return line.count == 1 && is_move_word(line_bare(&line, 0));
}

bool names_turn(const struct grammar_context *context, const char *text)
{
    return context->reads_as_turn != NULL && context->reads_as_turn(context->data, text);
}

/* True if every word is made of cells and signs, and the first begins with a cell. */
static bool all_cells(const char *text)
{
    struct line line;
    line_split(text, &line);
    for (size_t i = 0; i < line.count; i++) {
        if (!names_cells(line.word[i]) || (i == 0 && !names_cell_first(line.word[i]))) {
            return false;
        }
    }
    return line.count > 0;
}

char *moves_split_ply(const char *text, gboolean *has_ply, gint64 *ply)
{
    g_autofree char *trimmed = g_strstrip(g_strdup(text));
    struct line line;
    line_split(trimmed, &line);
    if (line.count == 0) {
        return g_strdup("");
    }
    struct word last = line_bare(&line, line.count - 1);
    size_t kept = names_ply(last, has_ply, ply);
    if (kept < last.length) {
        trimmed[last.start + kept - trimmed] = '\0';
    }
    return g_strdup(g_strchomp(trimmed));
}

bool moves_bare(const struct grammar_context *context, const char *text, bool strict)
{
    struct line line;
    line_split(text, &line);
    if (line.count == 0) {
        return false;
    }
    if ((line.count == 1 && is_move_word(line_bare(&line, 0))) || names_turn(context, text)) {
        return true;
    }
    return (context->reads_as_turn == NULL || !strict) && all_cells(text);
}

bool moves_read(const struct grammar_context *context, const char *text)
{
    gboolean has_ply = FALSE;
    gint64 ply = 0;
    g_autofree char *move = moves_split_ply(text, &has_ply, &ply);
    return moves_bare(context, move, false);
}
