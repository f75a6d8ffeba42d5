/* Identifies a mail: has it been seen before, who wrote it, and to what address? */
#include "commands/identify.h"

#include <string.h>
#include <syslog.h>

#include "auth/redact.h"
#include "base/log.h"
#include "commands/bounces.h"
#include "commands/leaving.h"
#include "commands/proof.h"
#include "commands/task.h"
#include "commands/timeouts.h"
#include "mail/address.h"
#include "mail/automatic.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "transport/mailbox.h"

/* ---- recognising a mail seen before ---- */

/* What is known of a mail before it is answered. */
struct arrival {
    const struct received_mail *mail;
    enum address_kind kind; /* of the address that it was written to */
    char *token;            /* of that address; NULL: it has none */
    bool good;              /* there is no token, or it is good for the writer */
    gint64 owner;           /* the player whose token somebody else has used; 0: nobody */
    enum inbox_seen seen;
    unsigned char key[SECRET_HASH_BYTES]; /* in the inbox table */
    struct inbox_row row;                 /* if it was seen under another name */
};

/* The key that two copies of one mail share. It contains what proves the writer (the token written
 * to; a password is part of the digest), so that nobody can use up somebody else's Message-ID
 * before they do. It contains the token's text, not what the token is good for now, which the mail
 * itself may have changed. If the verdict proves the writer, the key has no Message-ID, only what
 * their server has signed: otherwise whoever has such a mail could have it carried out again under
 * another Message-ID. */
static void dedupe_key(const struct request *request, const char *token,
                       unsigned char key[SECRET_HASH_BYTES])
{
    const struct message *message = request->message;
    bool by_verdict = token == NULL && request->proven;
    bool has_id = message->message_id != NULL && !by_verdict;
    g_autofree char *text = g_strjoin("\n", token != NULL ? token : "", request->folded,
                                      has_id ? message->message_id : "", message->digest, NULL);
    secret_hash(db_key(request->run->db), text, strlen(text), key);
}

/* True if the mail was seen before, under another name. If its writer has sent it again, its answer
 * goes out again, once. A new mail is entered into the inbox table. */
static bool seen_before(struct run *run, const struct arrival *arrival)
{
    const char *name = arrival->mail->name;
    if (arrival->seen == INBOX_NEW) {
        run->inbox = inbox_add(run->db, name, arrival->key, run->now);
        return false;
    }
    inbox_add(run->db, name, NULL, run->now);
    const struct inbox_row *row = &arrival->row;
    /* Somebody sent it again, because no answer reached them, if it arrived after the first copy
     * was processed. A copy that was there before was made by the mail system; and a mailbox that
     * numbers its mails anew shows old mail as new. */
    if (!row->repeated && run->arrived > row->time && !mailbox_renumbered(row->name, name)) {
        outbox_repeat(run->db, row->id, run->now);
        inbox_repeated(run->db, row->id);
    }
    return true;
}

/* ---- reply addresses ---- */

/* Answers a mail to a reply address that is not good for its writer: by the boards that wait for
 * them, since a server that took over from a lost one does not know its last letters. They are not
 * told whether it is unknown, expired or somebody else's. Its owner (0: none) is warned once a day.
 */
static void refuse_token(struct request *request, const struct arrival *arrival)
{
    struct run *run = request->run;
    const char *text = arrival->token;
    if (request->player != NULL) {
        g_auto(Task) task = task_of(request, request->player, NULL);
        show_waiting(&task, link_token(text) != 0             ? "link-unknown"
                            : personal_token_in(text) != NULL ? "personal-unknown"
                                                              : "token-unknown");
    } else if (!unwanted_answer(request, NULL)) {
        proof_none(request);
    }
    g_autoptr(Player) player = player_by_id(run->db, arrival->owner);
    if (player == NULL || player->address == NULL) {
        return;
    }
    const char *personal = personal_token_in(text) != NULL ? "yes" : NULL;
    g_autofree char *folded = address_fold(player->address);
    if (notice_once(run->db, folded, "mismatch", clock_span(run->now, CLOCK_DAY))) {
        letter_plain(run, &(struct letter_draft){ .player = player->id,
                                                  .address = player->address,
                                                  .key = "subject-mismatch",
                                                  .page = "letters/mismatch",
                                                  .values = pairs("personal", personal, NULL) });
    }
}

