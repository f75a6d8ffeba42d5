#include "parse/html_style.h"

#include <math.h>
#include <string.h>

/* ---- plain text ---- */

/* An escaped sign that means something in a sheet becomes a private one, so that it does not. */
enum { PRIVATE = 0xF700 };

gunichar html_style_unescaped(gunichar sign)
{
    return sign > PRIVATE && sign < PRIVATE + 0x80 ? sign - PRIVATE : sign;
}

/* Appends the character of an escape, of which `at` is behind the backslash. Returns the place
 * behind it. */
static const char *append_escaped(GString *plain, const char *at)
{
    enum { DIGITS_MAX = 6 };
    gunichar sign = 0;
    int digits = 0;
    for (; digits < DIGITS_MAX && g_ascii_isxdigit(*at); digits++, at++) {
        sign = sign * 16 + (gunichar)g_ascii_xdigit_value(*at);
    }
    if (digits > 0) {
        at += *at != '\0' && strchr(" \t\n", *at) != NULL;
    } else if (*at != '\0') {
        sign = g_utf8_get_char(at);
        at = g_utf8_next_char(at);
    }
    if (sign < 0x80) {
        bool letter = g_ascii_isalnum((char)sign) || sign == '-' || sign == '_';
        sign = letter ? (gunichar)g_ascii_tolower((char)sign) : sign + PRIVATE;
    }
    g_string_append_unichar(plain, g_unichar_validate(sign) ? sign : PRIVATE);
    return at;
}

/* The place behind a string, which ends at the end of its line if not before. */
static const char *append_string(GString *plain, const char *at)
{
    const char quote = *at++;
    g_autoptr(GString) text = g_string_new(NULL);
    while (*at != '\0' && *at != quote && *at != '\n') {
        if (*at == '\\' && (at[1] == quote || at[1] == '\n')) {
            at += 2;
        } else if (*at == '\\') {
            at = append_escaped(text, at + 1);
        } else {
            g_string_append_c(text, *at++);
        }
    }
    bool words = false;
    for (const char *c = text->str; *c != '\0'; c = g_utf8_next_char(c)) {
        words |= g_unichar_isalnum(g_utf8_get_char(c));
    }
    g_string_append(plain, words ? "\"a\"" : "\"\"");
    return at + (*at == quote);
}

static const char *append_address(GString *plain, const char *at)
{
    at += strlen("url(");
    at += strspn(at, " \t\r\n\f");
    if (*at == '"' || *at == '\'') {
        g_string_append(plain, "url(");
        return at;
    }
    while (*at != '\0' && *at != ')') {
        at += *at == '\\' && at[1] != '\0' ? 2 : 1;
    }
    g_string_append(plain, "url()");
    return at + (*at == ')');
}

char *html_style_plain(const char *css)
{
    GString *plain = g_string_sized_new(strlen(css));
    while (*css != '\0') {
        if (g_str_has_prefix(css, "/*")) {
            const char *end = strstr(css + 2, "*/");
            g_string_append_c(plain, ' ');
            css = end != NULL ? end + 2 : css + strlen(css);
        } else if (*css == '\\') {
            css = append_escaped(plain, css + 1);
        } else if (*css == '"' || *css == '\'') {
            css = append_string(plain, css);
        } else if (g_ascii_strncasecmp(css, "url(", strlen("url(")) == 0) {
            css = append_address(plain, css);
        } else if (g_str_has_prefix(css, "<!--") || g_str_has_prefix(css, "-->")) {
            css += *css == '<' ? 4 : 3;
        } else {
            g_string_append_c(plain, g_ascii_isspace(*css) ? ' ' : g_ascii_tolower(*css));
            css++;
        }
    }
    return g_string_free(plain, FALSE);
}

/* ---- values ---- */

/* Stand for variables that are not set, or to several values. */
#define UNKNOWN "unknown()"
#define AMBIGUOUS "ambiguous()"

/* Letters are 16 pixels high, and boxes as wide as a small window: only values that nobody writes
 * for a readable text have to be found. */
static const double percent_of_letters = 0.16, percent_of_box = 6;

