#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/said.h"
#include "language/sentence.h"
#include "language/spoken.h"

/* True if another command below counts instead: this one may be talk ("Show me what you can!"), or
 * rejects an offer, which a move ends as well. */
static bool gives_way(const struct reading_entry *entry)
{
    const struct command *command = entry->command;
    return command != NULL &&
           (command->row->id == COMMAND_REJECT ||
            (command->row->tier == TIER_LOOK && (entry->in_words || command->name != NULL)));
}

size_t reply_search(const struct mail_text *mail, size_t *doubt, size_t *below)
{
    enum { LINES_ABOVE_MOST = 20 /* own lines before the command */ };
    size_t waits = G_MAXSIZE;
    *doubt = *below = G_MAXSIZE;
    for (size_t i = 0, own = 0; mail->lines[i] != NULL && own <= LINES_ABOVE_MOST; i++) {
        const bool quoted = mail->kinds[i] == 'w';
        own += mail->kinds[i] == 't' ? 1 : 0;
        g_autoptr(ReadingEntry) entry = quoted || mail->kinds[i] == 't' ? read_line(mail, i) : NULL;
        if (entry == NULL) {
            continue;
        }
        if (entry->doubt && !quoted) {
            *doubt = MIN(*doubt, i);
        } else if (quoted && !entry->doubt && !entry->in_words) {
            *below = MIN(*below, i);
        } else if (!quoted && gives_way(entry)) {
            waits = MIN(waits, i);
        } else if (!quoted) {
            return i;
        }
    }
    return waits;
}

void reply_join_next(struct mail_text *mail, size_t at, struct command *command)
{
    const struct grammar_context *context = mail->context;
    if (command == NULL || command->row->id != COMMAND_MOVE || command->has_ply ||
        context->is_legal == NULL || mail->kinds[at + 1] != 't' ||
        (mail->kinds[at + 2] == 't' && near_move_is(context, mail->lines[at + 2]))) {
        return;
    }
    g_autofree char *next = near_move_inside(mail->lines[at + 1], NULL, NULL);
    g_autofree char *both = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_auto(Said) said;
    said_read(context, both, &said);
    g_autofree char *turn = spoken_of_line(context, &said);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&both);
        mail->kinds[at + 1] = LINE_TAKEN;
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
static bool is_alone(const struct mail_text *mail, size_t at, const struct reading_entry *entry,
                     const struct said *words)
{
    const struct grammar_context nobody = { 0 };
    const struct command *command = entry->command;
    g_auto(Said) line;
    said_read(&nobody, mail->lines[at], &line);
    const struct said_word *first = line.count > 0 ? &line.word[0] : NULL;
    const bool named =
        command->board != 0 || (first != NULL && g_str_equal(first->lower, command->row->name) &&
                                strchr(" .!*_", first->start[first->length]) != NULL);
    const bool parted = entry->comment == NULL || (line.count > 1 && said_follows(&line, 1, ".!") &&
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

const char *reply_veto(const struct mail_text *mail, size_t at, const struct reading_entry *entry)
{
    const struct command *command = entry->command;
    if (command == NULL || command->row->tier == TIER_LOOK || command->row->text != TEXT_NONE) {
        return NULL;
    }
    bool cut = false, yes = false, no = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, &cut);
    g_auto(Said) said;
    said_read(mail->context, words != NULL ? words : "", &said);
    if (command->row->tier == TIER_GRAVE) {
        return is_alone(mail, at, entry, &said) ? NULL : "not-alone";
    }
    const enum command_id id = command->row->id;
    const bool moves =
        id == COMMAND_MOVE || id == COMMAND_QUEUE || id == COMMAND_SUBMIT || id == COMMAND_LESSON;
    if (is_left_open(mail, at)) {
        return "left-open";
    }
    if (moves) {
        return is_in_doubt(mail, at, moves) ? "taken-back" : NULL;
    }
    answer_find(mail->context, &said, &yes, &no);
    const unsigned vetoes = WORD_IF | WORD_NOT | WORD_BACK | (entry->in_words ? WORD_NO : 0);
    const bool denies = no || said.asks || (said.all.kinds & vetoes) != 0;
    /* Who rejects something says no; who takes a turn back speaks of a mistake. */
    const bool refuses = id == COMMAND_REJECT || id == COMMAND_NO;
    const bool against = refuses              ? yes
                         : id == COMMAND_UNDO ? (said.all.kinds & (WORD_NO | WORD_NOT)) != 0
                                              : denies || is_in_doubt(mail, at, moves);
    return against ? "taken-back" : NULL;
}
