#include "language/understand.h"

#include <stdint.h>
#include <string.h>

#include "language/dates.h"
#include "language/form.h"
#include "language/names.h"
#include "language/said.h"
#include "language/sentence.h"
#include "language/spoken.h"

enum {
    LOOK_WORDS_MOST = 20, /* of a text in which a sentence asks to look */
    FEW_WORDS_MOST = 8,   /* of a text that gives up a match; a longer one may tell of it */
};

void understanding_clear(struct understanding *understanding)
{
    g_clear_pointer(&understanding->act, g_free);
    for (size_t i = 0; i < UNDERSTANDING_OFFERS_MOST; i++) {
        g_clear_pointer(&understanding->offers[i], g_free);
    }
}

struct command *understand_line(const struct grammar_context *context, const char *line)
{
    struct grammar_context asked = *context;
    const bool answers = g_strcmp0(line, context->yes) == 0 || g_strcmp0(line, context->no) == 0;
    asked.reply |= answers ? REPLY_TO_CONFIRM : 0;
    return grammar_parse_here(&asked, line, NULL);
}

/* The line, if it is a command in this context; else NULL. Takes it (NULL: none). Free with g_free.
 */
static char *if_command(const struct grammar_context *context, char *line)
{
    g_autofree char *own = line;
    g_autoptr(Command) command = line != NULL ? understand_line(context, line) : NULL;
    return command != NULL ? g_steal_pointer(&own) : NULL;
}

/* ---- the line of a wish ---- */

/* How many words from `at` on name a game, and which one. A name may be cut, parted or misspelt. */
static size_t game_words(const struct grammar_context *context, const struct said *said, size_t at,
                         const char **game)
{
    enum { SLIP_LETTERS = 5, LETTERS_LEAST = 4, PARTED_SLIPS = 2 };
    const struct said_word *word = &said->word[at];
    const char *next = at + 1 < said->count ? word[1].lower : "";
    g_autofree char *pair = g_strconcat(word->lower, next, NULL);
    const char *parted = suggest_game(context, word_over(pair));
    if (word->meaning != NULL && word->meaning->game != NULL) {
        *game = word->meaning->game;
        return word->entry;
    }
    if (parted != NULL && *next != '\0' && word_distance(word_over(pair), parted) <= PARTED_SLIPS) {
        *game = parted;
        return 2;
    }
    *game = word->length >= LETTERS_LEAST ? names_game(context, word_over(word->lower)) : NULL;
    if (*game == NULL && word->kinds == 0 && word->length >= SLIP_LETTERS) {
        *game = suggest_game(context, word_over(word->lower));
        *game = *game != NULL && word_distance(word_over(word->lower), *game) <= 1 ? *game : NULL;
    }
    return *game == NULL ? 0 : 1;
}

/* The game that the text names; NULL: none, or two. Sets *first and *end to its words. */
static const char *find_game(const struct grammar_context *context, const struct said *said,
                             size_t *first, size_t *end)
{
    const char *found = NULL;
    for (size_t i = 0, words; i < said->count; i += MAX(words, 1)) {
        const char *game = NULL;
        words = game_words(context, said, i, &game);
        if (game != NULL && found != NULL && !g_str_equal(game, found)) {
            return NULL;
        }
        if (game != NULL) {
            found = game;
            *first = i;
            *end = i + words;
        }
    }
    return found;
}

/* The number of a board, or what counts as one; 0: the text names none. */
static int find_number(const struct said *said)
{
    int found = 0;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const bool digits = strspn(word->lower, "0123456789") == strlen(word->lower);
        const bool behind = i > 0 && (said->word[i - 1].marks & MARK_TITLE) != 0;
        const struct meaning *spelled = behind ? vocabulary_find(word->lower) : NULL;
        const int number = digits ? (int)CLAMP(g_ascii_strtoll(word->lower, NULL, 10), 0, G_MAXINT)
                           : spelled != NULL && !spelled->loosely ? spelled->number
                                                                  : 0;
        found = number > 0 ? number : found;
    }
    return found;
}

