#include "read-lines.h"

static void test_reply_command(void)
{
    assert_reply("te4-e5", "move e4-e5", NULL);
    assert_reply("tHi Bob!|b|tHere goes:|te4-e5|b|tBye", "move e4-e5",
                 "Hi Bob!\n\nHere goes:\n\nBye");
    assert_reply("q> e4-e5|te6-e7", "move e6-e7", NULL);
    assert_reply("q> a long line|wresign|te6-e7", "near-move", "e6-e7");
    assert_reply("t1|t2|t3|t4|te4-e5", "move e4-e5", "1\n2\n3\n4");
    assert_reply("t1|t2|t3|t4|t5|te4-e5", "move e4-e5", "1\n2\n3\n4\n5");
    assert_reply("t1|q> 2|wa|b|t2|q> b|t3|wc|t4|te4-e5", "move e4-e5", "1\na\n\n2\n3\n4");
    assert_reply("tNothing here", "", NULL);
    assert_reply("", "", NULL);
    assert_reply("q> resign|b|wresign", "", NULL);
    assert_reply("te4-e5|tresign", "move e4-e5", NULL);
    assert_reply("tresign now|tdraw", "draw", NULL);
    assert_reply("t*e4-e5*", "move e4-e5", NULL);
    assert_reply("t__draw__|t*Well* played", "draw", "*Well* played");
    assert_reply("t*|t**|te4-e5*", "move e4-e5", NULL);
}

#define LONG_WORDS "a line so long that a program which breaks lines there"

/* The rest of a sentence that a program broke. */
static void test_broken_sentence(void)
{
    assert_reply("t" LONG_WORDS "|tresign|tdraw", "draw",
                 "a line so long that a program which breaks lines there\nresign");
    assert_reply("t" LONG_WORDS "|tpass", "", NULL);
    assert_reply("t" LONG_WORDS ".|tresign", "not-alone",
                 "a line so long that a program which breaks lines there.");
    assert_reply("t" LONG_WORDS "|b|tresign", "not-alone",
                 "a line so long that a program which breaks lines there");
    assert_reply("t" LONG_WORDS "|te4-e5", "taken-back",
                 "a line so long that a program which breaks lines there");
    assert_reply("tA short line|tresign", "not-alone", "A short line");
    assert_reply("tI would never|tresign", "not-alone", "I would never");
    assert_reply("tI'll not|b|tresign", "not-alone", "I'll not");
    assert_reply("tShould I|tresign|t?", "not-alone", "Should I\n\n?");
    assert_reply("tI would not.|tresign", "not-alone", "I would not.");
    assert_reply("tAs I like it|tdraw", "draw", "As I like it");
}

/* Who resigns writes no move below. */
static void test_resign_and_move(void)
{
    assert_reply("tresign|te4-e5", "not-alone", "e4-e5");
    assert_reply("tresign|b|te4-e5|tBye", "not-alone", "e4-e5\nBye");
    assert_reply("tresign|tafter e4-e5 that is lost", "not-alone", "after e4-e5 that is lost");
    assert_reply("tdraw|te4-e5", "draw", NULL);
}

/* What was not read because it stands right below a quoted line. */
static void test_endings_below_quote(void)
{
    assert_reply("q> x|we4-e5|b|tresign", "near-move", "resign");
    assert_reply("q> x|wdraw|b|tresign", "near-move", "resign");
    assert_reply("q> x|we4-e5|b|te6-e7", "near-move", "e6-e7");
    assert_reply("q> x|wresign|b|te4-e5", "near-move", "e4-e5");
    assert_reply("q> x|wso I played e4-e5|b|tresign", "not-alone", "so I played e4-e5");
    assert_reply("te4-e5|q> x|we6-e7|b|tresign", "move e4-e5", NULL);
}

static void test_reply_names_board(void)
{
    assert_reply("tHi!|thalma move 12 e4-e5|tBye", "move e4-e5", "Bye");
    assert_reply("tmove 12 ann hush e4-e5", "move e4-e5", NULL);
    assert_reply("tmove 12 e4-e5|tresign", "move e4-e5", NULL);
    assert_reply("tmove 13 e4-e5|tresign", "other-board", "resign");
    assert_reply("thalma chat 12 hello|tthere", "chat hello\nthere", NULL);
    assert_reply("tchat 5 to go", "chat 5 to go", NULL);
    assert_reply("tchat 12 hello|tthere", "chat hello\nthere", NULL);
    assert_reply("tchat 12|thello", "chat hello", NULL);
    assert_reply("tchat 121 hello", "chat 121 hello", NULL);
    assert_reply("tshow 13", "show", NULL);
    assert_reply("tpreview 13 e4-e5|tresign", "preview e4-e5", NULL);
}

