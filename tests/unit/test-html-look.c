/* What of an HTML mail its writer could see. */
#include <glib.h>
#include <string.h>
#include <time.h>

#include "mail/html.h"

static char *text_of(const char *html)
{
    g_autofree char *text = html_to_text(html);
    return g_strdup(g_strstrip(text));
}

static void check(const char *html, const char *expected)
{
    g_test_message("%s", html);
    g_autofree char *text = text_of(html);
    g_assert_cmpstr(text, ==, expected);
}

/* Styles that hide a word from whoever reads the mail. */
static const char *const hiding[] = {
    "display:none",
    "DISPLAY : NONE",
    "display:none!important",
    "display: none ! important ; color: black",
    "display/**/:/* x */none/**/",
    "dis\\70lay:none",
    "\\64 isplay:none",
    "\\000064isplay: n\\6fne",
    "d\\isplay:none",
    ";;display:none",
    "content:\"a;b\";display:none",
    "content:'\\';display:block';display:none",
    "background:url(a;b);display:none",
    "display:none;display:nonsense",
    "color:red;display:none;",
    "visibility:hidden",
    "visibility: COLLAPSE",
    "opacity:0",
    "opacity:0.0",
    "opacity: .00",
    "opacity:0%",
    "opacity:0.01",
    "opacity:1e-9",
    "font-size:0",
    "font-size:0px",
    "font-size:0em",
    "font-size:0.001pt",
    "font-size:1px",
    "font-size: 5%",
    "FONT: 0/0 a",
    "font:italic bold 0px/1.5 Arial",
    "font:700 1px Arial",
    "mso-hide:all",
    "color:#fff;background-color:#ffffff",
    "color:white;background:white",
    "background:#fefefe url() repeat;background-color:white;color:rgb(255,255,255)",
    "color:rgb(100%,100%,100%);background:hsl(0,0%,100%)",
    "color:rgba(0,0,0,0)",
    "color:transparent",
    "color:#0000",
    "color:black;background-color:black",
    "background-color:navy;color:#000088",
    "max-height:0;overflow:hidden",
    "overflow:hidden;height:0px",
    "width:0;overflow:hidden",
    "height:1px;width:1px;overflow:hidden",
    "max-height:0;overflow-y:scroll",
    "line-height:0;overflow:hidden;",
    "position:absolute;left:-9999px",
    "left:-9999px;position:absolute",
    "position:fixed;top:-100em",
    "position:absolute;left:9999px",
    "text-indent:-9999px",
    "margin-left:-5000px",
    "margin:0 0 0 -5000px",
    "position:absolute;clip:rect(0,0,0,0)",
    "position:absolute;clip:rect(1px 1px 1px 1px)",
    "zoom:0",
    "content-visibility:hidden",
    "-webkit-text-fill-color:transparent",
    "text-decoration:line-through",
    "TEXT-DECORATION: Underline LINE-THROUGH",
};

static void test_hiding_styles(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(hiding); i++) {
        g_autofree char *escaped = g_markup_escape_text(hiding[i], -1);
        g_autofree char *html =
            g_strdup_printf("<p>e4-e5</p><div style=\"%s\">resign</div><p>Bye</p>", escaped);
        check(html, "e4-e5\n\nBye");
    }
}

/* The same in a sheet, for a class, an id, an element and all of them. */
static void test_hiding_sheets(void)
{
    static const char *const selectors[] = { ".a",           "#b",      "div",      "div.a", ".a.c",
                                             "div#b.a",      "p, .a",   "DIV",      ".A",    "*.a",
                                             "\\.z, .\\61 ", ".md\\:x", ".md\\3a x" };
    for (size_t i = 0; i < G_N_ELEMENTS(hiding); i++) {
        const char *selector = selectors[i % G_N_ELEMENTS(selectors)];
        const char *visible = strstr(selector, "p,") != NULL ? "span" : "p";
        g_autofree char *html = g_strdup_printf(
            "<head><style>body{margin:0}\n%s { %s }</style></head><body><%s>e4-e5</%s>"
            "<div class='a c md:x' id=b>resign</div></body>",
            selector, hiding[i], visible, visible);
        check(html, "e4-e5");
    }
}

