/* Letters: their bytes to the letter, and as GMime reads them. */
#include "mail/letter.h"

#include <gmime/gmime.h>
#include <string.h>

#include "parse/mime.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeStream, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeParser, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeMessage, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeReferences, g_mime_references_free)

static const struct letter plain_letter = {
    .from = "turns@example.org",
    .to = "ann@example.net",
    .subject = "[postmove] match 12: ann - bob",
    .message_id = "12.1@turns.example.org",
    .date = 1795260000,
    .language = "en",
    .instance = "example.org",
    .text = "Hello.\n",
};

static char *bytes_of(const struct letter *letter)
{
    g_autoptr(GBytes) bytes = letter_bytes(letter);
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    g_assert_cmpuint(strnlen(text, length), ==, length);
    return g_strndup(text, length);
}

static GMimeMessage *parsed(const char *bytes)
{
    g_autoptr(GMimeStream) stream = g_mime_stream_mem_new_with_buffer(bytes, strlen(bytes));
    g_autoptr(GMimeParser) parser = g_mime_parser_new_with_stream(stream);
    GMimeMessage *message = g_mime_parser_construct_message(parser, NULL);
    g_assert_nonnull(message);
    return message;
}

static char *text_of(GMimeMessage *message)
{
    GMimeObject *body = g_mime_message_get_mime_part(message);
    g_assert_true(GMIME_IS_TEXT_PART(body));
    return g_mime_text_part_get_text(GMIME_TEXT_PART(body));
}

/* ---- bytes ---- */

static void test_all_headers(void)
{
    static const char *const references[] = { "root@example.org", "1@example.org", NULL };
    struct letter letter = plain_letter;
    letter.reply_to = "turns+abcdefghijklmnopqrstuvwxyz@example.org";
    letter.in_reply_to = "1@example.org";
    letter.references = references;
    letter.answer = true;
    letter.list_id = "match-12.example.org";
    letter.leave_to = "turns+abcdefghijklmnopqrstuvwxy2@example.org";
    g_autofree char *bytes = bytes_of(&letter);
    g_assert_cmpstr(bytes, ==,
                    "Date: Sat, 21 Nov 2026 11:20:00 +0000\n"
                    "From: postmove <turns@example.org>\n"
                    "To: ann@example.net\n"
                    "Reply-To: turns+abcdefghijklmnopqrstuvwxyz@example.org\n"
                    "Subject: [postmove] match 12: ann - bob\n"
                    "Message-ID: <12.1@turns.example.org>\n"
                    "In-Reply-To: <1@example.org>\n"
                    "References: <root@example.org>\n <1@example.org>\n"
                    "Auto-Submitted: auto-replied\n"
                    "X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN\n"
                    "List-Id: <match-12.example.org>\n"
                    "List-Unsubscribe: <mailto:turns+abcdefghijklmnopqrstuvwxy2@example.org>\n"
                    "Content-Language: en\n"
                    "Feedback-ID: watched:postmove\n"
                    "X-Postmove-Loop: example.org\n"
                    "MIME-Version: 1.0\n"
                    "Content-Type: text/plain; charset=UTF-8\n"
                    "Content-Transfer-Encoding: quoted-printable\n"
                    "\n"
                    "Hello.\n");
}

static void test_fewest_headers(void)
{
    g_autofree char *bytes = bytes_of(&plain_letter);
    g_assert_cmpstr(bytes, ==,
                    "Date: Sat, 21 Nov 2026 11:20:00 +0000\n"
                    "From: postmove <turns@example.org>\n"
                    "To: ann@example.net\n"
                    "Subject: [postmove] match 12: ann - bob\n"
                    "Message-ID: <12.1@turns.example.org>\n"
                    "Auto-Submitted: auto-generated\n"
                    "X-Auto-Response-Suppress: OOF, AutoReply, RN, NRN\n"
                    "Content-Language: en\n"
                    "Feedback-ID: notice:postmove\n"
                    "X-Postmove-Loop: example.org\n"
                    "MIME-Version: 1.0\n"
                    "Content-Type: text/plain; charset=UTF-8\n"
                    "Content-Transfer-Encoding: quoted-printable\n"
                    "\n"
                    "Hello.\n");
}

/* ---- quoted-printable ---- */

