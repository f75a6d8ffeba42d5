/*
 * Nothing we send, quoted back to us in any way, runs a command.
 *
 * Every letter of tests/mail/letters, and every sentence of tests/mail/gallery.txt in a
 * letter of its own, is sent back by its reader, as mail programs quote: a reply to its
 * Reply-To, or to the plain address where it has none. What stands in it is read as the
 * server would read it. Its HTML comes back as HTML, too, within what mail programs put around
 * it. Each way takes every third letter, the next way those beside them; EVERY in the environment
 * is another number, and 1 takes all. LETTERS names another folder of letters in place of these:
 * those of all dialogues, in tests/mail/in-english.
 */
#include <glib.h>
#include <string.h>

#include "commands/request.h"
#include "language/reading.h"
#include "mail/letter.h"
#include "mail/reply.h"
#include "match/options.h"
#include "parse/mime.h"

#define LETTERS "tests/mail/letters"
#define GALLERY "tests/mail/gallery.txt"
#define TEMPLATES "templates/en/letters"

struct golden {
    char *file;
    struct message *message;
    char *html; /* NULL: it has none */
    bool has_token;
};

static GPtrArray *letters; /* struct golden * */
static guint every = 3;

/* ---- the letters ---- */

static void golden_free(gpointer data)
{
    struct golden *golden = data;
    g_free(golden->file);
    g_free(golden->html);
    message_free(golden->message);
    g_free(golden);
}

/* The HTML part of a letter, decoded, what is within its body; NULL if it has none. */
static char *html_of(const char *bytes)
{
    static const char head[] = "\nContent-Type: text/html; charset=UTF-8\n"
                               "Content-Transfer-Encoding: quoted-printable\n\n";
    const char *part = strstr(bytes, head);
    if (part == NULL) {
        return NULL;
    }
    part += strlen(head);
    const char *end = strstr(part, "\n--=_");
    g_assert_nonnull(end);
    g_autoptr(GString) html = g_string_new(NULL);
    for (; part < end; part++) {
        if (*part != '=') {
            g_string_append_c(html, *part);
        } else if (part[1] == '\n') {
            part++;
        } else {
            g_string_append_c(
                html, (char)(g_ascii_xdigit_value(part[1]) * 16 + g_ascii_xdigit_value(part[2])));
            part += 2;
        }
    }
    const char *body = strstr(html->str, "<body");
    g_assert_nonnull(body);
    body = strchr(body, '>') + 1;
    const char *after = strstr(body, "</body>");
    g_assert_nonnull(after);
    return g_strndup(body, (gsize)(after - body));
}

static void add_letter(const char *file, const char *bytes, gsize length)
{
    struct golden *golden = g_new0(struct golden, 1);
    golden->file = g_strdup(file);
    golden->message = mime_parse(bytes, length, false, NULL, NULL);
    golden->html = html_of(bytes);
    golden->has_token = strstr(bytes, "\nReply-To: ") != NULL;
    g_ptr_array_add(letters, golden);
}

