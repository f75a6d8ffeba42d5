#include "language/reading.h"

#include <string.h>

#include "base/plain.h"
#include "language/below_command.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/newcomer.h"
#include "language/prose.h"
#include "language/read_entry.h"
#include "language/reply_search.h"
#include "language/said.h"
#include "language/spoken.h"
#include "language/understand.h"

void reading_clear(struct reading *reading)
{
    g_clear_pointer(&reading->entries, g_ptr_array_unref);
    g_clear_pointer(&reading->comment, g_free);
    g_clear_pointer(&reading->not_done, g_free);
    g_clear_pointer(&reading->stop, g_free);
    g_clear_pointer(&reading->held_words, g_free);
    *reading = (struct reading){ 0 };
}

char *reading_own_words(const struct grammar_context *context, char **lines, const char *kinds,
                        bool *cut)
{
    const struct mail_text mail = { context, lines, kinds };
    return own_words_all(&mail, cut);
}

/* ---- the writer's words ---- */

/* The words above line `at`, unless they are only courtesy, without line `left_out`. Free with
 * g_free. */
static char *words_above(const struct mail_text *mail, size_t at, size_t left_out)
{
    g_autofree char *kinds = own_kinds(mail);
    kinds[at] = OWN_WORDS_END;
    if (left_out < at) {
        kinds[left_out] = 'q';
    }
    const struct mail_text above = { mail->context, mail->lines, kinds };
    size_t first = 0;
    bool cut = false;
    g_autofree char *words = at > 0 ? own_words(&above, &first, false, &cut) : NULL;
    return words != NULL && !said_only_courtesy(mail->context, words) ? g_steal_pointer(&words)
                                                                      : NULL;
}

/* ---- the comment ---- */

/* True if a line may not be passed on unasked: it names another turn than that of the command, or
 * may be a command with a secret, or a misspelt one. */
static bool must_be_held(const struct grammar_context *context, const char *line,
                         const struct command *first)
{
    const char *turn = first->row->id == COMMAND_MOVE ? first->text : NULL;
    struct grammar_context unnamed = *context;
    struct command_refusal refusal = { 0 };
    unnamed.has_board = false;
    g_autoptr(Command) whole = grammar_parse(&unnamed, line, &refusal);
    command_refusal_clear(&refusal);
    if (whole != NULL && whole->row->level >= LEVEL_PROVEN && whole->row->id != COMMAND_WATCH) {
        return true;
    }
    return near_move_other(context, line, turn) || may_hold_secret(context, line) ||
           near_move_is_slip(context, line);
}

/* True if words ask the server something that it has an answer for. */
static bool asks_server(const struct grammar_context *context, const char *words)
{
    g_auto(Understanding) meant = { 0 };
    understand(context, words, &meant);
    return meant.answer != NULL && !meant.for_others;
}

/* Looks for another command among the lines around the one command of a mail. That line is not
 * carried out, and neither it nor the comment around it is passed on. In the text of `chat`,
 * `message` or `note` it stays a part of the text. */
static void hold_back(const struct mail_text *mail, const struct command *first, size_t behind,
                      struct reading *reading)
{
    bool board = mail->context->reply == 0 ||
                 (mail->context->reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) != 0;
    if (first == NULL || !board) {
        return;
    }
    const struct command_row *row = second_command(mail, first, behind, &reading->not_done);
    if (row != NULL && first->row->text != TEXT_NONE) {
        reading->not_done_key = "not-done-words";
        return;
    }
    if (row != NULL) {
        reading->not_done_key = mail->context->reply == 0 ? "body-not-read"
                                : row->id == COMMAND_MOVE ? "not-done-move"
                                                          : "not-done";
        g_clear_pointer(&reading->comment, g_free);
        reading->comment_cut = false;
        return;
    }
    bool other = false;
    for (size_t i = 0; mail->lines[i] != NULL && reading->comment != NULL &&
                       mail->context->reply != 0 && first->row->text == TEXT_NONE;
         i++) {
        other |= mail->kinds[i] == 't' && must_be_held(mail->context, mail->lines[i], first);
    }
    if (other || (reading->comment != NULL && asks_server(mail->context, reading->comment))) {
        reading->held_words = g_steal_pointer(&reading->comment);
    }
}

/* All parts (NULL: left out) as one text, parted by `sign`. NULL if there is none. Free with
 * g_free. */
