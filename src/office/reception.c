/* Who is asking, and may he? */
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/secret.h"
#include "command/reading.h"
#include "mail/address.h"
#include "mail/reply.h"
#include "match/registry.h"
#include "office/visit.h"
#include "store/inbox.h"
#include "store/outbox.h"

/* ---- recognising a mail seen before ---- */

/* The key that two copies of one mail share. It holds what proves its writer
 * (the token written to; a password is part of the digest), so that nobody can
 * use up another's Message-ID before him; and it holds the token's text, not
 * what it is good for now, which the mail itself may have changed. */
static void dedupe_key(const struct visit *visit, const char *token,
                       unsigned char key[SECRET_HASH_BYTES])
{
    const struct message *message = visit->message;
    g_autofree char *text =
        g_strjoin("\n", token != NULL ? token : "", visit->folded,
                  message->message_id != NULL ? message->message_id : "", message->digest, NULL);
    secret_hash(db_key(visit->office->db), text, strlen(text), key);
}

/* Whether it was here already, under another name: then its answer goes out
 * again, once. Otherwise the mail is entered in the book. */
static bool seen_before(struct visit *visit, const char *name, const char *token)
{
    struct office *office = visit->office;
    unsigned char key[SECRET_HASH_BYTES];
    dedupe_key(visit, token, key);
    struct inbox_row row;
    if (!inbox_by_key(office->db, key, &row)) {
        office->inbox = inbox_add(office->db, name, key, office->now);
        return false;
    }
    inbox_add(office->db, name, NULL, office->now);
    if (!row.repeated) {
        outbox_repeat(office->db, row.id, office->now);
        inbox_repeated(office->db, row.id);
    }
    return true;
}

/* ---- strangers ---- */

/* One short text an address and day, no board. */
static void tell_stranger(struct visit *visit)
{
    struct office *office = visit->office;
    gint64 day_ago = office->now - CLOCK_DAY;
    if (notice_count(office->db, visit->folded, "text", day_ago) > 0 ||
        notice_count(office->db, NULL, "text", day_ago) >= OFFICE_STRANGER_TEXTS_A_DAY) {
        return;
    }
    notice_add(office->db, visit->folded, "text", office->now);
    struct answered answered = { .message_id = visit->message->message_id };
    letter_plain(office, 0, visit->message->from, "letters/stranger", "subject-stranger", NULL,
                 NULL, NULL, &answered);
}

/* A reply address that is not good for who wrote to it. Whether it is unknown,
 * expired or another's makes no difference to him. */
static void refuse_token(struct visit *visit, gint64 owner)
{
    struct office *office = visit->office;
    if (visit->player != NULL) {
        visit_answer(visit, visit->player, NULL, say(office, "token-unknown", NULL));
    } else {
        tell_stranger(visit);
    }
    g_autoptr(Player) player = owner != 0 ? player_by_id(office->db, owner) : NULL;
    if (player == NULL || player->address == NULL) {
        return;
    }
    g_autofree char *folded = address_fold(player->address);
    if (notice_count(office->db, folded, "mismatch", office->now - CLOCK_DAY) == 0) {
        notice_add(office->db, folded, "mismatch", office->now);
        letter_plain(office, player->id, player->address, "letters/mismatch", "subject-mismatch",
                     NULL, NULL, NULL, NULL);
    }
}

/* ---- passwords ---- */

/* Wrong once more: perhaps too often. */
static void wrong_password(struct visit *visit, const struct player *claimed,
                           const struct command *command)
{
    struct office *office = visit->office;
    player_wrong_password(office->db, claimed->id, office->now);
    bool too_often = player_wrong_passwords(office->db, claimed->id, office->now - CLOCK_HOUR) >=
                         OFFICE_WRONG_AN_HOUR ||
                     player_wrong_passwords(office->db, claimed->id, office->now - CLOCK_DAY) >=
                         OFFICE_WRONG_A_DAY;
    if (too_often) {
        player_password_off(office->db, claimed->id, (office->now / CLOCK_DAY + 1) * CLOCK_DAY);
    }
    visit_answer(visit, claimed, command,
                 say(office, too_often ? "password-now-off" : "password-wrong", NULL));
}