/* What people write, and see. */
static void test_seen_styles(void)
{
    static const char *const styles[] = {
        "color:var(--x,black);background:var(--y, white)",
        "padding:12px 5%",
        "text-indent:5%",
        "color:#000;background:#fff",
        "color:black;background-color:white",
        "color: rgb(0, 0, 0); background-color: rgb(255, 255, 255);",
        "color:white;background-color:#1e1e1e",
        "color:windowtext",
        "color:#1F497D;mso-fareast-language:EN-US",
        "font-size:11.0pt;font-family:\"Calibri\",sans-serif;mso-fareast-language:EN-US",
        "font-size:small",
        "font:12px/1.5 Arial",
        "font:300 14px Arial",
        "font-size:0;font-size:12pt",
        "display:block",
        "display:none;display:inline-block",
        "display:inline !important;float:none",
        "visibility:visible;opacity:1",
        "opacity:0.87",
        "margin:0;padding:0;border:0",
        "margin:0cm 0cm 0.0001pt",
        "text-indent:-.25in;margin-left:.5in",
        "overflow:hidden;width:100%;max-height:none",
        "overflow-wrap: break-word; -webkit-nbsp-mode: space; line-break: after-white-space;",
        "caret-color: rgb(0, 0, 0); color: rgb(0, 0, 0); letter-spacing: normal; orphans: auto; "
        "text-indent: 0px; text-transform: none; word-spacing: 0px; text-decoration: none; "
        "-webkit-text-stroke-width: 0px;",
        "background-image:initial;background-position:initial;background-size:initial",
        "background:none;color:inherit",
        "background-color:inherit;color:inherit",
        "background:white none repeat scroll 0% 0%",
        "position:relative;left:2px",
        "color:var(--black)",
        "color:gray",
        "color:#888888;font-size:10px",
        "content:\"display:none\"",
        "font-family:'display:none'",
        "/* display:none */",
        "line-height:1;overflow:hidden",
        "height:0",
        "transform:none;filter:none;clip-path:none",
        "x{display:none}",
        "color:#ffffff;background-color:#000000;",
        "-webkit-text-size-adjust:auto",
        "width:calc(100% - 10px);overflow:hidden",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(styles); i++) {
        g_autofree char *escaped = g_markup_escape_text(styles[i], -1);
        g_autofree char *html = g_strdup_printf("<div style=\"%s\">e4-e5</div>", escaped);
        check(html, "e4-e5");
    }
}

/* Nobody can say whether these are seen: the line is marked, so that it is no command. */
static void test_doubtful_styles(void)
{
    static const char *const styles[] = {
        "color:fffffe",
        "color:var(--x,white)",
        "color:var(--x, var( --y , #ffffff ) )",
        "text-indent:100%;white-space:nowrap;overflow:hidden",
        "padding-left:9999px",
        "color:white",
        "color:#fefefe",
        "--c:white;color:var(--c)",
        "color:var(--c);--c:white",
        "opacity:var(--o)",
        "font-size:calc(1px - 1px)",
        "transform:scale(0)",
        "clip-path:inset(100%)",
        "filter:opacity(0)",
        "color:color-mix(in srgb, white, white)",
        "background:linear-gradient(red,blue);color:red",
        "background-image:url(x.png)",
        "animation:fade 1s",
        "letter-spacing:-1em",
        "clip:rect(0,1000px,0,0)",
        "color:red;--x&colon;1",
        "display&colon;none",
        "order:1",
        "display:flex;flex-direction:row-reverse",
        "unicode-bidi:var(--x)",
        "position:absolute;right:110%",
        "float:left;margin-left:-100%",
        "margin-left:-150px",
        "text-indent:-6em",
        "height:1em;overflow:hidden",
        "width:5em;overflow-x:clip",
        "-webkit-line-clamp:1;overflow:hidden",
        "content:url(x.png)",
        "contain:size;overflow:clip",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(styles); i++) {
        g_autofree char *html =
            g_strdup_printf("<p>Hi</p><div style=\"%s\">resign<br>draw</div><p>Bye</p>", styles[i]);
        check(html, "Hi\n\n\xEF\xBF\xBDresign\n\xEF\xBF\xBD"
                    "draw\n\nBye");
    }
    check("<style>:root{--c:white}</style><p style='color:var(--c)'>a", "\xEF\xBF\xBD"
                                                                        "a");
    check("<pre style='color:white'>one\ntwo</pre>", "\xEF\xBF\xBDone\n\xEF\xBF\xBDtwo");
    check("re<span style='color:white'>si</span>gn", "re\xEF\xBF\xBDsign");
}