/* ---- addresses and tokens ---- */

/* The kind of an address. *token (NULL: nobody asks) is set if it is a reply address; free with
 * g_free. */
static enum address_kind kind_of(const struct run *run, const char *address, char **token)
{
    const struct config *config = run->config;
    return address_kind(address, config->local, config->delimiter, config->host, token);
}

/* The same of the first address of a mail that is ours. */
static enum address_kind written_to(const struct run *run, const struct received_mail *mail,
                                    char **token)
{
    g_autoptr(GPtrArray) all = received_addresses(mail);
    enum address_kind kind = ADDRESS_FOREIGN;
    for (guint i = 0; kind == ADDRESS_FOREIGN && i < all->len; i++) {
        kind = kind_of(run, all->pdata[i], token);
    }
    return kind;
}

static bool is_ours(const struct run *run, const char *address)
{
    return address != NULL && kind_of(run, address, NULL) != ADDRESS_FOREIGN;
}

/* True if To and Cc name the plain address. */
static bool names_plain(const struct run *run, const struct message *message)
{
    bool found = false;
    for (char **at = message->recipients; *at != NULL; at++) {
        found |= kind_of(run, *at, NULL) == ADDRESS_PLAIN;
    }
    return found;
}

/* True if To and Cc name an address that is neither ours nor the player's. */
static bool names_others(const struct run *run, const struct message *message, gint64 player)
{
    bool found = false;
    for (char **at = message->recipients; *at != NULL && !found; at++) {
        if (kind_of(run, *at, NULL) == ADDRESS_FOREIGN) {
            g_autofree char *folded = address_fold(*at);
            g_autoptr(Player) owner = player_by_address(run->db, folded);
            found = owner == NULL || owner->id != player;
        }
    }
    return found;
}

bool token_written_to(struct db *db, const char *text, gint64 now, struct token *token)
{
    const gint64 link = link_token(text);
    const char *personal = personal_token_in(text);
    if (link != 0) {
        return token_by_id(db, link, now, token) && link_is_of(token->hash, text);
    }
    return token_find(db, personal != NULL ? personal : text, now, token) &&
           (personal != NULL) == (token->kind == TOKEN_PERSONAL);
}

/* Finds a token that is good for the writer. Otherwise *owner is the player it belongs to (0:
 * none). */
static bool find_token(const struct request *request, const char *text, struct token *token,
                       gint64 *owner)
{
    struct run *run = request->run;
    *owner = 0;
    if (!token_written_to(run->db, text, run->arrived, token)) {
        return false;
    }
    if (token->player == 0) {
        g_autoptr(Pending) pending = pending_by_id(run->db, token->object);
        return pending != NULL && g_strcmp0(pending->folded, request->folded) == 0;
    }
    bool own = request->player != NULL && request->player->id == token->player;
    *owner = own ? 0 : token->player;
    return own;
}

static bool is_about_board(const struct token *token)
{
    return token->kind == TOKEN_MATCH || token->kind == TOKEN_CHALLENGE;
}

/* Makes the token that of the request. Its letters prove the writer; a link does so when the mail
 * has been read (commands/mail.c), and until then a verdict on the mail does not count. The owner
 * may not see the board any more: they may have given back their seat, and others had a private
 * match there. */
