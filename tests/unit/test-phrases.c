/*
 * Sentences of people, each read as the program reads it, thousands in one process.
 *
 * A line of tests/mail/voices.tsv, traps.tsv and unheard.tsv is one mail, in four fields parted by
 * tabs: what the letter asked, who writes, what a person in the server's place would have done, and
 * what stands above the quoted letter, with \n for a line break ("secret" and "house": words that
 * are neither passed on nor offered to be). What nobody means may not be done, and what is meant is
 * done, or offered first.
 *
 *     build/tests/unit/test-phrases              tests
 *     build/tests/unit/test-phrases FILE.tsv     tells what each line of a file comes to
 */
#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "language/line.h"
#include "language/reading.h"
#include "language/said.h"
#include "language/understand.h"
#include "mail/reply.h"
#include "match/options.h"
#include "render/speech.h"
#include "tests/unit/games.h"

/* What a letter was about: the situations of the files. */
static const struct situation {
    const char *name, *game, *options, *turns;
    unsigned reply;
    const char *yes, *no;
    enum command_id asked;
    bool gravely, by_name;
} situations[] = {
    { "turn-halma", "halma", "-size=8", "e1-d2 a5-b4", REPLY_TO_MATCH, NULL, NULL, 0, false,
      false },
    { "your-turn", "halma", "-size=8", "e1-d2 a5-b4", REPLY_TO_MATCH, NULL, NULL, 0, false, false },
    { "turn-chinesecheckers", "chinesecheckers", "", "d5-e6 o11-m11", REPLY_TO_MATCH, NULL, NULL, 0,
      false, false },
    { "turn-embargo", "embargo", "", "g1-g3 a7-a1", REPLY_TO_MATCH, NULL, NULL, 0, false, false },
    { "turn-emergo", "emergo", "", "b6 g7 g3 h6", REPLY_TO_MATCH, NULL, NULL, 0, false, false },
    { "turn-entrapment", "entrapment", "", "a1 g7 c3 e5 b6 f2 b6-c6 f2-f3,d4h", REPLY_TO_MATCH,
      NULL, NULL, 0, false, false },
    { "waiting", "halma", "-size=8", "e1-d2", REPLY_TO_MATCH, NULL, NULL, 0, false, false },
    { "draw", "halma", "-size=8", "e1-d2 a5-b4", REPLY_TO_MATCH, "accept", "reject", COMMAND_DRAW,
      false, false },
    { "draw-offered", "halma", "-size=8", "e1-d2 a5-b4", REPLY_TO_MATCH, "accept", "reject",
      COMMAND_DRAW, false, false },
    { "undo", "halma", "-size=8", "e1-d2 a5-b4 d2-c3", REPLY_TO_MATCH, "accept", "reject",
      COMMAND_UNDO, false, false },
    { "undo-asked", "halma", "-size=8", "e1-d2 a5-b4 d2-c3", REPLY_TO_MATCH, "accept", "reject",
      COMMAND_UNDO, false, false },
    { "over", "halma", "-size=8", "e1-d2 a5-b4", REPLY_TO_MATCH, "rematch", NULL, 0, false, true },
    { "challenge", "halma", "-size=8", "", REPLY_TO_CHALLENGE, "accept", "decline",
      COMMAND_CHALLENGE, false, false },
    { "held", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "held-resign", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "held-address", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "held-signoff", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "held-signup", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "held-forget", NULL, NULL, "", REPLY_TO_CONFIRM, "confirm", "no", 0, true, true },
    { "confirm", NULL, NULL, "", REPLY_TO_CONFIRM, "yes", "no", 0, true, false },
    { "greeting", NULL, NULL, "", REPLY_TO_GREETING, NULL, NULL, 0, false, false },
    { "stranger", NULL, NULL, "", 0, NULL, NULL, 0, false, false },
    { "plain", NULL, NULL, "", 0, NULL, NULL, 0, false, false },
};

static bool reads_as_turn(void *data, const char *line)
{
    return match_reads_as_turn(data, line);
}

static bool reads_in_any(void *data, const char *line)
{
    (void)data;
    return g_regex_match_simple("^[a-p][0-9]{1,2}[-x:][a-p][0-9]{1,2}$", line, G_REGEX_CASELESS, 0);
}

static bool any_is_legal(void *who, gint64 board, const char *turn)
{
    (void)who, (void)board;
    return turn != NULL;
}

static bool is_legal(void *who, gint64 board, const char *turn)
{
    (void)board;
    g_autoptr(Match) match = match_copy(who);
    g_auto(Ruling) ruling = { 0 };
    return match_play(match, match_actor(match), turn, &ruling) == VERDICT_PLAYED;
}

