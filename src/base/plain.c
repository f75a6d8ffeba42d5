#include "base/plain.h"

#include <glib.h>
#include <stdbool.h>
#include <string.h>

enum { PLAIN_NOTHING = 0 };

/* Ranges of characters and what each becomes, in order. */
static const struct {
    gunichar first, last;
    gunichar plain;
} folds[] = {
    { 0x0009, 0x0009, ' ' },
    { 0x00A0, 0x00A0, ' ' },
    { 0x00AD, 0x00AD, PLAIN_NOTHING }, /* soft hyphen */
    { 0x00D7, 0x00D7, 'x' },           /* a sign for "times" */
    { 0x02D7, 0x02D7, '-' },           /* a small minus */
    { 0x034F, 0x034F, PLAIN_NOTHING }, /* joins marks */
    { 0x05BE, 0x05BE, '-' },           /* of Hebrew */
    { 0x061C, 0x061C, PLAIN_NOTHING }, /* direction */
    { 0x115F, 0x1160, PLAIN_NOTHING }, /* stands for a missing letter of Korean */
    { 0x1680, 0x1680, ' ' },
    { 0x1806, 0x1806, '-' }, /* of Mongolian */
    { 0x180B, 0x180F, PLAIN_NOTHING },
    { 0x2000, 0x200A, ' ' },
    { 0x200B, 0x200F, PLAIN_NOTHING },
    { 0x2010, 0x2015, '-' },
    { 0x2018, 0x201B, '\'' },
    { 0x201C, 0x201F, '"' },
    { 0x202A, 0x202E, PLAIN_NOTHING },
    { 0x202F, 0x202F, ' ' },
    { 0x2032, 0x2032, '\'' },
    { 0x2033, 0x2033, '"' },
    { 0x2043, 0x2043, '-' },
    { 0x205F, 0x205F, ' ' },
    { 0x2060, 0x206F, PLAIN_NOTHING },
    { 0x2212, 0x2212, '-' },
    { 0x2796, 0x2796, '-' },
    { 0x2E3A, 0x2E3B, '-' }, /* as long as two and three */
    { 0x3000, 0x3000, ' ' },
    { 0x3164, 0x3164, PLAIN_NOTHING },
    { 0xFE00, 0xFE0F, PLAIN_NOTHING }, /* how the character before is drawn */
    { 0xFE58, 0xFE58, '-' },
    { 0xFE63, 0xFE63, '-' },
    { 0xFEFF, 0xFEFF, PLAIN_NOTHING },
    { 0xFFA0, 0xFFA0, PLAIN_NOTHING },
    { 0xE0000, 0xE0FFF, PLAIN_NOTHING }, /* tags, and how the character before is drawn */
};

/* Letters of other alphabets that look like an ASCII one, in order: somebody who types on two
 * keyboards does not see which letter they typed. */
static const struct {
    gunichar letter;
    char twin;
} twins[] = {
    { 0x0391, 'A' }, { 0x0392, 'B' }, { 0x0395, 'E' }, { 0x0397, 'H' }, { 0x0399, 'I' },
    { 0x039A, 'K' }, { 0x039C, 'M' }, { 0x039D, 'N' }, { 0x039F, 'O' }, { 0x03A1, 'P' },
    { 0x03BF, 'o' }, { 0x0406, 'I' }, { 0x0408, 'J' }, { 0x0410, 'A' }, { 0x0412, 'B' },
    { 0x0415, 'E' }, { 0x041A, 'K' }, { 0x041C, 'M' }, { 0x041D, 'H' }, { 0x041E, 'O' },
    { 0x0420, 'P' }, { 0x0421, 'C' }, { 0x0430, 'a' }, { 0x0435, 'e' }, { 0x043A, 'k' },
    { 0x043C, 'm' }, { 0x043E, 'o' }, { 0x0440, 'p' }, { 0x0441, 'c' }, { 0x0456, 'i' },
    { 0x0458, 'j' },
};

