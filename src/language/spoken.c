/* Moves in words: "I play e1 to d2", "e one to d two". */
#include "language/phrases.h"

#include <string.h>

#include "language/cell_words.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/said.h"

/* ---- moves ---- */

/* Reads the move out of words: cells, spelled cells, and words that lead to them or join them. */
struct spoken {
    const struct said *said;
    size_t at, end;
    GString *text; /* the move so far */
    bool separate; /* a word for a new part of the turn stood before this */
    bool connects; /* a word such as "to" did */
    bool captures; /* or "takes" */
    char side;     /* of the barrier whose square comes next: enum side; NUL: nothing is said */
    bool barrier;  /* the line speaks of a barrier, so that words such as "above" say its side */
    bool muddled;  /* two words for the side of a barrier do not fit each other */
    size_t behind; /* the word behind the last cell */
    int cells;
    bool loosely; /* one of them is spelled in words that are common in talk: "see four" */
};

/* Appends a cell behind what there is. */
static void append_cell(struct spoken *spoken, const char *cell)
{
    if (spoken->text->len > 0) {
        const bool apart = spoken->separate && !spoken->connects;
        g_string_append_c(spoken->text, apart ? ',' : spoken->captures ? 'x' : '-');
    }
    g_string_append(spoken->text, cell);
    spoken->separate = spoken->connects = spoken->captures = false;
}

/* How many of the words from `at` on spell a cell: one, "e4", or two, "e four"; 0: they do not. */
static size_t cell_words(const struct said *said, size_t at, size_t end)
{
    const struct word written = { said->word[at].start, said->word[at].length };
    if (names_cell_first(written) && names_cells(written)) {
        return 1;
    }
    const struct said_word *behind = at + 1 < end ? &said->word[at + 1] : NULL;
    return behind != NULL && cell_letter(written, true) != '\0' &&
                   cell_number((struct word){ behind->start, behind->length }, true) > 0
               ? 2
               : 0;
}

/* True if there was only the sign `sign` between word `at` and the one before it. */
static bool joined_by(const struct said *said, size_t at, char sign)
{
    if (at == 0) {
        return false;
    }
    const struct said_word *before = &said->word[at - 1];
    const char *gap = before->start + before->length;
    gap += strspn(gap, " ");
    return *gap == sign && gap + 1 + strspn(gap + 1, " ") == said->word[at].start;
}

/* Returns how many words from `at` on say on which side of its square a barrier is, and sets *side
 * (enum side); 0 if they say nothing of it. Words such as "above" count only if the line speaks of
 * a barrier. */
static size_t side_words(const struct said *said, size_t at, size_t end, bool barrier, char *side)
{
    static const struct {
        enum phrase_kind kind;
        enum side side;
    } sides[] = {
        { PHRASE_HORIZONTAL, SIDE_FLAT },  { PHRASE_VERTICAL, SIDE_UPRIGHT },
        { PHRASE_ABOVE, SIDE_ABOVE },      { PHRASE_RIGHT, SIDE_RIGHT },
        { PHRASE_BELOW, SIDE_BELOW },      { PHRASE_LEFT, SIDE_LEFT },
        { PHRASE_DIAGONAL, SIDE_MUDDLED },
    };
    size_t most = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(sides); i++) {
        const bool asked =
            barrier || sides[i].kind == PHRASE_HORIZONTAL || sides[i].kind == PHRASE_VERTICAL;
        const size_t words = asked ? said_longest(said, at, end, sides[i].kind) : 0;
        if (words > most) {
            *side = (char)sides[i].side;
            most = words;
        }
    }
    return most;
}

/* The cell that `used` words from `at` on spell. Free with g_free. */
static char *spelled_cell(const struct said *said, size_t at, size_t used)
{
    const struct said_word *word = &said->word[at];
    const struct word letter = { word->start, word->length };
    const struct word number = { word[used - 1].start, word[used - 1].length };
    return used == 1
               ? g_strdup(word->lower)
               : g_strdup_printf("%c%d", cell_letter(letter, true), cell_number(number, true));
}

