#include "mail/html_property.h"

#include <math.h>
#include <string.h>

static const double least_scale = 0.1;
static const double box_least = 2;     /* a smaller box shows no words */
static const double box_usual = 200;   /* a smaller one may show some of them */
static const double off_before = -200; /* pixels to the left of the screen or above it */
static const double off_behind = 2000;

/* ---- values ---- */

/* A list of words that exists as long as the program. */
#define WORDS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static bool holds_one_of(const char *value, const char *const *words)
{
    while (*words != NULL && strstr(value, *words) == NULL) {
        words++;
    }
    return *words != NULL;
}

/* True for a function whose result is not computed here. */
static bool is_computed(const char *value)
{
    return holds_one_of(value, WORDS("var(", "calc(", "env(", "min(", "max(", "attr(", "clamp("));
}

static const struct unit {
    const char *name;
    double pixels; /* 0: the unit is a part of the size of letters */
    double letters;
} units[] = {
    { "px", 1, 0 },         { "pt", 96.0 / 72, 0 }, { "pc", 16, 0 },        { "in", 96, 0 },
    { "cm", 96 / 2.54, 0 }, { "mm", 96 / 25.4, 0 }, { "q", 96 / 101.6, 0 }, { "rem", 16, 0 },
    { "em", 0, 1 },         { "%", 0, 0.01 },       { "ex", 0, 0.5 },       { "ch", 0, 0.5 },
    { "vw", 8, 0 },         { "vh", 6, 0 },         { "vmin", 6, 0 },       { "vmax", 8, 0 },
    { "", 1, 0 },
};

/* Reads a length at the beginning of a value, in pixels; `letters` is what 1em is. False:
 * there is none. Sets *end to the place behind it. */
static bool read_length(const char *value, double letters, double *pixels, const char **end)
{
    char *after;
    double number = g_ascii_strtod(value, &after);
    if (after == value || !isfinite(number) || strchr("+-.0123456789", *value) == NULL) {
        return false;
    }
    size_t length = strspn(after, "abcdefghijklmnopqrstuvwxyz%");
    *end = after + length;
    for (size_t i = 0; i < G_N_ELEMENTS(units); i++) {
        if (strlen(units[i].name) == length && memcmp(units[i].name, after, length) == 0) {
            *pixels = number * (units[i].pixels + units[i].letters * letters);
            return true;
        }
    }
    *pixels = number * letters; /* an unknown unit */
    return true;
}

/* Reads the least and the greatest length of a value with one or several; false if it has
 * none. */
static bool read_lengths(const char *value, double letters, double *least, double *greatest)
{
    bool any = false;
    const char *at = value;
    while (*at != '\0') {
        double pixels;
        const char *end = at;
        if (read_length(at, letters, &pixels, &end)) {
            *least = any ? MIN(*least, pixels) : pixels;
            *greatest = any ? MAX(*greatest, pixels) : pixels;
            any = true;
        }
        at = end + strcspn(end, " ,");
        at += strspn(at, " ,");
    }
    return any;
}

static bool is_none(const char *value)
{
    return g_strv_contains(WORDS("none", "auto", "normal", "initial", "unset", "inherit",
                                 "revert-layer", "revert", ""),
                           value);
}

/* ---- properties ---- */

static void take_display(struct html_look *look, const char *value)
{
    bool none = strstr(value, "none") != NULL;
    if (strcmp(value, "none") == 0) {
        look->gone = true;
    } else if (!none &&
               holds_one_of(value, WORDS("block", "inline", "flex", "grid", "table", "list-item",
                                         "box", "contents", "flow-root", "initial"))) {
        look->gone = false;
    } else {
        look->doubtful |= none || is_computed(value);
    }
}

static void take_visibility(struct html_look *look, const char *value)
{
    bool hidden = strcmp(value, "hidden") == 0 || strcmp(value, "collapse") == 0;
    bool visible = strcmp(value, "visible") == 0 || strcmp(value, "initial") == 0;
    if (hidden || visible) {
        look->invisible = hidden;
    } else if (is_none(value)) {
        look->invisible = look->parent->invisible;
    } else {
        look->doubtful |= is_computed(value);
    }
}

static void take_opacity(struct html_look *look, const char *value)
{
    char *end;
    double number = g_ascii_strtod(value, &end);
    if (end == value || !isfinite(number)) {
        look->doubtful |= is_computed(value);
        return;
    }
    number = *end == '%' ? number / 100 : number;
    look->opacity = look->parent->opacity * CLAMP(number, 0, 1);
}