/* Rules that may hold or not. */
static void test_doubtful_sheets(void)
{
    static const char *const sheets[] = {
        "@media (max-width:600px){.a{display:none}}",
        "@media only screen and (max-width:600px){ p{color:red} .a{display:none} }",
        "@supports (x:y) { .a { opacity: 0 } }",
        "td .a{display:none}",
        "div > .a{font-size:0}",
        ".a:first-child{display:none}",
        ".a[x]{visibility:hidden}",
        "div:not(.x){display:none}",
        ".a{color:red; .b{display:none}}",
        "div:not(:hover){display:none}",
        "div:is(:hover,.a){display:none}",
        "[class=':hover'],.a[title!=':hover']{display:none}",
        ".a::before{content:'do not '}",
        "div:after{content:' or not'}",
        ":before{content:attr(class)}",
        "@font-face{font-family:x;src:local(y), URL( 'data:font/woff2,abc')}",
        "@media (prefers-color-scheme:light){.a{display:none}}",
        "@media not (prefers-color-scheme:dark){.a{display:none}}",
        "@media (prefers-color-scheme:dark), screen{.a{display:none}}",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(sheets); i++) {
        g_autofree char *html =
            g_strdup_printf("<style>%s</style><div class=a>resign</div>", sheets[i]);
        check(html, "\xEF\xBF\xBDresign");
    }
}

/* Sheets that stand elsewhere than in a <style> that is one. */
static void test_doubtful_places(void)
{
    static const char *const places[] = {
        "<link rel=stylesheet href='data:text/css,.a{display:none}'>",
        "<link rel='Preload StyleSheet' href=' DA\nta:text/css;base64,LmF7fQ=='>",
        "<link rel=stylesheet href='cid:a@example.org'>",
        "<style>@import url('data:text/css,.a{display:none}');</style>",
        "<style>@\\69mport \"d\\61ta:text/css,.a{display:none}\" screen;</style>",
        "<style>/**/@import/**/url( data:text/css;base64,LmF7fQ== );</style>",
        "<style>@media screen{@import 'mid:a@example.org';}</style>",
        "<svg><style>.a{display:none}</style></svg>",
        "<noscript><style>.a{display:none}</style></noscript>",
        "<div hidden><style>.a{display:none}</style></div>",
        "<style type=text/x>.a{display:none}</style>",
        "<style title=b>.a{display:none}</style>",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *html = g_strconcat(places[i], "<div class=a>resign</div>", NULL);
        check(html, "\xEF\xBF\xBDresign");
    }
    /* What may show is not believed either. */
    check("<style type=text/x>.a{display:block!important}</style>"
          "<style title=b></style><style title=c>.a{display:block!important}</style>"
          "<p class=a style='display:none'>a</p>b",
          "b");
    check("<link rel=File-List href='cid:filelist.xml@01D'><link rel=icon href='data:image/png,'>"
          "<link rel=stylesheet href='https://example.org/font.css'><style type='TEXT/CSS'>"
          "@import url(https://example.org/data:x);</style><p class=a>a</p>",
          "a");
}

