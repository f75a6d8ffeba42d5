#include "letters/blocks.h"

#include <string.h>

#include "mail/address.h"
#include "mail/reply.h"

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

static void block_free(struct block *block)
{
    g_free(block->page);
    g_clear_pointer(&block->values, values_unref);
    g_free(block->text);
    g_free(block->author);
    g_free(block->act);
    g_clear_pointer(&block->board, g_variant_unref);
    g_free(block);
}

GPtrArray *blocks_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)block_free);
}

/* Adds a block, whose strings it takes. */
static void add(GPtrArray *blocks, struct block block)
{
    g_ptr_array_add(blocks, g_memdup2(&block, sizeof block));
}

void block_text(GPtrArray *blocks, enum block_kind kind, char *text)
{
    if (text != NULL && *text != '\0') {
        add(blocks, (struct block){ .kind = kind, .text = text });
    } else {
        g_free(text);
    }
}

void block_page(GPtrArray *blocks, const char *page, struct values *values)
{
    add(blocks, (struct block){ .kind = BLOCK_PROSE, .page = g_strdup(page), .values = values });
}

void block_comment(GPtrArray *blocks, const char *author, const char *text)
{
    if (text != NULL) {
        add(blocks, (struct block){ .kind = BLOCK_COMMENT,
                                    .text = g_strdup(text),
                                    .author = g_strdup(author) });
    }
}

void block_board(GPtrArray *blocks, enum block_kind kind, char *text, GVariant *record)
{
    add(blocks, (struct block){ .kind = kind, .text = text, .board = g_variant_ref_sink(record) });
}

void block_link(GPtrArray *blocks, const char *line, const char *act)
{
    bool there = false;
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *other = blocks->pdata[i];
        there |= other->kind == BLOCK_LINK && g_strcmp0(other->act, act) == 0;
    }
    if (line != NULL && !there) {
        add(blocks,
            (struct block){ .kind = BLOCK_LINK, .text = g_strdup(line), .act = g_strdup(act) });
    }
}

/* ---- as text ---- */

/* A page of templates/letters/. Takes `values` (NULL: none). Free with g_free. */
static char *page_text(const struct run *run, const char *page, struct values *values)
{
    const char *source = words_page(run->words, page);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = source == NULL ? NULL : template_render(source, values, &error);
    if (text == NULL) {
        /* The template was changed by hand, or the installation is incomplete. The mail is not at
         * fault, and a letter without words would hide the fault. */
        db_halt(run->db, "template %s: %s", page, error != NULL ? error->message : "missing");
        return g_strdup("");
    }
    return g_strdup(g_strchomp(text));
}

static char *block_words(const struct run *run, const struct block *block)
{
    g_autofree char *words = NULL;
    if (block->kind == BLOCK_PICTURE) {
        return g_strdup("");
    }
    if (block->page != NULL) { /* it may also name our address and the operator's */
        struct values *values = block->values != NULL ? values_ref(block->values) : values_new();
        values_add(values, "address", run->config->address);
        values_add(values, "operator", run->config->operator_address);
        words = page_text(run, block->page, values);
    } else {
        words = g_strdup(block->text);
    }
    const char *frame = setting[block->kind].frame;
    return frame == NULL ? g_steal_pointer(&words)
                         : say(run, frame, pairs("text", words, "author", block->author, NULL));
}

/* The first line. Free with g_free. */
static char *marker_of(const GPtrArray *blocks)
{
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        if (block->kind == BLOCK_FIRST) {
            g_autofree char *marker = g_strdup_printf(REPLY_MARKER_NEWS, block->text);
            if (g_utf8_strlen(marker, -1) <= MARKER_COLUMNS && strchr(block->text, '\n') == NULL) {
                return g_steal_pointer(&marker);
            }
        }
    }
    return g_strdup(REPLY_MARKER);
}

/* The frame of all letters: what stands above their blocks, and what stands below. Free with
 * g_strfreev. */