static char *joined(const char *one, const char *sign, const char *other)
{
    return one != NULL && other != NULL ? g_strconcat(one, sign, other, NULL)
                                        : g_strdup(one != NULL ? one : other);
}

/* Takes the words around the one command of a mail: its text, or a comment. */
static void add_words(const struct mail_text *mail, struct reading *reading,
                      struct reading_entry *entry, const struct reply_search *search)
{
    size_t at = search->behind;
    g_autofree char *below = own_words(mail, &at, false, &reading->comment_cut);
    g_autofree char *above = words_above(mail, search->at, search->below_quote);
    if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
        read_entry_complete_text(reading, entry, g_steal_pointer(&below));
        reading->comment = NULL;
    } else {
        g_autofree char *own = joined(search->said, "\n", below);
        reading->comment = joined(above, "\n\n", own);
    }
    struct mail_text others = reply_search_others(mail, search);
    g_autofree char *kinds = (char *)others.kinds;
    hold_back(&others, entry->command, search->behind, reading);
}

/* ---- replies ---- */

/* Reads a reply to the question for a name, as the command that signs up with it. */
static void read_greeting(const struct mail_text *mail, struct reading *reading)
{
    bool cut = false;
    g_autofree char *words = own_words_all(mail, &cut);
    g_autofree char *name = words != NULL ? newcomer_name(mail->context, words) : NULL;
    if (name != NULL) {
        g_autofree char *line = g_strconcat(grammar_row(COMMAND_SIGNUP)->name, " ", name, NULL);
        struct command_refusal refusal = { 0 };
        struct command *command = grammar_parse(mail->context, line, &refusal);
        read_entry_add(reading, command)->refusal = refusal;
    }
}

/* Reads what the text as a whole means: an answer, or (`wishes`) what it asks for. NULL if it means
 * no command. */
static struct command *read_whole(const struct mail_text *mail, bool wishes)
{
    bool cut = false;
    g_autofree char *words = own_words_all(mail, &cut);
    if (words == NULL || cut || near_move_is_damaged(words) ||
        grammar_claims(mail->context, words)) {
        return NULL;
    }
    g_auto(Understanding) meant = { 0 };
    const char *line = understand_answer(mail->context, words);
    if (line == NULL && wishes) {
        understand(mail->context, words, &meant);
        line = meant.act;
    }
    return line != NULL ? reply_line_as_written(understand_line(mail->context, line), words) : NULL;
}

/* Adds the command that was found, or refuses it. */
static void add_found(const struct mail_text *mail, struct reply_search *search,
                      struct reading *reading)
{
    const char *veto = search->refusal.key == NULL ? reply_search_veto(mail, search) : NULL;
    const size_t doubt = reply_search_doubt(mail, search);
    struct command *command = g_steal_pointer(&search->command);
    if (doubt != G_MAXSIZE && (mail->context->reply & REPLY_TO_MATCH) != 0) {
        struct reading_entry *entry = read_entry_add(reading, NULL);
        read_entry_refuse_doubt(mail->context, mail->lines[doubt], command, entry);
        size_t below = doubt + 1;
        reading->comment = own_words(mail, &below, false, &reading->comment_cut);
        return;
    }
    struct reading_entry *entry = read_entry_add(reading, command);
    entry->refusal = search->refusal;
    search->refusal = (struct command_refusal){ 0 };
    if (veto != NULL) {
        g_autofree char *whole = grammar_short(command);
        read_entry_refuse(entry, veto);
        entry->refusal.suggestion = g_steal_pointer(&whole);
    }
    add_words(mail, reading, entry, search);
}

/* True if a line of a reply to a grave question is a bare answer, although the whole reply says
 * more: then it is unclear, whatever else it says. At a board "no" may stand above another move. */
static bool answers_among_others(const struct mail_text *mail)
{
    bool found = false;
    for (size_t i = 0; mail->lines[i] != NULL && mail->context->asks_gravely; i++) {
        const char *answer =
            mail->kinds[i] == 't' ? understand_answer(mail->context, mail->lines[i]) : NULL;
        found |= answer != NULL &&
                 (answer != mail->context->no || (mail->context->reply & REPLY_TO_MATCH) == 0);
    }
    return found;
}