static guint64 impossible(const struct situation *situation)
{
    const bool over = situation->by_name && situation->game != NULL;
    guint64 bits = command_bit(COMMAND_RESUME);
    if (situation->game == NULL) {
        return bits;
    }
    const enum command_id running[] = { COMMAND_DRAW,   COMMAND_UNDO,  COMMAND_PAUSE,
                                        COMMAND_RESIGN, COMMAND_QUEUE, COMMAND_MOVE };
    for (size_t i = 0; i < G_N_ELEMENTS(running); i++) {
        bits |= over || situation->reply == REPLY_TO_CHALLENGE ? command_bit(running[i]) : 0;
    }
    bits |= over ? 0
                 : command_bit(COMMAND_REMATCH) | command_bit(COMMAND_ANALYSE) |
                       command_bit(COMMAND_PLAY);
    bits |= situation->no != NULL ? 0 : command_bit(COMMAND_ACCEPT) | command_bit(COMMAND_REJECT);
    bits |= situation->reply == REPLY_TO_CHALLENGE ? 0 : command_bit(COMMAND_DECLINE);
    return bits;
}

/* Sets the context of a situation. Returns its match; NULL: none. Free with match_free. */
static struct match *begin(const struct situation *situation, struct grammar_context *context)
{
    *context = (struct grammar_context){ .games = registry_names(),
                                         .reply = situation->reply,
                                         .yes = situation->yes,
                                         .no = situation->no,
                                         .asked = situation->asked,
                                         .asks_gravely = situation->gravely,
                                         .yes_by_name = situation->by_name,
                                         .impossible = impossible(situation),
                                         .reads_as_turn = reads_in_any };
    g_strlcpy(context->people[0], "bert", sizeof context->people[0]);
    g_strlcpy(context->people[1], "ann", sizeof context->people[1]);
    g_strlcpy(context->people[2], "bob", sizeof context->people[2]);
    if (situation->game == NULL) {
        return NULL;
    }
    struct match *match = match_begun(registry_find(situation->game), situation->options, NULL);
    g_auto(GStrv) turns = g_strsplit(situation->turns, " ", -1);
    for (char **turn = turns; *turn != NULL && **turn != '\0'; turn++) {
        g_auto(Ruling) ruling = { 0 };
        g_assert_cmpint(match_play(match, match_actor(match), *turn, &ruling), ==, VERDICT_PLAYED);
    }
    context->board = 117;
    context->game = situation->game;
    context->reads_as_turn = reads_as_turn;
    context->data = match;
    context->is_legal = g_str_equal(situation->name, "your-turn") ? any_is_legal : is_legal;
    context->who = match;
    context->waits = g_str_equal(situation->name, "waiting");
    return match;
}

/* What a mail comes to. */
struct outcome {
    GString *done;    /* commands, as lines; "" if none is carried out */
    GString *offered; /* lines that are offered, parted by "|" */
};

static void add(GString *list, const char *sign, const char *text)
{
    if (text != NULL) {
        g_string_append_printf(list, "%s%s", list->len > 0 ? sign : "", text);
    }
}

/* True for a challenge or message to a name that nobody has. */
static bool is_to_stranger(const struct command *command)
{
    static const char *const players[] = { "ann", "bob", "bert", "carl", "me", "house", NULL };
    const bool named = command != NULL && (command->row->id == COMMAND_CHALLENGE ||
                                           command->row->id == COMMAND_MESSAGE);
    bool known = true;
    for (char **word = named ? command->words : NULL; word != NULL && *word != NULL; word++) {
        g_autofree char *lower = g_ascii_strdown(*word, -1);
        known &= g_strv_contains(players, lower);
    }
    return named && !known;
}