/* The player whom NAME PASSWORD proves; the caller's. NULL after an answer,
 * which goes to the stored address alone. */
static struct player *prove_by_password(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) claimed = player_by_name(office->db, command->name);
    if (claimed == NULL) {
        if (visit->player != NULL) {
            visit_answer(visit, visit->player, command,
                         say(office, "no-player", pairs("name", command->name, NULL)));
        } else {
            tell_stranger(visit);
        }
        return NULL;
    }
    if (player_password_off_until(office->db, claimed->id) > office->now) {
        /* He was told when it was switched off; a guesser learns nothing. */
        return NULL;
    }
    if (claimed->password == NULL || !secret_password_fits(claimed->password, command->password)) {
        wrong_password(visit, claimed, command);
        return NULL;
    }
    return g_steal_pointer(&claimed);
}

/* ---- commands without proof ---- */

/* The command as one line that can be read again later: secrets gone, the
 * board that a reply took for granted named. */
static char *line_to_hold(const struct visit *visit, const struct command *command)
{
    gint64 board = command->board != 0 ? command->board : visit->letter_board;
    if (board == 0) {
        return g_strdup(command->line);
    }
    g_autoptr(GString) line = g_string_new(command->row->name);
    g_string_append_printf(line, " %" G_GINT64_FORMAT, board);
    if (command->has_ply) {
        g_string_append_printf(line, "#%" G_GINT64_FORMAT, command->ply);
    }
    if (command->text != NULL) {
        g_string_append_printf(line, " %s", command->text);
    }
    return g_strdelimit(g_string_free(g_steal_pointer(&line), FALSE), "\n\r", ' ');
}

static gint64 revision_of(struct office *office, gint64 number)
{
    g_autoptr(Board) board = number != 0 ? board_read(office->db, number) : NULL;
    return board != NULL ? board->revision : 0;
}

/* Keeps the command and asks the stored address for a `yes`. */
static void hold(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    const struct player *who = visit->player;
    if (pending_held_since(office->db, who->id, office->now - CLOCK_HOUR) >= OFFICE_HELD_AN_HOUR) {
        return; /* more letters would help whoever forges his address */
    }
    gint64 number = command->board != 0 ? command->board : visit->letter_board;
    gint64 revision = revision_of(office, number);
    if (number != 0 && revision == 0) {
        g_autoptr(Desk) none = visit_desk(visit, who, command); /* says that there is none */
        return;
    }
    g_autofree char *line = line_to_hold(visit, command);
    g_autofree char *kept =
        visit->comment == NULL ? g_strdup(line) : g_strconcat(line, "\n", visit->comment, NULL);
    struct pending pending = {
        .kind = PENDING_HELD,
        .player = who->id,
        .command = kept,
        .board = number,
        .revision = revision,
        .made = office->now,
        .expires = office->now + (gint64)OFFICE_PENDING_DAYS * CLOCK_DAY,
    };
    struct token token = {
        .player = who->id,
        .kind = TOKEN_CONFIRM,
        .object = pending_add(office->db, &pending),
        .expires = pending.expires,
    };
    g_autofree char *text = token_new(office->db, &token);
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    letter_plain(office, who->id, who->address, "letters/held", "subject-held",
                 pairs("command", line, NULL), NULL, text, &answered);
}

/* ---- carrying out ---- */

