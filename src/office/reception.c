#include "office/reception.h"

#include <string.h>

#include "base/clock.h"
#include "language/reading.h"
#include "language/suggest.h"
#include "mail/reply.h"
#include "office/absence.h"
#include "office/account.h"
#include "office/allowance.h"
#include "office/budget.h"
#include "office/context.h"
#include "office/desk.h"
#include "office/discretion.h"
#include "office/hold.h"
#include "office/proof.h"
#include "office/read_mail.h"
#include "office/settings.h"
#include "office/signoff.h"
#include "office/submit.h"
#include "office/talk.h"
#include "office/tutorial.h"
#include "office/watch.h"

/* ---- carrying out ---- */

static handler *const handlers[] = {
    [COMMAND_HELP] = look_help,
    [COMMAND_SIGNUP] = account_signup,
    [COMMAND_CONFIRM] = account_confirm,
    [COMMAND_WHOAMI] = account_whoami,
    [COMMAND_SET] = settings_set,
    [COMMAND_VACATION] = absence_vacation,
    [COMMAND_ADDRESS] = account_address,
    [COMMAND_PASSWORD] = account_password,
    [COMMAND_EXPORT] = export_send,
    [COMMAND_SIGNOFF] = signoff_leave,
    [COMMAND_FORGET] = account_forget,
    [COMMAND_LIST] = lists_all,
    [COMMAND_CHALLENGE] = challenge_make,
    [COMMAND_ACCEPT] = challenge_accept,
    [COMMAND_DECLINE] = challenge_decline,
    [COMMAND_WITHDRAW] = challenge_withdraw,
    [COMMAND_SEEK] = seek_post,
    [COMMAND_SEEKS] = seek_list,
    [COMMAND_TAKE] = seek_take,
    [COMMAND_REMATCH] = rematch_ask,
    [COMMAND_LIMIT] = limit_set,
    [COMMAND_BLOCK] = block_add,
    [COMMAND_UNBLOCK] = block_remove,
    [COMMAND_MOVE] = play_move,
    [COMMAND_PREVIEW] = look_preview,
    [COMMAND_QUEUE] = queue_move,
    [COMMAND_SUBMIT] = submit_move,
    [COMMAND_SHOW] = look_show,
    [COMMAND_REPLAY] = replay_show,
    [COMMAND_GAMES] = lists_games,
    [COMMAND_HISTORY] = history_list,
    [COMMAND_STANDINGS] = standings_list,
    [COMMAND_RESIGN] = play_resign,
    [COMMAND_DRAW] = agreement_draw,
    [COMMAND_UNDO] = agreement_undo,
    [COMMAND_PAUSE] = agreement_pause,
    [COMMAND_RESUME] = agreement_resume,
    [COMMAND_REJECT] = agreement_reject,
    [COMMAND_CLAIM] = claims_claim,
    [COMMAND_GIVETIME] = claims_give_time,
    [COMMAND_CHAT] = talk_chat,
    [COMMAND_MESSAGE] = talk_message,
    [COMMAND_NOTE] = notes_note,
    [COMMAND_WATCH] = watch_start,
    [COMMAND_UNWATCH] = watch_stop,
    [COMMAND_RESEND] = look_resend,
    [COMMAND_YES] = account_yes,
    [COMMAND_BROADCAST] = look_broadcast,
    [COMMAND_TEST] = display_test,
    [COMMAND_TUTORIAL] = tutorial_begin,
    [COMMAND_LESSON] = tutorial_answer,
};

void reception_carry_out(struct visit *visit, const struct player *who,
                         const struct command *command)
{
    const bool before = visit->office->accepted;
    if (!budget_command_allowed(visit, who, command)) {
        return;
    }
    visit->office->accepted = false;
    handlers[command->row->id](visit, who, command);
    budget_command_done(visit, who, command);
    visit->office->accepted = visit->office->accepted || before;
    if (who != NULL && who->signed_off != 0 && visit->office->accepted) {
        signoff_return(visit, who);
    }
}

/* From a letter of an older revision these are held, since they mean the same
 * still; the others would act on another board than the one he saw. */
