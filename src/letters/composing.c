#include "letters/composing.h"

#include <string.h>

#include "base/error.h"
#include "letters/html.h"
#include "mail/address.h"
#include "mail/letter.h"
#include "mail/reply.h"
#include "render/template.h"
#include "store/players.h"

enum {
    COLUMNS = 72,
    TEXT_USUAL = 4096,   /* bytes of most letters */
    MARKER_COLUMNS = 68, /* of the first line: mail programs that quote it do not break it */
};

/* How a block is set in plain text, if not alone and in its own words. */
static const struct {
    const char *frame; /* the sentence that its words fill as {{text}}; NULL: none */
    guint joins;       /* the kinds, as bits, which it follows without a blank line */
} setting[BLOCK_KINDS] = {
    [BLOCK_COMMAND] = { "part-command", 0 },
    [BLOCK_NEWS] = { NULL, 1U << BLOCK_COMMAND },
    [BLOCK_TALK] = { "part-talk", 0 },
    [BLOCK_STATUS] = { NULL, 1U << BLOCK_HEADING },
    [BLOCK_DEADLINE] = { NULL, 1U << BLOCK_STATUS },
    [BLOCK_WARNINGS] = { "part-warnings", 0 },
    [BLOCK_LAST_TURNS] = { "part-last-turns", 0 },
    [BLOCK_OPTIONS] = { "part-options", ~0U },
    [BLOCK_COMMENT] = { "part-comment", 0 },
    [BLOCK_WATCHERS] = { "part-watchers", 0 },
    [BLOCK_ITEM] = { "part-item", 0 },
};

/* ---- the reader ---- */

struct letter_reader letter_reader_of(const struct run *run, gint64 player, const char *address)
{
    g_autofree char *folded = address_fold(address);
    const bool html = player == 0 ? !letter_is_to_operator(run, folded)
                                  : preference_is_on(run, player, SETTING_HTML);
    const char *board = player != 0 ? preference_value(run, player, SETTING_BOARD) : "picture";
    /* Who wants lists in HTML does not see drawings in text either. */
    const char *form = player == 0 ? ""
                       : g_str_equal(board, "list")
                           ? board
                           : preference_value(run, player, SETTING_TEXT_BOARD);
    const bool pictures = run->config->pictures && g_str_equal(board, "picture");
    return (struct letter_reader){
        .words = preference_words(run, player),
        .zone = preference_zone(run, player),
        .form = diagram_form_named(form),
        .html = !html      ? HTML_NONE
                : pictures ? HTML_WITH_PICTURES
                           : HTML_WITH_TEXT_BOARDS,
        .pictures = run->config->pictures,
        .testing = db_testing(run->db),
    };
}

void letter_reader_clear(struct letter_reader *reader)
{
    g_clear_pointer(&reader->zone, g_free);
}

/* ---- blocks in words ---- */

/* The words of a key of the sentences, with a text (NULL: none) in it. Free with g_free. */
static char *say_of(const struct letter_reader *reader, const char *key, const char *name,
                    const char *text)
{
    return words_say(reader->words, "sentences", key,
                     name != NULL ? pairs(name, text, NULL) : NULL);
}

/* Adds the board of a block to the HTML, and returns it as text, in the reader's form; "" of a
 * picture. Free with g_free. */
static char *add_board(const struct letter_reader *reader, const struct block *block,
                       struct html *html)
{
    const bool alone = block->kind == BLOCK_PICTURE;
    g_autoptr(Drawing) drawing = drawing_read(block->words);
    if (drawing == NULL) {
        return g_strdup("");
    }
    const char *form = block->aside != NULL ? block->aside->text : NULL;
    drawing->diagram.form = form != NULL ? diagram_form_named(form) : reader->form;
    const bool pictured =
        reader->pictures &&
        (alone ? reader->html != HTML_NONE : reader->html == HTML_WITH_PICTURES && form == NULL);
    char *text = alone ? g_strdup("") : g_strchomp(diagram_text(&drawing->diagram, reader->words));
    html_add_board(html, pictured ? &drawing->diagram : NULL, alone ? NULL : text);
    return text;
}

