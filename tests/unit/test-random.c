/* Chance and secrets: fresh by default, repeatable for tests, of the right form. */
#include "base/random.h"

#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_fresh(void)
{
    unsigned char first[32], second[32];
    random_bytes(first, sizeof(first));
    random_bytes(second, sizeof(second));
    g_assert_true(memcmp(first, second, sizeof(first)) != 0);
}

static void test_seeded(void)
{
    char *drawn[4];
    static const guint64 seeds[4][2] = { { 7, 1 }, { 7, 1 }, { 7, 2 }, { 8, 1 } };
    for (int i = 0; i < 4; i++) {
        random_seed(seeds[i][0], seeds[i][1]);
        drawn[i] = random_token();
    }
    g_assert_cmpstr(drawn[0], ==, drawn[1]);
    g_assert_cmpstr(drawn[0], !=, drawn[2]);
    g_assert_cmpstr(drawn[0], !=, drawn[3]);
    g_autofree char *next = random_token();
    g_assert_cmpstr(drawn[3], !=, next);
    for (int i = 0; i < 4; i++) {
        g_free(drawn[i]);
    }
}

static void test_token(void)
{
    /* All 32 letters must come up, else bits are lost. */
    bool seen[128] = { false };
    int letters = 0;
    for (int i = 0; i < 500; i++) {
        g_autofree char *token = random_token();
        g_assert_cmpuint(strlen(token), ==, 26);
        g_assert_cmpuint(strspn(token, "abcdefghijklmnopqrstuvwxyz234567"), ==, 26);
        for (const char *c = token; *c != '\0'; c++) {
            letters += !seen[(int)*c];
            seen[(int)*c] = true;
        }
    }
    g_assert_cmpint(letters, ==, 32);
}

static void test_below(void)
{
    static const guint32 limits[] = { 1, 2, 3, 10, 0x80000001u, G_MAXUINT32 };
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++) {
        for (int draw = 0; draw < 200; draw++) {
            g_assert_cmpuint(random_below(limits[i]), <, limits[i]);
        }
    }
    int counts[3] = { 0 };
    for (int draw = 0; draw < 30000; draw++) {
        counts[random_below(3)]++;
    }
    for (int value = 0; value < 3; value++) {
        g_assert_cmpint(counts[value], >, 9500);
        g_assert_cmpint(counts[value], <, 10500);
    }
}

static void test_password(void)
{
    g_autofree char *hash = secret_password_hash("correct horse");
    g_assert_true(g_str_has_prefix(hash, "$argon2id$"));
    g_assert_true(secret_password_fits(hash, "correct horse"));
    g_assert_false(secret_password_fits(hash, "correct horsf"));
    g_assert_false(secret_password_fits(hash, ""));
    g_assert_false(secret_password_fits("no hash", "correct horse"));
}

static void test_hash(void)
{
    static const unsigned char key[SECRET_KEY_BYTES] = { 1 }, other[SECRET_KEY_BYTES] = { 2 };
    unsigned char hashes[4][SECRET_HASH_BYTES];
    secret_hash(key, "abc", 3, hashes[0]);
    secret_hash(key, "abc", 3, hashes[1]);
    secret_hash(key, "abd", 3, hashes[2]);
    secret_hash(other, "abc", 3, hashes[3]);
    g_assert_true(memcmp(hashes[0], hashes[1], SECRET_HASH_BYTES) == 0);
    g_assert_true(memcmp(hashes[0], hashes[2], SECRET_HASH_BYTES) != 0);
    g_assert_true(memcmp(hashes[0], hashes[3], SECRET_HASH_BYTES) != 0);
}

/* With less memory than a hash takes there is none: NULL, no crash. */
static void test_password_without_memory(void)
{
#ifdef __SANITIZE_ADDRESS__
    g_test_skip("the sanitizer's own memory has no limit");
    return;
#endif
    pid_t child = fork();
    if (child == 0) {
        struct rlimit little = { 0, 0 };
        bool limited = setrlimit(RLIMIT_AS, &little) == 0;
        _exit(limited && secret_password_hash("correct horse") == NULL ? 0 : 1);
    }
    int status = -1;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_cmpint(status, ==, 0);
}

int main(int argc, char **argv)
{
    random_init();
    g_test_init(&argc, &argv, NULL);
    /* The seed stays set, so what must be fresh comes first. */
    g_test_add_func("/random/fresh", test_fresh);
    g_test_add_func("/random/token", test_token);
    g_test_add_func("/random/seeded", test_seeded);
    g_test_add_func("/random/below", test_below);
    g_test_add_func("/secret/password", test_password);
    g_test_add_func("/secret/password-without-memory", test_password_without_memory);
    g_test_add_func("/secret/hash", test_hash);
    return g_test_run();
}
