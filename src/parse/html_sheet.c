#include "parse/html_sheet.h"

#include <string.h>

enum { BLOCKS_MAX = 100, COLORS_MAX = 300 }; /* blocks within each other; colours */

void html_sheets_init(struct html_sheets *sheets)
{
    *sheets = (struct html_sheets){
        .sheets = g_ptr_array_new_with_free_func(g_free),
        .variables = html_style_variables(),
        .all = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .worded = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
        .colors = g_array_new(FALSE, FALSE, sizeof(struct html_sheets_color)),
    };
    static const char *const pages[] = { "html", "body" };
    for (size_t i = 0; i < G_N_ELEMENTS(pages); i++) {
        html_sheets_add_name(sheets->all, '\0', pages[i]);
        html_sheets_add_name(sheets->worded, '\0', pages[i]);
    }
}

void html_sheets_clear(struct html_sheets *sheets)
{
    g_ptr_array_unref(sheets->sheets);
    g_hash_table_unref(sheets->variables);
    g_hash_table_unref(sheets->all);
    g_hash_table_unref(sheets->worded);
    g_array_unref(sheets->colors);
}

void html_sheets_add_name(GHashTable *names, char sign, const char *name)
{
    g_autofree char *lower = g_ascii_strdown(name, -1);
    g_hash_table_add(names,
                     sign != '\0' ? g_strdup_printf("%c%s", sign, lower) : g_steal_pointer(&lower));
}

/* ---- colours ---- */

static bool is_same(struct html_color one, struct html_color other)
{
    return !(one.red < other.red || one.red > other.red || one.green < other.green ||
             one.green > other.green || one.blue < other.blue || one.blue > other.blue);
}

static void add_color(struct html_sheets *sheets, struct html_color color, bool ground, bool alone)
{
    for (guint i = 0; i < sheets->colors->len; i++) {
        const struct html_sheets_color *at =
            &g_array_index(sheets->colors, struct html_sheets_color, i);
        if (at->ground == ground && at->alone == alone && is_same(at->color, color)) {
            return;
        }
    }
    const struct html_sheets_color added = { .color = color, .ground = ground, .alone = alone };
    g_array_append_val(sheets->colors, added);
    sheets->doubtful |= sheets->colors->len > COLORS_MAX;
}

void html_sheets_add_color(struct html_sheets *sheets, struct html_color color, bool ground)
{
    if (!sheets->doubtful) {
        add_color(sheets, color, ground, true);
    }
}