static void use_token(struct request *request, const char *text, const struct token *token)
{
    const bool about_board = is_about_board(token);
    struct board *board = about_board ? board_read(request->run->db, token->object) : NULL;
    bool shown = about_board && (board == NULL || board_shows_to(board, token->player));
    request->has_token = true;
    request->token = *token;
    request->link = link_token(text) != 0 ? text : NULL;
    request->proven = request->link == NULL && request->message->verdict != SENDER_DISOWNED;
    request->letter_board = shown ? token->object : 0;
    request->board = board;
}

/* The mail showed the address it was written to to others: makes the token void. A personal address
 * is replaced, and its player told. */
static void end_token(struct request *request)
{
    struct run *run = request->run;
    if (request->token.kind != TOKEN_PERSONAL) {
        token_void(run->db, request->token.id);
        return;
    }
    g_autoptr(Player) player = player_by_id(run->db, request->token.player);
    if (player != NULL && player->address != NULL) {
        g_autofree char *address = letter_personal_address(run, player->id, true);
        letter_notice(run, player->id, player->address, "personal-shown",
                      pairs("address", address, NULL));
    }
}

static void welcome(struct request *request, const struct arrival *arrival)
{
    struct run *run = request->run;
    const struct token *token = &request->token;
    if (seen_before(run, arrival)) {
        return;
    }
    if (!arrival->good) {
        refuse_token(request, arrival);
    } else {
        if (request->has_token) {
            /* A wrong clock of another server must not make the mail older than the letter it
             * answers. */
            run->arrived = MAX(run->arrived, MIN(token->made, run->now));
        }
        if (request->has_token && is_about_board(token)) {
            request_note_changes(request, token);
        }
        if (request->proven && request->player != NULL) {
            bounces_end(request, request->player);
        }
        mail_answer(request);
        if (request->has_token && names_others(run, request->message, token->player)) {
            end_token(request);
        }
    }
    bounces_tell(request);
    request_send_replies(request);
    if (request->taken_up != 0) {
        bounces_show_waiting(run, request->taken_up, request);
    }
}

/* True for automatic mail, mail to the addresses that bounces go to, and a From that is our own
 * address. Also for a stranger's mail in one of our mailboxes that names no address of ours: it
 * came blind, as advertisements do, or was meant for somebody else. */
static bool gets_no_answer(const struct request *request, const struct arrival *arrival)
{
    const char *reason = request->message->automatic;
    /* If the mail proves who wrote it and holds a command, a person wrote it, even where a list or
     * a mail program has put a weak sign of automatic mail above it. */
    struct request trial = *request;
    bool automatic = reason != NULL && !(automatic_is_weak(reason) && arrival->good &&
                                         read_mail_finds_command(&trial) && trial.proven);
    if (arrival->kind == ADDRESS_BOUNCE || automatic) {
        return true;
    }
    return is_ours(request->run, request->folded) ||
           (request->folded != NULL && arrival->mail->fetched && arrival->kind == ADDRESS_FOREIGN &&
            request->player == NULL);
}

/* ---- a mail whose author is unclear ---- */

/* The player who has an address, in any spelling; NULL: nobody. Free with player_free. */
static struct player *player_at(const struct run *run, const char *address)
{
    g_autofree char *folded = address != NULL ? address_fold(address) : NULL;
    return folded != NULL ? player_by_address(run->db, folded) : NULL;
}

/* The player who most likely sent a mail that does not say who wrote it: the envelope sender, else
 * the first player whom the mail names, else the owner of the reply address. NULL: no player. This
 * is a guess: use it only to tell that player about the mail. Free with player_free. */
static struct player *likely_author(const struct run *run, const struct arrival *arrival)
{
    const struct received_mail *mail = arrival->mail;
    g_autofree char *envelope = mail->sender != NULL ? address_of_envelope(mail->sender) : NULL;
    struct player *likely = player_at(run, envelope);
    for (char **at = mail->message->possible; likely == NULL && *at != NULL; at++) {
        likely = player_at(run, *at);
    }
    return likely != NULL ? likely : player_by_id(run->db, arrival->owner);
}

