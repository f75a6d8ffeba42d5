/* Which lines of a mail are its writer's own; Subjects; words passed on. */
#include <glib.h>
#include <string.h>

#include "auth/redact.h"
#include "mail/reply.h"

#define CODE "abcdefghij23456" /* of a link */
#define TOKEN "abcdefghijklmnopqrstuvwx27"

/* `expected` has the kinds, and after a colon the last own line. */
static void check(const char *text, const char *expected)
{
    struct reply reply;
    reply_read(text, &reply);
    g_autoptr(GString) read = g_string_new(reply.kinds);
    const char *last = NULL;
    for (size_t i = 0; reply.lines[i] != NULL; i++) {
        last = reply.kinds[i] == REPLY_OWN ? reply.lines[i] : last;
    }
    if (last != NULL) {
        g_string_append_printf(read, ":%s", last);
    }
    g_test_message("%s", text);
    g_assert_cmpstr(read->str, ==, expected);
    g_assert_cmpuint(g_strv_length(reply.lines), ==, strlen(reply.kinds));
    reply_clear(&reply);
}

static void test_own_lines(void)
{
    check("", "");
    check("e4-e5", "t:e4-e5");
    check("e4-e5\n\nGood luck!\n", "tbt:Good luck!");
    check("  e4-e5 \t \r\n\r\nGood luck!  \r\n", "tbt:Good luck!");
    check("a\rb", "tt:b");
    check("\n\n", "bb");
    check("\u00a0\n\u200b\n", "bb");
}

static void test_plain_characters(void)
{
    check("e4\u2013e5", "t:e4-e5");
    check("e4\u2014e5", "t:e4-e5");
    check("challenge ann bob \u2014random", "t:challenge ann bob --random");
    check("e4 \u2014 e5", "t:e4 - e5");
    check("ann \u2014e5", "t:ann -e5");
    check("ann \u2014e", "t:ann --e");
    check("e4\u2212e5", "t:e4-e5");
    check("e4\u00d7c4\u00d7c6", "t:e4xc4xc6");
    check("\u201cgood\u201d \u2018luck\u2019", "t:\"good\" 'luck'");
    check("move\u00a0117\u2003e4", "t:move 117 e4");
    check("\ufeff\u200ee4\u200b-\u00ade5\u202c", "t:e4-e5");
    check("\uff45\uff14\uff0d\uff45\uff15", "t:e4-e5");
    check("e4\tx", "t:e4 x");
    check("e4\ufffde5", "t:e4\ufffde5");
    check("na\u00efve \u2192", "t:na\u00efve \u2192");
    check("e4\u2192e5 \u27a1 e6", "t:e4->e5 -> e6");
    check("\u0435\u0664-\u0421\u06f5", "t:e4-C5");
    check("\u0441\u200b5-\u0435\u20604", "t:c5-e4"); /* the invisible is not between them */
    check("\u0441\u0435 \u0441\u04303\u0435\u0434", "t:\u0441\u0435 \u0441\u04303\u0435\u0434");
    check("e4\u30fce5 \u30b2\u30fc\u30e0", "t:e4-e5 \u30b2\u30fc\u30e0");
    check("e4\u301ce5\u3001e6\u3002 \u306f\u3044\u3002", "t:e4-e5,e6. \u306f\u3044\u3002");
    check("e4\u27a4e5\u21a6e6", "t:e4->e5->e6");
    check("e4\u02d7e5\u2e3ae6\u1806e7", "t:e4-e5-e6-e7");
}

static void test_quoted(void)
{
    check("> e4-e5", "q");
    check("  > e4-e5", "q");
    check(">e4-e5", "q");
    check(">> e4-e5", "q");
    check("|e4-e5\n| " REPLY_MARKER, "qq");
    check("| Halma 117: ann - bob\n| e4-e5\n\nd5", "qqbt:d5");
    check("On 3 May 2026 Ann <a@b.org> wrote:\n| e4-e5", "qq");
    check("\u200b> e4-e5", "q");
    check("\uff1e e4-e5", "q");
    check("\u00a0> e4-e5", "q");
    check("> a\n\ne4-e5\n\n> b\n\nd5", "qbtbqbt:d5");
    check("a > b", "t:a > b");
}

