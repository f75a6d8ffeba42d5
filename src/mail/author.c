#include "mail/author.h"

#include <string.h>

#include "base/pattern.h"
#include "mail/address.h"
#include "mail/charset.h"

enum { MENTIONS_MAX = 100 };

/* ---- words and signs ---- */

enum kind {
    BLANK, /* blanks and comments; loose: blanks only */
    WORD,
    QUOTED,
    AT,
    OPEN,
    CLOSE,
    COMMA,
    COLON,
    SEMICOLON,
    OTHER,
    END,
};

struct lexer {
    const char *at, *end;
    bool loose;        /* quotes, parentheses and backslashes count as blanks; every `@` counts */
    bool broken;       /* a quote or comment does not end, or a sign is where none may be */
    bool quoted_local; /* loose: a quote ended before an `@` */
    GString *text;     /* of the last WORD or QUOTED */
};

/* The value with an ASCII blank for each blank, and for each quotation mark that mail programs of
 * other languages set around a name; U+0001 stands for controls. Free with g_free. */
static char *separated(const char *value)
{
    GString *text = g_string_sized_new(strlen(value));
    for (; *value != '\0'; value = g_utf8_next_char(value)) {
        const gunichar c = g_utf8_get_char(value);
        const GUnicodeType type = g_unichar_type(c);
        const bool blank = g_unichar_isspace(c) || type == G_UNICODE_INITIAL_PUNCTUATION ||
                           type == G_UNICODE_FINAL_PUNCTUATION || c == 0x201a || c == 0x201e;
        g_string_append_unichar(text, blank ? ' ' : g_unichar_iscntrl(c) ? 1 : c);
    }
    return g_string_free(text, FALSE);
}

/* Takes a comment or a quoted string, which begins here (RFC 5322 sections 3.2.2 and 3.2.4). */
static enum kind take_closed(struct lexer *lexer)
{
    static const char closed[] = "(\\((?:[^()\\\\]++|\\\\.|(?1))*+\\))|\"(?:[^\"\\\\]++|\\\\.)*+\"";
    g_autoptr(GMatchInfo) match = NULL;
    if (!g_regex_match_full(pattern_of(closed), lexer->at, lexer->end - lexer->at, 0,
                            G_REGEX_MATCH_ANCHORED, &match, NULL)) {
        lexer->broken = true;
        lexer->at = lexer->end;
        return END;
    }
    g_autofree char *piece = g_match_info_fetch(match, 0);
    g_autofree char *quoted =
        g_regex_replace(pattern_of("\\\\(.)|\""), piece, -1, 0, "\\1", 0, NULL);
    lexer->at += strlen(piece);
    g_string_assign(lexer->text, *piece == '"' ? quoted : "");
    return *piece == '"' ? QUOTED : BLANK;
}

static enum kind next(struct lexer *lexer)
{
    static const char signs[] = "@<>,:;";
    static const enum kind kinds[] = { AT, OPEN, CLOSE, COMMA, COLON, SEMICOLON };
    const size_t blanks = strspn(lexer->at, lexer->loose ? " \"()\\" : " ");
    const size_t word = strcspn(lexer->at, "\1 \"(),:;<>@[]\\");
    g_string_truncate(lexer->text, 0);
    g_string_append_len(lexer->text, lexer->at, (gssize)word);
    lexer->at += MAX(blanks, word);
    if (blanks > 0) {
        lexer->quoted_local |= lexer->at[-1] == '"' && *lexer->at == '@';
        return BLANK;
    }
    if (word > 0 || *lexer->at == '\0') {
        return word > 0 ? WORD : END;
    }
    if (*lexer->at == '(' || *lexer->at == '"') {
        return take_closed(lexer);
    }
    const char *sign = strchr(signs, *lexer->at);
    lexer->broken |= *lexer->at == ')' || *lexer->at == '\\';
    lexer->at++;
    return sign != NULL ? kinds[sign - signs] : OTHER;
}

/* ---- addresses ---- */

/* A place where there seems to be an address. */
struct mention {
    char *address; /* NULL: it is not valid */
    bool dotted;   /* its domain, valid or not, has a dot */
    bool doubtful; /* another reader may find a different address there, or none */
};

struct scan {
    char *value;
    struct lexer lexer;
    GPtrArray *mentions; /* struct mention */
    guint name_begins;   /* the first mention that may be part of a name before `<` */
    GString *word;       /* the last one, with the signs right beside it */
    bool gap;            /* a blank follows it */
    bool split;          /* a dot and a blank are before it */
    int words;           /* since the last sign */
    bool angle;          /* within < and > */
    enum kind before;    /* the last one that was read, without blanks */
    int at_signs;
    bool listed; /* there are signs that are not around a single address */
};

static void mention_free(gpointer data)
{
    struct mention *mention = data;
    g_free(mention->address);
    g_free(mention);
}