static double pixels_of(const char *unit, size_t length, double percent)
{
    static const struct {
        const char *name;
        double pixels;
    } units[] = {
        { "px", 1 },         { "pt", 96.0 / 72 }, { "pc", 16 },        { "in", 96 },
        { "cm", 96 / 2.54 }, { "mm", 96 / 25.4 }, { "q", 96 / 101.6 }, { "ex", 8 },
        { "ch", 8 },         { "", 1 },           { "deg", 1 },        { "rad", 57.3 },
        { "turn", 360 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, unit, length) == 0) {
            return units[i].pixels;
        }
    }
    const bool window = memchr(unit, 'v', length) != NULL || memchr(unit, 'q', length) != NULL;
    return *unit == '%' ? percent : window ? percent_of_box : percent_of_letters * 100;
}

/* The next number of a value that is not part of a word, in pixels; NAN: there is none. Moves *at
 * behind it. */
static double next_length(const char **at, double percent)
{
    const char *value = *at;
    for (bool within = false; *value != '\0'; value++) {
        char *end;
        double number = within ? 0 : g_ascii_strtod(value, &end);
        if (!within && end > value && strchr("+-.0123456789", *value) != NULL) {
            size_t unit = strspn(end, "abcdefghijklmnopqrstuvwxyz%");
            *at = end + unit;
            return number * pixels_of(end, unit, percent);
        }
        within = g_ascii_isalnum(*value) || strchr("-_#.", *value) != NULL;
    }
    *at = value;
    return NAN;
}

/* True if each number of a value is in the range. */
static bool is_within(const char *value, double percent, double least, double most)
{
    for (double number; !isnan(number = next_length(&value, percent));) {
        if (!(number >= least && number <= most)) {
            return false;
        }
    }
    return true;
}

static bool holds_word(const char *words, const char *value)
{
    g_auto(GStrv) list = g_strsplit(words, " ", -1);
    for (char **word = list; *word != NULL; word++) {
        if (**word != '\0' && strstr(value, *word) != NULL) {
            return true;
        }
    }
    return false;
}

/* The value with the values of the variables in it. Free with g_free. */
static char *with_variables(const char *value, GHashTable *variables)
{
    enum { REPLACED_MOST = 8 };
    char *text = g_strdup(value);
    for (int i = 0; i < REPLACED_MOST; i++) {
        char *at = strstr(text, "var(");
        if (at == NULL) {
            break;
        }
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
    }
    if (strstr(text, "var(") != NULL) {
        g_free(text);
        text = g_strdup(AMBIGUOUS);
    }
    return text;
}

GHashTable *html_style_variables(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
}

/* ---- properties ---- */

enum kind {
    ANY,    /* doubtful unless it is none */
    NUMBER, /* doubtful outside of the range, or if it has one of the words */
    HIDES,  /* hides if it has one of the words */
    OPACITY,
    SIZE, /* of letters: too small to be read, or doubtful, below the range */
    FONT,
    LINE,
    BOX, /* flat below the range */
    OVERFLOW,
    COLOR,
    GROUND,
    CONTENT,
    POSITION,
    VISIBILITY,
    DIRECTION,
    WHITE_SPACE,
};

