
#include <string.h>

#include "auth/redact.h"
#include "commands/bounces.h"
#include "commands/leaving.h"
#include "commands/proof.h"
#include "commands/signup.h"
#include "commands/unclear.h"
#include "language/understand.h"
#include "letters/moves.h"
#include "mail/address.h"

/* ---- reading the commands, as the address and the Subject of the mail ask for ---- */

/* Sets what a reply may hold if the letter is about no board. False if it is no such reply. */
static bool context_of_letter(const struct request *request, struct grammar_context *context)
{
    const enum token_kind kind = request->has_token ? request->token.kind : TOKEN_MATCH;
    context->reply = kind == TOKEN_MESSAGE   ? REPLY_TO_MESSAGE
                     : kind == TOKEN_DISPLAY ? REPLY_TO_DISPLAY
                     : kind == TOKEN_LESSON  ? REPLY_TO_LESSON
                                             : 0;
    if (kind == TOKEN_CONFIRM) {
        signup_context(request, context);
    } else if (kind == TOKEN_LESSON) {
        context_of_lesson(request, context);
    }
    return context->reply != 0;
}

/* True if the link is for the turns that begin as the command's does (letters/moves.h). `whole` is
 * the command, which ends with its text. */
static bool link_begins(const struct request *request, const struct command *command,
                        const char *whole)
{
    enum { BEGINNING_MOST = 64 };
    const size_t length = strlen(whole);
    const size_t text =
        command->row->id == COMMAND_MOVE && command->text != NULL ? strlen(command->text) : 0;
    bool found = false;
    for (size_t begun = 1; begun <= MIN(text, BEGINNING_MOST) && !found; begun++) {
        g_autofree char *act =
            g_strdup_printf("%.*s" MOVES_ANY, (int)(length - text + begun), whole);
        found = link_is_for(request->token.hash, request->link, act);
    }
    return found;
}

/* The mail that a link opens proves its writer if it holds the link's command and no other. Else
 * nothing proves it: what is in it is done when its writer has said `yes`. */
static void try_link(struct request *request, const struct reading *reading)
{
    bool fits = reading->entries->len > 0, exact = fits;
    for (guint i = 0; i < reading->entries->len && fits; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        const struct command *command = entry->command;
        g_autofree char *whole =
            command != NULL ? grammar_whole(command, request->letter_board) : g_strdup("");
        exact = exact && link_is_for(request->token.hash, request->link, whole);
        fits = command != NULL && command->password == NULL && command->new_password == NULL &&
               (exact || link_begins(request, command, whole));
    }
    request->exact = fits && exact;
    if (fits) {
        request->proven = request->tapped = request->message->verdict != SENDER_DISOWNED;
    } else if (reading->entries->len > 0) {
        request->has_token = false;
    }
}

/* True for a reply to a letter about several boards. */
static bool is_for_boards(const struct request *request)
{
    return request->has_token && request->token.kind == TOKEN_BOARDS;
}

/* A yes to what a letter asked of itself stands for the command that it offered. */
static void read_offer(const struct request *request, const struct grammar_context *context,
                       struct reading *reading)
{
    struct reading_entry *entry = reading->entries->len == 1 ? reading->entries->pdata[0] : NULL;
    const enum command_id id =
        entry != NULL && entry->command != NULL ? entry->command->row->id : COMMAND_NONE;
    const bool agrees =
        id == COMMAND_YES || (id == COMMAND_CONFIRM && entry->command->text == NULL);
    const char *offer = agrees ? request_offered(request) : NULL;
    struct command *meant = offer != NULL ? understand_line(context, offer) : NULL;
    if (meant != NULL) {
        g_free(meant->line);
        meant->line = g_strdup(entry->command->line);
        command_free(entry->command);
        entry->command = meant;
    }
}

