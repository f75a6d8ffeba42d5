/*
 * queued.h: a letter as it waits in the outbox: what it says, as blocks, and what was fixed when it
 * was written. It holds no words of a language, and nothing that its reader may have set otherwise
 * when it is sent: letters/composing.h puts it into words then.
 */
#ifndef POSTMOVE_LETTERS_QUEUED_H
#define POSTMOVE_LETTERS_QUEUED_H

#include "letters/blocks.h"
#include "mail/letter.h"
#include "store/inbox.h"

/* Members that may be NULL are as in struct letter (mail/letter.h). */
struct queued {
    struct phrase *subject;
    GPtrArray *blocks; /* struct block */
    char *to, *reply_to, *message_id, *in_reply_to, *list_id, *leave_to;
    char *language; /* for somebody who is no player; NULL: none, or a player has set theirs */
    char **references;
    gint64 date;
    bool answer;
    gint64 links;                          /* the token that makes links good; 0: there are none */
    unsigned char hash[SECRET_HASH_BYTES]; /* of that token */
    char *file_name, *file_type, *file_text;
};

/* Frees what it points to. */
void queued_clear(struct queued *queued);
typedef struct queued Queued;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Queued, queued_clear)

/* The letter as bytes, which a later version of the program can read. Free with g_bytes_unref. */
GBytes *queued_write(const struct queued *queued);

/* Reads it again; false if the bytes are none. Clear it in any case. */
bool queued_read(GBytes *bytes, struct queued *queued);

#endif
