#include "transport/delivery.h"

static bool address_harmless(const char *address)
{
    for (const char *c = address; *c != '\0'; c++) {
        if (*c <= 0x20 || *c >= 0x7f || *c == '<' || *c == '>') {
            return false;
        }
    }
    return address[0] != '-';
}

bool delivery_envelope_fit(const struct delivery_letter *letter)
{
    return address_harmless(letter->sender) && address_harmless(letter->recipient) &&
           letter->recipient[0] != '\0';
}