static void take_size(struct html_look *look, const char *value)
{
    static const struct {
        const char *word;
        double pixels;
    } words[] = { { "xx-small", 9 },  { "x-small", 10 },   { "small", 13 },
                  { "medium", 16 },   { "large", 18 },     { "x-large", 24 },
                  { "xx-large", 32 }, { "xxx-large", 48 }, { "initial", 16 } };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        if (strcmp(value, words[i].word) == 0) {
            look->size = words[i].pixels;
            return;
        }
    }
    const char *end;
    double pixels;
    if (strcmp(value, "smaller") == 0) {
        look->size = look->parent->size * 0.83;
    } else if (strcmp(value, "larger") == 0) {
        look->size = look->parent->size * 1.2;
    } else if (is_none(value)) {
        look->size = look->parent->size;
    } else if (read_length(value, look->parent->size, &pixels, &end) && *end == '\0') {
        look->size = pixels < 0 ? look->size : pixels;
    } else {
        look->doubtful |= is_computed(value);
    }
}

/* "italic bold 12px/1.5 Arial": the size is the first length; a weight such as 700 is not a
 * length. */
static void take_font(struct html_look *look, const char *value)
{
    g_auto(GStrv) words = g_strsplit(value, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        size_t length = strcspn(*word, "/");
        size_t number = strspn(*word, "0123456789");
        bool weight = number == 3 && (*word)[number] == '\0';
        if (!weight && strchr(".0123456789", **word) != NULL && **word != '\0') {
            g_autofree char *size = g_strndup(*word, length);
            take_size(look, size);
            return;
        }
    }
    look->doubtful |= is_computed(value);
}

/* What "var(--name, white)" means if no variable is set: "white". Any other value stays as it
 * is. Free with g_free. */
static char *without_variable(const struct html_look *look, const char *value)
{
    const char *begin = value;
    size_t length = strlen(value);
    while (!look->variables && length > 0 && begin[length - 1] == ')' &&
           g_str_has_prefix(begin, "var(")) {
        const char *comma = memchr(begin, ',', length);
        if (comma == NULL) {
            break;
        }
        comma += 1 + strspn(comma + 1, " ");
        length -= (size_t)(comma - begin) + 1;
        begin = comma;
        while (length > 0 && begin[length - 1] == ' ') {
            length--;
        }
    }
    return g_strndup(begin, length);
}

/* True if a colour that is not known may be any colour. A variable is no colour if none is
 * set. */
static bool may_be_any(const struct html_look *look, const char *value)
{
    return strstr(value, "var(") == NULL || look->variables;
}

static void take_color(struct html_look *look, const char *value)
{
    struct html_color color;
    enum html_color_kind kind = html_color_read(value, &color);
    if (kind == HTML_COLOR_KNOWN) {
        look->color = color;
        look->color_unknown = false;
    } else if (kind == HTML_COLOR_UNKNOWN) {
        look->color_unknown |= may_be_any(look, value);
    } else if (kind == HTML_COLOR_CURRENT || is_none(value)) {
        look->color = look->parent->color;
        look->color_unknown = look->parent->color_unknown;
    }
}

static void take_fill(struct html_look *look, const char *value)
{
    struct html_color color;
    enum html_color_kind kind = html_color_read(value, &color);
    look->filled = kind == HTML_COLOR_KNOWN;
    look->fill = look->filled ? color : look->fill;
    look->doubtful |= kind == HTML_COLOR_UNKNOWN;
}

static void set_ground(struct html_look *look, struct html_color color)
{
    look->ground = html_color_over(color, look->parent->ground);
    look->grounded = color.alpha > 0 || look->parent->grounded;
    look->ground_unknown = color.alpha < 1 && look->parent->ground_unknown;
}

static void take_ground(struct html_look *look, const char *value)
{
    struct html_color color;
    enum html_color_kind kind = html_color_read(value, &color);
    if (kind == HTML_COLOR_KNOWN) {
        set_ground(look, color);
    } else if (kind == HTML_COLOR_CURRENT) {
        set_ground(look, look->color);
    } else if (kind == HTML_COLOR_UNKNOWN) {
        look->ground_unknown |= may_be_any(look, value);
    } else if (is_none(value)) {
        look->ground = look->parent->ground;
        look->grounded = look->parent->grounded;
        look->ground_unknown = look->parent->ground_unknown;
    }
}