/* What a person begins with a bar are words, but never a command; below it they go on. */
static void test_bars(void)
{
    check("| e4-e5", "w");
    check("d5\n| Aha!\nWell done.", "twt:Well done.");
    check("| Aha!\nd5\n> quoted", "wtq:d5");
    check("> quoted\n\n| Aha!", "qbw");
    check("> quoted\n| quoted", "qq");
}

static void test_wrapped(void)
{
    check("> long line of\nwords\n> more\n", "qwq");
    check("> long line of\nvery\nshort words\n\ne4-e5", "qwwbt:e4-e5");
    check("e4-e5\n> quoted\nwrapped", "tqw:e4-e5");
    check("> quoted\n-- \nAnn", "q");
    check("> quoted\nwords\n| more\nresign", "qwww");
    check("> quoted\n[EXTERNAL]\nresign", "qww");
    check("> quoted\nwords\nSent from my iPhone\nresign", "qwww");
}

static void test_marker(void)
{
    check("e4-e5\n" REPLY_MARKER "\nd5", "t:e4-e5");
    check("> " REPLY_MARKER "\n\ne4-e5", "qbt:e4-e5");
    check("| " REPLY_MARKER "\n\ne4-e5", "qbt:e4-e5");
    check("  " REPLY_MARKER "\ne4-e5", "");
    check("ann: " REPLY_MARKER "\ne4-e5", "");
    check("=== Postmove: please\u00a0write above this line ===\ne4-e5", "");
    check("e4-e5\nHalma 117: ann - bob\nd5", "t:e4-e5");
    check("e4-e5\nChinese Checkers 2: ann - bob - carol\nd5", "t:e4-e5");
    check("Halma 117: ann - bob\nd5", "tt:d5");
    check("Rule 117: ann and bob - no\nd5", "tt:d5");
    check("117: ann - bob", "t:117: ann - bob");
}

static void test_stops(void)
{
    static const char *const stops[] = {
        "-- ",
        "--",
        "\u2014",
        "__________",
        "________________________________ x",
        "-----Original Message-----",
        "----- Mensaje original -----",
        "-----Urspr\u00fcngliche Nachricht-----",
        "---------- Forwarded message ---------",
        "Begin forwarded message:\n\nFrom: Ann <ann@example.org>\nTo: Bob",
        "-----BEGIN PGP SIGNATURE-----",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(stops); i++) {
        g_autofree char *after = g_strconcat("e4-e5\n", stops[i], "\nd5\n", NULL);
        g_autofree char *before = g_strconcat(stops[i], "\nd5\n", NULL);
        check(after, "t:e4-e5");
        check(before, "");
    }
}

/* What programs add to a mail is left out, and what is below it is read. */
static void test_sent_lines(void)
{
    static const char *const lines[] = {
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Gesendet mit der GMX Mail App",
        "Envoy\u00e9 de mon iPhone",
        "Enviado desde mi iPhone",
        "Enviado do meu iPhone",
        "Inviato da iPhone",
        "Verstuurd vanaf mijn iPhone",
        "Skickat fr\u00e5n min iPhone",
        "Sendt fra min iPhone",
        "L\u00e4hetetty iPhonesta",
        "Wys\u0142ane z iPhone'a",
        "\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e \u0441 iPhone",
        "iPhone\u304b\u3089\u9001\u4fe1",
        "\u53d1\u81ea\u6211\u7684 iPhone",
        "Get Outlook for Android",
        "Get Outlook for iOS<https://example.org/>",
        "[EXTERNAL]",
        "*** External email ***",
        "---\nThis email has been checked for viruses by AVG.\nwww.avg.com",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_auto(GStrv) all = g_strsplit(lines[i], "\n", -1);
        g_autofree char *blank = g_strnfill(g_strv_length(all), 'b');
        g_autofree char *text = g_strconcat("e4-e5\n\n", lines[i], "\n\nd5\n", NULL);
        g_autofree char *kinds = g_strconcat("tb", blank, "bt:d5", NULL);
        check(text, kinds);
    }
    check("[EXTERNAL]\ne4-e5", "bt:e4-e5");
    check("CAUTION: This email originated from outside of the\ncompany.\n\ne4-e5", "bbbt:e4-e5");
    check("CAUTION: This email came from outside.\ne4-e5", "bt:e4-e5");
    check("message ann Warning: open no attachment of that mail", "t:message ann Warning: open no"
                                                                  " attachment of that mail");
    check("delete ann@example.org\nadd ann@example.net\n\nresign", "ttbt:resign");
    check("You don't often get email from ann@example.net. Learn why this is\nimportant at"
          " https://example.org/learn\n\ne4-e5",
          "bbbt:e4-e5");
}