static const struct {
    const char *text, *encoded;
} printables[] = {
    { "", "" },
    { "a", "a" },
    { "a\n\nb\n", "a\n\nb\n" },
    { "a = b\n", "a =3D b\n" },
    { "tail \n", "tail=20\n" },
    { "tail\t\n", "tail=09\n" },
    { "  \n", " =20\n" },
    { " ", "=20" },
    { "tab\there\n", "tab\there\n" },
    { "From ann\nFromage\n from\n", "=46rom ann\nFromage\n from\n" },
    { ".\n..\n.end\na.b\n", "=2E\n=2E.\n=2Eend\na.b\n" },
    { "caf\303\251\n", "caf=C3=A9\n" },
    { "a\rb\033\177\n", "a=0Db=1B=7F\n" },
    { "bad \377\n", "bad =EF=BF=BD\n" },
};

static void test_printable(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(printables); i++) {
        g_autofree char *encoded = letter_quoted_printable(printables[i].text);
        g_assert_cmpstr(encoded, ==, printables[i].encoded);
    }
}

static void test_board_unbroken(void)
{
    /* The widest line of a board, with blanks at both ends. */
    g_autofree char *line = g_strnfill(72, '#');
    g_autofree char *text = g_strdup_printf("%s\n %.*s \n", line, 70, line);
    g_autofree char *expected = g_strdup_printf("%s\n %.*s=20\n", line, 70, line);
    g_autofree char *encoded = letter_quoted_printable(text);
    g_assert_cmpstr(encoded, ==, expected);
}

/* What some reader breaks a line at stands in no letter. */
static void test_line_ends(void)
{
    struct letter letter = plain_letter;
    letter.subject = "a\u2028b\u2029c\xc2\x85"
                     "d\ve";
    letter.text = "a\u2028b\u2029c\xc2\x85"
                  "d\ve\ff\rg\x1ch\ti\n";
    g_autofree char *bytes = bytes_of(&letter);
    g_assert_nonnull(strstr(bytes, "\nSubject: a b c d e\n"));
    g_assert_true(g_str_has_suffix(bytes, "\n\na b c d e f g h\ti\n"));
}

static void test_soft_breaks(void)
{
    g_autofree char *fits = g_strnfill(76, 'x');
    g_autofree char *as_is = letter_quoted_printable(fits);
    g_assert_cmpstr(as_is, ==, fits);

    g_autofree char *over = g_strdup_printf("%sy", fits);
    g_autofree char *expected = g_strdup_printf("%.75s=\nxy", fits);
    g_autofree char *broken = letter_quoted_printable(over);
    g_assert_cmpstr(broken, ==, expected);

    /* What comes to stand first after a break is armoured too. */
    g_autofree char *dot = g_strdup_printf("%.75s.z", fits);
    g_autofree char *dot_expected = g_strdup_printf("%.75s=\n=2Ez", fits);
    g_autofree char *dot_broken = letter_quoted_printable(dot);
    g_assert_cmpstr(dot_broken, ==, dot_expected);
    g_autofree char *from = g_strdup_printf("%.75sFrom z", fits);
    g_autofree char *from_expected = g_strdup_printf("%.75s=\n=46rom z", fits);
    g_autofree char *from_broken = letter_quoted_printable(from);
    g_assert_cmpstr(from_broken, ==, from_expected);
}

/* Any text comes back as it was, and no line is too long. */
static void test_round_trip(void)
{
    static const char *const pieces[] = { " ",   "\t",           "=",   ".",        "From ",
                                          "a",   "word",         "\n",  "\303\251", "\n",
                                          "\n.", "\342\224\202", "=20", "-- " };
    for (int round = 0; round < 2000; round++) {
        g_autoptr(GString) text = g_string_new(NULL);
        for (int i = g_test_rand_int_range(0, 150); i > 0; i--) {
            g_string_append(text, pieces[g_test_rand_int_range(0, G_N_ELEMENTS(pieces))]);
        }
        g_string_append_c(text, '\n');
        struct letter letter = plain_letter;
        letter.text = text->str;
        g_autofree char *bytes = bytes_of(&letter);
        g_autoptr(GMimeMessage) message = parsed(bytes);
        g_autofree char *back = text_of(message);
        g_assert_cmpstr(back, ==, text->str);
        g_auto(GStrv) lines = g_strsplit(bytes, "\n", -1);
        for (char **line = lines; *line != NULL; line++) {
            size_t length = strlen(*line);
            g_assert_cmpuint(length, <=, 76);
            g_assert_true(length == 0 ||
                          ((*line)[length - 1] != ' ' && (*line)[length - 1] != '\t'));
            g_assert_true((*line)[0] != '.' && !g_str_has_prefix(*line, "From "));
        }
    }
}

/* ---- headers ---- */

