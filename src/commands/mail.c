#include "commands/mail.h"

#include <string.h>

#include "auth/redact.h"
#include "commands/context.h"
#include "commands/dispatch.h"
#include "commands/proof.h"
#include "commands/signup.h"
#include "commands/tutorial.h"
#include "commands/watching.h"
#include "language/names.h"
#include "mail/reply.h"

/* ---- reading the commands, as the address and the Subject of the mail ask for ---- */

/* Sets what a reply may hold if the letter is about no board. False if it is no such reply. */
static bool context_of_letter(const struct request *request, struct grammar_context *context)
{
    if (!request->has_token) {
        return false;
    }
    switch (request->token.kind) {
    case TOKEN_CONFIRM:
        context->reply = signup_reply(request);
        return true;
    case TOKEN_MESSAGE:
        context->reply = REPLY_TO_MESSAGE;
        return true;
    case TOKEN_DISPLAY:
        context->reply = REPLY_TO_DISPLAY;
        return true;
    case TOKEN_LESSON:
        context->reply = REPLY_TO_LESSON;
        tutorial_context(request, context);
        return true;
    default:
        return false;
    }
}

/* Notes which lines were not read. The word `end` is no such line in a mail of commands: it is
 * there to end it. */
static void note_left_out(struct reply *lines, bool is_reply, struct reading *reading)
{
    g_autofree char *stop = g_steal_pointer(&lines->stop);
    bool ends = stop != NULL && !is_reply && reading->comment == NULL &&
                g_ascii_strncasecmp(stop, "end", strlen("end")) == 0;
    reading->stop = ends ? NULL : g_steal_pointer(&stop);
    reading->beyond = lines->beyond;
}

/* Reads the mail of a request. Clear with reading_clear. */
static void read_mail(struct request *request, struct reading *reading)
{
    struct grammar_context context;
    context_plain(&context);
    gboolean tagged = FALSE;
    g_autofree char *subject = reply_subject(request->message->subject, &tagged);
    struct reply lines;
    reply_read(request->message->text, &lines);
    bool is_reply = context_of_letter(request, &context) ||
                    ((request->letter_board != 0 || context_by_subject(request, subject)) &&
                     context_of_board(request, &context));
    if (is_reply) {
        reading_of_reply(&context, lines.written, lines.kinds, reading);
    } else {
        /* A Subject copied from our letter says nothing of the writer's own. */
        bool ours = tagged && !grammar_begins_command(&context, subject);
        reading_of_mail(&context, ours ? NULL : subject, lines.written, lines.kinds, reading);
    }
    note_left_out(&lines, is_reply, reading);
    reply_clear(&lines);
}

bool read_mail_finds_command(struct request *request)
{
    if (!request->message->text_whole ||
        (request->has_token && request->token.kind == TOKEN_WATCH)) {
        return false;
    }
    struct reading reading = { 0 };
    read_mail(request, &reading);
    bool found = false;
    for (guint i = 0; i < reading.entries->len; i++) {
        found |= ((const struct reading_entry *)reading.entries->pdata[i])->command != NULL;
    }
    reading_clear(&reading);
    return found;
}

/* Explains how to read `form` (NULL: none) if `text` shows it and it needs that, once in each mail;
 * NULL: nothing to explain. Free with g_free. */
static char *form_reading(struct request *request, const char *text, const char *form)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool shown = form != NULL && strstr(text, form) != NULL;
    if (request->form_explained || !shown || strpbrk(form, capitals) == NULL) {
        return NULL;
    }
    request->form_explained = true;
    return say(request->run, "form-reading",
               pairs("left-out", strchr(form, '[') != NULL ? "yes" : NULL, "one-of",
                     strchr(form, '|') != NULL ? "yes" : NULL, NULL));
}

/* Says why a line is no command, and the form it should have. Free with g_free. */
static char *refusal_words(struct request *request, const struct command_refusal *refusal)
{
    g_autofree char *below = refusal->below != NULL
                                 ? redact_relayed(request->run, request->player, refusal->below)
                                 : NULL;
    g_autofree char *why = words_say(
        request->run->words, "command", refusal->key,
        pairs("word", refusal->word, "suggestion", refusal->suggestion, "below", below, NULL));
    g_autofree char *reading = form_reading(request, why, refusal->suggestion);
    return g_strconcat(why, reading != NULL ? "\n" : "", reading, NULL);
}

static void receive_refusal(struct request *request, const struct command_refusal *refusal)
{
    bool signs_up = refusal->row != NULL && refusal->row->id == COMMAND_SIGNUP;
    if (request->player == NULL && !signs_up) {
        proof_none(request);
        return;
    }
    g_autofree char *text = refusal_words(request, refusal);
    if (request->player == NULL) {
        signup_misspelt(request, refusal, text);
        return;
    }
    struct entry *entry =
        request_answer_text(request, request->player, NULL, g_steal_pointer(&text));
    entry->line = g_strdup(refusal->line);
    entry->board = request->letter_board;
}

