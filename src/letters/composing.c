#include "letters/composing.h"

#include <string.h>

#include "base/error.h"
#include "language/grammar.h"
#include "letters/look.h"
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
    [BLOCK_OPTIONS] = { NULL, "part-options", 1U << BLOCK_LAST_TURNS | 1U << BLOCK_BOARD },
    [BLOCK_COMMENT] = { "part-comment", SPOKEN, 0 },
    [BLOCK_WATCHERS] = { "part-watchers", SPOKEN, 0 },
    [BLOCK_ITEM] = { NULL, "part-item", 0 },
    [BLOCK_TOURNAMENT] = { NULL, NULL,
                           1U << BLOCK_LAST_TURNS | 1U << BLOCK_OPTIONS | 1U << BLOCK_BOARD },
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
        .moves = preference_value(run, player, SETTING_MOVES),
        .testing = db_testing(run->db),
    };
}

void letter_reader_clear(struct letter_reader *reader)
{
    g_clear_pointer(&reader->zone, g_free);
}

/* ---- blocks in words ---- */

/* The moves in a letter that belong to the board of a block, from which they are the first
 * ones; NULL: none do. */
static const struct block *moves_at(const struct queued *queued, guint board)
{
    for (guint i = board + 1; i < queued->blocks->len; i++) {
        const struct block *block = queued->blocks->pdata[i];
        if (block_is_moves(block)) {
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
static char *add_board(struct html *html, guint at)
{
    const struct letter_reader *reader = html->reader;
    const struct block *block = html->queued->blocks->pdata[at],
                       *moves = moves_at(html->queued, at);
    const bool alone = block->kind == BLOCK_PICTURE;
    g_autoptr(Drawing) drawing = drawing_read(block->words);
    if (drawing == NULL) {
        return g_strdup("");
    }
    const char *form = block->aside != NULL ? block->aside->text : NULL;
    drawing->diagram.form = form != NULL ? diagram_form_named(form) : reader->form;
    const bool pictured =
        html->config->pictures &&
        (alone ? reader->html != HTML_NONE : reader->html == HTML_WITH_PICTURES && form == NULL);
    g_autoptr(GPtrArray) men =
        pictured && moves != NULL ? moves_men(html, moves, &drawing->diagram) : NULL;
    char *text = alone ? g_strdup("") : g_strchomp(diagram_text(&drawing->diagram, reader->words));
    html_add_board(html, pictured ? &drawing->diagram : NULL, alone ? NULL : text, men);
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

/* A word, or what the game of that name is called. */
static struct phrase *titled(const char *word)
{
    const struct game *game = registry_find(word);
    return game != NULL ? phrase_title(game) : phrase_text(word);
}

/* What a button says that sends a line of a command: what happens then, as the first word of the
 * line, or of the command, says that has words in the group; or the line, as much of it as a small
 * screen shows. Free with g_free. */
static char *label_of(const struct letter_reader *reader, const char *group, const char *line,
                      const char *act)
{
    enum { LETTERS_MOST = 36 };
    g_autofree char *both = g_strjoin(" ", line, act, NULL);
    g_auto(GStrv) own = g_strsplit(line, " ", -1), all = g_strsplit(both, " ", -1);
    const guint count = g_strv_length(own);
    for (guint i = 0; all[i] != NULL; i++) {
        if (words_get(reader->words, group, all[i]) != NULL) {
            g_autofree char *rest = i < count ? g_strjoinv(" ", own + i + 1) : g_strdup(line);
            struct values *values = pairs("last", last_name(own), NULL);
            with_phrase(values, "words", titled(rest));
            return words_say(reader->words, group, all[i],
                             with_phrase(values, "first", titled(own[0])));
        }
    }
    g_autofree char *first = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), LETTERS_MOST));
    return strlen(first) < strlen(line) ? g_strconcat(first, "…", NULL) : g_steal_pointer(&first);
}

/* True if a command, whose first word may name a game, is neither grave nor only looks, and ends
 * nothing. */
static bool is_fair(const char *act)
{
    g_auto(GStrv) words = g_strsplit(act, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
            if (g_str_equal(row->name, *word)) {
                return row->tier == TIER_FAIR && !row->ends && row->id != COMMAND_UNWATCH;
            }
        }
    }
    return false;
}

/* True if the words, or some of them, are a page, whose lines are broken where they are full. */
static bool is_page(const struct phrase *phrase)
{
    bool page = phrase->kind == PHRASE_PAGE;
    for (guint i = 0; phrase->kind == PHRASE_JOINED && i < phrase->parts->len && !page; i++) {
        page = is_page(phrase->parts->pdata[i]);
    }
    return page;
}

