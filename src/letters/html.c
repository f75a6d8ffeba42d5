#include "letters/html.h"

#include <string.h>

#include "letters/table.h"
#include "letters/picture_map.h"
#include "mail/letter.h"
#include "render/listing.h"
#include "render/picture.h"

enum {
    TEXT_COLUMNS = 72,          /* at which words that stand in templates are broken into lines */
    HTML_BYTES_MAX = 60 * 1024, /* mail programs cut what is not much longer */
    SHOWN_WIDTH = 400,          /* pixels in which a picture is shown, if the window is so wide */
};

/*
 * How everything looks; src/README.md has the rules. There are three sizes: SMALL, that of WORDS,
 * and HEADLINE. The one accent is the color of links, which the main button is filled with. Outlook
 * takes the first of the fonts, and asks for them at each paragraph.
 */
#define ACCENT "#0b57d0"
#define FONT "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif;"
#define WORDS FONT "font-size:16px;line-height:1.45;"
#define SMALL "font-size:14px;opacity:.75;"
#define HEADLINE "font-size:20px;line-height:1.3;"
#define FIXED_FONT "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;"
#define LAID_OUT FIXED_FONT "font-size:14px;line-height:1.25;overflow-x:auto"
#define SPOKEN "border-left:3px solid #808080;padding-left:10px;"

#define AS_WRITTEN "white-space:pre-wrap;"

#define BUTTON                                                                                     \
    "display:inline-block;line-height:1.2;padding:10px 16px;margin:4px 8px 4px 0;border:1px "      \
    "solid #808080;border-radius:6px;text-decoration:none"
#define MAIN_BUTTON BUTTON ";border-color:" ACCENT ";background-color:" ACCENT ";color:#ffffff"

/* What stands above a letter's blocks: for phones that look for telephone numbers among moves, for
 * Outlook, which draws pictures too small on fine screens, and for dark mode. */
