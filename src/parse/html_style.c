#include "parse/html_style.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"

/* ---- plain text ---- */

#define ESCAPE "\\\\(?:[0-9a-f]{1,6}[ \\t\\n]?|[\\xc0-\\xff][\\x80-\\xbf]*|.?)"

void html_style_append(GString *plain, gunichar sign)
{
    enum { PRIVATE = 0xF700 };
    const bool word = sign >= 0x80 || g_ascii_isalnum((char)sign) || sign == '-' || sign == '_';
    sign = !word ? sign + PRIVATE : sign < 0x80 ? (gunichar)g_ascii_tolower((char)sign) : sign;
    g_string_append_unichar(plain, g_unichar_validate(sign) ? sign : PRIVATE);
}

static gboolean append_piece(const GMatchInfo *match, GString *plain, gpointer unused)
{
    g_autofree char *piece = g_match_info_fetch(match, 0);
    if (*piece == '\\') {
        html_style_append(plain, g_ascii_isxdigit(piece[1]) ? (gunichar)strtoul(piece + 1, NULL, 16)
                                                            : g_utf8_get_char(piece + 1));
    } else if (*piece == '"' || *piece == '\'') {
        g_autofree char *text =
            g_regex_replace_eval(pattern_of(ESCAPE), piece, -1, 0, 0, append_piece, unused, NULL);
        const bool words = pattern_fits(text, "(*UTF)[\\p{L}\\p{N}]");
        g_string_append(plain, words ? "\"a\"" : "\"\"");
    } else if (g_ascii_isalpha(*piece)) {
        g_string_append(plain, "url()");
    } else if (*piece == '/') {
        g_string_append_c(plain, ' '); /* a comment */
    }
    return FALSE;
}

char *html_style_plain(const char *css)
{
    /* A string ends at the end of its line if not before. */
    static const char pieces[] =
        "/\\*.*?(?:\\*/|\\z)|<!--|-->|" ESCAPE "|\"(?:[^\"\\\\\n]++|" ESCAPE
        ")*+\"?|'(?:[^'\\\\\n]++|" ESCAPE ")*+'?"
        "|url\\(\\s*+(?![\"'])(?:[^)\\\\]++|\\\\.?)*+\\)?";
    char *plain = g_regex_replace_eval(pattern_of(pieces), css, -1, 0, 0, append_piece, NULL, NULL);
    for (char *at = plain; *at != '\0'; at++) {
        *at = g_ascii_isspace(*at) ? ' ' : g_ascii_tolower(*at);
    }
    return plain;
}

/* ---- values ---- */

/* Stand for variables that are not set, or to several values. */
#define UNKNOWN "!unknown"
#define AMBIGUOUS "!ambiguous"

/* What a bare number and a percentage are of. Letters are 16 pixels high, and boxes as wide as a
 * small window: only values that nobody writes for a readable text have to be found. */
enum basis { BOX, LETTERS, LINES, SHARE };

static double pixels_of(const char *unit, size_t length, enum basis basis)
{
    static const struct {
        const char *name;
        double pixels;
    } units[] = {
        { "px", 1 },         { "pt", 96.0 / 72 }, { "pc", 16 },        { "in", 96 },
        { "cm", 96 / 2.54 }, { "mm", 96 / 25.4 }, { "q", 96 / 101.6 }, { "ex", 8 },
        { "ch", 8 },         { "deg", 1 },        { "rad", 57.3 },     { "turn", 360 },
    };
    static const double bare[] = { 1, 1, 16, 1 }, percent[] = { 6, 0.16, 0.16, 0.01 };
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, unit, length) == 0) {
            return units[i].pixels;
        }
    }
    const bool window = memchr(unit, 'v', length) != NULL || memchr(unit, 'q', length) != NULL;
    return length == 0 ? bare[basis] : *unit == '%' ? percent[basis] : window ? percent[BOX] : 16;
}

/* Finds the least and the greatest number of a value that is not part of a word, in pixels. False:
 * there is none. */
static bool read_numbers(const char *value, enum basis basis, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (bool within = false; *value != '\0';) {
        char *end = NULL;
        double number = within ? 0 : g_ascii_strtod(value, &end);
        if (!within && end > value && strchr("+-.0123456789", *value) != NULL) {
            size_t unit = strspn(end, "abcdefghijklmnopqrstuvwxyz%");
            number *= pixels_of(end, unit, basis);
            *least = fmin(*least, number);
            *most = fmax(*most, number);
            value = end + unit;
        } else {
            within = g_ascii_isalnum(*value) || strchr("-_#.", *value) != NULL;
            value++;
        }
    }
    return *least <= *most;
}

