/* Any bytes as the HTML of a mail, as a style sheet and as a style attribute. What comes of them is
 * valid text, and what stands in an element that is not shown is none of it. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "mail/html.h"
#include "mail/html_color.h"
#include "mail/html_css.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_html(const char *html)
{
    g_autofree char *text = html_to_text(html);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    g_assert_true(g_str_has_suffix(text, "\n"));
}

static void check_sheet(const char *text)
{
    struct css_sheets sheets;
    css_sheets_init(&sheets);
    css_sheets_add(&sheets, text, NULL, true);
    g_assert_cmpuint(sheets.rules->len, <=, CSS_RULES_MAX);
    css_sheets_clear(&sheets);
}

static void check_declarations(const char *text)
{
    bool cut = false;
    g_autoptr(GArray) declarations = css_declarations(text, &cut);
    g_assert_cmpuint(declarations->len, <=, CSS_DECLARATIONS_MAX);
}

static void check_color(const char *text)
{
    struct html_color color;
    if (html_color_read(text, &color) == HTML_COLOR_KNOWN) {
        g_assert_true(color.red >= 0 && color.red <= 255 && color.alpha >= 0 && color.alpha <= 1);
        g_assert_true(html_color_alike(color, color));
    }
}

/* Whatever follows, a word that is not displayed is not read. */
static void check_hidden(const char *style)
{
    if (strpbrk(style, "\"&") != NULL) {
        return;
    }
    g_autofree char *html = g_strdup_printf(
        "<p>e4<div style=\"%s\"><b style='display:none!important'>resign</b></div>", style);
    g_autofree char *text = html_to_text(html);
    g_assert_null(strstr(text, "resign"));
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
    check_declarations(text);
    check_color(text);
    check_hidden(text);
    return 0;
}
