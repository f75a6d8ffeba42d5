#include "letters/queued.h"

#include <stddef.h>
#include <string.h>

/* ---- blocks ---- */

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

/* ---- blocks as bytes ---- */

static void write_blocks(GByteArray *out, const GPtrArray *blocks)
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

static GPtrArray *read_blocks(const guint8 **at, const guint8 *end)
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

/* ---- the whole letter ---- */

/* The first byte: how what follows is written. */
enum { FORM = 1 };

/* The texts, in the order in which they are written. */
static const size_t texts[] = {
    offsetof(struct queued, to),         offsetof(struct queued, reply_to),
    offsetof(struct queued, message_id), offsetof(struct queued, in_reply_to),
    offsetof(struct queued, list_id),    offsetof(struct queued, leave_to),
    offsetof(struct queued, file_name),  offsetof(struct queued, file_type),
    offsetof(struct queued, file_text),  offsetof(struct queued, language),
};

void queued_clear(struct queued *queued)
{
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(G_STRUCT_MEMBER(char *, queued, texts[i]));
    }
    g_strfreev(queued->references);
    phrase_unref(queued->subject);
    g_clear_pointer(&queued->blocks, g_ptr_array_unref);
}

GBytes *queued_write(const struct queued *queued)
{
    GByteArray *out = g_byte_array_new();
    unsigned there = 0; /* which of the texts there are, a bit each */
    phrase_write_number(out, FORM);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        there |= G_STRUCT_MEMBER(char *, queued, texts[i]) != NULL ? 1U << i : 0;
    }
    phrase_write_number(out, there);
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        if ((there >> i & 1) != 0) {
            phrase_write_text(out, G_STRUCT_MEMBER(char *, queued, texts[i]));
        }
    }
    const guint references = queued->references != NULL ? g_strv_length(queued->references) : 0;
    phrase_write_number(out, references);
    for (guint i = 0; i < references; i++) {
        phrase_write_text(out, queued->references[i]);
    }
    phrase_write_number(out, (guint64)queued->date);
    phrase_write_number(out, queued->answer ? 1 : 0);
    phrase_write_number(out, (guint64)queued->links);
    g_byte_array_append(out, queued->hash, queued->links != 0 ? SECRET_HASH_BYTES : 0);
    phrase_write(out, queued->subject);
    write_blocks(out, queued->blocks);
    return g_byte_array_free_to_bytes(out);
}

static bool read_number(const guint8 **at, const guint8 *end, gint64 *number)
{
    guint64 read;
    const bool good = phrase_read_number(at, end, &read);
    *number = (gint64)read;
    return good;
}

static bool read_texts(const guint8 **at, const guint8 *end, struct queued *queued)
{
    gint64 there, count;
    bool good = read_number(at, end, &there);
    for (size_t i = 0; good && i < G_N_ELEMENTS(texts); i++) {
        good = (there >> i & 1) == 0 ||
               phrase_read_text(at, end, &G_STRUCT_MEMBER(char *, queued, texts[i]));
    }
    g_autoptr(GStrvBuilder) references = g_strv_builder_new();
    good = good && read_number(at, end, &count);
    for (gint64 i = 0; good && i < count; i++) {
        g_autofree char *id = NULL;
        good = phrase_read_text(at, end, &id);
        if (good) {
            g_strv_builder_add(references, id);
        }
    }
    queued->references = g_strv_builder_end(references);
    return good;
}

bool queued_read(GBytes *bytes, struct queued *queued)
{
    gsize size;
    const guint8 *at = g_bytes_get_data(bytes, &size), *end = size > 0 ? at + size : at;
    gint64 form, answer = 0;
    *queued = (struct queued){ 0 };
    if (!read_number(&at, end, &form) || form != FORM || !read_texts(&at, end, queued) ||
        !read_number(&at, end, &queued->date) || !read_number(&at, end, &answer) ||
        !read_number(&at, end, &queued->links) ||
        (queued->links != 0 && end - at < SECRET_HASH_BYTES)) {
        return false;
    }
    queued->answer = answer != 0;
    if (queued->links != 0) {
        memcpy(queued->hash, at, SECRET_HASH_BYTES);
        at += SECRET_HASH_BYTES;
    }
    const bool good = phrase_read(&at, end, &queued->subject) && queued->subject != NULL;
    queued->blocks = good ? read_blocks(&at, end) : NULL;
    const bool file = queued->file_name != NULL;
    return queued->blocks != NULL && at == end && queued->to != NULL &&
           queued->message_id != NULL && file == (queued->file_type != NULL) &&
           file == (queued->file_text != NULL);
}