/* Adds the words of a block to the HTML, and returns them as the text has them. `headline`: news
 * that are short, with which the headline begins. Free with g_free. */
static char *add_words(struct html *html, const struct block *block, char *said, bool headline)
{
    const struct words *words = html->reader->words;
    const char *above = setting[block->kind].above, *frame = setting[block->kind].frame;
    g_autofree char *own =
        above != NULL ? words_say(words, "sentences", above,
                                  with_phrase(values_new(), "author", phrase_ref(block->aside)))
                      : NULL;
    g_autofree char *framed =
        g_strchomp(frame != NULL ? words_say(words, "sentences", frame, pairs("text", said, NULL))
                                 : g_strdup(said));
    if (own != NULL) {
        html_add_words(html, BLOCK_HEADING, own);
    }
    if (headline || block->kind == BLOCK_STATUS) {
        html_add_headline(html, framed, headline);
    } else {
        html_add_words(html, is_page(block->words) ? BLOCK_PROSE : block->kind,
                       g_strcmp0(frame, SPOKEN) == 0 ? said : framed);
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

/* Adds the rows from block *at on to the HTML as a table, and returns it as text; *at is then the
 * last of them. Free with g_free. */
static char *add_table(struct html *html, guint *at)
{
    const GPtrArray *blocks = html->queued->blocks;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    g_autoptr(GPtrArray) buttons = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    const struct block *row = blocks->pdata[*at];
    while (row != NULL && row->kind == BLOCK_ROW) {
        const char *act = row->aside != NULL ? row->aside->text : NULL;
        g_autofree char *label =
            act != NULL ? label_of(html->reader, "button", act, act) : g_strdup("");
        g_ptr_array_add(rows, said_by(html->reader, row));
        g_ptr_array_add(buttons, html_row_button(html, label, act));
        row = ++*at < blocks->len ? blocks->pdata[*at] : NULL;
    }
    --*at;
    html_add_table(html, (char **)rows->pdata, (char **)buttons->pdata);
    return table_text((char **)rows->pdata);
}

/* Adds a block to the HTML, and returns what it says in the text; "" if that is nothing. `board`:
 * the last board above it; NULL: none. Free with g_free. */
static char *add_block(struct html *html, guint at, const struct phrase *board)
{
    const GPtrArray *blocks = html->queued->blocks;
    const struct block *block = blocks->pdata[at];
    if (block_is_moves(block)) {
        return moves_add(html, block, board);
    }
    if (block->kind == BLOCK_BOARD || block->kind == BLOCK_PICTURE) {
        return add_board(html, at);
    }
    if (block->kind == BLOCK_LINK) {
        const char *line = block->words->text, *act = block->aside->text;
        g_autofree char *label = label_of(html->reader, "link", line, act);
        html_add_link(html, label, line, act, is_fair(act));
    }
    if (block->kind == BLOCK_LINK || block->kind == BLOCK_FIRST) {
        return g_strdup("");
    }
    g_autofree char *said = said_by(html->reader, block);
    return add_words(html, block, said, fits_headline(blocks, at, said));
}

/* Writes the text, and adds the same to the HTML. Free with g_free. */
static char *text_of(struct html *html)
{
    const GPtrArray *blocks = html->queued->blocks;
    g_auto(GStrv) frame = frame_of(html->reader, blocks);
    g_autoptr(GString) text = g_string_sized_new(TEXT_USUAL);
    g_string_append(text, frame[0]);
    html_add_words(html, BLOCK_FRAME, g_strchomp(frame[0]));
    guint above = ~0U; /* the kind of the block above, as a bit; at first any */
    bool headline = false;
    const struct phrase *board = NULL;
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        g_autofree char *words =
            block->kind == BLOCK_ROW ? add_table(html, &i) : add_block(html, i, board);
        board = block->kind == BLOCK_BOARD ? block->words : board;
        if (*words == '\0') {
            continue;
        }
        const bool joins = headline || (setting[block->kind].joins & above) != 0;
        g_string_append(text, above == ~0U ? "" : joins ? "\n" : "\n\n");
        g_string_append(text, words);
        above = 1U << block->kind;
        headline = fits_headline(blocks, i, words);
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
    struct html html = {
        .queued = queued, .reader = reader, .config = config, .name = name, .pictures = pictures
    };
    html_begin(&html);
    g_autofree char *text = text_of(&html);
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
