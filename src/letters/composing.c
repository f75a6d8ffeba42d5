#include "letters/composing.h"

#include <string.h>

#include "base/error.h"
#include "language/grammar.h"
#include "letters/html.h"
#include "letters/moves.h"
#include "letters/table.h"
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

/* The sentence that plain text sets somebody's words in, where HTML has a bar beside them. */
#define SPOKEN "part-talk"

/* How a block is set in plain text, if not alone and in its own words. */
static const struct {
    const char *above; /* the sentence that stands above its words; NULL: none */
    const char *frame; /* the sentence that its words fill as {{text}}; NULL: none */
    guint joins;       /* the kinds, as bits, which it follows without a blank line */
} setting[BLOCK_KINDS] = {
    [BLOCK_COMMAND] = { NULL, "part-command", 0 },
    [BLOCK_NEWS] = { NULL, NULL, 1U << BLOCK_COMMAND },
    [BLOCK_TALK] = { NULL, SPOKEN, 0 },
    [BLOCK_STATUS] = { NULL, NULL, 1U << BLOCK_HEADING },
    [BLOCK_DEADLINE] = { NULL, NULL, 1U << BLOCK_STATUS },
    [BLOCK_WARNINGS] = { NULL, "part-warnings", 0 },
    [BLOCK_LAST_TURNS] = { NULL, "part-last-turns", 0 },
    [BLOCK_OPTIONS] = { NULL, "part-options", ~0U },
    [BLOCK_COMMENT] = { "part-comment", SPOKEN, 0 },
    [BLOCK_WATCHERS] = { "part-watchers", SPOKEN, 0 },
    [BLOCK_ITEM] = { NULL, "part-item", 0 },
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
        .moves = preference_value(run, player, SETTING_MOVES),
        .testing = db_testing(run->db),
    };
}

void letter_reader_clear(struct letter_reader *reader)
{
    g_clear_pointer(&reader->zone, g_free);
}

/* ---- blocks in words ---- */

static struct moves_reader moves_reader_of(const struct letter_reader *reader)
{
    return (struct moves_reader){ reader->words, reader->zone, reader->moves,
                                  reader->form == DIAGRAM_LIST };
}

/* The moves in a letter that belong to the board of a block, from which they are the first
 * ones; NULL: none do. */
static const struct block *moves_at(const struct queued *queued, guint board)
{
    for (guint i = board + 1; i < queued->blocks->len; i++) {
        const struct block *block = queued->blocks->pdata[i];
        if (block->kind == BLOCK_MOVES || block->kind == BLOCK_MOVES_TOLD) {
            return block;
        }
        if (block->kind == BLOCK_BOARD) {
            break;
        }
    }
    return NULL;
}

/* Adds the board of a block to the HTML, and returns it as text, in the reader's form; "" of a
 * picture. Free with g_free. */
static char *add_board(const struct queued *queued, const struct letter_reader *reader,
                       const struct config *config, guint at, struct html *html)
{
    const struct block *block = queued->blocks->pdata[at], *moves = moves_at(queued, at);
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
    const struct moves_reader own = moves_reader_of(reader);
    g_autoptr(GPtrArray) men = pictured && moves != NULL
                                   ? moves_men(&own, queued, config, moves, &drawing->diagram)
                                   : NULL;
    html->taps = men;
    char *text = alone ? g_strdup("") : g_strchomp(diagram_text(&drawing->diagram, reader->words));
    html_add_board(html, pictured ? &drawing->diagram : NULL, alone ? NULL : text);
    html->taps = NULL;
    return text;
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

/* The last of some words that is no option. */
static const char *last_name(char **words)
{
    guint count = g_strv_length(words);
    while (count > 1 && *words[count - 1] == '-') {
        count--;
    }
    return words[count - 1];
}

/* What a button says that sends a line of a command: what happens then, as the first word of the
 * line, or of the command, says that has such words; or the line, as much of it as a small screen
 * shows. Free with g_free. */
static char *label_of(const struct letter_reader *reader, const char *line, const char *act)
{
    enum { LETTERS_MOST = 36 };
    g_autofree char *both = g_strjoin(" ", line, act, NULL);
    g_auto(GStrv) own = g_strsplit(line, " ", -1), all = g_strsplit(both, " ", -1);
    const guint count = g_strv_length(own);
    for (guint i = 0; all[i] != NULL; i++) {
        if (words_get(reader->words, "link", all[i]) != NULL) {
            g_autofree char *rest = i < count ? g_strjoinv(" ", own + i + 1) : g_strdup(line);
            return words_say(reader->words, "link", all[i],
                             pairs("words", rest, "first", own[0], "last", last_name(own), NULL));
        }
    }
    g_autofree char *first = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), LETTERS_MOST));
    return strlen(first) < strlen(line) ? g_strconcat(first, "…", NULL) : g_steal_pointer(&first);
}