static void read_text(const struct situation *situation, const char *text, struct outcome *outcome)
{
    struct grammar_context context;
    g_autoptr(Match) match = begin(situation, &context);
    struct reply own;
    reply_read(text, &own);
    struct reading reading;
    if (situation->reply == 0) {
        reading_of_mail(&context, NULL, own.written, own.kinds, &reading);
    } else {
        reading_of_reply(&context, own.written, own.kinds, &reading);
    }
    for (guint i = 0; i < reading.entries->len; i++) {
        const struct reading_entry *entry = reading.entries->pdata[i];
        g_autofree char *line = entry->command != NULL ? grammar_whole(entry->command, 0) : NULL;
        const bool named = entry->command != NULL && entry->command->name != NULL &&
                           entry->command->words[0] == NULL;
        g_autofree char *with_name =
            named ? g_strconcat(line, " ", entry->command->name, NULL) : g_strdup(line);
        /* What the server refuses is not done. */
        const bool refused =
            (situation->by_name && match != NULL && entry->command != NULL &&
             (impossible(situation) & command_bit(entry->command->row->id)) != 0) ||
            is_to_stranger(entry->command) ||
            (entry->command != NULL && entry->command->row->level == LEVEL_TWICE);
        const bool illegal =
            refused || (entry->command != NULL && entry->command->row->id == COMMAND_MOVE &&
                        match != NULL && !context.is_legal(match, 0, entry->command->text));
        add(outcome->done, " + ", illegal ? NULL : with_name);
        add(outcome->offered, "|", entry->command == NULL ? entry->refusal.suggestion : NULL);
    }
    g_auto(MailText) mail;
    mail_text_begin(&context, own.written, own.kinds, false, &mail);
    g_autofree char *words = own_words_all(&mail);
    g_auto(Understanding) meant = { 0 };
    understand(&context, words != NULL ? words : "", &meant);
    const bool talks = meant.for_others && match != NULL && !may_hold_secret(&context, text);
    const bool second = talks && meant.addressed && meant.offers[0] != NULL;
    for (size_t i = 0; meant.offers[i] != NULL; i++) {
        add(outcome->offered, "|", meant.offers[i]);
        add(outcome->offered, "|", second && i == 0 ? "send" : NULL);
    }
    g_autofree char *answer =
        meant.answer != NULL ? g_strconcat("answer ", meant.answer, NULL) : NULL;
    add(outcome->offered, "|", answer);
    add(outcome->offered, "|", talks && !second ? "send" : NULL);
    /* The letter has these where there is room. */
    add(outcome->offered, "|", context.asks_gravely ? NULL : context.yes);
    add(outcome->offered, "|", context.asks_gravely ? NULL : context.no);
    reading_clear(&reading);
    reply_clear(&own);
}

static const struct situation *situation_of(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(situations); i++) {
        if (g_str_equal(situations[i].name, name)) {
            return &situations[i];
        }
    }
    return NULL;
}

/* Calls `visit` for each line of a file. */
static void for_each(const char *path, void (*visit)(char **fields, void *data), void *data)
{
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_auto(GStrv) fields = g_strsplit(*line, "\t", 4);
        if (g_strv_length(fields) == 4) {
            visit(fields, data);
        }
    }
}

static const struct situation *situation_among(char **fields)
{
    const struct situation *situation = situation_of(fields[0]);
    return situation != NULL ? situation : situation_of(fields[1]);
}

static void tell(char **fields, void *data)
{
    (void)data;
    const struct situation *situation = situation_among(fields);
    g_autofree char *text = g_strcompress(fields[3]);
    struct outcome outcome = { g_string_new(NULL), g_string_new(NULL) };
    if (situation != NULL) {
        read_text(situation, text, &outcome);
    }
    g_strdelimit(outcome.done->str, "\n\t", ' ');
    g_strdelimit(outcome.offered->str, "\n\t", ' ');
    printf("%s\t%s\t%s\t%s\t%s\t%s\n", fields[0], fields[1], fields[2], outcome.done->str,
           outcome.offered->str, fields[3]);
    g_string_free(outcome.done, TRUE);
    g_string_free(outcome.offered, TRUE);
}

/* ---- tests ---- */

/* What is counted of a file. */
struct score {
    int meant;      /* lines that ask for something */
    int understood; /* of them what is done, or offered first */
    int acted;      /* lines where something is done that nobody meant */
};

/* The name of the command in a line: "move" for a turn. */
static const char *name_of(const char *line)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 3);
    const bool second = words[0] != NULL && words[1] != NULL && g_str_equal(words[1], "challenge");
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (words[0] != NULL && g_str_equal(row->name, words[second ? 1 : 0])) {
            return row->name;
        }
    }
    return "move";
}

/* The letters and digits of a text. Free with g_free. */
static char *letters_of(const char *text)
{
    GString *letters = g_string_new(NULL);
    for (; *text != '\0'; text++) {
        if (g_ascii_isalnum(*text)) {
            g_string_append_c(letters, g_ascii_tolower(*text));
        }
    }
    return g_string_free(letters, FALSE);
}

/* The same of a turn, with a barrier by its usual name: that left of e4 is d4v, that below it e3h.
 * Free with g_free. */