/* The value with the values of the variables in it. Free with g_free. */
static char *with_variables(const char *value, GHashTable *variables)
{
    enum { REPLACED_MOST = 8 };
    char *text = g_strdup(value), *at = strstr(text, "var(");
    for (int i = 0; i < REPLACED_MOST && at != NULL; i++) {
        char *name = at + strlen("var("), *end = name;
        for (int depth = 1; *end != '\0' && depth > 0; end++) {
            depth += *end == '(' ? 1 : *end == ')' ? -1 : 0;
        }
        g_autofree char *inside = g_strndup(name, (gsize)MAX(end - name - 1, 0));
        char *fallback = strchr(inside, ',');
        if (fallback != NULL) {
            *fallback++ = '\0';
        }
        const char *known = g_hash_table_lookup(variables, g_strstrip(inside));
        known = known != NULL ? known : fallback != NULL ? fallback : UNKNOWN;
        char *replaced = g_strdup_printf("%.*s%s%s", (int)(at - text), text, known, end);
        g_free(text);
        text = replaced;
        at = strstr(text, "var(");
    }
    if (at != NULL) {
        g_free(text);
        text = g_strdup(AMBIGUOUS);
    }
    return text;
}

/* ---- properties ---- */

/* How a value is tested. */
enum test {
    HOLDS,   /* it has one of the words */
    OUTSIDE, /* the same, or one of its numbers is outside of the range */
    BELOW,   /* it has one of the words, or its numbers are all below `least` */
    ANY,     /* it is for anything */
    INK,
    GROUND,
};