static const char head[] =
    "<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"format-detection\" content=\"telephone=no,date=no,address=no,email=no\">\n"
    "<meta name=\"x-apple-disable-message-reformatting\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n"
    "<meta name=\"supported-color-schemes\" content=\"light dark\">\n"
    "<title>postmove</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; supported-color-schemes: light dark }\n"
    "td, th { " WORDS "border-top: 1px solid #808080 }\n"
    "a { color: " ACCENT " }\n"
    "a:hover, a:focus { outline: 2px solid " ACCENT " }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "  body { background-color: #121212; color: #e8eaed }\n"
    "  a { color: #a8c7fa }\n"
    "  a:hover, a:focus { outline-color: #a8c7fa }\n"
    "}\n"
    "@media (max-width: 480px) { body { padding: 8px !important } }\n"
    "@media (min-width: 720px) {\n"
    "  img { max-width: 520px !important }\n"
    "  .narrow { display: none !important }\n"
    "  .wide { display: block !important }\n"
    "}\n"
    "@media print { a { display: none } body { color: #000; background-color: #fff } }\n"
    "</style>\n"
    "<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch>"
    "</o:OfficeDocumentSettings></xml><![endif]-->\n";

/* How the words of a block look, if not as a paragraph: its element, and its style beside that of
 * all paragraphs. With AS_WRITTEN blanks and ends of lines stay as they are, and long lines are
 * wrapped. */
static const struct look {
    const char *element, *style;
} looks[BLOCK_KINDS] = {
    [BLOCK_FRAME] = { "p", SMALL },
    [BLOCK_HEADING] = { "p", SMALL },
    [BLOCK_COMMAND] = { "p", AS_WRITTEN FIXED_FONT "font-size:14px;" },
    [BLOCK_STATUS] = { "h2", HEADLINE },
    [BLOCK_TALK] = { "blockquote", AS_WRITTEN SPOKEN },
    [BLOCK_COMMENT] = { "blockquote", AS_WRITTEN SPOKEN },
    [BLOCK_WATCHERS] = { "blockquote", AS_WRITTEN SPOKEN },
    [BLOCK_LAST_TURNS] = { "p", AS_WRITTEN SMALL },
    [BLOCK_OPTIONS] = { "p", SMALL },
    [BLOCK_CHOICES] = { "p", SMALL },
    [BLOCK_CLOCKS] = { "p", SMALL },
    [BLOCK_AIM] = { "p", AS_WRITTEN },
};

static const struct look *look_of(enum block_kind kind)
{
    static const struct look paragraph = { "p", "" };
    return looks[kind].element != NULL ? &looks[kind] : &paragraph;
}

/* ---- words ---- */

static void append_escaped(GString *out, const char *text)
{
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    g_string_append(out, escaped);
}

/* ---- paragraphs ---- */

static bool is_item(const char *line)
{
    return g_str_has_prefix(line, "  - ");
}

/* True if a line is an item, or the line below an item goes on with it. */
static bool is_of_items(const char *line)
{
    return is_item(line) || g_str_has_prefix(line, "    ");
}

/* How many of the last lines of a paragraph are a list of items. */
static guint items_of(char **lines)
{
    const guint count = g_strv_length(lines);
    guint items = 0, seen = 0;
    while (seen < count && is_of_items(lines[count - 1 - seen])) {
        seen++;
        items = is_item(lines[count - seen]) ? seen : items;
    }
    return items;
}

/* What the blanks of a line mean. */
enum setting {
    SETTING_PROSE,    /* nothing */
    SETTING_INDENTED, /* it is prose below a heading */
    SETTING_LAID_OUT, /* it is a row of a board, and stays as it is */
};

static enum setting setting_of(const char *line)
{
    enum { INDENT = 2 };
    const size_t blanks = strspn(line, " ");
    return blanks == 0 ? SETTING_PROSE : blanks == INDENT ? SETTING_INDENTED : SETTING_LAID_OUT;
}

/* True if a line was broken because it was full: the first word of the next had no room. What is
 * longer than a line was never broken. */
static bool was_full(const char *line, const char *next)
{
    const glong length = g_utf8_strlen(line, -1);
    next += strspn(next, " ");
    const glong word = g_utf8_strlen(next, (gssize)strcspn(next, " "));
    return length <= TEXT_COLUMNS && length + 1 + word > TEXT_COLUMNS;
}

/* The first line of an item. What stands in a column of its own, as the commands of a help page do,
 * becomes a line above the words that explain it. */
static void append_item(GString *out, char *line)
{
    char *item = g_strchug(line), *gap = strstr(item, "  ");
    if (gap == NULL) {
        append_escaped(out, item);
        return;
    }
    *gap = '\0';
    g_string_append(out, "<b>");
    append_escaped(out, item);
    g_string_append(out, "</b><br>\n");
    append_escaped(out, g_strchug(gap + 1));
}

static void append_items(GString *out, char **lines)
{
    while (*lines != NULL) {
        g_string_append(out, "<p style=\"margin:0 0 8px 12px;" WORDS "\">");
        append_item(out, *lines);
        for (lines++; *lines != NULL && !is_item(*lines); lines++) {
            g_string_append_c(out, ' ');
            append_escaped(out, g_strchug(*lines));
        }
        g_string_append(out, "</p>\n");
    }
}

/* A line in which three blanks part the turns of a match: those that fit any window are not broken
 * at its end. */
static void append_turns(GString *out, const char *line)
{
    enum { FITS_MOST = 25 };
    static const char gap[] = "   ";
    g_auto(GStrv) turns = g_strsplit(line, gap, -1);
    for (char **turn = turns; *turn != NULL; turn++) {
        const bool fits = strlen(*turn) <= FITS_MOST;
        g_string_append(out, turn > turns ? gap : "");
        g_string_append(out, fits ? "<span style=\"white-space:nowrap;\">" : "");
        append_escaped(out, *turn);
        g_string_append(out, fits ? "</span>" : "");
    }
}

/* Lines of a board. */
static void append_laid_out(GString *out, char **lines, guint count)
{
    g_string_append(out, "<pre style=\"margin:0 0 12px;" LAID_OUT "\">");
    for (guint i = 0; i < count; i++) {
        g_string_append(out, i > 0 ? "\n" : "");
        append_escaped(out, lines[i]);
    }
    g_string_append(out, "</pre>\n");
}

static bool is_as_written(enum block_kind kind)
{
    return g_str_has_prefix(look_of(kind)->style, AS_WRITTEN);
}

/* Lines as their writer wrote them; or of prose, those joined that were broken because they were
 * full, and in pages all but lines that are quoted. */
static void append_prose(GString *out, char **lines, guint count, enum block_kind kind)
{
    const bool kept = is_as_written(kind);
    const char *indent = kept ? "" : setting_of(lines[0]) == SETTING_INDENTED ? " 12px" : " 0";
    g_string_append_printf(out, "<%s dir=\"auto\" style=\"margin:0 0 12px%s;" WORDS "%s\">",
                           look_of(kind)->element, indent, look_of(kind)->style);
    for (guint i = 0; i < count; i++) {
        if (i > 0) {
            const bool flows = (kind == BLOCK_PROSE && strchr(">|", *lines[i]) == NULL) ||
                               was_full(lines[i - 1], lines[i]);
            g_string_append(out, kept ? "<br>" : flows ? " " : "<br>\n");
        }
        if (kind == BLOCK_LAST_TURNS) {
            append_turns(out, lines[i]);
        } else {
            append_escaped(out, lines[i] + (kept ? 0 : strspn(lines[i], " ")));
        }
    }
    g_string_append_printf(out, "</%s>\n", look_of(kind)->element);
}

/* Lines set alike, `next` being how those below them are set. A line above what is indented is its
 * heading, unless it begins a sentence that goes on there. */
static void append_alike(GString *out, char **lines, guint count, enum setting next,
                         enum block_kind kind)
{
    const enum setting setting = setting_of(lines[0]);
    if (setting == SETTING_LAID_OUT) {
        append_laid_out(out, lines, count);
    } else if (setting == SETTING_PROSE && count == 1 && next != SETTING_PROSE &&
               !g_str_has_suffix(lines[0], ":")) {
        g_string_append(out, "<h3 style=\"margin:0 0 4px;" WORDS "\">");
        append_escaped(out, lines[0]);
        g_string_append(out, "</h3>\n");
    } else {
        append_prose(out, lines, count, kind);
    }
}

static void append_lines(GString *out, char **lines, guint count, enum block_kind kind)
{
    if (is_as_written(kind)) {
        append_prose(out, lines, count, kind);
        return;
    }
    for (guint first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && setting_of(lines[end]) == setting_of(lines[first]);) {
            end++;
        }
        append_alike(out, lines + first, end - first,
                     end < count ? setting_of(lines[end]) : SETTING_PROSE, kind);
    }
}

