#include "language/line.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"
#include "base/plain.h"
#include "base/random.h"

/* True for blanks and control characters; 0 does not occur inside a text. */
static bool parts_words(char c)
{
    return (unsigned char)c <= ' ' || c == 0x7f;
}

void line_read(const char *written, struct line *line)
{
    plain_read(written, -1, &line->plain);
    const char *at = line->plain.text, *end = at + strlen(at);
    while (end > at && parts_words(end[-1])) {
        end--;
    }
    line->count = 0;
    line->end = end;
    while (at < end && line->count < LINE_WORDS_MAX) {
        const char *start = at;
        while (at < end && !parts_words(*at)) {
            at++;
        }
        if (at > start) {
            line->word[line->count++] = (struct word){ start, (size_t)(at - start) };
        }
        at++;
    }
}

void line_clear(struct line *line)
{
    plain_clear(&line->plain);
}

char *line_rest(const struct line *line, size_t first)
{
    const char *start = first < line->count ? line->word[first].start : line->end;
    return g_utf8_make_valid(start, line->end - start);
}

char *line_written(const struct line *line, size_t first, size_t end)
{
    const char *start = first < line->count ? line->word[first].start : line->end;
    const char *stop = end < line->count ? line->word[end].start : line->end;
    return plain_written(&line->plain, start, (size_t)(stop - start));
}

char *line_masked(const struct line *line, size_t secret, size_t count, const char *mask)
{
    GString *shown = g_string_new(NULL);
    const char *at = line->word[0].start;
    for (size_t i = secret; i < secret + count; i++) {
        const struct word word = line->word[i];
        plain_append_written(shown, &line->plain, at, (size_t)(word.start - at));
        g_string_append(shown, mask);
        at = word.start + word.length;
    }
    plain_append_written(shown, &line->plain, at, (size_t)(line->end - at));
    return g_string_free(shown, FALSE);
}

/* The word without a full stop or `!` at its end. */
static struct word word_bare(struct word word)
{
    const bool ends = word.length > 1 && strchr(".!", word.start[word.length - 1]) != NULL;
    return (struct word){ word.start, word.length - (ends ? 1 : 0) };
}

struct word line_bare(const struct line *line, size_t index)
{
    return index + 1 == line->count ? word_bare(line->word[index]) : line->word[index];
}

char *word_copy(struct word word, size_t most)
{
    char *copy = g_utf8_make_valid(word.start, (gssize)word.length);
    plain_cut(copy, most);
    return copy;
}

/* True if `whole` begins with the word, without regard to case. */
static bool word_begins(struct word word, const char *whole)
{
    return g_ascii_strncasecmp(word.start, whole, word.length) == 0;
}

bool word_is(struct word word, const char *other)
{
    return word_begins(word, other) && other[word.length] == '\0';
}

gint64 word_number(struct word word)
{
    enum { DIGITS_MOST = 9 };
    const bool digits = word.length > 0 && word.length <= DIGITS_MOST &&
                        strspn(word.start, "0123456789") == word.length;
    return digits ? g_ascii_strtoll(word.start, NULL, 10) : -1;
}

int word_among(struct word word, const char *const *list)
{
    for (int i = 0; list[i] != NULL; i++) {
        if (word_is(word, list[i])) {
            return i;
        }
    }
    return -1;
}

struct word word_over(const char *text)
{
    return (struct word){ .start = text, .length = strlen(text) };
}

/* ---- what a word can be ---- */

enum { GAME_LETTERS_LEAST = 3, COMMAND_LETTERS_LEAST = 4 };

