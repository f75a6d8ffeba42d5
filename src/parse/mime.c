#include "parse/mime.h"

#include <gmime/gmime.h>
#include <string.h>

#include "base/plain.h"
#include "mail/address.h"
#include "mail/author.h"
#include "mail/automatic.h"
#include "mail/charset.h"
#include "mail/headers.h"
#include "parse/body.h"
#include "parse/html.h"

void mime_init(void)
{
    html_init();
    g_mime_init();
}

/* The last `most` well-formed ids of a header, in order. */
static char **message_ids(const char *value, guint most)
{
    /* An id is as long as the longest line (RFC 5322) at most. */
    static const char id[] = "<(?=[^<>]*@)\\K[!-;=?-~]{3,998}(?=>)";
    GPtrArray *ids = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GMatchInfo) match = NULL;
    for (g_regex_match(pattern_of(id), value != NULL ? value : "", 0, &match);
         g_match_info_matches(match); g_match_info_next(match, NULL)) {
        g_ptr_array_add(ids, g_match_info_fetch(match, 0));
    }
    if (ids->len > most) {
        g_ptr_array_remove_range(ids, 0, ids->len - most);
    }
    g_ptr_array_add(ids, NULL);
    return (char **)g_ptr_array_free(ids, FALSE);
}

/* True if a field about the structure is given twice. Such a mail may be read in two ways, so
 * it has no text. */
static bool is_ambiguous(const struct headers *headers)
{
    return headers_count(headers, "Content-Type") > 1 ||
           headers_count(headers, "Content-Transfer-Encoding") > 1;
}

/* Adds bytes to a digest without blanks: some ways of delivery turn CRLF into LF, and most
 * signatures stay good if there are more or fewer (RFC 6376 section 3.4). */
static void digest_without_blanks(GChecksum *checksum, const char *bytes, size_t length)
{
    g_autoptr(GString) kept = g_string_sized_new(length);
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\0' || strchr(" \t\r\n", bytes[i]) == NULL) {
            g_string_append_c(kept, bytes[i]);
        }
    }
    g_checksum_update(checksum, (const guchar *)kept->str, (gssize)kept->len);
}

/* A digest of some fields and the body, as they are in the bytes. */
static char *digest_of_bytes(const struct headers *headers, const char *const *fields,
                             const char *bytes, size_t length)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    for (; *fields != NULL; fields++) {
        const char *value = headers_only(headers, *fields);
        value = value != NULL ? value : "";
        digest_without_blanks(checksum, value, strlen(value));
        g_checksum_update(checksum, (const guchar *)"\n", 1);
    }
    digest_without_blanks(checksum, bytes + headers->length, length - headers->length);
    return g_strdup(g_checksum_get_string(checksum));
}

/* By what a mail is known again, as struct message has it. */
static char *digest_of(const struct message *message, const struct headers *headers,
                       const char *bytes, size_t length)
{
    /* How signed bytes are read may depend on the type, which somebody else may have changed. */
    static const char *const is_signed[] = { "Date", "Subject", NULL };
    static const char *const without_id[] = { "From", "To", "Date", "Subject", NULL };
    if (message->verdict == SENDER_VOUCHED || message->message_id == NULL) {
        const bool vouched = message->verdict == SENDER_VOUCHED;
        return digest_of_bytes(headers, vouched ? is_signed : without_id, bytes, length);
    }
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);
    /* The NUL after the subject separates it from the text. */
    g_checksum_update(checksum, (const guchar *)message->subject,
                      (gssize)strlen(message->subject) + 1);
    g_checksum_update(checksum, (const guchar *)message->text, (gssize)strlen(message->text));
    return g_strdup(g_checksum_get_string(checksum));
}

/* What an automatic mail says of a letter that came back. */
static struct bounce bounce_of(const struct message *message, const struct headers *headers,
                               const GByteArray *report)
{
    const struct bounce none = { .kind = BOUNCE_NONE };
    bool abuse = g_strcmp0(message->automatic, AUTOMATIC_ABUSE) == 0;
    if (message->automatic == NULL || abuse || is_ambiguous(headers)) {
        return none;
    }
    if (report != NULL) {
        return bounce_of_report((const char *)report->data, report->len);
    }
    bool notice = automatic_is_failure_notice(headers, message->from, message->subject);
    return notice ? bounce_of_text(message->subject, message->text) : none;
}

