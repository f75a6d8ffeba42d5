#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/said.h"
#include "language/sentence.h"
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
    if (read_line_is_rest(mail, at)) {
        return false;
    }
    search->command = read_line_command(context, mail->lines[at], &search->refusal, &search->said);
    search->in_words = search->command == NULL && search->refusal.key == NULL;
    if (search->in_words) {
        search->command = read_line_in_words(context, mail->lines[at]);
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

/* True if the line may be meant as a move, or cannot be read. */
static bool is_doubtful(const struct mail_text *mail, size_t at)
{
    const char *line = mail->lines[at];
    return near_move_is_damaged(line) ||
           (!read_line_is_rest(mail, at) && near_move_is(mail->context, line));
}

/* True if another command below counts instead: this one may be talk ("Show me what you can!"), or
 * rejects an offer, which a move ends as well. */
static bool gives_way(const struct reply_search *search)
{
    const struct command *command = search->command;
    return command != NULL &&
           (command->row->id == COMMAND_REJECT ||
            (command->row->tier == TIER_LOOK && (search->in_words || command->name != NULL)));
}

/* Searches the lines from above for the command. */
static void search_lines(const struct mail_text *mail, struct reply_search *search)
{
    g_auto(ReplySearch) first = { 0 };
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
        const bool waits = kind == 't' && reads && gives_way(&line);
        found = kind == 't' && reads && !waits;
        if (kind == 'w') {
            below_quote = reads && !line.in_words && below_quote == G_MAXSIZE ? i : below_quote;
        } else if (found || (waits && first.command == NULL)) {
            *(found ? search : &first) = line;
            line = (struct reply_search){ 0 };
        } else {
            doubt = doubt == G_MAXSIZE && is_doubtful(mail, i) ? i : doubt;
            slip = slip == G_MAXSIZE && near_move_is_slip(mail->context, mail->lines[i]) ? i : slip;
        }
    }
    if (!found) {
        *search = first;
        first = (struct reply_search){ 0 };
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
        (mail->kinds[below + 1] == 't' && near_move_is(context, mail->lines[below + 1]))) {
        return;
    }
    g_autofree char *next = near_move_without_signs(mail->lines[below]);
    g_autofree char *both = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_auto(Said) said;
    said_read(context, both, &said);
    g_autofree char *turn = spoken_of_line(context, &said, 0);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&both);
        mail->kinds[below] = LINE_TAKEN;
    }
}

void reply_search(struct mail_text *mail, struct reply_search *search)
{
    search_lines(mail, search);
    join_next_line(mail, search);
    if (search->command != NULL || search->refusal.key != NULL) {
        mail->kinds[search->at] = LINE_TAKEN;
        mail->command_at = search->at;
    }
}

/* True if a text has no sign but full stops, commas, dashes, brackets, stress, faces and emoji of
 * the vocabulary, and no word or emoji of doubt or jest: no question mark, quotation mark, "lol".
 */
static bool is_plain(const struct said *said)
{
    return said->whole && !said->asks && !said->signs && (said->all.kinds & WORD_IF) == 0;
}

/* True if a grave command stands alone in its mail, but for courtesy, which on its own line needs a
 * sentence of its own: "Kindly resign!" and "Resign please, Ann" may be said to the other player.
 */
static bool is_alone(const struct mail_text *mail, const struct reply_search *search,
                     const struct said *words)
{
    const struct grammar_context nobody = { 0 };
    const struct command *command = search->command;
    g_auto(Said) line;
    said_read(&nobody, mail->lines[search->at], &line);
    const struct said_word *first = line.count > 0 ? &line.word[0] : NULL;
    const bool named =
        command->board != 0 || (first != NULL && g_str_equal(first->lower, command->row->name) &&
                                strchr(" .!*_", first->start[first->length]) != NULL);
    const bool parted = search->said == NULL || (line.count > 1 && said_follows(&line, 1, ".!") &&
                                                 said_sum(&line, 1, line.count).words == 0);
    return named && parted && is_plain(&line) && said_is_courtesy(words) && is_plain(words);
}

/* True if words around the command of line `at` object to it; or its writer may still choose: there
 * are words above it and another move below, or a condition above and a question below. */
