#include "mail/author.h"

#include <string.h>

#include "base/plain.h"
#include "mail/address.h"
#include "mail/charset.h"

/* Longer values are read without regard to comments and quotes; as a From they have no author. */
enum { MENTIONS_MAX = 100, VALUE_MAX = 16 * 1024 };

/* Signs that separate addresses; U+0001 stands for controls. A quote, parenthesis or backslash
 * that is left in a text counts as a blank. */
#define SIGNS ",:;\\[\\]\\x01"
#define BLANK "[ \"()\\\\]"
#define IN_WORD "[^ \"()\\\\<>@" SIGNS "]"

/* ---- texts ---- */

/* The value with an ASCII blank for each blank, and for each quotation mark that mail programs of
 * other languages set around a name. Free with g_free. */
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

static gboolean append_closed(const GMatchInfo *match, GString *out, gpointer unused)
{
    (void)unused;
    g_autofree char *closed = g_match_info_fetch(match, 0);
    g_autofree char *local = g_match_info_fetch_named(match, "local");
    g_autofree char *open = g_match_info_fetch_named(match, "open");
    const bool plain = local != NULL && *local != '\0', broken = open != NULL && *open != '\0';
    g_string_append(out, plain ? local : broken ? "(" : *closed == '(' ? " " : "\2");
    return FALSE;
}

/* The text with a blank for each comment, and U+0002, of which no address is made, for each quoted
 * string that is no plain local part (RFC 5322 sections 3.2.2 and 3.2.4). NULL if one of these does
 * not end, or a sign is where none may be. Free with g_free. */
static char *without_closed(const char *text)
{
    static const char closed[] =
        "(\\((?:[^()\\\\]++|\\\\.|(?1))*+\\))|(?<!" IN_WORD ")\"(?<local>" IN_WORD "++)\"(?= *@)|"
        "\"(?:[^\"\\\\]++|\\\\.)*+\"|(?<open>[(\"].*+)";
    g_autofree char *bare =
        strlen(text) <= VALUE_MAX
            ? g_regex_replace_eval(pattern_of(closed), text, -1, 0, 0, append_closed, NULL, NULL)
            : NULL;
    return bare != NULL && strpbrk(bare, "\"()\\") == NULL ? g_steal_pointer(&bare) : NULL;
}

/* ---- addresses ---- */

/* A place where there seems to be an address. */
struct mention {
    char *address; /* NULL: it is not valid */
    bool doubtful; /* another reader may find a different address there, or none */
};

static void mention_free(gpointer data)
{
    struct mention *mention = data;
    g_free(mention->address);
    g_free(mention);
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

/* True if an `@` without quotes is part of a route, or of a name: the words before a `<` are one,
 * in which `@home` is no address. */
static bool is_other(const char *before, const char *local, const char *domain, const char *behind)
{
    const bool route = *local == '\0' && *domain != '\0' && *domain != '\2';
    return (route && pattern_fits(before, "<(?:[^<>]*,)? *\\z")) ||
           (strchr(domain, '.') == NULL && pattern_fits(behind, "^[^<>" SIGNS "]*<") &&
            !pattern_fits(before, "<[^<>]*\\z"));
}

/* The address around an `@`, from a text that is parted there. */
static struct mention *mention_of(const char *before, const char *local, char *domain,
                                  const char *behind)
{
    /* A local part could go on before a blank, and so could a domain behind one (section 4.4). */
    static const char more_before[] = "\\." BLANK "+\\z|<[^<>]*" IN_WORD BLANK "+\\z";
    static const char more_behind[] = "^(?!" BLANK "|[<>,;]|\\z)|^" BLANK "*\\.";
    struct mention *mention = g_new0(struct mention, 1);
    const bool dot = chop(domain, '.'), apostrophes = *local == '\'' && chop(domain, '\'');
    g_autofree char *written = g_strdup_printf("%s@%s", local + apostrophes, domain);
    mention->address = address_ascii(written);
    mention->doubtful = mention->address == NULL || *local == '.' ||
                        pattern_fits(before, more_before) || pattern_fits(behind, more_behind) ||
                        (dot && pattern_fits(behind, "^" BLANK "*" IN_WORD));
    return mention;
}

/* All places in a text where there seems to be an address, as struct mention; of one `without`
 * quotes and comments only those that can be meant. Free with g_ptr_array_unref. */
static GPtrArray *mentions_in(const char *text, bool without)
{
    static const char at_sign[] = "(?:(?<!" IN_WORD ")(?<local>" IN_WORD "++)" BLANK
                                  "*+(?<quote>(?<=\"))?)?+@" BLANK "*+(?<domain>" IN_WORD "++)?";
    GPtrArray *mentions = g_ptr_array_new_with_free_func(mention_free);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(pattern_of(at_sign), text, 0, &match);
         g_match_info_matches(match) && mentions->len < MENTIONS_MAX;
         g_match_info_next(match, NULL)) {
        int start, end, quote = -1;
        g_match_info_fetch_pos(match, 0, &start, &end);
        g_match_info_fetch_named_pos(match, "quote", &quote, NULL);
        g_autofree char *before = g_strndup(text, (gsize)start);
        g_autofree char *local = g_match_info_fetch_named(match, "local");
        g_autofree char *domain = g_match_info_fetch_named(match, "domain");
        local = local != NULL ? local : g_strdup("");
        domain = domain != NULL ? domain : g_strdup("");
        if (!without || !is_other(before, local, domain, text + end)) {
            struct mention *mention = mention_of(before, local, domain, text + end);
            mention->doubtful |= quote >= 0;
            g_ptr_array_add(mentions, mention);
        }
    }
    return mentions;
}