/* True if a command is neither grave nor only looks. */
static bool is_fair(const char *act)
{
    const size_t length = strcspn(act, " ");
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (strlen(row->name) == length && strncmp(row->name, act, length) == 0) {
            return row->tier == TIER_FAIR;
        }
    }
    return false;
}

/* The address of what a block sends; NULL if there is no token, or no room for its id. Free with
 * g_free. */
static char *address_of(const struct queued *queued, const struct config *config,
                        const struct block *block)
{
    return queued->links == 0 ? NULL
                              : link_address(queued->hash, queued->links, block->aside->text,
                                             config->local, config->delimiter, config->host);
}

static void add_link(struct html *html, const struct queued *queued,
                     const struct letter_reader *reader, const struct config *config,
                     const struct block *block)
{
    const char *line = block->words->text, *act = block->aside->text;
    g_autofree char *address = address_of(queued, config, block);
    if (address != NULL) {
        g_autofree char *label = label_of(reader, line, act);
        html_add_link(html, label, line, address, is_fair(act));
    }
}

/* Adds the words of a block to the HTML, and returns them as the text has them. `headline`: news
 * that are short, with which the headline begins. Free with g_free. */
static char *add_words(const struct letter_reader *reader, const struct block *block, char *said,
                       bool headline, struct html *html)
{
    const char *above = setting[block->kind].above, *frame = setting[block->kind].frame;
    g_autofree char *own =
        above != NULL ? words_say(reader->words, "sentences", above,
                                  with_phrase(values_new(), "author", phrase_ref(block->aside)))
                      : NULL;
    g_autofree char *framed = g_strchomp(
        frame != NULL ? words_say(reader->words, "sentences", frame, pairs("text", said, NULL))
                      : g_strdup(said));
    if (own != NULL) {
        html_add_words(html, BLOCK_HEADING, own);
    }
    if (headline || block->kind == BLOCK_STATUS) {
        html_add_headline(html, framed, headline);
    } else if (block->kind == BLOCK_PROSE) {
        html_add_page(html, framed);
    } else {
        html_add_words(html, block->kind, g_strcmp0(frame, SPOKEN) == 0 ? said : framed);
    }
    return own != NULL ? g_strconcat(own, "\n\n", framed, NULL) : g_steal_pointer(&framed);
}

/* True if news are short enough for the headline that says whose turn it is. */
static bool fits_headline(const GPtrArray *blocks, guint at, const char *said)
{
    const struct block *block = blocks->pdata[at];
    const struct block *next = at + 1 < blocks->len ? blocks->pdata[at + 1] : NULL;
    return block->kind == BLOCK_NEWS && next != NULL && next->kind == BLOCK_STATUS &&
           strchr(said, '\n') == NULL && g_utf8_strlen(said, -1) <= COLUMNS;
}

/* What a block says, put into words. Free with g_free. */
static char *said_by(const struct letter_reader *reader, const struct block *block)
{
    g_autofree char *said = words_of(reader->words, reader->zone, block->words);
    return g_utf8_make_valid(said, -1);
}

/* The button of a row as HTML; "" if it has none. Only the first rows of a letter have one, since
 * mail programs show no longer letters. Free with g_free. */