/* Reads the mail of a request. Clear with reading_clear. */
static void read_mail(struct request *request, struct reading *reading)
{
    gboolean tagged = FALSE;
    g_autofree char *subject = reply_subject(request->message->subject, &tagged);
    g_auto(Reply) only_subject = { 0 };
    const struct reply *own = request->own;
    if (request->link != NULL && strpbrk(own->kinds, "tw") == NULL) {
        /* A mail program that takes only the Subject of a link. */
        reply_read(subject, &only_subject);
        own = &only_subject;
    }
    struct grammar_context context = context_of_mail(request);
    bool is_reply = context.board != 0 || context_of_letter(request, &context);
    if (!is_reply && context_by_subject(request, subject)) {
        context = context_of_mail(request);
        is_reply = context.board != 0;
    }
    context.several = is_for_boards(request);
    if (is_reply && !context.several) {
        reading_of_reply(&context, own->written, own->kinds, reading);
        read_offer(request, &context, reading);
    } else {
        /* A Subject copied from our letter says nothing of the writer's own. */
        bool ours = request->link != NULL || (tagged && !grammar_begins_command(&context, subject));
        reading_of_mail(&context, ours ? NULL : subject, own->written, own->kinds, reading);
    }
    /* Which lines were not read? The word `end` in a mail of commands is there to end it. */
    bool ends = own->stop != NULL && !is_reply && reading->comment == NULL &&
                g_ascii_strncasecmp(own->stop, "end", strlen("end")) == 0;
    reading->stop = ends ? NULL : g_strdup(own->stop);
    reading->beyond = own->beyond;
    if (request->link != NULL) {
        try_link(request, reading);
    }
}

/* True for mail to the address by which a reader ends the letters of a watch, whatever it says. */
static bool leaves_watch(const struct request *request)
{
    return request->has_token && request->link == NULL && request->token.kind == TOKEN_WATCH;
}

bool read_mail_finds_command(struct request *request)
{
    if (!request->message->text_whole || leaves_watch(request)) {
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

/* Says why a line is no command, and the form it should have; how to read a form is explained once
 * in each mail, if it needs that. `offered`: a yes in reply takes the suggestion. */
static struct phrase *refusal_words(struct request *request, const struct command_refusal *refusal,
                                    bool offered)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    struct run *run = request->run;
    const char *form = refusal->suggestion;
    g_autofree char *below =
        refusal->below != NULL ? redact_relayed(run, request->player, refusal->below) : NULL;
    struct phrase *why = phrase_key("command", refusal->key,
                                    pairs("word", refusal->word, "suggestion", form, "below", below,
                                          "yes", offered ? "yes" : NULL, NULL));
    const char *words = words_get(run_words(run), "command", refusal->key);
    const bool shown = form != NULL && words != NULL && strstr(words, "{{suggestion}}") != NULL;
    if (request->form_explained || !shown || strpbrk(form, capitals) == NULL) {
        return why;
    }
    request->form_explained = true;
    struct values *values = pairs("left-out", strchr(form, '[') != NULL ? "yes" : NULL, "one-of",
                                  strchr(form, '|') != NULL ? "yes" : NULL, NULL);
    return phrase_both(why, "\n", say("form-reading", values));
}

/* `alone`: the answer says nothing else, so a yes in reply to it can only mean this line. */
static void receive_refusal(struct request *request, const struct command_refusal *refusal,
                            bool alone)
{
    bool signs_up = refusal->row != NULL && refusal->row->id == COMMAND_SIGNUP;
    if (request->has_token && request->token.kind == TOKEN_CONFIRM && !signs_up) {
        signup_unclear(request, NULL);
        return;
    }
    if (request->player == NULL && !signs_up) {
        proof_none(request);
    } else if (request->player == NULL) {
        signup_misspelt(request, refusal, refusal_words(request, refusal, false));
    } else {
        g_autoptr(Command) meant = unclear_meant(request, refusal);
        const bool yes = meant != NULL && alone && context_may_offer(request);
        unclear_refusal(request, refusal, meant, refusal_words(request, refusal, yes), alone);
    }
}

/* True if the mail is answered. A program that answers every letter writes no word of the language,
 * and may give no other sign of being one; but it writes the same each time. Of mails with the same
 * words in which nothing is meant for us, LIMIT_SAME_MISSES are answered on a day. Sets
 * *last if this is the last one. */
static bool may_answer(struct request *request, const struct reading *reading)
{
    bool meant = request->player == NULL; /* strangers have a limit of their own */
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        meant |= entry->command != NULL || entry->refusal.row != NULL ||
                 entry->refusal.suggestion != NULL ||
                 g_strcmp0(entry->refusal.key, "missing-command") == 0;
    }
    if (meant) {
        return true;
    }
    struct run *run = request->run;
    g_autofree char *words = request_own_lines(request, G_MAXUINT);
    const int nth =
        player_missed(run->db, request->player->id, request_proves(request, request->player->id),
                      run_moment(run) / CLOCK_DAY, g_str_hash(words));
    request->last_answer = nth == LIMIT_SAME_MISSES;
    return nth <= LIMIT_SAME_MISSES;
}

