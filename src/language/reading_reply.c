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

/* ---- another command ---- */

/* Sets the row and the line, without secrets, of the command that a line below the first command
 * asks for; no row if it is talk. Below a Subject a line may ask for a command even if it is not
 * one as it is. */
static void find_asked(const struct mail_text *mail, size_t at, struct command_refusal *asked)
{
    const struct grammar_context *context = mail->context;
    const bool full = context->reply == 0;
    g_auto(Line) words;
    line_read(mail->lines[at], &words);
    if (read_line_is_rest(mail, at)) {
        return;
    }
    if (full && names_turn(context, words.plain.text)) {
        asked->row = grammar_row(COMMAND_MOVE);
        asked->line = g_strdup(words.plain.text);
        return;
    }
    g_autofree char *said = NULL;
    struct command *own = read_line_command(context, mail->lines[at], asked, &said);
    const bool numbered = own == NULL && asked->row == NULL;
    g_autoptr(Command) command = numbered ? read_line_numbered(context, mail->lines[at]) : own;
    /* "resign" and "queue e4-e5" may be meant without their number. "Forget it!" is talk. */
    const struct word second = words.count > 1 ? words.word[1] : word_over("1");
    const bool may_ask = words.count <= 2 && strcspn(second.start, "0123456789") < second.length;
    if (command != NULL || (full && !may_ask)) {
        command_refusal_clear(asked);
    }
    if (command != NULL) {
        asked->row = command->row;
        asked->line = g_strdup(command->line);
    }
}

/* True if a line with this command is hardly meant for other players: it is one of a board's
 * own commands, or ends something. "Watch this!" is talk, and so are commands that only look. */
static bool is_no_talk(const struct command_row *row)
{
    bool board = (row->reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) != 0;
    return row->level >= LEVEL_PROVEN && (board || row->ends) && !row->onlooker;
}

/* A line in lower case, with a blank for each sign. Free with g_free. */
static char *letters_of(const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    return g_strchomp(g_strcanon(g_ascii_strdown(plain, -1), G_CSET_a_2_z G_CSET_DIGITS, ' '));
}

/* True if a line repeats the first command, maybe with other signs; of a move, maybe only its
 * end. */
static bool says_again(const struct command_refusal *asked, const struct command *first)
{
    if (asked->line == NULL || asked->row != first->row) {
        return false;
    }
    g_autofree char *below = letters_of(asked->line), *above = letters_of(first->line);
    bool end = first->row->id == COMMAND_MOVE && *below != '\0' && g_str_has_suffix(above, below);
    return end || strcmp(below, above) == 0;
}

/* Finds another command below the first one of a mail that may have only one: the first line from
 * `at` on that is itself a move, one of a board's own commands, or ends something. A line that only
 * repeats the first command is skipped. Sets *found to the line without its secrets (free with
 * g_free). NULL if there is no such line. */
static const struct command_row *second_command(const struct mail_text *mail,
                                                const struct command *first, size_t at,
                                                char **found)
{
    for (; mail->lines[at] != NULL; at++) {
        g_auto(CommandRefusal) asked = { 0 };
        if (strchr("te", mail->kinds[at]) != NULL) { /* no rest of a quote */
            find_asked(mail, at, &asked);
        }
        const bool looks = first->row->tier == TIER_LOOK; /* nothing beside it is a comment */
        if (asked.row != NULL && (looks || is_no_talk(asked.row)) && !says_again(&asked, first)) {
            *found = g_steal_pointer(&asked.line);
            return asked.row;
        }
    }
    return NULL;
}

/* ---- the comment ---- */

/* True if a line may not be passed on unasked: it names another turn than that of the command, or
 * may be a command with a secret, or a misspelt one. */
static bool must_be_held(const struct grammar_context *context, const char *line,
                         const struct command *first)
{
    const char *turn = first->row->id == COMMAND_MOVE ? first->text : NULL;
    struct grammar_context unnamed = *context;
    unnamed.board = 0;
    g_autoptr(Command) whole = grammar_parse(&unnamed, line, NULL);
    if (whole != NULL && whole->row->level >= LEVEL_PROVEN && whole->row->id != COMMAND_WATCH) {
        return true;
    }
    g_auto(Said) said;
    said_read(context, line, &said);
    return near_move_other(context, &said, turn) || may_hold_secret(context, line) ||
           near_move_is_slip(context, line);
}

/* Looks for another command among the lines around the one command of a mail, from line `behind`
 * on. That line is not carried out, and neither it nor the comment around it is passed on. In the
 * text of `chat`, `message` or `note` it stays a part of the text. */
