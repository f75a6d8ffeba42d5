#include "letters/html.h"

#include <string.h>

#include "letters/look.h"
#include "letters/picture_map.h"
#include "letters/table.h"
#include "mail/address.h"
#include "render/listing.h"
#include "render/picture.h"

enum {
    TEXT_COLUMNS = 72,          /* at which words that stand in templates are broken into lines */
    HTML_BYTES_MAX = 60 * 1024, /* mail programs cut what is not much longer */
};

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
    [BLOCK_TALK] = { "blockquote", AS_WRITTEN BAR },
    [BLOCK_COMMENT] = { "blockquote", AS_WRITTEN BAR },
    [BLOCK_WATCHERS] = { "blockquote", AS_WRITTEN BAR },
    [BLOCK_LAST_TURNS] = { "p", AS_WRITTEN SMALL },
    [BLOCK_OPTIONS] = { "p", SMALL },
    [BLOCK_CHOICES] = { "p", SMALL },
    [BLOCK_CLOCKS] = { "p", SMALL },
    [BLOCK_TOURNAMENT] = { "p", SMALL },
    [BLOCK_AIM] = { "p", AS_WRITTEN },
};

static const struct look *look_of(enum block_kind kind)
{
    static const struct look paragraph = { "p", "" };
    return looks[kind].element != NULL ? &looks[kind] : &paragraph;
}

/* ---- paragraphs ---- */

/* How a line of a paragraph is set. */
enum setting {
    SETTING_PROSE,    /* its blanks mean nothing */
    SETTING_INDENTED, /* it is prose below a heading */
    SETTING_ITEM,     /* it begins an item, which lines further in go on with */
    SETTING_LAID_OUT, /* it is a row of a board, and stays as it is */
};

static enum setting setting_of(const char *line)
{
    enum { INDENT = 2 };
    const size_t blanks = strspn(line, " ");
    return blanks == 0                                      ? SETTING_PROSE
           : blanks != INDENT                               ? SETTING_LAID_OUT
           : line[INDENT] == '-' && line[INDENT + 1] == ' ' ? SETTING_ITEM
                                                            : SETTING_INDENTED;
}

/* How many of the lines are set like the first, or go on with its item. */
static guint lines_alike(char **lines)
{
    const enum setting first = setting_of(lines[0]),
                       next = first == SETTING_ITEM ? SETTING_LAID_OUT : first;
    guint count = 1;
    while (lines[count] != NULL && setting_of(lines[count]) == next) {
        count++;
    }
    return count;
}

/* Adds lines that are one item. What stands in a column of its own in the first, as the commands of
 * a help page do, becomes a line above the words that explain it. */
static void append_item(GString *out, char **lines, guint count, const char *margin)
{
    char *item = g_strchug(lines[0]), *gap = strstr(item, "  ");
    g_string_append_printf(out, "<p style=\"margin:%s;" WORDS "\">", margin);
    if (gap != NULL) {
        *gap = '\0';
        g_string_append(out, "<b>");
        escaped_append(out, item);
        g_string_append(out, "</b><br>\n");
        item = g_strchug(gap + 1);
    }
    escaped_append(out, item);
    for (guint i = 1; i < count; i++) {
        g_string_append_c(out, ' ');
        escaped_append(out, g_strchug(lines[i]));
    }
    g_string_append(out, "</p>\n");
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
        escaped_append(out, *turn);
        g_string_append(out, fits ? "</span>" : "");
    }
}

/* Lines of a board. */
static void append_laid_out(GString *out, char **lines, guint count)
{
    static const char end[] = "</pre>\n";
    const bool goes_on = g_str_has_suffix(out->str, end); /* behind a blank line */
    g_string_truncate(out, out->len - (goes_on ? strlen(end) : 0));
    g_string_append(out, goes_on ? "\n\n" : "<pre style=\"margin:0 0 12px;" LAID_OUT "\">");
    for (guint i = 0; i < count; i++) {
        g_string_append(out, i > 0 ? "\n" : "");
        escaped_append(out, lines[i]);
    }
    g_string_append(out, end);
}

static bool is_as_written(enum block_kind kind)
{
    return g_str_has_prefix(look_of(kind)->style, AS_WRITTEN);
}