enum { EM_DASH = 0x2014 };

/* Characters that mean something else only after a cell, in order. */
static const struct {
    gunichar character;
    const char *plain;
} behind_cells[] = {
    { 0x2192, "->" }, { 0x21A6, "->" }, { 0x21D2, "->" }, { 0x21E8, "->" }, { 0x2794, "->" },
    { 0x2799, "->" }, { 0x279C, "->" }, { 0x279D, "->" }, { 0x279E, "->" }, { 0x27A1, "->" },
    { 0x27A4, "->" }, { 0x27F6, "->" }, { 0x2B95, "->" }, { 0x3001, "," },  { 0x3002, "." },
    { 0x301C, "-" },  { 0x30FC, "-" }, /* a long vowel; on Japanese keyboards the dash */
};

enum { FULL_WIDTH_FIRST = 0xFF01, FULL_WIDTH_LAST = 0xFF5E };

/* True if a program may break the line there (Unicode annex 14, mandatory breaks). */
static bool plain_ends_line(gunichar character)
{
    return (character >= '\n' && character <= '\r') || character == 0x85 || character == 0x2028 ||
           character == 0x2029;
}

char *plain_one_line(const char *text)
{
    g_autoptr(GString) line = g_string_sized_new(strlen(text));
    for (const char *c = text; *c != '\0'; c = g_utf8_next_char(c)) {
        gunichar character = g_utf8_get_char(c);
        bool blank = plain_ends_line(character) || g_unichar_iscntrl(character);
        g_string_append_unichar(line, blank ? ' ' : character);
    }
    return g_strdup(g_strstrip(line->str));
}

