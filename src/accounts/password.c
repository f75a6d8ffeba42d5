/* Passwords: what can be one, another one, none any more. */
#include <string.h>

#include "accounts/signup.h"
#include "base/secret.h"
#include "commands/confirm.h"
#include "commands/request.h"
#include "letters/say.h"

const char *password_fault(const char *password)
{
    size_t length = password != NULL ? strlen(password) : PASSWORD_LEAST;
    return length < PASSWORD_LEAST || length > PASSWORD_MOST ? "password-length" : NULL;
}

void password_replace(struct request *request, const struct player *who,
                      const struct command *command)
{
    struct run *run = request->run;
    const char *chosen = command->new_password;
    const char *fault = password_fault(chosen);
    if (fault == NULL && chosen != NULL && request->has_hashed) {
        fault = "password-once";
    }
    if (fault != NULL) {
        request_answer(request, who, command, say(run, fault, NULL));
        return;
    }
    g_autofree char *hash = chosen != NULL ? secret_password_hash(chosen) : NULL;
    if (chosen != NULL && hash == NULL) {
        db_halt(run->db, "there is no memory to hash a password");
        return;
    }
    request->has_hashed = request->has_hashed || chosen != NULL;
    player_set_password(run->db, who->id, hash, chosen != NULL ? strlen(chosen) : 0);
    run->accepted = true;
    request_answer(request, who, command,
                   say(run, chosen != NULL ? "password-set" : "password-gone", NULL));
}

void password_change(struct request *request, const struct player *who,
                     const struct command *command)
{
    if (command->password != NULL) {
        password_replace(request, who, command);
    } else if (command->name != NULL) {
        confirm_ask(request, who, command);
    } else {
        signup_confirm(request, who, command); /* in reply to the letter that asks */
    }
}
