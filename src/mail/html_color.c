#include "mail/html_color.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Colours by name, in order: those of CSS, and those of the system as most people see them. */
static const struct named {
    const char *name;
    unsigned rgb;
} names[] = {
    { "aliceblue", 0xf0f8ff },
    { "antiquewhite", 0xfaebd7 },
    { "aqua", 0x00ffff },
    { "aquamarine", 0x7fffd4 },
    { "azure", 0xf0ffff },
    { "beige", 0xf5f5dc },
    { "bisque", 0xffe4c4 },
    { "black", 0x000000 },
    { "blanchedalmond", 0xffebcd },
    { "blue", 0x0000ff },
    { "blueviolet", 0x8a2be2 },
    { "brown", 0xa52a2a },
    { "burlywood", 0xdeb887 },
    { "buttonface", 0xf0f0f0 },
    { "buttontext", 0x000000 },
    { "cadetblue", 0x5f9ea0 },
    { "canvas", 0xffffff },
    { "canvastext", 0x000000 },
    { "chartreuse", 0x7fff00 },
    { "chocolate", 0xd2691e },
    { "coral", 0xff7f50 },
    { "cornflowerblue", 0x6495ed },
    { "cornsilk", 0xfff8dc },
    { "crimson", 0xdc143c },
    { "cyan", 0x00ffff },
    { "darkblue", 0x00008b },
    { "darkcyan", 0x008b8b },
    { "darkgoldenrod", 0xb8860b },
    { "darkgray", 0xa9a9a9 },
    { "darkgreen", 0x006400 },
    { "darkgrey", 0xa9a9a9 },
    { "darkkhaki", 0xbdb76b },
    { "darkmagenta", 0x8b008b },
    { "darkolivegreen", 0x556b2f },
    { "darkorange", 0xff8c00 },
    { "darkorchid", 0x9932cc },
    { "darkred", 0x8b0000 },
    { "darksalmon", 0xe9967a },
    { "darkseagreen", 0x8fbc8f },
    { "darkslateblue", 0x483d8b },
    { "darkslategray", 0x2f4f4f },
    { "darkslategrey", 0x2f4f4f },
    { "darkturquoise", 0x00ced1 },
    { "darkviolet", 0x9400d3 },
    { "deeppink", 0xff1493 },
    { "deepskyblue", 0x00bfff },
    { "dimgray", 0x696969 },
    { "dimgrey", 0x696969 },
    { "dodgerblue", 0x1e90ff },
    { "field", 0xffffff },
    { "fieldtext", 0x000000 },
    { "firebrick", 0xb22222 },
    { "floralwhite", 0xfffaf0 },
    { "forestgreen", 0x228b22 },
    { "fuchsia", 0xff00ff },
    { "gainsboro", 0xdcdcdc },
    { "ghostwhite", 0xf8f8ff },
    { "gold", 0xffd700 },
    { "goldenrod", 0xdaa520 },
    { "gray", 0x808080 },
    { "graytext", 0x808080 },
    { "green", 0x008000 },
    { "greenyellow", 0xadff2f },
    { "grey", 0x808080 },
    { "highlight", 0x3399ff },
    { "highlighttext", 0xffffff },
    { "honeydew", 0xf0fff0 },
    { "hotpink", 0xff69b4 },
    { "indianred", 0xcd5c5c },
    { "indigo", 0x4b0082 },
    { "ivory", 0xfffff0 },
    { "khaki", 0xf0e68c },
    { "lavender", 0xe6e6fa },
    { "lavenderblush", 0xfff0f5 },
    { "lawngreen", 0x7cfc00 },
    { "lemonchiffon", 0xfffacd },
    { "lightblue", 0xadd8e6 },
    { "lightcoral", 0xf08080 },
    { "lightcyan", 0xe0ffff },
    { "lightgoldenrodyellow", 0xfafad2 },
    { "lightgray", 0xd3d3d3 },
    { "lightgreen", 0x90ee90 },
    { "lightgrey", 0xd3d3d3 },
    { "lightpink", 0xffb6c1 },
    { "lightsalmon", 0xffa07a },
    { "lightseagreen", 0x20b2aa },
    { "lightskyblue", 0x87cefa },
    { "lightslategray", 0x778899 },
    { "lightslategrey", 0x778899 },
    { "lightsteelblue", 0xb0c4de },
    { "lightyellow", 0xffffe0 },
    { "lime", 0x00ff00 },
    { "limegreen", 0x32cd32 },
    { "linen", 0xfaf0e6 },
    { "linktext", 0x0000ee },
    { "magenta", 0xff00ff },
    { "maroon", 0x800000 },
    { "mediumaquamarine", 0x66cdaa },
    { "mediumblue", 0x0000cd },
    { "mediumorchid", 0xba55d3 },
    { "mediumpurple", 0x9370db },
    { "mediumseagreen", 0x3cb371 },
    { "mediumslateblue", 0x7b68ee },
    { "mediumspringgreen", 0x00fa9a },
    { "mediumturquoise", 0x48d1cc },
    { "mediumvioletred", 0xc71585 },
    { "midnightblue", 0x191970 },
    { "mintcream", 0xf5fffa },
    { "mistyrose", 0xffe4e1 },
    { "moccasin", 0xffe4b5 },
    { "navajowhite", 0xffdead },
    { "navy", 0x000080 },
    { "oldlace", 0xfdf5e6 },
    { "olive", 0x808000 },
    { "olivedrab", 0x6b8e23 },
    { "orange", 0xffa500 },
    { "orangered", 0xff4500 },
    { "orchid", 0xda70d6 },
    { "palegoldenrod", 0xeee8aa },
    { "palegreen", 0x98fb98 },
    { "paleturquoise", 0xafeeee },
    { "palevioletred", 0xdb7093 },
    { "papayawhip", 0xffefd5 },
    { "peachpuff", 0xffdab9 },
    { "peru", 0xcd853f },
    { "pink", 0xffc0cb },
    { "plum", 0xdda0dd },
    { "powderblue", 0xb0e0e6 },
    { "purple", 0x800080 },
    { "rebeccapurple", 0x663399 },
    { "red", 0xff0000 },
    { "rosybrown", 0xbc8f8f },
    { "royalblue", 0x4169e1 },
    { "saddlebrown", 0x8b4513 },
    { "salmon", 0xfa8072 },
    { "sandybrown", 0xf4a460 },
    { "seagreen", 0x2e8b57 },
    { "seashell", 0xfff5ee },
    { "sienna", 0xa0522d },
    { "silver", 0xc0c0c0 },
    { "skyblue", 0x87ceeb },
    { "slateblue", 0x6a5acd },
    { "slategray", 0x708090 },
    { "slategrey", 0x708090 },
    { "snow", 0xfffafa },
    { "springgreen", 0x00ff7f },
    { "steelblue", 0x4682b4 },
    { "tan", 0xd2b48c },
    { "teal", 0x008080 },
    { "text", 0x000000 },
    { "thistle", 0xd8bfd8 },
    { "tomato", 0xff6347 },
    { "turquoise", 0x40e0d0 },
    { "violet", 0xee82ee },
    { "wheat", 0xf5deb3 },
    { "white", 0xffffff },
    { "whitesmoke", 0xf5f5f5 },
    { "window", 0xffffff },
    { "windowtext", 0x000000 },
    { "yellow", 0xffff00 },
    { "yellowgreen", 0x9acd32 },
};

