#include "letters/kept_back.h"

#include "mail/address.h"
#include "store/players.h"
#include "store/returns.h"

bool letter_is_to_operator(const struct run *run, const char *folded)
{
    g_autofree char *person = address_fold(run->config->operator);
    return g_strcmp0(folded, person) == 0;
}

bool letter_is_kept_back(const struct run *run, gint64 player, const char *address, bool answer)
{
    g_autofree char *folded = address_fold(address);
    if (player != 0 && player_suspended(run->db, player) != 0) {
        return true;
    }
    if (folded == NULL || (player != 0 && answer)) {
        return false;
    }
    struct returns returns = returns_read(run->db, folded, run->now);
    if (player != 0) {
        return returns.suspended != 0;
    }
    return returns.points >= LETTERS_KEPT_BACK_AT && !letter_is_to_operator(run, folded);
}