static char **frame_of(const struct run *run, const GPtrArray *letter)
{
    static const char blocks[] = "\x01";
    g_autofree char *marker = marker_of(letter);
    struct values *values = pairs("marker", marker, "body", blocks, NULL);
    values_add_switch(values, "testing", db_testing(run->db));
    g_autofree char *page = page_text(run, "letters/frame", values);
    g_autofree char *both = g_strconcat(page, blocks, blocks, NULL); /* a faulty page has none */
    char **frame = g_strsplit(both, blocks, 3);
    g_clear_pointer(&frame[2], g_free);
    return frame;
}

/* Adds a part of a letter's HTML. `board` NULL: the words are shown. */
static void add_part(GVariantBuilder *parts, enum block_kind kind, char *words, GVariant *board)
{
    g_autofree char *valid = g_utf8_make_valid(g_strchomp(words), -1);
    g_variant_builder_add(parts, "(ys@m" DRAWING_RECORD ")", (guchar)kind, valid,
                          g_variant_new_maybe(G_VARIANT_TYPE(DRAWING_RECORD), board));
}

/* As much of a line as a button shows on a small screen. Free with g_free. */
static char *button_words(const char *line)
{
    enum { LETTERS_MOST = 36 };
    g_autofree char *first = g_utf8_substring(line, 0, MIN(g_utf8_strlen(line, -1), LETTERS_MOST));
    return strlen(first) < strlen(line) ? g_strconcat(first, "…", NULL) : g_steal_pointer(&first);
}

/* Adds a link to the parts, unless there is no room for the token's id in its address. */
static void add_link(GVariantBuilder *parts, const struct run *run, const struct block *block,
                     const struct new_token *links)
{
    const struct config *config = run->config;
    g_autofree char *address = link_address(links->hash, links->id, block->act, config->local,
                                            config->delimiter, config->host);
    if (address != NULL) {
        g_autofree char *lead = say(run, "part-links", NULL);
        g_autofree char *button = button_words(block->text);
        g_autofree char *label = say(run, "part-link", pairs("line", button, NULL));
        g_strdelimit(lead, "\n", ' ');
        g_strdelimit(label, "\n", ' ');
        g_autofree char *words = g_strjoin("\n", lead, label, block->text, address, NULL);
        add_part(parts, BLOCK_LINK, words, NULL);
    }
}

char *blocks_text(const struct run *run, const GPtrArray *blocks, const struct new_token *links,
                  enum block_html html, GBytes **parts)
{
    g_auto(GStrv) frame = frame_of(run, blocks);
    g_autoptr(GString) text = g_string_sized_new(TEXT_USUAL);
    g_string_append(text, frame[0]);
    GVariantBuilder all;
    g_variant_builder_init(&all, G_VARIANT_TYPE("a" BLOCKS_PART));
    add_part(&all, BLOCK_FRAME, frame[0], NULL);
    const struct block *above = NULL;
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        if (block->kind == BLOCK_LINK && links != NULL) {
            add_link(&all, run, block, links);
        }
        if (block->kind == BLOCK_LINK || block->kind == BLOCK_FIRST) {
            continue;
        }
        if (above != NULL && block->kind != BLOCK_PICTURE) {
            bool joins = (setting[block->kind].joins & 1U << above->kind) != 0;
            g_string_append(text, joins ? "\n" : "\n\n");
        }
        g_autofree char *words = block_words(run, block);
        g_string_append(text, g_strchomp(words));
        bool pictured = block->board != NULL && html != HTML_NONE &&
                        (html == HTML_WITH_PICTURES || block->kind == BLOCK_PICTURE);
        add_part(&all, block->kind, words, pictured ? block->board : NULL);
        above = block;
    }
    g_string_append(text, frame[1]);
    add_part(&all, BLOCK_FRAME, frame[1], NULL);
    g_autoptr(GVariant) stored = g_variant_ref_sink(
        g_variant_new("(s@a" BLOCKS_PART ")", letter_language(run), g_variant_builder_end(&all)));
    *parts = html != HTML_NONE ? g_variant_get_data_as_bytes(stored) : NULL;
    g_autofree char *filled = template_fill(text->str, COLUMNS);
    return g_strconcat(filled, "\n", NULL);
}
