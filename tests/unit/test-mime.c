/* Whole mails: a corpus of what mail programs write, and what is malformed. */
#include <glib.h>
#include <string.h>

#include "mail/headers.h"
#include "mail/reply.h"
#include "parse/mime.h"

#define CORPUS "tests/mail/corpus/mime/"

/* ---- the corpus ---- */

/* A mail as its .want file tells it: what its headers say, then the lines
 * that were read, kind first, in full where they are the writer's own. */
static char *told(const struct message *message)
{
    GString *text = g_string_new(NULL);
    struct reply reply;
    g_string_append_printf(text, "from: %s\nsubject: %s\nautomatic: %s\n\n",
                           message->from != NULL ? message->from : "-", message->subject,
                           message->automatic != NULL ? message->automatic : "-");
    reply_read(message->text, &reply);
    for (size_t i = 0; reply.lines[i] != NULL; i++) {
        bool own = reply.kinds[i] == REPLY_OWN;
        g_string_append_printf(text, "%c%s%s\n", reply.kinds[i], own ? " " : "",
                               own ? reply.lines[i] : "");
    }
    reply_clear(&reply);
    return g_string_free(text, FALSE);
}

static void check_mail(const char *name)
{
    g_autofree char *mail_path = g_strconcat(CORPUS, name, ".eml", NULL);
    g_autofree char *want_path = g_strconcat(CORPUS, name, ".want", NULL);
    g_autofree char *mail = NULL, *want = NULL;
    gsize length;
    g_test_message("%s", name);
    g_assert_true(g_file_get_contents(mail_path, &mail, &length, NULL));
    g_assert_true(g_file_get_contents(want_path, &want, NULL, NULL));
    g_autoptr(Message) message = mime_parse(mail, length, false, NULL, NULL);
    g_autofree char *got = told(message);
    g_assert_cmpstr(got, ==, want);
    g_assert_true(message->text_whole);
}

static void test_corpus(void)
{
    g_autoptr(GDir) folder = g_dir_open(CORPUS, 0, NULL);
    g_assert_nonnull(folder);
    int count = 0;
    for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_suffix(name, ".eml")) {
            g_autofree char *stem = g_strndup(name, strlen(name) - strlen(".eml"));
            check_mail(stem);
            count++;
        }
    }
    g_assert_cmpint(count, >=, 20);
}

/* ---- one header or part at a time ---- */

static struct message *parse(const char *mail)
{
    return mime_parse(mail, strlen(mail), false, NULL, NULL);
}

static void check_recipients(const char *fields, const char *expected)
{
    g_autofree char *mail = g_strconcat(fields, "\n\ne4-e5\n", NULL);
    g_autoptr(Message) message = parse(mail);
    g_autofree char *joined = g_strjoinv(" ", message->recipients);
    g_test_message("%s", fields);
    g_assert_cmpstr(joined, ==, expected);
}

static void test_delivered(void)
{
    g_autoptr(Message) message =
        parse("X-Original-To: a@example.org\nDelivered-To: b@example.org\nTo: c@example.org\n"
              "Delivered-To: d+x@example.org\nX-Delivered-To: e@example.org\n\nx\n");
    g_autofree char *joined = g_strjoinv(" ", message->delivered);
    g_assert_cmpstr(joined, ==, "b@example.org d+x@example.org a@example.org");
    g_autoptr(GString) many = g_string_new(NULL);
    for (int i = 0; i < 50; i++) {
        g_string_append_printf(many, "Delivered-To: a%d@example.org\n", i);
    }
    g_string_append(many, "\n");
    g_autoptr(Message) other = parse(many->str);
    g_assert_cmpuint(g_strv_length(other->delivered), ==, MESSAGE_DELIVERED_MAX);
}