static void test_subjects(void)
{
    static const char long_name[] = "Pneumonoultramicroscopicsilicovolcanoconiosis-und-noch-viel-"
                                    "laenger-als-das-ohne-jede-Luecke-die-ein-Umbruch-braucht";
    static const char *const subjects[] = {
        "",
        "plain",
        "two  spaces   kept",
        "a long subject of plain words that goes on and on until it must be folded, more than once "
        "if need be, since nothing is ever cut off",
        "Z\303\274rich gegen Gen\303\250ve",
        "\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213"
        "\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213\346\243\213",
        "=?UTF-8?Q?no?= word of ours",
        "_under=score?",
        "_under=score? \303\251",
        long_name,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++) {
        struct letter letter = plain_letter;
        letter.subject = subjects[i];
        g_autofree char *bytes = bytes_of(&letter);
        g_autoptr(GMimeMessage) message = parsed(bytes);
        g_assert_cmpstr(g_mime_message_get_subject(message), ==, subjects[i]);
        g_auto(GStrv) lines = g_strsplit(bytes, "\n", -1);
        for (char **line = lines; *line != NULL; line++) {
            g_assert_cmpuint(strlen(*line), <=, 76);
        }
    }
}

static void test_subject_bytes(void)
{
    struct letter letter = plain_letter;
    letter.subject = "Z\303\274rich x=y";
    g_autofree char *bytes = bytes_of(&letter);
    g_assert_nonnull(strstr(bytes, "\nSubject: =?UTF-8?Q?Z=C3=BCrich_x=3Dy?=\n"));
}

static void test_references_folded(void)
{
    g_auto(GStrv) ids = g_new0(char *, 9);
    for (int i = 0; i < 8; i++) {
        ids[i] = g_strdup_printf("g42.p2.%d.abcdefgh@turns.example.org", i);
    }
    struct letter letter = plain_letter;
    letter.references = (const char *const *)ids;
    g_autofree char *bytes = bytes_of(&letter);
    g_assert_nonnull(
        strstr(bytes, "\nReferences: <g42.p2.0.abcdefgh@turns.example.org>\n <g42.p2.1."));
    g_autoptr(GMimeMessage) message = parsed(bytes);
    g_autoptr(GMimeReferences) references = g_mime_references_parse(
        NULL, g_mime_object_get_header(GMIME_OBJECT(message), "References"));
    g_assert_cmpint(g_mime_references_length(references), ==, 8);
    for (int i = 0; i < 8; i++) {
        g_assert_cmpstr(g_mime_references_get_message_id(references, i), ==, ids[i]);
    }
}

static void test_ids_left_out(void)
{
    g_autofree char *huge = g_strnfill(2000, 'x');
    const char *const references[] = { huge, "", "<>", NULL };
    struct letter letter = plain_letter;
    letter.in_reply_to = huge;
    letter.references = references;
    g_autofree char *bytes = bytes_of(&letter);
    g_autofree char *plain = bytes_of(&plain_letter);
    g_assert_cmpstr(bytes, ==, plain);
}

/* Every field tries to end its header and begin another, or the text. */
static void test_injection(void)
{
    static const char *const attacks[] = { "a\nBcc: x@example.net",
                                           "a\r\nBcc: x@example.net",
                                           "a\rBcc: x@example.net",
                                           "a\n\nBcc: x@example.net",
                                           "a>\n <b",
                                           "a\n" };
    for (size_t i = 0; i < G_N_ELEMENTS(attacks); i++) {
        const char *const references[] = { attacks[i], NULL };
        struct letter letter = {
            .from = attacks[i],
            .to = attacks[i],
            .reply_to = attacks[i],
            .subject = attacks[i],
            .message_id = attacks[i],
            .in_reply_to = attacks[i],
            .references = references,
            .list_id = attacks[i],
            .language = attacks[i],
            .instance = attacks[i],
            .text = "the text\n",
        };
        g_autofree char *bytes = bytes_of(&letter);
        g_assert_null(strchr(bytes, '\r'));
        g_auto(GStrv) lines = g_strsplit(bytes, "\n", -1);
        g_assert_cmpuint(g_strv_length(lines), ==, 17 + 1 + 1 + 1);
        g_assert_cmpstr(lines[17], ==, "");
        for (int line = 0; line < 17; line++) {
            g_assert_false(g_str_has_prefix(lines[line], "Bcc"));
            g_assert_nonnull(strstr(lines[line], ": "));
        }
        g_autoptr(GMimeMessage) message = parsed(bytes);
        g_assert_cmpint(internet_address_list_length(g_mime_message_get_bcc(message)), ==, 0);
        g_autofree char *text = text_of(message);
        g_assert_cmpstr(text, ==, "the text\n");
    }
}

