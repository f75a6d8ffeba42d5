/* The words of HTML mail. */
#include <glib.h>
#include <string.h>
#include <time.h>

#include "parse/html.h"

static void check(const char *html, const char *expected)
{
    bool doubtful;
    g_autofree char *text = html_to_text(html, &doubtful);
    g_test_message("%.200s", html);
    g_assert_cmpstr(text, ==, expected);
}

static void test_lines(void)
{
    check("e4-e5", "e4-e5\n");
    check("<div>e4-e5</div><div>Good luck!</div>", "e4-e5\nGood luck!\n");
    check("<div>e4-e5<br></div><div>Good luck!</div>", "e4-e5\nGood luck!\n");
    check("<div>e4-e5</div><div><br></div><div>Good luck!</div>", "e4-e5\n\nGood luck!\n");
    check("e4-e5<br>Good luck!", "e4-e5\nGood luck!\n");
    check("e4-e5<br><br>Good luck!", "e4-e5\n\nGood luck!\n");
    check("<p>e4-e5</p><p>Good luck!</p>", "e4-e5\n\nGood luck!\n");
    check("<ul><li>one</li><li>two</li></ul>", "one\ntwo\n");
    check("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc\n");
}

static void test_words(void)
{
    check("<b>e4</b>-<i>e5</i>", "e4-e5\n");
    check("move <b>117</b> e4-e5", "move 117 e4-e5\n");
    check("move\n   117\t e4-e5  ", "move 117 e4-e5\n");
    check("a &lt;b&gt; &amp; &#233; &eacute;", "a <b> & \u00e9 \u00e9\n");
    check("&#128; &#150; &#x92; &#129;", "\u20ac \u2013 \u2019 \ufffd\n");
    check("a&nbsp;b", "a\u00a0b\n");
    check("<meta charset=windows-1252><meta http-equiv=Content-Type content='text/html; "
          "charset=utf-16'>\u00e9",
          "\u00e9\n");
    check("<a href='mailto:ann@example.org?body=e4-e5'>here</a>", "here\n");
    check("", "\n");
}

static void test_preformatted(void)
{
    check("<pre>one\n  two\n\nthree</pre>four", "one\n  two\n\nthree\nfour\n");
    check("<p>a</p><pre>  b</pre>", "a\n\n  b\n");
    check("<div style='white-space: pre-wrap'>e4-e5\n\nGood <b>luck\n</b></div>\nbye",
          "e4-e5\n\nGood luck\nbye\n");
}

static void test_no_text(void)
{
    check("<head><title>t</title><style>p { }</style></head><body>e4</body>", "e4\n");
    check("<script>alert('e4-e5')</script>e4", "e4\n");
    check("<style>.a{content:'e4-e5'}</style>e4", "e4\n");
    check("<!-- e4-e5 -->e4", "e4\n");
    check("<!-->e4<!--->-e5<!-- x --!>!", "e4-e5!\n");
    check("e4<!-- never closed", "e4\n");
    /* what Word writes around the number of a list's item */
    check("<p><![if !supportLists]><span>1.&nbsp;</span><![endif]>e4</p>", "1.\u00a0e4\n");
    check("<!--[if !mso]><!-->e4<!--<![endif]-->", "e4\n");
    check("e4<?xml:namespace prefix = o />-</ p>e5</>", "e4-e5\n");
    check("<!DOCTYPE html><p title='<!--'>e4</p><!X> x < y <3", "e4\n\nx < y <3\n");
    check("<style><!-- p > b { color: red } --></style>e4", "e4\n");
    check("<![CDATA[resign]]>", "\n");
    check("<div style='display: none'>e4-e5</div>e4", "e4\n");
    check("<div hidden>e4-e5</div>e4", "e4\n");
    check("<s>e4-e5</s><p>e4 <del>e5</del><strike>e6</strike></p>", "e4\n");
    check("<span style='text-decoration: line-through'>e4-e5</span><p>e4", "e4\n");
    check("<div>e4</div><div class='gmail_signature'>Ann</div>", "e4\n");
}