static handler *const handlers[] = {
    [COMMAND_HELP] = look_help,
    [COMMAND_SIGNUP] = account_signup,
    [COMMAND_CONFIRM] = account_confirm,
    [COMMAND_WHOAMI] = account_whoami,
    [COMMAND_LIST] = look_list,
    [COMMAND_CHALLENGE] = challenge_make,
    [COMMAND_ACCEPT] = challenge_accept,
    [COMMAND_DECLINE] = challenge_decline,
    [COMMAND_WITHDRAW] = challenge_withdraw,
    [COMMAND_MOVE] = play_move,
    [COMMAND_PREVIEW] = look_preview,
    [COMMAND_SHOW] = look_show,
    [COMMAND_GAMES] = look_games,
    [COMMAND_RESIGN] = play_resign,
    [COMMAND_DRAW] = agreement_draw,
    [COMMAND_UNDO] = agreement_undo,
    [COMMAND_REJECT] = agreement_reject,
    [COMMAND_CHAT] = play_chat,
    [COMMAND_RESEND] = look_resend,
    [COMMAND_YES] = account_yes,
    [COMMAND_BROADCAST] = look_broadcast,
};

void reception_carry_out(struct visit *visit, const struct player *who,
                         const struct command *command)
{
    handlers[command->row->id](visit, who, command);
}

/* From a letter of an older revision these are held, since they mean the same
 * still; the others would act on another board than the one he saw. */
static bool may_be_held_when_stale(enum command_id id)
{
    return id == COMMAND_RESIGN || id == COMMAND_DRAW || id == COMMAND_CHAT;
}

static void explain_stale(struct visit *visit, const struct command *command)
{
    g_autoptr(Desk) desk = visit_desk(visit, visit->player, command);
    if (desk != NULL) {
        visit_answer_board(visit, visit->player, command, desk, say(visit->office, "stale", NULL));
    }
}

static void receive_proven(struct visit *visit, const struct command *command)
{
    if (command->password != NULL) {
        g_autoptr(Player) who = prove_by_password(visit, command);
        if (who != NULL) {
            reception_carry_out(visit, who, command);
        }
    } else if (visit->player == NULL) {
        tell_stranger(visit);
    } else if (visit->proof == PROOF_FULL && !visit->stale) {
        reception_carry_out(visit, visit->player, command);
    } else if (visit->stale && !may_be_held_when_stale(command->row->id)) {
        explain_stale(visit, command);
    } else {
        hold(visit, command);
    }
}

static void receive_command(struct visit *visit, const struct command *command)
{
    enum command_id id = command->row->id;
    bool judges_for_itself = id == COMMAND_SIGNUP || id == COMMAND_CONFIRM || id == COMMAND_YES;
    if (!judges_for_itself && command->row->level == LEVEL_PROVEN) {
        receive_proven(visit, command);
    } else if (judges_for_itself || visit->player != NULL) {
        reception_carry_out(visit, visit->player, command);
    } else {
        tell_stranger(visit);
    }
}

static void receive_refusal(struct visit *visit, const struct command_refusal *refusal)
{
    if (visit->player == NULL) {
        tell_stranger(visit);
        return;
    }
    char *text = words_say(visit->office->words, "command", refusal->key,
                           pairs("word", refusal->word, "suggestion", refusal->suggestion, NULL));
    struct entry *entry = visit_answer(visit, visit->player, NULL, text);
    entry->line = g_strdup(refusal->line);
    entry->board = visit->letter_board;
}

/* ---- reading ---- */

static struct match *any_match(const struct game *game)
{
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    return match_new(game, &options, NULL, &note);
}

static bool game_reads(const struct game *game, const char *line)
{
    g_autoptr(Match) match = any_match(game);
    return match != NULL && match_reads_as_turn(match, line);
}

static bool reads_in_game(void *data, const char *line)
{
    return game_reads(data, line);
}

static bool reads_in_any_game(void *data, const char *line)
{
    (void)data;
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (game_reads(*game, line)) {
            return true;
        }
    }
    return false;
}

void reception_plain_context(struct grammar_context *context)
{
    *context = (struct grammar_context){
        .games = registry_names(),
        .reads_as_turn = reads_in_any_game,
    };
}

/* The context of a reply to a letter about a board; false if there is no
 * such board any more. */