/* Whole commands that are about no board; nothing that could be talk. */
static void test_reply_apart(void)
{
    assert_reply("tgames", "games", NULL);
    assert_reply("tHi!|tGames bob.|tBye", "games", "Bye");
    assert_reply("twhoami", "whoami", NULL);
    assert_reply("tlist halma", "list", NULL);
    assert_reply("thalma preview new -size=8 e4-e5", "preview e4-e5", NULL);
    assert_reply("taddress add a@example.org", "address a@example.org", NULL);
    assert_reply("tforget", "forget", NULL);
    assert_reply("tpassword ann", "password", NULL);
    assert_reply("tpassword ann hush quiet|tdraw", "draw", NULL);
    assert_reply("taddress ann hush add a@example.org|tdraw", "draw", NULL);
    assert_reply("tconfirm abcdefgh|tdraw", "draw", NULL);
    assert_reply("tadd a@example.org|tdraw", "draw", NULL);
    assert_reply("twhoa|tdraw", "draw", "whoa");
    assert_reply("tgames are fun|tdraw", "draw", "games are fun");
    assert_reply("tlist of things|tdraw", "draw", "list of things");
    assert_reply("tforget it|tdraw", "taken-back", "forget it");
    assert_reply("tset sail|tdraw", "draw", NULL);
    assert_reply("tshow me|tdraw", "draw", "show me");
    assert_reply("tmessage ann hello|tdraw", "draw", NULL);
    assert_reply("t" LONG_WORDS "|tforget|tdraw", "draw", NULL);
}

/* What may stand around a move without making it another. */
static void test_wrapped_moves(void)
{
    static const char *const lines[] = {
        "- e4-e5",   "* e4-e5",       "\u2022 e4-e5", "(e4-e5)",   "[e4-e5]",   "- (e4-e5)",
        "\"e4-e5\"", "- *\"e4-e5\"*", "12 e4-e5",     "#12 e4-e5", "12: e4-e5", "  - e4-e5. ",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i]);
        g_autofree char *mail = g_strconcat("t", lines[i], "|tresign", NULL);
        struct reading reading;
        read_mail(&match_reply, NULL, mail, &reading);
        g_assert_cmpuint(reading.entries->len, ==, 1);
        const struct reading_entry *entry = reading.entries->pdata[0];
        g_assert_cmpint(entry->command->row->id, ==, COMMAND_MOVE);
        g_assert_false(entry->command->has_ply);
        g_assert_null(reading.comment);
        g_assert_cmpstr(reading.not_done, ==, "resign");
        reading_clear(&reading);
    }
}

/* A number before a full stop is that of the turn, which the match looks at. */
static void test_numbered_moves(void)
{
    static const struct {
        const char *line;
        gint64 turn;
    } lines[] = { { "13. e4-e5", 13 }, { "13.e4-e5", 13 },    { "7... e4-e5", 7 },
                  { "7...e4-e5", 7 },  { "- 13. e4-e5", 13 }, { "13. \"e4-e5\"", 13 } };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i].line);
        g_autofree char *mail = g_strconcat("t", lines[i].line, NULL);
        struct reading reading;
        read_mail(&match_reply, NULL, mail, &reading);
        const struct reading_entry *entry = reading.entries->pdata[0];
        g_assert_true(entry->command->has_ply);
        g_assert_cmpint(entry->command->ply, ==, lines[i].turn);
        g_assert_cmpstr(entry->command->text, !=, NULL);
        reading_clear(&reading);
    }
}

/* The second half of a word is no courtesy, whatever it says by itself. */
static void test_tied(void)
{
    static const char *const lines[][2] = {
        { "set language=pt-BR", "pt-BR" },
        { "set language=pt-BR thx", "pt-BR" },
        { "set language=pt-BR - cheers", "pt-BR" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i][0]);
        g_autofree char *mail = g_strconcat("t", lines[i][0], NULL);
        struct reading reading;
        read_mail(&match_reply, NULL, mail, &reading);
        const struct reading_entry *entry = reading.entries->pdata[0];
        g_assert_cmpint(entry->command->row->id, ==, COMMAND_SET);
        g_assert_cmpstr(entry->command->words[1], ==, lines[i][1]);
        reading_clear(&reading);
    }
}