/* A word that must be a player's name: behind a word such as "with", and not known. `at` is its
 * index. G_MAXSIZE: there is none. */
static size_t find_name(const struct grammar_context *context, const struct said *said)
{
    for (size_t i = 1; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const struct word written = { word->start, word->length };
        const unsigned before = said->word[i - 1].kinds;
        const bool challenges =
            said->word[i - 1].meaning != NULL &&
            (said->word[i - 1].meaning->cues & command_bit(COMMAND_CHALLENGE)) != 0;
        if (((before & WORD_WITH) != 0 || challenges) && (word->kinds == 0 || word->person) &&
            names_player_fault(context, written) == NULL) {
            return i;
        }
    }
    return G_MAXSIZE;
}

/* True if a word may be part of days. */
static bool tells_of_day(const struct said_word *word)
{
    return g_ascii_isdigit(*word->start) || vocabulary_days(word->lower) != NULL;
}

/* The days that a text names, as they are written there (dates.h). NULL: none. Free with g_free. */
static char *wish_days(const struct said *said)
{
    enum { DAYS_WORDS_MOST = 16 };
    for (size_t i = 0; i < said->count; i++) {
        const char *start = said->word[i].start;
        const bool begins = tells_of_day(&said->word[i]);
        for (size_t end = MIN(said->count, i + DAYS_WORDS_MOST); begins && end > i; end--) {
            const struct said_word *last = &said->word[end - 1];
            const size_t length = (size_t)(last->start + last->length - start);
            g_autofree char *days =
                tells_of_day(last) && length <= DATES_LINE_MAX ? g_strndup(start, length) : NULL;
            if (days != NULL && dates_are_days(days)) {
                return g_steal_pointer(&days);
            }
        }
    }
    return NULL;
}

/* The line of the language for a command, with the game, player, number or days that the text
 * names. Sets *known to how many of the text's unknown words the line uses. NULL if something is
 * missing, such as the game of `play`. Free with g_free. */
static char *wish_line(const struct grammar_context *context, const struct said *said,
                       const struct command_row *row, size_t *known)
{
    size_t first = 0, end = 0;
    const char *game = find_game(context, said, &first, &end);
    const size_t name = find_name(context, said);
    const int number = find_number(said);
    const size_t of_game = said_sum(said, first, end).unknown;
    *known = 0;
    if (row->id == COMMAND_CHALLENGE || (row->id == COMMAND_PLAY && name != G_MAXSIZE)) {
        game = game != NULL ? game : context->game;
        if (game == NULL || name == G_MAXSIZE) {
            return NULL;
        }
        const struct said_word *word = &said->word[name];
        *known = of_game + said_sum(said, name, name + 1).unknown;
        return g_strdup_printf("%s %s %.*s", game, grammar_row(COMMAND_CHALLENGE)->name,
                               (int)word->length, word->start);
    }
    if (row->id == COMMAND_VACATION) {
        g_autofree char *days = wish_days(said);
        *known = days != NULL ? said->count : 0;
        return g_strjoin(" ", row->name, days, NULL);
    }
    if (row->id == COMMAND_HELP && game == NULL && context->game != NULL) {
        return g_strjoin(" ", row->name, context->game, NULL);
    }
    if (form_has(row, "GAME]") || form_has(row, "play GAME") || row->id == COMMAND_HELP ||
        row->id == COMMAND_HISTORY) {
        const bool leads = g_str_has_prefix(row->forms[0], "[GAME] ");
        const bool takes = !leads || row->id == COMMAND_SEEKS;
        if (game == NULL && row->id == COMMAND_PLAY) {
            return NULL;
        }
        if (game != NULL && takes) {
            *known = of_game;
            return leads ? g_strjoin(" ", game, row->name, NULL)
                         : g_strjoin(" ", row->name, game, NULL);
        }
    }
    const bool numbered =
        form_has(row, "BOARD") && (context->reply == 0 || row->id == COMMAND_TAKE);
    return numbered && number > 0                ? g_strdup_printf("%s %d", row->name, number)
           : numbered && row->id != COMMAND_SHOW ? NULL
           : numbered                            ? g_strdup(grammar_row(COMMAND_GAMES)->name)
                                                 : g_strdup(row->name);
}

