#include "letters/queued.h"

#include <stddef.h>

/* ---- blocks ---- */

static void block_free(struct block *block)
{
    phrase_unref(block->words);
    phrase_unref(block->aside);
    g_free(block);
}

GPtrArray *blocks_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)block_free);
}

/* Adds a block, whose members it takes. */
static void add(GPtrArray *blocks, enum block_kind kind, struct phrase *words, struct phrase *aside)
{
    const struct block block = { kind, words, aside };
    g_ptr_array_add(blocks, g_memdup2(&block, sizeof block));
}

void block_words(GPtrArray *blocks, enum block_kind kind, struct phrase *words)
{
    if (words != NULL) {
        add(blocks, kind, words, NULL);
    }
}

void block_comment(GPtrArray *blocks, const char *author, const char *text)
{
    if (text != NULL) {
        add(blocks, BLOCK_COMMENT, phrase_text(text), phrase_text(author));
    }
}

void block_board_in(GPtrArray *blocks, struct phrase *board, const char *form)
{
    add(blocks, BLOCK_BOARD, board, phrase_text(form));
}

void block_link(GPtrArray *blocks, const char *line, const char *act)
{
    bool there = false;
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *other = blocks->pdata[i];
        there |= other->kind == BLOCK_LINK && g_strcmp0(other->aside->text, act) == 0;
    }
    if (line != NULL && !there) {
        add(blocks, BLOCK_LINK, phrase_text(line), phrase_text(act));
    }
}

void block_row(GPtrArray *blocks, struct phrase *words, char *act)
{
    add(blocks, BLOCK_ROW, words, phrase_taken(act));
}

void block_moves(GPtrArray *blocks, gint64 board, const char *begun, bool told)
{
    add(blocks, told ? BLOCK_MOVES_TOLD : BLOCK_MOVES, phrase_text(begun),
        board != 0 ? phrase_taken(g_strdup_printf("%" G_GINT64_FORMAT, board)) : NULL);
}

void blocks_add(GPtrArray *blocks, const GPtrArray *others)
{
    for (guint i = 0; i < others->len; i++) {
        const struct block *block = others->pdata[i];
        add(blocks, block->kind, phrase_ref(block->words), phrase_ref(block->aside));
    }
}

bool block_is_moves(const struct block *block)
{
    return block->kind == BLOCK_MOVES || block->kind == BLOCK_MOVES_TOLD;
}

bool blocks_have_links(const GPtrArray *blocks)
{
    bool found = false;
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        const bool may =
            block->kind == BLOCK_LINK || block->kind == BLOCK_ROW || block_is_moves(block);
        found |= may && block->aside != NULL;
    }
    return found;
}

/* ---- as bytes ---- */

/* The first byte: how what follows is written. */
enum { FORM = 1 };

/* True for NULL, too. */
static bool is_text(const struct phrase *phrase)
{
    return phrase == NULL || phrase->kind == PHRASE_TEXT;
}

static void keep_block(struct kept *kept, struct block *block)
{
    guint64 kind = block->kind;
    keep_size(kept, &kind);
    keep_phrase(kept, &block->words);
    kept->bad |= kind >= BLOCK_KINDS || block->words == NULL;
    block->kind = (enum block_kind)MIN(kind, BLOCK_KINDS);
    const bool written = kind == BLOCK_COMMENT || kind == BLOCK_LINK;
    const bool moves = block_is_moves(block);
    if (written || moves || kind == BLOCK_BOARD || kind == BLOCK_ROW) {
        keep_phrase(kept, &block->aside);
        kept->bad |= !is_text(block->aside) || (written && block->aside == NULL) ||
                     ((written || moves) && !is_text(block->words));
    }
}

static void keep_blocks(struct kept *kept, GPtrArray **blocks)
{
    *blocks = kept->out == NULL ? blocks_new() : *blocks;
    const guint64 count = keep_count(kept, (*blocks)->len);
    for (guint i = 0; i < count && !kept->bad; i++) {
        if (kept->out == NULL) {
            add(*blocks, BLOCK_PROSE, NULL, NULL);
        }
        keep_block(kept, (*blocks)->pdata[i]);
    }
}

/* The texts, in the order in which they are kept. */
static const size_t texts[] = {
    offsetof(struct queued, letter.to),         offsetof(struct queued, letter.reply_to),
    offsetof(struct queued, letter.message_id), offsetof(struct queued, letter.in_reply_to),
    offsetof(struct queued, letter.list_id),    offsetof(struct queued, letter.leave_to),
    offsetof(struct queued, file.name),         offsetof(struct queued, file.type),
    offsetof(struct queued, file.text),         offsetof(struct queued, letter.language),
};

static void keep_texts(struct kept *kept, struct queued *queued)
{
    guint64 there = 0; /* which of them there are, a bit each */
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        there |= G_STRUCT_MEMBER(char *, queued, texts[i]) != NULL ? 1U << i : 0;
    }
    keep_size(kept, &there);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        if ((there >> i & 1) != 0) {
            keep_text(kept, &G_STRUCT_MEMBER(char *, queued, texts[i]));
        }
    }
}

static void keep_references(struct kept *kept, char ***references)
{
    const guint64 count = keep_count(kept, *references != NULL ? g_strv_length(*references) : 0);
    *references = kept->out == NULL ? g_new0(char *, count + 1) : *references;
    for (guint64 i = 0; i < count; i++) {
        keep_text(kept, &(*references)[i]);
    }
}

static void keep_queued(struct kept *kept, struct queued *queued)
{
    guint64 form = FORM, date = (guint64)queued->letter.date, links = (guint64)queued->links,
            answer = queued->letter.answer ? 1 : 0;
    keep_size(kept, &form);
    kept->bad |= form != FORM;
    keep_texts(kept, queued);
    keep_references(kept, (char ***)&queued->letter.references);
    keep_size(kept, &date);
    keep_size(kept, &answer);
    keep_size(kept, &links);
    queued->letter.date = (gint64)date;
    queued->letter.answer = answer != 0;
    queued->links = (gint64)links;
    keep_raw(kept, queued->hash, links != 0 ? sizeof queued->hash : 0);
    keep_phrase(kept, &queued->subject);
    keep_blocks(kept, &queued->blocks);
}

void queued_clear(struct queued *queued)
{
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(G_STRUCT_MEMBER(char *, queued, texts[i]));
    }
    g_strfreev((char **)queued->letter.references);
    phrase_unref(queued->subject);
    g_clear_pointer(&queued->blocks, g_ptr_array_unref);
}

GBytes *queued_write(const struct queued *queued)
{
    struct kept kept = { .out = g_byte_array_new() };
    struct queued same = *queued;
    keep_queued(&kept, &same);
    return g_byte_array_free_to_bytes(kept.out);
}

bool queued_read(GBytes *bytes, struct queued *queued)
{
    struct kept kept = kept_in(bytes);
    *queued = (struct queued){ 0 };
    keep_queued(&kept, queued);
    const bool file = queued->file.name != NULL;
    return kept_whole(&kept) && queued->subject != NULL && queued->letter.to != NULL &&
           queued->letter.message_id != NULL && file == (queued->file.type != NULL) &&
           file == (queued->file.text != NULL);
}