void reading_of_reply(const struct grammar_context *context, char **lines, const char *read_kinds,
                      struct reading *reading)
{
    *reading = (struct reading){ .entries = read_entries_new() };
    g_autofree char *kinds = g_strdelimit(g_strdup(read_kinds), "e", 't');
    const struct mail_text mail = { context, lines, kinds };
    if ((context->reply & REPLY_TO_GREETING) != 0) {
        read_greeting(&mail, reading);
        return;
    }
    g_autoptr(Command) answer = context->asks_gravely ? read_whole(&mail, false) : NULL;
    const bool answered = answer != NULL;
    if (answered) {
        read_entry_add(reading, g_steal_pointer(&answer));
    }
    if (answered || answers_among_others(&mail)) {
        return;
    }
    g_auto(ReplySearch) search;
    reply_search(&mail, &search);
    reading->below_quote = search.below_quote != G_MAXSIZE;
    if (search.command != NULL || search.refusal.key != NULL) {
        add_found(&mail, &search, reading);
        return;
    }
    if (search.doubt != G_MAXSIZE && (context->reply & REPLY_TO_MATCH) != 0) {
        struct reading_entry *entry = read_entry_add(reading, NULL);
        read_entry_refuse_doubt(context, lines[search.doubt], NULL, entry);
        return;
    }
    struct command *whole = read_whole(&mail, (context->reply & REPLY_TO_CONFIRM) == 0);
    whole = whole != NULL ? whole : prose_for_others(&mail);
    if (whole != NULL) {
        read_entry_add(reading, whole);
    }
}

/* ---- mails to the plain address ---- */

/* True for a line that is too long for a misspelt command. */
static bool is_sentence(const char *written)
{
    enum { WORDS_LEAST = 4 };
    g_auto(Line) line;
    line_read(written, &line);
    return line.count >= WORDS_LEAST;
}

/* True if a line is no command, and resembles none. */
static bool is_talk(const struct grammar_context *context, const struct reading_entry *entry,
                    const char *line)
{
    return entry->command == NULL && entry->refusal.row == NULL &&
           (entry->refusal.suggestion == NULL || is_sentence(line)) &&
           strcmp(entry->refusal.key, "unknown") == 0 && !near_move_is_damaged(line) &&
           !near_move_is(context, line);
}

/* Reads the text below a command that needs one. Returns the last line of it. */
static size_t read_text(const struct mail_text *mail, size_t at, struct reading_entry *entry,
                        struct reading *reading)
{
    if (entry->command == NULL || entry->command->row->text != TEXT_NEEDED ||
        entry->command->text != NULL) {
        return at;
    }
    size_t below = at + 1;
    read_entry_complete_text(reading, entry, own_words(mail, &below, true, &reading->comment_cut));
    return below - 1;
}

/* True if a line denies something, or sets a condition. */
static bool has_veto(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(context, line, &said);
    return (said_kinds(&said, 0, said.count) & (WORD_NOT | WORD_IF)) != 0;
}

/* Reads commands, one a line. `doubt`: the Subject is a line in doubt. Sets *back if a line of talk
 * takes back what stands around it, and *veto if one denies something or sets a condition. Returns
 * the line at which it stopped. */
static size_t read_body(const struct mail_text *mail, bool doubt, bool *back, bool *veto,
                        struct reading *reading)
{
    int unknown = 0;
    bool after_name = false;
    size_t i = 0;
    for (; mail->lines[i] != NULL && mail->kinds[i] != 'e'; i++) {
        const bool below =
            mail->kinds[i] == 'w' && grammar_begins_command(mail->context, mail->lines[i]);
        reading->below_quote |= below;
        doubt |= below;
        if (mail->kinds[i] != 't') {
            continue;
        }
        /* A mail program may have broken the line between NAME and PASSWORD. */
        if (after_name && !grammar_begins_command(mail->context, mail->lines[i])) {
            after_name = false;
            continue;
        }
        reading->gave_up = unknown == READING_UNKNOWN_LINES_MAX;
        reading->too_many = reading->entries->len == READING_COMMANDS_MAX;
        if (reading->gave_up || reading->too_many || reading_line_says(mail->lines[i], "end")) {
            break;
        }
        g_autofree char *line = near_move_without_signs(mail->lines[i]);
        struct reading_entry *entry = read_entry_line(mail->context, line, reading);
        after_name =
            entry->command == NULL && strcmp(entry->refusal.key, "name-needs-password") == 0;
        doubt |= reading_leaves_doubt(mail->context, entry, mail->lines[i]);
        *back |= entry->command == NULL && reply_line_retracts(mail->context, line, false);
        *veto |= entry->command == NULL && has_veto(mail->context, line);
        if (is_talk(mail->context, entry, mail->lines[i])) {
            g_ptr_array_set_size(reading->entries, (gint)reading->entries->len - 1);
            if (reading->not_done == NULL && !said_only_courtesy(mail->context, line)) {
                reading->not_done = read_entry_words_shown(mail->context, mail->lines[i]);
                reading->not_done_key = "not-answered";
            }
            continue;
        }
        if (doubt && entry->command != NULL && entry->command->row->ends) {
            /* A player who mistyped a move does not mean to end the match. */
            read_entry_refuse(entry, "below-doubt");
        }
        unknown += entry->command == NULL && entry->refusal.row == NULL ? 1 : 0;
        i = read_text(mail, i, entry, reading);
    }
    return i;
}

