#include "language/reading.h"

#include <string.h>

#include "base/plain.h"
#include "language/below_command.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/phrase_book.h"
#include "language/phrases.h"
#include "language/read_entry.h"
#include "language/reply_line.h"

void reading_clear(struct reading *reading)
{
    g_clear_pointer(&reading->entries, g_ptr_array_unref);
    g_clear_pointer(&reading->comment, g_free);
    g_clear_pointer(&reading->not_done, g_free);
    g_clear_pointer(&reading->stop, g_free);
    g_clear_pointer(&reading->said_above, g_free);
    *reading = (struct reading){ 0 };
}

static bool line_says(const char *text, const char *word)
{
    g_auto(Line) line;
    line_read(text, &line);
    return line.count == 1 && word_is(line_bare(&line, 0), word);
}

/* ---- commands below the first ---- */

static bool ends_something(const struct command *command)
{
    return command != NULL && command->row->ends;
}

/* Looks for another command below the one command of a mail, from `at` on. That line is not
 * carried out, and neither it nor the comment around it is passed on. In the text of `chat`,
 * `message` or `note` it stays a part of the text. */
static void find_below(const struct mail_text *mail, const struct command *first, size_t at,
                       struct reading *reading)
{
    bool board = mail->context->reply == 0 ||
                 (mail->context->reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) != 0;
    if (first == NULL || !board) {
        return;
    }
    const struct command_row *row = second_command(mail, first, at, &reading->not_done);
    if (row != NULL && first->row->text != TEXT_NONE) {
        reading->not_done_key = "not-done-words";
    } else if (row != NULL) {
        reading->not_done_key = mail->context->reply == 0 ? "body-not-read"
                                : row->id == COMMAND_MOVE ? "not-done-move"
                                                          : "not-done";
        g_clear_pointer(&reading->comment, g_free);
        reading->comment_cut = false;
    }
}

/* Reads the lines below the one command of a mail: its text, or a comment. */
static void add_comment(const struct mail_text *mail, struct reading *reading,
                        struct reading_entry *entry, size_t at)
{
    const size_t first = at;
    char *words = own_words(mail, &at, false, &reading->comment_cut);
    if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
        read_entry_complete_text(reading, entry, words);
    } else {
        reading->comment = words;
    }
    find_below(mail, entry->command, first, reading);
}

/* Puts what the command's own line says to others before the comment. */
static void say_first(struct reading *reading, const struct reading_entry *entry, const char *said)
{
    if (said != NULL && entry->command != NULL && entry->command->row->text == TEXT_NONE &&
        reading->not_done_key == NULL) {
        g_autofree char *below = g_steal_pointer(&reading->comment);
        reading->comment = below != NULL ? g_strconcat(said, "\n", below, NULL) : g_strdup(said);
    }
}

static bool is_yes(const struct command *command)
{
    const enum command_id id = command->row->id;
    return id != COMMAND_REJECT && id != COMMAND_DECLINE && id != COMMAND_NO;
}

/* Refuses a command if another line of the mail says that it is not to be done: the next line takes
 * it back, a later one corrects it, or any line retracts it. */
static void refuse_taken_back(const struct mail_text *mail, struct reading *reading,
                              struct reading_entry *entry, size_t at)
{
    if (entry->command != NULL && mail->context->yes_guessed &&
        (reading->comment != NULL || reading->not_done_key != NULL) &&
        phrases_answer(mail->context, entry->command->line) == ANSWER_YES) {
        if (reading->comment == NULL || !phrases_plain_yes(mail->context, reading->comment)) {
            read_entry_refuse(entry, "taken-back");
        }
        g_clear_pointer(&reading->comment, g_free);
        return;
    }
    if (entry->command == NULL || entry->command->row->text != TEXT_NONE) {
        return;
    }
    bool next = true, back = false;
    const bool acts = entry->command->row->level >= LEVEL_PROVEN;
    for (size_t i = 0; i < at; i++) {
        back |= acts && mail->kinds[i] == 't' && reply_line_retracts(mail->lines[i]);
    }
    for (size_t i = at + (mail->lines[at] != NULL ? 1 : 0); mail->lines[i] != NULL && !back; i++) {
        if (mail->kinds[i] != 't') {
            next = next && mail->kinds[i] == 'b';
            continue;
        }
        back = (next && phrases_take_back(mail->context, is_yes(entry->command), mail->lines[i])) ||
               phrases_correct_above(mail->context, mail->lines[i]) ||
               (acts && reply_line_retracts(mail->lines[i]));
        next = false;
    }
    if (back) {
        read_entry_refuse(entry, "taken-back");
        g_clear_pointer(&reading->comment, g_free);
        g_clear_pointer(&reading->said_above, g_free);
    }
}