const char *names_game(const struct grammar_context *context, struct word word)
{
    const char *found = NULL;
    int count = 0;
    for (const char *const *game = context->games; *game != NULL; game++) {
        if (word_is(word, *game)) {
            return *game;
        }
        if (word.length >= GAME_LETTERS_LEAST && word_begins(word, *game)) {
            found = *game;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

bool names_in_full(struct word word, const struct command_row *row)
{
    return word_is(word, row->name) || word_among(word, row->aliases) >= 0;
}

const struct command_row *names_command(struct word word)
{
    const bool may_be_cut = word.length >= COMMAND_LETTERS_LEAST;
    const struct command_row *found = NULL;
    int count = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return row;
        }
        if (may_be_cut && row->forms[0] != NULL && word_begins(word, row->name)) {
            found = row->exact ? NULL : row;
            count++;
        }
    }
    return count == 1 ? found : NULL;
}

size_t names_cells(struct word word)
{
    static const char form[] = "^(?:[a-z]\\d\\d?(?!\\d)(?:[hvneswx](?!\\d))?[[:punct:] ]*+)++\\z";
    const GRegex *kept = pattern_of(form);
    size_t cells = 0;
    if (g_regex_match_full(kept, word.start, (gssize)word.length, 0, 0, NULL, NULL)) {
        for (size_t i = 1; i < word.length; i++) {
            cells += g_ascii_isdigit(word.start[i]) && g_ascii_isalpha(word.start[i - 1]) ? 1 : 0;
        }
    }
    return cells;
}

const char *names_player_fault(const struct grammar_context *context, struct word word)
{
    static const char allowed[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_-";
    if (word.length < 2 || word.length > GRAMMAR_NAME_MAX || !g_ascii_isalpha(*word.start) ||
        strspn(word.start, allowed) < word.length) {
        return "name-form";
    }
    /* A whole word of the language, or a cell. */
    const struct command_row *row = names_command(word);
    const bool reserved = (row != NULL && names_in_full(word, row)) || word_is(word, "me") ||
                          word_among(word, grammar_topics) >= 0 ||
                          word_among(word, context->games) >= 0 || names_cells(word) > 0;
    return reserved ? "name-taken-word" : NULL;
}

bool names_ply(struct word *word, gint64 *ply)
{
    const char *sign = memrchr(word->start, '#', word->length);
    if (sign == NULL) {
        return false;
    }
    const size_t before = (size_t)(sign - word->start);
    const bool negative = before + 1 < word->length && sign[1] == '-';
    const size_t taken = before + (negative ? 2 : 1);
    const gint64 number = word_number((struct word){ word->start + taken, word->length - taken });
    word->length = number >= 0 ? before : word->length;
    *ply = negative ? -number : number;
    return number >= 0;
}

bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply)
{
    if (word.length > 0 && word.start[0] == '#') {
        word.start++;
        word.length--;
    }
    if (ply != NULL) {
        *has_ply = names_ply(&word, ply);
    }
    *board = word_number(word);
    return *board > 0;
}

const char *grammar_name_fault(const struct grammar_context *context, const char *name)
{
    static const char former[] = "former-"; /* how players who have left are shown */
    return g_ascii_strncasecmp(name, former, strlen(former)) == 0
               ? "name-taken-word"
               : names_player_fault(context, word_over(name));
}

/* ---- moves ---- */

enum command_id moves_word(const char *text)
{
    static const char *const classic[] = { "propose", "undo", "accept", "reject", "resign", NULL };
    const struct word word = word_bare(word_over(text));
    if (word_is(word, "pass")) {
        return COMMAND_MOVE;
    }
    const struct command_row *row = word_among(word, classic) >= 0 ? names_command(word) : NULL;
    return row != NULL ? row->id : COMMAND_NONE;
}

bool names_turn(const struct grammar_context *context, const char *text)
{
    return context->reads_as_turn != NULL && context->reads_as_turn(context->data, text);
}

/* ---- the words of people, as data ---- */

static GHashTable *all_entries; /* words -> struct meaning; a `*` at the end of the words stays */
static GHashTable *all_days;    /* words -> GPtrArray of the parts of days that they may be */
static GPtrArray *all_tongues;  /* the tags of the languages (char *), sorted, by their bits */

/* The groups that say what a word is, in the order of enum word_kind. */
static const char *const kind_groups[] = {
    "known", "courtesy", "greeting", "closing", "plea",  "yes",     "agrees",   "no",
    "not",   "if",       "tells",    "about",   "back",  "asks",    "asks-for", "wants",
    "more",  "you",      "to",       "takes",   "joins", "barrier", "lead",     "name",
    "with",  "secret",   "house",    "board",   NULL,
};

char *vocabulary_fold(const char *words)
{
    static const char accents[] = "\\xCC[\\x80-\\xBF]|\\xCD[\\x80-\\xAF]"; /* U+0300 to U+036F */
    g_autofree char *lower = g_utf8_strdown(words, -1);
    g_autofree char *parted = g_utf8_normalize(lower, -1, G_NORMALIZE_NFD);
    return g_regex_replace_literal(pattern_kept(accents, G_REGEX_RAW),
                                   parted != NULL ? parted : lower, -1, 0, "", 0, NULL);
}

/* The group that is being read. */
struct group {
    struct meaning adds; /* to what its entries mean */
    const char *day;     /* the part of a day that they are; NULL: none */
    char value;          /* of its entries: 'n' a number, 'l' a letter; NUL: none */
};

/* Reads the name of a group: "known", "cue draw", "number loosely". False if there is no such
 * group. */
static bool read_group(const char *name, struct group *group)
{
    g_auto(GStrv) words = g_strsplit(name, " ", 2);
    const char *word = words[0] != NULL ? words[0] : "", *rest = *word != '\0' ? words[1] : NULL;
    const int kind = rest == NULL ? word_among(word_over(name), kind_groups) : -1;
    struct meaning *adds = &group->adds;
    guint64 command = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        command |= g_strcmp0(row->name, rest) == 0 ? command_bit(row->id) : 0;
    }
    *group = (struct group){
        .adds = { .kinds = kind >= 0 ? 1U << kind : 0,
                  .side = g_str_equal(word, "side") && rest != NULL ? *rest : '\0',
                  .loosely = g_strcmp0(rest, "loosely") == 0,
                  .cues = g_str_equal(word, "cue") ? command : 0,
                  .agrees = g_str_equal(word, "yes") ? command : 0,
                  .answer = g_str_equal(word, "answer") ? g_intern_string(rest) : NULL,
                  .game = g_str_equal(word, "game") ? g_intern_string(rest) : NULL,
                  .language = g_str_equal(word, "language") ? g_intern_string(rest) : NULL },
        .day = g_str_equal(word, "day") ? g_intern_string(rest) : NULL,
        .value = g_str_equal(word, "number") || g_str_equal(word, "letter") ? *word : '\0',
    };
    adds->kinds |= (adds->kinds & WORD_POLITE) != 0 ? WORD_COURTESY : 0;
    adds->kinds |= adds->side != '\0' ? WORD_SIDE : 0;
    adds->kinds |= (adds->kinds & WORD_MORE) != 0 ? WORD_KNOWN : 0;
    adds->kinds |= (adds->kinds & WORD_AGREES) != 0 ? WORD_YES : 0;
    adds->kinds |= (adds->kinds & WORD_ABOUT) != 0 ? WORD_TELLS : 0;
    return (adds->kinds | adds->cues | adds->agrees) != 0 || adds->answer != NULL ||
           adds->game != NULL || adds->language != NULL || group->day != NULL ||
           group->value != '\0';
}

