#include "parse/recipients.h"

#include <gmime/gmime.h>
#include <string.h>

#include "mail/message.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(InternetAddressList, g_object_unref)

/* How many levels of groups are read; RFC 5322 has one. */
enum { GROUP_DEPTH = 3 };

/* The address of a mailbox, with its domain in the xn-- form if it is not ASCII. */
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

/* If only the beginning of a field's value was kept, the value without its last address: that
 * may be cut, and so be somebody else's. */
static char *whole_addresses(const struct header *header)
{
    const char *comma = strrchr(header->value, ',');
    size_t whole = comma != NULL ? (size_t)(comma - header->value) : 0;
    return g_strndup(header->value, header->whole ? strlen(header->value) : whole);
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

char **recipients_read(const struct headers *headers, const char *first, const char *second,
                       guint most)
{
    GPtrArray *addresses = g_ptr_array_new();
    collect_fields(addresses, headers, first, most);
    collect_fields(addresses, headers, second, most);
    g_ptr_array_add(addresses, NULL);
    return (char **)g_ptr_array_free(addresses, FALSE);
}
