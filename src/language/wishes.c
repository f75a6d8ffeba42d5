/* Commands in sentences: "I'd like to see the board", "play chess with ann". */
#include "language/phrases.h"

#include <string.h>

#include "base/plain.h"
#include "language/cell_words.h"
#include "language/names.h"
#include "language/said.h"

static struct word written(const struct said_word *word)
{
    return (struct word){ word->start, word->length };
}

/* True if word `end` begins something else than what stands before it: behind a sign, or "I". */
static bool ends_at(const struct said *said, size_t end)
{
    return end >= said->count || said_begins_part(said, end) || said_begins_sentence(said, end) ||
           said_longest(said, end, said->count, PHRASE_I) > 0;
}

/* The game whose name begins with word `at`, maybe with a slip; NULL: none. Sets *words. */
static const char *game_at(const struct grammar_context *context, const struct said *said,
                           size_t at, size_t end, size_t *words)
{
    const struct said_word *word = &said->word[at];
    const struct word one = written(word);
    const char *next = at + 1 < end ? word[1].lower : "";
    g_autofree char *pair = g_strconcat(word->lower, next, NULL);
    const bool joined = *next != '\0' && word_among(word_over(pair), context->games) >= 0;
    const char *found = joined ? names_game(context, word_over(pair)) : names_game(context, one);
    /* A name of two words is found by its first one. */
    const bool both =
        joined || (found != NULL && strlen(next) > 3 && g_str_has_suffix(found, next));
    *words = both ? 2 : 1;
    if (found == NULL) {
        const char *near = suggest_game(context, one);
        const char *near_pair = suggest_game(context, word_over(pair));
        enum { SLIP_LETTERS = 5 };
        if (near_pair != NULL && *next != '\0' &&
            suggest_distance(word_over(pair), near_pair) <= 2) {
            found = near_pair;
            *words = 2;
        } else if (near != NULL && one.length >= SLIP_LETTERS && suggest_distance(one, near) <= 1) {
            found = near;
        }
    }
    return found;
}

/* True if what stands before word `first` and from word `end` on is nothing, or only talk. */
static bool only_talk_around(const struct said *said, size_t first, size_t end)
{
    return (first == 0 || said_is_talk(said, 0, first)) &&
           (end == said->count || said_is_talk(said, end, said->count));
}

/* ---- a game, and maybe a player ---- */

/* Reads the sentence that begins with word `first`; sets *end to where it ends. */
static char *game_sentence(const struct grammar_context *context, const struct said *said,
                           size_t first, size_t *end)
{
    const char *game = NULL;
    g_autofree char *name = NULL;
    bool plays = false, challenges = false, polite = false;
    const char *challenge = grammar_row(COMMAND_CHALLENGE)->name;
    size_t at = first, words = 0;
    for (; at < said->count && (at == first || !said_begins_sentence(said, at)); at += words) {
        const size_t invites =
            at == first ? said_longest(said, at, said->count, PHRASE_INVITES) : 0;
        if (invites == 0 && said_longest(said, at, said->count, PHRASE_HABIT) > 0) {
            return NULL;
        }
        const char *found = game_at(context, said, at, said->count, &words);
        if (found != NULL && (game == NULL || g_str_equal(found, game))) {
            game = found;
            continue;
        }
        const size_t courtesy = said_longest(said, at, said->count, PHRASE_COURTESY);
        words = MAX(said_longest(said, at, said->count, PHRASE_FILLER), courtesy);
        words = MAX(words, said_longest(said, at, said->count, PHRASE_WITH));
        words = MAX(words, said_longest(said, at, said->count, PHRASE_I));
        polite |= game == NULL && courtesy > 0;
        const size_t verb = said_longest(said, at, said->count, PHRASE_PLAY);
        plays |= verb > 0;
        challenges |= suggest_distance(written(&said->word[at]), challenge) <= 1;
        words = MAX(words, MAX(verb, invites));
        plays |= invites > 0;
        if (words == 0) {
            /* "Ann plays chess" tells of her. */
            if (name != NULL || at == first ||
                names_player_fault(context, written(&said->word[at])) != NULL) {
                return NULL;
            }
            name = g_strndup(said->word[at].start, said->word[at].length);
            words = 1;
        }
    }
    *end = at;
    if (game == NULL || ((first > 0 || polite) && !plays) || (challenges && name == NULL)) {
        return NULL;
    }
    return name != NULL ? g_strdup_printf("%s challenge %s", game, name)
                        : g_strdup_printf("play %s", game);
}

