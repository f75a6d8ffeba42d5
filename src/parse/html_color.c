#include "parse/html_color.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Colours by name: those of CSS, and those of the system as most people see them. */
static const char names[] =
    " aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff "
    "beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff "
    "blueviolet 8a2be2 brown a52a2a burlywood deb887 buttonface f0f0f0 buttontext 000000 "
    "cadetblue 5f9ea0 canvas ffffff canvastext 000000 chartreuse 7fff00 chocolate d2691e "
    "coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff "
    "darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9 darkgreen 006400 "
    "darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f "
    "darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a "
    "darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f "
    "darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493 deepskyblue 00bfff "
    "dimgray 696969 dimgrey 696969 dodgerblue 1e90ff field ffffff fieldtext 000000 "
    "firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc "
    "ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 graytext 808080 green 008000 "
    "greenyellow adff2f grey 808080 highlight 3399ff highlighttext ffffff honeydew f0fff0 "
    "hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa "
    "lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 "
    "lightcoral f08080 lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 "
    "lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a "
    "lightseagreen 20b2aa lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 "
    "lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6 "
    "linktext 0000ee magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd "
    "mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee "
    "mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 "
    "midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5 "
    "navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 "
    "orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 "
    "paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 "
    "peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 "
    "rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 "
    "salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee sienna a0522d "
    "silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 "
    "snow fffafa springgreen 00ff7f steelblue 4682b4 tan d2b48c teal 008080 text 000000 "
    "thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff "
    "whitesmoke f5f5f5 window ffffff windowtext 000000 yellow ffff00 yellowgreen 9acd32 ";

static bool read_digits(const char *digits, struct html_color *color)
{
    const size_t length = strlen(digits), each = length > 4 ? 2 : 1;
    if (strspn(digits, "0123456789abcdef") != length ||
        (length != 3 && length != 4 && length != 6 && length != 8)) {
        return false;
    }
    unsigned part[4] = { 0, 0, 0, 255 };
    for (size_t i = 0; i < length / each; i++) {
        const int high = g_ascii_xdigit_value(digits[i * each]);
        part[i] = (unsigned)(high * 16 + g_ascii_xdigit_value(digits[i * each + each - 1]));
    }
    *color = (struct html_color){ part[0] << 16 | part[1] << 8 | part[2], part[3] / 255.0 };
    return true;
}

static bool read_name(const char *text, struct html_color *color)
{
    g_autofree char *word = g_strdup_printf(" %s ", text);
    const char *found = g_ascii_isalpha(*text) ? strstr(names, word) : NULL;
    if (found == NULL) {
        return false;
    }
    g_autofree char *digits = g_strndup(found + strlen(word), strlen("rrggbb"));
    return read_digits(digits, color);
}

/* ---- functions ---- */

enum { PARTS = 4 };

/* Reads the three or four numbers of a function. A percentage is one of `whole`. */
static bool read_parts(const char *text, double whole, double part[PARTS])
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
        part[count] = *end == '%' ? number / 100 * (count == PARTS - 1 ? 1 : whole) : number;
        count++;
        text = end + (*end == '%') + (g_str_has_prefix(end, "deg") ? strlen("deg") : 0);
    }
}

static bool read_function(const char *text, struct html_color *color)
{
    static const struct {
        const char *name;
        double whole;
    } functions[] = { { "rgb", 255 },  { "hsl", 1 },    { "oklch(", 1 },
                      { "oklab(", 1 }, { "lch(", 100 }, { "lab(", 100 } };
    enum { RGB, HSL };
    size_t i = 0;
    while (i < G_N_ELEMENTS(functions) && !g_str_has_prefix(text, functions[i].name)) {
        i++;
    }
    double part[PARTS];
    if (i == G_N_ELEMENTS(functions) ||
        !read_parts(strchr(text, '(') + 1, functions[i].whole, part)) {
        return false;
    }
    *color = (struct html_color){ .alpha = CLAMP(part[PARTS - 1], 0, 1) };
    for (size_t c = 0; c < PARTS - 1; c++) {
        color->rgb = color->rgb << 8 | (unsigned)CLAMP(part[c], 0, 255);
    }
    if (i != RGB) {
        const double light = 255 * part[i == HSL ? 2 : 0] / functions[i].whole;
        color->rgb = HTML_COLOR_LIGHT | (unsigned)CLAMP(light, 0, 255);
    }
    return true;
}

bool html_color_read(const char *value, struct html_color *color)
{
    static const char light_dark[] = "light-dark(";
    value += g_str_has_prefix(value, light_dark) ? strlen(light_dark) : 0;
    while (*value != '\0') {
        size_t length = 0;
        for (int depth = 0; value[length] != '\0'; length++) {
            depth += value[length] == '(' ? 1 : value[length] == ')' ? -1 : 0;
            if (depth <= 0 && strchr(" ,", value[length]) != NULL) {
                break;
            }
        }
        g_autofree char *word = g_strndup(value, length);
        *color = (struct html_color){ .alpha = 0 };
        const bool known = strchr(word, '(') != NULL
                               ? read_function(word, color)
                               : strcmp(word, "transparent") == 0 ||
                                     read_digits(word + (*word == '#'), color) ||
                                     read_name(word, color);
        if (known) {
            return true;
        }
        value += length + (value[length] != '\0');
    }
    return false;
}

/* How light a colour is, from 0 to 255, as hsl() says it. */
static int lightness(unsigned color)
{
    const int red = color >> 16 & 255, green = color >> 8 & 255, blue = color & 255;
    return (color & HTML_COLOR_LIGHT) != 0
               ? blue
               : (MAX(MAX(red, green), blue) + MIN(MIN(red, green), blue)) / 2;
}

bool html_color_alike(unsigned one, unsigned other)
{
    enum { DIFFERENCE = 32 }; /* of 255 */
    if (((one | other) & HTML_COLOR_LIGHT) != 0) {
        return abs(lightness(one) - lightness(other)) < DIFFERENCE;
    }
    for (int shift = 0; shift <= 16; shift += 8) {
        if (abs((int)(one >> shift & 255) - (int)(other >> shift & 255)) >= DIFFERENCE) {
            return false;
        }
    }
    return true;
}