static void take_picture(struct html_look *look, const char *value)
{
    look->ground_unknown |= strchr(value, '(') != NULL && may_be_any(look, value);
}

/* The length of a word of a value; it may contain brackets. */
static size_t word_length(const char *word)
{
    int depth = 0;
    size_t length = 0;
    for (; word[length] != '\0' && (word[length] != ' ' || depth > 0); length++) {
        depth += word[length] == '(' ? 1 : word[length] == ')' ? -1 : 0;
    }
    return length;
}

/* "white none repeat scroll 0% 0%": a colour among other words. */
static void take_background(struct html_look *look, const char *value)
{
    bool picture = false;
    take_ground(look, "transparent");
    for (const char *at = value; *at != '\0';) {
        size_t length = word_length(at);
        g_autofree char *written = g_strndup(at, length);
        g_autofree char *word = without_variable(look, written);
        struct html_color color;
        bool drawn = strstr(word, "url(") != NULL || strstr(word, "gradient(") != NULL ||
                     strstr(word, "image") != NULL;
        picture |= drawn;
        if (!drawn && html_color_read(word, &color) != HTML_COLOR_NONE) {
            take_ground(look, word);
        }
        at += length + strspn(at + length, " ");
    }
    look->ground_unknown |= picture;
}

static void take_side(struct html_look *look, const char *value)
{
    const char *end;
    double pixels;
    if (read_length(value, look->size, &pixels, &end)) {
        const bool part = *end == '\0' && end[-1] == '%';
        look->flat |= pixels < box_least;
        look->tight |= part ? pixels < look->size / 4 : pixels < box_usual;
    } else {
        look->doubtful |= is_computed(value) && strstr(value, "calc(") == NULL;
    }
}

static void take_line(struct html_look *look, const char *value)
{
    const char *end;
    double pixels;
    if (read_length(value, look->size, &pixels, &end)) {
        bool factor = *end == '\0' && end > value && g_ascii_isdigit(end[-1]);
        look->flat |= (factor ? pixels * look->size : pixels) < box_least;
    }
}

static void take_overflow(struct html_look *look, const char *value)
{
    look->cut_off |= strstr(value, "visible") == NULL && !is_none(value);
    look->cut_off |= strcmp(value, "auto") == 0;
}

static void take_position(struct html_look *look, const char *value)
{
    look->positioned = strcmp(value, "static") != 0 && !is_none(value);
}

/* True if so much of the place around it, or of a word, may be off the screen. */
static bool may_be_off(const struct html_look *look, const char *value)
{
    static const double word = 50, aside = -50, behind = 95; /* pixels, and hundredths */
    double least, greatest;
    for (const char *at = value; (at = strpbrk(at, "+-.0123456789")) != NULL;) {
        char *end;
        double number = g_ascii_strtod(at, &end);
        if (end > at && *end == '%' && (number <= aside || number >= behind)) {
            return true;
        }
        at = end > at ? end : at + 1;
    }
    return read_lengths(value, look->size, &least, &greatest) && least < -word;
}

static bool is_off(const struct html_look *look, const char *value)
{
    double least, greatest;
    return read_lengths(value, look->size, &least, &greatest) &&
           (least <= off_before || greatest >= off_behind);
}

static void take_edge(struct html_look *look, const char *value)
{
    look->far_off |= is_off(look, value);
    look->doubtful |= is_computed(value) || may_be_off(look, value);
}

static void take_margin(struct html_look *look, const char *value)
{
    look->gone |= is_off(look, value);
    look->doubtful |= may_be_off(look, value) || (is_computed(value) && strchr(value, '-') != NULL);
}

static void take_padding(struct html_look *look, const char *value)
{
    look->doubtful |= is_off(look, value);
}

static void take_hide(struct html_look *look, const char *value)
{
    look->gone |= !is_none(value);
}

static void take_zoom(struct html_look *look, const char *value)
{
    const char *end;
    double number;
    if (read_length(value, 1, &number, &end)) {
        look->gone |= number < least_scale;
    }
}

/* Properties that can hide words in more ways than are told apart here. */
static void take_doubt(struct html_look *look, const char *value)
{
    look->doubtful |= !is_none(value);
}

static void take_clip(struct html_look *look, const char *value)
{
    static const char rect[] = "rect(";
    double least, greatest;
    bool nothing = g_str_has_prefix(value, rect) &&
                   read_lengths(value + strlen(rect), look->size, &least, &greatest) &&
                   greatest < box_least;
    look->gone |= nothing;
    if (!nothing) {
        take_doubt(look, value);
    }
}