static bool is_in_doubt(const struct mail_text *mail, size_t at, bool moves)
{
    const struct grammar_context *context = mail->context;
    bool cut = false, other = false;
    g_autofree char *above = own_words(mail, 0, at, &cut);
    g_autofree char *below = own_words(mail, at, G_MAXSIZE, &cut);
    g_auto(Said) said, said_below;
    said_read(context, above != NULL ? above : "", &said);
    said_read(context, below != NULL ? below : "", &said_below);
    const bool condition = (said.all.kinds & WORD_IF) != 0;
    for (size_t i = at + 1; mail->lines[at] != NULL && mail->lines[i] != NULL; i++) {
        other |= mail->kinds[i] == 't' && (near_move_is(context, mail->lines[i]) ||
                                           (condition && strchr(mail->lines[i], '?') != NULL));
    }
    /* "No." above a move answers what the letter asks. */
    const bool answers = moves && context->no != NULL;
    return (!answers && read_line_objects(&said, true)) || read_line_objects(&said_below, false) ||
           (other && !said_is_courtesy(&said));
}

/* True if the line above the command of line `at` does not end its sentence, and sets a condition
 * or asks, or leads to something else than a move; or if the line below goes on with a condition.
 */
static bool is_left_open(const struct mail_text *mail, size_t at)
{
    g_auto(Said) above = { 0 }, below = { 0 };
    const bool has_above = at > 0 && mail->kinds[at - 1] == 't';
    const bool has_below = mail->lines[at] != NULL && mail->kinds[at + 1] == 't';
    said_read(mail->context, has_above ? mail->lines[at - 1] : "", &above);
    said_read(mail->context, has_below ? mail->lines[at + 1] : "", &below);
    const size_t length = strlen(above.plain);
    const char sign = length > 0 ? above.plain[length - 1] : '.';
    const unsigned begins = above.count > 0 ? above.word[0].kinds : 0;
    size_t part = above.count; /* the last one: "Thank you; here is my move:" */
    while (part > 0 && (part == above.count || !said_begins_part(&above, part))) {
        part--;
    }
    const bool open = (begins & (WORD_ASKS | WORD_ASKS_FOR)) != 0 ||
                      (above.all.kinds & WORD_VETO) != 0 ||
                      (sign == ':' && !spoken_leads(&above, part, above.count));
    return (open && strchr(".!;)", sign) == NULL) ||
           (below.count > 0 && (below.word[0].kinds & WORD_IF) != 0);
}

const char *reply_search_veto(const struct mail_text *mail, const struct reply_search *search)
{
    const struct command *command = search->command;
    if (command == NULL || command->row->tier == TIER_LOOK || command->row->text != TEXT_NONE) {
        return NULL;
    }
    bool cut = false, yes = false, no = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, &cut);
    g_auto(Said) said;
    said_read(mail->context, words != NULL ? words : "", &said);
    if (command->row->tier == TIER_GRAVE) {
        return is_alone(mail, search, &said) ? NULL : "not-alone";
    }
    const enum command_id id = command->row->id;
    const bool moves =
        id == COMMAND_MOVE || id == COMMAND_QUEUE || id == COMMAND_SUBMIT || id == COMMAND_LESSON;
    if (is_left_open(mail, search->at)) {
        return "left-open";
    }
    if (moves) {
        return is_in_doubt(mail, search->at, moves) ? "taken-back" : NULL;
    }
    answer_find(mail->context, &said, &yes, &no);
    const unsigned vetoes = WORD_IF | WORD_NOT | WORD_BACK | (search->in_words ? WORD_NO : 0);
    const bool denies = no || said.asks || (said.all.kinds & vetoes) != 0;
    /* Who rejects something says no; who takes a turn back speaks of a mistake. */
    const bool refuses = id == COMMAND_REJECT || id == COMMAND_NO;
    const bool against = refuses              ? yes
                         : id == COMMAND_UNDO ? (said.all.kinds & (WORD_NO | WORD_NOT)) != 0
                                              : denies || is_in_doubt(mail, search->at, moves);
    return against ? "taken-back" : NULL;
}

size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search)
{
    const bool ends = search->command != NULL && search->command->row->ends;
    const bool quoted = search->below_quote != G_MAXSIZE &&
                        (ends || names_turn(mail->context, mail->lines[search->below_quote]));
    size_t doubt = quoted ? MIN(search->doubt, search->below_quote) : search->doubt;
    return ends ? MIN(doubt, search->slip) : doubt;
}