static void hold_back(const struct mail_text *mail, const struct command *first, size_t behind,
                      struct reading *reading)
{
    const unsigned reply = mail->context->reply;
    if (first == NULL || (reply != 0 && (reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) == 0)) {
        return;
    }
    const struct command_row *row = second_command(mail, first, behind, &reading->not_done);
    const bool has_text = first->row->text != TEXT_NONE;
    if (row != NULL) {
        reading->not_done_key = has_text                  ? "not-done-words"
                                : reply == 0              ? "body-not-read"
                                : row->id == COMMAND_MOVE ? "not-done-move"
                                                          : "not-done";
        if (!has_text) {
            g_clear_pointer(&reading->comment, g_free);
            reading->comment_cut = false;
        }
        return;
    }
    if (reading->comment == NULL) {
        return;
    }
    g_auto(Understanding) meant = { 0 };
    understand(mail->context, reading->comment, &meant);
    bool other = meant.for_house;
    g_auto(GStrv) lines = g_strsplit(reading->comment, "\n", -1);
    for (char **line = lines; *line != NULL && reply != 0; line++) {
        other |= must_be_held(mail->context, *line, first);
    }
    if (other) {
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

void read_entry_add_words(const struct mail_text *mail, size_t behind, const char *said,
                          struct reading_entry *entry, struct reading *reading)
{
    bool cut = false;
    g_autofree char *above = own_words(mail, 0, behind, &cut);
    g_autofree char *below = own_words(mail, behind, G_MAXSIZE, &reading->comment_cut);
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
        struct command_refusal refusal = { 0 };
        struct command *command = grammar_parse(mail->context, line, &refusal);
        read_entry_add(reading, command)->refusal = refusal;
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

/* Adds the command that was found, or refuses it. */
static void add_found(struct mail_text *mail, struct reply_search *search, struct reading *reading)
{
    const char *veto = search->refusal.key == NULL ? reply_search_veto(mail, search) : NULL;
    const size_t doubt = reply_search_doubt(mail, search);
    struct command *command = g_steal_pointer(&search->command);
    if (doubt != G_MAXSIZE && (mail->context->reply & REPLY_TO_MATCH) != 0) {
        g_autoptr(Command) below = command;
        read_entry_refuse_doubt(mail->context, mail->lines[doubt], below, reading);
        mail->kinds[search->at] = 't'; /* it stays among the words */
        reading->comment = own_words(mail, doubt + 1, G_MAXSIZE, &reading->comment_cut);
        return;
    }
    struct reading_entry *entry = read_entry_add(reading, command);
    entry->refusal = search->refusal;
    search->refusal = (struct command_refusal){ 0 };
    if (veto != NULL) {
        g_autofree char *whole =
            command->row->id == COMMAND_MOVE ? g_strdup(command->text) : grammar_whole(command, 0);
        read_entry_refuse(entry, veto);
        entry->refusal.suggestion = g_steal_pointer(&whole);
    }
    if (search->below_quote < search->at) {
        mail->kinds[search->below_quote] = 'q';
    }
    read_entry_add_words(mail, search->at, search->said, entry, reading);
}

/* True if a line of a reply to a grave question is a bare answer, although the whole reply says
 * more: then it is unclear, whatever else it says. At a board "no" may stand above another move. */
static bool answers_among_others(const struct mail_text *mail)
{
    bool found = false;
    for (size_t i = 0; mail->lines[i] != NULL && mail->context->asks_gravely; i++) {
        g_auto(Said) said;
        said_read(mail->context, mail->lines[i], &said);
        const char *answer = mail->kinds[i] == 't' ? answer_meant(mail->context, &said) : NULL;
        found |= answer != NULL &&
                 (answer != mail->context->no || (mail->context->reply & REPLY_TO_MATCH) == 0);
    }
    return found;
}

/* True if the words are plainly talk: they thank or congratulate, and the server knows all of them;
 * or they name a player or say "you", and it knows at least half. */
static bool speaks(const struct said *said, bool addressed)
{
    const unsigned kinds = said->all.kinds;
    const bool to_others = said->all.to_others || addressed;
    const bool polite = said->count > 1 && (kinds & (WORD_COURTESY | WORD_WANTS)) == WORD_COURTESY;
    return (to_others || polite || said_is_courtesy(said)) &&
           said->all.unknown <= (to_others ? said->count / 2 : 0) &&
           (kinds & (to_others ? WORD_BACK : WORD_BACK | WORD_YES | WORD_NO)) == 0;
}

/* The command that sends the words of a reply to a letter about a match that is over to the others:
 * they greet, thank, congratulate or say "you", ask the server nothing, and hold no turn and
 * nothing that may be a secret. NULL: they may be meant otherwise. Free with command_free. */
static struct command *talk_for_others(const struct mail_text *mail)
{
    const struct grammar_context *context = mail->context;
    const bool over = context->yes_by_name && (context->reply & REPLY_TO_MATCH) != 0;
    g_autofree char *words = over && !context->away ? own_words_all(mail) : NULL;
    bool talk = words != NULL && !may_hold_secret(context, words);
    for (size_t i = 0; mail->lines[i] != NULL && talk; i++) {
        talk = mail->kinds[i] != 't' || !near_move_is(context, mail->lines[i]);
    }
    if (!talk) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(context, words, &said);
    g_auto(Understanding) meant = { 0 };
    understand(context, words, &meant);
    talk = speaks(&said, meant.addressed) && meant.for_others && meant.act == NULL &&
           meant.answer == NULL && meant.offers[0] == NULL && !meant.for_house;
    g_autofree char *line =
        talk ? g_strjoin(" ", grammar_row(COMMAND_CHAT)->name, words, NULL) : NULL;
    struct command *command = talk ? grammar_parse_short(context, line) : NULL;
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
    if (command == NULL && !answers_among_others(&mail)) {
        g_auto(ReplySearch) search;
        reply_search(&mail, &search);
        reading->below_quote = search.below_quote != G_MAXSIZE;
        if (search.command != NULL || search.refusal.key != NULL) {
            add_found(&mail, &search, reading);
            return;
        }
        if (search.doubt != G_MAXSIZE && (context->reply & REPLY_TO_MATCH) != 0) {
            read_entry_refuse_doubt(context, lines[search.doubt], NULL, reading);
            return;
        }
        command = read_entry_whole(&mail, (context->reply & REPLY_TO_CONFIRM) == 0);
        command = command != NULL ? command : talk_for_others(&mail);
    }
    if (command != NULL) {
        read_entry_add(reading, command);
    }
}