/* Logs that a mail is not carried out because its author is unclear, and tells the likely author,
 * once a day. */
static void tell_unclear(struct run *run, const struct arrival *arrival)
{
    const struct message *message = arrival->mail->message;
    const char *key = message->headers_whole ? "author-unclear" : "headers-endless";
    log_line("mail %s is not carried out: %s", arrival->mail->name,
             message->headers_whole ? "its From does not say which one address it is from"
                                    : "its headers are too long, or end too early");
    g_autoptr(Player) player = likely_author(run, arrival);
    if (player == NULL || player->address == NULL) {
        return;
    }
    if (player->suspended != 0) {
        letter_notice_daily(run, 0, player->address, "suspended", NULL, NULL);
    } else {
        const struct answered answered = { .message_id = message->message_id };
        letter_notice_daily(run, player->id, player->address, key, NULL, &answered);
    }
}

/* ---- a mail ---- */

/* Logs what the operator may want to know of a mail that gets no answer. A player may be waiting
 * for one: a mail program may have copied the header that marks our letters, a list or a gateway
 * may have added signs of automatic mail, and some programs reply to the address that bounces go
 * to. */
static void note_machine(struct run *run, const struct received_mail *mail,
                         const struct player *player)
{
    const char *automatic = mail->message->automatic;
    if (g_strcmp0(automatic, AUTOMATIC_ABUSE) == 0) {
        log_line("mail %s reports a letter of ours as unwanted", mail->name);
        alarm_write(run, ALARM_UNWANTED, NULL, NULL);
    } else if (player != NULL) {
        const bool loop = g_strcmp0(automatic, AUTOMATIC_LOOP) == 0;
        log_line("mail %s from %s is not carried out: %s%s", mail->name, player->name,
                 loop                ? "it bears the mark of our own letters"
                 : automatic != NULL ? "it looks like automatic mail: "
                                     : "it was sent to where letters come back",
                 automatic != NULL && !loop ? automatic : "");
    } else if (automatic == NULL && is_ours(run, mail->message->from)) {
        log_line("mail %s is not answered: its From is an address of this server", mail->name);
    }
}

/* True if the operator has banned an address, with whatever stands behind its `+`, its domain, or
 * one above that. */
static bool is_banned(const struct config *config, const char *folded)
{
    g_autofree char *mailbox = address_mailbox(folded);
    const size_t length = strlen(mailbox);
    bool banned = false;
    for (char **ban = config->ban; ban != NULL && *ban != NULL && !banned; ban++) {
        const char *end = **ban == '@' ? *ban + 1 : *ban;
        const size_t before = length - MIN(length, strlen(end));
        banned = end == *ban ? g_str_equal(mailbox, end) || g_str_equal(folded, end)
                             : before > 0 && g_str_equal(mailbox + before, end) &&
                                   strchr("@.", mailbox[before - 1]) != NULL;
    }
    return banned;
}

/* Deals with a mail that gets no answer, or one that does not depend on what it says. False if the
 * mail is to be answered. */
static bool send_away(const struct request *request, const struct arrival *arrival)
{
    struct run *run = request->run;
    const struct received_mail *mail = arrival->mail;
    const struct player *player = request->player;
    /* Of a player only `suspend` takes no mail: it stops their clocks, too. */
    const bool banned =
        player == NULL && request->folded != NULL && is_banned(run->config, request->folded);
    bool silent = banned || gets_no_answer(request, arrival);
    bool suspended = player != NULL && player->suspended != 0;
    /* The mail server may have taken the mail for another address in our domain, such as postmaster
     * or one that somebody guessed, and To and Cc do not name ours either. A server that rewrites
     * our address leaves it in To. */
    const char *at = mail->recipient != NULL ? strrchr(mail->recipient, '@') : NULL;
    bool for_another = arrival->kind == ADDRESS_FOREIGN && !mail->fetched && at != NULL &&
                       g_ascii_strcasecmp(at + 1, run->config->host) == 0;
    if (!silent && !suspended && !for_another && request->folded != NULL) {
        return false;
    }
    /* It gets no key in the inbox table: if it comes again, only its name shows that. */
    run->inbox = inbox_add(run->db, mail->name, NULL, run->now);
    if (silent) {
        note_machine(run, mail, player);
        bounces_receive(run, mail); /* a letter may come back from a banned domain */
    } else if (for_another) {
        alarm_write(run, ALARM_OTHER_ADDRESS, NULL,
                    pairs("address", mail->recipient, "own", run->config->address, NULL));
    } else if (request->folded == NULL) {
        tell_unclear(run, arrival);
    } else {
        letter_notice_daily(run, 0, player->address, "suspended", NULL, NULL);
    }
    return true;
}

