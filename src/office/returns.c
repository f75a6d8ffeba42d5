#include "office/returns.h"

#include "base/error.h"
#include "base/log.h"
#include "mail/address.h"
#include "mail/verp.h"
#include "office/account.h"
#include "office/clocks.h"
#include "store/returns.h"

G_STATIC_ASSERT(BOUNCE_STATUS_BYTES == RETURNS_STATUS_MAX + 1);

static const int points_of[] = { [BOUNCE_SOFT] = 1, [BOUNCE_HARD] = 2 };

/* ---- counting ---- */

static bool is_operator(const struct office *office, const char *folded)
{
    g_autofree char *person = address_fold(office->config->operator);
    return g_strcmp0(folded, person) == 0;
}

/* The others at his running matches learn it once. */
static void tell_others(struct office *office, const struct player *who)
{
    g_autofree char *text = say(office, "mail-comes-back", pairs("name", who->name, NULL));
    g_autoptr(GPtrArray) boards = board_list(office->db, who->id, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        bool damaged;
        const struct board *board = boards->pdata[i];
        g_autoptr(Desk) desk = desk_open(office, board->number, &damaged);
        if (desk != NULL) {
            letter_news_but(desk, desk_seat(desk, who->id), text, NULL, NULL);
        }
    }
}

/* Too many letters came back from an address: is it where a player is written
 * to now? */
static void suspend(struct office *office, gint64 player, const char *folded)
{
    g_autoptr(Player) who = player != 0 ? player_by_id(office->db, player) : NULL;
    if (who == NULL || who->address == NULL) {
        return;
    }
    g_autofree char *his = address_fold(who->address);
    if (g_strcmp0(his, folded) == 0 &&
        returns_read(office->db, folded, office->now).suspended == 0) {
        returns_suspend(office->db, folded, office->now);
        clocks_kept_back(office, player);
        tell_others(office, who);
    }
}

/* Counts a failure of a letter, by its number in the outbox, if it was really
 * sent and not counted before. */
static void count(struct office *office, gint64 number, const struct bounce *bounce)
{
    struct returned_letter letter;
    if (bounce->kind < BOUNCE_SOFT ||
        !returns_of_letter(office->db, number, office->now, &letter)) {
        return;
    }
    g_autofree char *recipient = letter.recipient;
    g_autofree char *folded = address_fold(recipient);
    if (folded == NULL || (letter.player == 0 && is_operator(office, folded))) {
        log_line("letter %" G_GINT64_FORMAT " to the operator came back: %s", number,
                 bounce->status[0] != '\0' ? bounce->status : "nothing says why");
        return;
    }
    clocks_returned(office, number);
    if (bounce_is_policy(bounce->status)) {
        office_tell_unwelcome(office, bounce->status);
        return;
    }
    if (returns_add(office->db, folded, points_of[bounce->kind], bounce->status, office->now) >=
        RETURNS_SUSPENDED_AT) {
        suspend(office, letter.player, folded);
    }
}

/* The letter whose returns go to an address; 0: it is no such address. */
static gint64 letter_of(const struct office *office, const char *address)
{
    const struct config *config = office->config;
    g_autofree char *extension =
        address_extension(address, config->local, config->delimiter, config->host);
    return extension != NULL ? verp_letter(db_key(office->db), extension) : 0;
}

/* The letter whose envelope sender is the first such address. */
static gint64 letter_among(const struct office *office, char **addresses)
{
    gint64 letter = 0;
    for (char **at = addresses; letter == 0 && *at != NULL; at++) {
        letter = letter_of(office, *at);
    }
    return letter;
}

void returns_receive(struct office *office, const struct office_mail *mail)
{
    if (mail->message->bounce.kind < BOUNCE_SOFT) {
        return;
    }
    /* A mail server that forgets what stood behind the + leaves it in To. */
    gint64 letter = mail->recipient != NULL ? letter_of(office, mail->recipient) : 0;
    if (letter == 0 && mail->fetched) {
        letter = letter_among(office, mail->message->delivered);
    }
    if (letter == 0) {
        letter = letter_among(office, mail->message->recipients);
    }
    if (letter != 0) {
        count(office, letter, &mail->message->bounce);
    }
}

/* Nobody sends a notice of those: the mail server said it at once. */
void office_count_refused(struct office *office)
{
    gint64 letter;
    do {
        g_autofree char *status = NULL;
        letter = returns_next_refused(office->db, &status);
        struct bounce bounce = { .kind = BOUNCE_HARD };
        if (letter != 0) {
            g_strlcpy(bounce.status, status, sizeof(bounce.status));
            count(office, letter, &bounce);
        }
    } while (letter != 0);
}

/* ---- keeping back ---- */

bool returns_keep_back(const struct office *office, gint64 player, const char *address, bool answer)
{
    g_autofree char *folded = address_fold(address);
    if (player != 0 && player_suspended(office->db, player) != 0) {
        return true;
    }
    if (folded == NULL || (player != 0 && answer)) {
        return false;
    }
    struct returns returns = returns_read(office->db, folded, office->now);
    if (player != 0) {
        return returns.suspended != 0;
    }
    return returns.points >= RETURNS_SUSPENDED_AT && !is_operator(office, folded);
}

/* ---- the end of it ---- */

/* Whether letters to him were kept back; they are no longer. */
static bool take_up_again(struct office *office, const struct player *who)
{
    g_autofree char *folded = who->address != NULL ? address_fold(who->address) : NULL;
    if (folded == NULL || returns_read(office->db, folded, office->now).suspended == 0) {
        return false;
    }
    returns_forget(office->db, folded);
    return true;
}