/* True if the cell of the words is spelled in words that are common in talk: "see four". */
static bool is_loose(const struct said *said, size_t at, size_t used)
{
    const struct said_word *word = &said->word[at];
    const struct word letter = { word->start, word->length };
    const struct word number = { word[used - 1].start, word[used - 1].length };
    return used == 2 && (cell_letter(letter, false) == '\0' || g_str_equal(word->lower, "a") ||
                         g_str_equal(word->lower, "i") || cell_number(number, false) == 0);
}

/* True if the words from `at` on lead to a barrier that says no side itself. Then a side before
 * them is that barrier's: in "a2 horizontal barrier at e1", "horizontal" belongs to e1. */
static bool leads_to_sideless(const struct spoken *spoken, size_t at)
{
    const struct said *said = spoken->said;
    const size_t end = spoken->end;
    char side;
    for (size_t words = 1; at < end && words > 0; at += words) {
        words = MAX(said_longest(said, at, end, PHRASE_JOIN),
                    side_words(said, at, end, spoken->barrier, &side));
    }
    if (at < end && spoken->barrier && said_longest(said, at, end, PHRASE_BETWEEN) > 0) {
        return true;
    }
    const size_t used = at < end ? cell_words(said, at, end) : 0;
    g_autofree char *cell = used > 0 ? spelled_cell(said, at, used) : NULL;
    return used > 0 && g_ascii_isdigit(cell[strlen(cell) - 1]) &&
           side_words(said, at + used, end, spoken->barrier, &side) == 0;
}

/* Takes a word, or two, that are a cell or a barrier: "e4", "d4h", "e four", "d four horizontal".
 */
static bool take_cell(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t used = cell_words(said, spoken->at, spoken->end);
    if (used == 0) {
        return false;
    }
    g_autofree char *cell = spelled_cell(said, spoken->at, used);
    const bool bare = g_ascii_isdigit(cell[strlen(cell) - 1]);
    const size_t next = spoken->at + used;
    char behind = '\0';
    size_t of_side = side_words(said, next, spoken->end, spoken->barrier, &behind);
    if (of_side > 0 && leads_to_sideless(spoken, next + of_side)) {
        of_side = 0;
    }
    char side = cell_both_sides(spoken->side, of_side > 0 ? behind : '\0');
    side = cell_both_sides(side, bare ? '\0' : cell_letter_side(cell));
    spoken->muddled |= side == SIDE_MUDDLED;
    const char letter[] = { bare ? g_ascii_tolower(side) : '\0', '\0' };
    g_autofree char *whole = g_strconcat(cell, letter, NULL);
    spoken->side = '\0';
    spoken->separate |= joined_by(said, spoken->at, ',') || side != '\0';
    spoken->captures |= joined_by(said, spoken->at, 'x') || joined_by(said, spoken->at, ':');
    append_cell(spoken, whole);
    spoken->cells++;
    spoken->loosely |= is_loose(said, spoken->at, used);
    spoken->at = next + of_side;
    spoken->behind = spoken->at;
    return true;
}

/* Takes a barrier that is named by the two squares beside it: "between d4 and d5". */
static bool take_between_cells(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t lead = said_longest(said, spoken->at, spoken->end, PHRASE_BETWEEN);
    size_t at = spoken->at + lead;
    if (!spoken->barrier || lead == 0 || at >= spoken->end) {
        return false;
    }
    at += said_longest(said, at, spoken->end, PHRASE_JOIN);
    const size_t first = at < spoken->end ? cell_words(said, at, spoken->end) : 0;
    size_t second = at + first;
    second += second < spoken->end ? said_longest(said, second, spoken->end, PHRASE_JOIN) : 0;
    const size_t last = second < spoken->end ? cell_words(said, second, spoken->end) : 0;
    if (first == 0 || last == 0) {
        return false;
    }
    g_autofree char *one = spelled_cell(said, at, first);
    g_autofree char *other = spelled_cell(said, second, last);
    g_autofree char *barrier = cell_barrier_between(one, other);
    if (barrier == NULL) {
        return false;
    }
    spoken->muddled |= cell_both_sides(spoken->side, cell_letter_side(barrier)) == SIDE_MUDDLED;
    spoken->side = '\0';
    spoken->separate = true;
    append_cell(spoken, barrier);
    spoken->cells++;
    spoken->loosely |= is_loose(said, at, first) || is_loose(said, second, last);
    spoken->at = spoken->behind = second + last;
    return true;
}

