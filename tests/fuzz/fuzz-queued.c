/* Any bytes as a letter that waits in the outbox: they are refused, or what is read from them is
 * written and read again the same. */
#include <glib.h>
#include <stdint.h>

#include "letters/queued.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static GHashTable *names; /* of the input at work; NULL: there is none */

/* In place of GLib's, which never frees a name: here they go with the input, or memory would fill
 * with the names of millions of inputs. */
const gchar *g_intern_string(const gchar *string)
{
    if (names == NULL) {
        return g_quark_to_string(g_quark_from_string(string));
    }
    const char *name = g_hash_table_lookup(names, string);
    if (name == NULL) {
        char *copy = g_strdup(string);
        g_hash_table_add(names, copy);
        name = copy;
    }
    return name;
}

static void check_bytes(GBytes *bytes)
{
    g_auto(Queued) queued = { 0 };
    if (!queued_read(bytes, &queued)) {
        return;
    }
    phrase_size(queued.subject);
    g_autoptr(GBytes) written = queued_write(&queued);
    g_auto(Queued) again = { 0 };
    g_assert_true(queued_read(written, &again));
    g_autoptr(GBytes) twice = queued_write(&again);
    g_assert_true(g_bytes_equal(written, twice));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GBytes) bytes = g_bytes_new(data, size);
    names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    check_bytes(bytes);
    g_clear_pointer(&names, g_hash_table_destroy);
    return 0;
}