/* Why no person wrote it; NULL: a person did. `machine` is as in struct body. */
static const char *reason_of(const struct message *message, const struct headers *headers,
                             const char *sender, const char *machine)
{
    /* An abuse report is always reported, whatever its headers say. */
    if (g_strcmp0(machine, AUTOMATIC_ABUSE) == 0) {
        return machine;
    }
    const char *reason = automatic_reason(headers, sender, message->from, message->subject);
    if (reason != NULL && !automatic_is_weak(reason)) {
        return reason;
    }
    const char *other =
        automatic_is_echo(message->subject, message->text) ? AUTOMATIC_LOOP : machine;
    return other != NULL ? other : reason;
}

/* The length of a line "From ann Sat Nov 21 ..." that some local mailers put before the
 * headers. */
static size_t envelope_line(const char *bytes, size_t length)
{
    if (length < 5 || memcmp(bytes, "From ", 5) != 0) {
        return 0;
    }
    const char *feed = memchr(bytes, '\n', length);
    return feed != NULL ? (size_t)(feed + 1 - bytes) : 0;
}

/* ---- who is it ---- */

/* True if the mail server must have meant the same From as we do. A mail has some fields only
 * once (RFC 5322 section 3.6); a signature covers the last of a kind, and stays good if
 * another is put above it. */
static bool is_certain(const struct headers *headers, const struct author *author)
{
    static const char *const single[] = {
        "From", "To", "Cc", "Subject", "Date", "Message-ID", "MIME-Version",
    };
    bool certain = author->certain && headers_count(headers, "Date") > 0 && !is_ambiguous(headers);
    for (size_t i = 0; i < G_N_ELEMENTS(single); i++) {
        certain &= headers_count(headers, single[i]) <= 1;
    }
    return certain;
}

/* Sets what the mail server says of From. */
static void weigh(struct message *message, const struct headers *headers, bool certain,
                  const char *authserv_id)
{
    g_autofree char *from = message->from != NULL ? address_fold(message->from) : NULL;
    if (from != NULL && authserv_id != NULL) {
        const enum sender_verdict verdict =
            verdict_read(headers, authserv_id, strchr(from, '@') + 1);
        message->verdict = verdict == SENDER_VOUCHED && !certain ? SENDER_UNKNOWN : verdict;
    }
}

struct message *mime_parse(const void *mail, size_t length, bool truncated, const char *sender,
                           const char *authserv_id)
{
    const char *bytes = mail;
    truncated |= length > MESSAGE_BYTES_MAX;
    length = MIN(length, MESSAGE_BYTES_MAX);
    size_t skipped = envelope_line(bytes, length);
    bytes += skipped;
    length -= skipped;

    g_autoptr(Headers) headers = headers_read(bytes, length);
    headers->whole &= !truncated || headers->length < length;
    struct message *message = g_new0(struct message, 1);
    message->headers_whole = headers->whole;
    struct author author;
    author_read(headers, &author);
    message->from = author.address;
    message->possible = author.possible;
    message->recipients = recipients_read(headers, "To", "Cc", MESSAGE_RECIPIENTS_MAX);
    message->delivered =
        recipients_read(headers, "Delivered-To", "X-Original-To", MESSAGE_DELIVERED_MAX);
    const char *subject = headers_only(headers, "Subject");
    message->subject = subject != NULL ? encoded_word_decode(subject) : g_strdup("");
    plain_cut(message->subject, MESSAGE_FIELD_MAX);
    g_auto(GStrv) ids = message_ids(headers_only(headers, "Message-ID"), 2);
    message->message_id = ids[0] != NULL && ids[1] == NULL ? g_strdup(ids[0]) : NULL;
    message->references = message_ids(headers_first(headers, "References"), MESSAGE_REFERENCES_MAX);

    struct body body = { .whole = !truncated };
    if (headers->whole && !is_ambiguous(headers)) {
        body_read(bytes, length, truncated, &body);
    }
    message->text = body.text != NULL ? g_steal_pointer(&body.text) : g_strdup("");
    message->text_doubtful = body.doubtful;
    message->text_whole = body.whole && strlen(message->text) <= MESSAGE_TEXT_MAX;
    plain_cut(message->text, MESSAGE_TEXT_MAX);
    message->automatic = g_strdup(reason_of(message, headers, sender, body.machine));
    message->bounce = bounce_of(message, headers, body.report);
    g_clear_pointer(&body.report, g_byte_array_unref);
    weigh(message, headers, is_certain(headers, &author), authserv_id);
    message->digest = digest_of(message, headers, bytes, length);
    return message;
}
