#include <glib.h>
#include <string.h>

#include "language/grammar.h"
#include "language/line.h"
#include "tests/unit/contexts.h"

static void assert_words(char **words, const char *joined)
{
    g_autofree char *all = g_strjoinv(" ", words);
    g_assert_cmpstr(all, ==, joined);
}

static void assert_refused(const char *line, const char *key, const char *word, const char *shown)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_assert_null(command);
    g_assert_cmpstr(refusal.key, ==, key);
    g_assert_cmpstr(refusal.word, ==, word);
    g_assert_cmpstr(refusal.line, ==, shown);
    command_refusal_clear(&refusal);
}

static void assert_suggested(const char *line, const char *suggestion)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(&plain, line, &refusal);
    g_assert_null(command);
    g_assert_cmpstr(refusal.suggestion, ==, suggestion);
    command_refusal_clear(&refusal);
}

/* ---- the table ---- */

static void test_words_and_games(void)
{
    static const struct {
        const char *line;
        enum command_id id;
    } lines[] = {
        { "HELP", COMMAND_HELP },
        { "whoami.", COMMAND_WHOAMI },
        { "whoa", COMMAND_WHOAMI },
        { "chall", COMMAND_NONE },
        { "hal chal ann bob", COMMAND_CHALLENGE },
        { "chi challenge ann bob", COMMAND_CHALLENGE },
        { "propose 12", COMMAND_DRAW },
        { "resign 12!", COMMAND_RESIGN },
        { "resi 12", COMMAND_NONE },
        { "rese 12", COMMAND_RESEND },
        { "undo #12", COMMAND_UNDO },
        { "und 12", COMMAND_NONE },
        { "yes", COMMAND_NONE },
        { "mov 12 e4-e5", COMMAND_NONE },
        { "vacation off", COMMAND_VACATION },
        { "Halma broadcast ann hello all", COMMAND_BROADCAST },
        { "\xff\xfe", COMMAND_NONE },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        struct command_refusal refusal = { 0 };
        g_autoptr(Command) command = grammar_parse(&plain, lines[i].line, &refusal);
        g_assert_cmpint(command == NULL ? COMMAND_NONE : command->row->id, ==, lines[i].id);
        command_refusal_clear(&refusal);
    }
}

static void test_fields(void)
{
    g_autoptr(Command) challenge =
        parsed("hal challenge ann bob -size=10 carl -nolock --time=36h/move --from=a b 1 -x");
    g_assert_cmpstr(challenge->game, ==, "halma");
    assert_words(challenge->words, "ann bob carl");
    assert_words(challenge->options, "-size=10 -nolock --time=36h/move --from=a b 1 -x");

    g_autoptr(Command) show = parsed("show #12#-3 13 14#7.");
    g_assert_cmpint(show->board, ==, 12);
    g_assert_true(show->has_ply);
    g_assert_cmpint(show->ply, ==, -3);
    assert_words(show->words, "12#-3 13 14#7");

    g_autoptr(Command) next = parsed("show ann NEXT");
    g_assert_cmpstr(next->name, ==, "ann");
    assert_words(next->words, "next");
    g_autoptr(Command) all = parsed("all show");
    assert_words(all->words, "all");
    g_assert_null(all->name);
}

static void test_fields_of_text(void)
{
    g_autoptr(Command) new = parsed("halma prev new -size=8 e4-e5 d4-d5");
    assert_words(new->words, "new");
    assert_words(new->options, "-size=8");
    g_assert_cmpstr(new->text, ==, "e4-e5 d4-d5");
    g_assert_cmpint(new->board, ==, 0);

    g_autoptr(Command) chat = parsed("chat 12   well   played! #1 ");
    g_assert_cmpstr(chat->text, ==, "well   played! #1");
    g_assert_false(chat->has_ply);
    g_autoptr(Command) confirm = parsed("confirm abcd2345");
    g_assert_cmpstr(confirm->text, ==, "abcd2345");
    g_assert_cmpstr(confirm->line, ==, "confirm [token]");
}

