/* Where the elements of an HTML mail end: as browsers have it, whatever tags are left out. */
#include <glib.h>
#include <string.h>
#include <time.h>

#include "mail/html.h"

#define DOUBT "\xEF\xBF\xBD"
#define HIDE " style='display:none'"

static void check(const char *html, const char *expected)
{
    g_test_message("%.200s", html);
    g_autofree char *text = html_to_text(html);
    g_assert_cmpstr(g_strstrip(text), ==, expected);
}

/* What stands in something hidden is hidden, though older rules ended that before. */
static void test_hidden(void)
{
    static const char *const mails[] = {
        "<b" HIDE "><p>resign</p></b>",
        "<i" HIDE "><p>resign</p></i>",
        "<u" HIDE "><div>resign</div></u>",
        "<s><p>resign</p></s>",
        "<strike><p>resign</p></strike>",
        "<del><div><p>resign</p></div></del>",
        "<h1" HIDE "><p>resign</p></h1>",
        "<a" HIDE "><table><tr><td>resign</table></a>",
        "<font" HIDE "><center>resign</center></font>",
        "<small" HIDE "><ul><li>resign</ul></small>",
        "<form" HIDE "><form>resign</form></form>",
        "<pre" HIDE "><ul>resign</ul></pre>",
        "<menu" HIDE "><ul><li>resign</menu>",
        "<span" HIDE "><div></span>resign</div>",
        "<span" HIDE "><p></span>resign</p>",
        "<div" HIDE "></p>resign</div>",
        "<div" HIDE "></span></td></li>resign</div>",
        "<div" HIDE "><table></div>resign</table></div>",
        "<div" HIDE "/>resign</div>",
        "<p/style='display:none'>resign</p>",
        "<p" HIDE "><td>resign</td></p>",
        "<p" HIDE ">x<b>y</p></b>",
        "<div" HIDE "></xdiv></div-a></divx>resign</div>",
        "<ul><li" HIDE "><p>a<ul><li>resign</ul></ul>",
        "<dl><dt" HIDE ">resign<dd" HIDE ">draw</dl>",
        "<iframe></div><p>resign</iframe>",
        "<iframe></iframe-a><p>resign</iframe>",
        "<div" HIDE "><iframe></div></iframe>resign</div>",
        "<div" HIDE "><textarea></div></textarea>resign</div>",
        "<style></p></stylex>.a{}</style><style>.b{display:none}</style><p class=b>resign",
        "<style>body{display:none}</style>resign",
        "<style>html{font-size:0}</style><p>resign",
        "<body" HIDE "></body>resign",
        "<html" HIDE "><head></head></html>resign",
        "<style>o\\:p,a\\.b,a\\_b{display:none}</style><o:p>resign</o:p><a.b>resign</"
        "a.b><A_b>resign",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(mails); i++) {
        check(mails[i], "");
        g_autofree char *more = g_strconcat(mails[i], "</b></a></div></ul><p>Bye</p>", NULL);
        g_autofree char *text = html_to_text(more);
        g_assert_null(strstr(text, "resign"));
    }
}

/* What is seen is read. */
static void test_seen(void)
{
    check("<p" HIDE ">a<p>b", "b");
    check("<p" HIDE ">a<div>b</div>", "b");
    check("<p" HIDE ">a<h1>b</h1>", "b");
    check("<ul><li" HIDE ">a<li>b</ul>", "b");
    check("<dl><dt" HIDE ">a<dd>b</dl>", "b");
    check("<table><tr><td" HIDE ">a<td>b<tr" HIDE "><td>c<tr><td>d</table>e", "b\nd\ne");
    check("<table><tr><td><table" HIDE "><tr><td>a</table>b<td>c</table>", "b c");
    check("<div" HIDE "><span></div>a", "a");
    check("<div" HIDE "><p>x</div>a", "a");
    check("<h1" HIDE ">a</h2>b", "b");
    check("<svg/>a", "a");
    check("<svg" HIDE "><path d='m'/><g/></svg>a", "a");
    check("<p>a<br/>b<br>c</br>d</p>e", "a\nb\nc\nd\n\ne");
    check("a</p>b", "a\n\nb");
    check("<o:p>a</o:p><x-b>b</x-b><my_tag>c</my_tag>", "abc");
    check("<b>a</b> <i>b</i>\n<u>c</u>", "a b c");
    check("<pre>a\n<b>\n</b>b</pre>", "a\n\nb");
    check("<xmp><b>a</b> &amp;</xmp>b", "<b>a</b> &amp;b");
    check("a<plaintext><b>b</xmp>", "a<b>b</xmp>");
    check("<textarea>a</textarea><title>b</title>c", "c");
    check("<head><p>a", "a");
    check("<head>a</head>b", "ab");
    check("<style>body{opacity:.3}</style><body>a", "a");
    check("<html><body style='font-size:.4em'><p>a", "a");
    check("<b><p>a</b>b</p>", "a\n\nb");
    check("<p>a <font>b<p>c</font>", "a b\n\nc");
    check("<s>a</s><p>b", "b");
    check("<p><s>a</s></p><p>b</p>", "b");
    check("<a href=/x/y>a</a><img src=x/>b", "ab");
}

/* Browsers do not agree on these, or go on where nothing is written. */
static void test_astray(void)
{
    static const char *const mails[] = {
        "<p" HIDE "><table><tr><td>resign</table></p>",
        "<p" HIDE ">x<table><tr><td>resign</table>",
        "<p><s>x<p>resign",
        "<p><s>x</p>resign",
        "<div hidden><s>x</div>resign",
        "<b" HIDE "><p>x</b>resign",
        "<p><font color=white>x</p><font>resign</font>",
        "resign<body" HIDE ">",
        "resign<html hidden>",
        "<p>resign<body class=a><style>.a{display:none}</style>",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(mails); i++) {
        g_test_message("%s", mails[i]);
        g_autofree char *text = html_to_text(mails[i]);
        g_assert_nonnull(strstr(text, DOUBT));
        for (const char *at = strstr(text, "resign"); at != NULL; at = strstr(at + 1, "resign")) {
            g_assert_cmpint(at - text, >=, (int)strlen(DOUBT));
            g_assert_true(g_str_has_prefix(at - strlen(DOUBT), DOUBT));
        }
    }
}

/* What is too deep is not read, and takes no long time. */
static void test_deep(void)
{
    static const char *const tags[] = { "<div>",   "<b>",      "<ul><li>", "<table><tr><td>",
                                        "<p><b>x", "<a><b>",   "<svg>",    "</p>",
                                        "</br>",   "<svg><b/>" };
    for (size_t i = 0; i < G_N_ELEMENTS(tags); i++) {
        g_autoptr(GString) html = g_string_new("<p>e4</p>");
        for (int times = 0; times < 100000; times++) {
            g_string_append(html, tags[i]);
        }
        g_test_message("%s", tags[i]);
        gint64 start = (gint64)clock();
        g_autofree char *text = html_to_text(html->str);
        g_assert_cmpint((gint64)clock() - start, <, 20 * CLOCKS_PER_SEC);
        g_assert_nonnull(strstr(text, "e4"));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    html_init();
    g_test_add_func("/html-nest/hidden", test_hidden);
    g_test_add_func("/html-nest/seen", test_seen);
    g_test_add_func("/html-nest/astray", test_astray);
    g_test_add_func("/html-nest/deep", test_deep);
    return g_test_run();
}