/* True if a reply says more than a yes, although only a bare yes carries out what waits for it.
 * Whoever denies it may begin with yes, too: "Yes, I got your letter. I did not send this." */
static bool says_more_than_yes(const struct mail_text *mail, const struct command *command)
{
    const bool agrees =
        command != NULL && (command->row->id == COMMAND_YES || command->row->id == COMMAND_CONFIRM);
    if (!agrees || (mail->context->reply & REPLY_TO_CONFIRM) == 0) {
        return false;
    }
    size_t first = 0;
    bool cut = false;
    g_autofree char *words = own_words(mail, &first, false, &cut);
    return cut || words == NULL || !phrases_plain_yes(mail->context, words);
}

/* True if a player resigns there and writes a move right below. */
static bool moves_below(const struct mail_text *mail, const struct command *command, size_t at)
{
    if (command == NULL || command->row->id != COMMAND_RESIGN) {
        return false;
    }
    size_t below = at + 1 + strspn(mail->kinds + at + 1, "b");
    return mail->kinds[below] == 't' && names_turn(mail->context, mail->lines[below]);
}

/* Reads a reply of somebody who was asked for a name, as the command that signs up with it. */
static void read_greeting(const struct mail_text *mail, struct reading *reading)
{
    bool said = false;
    const char *above = NULL; /* a line that leads to the name below it */
    for (size_t i = 0, lines = 0; mail->lines[i] != NULL && lines <= REPLY_LINE_OTHERS_MAX; i++) {
        bool says = false;
        const bool own = mail->kinds[i] == 't';
        g_autofree char *name =
            own ? phrases_name(mail->context, mail->lines[i], !said, &says) : NULL;
        if (own && name == NULL && above != NULL) {
            g_autofree char *both = g_strconcat(above, " ", mail->lines[i], NULL);
            name = phrases_name(mail->context, both, false, &says);
        }
        above = own ? (phrases_leads_to_name(mail->lines[i]) ? mail->lines[i] : NULL) : above;
        lines += own ? 1 : 0;
        said |= says;
        if (name != NULL) {
            g_autofree char *line = g_strconcat(grammar_row(COMMAND_SIGNUP)->name, " ", name, NULL);
            struct command_refusal refusal = { 0 };
            struct command *command = grammar_parse(mail->context, line, &refusal);
            read_entry_add(reading, command)->refusal = refusal;
            return;
        }
    }
}

/* The writer's words above line `at`, without what may be the rest of a quote. Free with g_free. */
static char *words_above(const struct mail_text *mail, size_t at)
{
    g_autofree char *kinds = g_strdup(mail->kinds);
    for (size_t i = 0; i < at; i++) {
        const bool own =
            i > 0 && mail->kinds[i - 1] == 'q' && strlen(mail->lines[i - 1]) < REPLY_LINE_UNBROKEN;
        kinds[i] = kinds[i] == 'w' && !own ? 'q' : kinds[i];
    }
    kinds[at] = OWN_WORDS_END;
    const struct mail_text above = { mail->context, mail->lines, kinds };
    size_t first = 0;
    bool cut = false;
    return own_words(&above, &first, false, &cut);
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
    struct reply_search search;
    reply_search(&mail, &search);
    size_t doubt = reply_search_doubt(&mail, &search);
    bool doubtful = doubt != G_MAXSIZE;
    reading->below_quote = search.not_read != G_MAXSIZE;
    if (doubtful && (context->reply & REPLY_TO_MATCH) == 0) {
        command_free(search.command); /* the letter itself says what it asks for */
        command_refusal_clear(&search.refusal);
    } else if (!doubtful && says_more_than_yes(&mail, search.command)) {
        read_entry_refuse_answer(context, read_entry_add(reading, search.command));
    } else if (!doubtful && (search.left_open || moves_below(&mail, search.command, search.at))) {
        struct reading_entry *entry = read_entry_add(reading, search.command);
        read_entry_refuse(entry, search.left_open ? "left-open" : "above-move");
    } else if (search.found || doubtful) {
        struct reading_entry *entry = read_entry_add(reading, doubtful ? NULL : search.command);
        if (doubtful) {
            command_refusal_clear(&search.refusal);
            read_entry_refuse_doubt(context, lines[doubt], search.command, entry);
        } else {
            entry->refusal = search.refusal;
        }
        if (search.said && entry->command != NULL) {
            reading->said_above = words_above(&mail, search.first);
        }
        add_comment(&mail, reading, entry, (doubtful ? doubt : search.at) + 1);
        say_first(reading, entry, search.said_with);
        refuse_taken_back(&mail, reading, entry, search.at);
    }
    g_free(search.said_with);
}