static char *row_button(const struct queued *queued, const struct letter_reader *reader,
                        const struct config *config, const struct block *row, struct html *html)
{
    enum { BUTTONS_MOST = 30 };
    const bool has = block_sends(row) && html->buttons < BUTTONS_MOST;
    g_autofree char *address = has ? address_of(queued, config, row) : NULL;
    if (address == NULL) {
        return g_strdup("");
    }
    html->buttons++;
    const char *label = NULL;
    g_auto(GStrv) words = g_strsplit(row->aside->text, " ", -1);
    for (char **word = words; label == NULL && *word != NULL; word++) {
        label = words_get(reader->words, "button", *word); /* the first may name a game */
    }
    return html_button(label != NULL ? label : row->aside->text, row->aside->text, address, false);
}

/* Adds the rows from block *at on to the HTML as a table, and returns it as text; *at is then the
 * last of them. Free with g_free. */
static char *add_table(const struct queued *queued, const struct letter_reader *reader,
                       const struct config *config, guint *at, struct html *html)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    g_autoptr(GPtrArray) buttons = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    const struct block *row = queued->blocks->pdata[*at];
    while (row != NULL && row->kind == BLOCK_ROW) {
        g_ptr_array_add(rows, said_by(reader, row));
        g_ptr_array_add(buttons, row_button(queued, reader, config, row, html));
        row = ++*at < queued->blocks->len ? queued->blocks->pdata[*at] : NULL;
    }
    --*at;
    html_add_table(html, (char **)rows->pdata, (char **)buttons->pdata);
    return table_text((char **)rows->pdata);
}

/* Adds a block to the HTML, and returns what it says in the text; "" if that is nothing. `board`:
 * the last board above it; NULL: none. Free with g_free. */
static char *add_block(const struct queued *queued, const struct letter_reader *reader,
                       const struct config *config, guint at, const struct phrase *board,
                       struct html *html)
{
    const struct block *block = queued->blocks->pdata[at];
    if (block->kind == BLOCK_MOVES || block->kind == BLOCK_MOVES_TOLD) {
        const struct moves_reader own = moves_reader_of(reader);
        return moves_add(&own, queued, config, block, board, html);
    }
    if (block->kind == BLOCK_BOARD || block->kind == BLOCK_PICTURE) {
        return add_board(queued, reader, config, at, html);
    }
    if (block->kind == BLOCK_LINK) {
        add_link(html, queued, reader, config, block);
    }
    if (block->kind == BLOCK_LINK || block->kind == BLOCK_FIRST) {
        return g_strdup("");
    }
    g_autofree char *said = said_by(reader, block);
    return add_words(reader, block, said, fits_headline(queued->blocks, at, said), html);
}

/* Writes the text, and adds the same to the HTML. Free with g_free. */
static char *text_of(const struct queued *queued, const struct letter_reader *reader,
                     const struct config *config, struct html *html)
{
    g_auto(GStrv) frame = frame_of(reader, queued->blocks);
    g_autoptr(GString) text = g_string_sized_new(TEXT_USUAL);
    g_string_append(text, frame[0]);
    html_add_words(html, BLOCK_FRAME, g_strchomp(frame[0]));
    guint above = ~0U; /* the kind of the block above, as a bit; at first any */
    bool headline = false;
    const struct phrase *board = NULL;
    for (guint i = 0; i < queued->blocks->len; i++) {
        const struct block *block = queued->blocks->pdata[i];
        g_autofree char *words = block->kind == BLOCK_ROW
                                     ? add_table(queued, reader, config, &i, html)
                                     : add_block(queued, reader, config, i, board, html);
        board = block->kind == BLOCK_BOARD ? block->words : board;
        if (*words == '\0') {
            continue;
        }
        const bool joins = headline || (setting[block->kind].joins & above) != 0;
        g_string_append(text, above == ~0U ? "" : joins ? "\n" : "\n\n");
        g_string_append(text, words);
        above = 1U << block->kind;
        headline = fits_headline(queued->blocks, i, words);
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
