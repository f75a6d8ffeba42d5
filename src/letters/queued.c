#include "letters/queued.h"

#include <stddef.h>
#include <string.h>

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
    blocks_write(out, queued->blocks);
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
    queued->blocks = good ? blocks_read(&at, end) : NULL;
    const bool file = queued->file_name != NULL;
    return queued->blocks != NULL && at == end && queued->to != NULL &&
           queued->message_id != NULL && file == (queued->file_type != NULL) &&
           file == (queued->file_text != NULL);
}