static char *turn_letters(const char *turn)
{
    g_autofree char *letters = letters_of(turn);
    const size_t length = strlen(letters);
    char *cell = length > 3 ? letters + length - 3 : NULL;
    if (cell != NULL && cell[2] == 'w' && g_ascii_isdigit(cell[1])) {
        cell[0]--;
        cell[2] = 'v';
    } else if (cell != NULL && cell[2] == 's' && g_ascii_isdigit(cell[1])) {
        cell[1]--;
        cell[2] = 'h';
    }
    return g_steal_pointer(&letters);
}

static bool only_looks(const char *name)
{
    static const char *const others[] = { "set", "vacation", "queue", "take", "reply-only", NULL };
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (g_str_equal(row->name, name) && row->tier == TIER_LOOK) {
            return true;
        }
    }
    return g_strv_contains(others, name);
}

/* True if a line is what somebody meant. */
static bool is_meant(const char *wanted, const char *line)
{
    static const struct {
        const char *wanted;
        const char *commands[4];
    } same[] = { { "accept", { "accept" } },      { "no", { "decline", "reject", "no" } },
                 { "yes", { "yes", "confirm" } }, { "name", { "signup" } },
                 { "chat", { "chat" } },          { "look", { "show", "help", "games" } } };
    g_auto(GStrv) words = g_strsplit(wanted, " ", 2);
    const char *name = name_of(line);
    for (size_t i = 0; i < G_N_ELEMENTS(same); i++) {
        for (size_t k = 0;
             g_str_equal(same[i].wanted, words[0]) && k < 4 && same[i].commands[k] != NULL; k++) {
            if (g_str_equal(same[i].commands[k], name)) {
                return true;
            }
        }
    }
    if (g_str_equal(words[0], "move") || g_str_equal(words[0], "queue")) {
        g_autofree char *one = turn_letters(words[1]);
        g_autofree char *other = turn_letters(line);
        /* A chain of jumps may be written whole. */
        g_auto(GStrv) squares = g_strsplit(words[1], "-", 3);
        return g_str_has_suffix(other, one) ||
               (squares[1] != NULL && strstr(other, squares[0]) != NULL &&
                g_str_has_suffix(other, squares[1]));
    }
    return g_str_equal(words[0], name) || (only_looks(words[0]) && only_looks(name));
}

static void judge(char **fields, void *data)
{
    struct score *score = data;
    const struct situation *situation = situation_among(fields);
    g_autofree char *text = g_strcompress(fields[3]);
    struct outcome outcome = { g_string_new(NULL), g_string_new(NULL) };
    read_text(situation, text, &outcome);
    g_auto(GStrv) offers = g_strsplit(outcome.offered->str, "|", 2);
    const bool asks = g_str_has_prefix(fields[2], "ask") || g_str_has_prefix(fields[2], "offer") ||
                      g_str_equal(fields[2], "secret") || g_str_equal(fields[2], "house");
    const bool done = outcome.done->len > 0;
    const bool good = !asks && (done ? is_meant(fields[2], outcome.done->str)
                                     : offers[0] != NULL && is_meant(fields[2], offers[0]));
    /* After a match prose is talk. */
    const bool talk = situation->by_name && situation->game != NULL &&
                      g_str_equal(name_of(outcome.done->str), grammar_row(COMMAND_CHAT)->name);
    /* Neither a secret nor words for the server are passed on, nor is it offered. */
    const bool kept = g_str_equal(fields[2], "secret") || g_str_equal(fields[2], "house");
    const bool told = kept && (talk || strstr(outcome.offered->str, "send") != NULL);
    const bool wrong =
        told || (!kept && done && !good && !talk && !only_looks(name_of(outcome.done->str)));
    if (wrong) {
        g_test_message("%s: %s is done, not %s: %s", fields[0], outcome.done->str, fields[2],
                       fields[3]);
    }
    score->meant += asks ? 0 : 1;
    score->understood += good ? 1 : 0;
    score->acted += wrong ? 1 : 0;
    g_string_free(outcome.done, TRUE);
    g_string_free(outcome.offered, TRUE);
}

/* A file, and of how many in a hundred lines that ask for something it is at least done or offered
 * first.
 */
static const struct corpus {
    const char *path;
    int least;
} corpora[] = {
    { "tests/mail/voices.tsv", 91 },
    { "tests/mail/unheard.tsv", 81 },
    { "tests/mail/traps.tsv", 86 },
};

static void test_corpus(gconstpointer data)
{
    const struct corpus *corpus = data;
    struct score score = { 0 };
    for_each(corpus->path, judge, &score);
    g_test_message("%d of %d are done or offered first", score.understood, score.meant);
    g_assert_cmpint(score.acted, ==, 0);
    g_assert_cmpint(score.understood * 100, >=, corpus->least * score.meant);
}