static void test_recipients(void)
{
    check_recipients("Subject: x", "");
    check_recipients("To: a@example.org, B <b@example.org>\nCc: c@example.org",
                     "a@example.org b@example.org c@example.org");
    check_recipients("To: a@example.org\nTo: b@example.org", "a@example.org b@example.org");
    check_recipients("To: friends: a@example.org, b@example.org;, c@example.org",
                     "a@example.org b@example.org c@example.org");
    check_recipients("To: undisclosed-recipients:;", "");
    check_recipients("To: \"Lee, Ann (x@example.org)\" <a@example.org> (b@example.org), -, c d",
                     "a@example.org");
    check_recipients("Bcc: a@example.org\nReply-To: b@example.org", "");
    g_autoptr(GString) many = g_string_new("To: a@example.org");
    for (int i = 0; i < 200; i++) {
        g_string_append_printf(many, ", a%d@example.org", i);
    }
    g_string_append(many, "\n\n");
    g_autoptr(Message) message = parse(many->str);
    g_assert_cmpuint(g_strv_length(message->recipients), ==, MESSAGE_RECIPIENTS_MAX);
}

static void test_ids(void)
{
    g_autoptr(Message) message = parse("Message-ID: <a@b> (comment)\n"
                                       "References: <1@x>\n <2@x> junk <bad> <3@x>\n\n");
    g_autofree char *references = g_strjoinv(" ", message->references);
    g_assert_cmpstr(message->message_id, ==, "a@b");
    g_assert_cmpstr(references, ==, "1@x 2@x 3@x");

    static const char *const malformed[] = {
        "Message-ID: a@b\n\n",
        "Message-ID: <ab>\n\n",
        "Message-ID: <a b@c>\n\n",
        "Message-ID: <a@b\n\n",
        "Message-ID: <@>\n\n",
        "Message-ID: <a@b> <c@d>\n\n",
        "Message-ID: <a@\xc3\xa9>\n\n",
        "Message-ID: <a@b>\nMessage-ID: <a@b>\n\n",
        "\n",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(malformed); i++) {
        g_autoptr(Message) without = parse(malformed[i]);
        g_test_message("%s", malformed[i]);
        g_assert_null(without->message_id);
        g_assert_null(without->references[0]);
    }
}

static void test_many_references(void)
{
    g_autoptr(GString) mail = g_string_new("References:");
    for (int i = 0; i < 50; i++) {
        g_string_append_printf(mail, "\n <%d@x>", i);
    }
    g_string_append(mail, "\n\n");
    g_autoptr(Message) message = parse(mail->str);
    g_assert_cmpuint(g_strv_length(message->references), ==, MESSAGE_REFERENCES_MAX);
    g_assert_cmpstr(message->references[0], ==, "30@x");
    g_assert_cmpstr(message->references[19], ==, "49@x");
}

static void check_subject(const char *fields, const char *expected)
{
    g_autofree char *mail = g_strconcat(fields, "\n\n", NULL);
    g_autoptr(Message) message = parse(mail);
    g_assert_cmpstr(message->subject, ==, expected);
}

static void test_subject(void)
{
    check_subject("To: a@b", "");
    check_subject("Subject: move 117\n e4-e5", "move 117 e4-e5");
    check_subject("Subject: =?utf-8?q?h=C3=A9?= =?utf-8?q?!?=", "h\u00e9!");
    check_subject("Subject: h\xc3\xa9", "h\u00e9");
    check_subject("Subject: h\xe9", "h\u00e9");
    check_subject("Subject: =?utf-8?q?a=0Ab?=", "a b");
    check_subject("Subject: one\nSubject: two", "");
    g_autofree char *long_word = g_strnfill(5000, 'a');
    g_autofree char *field = g_strconcat("Subject: ", long_word, NULL);
    g_autofree char *cut = g_strnfill(MESSAGE_FIELD_MAX, 'a');
    check_subject(field, cut);
}

/* ---- limits and truncation ---- */

#define MIXED "Content-Type: multipart/mixed; boundary=x\n\n"
#define PLAIN "--x\nContent-Type: text/plain\n\n"

static void check_whole(const char *mail, bool truncated, bool expected)
{
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), truncated, NULL, NULL);
    g_test_message("%s", mail);
    g_assert_cmpint(message->text_whole, ==, expected);
}

