#include "accounts/reserved_names.h"

#include <string.h>

#include "match/options.h"

enum {
    PART_LEAST = 3, /* letters of the shortest word that counts as one of several in a name */
    LONG_LEAST = 5, /* letters of the shortest word in which doubled letters do not matter */
};

/* Words for the operator, the server's programs, the roles of RFC 2142, and nobody in particular.
 */
static const char *const reserved[] = {
    "abuse",     "admin",      "administrator", "anonymous",  "anybody",
    "anyone",    "bot",        "bounce",        "bounces",    "daemon",
    "everybody", "everyone",   "former",        "gamemaster", "helpdesk",
    "host",      "hostmaster", "house",         "info",       "mailer",
    "me",        "mod",        "moderator",     "nobody",     "noc",
    "noreply",   "operator",   "owner",         "postmaster", "postmove",
    "referee",   "root",       "security",      "server",     "service",
    "somebody",  "someone",    "support",       "sysadmin",   "sysop",
    "system",    "umpire",     "unknown",       "us",         "we",
    "webmaster", "you",        "your",          "yourself",   NULL,
};

/* Words that change nothing beside a reserved one: "the-admin", "support-team". */
static const char *const fillers[] = {
    "and", "chief", "desk",     "for",  "from",  "head", "help", "mail", "mister",
    "mrs", "our",   "official", "real", "staff", "team", "the",  "true", NULL,
};

/* What a reader takes for something else. A separator reads as nothing. */
static const struct {
    const char *written, *seen;
} likenesses[] = {
    { "cl", "d" }, { "c1", "d" }, { "rn", "m" }, { "vv", "w" }, { "-", "" },  { "_", "" },
    { "0", "o" },  { "1", "l" },  { "i", "l" },  { "2", "z" },  { "3", "e" }, { "4", "a" },
    { "5", "s" },  { "6", "b" },  { "7", "t" },  { "8", "b" },  { "9", "g" },
};

/* The first `length` bytes of a name or word as a reader sees them. Free with g_free. */
static char *seen(const char *name, size_t length)
{
    GString *look = g_string_new(NULL);
    for (size_t at = 0; at < length;) {
        size_t i = 0, taken = 0;
        for (; i < G_N_ELEMENTS(likenesses) && taken == 0; i++) {
            const char *written = likenesses[i].written;
            bool there = strlen(written) <= length - at &&
                         g_ascii_strncasecmp(name + at, written, strlen(written)) == 0;
            taken = there ? strlen(written) : 0;
        }
        if (taken > 0) {
            g_string_append(look, likenesses[i - 1].seen);
        } else {
            g_string_append_c(look, g_ascii_tolower(name[at]));
        }
        at += MAX(taken, 1);
    }
    return g_string_free(look, FALSE);
}

/* The look with one letter for each run of the same letter. Free with g_free. */
static char *thinned(const char *look)
{
    GString *thin = g_string_new(NULL);
    for (; *look != '\0'; look++) {
        if (thin->len == 0 || thin->str[thin->len - 1] != *look) {
            g_string_append_c(thin, *look);
        }
    }
    return g_string_free(thin, FALSE);
}

static void add_words(GPtrArray *looks, const char *const *words)
{
    for (; *words != NULL; words++) {
        g_ptr_array_add(looks, seen(*words, strlen(*words)));
    }
}

/* The looks of all reserved words. Free with g_ptr_array_unref. */
static GPtrArray *reserved_looks(const struct config *config)
{
    GPtrArray *looks = g_ptr_array_new_with_free_func(g_free);
    g_auto(GStrv) labels = g_strsplit(config->host, ".", -1);
    for (guint i = 0; labels[i] != NULL && (i == 0 || labels[i + 1] != NULL); i++) {
        g_ptr_array_add(looks, seen(labels[i], strlen(labels[i])));
    }
    g_ptr_array_add(looks, seen(config->local, strlen(config->local)));
    add_words(looks, reserved);
    add_words(looks, registry_names());
    return looks;
}

static bool is_one_word(const char *look, const GPtrArray *looks)
{
    g_autofree char *thin = thinned(look);
    for (guint i = 0; i < looks->len; i++) {
        const char *word = looks->pdata[i];
        g_autofree char *thin_word = thinned(word);
        if (g_str_equal(look, word) ||
            (strlen(word) >= LONG_LEAST && g_str_equal(thin, thin_word))) {
            return true;
        }
    }
    return false;
}

/* Marks in `reached` each place where a word that begins at `at` ends. */
static void step(const char *look, size_t at, const GPtrArray *words, bool *reached)
{
    for (guint i = 0; i < words->len; i++) {
        const size_t length = strlen(words->pdata[i]);
        if (length >= PART_LEAST && g_str_has_prefix(look + at, words->pdata[i])) {
            reached[at + length] = true;
        }
    }
}

/* True if the look is made of words only, at least one of them reserved. */
static bool is_made_of_words(const char *look, const GPtrArray *looks)
{
    g_autoptr(GPtrArray) filling = g_ptr_array_new_with_free_func(g_free);
    add_words(filling, fillers);
    const size_t length = strlen(look);
    g_autofree bool *bare = g_new0(bool, length + 1);  /* places reached by fillers alone */
    g_autofree bool *taken = g_new0(bool, length + 1); /* places reached with a reserved word */
    bare[0] = true;
    for (size_t at = 0; at < length; at++) {
        if (taken[at]) {
            step(look, at, looks, taken);
            step(look, at, filling, taken);
        } else if (bare[at]) {
            step(look, at, looks, taken);
            step(look, at, filling, bare);
        }
    }
    return taken[length];
}

bool reserved_name(const struct config *config, const char *name)
{
    g_autoptr(GPtrArray) looks = reserved_looks(config);
    size_t bare = strlen(name); /* length without a number at the end: "admin2", "admin-2" */
    while (bare > 0 && (g_ascii_isdigit(name[bare - 1]) || strchr("-_", name[bare - 1]) != NULL)) {
        bare--;
    }
    const bool plural = bare > PART_LEAST && g_ascii_tolower(name[bare - 1]) == 's';
    const size_t lengths[] = { strlen(name), bare, bare - plural }; /* "admins" */
    for (size_t i = 0; i < G_N_ELEMENTS(lengths); i++) {
        g_autofree char *look = seen(name, lengths[i]);
        if (*look != '\0' && (is_one_word(look, looks) || is_made_of_words(look, looks))) {
            return true;
        }
    }
    return false;
}