/* Takes a word between the parts of a move. */
static bool take_between(struct spoken *spoken)
{
    const struct said *said = spoken->said;
    const size_t join = said_longest(said, spoken->at, spoken->end, PHRASE_JOIN);
    const bool again = spoken->connects || spoken->captures || spoken->separate;
    char side = '\0';
    const size_t of_side = side_words(said, spoken->at, spoken->end, spoken->barrier, &side);
    if (of_side > 0) {
        spoken->side = cell_both_sides(spoken->side, side);
        spoken->separate = true;
        spoken->at += of_side;
        return true;
    }
    if (take_between_cells(spoken)) {
        return true;
    }
    const size_t to = again ? 0 : said_longest(said, spoken->at, spoken->end, PHRASE_TO);
    const size_t captures =
        again ? 0 : said_longest(said, spoken->at, spoken->end, PHRASE_CAPTURES);
    spoken->connects |= to > 0;
    spoken->captures |= to == 0 && captures > 0;
    spoken->separate |= to == 0 && captures == 0 && join > 0;
    const size_t words = to > 0 ? to : captures > 0 ? captures : join;
    spoken->at += words;
    return words > 0;
}

/* The first word from `first` on that does not lead to a move; where the letter offers something, a
 * no leads to one, too. G_MAXSIZE if the words ask about a move or talk of one: "is it e1-d2", "Ann
 * goes e1-d2", "nice e1-d2". */
static size_t behind_lead(const struct grammar_context *context, const struct said *said,
                          size_t first, size_t end)
{
    const bool rejects = said_rejects(context);
    if (first < end && said_longest(said, first, end, PHRASE_ASKS) > 0) {
        return G_MAXSIZE;
    }
    while (first < end && cell_words(said, first, end) == 0) {
        const size_t courtesy = said_courtesy(context, said, first, end);
        const size_t lead = said_longest(said, first, end, PHRASE_LEAD);
        size_t words = MAX(courtesy, lead);
        words = MAX(words, rejects ? said_longest(said, first, end, PHRASE_NO) : 0);
        if (words == 0 || first + words >= end) {
            break;
        }
        const bool of_other = courtesy > 0 && said_longest(said, first, end, PHRASE_COURTESY) == 0;
        const bool talk = said_longest(said, first, end, PHRASE_TALK) == words &&
                          cell_words(said, first + words, end) > 0;
        if ((of_other || talk) && !said_begins_part(said, first + words)) {
            return G_MAXSIZE;
        }
        first += words;
    }
    return first;
}

/* True if the words before word `end` reject what the letter offers: "No draw. e1-d2" */
static bool rejects_before(const struct grammar_context *context, const struct said *said,
                           size_t end)
{
    g_autofree char *before = g_strndup(said->plain, (gsize)(said->word[end].start - said->plain));
    return said_rejects(context) && phrases_answer(context, before) == ANSWER_NO;
}

/* Where the sentence of the first cell begins, if what stands before it casts no doubt: "I have
 * decided: e1-d2". A comma ends such a sentence only before words that lead to a move. */