/* Lines as their writer wrote them. Those of a page are joined, but for quotes and options. */
static void append_prose(GString *out, char **lines, guint count, enum block_kind kind)
{
    const bool kept = is_as_written(kind);
    const char *indent = kept ? "" : setting_of(lines[0]) == SETTING_INDENTED ? " 12px" : " 0";
    g_string_append_printf(out, "<%s dir=\"auto\" style=\"margin:0 0 12px%s;" WORDS "%s\">",
                           look_of(kind)->element, indent, look_of(kind)->style);
    for (guint i = 0; i < count; i++) {
        if (i > 0) {
            const bool flows =
                kind == BLOCK_PROSE && strchr(">|-", lines[i][strspn(lines[i], " ")]) == NULL;
            g_string_append(out, kept ? "<br>" : flows ? " " : "<br>\n");
        }
        if (kind == BLOCK_LAST_TURNS) {
            append_turns(out, lines[i]);
        } else {
            escaped_append(out, lines[i] + (kept ? 0 : strspn(lines[i], " ")));
        }
    }
    g_string_append_printf(out, "</%s>\n", look_of(kind)->element);
}

/* Lines set alike, `next` being how the line below them is set. A line above what is indented is
 * its heading, unless it begins a sentence that goes on there. */
static void append_alike(GString *out, char **lines, guint count, enum setting next,
                         enum block_kind kind)
{
    const enum setting setting = setting_of(lines[0]);
    const bool heads = next == SETTING_INDENTED || next == SETTING_LAID_OUT;
    if (setting == SETTING_LAID_OUT) {
        append_laid_out(out, lines, count);
    } else if (setting == SETTING_ITEM) {
        append_item(out, lines, count, "0 0 8px 12px");
    } else if (setting == SETTING_PROSE && count == 1 && heads &&
               !g_str_has_suffix(lines[0], ":")) {
        g_string_append(out, "<h3 style=\"margin:0 0 4px;" WORDS "\">");
        escaped_append(out, lines[0]);
        g_string_append(out, "</h3>\n");
    } else {
        append_prose(out, lines, count, kind);
    }
}

static void append_paragraph(GString *out, const char *paragraph, enum block_kind kind)
{
    g_auto(GStrv) all = g_strsplit(paragraph, "\n", -1);
    if (is_as_written(kind)) {
        append_prose(out, all, g_strv_length(all), kind);
        return;
    }
    for (char **lines = all, **end; *lines != NULL; lines = end) {
        end = lines + lines_alike(lines);
        append_alike(out, lines, (guint)(end - lines),
                     *end != NULL ? setting_of(*end) : SETTING_PROSE, kind);
    }
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
        g_autofree char *note = words_say(html->reader->words, "sentences", "part-links", NULL);
        g_string_append(html->out, "<br>\n<span style=\"" SMALL "\">");
        escaped_append(html->out, note);
        g_string_append(html->out, "</span>");
        html->noted = true;
    }
    g_string_append(html->out, html->links ? "</p>\n" : "");
    html->links = false;
}

char *html_address(const struct html *html, const char *act)
{
    const struct queued *queued = html->queued;
    const struct config *config = html->config;
    return queued->links == 0 ? NULL
                              : link_address(queued->hash, queued->links, act, config->local,
                                             config->delimiter, config->host);
}

/* Appends a button in a style of letters/look.h. */
static void append_button(GString *out, const char *label, const char *line, const char *address,
                          const char *style)
{
    g_autofree char *attribute = g_strdup_printf("style=\"%s\"", style);
    tap_begin(out, "a", line, address, attribute);
    escaped_append(out, label);
    g_string_append(out, "</a>");
}

void html_add_link(struct html *html, const char *label, const char *line, const char *act,
                   bool may_be_main)
{
    g_autofree char *address = html_address(html, act);
    if (address != NULL) {
        const bool main = may_be_main && !html->main;
        g_string_append(html->out,
                        html->links ? "\n" : "<p style=\"margin:0 0 12px;" WORDS "\">\n");
        html->links = true;
        html->main |= main;
        append_button(html->out, label, line, address, main ? MAIN_BUTTON : BUTTON);
    }
}

char *html_row_button(struct html *html, const char *label, const char *act)
{
    enum { BUTTONS_MOST = 30 };
    const bool has = act != NULL && html->buttons < BUTTONS_MOST;
    g_autofree char *address = has ? html_address(html, act) : NULL;
    GString *out = g_string_new(NULL);
    if (address != NULL) {
        html->buttons++;
        append_button(out, label, act, address, CHIP_ALONE);
    }
    return g_string_free(out, FALSE);
}

void html_add_taps(struct html *html, const char *words, const GPtrArray *taps, bool aside)
{
    end_links(html);
    g_string_append_printf(html->out, "<p%s style=\"margin:0 0 4px;" WORDS "%s\">",
                           aside ? " class=\"aside\"" : "", taps->len == 0 ? SMALL : CHIPS);
    taps_append(html->out, words, taps);
    html->noted |= aside; /* the words above the taps say so */
    g_string_append(html->out, "</p>\n");
}

/* ---- blocks of words ---- */

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
    escaped_append(html->out, words);
    if (!goes_on) {
        g_string_append_printf(html->out, "</%s>\n", look->element);
    }
    html->headline = goes_on;
}