static bool may_be_held_when_stale(const struct command *command)
{
    enum command_id id = command->row->id;
    return command->apart || id == COMMAND_RESIGN || id == COMMAND_DRAW || id == COMMAND_PAUSE ||
           id == COMMAND_RESUME || talk_is(id) || id == COMMAND_SET || id == COMMAND_WATCH ||
           id == COMMAND_REMATCH || id == COMMAND_VACATION;
}

/* What is done whatever has become of the board since, as writing to the address in
 * List-Unsubscribe does it. */
static bool never_stale(enum command_id id)
{
    return id == COMMAND_UNWATCH;
}

/* `set`, `block`, `limit`, `watch`, `note` and `vacation` without anything behind them only ask;
 * so does `queue` without a move; a move is confirmed by who proves himself;
 * the old password proves enough for a new one; an address goes only after two proofs. */
static enum command_level level_of(const struct visit *visit, const struct command *command)
{
    bool changes = command->text != NULL || command->words[0] != NULL || command->password != NULL;
    switch (command->row->id) {
    case COMMAND_QUEUE:
        return changes ? LEVEL_PROVEN : LEVEL_SENDER;
    case COMMAND_CONFIRM:
        return submit_is_meant(visit, command) ? LEVEL_PROVEN : LEVEL_OPEN;
    case COMMAND_SET:
        return settings_change(command) ? LEVEL_PROVEN : LEVEL_SENDER;
    case COMMAND_NOTE:
        return command->text != NULL ? LEVEL_PROVEN : LEVEL_SENDER;
    case COMMAND_WATCH:
        return watch_asks(command) ? LEVEL_SENDER : LEVEL_PROVEN;
    case COMMAND_UNWATCH:
        return watch_asks(command) && visit->letter_board == 0 ? LEVEL_SENDER : LEVEL_PROVEN;
    case COMMAND_BLOCK:
    case COMMAND_LIMIT:
        return command->words[0] != NULL ? LEVEL_PROVEN : LEVEL_SENDER;
    case COMMAND_VACATION:
        return absence_change(command) ? LEVEL_PROVEN : LEVEL_SENDER;
    case COMMAND_PASSWORD:
        return command->password != NULL ? LEVEL_PROVEN : LEVEL_TWICE;
    case COMMAND_ADDRESS:
        return g_strcmp0(command->words[0], "drop") == 0 ? LEVEL_TWICE : LEVEL_PROVEN;
    default:
        return command->row->level;
    }
}

static void explain_stale(struct visit *visit, const struct command *command)
{
    g_autoptr(Desk) desk = visit_desk(visit, visit->player, command);
    if (desk != NULL) {
        visit_answer_board(visit, visit->player, command, desk, say(visit->office, "stale", NULL));
    }
}

/* From's own domain says that the mail is not its: then a token, too, may be in
 * the wrong hands. A password is proof whatever From says. */
static bool is_disowned(const struct visit *visit)
{
    return visit->message->verdict == SENDER_DISOWNED;
}

/* Carries out what was proved, unless it is too much for a day. */
static void carry_out_counted(struct visit *visit, const struct player *who,
                              const struct command *command)
{
    struct office *office = visit->office;
    if (!allowance_act(office, who)) {
        return;
    }
    bool before = office->accepted;
    office->accepted = false;
    reception_carry_out(visit, who, command);
    if (office->accepted) {
        allowance_acted(office, who);
    }
    office->accepted = office->accepted || before;
}

/* The same for a player who gave a password. From may name another player: the password of
 * neither stays in the comment. */
static void carry_out_by_password(struct visit *visit, const struct player *who,
                                  const struct command *command)
{
    const char *comment = visit->comment;
    g_autofree char *fit =
        comment != NULL ? discretion_password(visit->office, who, comment) : NULL;
    bool other = visit->player != NULL && visit->player->id != who->id;
    g_autofree char *fit_for_both =
        fit != NULL && other ? discretion_password(visit->office, visit->player, fit) : NULL;
    visit->comment = fit_for_both != NULL ? fit_for_both : fit;
    carry_out_counted(visit, who, command);
    visit->comment = comment;
}