void returns_end(struct visit *visit, const struct player *who)
{
    if (visit->taken_up == 0 && take_up_again(visit->office, who)) {
        visit->taken_up = who->id;
    }
}

/* The answer to a player, as far as it is written; NULL: none is. */
static struct reply_to_player *reply_to(const struct visit *visit, gint64 player)
{
    for (guint i = 0; i < visit->replies->len; i++) {
        struct reply_to_player *reply = visit->replies->pdata[i];
        if (reply->player == player) {
            return reply;
        }
    }
    return NULL;
}

/* Whether letters to the writer are kept back, of which he has just one. */
static bool still_kept_back(const struct visit *visit)
{
    const struct player *who = visit->player;
    return who != NULL && reply_to(visit, who->id) != NULL &&
           returns_keep_back(visit->office, who->id, who->address, false);
}

void returns_tell(struct visit *visit)
{
    bool kept = visit->taken_up == 0 && still_kept_back(visit);
    gint64 whom = kept ? visit->player->id : visit->taken_up;
    g_autoptr(Player) who = whom != 0 ? player_by_id(visit->office->db, whom) : NULL;
    if (who == NULL || who->address == NULL) {
        return; /* it was his last word to us */
    }
    /* The board spoken of last, lest this make another kind of letter of it. */
    const struct reply_to_player *reply = reply_to(visit, whom);
    const struct entry *last = reply != NULL && reply->entries->len > 0
                                   ? reply->entries->pdata[reply->entries->len - 1]
                                   : NULL;
    gint64 board = last != NULL ? last->board : 0;
    const char *key = kept ? "mail-kept-back" : "mail-came-back";
    visit_answer(visit, who, NULL, say(visit->office, key, NULL))->board = board;
}

/* Whether an answer that was sent has shown him that board. */
static bool was_shown(const struct visit *visit, gint64 number)
{
    const struct reply_to_player *reply = visit != NULL ? reply_to(visit, visit->taken_up) : NULL;
    for (guint i = 0; reply != NULL && i < reply->entries->len; i++) {
        if (((const struct entry *)reply->entries->pdata[i])->board == number) {
            return true;
        }
    }
    return false;
}

static bool waits_for(const struct board *board, gint64 player)
{
    for (int seat = 0; seat < board->seats; seat++) {
        if (board->seat[seat].player == player) {
            return board->state == BOARD_CHALLENGE ? !board->seat[seat].accepted
                                                   : board->to_move == seat;
        }
    }
    return false;
}

/* The boards that wait for a player, at their desks. */
static GPtrArray *waiting_desks(struct office *office, gint64 player, const struct visit *visit)
{
    GPtrArray *desks = g_ptr_array_new_with_free_func((GDestroyNotify)desk_free);
    g_autoptr(GPtrArray) boards =
        board_list(office->db, player, 1U << BOARD_CHALLENGE | 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len && desks->len < RETURNS_SHOWN_MOST; i++) {
        const struct board *board = boards->pdata[i];
        bool wanted = waits_for(board, player) && !was_shown(visit, board->number), damaged;
        struct desk *desk = wanted ? desk_open(office, board->number, &damaged) : NULL;
        if (desk != NULL) {
            g_ptr_array_add(desks, desk);
        }
    }
    return desks;
}

/* One board is a letter of its own, to be answered with a move; of several each
 * is shown. */
static void show_waiting(struct office *office, gint64 player, const struct visit *visit)
{
    g_autoptr(GPtrArray) desks = waiting_desks(office, player, visit);
    if (desks->len == 1) {
        g_autofree char *text = say(office, "waits-for-you", NULL);
        letter_news(desks->pdata[0], desk_seat(desks->pdata[0], player), text, NULL, NULL);
        return;
    }
    g_autoptr(GPtrArray) entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    for (guint i = 0; i < desks->len; i++) {
        struct desk *desk = desks->pdata[i];
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
        struct entry *entry =
            entry_new(NULL, say(office, "waits-for-you-number", pairs("number", number, NULL)));
        desk->reader = player;
        entry->board = desk->board->number;
        letter_block(desk, desk_seat(desk, player), entry);
        g_ptr_array_add(entries, entry);
    }
    g_autoptr(Player) who = desks->len > 0 ? player_by_id(office->db, player) : NULL;
    if (who != NULL && who->address != NULL) {
        letter_plain(office, player, who->address, "letters/answer", "subject-waiting", NULL,
                     entries, NULL, NULL);
    }
}

void returns_catch_up(struct visit *visit)
{
    if (visit->taken_up != 0) {
        show_waiting(visit->office, visit->taken_up, visit);
        clocks_taken_up(visit->office, visit->taken_up);
    }
}

/* ---- the operator ---- */

bool office_player_resume(struct office *office, const char *name, GError **error)
{
    g_autoptr(Player) who = player_by_name(office->db, name);
    bool barred = who != NULL && player_suspended(office->db, who->id) != 0;
    bool kept_back = who != NULL && take_up_again(office, who);
    if (barred) {
        player_suspend(office->db, who->id, 0);
        g_autofree char *told = say(office, "suspension-over", NULL);
        account_notice(office, who->id, who->address, told);
    }
    if (barred || kept_back) {
        show_waiting(office, who->id, NULL);
        clocks_taken_up(office, who->id);
        return true;
    }
    g_autofree char *text = say_operator(office, who == NULL ? "no-player" : "mail-goes-out",
                                         pairs("name", name, NULL));
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, text);
    return false;
}