/* Writes a line about a mail to the system's log: its name, who wrote it, the board it is about
 * (0: none) and whether a command was carried out. The mail's text stays out. Names of players and
 * of mails hold no line break, so nobody can forge a line. */
static void log_mail(const struct request *request, const char *name, bool answered)
{
    const struct player *player = request->player;
    syslog(LOG_MAIL | LOG_INFO, "mail %s of %s, board %" G_GINT64_FORMAT ": %s", name,
           player != NULL ? player->name : "a stranger", request->letter_board,
           request->run->accepted ? "carried out"
           : answered             ? "answered, nothing changed"
                                  : "not answered");
}

static void serve(struct run *run, const struct received_mail *mail)
{
    const struct message *message = mail->message;
    struct arrival arrival = { .mail = mail };
    arrival.kind = written_to(run, mail, &arrival.token);
    g_autofree char *token = arrival.token;
    g_autofree char *folded = message->from != NULL ? address_fold(message->from) : NULL;
    struct player *player = folded != NULL ? player_by_address(run->db, folded) : NULL;
    /* A mail that our mail server vouches for proves its writer if they wrote it to the plain
     * address. A mail to others, or to a reply address that was used already, could be handed on to
     * us by whoever has it. */
    bool vouched = message->verdict == SENDER_VOUCHED && names_plain(run, message);
    g_autoptr(GPtrArray) replies = request_replies_new();
    g_auto(Reply) own;
    reply_read(message->text, &own);
    struct request request = {
        .run = run,
        .message = message,
        .own = &own,
        .folded = folded,
        .player = player,
        .proven = player != NULL && vouched,
        .replies = replies,
    };
    if (folded != NULL) {
        dedupe_key(&request, token, arrival.key);
    }
    arrival.seen =
        inbox_find(run->db, mail->name, folded != NULL ? arrival.key : NULL, &arrival.row);
    if (arrival.seen != INBOX_SEEN) {
        struct token found;
        arrival.good = token == NULL || find_token(&request, token, &found, &arrival.owner);
        if (arrival.good && token != NULL) {
            use_token(&request, token, &found);
        }
        const bool answered = !send_away(&request, &arrival);
        if (answered) {
            welcome(&request, &arrival);
        }
        if (run->logged) {
            log_mail(&request, mail->name, answered);
        }
    }
    inbox_row_clear(&arrival.row);
    player_free(request.player);
    board_free(request.board);
}

void serve_mail(struct run *run, const struct received_mail *mail)
{
    /* The spool says when the mail reached us, if it can be believed: a database for tests may have
     * a clock that postmove-receive does not know. */
    gint64 earliest = db_testing(run->db) ? run->now - CLOCK_DAY : 1;
    bool believed = mail->received >= earliest && mail->received < run->now;
    run->arrived = believed ? mail->received : run->now;
    run->inbox = 0;
    run->accepted = false;
    password_check_forget(run);
    serve(run, mail);
    session_forget(run); /* what was stored may be undone now */
    password_check_forget(run);
    run->inbox = run->arrived = 0;
}