static void test_gmime_agrees(void)
{
    struct letter letter = plain_letter;
    letter.reply_to = "turns+token@example.org";
    g_autofree char *bytes = bytes_of(&letter);
    g_autoptr(GMimeMessage) message = parsed(bytes);
    InternetAddress *from = internet_address_list_get_address(g_mime_message_get_from(message), 0);
    g_assert_cmpstr(internet_address_get_name(from), ==, "postmove");
    g_assert_cmpstr(internet_address_mailbox_get_addr(INTERNET_ADDRESS_MAILBOX(from)), ==,
                    "turns@example.org");
    g_assert_cmpint(g_date_time_to_unix(g_mime_message_get_date(message)), ==, 1795260000);
    g_assert_cmpstr(g_mime_message_get_message_id(message), ==, "12.1@turns.example.org");
}

/* ---- a file ---- */

static void test_file_bytes(void)
{
    const struct attachment file = { .name = "postmove-ann.json",
                                     .type = "application/json",
                                     .text = "{\"a\":1}\n" };
    struct letter letter = plain_letter;
    letter.attachment = &file;
    g_autofree char *bytes = bytes_of(&letter);
    const char *mime = strstr(bytes, "MIME-Version");
    g_assert_cmpstr(mime, ==,
                    "MIME-Version: 1.0\n"
                    "Content-Type: multipart/mixed; boundary=\"=_postmove_=\"\n"
                    "Content-Transfer-Encoding: 7bit\n"
                    "\n"
                    "--=_postmove_=\n"
                    "Content-Type: text/plain; charset=UTF-8\n"
                    "Content-Transfer-Encoding: quoted-printable\n"
                    "\n"
                    "Hello.\n"
                    "\n"
                    "--=_postmove_=\n"
                    "Content-Type: application/json\n"
                    "Content-Disposition: attachment;\n"
                    " filename=\"postmove-ann.json\"\n"
                    "Content-Transfer-Encoding: quoted-printable\n"
                    "\n"
                    "{\"a\":1}\n"
                    "\n"
                    "--=_postmove_=--\n");
}

/* The decoded bytes of a part. Free with g_free. */
static char *content_of(GMimeObject *part)
{
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(part));
    g_autoptr(GMimeStream) stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(content, stream);
    GByteArray *bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    return g_strndup((const char *)bytes->data, bytes->len);
}

/* Whatever stands in them, the parts come apart where they should. */
static void test_file_round_trip(void)
{
    static const char *const texts[] = { "\n", "--=_postmove_=\n", "a\n\n--=_postmove_=--\n\nb\n",
                                         "=_\n.\nFrom x\n", "\xc3\xbc\xe2\x82\xac\n" };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        const struct attachment file = { .name = "a.json",
                                         .type = "application/json",
                                         .text = texts[i] };
        struct letter letter = plain_letter;
        letter.text = texts[i];
        letter.attachment = &file;
        g_autofree char *bytes = bytes_of(&letter);
        g_autoptr(GMimeMessage) message = parsed(bytes);
        GMimeObject *body = g_mime_message_get_mime_part(message);
        g_assert_true(GMIME_IS_MULTIPART(body));
        GMimeMultipart *parts = GMIME_MULTIPART(body);
        g_assert_cmpint(g_mime_multipart_get_count(parts), ==, 2);
        for (int part = 0; part < 2; part++) {
            g_autofree char *content = content_of(g_mime_multipart_get_part(parts, part));
            g_assert_cmpstr(content, ==, texts[i]);
        }
        GMimePart *attached = GMIME_PART(g_mime_multipart_get_part(parts, 1));
        g_assert_cmpstr(g_mime_part_get_filename(attached), ==, "a.json");
        g_assert_true(g_mime_part_is_attachment(attached));
    }
}

/* ---- HTML beside the text ---- */

static const char html[] = "<p>--=_postmove_or_=</p>\n<img src=\"cid:board-1.7@example.org\">\n";

static GMimeMultipart *multipart(GMimeObject *part, const char *subtype, int count)
{
    g_assert_true(GMIME_IS_MULTIPART(part));
    g_assert_cmpstr(g_mime_content_type_get_media_subtype(g_mime_object_get_content_type(part)), ==,
                    subtype);
    g_assert_cmpint(g_mime_multipart_get_count(GMIME_MULTIPART(part)), ==, count);
    return GMIME_MULTIPART(part);
}