static const struct property {
    const char *names; /* blanks around each */
    enum kind kind;
    const char *words;
    double least, most;
} properties[] = {
    /* what is seen at all */
    { " display ", HIDES, "none table-column", 0, 0 },
    { " visibility ", VISIBILITY, "hidden collapse", 0, 0 },
    { " mso-hide ", HIDES, "all", 0, 0 },
    { " content-visibility ", HIDES, "hidden", 0, 0 },
    { " text-decoration text-decoration-line ", HIDES, "line-through", 0, 0 },
    { " opacity zoom ", OPACITY, NULL, 0.1, 0.35 },
    { " font-size ", SIZE, NULL, 1.5, 4 },
    { " font ", FONT, NULL, 1.5, 4 },
    /* boxes */
    { " height width max-height max-width block-size inline-size max-block-size max-inline-size ",
      BOX, NULL, 2, 100 },
    { " overflow ", OVERFLOW, "hidden clip scroll auto", 0, 0 },
    { " contain ", NUMBER, "size strict", -INFINITY, INFINITY },
    { " line-clamp clip clip-path mask mask-image mask-border filter ", ANY, NULL, 0, 0 },
    { " line-height ", LINE, NULL, 5, 500 },
    { " text-indent ", NUMBER, NULL, -50, 200 },
    { " margin ", NUMBER, NULL, -40, 1000 },
    { " padding ", NUMBER, NULL, 0, 1000 },
    { " left right top bottom inset vertical-align ", NUMBER, NULL, -100, 400 },
    { " letter-spacing word-spacing ", NUMBER, NULL, -2, 100 },
    { " position ", POSITION, "absolute fixed", 0, 0 },
    { " z-index ", NUMBER, NULL, 0, INFINITY },
    /* Tilted or moved a little, words can still be read. */
    { " transform rotate translate ", NUMBER, "matrix perspective rotate3d rotatex rotatey scale",
      -45, 45 },
    { " scale ", NUMBER, NULL, 0.5, 3 },
    { " offset offset-path animation animation-name ", ANY, NULL, 0, 0 },
    /* ink */
    { " color text-fill-color ", COLOR, NULL, 0, 0 },
    { " background background-color ", GROUND, NULL, 0, 0 },
    { " text-security mix-blend-mode ", ANY, NULL, 0, 0 },
    { " text-stroke text-stroke-width ", NUMBER, NULL, 0, 2 },
    { " text-decoration text-decoration-thickness ", NUMBER, NULL, 0, 5 },
    { " text-underline-offset outline-offset ", NUMBER, NULL, -3, INFINITY },
    { " font-size-adjust ", NUMBER, NULL, 0.2, INFINITY },
    /* order */
    { " order flex-order ", NUMBER, NULL, 0, 0 },
    { " box-ordinal-group ", NUMBER, NULL, 1, 1 },
    { " flex-direction flex-flow flex-wrap box-direction ", NUMBER, "reverse", -INFINITY,
      INFINITY },
    { " grid-row grid-column grid-area grid-template-areas ", ANY, NULL, 0, 0 },
    { " float caption-side ", NUMBER, "right end bottom", -INFINITY, INFINITY },
    { " display ", NUMBER, "table-header-group table-footer-group", -INFINITY, INFINITY },
    { " direction ", DIRECTION, "rtl", 0, 0 },
    { " unicode-bidi ", NUMBER, "override plaintext", -INFINITY, INFINITY },
    /* words of the sheet */
    { " content ", CONTENT, "\"a\" ( -quote", 0, 0 },
    { " quotes list-style list-style-type ", NUMBER, "\"a\"", -INFINITY, INFINITY },
    /* how the text is laid out */
    { " white-space ", WHITE_SPACE, "pre break-spaces", 0, 0 },
};

/* The name of a property, whoever invented it, and whichever edge or axis it is for. Free with
 * g_free. */
static char *property_of(const char *name)
{
    static GRegex *around;
    if (around == NULL) {
        around = g_regex_new("^-(webkit|moz|ms|o)-|"
                             "(-(left|right|top|bottom|start|end|inline|block|x|y))+$",
                             G_REGEX_RAW, 0, NULL);
    }
    return strchr(name, '-') != NULL ? g_regex_replace_literal(around, name, -1, 0, "", 0, NULL)
                                     : g_strdup(name);
}

/* True if a value asks for nothing. */
static bool is_none(const char *value)
{
    static const char *const words[] = { "none",  "auto",    "normal", "initial",
                                         "unset", "inherit", "revert", NULL };
    g_auto(GStrv) parts = g_strsplit_set(value, " /", -1);
    bool none = true;
    for (char **part = parts; *part != NULL; part++) {
        none &= **part == '\0' || g_strv_contains(words, *part);
    }
    return none;
}

/* Reads the first colour among the words of a value. */
static enum html_color_kind read_color(const char *value, struct html_color *color)
{
    static const char light_dark[] = "light-dark(";
    enum html_color_kind kind = HTML_COLOR_NONE;
    value += g_str_has_prefix(value, light_dark) ? strlen(light_dark) : 0;
    while (*value != '\0' && kind != HTML_COLOR_KNOWN) {
        size_t length = 0;
        for (int depth = 0; value[length] != '\0'; length++) {
            depth += value[length] == '(' ? 1 : value[length] == ')' ? -1 : 0;
            if (depth <= 0 && strchr(" ,", value[length]) != NULL) {
                break;
            }
        }
        g_autofree char *word = g_strndup(value, length);
        enum html_color_kind found = html_color_read(word, color);
        kind = found != HTML_COLOR_NONE ? found : kind;
        value += length + (value[length] != '\0');
    }
    return kind;
}