static bool ends_word(const struct scan *scan)
{
    return scan->before == WORD || scan->before == QUOTED;
}

static void add_word(struct scan *scan)
{
    if (!ends_word(scan) || scan->gap) {
        scan->split = ends_word(scan) && g_str_has_suffix(scan->word->str, ".");
        scan->words++;
        g_string_truncate(scan->word, 0);
    }
    g_string_append(scan->word, scan->lexer.text->str);
}

/* The kind of what follows, without moving on; *first is its first byte if it is a word. */
static enum kind peek(const struct scan *scan, bool past_blanks, char *first)
{
    struct lexer ahead = scan->lexer;
    ahead.text = g_string_new(NULL);
    enum kind kind;
    do {
        kind = next(&ahead);
    } while (past_blanks && kind == BLANK);
    *first = *ahead.text->str;
    g_string_free(ahead.text, TRUE);
    return kind;
}

static bool chop(char *text, char last)
{
    size_t length = strlen(text);
    bool there = length > 0 && text[length - 1] == last;
    if (there) {
        text[length - 1] = '\0';
    }
    return there;
}

/* True if a domain, with a final dot or not, could go on behind a blank (section 4.4), or if
 * something is right behind it. */
static bool is_end_doubtful(const struct scan *scan, bool dot)
{
    static const unsigned ends =
        1 << BLANK | 1 << OPEN | 1 << CLOSE | 1 << COMMA | 1 << SEMICOLON | 1 << END;
    char first;
    bool sticks = (1U << peek(scan, false, &first) & ends) == 0;
    bool word = peek(scan, true, &first) == WORD;
    return sticks || (word && (dot || first == '.'));
}

static void add_mention(struct scan *scan, const char *local, char *domain)
{
    struct mention *mention = g_new0(struct mention, 1);
    bool dot = domain != NULL && chop(domain, '.');
    bool apostrophes = local != NULL && *local == '\'' && domain != NULL && chop(domain, '\'');
    mention->dotted = domain != NULL && strchr(domain, '.') != NULL;
    if (local != NULL && domain != NULL) {
        g_autofree char *written = g_strdup_printf("%s@%s", local + apostrophes, domain);
        mention->address = address_ascii(written);
    }
    mention->doubtful = mention->address == NULL || *local == '.' || scan->split ||
                        (scan->angle && scan->words > 1) || scan->lexer.quoted_local ||
                        is_end_doubtful(scan, dot);
    g_ptr_array_add(scan->mentions, mention);
}

/* Takes the address around the `@` that was read. */
static void take_address(struct scan *scan)
{
    g_autofree char *local = ends_word(scan) ? g_strdup(scan->word->str) : NULL;
    char first;
    g_autofree char *domain = NULL;
    if (peek(scan, true, &first) == WORD) {
        while (next(&scan->lexer) == BLANK) {
        }
        domain = g_strdup(scan->lexer.text->str);
    }
    bool route = local == NULL && domain != NULL && scan->angle && !scan->lexer.loose &&
                 (scan->before == OPEN || scan->before == COMMA);
    scan->at_signs++;
    if (!route) {
        add_mention(scan, local, domain);
    }
    scan->lexer.quoted_local = false;
}

static void take_other(struct scan *scan, enum kind kind)
{
    /* The words before a `<` are a name, in which `@home` is no address. */
    bool named = kind == OPEN && !scan->angle && !scan->lexer.loose;
    for (guint i = scan->mentions->len; named && i > scan->name_begins; i--) {
        const struct mention *mention = scan->mentions->pdata[i - 1];
        if (!mention->dotted) {
            g_ptr_array_remove_index(scan->mentions, i - 1);
        }
    }
    if (kind == OPEN || kind == CLOSE) {
        scan->angle = kind == OPEN;
    } else {
        scan->listed = true;
    }
    if (!scan->angle) {
        scan->name_begins = scan->mentions->len;
    }
    scan->words = 0;
}

/* Reads all of a value. scan_clear frees what it finds. */
static void scan_value(struct scan *scan, const char *value, bool loose)
{
    char *text = separated(value);
    *scan = (struct scan){
        .value = text,
        .lexer = { .at = text,
                   .end = text + strlen(text),
                   .loose = loose,
                   .text = g_string_new(NULL) },
        .mentions = g_ptr_array_new_with_free_func(mention_free),
        .word = g_string_new(NULL),
        .before = END,
    };
    enum kind kind;
    while ((kind = next(&scan->lexer)) != END && scan->mentions->len < MENTIONS_MAX) {
        if (kind == BLANK) {
            scan->gap = true;
            continue;
        }
        if (kind == WORD || kind == QUOTED) {
            add_word(scan);
        } else if (kind == AT) {
            take_address(scan);
        } else {
            take_other(scan, kind);
        }
        scan->before = kind;
        scan->gap = false;
    }
}

