#include "office/discretion.h"

#include <string.h>

#include "base/secret.h"
#include "mail/reply.h"

/* To try a password takes a good while, on purpose, and anybody can write what
 * looks like one: so many a mail, so many a run. Then all that may be one is
 * taken for it. */
enum { TRIES_A_MAIL = 3, TRIES_A_RUN = 100 };

static const char *const blanks = " \t\n";

/* Whether a word of `length` bytes is his name. */
static bool is_name(const struct player *who, const char *word, size_t length)
{
    return length == strlen(who->name) && g_ascii_strncasecmp(word, who->name, length) == 0;
}

static bool may_try(struct office *office)
{
    bool may = office->tries_of_mail < TRIES_A_MAIL && office->tries < TRIES_A_RUN;
    office->tries_of_mail += may;
    office->tries += may;
    return may;
}

bool discretion_is_password(struct office *office, const struct player *who, const char *word)
{
    return who != NULL && who->password != NULL &&
           (!may_try(office) || secret_password_fits(who->password, word));
}

static bool is_password(struct office *office, const struct player *who, const char *word,
                        size_t length)
{
    char *tried = g_strndup(word, length);
    bool fits = discretion_is_password(office, who, tried);
    secret_free(tried);
    return fits;
}

char *discretion_password(struct office *office, const struct player *who, const char *words)
{
    if (who == NULL || who->password == NULL) {
        return g_strdup(words);
    }
    g_autoptr(GString) kept = g_string_new(NULL);
    bool after_name = false;
    while (*words != '\0') {
        size_t gap = strspn(words, blanks);
        g_string_append_len(kept, words, (gssize)gap);
        words += gap;
        size_t length = strcspn(words, blanks);
        bool secret = after_name && length > 0 && is_password(office, who, words, length);
        g_string_append_len(kept, secret ? "[password]" : words,
                            secret ? (gssize)strlen("[password]") : (gssize)length);
        after_name = is_name(who, words, length);
        words += length;
    }
    return g_string_free(g_steal_pointer(&kept), FALSE);
}

char *discretion_relay(struct office *office, const struct player *who, const char *words)
{
    g_autofree char *fit = reply_relay(words, office->config->local, office->config->host);
    return fit != NULL ? discretion_password(office, who, fit) : NULL;
}