/* ---- declarations ---- */

/* A list of declarations that is applied. */
struct effect {
    struct html_style *style;
    guint64 hiding, showing; /* rows of which a value hides, or does not */
    bool flat, clips;        /* as in the style, but of this element alone */
    bool tight;              /* the box may be too small for its words */
    bool inked, grounded;    /* such a colour was set before */
};

/* If a property has one value that hides and one that does not, nobody knows which counts. */
static void set_hiding(struct effect *effect, const struct property *row, bool hides)
{
    const guint64 bit = (guint64)1 << (row - properties);
    *(hides ? &effect->hiding : &effect->showing) |= bit;
    effect->style->doubtful |= (effect->hiding & effect->showing & bit) != 0;
}

static void set_size(struct effect *effect, const struct property *row, const char *value)
{
    struct html_style *style = effect->style;
    const char *at = value;
    double pixels = next_length(&at, percent_of_letters);
    style->tiny = pixels < row->least;
    set_hiding(effect, row, style->tiny);
    style->doubtful |= !style->tiny && !is_within(value, percent_of_letters, row->most, INFINITY);
    style->doubtful |= strstr(value, "calc(") != NULL;
}

/* The size among the words of a `font` is its first number with a unit, or a zero. */
static void set_font(struct effect *effect, const struct property *row, const char *value)
{
    g_auto(GStrv) words = g_strsplit(value, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        (*word)[strcspn(*word, "/")] = '\0';
        char *unit;
        double number = g_ascii_strtod(*word, &unit);
        if (unit > *word && (*unit != '\0' || number <= 0)) {
            set_size(effect, row, *word);
            return;
        }
    }
    effect->style->doubtful |= holds_word(UNKNOWN " " AMBIGUOUS, value);
}

static void set_ink(struct effect *effect, const char *value)
{
    static const double seen_least = 0.15;
    struct html_style *style = effect->style;
    struct html_color ink;
    enum html_color_kind kind = read_color(value, &ink);
    if (kind == HTML_COLOR_KNOWN) {
        style->doubtful |= effect->inked && !html_color_alike(style->ink, ink);
        style->hides |= ink.alpha < seen_least;
        style->inked = effect->inked = true;
        style->ink = ink;
    } else {
        /* For the attribute, browsers make a colour of any word. */
        style->doubtful |= !holds_word("currentcolor " UNKNOWN, value) && !is_none(value);
    }
}

static void set_ground(struct effect *effect, const char *value)
{
    static const double solid_least = 0.5;
    struct html_style *style = effect->style;
    struct html_color ground;
    if (read_color(value, &ground) == HTML_COLOR_KNOWN && ground.alpha >= solid_least) {
        style->doubtful |= effect->grounded && !html_color_alike(style->ground, ground);
        style->grounded = effect->grounded = true;
        style->ground = ground;
    }
}

static void set_opacity(struct effect *effect, const struct property *row, const char *value)
{
    char *end;
    double number = g_ascii_strtod(value, &end);
    number = end == value ? 1 : *end == '%' ? number / 100 : number;
    set_hiding(effect, row, number < row->least);
    effect->style->doubtful |=
        (number >= row->least && number < row->most) || strchr(value, '(') != NULL;
}

/* Of several numbers, as of calc(), the greatest counts. */
static void set_box(struct effect *effect, const struct property *row, const char *value)
{
    bool has_number = !is_within(value, percent_of_box, NAN, NAN);
    effect->flat |= has_number && is_within(value, percent_of_box, -INFINITY, row->least);
    effect->tight |= has_number && is_within(value, percent_of_box, -INFINITY, row->most);
    effect->tight |= strstr(value, UNKNOWN) != NULL;
}

/* A bare number is one of heights of letters. */
static bool is_line_seen(const struct property *row, const char *value)
{
    const bool bare = value[strspn(value, "0123456789.")] == '\0';
    return is_within(value, percent_of_letters, bare ? 0.3 : row->least, row->most);
}