/* ---- reading ---- */

/* True if it helps to suggest a command that a line resembles: a reply may hold it; and if the line
 * names it already, it must work alone. */
static bool is_help(const struct grammar_context *context, const struct command_row *row,
                    const char *line)
{
    bool named = g_ascii_strncasecmp(line, row->name, strlen(row->name)) == 0;
    g_autoptr(Command) alone = named ? grammar_parse_short(context, row->name) : NULL;
    return (row->reply & context->reply) != 0 && (!named || alone != NULL);
}

/* The name of the command that a misspelt line of the reply resembles; NULL: none. */
static const char *near_command(const struct request *request)
{
    const struct command_row *near = NULL;
    struct grammar_context context;
    if (!context_of_board(request, &context)) {
        return NULL;
    }
    struct reply own;
    reply_read(request->message->text, &own);
    for (size_t i = 0, seen = 0; own.lines[i] != NULL && near == NULL; i++) {
        if (own.kinds[i] == 't' && seen++ <= READING_OTHER_LINES_MAX) {
            near = suggest_for_line(own.lines[i]);
            near = near != NULL && is_help(&context, near, own.lines[i]) ? near : NULL;
        }
    }
    reply_clear(&own);
    return near != NULL ? near->name : NULL;
}

/* True if the writer wrote a line of their own, below or above what they quote. */
static bool has_own_words(const struct request *request)
{
    struct reply own;
    reply_read(request->message->text, &own);
    bool has = strpbrk(own.kinds, "tw") != NULL;
    reply_clear(&own);
    return has;
}

/* True if the match of the letter has still to begin, so that nothing is a move. */
static bool waits_to_begin(const struct request *request)
{
    bool damaged = false;
    g_autoptr(MatchSession) session = session_open(request->run, request->letter_board, &damaged);
    return session != NULL && board_is_open(session->board);
}

static char *nothing_in_reply(const struct request *request)
{
    if (!has_own_words(request)) {
        return say(request->run, "no-words-in-reply", NULL);
    }
    return say(request->run, "no-command-in-reply",
               pairs("near", near_command(request), "early", waits_to_begin(request) ? "yes" : NULL,
                     NULL));
}

/* True if a mail holds anything meant for us. A program that answers every letter writes no word of
 * the language. */
static bool has_word_for_us(const struct reading *reading)
{
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        bool near = entry->refusal.suggestion != NULL ||
                    g_strcmp0(entry->refusal.key, "missing-command") == 0;
        if (entry->command != NULL || entry->refusal.row != NULL || near) {
            return true;
        }
    }
    return false;
}

/* True if the mail is answered. A player in whose mails nothing is found may be such a program,
 * without any other sign of it: they get LIMIT_MISSES_A_DAY answers to that a day. Sets *last if
 * this is the last one. */
static bool may_answer(const struct request *request, const struct reading *reading, bool *last)
{
    if (request->player == NULL || has_word_for_us(reading)) {
        return true; /* strangers have a limit of their own */
    }
    struct run *run = request->run;
    int nth = player_missed(run->db, request->player->id,
                            request_proves(request, request->player->id), run->now / CLOCK_DAY);
    *last = nth == LIMIT_MISSES_A_DAY;
    return nth <= LIMIT_MISSES_A_DAY;
}

/* Answers a reply in which nothing was found, to a letter that is about no board; false if it is no
 * such reply. */
static bool nothing_in_letter(struct request *request)
{
    if (!request->has_token) {
        return false;
    }
    switch (request->token.kind) {
    case TOKEN_CONFIRM:
        signup_unclear(request);
        return true;
    case TOKEN_DISPLAY:
        request_answer(request, request->player, NULL, "no-form-in-reply", NULL);
        return true;
    case TOKEN_LESSON:
        tutorial_unclear(request);
        return true;
    default:
        return false;
    }
}

static void nothing_found(struct request *request)
{
    if (nothing_in_letter(request)) {
        return;
    }
    if (request->player == NULL) {
        proof_none(request);
        return;
    }
    bool message = request->has_token && request->token.kind == TOKEN_MESSAGE;
    char *text = request->letter_board != 0
                     ? nothing_in_reply(request)
                     : say(request->run, message ? "no-message-in-reply" : "no-command", NULL);
    struct entry *entry = request_answer_text(request, request->player, NULL, text);
    entry->board = request->letter_board;
}