/* Letters that run the other way. */
static void test_directions(void)
{
    static const char *const turned[] = {
        "<bdo dir=rtl>1b-1a</bdo>",
        "<div dir=rtl><bdo>1b-1a</bdo></div>",
        "<span style='direction:rtl;unicode-bidi:bidi-override'>1b-1a</span>",
        "<span dir=rtl style='unicode-bidi:isolate-override'>1b-1a</span>",
        "<style>p{unicode-bidi:bidi-override}</style><p dir=RTL>1b-1a",
        "<bdo dir=rtl><b><i>1b-1a</i></b></bdo>",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(turned); i++) {
        check(turned[i], "\xE2\x80\x8F\xEF\xBF\xBD"
                         "1b-1a");
    }
    check("<bdo dir=ltr>a1-b1</bdo>", "a1-b1");
    check("<div dir=rtl><div dir=ltr>a1-b1</div></div>", "a1-b1");
    check("<div dir=auto>a1-b1</div>", "a1-b1");
    check("<div dir=rtl><b>a1</b>-b1<br>b2</div>c", "\xE2\x80\x8F"
                                                    "a1-b1\n\xE2\x80\x8F"
                                                    "b2\nc");
}

static void test_sheets_that_hide_nothing(void)
{
    static const char *const sheets[] = {
        "@media print{.a{display:none}}",
        "@media (prefers-color-scheme:dark){.a{color:#fff !important}}",
        ".b{display:none}",
        ".a:hover{display:none}",
        ".a::before{display:none}",
        ".a::before{content:''} .a:after{content:none;opacity:0} *::before{content:\"\"}",
        "@font-face{font-family:x;src:url(https://example.org/data:x)}",
        ".a{margin:-1px -24pt;width:600px;overflow:hidden;top:50%;left:50%}",
        "/* .a{display:none} */",
        ".a{content:'}.a{display:none}'}",
        "@font-face{font-family:x;src:url(x)} @page{size:a4}",
        "@import url(x.css);",
        ".a{display:none} div.a{display:block}",
        "#b{display:block} .a{display:none}",
        ".a{display:none} ",
        "<!-- p.MsoNormal{margin:0;font-size:11.0pt} @page WordSection1{size:612pt 792pt} "
        "div.WordSection1{page:WordSection1;} a:link{color:#0563C1;text-decoration:underline} "
        "span.EmailStyle17{mso-style-type:personal-compose;color:windowtext;} -->",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(sheets); i++) {
        g_autofree char *html =
            g_strdup_printf("<style>%s</style><div class=a id=b style='%s'>e4-e5</div>", sheets[i],
                            strcmp(sheets[i], ".a{display:none} ") == 0 ? "display:block" : "");
        check(html, "e4-e5");
    }
    check("<style media=print>.a{display:none}</style><div class=a>e4</div>", "e4");
    check("<style>.a{display:none!important}</style><div class=a style='display:block'>e4</div>e5",
          "e5");
    check("<template><style>.a{display:block!important}</style></template>"
          "<div class=a style='display:none'>e4</div>e5",
          "e5");
}

/* What an element within another takes from it. */
static void test_within(void)
{
    check("<div style='visibility:hidden'>a<b style='visibility:visible'>b</b>c</div>", "b");
    check("<div style='font-size:0'>a<b style='font-size:12px'>b</b><i style='font-size:2em'>c</i>"
          "</div>",
          "b");
    check("<div style='display:none'><b style='display:block'>b</b></div>c", "c");
    check("<div style='opacity:.3'><b style='opacity:.3'>b</b>c</div>", "c");
    check("<table bgcolor=#336699><tr><td><font color='#336699'>a</font>"
          "<font color=white>b</font></td></tr></table>",
          "b");
    check("<body bgcolor=black text=white><p>a<font color=black>b</font></p></body>", "a");
    check("<div style='background:black'><p style='background:transparent;color:black'>a</p>"
          "<p style='color:white'>b</p></div>",
          "b");
    check("<div style='color:white;background:black'>a<p style='background:white'>b</p></div>",
          "a");
    check("<font color=white>a</font>", "\xEF\xBF\xBD"
                                        "a");
    check("<font color=fffffe>a</font><font color=black>b</font>", "\xEF\xBF\xBD"
                                                                   "ab");
    check("<div style='max-height:0;overflow:hidden'><p>a</p></div>b", "b");
    check("e4<span style='display:none'>x</span>-e5", "e4-e5");
}

