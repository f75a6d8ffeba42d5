/* Replies to letters about one board, or about none; and the words around a command. */
#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/said.h"
#include "language/sentence.h"
#include "language/spoken.h"
#include "language/understand.h"

/* ---- the words around a command ---- */

/* The command beside the command `first` of the mail that a line is, without its secrets: one that
 * changes something. Another one that looks counts only where the words are no comment, since
 * `first` looks, too. NULL if it is none, or repeats `first`. Free with g_free. */
static char *other_command(const struct mail_text *mail, size_t at, const struct command *first)
{
    struct grammar_context unnamed = *mail->context;
    unnamed.reply = 0;
    g_autoptr(ReadingEntry) entry = read_line(mail, at);
    g_autoptr(Command) whole =
        entry == NULL ? grammar_parse(&unnamed, mail->lines[at], NULL) : NULL;
    const struct command *other = entry != NULL ? entry->command : whole;
    const struct command_row *row = other != NULL                    ? other->row
                                    : entry != NULL && !entry->doubt ? entry->refusal.row
                                                                     : NULL;
    const bool talk = row == NULL || (entry != NULL && entry->in_words) ||
                      (row->onlooker && (whole == NULL || whole->board == 0));
    if (talk || (row->level < LEVEL_PROVEN && first->row->tier != TIER_LOOK)) {
        return NULL;
    }
    g_autofree char *own = grammar_whole(first, mail->context->board);
    g_autofree char *its = other != NULL ? grammar_whole(other, mail->context->board) : NULL;
    g_auto(Said) said;
    said_read(mail->context, mail->lines[at], &said);
    const bool again = other != NULL && row->id == COMMAND_MOVE && row == first->row
                           ? !near_move_other(mail->context, &said, first->text)
                           : g_strcmp0(own, its) == 0;
    return again ? NULL : g_strdup(other != NULL ? other->line : entry->refusal.line);
}

/* Holds the comment back if a line beside the one command of a mail, `at`, is another command,
 * names another turn, or may hold a secret, or if the words are meant for the house. Nothing of it
 * is carried out or passed on. In the text of `chat`, `message` or `note` it stays a part of it. */
static void hold_back(const struct mail_text *mail, const struct command *first, size_t at,
                      struct reading *reading)
{
    const struct grammar_context *context = mail->context;
    const unsigned boards = REPLY_TO_MATCH | REPLY_TO_CHALLENGE;
    if (first == NULL || (context->reply != 0 && (context->reply & boards) == 0)) {
        return;
    }
    /* Below a Subject a line is read as in a reply about its board. */
    struct grammar_context of_board = *context;
    of_board.reply |= context->reply == 0 ? REPLY_TO_MATCH : 0;
    of_board.board = context->reply == 0 ? first->board : context->board;
    const struct mail_text lines = { &of_board, mail->lines, mail->kinds, mail->command_at };
    const char *turn = first->row->id == COMMAND_MOVE ? first->text : NULL;
    g_auto(Understanding) meant = { 0 };
    understand(context, reading->comment != NULL ? reading->comment : "", &meant);
    bool held = meant.for_house;
    for (size_t i = 0; mail->lines[i] != NULL; i++) {
        if (strchr("te", mail->kinds[i]) == NULL && (mail->kinds[i] != 'w' || i < at)) {
            continue;
        }
        if (reading->not_done == NULL && mail->kinds[i] != 'w') {
            reading->not_done = other_command(&lines, i, first);
        }
        g_auto(Said) said;
        said_read(context, mail->lines[i], &said);
        held |= context->reply != 0 &&
                (near_move_other(context, &said, turn) || may_hold_secret(context, mail->lines[i]));
    }
    const bool text = first->row->text != TEXT_NONE;
    reading->not_done_key = text                  ? "not-done-words"
                            : context->reply == 0 ? "body-not-read"
                                                  : "not-done";
    if (!text && (held || reading->not_done != NULL)) {
        g_autofree char *words = g_steal_pointer(&reading->comment);
        reading->held = reading->not_done == NULL ? g_steal_pointer(&words) : NULL;
        reading->comment_cut = false;
    }
}

/* All parts (NULL: left out) as one text, parted by `sign`. NULL if there is none. Free with
 * g_free. */
static char *joined(const char *one, const char *sign, const char *other)
{
    return one != NULL && other != NULL ? g_strconcat(one, sign, other, NULL)
                                        : g_strdup(one != NULL ? one : other);
}

void read_entry_add_words(const struct mail_text *mail, size_t behind, struct reading_entry *entry,
                          struct reading *reading)
{
    bool cut = false;
    g_autofree char *above = own_words(mail, 0, behind, &cut);
    g_autofree char *below = own_words(mail, behind, G_MAXSIZE, &reading->comment_cut);
    g_autofree char *said = g_steal_pointer(&entry->comment);
    if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
        read_entry_complete_text(reading, entry, g_steal_pointer(&below));
    } else {
        g_auto(Said) before;
        said_read(mail->context, above != NULL ? above : "", &before);
        g_autofree char *own = joined(said, "\n", below);
        reading->comment = joined(said_is_courtesy(&before) ? NULL : above, "\n\n", own);
    }
    hold_back(mail, entry->command, behind, reading);
}