static int compare_names(const void *key, const void *row)
{
    return strcmp(key, ((const struct named *)row)->name);
}

static struct html_color color_of(unsigned rgb)
{
    return (struct html_color){ (rgb >> 16) & 0xff, (rgb >> 8) & 0xff, rgb & 0xff, 1 };
}

static bool read_name(const char *text, struct html_color *color)
{
    if (strcmp(text, "transparent") == 0) {
        *color = (struct html_color){ .alpha = 0 };
        return true;
    }
    const struct named *found =
        bsearch(text, names, G_N_ELEMENTS(names), sizeof(names[0]), compare_names);
    if (found != NULL) {
        *color = color_of(found->rgb);
    }
    return found != NULL;
}

/* Reads the digits of "#rgb", "#rgba", "#rrggbb" or "#rrggbbaa". */
static bool read_digits(const char *digits, struct html_color *color)
{
    size_t length = strlen(digits);
    if (strspn(digits, "0123456789abcdef") != length ||
        (length != 3 && length != 4 && length != 6 && length != 8)) {
        return false;
    }
    size_t each = length > 4 ? 2 : 1;
    double part[4] = { 0, 0, 0, 255 };
    for (size_t i = 0; i < length / each; i++) {
        int high = g_ascii_xdigit_value(digits[i * each]);
        int low = g_ascii_xdigit_value(digits[i * each + each - 1]);
        part[i] = high * 16 + low;
    }
    *color = (struct html_color){ part[0], part[1], part[2], part[3] / 255 };
    return true;
}