/* Makes the first paragraph of a page the headline, if it fits a line of text. Returns what is left
 * of the page. */
static const char *add_title(struct html *html, const char *page)
{
    static const char gap[] = "\n\n";
    const char *end = strstr(page, gap);
    g_autofree char *first = g_strndup(page, end != NULL ? (gsize)(end - page) : 0);
    const bool fits = strchr(first, '\n') == NULL && g_utf8_strlen(first, -1) <= TEXT_COLUMNS;
    if (*first == '\0' || !fits) {
        return page;
    }
    html_add_headline(html, first, false);
    return end + strlen(gap);
}

void html_add_words(struct html *html, enum block_kind kind, const char *words)
{
    end_links(html);
    const bool begins = kind == BLOCK_PROSE && !html->begun;
    append_words(html->out, begins ? add_title(html, words) : words, kind);
    html->begun |= kind != BLOCK_FRAME;
}

/* ---- boards and tables ---- */

/* A board as the text has it: a drawing, whose lines are indented, as it is; a list as items, whose
 * lines behind the first are indented. */
static void append_board(GString *out, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    if (*words == ' ') {
        append_laid_out(out, lines, g_strv_length(lines));
        return;
    }
    for (char **line = lines, **end; *line != NULL; line = end) {
        for (end = line + 1; *end != NULL && **end == ' ';) {
            end++;
        }
        append_item(out, line, (guint)(end - line), "0 0 6px");
    }
}

/* A board in words, as sentences in a row, where lines that go on with a list need no word for
 * that. Free with g_free. */
static char *in_a_row(const struct diagram *diagram, const struct words *words, bool captions)
{
    g_autofree char *listed = g_strchomp(listing_text(diagram, words, captions));
    g_auto(GStrv) lines = g_strsplit(listed, "\n", -1);
    g_autofree char *more = words_say(words, "view", "list-more", NULL);
    g_autofree char *goes_on = g_strconcat(more, " ", NULL);
    GString *row = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        const bool within = **line == ' ';
        const char *text = g_strchug(*line);
        const bool ended = within || row->len == 0 || g_str_has_suffix(row->str, ".");
        text += within && g_str_has_prefix(text, goes_on) ? strlen(goes_on) : 0;
        g_string_append_printf(row, "%s%s%s", ended ? "" : ".", row->len > 0 ? " " : "", text);
    }
    return g_string_free(row, FALSE);
}

/* The picture of a board, and the same in words for those who do not see it. False if it cannot be
 * drawn. */
static bool append_picture(struct html *html, const struct diagram *diagram, bool captions,
                           const GPtrArray *taps)
{
    GBytes *png = picture_png(diagram, html->reader->words, NULL);
    if (png == NULL) {
        return false;
    }
    g_autofree char *id = g_strdup_printf("board-%u.%s", html->pictures->len + 1, html->name);
    letter_picture_add(html->pictures, id, png);
    g_autofree char *in_words = in_a_row(diagram, html->reader->words, captions);
    if (taps != NULL && taps->len > 0) {
        picture_map_append(html->out, diagram, id, html->pictures->len, in_words, taps);
    } else {
        picture_append(html->out, id, in_words);
    }
    return true;
}

void html_add_board(struct html *html, const struct diagram *pictured, const char *text,
                    const GPtrArray *taps)
{
    end_links(html);
    const bool drawn = pictured != NULL && append_picture(html, pictured, text == NULL, taps);
    if (drawn && text != NULL) {
        g_autofree char *below = diagram_words_below(pictured, html->reader->words);
        append_words(html->out, below, BLOCK_BOARD);
    } else if (text != NULL) {
        append_board(html->out, text);
    }
}

void html_add_table(struct html *html, char *const *rows, char *const *buttons)
{
    end_links(html);
    table_append(html->out, rows, buttons);
}

/* ---- the whole ---- */

void html_begin(struct html *html)
{
    html->out = g_string_new("<!DOCTYPE html>\n<html lang=\"");
    escaped_append(html->out, words_tag(html->reader->words));
    g_string_append(html->out, "\">\n<head>\n");
    g_string_append(html->out, head);
    g_string_append(html->out,
                    "</head>\n<body "
                    "style=\"margin:0;padding:12px;-webkit-text-size-adjust:100%;-ms-text-"
                    "size-adjust:100%;" WORDS "\">\n"
                    "<div role=\"article\" "
                    "style=\"max-width:600px;margin:0 auto;overflow-wrap:break-word\">\n");
}

char *html_end(struct html *html)
{
    end_links(html);
    g_string_append(html->out, "</div>\n</body>\n</html>\n");
    const bool whole = html->out->len <= HTML_BYTES_MAX;
    return g_string_free(html->out, !whole);
}