static void test_whole(void)
{
    check_whole("\ne4-e5\n", false, true);
    check_whole("\ne4-e5\n", true, false);
    check_whole("", true, false);
    check_whole(MIXED PLAIN "e4-e5\n--x\nContent-Type: image/png\n\nabc", true, true);
    check_whole(MIXED PLAIN "e4-e5\n--x--\n", true, true);
    check_whole(MIXED PLAIN "e4-e5\n", true, false);
    check_whole(MIXED PLAIN "e4-e5\n--", true, false);
    check_whole(MIXED "--x\nContent-Type: image/png\n\nabc", true, false);
    check_whole(MIXED "--x\nContent-Type: image/png\n\nabc", false, true);
}

static void test_too_long(void)
{
    g_autoptr(GString) mail = g_string_new("From: ann@example.org\n\n");
    while (mail->len < MESSAGE_BYTES_MAX + 10) {
        g_string_append(mail, "e4-e5\n");
    }
    g_autoptr(Message) message = mime_parse(mail->str, mail->len, false, NULL, NULL);
    g_assert_cmpstr(message->from, ==, "ann@example.org");
    g_assert_false(message->text_whole);
    g_assert_cmpuint(strlen(message->text), <=, MESSAGE_BYTES_MAX);
}

/* One byte may become three. */
static void test_text_grows(void)
{
    g_autofree char *mail = g_strnfill(1000 * 1000, '\x80');
    mail[0] = '\n';
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL, NULL);
    g_assert_cmpuint(strlen(message->text), <=, MESSAGE_TEXT_MAX);
    g_assert_cmpuint(strlen(message->text), >, MESSAGE_TEXT_MAX - 4);
    g_assert_true(g_utf8_validate(message->text, -1, NULL));
    g_assert_false(message->text_whole);
}

/* A mail of ann with so many lines of that text in its headers. */
static struct message *with_headers(const char *line, int count, const char *body)
{
    g_autoptr(GString) mail = g_string_new("Subject: x\n");
    for (int i = 0; i < count; i++) {
        g_string_append_printf(mail, "%s\n", line);
    }
    g_string_append_printf(mail, "From: ann@example.org\n\n%s", body);
    return parse(mail->str);
}

static void check_long_headers(const char *line, int count)
{
    g_autoptr(Message) message = with_headers(line, count, "e4-e5\n");
    g_test_message("%s", line);
    g_assert_cmpstr(message->from, ==, "ann@example.org");
    g_assert_cmpstr(message->subject, ==, "x");
    g_assert_cmpstr(message->text, ==, "e4-e5\n");
    g_assert_true(message->headers_whole && message->text_whole);
    g_assert_null(message->automatic);
}

