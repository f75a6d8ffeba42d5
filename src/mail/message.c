#include "mail/message.h"

#include <string.h>

void message_free(struct message *message)
{
    if (message != NULL) {
        g_free(message->from);
        g_strfreev(message->possible);
        g_free(message->subject);
        g_free(message->message_id);
        g_strfreev(message->references);
        g_strfreev(message->recipients);
        g_strfreev(message->delivered);
        g_free(message->text);
        g_free(message->automatic);
        g_free(message->digest);
        g_free(message);
    }
}

GVariant *message_to_variant(const struct message *message)
{
    GVariant *variant = g_variant_new(
        "(ms^asbmss^as^as^assbmssuis)", message->from, message->possible,
        (gboolean)message->headers_whole, message->message_id, message->subject,
        message->references, message->recipients, message->delivered, message->text,
        (gboolean)message->text_whole, message->automatic, message->digest,
        (guint32)message->verdict, (gint32)message->bounce.kind, message->bounce.status);
    return g_variant_ref_sink(variant);
}

static bool fits(const char *string, size_t most)
{
    return string == NULL || strlen(string) <= most;
}

static bool list_fits(char **list, guint most)
{
    guint count = 0;
    while (list[count] != NULL) {
        if (count == most || !fits(list[count], MESSAGE_FIELD_MAX)) {
            return false;
        }
        count++;
    }
    return true;
}

static bool message_fits(const struct message *message)
{
    return fits(message->from, MESSAGE_FIELD_MAX) && fits(message->subject, MESSAGE_FIELD_MAX) &&
           fits(message->message_id, MESSAGE_FIELD_MAX) &&
           fits(message->automatic, MESSAGE_FIELD_MAX) &&
           fits(message->digest, MESSAGE_FIELD_MAX) && fits(message->text, MESSAGE_TEXT_MAX) &&
           message->verdict <= SENDER_DISOWNED &&
           list_fits(message->possible, MESSAGE_POSSIBLE_MAX) &&
           list_fits(message->references, MESSAGE_REFERENCES_MAX) &&
           list_fits(message->recipients, MESSAGE_RECIPIENTS_MAX) &&
           list_fits(message->delivered, MESSAGE_DELIVERED_MAX);
}

struct message *message_from_variant(GVariant *variant)
{
    if (!g_variant_is_of_type(variant, G_VARIANT_TYPE(MESSAGE_VARIANT)) ||
        !g_variant_is_normal_form(variant)) {
        return NULL;
    }
    g_autoptr(Message) message = g_new0(struct message, 1);
    gboolean headers_whole = FALSE, whole = FALSE;
    guint32 verdict = SENDER_UNKNOWN;
    gint32 kind = 0;
    const char *status = NULL;
    g_variant_get(variant, "(ms^asbmss^as^as^assbmssui&s)", &message->from, &message->possible,
                  &headers_whole, &message->message_id, &message->subject, &message->references,
                  &message->recipients, &message->delivered, &message->text, &whole,
                  &message->automatic, &message->digest, &verdict, &kind, &status);
    message->headers_whole = headers_whole;
    message->text_whole = whole;
    message->verdict = (enum sender_verdict)verdict;
    if (!bounce_well_formed(kind, status)) {
        return NULL;
    }
    message->bounce.kind = (enum bounce_kind)kind;
    g_strlcpy(message->bounce.status, status, sizeof(message->bounce.status));
    return message_fits(message) ? g_steal_pointer(&message) : NULL;
}
