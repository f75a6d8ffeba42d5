/* Tokens: found by their text alone, and that text is nowhere in the file. */
#include <string.h>

#include "store/clocks.h"
#include "store/inbox.h"
#include "store/players.h"
#include "tests/unit/scratch.h"

enum { NOW = 1000000, DAY = 86400 };

/* The letters of a new token. Free with g_free. */
static char *token_text(struct db *db, const struct token *token)
{
    return g_strdup(token_new(db, token).text);
}

static void test_found(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    gint64 ann = player_add(scratch->db, "ann", "a@example.org", "a@example.org", NULL, NOW);
    struct token made = { .player = ann,
                          .kind = TOKEN_MATCH,
                          .object = 12,
                          .revision = 7,
                          .expires = NOW + DAY,
                          .made = NOW - 5 };
    g_autofree char *text = token_text(scratch->db, &made);
    struct token signup = { .kind = TOKEN_CONFIRM, .object = 3, .expires = NOW + DAY };
    g_autofree char *other = token_text(scratch->db, &signup);
    scratch_commit(scratch);
    g_assert_cmpuint(strlen(text), ==, 26);
    g_assert_cmpuint(strspn(text, "abcdefghijklmnopqrstuvwxyz234567"), ==, 26);
    g_assert_cmpstr(text, !=, other);

    struct token found;
    g_assert_true(token_find(scratch->db, text, NOW, &found));
    struct token by_id = { 0 };
    g_assert_true(token_by_id(scratch->db, found.id, NOW, &by_id));
    g_assert_cmpint(by_id.id, ==, found.id);
    g_assert_cmpint(by_id.object, ==, found.object);
    g_assert_false(token_by_id(scratch->db, found.id, found.expires, &by_id));
    g_assert_false(token_by_id(scratch->db, found.id + 100, NOW, &by_id));
    g_assert_cmpint(found.player, ==, ann);
    g_assert_cmpint(found.kind, ==, TOKEN_MATCH);
    g_assert_cmpint(found.object, ==, 12);
    g_assert_cmpint(found.revision, ==, 7);
    g_assert_cmpint(found.expires, ==, NOW + DAY);
    g_assert_cmpint(found.made, ==, NOW - 5);
    g_autofree char *upper = g_ascii_strup(text, -1);
    struct token again;
    g_assert_true(token_find(scratch->db, upper, NOW, &again));
    g_assert_cmpint(again.id, ==, found.id);
    g_assert_true(token_find(scratch->db, other, NOW, &found));
    g_assert_cmpint(found.player, ==, 0);
    g_assert_cmpint(found.kind, ==, TOKEN_CONFIRM);
    g_assert_cmpint(found.object, ==, 3);
}

static void test_not_found(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct token made = { .kind = TOKEN_CONFIRM, .object = 1, .expires = NOW + DAY };
    g_autofree char *text = token_text(scratch->db, &made);
    struct token found;
    g_assert_true(token_find(scratch->db, text, NOW + DAY - 1, &found));
    g_assert_false(token_find(scratch->db, text, NOW + DAY, &found));
    g_autofree char *longer = g_strconcat(text, "a", NULL);
    g_assert_false(token_find(scratch->db, longer, NOW, &found));
    g_assert_false(token_find(scratch->db, text + 1, NOW, &found));
    g_assert_false(token_find(scratch->db, "", NOW, &found));
    text[25] = text[25] == 'a' ? 'b' : 'a';
    g_assert_false(token_find(scratch->db, text, NOW, &found));
    scratch_commit(scratch);
}

static void test_void(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct token made = { .kind = TOKEN_CONFIRM, .object = 1, .expires = NOW + DAY };
    g_autofree char *text = token_text(scratch->db, &made);
    g_autofree char *other = token_text(scratch->db, &made);
    struct token found;
    g_assert_true(token_find(scratch->db, text, NOW, &found));
    token_void(scratch->db, found.id);
    g_assert_false(token_find(scratch->db, text, NOW, &found));
    g_assert_true(token_find(scratch->db, other, NOW, &found));
    scratch_commit(scratch);
}

/* Once a board has changed, its older tokens live no longer than said. */
static void test_age(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct token token = { .kind = TOKEN_MATCH, .object = 12, .expires = NOW + 50 * DAY };
    g_autofree char *match = token_text(scratch->db, &token);
    token.kind = TOKEN_CHALLENGE;
    g_autofree char *challenge = token_text(scratch->db, &token);
    token.kind = TOKEN_CONFIRM;
    g_autofree char *confirm = token_text(scratch->db, &token);
    token = (struct token){ .kind = TOKEN_MATCH, .object = 13, .expires = NOW + 50 * DAY };
    g_autofree char *other = token_text(scratch->db, &token);
    token = (struct token){ .kind = TOKEN_MATCH, .object = 12, .expires = NOW + DAY };
    g_autofree char *shorter = token_text(scratch->db, &token);
    tokens_age(scratch->db, 12, NOW + 2 * DAY);
    struct token found;
    g_assert_true(token_find(scratch->db, match, NOW, &found));
    g_assert_cmpint(found.expires, ==, NOW + 2 * DAY);
    g_assert_true(token_find(scratch->db, challenge, NOW, &found));
    g_assert_cmpint(found.expires, ==, NOW + 2 * DAY);
    g_assert_true(token_find(scratch->db, confirm, NOW, &found));
    g_assert_cmpint(found.expires, ==, NOW + 50 * DAY);
    g_assert_true(token_find(scratch->db, other, NOW, &found));
    g_assert_cmpint(found.expires, ==, NOW + 50 * DAY);
    g_assert_true(token_find(scratch->db, shorter, NOW, &found));
    g_assert_cmpint(found.expires, ==, NOW + DAY);
    scratch_commit(scratch);
}

static void test_expire(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct token made = { .kind = TOKEN_CONFIRM, .object = 1, .expires = NOW };
    g_autofree char *text = token_text(scratch->db, &made);
    struct token found;
    g_assert_true(expire_rows(scratch->db, NOW + 90 * DAY - 1, 0));
    g_assert_true(token_find(scratch->db, text, NOW - 1, &found));
    g_assert_true(expire_rows(scratch->db, NOW + 90 * DAY, 0));
    g_assert_false(token_find(scratch->db, text, NOW - 1, &found));
    scratch_commit(scratch);
}

/* Who reads the file, or a backup of it, cannot reply for anybody. */
static void test_text_is_not_stored(struct scratch *scratch, gconstpointer data)
{
    (void)data;
    scratch_begin(scratch);
    struct token made = { .kind = TOKEN_CONFIRM, .object = 1, .expires = NOW };
    g_autofree char *text = token_text(scratch->db, &made);
    db_run(scratch->db, "INSERT INTO notices (folded, kind, time) VALUES ('findme', 'text', 1)");
    scratch_commit(scratch);
    g_clear_pointer(&scratch->db, db_close);
    char *contents;
    gsize length;
    g_assert_true(g_file_get_contents(scratch->path, &contents, &length, NULL));
    g_assert_nonnull(memmem(contents, length, "findme", 6));
    g_assert_null(memmem(contents, length, text, 26));
    g_free(contents);
}

int main(int argc, char **argv)
{
    scratch_init(&argc, &argv);
    scratch_test("/tokens/found", test_found);
    scratch_test("/tokens/not-found", test_not_found);
    scratch_test("/tokens/void", test_void);
    scratch_test("/tokens/age", test_age);
    scratch_test("/tokens/expire", test_expire);
    scratch_test("/tokens/text-is-not-stored", test_text_is_not_stored);
    return g_test_run();
}