static void test_thanks(void)
{
    static const char *const thanks[] = { "thanks", "Thanks!", "Thank you", "thx" };
    for (size_t i = 0; i < G_N_ELEMENTS(thanks); i++) {
        g_autofree char *after = g_strconcat("e4-e5\n", thanks[i], "\nd5\n", NULL);
        g_autofree char *below = g_strconcat("> e4?\n\n", thanks[i], "\n\nd5\n", NULL);
        g_autofree char *before = g_strconcat(thanks[i], "\nd5\n", thanks[i], "\nd6\n", NULL);
        check(after, "tee:e4-e5");
        check(before, "ttee:d5");
        check(below, "qbtbt:d5");
    }
}

/* Words of the writer's below a stop are noticed, and what programs write there is not. */
static void test_words_below_stops(void)
{
    static const struct {
        const char *text, *stop;
    } texts[] = {
        { "e4-e5\n--- Luck ---\nd5", "--- Luck ---" },
        { "e4-e5\n__________\nd5", "__________" },
        { "e4-e5\nFrom: Ann <a@b.org>\nTo: there\nd5\n\nBye", "From: Ann <a@b.org>" },
        { "e4-e5\nFrom: here\nTo: there\nCc: <a@b.org>\n\n" REPLY_MARKER "\nd5", NULL },
        { "e4-e5\nOn 3 May at 12:20 Ann <ann@example.org> wrote:\nd5",
          "On 3 May at 12:20 Ann <ann@example.org> wrote:" },
        { "e4-e5\nOn 3 May at 12:20 Ann <ann@example.org> wrote:\n\nHalma 1: ann - bob", NULL },
        { "e4-e5\nHalma 1: ann - bob\nd5", "Halma 1: ann - bob" },
        { "e4-e5\n-- \nAnn", NULL },
        { "-- \nAnn\ne4-e5", "--" },
        { "-- \n\n> d5", NULL },
        { "e4-e5\n__________\n> d5\n\n", NULL },
        { "e4-e5\n__________\n-- \nAnn", NULL },
        { "e4-e5\n__________\nTo unsubscribe, write to x@example.org", NULL },
        { "e4-e5\n-----BEGIN PGP SIGNATURE-----\niQ\n", NULL },
        { "e4-e5\nGet Outlook for iOS\n__________\nFrom: a <a@b.org>\nSent: b\n\n" REPLY_MARKER
          "\nd5",
          NULL },
        { "e4-e5\nFrom: a\n<a@b.org>\nSent: b\n\n" REPLY_MARKER "\nd5", NULL },
        { "e4-e5\n-----Original Message-----\n" REPLY_MARKER "\nd5", NULL },
        { "e4-e5\n--- Message ---\nFrom Ann <a@b.org>\nTo us\n\n" REPLY_MARKER "\nd5", NULL },
        { "e4-e5\n--- cut ---\nd5\n\nOn 3 May at 12:20 Ann <a@b.org> wrote:\n\n> " REPLY_MARKER,
          "--- cut ---" },
        { "e4-e5\n" REPLY_MARKER "\nd5", NULL },
        { "e4-e5\nThanks\nd5", NULL },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        struct reply reply;
        reply_read(texts[i].text, &reply);
        g_test_message("%s", texts[i].text);
        g_assert_cmpstr(reply.stop, ==, texts[i].stop);
        reply_clear(&reply);
    }
    g_autofree char *luck = g_strnfill(200, 'y');
    g_autofree char *endless = g_strconcat("--- Luck ", luck, " ---\nd5", NULL);
    struct reply reply;
    reply_read(endless, &reply);
    g_assert_cmpuint(strlen(reply.stop), <, 80);
    g_assert_true(g_str_has_suffix(reply.stop, " ..."));
    reply_clear(&reply);
}