/* The last address, if all are the same and none is doubtful; else NULL. Free with g_free. */
static char *only_address(const GPtrArray *mentions)
{
    g_autofree char *common = NULL;
    const char *last = NULL;
    for (guint i = 0; i < mentions->len; i++) {
        const struct mention *mention = mentions->pdata[i];
        g_autofree char *folded = mention->doubtful ? NULL : address_fold(mention->address);
        if (folded == NULL || (common != NULL && !g_str_equal(folded, common))) {
            return NULL;
        }
        common = common != NULL ? common : g_steal_pointer(&folded);
        last = mention->address;
    }
    return mentions->len < MENTIONS_MAX ? g_strdup(last) : NULL;
}

/* ---- From ---- */

/* True if every domain that any reader could find in a value is that of `address`. */
static bool has_one_domain(const char *value, const char *address)
{
    const char *domain = strchr(address, '@');
    g_autofree char *text = separated(value);
    g_autoptr(GPtrArray) mentions = mentions_in(text, false);
    bool one = mentions->len < MENTIONS_MAX;
    for (guint i = 0; i < mentions->len; i++) {
        const struct mention *mention = mentions->pdata[i];
        one &= mention->address != NULL &&
               g_ascii_strcasecmp(strchr(mention->address, '@'), domain) == 0;
    }
    return one;
}

/* The address that one From field means, or NULL if it does not mean a single one. */
static char *address_in(const char *value, bool *certain)
{
    static const char one_sign[] = "^[^@" SIGNS "]*@[^@" SIGNS "]*\\z";
    g_autofree char *text = separated(value), *bare = without_closed(text);
    g_autoptr(GPtrArray) mentions = mentions_in(bare != NULL ? bare : text, bare != NULL);
    g_autofree char *decoded = encoded_word_decode(value);
    char *address = only_address(mentions);
    *certain =
        address != NULL && ((bare != NULL && pattern_fits(bare, one_sign)) ||
                            (has_one_domain(value, address) && has_one_domain(decoded, address)));
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
        g_autofree char *address =
            strlen(header->value) <= VALUE_MAX ? address_in(header->value, certain) : NULL;
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
    g_autofree char *text = separated(value);
    g_autoptr(GPtrArray) mentions = mentions_in(text, false);
    for (guint i = 0; i < mentions->len && possible->len < AUTHOR_POSSIBLE_MAX; i++) {
        const struct mention *mention = mentions->pdata[i];
        bool known = mention->address == NULL;
        for (guint j = 0; j < possible->len && !known; j++) {
            known = g_ascii_strcasecmp(possible->pdata[j], mention->address) == 0;
        }
        if (!known) {
            g_ptr_array_add(possible, g_strdup(mention->address));
        }
    }
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

/* ---- the recipients ---- */

static void add_recipients(GPtrArray *addresses, const struct headers *headers, const char *name,
                           guint most)
{
    for (guint i = 0; i < headers->fields->len; i++) {
        const struct header *header = headers->fields->pdata[i];
        if (g_ascii_strcasecmp(header->name, name) != 0) {
            continue;
        }
        g_autofree char *text = separated(header->value);
        g_autofree char *bare = without_closed(text);
        g_autoptr(GPtrArray) mentions = mentions_in(bare != NULL ? bare : text, bare != NULL);
        for (guint j = 0; j < mentions->len && addresses->len < most; j++) {
            const struct mention *mention = mentions->pdata[j];
            if (mention->address != NULL) {
                g_ptr_array_add(addresses, g_strdup(mention->address));
            }
        }
    }
}

char **recipients_read(const struct headers *headers, const char *first, const char *second,
                       guint most)
{
    GPtrArray *addresses = g_ptr_array_new();
    add_recipients(addresses, headers, first, most);
    add_recipients(addresses, headers, second, most);
    g_ptr_array_add(addresses, NULL);
    return (char **)g_ptr_array_free(addresses, FALSE);
}