static bool board_context(const struct visit *visit, struct grammar_context *context)
{
    g_autoptr(Board) board = board_read(visit->office->db, visit->letter_board);
    const struct game *game = board != NULL ? registry_find(board->game) : NULL;
    if (game == NULL) {
        return false;
    }
    *context = (struct grammar_context){
        .games = registry_names(),
        .has_board = true,
        .reply = board->state == BOARD_CHALLENGE ? REPLY_TO_CHALLENGE : REPLY_TO_MATCH,
        .reads_as_turn = reads_in_game,
        .data = (void *)game,
    };
    return true;
}

/* A mail to the plain address whose Subject is one of our letters' is read as
 * a reply to that letter, without its token. */
static bool letter_by_subject(struct visit *visit, const char *subject)
{
    struct grammar_context context;
    reception_plain_context(&context);
    g_autofree char *game = NULL;
    gint64 number = 0;
    if (!reading_letter_subject(&context, subject, &number, &game)) {
        return false;
    }
    g_autoptr(Board) board = board_read(visit->office->db, number);
    if (board == NULL || !g_str_equal(board->game, game)) {
        return false;
    }
    visit->letter_board = number;
    return true;
}

static void read_mail(struct visit *visit, struct reading *reading)
{
    struct grammar_context context;
    reception_plain_context(&context);
    g_autofree char *subject = reply_subject(visit->message->subject, NULL);
    struct reply lines;
    reply_read(visit->message->text, &lines);
    if (visit->has_token && visit->token.kind == TOKEN_CONFIRM) {
        context.reply = REPLY_TO_CONFIRM;
        reading_of_reply(&context, lines.lines, lines.kinds, reading);
    } else if ((visit->letter_board != 0 || letter_by_subject(visit, subject)) &&
               board_context(visit, &context)) {
        reading_of_reply(&context, lines.lines, lines.kinds, reading);
    } else {
        reading_of_mail(&context, subject, lines.lines, lines.kinds, reading);
    }
    reply_clear(&lines);
}

static void nothing_found(struct visit *visit)
{
    if (visit->player == NULL) {
        tell_stranger(visit);
        return;
    }
    struct entry *entry = visit_answer(
        visit, visit->player, NULL,
        say(visit->office, visit->letter_board != 0 ? "no-command-in-reply" : "no-command", NULL));
    entry->board = visit->letter_board;
}

/* What follows a command, made fit for others' eyes. */
static char *fit_comment(const struct visit *visit, const char *comment)
{
    const struct config *config = visit->office->config;
    return comment != NULL ? reply_relay(comment, config->local, config->host) : NULL;
}

static void serve(struct visit *visit)
{
    if (!visit->message->text_whole) {
        if (visit->player != NULL) {
            visit_answer(visit, visit->player, NULL, say(visit->office, "too-large", NULL));
        } else {
            tell_stranger(visit);
        }
        return;
    }
    struct reading reading = { 0 };
    read_mail(visit, &reading);
    g_autofree char *comment = fit_comment(visit, reading.comment);
    visit->comment = comment;
    for (guint i = 0; i < reading.entries->len; i++) {
        const struct reading_entry *entry = reading.entries->pdata[i];
        if (entry->command != NULL) {
            receive_command(visit, entry->command);
        } else {
            receive_refusal(visit, &entry->refusal);
        }
    }
    if (reading.entries->len == 0) {
        nothing_found(visit);
    }
    if ((reading.too_many || reading.gave_up) && visit->player != NULL) {
        visit_answer(visit, visit->player, NULL,
                     say(visit->office, reading.too_many ? "too-many" : "gave-up", NULL));
    }
    if (reading.comment != NULL && comment == NULL && visit->player != NULL) {
        visit_answer(visit, visit->player, NULL, say(visit->office, "comment-dropped", NULL));
    }
    visit->comment = NULL;
    reading_clear(&reading);
}

/* ---- at the door ---- */

/* What the mail was written to: the envelope, or else the first address of
 * ours in To and Cc. */
static enum address_kind written_to(const struct office *office, const struct office_mail *mail,
                                    char **token)
{
    const struct config *config = office->config;
    if (mail->recipient != NULL) {
        return address_kind(mail->recipient, config->local, config->delimiter, config->host, token);
    }
    for (char **at = mail->message->recipients; *at != NULL; at++) {
        enum address_kind kind =
            address_kind(*at, config->local, config->delimiter, config->host, token);
        if (kind != ADDRESS_FOREIGN) {
            return kind;
        }
    }
    return ADDRESS_FOREIGN;
}