char *phrases_game(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const bool invites = said_longest(&said, 0, said.count, PHRASE_INVITES) > 0;
    const bool plain =
        said.whole && (!said.asks || (invites && !said.unsure)) && !phrases_denies(line);
    for (size_t i = 0; plain && i < said.count; i++) {
        size_t end = i;
        g_autofree char *found =
            said_begins_part(&said, i) ? game_sentence(context, &said, i, &end) : NULL;
        if (found != NULL) {
            return only_talk_around(&said, i, end) ? g_steal_pointer(&found) : NULL;
        }
    }
    return NULL;
}

/* True if a word is a player at the board, or in a mail to the plain address may be any player. */
static bool names_addressee(const struct grammar_context *context, const struct said *said,
                            size_t at)
{
    const struct said_word *word = &said->word[at];
    return context->reply != 0
               ? said_names(context, word->lower) && strchr(word->lower, '\'') == NULL
               : names_player_fault(context, written(word)) == NULL &&
                     said_longest(said, at, said->count, PHRASE_FILLER) == 0 &&
                     said_longest(said, at, said->count, PHRASE_NO_NAME) == 0 &&
                     said_longest(said, at, said->count, PHRASE_ABOUT_MOVE) == 0;
}

/* True if the words to be told are a message: they begin with no denial, set no condition, and are
 * not taken back. */
static bool words_to_tell(const struct said *said, size_t first)
{
    bool good = said_longest(said, first, said->count, PHRASE_NOT) == 0;
    for (size_t i = first; i < said->count; i++) {
        const size_t back = said_begins_part(said, i) && i > first
                                ? said_longest(said, i, said->count, PHRASE_TAKES_BACK)
                                : 0;
        good &= back == 0 && said_longest(said, i, said->count, PHRASE_CONDITION) == 0;
    }
    return good;
}

char *phrases_told(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    size_t at = 0, words = 1;
    while (at < said.count && words > 0) {
        words = said_longest(&said, at, said.count, PHRASE_TELL) > 0
                    ? 0
                    : said_courtesy(context, &said, at, said.count);
        at += words;
    }
    const size_t tell = said_longest(&said, at, said.count, PHRASE_TELL);
    const size_t name = at + tell, text = name + 1;
    const bool names =
        tell > 0 && text < said.count && names_addressee(context, &said, name) &&
        (context->reply != 0 || tell > 1 || at > 0 || said_follows(&said, text, ":,"));
    bool more = false;
    for (size_t i = text; names && i < said.count; i++) {
        const struct word word = written(&said.word[i]);
        const struct command_row *row = names_command(word);
        more |= names_cell_first(word) || (row != NULL && row->ends && names_in_full(word, row));
    }
    g_auto(Plain) plain = { 0 };
    plain_read(line, -1, &plain);
    const char *start = plain.text + (names ? said.word[text].start - said.plain : 0);
    g_autofree char *rest = names ? plain_written(&plain, start, strlen(start)) : NULL;
    if (rest == NULL || more || !said.whole || said_asks(&said, name, said.count) ||
        !words_to_tell(&said, text)) {
        return NULL;
    }
    if (context->reply != 0) {
        return g_strconcat(grammar_row(COMMAND_CHAT)->name, " ", rest, NULL);
    }
    g_autofree char *player = g_strndup(said.word[name].start, said.word[name].length);
    return g_strdup_printf("%s %s: %s", grammar_row(COMMAND_MESSAGE)->name, player, rest);
}

/* ---- other commands ---- */

/* True for a command that only looks at something. */
static bool is_look(const struct command_row *row)
{
    return row->text == TEXT_NONE && row->level <= LEVEL_SENDER && row->id != COMMAND_SIGNUP &&
           row->id != COMMAND_CONFIRM;
}