static void test_no_stops(void)
{
    static const char *const words[] = {
        "the end",
        "ending",
        "thanks for the game",
        "stop it",
        "---",
        "_________",
        "From: me",
        "I wrote a letter",
        "- a point",
        "sent",
        "--draw",
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "On we go",
        "Am I late",
        "e4-e5: good",
        "he wrote something",
        "on 3 May",
        "--time=10d",
        "stop",
        "end",
        "Outlook crashed on my machine",
        "Sent with my congratulations",
        "Sent from my heart",
        "\u53d1\u81ea\u5185\u5fc3\u7684\u795d\u8d3a\uff01",
        "Please do not unsubscribe!",
        "To unsubscribe is no way to win",
        "My mail warned me of a virus from outside",
        "See you on 22.11.2026 at 13:20",
        "Ann <ann@example.net> is my sister",
        "My number: 5550123",
        "From: Vienna\nTo: Prague",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autofree char *text = g_strconcat(words[i], "\nd5\n", NULL);
        check(text, strchr(words[i], '\n') != NULL ? "ttt:d5" : "tt:d5");
    }
}

static void test_header_blocks(void)
{
    check("e4-e5\n\nFrom: Ann <ann@example.org>\nSent: Saturday\nTo: Bob\n\nd5", "tb:e4-e5");
    check("e4-e5\nVon: Ann\nGesendet: 3. Mai 2026\nAn: Bob\n", "t:e4-e5");
    check("e4-e5\n*From:* Ann\n*Sent:* Saturday\n*Subject:* [postmove] x", "t:e4-e5");
    check("e4-e5\nDe\u00a0: Ann <ann@example.org>\nEnvoy\u00e9\u00a0: samedi\n", "t:e4-e5");
    check("e4-e5\nFrom: Ann of a Very Long Name\n<ann@example.org>\nSent: Saturday", "t:e4-e5");
    check("e4-e5\n\u53d1\u4ef6\u4eba\uff1aAnn <ann@example.org>\n\u6536\u4ef6\u4eba\uff1aBob\n",
          "t:e4-e5");
    check("From: me\n\nTo: you", "tbt:To: you");
    check("Note: one\nRemark: two", "tt:Remark: two");
}

/* A heart opens no address. */
static void test_heart(void)
{
    check("d5\n\nhi <3\n\nOn 3 May 2026 Turns <turns@example.org> wrote:\n> " REPLY_MARKER,
          "tbtbqq:hi <3");
}

/* What tells neither time nor address is an attribution above a letter of ours alone, in any
 * words. */
static void test_vague_attributions(void)
{
    static const char *const vague[] = { "Turns wrote:", "Quoth Turns on Saturday:",
                                         "Turns kirjutas:", "* [12:20] Turns:" };
    for (size_t i = 0; i < G_N_ELEMENTS(vague); i++) {
        g_autofree char *quoted = g_strdup_printf("e4-e5\n%s\n> " REPLY_MARKER "\n\nbye", vague[i]);
        check(quoted, "tqqbt:bye");
        g_autofree char *headed = g_strdup_printf("e4-e5\n%s\n\n> Halma 117: ann - bob", vague[i]);
        check(headed, "tqbq:e4-e5");
        g_autofree char *words = g_strdup_printf("e4-e5\n%s\nd5", vague[i]);
        check(words, "ttt:d5");
    }
    check("e4-e5:\n> " REPLY_MARKER, "tq:e4-e5:");
    check("I wrote it\nand said:\n> d5", "ttq:and said:");
}

/* Where it is not known where an attribution ends, or what is below it, nothing is read. */
static void test_doubtful_attributions(void)
{
    check("Two\n\nOn Wed, 14 Nov 2018 08:14:43 -0200 postmove <turns@example.org> wrote\n\nd5",
          "tb:Two");
    check("Two\n\npostmove <turns@example.org> schrieb\n\nd5", "tb:Two");
    check("Two\n\npostmove schrieb:\n\nd5", "tb:Two");
    check("Two\n\nLe 27 nov. 2026 13:20, postmove a \u00e9crit\n\nd5", "tb:Two");
    check("Two\n\nOn Wed, 14 Nov 2018 08:14:43 -0200 turns@example.org\nwrote\n\nd5", "tb:Two");
    check("Two\n\nOn Thu, 31 Mar 2016 at 10:05 postmove\n\n<\nmailto:turns@example.org"
          " <turns@example.org>\n> wrote:\n\nd5",
          "tb:Two");
}

/* Dashes above what a program put below belong to it. */
static void test_dashes(void)
{
    check("e4-e5\n---\nSent from my phone", "tbb:e4-e5");
    check("e4-e5\n----------\n\nTo unsubscribe, write to x@example.org", "tbbb:e4-e5");
    check("e4-e5\n----------\n\n-- \nAnn", "t:e4-e5");
    check("e4-e5\n----------\nBye", "ttt:Bye");
}