/* Only a bare yes and courtesy carry out what is grave: the closed list. */
static void test_closed_list(void)
{
    static const char *const bare[] = { "yes",
                                        "Yes, please.",
                                        "YES!!",
                                        "Hello,\n\nyes\n\nKind regards,\nRuth Adler",
                                        "Ja, bitte",
                                        "oui merci",
                                        "sí, gracias",
                                        "ja graag",
                                        "sì grazie",
                                        "yes :-)",
                                        "that was me, thank you",
                                        "confirm",
                                        NULL };
    static const char *const more[] = { "Yes, I got your letter. I did not send this.",
                                        "Yes. I did not request this.",
                                        "Yes, I received your mail.",
                                        "Yes, it is strange.",
                                        "Yes. This is not mine.",
                                        "Yes, it snows here.",
                                        "Yes.\n\nThat was not me.",
                                        "Yes?",
                                        "Yes, but not now",
                                        "\"yes\"",
                                        "Bob: yes",
                                        "Yes, who are you",
                                        "Yes, in May",
                                        "Yes, Monday",
                                        "yes no",
                                        "Ja, komisch",
                                        "oui mais non",
                                        "I said yes to my wife",
                                        "ok thanks",
                                        "fine, thank you",
                                        "my pleasure",
                                        "tak",
                                        "Many thanks,\nK",
                                        "Cheers,\nJo",
                                        "Best wishes, Y",
                                        "Danke, Jo",
                                        NULL };
    const struct situation *held = situation_of("held");
    struct grammar_context context;
    begin(held, &context);
    for (const char *const *text = bare; *text != NULL; text++) {
        g_test_message("%s", *text);
        g_auto(Said) said;
        said_read(&context, *text, &said);
        g_assert_cmpstr(answer_meant(&context, &said), ==, "yes");
    }
    for (const char *const *text = more; *text != NULL; text++) {
        g_test_message("%s", *text);
        g_auto(Said) said;
        said_read(&context, *text, &said);
        g_assert_null(answer_meant(&context, &said));
    }
}

/* What a reply of one line does, as a line. Free with g_free. */
static char *done_by(const struct situation *situation, const struct grammar_context *context,
                     const char *line)
{
    char *lines[] = { (char *)line, NULL };
    struct reading reading;
    if (situation->reply == 0) {
        reading_of_mail(context, NULL, lines, "t", &reading);
    } else {
        reading_of_reply(context, lines, "t", &reading);
    }
    const struct reading_entry *first =
        reading.entries->len == 1 ? reading.entries->pdata[0] : NULL;
    const bool acts = first != NULL && first->command != NULL;
    char *done = acts ? grammar_whole(first->command, context->board) : NULL;
    reading_clear(&reading);
    return done;
}

/* What is offered is done by its word, which its button sends, too. */
static void take_offers(char **fields, void *data)
{
    int *taken = data;
    const struct situation *situation = situation_among(fields);
    g_autofree char *text = g_strcompress(fields[3]);
    struct grammar_context context;
    g_autoptr(Match) match = begin(situation, &context);
    if (situation->gravely || situation->reply == REPLY_TO_GREETING) {
        return; /* such a letter is sent again as it is */
    }
    g_auto(Understanding) meant = { 0 };
    understand(&context, text, &meant);
    for (size_t i = 0; meant.offers[i] != NULL; i++) {
        g_autoptr(Command) command = understand_line(&context, meant.offers[i]);
        g_assert_nonnull(command);
        g_autofree char *whole = grammar_whole(command, context.board);
        g_autofree char *by_word = done_by(situation, &context, meant.offers[i]);
        if (g_strcmp0(by_word, whole) != 0) {
            g_test_message("%s: \"%s\" offers %s (%s): its word does %s", fields[0], fields[3],
                           meant.offers[i], whole, by_word);
            g_test_fail();
        }
        (*taken)++;
    }
}

static void test_offers(void)
{
    int taken = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(corpora); i++) {
        for_each(corpora[i].path, take_offers, &taken);
    }
    g_assert_cmpint(taken, >, 1000);
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0] != '-') {
        for_each(argv[1], tell, NULL);
        return 0;
    }
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(corpora); i++) {
        g_autofree char *path = g_strconcat("/phrases/", corpora[i].path, NULL);
        g_test_add_data_func(path, &corpora[i], test_corpus);
    }
    g_test_add_func("/phrases/offers", test_offers);
    g_test_add_func("/phrases/closed list", test_closed_list);
    return g_test_run();
}