/* Moves in words, with courtesy and talk around them. */
static void test_moves_in_words(void)
{
    static const struct {
        const char *line, *move;
    } lines[] = {
        { "move: e4-e5", "e4-e5" },
        { "my move is e4-e5", "e4-e5" },
        { "I play E4-E5", "e4-e5" },
        { "e4 to e5", "e4-e5" },
        { "e4-e5 please", "e4-e5" },
        { "e4-e5 and good luck", "e4-e5" },
        { "So: e4-e5!", "e4-e5" },
        { "from e4 to e5", "e4-e5" },
        { "e 4 to e 5", "e4-e5" },
        { "e four to e five", "e4-e5" },
        { "aitch three to aitch five", "h3-h5" },
        { "Golf 3 delta five, please", "g3-d5" },
        { "Thanks, e4-e5", "e4-e5" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i].line);
        g_autofree char *mail = g_strconcat("tHi!|t", lines[i].line, NULL);
        struct reading reading;
        read_mail(&match_reply, NULL, mail, &reading);
        g_assert_cmpuint(reading.entries->len, ==, 1);
        const struct reading_entry *entry = reading.entries->pdata[0];
        g_assert_nonnull(entry->command);
        g_assert_cmpstr(entry->command->text, ==, lines[i].move);
        g_assert_cmpstr(entry->command->line, ==, lines[i].line);
        reading_clear(&reading);
    }
}

/* What may be meant as a move is asked about, with what stands below it. `move`: what is offered
 * instead; NULL: nothing. */
static void test_near_moves(void)
{
    static const struct {
        const char *line, *move;
    } lines[] = {
        { "e4-e5 would lose", "e4-e5" },
        { "you played e4-e5", "e4-e5" },
        { "not e4-e5", "e4-e5" },
        { "e4-e5 leaves the goal.", "e4-e5" },
        { "e4-e5, if you like", "e4-e5" },
        { "e4-e5?", "e4-e5" },
        { "117 e4-e5", "e4-e5" },
        { "13) e4-e5", "e4-e5" },
        { "'e4-e5' said Bob", "e4-e5" },
        { "e4-e5 l", "e4-e5" },
        { "we4-e5 was a slip, like e4-e6", "e4-e6" },
        { "13.. e4-e5", "e4-e5" },
        { "13. e4-e5#12", NULL },
        { "e4-e5 or e4-e6", NULL },
        { "e4 e", NULL },
        { "e4-", NULL },
        { "e4-e\u00e95", NULL },
        { "e4", NULL },
        { "I pass", NULL },
        { "pass and good luck to you", NULL },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_test_message("%s", lines[i].line);
        g_autofree char *mail = g_strconcat("tHi!|t", lines[i].line, "|b|tresign|tBye", NULL);
        struct reading reading;
        read_mail(&match_reply, NULL, mail, &reading);
        g_assert_cmpuint(reading.entries->len, ==, 1);
        const struct reading_entry *entry = reading.entries->pdata[0];
        g_assert_null(entry->command);
        g_assert_cmpstr(entry->refusal.key, ==, "near-move");
        g_assert_cmpstr(entry->refusal.line, ==, lines[i].line);
        g_assert_cmpstr(entry->refusal.suggestion, ==, lines[i].move);
        g_assert_cmpstr(entry->refusal.below, ==, "resign");
        reading_clear(&reading);
    }
}

