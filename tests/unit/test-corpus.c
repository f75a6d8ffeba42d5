/*
 * Replies as mail programs write them, each read as the program reads it.
 *
 * tests/mail/corpus/NAME.eml answers a letter of Halma match 117 and quotes
 * it; NAME.found says what is to be found in it. Its first line is the
 * command and what belongs to it, `refused KEY`, or `none`; behind a blank line
 * stand the words that go to the other players. `automatic REASON` is a mail
 * nobody wrote, of which nothing is read. Two files are a new case; UPDATE=1 writes the second.
 */
#include <glib.h>
#include <string.h>

#include "language/reading.h"
#include "mail/reply.h"
#include "match/options.h"
#include "parse/mime.h"
#include "tests/unit/games.h"

#define CORPUS "tests/mail/corpus/"

enum { CORPUS_CASES_MIN = 200 };

static bool reads_as_turn(void *data, const char *line)
{
    return match_reads_as_turn(data, line);
}

/* The one command, with the text that belongs to it. */
static void tell_command(GString *found, const struct reading *reading)
{
    g_assert_cmpuint(reading->entries->len, <=, 1);
    if (reading->entries->len == 0) {
        g_string_append(found, "none\n");
        return;
    }
    const struct reading_entry *entry = g_ptr_array_index(reading->entries, 0);
    const struct command *command = entry->command;
    if (command == NULL) {
        g_string_append_printf(found, "refused %s\n", entry->refusal.key);
    } else if (command->text == NULL) {
        g_string_append_printf(found, "%s\n", command->row->name);
    } else {
        g_string_append_printf(found, "%s %s\n", command->row->name, command->text);
    }
}

/* What is found in a mail, as its .found file tells it. */
static char *found_in(const struct message *message, struct match *match)
{
    GString *found = g_string_new(NULL);
    const struct grammar_context context = { .games = registry_names(),
                                             .board = 117,
                                             .reply = REPLY_TO_MATCH,
                                             .reads_as_turn = reads_as_turn,
                                             .data = match };
    if (message->automatic != NULL) {
        g_string_append_printf(found, "automatic %s\n", message->automatic);
        return g_string_free(found, FALSE);
    }
    struct reply reply;
    struct reading reading;
    reply_read(message->text, &reply);
    reading_of_reply(&context, reply.written, reply.kinds, &reading);
    g_string_append(found, message->text_doubtful ? "asked about: " : "");
    tell_command(found, &reading);
    if (reading.comment != NULL) {
        g_string_append_printf(found, "\n%s\n", reading.comment);
    }
    reading_clear(&reading);
    reply_clear(&reply);
    return g_string_free(found, FALSE);
}

static void test_mail(const void *data)
{
    const char *name = data;
    g_autofree char *mail_path = g_strconcat(CORPUS, name, ".eml", NULL);
    g_autofree char *found_path = g_strconcat(CORPUS, name, ".found", NULL);
    g_autofree char *mail = NULL, *expected = NULL;
    gsize length;
    g_assert_true(g_file_get_contents(mail_path, &mail, &length, NULL));
    g_assert_true(g_file_get_contents(found_path, &expected, NULL, NULL));
    g_autoptr(Match) match = match_begun(registry_find("halma"), "", NULL);
    g_autoptr(Message) message = mime_parse(mail, length, false, NULL, NULL);
    g_autofree char *found = found_in(message, match);
    if (g_getenv("UPDATE") != NULL) {
        g_assert_true(g_file_set_contents(found_path, found, -1, NULL));
    } else {
        g_assert_cmpstr(found, ==, expected);
    }
    g_assert_cmpstr(message->from, ==, "ann@example.net");
    g_assert_true(message->text_whole);
}

/* A test for each mail there is. */
static void add_mails(void)
{
    g_autoptr(GDir) folder = g_dir_open(CORPUS, 0, NULL);
    g_assert_nonnull(folder);
    int count = 0;
    for (const char *file; (file = g_dir_read_name(folder)) != NULL;) {
        if (g_str_has_suffix(file, ".eml")) {
            char *name = g_strndup(file, strlen(file) - strlen(".eml"));
            g_autofree char *path = g_strconcat("/corpus/", name, NULL);
            g_test_add_data_func_full(path, name, test_mail, g_free);
            count++;
        }
    }
    g_assert_cmpint(count, >=, CORPUS_CASES_MIN);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    mime_init();
    add_mails();
    return g_test_run();
}
