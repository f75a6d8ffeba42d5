#include "receive/envelope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *environment(const char *name)
{
    const char *value = getenv(name);
    return value != NULL ? value : "";
}

/* Each value becomes a line of the spool file, so no byte that could end the
 * line, or that a terminal obeys, is let in. */
static void copy_clean(char into[ENVELOPE_BYTES_MAX + 1], const char *address)
{
    size_t length = 0;
    for (const char *c = address; *c != '\0' && length < ENVELOPE_BYTES_MAX; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte >= 0x20 && byte != 0x7f && byte != '<' && byte != '>') {
            into[length++] = *c;
        }
    }
    into[length] = '\0';
}

void envelope_read(struct envelope *envelope, const char *sender, const char *recipient)
{
    sender = sender != NULL ? sender : getenv("SENDER");
    envelope->sender_known = sender != NULL;
    copy_clean(envelope->sender, sender != NULL ? sender : "");
    /* Postfix calls the null sender so unless told otherwise; no address of
     * the Internet lacks its domain. */
    if (strcasecmp(envelope->sender, "MAILER-DAEMON") == 0) {
        envelope->sender[0] = '\0';
    }

    const char *const sources[] = { recipient != NULL ? recipient : "",
                                    environment("ORIGINAL_RECIPIENT"), environment("RECIPIENT") };
    envelope->recipient[0] = '\0';
    for (size_t i = 0; i < 3 && envelope->recipient[0] == '\0'; i++) {
        copy_clean(envelope->recipient, sources[i]);
    }
}