/* ---- commands that a text is about ---- */

/* The set of the commands that are possible in this context. */
static guint64 possible(const struct grammar_context *context)
{
    guint64 found = 0;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        const bool here = context->reply == 0 || (row->reply & context->reply) != 0 ||
                          (row->forms[0] != NULL && row->level <= LEVEL_SENDER) ||
                          row->id == COMMAND_PLAY || row->id == COMMAND_CHALLENGE;
        found |= here ? command_bit(row->id) : 0;
    }
    return found & ~context->impossible;
}

/* The first command of a set that has the tier; NULL: there is none. */
static const struct command_row *row_of(guint64 set, enum command_tier tier)
{
    const struct command_row *row = grammar;
    while (row->id != COMMAND_NONE && ((set & command_bit(row->id)) == 0 || row->tier != tier)) {
        row++;
    }
    return row->id != COMMAND_NONE ? row : NULL;
}

/* The possible commands with a cue among the words from `first` to before `end`; two words that
 * stand apart say more than the second alone: "how do I play" asks for help. Of what the letter
 * asks about, the noun is no cue: "draw" in answer to an offer of a draw. */
static guint64 find_cues(const struct grammar_context *context, const struct said *said,
                         size_t first, size_t end)
{
    guint64 cues = 0;
    for (size_t i = first; i < end; i++) {
        const struct meaning *meaning = said->word[i].meaning, *pair = said->word[i].pair;
        cues |= (meaning != NULL ? meaning->cues : 0) | (pair != NULL ? pair->cues : 0);
    }
    return cues & possible(context) & ~command_bit(context->asked);
}

/* ---- what is acted on ---- */

/* True if nothing vetoes the text. A question is harmless if it asks for the thing itself. */
static bool is_clear(const struct said *said)
{
    bool asks = false, asks_for = false;
    for (size_t i = 0; i < said->count; i++) {
        const bool begins = said_begins_part(said, i);
        const size_t for_it = begins ? said_longest(said, i, said->count, WORD_ASKS_FOR) : 0;
        asks_for |= for_it > 0;
        asks |= begins && said_longest(said, i, said->count, WORD_ASKS) > for_it;
    }
    asks |= said->asks && !asks_for && said->all.words > SENTENCE_ALONE_MOST;
    return (said->all.kinds & WORD_AGAINST) == 0 && !asks && !said->quotes;
}

/* True if the text holds a word that says more than the wish for the command: "nice tie" tells. */
static bool says_more(const struct said *said, enum command_id id)
{
    bool more = false, found = false;
    for (size_t i = 0; i < said->count; i++) {
        const struct meaning *meaning = said->word[i].meaning;
        const bool cue = meaning != NULL && meaning->cues != 0;
        const bool praise = (said->word[i].kinds & (WORD_COURTESY | WORD_PLEA)) == WORD_COURTESY;
        found |= cue;
        more |= ((said->word[i].marks & MARK_MORE) != 0 && !cue) ||
                (id == COMMAND_REMATCH && found && praise); /* "again, well played" */
    }
    return more && id != COMMAND_CHALLENGE && id != COMMAND_PLAY;
}