static void test_limits(void)
{
    static const struct {
        const char *below;
        bool beyond;
    } rests[] = {
        { "beyond\n", true },
        { "> quoted\n\nbeyond\n", true },
        { "", false },
        { "\n \n", false },
        { "> quoted\n| too\n", false },
        { "-- \nAnn\n", false },
        { "____________\nme\n", false },
        { REPLY_MARKER "\nbeyond\n", false },
    };
    g_autoptr(GString) text = g_string_new(NULL);
    for (int i = 0; i < REPLY_LINES_MAX; i++) {
        g_string_append(text, "a\n");
    }
    for (size_t i = 0; i < G_N_ELEMENTS(rests); i++) {
        g_autofree char *whole = g_strconcat(text->str, rests[i].below, NULL);
        struct reply reply;
        reply_read(whole, &reply);
        g_assert_cmpuint(strlen(reply.kinds), ==, REPLY_LINES_MAX);
        g_assert_true(reply.beyond == rests[i].beyond);
        g_assert_null(reply.stop);
        reply_clear(&reply);
    }
    g_autofree char *stopped = g_strconcat("a\n-- \n", text->str, "beyond\n", NULL);
    struct reply reply;
    reply_read(stopped, &reply);
    g_assert_false(reply.beyond);
    reply_clear(&reply);
}

/* A line too long is kept in part, and those below it are read. */
static void test_long_lines(void)
{
    g_autofree char *longest = g_strnfill(REPLY_LINE_MAX - 1, 'a');
    g_autofree char *last = g_strconcat("t:", longest, NULL);
    g_autofree char *too_long = g_strconcat(longest, "\u00e4\u00e4b", NULL);
    check(too_long, last);
    g_autofree char *between = g_strconcat("b\n> ", too_long, "\n\n", too_long, "\nc", NULL);
    check(between, "tqbtt:c");
    g_autofree char *behind_marker = g_strconcat("b\n", longest, longest, REPLY_MARKER "\nc", NULL);
    check(behind_marker, "t:b");
    g_autofree char *blanks = g_strnfill(REPLY_LINE_MAX + 1, ' ');
    g_autofree char *far_out = g_strconcat(blanks, "b", NULL);
    check(blanks, "b");
    check(far_out, "t:b");
    g_autofree char *quoted_far_out = g_strconcat(blanks, "> b", NULL);
    check(quoted_far_out, "q");
}

static void test_clear_twice(void)
{
    struct reply reply;
    reply_read("a", &reply);
    reply_clear(&reply);
    reply_clear(&reply);
    g_assert_null(reply.lines);
}

static void check_subject(const char *subject, const char *expected, gboolean expected_tag)
{
    gboolean tagged = !expected_tag;
    g_autofree char *stripped = reply_subject(subject, &tagged);
    g_autofree char *again = reply_subject(subject, NULL);
    g_test_message("%s", subject);
    g_assert_cmpstr(stripped, ==, expected);
    g_assert_cmpstr(again, ==, expected);
    g_assert_cmpint(tagged, ==, expected_tag);
}