/* Answers a mail in which nothing was found. */
static void nothing_found(struct request *request)
{
    const enum token_kind kind = request->has_token ? request->token.kind : TOKEN_MATCH;
    const bool late = request->link != NULL && request->stale;
    const char *key = kind == TOKEN_DISPLAY  ? "no-form-in-reply"
                      : kind == TOKEN_BOARDS ? "no-line-for-boards"
                                             : NULL;
    if (kind == TOKEN_CONFIRM) {
        signup_unclear(request, NULL);
    } else if (kind == TOKEN_LESSON) {
        g_auto(Task) task = task_of(request, request->player, NULL);
        handle_lesson(&task); /* without a command it only says how to answer */
    } else if (key != NULL) {
        request_answer(request, request->player, NULL, say(key, NULL));
    } else if (request->player == NULL) {
        proof_none(request);
    } else if (late) {
        struct phrase *text = say("link-late", pairs("board", "yes", NULL));
        request_answer(request, request->player, NULL, text)->board = request->letter_board;
    } else {
        unclear_answer(request, NULL);
    }
}

/* True for a mail with a move alone. */
static bool is_move(const struct reading *reading)
{
    const struct reading_entry *first =
        reading->entries->len == 1 ? reading->entries->pdata[0] : NULL;
    return first != NULL && first->command != NULL && first->command->row->id == COMMAND_MOVE;
}

/* Adds remarks about the mail as a whole, below the answers to its commands. */
static void remark(struct request *request, const struct reading *reading)
{
    if (reading->too_many) {
        request_remark(request, "too-many", NULL);
    }
    if (reading->below_quote) {
        request_remark(request, "below-quote", NULL);
    }
    if (reading->stop != NULL) {
        request_remark(request, "left-out", reading->stop);
    }
    if (reading->beyond) {
        request_remark(request, "lines-beyond", NULL);
    }
    if (reading->not_done != NULL) {
        request_remark(request, reading->not_done_key, reading->not_done);
    }
    if (reading->held != NULL) {
        unclear_held_words(request, reading->held);
    } else if (reading->comment != NULL && is_move(reading)) {
        unclear_beside(request, reading->comment);
    }
    if (reading->comment != NULL && request->comment == NULL) {
        request_remark(request, "comment-dropped", NULL);
    } else if (request->comment != NULL && !request->comment_used && request_shows_board(request)) {
        request_remark(request, "comment-not-sent", NULL);
    } else if (reading->comment_cut && (request->comment == NULL || request->comment_used)) {
        request_remark(request, "comment-cut", NULL);
    }
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

/* Carries out a command in reply to a letter about several boards, with the words below it. */
static void dispatch_for_boards(struct request *request, const struct reading_entry *entry)
{
    g_autofree char *comment =
        entry->comment != NULL
            ? redact_relayed(request->run, request->proven ? request->player : NULL, entry->comment)
            : NULL;
    request->comment = comment;
    request->comment_used = false;
    request_note_shown(request, entry->command->board);
    dispatch_command(request, entry->command);
    if (comment != NULL && !request->comment_used) {
        request_remark(request, "comment-not-sent", NULL);
    }
    request->comment = NULL;
    request->stale = request->newest = false;
}

/* Only shows a command that the style of the mail may hide, move or replace. A move that is alone
 * may be played by a link, or by a yes. */
static void ask_about_style(struct request *request, const struct command *command, bool alone)
{
    if (request->player == NULL) {
        proof_none(request);
        return;
    }
    const bool offers = alone && command->row->id == COMMAND_MOVE && context_may_offer(request);
    struct entry *entry =
        request_answer(request, request->player, command,
                       say("style-hides", pairs("yes", offers ? "yes" : NULL, NULL)));
    entry->board = request->letter_board;
    if (offers) {
        g_autofree char *act = grammar_whole(command, request->letter_board);
        block_link(entry->links, command->line, act);
        entry->offer = g_strdup(command->text);
    }
}

/* Answers each line that was read. */
static void answer_each(struct request *request, const struct reading *reading)
{
    const struct reading_entry *signup = signup_of(reading);
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        bool was_player = request->player != NULL;
        if (i > 0) {
            /* The last command may have changed the writer's address, or made them a player. */
            player_free(request->player);
            request->player = player_by_address(request->run->db, request->folded);
        }
        if (was_player && request->player == NULL) {
            break; /* nothing more is done for somebody who is no player any more */
        }
        /* A stranger gets no answer to lines beside a signup. After a confirm they are a player. */
        if (request->player == NULL && signup != NULL && entry != signup &&
            !is_about(entry, COMMAND_CONFIRM)) {
            continue;
        }
        /* A link proves its one command, whatever is around it; but one that only begins a move
         * proves nothing of what is hidden or moved. */
        const bool unsure = request->message->text_doubtful && !request->exact;
        if (entry->command != NULL && unsure) {
            ask_about_style(request, entry->command, reading->entries->len == 1);
        } else if (entry->command != NULL && is_for_boards(request)) {
            dispatch_for_boards(request, entry);
        } else if (entry->command != NULL) {
            gint64 board = request->letter_board;
            request->letter_board = entry->command->apart ? 0 : board;
            dispatch_command(request, entry->command);
            request->letter_board = board;
        } else {
            receive_refusal(request, &entry->refusal, reading->entries->len == 1);
            if (entry->comment != NULL) {
                request_remark(request, "comment-dropped", NULL);
            }
        }
    }
    if (reading->entries->len == 0 && !(reading->below_quote && is_for_boards(request))) {
        nothing_found(request);
    }
    remark(request, reading);
}