static void test_elements(void)
{
    static const char *const elements[] = {
        "template", "noscript", "script", "style",   "title",   "textarea", "select",   "button",
        "object",   "video",    "audio",  "canvas",  "iframe",  "dialog",   "datalist", "svg",
        "meter",    "progress", "math",   "details", "noembed", "option",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(elements); i++) {
        g_autofree char *html =
            g_strdup_printf("<p>e4</p><%s>resign</%s>", elements[i], elements[i]);
        check(html, "e4");
    }
    check("<input value=resign><input type=hidden value=draw>e4", "e4");
    check("<details><summary>a</summary>b<p>c</p></details>d", "ad");
    check("<details open><summary>a</summary>b</details>", "ab");
    check("<dialog open>a</dialog>", "a");
    check("<div aria-hidden=true>a</div>", "a");
    check("<div HIDDEN=until-found>a</div>b", "b");
    check("<!--[if mso]>resign<![endif]-->e4", "e4");
}

/* Ten thousand of whatever a sheet is made of, and sheets that end in the midst of something. */
static void test_bombs(void)
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
        "*{color:red}",
        "p p p ",
        "a{a:\\66 ",
        "!important",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_test_message("%s", parts[i]);
        g_autoptr(GString) sheet = g_string_new(NULL);
        for (int times = 0; times < 20000; times++) {
            g_string_append(sheet, parts[i]);
        }
        g_autofree char *escaped = g_markup_escape_text(sheet->str, -1);
        g_autofree char *html = g_strdup_printf("<style>%s</style><p style=\"%s\">a</p>"
                                                "<p class=\"%s\">b</p>",
                                                sheet->str, escaped, escaped);
        gint64 start = (gint64)clock();
        g_autofree char *text = html_to_text(html);
        g_assert_true(g_utf8_validate(text, -1, NULL));
        g_assert_cmpint((gint64)clock() - start, <, 20 * CLOCKS_PER_SEC);
    }
}

/* Many elements below as many rules as are kept. */
static void test_many_rules(void)
{
    g_autoptr(GString) html = g_string_new("<style>");
    for (int i = 0; i < 250; i++) {
        g_string_append(html, "*{color:red;opacity:1}");
    }
    g_string_append(html, "</style>");
    for (int i = 0; i < 3000; i++) {
        g_string_append(html, "<b>a</b>");
    }
    g_autofree char *text = html_to_text(html->str);
    g_assert_true(g_str_has_prefix(text, "aaa"));
    /* With more of either nobody knows what is seen. */
    for (int i = 0; i < 60000; i++) {
        g_string_append(html, "<b>a</b>");
    }
    gint64 start = (gint64)clock();
    g_autofree char *doubtful = html_to_text(html->str);
    g_assert_cmpint((gint64)clock() - start, <, 20 * CLOCKS_PER_SEC);
    g_assert_true(g_str_has_prefix(doubtful, "\xEF\xBF\xBD"
                                             "aaa"));
    g_autofree char *classes = g_strnfill(2000, 'b');
    g_autofree char *long_class =
        g_strdup_printf("<style>.a{opacity:0}</style><p class='%s a'>e4", classes);
    check(long_class, "\xEF\xBF\xBD"
                      "e4");
    g_autoptr(GString) more = g_string_new("<style>");
    for (int i = 0; i < 2000; i++) {
        g_string_append(more, "*{opacity:1}");
    }
    g_string_append(more, "</style><p>e4");
    check(more->str, "\xEF\xBF\xBD"
                     "e4");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    html_init();
    g_test_add_func("/html-look/hiding-styles", test_hiding_styles);
    g_test_add_func("/html-look/hiding-sheets", test_hiding_sheets);
    g_test_add_func("/html-look/seen-styles", test_seen_styles);
    g_test_add_func("/html-look/doubtful-styles", test_doubtful_styles);
    g_test_add_func("/html-look/doubtful-sheets", test_doubtful_sheets);
    g_test_add_func("/html-look/doubtful-places", test_doubtful_places);
    g_test_add_func("/html-look/directions", test_directions);
    g_test_add_func("/html-look/sheets-that-hide-nothing", test_sheets_that_hide_nothing);
    g_test_add_func("/html-look/within", test_within);
    g_test_add_func("/html-look/elements", test_elements);
    g_test_add_func("/html-look/bombs", test_bombs);
    g_test_add_func("/html-look/many-rules", test_many_rules);
    return g_test_run();
}