/* What a block says, within the sentence that frames its kind. Free with g_free. */
static char *block_said(const struct letter_reader *reader, const struct block *block)
{
    g_autofree char *said = words_of(reader->words, reader->zone, block->words);
    g_autofree char *words = g_utf8_make_valid(said, -1);
    const char *frame = setting[block->kind].frame;
    if (frame == NULL) {
        return g_steal_pointer(&words);
    }
    struct values *values = pairs("text", words, NULL);
    with_phrase(values, "author", phrase_ref(block->aside));
    return words_say(reader->words, "sentences", frame, values);
}

/* The line above which a reply is written, with news (NULL: none). Free with g_free. */
static char *marker_with(const struct letter_reader *reader, const char *news)
{
    const char *own = words_get(reader->words, "language", "marker");
    return own != NULL    ? g_strdup_printf(REPLY_MARKER_OTHER, news != NULL ? news : "",
                                         news != NULL ? " " : "", own)
           : news != NULL ? g_strdup_printf(REPLY_MARKER_NEWS, news)
                          : g_strdup(REPLY_MARKER);
}

/* The first line. Free with g_free. */
static char *marker_of(const struct letter_reader *reader, const GPtrArray *blocks)
{
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        if (block->kind == BLOCK_FIRST) {
            g_autofree char *news = words_of(reader->words, reader->zone, block->words);
            g_autofree char *marker = marker_with(reader, news);
            if (g_utf8_strlen(marker, -1) <= MARKER_COLUMNS && strchr(news, '\n') == NULL) {
                return g_steal_pointer(&marker);
            }
        }
    }
    return marker_with(reader, NULL);
}

/* The frame of all letters: what stands above their blocks, and what stands below. Free with
 * g_strfreev. */
static char **frame_of(const struct letter_reader *reader, const GPtrArray *letter)
{
    static const char blocks[] = "\x01";
    g_autofree char *marker = marker_of(reader, letter);
    struct values *values = pairs("marker", marker, "body", blocks, NULL);
    with_switch(values, "testing", reader->testing);
    g_autofree char *page = words_said(reader->words, phrase_page("letters/frame", values));
    g_autofree char *both = g_strconcat(g_strchomp(page), blocks, blocks, NULL); /* a faulty page
                                                                                   has none */
    char **frame = g_strsplit(both, blocks, 3);
    g_clear_pointer(&frame[2], g_free);
    return frame;
}

/* As much of a line as a button shows on a small screen. Free with g_free. */
static char *button_words(const char *line)
{
    enum { LETTERS_MOST = 36 };
    g_autofree char *first = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), LETTERS_MOST));
    return strlen(first) < strlen(line) ? g_strconcat(first, "…", NULL) : g_steal_pointer(&first);
}

/* Adds a link, unless there is no room for the token's id in its address. */
static void add_link(struct html *html, const struct queued *queued,
                     const struct letter_reader *reader, const struct config *config,
                     const struct block *block)
{
    g_autofree char *address = link_address(queued->hash, (gint64)queued->links, block->aside->text,
                                            config->local, config->delimiter, config->host);
    if (address != NULL) {
        g_autofree char *button = button_words(block->words->text);
        g_autofree char *label =
            g_strdelimit(say_of(reader, "part-link", "line", button), "\n", ' ');
        g_autofree char *lead = g_strdelimit(say_of(reader, "part-links", NULL, NULL), "\n", ' ');
        html_add_link(html, lead, label, block->words->text, address);
    }
}

/* Adds a block to the HTML, and returns what it says in the text; "" if that
 * is nothing. Free with g_free. */
static char *add_block(const struct queued *queued, const struct letter_reader *reader,
                       const struct config *config, const struct block *block, struct html *html)
{
    if (block->kind == BLOCK_BOARD || block->kind == BLOCK_PICTURE) {
        return add_board(reader, block, html);
    }
    if (block->kind == BLOCK_LINK && queued->links != 0) {
        add_link(html, queued, reader, config, block);
    }
    if (block->kind == BLOCK_LINK || block->kind == BLOCK_FIRST) {
        return g_strdup("");
    }
    char *words = g_strchomp(block_said(reader, block));
    html_add_words(html, block->kind, words);
    return words;
}