/* True if a line that is no command is damaged, or may be a move or a misspelt command. */
static bool leaves_doubt(const struct grammar_context *context, const struct reading_entry *entry,
                         const char *line)
{
    bool move = entry->refusal.row != NULL && entry->refusal.row->id == COMMAND_MOVE;
    bool slip = entry->command == NULL && entry->refusal.row == NULL &&
                entry->refusal.suggestion != NULL && strcmp(entry->refusal.key, "unknown") == 0;
    return entry->command == NULL &&
           (move || slip || near_move_is_damaged(line) || near_move_is(context, line));
}

/* True if a line below a command is only talk, such as thanks or a signature: it is no command, and
 * resembles none. */
static bool is_talk(const struct grammar_context *context, const struct reading_entry *entry,
                    const char *line)
{
    g_auto(Line) words;
    line_read(line, &words);
    const bool resembles = words.count > 0 && suggest_any_command(line_bare(&words, 0)) != NULL;
    return entry->command == NULL && entry->refusal.row == NULL && !resembles &&
           entry->refusal.suggestion == NULL && strcmp(entry->refusal.key, "unknown") == 0 &&
           !leaves_doubt(context, entry, line);
}

/* True for a line of talk: a sentence, or nothing but courtesy. */
static bool is_sentence(const struct grammar_context *context, const char *line)
{
    enum { WORDS_LEAST = 4 };
    g_auto(Line) words;
    line_read(line, &words);
    return words.count >= WORDS_LEAST || phrases_plain_yes(context, line);
}

/* If a line takes back the command above it, refuses that one, and drops the entry of the line. */
static bool take_back_above(const struct mail_text *mail, size_t at, struct reading *reading)
{
    const guint count = reading->entries->len;
    struct reading_entry *above = count > 1 ? reading->entries->pdata[count - 2] : NULL;
    const struct reading_entry *entry = reading->entries->pdata[count - 1];
    const bool back = above != NULL && above->command != NULL && entry->command == NULL &&
                      above->command->row->level >= LEVEL_PROVEN &&
                      phrases_take_back(mail->context, true, mail->lines[at]);
    if (back) {
        read_entry_refuse(above, "taken-back");
        g_ptr_array_set_size(reading->entries, (gint)count - 1);
    }
    return back;
}

/* Reads commands, one a line. `doubt`: the Subject is a line in doubt. */
static void read_body(const struct mail_text *mail, bool doubt, struct reading *reading)
{
    int unknown = 0;
    bool after_name = false, understood = false;
    for (size_t i = 0; mail->lines[i] != NULL && mail->kinds[i] != 'e'; i++) {
        if (mail->kinds[i] != 't') {
            bool not_read =
                mail->kinds[i] == 'w' && grammar_begins_command(mail->context, mail->lines[i]);
            reading->below_quote |= not_read;
            doubt |= not_read;
            continue;
        }
        if (line_says(mail->lines[i], "end")) {
            return;
        }
        /* A mail program may have broken the line between NAME and PASSWORD. */
        if (after_name && !grammar_begins_command(mail->context, mail->lines[i])) {
            after_name = false;
            continue;
        }
        reading->gave_up = unknown == READING_UNKNOWN_LINES_MAX;
        reading->too_many = reading->entries->len == READING_COMMANDS_MAX;
        if (reading->gave_up || reading->too_many) {
            return;
        }
        g_autofree char *line = near_move_without_signs(mail->lines[i]);
        struct reading_entry *entry = read_entry_line(mail->context, line, reading);
        entry->talk = entry->command == NULL && strcmp(entry->refusal.key, "unknown") == 0 &&
                      is_sentence(mail->context, line);
        after_name =
            entry->command == NULL && strcmp(entry->refusal.key, "name-needs-password") == 0;
        doubt |= leaves_doubt(mail->context, entry, mail->lines[i]);
        if (doubt && ends_something(entry->command)) {
            /* A player who mistyped a move does not mean to end the match. */
            read_entry_refuse(entry, "below-doubt");
        }
        if (entry->command != NULL && entry->command->row->text == TEXT_NEEDED &&
            entry->command->text == NULL) {
            size_t below = i + 1;
            read_entry_complete_text(reading, entry,
                                     own_words(mail, &below, true, &reading->comment_cut));
            i = below - 1;
        }
        unknown += entry->command == NULL && entry->refusal.row == NULL ? 1 : 0;
        if (take_back_above(mail, i, reading)) {
            continue;
        }
        const bool command = entry->command != NULL;
        if (understood && is_talk(mail->context, entry, mail->lines[i])) {
            if (g_str_has_suffix(line, "?") && reading->not_done_key == NULL) {
                reading->not_done = read_entry_line_shown(mail->lines[i]);
                reading->not_done_key = "not-answered";
            }
            g_ptr_array_set_size(reading->entries, (gint)reading->entries->len - 1);
        }
        understood = command ? entry->command->row->text == TEXT_NONE : understood;
    }
}

