/*
 * Any bytes as the lines of a mail, read in each of the ways a mail comes in.
 * What comes out must be whole: a command or a reason, valid UTF-8.
 */
#include <glib.h>
#include <string.h>

#include "language/reading.h"
#include "language/said.h"
#include "language/understand.h"

enum { LINES_MAX = 64 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static const char *const games[] = { "embargo", "emergo", "halma", NULL };

static void must(bool holds)
{
    if (!holds) {
        g_error("the reading is not whole");
    }
}

static bool says_something(const char *text)
{
    return text != NULL && g_utf8_validate(text, -1, NULL);
}

static void check(struct reading *reading)
{
    must(reading->entries->len <= READING_COMMANDS_MAX);
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = g_ptr_array_index(reading->entries, i);
        if (entry->command != NULL) {
            must(says_something(entry->command->line) && entry->command->words != NULL);
        } else {
            must(entry->refusal.key != NULL && says_something(entry->refusal.line));
        }
        must(entry->comment == NULL ||
             (says_something(entry->comment) && strlen(entry->comment) <= GRAMMAR_TEXT_MAX));
    }
    must(reading->comment == NULL ||
         (says_something(reading->comment) && strlen(reading->comment) <= GRAMMAR_TEXT_MAX));
    reading_clear(reading);
}

/* Much as moves look: a letter, a digit, and no blank. */
static bool looks_like_turn(void *data, const char *line)
{
    (void)data;
    return g_ascii_isalpha(line[0]) && g_ascii_isdigit(line[1]) && strchr(line, ' ') == NULL;
}

static bool context_of_even(void *who, gint64 board, struct grammar_context *of_board)
{
    (void)who;
    *of_board = (struct grammar_context){ .games = games,
                                          .board = board,
                                          .reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE,
                                          .reads_as_turn = looks_like_turn };
    return board % 2 == 0;
}

/* The first letter of a line is its kind. */
static char *kinds_of(char **lines)
{
    static const char all[] = "tbqw";
    GString *kinds = g_string_new(NULL);
    for (int i = 0; lines[i] != NULL; i++) {
        g_string_append_c(kinds, all[(unsigned char)lines[i][0] % 4]);
    }
    return g_string_free(kinds, FALSE);
}

/* What letters ask: a reply to them means this by yes and no. */
static const struct grammar_context asked[] = {
    { .reply = 0 },
    { .reply = REPLY_TO_MATCH, .people = { "bob" }, .game = "halma" },
    { .reply = REPLY_TO_MATCH, .yes = "accept", .no = "reject", .people = { "bob", "hugo.2" } },
    { .reply = REPLY_TO_MATCH, .yes = "rematch", .yes_by_name = true },
    { .reply = REPLY_TO_MATCH, .yes = "e1-d2" },
    { .reply = REPLY_TO_CHALLENGE, .yes = "accept", .no = "decline", .several = true },
    { .reply = REPLY_TO_CONFIRM, .yes = "confirm" },
    { .reply = REPLY_TO_GREETING },
};

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
    g_autofree char *text = g_strndup((const char *)data, size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", LINES_MAX);
    g_autofree char *kinds = kinds_of(lines);
    const char *subject = lines[0] != NULL ? lines[0] : "";
    must(leave_wish(&asked[0], text) <= (LEAVE_STOP | LEAVE_NOT_ME));
    for (size_t i = 0; i < G_N_ELEMENTS(asked); i++) {
        struct grammar_context context = asked[i];
        context.games = games;
        context.reads_as_turn = looks_like_turn;
        context.board = context.reply != 0 && context.reply != REPLY_TO_GREETING ? 12 : 0;
        context.context_of = context_of_even;
        struct reading reading;
        reading_of_reply(&context, lines, kinds, &reading);
        check(&reading);
        struct grammar_context plain = context;
        plain.reply = 0;
        reading_of_mail(&plain, subject, lines, kinds, &reading);
        check(&reading);
        struct grammar_context several = context;
        several.several = true;
        reading_of_mail(&several, NULL, lines, kinds, &reading);
        check(&reading);
        g_autofree char *name = newcomer_name(&context, text);
        must(name == NULL || says_something(name));
        g_auto(Understanding) meant = { 0 };
        understand(&context, text, &meant);
        for (size_t k = 0; meant.offers[k] != NULL; k++) {
            g_autoptr(Command) offered = understand_line(&context, meant.offers[k]);
            must(offered != NULL);
        }
    }
    return 0;
}