static void test_talk_above(void)
{
    static const char *const lines[] = {
        "Hi Bob!",
        "I did not see e4 coming",
        "See you at 8",
        "Thanks for a 2 day wait",
        "Well played, bob",
        "It will pass, they say",
        "On turn 12 I slept",
        "(I was away)",
        "I had 2h or 3h left",
        "In 2h 3m I am back",
        "That took 24h-36h, sorry",
        "Take care",
        "What now?",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autofree char *mail = g_strconcat("t", lines[i], "|b|te4-e5", NULL);
        struct reading reading;
        g_test_message("%s", lines[i]);
        read_mail(&match_reply, NULL, mail, &reading);
        g_autofree char *all = summary(&reading);
        g_assert_cmpstr(all, ==, "move e4-e5");
        reading_clear(&reading);
    }
    /* What stands behind a move on its line is said to the others, too. */
    struct grammar_context named = match_reply;
    g_strlcpy(named.people[0], "bob", sizeof named.people[0]);
    assert_read(&named, NULL, "te4-e5 Good luck Bob", "move e4-e5", "Good luck Bob");
    assert_read(&named, NULL, "tresign :-P", "not-alone", NULL);
    assert_read(&named, NULL, "tresign :-)", "resign", NULL);
    assert_read(&plain, NULL, "tresign 12 please", "resign", NULL);
    assert_read(&plain, NULL, "tresign 12 lol", "not-alone", NULL);
    /* A challenge takes no moves, so squares mean nothing there. */
    struct grammar_context challenge = match_reply;
    challenge.reply = REPLY_TO_CHALLENGE;
    assert_read(&challenge, NULL, "tI shall begin with e4-e5|taccept", "accept", NULL);
    assert_read(&challenge, NULL, "t- accept|tdecline", "not-alone", "- accept");
}

static void test_damaged(void)
{
    assert_reply("te4\ufffde5|tresign", "damaged", "resign");
    assert_reply("tHi!|t\ufffd\ufffd|b|tresign|tBye", "damaged", "resign\nBye");
    assert_reply("tr\ufffdsign", "damaged", NULL);
    assert_reply("te4-e5|tGr\ufffdsse", "move e4-e5", "Gr\ufffdsse");
    const struct grammar_context confirm = {
        .games = games, .reply = REPLY_TO_CONFIRM, .yes = "yes", .no = "no", .asks_gravely = true
    };
    assert_read(&confirm, NULL, "tn\ufffd|b|tyes", "", NULL);
    assert_read(&confirm, NULL, "tHello,|b|tyes, please|eThank you", "yes", NULL);
}

/* In a mail of commands a bad line does not spoil the others, but for those that end something. */
static void test_endings_below_doubt(void)
{
    assert_read(&plain, "x", "tmove 12 e4\ufffde5|tresign 12|twhoami",
                "no-move; below-doubt; whoami", NULL);
    assert_read(&plain, "x", "t13. e4-e5|tdraw 12", "unknown; below-doubt", NULL);
    assert_read(&plain, "x", "tmy move is e4-e5|tforget|tlist", "unknown; below-doubt; list", NULL);
    assert_read(&plain, "x", "tmove 12 e4 ple\ufffdse|tsignoff", "no-move; below-doubt", NULL);
    assert_read(&plain, "x", "tmove 12 e4 please", "move e4", NULL);
    assert_read(&plain, "m\ufffdve 12 e4-e5", "tresign 12", "below-doubt", NULL);
    assert_read(&plain, "13. e4-e5", "tresign 12", "below-doubt", NULL);
    assert_read(&plain, "x", "tHello Bob|tresign 12", "resign", NULL);
    assert_read(&plain, "x", "tresign 12|tmove 12 e\ufffd", "not-alone; no-move", NULL);
}

/* What cannot be undone stands alone in its mail, wherever that is sent to. */
static void test_grave_alone(void)
{
    struct grammar_context named = match_reply;
    g_strlcpy(named.people[0], "bob", sizeof named.people[0]);
    assert_read(&plain, "x", "tundo my|tresign 12", "missing-board; not-alone", NULL);
    assert_read(&plain, "x", "thelp|tresign 12", "help; resign", NULL);
    assert_read(&plain, "x", "tresign 12|t?", "not-alone", NULL);
    assert_read(&plain, "x", "tsignoff resign|t?", "not-alone", NULL);
    assert_read(&plain, "x", "t'resign 12'", "wrong-form", NULL);
    assert_read(&plain, "x", "tresign 12|b|eThanks|eBob", "resign", NULL);
    assert_read(&plain, "x", "tresign 12|b|eThanks, or should I play on?", "not-alone", NULL);
    assert_read(&plain, "x", "tresign 12|tresign 13", "resign; resign", NULL);
    assert_read(&plain, "resign 12", "tnot yet", "not-alone", "not yet");
    assert_read(&plain, "resign 12", "b", "resign", NULL);
    assert_read(&named, NULL, "tbob:|tresign", "not-alone", NULL);
    assert_read(&named, NULL, "t'resign'", "not-alone", NULL);
    assert_read(&named, NULL, "t\u2018resign\u2019", "not-alone", NULL);
}