static void take_spacing(struct html_look *look, const char *value)
{
    double least, greatest;
    look->doubtful |= read_lengths(value, look->size, &least, &greatest) &&
                      (least < -look->size / 4 || greatest >= off_behind);
}

static void take_content(struct html_look *look, const char *value)
{
    look->gone |= strcmp(value, "hidden") == 0;
}

/* A picture that replaces the words. */
static void take_replacement(struct html_look *look, const char *value)
{
    look->doubtful |= strchr(value, '(') != NULL;
}

static void take_decoration(struct html_look *look, const char *value)
{
    look->struck = strstr(value, "line-through") != NULL;
}

static void take_direction(struct html_look *look, const char *value)
{
    look->leftwards = strcmp(value, "rtl") == 0 || (is_none(value) && look->parent->leftwards) ||
                      (look->leftwards && strcmp(value, "ltr") != 0);
    look->doubtful |= is_computed(value);
}

static void take_bidi(struct html_look *look, const char *value)
{
    look->overriding = strstr(value, "override") != NULL;
    look->doubtful |= is_computed(value);
}

/* What puts an element below others, or shows it last though it is written first. */
static void take_order(struct html_look *look, const char *value)
{
    look->doubtful |= *value == '-' || strstr(value, "reverse") != NULL || is_computed(value);
}

/* A custom property: html_look.c looks for these before all others. */
static void take_nothing(struct html_look *look, const char *value)
{
    (void)look;
    (void)value;
}

/* The functions for the properties that can hide something; a row's index is their number. */
static const struct property {
    void (*take)(struct html_look *look, const char *value);
    const char *const *names;
} properties[] = {
    { take_nothing, WORDS("--") }, /* any custom property */
    { take_size, WORDS("font-size") },
    { take_font, WORDS("font") },
    { take_display, WORDS("display") },
    { take_visibility, WORDS("visibility") },
    { take_opacity, WORDS("opacity") },
    { take_color, WORDS("color") },
    { take_fill, WORDS("text-fill-color") },
    { take_ground, WORDS("background-color") },
    { take_background, WORDS("background") },
    { take_picture, WORDS("background-image") },
    { take_side, WORDS("width", "height", "max-width", "max-height", "inline-size", "block-size",
                       "max-inline-size", "max-block-size") },
    { take_line, WORDS("line-height") },
    { take_overflow,
      WORDS("overflow", "overflow-x", "overflow-y", "overflow-inline", "overflow-block") },
    { take_position, WORDS("position") },
    { take_edge,
      WORDS("left", "right", "top", "bottom", "inset", "inset-inline", "inset-inline-start",
            "inset-inline-end", "inset-block", "inset-block-start", "inset-block-end") },
    { take_margin,
      WORDS("margin", "margin-left", "margin-right", "margin-top", "margin-bottom", "margin-inline",
            "margin-inline-start", "margin-block", "margin-block-start", "text-indent") },
    { take_padding,
      WORDS("padding", "padding-left", "padding-right", "padding-top", "padding-inline",
            "padding-inline-start", "padding-block", "padding-block-start") },
    { take_hide, WORDS("mso-hide") },
    { take_zoom, WORDS("zoom") },
    { take_clip, WORDS("clip") },
    { take_doubt, WORDS("clip-path", "mask", "mask-image", "filter", "mix-blend-mode", "transform",
                        "translate", "scale", "rotate", "animation", "animation-name",
                        "text-security", "offset-path", "order", "line-clamp", "contain") },
    { take_spacing, WORDS("letter-spacing", "word-spacing") },
    { take_content, WORDS("content-visibility") },
    { take_decoration, WORDS("text-decoration", "text-decoration-line") },
    { take_order, WORDS("z-index", "flex-direction", "flex-flow") },
    { take_replacement, WORDS("content") },
    { take_direction, WORDS("direction") },
    { take_bidi, WORDS("unicode-bidi") },
};

int html_property_find(const char *name)
{
    name = g_str_has_prefix(name, "--") ? "--" : name;
    for (size_t i = 0; i < G_N_ELEMENTS(properties); i++) {
        if (g_strv_contains(properties[i].names, name)) {
            return (int)i;
        }
    }
    return -1;
}

void html_property_take(struct html_look *look, int property, const char *value)
{
    g_autofree char *meant = g_str_has_prefix(value, "var(") ? without_variable(look, value) : NULL;
    properties[property].take(look, meant != NULL ? meant : value);
}
