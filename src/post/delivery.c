#include "post/delivery.h"

static bool address_harmless(const char *address)
{
    for (const char *c = address; *c != '\0'; c++) {
        if (*c <= 0x20 || *c >= 0x7f || *c == '<' || *c == '>') {
            return false;
        }
    }
    return address[0] != '-';
}

bool delivery_envelope_fit(const char *sender, const char *recipient)
{
    return address_harmless(sender) && address_harmless(recipient) && recipient[0] != '\0';
}
