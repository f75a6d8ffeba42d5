#include "auth/password_check.h"

#include <string.h>

static bool same_word(const char *one, const char *other)
{
    size_t length = strlen(one);
    return length == strlen(other) && secret_equal(one, other, length);
}

enum password_answer password_check(struct run *run, const struct player *who, const char *word,
                                    bool may)
{
    const bool about_them = run->tried.word != NULL && run->tried.player == who->id;
    if (about_them && same_word(run->tried.word, word)) {
        return run->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
    }
    if (run->tried.word != NULL) {
        /* If the word compared before was the password, this one is not. */
        return about_them && run->tried.fits ? PASSWORD_WRONG : PASSWORD_UNTRIED;
    }
    if (!may) {
        return PASSWORD_UNTRIED;
    }
    run->tried.word = g_strdup(word);
    run->tried.player = who->id;
    const bool length_fits = who->password_length == 0 || who->password_length == strlen(word);
    run->tried.fits = who->password != NULL && length_fits && password_fault(word) == NULL &&
                      secret_password_fits(who->password, word);
    return run->tried.fits ? PASSWORD_FITS : PASSWORD_WRONG;
}

void password_check_forget(struct run *run)
{
    g_clear_pointer(&run->tried.word, secret_free);
    run->tried.looked = 0;
}

const char *password_fault(const char *password)
{
    size_t length = password != NULL ? strlen(password) : PASSWORD_LEAST;
    return length < PASSWORD_LEAST || length > PASSWORD_MOST ? "password-length" : NULL;
}
