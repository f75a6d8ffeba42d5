#include "language/vocabulary.h"

#include <string.h>

#include "base/config.h"
#include "base/error.h"
#include "base/log.h"
#include "base/plain.h"

static GHashTable *all_entries; /* words -> struct meaning; a `*` at the end of the words stays */
static GHashTable *all_days;    /* words -> GPtrArray of the parts of days that they may be */

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
                  .game = g_str_equal(word, "game") ? g_intern_string(rest) : NULL },
        .day = g_str_equal(word, "day") ? g_intern_string(rest) : NULL,
        .value = g_str_equal(word, "number") || g_str_equal(word, "letter") ? *word : '\0',
    };
    adds->kinds |= (adds->kinds & WORD_POLITE) != 0 ? WORD_COURTESY : 0;
    adds->kinds |= adds->side != '\0' ? WORD_SIDE : 0;
    adds->kinds |= (adds->kinds & WORD_MORE) != 0 ? WORD_KNOWN : 0;
    adds->kinds |= (adds->kinds & WORD_AGREES) != 0 ? WORD_YES : 0;
    adds->kinds |= (adds->kinds & WORD_ABOUT) != 0 ? WORD_TELLS : 0;
    return (adds->kinds | adds->cues | adds->agrees) != 0 || adds->answer != NULL ||
           adds->game != NULL || group->day != NULL || group->value != '\0';
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
    g_autofree char *name =
        g_strndup(entry, value != NULL ? (gsize)(value - entry) : strlen(entry));
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
    if (!g_file_get_contents(path, &text, &length, NULL) || length > VOCABULARY_FILE_MOST ||
        !g_utf8_validate(text, (gssize)length, NULL)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE,
                    "%s: cannot be read, is too long, or is not UTF-8", path);
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

bool vocabulary_load(const char *folder, GError **error)
{
    g_clear_pointer(&all_entries, g_hash_table_unref);
    g_clear_pointer(&all_days, g_hash_table_unref);
    all_entries = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    all_days =
        g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
    g_autoptr(GDir) files = g_dir_open(folder, 0, error);
    bool good = files != NULL;
    for (const char *name; good && (name = g_dir_read_name(files)) != NULL;) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        good = !g_str_has_suffix(name, ".lexicon") || read_file(path, error);
    }
    if (!good) {
        g_hash_table_remove_all(all_entries);
        g_hash_table_remove_all(all_days);
    }
    return good;
}

/* Reads the vocabulary if that has not been done. */
static void load_once(void)
{
    if (all_entries == NULL) {
        g_autoptr(GError) error = NULL;
        g_autofree char *templates = config_templates_beside_program();
        g_autofree char *folder = g_build_filename(templates, "language", NULL);
        if (!vocabulary_load(folder, &error)) {
            log_line("words of players are not understood: %s", error->message);
        }
    }
}

const struct meaning *vocabulary_find(const char *words)
{
    enum { STEM_LEAST = 3 };
    load_once();
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

const char *const *vocabulary_days(const char *words)
{
    load_once();
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
    load_once();
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