/* Of the rows for a property the first counts whose test is met. */
static const struct property {
    const char *names; /* blanks around each */
    unsigned effect;   /* of values that meet the test; others end a TINY, INVISIBLE, PRE, TURNS */
    enum test test;
    const char *words; /* a pattern; NULL: none */
    enum basis basis;
    double least, most;
} properties[] = {
    /* what is seen at all */
    { " display ", HTML_HIDES, HOLDS, "none|table-column", BOX, 0, 0 },
    { " visibility ", HTML_INVISIBLE, HOLDS, "hidden|collapse", BOX, 0, 0 },
    { " mso-hide ", HTML_HIDES, HOLDS, "all", BOX, 0, 0 },
    { " content-visibility ", HTML_HIDES, HOLDS, "hidden", BOX, 0, 0 },
    { " text-decoration text-decoration-line ", HTML_HIDES, HOLDS, "line-through", BOX, 0, 0 },
    { " opacity zoom ", HTML_HIDES, BELOW, NULL, SHARE, 0.1, 0 },
    { " opacity zoom ", HTML_DOUBTFUL, OUTSIDE, "\\(", SHARE, 0.35, INFINITY },
    { " font-size ", HTML_TINY, BELOW, NULL, LETTERS, 1.5, 0 },
    { " font-size ", HTML_DOUBTFUL, OUTSIDE, "calc\\(", LETTERS, 4, INFINITY },
    /* boxes */
    { " height width max-height max-width block-size inline-size max-block-size max-inline-size ",
      HTML_FLAT | HTML_TIGHT, BELOW, NULL, BOX, 2.5, 0 },
    { " height width max-height max-width block-size inline-size max-block-size max-inline-size ",
      HTML_TIGHT, BELOW, UNKNOWN "|" AMBIGUOUS, BOX, 101, 0 },
    { " overflow ", HTML_CLIPS, HOLDS, "hidden|clip|scroll|auto", BOX, 0, 0 },
    { " contain ", HTML_DOUBTFUL, HOLDS, "size|strict", BOX, 0, 0 },
    { " line-clamp clip clip-path mask mask-image mask-border filter ", HTML_DOUBTFUL, ANY, NULL,
      BOX, 0, 0 },
    { " line-height ", HTML_DOUBTFUL, OUTSIDE, NULL, LINES, 4.8, 500 },
    { " text-indent ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, -50, 200 },
    { " margin ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, -40, 1000 },
    { " padding ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0, 1000 },
    { " left right top bottom inset vertical-align ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, -100,
      400 },
    { " letter-spacing word-spacing ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, -2, 100 },
    { " position ", HTML_COVERS | HTML_DOUBTFUL, HOLDS, "absolute|fixed", BOX, 0, 0 },
    { " z-index ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0, INFINITY },
    /* Tilted or moved a little, words can still be read. */
    { " transform rotate translate ", HTML_DOUBTFUL, OUTSIDE,
      "matrix|perspective|rotate3d|rotatex|rotatey|scale", BOX, -45, 45 },
    { " scale ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0.5, 3 },
    { " offset offset-path animation animation-name ", HTML_DOUBTFUL, ANY, NULL, BOX, 0, 0 },
    /* ink */
    { " color text-fill-color ", HTML_DOUBTFUL, INK, NULL, BOX, 0, 0 },
    { " background background-color ", HTML_DOUBTFUL, GROUND, NULL, BOX, 0, 0 },
    { " text-security mix-blend-mode ", HTML_DOUBTFUL, ANY, NULL, BOX, 0, 0 },
    { " text-stroke text-stroke-width ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0, 2 },
    { " text-decoration text-decoration-thickness ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0, 5 },
    { " text-underline-offset outline-offset ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, -3, INFINITY },
    { " font-size-adjust ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0.2, INFINITY },
    /* order */
    { " order flex-order ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 0, 0 },
    { " box-ordinal-group ", HTML_DOUBTFUL, OUTSIDE, NULL, BOX, 1, 1 },
    { " flex-direction flex-flow flex-wrap box-direction ", HTML_DOUBTFUL, HOLDS, "reverse", BOX, 0,
      0 },
    { " grid-row grid-column grid-area grid-template-areas ", HTML_DOUBTFUL, ANY, NULL, BOX, 0, 0 },
    { " float caption-side ", HTML_DOUBTFUL, HOLDS, "right|end|bottom", BOX, 0, 0 },
    { " display ", HTML_DOUBTFUL, HOLDS, "table-header-group|table-footer-group", BOX, 0, 0 },
    { " direction ", HTML_TURNS, HOLDS, "rtl", BOX, 0, 0 },
    { " unicode-bidi ", HTML_DOUBTFUL, HOLDS, "override|plaintext", BOX, 0, 0 },
    /* words of the sheet */
    { " content ", HTML_DOUBTFUL | HTML_INSERTS, HOLDS, "url\\(", BOX, 0, 0 },
    { " content ", HTML_INSERTS, HOLDS, "\"a\"|\\(|-quote", BOX, 0, 0 },
    { " quotes list-style list-style-type ", HTML_DOUBTFUL, HOLDS, "\"a\"", BOX, 0, 0 },
    /* how the text is laid out */
    { " white-space ", HTML_PRE, HOLDS, "pre|break-spaces", BOX, 0, 0 },
};

/* The name of a property, whoever invented it, and whichever edge or axis it is for. Free with
 * g_free. */
static char *property_of(const char *name)
{
    static const char pattern[] = "^-(webkit|moz|ms|o)-|"
                                  "(-(left|right|top|bottom|start|end|inline|block|x|y))+$";
    return strchr(name, '-') != NULL
               ? g_regex_replace_literal(pattern_of(pattern), name, -1, 0, "", 0, NULL)
               : g_strdup(name);
}

/* True if a value asks for nothing. */
static bool is_none(const char *value)
{
    return pattern_fits(value,
                        "^[ /]*+(?:(?:none|auto|normal|initial|unset|inherit|revert)(?![^ /])"
                        "[ /]*+)*+$");
}

static bool is_met(const struct property *row, const char *value)
{
    if (row->test == ANY) {
        return !is_none(value);
    }
    double least, most;
    const bool numbers =
        row->test != HOLDS && read_numbers(value, row->basis, &least, &most) &&
        (row->test == BELOW ? most < row->least : least < row->least || most > row->most);
    return numbers || (row->words != NULL && pattern_fits(value, row->words));
}

/* ---- declarations ---- */

/* A list of declarations that is applied. */
struct effect {
    struct html_style *style;
    unsigned own;               /* effects on this element */
    guint64 hiding, met, unmet; /* rows that hide, whose tests were met, or were not */
    bool inked, grounded;       /* such a colour was set before */
};

/* Sets the colour of letters, or behind them. */
static void set_color(struct effect *effect, bool ink, const char *value)
{
    static const double seen_least = 0.15, solid_least = 0.5;
    struct html_style *style = effect->style;
    struct html_color *set = ink ? &style->ink : &style->ground, color;
    bool *here = ink ? &effect->inked : &effect->grounded;
    const bool known = html_color_read(value, &color);
    if (known && (ink || color.alpha >= solid_least)) {
        const bool other = *here && !html_color_alike(set->rgb, color.rgb);
        effect->own |= (other ? HTML_DOUBTFUL : 0U) | (color.alpha < seen_least ? HTML_HIDES : 0U);
        *set = color;
        *here = *(ink ? &style->inked : &style->grounded) = true;
    } else if (ink && !known && !pattern_fits(value, "currentcolor|" UNKNOWN) && !is_none(value)) {
        effect->own |= HTML_DOUBTFUL; /* for the attribute, browsers make a colour of any word */
    }
}

/* Tests a value by a row; true if no other row counts. If a property has one value that hides and
 * one that does not, nobody knows which counts. */
static bool apply(struct effect *effect, const struct property *row, const char *value)
{
    const unsigned unseen = HTML_HIDES | HTML_TINY | HTML_INVISIBLE;
    const unsigned switched = row->effect & (HTML_TINY | HTML_INVISIBLE | HTML_PRE | HTML_TURNS);
    const guint64 bit = (guint64)1 << (row - properties);
    const bool met = is_met(row, value);
    if (switched != 0 && strcmp(value, "inherit") == 0) {
        return true; /* as around it */
    }
    effect->own &= ~switched;
    effect->style->effects &= ~switched;
    *(met ? &effect->met : &effect->unmet) |= bit;
    if ((row->effect & unseen) != 0 && (effect->met & effect->unmet & bit) != 0) {
        effect->own |= HTML_DOUBTFUL;
    }
    if ((row->effect & HTML_HIDES) != 0) {
        effect->hiding |= bit;
    } else if (met) {
        effect->own |= row->effect;
    }
    if ((row->effect & HTML_TIGHT) == 0 && pattern_fits(value, UNKNOWN "|" AMBIGUOUS "| attr\\(")) {
        effect->own |= HTML_DOUBTFUL;
    }
    return met;
}

static void apply_rows(struct effect *effect, const char *name, const char *value)
{
    /* The size in a `font` is its first number with a unit, or a zero. */
    static const char size[] = "(?<![^ ])[-+]?(?:[0-9.]+[a-z%][^ /]*|[0.]+(?![^ /]))";
    const bool font = strcmp(name, "font") == 0;
    g_autofree char *property = font ? g_strdup("font-size") : property_of(name);
    g_autofree char *word = g_strdup_printf(" %s ", property);
    g_autofree char *found = font ? pattern_find(value, size) : NULL;
    const char *read = found != NULL ? found : value;
    for (size_t i = 0; i < G_N_ELEMENTS(properties); i++) {
        const struct property *row = &properties[i];
        if (strstr(row->names, word) == NULL) {
            continue;
        }
        if (row->test == INK || row->test == GROUND) {
            set_color(effect, row->test == INK, read);
        } else if (apply(effect, row, read)) {
            return;
        }
    }
}

/* Takes the next of plain declarations. Returns its property (free with g_free), with its value
 * within the same bytes, both without blanks around them; NULL: there are no more. */
static char *next_declaration(const char **at, const char **value)
{
    while (**at != '\0') {
        g_autofree char *name = g_strndup(*at, strcspn(*at, ";"));
        *at += strlen(name);
        *at += **at == ';';
        char *colon = strchr(name, ':');
        if (colon != NULL) {
            *colon++ = '\0';
            colon[strcspn(colon, "!")] = '\0';
            *value = g_strstrip(colon);
            return g_strstrip(g_steal_pointer(&name));
        }
    }
    return NULL;
}

void html_style_collect(const char *declarations, GHashTable *variables)
{
    enum { VALUE_MAX = 200 };
    const char *value;
    for (char *name; (name = next_declaration(&declarations, &value)) != NULL; g_free(name)) {
        if (g_str_has_prefix(name, "--")) {
            const char *before = g_hash_table_lookup(variables, name);
            const bool clear =
                strlen(value) <= VALUE_MAX && (before == NULL || strcmp(before, value) == 0);
            g_hash_table_insert(variables, g_strdup(name), g_strdup(clear ? value : AMBIGUOUS));
        }
    }
}

void html_style_read(const char *declarations, GHashTable *variables, struct html_style *style)
{
    struct effect effect = { .style = style };
    style->effects &= HTML_INHERITED;
    const char *value;
    for (char *name; (name = next_declaration(&declarations, &value)) != NULL; g_free(name)) {
        g_autofree char *whole = with_variables(value, variables);
        apply_rows(&effect, name, whole);
    }
    const bool clips = (effect.own & HTML_CLIPS) != 0;
    if ((effect.met & effect.hiding & ~effect.unmet) != 0 ||
        (clips && (effect.own & HTML_FLAT) != 0)) {
        effect.own |= HTML_HIDES;
    }
    if (clips && (effect.own & HTML_TIGHT) != 0) {
        effect.own |= HTML_DOUBTFUL;
    }
    style->effects |= effect.own;
}
