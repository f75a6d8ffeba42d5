#include "store/tokens.h"

#include <string.h>

#include "base/random.h"
#include "store/clocks.h"
#include "store/handle.h"

G_STATIC_ASSERT(TOKEN_CHALLENGE == 2 && TOKEN_MATCH == 3); /* as in the SQL below */

/* Of an old token it may not be known when it was made. */
#define TOKEN_LAPSES OUTAGES_LAPSE("COALESCE(NULLIF(made, 0), expires)", "expires")

/* When a token expires that does not: a time that no outage moves beyond an integer. */
#define TOKEN_NEVER ((gint64)1 << 50)

static void hash_of(struct db *db, const char *lower, unsigned char hash[SECRET_HASH_BYTES])
{
    secret_hash(db_key(db), lower, TOKEN_LENGTH, hash);
}

struct new_token token_new(struct db *db, const struct token *token)
{
    struct new_token made;
    g_autofree char *text = random_token();
    g_strlcpy(made.text, text, sizeof made.text);
    hash_of(db, text, made.hash);
    db_run(db,
           "INSERT INTO tokens (hash, player, kind, object, revision, expires, made)"
           " VALUES (?, NULLIF(?, 0), ?, ?, ?, ?, ?)",
           made.hash, token->player, token->kind, token->object, token->revision, token->expires,
           token->made);
    made.id = db_last_id(db);
    return made;
}

gint64 token_personal(struct db *db, gint64 player)
{
    return db_number(
        db, "SELECT COALESCE(MAX(revision), 0) FROM tokens WHERE object = ? AND kind = :personal",
        player, TOKEN_PERSONAL);
}

void token_personal_set(struct db *db, gint64 player, gint64 number, const char *token_letters)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, token_letters, hash);
    db_run(db, "DELETE FROM tokens WHERE object = ? AND kind = :personal", player, TOKEN_PERSONAL);
    db_run(db,
           "INSERT INTO tokens (hash, player, kind, object, revision, expires, made)"
           " VALUES (?, ?, :personal, ?, ?, ?, 0)",
           hash, player, TOKEN_PERSONAL, player, number, TOKEN_NEVER);
}

bool token_is_known(struct db *db, const char *letters)
{
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, letters, hash);
    return db_number(db, "SELECT count(*) FROM tokens WHERE hash = ?", hash) > 0;
}

#define TOKEN_BY                                                                                   \
    "SELECT id, player, kind, object, revision, " TOKEN_LAPSES                                     \
    " AS expires, made, hash, offer FROM tokens WHERE " TOKEN_LAPSES " > ? AND "

/* Reads the token from a row; false if there is none. */
static bool read_one(struct rows *rows, struct token *token)
{
    if (rows == NULL) {
        return false;
    }
    *token = (struct token){ .id = rows_int(rows, "id"),
                             .player = rows_int(rows, "player"),
                             .kind = (enum token_kind)rows_int(rows, "kind"),
                             .object = rows_int(rows, "object"),
                             .revision = rows_int(rows, "revision"),
                             .expires = rows_int(rows, "expires"),
                             .made = rows_int(rows, "made") };
    rows_hash(rows, "hash", token->hash);
    const char *offer = rows_text(rows, "offer");
    g_strlcpy(token->offer, offer != NULL ? offer : "", sizeof token->offer);
    return true;
}

bool token_find(struct db *db, const char *text, gint64 now, struct token *token)
{
    if (strlen(text) != TOKEN_LENGTH) {
        return false;
    }
    g_autofree char *lower = g_ascii_strdown(text, TOKEN_LENGTH);
    unsigned char hash[SECRET_HASH_BYTES];
    hash_of(db, lower, hash);
    return read_one(db_row(db, TOKEN_BY "hash = ?", now, hash), token);
}

bool token_by_id(struct db *db, gint64 id, gint64 now, struct token *token)
{
    return read_one(db_row(db, TOKEN_BY "id = ?", now, id), token);
}

void token_offers(struct db *db, gint64 id, const char *offer)
{
    if (strlen(offer) < TOKEN_OFFER_MOST) {
        db_run(db, "UPDATE tokens SET offer = ? WHERE id = ?", offer, id);
    }
}

bool token_is_newest(struct db *db, const struct token *token)
{
    return db_number(db,
                     "SELECT count(*) FROM tokens"
                     " WHERE object = ? AND kind IN (2, 3) AND +player = ? AND id > ?",
                     token->object, token->player, token->id) == 0;
}

bool token_of_board(struct db *db, const struct token *boards, gint64 board, struct token *token)
{
    return read_one(db_row(db,
                           TOKEN_BY "object = ? AND kind IN (2, 3) AND +player = ? AND id < ?"
                                    " ORDER BY id DESC LIMIT 1",
                           0, board, boards->player, boards->id),
                    token);
}

void token_void(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM tokens WHERE id = ?", id);
}

void tokens_renew(struct db *db)
{
    random_bytes(db->letter_key, sizeof(db->letter_key));
    db_run(db, "UPDATE instance SET letter_key = ?", db->letter_key);
    db_run(db, "DELETE FROM tokens");
}

void tokens_age(struct db *db, gint64 board, gint64 until)
{
    db_run(db,
           "UPDATE tokens SET expires = :until"
           " WHERE object = ? AND kind IN (2, 3) AND expires > :until",
           until, board);
}