/* What is quoted goes; a lone mark stays where it was. */
static void test_quotes(void)
{
    check("<div>e4</div><blockquote type='cite'>e4-e5</blockquote>", "e4\n>\n");
    check("<blockquote cite='mid:x@example.org'>e4-e5</blockquote>e4", ">\n\ne4\n");
    check("<blockquote class='x-quote'>e4-e5</blockquote>e4", ">\n\ne4\n");
    check("<blockquote style='border-left: 2px solid #00f'>e4-e5</blockquote>e4", ">\n\ne4\n");
    check("21.11.2026, 14:25, bob:<blockquote>e4-e5</blockquote>", "21.11.2026, 14:25, bob:\n>\n");
    check("<div>e4</div><div class='a gmail_quote b'>On Sat Ann "
          "wrote:<blockquote>e4-e5</blockquote></div>",
          "e4\n>\n");
    check("<div>e4</div><div class='gmail_quoted'>e5</div>", "e4\ne5\n");
    check("<div class='moz-cite-prefix'>On Sat, Ann wrote:<br></div>"
          "<blockquote type='cite'><pre>e4-e5</pre></blockquote><p>d5</p>",
          ">\n\nd5\n");
    check("<div>e4</div><div name='quote'>e4-e5</div>", "e4\n>\n");
    check("<div>e4</div><div id='ydp12yahoo_quoted_345' class='ydp12yahoo_quoted'>e4-e5</div>",
          "e4\n>\n");
}

static char *repeated(const char *text, size_t times)
{
    GString *all = g_string_new(NULL);
    for (size_t i = 0; i < times; i++) {
        g_string_append(all, text);
    }
    return g_string_free(all, FALSE);
}

/* A mail program indents words of the writer in the same way. */
static void test_indented(void)
{
    check("<blockquote style='margin:0 0 0 40px;border:none;padding:0px'>e4-e5</blockquote>Bye",
          "e4-e5\n\nBye\n");
    check("<blockquote>e4-e5</blockquote>", "e4-e5\n");
    check("My move:<blockquote>e4-e5</blockquote>", "My move:\n\ne4-e5\n");
}

/* Deep, but read; deeper, it is said that something is missing. */
static void test_depth(void)
{
    static const struct {
        size_t levels;
        bool doubtful;
    } cases[] = { { 300, false }, { 900, false }, { 1100, true } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *around = repeated("<div>", cases[i].levels);
        g_autofree char *html = g_strconcat(around, "e4-e5", NULL);
        bool doubtful;
        g_autofree char *text = html_to_text(html, &doubtful);
        g_assert_cmpstr(text, ==, cases[i].doubtful ? "\n" : "e4-e5\n");
        g_assert_true(doubtful == cases[i].doubtful);
    }
}

static void test_ends(void)
{
    check("<div>e4</div><hr><div id='divRplyFwdMsg'>From: ann</div><div>e4-e5</div>", "e4\n");
    check("<div>e4</div><div id='appendonsend'></div><div>e4-e5</div>", "e4\n");
    check("<div><p>e4</p><span><span class='OutlookMessageHeader'>From</span></span></div>e4-e5",
          "e4\n");
}

static void check_time(const char *html)
{
    gint64 start = (gint64)clock();
    bool doubtful;
    g_autofree char *text = html_to_text(html, &doubtful);
    g_assert_true(g_utf8_validate(text, -1, NULL));
    /* Loose, for busy machines; the faults it guards against take minutes. */
    g_assert_cmpint((gint64)clock() - start, <, 20 * CLOCKS_PER_SEC);
}

static void test_bombs(void)
{
    static const char *const parts[] = { "<div>", "<b><i>", "<table><tr><td>",       "<!--",
                                         "<a",    "&amp;",  "<p></div></b></table>", "<a b=\"" };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_test_message("%s", parts[i]);
        g_autofree char *html = repeated(parts[i], 100000);
        check_time(html);
    }
}