static void test_long_headers(void)
{
    check_long_headers("To: a@example.org,\n b@example.org", 1);
    check_long_headers("Received: from a (b [192.0.2.1]) by c\n with SMTP; today", 3900);
    check_long_headers("X-Long:\n aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                       1500);
    check_long_headers("DKIM-Signature: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 1500);
    g_autofree char *name = g_strnfill(900 * 1000, 'a');
    g_autofree char *field = g_strconcat("X: ", name, NULL);
    check_long_headers(field, 1);
}

/* A long field is read like any other, but a From that is too long has no author. */
static void test_long_field(void)
{
    g_autofree char *name = g_strnfill(64 * 1024, 'a');
    g_autofree char *to =
        g_strdup_printf("From: ann@example.org\nTo: \"%s\" <carl@example.org>\n\n", name);
    g_autoptr(Message) message = parse(to);
    g_assert_cmpstr(message->from, ==, "ann@example.org");
    g_assert_cmpstr(message->recipients[0], ==, "carl@example.org");
    g_autofree char *from = g_strconcat("From: ann@example.org, ", name, "\n\n", NULL);
    g_autoptr(Message) other = parse(from);
    g_assert_null(other->from);
    g_assert_cmpstr(other->possible[0], ==, "ann@example.org");
}

/* Beyond the limit nothing is read, and nobody is the author. */
static void test_endless_headers(void)
{
    g_autoptr(Message) message = with_headers("From: bob@example.org\nX:", 2100, "e4-e5\n");
    g_assert_null(message->from);
    g_assert_cmpstr(message->possible[0], ==, "bob@example.org");
    g_assert_cmpstr(message->text, ==, "");
    g_assert_false(message->headers_whole);
    g_assert_null(message->automatic);
    static const char cut[] = "From: ann@example.org\nTo: turns";
    g_autoptr(Message) truncated = mime_parse(cut, strlen(cut), true, NULL, NULL);
    g_assert_null(truncated->from);
    g_assert_cmpstr(truncated->possible[0], ==, "ann@example.org");
    g_assert_false(truncated->headers_whole);
}

static void test_automatic(void)
{
    static const char mail[] = "From: ann@example.org\n\ne4-e5\n";
    g_autoptr(Message) known = mime_parse(mail, strlen(mail), false, "ann@example.org", NULL);
    g_autoptr(Message) unknown = mime_parse(mail, strlen(mail), false, NULL, NULL);
    g_autoptr(Message) null_sender = mime_parse(mail, strlen(mail), false, "", NULL);
    g_assert_null(known->automatic);
    g_assert_null(unknown->automatic);
    g_assert_cmpstr(null_sender->automatic, ==, "bounce");
}

/* ---- the digest ---- */

static char *digest(const char *mail)
{
    g_autoptr(Message) message = parse(mail);
    g_assert_cmpuint(strlen(message->digest), ==, 64);
    return g_steal_pointer(&message->digest);
}

static void check_digests(const char *one, const char *other, bool same)
{
    g_autofree char *first = digest(one), *second = digest(other);
    g_test_message("%s", other);
    g_assert_cmpint(strcmp(first, second) == 0, ==, same);
}

static void test_digest(void)
{
    static const char mail[] = "Message-ID: <a@b>\nSubject: x\n\ne4-e5\n";
    check_digests(mail, "Received: by x\nMessage-ID: <a@b>\nSubject: x\n\ne4-e5\n", true);
    check_digests(mail, "Message-ID: <c@d>\r\nSubject: =?utf-8?q?x?=\r\n\r\ne4-e5\r\n", true);
    check_digests(mail, "Message-ID: <a@b>\nSubject: x\n\ne4-e6\n", false);
    check_digests(mail, "Message-ID: <a@b>\nSubject: xe\n\n4-e5\n", false);
    check_digests(mail, "Message-ID: <a@b>\nSubject: y\n\ne4-e5\n", false);
    check_digests(mail, "Subject: x\n\ne4-e5\n", false);
}

static void test_digest_without_id(void)
{
    static const char mail[] = "From: ann@example.org\nDate: Sat\n\ne4-e5\n";
    check_digests(mail,
                  "Received: by a\n (b)\nReturn-Path: <ann@example.org>\nARC-Seal: x\n"
                  "Delivered-To: turns@example.org\nFrom: ann@example.org\n"
                  "X-Spam-Score: 1\nDate: Sat\nDKIM-Signature: v=1\n\ne4-e5\n",
                  true);
    check_digests(mail, "From: ann@example.org\r\nDate: Sat\r\n\r\ne4-e5\r\n", true);
    check_digests(mail, "From: ann@example.org\nDate: Sun\n\ne4-e5\n", false);
    check_digests(mail, "From: bob@example.org\nDate: Sat\n\ne4-e5\n", false);
    check_digests(mail, "From: ann@example.org\nDate: Sat\n\ne4-e6\n", false);
}

/* ---- as a variant ---- */

static void test_variant(void)
{
    g_autoptr(Message) message =
        parse("From: ann@example.org\nTo: a@example.org\nSubject: x\n"
              "Delivered-To: b@example.org\nMessage-ID: <a@b>\nReferences: <1@x>\n\ne4-e5\n");
    g_autoptr(GVariant) variant = message_to_variant(message);
    g_autoptr(Message) copy = message_from_variant(variant);
    g_assert_cmpstr(copy->from, ==, "ann@example.org");
    g_assert_true(copy->headers_whole);
    g_assert_cmpstr(copy->subject, ==, "x");
    g_assert_cmpstr(copy->message_id, ==, "a@b");
    g_assert_cmpstr(copy->references[0], ==, "1@x");
    g_assert_cmpstr(copy->recipients[0], ==, "a@example.org");
    g_assert_cmpstr(copy->delivered[0], ==, "b@example.org");
    g_assert_cmpstr(copy->text, ==, "e4-e5\n");
    g_assert_true(copy->text_whole);
    g_assert_null(copy->automatic);
    g_assert_cmpstr(copy->digest, ==, message->digest);
    g_autoptr(Message) unclear = parse("From: ann@example.org, bob@example.org\n\n");
    g_autoptr(GVariant) second = message_to_variant(unclear);
    g_autoptr(Message) unclear_copy = message_from_variant(second);
    g_assert_null(unclear_copy->from);
    g_assert_cmpstr(unclear_copy->possible[1], ==, "bob@example.org");
}

static void test_variant_refused(void)
{
    g_autoptr(GVariant) other = g_variant_ref_sink(g_variant_new_string("e4-e5"));
    g_assert_null(message_from_variant(other));
}

/* The parent does not trust the child: a kind and a code of a failure notice have one form. */
static void test_variant_bounce(void)
{
    static const struct {
        int kind;
        const char *status;
        bool fits;
    } cases[] = {
        { BOUNCE_NONE, "", true },
        { BOUNCE_HARD, "5.1.1", true },
        { -1, "", false },
        { BOUNCE_HARD + 1, "", false },
        { BOUNCE_HARD, "5.1.1 ", false },
        { BOUNCE_HARD, "5.1", false },
        { BOUNCE_HARD, "hello", false },
        { BOUNCE_HARD, "5.1.1\n", false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(Message) message = parse("Subject: subject\n\ne4-e5\n");
        message->bounce.kind = (enum bounce_kind)cases[i].kind;
        g_strlcpy(message->bounce.status, cases[i].status, sizeof(message->bounce.status));
        g_autoptr(GVariant) sent = message_to_variant(message);
        g_autoptr(Message) read = message_from_variant(sent);
        g_assert_cmpint(read != NULL, ==, cases[i].fits);
    }
}

/* Bytes that a broken child might send instead. */
static void test_variant_broken(void)
{
    g_autoptr(Message) message = parse("Subject: subject\n\ne4-e5\n");
    g_autoptr(GVariant) good = message_to_variant(message);
    gsize size = g_variant_get_size(good);
    for (gsize at = 0; at < size; at++) {
        char *bytes = g_memdup2(g_variant_get_data(good), size);
        bytes[at] = (char)(bytes[at] ^ 0xff);
        g_autoptr(GBytes) data = g_bytes_new_take(bytes, size);
        g_autoptr(GVariant) broken =
            g_variant_new_from_bytes(G_VARIANT_TYPE(MESSAGE_VARIANT), data, FALSE);
        g_variant_ref_sink(broken);
        g_autoptr(Message) read = message_from_variant(broken);
        g_assert_true(read == NULL || g_utf8_validate(read->text, -1, NULL));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    g_test_add_func("/mime/corpus", test_corpus);
    g_test_add_func("/mime/recipients", test_recipients);
    g_test_add_func("/mime/delivered", test_delivered);
    g_test_add_func("/mime/ids", test_ids);
    g_test_add_func("/mime/many-references", test_many_references);
    g_test_add_func("/mime/subject", test_subject);
    g_test_add_func("/mime/whole", test_whole);
    g_test_add_func("/mime/too-long", test_too_long);
    g_test_add_func("/mime/text-grows", test_text_grows);
    g_test_add_func("/mime/long-headers", test_long_headers);
    g_test_add_func("/mime/long-field", test_long_field);
    g_test_add_func("/mime/endless-headers", test_endless_headers);
    g_test_add_func("/mime/automatic", test_automatic);
    g_test_add_func("/mime/digest", test_digest);
    g_test_add_func("/mime/digest-without-id", test_digest_without_id);
    g_test_add_func("/mime/variant", test_variant);
    g_test_add_func("/mime/variant-refused", test_variant_refused);
    g_test_add_func("/mime/variant-bounce", test_variant_bounce);
    g_test_add_func("/mime/variant-broken", test_variant_broken);
    return g_test_run();
}
