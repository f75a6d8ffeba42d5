#include "render/strokes.h"

#include <glib.h>
#include <string.h>

/* Each stroke is its points, x and y as hexadecimal digits; ~ before it says that it is curved. */
static const struct {
    char character;
    const char *strokes;
} characters[] = {
    { '0', "~30 62 67 39 07 02 30" },
    { '1', "12 30 39" },
    { '2', "~02 30 62 44 09|09 69" },
    { '3', "~01 30 52 24|~24 66 39 08" },
    { '4', "49 40 06 66" },
    { '5', "50 10 04|~04 33 66 39 08" },
    { '6', "~51 20 05 07 39 67 64 34 05" },
    { '7', "00 60 29" },
    { '8', "~30 52 34 12 30|~34 66 39 06 34" },
    { '9', "~18 49 64 62 30 02 05 35 64" },
    { 'a', "~64 33 06 39 68|63 69" },
    { 'b', "00 09|~04 33 66 39 08" },
    { 'c', "~64 33 06 39 68" },
    { 'd', "60 69|~64 33 06 39 68" },
    { 'e', "06 66|~66 33 06 39 68" },
    { 'f', "60 40 31 39|13 53" },
    { 'g', "~64 33 06 39 68|63 6a|~6a 3c 0b" },
    { 'h', "00 09|~05 33 65 69" },
    { 'i', "23 29|20 20" },
    { 'j', "33 3a|~3a 2c 0c|30 30" },
    { 'k', "00 09|53 06|25 69" },
    { 'l', "20 29" },
    { 'm', "03 09|~05 23 45 49|~45 63 85 89" },
    { 'n', "03 09|~05 33 65 69" },
    { 'o', "~33 66 39 06 33" },
    { 'p', "03 0c|~04 33 66 39 08" },
    { 'q', "63 6c|~64 33 06 39 68" },
    { 'r', "03 09|~05 23 53" },
    { 's', "~54 33 14 36 58 39 08" },
    { 't', "20 28 39 59|03 53" },
    { 'u', "~03 07 39 67 63|63 69" },
    { 'v', "03 39 63" },
    { 'w', "03 29 44 69 83" },
    { 'x', "03 69|63 09" },
    { 'y', "03 39|63 1c" },
    { 'z', "03 63 09 69" },
    { 'A', "09 30 69|16 56" },
    { 'B', "00 40 51 53 44 04|44 65 68 49 09 00" },
    { 'C', "~62 30 05 39 67" },
    { 'D', "00 30 62 67 39 09 00" },
    { 'E', "60 00 09 69|04 44" },
    { 'F', "60 00 09|04 44" },
    { 'G', "~62 30 05 39 66|66 65 35" },
    { 'H', "00 09|60 69|05 65" },
    { 'I', "20 29|00 40|09 49" },
    { 'J', "60 67 49 19 07" },
    { 'K', "00 09|60 05|24 69" },
    { 'L', "00 09 69" },
    { 'M', "09 00 45 80 89" },
    { 'N', "09 00 69 60" },
    { 'O', "~40 71 84 77 48 17 04 11 40" },
    { 'P', "00 09|00 40 62 63 45 05" },
    { 'Q', "~40 71 84 77 48 17 04 11 40|56 89" },
    { 'R', "00 09|00 40 62 63 45 05|35 69" },
    { 'S', "~61 30 02 34 67 39 08" },
    { 'T', "00 60|30 39" },
    { 'U', "00 06 29 49 66 60" },
    { 'V', "00 39 60" },
    { 'W', "00 29 44 69 80" },
    { 'X', "00 79|70 09" },
    { 'Y', "00 34 60|34 39" },
    { 'Z', "00 60 09 69" },
    { '!', "20 26|29 29" },
    { '*', "31 37|12 56|52 16" },
    { '+', "31 37|04 64" },
    { '-', "15 55" },
    { '|', "32 37" },
};

bool strokes_next(char character, const char **at, struct stroke *stroke)
{
    const char *next = *at;
    for (size_t i = 0; i < G_N_ELEMENTS(characters) && next == NULL; i++) {
        next = characters[i].character == character ? characters[i].strokes : NULL;
    }
    if (next == NULL || *next == '\0') {
        return false;
    }
    *stroke = (struct stroke){ .curved = *next == '~' };
    next += stroke->curved;
    while (*next != '\0' && *next != '|') {
        stroke->point[stroke->count].x = g_ascii_xdigit_value(next[0]);
        stroke->point[stroke->count].y = g_ascii_xdigit_value(next[1]);
        stroke->count++;
        next += 2;
        next += *next == ' ';
    }
    *at = next + (*next == '|');
    return true;
}

int strokes_width(char character)
{
    int width = 0;
    struct stroke stroke;
    for (const char *at = NULL; strokes_next(character, &at, &stroke);) {
        for (int i = 0; i < stroke.count; i++) {
            width = MAX(width, stroke.point[i].x);
        }
    }
    return width;
}