/* True if the text seems to hold commands, but was not read because the Subject held one. */
static bool has_more_commands(const struct request *request)
{
    if (request->comment == NULL || request->comment_used || request->has_token ||
        request->letter_board != 0) {
        return false;
    }
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *first = g_strndup(request->comment, strcspn(request->comment, "\n"));
    return grammar_begins_command(&context, first);
}

/* Adds remarks about the mail as a whole, below the answers to its commands. */
static void remark(struct request *request, const struct reading *reading)
{
    if (reading->too_many || reading->gave_up) {
        request_remark(request, reading->too_many ? "too-many" : "gave-up");
    }
    if (reading->below_quote) {
        request_remark(request, "below-quote");
    }
    if (reading->stop != NULL) {
        request_remark_line(request, "left-out", reading->stop);
    }
    if (reading->beyond) {
        request_remark(request, "lines-beyond");
    }
    if (reading->not_done != NULL) {
        request_remark_line(request, reading->not_done_key, reading->not_done);
    }
    if (reading->comment != NULL && request->comment == NULL) {
        request_remark(request, "comment-dropped");
    } else if (has_more_commands(request)) {
        request_remark(request, "body-not-read");
    } else if (request->comment != NULL && !request->comment_used && request_shows_board(request)) {
        request_remark(request, "comment-not-sent");
    } else if (reading->comment_cut && (request->comment == NULL || request->comment_used)) {
        request_remark(request, "comment-cut");
    } else if (reading->said_above && request_shows_board(request)) {
        request_remark(request, "said-above");
    }
}

/* Reads the writer's row again after a command: they may have signed off or on, changed their
 * address, or become a player. False if they are no player any more: nothing more is done for
 * them. */
static bool meet_again(struct request *request)
{
    bool was_player = request->player != NULL;
    player_free(request->player);
    request->player = player_by_address(request->run->db, request->folded);
    return request->player != NULL || !was_player;
}

static bool is_about(const struct reading_entry *entry, enum command_id id)
{
    const struct command_row *row =
        entry->command != NULL ? entry->command->row : entry->refusal.row;
    return row != NULL && row->id == id;
}

/* The line that a stranger's mail is answered for: it gets one answer, and a signup counts for more
 * than the lines around it. NULL: any line. */
static const struct reading_entry *signup_of(const struct reading *reading)
{
    const struct reading_entry *found = NULL;
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        bool better = found == NULL || (found->command == NULL && entry->command != NULL);
        found = is_about(entry, COMMAND_SIGNUP) && better ? entry : found;
    }
    return found;
}

/* True if a line gets no answer of its own: it is a stranger's, beside a signup. What follows a
 * confirm is a player's. */
static bool is_passed_over(const struct request *request, const struct reading_entry *entry,
                           const struct reading_entry *signup)
{
    return request->player == NULL && signup != NULL && entry != signup &&
           !is_about(entry, COMMAND_CONFIRM);
}

/* Answers each line that was read. */
static void answer_each(struct request *request, const struct reading *reading)
{
    const struct reading_entry *signup = signup_of(reading);
    for (guint i = 0; i < reading->entries->len && (i == 0 || meet_again(request)); i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        if (is_passed_over(request, entry, signup)) {
            continue;
        }
        if (entry->command != NULL) {
            gint64 board = request->letter_board;
            request->letter_board = entry->command->apart ? 0 : board;
            dispatch_command(request, entry->command);
            request->letter_board = board;
        } else {
            receive_refusal(request, &entry->refusal);
        }
    }
    if (reading->entries->len == 0) {
        nothing_found(request);
    }
    remark(request, reading);
}

/* The text below the commands, fit to be shown to others. To look for a password is slow, so a mail
 * that proves nobody is not searched until its words are stored (commands/held.c) or a password
 * proves the writer. Free with g_free. */
static char *comment_of(const struct request *request, const struct reading *reading)
{
    if (reading->comment == NULL) {
        return NULL;
    }
    const struct player *who = request->proof == PROOF_FULL ? request->player : NULL;
    return redact_relayed(request->run, who, reading->comment);
}

void mail_answer(struct request *request)
{
    if (request->has_token && request->token.kind == TOKEN_WATCH) {
        watch_leave(request);
        return;
    }
    if (!request->message->text_whole) {
        if (request->player != NULL) {
            request_answer(request, request->player, NULL, "too-large", NULL);
        } else {
            proof_none(request);
        }
        return;
    }
    struct reading reading = { 0 };
    read_mail(request, &reading);
    proof_begin(request, &reading);
    g_autofree char *comment = comment_of(request, &reading);
    request->comment = comment;
    bool last = false;
    if (may_answer(request, &reading, &last)) {
        answer_each(request, &reading);
    }
    if (last) {
        request_remark(request, "misses-last");
    }
    request->comment = NULL;
    reading_clear(&reading);
}