static void test_subjects(void)
{
    check_subject("move 117 e4-e5", "move 117 e4-e5", FALSE);
    check_subject("  Re: [postmove] Game 117: ann - bob ", "Game 117: ann - bob", TRUE);
    check_subject("[Postmove] Re: help", "help", TRUE);
    check_subject("RE[2]: AW: help", "help", FALSE);
    check_subject("Re(3): help", "help", FALSE);
    check_subject("Re^2: SV: VS: Antw: help", "help", FALSE);
    check_subject("R\u00e9: help", "R\u00e9: help", FALSE);
    check_subject("TR\u00a0: RV: Fwd: WG: FW: help", "help", FALSE);
    check_subject("\u7b54\u590d\uff1a help", "help", FALSE);
    check_subject("\u56de\u590d: \u8f6c\u53d1: help", "help", FALSE);
    check_subject("Odp: V\u00e1: V\u00c1: help", "help", FALSE);
    check_subject("Antw.: Re-2: RE : help", "help", FALSE);
    check_subject("\u0130LT: YNT: R\u00c9P: help", "help", FALSE);
    check_subject("Tr\u1ea3 l\u1eddi: Svar: \u0391\u03a0: help", "help", FALSE);
    check_subject("\u05d4\u05e9\u05d1: \u0631\u062f: \u7b54\u8986: help", "help", FALSE);
    check_subject("re help", "re help", FALSE);
    check_subject("move 12: e4-e5", "move 12: e4-e5", FALSE);
    check_subject("Note: help", "Note: help", FALSE);
    check_subject("ann vs: bob", "ann vs: bob", FALSE);
    check_subject("help [postmove]", "help [postmove]", FALSE);
    check_subject("Ats: [postmove] Game 117: ann - bob", "Game 117: ann - bob", TRUE);
    check_subject("Re: [EXTERNAL] Re: [postmove] Game 117", "Game 117", TRUE);
    check_subject("***SPAM*** [postmove] Game 117", "Game 117", TRUE);
    check_subject("move 117 e4-e5 [postmove]", "move 117 e4-e5 [postmove]", FALSE);
    check_subject("[postmove] chat 117 to: [postmove] x", "chat 117 to: [postmove] x", TRUE);
    check_subject("move 117 e4\u2013e5\u00a0", "move 117 e4\u2013e5", FALSE);
    check_subject("\u2028Re:\u2029 help\xc2\x85me\v\fnow\u2028", "help me  now", FALSE);
    check_subject("Re: c3-d4 \u202b e5-f6", "c3-d4 \ufffd\u202b e5-f6", FALSE);
    check_subject("c3-d4 \ufffd\u202b e5-f6", "c3-d4 \ufffd\u202b e5-f6", FALSE);
    check_subject("\u05d4\u05e9\u05d1: c3-d4 \u202b e5-f6", "c3-d4 \ufffd\u202b e5-f6", FALSE);
    check_subject("Re:", "", FALSE);
    check_subject(":", ":", FALSE);
    check_subject("", "", FALSE);
}

static void check_relay(const char *words, const char *expected)
{
    g_autofree char *relayed = redact_relay(words, "turns", "example.org", NULL);
    g_test_message("%s", words);
    g_assert_cmpstr(relayed, ==, expected);
}

static void test_relay(void)
{
    check_relay("Good luck!\nAnn", "Good luck!\nAnn");
    check_relay("write to turns@example.org", "write to turns@example.org");
    check_relay("bell\a esc\x1b[1m\r\n\u202eok", "bell esc[1m\nok");
    check_relay("caf\u00e9", "caf\u00e9");
    check_relay("a\ufffd\u202eb\ufffd\nc\ufffd", "ab\ufffd\nc\ufffd");
    check_relay("\u201cGood\u201d \u2014 3\u00d72 \uff11\u06f2",
                "\u201cGood\u201d \u2014 3\u00d72 \uff11\u06f2");
    check_relay("\u0645\u06cc\u200c\u062e \u2764\ufe0f\u200d\U0001f525",
                "\u0645\u06cc\u200c\u062e \u2764\ufe0f\u200d\U0001f525");
    check_relay("a\u200b\u200b\u200c\u200db", "a\u200bb");
    check_relay("\u2066a\u2069\u202ab\u202c x\U000e0041", "ab x");
    check_relay("a\tb", "a b");
    check_relay("\u00a0\uff1e\uff5c                           x",
                "\u00a0\uff1e\uff5c             x");
    check_relay("a\u2028b\u2029c\xc2\x85"
                "d\ve\ff\rg\r\nh\n\n",
                "a\nb\nc\nd\ne\nf\ng\nh\n\n");
    check_relay("a  >\n                            x>\n>> ||  >>  ||  >>  ||  y",
                "a  >\n                x>\n>> ||  >>  ||  >y");
    check_relay("", "");
    check_relay("x " REPLY_MARKER " y", NULL);
    check_relay("=== postmove: please\x1d write above this line ===", NULL);
    check_relay("=== postmove: please\u2028write above this line ===", NULL);
    check_relay("a\n=== POSTMOVE: please write above this line ===", NULL);
    check_relay("=== bob played a6-c6; your move. Please write above this line ===", NULL);
}