static size_t sentence_of_cell(const struct grammar_context *context, const struct said *said,
                               size_t first, size_t end)
{
    enum { LEAD_WORDS = 2 };
    size_t cell = first;
    while (cell < end && cell_words(said, cell, end) == 0) {
        cell++;
    }
    for (size_t i = cell; cell < end && i > first; i--) {
        const bool begins =
            said_begins_sentence(said, i) ||
            (said_begins_part(said, i) && said_longest(said, i, end, PHRASE_LEAD) >= LEAD_WORDS);
        if (begins && said_follows(said, i, ":") && said_longest(said, first, end, PHRASE_I) == 0 &&
            behind_lead(context, said, first, i) != i) {
            return first; /* "my brother says: e1-d2" */
        }
        if (begins) {
            return rejects_before(context, said, i) || said_is_talk(said, first, i) ? i : first;
        }
    }
    return first;
}

/* The first word behind the courtesy that begins at `first`; with `joins`, words that may join the
 * parts of a turn are passed as well. */
static size_t behind_courtesy(const struct grammar_context *context, const struct said *said,
                              size_t first, size_t end, bool joins)
{
    for (size_t words = 1; first < end && words > 0; first += words) {
        words = MAX(said_courtesy(context, said, first, end),
                    said_longest(said, first, end, PHRASE_PLAIN_YES));
        words = MAX(words, said_longest(said, first, end, PHRASE_MOVE_TAIL));
        words = MAX(words, joins ? said_longest(said, first, end, PHRASE_JOIN) : 0);
    }
    return first;
}

/* True if the words behind a move are courtesy, or talk that does not go on with its sentence:
 * "e1-d2 leaves the goal" tells of a move. */
static bool may_follow(const struct grammar_context *context, const struct said *said, size_t first,
                       size_t end)
{
    const size_t at = behind_courtesy(context, said, first, end, false);
    const bool apart = at > first || said_begins_part(said, first) || said_has_emoji(said, first);
    return at >= end || behind_courtesy(context, said, at, end, true) >= end ||
           (apart && said_is_talk(said, at, end));
}

/* True if a line looks like a row of a drawn board: signs stand alone in it (". . O O"), or blanks
 * beside each other ("a5  O  a5"). */
static bool is_drawn(const char *plain)
{
    if (strstr(plain, "  ") != NULL) {
        return true;
    }
    g_auto(GStrv) words = g_strsplit(plain, " ", -1);
    int signs = 0;
    for (char **word = words; *word != NULL; word++) {
        signs += **word != '\0' && strspn(*word, ".+|#[]()") == strlen(*word) ? 1 : 0;
    }
    return signs > 1;
}

/* Begins to read the words from `at` to `end` into `text`. A word for a barrier may stand anywhere
 * before `end`. */
static struct spoken spoken_of(const struct said *said, size_t at, size_t end, GString *text)
{
    struct spoken spoken = { .said = said, .at = at, .end = end, .text = text };
    for (size_t i = 0; i < end; i++) {
        spoken.barrier |= said_longest(said, i, end, PHRASE_BARRIER) > 0;
    }
    return spoken;
}

/* Leaves once what was written twice: "e1-d2 e1-d2". */
static void leave_once(GString *turn)
{
    const size_t half = turn->len / 2;
    if (turn->len % 2 == 1 && strncmp(turn->str, turn->str + half + 1, half) == 0 &&
        strchr("-,", turn->str[half]) != NULL) {
        g_string_truncate(turn, half);
    }
}

bool phrases_part_of_turn(const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    g_autoptr(GString) text = g_string_new(NULL);
    struct spoken spoken = spoken_of(&said, 0, said.count, text);
    while (spoken.at < spoken.end && (take_cell(&spoken) || take_between(&spoken))) {
    }
    return spoken.cells > 0 && spoken.at == spoken.end && said.whole && !said.asks;
}

/* ---- a move in a sentence that says that its writer plays it ---- */

/* The one turn that a line names, and its words. */
struct named_turn {
    char *text; /* NULL: none, or there is doubt. Free with g_free */
    size_t first, behind;
    int cells;
    bool at_place; /* a lone square behind a word for a place: "on e5" */
};

/* Finds the turn in a line, a legal one or (`legal` false) any. Other squares must stand behind
 * words for a place: "over the one on d6". */