/* Adds words that are a part of a day; of names their short forms, too. */
static void add_day(const char *words, const char *part)
{
    const bool name = g_str_has_prefix(part, "month-") || g_str_has_prefix(part, "weekday-");
    const size_t length = strlen(words);
    for (size_t cut = name ? MIN(length, VOCABULARY_DAY_LEAST) : length; cut <= length; cut++) {
        g_autofree char *key = g_strndup(words, cut);
        GPtrArray *parts = g_hash_table_lookup(all_days, key);
        if (parts == NULL) {
            parts = g_ptr_array_new_null_terminated(1, NULL, TRUE);
            g_hash_table_insert(all_days, g_steal_pointer(&key), parts);
        }
        g_ptr_array_add(parts, (char *)part);
    }
}

/* Adds an entry of a group. False if it is not well formed. */
static bool add_entry(const struct group *group, const char *entry)
{
    const char *value = strchr(entry, '=');
    g_autofree char *name = g_strndup(entry, strcspn(entry, "="));
    g_autofree char *words = g_strdelimit(vocabulary_fold(name), "_", ' ');
    struct meaning *meaning = g_hash_table_lookup(all_entries, words);
    if ((value != NULL) != (group->value != '\0') || *words == '\0') {
        return false;
    }
    if (group->day != NULL) {
        add_day(words, group->day);
        return true;
    }
    if (meaning == NULL) {
        meaning = g_new0(struct meaning, 1);
        g_hash_table_insert(all_entries, g_steal_pointer(&words), meaning);
    }
    const struct meaning *adds = &group->adds;
    meaning->kinds |= adds->kinds;
    meaning->cues |= adds->cues;
    meaning->agrees |= adds->agrees;
    meaning->loosely |= adds->loosely;
    meaning->answer = adds->answer != NULL ? adds->answer : meaning->answer;
    meaning->game = adds->game != NULL ? adds->game : meaning->game;
    meaning->language = adds->language != NULL ? adds->language : meaning->language;
    meaning->tongues |= all_tongues->len > 0 ? 1U << (all_tongues->len - 1) : 0;
    const char *behind = value != NULL ? value + 1 : "";
    meaning->number =
        group->value == 'n' ? (int)g_ascii_strtoll(behind, NULL, 10) : meaning->number;
    meaning->letter = group->value == 'l' ? *behind : meaning->letter;
    meaning->side = adds->side != '\0' ? adds->side : meaning->side;
    return true;
}