/* A grave command must stand alone, and whoever takes back a line may mean any. */
static void refuse_unclear(bool back, bool veto, struct reading *reading)
{
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        const bool acts = entry->command != NULL && entry->command->row->text == TEXT_NONE &&
                          entry->command->row->tier != TIER_LOOK;
        const bool talks = entry->command != NULL && entry->command->row->tier == TIER_GRAVE &&
                           (veto || (reading->not_done_key != NULL &&
                                     g_str_equal(reading->not_done_key, "not-answered")));
        if (acts && (back || talks)) {
            read_entry_refuse(entry, back ? "taken-back" : "not-alone");
            entry->refusal.suggestion = g_strdup(entry->refusal.line);
        }
    }
}

void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading)
{
    *reading = (struct reading){ .entries = read_entries_new() };
    const struct mail_text mail = { context, lines, kinds };
    g_autofree char *title = near_move_without_signs(subject != NULL ? subject : "");
    bool several = reading_line_says(title, "multiple");
    g_autoptr(Command) numbered = reply_line_numbered(context, title);
    if (!several && (numbered != NULL || grammar_begins_command(context, title))) {
        struct reading_entry *entry = read_entry_line(context, title, reading);
        const struct reply_search above = { .at = 0, .behind = 0, .below_quote = G_MAXSIZE };
        add_words(&mail, reading, entry, &above);
        return;
    }
    bool doubt = near_move_is_damaged(title) || near_move_is(context, title);
    bool back = false, veto = false;
    const size_t end = read_body(&mail, doubt, &back, &veto, reading);
    refuse_unclear(back, veto, reading);
    if (reading->entries->len > 0) {
        return;
    }
    g_clear_pointer(&reading->not_done, g_free);
    reading->not_done_key = NULL;
    if (!several && strchr(kinds, 't') == NULL && strspn(title, " \t") < strlen(title)) {
        char *only[] = { title, NULL };
        const struct mail_text of_title = { context, only, "t" };
        struct command *whole = read_whole(&of_title, true);
        if (whole != NULL) {
            read_entry_add(reading, whole);
        } else {
            read_entry_line(context, title, reading);
        }
        return;
    }
    g_autofree char *above_end = g_strdup(kinds);
    if (kinds[end] == 't') {
        above_end[end] = OWN_WORDS_END;
    }
    const struct mail_text read = { context, lines, above_end };
    struct command *whole = read_whole(&read, true);
    if (whole != NULL) {
        read_entry_add(reading, whole);
    }
}

/* ---- our own Subjects ---- */

bool reading_letter_subject(const struct grammar_context *context, const char *subject,
                            gint64 *board, char **game)
{
    g_autofree char *plain = plain_text(subject, -1);
    const char *colon = strchr(plain, ':');
    if (colon == NULL || strstr(colon, " - ") == NULL) {
        return false;
    }
    const char *number = colon;
    while (number > plain && g_ascii_isdigit(number[-1])) {
        number--;
    }
    struct word digits = { .start = number, .length = (size_t)(colon - number) };
    g_autofree char *title = g_strndup(plain, (gsize)(number - plain));
    g_auto(GStrv) parts = g_strsplit(title, " ", -1);
    g_autofree char *name = g_strjoinv("", parts);
    int which = word_among(word_over(name), context->games);
    if (which < 0 || number[-1] != ' ' || !names_board(digits, board, NULL, NULL)) {
        return false;
    }
    *game = g_ascii_strdown(context->games[which], -1);
    return true;
}