static void receive_proven(struct visit *visit, const struct command *command)
{
    if (command->password != NULL) {
        g_autoptr(Player) who = proof_by_password(visit, command);
        if (who != NULL) {
            carry_out_by_password(visit, who, command);
        }
    } else if (visit->player == NULL) {
        proof_none(visit);
    } else if (level_of(visit, command) == LEVEL_TWICE ||
               (visit->proof == PROOF_FULL && !is_disowned(visit) &&
                (!visit->stale || never_stale(command->row->id)))) {
        carry_out_counted(visit, visit->player, command);
    } else if (visit->stale && !may_be_held_when_stale(command)) {
        explain_stale(visit, command);
    } else {
        hold_command(visit, command);
    }
}

static void receive_command(struct visit *visit, const struct command *command)
{
    enum command_id id = command->row->id;
    bool judges_for_itself = id == COMMAND_SIGNUP || id == COMMAND_YES ||
                             (id == COMMAND_CONFIRM && !submit_is_meant(visit, command)) ||
                             (id == COMMAND_PASSWORD && command->name == NULL);
    if (!judges_for_itself && level_of(visit, command) >= LEVEL_PROVEN) {
        receive_proven(visit, command);
    } else if (!judges_for_itself && visit->player != NULL && visit_is_full(visit)) {
        visit_answer(visit, visit->player, command, say(visit->office, "letter-full", NULL));
    } else if (judges_for_itself || visit->player != NULL) {
        reception_carry_out(visit, visit->player, command);
    } else {
        proof_none(visit);
    }
}

/* How the form that a text shows (NULL: none) is to be read, in words, once a mail; the
 * caller's. NULL: it was said, or there is nothing of the kind in it. */
static char *form_reading(struct visit *visit, const char *text, const char *form)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    bool shown = form != NULL && strstr(text, form) != NULL;
    if (visit->form_explained || !shown || strpbrk(form, capitals) == NULL) {
        return NULL;
    }
    visit->form_explained = true;
    return say(visit->office, "form-reading",
               pairs("left-out", strchr(form, '[') != NULL ? "yes" : NULL, "one-of",
                     strchr(form, '|') != NULL ? "yes" : NULL, NULL));
}

/* Why a line was none, and the form it should have. */
static char *refusal_words(struct visit *visit, const struct command_refusal *refusal)
{
    g_autofree char *below = refusal->below != NULL
                                 ? discretion_relay(visit->office, visit->player, refusal->below)
                                 : NULL;
    g_autofree char *why = words_say(
        visit->office->words, "command", refusal->key,
        pairs("word", refusal->word, "suggestion", refusal->suggestion, "below", below, NULL));
    g_autofree char *reading = form_reading(visit, why, refusal->suggestion);
    return g_strconcat(why, reading != NULL ? "\n" : "", reading, NULL);
}

static void receive_refusal(struct visit *visit, const struct command_refusal *refusal)
{
    bool signs_up = refusal->row != NULL && refusal->row->id == COMMAND_SIGNUP;
    if (visit->player == NULL && !signs_up) {
        proof_none(visit);
        return;
    }
    g_autofree char *text = refusal_words(visit, refusal);
    if (visit->player == NULL) {
        account_misspelt(visit, refusal, text);
        return;
    }
    struct entry *entry = visit_answer(visit, visit->player, NULL, g_steal_pointer(&text));
    entry->line = g_strdup(refusal->line);
    entry->board = visit->letter_board;
}

/* ---- reading ---- */

/* Whether it helps to name a command that a line is near to: a reply may hold it, and if
 * the line has named it already, then alone, too. */
static bool is_help(const struct grammar_context *context, const struct command_row *row,
                    const char *line)
{
    bool named = g_ascii_strncasecmp(line, row->name, strlen(row->name)) == 0;
    g_autoptr(Command) alone = named ? grammar_parse_short(context, row->name) : NULL;
    return (row->reply & context->reply) != 0 && (!named || alone != NULL);
}

