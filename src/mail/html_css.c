#include "mail/html_css.h"

#include <string.h>

#include "mail/html_property.h"

#define BLANKS " \t\r\n\f"

/* A list of words that exists as long as the program. */
#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* ---- pieces of text ---- */

/* The place behind a comment that begins at `at`. */
static const char *after_comment(const char *at)
{
    const char *end = strstr(at + 2, "*/");
    return end != NULL ? end + 2 : at + strlen(at);
}

static bool is_comment(const char *at)
{
    return at[0] == '/' && at[1] == '*';
}

/* The place behind a string that begins at `at`; a line end ends a string that is not closed. */
static const char *after_string(const char *at)
{
    const char quote = *at++;
    while (*at != '\0' && *at != quote && *at != '\n') {
        at += at[0] == '\\' && at[1] != '\0' ? 2 : 1;
    }
    return *at != '\0' ? at + 1 : at;
}

/* The place behind the piece that begins at `at`: a comment, a string, an escaped or a single
 * character. */
static const char *after_piece(const char *at)
{
    if (is_comment(at)) {
        return after_comment(at);
    }
    if (*at == '"' || *at == '\'') {
        return after_string(at);
    }
    return at + (at[0] == '\\' && at[1] != '\0' ? 2 : 1);
}

/* The first of the characters `ends` outside of strings, comments and brackets, or the end. */
static const char *find_outside(const char *at, const char *end, const char *ends)
{
    int depth = 0;
    while (at < end && *at != '\0') {
        if (depth == 0 && strchr(ends, *at) != NULL) {
            return at;
        }
        depth += *at == '(' || *at == '[' ? 1 : 0;
        depth -= (*at == ')' || *at == ']') && depth > 0 ? 1 : 0;
        at = after_piece(at);
    }
    return MIN(at, end);
}

/* Appends the character of an escape, "\69 " or "\:". Returns the place behind it. */
static const char *append_escaped(GString *out, const char *at, const char *end)
{
    enum { DIGITS_MOST = 6 };
    gunichar character = 0;
    const char *digit = at + 1;
    for (; digit < end && digit - at <= DIGITS_MOST && g_ascii_isxdigit(*digit); digit++) {
        character = character * 16 + (gunichar)g_ascii_xdigit_value(*digit);
    }
    if (digit == at + 1) {
        if (digit < end) {
            g_string_append_c(out, g_ascii_tolower(*digit));
        }
        return MIN(digit + 1, end);
    }
    if (character != 0 && g_unichar_validate(character)) {
        g_string_append_unichar(out, character < 0x80 ? (gunichar)g_ascii_tolower((char)character)
                                                      : character);
    }
    return digit < end && strchr(BLANKS, *digit) != NULL ? digit + 1 : digit;
}

/* The text in lower case, with escapes resolved, single blanks and no comments. Free with
 * g_free. */