static bool read_file(const char *path, GError **error)
{
    g_autofree char *text = NULL;
    gsize length = 0;
    if (!g_file_get_contents(path, &text, &length, error)) {
        return false;
    }
    if (length > VOCABULARY_FILE_MOST || !g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s: is too long, or is not UTF-8",
                    path);
        return false;
    }
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    struct group group = { 0 };
    for (int i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        const size_t end = strlen(line);
        bool good = true;
        if (*line == '[') {
            good = line[end - 1] == ']';
            line[end - 1] = '\0';
            good = good && read_group(line + 1, &group);
        } else if (*line != '\0' && *line != '#') {
            g_auto(GStrv) entries = g_strsplit(line, " ", -1);
            for (char **entry = entries; *entry != NULL && good; entry++) {
                good = **entry == '\0' || add_entry(&group, *entry);
            }
        }
        if (!good) {
            g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE,
                        "%s:%d: no group, or an entry that does not fit it", path, i + 1);
            return false;
        }
    }
    return true;
}

/* Reads the files of a language. */
static bool read_language(const char *folder, const char *tag, GError **error)
{
    g_autofree char *path = g_build_filename(folder, tag, NULL);
    g_autoptr(GError) fault = NULL;
    g_autoptr(GDir) files = g_dir_open(path, 0, &fault);
    bool good = files != NULL || g_error_matches(fault, G_FILE_ERROR, G_FILE_ERROR_NOTDIR);
    for (const char *name; files != NULL && good && (name = g_dir_read_name(files)) != NULL;) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        good = !g_str_has_suffix(name, ".lexicon") || read_file(file, error);
    }
    if (files == NULL && !good) {
        g_propagate_error(error, g_steal_pointer(&fault));
    }
    return good;
}

bool vocabulary_load(const char *folder, GError **error)
{
    g_clear_pointer(&all_entries, g_hash_table_unref);
    g_clear_pointer(&all_days, g_hash_table_unref);
    g_clear_pointer(&all_tongues, g_ptr_array_unref);
    all_entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    all_tongues = g_ptr_array_new_with_free_func(g_free);
    all_days =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GDir) languages = g_dir_open(folder, 0, error);
    bool good = languages != NULL;
    g_autoptr(GPtrArray) tags = g_ptr_array_new_with_free_func(g_free);
    for (const char *tag; good && (tag = g_dir_read_name(languages)) != NULL;) {
        g_ptr_array_add(tags, g_strdup(tag));
    }
    g_ptr_array_sort(tags, plain_compare);
    for (guint i = 0; good && i < tags->len; i++) {
        g_ptr_array_add(all_tongues, g_strdup(tags->pdata[i]));
        good = read_language(folder, tags->pdata[i], error);
    }
    if (!good) {
        g_hash_table_remove_all(all_entries);
        g_hash_table_remove_all(all_days);
    }
    return good;
}

bool vocabulary_ready(GError **error)
{
    if (all_entries != NULL && g_hash_table_size(all_entries) > 0) {
        return true;
    }
    g_autofree char *templates = config_templates_beside_program();
    return vocabulary_load(templates, error);
}

const struct meaning *vocabulary_find(const char *words)
{
    enum { STEM_LEAST = 3 };
    vocabulary_ready(NULL);
    const struct meaning *meaning = g_hash_table_lookup(all_entries, words);
    if (meaning != NULL || strpbrk(words, " +") != NULL) {
        return meaning;
    }
    /* "annul*" */
    g_autoptr(GString) stem = g_string_new(words);
    while (meaning == NULL && stem->len >= STEM_LEAST) {
        g_string_append_c(stem, '*');
        meaning = g_hash_table_lookup(all_entries, stem->str);
        g_string_truncate(stem, stem->len - 2);
    }
    return meaning;
}

const char *vocabulary_language(const char *word)
{
    const struct meaning *meaning = vocabulary_of(word_over(word));
    if (meaning != NULL && meaning->language != NULL) {
        return meaning->language;
    }
    GHashTableIter iter;
    gpointer value;
    g_hash_table_iter_init(&iter, all_entries);
    while (g_hash_table_iter_next(&iter, NULL, &value)) {
        const char *tag = ((const struct meaning *)value)->language;
        if (tag != NULL && g_ascii_strcasecmp(tag, word) == 0) {
            return tag;
        }
    }
    return NULL;
}