/* Drops the entries of talk around others. If there is nothing else, the first one stays, and asks
 * about the command that a line may be about. */
static void drop_talk(const struct mail_text *mail, struct reading *reading)
{
    bool all = true, ends = false;
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        all &= entry->talk;
        ends |= ends_something(entry->command);
    }
    if (ends) {
        return; /* their writer should know how the lines around it were read */
    }
    for (guint i = reading->entries->len; i > (all ? 1 : 0); i--) {
        if (((struct reading_entry *)reading->entries->pdata[i - 1])->talk) {
            g_ptr_array_remove_index(reading->entries, i - 1);
        }
    }
    const struct command_row *hint = NULL;
    for (size_t i = 0; all && mail->lines[i] != NULL && hint == NULL; i++) {
        hint = mail->kinds[i] == 't' ? phrases_hint(mail->lines[i]) : NULL;
    }
    if (hint != NULL && reading->entries->len > 0) {
        struct command_refusal *refusal =
            &((struct reading_entry *)reading->entries->pdata[0])->refusal;
        g_free(refusal->suggestion);
        refusal->suggestion = g_strdup(hint->name);
    }
}

/* Drops the entry of a first line that ends like a salutation, "Hello," or "Good morning!", if
 * there is a command below it: such a line is not a misspelt command. In any other mail it is
 * answered. */
static void forgive_salutation(const struct mail_text *mail, struct reading *reading)
{
    const char *own = strchr(mail->kinds, 't');
    g_autofree char *line = plain_text(own != NULL ? mail->lines[own - mail->kinds] : "", -1);
    bool salutes = *line != '\0' && strchr(",!", line[strlen(line) - 1]) != NULL;
    bool meant = false;
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        meant |= entry->command != NULL || entry->refusal.row != NULL;
    }
    const struct reading_entry *first = salutes && meant ? reading->entries->pdata[0] : NULL;
    if (first != NULL && first->command == NULL && first->refusal.row == NULL &&
        first->refusal.suggestion == NULL) {
        g_ptr_array_remove_index(reading->entries, 0);
    }
}

void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading)
{
    *reading = (struct reading){ .entries = read_entries_new() };
    const struct mail_text mail = { context, lines, kinds };
    g_autofree char *title = near_move_without_signs(subject != NULL ? subject : "");
    bool several = line_says(title, "multiple");
    g_autoptr(Command) numbered = reply_line_numbered(context, title);
    if (!several && (numbered != NULL || grammar_begins_command(context, title))) {
        add_comment(&mail, reading, read_entry_line(context, title, reading), 0);
        return;
    }
    bool doubt = near_move_is_damaged(title) || near_move_is(context, title);
    read_body(&mail, doubt, reading);
    drop_talk(&mail, reading);
    forgive_salutation(&mail, reading);
    if (!several && strchr(kinds, 't') == NULL && strspn(title, " \t") < strlen(title)) {
        read_entry_line(context, title, reading);
    }
}

/* ---- several boards ---- */

/* Asks which board a line is meant for that is a move, or looks like one, or names a command and
 * nothing else. False if it is talk. */