int plain_compare(gconstpointer one, gconstpointer other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

void plain_cut(char *text, size_t most)
{
    if (strlen(text) > most) {
        text[grapheme_fit(text, most)] = '\0';
    }
}

/* The end of a piece that is composed at once: between two graphemes, unless one is longer
 * than any that people write. */
static const char *piece_end(const char *at, const char *end)
{
    enum { PIECE_MOST = 256 };
    if (end - at <= PIECE_MOST) {
        return end;
    }
    const char *most = g_utf8_find_prev_char(at, at + PIECE_MOST + 1), *behind = at;
    for (size_t next; behind + (next = grapheme_first(behind, most, NULL)) < most;) {
        behind += next;
    }
    return behind > at ? behind : most;
}

char *plain_composed(const char *text)
{
    const char *end = text + strlen(text);
    GString *composed = g_string_sized_new((gsize)(end - text));
    while (text < end) {
        const char *behind = piece_end(text, end);
        g_autofree char *piece = g_utf8_normalize(text, behind - text, G_NORMALIZE_NFC);
        g_string_append(composed, piece);
        text = behind;
    }
    return g_string_free(composed, FALSE);
}

/* The plain character for a character; 0: it is left out. Line ends become blanks. */
static gunichar plain_character(gunichar character)
{
    if (plain_ends_line(character)) {
        return ' ';
    }
    if (character >= FULL_WIDTH_FIRST && character <= FULL_WIDTH_LAST) {
        return character - FULL_WIDTH_FIRST + '!';
    }
    if (g_unichar_isdigit(character)) {
        return (gunichar)('0' + g_unichar_digit_value(character));
    }
    for (size_t i = 0; i < G_N_ELEMENTS(folds) && folds[i].first <= character; i++) {
        if (character <= folds[i].last) {
            return folds[i].plain;
        }
    }
    return character;
}

/* True if the dash begins a word: phones make one long dash of the two before an option. Not
 * for a dash between words or squares. */
static bool is_option_dash(const char *dash, const char *end, const GString *before)
{
    const char *word = g_utf8_next_char(dash);
    bool begins = before->len == 0 || before->str[before->len - 1] == ' ';
    bool cell = word + 1 < end && g_ascii_isdigit(word[1]);
    return g_utf8_get_char(dash) == EM_DASH && begins && word < end && g_ascii_isalpha(*word) &&
           !cell;
}

/* What the character means after a cell; NULL: the same as elsewhere. */
static const char *behind_cell(gunichar character)
{
    for (size_t i = 0; i < G_N_ELEMENTS(behind_cells); i++) {
        if (behind_cells[i].character == character) {
            return behind_cells[i].plain;
        }
    }
    return NULL;
}

/* True if a digit follows the character at `at`, with nothing but invisible characters between
 * them. */
static bool precedes_digit(const char *at, const char *end)
{
    gunichar next = PLAIN_NOTHING;
    for (at = g_utf8_next_char(at); at < end && next == PLAIN_NOTHING; at = g_utf8_next_char(at)) {
        next = plain_character(g_utf8_get_char(at));
    }
    return g_unichar_isdigit(next);
}

static gunichar twin_of(gunichar letter)
{
    for (size_t i = 0; i < G_N_ELEMENTS(twins); i++) {
        if (twins[i].letter == letter) {
            return (gunichar)twins[i].twin;
        }
    }
    return letter;
}

/* The plain letter for a framed, circled or flag letter, which Unicode's normal forms leave as it
 * is, or for a tag letter, which no screen shows. Any other character comes back unchanged. */
static gunichar unframed(gunichar character)
{
    static const struct {
        gunichar first, last, plain;
    } framed[] = {
        { 0x1F150, 0x1F169, 'a' },
        { 0x1F170, 0x1F189, 'a' },
        { 0x1F1E6, 0x1F1FF, 'a' },
        { 0xE0020, 0xE007E, ' ' },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(framed); i++) {
        if (character >= framed[i].first && character <= framed[i].last) {
            return character - framed[i].first + framed[i].plain;
        }
    }
    return character;
}

char plain_letter(gunichar character)
{
    gunichar parts[G_UNICHAR_MAX_DECOMPOSITION_LENGTH];
    const gsize count = g_unichar_fully_decompose(unframed(character), TRUE, parts,
                                                  G_UNICHAR_MAX_DECOMPOSITION_LENGTH);
    for (gsize i = 0; i < count; i++) {
        const gunichar plain = twin_of(plain_character(parts[i]));
        if (plain < 0x80 && g_ascii_isalnum((char)plain)) {
            return g_ascii_tolower((char)plain);
        }
    }
    return 0;
}

/* The ASCII letter for a letter of another alphabet in the name of a cell: alone before a
 * digit. Else `character` itself. */
static gunichar cell_letter(gunichar character, const char *at, const char *end,
                            const GString *before)
{
    gunichar twin = twin_of(character);
    const char *last = before->len > 0 ? g_utf8_prev_char(before->str + before->len) : NULL;
    bool alone = last == NULL || !g_unichar_isalpha(g_utf8_get_char(last));
    return twin != character && alone && precedes_digit(at, end) ? twin : character;
}

/* True if a digit is before it, as at the end of a cell's name. */
static bool follows_cell(const GString *before)
{
    gsize length = before->len;
    while (length > 0 && before->str[length - 1] == ' ') {
        length--;
    }
    return length > 0 && g_ascii_isdigit(before->str[length - 1]);
}

/* Appends the plain form of the character at `at`. */
static void append_plain(GString *plain, const char *at, const char *end)
{
    gunichar character = g_utf8_get_char(at);
    const char *meant = behind_cell(character);
    if (meant != NULL && follows_cell(plain)) {
        g_string_append(plain, meant);
        return;
    }
    gunichar folded = cell_letter(plain_character(character), at, end, plain);
    if (is_option_dash(at, end, plain)) {
        g_string_append_c(plain, '-');
    }
    if (folded != PLAIN_NOTHING) {
        g_string_append_unichar(plain, folded);
    }
}

/* How many bytes at the beginning need no change. */
static size_t visible_ascii(const char *text, const char *end)
{
    size_t length = 0;
    while (text + length < end && text[length] >= ' ' && text[length] <= '~') {
        length++;
    }
    return length;
}

/* The plain text. Puts the origin of each of its bytes into `origins` (NULL: not wanted). */
static char *fold(const char *text, const char *end, GArray *origins)
{
    GString *plain = g_string_sized_new((gsize)(end - text));
    const char *from = text; /* where the character begins that is added next */
    for (const char *c = text; c < end;) {
        const size_t ascii = visible_ascii(c, end);
        const gsize before = plain->len;
        const char *next = ascii > 0 ? c + ascii : g_utf8_next_char(c);
        if (ascii > 0) {
            g_string_append_len(plain, c, (gssize)ascii);
        } else {
            append_plain(plain, c, end);
        }
        for (gsize i = before; origins != NULL && i < plain->len; i++) {
            const gsize at = (gsize)(i == before ? from - text : c - text);
            const gsize origin = ascii > 0 && i > before ? at + (i - before) : at;
            g_array_append_val(origins, origin);
        }
        const bool vanishes = plain->len == before;
        const bool waits = plain->len == 0 || plain->str[plain->len - 1] == ' ';
        from = vanishes && waits ? from : next;
        c = next;
    }
    return g_string_free(plain, FALSE);
}

char *plain_text(const char *text, gssize length)
{
    return fold(text, text + (length < 0 ? strlen(text) : (size_t)length), NULL);
}

void plain_read(const char *text, gssize length, struct plain *plain)
{
    *plain = (struct plain){ .written = g_utf8_make_valid(text, length) };
    const size_t bytes = strlen(plain->written);
    const char *end = plain->written + bytes;
    if (visible_ascii(plain->written, end) == bytes) {
        plain->text = g_strdup(plain->written);
        return;
    }
    GArray *origins = g_array_sized_new(FALSE, FALSE, sizeof(gsize), (guint)bytes + 1);
    plain->text = fold(plain->written, end, origins);
    g_array_append_val(origins, bytes);
    plain->origin = (gsize *)(gpointer)g_array_free(origins, FALSE);
}

void plain_clear(struct plain *plain)
{
    g_clear_pointer(&plain->written, g_free);
    g_clear_pointer(&plain->text, g_free);
    g_clear_pointer(&plain->origin, g_free);
}

void plain_append_written(GString *out, const struct plain *plain, const char *start, size_t length)
{
    gsize begin = (gsize)(start - plain->text), end = begin + length;
    if (plain->origin != NULL) {
        begin = plain->origin[begin];
        end = plain->origin[end];
    }
    g_string_append_len(out, plain->written + begin, (gssize)(end - begin));
}

char *plain_written(const struct plain *plain, const char *start, size_t length)
{
    GString *out = g_string_sized_new(length);
    plain_append_written(out, plain, start, length);
    return g_string_free(out, FALSE);
}

/* ---- signs of direction ---- */

enum { OVERRIDE_LEFTWARDS = 0x202E };

static bool is_between(gunichar character, gunichar first, gunichar last)
{
    return character >= first && character <= last;
}

/* True for a letter of Hebrew, Arabic or a script beside them. */
static bool runs_leftwards(gunichar character)
{
    return g_unichar_isalpha(character) &&
           (is_between(character, 0x0590, 0x08FF) || is_between(character, 0xFB1D, 0xFDFF) ||
            is_between(character, 0xFE70, 0xFEFC) || is_between(character, 0x10800, 0x10FFF) ||
            is_between(character, 0x1E800, 0x1EFFF));
}

/* True for a sign that says in which direction the following text runs. */
static bool is_sign(gunichar character)
{
    return character == 0x061C || character == 0x200E || character == 0x200F ||
           is_between(character, 0x202A, 0x202E) || is_between(character, 0x2066, 0x2069);
}

/* True for a sign that may turn the text behind or around it. */
static bool is_leftwards(gunichar character)
{
    return character == 0x061C || character == 0x200F || character == 0x202B ||
           character == 0x2067 || character == 0x2068;
}

const char *direction_turn(const char *line, size_t length)
{
    const char *first = NULL;
    bool leftwards = false, seen = false, waiting = false, within = false, turned = false;
    size_t ascii = 0;
    while (ascii < length && (unsigned char)line[ascii] < 0x80) {
        ascii++;
    }
    if (ascii == length) {
        return NULL; /* as most lines, it has no such sign */
    }
    for (const char *at = line; at < line + length; at = g_utf8_next_char(at)) {
        const gunichar character = g_utf8_get_char(at);
        const gunichar plain = plain_character(character);
        first = first == NULL && is_sign(character) ? at : first;
        turned |= character == OVERRIDE_LEFTWARDS;
        leftwards |= is_leftwards(character);
        waiting |= seen && is_sign(character);
        if (plain != 0 && plain != ' ') {
            within |= waiting; /* a sign stands between what is seen */
            seen = true;
        }
        if (runs_leftwards(character)) {
            return NULL;
        }
    }
    return turned || (leftwards && within) ? first : NULL;
}

/* ---- what a reader sees as one character ---- */

enum {
    ZERO_WIDTH_NON_JOINER = 0x200C,
    ZERO_WIDTH_JOINER = 0x200D,
    EMOJI_STYLE = 0xFE0F, /* the character before is drawn as a picture */
    TONE_FIRST = 0x1F3FB, /* of skin */
    TONE_LAST = 0x1F3FF,
    TAG_FIRST = 0xE0020, /* letters of flags of regions */
    TAG_LAST = 0xE007F,
    REGION_FIRST = 0x1F1E6, /* two of these are a flag */
    REGION_LAST = 0x1F1FF,
    VIRAMA_CLASS = 9, /* the sign that joins two consonants of an Indic script */
    PICTURE_COLUMNS = 2,
    UNKNOWN_CHARACTER = 0xFFFD,
};

static bool is_region(gunichar character)
{
    return is_between(character, REGION_FIRST, REGION_LAST);
}

/* True if the character is drawn on or into the one before it. */
static bool extends(gunichar character)
{
    return g_unichar_ismark(character) || character == ZERO_WIDTH_NON_JOINER ||
           character == ZERO_WIDTH_JOINER || is_between(character, TONE_FIRST, TONE_LAST) ||
           is_between(character, TAG_FIRST, TAG_LAST) ||
           (g_unichar_isalpha(character) && g_unichar_iszerowidth(character)); /* of Korean */
}

/* True if a character that could stand alone belongs to the one before it. */
static bool is_joined(gunichar before, gunichar character)
{
    if (before == ZERO_WIDTH_JOINER) {
        return g_unichar_type(character) == G_UNICODE_OTHER_SYMBOL || g_unichar_isalpha(character);
    }
    return g_unichar_combining_class(before) == VIRAMA_CLASS && g_unichar_isalpha(character);
}

static size_t columns_of(gunichar character)
{
    return g_unichar_iszerowidth(character) ? 0 : g_unichar_iswide(character) ? 2 : 1;
}

/* The character at `at`; *next is where the following one begins. Bytes that are not UTF-8 are
 * one unknown character, together with any bytes that can only continue a character. */
static gunichar read_character(const char *at, const char *end, const char **next)
{
    gunichar character = g_utf8_get_char_validated(at, end - at);
    bool known = character < (gunichar)-2;
    const char *behind = known ? g_utf8_next_char(at) : at + 1;
    while (!known && behind < end && ((unsigned char)*behind & 0xC0) == 0x80) {
        behind++;
    }
    *next = behind;
    return known ? character : UNKNOWN_CHARACTER;
}

static bool is_ascii(const char *at, const char *end)
{
    return at == end || (unsigned char)*at < 0x80;
}

size_t grapheme_first(const char *text, const char *end, size_t *columns)
{
    size_t ignored;
    size_t *width = columns != NULL ? columns : &ignored;
    *width = text < end;
    if (text == end || (is_ascii(text, end) && is_ascii(text + 1, end))) {
        return text < end;
    }
    const char *at;
    gunichar before = read_character(text, end, &at);
    bool picture = g_unichar_iswide(before) && !g_unichar_isalpha(before);
    bool region = is_region(before);
    *width = columns_of(before);
    while (!is_ascii(at, end)) {
        const char *behind;
        gunichar next = read_character(at, end, &behind);
        if (!extends(next) && !is_joined(before, next) && !(region && is_region(next))) {
            break;
        }
        *width += columns_of(next);
        picture |= next == EMOJI_STYLE;
        region = false;
        before = next;
        at = behind;
    }
    *width = picture ? PICTURE_COLUMNS : *width;
    return (size_t)(at - text);
}

size_t grapheme_columns(const char *text)
{
    const char *const end = text + strlen(text);
    size_t columns = 0;
    for (size_t bytes, width; (bytes = grapheme_first(text, end, &width)) > 0; text += bytes) {
        columns += width;
    }
    return columns;
}

size_t grapheme_fit(const char *text, size_t most)
{
    const char *end = text + strlen(text);
    size_t fits = 0;
    for (size_t next; (next = grapheme_first(text + fits, end, NULL)) > 0; fits += next) {
        if (fits + next > most) {
            break;
        }
    }
    bool first = fits == 0 && (size_t)(end - text) > most;
    return first ? (size_t)(g_utf8_find_prev_char(text, text + most + 1) - text) : fits;
}

/* ---- regular expressions, compiled once ---- */

const GRegex *pattern_kept(const char *pattern, GRegexCompileFlags how)
{
    static GHashTable *all;
    if (all == NULL) {
        all = g_hash_table_new(g_str_hash, g_str_equal);
    }
    GRegex *regex = g_hash_table_lookup(all, pattern);
    if (regex == NULL) {
        regex = g_regex_new(pattern, how, 0, NULL);
        g_assert(regex != NULL);
        g_hash_table_insert(all, g_strdup(pattern), regex);
    }
    return regex;
}

const GRegex *pattern_of(const char *pattern)
{
    return pattern_kept(pattern,
                        G_REGEX_CASELESS | G_REGEX_DOTALL | G_REGEX_RAW | G_REGEX_OPTIMIZE);
}

bool pattern_fits(const char *text, const char *pattern)
{
    return g_regex_match(pattern_of(pattern), text, 0, NULL);
}

char *pattern_find(const char *text, const char *pattern)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(pattern_of(pattern), text, 0, &match);
    return g_match_info_fetch(match, 0);
}

/* ---- how far apart two words are ---- */

int slips_between(const char *word, size_t length, const char *meant)
{
    const size_t other = strlen(meant);
    int cost[SLIPS_LONGEST + 1][SLIPS_LONGEST + 1];
    if (length > SLIPS_LONGEST || other > SLIPS_LONGEST) {
        return SLIPS_LONGEST;
    }
    for (size_t i = 0; i <= length; i++) {
        for (size_t j = 0; j <= other; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            const char one = g_ascii_tolower(word[i - 1]), two = g_ascii_tolower(meant[j - 1]);
            const bool swapped = i > 1 && j > 1 && one == g_ascii_tolower(meant[j - 2]) &&
                                 two == g_ascii_tolower(word[i - 2]);
            cost[i][j] =
                MIN(cost[i - 1][j - 1] + (one != two), MIN(cost[i - 1][j], cost[i][j - 1]) + 1);
            cost[i][j] = swapped ? MIN(cost[i][j], cost[i - 2][j - 2] + 1) : cost[i][j];
        }
    }
    return cost[length][other];
}
