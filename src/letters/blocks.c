#include "letters/blocks.h"

static void block_free(struct block *block)
{
    phrase_unref(block->words);
    phrase_unref(block->author);
    g_free(block->act);
    g_clear_pointer(&block->board, g_bytes_unref);
    g_free(block);
}

GPtrArray *blocks_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)block_free);
}

/* Adds a block, whose members it takes. */
static void add(GPtrArray *blocks, struct block block)
{
    g_ptr_array_add(blocks, g_memdup2(&block, sizeof block));
}

void block_words(GPtrArray *blocks, enum block_kind kind, struct phrase *words)
{
    if (words != NULL) {
        add(blocks, (struct block){ .kind = kind, .words = words });
    }
}

void block_page(GPtrArray *blocks, const char *page, struct values *values)
{
    block_words(blocks, BLOCK_PROSE, phrase_page(page, values));
}

void block_comment(GPtrArray *blocks, const char *author, const char *text)
{
    if (text != NULL) {
        add(blocks, (struct block){ .kind = BLOCK_COMMENT,
                                    .words = phrase_text(text),
                                    .author = phrase_text(author) });
    }
}

void block_board(GPtrArray *blocks, enum block_kind kind, GBytes *record)
{
    add(blocks, (struct block){ .kind = kind, .board = record });
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
            (struct block){ .kind = BLOCK_LINK, .words = phrase_text(line), .act = g_strdup(act) });
    }
}

void blocks_add(GPtrArray *blocks, const GPtrArray *others)
{
    for (guint i = 0; i < others->len; i++) {
        const struct block *block = others->pdata[i];
        add(blocks,
            (struct block){ .kind = block->kind,
                            .words = phrase_ref(block->words),
                            .author = phrase_ref(block->author),
                            .act = g_strdup(block->act),
                            .board = block->board != NULL ? g_bytes_ref(block->board) : NULL });
    }
}

void blocks_write(GByteArray *out, const GPtrArray *blocks)
{
    phrase_write_number(out, blocks->len);
    for (guint i = 0; i < blocks->len; i++) {
        const struct block *block = blocks->pdata[i];
        phrase_write_number(out, block->kind);
        if (block->board != NULL) {
            gsize size;
            const guint8 *record = g_bytes_get_data(block->board, &size);
            phrase_write_number(out, size);
            g_byte_array_append(out, record, (guint)size);
        } else {
            phrase_write(out, block->words);
        }
        if (block->kind == BLOCK_COMMENT) {
            phrase_write(out, block->author);
        } else if (block->kind == BLOCK_LINK) {
            phrase_write_text(out, block->act);
        }
    }
}

static bool read_block(const guint8 **at, const guint8 *end, struct block *block)
{
    guint64 kind, size = 0;
    if (!phrase_read_number(at, end, &kind) || kind >= BLOCK_KINDS) {
        return false;
    }
    block->kind = (enum block_kind)kind;
    bool good;
    if (kind == BLOCK_BOARD || kind == BLOCK_PICTURE) {
        good = phrase_read_number(at, end, &size) && size <= (guint64)(end - *at);
        block->board = good ? g_bytes_new(*at, size) : NULL;
        *at += good ? size : 0;
    } else {
        good = phrase_read(at, end, &block->words) && block->words != NULL;
    }
    if (good && kind == BLOCK_COMMENT) {
        good = phrase_read(at, end, &block->author) && block->author != NULL &&
               block->author->kind == PHRASE_TEXT;
    } else if (good && kind == BLOCK_LINK) {
        good = block->words->kind == PHRASE_TEXT && phrase_read_text(at, end, &block->act);
    }
    return good;
}

GPtrArray *blocks_read(const guint8 **at, const guint8 *end)
{
    guint64 count;
    g_autoptr(GPtrArray) blocks = blocks_new();
    bool good = phrase_read_number(at, end, &count);
    for (guint64 i = 0; good && i < count; i++) {
        struct block block = { 0 };
        good = read_block(at, end, &block);
        add(blocks, block);
    }
    return good ? g_steal_pointer(&blocks) : NULL;
}
