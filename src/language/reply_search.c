#include "language/reply_search.h"

#include <string.h>

#include "base/plain.h"
#include "language/answer.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/said.h"
#include "language/spoken.h"

enum { LINES_ABOVE_MOST = 20 /* own lines before the command of a reply */ };

void reply_search_clear(struct reply_search *search)
{
    command_free(search->command);
    command_refusal_clear(&search->refusal);
    g_free(search->said);
}

/* Reads one line. False if it is talk. */
static bool read_line(const struct mail_text *mail, size_t at, struct reply_search *search)
{
    const struct grammar_context *context = mail->context;
    *search = (struct reply_search){ .at = at };
    if (reply_line_is_rest(mail, at)) {
        return false;
    }
    search->command = reply_line_command(context, mail->lines[at], &search->refusal, &search->said);
    search->in_words = search->command == NULL && search->refusal.key == NULL;
    if (search->in_words) {
        search->command = reply_line_in_words(context, mail->lines[at]);
    }
    /* What is answered gravely is read from the whole text. */
    const bool asks = context->asks_gravely && (context->reply & REPLY_TO_CONFIRM) != 0;
    if (search->command != NULL && asks &&
        (g_strcmp0(search->command->row->name, context->yes) == 0 ||
         search->command->row->id == COMMAND_CONFIRM || search->command->row->id == COMMAND_NO)) {
        g_clear_pointer(&search->command, command_free);
        g_clear_pointer(&search->said, g_free);
    }
    return search->command != NULL || search->refusal.key != NULL;
}

/* True for a line that speaks of moves in a whole sentence, which ends there. */
static bool is_prose(const char *written)
{
    enum { WORDS_LEAST = 8 };
    g_autofree char *plain = plain_text(written, -1);
    g_auto(Line) line;
    line_read(written, &line);
    return line.count >= WORDS_LEAST && strchr(".!;", plain[strlen(plain) - 1]) != NULL;
}

/* True if the line may be meant as a move, or cannot be read. */
static bool is_doubtful(const struct mail_text *mail, size_t at)
{
    const char *line = mail->lines[at];
    return near_move_is_damaged(line) ||
           (!reply_line_is_rest(mail, at) && near_move_is(mail->context, line) && !is_prose(line));
}

/* True for a look that may be talk above a command: "Show me what you can!" */
static bool may_be_talk(const struct reply_search *search)
{
    return search->command != NULL && search->command->row->tier == TIER_LOOK &&
           (search->in_words || search->command->name != NULL);
}

/* Searches the lines from above for the command. */
static void search_lines(const struct mail_text *mail, struct reply_search *search)
{
    g_auto(ReplySearch) look = { 0 };
    size_t doubt = G_MAXSIZE, slip = G_MAXSIZE, below_quote = G_MAXSIZE;
    bool found = false;
    for (size_t i = 0, own = 0; mail->lines[i] != NULL && own <= LINES_ABOVE_MOST && !found; i++) {
        const char kind = mail->kinds[i];
        own += kind == 't' ? 1 : 0;
        if (kind != 't' && kind != 'w') {
            continue;
        }
        g_auto(ReplySearch) line;
        const bool reads = read_line(mail, i, &line);
        const bool looks = kind == 't' && reads && may_be_talk(&line);
        found = kind == 't' && reads && !looks;
        if (kind == 'w') {
            below_quote = reads && !line.in_words && below_quote == G_MAXSIZE ? i : below_quote;
        } else if (found || (looks && look.command == NULL)) {
            *(found ? search : &look) = line;
            line = (struct reply_search){ 0 };
        } else {
            doubt = doubt == G_MAXSIZE && is_doubtful(mail, i) ? i : doubt;
            slip = slip == G_MAXSIZE && near_move_is_slip(mail->context, mail->lines[i]) ? i : slip;
        }
    }
    if (!found) {
        *search = look;
        look = (struct reply_search){ 0 };
    }
    search->doubt = doubt;
    search->slip = slip;
    search->below_quote = below_quote;
}