/* The command that a misspelt line of the reply is nearest to; NULL: none. */
static const char *near_command(const struct visit *visit)
{
    const struct command_row *near = NULL;
    struct grammar_context context;
    if (!context_of_board(visit, &context)) {
        return NULL;
    }
    struct reply own;
    reply_read(visit->message->text, &own);
    for (size_t i = 0, seen = 0; own.lines[i] != NULL && near == NULL; i++) {
        if (own.kinds[i] == 't' && seen++ <= READING_OTHER_LINES_MAX) {
            near = suggest_for_line(own.lines[i]);
            near = near != NULL && is_help(&context, near, own.lines[i]) ? near : NULL;
        }
    }
    reply_clear(&own);
    return near != NULL ? near->name : NULL;
}

/* Whether there is a line he wrote himself. */
static bool has_own_words(const struct visit *visit)
{
    struct reply own;
    reply_read(visit->message->text, &own);
    bool has = strpbrk(own.kinds, "tw") != NULL;
    reply_clear(&own);
    return has;
}

/* Whether the letter's match has still to begin, so that nothing is a move. */
static bool waits_to_begin(const struct visit *visit)
{
    bool damaged = false;
    g_autoptr(Desk) desk = desk_open(visit->office, visit->letter_board, &damaged);
    return desk != NULL && board_is_open(desk->board);
}

static char *nothing_in_reply(const struct visit *visit)
{
    if (!has_own_words(visit)) {
        return say(visit->office, "no-words-in-reply", NULL);
    }
    return say(
        visit->office, "no-command-in-reply",
        pairs("near", near_command(visit), "early", waits_to_begin(visit) ? "yes" : NULL, NULL));
}

/* Whether a mail holds anything meant for us: not a word of the language does
 * what a program says that answers every letter. */
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

/* Whether a player is answered: one in whose mails nothing is found may be such
 * a program, that nothing else gives away, and is answered so often a day. *last:
 * this was the last time. */
static bool may_answer(const struct visit *visit, const struct reading *reading, bool *last)
{
    if (visit->player == NULL || has_word_for_us(reading)) {
        return true; /* strangers have a limit of their own */
    }
    struct office *office = visit->office;
    int nth = player_missed(office->db, visit->player->id, visit_proves(visit, visit->player->id),
                            office->now / CLOCK_DAY);
    *last = nth == OFFICE_MISSES_A_DAY;
    return nth <= OFFICE_MISSES_A_DAY;
}

/* The same in a reply to a letter that is about no board; false if it is none. */
static bool nothing_in_letter(struct visit *visit)
{
    if (!visit->has_token) {
        return false;
    }
    switch (visit->token.kind) {
    case TOKEN_CONFIRM:
        account_unclear(visit);
        return true;
    case TOKEN_DISPLAY:
        visit_answer(visit, visit->player, NULL, say(visit->office, "no-form-in-reply", NULL));
        return true;
    case TOKEN_LESSON:
        tutorial_unclear(visit);
        return true;
    default:
        return false;
    }
}

static void nothing_found(struct visit *visit)
{
    if (nothing_in_letter(visit)) {
        return;
    }
    if (visit->player == NULL) {
        proof_none(visit);
        return;
    }
    bool message = visit->has_token && visit->token.kind == TOKEN_MESSAGE;
    char *text = visit->letter_board != 0
                     ? nothing_in_reply(visit)
                     : say(visit->office, message ? "no-message-in-reply" : "no-command", NULL);
    struct entry *entry = visit_answer(visit, visit->player, NULL, text);
    entry->board = visit->letter_board;
}

/* Whether commands seem to stand in a text that was none to read, because the Subject
 * held one. */
static bool has_more_commands(const struct visit *visit)
{
    if (visit->comment == NULL || visit->comment_used || visit->has_token ||
        visit->letter_board != 0) {
        return false;
    }
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *first = g_strndup(visit->comment, strcspn(visit->comment, "\n"));
    return grammar_begins_command(&context, first);
}

