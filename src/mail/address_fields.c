#include "mail/address_fields.h"

#include <gmime/gmime.h>
#include <stdbool.h>
#include <string.h>

#include "mail/message.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(InternetAddressList, g_object_unref)

/* How deep groups are followed; RFC 5322 knows one level. */
enum { GROUP_DEPTH = 3 };

/* The address of a mailbox, its domain in the xn-- form if it is not ASCII. */
static char *address_of(InternetAddress *address)
{
    InternetAddressMailbox *mailbox = INTERNET_ADDRESS_MAILBOX(address);
    const char *written = internet_address_mailbox_get_addr(mailbox);
    if (written != NULL && !g_str_is_ascii(written)) {
        written = internet_address_mailbox_get_idn_addr(mailbox);
    }
    bool usable = written != NULL && strlen(written) <= MESSAGE_FIELD_MAX &&
                  g_utf8_validate(written, -1, NULL);
    return usable ? g_strdup(written) : NULL;
}

static void collect(GPtrArray *addresses, InternetAddressList *list, guint most, int depth)
{
    int length = internet_address_list_length(list);
    for (int i = 0; i < length && addresses->len < most; i++) {
        InternetAddress *address = internet_address_list_get_address(list, i);
        if (INTERNET_ADDRESS_IS_MAILBOX(address)) {
            char *written = address_of(address);
            if (written != NULL) {
                g_ptr_array_add(addresses, written);
            }
        } else if (INTERNET_ADDRESS_IS_GROUP(address) && depth < GROUP_DEPTH) {
            InternetAddressGroup *group = INTERNET_ADDRESS_GROUP(address);
            collect(addresses, internet_address_group_get_members(group), most, depth + 1);
        }
    }
}

/* The value of a field without an address of which only the beginning was kept: that could be
 * the address of somebody else. */
static char *whole_addresses(const struct header *header)
{
    const char *comma = header->whole ? NULL : strrchr(header->value, ',');
    size_t length = header->whole   ? strlen(header->value)
                    : comma != NULL ? (size_t)(comma - header->value)
                                    : 0;
    return g_strndup(header->value, length);
}

/* The addresses of the fields of that name, in order. */
static void collect_fields(GPtrArray *addresses, const struct headers *headers, const char *name,
                           guint most)
{
    for (guint i = 0; i < headers->fields->len; i++) {
        const struct header *header = g_ptr_array_index(headers->fields, i);
        bool meant = g_ascii_strcasecmp(header->name, name) == 0;
        g_autofree char *value = meant ? whole_addresses(header) : NULL;
        g_autoptr(InternetAddressList) list =
            value != NULL ? internet_address_list_parse(NULL, value) : NULL;
        if (list != NULL) {
            collect(addresses, list, most, 0);
        }
    }
}

/* Those of two fields, the one before the other. */
static char **collect_two(const struct headers *headers, const char *first, const char *second,
                          guint most)
{
    GPtrArray *addresses = g_ptr_array_new();
    collect_fields(addresses, headers, first, most);
    collect_fields(addresses, headers, second, most);
    g_ptr_array_add(addresses, NULL);
    return (char **)g_ptr_array_free(addresses, FALSE);
}

char **address_fields_recipients(const struct headers *headers, guint most)
{
    return collect_two(headers, "To", "Cc", most);
}

char **address_fields_delivered(const struct headers *headers, guint most)
{
    return collect_two(headers, "Delivered-To", "X-Original-To", most);
}