static void assert_move(const struct grammar_context *context, const char *line, const char *name,
                        const char *password, const char *text)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse(context, line, &refusal);
    g_assert_nonnull(command);
    g_assert_cmpint(command->board, ==, 12);
    g_assert_cmpstr(command->name, ==, name);
    g_assert_cmpstr(command->password, ==, password);
    g_assert_cmpstr(command->text, ==, text);
    g_assert_true(password == NULL || strstr(command->line, password) == NULL);
}

static bool hello_is_a_turn(void *data, const char *line)
{
    (void)data;
    return g_str_equal(line, "bob hello");
}

static void test_name_or_move(void)
{
    const struct grammar_context odd = { .games = games, .reads_as_turn = hello_is_a_turn };
    assert_move(&plain, "move 12 e4-e5", NULL, NULL, "e4-e5");
    assert_move(&plain, "halma move 12 E4 e5", NULL, NULL, "E4 e5");
    assert_move(&plain, "move 12 e4-e5, d3v", NULL, NULL, "e4-e5, d3v");
    assert_move(&plain, "move 12 e4xc4xc6x", NULL, NULL, "e4xc4xc6x");
    assert_move(&plain, "move 12 ann hush e4 - e5!", "ann", "hush", "e4 - e5!");
    assert_move(&plain, "move 12 ann e4-e5 e6-e7", "ann", "e4-e5", "e6-e7");
    assert_move(&plain, "move 12 ann 12345 pass", "ann", "12345", "pass");
    const struct grammar_context stranger = { .games = games, .stranger = true };
    assert_move(&stranger, "move 12 b4ndit hush! d3", "b4ndit", "hush!", "d3");
    assert_move(&odd, "move 12 bob hello", NULL, NULL, "bob hello");
    assert_move(&odd, "move 12 e4-e5", NULL, NULL, "e4-e5");

    g_autoptr(Command) ply = parsed("move 12 ann hush e4-e5 #-7.");
    g_assert_cmpstr(ply->text, ==, "e4-e5");
    g_assert_cmpint(ply->ply, ==, -7);
    g_assert_cmpstr(ply->line, ==, "move 12 ann [password] e4-e5 #-7.");
    g_autoptr(Command) behind_board = parsed("move 12#7 e4-e5");
    g_assert_cmpint(behind_board->ply, ==, 7);
}

static void test_classic_words(void)
{
    static const struct {
        const char *word;
        enum command_id id;
    } words[] = {
        { "propose", COMMAND_DRAW },  { "undo", COMMAND_UNDO },      { "Accept!", COMMAND_ACCEPT },
        { "reject", COMMAND_REJECT }, { "RESIGN.", COMMAND_RESIGN }, { "pass", COMMAND_MOVE },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *line = g_strdup_printf("halma move 12 ann hush %s", words[i].word);
        g_autoptr(Command) command = parsed(line);
        g_assert_cmpint(command->row->id, ==, words[i].id);
        g_assert_cmpint(command->board, ==, 12);
        g_assert_cmpstr(command->name, ==, "ann");
        g_assert_cmpstr(command->password, ==, "hush");
        g_assert_cmpstr(command->text, ==, words[i].id == COMMAND_MOVE ? "pass" : NULL);
    }
    assert_refused("move 12 resi", "name-needs-password", NULL, "move 12 ...");
    assert_refused("move 12 resign#7", "no-move", NULL, "move 12 ...");
    assert_refused("move 12#7 accept", "no-move", NULL, "move ...");
    assert_refused("move 12 resign now", "no-move", NULL, "move 12 ...");
}