/* What was said of the mail as a whole, below what came of its commands. */
static void remark(struct visit *visit, const struct reading *reading)
{
    if (reading->too_many || reading->gave_up) {
        visit_remark(visit, reading->too_many ? "too-many" : "gave-up");
    }
    if (reading->below_quote) {
        visit_remark(visit, "below-quote");
    }
    if (reading->stop != NULL) {
        visit_remark_line(visit, "left-out", reading->stop);
    }
    if (reading->beyond) {
        visit_remark(visit, "lines-beyond");
    }
    if (reading->not_done != NULL) {
        visit_remark_line(visit, reading->not_done_key, reading->not_done);
    }
    if (reading->comment != NULL && visit->comment == NULL) {
        visit_remark(visit, "comment-dropped");
    } else if (has_more_commands(visit)) {
        visit_remark(visit, "body-not-read");
    } else if (visit->comment != NULL && !visit->comment_used && visit_shows_board(visit)) {
        visit_remark(visit, "comment-not-sent");
    } else if (reading->comment_cut && (visit->comment == NULL || visit->comment_used)) {
        visit_remark(visit, "comment-cut");
    } else if (reading->said_above && visit_shows_board(visit)) {
        visit_remark(visit, "said-above");
    }
}

/* Who writes may be another since the command before: signed off or on, at another
 * address, a player now, or none any more, for whom no more is done. False then. */
static bool meet_again(struct visit *visit)
{
    bool was_player = visit->player != NULL;
    player_free(visit->player);
    visit->player = player_by_address(visit->office->db, visit->folded);
    return visit->player != NULL || !was_player;
}

static bool is_about(const struct reading_entry *entry, enum command_id id)
{
    const struct command_row *row =
        entry->command != NULL ? entry->command->row : entry->refusal.row;
    return row != NULL && row->id == id;
}

/* The line that a stranger's mail is answered by: it gets one answer, and a signup counts for more
 * than what stands around it. NULL: any may be. */
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

/* Whether a line is left without an answer of its own: a stranger's, beside a signup. What comes
 * behind a confirm is a player's. */
static bool is_passed_over(const struct visit *visit, const struct reading_entry *entry,
                           const struct reading_entry *signup)
{
    return visit->player == NULL && signup != NULL && entry != signup &&
           !is_about(entry, COMMAND_CONFIRM);
}

/* Each line that was read gets its answer. */
static void answer_each(struct visit *visit, const struct reading *reading)
{
    const struct reading_entry *signup = signup_of(reading);
    for (guint i = 0; i < reading->entries->len && (i == 0 || meet_again(visit)); i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        if (is_passed_over(visit, entry, signup)) {
            continue;
        }
        if (entry->command != NULL) {
            gint64 board = visit->letter_board;
            visit->letter_board = entry->command->apart ? 0 : board;
            receive_command(visit, entry->command);
            visit->letter_board = board;
        } else {
            receive_refusal(visit, &entry->refusal);
        }
    }
    if (reading->entries->len == 0) {
        nothing_found(visit);
    }
    remark(visit, reading);
}

/* What the mail says below its command, fit to be relayed; the caller's. To look for a password is
 * slow, so of a mail that proves nobody it waits until the words are kept (hold.c) or a password
 * proves the writer. */
static char *comment_of(const struct visit *visit, const struct reading *reading)
{
    if (reading->comment == NULL) {
        return NULL;
    }
    const struct player *who = visit->proof == PROOF_FULL ? visit->player : NULL;
    return discretion_relay(visit->office, who, reading->comment);
}

void reception_serve(struct visit *visit)
{
    if (visit->has_token && visit->token.kind == TOKEN_WATCH) {
        watch_leave(visit);
        return;
    }
    if (!visit->message->text_whole) {
        if (visit->player != NULL) {
            visit_answer(visit, visit->player, NULL, say(visit->office, "too-large", NULL));
        } else {
            proof_none(visit);
        }
        return;
    }
    struct reading reading = { 0 };
    read_mail(visit, &reading);
    proof_begin(visit, &reading);
    g_autofree char *comment = comment_of(visit, &reading);
    visit->comment = comment;
    bool last = false;
    if (may_answer(visit, &reading, &last)) {
        answer_each(visit, &reading);
    }
    if (last) {
        visit_remark(visit, "misses-last");
    }
    visit->comment = NULL;
    reading_clear(&reading);
}