/* True for a command that does no harm if it was not meant so: another player has to agree. */
static bool is_offer(const struct command_row *row)
{
    return row->id == COMMAND_DRAW || row->id == COMMAND_UNDO || row->id == COMMAND_REMATCH ||
           row->id == COMMAND_TAKE;
}

/* The command that the words from `at` on name: its own name, maybe with a slip, or a thing that it
 * gives ("the board"). Sets *words, and *thing if it is such a thing. NULL: none. */
static const struct command_row *command_at(const struct said *said, size_t at, size_t *words,
                                            bool *thing)
{
    enum { SLIP_LETTERS = 4 };
    const struct command_row *row = NULL;
    *words = 0;
    for (const struct phrase_book *const *book = phrase_books; *book != NULL; book++) {
        for (const struct wish *wish = (*book)->wishes; wish != NULL && wish->words != NULL;
             wish++) {
            const size_t fits = said_fits(said, at, said->count, wish->words, SLIP_LETTERS + 2);
            row = fits > *words ? grammar_row(wish->command) : row;
            *words = MAX(*words, fits);
        }
    }
    *thing = row != NULL && *words == 1;
    if (row == NULL && at < said->count) {
        const struct word word = written(&said->word[at]);
        row = names_command(word);
        row = row != NULL && names_in_full(word, row) ? row : suggest_command(word);
        const bool full = row != NULL && names_in_full(word, row);
        const bool near = row != NULL && is_look(row) && word.length >= SLIP_LETTERS &&
                          suggest_distance(word, row->name) <= 1 &&
                          said_longest(said, at, said->count, PHRASE_NO_SLIP) == 0;
        row = full || near ? row : NULL;
        *words = 1;
    }
    return row;
}

/* Reads what may stand behind a command: its game, a number, words that mean nothing. Returns where
 * that ends. */
static size_t read_rest(const struct grammar_context *context, const struct said *said, size_t at,
                        const struct command_row *row, GString *command)
{
    size_t words = 1;
    for (; at < said->count && words > 0 && !said_begins_part(said, at); at += words) {
        bool thing = false;
        const struct word word = written(&said->word[at]);
        const int number = cell_number(word, false);
        const char *game = game_at(context, said, at, said->count, &words);
        if (game != NULL) {
            g_string_append_printf(command, " %s", game);
            continue;
        }
        const bool digits = strspn(word.start, "0123456789") >= word.length;
        if (digits || number > 0) {
            g_autofree char *spelled = g_strdup_printf("%d", number);
            g_string_append_c(command, ' ');
            g_string_append_len(command, digits ? word.start : spelled,
                                (gssize)(digits ? word.length : strlen(spelled)));
            words = 1;
            continue;
        }
        const struct command_row *same = command_at(said, at, &words, &thing);
        words = same == row ? words : 0;
        words = MAX(words, said_longest(said, at, said->count, PHRASE_FILLER));
        words = MAX(words, said_longest(said, at, said->count, PHRASE_WITH));
        words = MAX(words, said_longest(said, at, said->count, PHRASE_ASK_FOR));
        words = MAX(words, said_courtesy(context, said, at, said->count));
        words = MAX(words, phrase_book_has(PHRASE_BOARD, word) ? 1 : 0);
    }
    return at;
}

/* True if one of the words before word `end` is the name of a player, or a cry. */
static bool names_people(const struct grammar_context *context, const struct said *said, size_t end)
{
    bool found = false;
    for (size_t i = 0; i < end; i++) {
        found |= said_courtesy(context, said, i, i + 1) > 0 &&
                 said_longest(said, i, said->count, PHRASE_COURTESY) == 0;
    }
    return found;
}

/* True if the words from `first` to before `end` are a whole sentence, with a plea, or with words
 * before the command at word `at` that ask for it, and name nobody before it: "undo please", "I
 * want a rematch". `bare`: the command alone is enough. */