/* The fair command that the text as a whole asks for. NULL: none. Free with g_free. */
static char *fair_act(const struct grammar_context *context, const struct said *said)
{
    const guint64 plays = command_bit(COMMAND_CHALLENGE) | command_bit(COMMAND_PLAY);
    size_t known = 0;
    const guint64 cues = find_cues(context, said, 0, said->count);
    /* "I challenge bob to a game" names two. */
    const struct command_row *row =
        cues == plays ? grammar_row(COMMAND_CHALLENGE) : row_of(cues, TIER_FAIR);
    const guint64 own = row != NULL ? command_bit(row->id) : 0;
    /* Where the letter asks something else, a wish for another command is only offered. */
    if (row == NULL || (cues != plays && cues != own) || !said->whole ||
        (context->asked != COMMAND_NONE && row->id != context->asked) ||
        said->all.words > SENTENCE_WORDS_MOST || !is_clear(said) || (said->all.cues & own) == 0 ||
        said_has_cue_but(said, (own & plays) != 0 ? plays : own) || says_more(said, row->id)) {
        return NULL;
    }
    g_autofree char *line = wish_line(context, said, row, &known);
    const bool asks = said->asks || (said->all.kinds & WORD_ASKS_FOR) != 0;
    const bool to_play = (own & plays) != 0;
    const bool good =
        line != NULL && said->all.unknown <= known && !(asks && to_play) && !said->all.to_others;
    return good ? g_steal_pointer(&line) : NULL;
}

/* The entry in the sentence from word `first` to before `end` that leads to something to look at: a
 * command, or an answer; the longest counts. NULL: there is none. */
static const struct meaning *look_of(const struct grammar_context *context, const struct said *said,
                                     size_t first, size_t end)
{
    const struct meaning *look = NULL;
    size_t most = 0;
    for (size_t i = first; i < end; i++) {
        const struct meaning *apart = said->word[i].pair;
        const struct meaning *meaning = apart != NULL ? apart : said->word[i].meaning;
        const size_t words = apart != NULL ? 2 : said->word[i].entry;
        if (words > most && (meaning->answer != NULL ||
                             row_of(meaning->cues & possible(context), TIER_LOOK) != NULL)) {
            look = meaning;
            most = words;
        }
    }
    return look;
}

/* The command by which the text asks to look at something, or the answer to what it asks. Returns
 * the line (free with g_free), or NULL: it asks for no such thing. */
static char *look_act(const struct grammar_context *context, const struct said *said,
                      const char **answer)
{
    const struct command_row *found = NULL;
    const char *key = NULL;
    for (size_t first = 0, end; first < said->count; first = end) {
        end = said_sentence_end(said, first);
        const bool fair = row_of(find_cues(context, said, first, end), TIER_FAIR) != NULL;
        /* "I read the rules and accept": whoever wants more than to look is asked. */
        const bool more = fair && !said_begins_question(said, first, end);
        const bool asks =
            !more && sentence_asks_to_look(said, first, end) && !said_sum(said, first, end).square;
        const struct meaning *look = asks ? look_of(context, said, first, end) : NULL;
        if (look != NULL) {
            const struct command_row *row = row_of(look->cues & possible(context), TIER_LOOK);
            found = row != NULL ? row : found;
            key = row == NULL ? look->answer : key;
        }
    }
    size_t known;
    *answer = found == NULL ? key : NULL;
    return found != NULL ? wish_line(context, said, found, &known) : NULL;
}

bool understand_denies(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    return (said.all.kinds & (WORD_NOT | WORD_NO)) != 0;
}

/* ---- offers ---- */

/* Adds a line to the offers, if it is a command here and not among them. Takes the line. */
static void add_offer(const struct grammar_context *context, struct understanding *understanding,
                      char *line)
{
    size_t count = 0;
    bool there = line == NULL;
    for (; understanding->offers[count] != NULL; count++) {
        there |= g_strcmp0(understanding->offers[count], line) == 0;
    }
    if (there || count == UNDERSTANDING_OFFERS_MOST) {
        g_free(line);
    } else {
        understanding->offers[count] = if_command(context, line);
    }
}

/* Adds the commands of a set, or, for a command of the account that needs more than the text says,
 * the page about it. */
static void add_cue_offers(const struct grammar_context *context, const struct said *said,
                           guint64 cues, struct understanding *understanding)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        size_t known;
        const bool among = (cues & command_bit(row->id)) != 0;
        char *line = among ? if_command(context, wish_line(context, said, row, &known)) : NULL;
        if (among && line == NULL && row->tier == TIER_GRAVE) {
            line = g_strjoin(" ", grammar_row(COMMAND_HELP)->name, row->name, NULL);
        }
        add_offer(context, understanding, line);
    }
}