/* True if letters and the ground behind them, set in two places, may be of one colour. */
static bool colors_meet(const struct html_sheets *sheets)
{
    for (guint i = 0; i < sheets->colors->len; i++) {
        for (guint j = 0; j < sheets->colors->len; j++) {
            const struct html_sheets_color *ink = &g_array_index(sheets->colors,
                                                                 struct html_sheets_color, i),
                                           *ground = &g_array_index(sheets->colors,
                                                                    struct html_sheets_color, j);
            if (!ink->ground && ground->ground && (ink->alone || ground->alone) &&
                html_color_alike(ink->color, ground->color)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- selectors ---- */

/* What is known of the part of a selector between two combinators. */
struct compound {
    bool everywhere; /* its names are in the mail */
    bool worded;     /* they are names of elements that hold words of the writer */
    bool around;     /* it is for what is put before or behind the element */
    bool nowhere;    /* it is for no words, or only for a moment */
};

static const struct compound any_element = { .everywhere = true, .worded = true };

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (g_ascii_isalnum(at[length]) || (at[length] & 0x80) != 0 ||
           (at[length] != '\0' && strchr("-_", at[length]) != NULL)) {
        length++;
    }
    return length;
}

/* A name without the private signs that stand for escaped ones. Free with g_free. */
static char *own_name(char sign, const char *at, size_t length)
{
    g_autofree char *name = g_strndup(at, length);
    GString *own = g_string_new(NULL);
    if (sign != '\0') {
        g_string_append_c(own, sign);
    }
    for (const char *c = name; *c != '\0'; c = g_utf8_next_char(c)) {
        g_string_append_unichar(own, html_style_unescaped(g_utf8_get_char(c)));
    }
    return g_string_free(own, FALSE);
}

/* Reads a pseudo-class or -element behind its colon. Returns the place behind it. */
static const char *read_pseudo(const char *at, struct compound *compound)
{
    static const char *const around[] = { "before", "after", "marker", NULL };
    static const char *const moments[] = { "hover",         "active", "focus", "focus-within",
                                           "focus-visible", "target", "empty", NULL };
    static const char *const parts[] = { "first-line", "first-letter", NULL };
    const bool element = *at == ':';
    at += element;
    const size_t length = name_length(at);
    g_autofree char *name = g_strndup(at, length);
    compound->around |= g_strv_contains(around, name);
    compound->nowhere |=
        g_strv_contains(moments, name) ||
        (element && !g_strv_contains(around, name) && !g_strv_contains(parts, name));
    at += length;
    for (int depth = *at == '('; depth > 0 && *++at != '\0';) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
    }
    return at + (*at == ')');
}

/* Reads a compound and the combinator behind it. Returns the place behind them. */
static const char *read_compound(const struct html_sheets *sheets, const char *at,
                                 struct compound *compound)
{
    *compound = any_element;
    while (*at != '\0' && strchr(" >+~,", *at) == NULL) {
        char sign = strchr(".#[", *at) != NULL ? *at : '\0';
        size_t length = name_length(at + (sign != '\0'));
        if (*at == ':') {
            at = read_pseudo(at + 1, compound);
            continue;
        }
        at += sign != '\0';
        if (length > 0) {
            g_autofree char *name = own_name(sign, at, length);
            compound->everywhere &= g_hash_table_contains(sheets->all, name);
            compound->worded &= g_hash_table_contains(sheets->worded, name);
        }
        at += MAX(length, sign == '\0');
        at += sign == '[' ? strcspn(at, "]") : 0;
    }
    return at + strspn(at, " >+~");
}

/* What a list of selectors may fit: an element with words, what is put before or behind one, any
 * element. */
enum { FITS_WORDS = 1, FITS_AROUND = 2, FITS_ANY = 4 };

/* All that it may fit. */
static unsigned fits(const struct html_sheets *sheets, const char *at)
{
    unsigned all = 0;
    while (*at != '\0') {
        struct compound compound = any_element;
        bool possible = true;
        do {
            possible &= compound.everywhere && !compound.nowhere;
            at = read_compound(sheets, at, &compound);
        } while (*at != '\0' && *at != ',');
        possible &= compound.everywhere && !compound.nowhere;
        all |= possible ? FITS_ANY : 0;
        possible &= compound.worded;
        all |= !possible ? 0 : compound.around ? FITS_AROUND : FITS_WORDS;
        at += *at == ',';
        at += strspn(at, " ");
    }
    return all;
}

/* ---- rules ---- */

/* A block that is open. */
struct block {
    char *prelude; /* its selectors, or its at-rule */
    GString *declarations;
    bool skipped; /* its rules are for no words, or not for the screen */
    bool dark;    /* they hold where the mail program has a dark ground */
};

static void block_clear(struct block *block)
{
    g_free(block->prelude);
    g_string_free(block->declarations, TRUE);
}

static bool is_at(const char *prelude, const char *pattern)
{
    return *prelude == '@' && g_regex_match_simple(pattern, prelude, G_REGEX_RAW, 0);
}

static void open_block(GArray *blocks, const char *prelude)
{
    static const char rules[] = "^@(media|supports|layer|container|scope|starting-style|"
                                "(-moz-)?document)";
    static const char print[] = "^@media *(only )? *print$";
    static const char dark[] = "^@media *(only )? *((screen|all) and)? *"
                               "\\( *prefers-color-scheme *: *dark *\\)$";
    const struct block *around =
        blocks->len > 0 ? &g_array_index(blocks, struct block, blocks->len - 1) : NULL;
    struct block block = {
        .prelude = g_strdup(prelude),
        .declarations = g_string_new(NULL),
        .skipped = (around != NULL && around->skipped) || is_at(prelude, print) ||
                   (*prelude == '@' && !is_at(prelude, rules)),
        .dark = (around != NULL && around->dark) || is_at(prelude, dark),
    };
    g_array_append_val(blocks, block);
}

/* The selectors for the declarations of the innermost block. */
static const char *selectors_of(GArray *blocks)
{
    for (guint i = blocks->len; i > 0; i--) {
        const struct block *block = &g_array_index(blocks, struct block, i - 1);
        if (*block->prelude != '@') {
            return block->prelude;
        }
    }
    return "";
}

static void judge_block(struct html_sheets *sheets, GArray *blocks, const struct block *block)
{
    struct html_style style = { 0 };
    html_style_read(block->declarations->str, sheets->variables, &style);
    unsigned fit = fits(sheets, selectors_of(blocks));
    sheets->doubtful |= (fit & FITS_AROUND) != 0 && (style.inserts || style.covers);
    sheets->doubtful |= (fit & FITS_ANY) != 0 && style.grounded && (style.covers || style.doubtful);
    if ((fit & FITS_WORDS) == 0) {
        return;
    }
    const bool both = style.inked && style.grounded;
    sheets->doubtful |= style.hides || style.doubtful || style.tiny || style.invisible ||
                        style.turns || (both && html_color_alike(style.ink, style.ground));
    sheets->flat |= style.flat;
    sheets->clips |= style.clips;
    if (style.inked && !block->dark) {
        add_color(sheets, style.ink, false, !both);
        sheets->inked = true;
    }
    if (style.grounded && !block->dark) {
        add_color(sheets, style.ground, true, !both);
        sheets->grounded = true;
    }
}

static void collect_block(struct html_sheets *sheets, GArray *blocks, const struct block *block)
{
    (void)blocks;
    if (!block->dark) {
        html_style_collect(block->declarations->str, sheets->variables);
    }
}

typedef void use_block(struct html_sheets *sheets, GArray *blocks, const struct block *block);

/* Ends the innermost block. */
static void close_block(struct html_sheets *sheets, GArray *blocks, use_block *use)
{
    const struct block *block = &g_array_index(blocks, struct block, blocks->len - 1);
    if (!block->skipped) {
        use(sheets, blocks, block);
    }
    g_array_set_size(blocks, blocks->len - 1);
}

/* Calls `use` for each block of a plain sheet, when it ends. */
static void read_blocks(struct html_sheets *sheets, const char *at, use_block *use)
{
    g_autoptr(GArray) blocks = g_array_new(FALSE, FALSE, sizeof(struct block));
    g_array_set_clear_func(blocks, (GDestroyNotify)block_clear);
    while (*at != '\0' && !sheets->doubtful) {
        const size_t length = strcspn(at, "{};");
        g_autofree char *piece = g_strndup(at, length);
        g_strstrip(piece);
        at += length;
        sheets->doubtful |= g_str_has_prefix(piece, "@import") || blocks->len > BLOCKS_MAX;
        if (*at == '{') {
            open_block(blocks, piece);
        } else if (blocks->len > 0) {
            GString *declarations =
                g_array_index(blocks, struct block, blocks->len - 1).declarations;
            g_string_append_printf(declarations, "%s;", piece);
        }
        if (*at == '}' && blocks->len > 0) {
            close_block(sheets, blocks, use);
        }
        at += *at != '\0';
    }
    while (blocks->len > 0) {
        close_block(sheets, blocks, use);
    }
}

void html_sheets_add(struct html_sheets *sheets, const char *css, const char *media)
{
    if (media == NULL || g_ascii_strcasecmp(media, "print") != 0) {
        char *plain = html_style_plain(css);
        g_ptr_array_add(sheets->sheets, plain);
        read_blocks(sheets, plain, collect_block);
    }
}

bool html_sheets_doubt(struct html_sheets *sheets)
{
    static const struct html_color white = { 255, 255, 255, 1 }, black = { 0, 0, 0, 1 };
    for (guint i = 0; i < sheets->sheets->len; i++) {
        read_blocks(sheets, g_ptr_array_index(sheets->sheets, i), judge_block);
    }
    if (!sheets->grounded) {
        add_color(sheets, white, true, true);
    }
    if (!sheets->inked) {
        add_color(sheets, black, false, true);
    }
    return sheets->doubtful || (sheets->flat && sheets->clips) || colors_meet(sheets);
}
