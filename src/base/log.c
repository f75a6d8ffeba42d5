#include "base/log.h"

#include <stdbool.h>
#include <stdio.h>

/* False for what could move a terminal's cursor, colour it or turn its text
 * around. */
static bool is_safe(gunichar character)
{
    switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
        return false;
    default:
        return true;
    }
}

void log_line(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *text = g_utf8_make_valid(line, -1);
    g_autoptr(GString) shown = g_string_new("postmove: ");
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        g_string_append_unichar(shown, is_safe(character) ? character : '?');
    }
    fprintf(stderr, "%s\n", shown->str);
}