/* Lets a turn of two parts stand on two lines, if they are one legal turn. */
static void join_next_line(struct mail_text *mail, struct reply_search *search)
{
    const struct grammar_context *context = mail->context;
    struct command *command = search->command;
    const size_t below = search->at + 1;
    if (command == NULL || command->row->id != COMMAND_MOVE || command->has_ply ||
        context->is_legal == NULL || mail->kinds[below] != 't' ||
        !spoken_is_part(context, mail->lines[below]) ||
        (mail->kinds[below + 1] == 't' && near_move_is(context, mail->lines[below + 1]))) {
        return;
    }
    g_autofree char *next = near_move_without_signs(mail->lines[below]);
    g_autofree char *both = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_autofree char *turn = spoken_of_line(context, both);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&both);
        mail->kinds[below] = LINE_TAKEN;
    }
}

/* Where a reply that rejects an offer has a move on its next line, the move is its command: it ends
 * the offer as well. */
static void prefer_move(const struct mail_text *mail, struct reply_search *search)
{
    if (search->command == NULL || search->command->row->id != COMMAND_REJECT) {
        return;
    }
    const size_t below = search->at + 1 + strspn(mail->kinds + search->at + 1, "b");
    if (mail->kinds[below] == 't' && names_turn(mail->context, mail->lines[below])) {
        const size_t doubt = search->doubt;
        reply_search_clear(search);
        read_line(mail, below, search);
        search->doubt = doubt;
        search->slip = search->below_quote = G_MAXSIZE;
    }
}

void reply_search(struct mail_text *mail, struct reply_search *search)
{
    search_lines(mail, search);
    join_next_line(mail, search);
    prefer_move(mail, search);
    if (search->command != NULL || search->refusal.key != NULL) {
        mail->kinds[search->at] = LINE_TAKEN;
        mail->command_at = search->at;
    }
}

/* True if the line of a command begins with its name, or the number of its board: "Kindly resign!"
 * may be said to the other player. */
static bool begins_with_name(const struct command *command)
{
    g_auto(Line) line;
    line_read(command->line, &line);
    return line.count > 0 &&
           (names_in_full(line_bare(&line, 0), command->row) || command->board != 0);
}

/* The kinds of words in a line. */
static unsigned kinds_of(const struct grammar_context *context, const char *line, bool first_only)
{
    g_auto(Said) said;
    said_read(context, line, &said);
    return said_kinds(&said, 0, first_only ? MIN(said.count, 1) : said.count);
}

/* True if a line only leads to a move below it: "My move is:". */
static bool leads_to_move(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(context, line, &said);
    bool leads = said.whole;
    size_t first = said.count;
    while (first > 0 && (first == said.count || !said_begins_part(&said, first))) {
        first--;
    }
    for (size_t i = first; i < said.count; i++) {
        leads &= (said.word[i].kinds & (WORD_LEAD | WORD_COURTESY)) != 0 || said.word[i].person;
    }
    return leads;
}

/* True if the command of line `at` may be part of a sentence with a veto in it: the line above does
 * not end its sentence, or the line below goes on with it. `strictly`: any such line above that is
 * more than courtesy, as in "To agree I have to write / accept". */
static bool is_left_open(const struct mail_text *mail, size_t at, bool strictly)
{
    if (at > 0 && mail->kinds[at - 1] == 't') {
        g_autofree char *above = plain_text(mail->lines[at - 1], -1);
        const char end = *above != '\0' ? above[strlen(above) - 1] : '.';
        if (end == ':' && !leads_to_move(mail->context, above)) {
            return true;
        }
        const bool answers =
            mail->context->no != NULL && answer_meant(mail->context, above) != NULL;
        if (strictly && !answers && strchr(".!?;,)", end) == NULL &&
            !said_only_courtesy(mail->context, above)) {
            return true;
        }
        if (!answers && strchr(".!;)", end) == NULL &&
            ((kinds_of(mail->context, above, false) & WORD_VETO) != 0 ||
             (kinds_of(mail->context, above, true) & (WORD_ASKS | WORD_ASKS_FOR)) != 0)) {
            return true;
        }
    }
    return mail->lines[at] != NULL && mail->kinds[at + 1] == 't' &&
           (kinds_of(mail->context, mail->lines[at + 1], true) & WORD_IF) != 0;
}

/* True if the writer of a move may still choose: they set a condition above it and ask something,
 * or have words above it and another move below. */