/* The first command of a mail that gives NAME PASSWORD; NULL: no command does. */
static const struct command *first_claim(const struct reading *reading)
{
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        const struct command *command = entry->command;
        if (command != NULL && command->password != NULL && command->name != NULL &&
            command->row->id != COMMAND_SIGNUP) {
            return command;
        }
    }
    return NULL;
}

void mail_answer(struct request *request)
{
    if (leaves_watch(request)) {
        struct task task = task_of(request, request->player, NULL);
        watch_leave(&task);
        return;
    }
    const bool about_board = request->has_token && (request->token.kind == TOKEN_MATCH ||
                                                    request->token.kind == TOKEN_CHALLENGE);
    if (request->link != NULL && about_board && request->letter_board == 0) {
        request_answer(request, request->player, NULL, say("link-late", NULL));
        return; /* the writer has given back their seat */
    }
    if (!request->message->text_whole) {
        if (request->player != NULL) {
            request_answer(request, request->player, NULL, say("too-large", NULL));
        } else {
            proof_none(request);
        }
        return;
    }
    if (request->player == NULL && signup_speaks(request)) {
        return;
    }
    struct reading reading = { 0 };
    read_mail(request, &reading);
    g_clear_pointer(&request->board, board_free);
    if (request->link != NULL && request->proven && request->player != NULL) {
        bounces_end(request, request->player);
    }
    const struct command *claim = first_claim(&reading);
    if (claim != NULL) {
        proof_begin(request, claim);
    }
    /* To look for a password is slow, so a mail that proves nobody is not searched until its words
     * are stored (commands/confirm.c) or a password proves the writer. */
    const struct player *who = request->proven ? request->player : NULL;
    g_autofree char *comment =
        reading.comment != NULL ? redact_relayed(request->run, who, reading.comment) : NULL;
    request->comment = comment;
    if (may_answer(request, &reading) &&
        (is_move(&reading) || !unwanted_answer(request, &reading))) {
        answer_each(request, &reading);
    }
    if (request->last_answer) {
        request_remark(request, "misses-last", NULL);
    }
    request->comment = NULL;
    reading_clear(&reading);
}