/* A tag with a hundred thousand attributes, however they are written. */
static void test_attributes(void)
{
    /* The last four: an `=` that begins a name hides nothing behind it. */
    static const struct {
        const char *begin, *form;
    } tags[] = { { "<div ", " a%d=1" },     { "<div ", " a%d" },      { "<div ", "/a%d" },
                 { "<div ", " a%d='1'" },   { "<div ", "a%d=\"1\"" }, { "<div =\"", " a%d" },
                 { "<div a=1=\"", " a%d" }, { "<div/=\"", " a%d" },   { "<div=\"", " a%d" } };
    for (size_t i = 0; i < G_N_ELEMENTS(tags); i++) {
        g_autoptr(GString) html = g_string_new("first<p>then ");
        g_string_append(html, tags[i].begin);
        for (int attribute = 0; attribute < 100000; attribute++) {
            g_autofree char *number = g_strdup_printf("%d", attribute);
            g_auto(GStrv) around = g_strsplit(tags[i].form, "%d", 2);
            g_string_append_printf(html, "%s%s%s", around[0], number, around[1]);
        }
        check_time(html->str);
        check(html->str, "first\n\nthen\n");
    }
}

/* Lines of Hebrew and the like, whose writer sees them from right to left, have a mark. */
static void test_directions(void)
{
    check("<div dir=rtl><div dir=ltr>a1-b1</div></div>", "a1-b1\n");
    check("<div dir=auto>a1-b1</div>", "a1-b1\n");
    check("<div dir=rtl><b>a1</b>-b1<br>b2</div>c", "\xE2\x80\x8F"
                                                    "a1-b1\n\xE2\x80\x8F"
                                                    "b2\nc\n");
}

/* What an element within another takes from it. */
static void test_within(void)
{
    check("<div style='visibility:hidden'>a<b style='visibility:visible'>b</b>c</div>", "b\n");
    check("<div style='font-size:0'>a<b style='font-size:12px'>b</b></div>", "b\n");
    check("<div style='display:none'><b style='display:block'>b</b></div>c", "c\n");
    check("a<b @=\"><p>resign</p><i z=\">", "a\n");
    check("a<b \u00e0=\"><p>resign</p><i z=\">", "a\n");
    check("<div class=voil\u00e0>sch\u00f6n</div>", "sch\u00f6n\n");
    check("<body bgcolor=black text=white><p>a<font color=black>b</font></p></body>", "a\n");
    check("<div style='background:black'><p style='background:transparent;color:black'>a</p>"
          "<p style='color:white'>b</p></div>",
          "b\n");
    check("<div style='max-height:0;overflow:hidden'><p>a</p></div>b", "b\n");
    check("e4<span style='display:none'>x</span>-e5", "e4-e5\n");
    check("<details><summary>a</summary>b<p>c</p></details>d", "ad\n");
    check("<details open><summary>a</summary>b</details>", "ab\n");
}

/* Ten thousand of whatever a sheet is made of, and sheets that end in the midst of something. */
static void test_sheets(void)
{
    static const char *const parts[] = {
        ".a{display:none}",
        ".a,",
        "{",
        "}",
        "@media x{",
        "/*",
        "\"",
        "(",
        "[",
        "\\",
        "a{b:c;",
        ".a.b.c.d",
        "@",
        ":",
        ";",
        "p p p ",
        "a{a:\\66 ",
        "!important",
        "a{color:var(--a);--a:var(--a) var(--a);",
        "a{transform:rotate(1deg)",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_test_message("%s", parts[i]);
        g_autofree char *sheet = repeated(parts[i], 20000);
        g_autofree char *escaped = g_markup_escape_text(sheet, -1);
        g_autofree char *html = g_strdup_printf("<style>%s</style><p style=\"%s\">a</p>"
                                                "<p class=\"%s\">b</p>",
                                                sheet, escaped, escaped);
        check_time(html);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    html_init();
    g_test_add_func("/html/lines", test_lines);
    g_test_add_func("/html/words", test_words);
    g_test_add_func("/html/preformatted", test_preformatted);
    g_test_add_func("/html/no-text", test_no_text);
    g_test_add_func("/html/quotes", test_quotes);
    g_test_add_func("/html/indented", test_indented);
    g_test_add_func("/html/directions", test_directions);
    g_test_add_func("/html/within", test_within);
    g_test_add_func("/html/ends", test_ends);
    g_test_add_func("/html/depth", test_depth);
    g_test_add_func("/html/sheets", test_sheets);
    g_test_add_func("/html/bombs", test_bombs);
    g_test_add_func("/html/attributes", test_attributes);
    return g_test_run();
}