static bool only_command(const struct grammar_context *context, const struct said *said,
                         size_t first, size_t at, size_t end, bool bare)
{
    bool asks = false, plea = bare && at == first;
    for (size_t i = first; i < end; i++) {
        asks |= i < at && said_longest(said, i, at, PHRASE_ASK_FOR) > 1;
        plea |= said_longest(said, i, said->count, PHRASE_PLEA) > 0;
    }
    const bool ends = end >= said->count || said_begins_new(said, end);
    return ends && said_begins_new(said, first) && (asks || plea) &&
           !names_people(context, said, at);
}

/* True if there is nothing but courtesy from word `first` on. */
static bool only_courtesy(const struct grammar_context *context, const struct said *said,
                          size_t first)
{
    for (size_t words = 1; first < said->count && words > 0; first += words) {
        words = said_courtesy(context, said, first, said->count);
    }
    return first >= said->count;
}

/* Returns the command that the sentence from word `first` on asks for; NULL if it asks for none.
 * Free with g_free. */
static char *wish_at(const struct grammar_context *context, const struct said *said, size_t first)
{
    bool asks = false, thing = false, filled = false; /* with words that mean nothing */
    size_t at = first, words = 1;
    for (; at < said->count && words > 0; at += words) {
        if (asks && command_at(said, at, &words, &thing) != NULL) {
            break; /* "match" means nothing in "a match of chess", but can be shown */
        }
        words = MAX(said_longest(said, at, said->count, PHRASE_ASK_FOR),
                    said_courtesy(context, said, at, said->count));
        asks |= said_longest(said, at, said->count, PHRASE_ASK_FOR) > 0;
        const size_t filler = MAX(said_longest(said, at, said->count, PHRASE_FILLER),
                                  said_longest(said, at, said->count, PHRASE_WITH));
        filled |= filler > words;
        words = MAX(words, filler);
    }
    const struct command_row *row = command_at(said, at, &words, &thing);
    if (row == NULL || (!is_look(row) && !is_offer(row))) {
        return NULL;
    }
    g_autoptr(GString) command = g_string_new(row->name);
    const size_t end = read_rest(context, said, at + words, row, command);
    for (size_t i = first; i <= end && i < said->count; i++) {
        asks |= said_longest(said, i, said->count, PHRASE_PLEA) > 0;
    }
    /* The sentence is only the offer, and the sentences around it cast no doubt on it. */
    const bool explicit =
        row->id != COMMAND_TAKE &&
        only_command(context, said, first, at, end,
                     row->id != COMMAND_DRAW && g_str_equal(said->word[at].lower, row->name)) &&
        !said->unsure && !said_asks(said, first, said->count) &&
        said_is_clear(said, 0, first, SENTENCE_EARLIER) && only_courtesy(context, said, end);
    /* An offer begins a part of the sentence, and speaks to nobody: "Ann, offer a draw!" */
    const bool certain = !said->asks && !phrases_denies(said->plain) &&
                         (first == 0 || said_begins_part(said, first)) &&
                         only_talk_around(said, first, end) &&
                         said_longest(said, 0, said->count, PHRASE_ASKS) == 0 &&
                         !names_people(context, said, first + 1);
    /* A bare name ends its sentence: "list, in words" is talk. */
    const bool apart = asks || row->id == COMMAND_HELP
                           ? ends_at(said, end)
                           : end >= said->count || said_begins_sentence(said, end);
    const bool good =
        apart && (is_look(row) ? asks || !(thing || filled)
                               : explicit || (certain && (asks || row->id == COMMAND_TAKE)));
    return good ? g_string_free(g_steal_pointer(&command), FALSE) : NULL;
}

char *phrases_wish(const struct grammar_context *context, const char *line)
{
    enum { ASK_WORDS = 2 };
    g_auto(Said) said;
    said_read(line, &said);
    const bool plain =
        said.whole && strlen(line) <= GRAMMAR_LINE_MAX && strpbrk(said.plain, "{}[]<>@=") == NULL;
    for (size_t i = 0; plain && i < said.count; i++) {
        const bool begins = i == 0 || said_begins_sentence(&said, i) ||
                            said_longest(&said, i, said.count, PHRASE_ASK_FOR) >= ASK_WORDS;
        char *found = begins ? wish_at(context, &said, i) : NULL;
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}