static void scan_clear(struct scan *scan)
{
    g_free(scan->value);
    g_string_free(scan->lexer.text, TRUE);
    g_string_free(scan->word, TRUE);
    g_ptr_array_unref(scan->mentions);
}

/* The last address, if all are the same and none is doubtful; else NULL. */
static char *only_address(const struct scan *scan)
{
    g_autofree char *common = NULL;
    const char *last = NULL;
    if (scan->mentions->len >= MENTIONS_MAX) {
        return NULL;
    }
    for (guint i = 0; i < scan->mentions->len; i++) {
        const struct mention *mention = scan->mentions->pdata[i];
        g_autofree char *folded = mention->doubtful ? NULL : address_fold(mention->address);
        if (folded == NULL || (common != NULL && !g_str_equal(folded, common))) {
            return NULL;
        }
        if (common == NULL) {
            common = g_steal_pointer(&folded);
        }
        last = mention->address;
    }
    return g_strdup(last);
}

/* ---- From ---- */

/* True if every domain that any reader could find in a value is that of `address`. */
static bool has_one_domain(const char *value, const char *address)
{
    const char *domain = strchr(address, '@');
    struct scan scan;
    scan_value(&scan, value, true);
    bool one = scan.mentions->len < MENTIONS_MAX;
    for (guint i = 0; i < scan.mentions->len; i++) {
        const struct mention *mention = scan.mentions->pdata[i];
        one &= mention->address != NULL &&
               g_ascii_strcasecmp(strchr(mention->address, '@'), domain) == 0;
    }
    scan_clear(&scan);
    return one;
}

/* The address that one From field means, or NULL if it does not mean a single one. */
static char *address_in(const char *value, bool *certain)
{
    struct scan scan;
    scan_value(&scan, value, false);
    char *address = scan.lexer.broken ? NULL : only_address(&scan);
    bool broken = scan.lexer.broken;
    bool plain = !broken && scan.at_signs == 1 && !scan.listed;
    scan_clear(&scan);
    if (broken) {
        scan_value(&scan, value, true);
        address = only_address(&scan);
        scan_clear(&scan);
    }
    g_autofree char *decoded = encoded_word_decode(value);
    *certain = address != NULL &&
               (plain || (has_one_domain(value, address) && has_one_domain(decoded, address)));
    return address;
}

/* The address that all From fields mean; empty ones do not count. */
static char *common_address(const struct headers *headers, bool *certain)
{
    g_autofree char *common = NULL;
    guint fields = 0;
    for (guint i = 0; i < headers->fields->len; i++) {
        const struct header *header = headers->fields->pdata[i];
        if (g_ascii_strcasecmp(header->name, "From") != 0 || *header->value == '\0') {
            continue;
        }
        fields++;
        g_autofree char *address = header->whole ? address_in(header->value, certain) : NULL;
        if (address == NULL || (common != NULL && g_ascii_strcasecmp(common, address) != 0)) {
            return NULL;
        }
        g_free(common);
        common = g_steal_pointer(&address);
    }
    *certain &= fields == 1;
    return g_steal_pointer(&common);
}

/* ---- who it could be ---- */

static void add_possible(GPtrArray *possible, const char *value)
{
    struct scan scan;
    scan_value(&scan, value, true);
    for (guint i = 0; i < scan.mentions->len && possible->len < AUTHOR_POSSIBLE_MAX; i++) {
        const struct mention *mention = scan.mentions->pdata[i];
        bool known = mention->address == NULL;
        for (guint j = 0; j < possible->len && !known; j++) {
            known = g_ascii_strcasecmp(possible->pdata[j], mention->address) == 0;
        }
        if (!known) {
            g_ptr_array_add(possible, g_strdup(mention->address));
        }
    }
    scan_clear(&scan);
}

static void add_possible_of(GPtrArray *possible, const struct headers *headers, const char *name)
{
    for (guint i = 0; i < headers->fields->len && possible->len < AUTHOR_POSSIBLE_MAX; i++) {
        const struct header *header = headers->fields->pdata[i];
        if (g_ascii_strcasecmp(header->name, name) == 0) {
            g_autofree char *decoded = encoded_word_decode(header->value);
            add_possible(possible, header->value);
            add_possible(possible, decoded);
        }
    }
}

void author_read(const struct headers *headers, struct author *author)
{
    GPtrArray *possible = g_ptr_array_new();
    *author = (struct author){ .certain = false };
    author->address = headers->whole ? common_address(headers, &author->certain) : NULL;
    if (author->address == NULL) {
        author->certain = false;
        add_possible_of(possible, headers, "From");
        add_possible_of(possible, headers, "Sender");
        add_possible_of(possible, headers, "Reply-To");
    }
    g_ptr_array_add(possible, NULL);
    author->possible = (char **)g_ptr_array_free(possible, FALSE);
}