/* Adds the command with whose name a short text begins, if that is misspelt; else how it is
 * written. Returns true for the latter. */
static bool offer_near(const struct grammar_context *context, const struct said *said,
                       struct understanding *understanding)
{
    enum { SHORT_MOST = 3 };
    const struct word word = said->count > 0 && said->count <= SHORT_MOST
                                 ? (struct word){ said->word[0].start, said->word[0].length }
                                 : word_over("");
    const struct command_row *row = names_command(word);
    const struct command_row *near = row == NULL ? suggest_any_command(word) : NULL;
    if (near != NULL && near->tier != TIER_GRAVE &&
        (possible(context) & command_bit(near->id)) != 0) {
        add_offer(context, understanding, g_strdup(near->name));
    }
    const bool begun = row != NULL && row->forms[0] != NULL && !row->hidden;
    add_offer(context, understanding,
              begun ? g_strjoin(" ", grammar_row(COMMAND_HELP)->name, row->name, NULL) : NULL);
    return begun;
}

/* True if a turn can be offered: it is legal, or the other player is to move first. */
static bool can_offer_turn(const struct grammar_context *context, const char *turn)
{
    return context->waits
               ? names_turn(context, turn)
               : context->is_legal != NULL && context->is_legal(context->who, context->board, turn);
}

/* Adds the one legal turn that the text names, or one for when it is the writer's turn; of several
 * the plainest, and none if two are equally plain. */
static void offer_turn(const struct grammar_context *context, const struct said *said,
                       struct understanding *understanding)
{
    static const enum spoken_way ways[] = { SPOKEN_WRITTEN, SPOKEN_SPELLED, SPOKEN_APART };
    const bool moves = (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0;
    const char *found = NULL;
    bool several = false;
    g_autoptr(GArray) turns = spoken_read(context, said, NULL);
    for (size_t k = 0; k < G_N_ELEMENTS(ways) && found == NULL && moves; k++) {
        for (guint i = 0; i < turns->len; i++) {
            const struct spoken_turn *turn = &g_array_index(turns, struct spoken_turn, i);
            if (turn->way == ways[k] && can_offer_turn(context, turn->text)) {
                several |= found != NULL && !g_str_equal(found, turn->text);
                found = turn->text;
            }
        }
    }
    if (found != NULL && !several) {
        add_offer(context, understanding,
                  context->waits ? g_strjoin(" ", grammar_row(COMMAND_QUEUE)->name, found, NULL)
                                 : g_strdup(found));
    }
}

/* Adds what the text names, so that it may be wanted: a game, days. */
static void offer_named(const struct grammar_context *context, const struct said *said,
                        struct understanding *understanding)
{
    size_t first, end;
    const char *game = find_game(context, said, &first, &end);
    if (game != NULL && g_strcmp0(game, context->game) != 0) {
        add_offer(context, understanding,
                  g_strjoin(" ", grammar_row(COMMAND_PLAY)->name, game, NULL));
    }
    /* "today" and "see you on Friday" are talk, unless it asks for a vacation. */
    g_autofree char *days = wish_days(said);
    if (days != NULL && strpbrk(days, "0123456789") != NULL) {
        add_offer(context, understanding,
                  g_strjoin(" ", grammar_row(COMMAND_VACATION)->name, days, NULL));
    }
}

/* The grave command that an entry (NULL: none) means and nothing else, possible here or not. NULL:
 * it means none. */
static const struct command_row *grave_command(const struct meaning *meaning)
{
    const guint64 others = command_bit(COMMAND_DECLINE) | command_bit(COMMAND_PASSWORD);
    const bool sure = meaning != NULL && meaning->kinds == 0 && (meaning->cues & others) == 0;
    return sure ? row_of(meaning->cues, TIER_GRAVE) : NULL; /* own_words.c knows secrets */
}

/* Tells whom the text is meant for. `answers`: it says yes or no. `begun`: it begins as a command.
 */
static void find_audience(const struct grammar_context *context, const struct said *said,
                          bool answers, bool begun, struct understanding *understanding)
{
    bool account = false, resigns = false, house = (said->all.marks & MARK_HOUSE) != 0;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const struct command_row *rows[] = { grave_command(word->slip ? NULL : word->meaning),
                                             grave_command(word->pair) };
        const bool denied = i > 0 && (word[-1].kinds & WORD_NOT) != 0; /* "never unsubscribe" */
        for (size_t k = 0; k < G_N_ELEMENTS(rows) && !denied; k++) {
            resigns |= rows[k] != NULL && rows[k]->id == COMMAND_RESIGN;
            account |= rows[k] != NULL && rows[k]->id != COMMAND_RESIGN;
        }
    }
    /* Thanks go to the server, except those for a match. */
    const bool over = context->yes_by_name && (context->reply & REPLY_TO_MATCH) != 0;
    const bool thanks = !over && said_is_courtesy(said);
    const bool only_turn = said->all.square && said->all.unknown == 0;
    const bool addressed = sentence_addresses_others(said);
    understanding->for_others = said->count > 0 && !begun && !only_turn && !thanks && !account &&
                                !(context->asks_gravely && answers) &&
                                (addressed || !sentence_any_asks_house(said));
    understanding->addressed = understanding->for_others && addressed;
    /* An answer does nothing, so it may be to a question with words that nobody knows. */
    const bool asks = understanding->act == NULL && !understanding->for_others && !account;
    for (size_t i = 0; i < said->count && asks && understanding->answer == NULL; i++) {
        const struct said_word *word = &said->word[i];
        const struct meaning *meaning = word->pair != NULL ? word->pair : word->meaning;
        understanding->answer = meaning != NULL ? meaning->answer : NULL;
    }
    const bool few = said->all.words <= FEW_WORDS_MOST;
    understanding->for_house =
        account || (resigns && few) ||
        (!understanding->for_others && (house || understanding->answer != NULL));
}