/* Applies a value of which only its words count. */
static void apply_words(struct effect *effect, const struct property *row, const char *value)
{
    struct html_style *style = effect->style;
    const bool has_word = holds_word(row->words, value);
    switch (row->kind) {
    case HIDES:
        set_hiding(effect, row, has_word);
        break;
    case VISIBILITY:
        style->invisible = has_word;
        set_hiding(effect, row, has_word);
        break;
    case OVERFLOW:
        effect->clips |= has_word;
        break;
    case POSITION:
        style->covers |= has_word;
        style->doubtful |= has_word;
        break;
    case CONTENT:
        style->inserts |= has_word;
        style->doubtful |= strstr(value, "url(") != NULL;
        break;
    case DIRECTION:
        style->turns = has_word;
        break;
    default:
        style->pre = has_word;
        break;
    }
}

static void apply(struct effect *effect, const struct property *row, const char *value)
{
    struct html_style *style = effect->style;
    switch (row->kind) {
    case ANY:
        style->doubtful |= !is_none(value);
        break;
    case NUMBER:
        style->doubtful |= !is_within(value, percent_of_box, row->least, row->most) ||
                           (row->words != NULL && holds_word(row->words, value));
        break;
    case OPACITY:
        set_opacity(effect, row, value);
        break;
    case SIZE:
        set_size(effect, row, value);
        break;
    case FONT:
        set_font(effect, row, value);
        return;
    case LINE:
        style->doubtful |= !is_line_seen(row, value);
        break;
    case BOX:
        set_box(effect, row, value);
        return;
    case COLOR:
        set_ink(effect, value);
        return;
    case GROUND:
        set_ground(effect, value);
        return;
    default:
        apply_words(effect, row, value);
        break;
    }
    style->doubtful |= holds_word(UNKNOWN " " AMBIGUOUS " attr(", value);
}

/* Takes the next of plain declarations: its property and its value, without blanks around them.
 * False if there are no more. */
static bool next_declaration(const char **at, char **name, char **value)
{
    while (**at != '\0') {
        g_autofree char *whole = g_strndup(*at, strcspn(*at, ";"));
        *at += strlen(whole);
        *at += **at == ';';
        char *colon = strchr(whole, ':');
        if (colon != NULL) {
            *colon++ = '\0';
            colon[strcspn(colon, "!")] = '\0';
            *name = g_strdup(g_strstrip(whole));
            *value = g_strdup(g_strstrip(colon));
            return true;
        }
    }
    return false;
}

void html_style_collect(const char *declarations, GHashTable *variables)
{
    enum { VALUE_MAX = 200 };
    char *name, *value;
    while (next_declaration(&declarations, &name, &value)) {
        const char *before = g_hash_table_lookup(variables, name);
        bool clear = strlen(value) <= VALUE_MAX && (before == NULL || strcmp(before, value) == 0);
        if (g_str_has_prefix(name, "--")) {
            g_hash_table_insert(variables, g_strdup(name), g_strdup(clear ? value : AMBIGUOUS));
        }
        g_free(name);
        g_free(value);
    }
}

void html_style_read(const char *declarations, GHashTable *variables, struct html_style *style)
{
    struct effect effect = { .style = style };
    style->hides = style->covers = style->inserts = false;
    char *name, *value;
    while (next_declaration(&declarations, &name, &value)) {
        g_autofree char *property = property_of(name);
        g_autofree char *row_name = g_strdup_printf(" %s ", property);
        g_autofree char *whole = with_variables(value, variables);
        for (size_t i = 0; i < G_N_ELEMENTS(properties); i++) {
            if (strstr(properties[i].names, row_name) != NULL) {
                apply(&effect, &properties[i], whole);
            }
        }
        g_free(name);
        g_free(value);
    }
    /* What is only too small or invisible may be seen again within. */
    guint64 hiding = effect.hiding & ~effect.showing;
    for (size_t i = 0; i < G_N_ELEMENTS(properties); i++) {
        bool whole = properties[i].kind == HIDES || properties[i].kind == OPACITY;
        style->hides |= whole && (hiding >> i & 1) != 0;
    }
    style->hides |= effect.flat && effect.clips;
    style->doubtful |= effect.tight && effect.clips;
    style->flat |= effect.flat;
    style->clips |= effect.clips;
}