/* A line that begins like a command of an account is not sent to anybody, misspelt or not. */
static void test_secret_text(void)
{
    assert_reply("tchat Hi|tpassword ann opensesame newsecret", "secret-text", NULL);
    assert_reply("tchat Hi|tpasswrod ann opensesame newsecret", "secret-text", NULL);
    assert_reply("tchat Hi|tsignup ann opensesame", "secret-text", NULL);
    assert_reply("tchat Hi|tshow me your best", "chat Hi\nshow me your best", NULL);
    g_assert_true(grammar_may_hold_secret(&plain, "passwrod ann opensesame newsecret"));
    g_assert_true(grammar_may_hold_secret(&plain, "move 1 opensesame ann e1-d2"));
}

/* A command that seems to be the rest of a quoted line is not read, and that is told. */
static void test_below_quote(void)
{
    static const struct {
        bool reply;
        const char *mail;
        bool told;
    } cases[] = {
        { false, "twhoami|q> x|wresign 12", true },
        { false, "q> x|wlist|wof things", true },
        { false, "q> x|b|tlist", false },
        { false, "tlist|q> x|wand more", false },
        { true, "q> x|we4-e5", true },
        { true, "q> x|wresign|b|te4-e5", true },
        { true, "te4-e5|q> x|wresign", false },
        { true, "q> x|wand more|b|te4-e5", false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        struct reading reading;
        read_mail(cases[i].reply ? &match_reply : &plain, NULL, cases[i].mail, &reading);
        g_assert_true(reading.below_quote == cases[i].told);
        reading_clear(&reading);
    }
}

static void test_signs_around(void)
{
    assert_reply("t\"e4-e5\"", "move e4-e5", NULL);
    assert_reply("t'e4-e5'", "move e4-e5", NULL);
    assert_reply("t`*e4-e5*`", "move e4-e5", NULL);
    assert_reply("t\u00abdraw\u00bb", "draw", NULL);
    assert_reply("t\u300ce4-e5\u300d", "move e4-e5", NULL);
    assert_reply("t\"e4-e5'", "near-move", NULL);
    assert_reply("t\"\"|tdraw", "draw", NULL);
}

static void test_reply_comment(void)
{
    assert_reply("tdraw|b|b|tone|b|b|q> quoted|b|ttwo|wthree|b|b", "draw", "one\n\ntwo\nthree");
    assert_reply("tdraw|q> quoted|b", "draw", NULL);
    assert_reply("tchat hello|tand bye", "chat hello\nand bye", NULL);
    assert_reply("tchat|b|thello|b|tbye", "chat hello\n\nbye", NULL);
    assert_reply("tchat|b|q> x", "missing-text", NULL);
}

/* Others' words begin with these too, so that they must stand alone. */
static void test_reply_note(void)
{
    assert_reply("tnote|tgo left|b|tand up", "note go left\n\nand up", NULL);
    assert_reply("tnote|b", "note", NULL);
    assert_reply("tNote that I am away.|te4-e5|tBye", "move e4-e5", "Note that I am away.\n\nBye");
    assert_reply("tNote 12 go left|tand up", "note go left\nand up", NULL);
    assert_reply("tunwatch", "unwatch", NULL);
    assert_reply("tunwatch ann|tmore", "unwatch", "more");
    assert_reply("tI shall|tWatch this|tmessage ann hello", "", NULL);
    const struct grammar_context message = { .games = games, .reply = REPLY_TO_MESSAGE };
    assert_read(&message, NULL, "tHello|tMessage me", "message me", NULL);
    assert_read(&message, NULL, "tmessage|b|tone|q> x|ttwo", "message one\ntwo", NULL);
    assert_read(&message, NULL, "tchat hello|tresign", "", NULL);
}

/* What is said goes on down to a line with a full stop alone; what is noted is of one
 * line. */
static void test_text_below(void)
{
    assert_read(&plain, NULL, "tchat 12|tone|b|ttwo|t.|tlist", "chat one\n\ntwo; list", NULL);
    assert_read(&plain, NULL, "tmessage ann|tone|t.|tlist", "message one; list", NULL);
    assert_read(&plain, NULL, "tmessage ann one|ttwo", "message one", NULL);
    assert_read(&plain, NULL, "tnote 12|tlist", "note; list", NULL);
    assert_read(&plain, NULL, "tnote 12 one|tlist", "note one; list", NULL);
    assert_read(&plain, "message ann", "tone|ttwo|t.|tthree", "message one\ntwo\n.\nthree", NULL);
    assert_read(&plain, "message ann", "q> one", "missing-text", NULL);
    assert_read(&plain, "note 12", "tone|ttwo", "note one\ntwo", NULL);
    assert_read(&plain, "note 12", "q> one", "note", NULL);
}

static void test_comment_is_cut(void)
{
    g_autofree char *kept = g_strnfill(GRAMMAR_TEXT_MAX - strlen(" ...") - 1, 'x');
    g_autofree char *mail = g_strconcat("tdraw|t", kept, "\xc3\xa4\xc3\xa4|tmore", NULL);
    g_autofree char *shown = g_strconcat(kept, " ...", NULL);
    assert_reply(mail, "draw", shown);
    g_autofree char *long_line = g_strnfill(GRAMMAR_TEXT_MAX - 1, 'x');
    g_autofree char *fits = g_strconcat(long_line, "y", NULL);
    g_autofree char *whole = g_strconcat("tdraw|t", fits, NULL);
    assert_reply(whole, "draw", fits);
    g_autofree char *chat = g_strconcat("tchat hello|t", long_line, NULL);
    struct reading reading;
    read_mail(&match_reply, NULL, chat, &reading);
    const struct reading_entry *entry = g_ptr_array_index(reading.entries, 0);
    g_assert_cmpuint(strlen(entry->command->text), ==, GRAMMAR_TEXT_MAX);
    reading_clear(&reading);
}

static void assert_cut(const struct grammar_context *context, const char *mail, bool cut)
{
    struct reading reading;
    read_mail(context, NULL, mail, &reading);
    g_assert_true(reading.comment_cut == cut);
    reading_clear(&reading);
}

static void test_cut_is_told(void)
{
    g_autofree char *longest = g_strnfill(GRAMMAR_TEXT_MAX, 'x');
    g_autofree char *fits = g_strconcat("tdraw|t", longest, NULL);
    g_autofree char *over = g_strconcat(fits, "|tx", NULL);
    assert_cut(&match_reply, fits, false);
    assert_cut(&match_reply, over, true);
    g_autofree char *chat_fits = g_strconcat("tchat ", longest, NULL);
    g_autofree char *chat_over = g_strconcat(chat_fits, "x", NULL);
    g_autofree char *chat_below = g_strconcat("tchat x|t", longest, NULL);
    assert_cut(&match_reply, chat_fits, false);
    assert_cut(&match_reply, chat_over, true);
    assert_cut(&match_reply, chat_below, true);
    g_autofree char *board_fits = g_strconcat("tchat 12|t", longest, NULL);
    g_autofree char *board_over = g_strconcat("tchat 12 ", longest, "x", NULL);
    assert_cut(&plain, board_fits, false);
    assert_cut(&plain, board_over, true);
}

static void test_subject_command(void)
{
    assert_read(&plain, "\"list\"", "", "list", NULL);
    assert_read(&plain, "halma move 12 e4-e5", "tGood luck|b|q> x|tBye", "move e4-e5",
                "Good luck\n\nBye");
    assert_read(&plain, "help", "", "help", NULL);
    assert_read(&plain, "move twelve", "tresign 12", "missing-board", "resign 12");
    assert_read(&plain, "chat 12", "thello", "chat hello", NULL);
    assert_read(&plain, "chat 12 hello", "tand bye", "chat hello\nand bye", NULL);
    assert_read(&plain, "chat 12", "b", "missing-text", NULL);
    assert_read(&plain, "mvoe 12 e4-e5", "b|q> x", "unknown", NULL);
    assert_read(&plain, "mvoe 12 e4-e5", "twhoami", "whoami", NULL);
    assert_read(&plain, NULL, "", "", NULL);
    assert_read(&plain, "  ", "b", "", NULL);
    assert_read(&plain, "multiple", "", "", NULL);
}

static void test_body_commands(void)
{
    assert_read(&plain, "Multiple", "twhoami|b|tmvoe 3|q> resign 3|wresign 3|tresign 12|tend|tlist",
                "whoami; unknown; below-doubt", NULL);
    assert_read(&plain, "my commands", "tchat 12|thello|b|tbye|t.|twhoami",
                "chat hello\n\nbye; whoami", NULL);
    assert_read(&plain, "my commands", "tchat 12 hello|twhoami", "chat hello; whoami", NULL);
    assert_read(&plain, "x", "tchat 12|t.|twhoami", "missing-text; whoami", NULL);
    assert_read(&plain, "x", "tchat 12|thello", "chat hello", NULL);
    assert_read(&plain, "x", "tEND.|twhoami", "", NULL);
}

static void test_salutation(void)
{
    assert_read(&plain, "Two things", "tHello,|b|tlist|tgames", "list; games", NULL);
    assert_read(&plain, NULL, "tGood evening!|tlist", "list", NULL);
    assert_read(&plain, NULL, "tHello|tlist", "list", NULL);
    assert_read(&plain, NULL, "tHello,|tBye,", "", NULL);
    assert_read(&plain, NULL, "tlist,|tgames", "list; games", NULL);
    assert_read(&plain, NULL, "tlst!|tgames", "unknown; games", NULL);
    assert_read(&plain, NULL, "tlist|tHello,", "list", NULL);
    assert_read(&plain, NULL, "tHello,", "", NULL);
}

static void test_body_limits(void)
{
    struct reading reading;
    read_mail(&plain, "x", "tmvoe 1|tb|tmvoe 2|thelp|td|te|b|q> x", &reading);
    g_assert_cmpuint(reading.entries->len, ==, 3); /* the others are talk */
    reading_clear(&reading);

    g_autoptr(GString) mail = g_string_new("thelp");
    for (int i = 1; i < READING_COMMANDS_MAX; i++) {
        g_string_append(mail, "|thelp");
    }
    read_mail(&plain, "x", mail->str, &reading);
    g_assert_cmpuint(reading.entries->len, ==, READING_COMMANDS_MAX);
    g_assert_false(reading.too_many);
    reading_clear(&reading);
    g_string_append(mail, "|thelp");
    read_mail(&plain, "x", mail->str, &reading);
    g_assert_cmpuint(reading.entries->len, ==, READING_COMMANDS_MAX);
    g_assert_true(reading.too_many);
    reading_clear(&reading);
}

/* A mail program breaks long lines where it likes. */
static void test_broken_line_keeps_the_password(void)
{
    assert_read(&plain, "x", "thalma move 12 ann|thush e4-e5|twhoami",
                "name-needs-password; whoami", NULL);
    assert_read(&plain, "x", "thalma move 12 ann|twhoami", "name-needs-password; whoami", NULL);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reading/reply-apart", test_reply_apart);
    g_test_add_func("/reading/wrapped-moves", test_wrapped_moves);
    g_test_add_func("/reading/numbered-moves", test_numbered_moves);
    g_test_add_func("/reading/tied", test_tied);
    g_test_add_func("/reading/moves-in-words", test_moves_in_words);
    g_test_add_func("/reading/near-moves", test_near_moves);
    g_test_add_func("/reading/talk-above", test_talk_above);
    g_test_add_func("/reading/damaged", test_damaged);
    g_test_add_func("/reading/endings-below-doubt", test_endings_below_doubt);
    g_test_add_func("/reading/grave-alone", test_grave_alone);
    g_test_add_func("/reading/secret-text", test_secret_text);
    g_test_add_func("/reading/below-quote", test_below_quote);
    g_test_add_func("/reading/resign-and-move", test_resign_and_move);
    g_test_add_func("/reading/endings-below-quote", test_endings_below_quote);
    g_test_add_func("/reading/signs-around", test_signs_around);
    g_test_add_func("/reading/reply note", test_reply_note);
    g_test_add_func("/reading/text below", test_text_below);
    g_test_add_func("/reading/reply-command", test_reply_command);
    g_test_add_func("/reading/broken-sentence", test_broken_sentence);
    g_test_add_func("/reading/reply-names-board", test_reply_names_board);
    g_test_add_func("/reading/reply-comment", test_reply_comment);
    g_test_add_func("/reading/comment-is-cut", test_comment_is_cut);
    g_test_add_func("/reading/cut-is-told", test_cut_is_told);
    g_test_add_func("/reading/subject-command", test_subject_command);
    g_test_add_func("/reading/body-commands", test_body_commands);
    g_test_add_func("/reading/salutation", test_salutation);
    g_test_add_func("/reading/body-limits", test_body_limits);
    g_test_add_func("/reading/broken-line-keeps-the-password", test_broken_line_keeps_the_password);
    return g_test_run();
}