static struct named_turn find_turn(const struct grammar_context *context, const struct said *said,
                                   bool legal)
{
    struct named_turn found = { .text = NULL };
    for (size_t i = 0; i < said->count;) {
        if (cell_words(said, i, said->count) == 0) {
            i++;
            continue;
        }
        g_autoptr(GString) text = g_string_new(NULL);
        struct spoken spoken = spoken_of(said, i, said->count, text);
        while (
            spoken.at < spoken.end &&
            (take_cell(&spoken) || (!said_begins_part(said, spoken.at) && take_between(&spoken)))) {
        }
        if (spoken.loosely) { /* "the queue for me" is no q4 */
            i++;
            continue;
        }
        const bool turn = !spoken.muddled && names_turn(context, text->str) &&
                          (!legal || (context->is_legal != NULL &&
                                      context->is_legal(context->who, context->board, text->str)));
        const bool place =
            i > 0 && spoken.cells == 1 && said_longest_before(said, 0, i, PHRASE_PLACE) > 0;
        if (turn && (found.text == NULL || (found.at_place && !place))) {
            g_free(found.text);
            found = (struct named_turn){ g_string_free(g_steal_pointer(&text), FALSE), i,
                                         spoken.behind, spoken.cells, place };
        } else if (!place || (found.at_place && turn)) {
            g_clear_pointer(&found.text, g_free);
            break;
        }
        i = spoken.behind;
    }
    return found;
}

/* The first of the words that lead to the turn at word `at`: "so have", "I'll go in at". `at` if
 * there are none. Sets *plays if they say that the writer plays the turn. */
static size_t lead_before(const struct said *said, size_t first, size_t at, bool *plays)
{
    static const char *const own[] = { "so",   "my",  "please", "let",  "let's", "here", "here's",
                                       "mein", "mon", "mi",     "mijn", "mój",   "mitt", "můj" };
    size_t lead = at;
    for (size_t words = 1; lead > first && words > 0; lead -= words) {
        words = said_longest_before(said, first, lead, PHRASE_LEAD);
    }
    *plays = false;
    for (size_t i = lead; i < at && !*plays; i++) {
        bool begins = said_begins_new(said, i) || said_longest(said, i, at, PHRASE_I) > 0;
        for (size_t k = 0; k < G_N_ELEMENTS(own); k++) {
            begins |= g_str_equal(said->word[i].lower, own[k]);
        }
        for (size_t verb = i; verb < at && begins; verb++) {
            *plays |= said_longest(said, verb, at, PHRASE_PLAYS) > 0;
        }
    }
    return lead;
}

/* Finds the turn that the writer plays in a line with other words: one sentence of the line says
 * that they play it, and no other sentence casts doubt on that. Returns NULL if there is no such
 * turn. Free with g_free. */
static char *decided_turn(const struct grammar_context *context, const struct said *said)
{
    const struct named_turn turn = find_turn(context, said, true);
    g_autofree char *text = turn.text;
    if (text == NULL) {
        return NULL;
    }
    size_t first, last;
    said_sentence(said, turn.first, &first, &last);
    last = MAX(last, turn.behind);
    bool plays = false;
    const size_t lead = lead_before(said, first, turn.first, &plays);
    const bool colon = said_follows(said, first, ":");
    const bool tail = !colon && !turn.at_place && said_begins_part(said, turn.first) &&
                      (said_longest(said, turn.behind, last, PHRASE_MOVE_TAIL) > 0 ||
                       said_longest(said, turn.behind, last, PHRASE_PLEA) > 0);
    const bool apart = turn.behind == last || said_begins_part(said, turn.behind) ||
                       said_longest(said, turn.behind, last, PHRASE_JOIN) > 0;
    /* Nobody speaks of a whole chain, or of both parts of a turn, in a sentence of its own. */
    const bool whole = !colon && turn.first == first && turn.cells > 2 && turn.behind == last;
    bool clear = (plays && !colon && (apart || !turn.at_place)) || tail || whole;
    clear = clear && !said->asks && said_longest(said, first, last, PHRASE_ASKS) == 0 &&
            said_is_clear(said, first, plays ? lead : turn.first, SENTENCE_OWN) &&
            said_is_clear(said, turn.behind, last, SENTENCE_OWN) &&
            said_is_clear(said, last, said->count, SENTENCE_LATER);
    clear = clear && said_is_clear(said, 0, first, SENTENCE_EARLIER);
    return clear ? g_steal_pointer(&text) : NULL;
}