static bool may_still_choose(const struct mail_text *mail, const struct reply_search *search)
{
    g_autoptr(GString) above = g_string_new(NULL);
    bool asks = false, other = false;
    for (size_t i = 0; mail->lines[i] != NULL; i++) {
        const bool own = mail->kinds[i] == 't';
        g_string_append(above, own && i < search->at ? mail->lines[i] : "");
        g_string_append_c(above, '\n');
        asks |= own && strchr(mail->lines[i], '?') != NULL;
        other |= own && i > search->at && near_move_is(mail->context, mail->lines[i]);
    }
    g_auto(Said) said;
    said_read(mail->context, above->str, &said);
    return (asks && (said_kinds(&said, 0, said.count) & WORD_IF) != 0) ||
           (other && said.count > 0 && !said_is_courtesy(&said));
}

/* True if line `i` above a command has ended, so that it may speak of something earlier; or if it
 * answers what the letter asks. */
static bool leads_on(const struct mail_text *mail, size_t i, size_t at)
{
    g_autofree char *line = g_strchomp(g_strdup(mail->lines[i]));
    const size_t length = strlen(line);
    return i + 1 < at || mail->context->no != NULL ||
           (length > 0 && strchr(".!;:)", line[length - 1]) != NULL);
}

/* True if the answer to what the letter asks is a question itself, or another line gives the other
 * answer. */
static bool answers_otherwise(const struct mail_text *mail, size_t at,
                              const struct command *command)
{
    const char *yes = mail->context->yes, *no = mail->context->no;
    const bool agrees = g_strcmp0(command->row->name, yes) == 0;
    const char *other = agrees ? no : g_strcmp0(command->row->name, no) == 0 ? yes : NULL;
    bool found = other != NULL && strchr(mail->lines[at], '?') != NULL;
    for (size_t i = 0; mail->lines[i] != NULL && other != NULL; i++) {
        found |= mail->kinds[i] == 't' &&
                 g_strcmp0(answer_meant(mail->context, mail->lines[i]), other) == 0;
    }
    return found;
}

/* True if a few known words name another board than the letter's. */
static bool names_other_board(const struct mail_text *mail, const struct said *said)
{
    enum { WORDS_MOST = 6 };
    bool other = false;
    for (size_t i = 1; i < said->count; i++) {
        gint64 board = 0;
        const struct word word = { said->word[i].start, said->word[i].length };
        other |= (said->word[i - 1].marks & MARK_TITLE) != 0 &&
                 names_board(word, &board, NULL, NULL) && board != mail->context->board;
    }
    return other && said->count <= WORDS_MOST && said_unknown(said, 0, said->count) == 0;
}

/* What words below a command may not be. */
enum { BELOW_KINDS = WORD_NOT | WORD_NO | WORD_IF | WORD_ASKS };

/* True if all own words from line `first` to before `end` may speak of the command beside them: a
 * few that are of the kinds or ask something, or that name another board; none of them is new, and
 * they speak to nobody. */
static bool are_doubts(const struct mail_text *mail, size_t first, size_t end, unsigned kinds)
{
    enum { WORDS_MOST = 4, TIME_MOST = 2, NO_MOST = 3 };
    bool cut = false;
    g_autofree char *text = own_words(mail, first, end, &cut);
    if (text == NULL) {
        return false;
    }
    g_auto(Said) said;
    said_read(mail->context, text, &said);
    unsigned all = 0;
    size_t words = 0;
    bool person = false;
    for (size_t i = 0; i < said.count; i++) {
        const bool no = (said.word[i].kinds & WORD_NO & ~kinds) != 0; /* "Oh no!" */
        all |= no ? 0 : said.word[i].kinds;
        words += (said.word[i].kinds & WORD_COURTESY) == 0 ? 1 : 0;
        person |= said.word[i].person;
    }
    const bool asks = said.asks && (kinds & WORD_ASKS) != 0;
    const bool doubts = asks || (all & kinds & ~(unsigned)WORD_ASKS) != 0 ||
                        ((all & WORD_TELLS) != 0 && words <= TIME_MOST);
    /* "Actually no" */
    const bool denies = said.count > 0 && words <= NO_MOST &&
                        (said.word[said.count - 1].kinds & kinds & (WORD_NOT | WORD_NO)) != 0;
    const bool known = denies || !said_has_new_word(&said, 0, said.count);
    return (doubts && words > 0 && words <= WORDS_MOST && !person && (all & WORD_YOU) == 0 &&
            known) ||
           names_other_board(mail, &said);
}