/* ---- replies ---- */

/* Reads a reply to the question for a name, as the command that signs up with it. */
static void read_greeting(const struct mail_text *mail, struct reading *reading)
{
    g_autofree char *words = own_words_all(mail);
    g_autofree char *name = words != NULL ? newcomer_name(mail->context, words) : NULL;
    if (name != NULL) {
        g_autofree char *line = g_strconcat(grammar_row(COMMAND_SIGNUP)->name, " ", name, NULL);
        struct reading_entry *entry = g_new0(struct reading_entry, 1);
        entry->command = grammar_parse(mail->context, line, &entry->refusal);
        read_entry_add(reading, entry);
    }
}

struct command *read_entry_whole(const struct mail_text *mail, bool wishes)
{
    g_autofree char *words = own_words_all(mail);
    if (words == NULL || near_move_is_damaged(words)) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(mail->context, words, &said);
    g_auto(Understanding) meant = { 0 };
    const char *line = answer_meant(mail->context, &said);
    if (line == NULL && wishes && !grammar_may_hold_secret(mail->context, words)) {
        understand(mail->context, words, &meant);
        line = meant.act;
    }
    return line != NULL ? read_line_as_written(understand_line(mail->context, line), words) : NULL;
}

/* Adds the command of line `at`, or refuses it, because of the line in doubt above it, if there is
 * one. */
static void add_found(struct mail_text *mail, size_t at, size_t doubt, struct reading *reading)
{
    g_autoptr(ReadingEntry) entry = read_line(mail, at);
    if (doubt != G_MAXSIZE) {
        struct reading_entry *refused = g_new0(struct reading_entry, 1);
        read_entry_doubt(mail->context, mail->lines[doubt], refused);
        refused->refusal.below = entry->command != NULL
                                     ? reading_words_shown(mail->context, entry->command->line)
                                     : NULL;
        read_entry_add(reading, refused);
        reading->comment = own_words(mail, doubt + 1, G_MAXSIZE, &reading->comment_cut);
        return;
    }
    mail->kinds[at] = LINE_TAKEN;
    mail->command_at = at;
    reply_join_next(mail, at, entry->command);
    const char *veto = reply_veto(mail, at, entry);
    if (veto != NULL) {
        struct command *command = entry->command;
        g_autofree char *whole =
            command->row->id == COMMAND_MOVE ? g_strdup(command->text) : grammar_whole(command, 0);
        read_entry_refuse(entry, veto);
        entry->refusal.suggestion = g_steal_pointer(&whole);
    }
    read_entry_add_words(mail, at, entry, reading);
    read_entry_add(reading, g_steal_pointer(&entry));
}

/* The command that sends the words of a reply to a letter about a match that is over to the others:
 * they greet, thank, congratulate or say "you", ask the server nothing, and hold no turn and
 * nothing that may be a secret. NULL: they may be meant otherwise. Free with command_free. */
static struct command *talk_for_others(const struct mail_text *mail)
{
    const struct grammar_context *context = mail->context;
    const bool over = context->yes_by_name && (context->reply & REPLY_TO_MATCH) != 0;
    g_autofree char *words = over && !context->away ? own_words_all(mail) : NULL;
    if (words == NULL || may_hold_secret(context, words)) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(context, words, &said);
    g_auto(Understanding) meant = { 0 };
    understand(context, words, &meant);
    const bool speaks = said.all.to_others || meant.addressed || said_is_courtesy(&said);
    const bool talk = speaks && said.all.unknown <= said.count / 2 && meant.for_others &&
                      meant.act == NULL && meant.answer == NULL && meant.offers[0] == NULL &&
                      !meant.for_house;
    g_autofree char *line =
        talk ? g_strjoin(" ", grammar_row(COMMAND_CHAT)->name, words, NULL) : NULL;
    struct command *command = talk ? grammar_parse_here(context, line, NULL) : NULL;
    return command != NULL ? read_line_as_written(command, words) : NULL;
}

void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading)
{
    *reading = (struct reading){ .entries = read_entries_new() };
    g_auto(MailText) mail;
    mail_text_begin(context, lines, kinds, true, &mail);
    if ((context->reply & REPLY_TO_GREETING) != 0) {
        read_greeting(&mail, reading);
        return;
    }
    struct command *command = context->asks_gravely ? read_entry_whole(&mail, false) : NULL;
    if (command == NULL) {
        size_t doubt, below;
        const size_t at = reply_search(&mail, &doubt, &below);
        reading->below_quote = below != G_MAXSIZE;
        if (at != G_MAXSIZE) {
            add_found(&mail, at, MIN(doubt, below), reading);
            return;
        }
        if (doubt != G_MAXSIZE) {
            read_entry_add(reading, read_line(&mail, doubt));
            return;
        }
        command = read_entry_whole(&mail, (context->reply & REPLY_TO_CONFIRM) == 0);
        command = command != NULL ? command : talk_for_others(&mail);
    }
    read_entry_add_command(reading, command);
}