static void append_paragraph(GString *out, const char *paragraph, enum block_kind kind)
{
    g_auto(GStrv) lines = g_strsplit(paragraph, "\n", -1);
    const guint items = is_as_written(kind) ? 0 : items_of(lines),
                count = g_strv_length(lines) - items;
    if (count > 0) {
        append_lines(out, lines, count, kind);
    }
    append_items(out, lines + count);
}

/* Words whose paragraphs are parted by blank lines. */
static void append_words(GString *out, const char *words, enum block_kind kind)
{
    g_auto(GStrv) paragraphs = g_strsplit(words, "\n\n", -1);
    for (char **paragraph = paragraphs; *paragraph != NULL; paragraph++) {
        const char *text = *paragraph + strspn(*paragraph, "\n");
        if (*text != '\0') {
            append_paragraph(out, text, kind);
        }
    }
}

/* ---- links ---- */

/* Says once in a letter, below the first buttons, what they do. */
static void end_links(struct html *html)
{
    if (html->links && !html->noted) {
        g_autofree char *note = words_say(html->words, "sentences", "part-links", NULL);
        g_string_append(html->out, "<br>\n<span style=\"" SMALL "\">");
        append_escaped(html->out, note);
        g_string_append(html->out, "</span>");
        html->noted = true;
    }
    g_string_append(html->out, html->links ? "</p>\n" : "");
    html->links = false;
}

char *html_button(const char *label, const char *line, const char *address, bool main)
{
    GString *out = g_string_new(NULL);
    const struct tap tap = { NULL, (char *)line, (char *)address };
    g_autofree char *style = g_strdup_printf("style=\"%s\"", main ? MAIN_BUTTON : BUTTON);
    tap_begin(out, "a", &tap, style);
    append_escaped(out, label);
    g_string_append(out, "</a>");
    return g_string_free(out, FALSE);
}

void html_add_link(struct html *html, const char *label, const char *line, const char *address,
                   bool may_be_main)
{
    GString *out = html->out;
    const bool main = may_be_main && !html->main;
    g_string_append(out, html->links ? "\n" : "<p style=\"margin:0 0 12px;" WORDS "\">\n");
    html->links = true;
    html->main |= main;
    g_autofree char *button = html_button(label, line, address, main);
    g_string_append(out, button);
}

void html_add_taps(struct html *html, const char *words, const GPtrArray *taps, bool aside)
{
    end_links(html);
    g_string_append_printf(html->out, "<p%s style=\"margin:0 0 4px;" WORDS "\">",
                           aside ? " class=\"aside\"" : "");
    taps_append(html->out, words, taps);
    g_string_append(html->out, "</p>\n");
}

/* ---- boards ---- */

/* A board as the text has it: a drawing, whose lines are indented, as it is; a list as lines, to
 * which those that go on with them are joined. */
static void append_board(GString *out, const char *words)
{
    if (*words == ' ') {
        g_string_append(out, "<pre style=\"margin:0 0 12px;" LAID_OUT "\">");
        append_escaped(out, words);
        g_string_append(out, "</pre>\n");
        return;
    }
    if (*words == '\0') {
        return;
    }
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (i == 0 || *lines[i] != ' ') {
            g_string_append(out, i == 0 ? "" : "</p>\n");
            g_string_append(out, "<p style=\"margin:0 0 6px;" WORDS "\">");
        } else {
            g_string_append_c(out, ' ');
        }
        append_escaped(out, g_strchug(lines[i]));
    }
    g_string_append(out, "</p>\n");
}