/* What people write in another order, and what is read. */
static void test_loose_order(void)
{
    static const struct {
        const char *line;
        const char *read;
    } lines[] = {
        { "seek halma", "halma seek" },
        { "Seek --time=5d Halma!", "halma seek --time=5d" },
        { "challenge bob halma", "halma challenge bob" },
        { "halma challenge bob", "halma challenge bob" },
        { "hal standings", "standings halma" },
        { "halma history ann 2", "history halma 2" },
        { "halma help", "help halma" },
        { "halma rules", "help halma" },
        { "halma block", "block halma" },
        { "chat halma 12 well  done", "chat 12" },
        { "resign halma 12", "resign 12" },
        { "preview halma new e4-e5", "halma preview new e4-e5" },
        { "sign up ann hush", "signup" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(Command) command = parsed(lines[i].line);
        g_autofree char *read = grammar_whole(command, 0);
        g_assert_cmpstr(read, ==, lines[i].read);
    }
    g_autoptr(Command) chat = parsed("chat halma 12 well  done");
    g_assert_cmpstr(chat->text, ==, "well  done");
    g_autoptr(Command) signup = parsed("sign up ann hush");
    g_assert_cmpstr(signup->line, ==, "sign up ann [password]");
    g_assert_cmpstr(signup->name, ==, "ann");
    assert_refused("halma whoami", "wrong-form", NULL, "halma whoami");
    assert_refused("halma block ann", "wrong-form", NULL, "halma block ...");
}

/* ---- lines that are none ---- */

static void test_refusals(void)
{
    assert_refused("", "empty", NULL, "");
    assert_refused("  \t ", "empty", NULL, "");
    assert_refused("mvoe 12 e4-e5", "unknown", "mvoe", "mvoe ...");
    assert_refused("Hi there, how are you", "unknown", "Hi", "Hi ...");
    assert_refused("hlama move 12 e4-e5", "unknown-game", "hlama", "hlama ...");
    assert_refused("list hlama", "unknown-game", "hlama", "list ...");
    assert_refused("halma", "missing-command", "halma", "halma");
    assert_refused("halma dance 12", "unknown", "dance", "halma ...");
    assert_refused("challenge ann bob", "missing-game", NULL, "challenge ...");
    assert_refused("halma challenge ann b", "name-form", "b", "halma challenge ...");
    assert_refused("halma challenge ann bob -=3", "option-form", "-=3", "halma challenge ...");
    assert_refused("resign", "missing-board", NULL, "resign");
    assert_refused("resign twelve", "missing-board", NULL, "resign ...");
    assert_refused("resign 12x", "missing-board", NULL, "resign ...");
    assert_refused("resign 0", "missing-board", NULL, "resign 0");
    assert_refused("resign 12#3", "missing-board", NULL, "resign ...");
    assert_refused("resign 12 bob hush", "wrong-form", NULL, "resign 12 ...");
    assert_refused("move 12", "missing-move", NULL, "move 12");
    assert_refused("move 12 ann", "name-needs-password", NULL, "move 12 ...");
    assert_refused("move 12 ann hush", "missing-move", NULL, "move 12 ...");
    assert_refused("move 12 ann 7777", "missing-move", NULL, "move 12 ...");
    assert_refused("move 12 ann hush hello", "no-move", NULL, "move 12 ...");
    assert_refused("move 12 e4-e5 ann hush", "no-move", NULL, "move 12 e4-e5 ...");
    assert_refused("preview 12 ann hush e4-e5", "no-move", NULL, "preview 12 ...");
    assert_refused("preview 12 ??", "no-move", NULL, "preview 12 ...");
    assert_refused("challenge hal bob", "missing-game", NULL, "challenge ...");
    assert_refused("preview new e4-e5", "missing-game", NULL, "preview ...");
    assert_refused("signup", "missing-name", NULL, "signup");
    assert_refused("signup ann hush hush", "wrong-form", NULL, "signup ...");
    assert_refused("signup move hush", "name-taken-word", "move", "signup ...");
    assert_refused("confirm", "missing-token", NULL, "confirm");
    assert_refused("yes", "reply-only", "yes", "yes");
    assert_refused("show", "missing-board", NULL, "show");
    assert_refused("show ann then", "wrong-form", NULL, "show ...");
    assert_refused("abcdefghijklmnopqrstuvwxyz", "unknown", "...", "...");
    assert_refused("secret99 ann move 12 e4-e5", "unknown", "...", "...");
    assert_refused("secret99 move 12 e4-e5", "unknown-game", "...", "...");
    assert_refused("halma secret99 12", "unknown", "...", "halma ...");
    assert_refused("move 12 secret99 e4-e5", "no-move", NULL, "move 12 ...");
    assert_refused("move 12 secret99 ann", "no-move", NULL, "move 12 ...");
}

static void test_suggestions(void)
{
    assert_suggested("mvoe 12 e4-e5", "[GAME] move BOARD[#N] [NAME PASSWORD] MOVE");
    assert_suggested("halma hcat 12 hello", "[GAME] chat BOARD [TEXT]");
    assert_suggested("hlama move 12 e4-e5", "halma");
    assert_suggested("halma", "help halma");
    assert_suggested("resing 12", NULL);
    assert_suggested("elephant", NULL);
    assert_suggested("show ann then", "show NAME [next|active|all]");
}

static void test_limits(void)
{
    g_autofree char *filler = g_strnfill(GRAMMAR_LINE_MAX - strlen("confirm "), 'a');
    g_autofree char *fits = g_strconcat("confirm ", filler, NULL);
    g_autofree char *over = g_strconcat(fits, "a", NULL);
    g_autoptr(Command) command = parsed(fits);
    g_assert_cmpstr(command->text, ==, filler);
    assert_refused(over, "too-long", NULL, "confirm ...");

    g_autoptr(GString) many = g_string_new("show");
    for (int i = 0; i < GRAMMAR_WORDS_MAX; i++) {
        g_string_append(many, " 7");
    }
    g_autoptr(Command) most = parsed(many->str);
    g_assert_cmpuint(g_strv_length(most->words), ==, GRAMMAR_WORDS_MAX);
    g_string_append(many, " 7");
    assert_refused(many->str, "too-many-words", NULL, many->str);
}

/* A telephone makes one line of a paragraph. */
static void assert_long_text(const char *opening, const struct grammar_context *reply)
{
    g_autoptr(GString) text = g_string_new("a");
    while (text->len < GRAMMAR_TEXT_MAX) {
        g_string_append(text, " \u00e4");
    }
    g_autofree char *line = g_strconcat(opening, text->str, " b", NULL);
    g_autoptr(Command) command =
        reply != NULL ? grammar_parse_here(reply, line, NULL) : parsed(line);
    g_assert_nonnull(command);
    g_assert_cmpint(command->row->id, ==, COMMAND_CHAT);
    g_assert_true(g_str_has_prefix(text->str, command->text));
    g_assert_cmpuint(strlen(command->text), >, GRAMMAR_TEXT_MAX - 3);
    g_assert_cmpuint(strlen(command->text), <=, GRAMMAR_TEXT_MAX);
    g_assert_true(g_utf8_validate(command->text, -1, NULL));
    g_assert_true(g_str_has_prefix(command->line, opening));
    g_assert_true(g_str_has_suffix(command->line, " ..."));
    g_assert_cmpuint(strlen(command->line), <=, GRAMMAR_LINE_MAX + strlen(" ..."));
}

static void test_long_text(void)
{
    assert_long_text("chat 12 ", NULL);
    assert_long_text("halma chat 12 ", NULL);
    assert_long_text("chat ", &match_reply);
}

static void test_begins_command(void)
{
    static const char *const yes[] = { "help",    "Halma move", "emb show 3", "all show",
                                       "show me", "signup",     "Move!",      NULL };
    static const char *const no[] = { "",         "hello",        "halma",     "yes", "Yes, gladly",
                                      "all help", "hlama move 1", "117 e4-e5", NULL };
    for (int i = 0; yes[i] != NULL; i++) {
        g_assert_true(grammar_begins_command(&plain, yes[i]));
    }
    for (int i = 0; no[i] != NULL; i++) {
        g_assert_false(grammar_begins_command(&plain, no[i]));
    }
}

static void test_names(void)
{
    static const struct {
        const char *name;
        const char *key;
    } names[] = {
        { "ann", NULL },
        { "Jo", NULL },
        { "b4ndit", NULL },
        { "Anna-Lena_2", NULL },
        { "abcdefghijklmnopqrst", NULL },
        { "abcdefghijklmnopqrstu", "name-form" },
        { "a", "name-form" },
        { "", "name-form" },
        { "4ann", "name-form" },
        { "-ann", "name-form" },
        { "ann.b", "name-form" },
        { "\xc3\xa4nn", "name-form" },
        { "Move", "name-taken-word" },
        { "prev", "name-taken-word" },
        { "vacation", "name-taken-word" },
        { "HALMA", "name-taken-word" },
        { "e4", "name-taken-word" },
        { "P16", "name-taken-word" },
        { "e4-e5", "name-taken-word" },
        { "r2d2", "name-taken-word" },
        { "former-3", "name-taken-word" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_assert_cmpstr(grammar_name_fault(&plain, names[i].name), ==, names[i].key);
    }
}

/* ---- replies ---- */

static void test_reply_lines(void)
{
    static const struct {
        const char *line;
        enum command_id id;
    } lines[] = {
        { "e4-e5", COMMAND_MOVE },
        { " E4-e5!", COMMAND_MOVE },
        { "e4-e5#7", COMMAND_MOVE },
        { "move e4-e5", COMMAND_MOVE },
        { "pass", COMMAND_MOVE },
        { "e4-e5 and good luck", COMMAND_NONE },
        { "e4 e5", COMMAND_NONE },
        { "move on", COMMAND_NONE },
        { "resign", COMMAND_RESIGN },
        { "Resign.", COMMAND_RESIGN },
        { "resi", COMMAND_NONE },
        { "resign?", COMMAND_NONE },
        { "I resign", COMMAND_NONE },
        { "resign 12", COMMAND_RESIGN },
        { "resign 13", COMMAND_NONE },
        { "draw", COMMAND_DRAW },
        { "propose", COMMAND_DRAW },
        { "draw?", COMMAND_NONE },
        { "accept", COMMAND_ACCEPT },
        { "accept my apologies", COMMAND_NONE },
        { "show", COMMAND_SHOW },
        { "show me what you got", COMMAND_NONE },
        { "moves", COMMAND_MOVES },
        { "moves e1", COMMAND_MOVES },
        { "moves e4-e5, d", COMMAND_MOVES },
        { "moves me", COMMAND_NONE },
        { "prev e4-e5 d3-d4", COMMAND_PREVIEW },
        { "preview of the next week", COMMAND_NONE },
        { "help", COMMAND_HELP },
        { "help halma", COMMAND_HELP },
        { "help me", COMMAND_NONE },
        { "help halma options", COMMAND_NONE },
        { "chat hello there", COMMAND_CHAT },
        { "undo!", COMMAND_UNDO },
        { "yes", COMMAND_NONE },
        { "confirm", COMMAND_CONFIRM },
        { "confirm it", COMMAND_NONE },
        { "queue e4-e5", COMMAND_QUEUE },
        { "queue", COMMAND_QUEUE },
        { "queue off", COMMAND_QUEUE },
        { "queue on", COMMAND_NONE },
        { "queue if e4-e5: resign", COMMAND_NONE },
        { "submit e4-e5!", COMMAND_SUBMIT },
        { "submit to fate", COMMAND_NONE },
        { "Pause.", COMMAND_PAUSE },
        { "resume", COMMAND_RESUME },
        { "resume it", COMMAND_NONE },
        { "decline", COMMAND_NONE },
        { "whoami", COMMAND_WHOAMI },
        { "move 12 ann hush e4-e5", COMMAND_MOVE },
        { "move ann hush e4-e5", COMMAND_NONE },
        { "", COMMAND_NONE },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(Command) command = grammar_parse_here(&match_reply, lines[i].line, NULL);
        g_assert_cmpint(command == NULL ? COMMAND_NONE : command->row->id, ==, lines[i].id);
    }
    g_autoptr(Command) ply = grammar_parse_here(&match_reply, "e4-e5#7", NULL);
    g_assert_cmpstr(ply->text, ==, "e4-e5");
    g_assert_cmpint(ply->ply, ==, 7);
    g_autoptr(Command) accept = grammar_parse_here(&challenge_reply, "Accept", NULL);
    g_assert_cmpint(accept->row->id, ==, COMMAND_ACCEPT);
    g_assert_null(grammar_parse_here(&challenge_reply, "e4-e5", NULL));
    g_autoptr(Command) yes = grammar_parse_here(&confirm_reply, "Yes.", NULL);
    g_assert_cmpint(yes->row->id, ==, COMMAND_YES);
    g_assert_null(grammar_parse_here(&confirm_reply, "yes please", NULL));
}

static void assert_named(const struct grammar_context *context, const char *line,
                         enum command_id id, const char *shown)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = grammar_parse_here(context, line, &refusal);
    g_test_message("%s", line);
    g_assert_cmpint(command == NULL ? COMMAND_NONE : command->row->id, ==, id);
    g_assert_cmpstr(command != NULL ? command->line : refusal.line, ==, shown);
    g_assert_cmpstr(refusal.key, ==, command == NULL && shown != NULL ? "other-board" : NULL);
    g_assert_cmpstr(refusal.word, ==, refusal.key != NULL ? "13" : NULL);
    g_assert_true(command == NULL || command->board == 12);
    command_refusal_clear(&refusal);
}

static void test_named_lines(void)
{
    struct grammar_context reply = match_reply;
    struct grammar_context challenge = challenge_reply;
    reply.board = challenge.board = 12;
    assert_named(&reply, "move 12 e4-e5", COMMAND_MOVE, "move 12 e4-e5");
    assert_named(&reply, "Halma move #12 e4-e5!", COMMAND_MOVE, "Halma move #12 e4-e5!");
    assert_named(&reply, "move 12 ann hush e4-e5", COMMAND_MOVE, "move 12 ann [password] e4-e5");
    assert_named(&reply, "move 12 ann hush resign", COMMAND_RESIGN,
                 "move 12 ann [password] resign");
    assert_named(&reply, "resign 12", COMMAND_RESIGN, "resign 12");
    assert_named(&reply, "halma chat 12 hello", COMMAND_CHAT, "halma chat 12 hello");
    assert_named(&reply, "chat 12 hello", COMMAND_CHAT, "chat 12 hello");
    assert_named(&reply, "chat 12.", COMMAND_CHAT, "chat 12.");
    assert_named(&reply, "move 13 ann hush e4-e5", COMMAND_NONE, "move 13 ann [password] e4-e5");
    assert_named(&reply, "resign 13.", COMMAND_NONE, "resign 13.");
    assert_named(&reply, "move 12 ann hush hello", COMMAND_NONE, NULL);
    assert_named(&reply, "resign 12 or not", COMMAND_NONE, NULL);
    assert_named(&reply, "decline 12", COMMAND_NONE, NULL);
    assert_named(&reply, "decline 13", COMMAND_NONE, NULL);
    assert_named(&reply, "12 of us", COMMAND_NONE, NULL);
    assert_named(&challenge, "accept 12", COMMAND_ACCEPT, "accept 12");
    assert_named(&challenge, "accept 13", COMMAND_NONE, "accept 13");
    assert_named(&challenge, "move 12 e4-e5", COMMAND_NONE, NULL);
    assert_named(&confirm_reply, "resign 13", COMMAND_NONE, NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/grammar/words-and-games", test_words_and_games);
    g_test_add_func("/grammar/fields", test_fields);
    g_test_add_func("/grammar/fields-of-text", test_fields_of_text);
    g_test_add_func("/grammar/name-or-move", test_name_or_move);
    g_test_add_func("/grammar/classic-words", test_classic_words);
    g_test_add_func("/grammar/loose-order", test_loose_order);
    g_test_add_func("/grammar/refusals", test_refusals);
    g_test_add_func("/grammar/suggestions", test_suggestions);
    g_test_add_func("/grammar/limits", test_limits);
    g_test_add_func("/grammar/long-text", test_long_text);
    g_test_add_func("/grammar/begins-command", test_begins_command);
    g_test_add_func("/grammar/names", test_names);
    g_test_add_func("/grammar/reply-lines", test_reply_lines);
    g_test_add_func("/grammar/named-lines", test_named_lines);
    return g_test_run();
}
