#include "parse/html_sheet.h"

#include <string.h>

#include "base/plain.h"

/* Blocks within each other; colours; bytes of all rules, each with its selectors. */
enum { BLOCKS_MAX = 100, COLORS_MAX = 300, RULES_MAX = 4 * 1024 * 1024 };

struct rule {
    char *selectors, *declarations;
    bool dark; /* it holds where the mail program has a dark ground */
};

static void rule_free(gpointer data)
{
    struct rule *rule = data;
    g_free(rule->selectors);
    g_free(rule->declarations);
    g_free(rule);
}

void html_sheets_init(struct html_sheets *sheets)
{
    *sheets = (struct html_sheets){
        .rules = g_ptr_array_new_with_free_func(rule_free),
        .variables = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
        .all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .worded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .colors = g_hash_table_new(NULL, NULL),
    };
    static const char *const pages[] = { "html", "body" };
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
        html_sheets_add_name(sheets->all, '\0', pages[i]);
        html_sheets_add_name(sheets->worded, '\0', pages[i]);
    }
}

void html_sheets_clear(struct html_sheets *sheets)
{
    g_ptr_array_unref(sheets->rules);
    g_hash_table_unref(sheets->variables);
    g_hash_table_unref(sheets->all);
    g_hash_table_unref(sheets->worded);
    g_hash_table_unref(sheets->colors);
}

void html_sheets_add_name(GHashTable *names, char sign, const char *name)
{
    GString *plain = g_string_new(NULL);
    if (sign != '\0') {
        g_string_append_c(plain, sign);
    }
    for (const char *c = name; *c != '\0'; c = g_utf8_next_char(c)) {
        html_style_append(plain, g_utf8_get_char(c));
    }
    g_hash_table_add(names, g_string_free(plain, FALSE));
}

/* ---- colours ---- */

/* A colour of letters or behind them, as a number: the colour itself and these bits. */
enum {
    IS_GROUND = 1,
    IS_ALONE = 2, /* the other one, of ink and ground, is set elsewhere */
    COLOR_SHIFT = 2,
};

static void add_color(struct html_sheets *sheets, unsigned rgb, unsigned bits)
{
    g_hash_table_add(sheets->colors, GUINT_TO_POINTER(rgb << COLOR_SHIFT | bits));
    sheets->effects |= g_hash_table_size(sheets->colors) > COLORS_MAX ? HTML_DOUBTFUL : 0U;
}

void html_sheets_add_look(struct html_sheets *sheets, const struct html_style *look)
{
    sheets->effects |= look->effects & (HTML_DOUBTFUL | HTML_FLAT | HTML_CLIPS);
    if (look->inked && !look->grounded) {
        add_color(sheets, look->ink.rgb, IS_ALONE);
    } else if (look->grounded && !look->inked) {
        add_color(sheets, look->ground.rgb, IS_GROUND | IS_ALONE);
    }
}

/* True if letters and the ground behind them, set in two places, may be of one colour. */
static bool colors_meet(const struct html_sheets *sheets)
{
    guint count = 0;
    g_autofree gpointer *colors = g_hash_table_get_keys_as_array(sheets->colors, &count);
    bool meet = false;
    for (guint i = 0; i < count * count && !meet; i++) {
        const unsigned one = GPOINTER_TO_UINT(colors[i / count]);
        const unsigned other = GPOINTER_TO_UINT(colors[i % count]);
        meet = ((one ^ other) & IS_GROUND) != 0 && ((one | other) & IS_ALONE) != 0 &&
               html_color_alike(one >> COLOR_SHIFT, other >> COLOR_SHIFT);
    }
    return meet;
}

/* ---- selectors ---- */

#define NAME_END "(?![-\\w])"

/* True if all names in a selector are among these. */
static bool has_names(GHashTable *names, const char *selector)
{
    static const char name[] = "[:.#[]?+[-a-z0-9_\\x80-\\xff]++";
    bool all = true;
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(pattern_of(name), selector, 0, &match); all && g_match_info_matches(match);
         g_match_info_next(match, NULL)) {
        g_autofree char *found = g_match_info_fetch(match, 0);
        all = *found == ':' || g_hash_table_contains(names, found);
    }
    return all;
}

/* The selectors without what is in parentheses, and of attributes only their names; if these are
 * too deep, as they are. Free with g_free. */
static char *without_arguments(const char *selectors)
{
    static const char arguments[] = "(\\((?:[^()]++|(?1))*+(?:\\)|\\z))";
    static const char attribute[] = "\\[([-a-z0-9_\\x80-\\xff]*+)[^]]*+\\]?+";
    g_autofree char *bare = g_regex_replace(pattern_of(arguments), selectors, -1, 0, "", 0, NULL);
    return g_regex_replace(pattern_of(attribute), bare != NULL ? bare : selectors, -1, 0, "[\\1", 0,
                           NULL);
}

/* What a list of selectors may fit: an element with words, what is put before or behind one, any
 * element. */
enum { FITS_WORDS = 1, FITS_AROUND = 2, FITS_ANY = 4 };