/* The letter with a file, HTML and a picture of that many bytes, as GMime reads it. */
static void check_with_html(gsize length, const struct attachment *file)
{
    guint8 png[200];
    for (gsize i = 0; i < sizeof png; i++) {
        png[i] = (guint8)(i * 37);
    }
    struct letter letter = plain_letter;
    letter.text = "--=_postmove_or_=\nContent-Type: text/plain\n";
    letter.attachment = file;
    letter.html = html;
    g_autoptr(GPtrArray) pictures = letter_pictures_new();
    letter_picture_add(pictures, "board-1.7@example.org", g_bytes_new(png, length));
    letter.pictures = pictures;
    g_autofree char *bytes = bytes_of(&letter);
    g_auto(GStrv) lines = g_strsplit(bytes, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_assert_cmpuint(strlen(*line), <=, 76);
    }
    g_autoptr(GMimeMessage) message = parsed(bytes);
    g_assert_cmpstr(g_mime_message_get_subject(message), ==, letter.subject);
    GMimeObject *body = g_mime_message_get_mime_part(message);
    if (file != NULL) {
        GMimeMultipart *both = multipart(body, "mixed", 2);
        g_autofree char *contents = content_of(g_mime_multipart_get_part(both, 1));
        g_assert_cmpstr(contents, ==, file->text);
        body = g_mime_multipart_get_part(both, 0);
    }
    GMimeMultipart *either = multipart(body, "alternative", 2);
    g_autofree char *text = content_of(g_mime_multipart_get_part(either, 0));
    g_assert_cmpstr(text, ==, letter.text);
    GMimeMultipart *related = multipart(g_mime_multipart_get_part(either, 1), "related", 2);
    g_autofree char *source = content_of(g_mime_multipart_get_part(related, 0));
    g_assert_cmpstr(source, ==, html);
    GMimeObject *image = g_mime_multipart_get_part(related, 1);
    g_assert_cmpstr(g_mime_object_get_content_id(image), ==, "board-1.7@example.org");
    GMimeDataWrapper *content = g_mime_part_get_content(GMIME_PART(image));
    g_autoptr(GMimeStream) stream = g_mime_stream_mem_new();
    g_mime_data_wrapper_write_to_stream(content, stream);
    GByteArray *decoded = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(stream));
    g_assert_cmpuint(decoded->len, ==, length);
    g_assert_true(memcmp(decoded->data, png, length) == 0);
}

static void test_html(void)
{
    const struct attachment file = { .name = "a.json",
                                     .type = "application/json",
                                     .text = "--=_postmove_=\n" };
    for (gsize length = 1; length < 200; length++) {
        check_with_html(length, length % 2 == 0 ? &file : NULL);
    }
}

/* Without pictures there is nothing to relate the HTML to. */
static void test_html_alone(void)
{
    g_autoptr(GPtrArray) none = letter_pictures_new();
    const GPtrArray *const pictures[] = { NULL, none };
    for (size_t i = 0; i < G_N_ELEMENTS(pictures); i++) {
        struct letter letter = plain_letter;
        letter.html = html;
        letter.pictures = pictures[i];
        g_autofree char *bytes = bytes_of(&letter);
        g_autoptr(GMimeMessage) message = parsed(bytes);
        GMimeMultipart *either = multipart(g_mime_message_get_mime_part(message), "alternative", 2);
        g_autofree char *source = content_of(g_mime_multipart_get_part(either, 1));
        g_assert_cmpstr(source, ==, html);
    }
}

int main(int argc, char **argv)
{
    mime_init();
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/letter/all-headers", test_all_headers);
    g_test_add_func("/letter/fewest-headers", test_fewest_headers);
    g_test_add_func("/letter/printable", test_printable);
    g_test_add_func("/letter/board-unbroken", test_board_unbroken);
    g_test_add_func("/letter/line-ends", test_line_ends);
    g_test_add_func("/letter/soft-breaks", test_soft_breaks);
    g_test_add_func("/letter/round-trip", test_round_trip);
    g_test_add_func("/letter/subjects", test_subjects);
    g_test_add_func("/letter/subject-bytes", test_subject_bytes);
    g_test_add_func("/letter/references-folded", test_references_folded);
    g_test_add_func("/letter/ids-left-out", test_ids_left_out);
    g_test_add_func("/letter/injection", test_injection);
    g_test_add_func("/letter/gmime-agrees", test_gmime_agrees);
    g_test_add_func("/letter/file-bytes", test_file_bytes);
    g_test_add_func("/letter/file-round-trip", test_file_round_trip);
    g_test_add_func("/letter/html", test_html);
    g_test_add_func("/letter/html-alone", test_html_alone);
    return g_test_run();
}
