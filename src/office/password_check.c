#include "office/password_check.h"

#include <string.h>

#include "base/secret.h"
#include "office/account.h"

static bool same_word(const char *one, const char *other)
{
    size_t length = strlen(one);
    return length == strlen(other) && secret_equal(one, other, length);
}

enum password_answer password_check(struct office *office, const struct player *who,
                                    const char *word, bool may)
{
    const bool about_them = office->tried.word != NULL && office->tried.player == who->id;
    if (about_them && same_word(office->tried.word, word)) {
        return office->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
    }
    if (office->tried.word != NULL) {
        /* Where the other word was the password, this one is not. */
        return about_them && office->tried.fits ? PASSWORD_WRONG : PASSWORD_UNTRIED;
    }
    if (!may) {
        return PASSWORD_UNTRIED;
    }
    office->tried.word = g_strdup(word);
    office->tried.player = who->id;
    const bool length_fits = who->password_length == 0 || who->password_length == strlen(word);
    office->tried.fits = who->password != NULL && length_fits && password_fault(word) == NULL &&
                         secret_password_fits(who->password, word);
    return office->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
}

void password_check_forget(struct office *office)
{
    g_clear_pointer(&office->tried.word, secret_free);
    office->tried.looked = 0;
}