/* True if what stands behind a grave command on its line is a sentence of its own, and speaks to
 * nobody: "Resign please, Ann" is an order to her. */
static bool ends_before(const struct mail_text *mail, const struct reply_search *search)
{
    const char *line = mail->lines[search->at], *said = strstr(line, search->said);
    g_autofree char *before = said != NULL ? g_strndup(line, (gsize)(said - line)) : g_strdup("");
    g_strchomp(before);
    g_auto(Said) words;
    said_read(mail->context, search->said, &words);
    bool person = false;
    for (size_t i = 0; i < words.count; i++) {
        person |= words.word[i].person;
    }
    return !person && (g_str_has_suffix(before, ".") || g_str_has_suffix(before, "!"));
}

const char *reply_search_veto(const struct mail_text *mail, const struct reply_search *search)
{
    const struct command *command = search->command;
    if (command == NULL || command->row->tier == TIER_LOOK || command->row->text != TEXT_NONE) {
        return NULL;
    }
    bool cut = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, &cut);
    if (command->row->tier == TIER_GRAVE &&
        (!begins_with_name(command) || !said_is_plain(mail->lines[search->at]))) {
        return "not-alone";
    }
    if (command->row->tier == TIER_GRAVE && (search->said != NULL || words != NULL)) {
        g_autofree char *all =
            g_strjoin("\n", search->said != NULL ? search->said : "", words, NULL);
        const bool alone = search->said == NULL || ends_before(mail, search);
        return alone && said_only_courtesy(mail->context, all) && said_is_plain(all) ? NULL
                                                                                     : "not-alone";
    }
    if (answers_otherwise(mail, search->at, command)) {
        return "taken-back";
    }
    const bool moves = command->row->id == COMMAND_MOVE || command->row->id == COMMAND_QUEUE ||
                       command->row->id == COMMAND_SUBMIT;
    const bool agrees = mail->context->yes != NULL && !mail->context->yes_by_name &&
                        (g_str_equal(command->row->name, mail->context->yes) ||
                         command->row->id == mail->context->asked);
    if (is_left_open(mail, search->at, agrees)) {
        return "left-open";
    }
    /* Who rejects something, or takes a turn back, says no and speaks of a mistake. */
    const bool refuses = command->row->id == COMMAND_REJECT || command->row->id == COMMAND_UNDO ||
                         command->row->id == COMMAND_NO;
    for (size_t i = 0; mail->lines[i] != NULL && !refuses; i++) {
        const bool above = moves && i < search->at && leads_on(mail, i, search->at);
        if (mail->kinds[i] == 't' && reply_line_retracts(mail->context, mail->lines[i], above)) {
            return "taken-back";
        }
    }
    if (moves) {
        /* "Oh no!" above a move speaks of the other player's. */
        const bool doubts =
            are_doubts(mail, search->at + 1, G_MAXSIZE, BELOW_KINDS) ||
            (mail->context->no == NULL && are_doubts(mail, 0, search->at, WORD_NOT | WORD_IF));
        return may_still_choose(mail, search) || doubts ? "left-open" : NULL;
    }
    if (command->row->id != COMMAND_REJECT && command->row->id != COMMAND_NO &&
        (are_doubts(mail, search->at + 1, G_MAXSIZE, BELOW_KINDS) ||
         are_doubts(mail, 0, search->at, WORD_NOT | WORD_IF))) {
        return "taken-back";
    }
    /* Words beside an answer or an offer may set a condition or deny it; those beside a move are
     * talk. */
    const unsigned vetoes = WORD_IF | WORD_NOT | (search->in_words ? WORD_NO : 0);
    g_auto(Said) said;
    said_read(mail->context, words != NULL ? words : "", &said);
    return !refuses && (said_kinds(&said, 0, said.count) & vetoes) != 0 ? "taken-back" : NULL;
}

size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search)
{
    const bool ends = search->command != NULL && search->command->row->ends;
    const bool quoted = search->below_quote != G_MAXSIZE &&
                        (ends || names_turn(mail->context, mail->lines[search->below_quote]));
    size_t doubt = quoted ? MIN(search->doubt, search->below_quote) : search->doubt;
    return ends ? MIN(doubt, search->slip) : doubt;
}