static void test_relay_tokens(void)
{
    check_relay("to turns+" TOKEN "@example.org.", "to [address].");
    check_relay("<TURNS+ABCDEFGHIJKLMNOPQRSTUVWX27@Example.ORG>", "<[address]>");
    check_relay("turns-" TOKEN "@example.org", "[address]");
    check_relay("mailto:turns%2B" TOKEN "%40example.org", "mailto:[address]%40example.org");
    check_relay("turns+" TOKEN, "[address]");
    check_relay("accept <mailto:turns%2Ba.12." CODE "@example.org?subject=accept>",
                "accept <mailto:[address]?subject=accept>");
    check_relay("TURNS-A.12.ABCDEFGHIJ23456@Example.org", "[address]");
    check_relay("=2Ba.12." CODE "@example.org!", "=2B[address]!");
    check_relay("%252Ba.12." CODE " and xa.12." CODE, "%252B[address] and x[address]");
    check_relay("a.12." CODE ", turns+b.7.abcd2345@example.org",
                "[address], turns+b.7.abcd2345@example.org");
    static const char *const none[] = { "see section a.2.introduction",
                                        "b.12.resignation",
                                        "a.12.abc",
                                        "a.b." CODE,
                                        "a.." CODE,
                                        "a.12." CODE "x",
                                        "a.12.abcdefghijklmno8",
                                        "a 12 " CODE };
    for (size_t i = 0; i < G_N_ELEMENTS(none); i++) {
        check_relay(none[i], none[i]);
    }
    check_relay(TOKEN, "[address]");
    check_relay("turns+" TOKEN "@example.net", "[address]@example.net");
    check_relay("turns+abcdefghijklmnopqrstuvwxyz", "[address]");
    check_relay("turns+x@example.org, turns+y@example.org", "[address], [address]");
    check_relay("a\u200b"
                "bcdefghijklmnopqrstuvwx27",
                "[address]");
    check_relay("\u201ctur\u00adns\uff0b" TOKEN "\uff20example.org\u201d", "\u201c[address]\u201d");
    check_relay("turns+\uff41\uff42\uff43"
                "defghijklmnopqrstuvwx\uff12\u06f7 ok",
                "[address] ok");
    check_relay("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvwxyz");
    check_relay("x" TOKEN, "x" TOKEN);
    check_relay("to=3D" TOKEN, "to=3D[address]");
    check_relay("a%3A" TOKEN "%20b", "a%3A[address]%20b");
    check_relay("turns=2B" TOKEN "=40example.org", "[address]=40example.org");
}

static void test_relay_length(void)
{
    g_autofree char *ascii = g_strnfill(5000, 'a');
    g_autofree char *cut = redact_relay(ascii, "turns", "example.org", NULL);
    g_assert_cmpuint(strlen(cut), ==, 4000);
    g_autoptr(GString) wide = g_string_new("a");
    for (int i = 0; i < 2000; i++) {
        g_string_append(wide, "\u20ac");
    }
    g_autofree char *whole = redact_relay(wide->str, "turns", "example.org", NULL);
    g_assert_true(g_utf8_validate(whole, -1, NULL));
    g_assert_cmpuint(strlen(whole), ==, 4000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/reply/own-lines", test_own_lines);
    g_test_add_func("/reply/plain-characters", test_plain_characters);
    g_test_add_func("/reply/quoted", test_quoted);
    g_test_add_func("/reply/bars", test_bars);
    g_test_add_func("/reply/wrapped", test_wrapped);
    g_test_add_func("/reply/marker", test_marker);
    g_test_add_func("/reply/stops", test_stops);
    g_test_add_func("/reply/sent-lines", test_sent_lines);
    g_test_add_func("/reply/words-below-stops", test_words_below_stops);
    g_test_add_func("/reply/thanks", test_thanks);
    g_test_add_func("/reply/no-stops", test_no_stops);
    g_test_add_func("/reply/header-blocks", test_header_blocks);
    g_test_add_func("/reply/heart", test_heart);
    g_test_add_func("/reply/vague-attributions", test_vague_attributions);
    g_test_add_func("/reply/doubtful-attributions", test_doubtful_attributions);
    g_test_add_func("/reply/dashes", test_dashes);
    g_test_add_func("/reply/limits", test_limits);
    g_test_add_func("/reply/long-lines", test_long_lines);
    g_test_add_func("/reply/clear-twice", test_clear_twice);
    g_test_add_func("/reply/subjects", test_subjects);
    g_test_add_func("/reply/relay", test_relay);
    g_test_add_func("/reply/relay-tokens", test_relay_tokens);
    g_test_add_func("/reply/relay-length", test_relay_length);
    return g_test_run();
}