static void add_letters(const char *folder)
{
    g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
    const char *name;
    while (directory != NULL && (name = g_dir_read_name(directory)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        g_autofree char *bytes = NULL;
        gsize length = 0;
        g_assert_true(g_file_get_contents(path, &bytes, &length, NULL));
        add_letter(path, bytes, length);
    }
}

/* Each sentence, four blanks before its lines, in a letter about a board. A line without
 * blanks before it names the sentence that follows. */
static void add_gallery(void)
{
    g_autofree char *gallery = NULL;
    g_assert_true(g_file_get_contents(GALLERY, &gallery, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(gallery, "\n", -1);
    bool labels = false; /* of buttons, which stand in no text */
    for (char **line = lines; *line != NULL;) {
        const char *name = *line++;
        labels = *name == '[' ? g_str_equal(name, "[link]") : labels;
        g_autoptr(GString) letter =
            g_string_new("Subject: Halma 12: ann - bob\nReply-To: turns@example.org\n"
                         "Content-Type: text/plain; charset=UTF-8\n\n" REPLY_MARKER "\n\n");
        const gsize head = letter->len;
        for (; *line != NULL && (**line == ' ' || **line == '\0'); line++) {
            g_string_append_printf(letter, "%s\n", **line == ' ' ? *line + 4 : "");
        }
        g_strchomp(letter->str);
        if (strlen(letter->str) > head && !labels) {
            add_letter(name, letter->str, strlen(letter->str));
        }
    }
}

/* ---- ways to send one back ---- */

static char *prefixed(const char *text, const char *prefix)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    GString *all = g_string_new(NULL);
    for (char **line = lines; *line != NULL; line++) {
        g_string_append_printf(all, "%s%s\n", prefix, *line);
    }
    return g_string_free(all, FALSE);
}

static char *plain(const struct message *letter)
{
    return g_strdup(letter->text);
}

static char *quoted(const struct message *letter)
{
    return prefixed(letter->text, "> ");
}

static char *quoted_twice(const struct message *letter)
{
    return prefixed(letter->text, ">>");
}

/* As by a program that breaks the lines it quotes. */
static char *quoted_and_wrapped(const struct message *letter)
{
    g_autofree char *lines = quoted(letter);
    GString *all = g_string_new(lines);
    for (gsize i = 0, column = 0; i < all->len; i++, column++) {
        if (all->str[i] == '\n') {
            column = 0;
        } else if (all->str[i] == ' ' && column > 50) {
            all->str[i] = '\n';
            column = 0;
        }
    }
    return g_string_free(all, FALSE);
}

static char *below_an_attribution(const struct message *letter)
{
    return g_strconcat("On Tue, 14 Nov 2023 at 22:14, postmove <turns@example.org> wrote:\n\n",
                       letter->text, NULL);
}

static char *below_a_broken_attribution(const struct message *letter)
{
    return g_strconcat("Am Di., 14. Nov. 2023 um 22:14 Uhr schrieb postmove der Server <\n"
                       "turns@example.org>:\n\n",
                       letter->text, NULL);
}

static char *below_headers(const struct message *letter)
{
    return g_strdup_printf("From: postmove <turns@example.org>\n"
                           "Sent: Tuesday, November 14, 2023 10:14 PM\n"
                           "To: Ann Example <ann@example.net>\n"
                           "Subject: %s\n\n%s",
                           letter->subject, letter->text);
}

static char *forwarded(const struct message *letter)
{
    return g_strdup_printf("---------- Forwarded message ---------\n"
                           "From: postmove <turns@example.org>\n"
                           "Subject: %s\n\n%s",
                           letter->subject, letter->text);
}

/* Not even its lines alone are commands, should the marker be lost. */
static char *without_the_marker(const struct message *letter)
{
    return g_strdup(strchr(letter->text, '\n'));
}

static const struct {
    const char *name;
    char *(*write)(const struct message *letter);
} ways[] = {
    { "plain", plain },
    { "quoted", quoted },
    { "quoted twice", quoted_twice },
    { "quoted and wrapped", quoted_and_wrapped },
    { "below an attribution", below_an_attribution },
    { "below a broken attribution", below_a_broken_attribution },
    { "below headers", below_headers },
    { "forwarded", forwarded },
    { "without the marker", without_the_marker },
};

/* What its reader wrote above it. */
static const char *const above[] = { "", "\n\n", "Thank you for your letter.\n\n" };

/* What mail programs put around HTML that they quote or forward. */
static const struct {
    const char *name, *before, *after;
} frames[] = {
    { "bare", "", "" },
    { "Gmail",
      "<div dir=\"ltr\"><br></div><br><div class=\"gmail_quote\"><div dir=\"ltr\" "
      "class=\"gmail_attr\">"
      "On Tue, 14 Nov 2023 at 22:14, postmove &lt;<a href=\"mailto:turns@example.org\">"
      "turns@example.org</a>&gt; wrote:<br></div><blockquote class=\"gmail_quote\" "
      "style=\"margin:0px"
      " 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">",
      "</blockquote></div>" },
    { "Gmail, forwarded",
      "<div dir=\"ltr\"><br><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">"
      "---------- Forwarded message ---------<br>From: <strong>postmove</strong> &lt;"
      "turns@example.org&gt;<br>Date: Tue, 14 Nov 2023<br>Subject: Halma 1<br></div><br><br>",
      "</div></div>" },
    { "Outlook",
      "<div class=\"WordSection1\"><p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p><div "
      "style=\"border:none;"
      "border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in\"><p "
      "class=\"MsoNormal\"><b>From:</b>"
      " postmove &lt;turns@example.org&gt;<br><b>Sent:</b> Tuesday, November 14, 2023 10:14 PM<br>"
      "<b>To:</b> Ann Example &lt;ann@example.net&gt;<br><b>Subject:</b> Halma 1</p></div>",
      "</div>" },
    { "Outlook on the web",
      "<div><br></div><hr tabindex=\"-1\" style=\"display:inline-block; width:98%\"><div"
      " id=\"divRplyFwdMsg\"><font style=\"font-size:11pt\"><b>From:</b> postmove<br><b>Sent:</b>"
      " Tuesday<br><b>To:</b> Ann<br><b>Subject:</b> Halma 1</font><div>&nbsp;</div></div><div>",
      "</div>" },
    { "Apple Mail",
      "<div><br></div><div><br><blockquote type=\"cite\"><div>On 14. Nov 2023, at 22:14, postmove"
      " &lt;turns@example.org&gt; wrote:</div><br class=\"Apple-interchange-newline\"><div>",
      "</div></blockquote></div>" },
    { "Thunderbird",
      "<p><br></p><div class=\"moz-cite-prefix\">On 14/11/2023 22:14, postmove wrote:<br></div>"
      "<blockquote type=\"cite\" cite=\"mid:a@example.org\">",
      "</blockquote>" },
    { "Yahoo",
      "<div><br></div><div id=\"ydp1yahoo_quoted_1\" class=\"yahoo_quoted\"><div><div>On Tuesday,"
      " November 14, 2023, postmove &lt;turns@example.org&gt; wrote:</div><div><br></div><div>",
      "</div></div></div>" },
};

/* A letter's HTML in such a frame, as the text that the server reads in it. Without its first
 * paragraph, which is the marker, if that is lost. */
static char *framed(const struct golden *golden, gsize frame, bool marked)
{
    const char *html = marked ? golden->html : strstr(golden->html, "</p>");
    g_assert_nonnull(html);
    g_autofree char *whole = g_strconcat("<html><head></head><body>", frames[frame].before, html,
                                         frames[frame].after, "</body></html>\n", NULL);
    g_autofree char *encoded = letter_quoted_printable(whole);
    g_autofree char *mail = g_strconcat("From: ann@example.net\nMIME-Version: 1.0\n"
                                        "Content-Type: text/html; charset=UTF-8\n"
                                        "Content-Transfer-Encoding: quoted-printable\n\n",
                                        encoded, NULL);
    g_autoptr(Message) message = mime_parse(mail, strlen(mail), false, NULL, NULL);
    return g_strdup(message->text);
}

/* ---- reading it ---- */

/* The game of a Subject of ours: "Chinese Checkers 3: ann - bob". NULL: it names none. */
static const struct game *any_game(const char *subject)
{
    g_autofree char *title = g_strndup(subject, strcspn(subject, "0123456789"));
    g_auto(GStrv) parts = g_strsplit(title, " ", -1);
    g_autofree char *joined = g_strjoinv("", parts);
    g_autofree char *name = g_ascii_strdown(joined, -1);
    return strstr(subject, " - ") != NULL ? registry_find(name) : NULL;
}

/* A reply to a letter about any board. */
static bool any_board(void *who, gint64 board, struct grammar_context *context)
{
    (void)who;
    *context = context_plain();
    context->board = board;
    context->reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE;
    return true;
}

/* As the office would read it; the context is the most that a letter of that
 * kind could have. */
static void read_back(const struct golden *golden, const char *text, struct reading *reading)
{
    struct grammar_context context = context_plain();
    g_autofree char *title = g_strconcat("Re: ", golden->message->subject, NULL);
    g_autofree char *subject = reply_subject(title, NULL);
    struct reply lines;
    reply_read(text, &lines);
    if (any_game(subject) != NULL) {
        context.board = 12;
        context.reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE;
        reading_of_reply(&context, lines.written, lines.kinds, reading);
    } else if (strstr(golden->message->subject, "boards") != NULL) {
        context.context_of = any_board;
        context.several = true;
        reading_of_mail(&context, NULL, lines.written, lines.kinds, reading);
    } else if (golden->has_token) {
        context.reply = REPLY_TO_CONFIRM | REPLY_TO_MESSAGE;
        reading_of_reply(&context, lines.written, lines.kinds, reading);
    } else {
        reading_of_mail(&context, subject, lines.written, lines.kinds, reading);
    }
    reply_clear(&lines);
}

static int commands_in(const struct reading *reading)
{
    int commands = 0;
    for (guint i = 0; i < reading->entries->len; i++) {
        commands += ((struct reading_entry *)reading->entries->pdata[i])->command != NULL;
    }
    return commands;
}

/* ---- tests ---- */

static void expect_no_command(const struct golden *golden, const char *text)
{
    struct reading reading = { 0 };
    read_back(golden, text, &reading);
    if (commands_in(&reading) != 0) {
        for (guint i = 0; i < reading.entries->len; i++) {
            const struct reading_entry *entry = reading.entries->pdata[i];
            if (entry->command != NULL) {
                g_test_message("%s runs %s: %s", golden->file, entry->command->row->name,
                               entry->command->line);
            }
        }
        g_test_fail();
    }
    reading_clear(&reading);
}

static void test_sent_back(gconstpointer data)
{
    char *(*write)(const struct message *letter) = ways[GPOINTER_TO_SIZE(data)].write;
    for (guint i = GPOINTER_TO_UINT(data) % every; i < letters->len; i += every) {
        const struct golden *golden = letters->pdata[i];
        g_autofree char *back = write(golden->message);
        for (gsize j = 0; j < G_N_ELEMENTS(above); j++) {
            g_autofree char *text = g_strconcat(above[j], back, NULL);
            expect_no_command(golden, text);
        }
    }
}

static void test_html_sent_back(gconstpointer data)
{
    guint with_html = 0;
    for (guint i = GPOINTER_TO_UINT(data) % every; i < letters->len; i += every) {
        const struct golden *golden = letters->pdata[i];
        if (golden->html != NULL) {
            g_autofree char *text = framed(golden, GPOINTER_TO_SIZE(data), true);
            g_autofree char *unmarked = framed(golden, GPOINTER_TO_SIZE(data), false);
            expect_no_command(golden, text);
            expect_no_command(golden, unmarked);
            with_html++;
        }
    }
    g_assert_cmpuint(with_html, >, 0);
}

/* The same reader does find a command that stands above a letter. */
static void test_written_above(void)
{
    int found = 0;
    for (guint i = 0; i < letters->len; i++) {
        const struct golden *golden = letters->pdata[i];
        bool asks = strstr(golden->message->subject, "please reply yes") != NULL;
        g_autofree char *text =
            g_strconcat(asks ? "yes\n\n" : "help\n\n", golden->message->text, NULL);
        struct reading reading = { 0 };
        read_back(golden, text, &reading);
        found += commands_in(&reading);
        reading_clear(&reading);
    }
    g_assert_cmpint(found, ==, (int)letters->len);
}

/* Blanks and ends of lines as one blank each. */
static char *collapsed(const char *text)
{
    g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);
    GString *all = g_string_new(NULL);
    for (char **word = words; *word != NULL; word++) {
        if (**word != '\0') {
            g_string_append_printf(all, "%s%s", all->len > 0 ? " " : "", *word);
        }
    }
    return g_string_free(all, FALSE);
}

/* The longest piece of a template without a tag. Free with g_free. */
static char *longest_words(const char *template)
{
    g_auto(GStrv) pieces = g_regex_split_simple("\\{\\{[^}]*\\}\\}", template, 0, 0);
    char *longest = g_strdup("");
    for (char **piece = pieces; *piece != NULL; piece++) {
        g_autofree char *words = collapsed(*piece);
        if (strlen(words) > strlen(longest)) {
            g_free(longest);
            longest = g_steal_pointer(&words);
        }
    }
    return longest;
}

static bool occurs(const char *words)
{
    for (guint i = 0; i < letters->len; i++) {
        const struct golden *golden = letters->pdata[i];
        g_autofree char *text = collapsed(golden->message->text);
        if (strstr(text, words) != NULL) {
            return true;
        }
    }
    return false;
}

static void test_every_template(void)
{
    g_autoptr(GDir) directory = g_dir_open(TEMPLATES, 0, NULL);
    g_assert_nonnull(directory);
    const char *name;
    while ((name = g_dir_read_name(directory)) != NULL) {
        g_autofree char *path = g_build_filename(TEMPLATES, name, NULL);
        g_autofree char *source = NULL;
        g_assert_true(g_file_get_contents(path, &source, NULL, NULL));
        g_autofree char *words = longest_words(source);
        g_assert_cmpstr(words, !=, "");
        if (!occurs(words)) {
            g_test_message("no scene has a letter made from %s", path);
            g_test_fail();
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    letters = g_ptr_array_new_with_free_func(golden_free);
    const char *folder = g_getenv("LETTERS"), *asked = g_getenv("EVERY");
    every = asked != NULL ? MAX((guint)g_ascii_strtoull(asked, NULL, 10), 1) : every;
    add_letters(folder != NULL ? folder : LETTERS);
    g_assert_cmpuint(letters->len, >, 0);
    if (folder == NULL) {
        add_gallery();
        g_assert_cmpuint(letters->len, >, 500);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *path = g_strdup_printf("/self-quote/%s", ways[i].name);
        g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_sent_back);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(frames); i++) {
        g_autofree char *path = g_strdup_printf("/self-quote/html/%s", frames[i].name);
        g_test_add_data_func(path, GSIZE_TO_POINTER(i), test_html_sent_back);
    }
    g_test_add_func("/self-quote/written above", test_written_above);
    if (folder == NULL) {
        g_test_add_func("/self-quote/every template", test_every_template);
    }
    int status = g_test_run();
    g_ptr_array_unref(letters);
    return status;
}
