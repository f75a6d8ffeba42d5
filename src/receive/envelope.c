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

/* LOCAL is the whole local part with some servers and lacks the extension
 * with others. */
static void recipient_from_parts(char into[ENVELOPE_BYTES_MAX + 1])
{
    const char *local = environment("LOCAL");
    const char *extension = environment("EXTENSION");
    const char *domain = environment("DOMAIN");
    if (domain[0] == '\0') {
        domain = environment("HOST");
    }
    into[0] = '\0';
    if (local[0] == '\0' || domain[0] == '\0') {
        return;
    }
    size_t local_length = strlen(local), extension_length = strlen(extension);
    bool whole =
        extension_length == 0 || (local_length > extension_length &&
                                  strcmp(local + local_length - extension_length, extension) == 0);
    char address[ENVELOPE_BYTES_MAX + 1];
    int written = snprintf(address, sizeof(address), "%s%s%s@%s", local, whole ? "" : "+",
                           whole ? "" : extension, domain);
    if (written > 0 && written < (int)sizeof(address)) {
        copy_clean(into, address);
    }
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
    if (envelope->recipient[0] == '\0') {
        recipient_from_parts(envelope->recipient);
    }
}