/* All that it may fit. */
static unsigned fits(const struct html_sheets *sheets, const char *selectors)
{
    /* Those of a selector for no words, or only for a moment, and for what is put around words. */
    static const char none[] =
        ":(hover|active|focus|focus-within|focus-visible|target|empty)" NAME_END
        "|::(?!(before|after|marker|first-line|first-letter)" NAME_END ")";
    static const char put[] = ":(before|after|marker)" NAME_END "[^ >+~]*$";
    unsigned all = 0;
    g_autofree char *bare = without_arguments(selectors);
    g_auto(GStrv) list = g_strsplit(bare, ",", -1);
    for (char **at = list; *at != NULL; at++) {
        g_autofree char *last = pattern_find(g_strstrip(*at), "[^ >+~]*+\\z");
        if (!has_names(sheets->all, *at) || pattern_fits(*at, none)) {
            continue;
        }
        all |= FITS_ANY;
        if (has_names(sheets->worded, last)) {
            all |= pattern_fits(*at, put) ? FITS_AROUND : FITS_WORDS;
        }
    }
    return all;
}

/* ---- rules ---- */

/* A block that is open, or the sheet. */
struct block {
    const char *selectors; /* for its declarations; NULL: they are for no words, or not for the
                              screen */
    bool dark;
    int depth;
};

static struct block block_within(const struct block *around, const char *prelude)
{
    static const char rules[] = "^@(media(?! *(only )? *print$)|supports|layer|container|scope|"
                                "starting-style|(-moz-)?document)";
    static const char dark[] = "^@media *(only )? *((screen|all) and)? *"
                               "\\( *prefers-color-scheme *: *dark *\\)$";
    struct block block = *around;
    block.depth++;
    if (*prelude != '@') {
        block.selectors = around->selectors != NULL ? prelude : NULL;
    } else if (!pattern_fits(prelude, rules)) {
        block.selectors = NULL;
    } else {
        block.dark |= pattern_fits(prelude, dark);
    }
    return block;
}

/* Reads a plain block, behind its brace, or all of a sheet. Returns the place behind it. */
static const char *read_block(struct html_sheets *sheets, const char *at, struct block block)
{
    g_autoptr(GString) declarations = g_string_new(NULL);
    bool open = true;
    while (open && *at != '\0' && (sheets->effects & HTML_DOUBTFUL) == 0) {
        g_autofree char *piece = g_strndup(at, strcspn(at, "{};"));
        at += strlen(piece);
        const char end = *at;
        at += end != '\0';
        g_strstrip(piece);
        if (g_str_has_prefix(piece, "@import") || block.depth > BLOCKS_MAX) {
            sheets->effects |= HTML_DOUBTFUL;
        } else if (end == '{') {
            at = read_block(sheets, at, block_within(&block, piece));
        } else {
            g_string_append_printf(declarations, "%s;", piece);
            open = end != '}' || block.depth == 0;
        }
    }
    if (block.selectors != NULL && block.depth > 0) {
        struct rule *rule = g_new(struct rule, 1);
        *rule = (struct rule){ g_strdup(block.selectors), g_strdup(declarations->str), block.dark };
        g_ptr_array_add(sheets->rules, rule);
        sheets->bytes += strlen(rule->selectors) + declarations->len;
        sheets->effects |= sheets->bytes > RULES_MAX ? HTML_DOUBTFUL : 0U;
        if (!rule->dark) {
            html_style_collect(rule->declarations, sheets->variables);
        }
    }
    return at;
}

void html_sheets_add(struct html_sheets *sheets, const char *css, const char *media)
{
    if (media == NULL || g_ascii_strcasecmp(media, "print") != 0) {
        g_autofree char *plain = html_style_plain(css);
        read_block(sheets, plain, (struct block){ .selectors = "" });
    }
}

static void judge(struct html_sheets *sheets, const struct rule *rule)
{
    const unsigned unseen = HTML_HIDES | HTML_DOUBTFUL | HTML_TINY | HTML_INVISIBLE | HTML_TURNS;
    struct html_style style = { 0 };
    html_style_read(rule->declarations, sheets->variables, &style);
    const unsigned fit = fits(sheets, rule->selectors);
    const bool both = style.inked && style.grounded;
    if (((fit & FITS_AROUND) != 0 && (style.effects & (HTML_INSERTS | HTML_COVERS)) != 0) ||
        ((fit & FITS_ANY) != 0 && style.grounded &&
         (style.effects & (HTML_COVERS | HTML_DOUBTFUL)) != 0) ||
        ((fit & FITS_WORDS) != 0 &&
         ((style.effects & unseen) != 0 ||
          (both && html_color_alike(style.ink.rgb, style.ground.rgb))))) {
        sheets->effects |= HTML_DOUBTFUL;
    }
    if ((fit & FITS_WORDS) == 0) {
        return;
    }
    sheets->effects |= style.effects & (HTML_FLAT | HTML_CLIPS);
    if (style.inked && !rule->dark) {
        add_color(sheets, style.ink.rgb, both ? 0 : IS_ALONE);
        sheets->inked = true;
    }
    if (style.grounded && !rule->dark) {
        add_color(sheets, style.ground.rgb, both ? IS_GROUND : IS_GROUND | IS_ALONE);
        sheets->grounded = true;
    }
}

bool html_sheets_doubt(struct html_sheets *sheets)
{
    enum { BLACK = 0, WHITE = 0xffffff };
    for (guint i = 0; i < sheets->rules->len; i++) {
        judge(sheets, g_ptr_array_index(sheets->rules, i));
    }
    if (!sheets->grounded) {
        add_color(sheets, WHITE, IS_GROUND | IS_ALONE);
    }
    if (!sheets->inked) {
        add_color(sheets, BLACK, IS_ALONE);
    }
    const unsigned cut = HTML_FLAT | HTML_CLIPS;
    return (sheets->effects & HTML_DOUBTFUL) != 0 || (sheets->effects & cut) == cut ||
           colors_meet(sheets);
}
