#include "language/understand.h"

#include <stdint.h>
#include <string.h>

#include "base/plain.h"
#include "language/dates.h"
#include "language/form.h"
#include "language/line.h"
#include "language/said.h"
#include "language/spoken.h"

enum {
    LOOK_WORDS_MOST = 20, /* of a text in which a sentence asks to look; our letters have more */
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

/* The game that the text names, maybe cut short or misspelt; NULL: none, or two. Sets *first and
 * *end to its words. */
static const char *find_game(const struct grammar_context *context, const struct said *said,
                             size_t *first, size_t *end)
{
    enum { CUT_LEAST = 4, SLIP_LEAST = 5 /* letters */ };
    const char *found = NULL;
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const struct word lower = word_over(word->lower);
        const char *game = word->length >= CUT_LEAST ? names_game(context, lower) : NULL;
        if (game == NULL && said_is_unknown(word) && word->length >= SLIP_LEAST) {
            game = suggest_game(context, lower);
            game =
                game != NULL && slips_between(word->lower, lower.length, game) <= 1 ? game : NULL;
        }
        game = word->meaning != NULL && word->meaning->game != NULL ? word->meaning->game : game;
        if (game != NULL && found != NULL && !g_str_equal(game, found)) {
            return NULL;
        }
        if (game != NULL) {
            found = game;
            *first = i;
            *end = i + MAX(word->entry, 1);
        }
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
        if (((before & WORD_WITH) != 0 || challenges) && (said_is_unknown(word) || word->person) &&
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
 * names. Sets *known to how many of the text's unknown words it may use. NULL if it is no command
 * here, such as `play` without a game. Free with g_free. */
static char *wish_line(const struct grammar_context *context, const struct said *said,
                       const struct command_row *row, size_t *known)
{
    size_t first = 0, end = 0;
    const char *named = find_game(context, said, &first, &end);
    const char *game = named != NULL ? named : context->game;
    const size_t name = find_name(context, said);
    *known = said_sum(said, first, end).unknown;
    if (row->id == COMMAND_CHALLENGE || (row->id == COMMAND_PLAY && name != G_MAXSIZE)) {
        const struct said_word *word = &said->word[name != G_MAXSIZE ? name : 0];
        *known += name != G_MAXSIZE ? said_sum(said, name, name + 1).unknown : 0;
        return game == NULL || name == G_MAXSIZE
                   ? NULL
                   : if_command(context, g_strdup_printf("%s %s %.*s", game,
                                                         grammar_row(COMMAND_CHALLENGE)->name,
                                                         (int)word->length, word->start));
    }
    const bool topic = form_has(row, "TOPIC"), board = form_has(row, "BOARD");
    const bool of_game = form_has(row, "GAME") && !board;
    const bool numbered = board && (context->reply == 0 || row->id == COMMAND_TAKE);
    gint64 number = 0; /* the last one */
    for (size_t i = 0; i < said->count && numbered; i++) {
        const gint64 own = word_number(word_over(said->word[i].lower));
        number = own > 0 ? own : number;
    }
    g_autofree char *days = row->id == COMMAND_VACATION ? wish_days(said) : NULL;
    g_autofree char *digits = number > 0 ? g_strdup_printf("%" G_GINT64_FORMAT, number) : NULL;
    const char *what = days != NULL ? days : topic ? game : of_game ? named : digits;
    const bool leads = of_game && what != NULL && g_str_has_prefix(row->forms[0], "[GAME]");
    *known = days != NULL ? said->count : *known;
    char *line = if_command(context, leads ? g_strjoin(" ", what, row->name, NULL)
                                           : g_strjoin(" ", row->name, what, NULL));
    const bool all = line == NULL && row->id == COMMAND_SHOW && context->reply == 0;
    return all ? g_strdup(grammar_row(COMMAND_GAMES)->name) : line;
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

/* The possible commands with a cue among the words from `first` to before `end`. Of what the letter
 * asks about, the noun is no cue: "draw" in answer to an offer of a draw. */
static guint64 find_cues(const struct grammar_context *context, const struct said *said,
                         size_t first, size_t end)
{
    return said_sum(said, first, end).cues & possible(context) & ~command_bit(context->asked);
}

/* ---- what is acted on ---- */

/* The fair command that the text as a whole asks for. NULL: none. Where the letter asks something
 * else, it is only offered. Free with g_free. */
static char *fair_act(const struct grammar_context *context, const struct said *said)
{
    const guint64 plays = command_bit(COMMAND_CHALLENGE) | command_bit(COMMAND_PLAY);
    const guint64 cues = find_cues(context, said, 0, said->count);
    const struct command_row *row = row_of(cues, TIER_FAIR);
    const guint64 own = row == NULL ? 0 : (cues & plays) != 0 ? plays : command_bit(row->id);
    const bool asks = said->asks || (said->all.kinds & WORD_ASKS_FOR) != 0;
    if (row == NULL || (cues & ~own) != 0 || context->asked != COMMAND_NONE ||
        (asks && own == plays)) {
        return NULL;
    }
    size_t known = 0;
    g_autofree char *line = wish_line(context, said, row, &known);
    return sentence_is_wish(said, own, known, false) ? g_steal_pointer(&line) : NULL;
}

/* The possible commands that a word asks for. What asks for help or for moves ("what can I do?")
 * asks at a board for moves. */
static guint64 looks_of(const struct grammar_context *context, const struct said_word *word)
{
    const guint64 help = command_bit(COMMAND_HELP), moves = command_bit(COMMAND_MOVES);
    const guint64 found = word->cues & possible(context);
    return (found & moves) == 0 ? found : found & ~(context->board != 0 ? help : moves);
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
        /* "I read the rules and accept": whoever wants more than to look is asked. */
        const bool more = row_of(find_cues(context, said, first, end), TIER_FAIR) != NULL;
        const bool asks = !more && sentence_asks_to_look(said, first, end);
        for (size_t i = first; i < end && asks; i++) {
            const struct said_word *word = &said->word[i];
            const struct command_row *row = row_of(looks_of(context, word), TIER_LOOK);
            found = row != NULL ? row : found;
            key = word->meaning != NULL && word->meaning->answer != NULL ? word->meaning->answer
                                                                         : key;
        }
    }
    size_t known;
    const bool looks = found != NULL && (key == NULL || found->id != COMMAND_HELP);
    *answer = looks ? NULL : key;
    return looks ? wish_line(context, said, found, &known) : NULL;
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

/* Adds a command with what follows its name; NULL: nothing is added. */
static void add_command(const struct grammar_context *context, struct understanding *understanding,
                        enum command_id id, const char *what)
{
    add_offer(context, understanding,
              what != NULL ? g_strjoin(" ", grammar_row(id)->name, what, NULL) : NULL);
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
    add_command(context, understanding, COMMAND_HELP, begun ? row->name : NULL);
    return begun;
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
            const bool can =
                turn->way == ways[k] &&
                (context->waits ? names_turn(context, turn->text)
                                : context->is_legal != NULL &&
                                      context->is_legal(context->who, context->board, turn->text));
            if (can) {
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

/* Tells whom the text is meant for. `answers`: it says yes or no. `begun`: it begins as a command.
 */
static void find_audience(const struct grammar_context *context, const struct said *said,
                          bool answers, bool begun, struct understanding *understanding)
{
    guint64 sure = 0; /* the commands of words that mean nothing else */
    for (size_t i = 0; i < said->count; i++) {
        const struct said_word *word = &said->word[i];
        const bool only = word->meaning != NULL &&
                          (word->meaning->kinds & ~(unsigned)WORD_STRANGE) == 0 && !word->slip;
        const bool denied = i > 0 && (word[-1].kinds & WORD_NOT) != 0; /* "never unsubscribe" */
        sure |= only && !denied ? word->cues : 0;
    }
    const bool account = (sure & (command_bit(COMMAND_SIGNOFF) | command_bit(COMMAND_FORGET) |
                                  command_bit(COMMAND_ADDRESS))) != 0;
    const bool resigns = (sure & command_bit(COMMAND_RESIGN)) != 0;
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
        const struct meaning *meaning = said->word[i].meaning;
        understanding->answer = meaning != NULL ? meaning->answer : NULL;
    }
    const bool house = (said->all.kinds & WORD_HOUSE) != 0 || understanding->answer != NULL;
    understanding->for_house = account || (resigns && said->all.words <= FEW_WORDS_MOST) ||
                               (!understanding->for_others && house);
}

void understand(const struct grammar_context *context, const char *text,
                struct understanding *understanding)
{
    *understanding = (struct understanding){ 0 };
    g_auto(Said) said;
    said_read(context, text, &said);
    bool yes = false, no = false;
    answer_find(context, &said, &yes, &no);
    understanding->act = fair_act(context, &said);
    if (understanding->act == NULL && said.whole && said.count <= LOOK_WORDS_MOST) {
        understanding->act = look_act(context, &said, &understanding->answer);
    }
    offer_turn(context, &said, understanding);
    if (yes || no) { /* "certainly not" */
        no |= (said.all.kinds & WORD_NOT) != 0;
        add_offer(context, understanding, g_strdup(no ? context->no : context->yes));
        add_offer(context, understanding, g_strdup(no ? context->yes : context->no));
    }
    for (size_t i = 0, known; i < said.count; i++) {
        const guint64 cues = find_cues(context, &said, i, i + 1);
        for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
            const bool among = (cues & command_bit(row->id)) != 0;
            char *line = among ? wish_line(context, &said, row, &known) : NULL;
            /* One that needs more than the text says is explained. */
            const bool grave = among && line == NULL && row->tier == TIER_GRAVE;
            add_offer(context, understanding, line);
            add_command(context, understanding, COMMAND_HELP, grave ? row->name : NULL);
        }
    }
    size_t first, end;
    const char *game = find_game(context, &said, &first, &end);
    if (game != NULL && g_strcmp0(game, context->game) != 0) {
        add_command(context, understanding, COMMAND_PLAY, game);
    }
    /* "today" and "see you on Friday" are talk, unless it asks for a vacation. */
    g_autofree char *days = wish_days(&said);
    if (days != NULL && strpbrk(days, "0123456789") != NULL) {
        add_command(context, understanding, COMMAND_VACATION, days);
    }
    const bool begun = offer_near(context, &said, understanding);
    find_audience(context, &said, yes || no, begun, understanding);
}

char *understand_beside(const struct grammar_context *context, const char *words)
{
    g_auto(Said) said;
    said_read(context, words, &said);
    size_t known;
    const char *answer = NULL;
    const struct command_row *fair = row_of(find_cues(context, &said, 0, said.count), TIER_FAIR);
    if (!said.whole || said.all.words > SENTENCE_WORDS_MOST ||
        (said.all.kinds & WORD_AGAINST) != 0) {
        return NULL;
    }
    char *line = look_act(context, &said, &answer);
    return line == NULL && fair != NULL ? wish_line(context, &said, fair, &known) : line;
}