static char *tidied(const char *at, const char *end, size_t most)
{
    g_autoptr(GString) out = g_string_new(NULL);
    bool blank = false;
    while (at < end && out->len < most) {
        if (is_comment(at)) {
            at = after_comment(at);
        } else if (strchr(BLANKS, *at) != NULL) {
            blank = out->len > 0;
            at++;
        } else {
            g_string_append(out, blank ? " " : "");
            blank = false;
            if (*at == '\\') {
                at = append_escaped(out, at, end);
            } else {
                g_string_append_c(out, g_ascii_tolower(*at++));
            }
        }
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* ---- declarations ---- */

static void declaration_clear(gpointer data)
{
    struct css_declaration *declaration = data;
    g_free(declaration->value);
}

/* The first of the beginnings that the text has; NULL: it has none. */
static const char *beginning_of(const char *text, const char *const *beginnings)
{
    while (*beginnings != NULL && !g_str_has_prefix(text, *beginnings)) {
        beginnings++;
    }
    return *beginnings;
}

/* The name without the prefix of a browser's own properties. */
static const char *behind_prefix(const char *name)
{
    const char *prefix = beginning_of(name, WORDS("-webkit-", "-moz-", "-ms-", "-o-"));
    return name + (prefix != NULL ? strlen(prefix) : 0);
}

/* Removes "!important" from the end of a value. */
static bool take_important(char *value)
{
    char *sign = strrchr(value, '!');
    if (sign == NULL || strcmp(sign + 1 + strspn(sign + 1, " "), "important") != 0) {
        return false;
    }
    *sign = '\0';
    g_strchomp(value);
    return true;
}

static void add_declaration(GArray *declarations, const char *at, const char *end)
{
    enum { NAME_MOST = 100 };
    const char *colon = find_outside(at, end, ":");
    if (colon >= end) {
        return;
    }
    g_autofree char *name = tidied(at, colon, NAME_MOST);
    struct css_declaration declaration = { .property = html_property_find(behind_prefix(name)) };
    if (declaration.property >= 0) {
        declaration.value = tidied(colon + 1, end, CSS_VALUE_MAX);
        declaration.important = take_important(declaration.value);
        g_array_append_val(declarations, declaration);
    }
}

static GArray *read_declarations(const char *at, const char *end, bool *cut)
{
    GArray *declarations = g_array_new(FALSE, FALSE, sizeof(struct css_declaration));
    g_array_set_clear_func(declarations, declaration_clear);
    while (at < end) {
        const char *semicolon = find_outside(at, end, ";");
        if (declarations->len == CSS_DECLARATIONS_MAX) {
            *cut = true;
            return declarations;
        }
        add_declaration(declarations, at, semicolon);
        at = semicolon + 1;
    }
    return declarations;
}

GArray *css_declarations(const char *text, bool *cut)
{
    return read_declarations(text, text + strlen(text), cut);
}

/* ---- selectors ---- */

/* Characters that have a meaning in a selector unless they are escaped. */
static const char selector_signs[] = ".#:[ >+~";

/* The selector as tidied() returns it, but each escaped sign is a control character, so that
 * ".md\\:a" is one name; name_of() puts the signs back. Free with g_free. */
static char *tidied_selector(const char *at, const char *end)
{
    g_autoptr(GString) masked = g_string_new(NULL);
    while (at < end) {
        const char *from = at;
        gsize before = masked->len;
        at = *at == '\\' ? append_escaped(masked, at, end) : at + 1;
        const char *sign =
            masked->len == before + 1 ? strchr(selector_signs, masked->str[before]) : NULL;
        if (sign != NULL) {
            masked->str[before] = (char)(1 + (sign - selector_signs));
        } else {
            g_string_truncate(masked, before);
            g_string_append_len(masked, from, at - from);
        }
    }
    return tidied(masked->str, masked->str + masked->len, CSS_VALUE_MAX);
}

/* A name from such a selector. Free with g_free. */
static char *name_of(const char *at, size_t length)
{
    char *name = g_strndup(at, length);
    for (char *c = name; *c != '\0'; c++) {
        if ((size_t)*c <= strlen(selector_signs) && *c > 0) {
            *c = selector_signs[*c - 1];
        }
    }
    return name;
}

static void rule_free(gpointer data)
{
    struct css_rule *rule = data;
    g_free(rule->selector.tag);
    g_ptr_array_unref(rule->selector.names);
    g_array_unref(rule->declarations);
    g_free(rule);
}

/* The last of the parts that blanks, `>`, `+` or `~` separate. Sets *whole if it is the only
 * one. */
static const char *last_part(const char *selector, bool *whole)
{
    const char *end = selector + strlen(selector);
    const char *last = selector;
    for (const char *at = selector; (at = find_outside(at, end, " >+~")) < end; at++) {
        last = at + 1;
    }
    *whole = last == selector;
    return last;
}

/* True for pseudo-classes of a pointer, since nobody needs one to read, and for
 * pseudo-elements, which are no text of the mail. */
static bool is_for_nothing(const char *selector)
{
    static const char *const signs[] = { ":hover",  ":active", ":focus",
                                         ":before", ":after",  ":visited" };
    if (strpbrk(selector, "([") != NULL) {
        return false; /* ":not(:hover)", "[title=':hover']" */
    }
    for (size_t i = 0; i < G_N_ELEMENTS(signs); i++) {
        if (strstr(selector, signs[i]) != NULL) {
            return true;
        }
    }
    return false;
}

/* Reads "tag.class#id"; anything else in it makes the selector uncertain. */
static void read_part(struct css_selector *selector, const char *part)
{
    enum { WEIGHT_OF_CLASS = 100, WEIGHT_OF_ID = 10000 };
    static const char signs[] = ".#:[";
    size_t length = strcspn(part, signs);
    if (length > 0 && *part != '*') {
        selector->tag = name_of(part, length);
        selector->weight++;
    }
    const char *at = part + length;
    for (; (*at == '.' || *at == '#') && selector->names->len < CSS_CONDITIONS_MAX; at += length) {
        length = 1 + strcspn(at + 1, signs);
        g_ptr_array_add(selector->names, name_of(at, length));
        selector->weight += *at == '#' ? WEIGHT_OF_ID : WEIGHT_OF_CLASS;
    }
    selector->certain = selector->certain && *at == '\0';
}

static int weight_at(const struct css_sheets *sheets, guint place)
{
    return ((const struct css_rule *)sheets->rules->pdata[place])->selector.weight;
}

static void add_rule(struct css_sheets *sheets, const char *text, bool certain,
                     GArray *declarations)
{
    sheets->declarations += declarations->len;
    if (sheets->rules->len == CSS_RULES_MAX || sheets->declarations > CSS_DECLARATIONS_MAX) {
        sheets->confusing = true;
        return;
    }
    bool whole;
    const char *part = last_part(text, &whole);
    struct css_rule *rule = g_new0(struct css_rule, 1);
    rule->selector.names = g_ptr_array_new_with_free_func(g_free);
    rule->selector.certain = certain && whole;
    rule->declarations = g_array_ref(declarations);
    read_part(&rule->selector, part);
    guint place = sheets->rules->len;
    while (place > 0 && weight_at(sheets, place - 1) > rule->selector.weight) {
        place--;
    }
    g_ptr_array_insert(sheets->rules, (gint)place, rule);
}

/* ---- sheets ---- */

/* The place in a sheet. */
struct sheet {
    struct css_sheets *sheets;
    const char *end;
    bool certain[CSS_BLOCKS_MAX]; /* for each open block: its rules hold for certain */
    int depth;
};

/* The `}` that closes the block whose inside begins at `at`, or the end. */
static const char *block_end(const char *at)
{
    int depth = 0;
    while (*at != '\0' && (*at != '}' || depth > 0)) {
        depth += *at == '{' ? 1 : *at == '}' ? -1 : 0;
        at = after_piece(at);
    }
    return at;
}

/* True if they are words that a sheet puts before or after an element, as "p::before{content:
 * 'do not '}" does. */
static bool are_words(const GArray *declarations)
{
    const int content = html_property_find("content");
    for (guint i = 0; i < declarations->len; i++) {
        const struct css_declaration *each =
            &g_array_index(declarations, struct css_declaration, i);
        bool any = strcmp(each->value, "none") != 0 && strcmp(each->value, "normal") != 0;
        if (each->property == content && any && each->value[strspn(each->value, "\"' ")] != '\0') {
            return true;
        }
    }
    return false;
}

static bool is_beside(const char *selector)
{
    return strstr(selector, ":before") != NULL || strstr(selector, ":after") != NULL;
}

static void read_rule(struct sheet *sheet, const char *selectors, const char *open,
                      const char *close)
{
    /* Rules within rules are new, and people do not write them by hand. */
    if (find_outside(open, close, "{") < close) {
        sheet->sheets->confusing = true;
    }
    g_autoptr(GArray) declarations = read_declarations(open, close, &sheet->sheets->confusing);
    if (declarations->len == 0) {
        return;
    }
    while (selectors < open) {
        const char *end = find_outside(selectors, open - 1, ",");
        g_autofree char *selector = tidied_selector(selectors, end);
        if (!is_for_nothing(selector)) {
            add_rule(sheet->sheets, selector, sheet->certain[sheet->depth - 1], declarations);
        } else if (is_beside(selector) && are_words(declarations)) {
            /* Seen but not in the text; a picture instead of them would be as doubtful. */
            bool cut;
            g_autoptr(GArray) picture = css_declarations("content:url()", &cut);
            add_rule(sheet->sheets, selector, false, picture);
        }
        selectors = end + 1;
    }
}

/* Does it hold on every screen, on none, or on some? */
static enum { MEDIA_ALL, MEDIA_NONE, MEDIA_SOME } media_of(const char *media)
{
    if (*media == '\0' || strcmp(media, "all") == 0 || strcmp(media, "screen") == 0) {
        return MEDIA_ALL;
    }
    /* The colours for a dark screen are all set there. */
    bool dark = strstr(media, "prefers-color-scheme") != NULL && strstr(media, "dark") != NULL &&
                strstr(media, "not") == NULL && strstr(media, " or ") == NULL &&
                strchr(media, ',') == NULL;
    return dark || strcmp(media, "print") == 0 ? MEDIA_NONE : MEDIA_SOME;
}

bool css_is_within_mail(const char *address)
{
    g_autoptr(GString) tight = g_string_new(NULL);
    for (; *address != '\0'; address++) {
        /* Browsers ignore blanks in an address, too. */
        if ((unsigned char)*address > ' ') {
            g_string_append_c(tight, g_ascii_tolower(*address));
        }
    }
    return beginning_of(tight->str, WORDS("data:", "cid:", "mid:")) != NULL;
}

/* True if it is an @import of such a sheet. */
static bool imports_within_mail(const char *at, const char *stop)
{
    static const char word[] = "@import";
    g_autofree char *head = tidied(at, stop, CSS_VALUE_MAX);
    if (!g_str_has_prefix(head, word)) {
        return false;
    }
    const char *address = head + strlen(word);
    address += strspn(address, " ");
    address += g_str_has_prefix(address, "url(") ? strlen("url(") : 0;
    return css_is_within_mail(address + strspn(address, " \"'"));
}

/* True if the mail itself contains the letters of a font: they may look like others. */
static bool has_letters(const char *at, const char *close)
{
    while (at < close && (at = find_outside(at, close, "uU")) < close) {
        if (g_ascii_strncasecmp(at, "url(", strlen("url(")) == 0 &&
            css_is_within_mail(at + strlen("url(") + strspn(at + strlen("url("), BLANKS "\"'"))) {
            return true;
        }
        at++;
    }
    return false;
}

/* Reads an at-rule that begins at `at`. Returns where to go on. */
static const char *read_at_rule(struct sheet *sheet, const char *at)
{
    const char *stop = find_outside(at, sheet->end, ";{");
    sheet->sheets->confusing |= imports_within_mail(at, stop);
    if (*stop != '{') {
        return stop < sheet->end ? stop + 1 : stop;
    }
    g_autofree char *head = tidied(at, stop, CSS_VALUE_MAX);
    size_t word = strcspn(head, " (");
    g_autofree char *name = g_strndup(head, word);
    bool nests = g_strv_contains(
        WORDS("@media", "@supports", "@layer", "@container", "@scope", "@document"), name);
    bool media = strcmp(name, "@media") == 0;
    bool none = media && media_of(g_strchug(head + word)) == MEDIA_NONE;
    if (!nests || none || sheet->depth == CSS_BLOCKS_MAX) {
        const char *close = block_end(stop + 1);
        sheet->sheets->confusing |=
            (nests && !none) || (strcmp(head, "@font-face") == 0 && has_letters(stop, close));
        return *close != '\0' ? close + 1 : close;
    }
    sheet->certain[sheet->depth] =
        sheet->certain[sheet->depth - 1] && media && media_of(head + word) == MEDIA_ALL;
    sheet->depth++;
    return stop + 1;
}

/* Skips blanks, comments and the marks that hide a sheet from old programs. */
static const char *after_nothing(const char *at)
{
    for (;;) {
        at += strspn(at, BLANKS ";");
        if (is_comment(at)) {
            at = after_comment(at);
        } else if (g_str_has_prefix(at, "<!--")) {
            at += strlen("<!--");
        } else if (g_str_has_prefix(at, "-->")) {
            at += strlen("-->");
        } else {
            return at;
        }
    }
}

void css_sheets_init(struct css_sheets *sheets)
{
    *sheets = (struct css_sheets){ .rules = g_ptr_array_new_with_free_func(rule_free) };
}

void css_sheets_clear(struct css_sheets *sheets)
{
    g_clear_pointer(&sheets->rules, g_ptr_array_unref);
}

void css_sheets_add(struct css_sheets *sheets, const char *text, const char *media, bool certain)
{
    g_autofree char *lower = g_strstrip(g_ascii_strdown(media != NULL ? media : "", -1));
    if (media_of(lower) == MEDIA_NONE) {
        return;
    }
    struct sheet sheet = { .sheets = sheets, .end = text + strlen(text) };
    sheet.certain[sheet.depth++] = certain && media_of(lower) == MEDIA_ALL;
    for (const char *at = after_nothing(text); *at != '\0'; at = after_nothing(at)) {
        if (*at == '}') {
            sheet.depth -= sheet.depth > 1 ? 1 : 0;
            at++;
        } else if (*at == '@') {
            at = read_at_rule(&sheet, at);
        } else {
            const char *open = find_outside(at, sheet.end, "{}");
            if (*open != '{') {
                at = open;
                continue;
            }
            const char *close = block_end(open + 1);
            read_rule(&sheet, at, open + 1, close);
            at = *close != '\0' ? close + 1 : close;
        }
    }
}
