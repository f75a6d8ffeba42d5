/* Any bytes as the record of a match: they are refused with a reason, or hold. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "base/random.h"
#include "records/record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *line = g_strndup((const char *)data, size);
    g_autofree char *key = g_strnfill(SIGNATURE_KEY_TEXT, 'A');
    for (int i = 0; i < 2; i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *said = record_check(line, i == 0 ? NULL : key, &error);
        g_assert_true((said == NULL) == (error != NULL));
    }
    return 0;
}
