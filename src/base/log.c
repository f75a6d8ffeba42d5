#include "base/log.h"

#include <stdio.h>

#include "base/plain.h"

void log_line(const char *format, ...)
{
    /* What could move a terminal's cursor, colour it or turn its text around. */
    static const char unsafe[] = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *line = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_autofree char *text = g_utf8_make_valid(line, -1);
    g_autofree char *shown =
        g_regex_replace_literal(pattern_kept(unsafe, G_REGEX_DEFAULT), text, -1, 0, "?", 0, NULL);
    fprintf(stderr, "postmove: %s\n", shown);
}
