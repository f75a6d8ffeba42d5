/* Any bytes as the HTML of a mail, as a style sheet, as a style attribute and as a colour. What
 * comes of them is valid text, and what stands in an element that is not shown is none of it. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "parse/html.h"
#include "parse/html_color.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_html(const char *html)
{
    bool doubtful;
    g_autofree char *text = html_to_text(html, &doubtful);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_true(g_str_has_suffix(text, "\n"));
}

static void check_color(const char *text)
{
    struct html_color color;
    if (html_color_read(text, &color)) {
        g_assert_true(color.rgb <= (HTML_COLOR_LIGHT | 255) && color.alpha >= 0 &&
                      color.alpha <= 1);
        g_assert_true(html_color_alike(color.rgb, color.rgb));
    }
}

/* Whatever is around it, a word that is not displayed is not read, or commands are asked about. */
static void check_hidden(const char *style)
{
    if (strpbrk(style, "\"&") != NULL) {
        return;
    }
    g_autofree char *html = g_strdup_printf(
        "<p>e4<div style=\"%s\"><b style='display:none!important'>resign</b></div>", style);
    bool doubtful;
    g_autofree char *text = html_to_text(html, &doubtful);
    g_assert_true(doubtful || strstr(text, "resign") == NULL);
}

/* A rule that hides a paragraph is found, whatever sheet is before it. */
static void check_sheet(const char *sheet)
{
    g_autofree char *html =
        g_strdup_printf("<style>%s</style><style>p{display:none}</style><p>resign</p>", sheet);
    bool doubtful;
    g_autofree char *text = html_to_text(html, &doubtful);
    g_assert_true(doubtful || strstr(text, "resign") == NULL || strstr(sheet, "</") != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool ready;
    if (!ready) {
        html_init();
        ready = true;
    }
    g_autofree char *bytes = g_strndup((const char *)data, size);
    g_autofree char *text = g_utf8_make_valid(bytes, -1);
    check_html(text);
    check_sheet(text);
    check_color(text);
    check_hidden(text);
    return 0;
}