static bool names_others(const struct visit *visit)
{
    const struct config *config = visit->office->config;
    for (char **at = visit->message->recipients; *at != NULL; at++) {
        if (address_kind(*at, config->local, config->delimiter, config->host, NULL) ==
            ADDRESS_FOREIGN) {
            return true;
        }
    }
    return false;
}

/* Whether the board has changed since the letter. A challenge stays what it
 * was while others accept it. */
static bool is_stale(struct office *office, const struct token *token)
{
    g_autoptr(Board) board = board_read(office->db, token->object);
    bool open = token->kind == TOKEN_CHALLENGE && board != NULL && board->state == BOARD_CHALLENGE;
    return !open && (board == NULL || board->revision != token->revision);
}

/* Whether the token is good for who wrote: then the visit has it. *owner is
 * whose it is otherwise. */
static bool admit_token(struct visit *visit, const char *text, gint64 *owner)
{
    struct office *office = visit->office;
    struct token token;
    *owner = 0;
    if (!token_find(office->db, text, office->now, &token)) {
        return false;
    }
    if (token.player == 0) {
        g_autoptr(Pending) pending = pending_by_id(office->db, token.object);
        if (pending == NULL || g_strcmp0(pending->folded, visit->folded) != 0) {
            return false;
        }
    } else if (visit->player == NULL || visit->player->id != token.player) {
        *owner = token.player;
        return false;
    }
    visit->has_token = true;
    visit->token = token;
    visit->proof = PROOF_FULL;
    if (token.kind != TOKEN_CONFIRM) {
        visit->letter_board = token.object;
        visit->stale = is_stale(office, &token);
    }
    return true;
}

static void welcome(struct visit *visit, const struct office_mail *mail, const char *token)
{
    if (seen_before(visit, mail->name, token)) {
        return;
    }
    gint64 owner = 0;
    if (token != NULL && !admit_token(visit, token, &owner)) {
        refuse_token(visit, owner);
    } else {
        serve(visit);
        if (visit->has_token && names_others(visit)) {
            token_void(visit->office->db, visit->token.id);
        }
    }
    visit_send_replies(visit);
}

void office_mail(struct office *office, const struct office_mail *mail)
{
    office->inbox = 0;
    if (inbox_has_name(office->db, mail->name)) {
        return;
    }
    g_autofree char *token = NULL;
    enum address_kind kind = written_to(office, mail, &token);
    const struct message *message = mail->message;
    g_autofree char *folded = message->from != NULL ? address_fold(message->from) : NULL;
    if (message->automatic != NULL || kind == ADDRESS_BOUNCE || folded == NULL ||
        address_kind(message->from, office->config->local, office->config->delimiter,
                     office->config->host, NULL) != ADDRESS_FOREIGN) {
        /* Machines, bounces, a From that is nobody's or our own: no answer. */
        inbox_add(office->db, mail->name, NULL, office->now);
        return;
    }
    g_autoptr(Player) player = player_by_address(office->db, folded);
    g_autoptr(GPtrArray) replies = visit_replies_new();
    struct visit visit = {
        .office = office,
        .message = message,
        .folded = folded,
        .player = player,
        .proof = player != NULL ? PROOF_SENDER : PROOF_NONE,
        .replies = replies,
    };
    welcome(&visit, mail, token);
    office->inbox = 0;
}

void office_tell_failed(struct office *office, const char *spool_name)
{
    if (notice_count(office->db, spool_name, "failed-mail", 0) > 0) {
        return;
    }
    notice_add(office->db, spool_name, "failed-mail", office->now);
    letter_plain(office, 0, office->config->operator, "letters/failed-mail", "subject-failed-mail",
                 pairs("name", spool_name, NULL), NULL, NULL, NULL);
}