/* A board in words, as sentences in a row. Free with g_free. */
static char *in_a_row(const struct diagram *diagram, const struct words *words, bool captions)
{
    g_autofree char *listed = g_strchomp(listing_text(diagram, words, captions));
    g_auto(GStrv) lines = g_strsplit(listed, "\n", -1);
    GString *row = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        const bool ended = **line == ' ' || row->len == 0 || g_str_has_suffix(row->str, ".");
        g_string_append_printf(row, "%s%s%s", ended ? "" : ".", row->len > 0 ? " " : "",
                               g_strchug(*line));
    }
    return g_string_free(row, FALSE);
}

/* The picture of a board, and the same in words for those who do not see it. False if it cannot be
 * drawn. */
static bool append_picture(struct html *html, const struct diagram *diagram, bool captions)
{
    GBytes *png = picture_png(diagram, html->words, NULL);
    if (png == NULL) {
        return false;
    }
    g_autofree char *id = g_strdup_printf("board-%u.%s", html->pictures->len + 1, html->name);
    letter_picture_add(html->pictures, id, png);
    g_autofree char *in_words = in_a_row(diagram, html->words, captions);
    if (html->taps != NULL && html->taps->len > 0) {
        picture_map_append(html->out, diagram, id, html->pictures->len, in_words, html->taps);
        return true;
    }
    g_string_append_printf(html->out,
                           "<p style=\"margin:0 0 12px\"><img src=\"cid:%s\" width=\"%d\""
                           " style=\"display:block;width:100%%;max-width:%dpx;height:auto;border:0;"
                           "border-radius:10px;-ms-interpolation-mode:bicubic\" alt=\"",
                           id, (int)SHOWN_WIDTH, (int)SHOWN_WIDTH);
    append_escaped(html->out, in_words);
    g_string_append(html->out, "\"></p>\n");
    return true;
}

void html_add_board(struct html *html, const struct diagram *pictured, const char *text)
{
    end_links(html);
    const bool drawn = pictured != NULL && append_picture(html, pictured, text == NULL);
    if (drawn && text != NULL) {
        g_autofree char *below = diagram_words_below(pictured, html->words);
        append_words(html->out, below, BLOCK_BOARD);
    } else if (text != NULL) {
        append_board(html->out, text);
    }
}

/* ---- the whole ---- */

void html_add_table(struct html *html, char *const *rows, char *const *buttons)
{
    end_links(html);
    table_append(html->out, rows, buttons);
}

void html_begin(struct html *html)
{
    html->out = g_string_new("<!DOCTYPE html>\n<html lang=\"");
    append_escaped(html->out, words_tag(html->words));
    g_string_append(html->out, "\">\n<head>\n");
    g_string_append(html->out, head);
    g_string_append(html->out,
                    "</head>\n<body "
                    "style=\"margin:0;padding:12px;-webkit-text-size-adjust:100%;-ms-text-"
                    "size-adjust:100%;" WORDS "\">\n"
                    "<div role=\"article\" "
                    "style=\"max-width:600px;margin:0 auto;overflow-wrap:break-word\">\n");
}

void html_add_words(struct html *html, enum block_kind kind, const char *words)
{
    end_links(html);
    append_words(html->out, words, kind);
    html->begun |= kind != BLOCK_FRAME;
}

void html_add_page(struct html *html, const char *words)
{
    static const char gap[] = "\n\n";
    const char *end = strstr(words, gap);
    g_autofree char *first = g_strndup(words, end != NULL ? (gsize)(end - words) : 0);
    if (!html->begun && *first != '\0' && strchr(first, '\n') == NULL &&
        g_utf8_strlen(first, -1) <= TEXT_COLUMNS) {
        html_add_headline(html, first, false);
        words = end + strlen(gap);
    }
    html_add_words(html, BLOCK_PROSE, words);
}

void html_add_headline(struct html *html, const char *words, bool goes_on)
{
    end_links(html);
    const struct look *look = look_of(BLOCK_STATUS);
    if (html->headline) {
        g_string_append(html->out, "<br>\n");
    } else {
        g_string_append_printf(html->out, "<%s dir=\"auto\" style=\"margin:0 0 12px;" WORDS "%s\">",
                               look->element, look->style);
    }
    append_escaped(html->out, words);
    if (!goes_on) {
        g_string_append_printf(html->out, "</%s>\n", look->element);
    }
    html->headline = goes_on;
}

char *html_end(struct html *html)
{
    end_links(html);
    g_string_append(html->out, "</div>\n</body>\n</html>\n");
    const bool whole = html->out->len <= HTML_BYTES_MAX;
    return g_string_free(html->out, !whole);
}