char *phrases_kept_turn(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(line, &said);
    const struct named_turn turn = find_turn(context, &said, false);
    g_autofree char *text = turn.text;
    bool keeps = false, polite = false;
    bool clear = text != NULL && said.whole && !said.unsure && !turn.at_place;
    size_t first = 0, last = 0; /* of its sentence */
    if (text != NULL) {
        said_sentence(&said, turn.first, &first, &last);
    }
    for (size_t i = 0, words; i < said.count && clear; i += MAX(words, 1)) {
        const size_t courtesy = said_courtesy(context, &said, i, said.count);
        const size_t asks = said_longest(&said, i, said.count, PHRASE_ASK_FOR);
        const bool begins = said_begins_new(&said, i);
        words = said_longest(&said, i, said.count, PHRASE_KEEPS);
        const bool noun = words == 1 && i > 0 && g_str_equal(said.word[i - 1].lower, "the");
        keeps |= words > 0 && !noun;
        polite |= begins && asks > 1;
        words = MAX(words, MAX(courtesy, asks));
        words = MAX(words, said_longest(&said, i, said.count, PHRASE_WHENEVER));
        const bool away = i > turn.behind || i < first;
        words = MAX(words, away ? said_longest(&said, i, said.count, PHRASE_EXCUSE) : 0);
        clear = said_longest(&said, i, said.count, PHRASE_DOUBT) <= words &&
                said_longest(&said, i, said.count, PHRASE_REPORTS) <= words &&
                (away || said_longest(&said, i, said.count, PHRASE_ABOUT_MOVE) <= words) &&
                said_longest(&said, i, said.count, PHRASE_NOT) <= words &&
                (!said_begins_part(&said, i) ||
                 said_longest(&said, i, said.count, PHRASE_TAKES_BACK) <= courtesy);
    }
    const bool good = clear && keeps && (!said.asks || polite);
    return good ? g_steal_pointer(&text) : NULL;
}

/* The turn that a line is as a whole: with words that lead to it and courtesy around it. */
static char *whole_turn(const struct grammar_context *context, const struct said *said)
{
    size_t stripped = 0, end = said->count;
    said_strip(context, said, &stripped, &end);
    /* Courtesy before a move is not skipped: it may be talk of the move. */
    const size_t begin = sentence_of_cell(context, said, 0, end);
    const size_t first = behind_lead(context, said, begin, end);
    if (first >= end) {
        return NULL;
    }
    g_autoptr(GString) text = g_string_new(NULL);
    struct spoken spoken = spoken_of(said, first, end, text);
    while (spoken.at < spoken.end) {
        if (!take_cell(&spoken) && (text->len == 0 || !take_between(&spoken))) {
            break;
        }
    }
    if (spoken.behind < spoken.end && !may_follow(context, said, spoken.behind, spoken.end)) {
        return NULL;
    }
    if (spoken.cells == 1 && spoken.loosely && (first > begin || spoken.behind < end)) {
        return NULL; /* "I see four" */
    }
    leave_once(text);
    return !spoken.muddled && names_turn(context, text->str)
               ? g_string_free(g_steal_pointer(&text), FALSE)
               : NULL;
}

char *phrases_turn(const struct grammar_context *context, const char *line)
{
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    g_auto(Said) said;
    said_read(inside, &said);
    if (kind != NEAR_MOVE_NO_NUMBER || !said.whole || near_move_is_damaged(line) ||
        is_drawn(said.plain)) {
        return NULL;
    }
    char *turn = said.asks ? NULL : whole_turn(context, &said);
    return turn != NULL ? turn : decided_turn(context, &said);
}