enum { PARTS = 4 };

/* Reads the three or four numbers of a function. A percentage is one of `whole` at its place. */
static bool read_parts(const char *text, const double whole[PARTS], double part[PARTS])
{
    size_t count = 0;
    part[PARTS - 1] = 1;
    for (;;) {
        text += strspn(text, " ,/");
        if (*text == ')') {
            return count >= PARTS - 1;
        }
        char *end;
        double number = g_ascii_strtod(text, &end);
        if (end == text || !isfinite(number) || count == PARTS) {
            return false;
        }
        part[count] = *end == '%' ? number / 100 * whole[count] : number;
        count++;
        text = end + (*end == '%') + (g_str_has_prefix(end, "deg") ? strlen("deg") : 0);
    }
}

/* One channel of a colour given by hue, saturation and lightness. */
static double channel(double hue, double saturation, double lightness, double shift)
{
    double k = shift + hue / 30; /* below 24 */
    k -= k >= 12 ? 12 : 0;
    double reach = saturation * MIN(lightness, 1 - lightness);
    return 255 * (lightness - reach * CLAMP(MIN(k - 3, 9 - k), -1, 1));
}

static bool read_function(const char *text, struct html_color *color)
{
    static const double rgb_whole[PARTS] = { 255, 255, 255, 1 };
    static const double hsl_whole[PARTS] = { 360, 1, 1, 1 };
    const char *inside = strchr(text, '(') + 1;
    double part[PARTS];
    if (g_str_has_prefix(text, "rgb(") || g_str_has_prefix(text, "rgba(")) {
        bool fits = read_parts(inside, rgb_whole, part);
        *color = (struct html_color){ part[0], part[1], part[2], part[3] };
        return fits;
    }
    if ((g_str_has_prefix(text, "hsl(") || g_str_has_prefix(text, "hsla(")) &&
        read_parts(inside, hsl_whole, part)) {
        double hue = (double)(((gint64)CLAMP(part[0], -1e6, 1e6) % 360 + 360) % 360);
        double saturation = CLAMP(part[1], 0, 1), lightness = CLAMP(part[2], 0, 1);
        *color = (struct html_color){ channel(hue, saturation, lightness, 0),
                                      channel(hue, saturation, lightness, 8),
                                      channel(hue, saturation, lightness, 4), part[3] };
        return true;
    }
    return false;
}

enum html_color_kind html_color_read(const char *text, struct html_color *color)
{
    if (strcmp(text, "currentcolor") == 0) {
        return HTML_COLOR_CURRENT;
    }
    if (strchr(text, '(') != NULL) {
        if (!read_function(text, color)) {
            return HTML_COLOR_UNKNOWN;
        }
        *color = (struct html_color){ CLAMP(color->red, 0, 255), CLAMP(color->green, 0, 255),
                                      CLAMP(color->blue, 0, 255), CLAMP(color->alpha, 0, 1) };
        return HTML_COLOR_KNOWN;
    }
    /* In a mail that does not say which version of HTML it is written in, the `#` may be
     * missing. */
    size_t bare = strlen(text);
    bool digits = (bare == 3 || bare == 6) && read_digits(text, color);
    bool fits = digits || (*text == '#' ? read_digits(text + 1, color) : read_name(text, color));
    return fits ? HTML_COLOR_KNOWN : HTML_COLOR_NONE;
}

bool html_color_read_attribute(const char *text, struct html_color *color)
{
    g_autofree char *lower = g_strstrip(g_ascii_strdown(text, -1));
    return html_color_read(lower, color) == HTML_COLOR_KNOWN || read_digits(lower, color);
}

struct html_color html_color_over(struct html_color above, struct html_color below)
{
    double rest = 1 - above.alpha;
    return (struct html_color){ above.red * above.alpha + below.red * rest,
                                above.green * above.alpha + below.green * rest,
                                above.blue * above.alpha + below.blue * rest, 1 };
}

bool html_color_alike(struct html_color one, struct html_color other)
{
    static const double difference = 32; /* of 255 */
    return fabs(one.red - other.red) < difference && fabs(one.green - other.green) < difference &&
           fabs(one.blue - other.blue) < difference;
}