/* Writes the text, and adds the same to the HTML. Free with g_free. */
static char *text_of(const struct queued *queued, const struct letter_reader *reader,
                     const struct config *config, struct html *html)
{
    g_auto(GStrv) frame = frame_of(reader, queued->blocks);
    g_autoptr(GString) text = g_string_sized_new(TEXT_USUAL);
    g_string_append(text, frame[0]);
    html_add_words(html, BLOCK_FRAME, g_strchomp(frame[0]));
    const struct block *above = NULL;
    for (guint i = 0; i < queued->blocks->len; i++) {
        const struct block *block = queued->blocks->pdata[i];
        g_autofree char *words = add_block(queued, reader, config, block, html);
        if (*words == '\0') {
            continue;
        }
        const bool joins = above != NULL && (setting[block->kind].joins & 1U << above->kind) != 0;
        g_string_append(text, above == NULL ? "" : joins ? "\n" : "\n\n");
        g_string_append(text, words);
        above = block;
    }
    g_string_append(text, frame[1]);
    html_add_words(html, BLOCK_FRAME, g_strchomp(frame[1]));
    g_autofree char *filled = template_fill(text->str, COLUMNS);
    return g_strconcat(filled, "\n", NULL);
}

/* ---- the whole ---- */

/* Whether all pages of a letter are there. A letter without words would hide that the installation
 * is incomplete. */
static bool pages_are_there(const struct queued *queued, const struct words *words, GError **error)
{
    const char *missing = words_page(words, "letters/frame") == NULL ? "letters/frame" : NULL;
    for (guint i = 0; i < queued->blocks->len; i++) {
        const struct phrase *phrase = ((const struct block *)queued->blocks->pdata[i])->words;
        const bool page = phrase != NULL && phrase->kind == PHRASE_PAGE;
        missing = page && words_page(words, phrase->key) == NULL ? phrase->key : missing;
    }
    if (missing != NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "template %s: missing", missing);
    }
    return missing == NULL;
}

GBytes *compose(const struct queued *queued, const struct letter_reader *player,
                const struct config *config, gint64 id, GError **error)
{
    struct letter_reader own = *player;
    const struct letter_reader *reader = &own;
    if (queued->letter.language != NULL) {
        own.words = words_in(own.words, queued->letter.language);
    }
    if (!pages_are_there(queued, reader->words, error)) {
        return NULL;
    }
    g_autofree char *subject = words_of(reader->words, reader->zone, queued->subject);
    g_autofree char *tagged = g_strconcat(REPLY_TAG " ", subject, NULL);
    g_autoptr(GPtrArray) pictures = letter_pictures_new();
    g_autofree char *name = g_strdup_printf("%" G_GINT64_FORMAT "@%s", id, config->host);
    struct html html = { .words = reader->words, .name = name, .pictures = pictures };
    html_begin(&html);
    g_autofree char *text = text_of(queued, reader, config, &html);
    g_autofree char *marked_up = html_end(&html);
    struct letter letter = queued->letter;
    letter.from = config->address;
    letter.subject = tagged;
    letter.language = words_tag(reader->words);
    letter.instance = config->host;
    letter.text = text;
    letter.attachment = queued->file.name != NULL ? &queued->file : NULL;
    letter.html = reader->html != HTML_NONE ? marked_up : NULL;
    letter.pictures = pictures;
    return letter_bytes(&letter);
}

GBytes *compose_again(const struct run *run, const struct outbox_letter *letter)
{
    if (letter->bytes != NULL) {
        return g_bytes_ref(letter->bytes);
    }
    g_auto(Queued) queued = { 0 };
    g_auto(LetterReader) reader = letter_reader_of(run, letter->player, letter->recipient);
    reader.html = HTML_NONE;
    return queued_read(letter->letter, &queued)
               ? compose(&queued, &reader, run->config, letter->id, NULL)
               : NULL;
}