void understand(const struct grammar_context *context, const char *text,
                struct understanding *understanding)
{
    *understanding = (struct understanding){ 0 };
    g_auto(Said) said;
    said_read(context, text, &said);
    bool yes = false, no = false;
    answer_find(context, &said, &yes, &no);
    char *act = fair_act(context, &said);
    if (act == NULL && said.whole && said.count <= LOOK_WORDS_MOST) {
        act = look_act(context, &said, &understanding->answer);
    }
    understanding->act = if_command(context, act);
    offer_turn(context, &said, understanding);
    if (yes || no) { /* "certainly not" */
        no |= (said.all.kinds & WORD_NOT) != 0;
        add_offer(context, understanding, g_strdup(no ? context->no : context->yes));
        add_offer(context, understanding, g_strdup(no ? context->yes : context->no));
    }
    for (size_t i = 0; i < said.count; i++) {
        add_cue_offers(context, &said, find_cues(context, &said, i, i + 1), understanding);
    }
    offer_named(context, &said, understanding);
    const bool begun = offer_near(context, &said, understanding);
    find_audience(context, &said, yes || no, begun, understanding);
}

char *understand_beside(const struct grammar_context *context, const char *words)
{
    g_auto(Said) said;
    said_read(context, words, &said);
    if (!said.whole || said.all.words > SENTENCE_WORDS_MOST ||
        (said.all.kinds & WORD_AGAINST) != 0) {
        return NULL;
    }
    const char *answer = NULL;
    char *line = look_act(context, &said, &answer);
    const struct command_row *fair = row_of(find_cues(context, &said, 0, said.count), TIER_FAIR);
    if (line == NULL && fair != NULL) {
        size_t known;
        line = wish_line(context, &said, fair, &known);
    }
    return if_command(context, line);
}
