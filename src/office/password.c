/* Passwords: what can be one, another one, none any more. */
#include <string.h>

#include "base/secret.h"
#include "office/account.h"
#include "office/twice.h"
#include "office/visit.h"

const char *password_fault(const char *password)
{
    size_t length = password != NULL ? strlen(password) : PASSWORD_LEAST;
    return length < PASSWORD_LEAST || length > PASSWORD_MOST ? "password-length" : NULL;
}

void password_replace(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    const char *chosen = command->new_password;
    const char *fault = password_fault(chosen);
    if (fault == NULL && chosen != NULL && visit->has_hashed) {
        fault = "password-once";
    }
    if (fault != NULL) {
        visit_answer(visit, who, command, say(office, fault, NULL));
        return;
    }
    g_autofree char *hash = chosen != NULL ? secret_password_hash(chosen) : NULL;
    if (chosen != NULL && hash == NULL) {
        db_halt(office->db, "there is no memory to hash a password");
        return;
    }
    visit->has_hashed = visit->has_hashed || chosen != NULL;
    player_set_password(office->db, who->id, hash, chosen != NULL ? strlen(chosen) : 0);
    office->accepted = true;
    visit_answer(visit, who, command,
                 say(office, chosen != NULL ? "password-set" : "password-gone", NULL));
}

void account_password(struct visit *visit, const struct player *who, const struct command *command)
{
    if (command->password != NULL) {
        password_replace(visit, who, command);
    } else if (command->name != NULL) {
        twice_ask(visit, who, command);
    } else {
        account_confirm(visit, who, command); /* in reply to the letter that asks */
    }
}