static bool refuse_without_board(const struct grammar_context *context, const char *line,
                                 struct reading *reading)
{
    struct grammar_context of_match = *context;
    of_match.reply = REPLY_TO_MATCH;
    g_autoptr(Command) alone = grammar_parse_short(&of_match, line);
    g_autofree char *move =
        alone == NULL && near_move_is(&of_match, line) ? near_move_within(&of_match, line) : NULL;
    const bool meant = alone != NULL ? alone->row->text == TEXT_NONE : near_move_is_damaged(line);
    if (!meant && move == NULL) {
        return false;
    }
    struct command_refusal *refusal = &read_entry_add(reading, NULL)->refusal;
    const char *rest = move != NULL ? move : alone != NULL ? alone->line : NULL;
    refusal->key = rest != NULL ? "which-board" : "damaged";
    refusal->line = read_entry_line_shown(line);
    refusal->word = g_strdup(rest);
    refusal->row = alone != NULL ? alone->row : grammar_row(COMMAND_MOVE);
    return true;
}

/* Reads a line of a reply to a letter about several boards. False if it is talk. */
static bool read_for_boards(const struct grammar_context *context, const char *written,
                            struct reading *reading)
{
    g_autofree char *line = near_move_without_signs(written);
    struct command *command = reply_line_numbered(context, line);
    if (command == NULL && read_entry_refuse_numbered(context, line, reading)) {
        return true;
    }
    struct grammar_context of_board = *context;
    of_board.reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE; /* "Watch this" is talk there, too */
    struct command_refusal refusal = { 0 };
    command = command != NULL ? command : grammar_parse_apart(&of_board, line);
    command = command != NULL ? command : grammar_parse(context, line, &refusal);
    command_refusal_clear(&refusal);
    if (command == NULL) {
        return refuse_without_board(context, line, reading);
    }
    if (command->board == 0 && !command->apart) {
        command_free(command); /* to the plain address it would be a command; here it is talk */
        return false;
    }
    read_entry_add(reading, command);
    return true;
}

/* Gives each command the words below it: as its text, or as a comment for its board. */
static void add_comments(const struct mail_text *mail, struct reading *reading)
{
    size_t at = strcspn(mail->kinds, "c");
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        at++;
        g_autofree char *words = own_words(mail, &at, false, &reading->comment_cut);
        if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
            read_entry_complete_text(reading, entry, g_steal_pointer(&words));
        } else {
            entry->comment = g_steal_pointer(&words);
        }
    }
}

void reading_of_boards(const struct grammar_context *context, char **lines, const char *kinds,
                       struct reading *reading)
{
    struct grammar_context several = *context;
    several.several = true;
    *reading = (struct reading){ .entries = read_entries_new() };
    g_autofree char *kind = g_strdelimit(g_strdup(kinds), "e", 't');
    const struct mail_text mail = { &several, lines, kind };
    bool doubt = false, says = false;
    size_t i = 0;
    for (; lines[i] != NULL && !line_says(lines[i], "end") && !reading->too_many; i++) {
        if (kind[i] == 'w') {
            g_autoptr(Command) below = reply_line_numbered(&several, lines[i]);
            /* Programs do not break so short a quoted line, so this one is the writer's own. */
            const bool own =
                i > 0 && kind[i - 1] == 'q' && strlen(lines[i - 1]) < REPLY_LINE_UNBROKEN;
            kind[i] = own && below != NULL ? 't' : 'w';
            reading->below_quote |= below != NULL && !own;
            doubt |= below != NULL && !own;
        }
        if (kind[i] != 't') {
            continue;
        }
        if (reply_line_is_rest(&mail, i) || !read_for_boards(&several, lines[i], reading)) {
            says |= reading->entries->len == 0 && reply_line_says(lines[i]);
            continue;
        }
        kind[i] = OWN_WORDS_END;
        reading->too_many = reading->entries->len > READING_COMMANDS_MAX;
        struct reading_entry *entry = reading->entries->pdata[reading->entries->len - 1];
        doubt |= leaves_doubt(&several, entry, lines[i]);
        if (doubt && ends_something(entry->command)) {
            read_entry_refuse(entry, "below-doubt");
        }
    }
    if (reading->too_many) {
        g_ptr_array_set_size(reading->entries, READING_COMMANDS_MAX);
    } else if (lines[i] != NULL) {
        kind[i] = OWN_WORDS_END;
    }
    if (says) {
        size_t first = 0;
        bool cut = false;
        reading->said_above = own_words(&mail, &first, false, &cut);
    }
    add_comments(&mail, reading);
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