char *vocabulary_languages(void)
{
    vocabulary_ready(NULL);
    GString *tags = g_string_new(NULL);
    for (guint i = 0; i < all_tongues->len; i++) {
        const char *tag = vocabulary_language(all_tongues->pdata[i]);
        if (tag != NULL) {
            g_string_append_printf(tags, "%s%s", tags->len > 0 ? "|" : "", tag);
        }
    }
    return g_string_free(tags, false);
}

const char *vocabulary_guess(const char *text)
{
    enum { WORDS_LEAST = 2 };
    vocabulary_ready(NULL);
    g_autofree char *folded = vocabulary_fold(text);
    g_auto(GStrv) words = g_strsplit_set(folded, " \t\n.,;:!?()\"'", -1);
    g_autofree guint *counts = g_new0(guint, all_tongues->len + 1);
    guint best = all_tongues->len;
    for (char **word = words; *word != NULL; word++) {
        const struct meaning *meaning = g_hash_table_lookup(all_entries, *word);
        /* Only a word of one language tells which it is. */
        if (meaning != NULL && (meaning->tongues & (meaning->tongues - 1)) == 0) {
            const guint at = (guint)g_bit_nth_lsf(meaning->tongues, -1);
            counts[at]++;
            best = counts[at] > counts[best] ? at : best;
        }
    }
    return counts[best] >= WORDS_LEAST ? vocabulary_language(all_tongues->pdata[best]) : NULL;
}

const char *const *vocabulary_days(const char *words)
{
    vocabulary_ready(NULL);
    const GPtrArray *parts = g_hash_table_lookup(all_days, words);
    return parts != NULL ? (const char *const *)parts->pdata : NULL;
}

const struct meaning *vocabulary_of(struct word word)
{
    g_autofree char *copy = word_copy(word, SLIPS_LONGEST);
    g_autofree char *lower = vocabulary_fold(copy);
    return vocabulary_find(lower);
}

const struct meaning *vocabulary_near(const char *word)
{
    enum { LETTERS_LEAST = 6 };
    vocabulary_ready(NULL);
    const struct meaning *meaning = NULL;
    const size_t letters = strlen(word);
    if (letters < LETTERS_LEAST || letters > SLIPS_LONGEST) {
        return NULL;
    }
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, all_entries);
    while (meaning == NULL && g_hash_table_iter_next(&iter, &key, &value)) {
        const char *entry = key;
        const size_t length = strlen(entry);
        const bool alike = entry[0] == word[0] && length + 1 >= letters && length <= letters + 1 &&
                           length >= LETTERS_LEAST && strchr(entry, ' ') == NULL;
        meaning = alike && slips_between(word, letters, entry) == 1 ? value : NULL;
    }
    return meaning;
}

/* ---- the rows of commands.list, and what is read by them ---- */

/* A list of strings that exists as long as the program. */
#define LIST(...) ((const char *const[]){ __VA_ARGS__, NULL })

const struct command_row grammar[] = {
#define COMMAND(ID, HANDLER, BUDGET, PLACE, ...) OLD_FORM(ID, __VA_ARGS__)
#define OLD_FORM(ID, ...) { .id = COMMAND_##ID, __VA_ARGS__ },
#include "commands.list"
    { .id = COMMAND_NONE },
};

const char *const grammar_topics[] = { "tutorial",    "accounts", "playing",  "plan",   "finding",
                                       "tournaments", "programs", "options",  "clocks", "watching",
                                       "boards",      "privacy",  "commands", NULL };

const struct command_row *grammar_row(enum command_id id)
{
    return id != COMMAND_NONE ? &grammar[id - 1] : NULL;
}

void command_free(struct command *command)
{
    if (command == NULL) {
        return;
    }
    g_free(command->line);
    g_free(command->game);
    g_free(command->name);
    secret_free(command->password);
    secret_free(command->new_password);
    g_free(command->text);
    g_strfreev(command->words);
    g_strfreev(command->options);
    g_free(command);
}

void command_refusal_clear(struct command_refusal *refusal)
{
    g_free(refusal->word);
    g_free(refusal->suggestion);
    g_free(refusal->below);
    g_free(refusal->line);
    *refusal = (struct command_refusal){ 0 };
}
