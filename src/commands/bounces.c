#include "commands/bounces.h"

#include "base/log.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "mail/address.h"
#include "store/outbox.h"

G_STATIC_ASSERT(BOUNCE_STATUS_BYTES == BOUNCES_STATUS_MAX + 1);

static const int points_of[] = { [BOUNCE_SOFT] = 1, [BOUNCE_HARD] = 2 };

/* ---- counting ---- */

/* Too many letters have bounced from an address. If it is the one that the player is written to
 * now, letters to them are kept back, and the others in their running matches are told, once. */
static void suspend(struct run *run, gint64 player, const char *folded)
{
    g_autoptr(Player) who = player != 0 ? player_by_id(run->db, player) : NULL;
    if (who == NULL || who->address == NULL) {
        return;
    }
    g_autofree char *current = address_fold(who->address);
    if (g_strcmp0(current, folded) != 0 || bounces_read(run->db, folded, run->now).suspended != 0) {
        return;
    }
    bounces_suspend(run->db, folded, run->now);
    clocks_kept_back(run, player);
    g_autoptr(GPtrArray) boards = board_list(run->db, player, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        g_autoptr(MatchSession) session = session_open(run, board->number, NULL);
        if (session != NULL) {
            const int seat = session_seat(session, player);
            phrase_unref(event_happened(session, &(struct event){ .kind = EVENT_MAIL_COMES_BACK,
                                                                  .who = who,
                                                                  .seat = seat,
                                                                  .answered = seat }));
        }
    }
}

/* Counts a failure of a letter, by its number in the outbox, if it was really sent and has not been
 * counted. */
static void count(struct run *run, gint64 number, const struct bounce *bounce)
{
    struct bounced_letter letter;
    if (bounce->kind < BOUNCE_SOFT || !bounces_of_letter(run->db, number, run->now, &letter)) {
        return;
    }
    g_autofree char *recipient = letter.recipient;
    g_autofree char *folded = address_fold(recipient);
    if (folded == NULL || (letter.player == 0 && letter_is_to_operator(run, folded))) {
        log_line("letter %" G_GINT64_FORMAT " to the operator came back: %s", number,
                 bounce->status[0] != '\0' ? bounce->status : "nothing says why");
        return;
    }
    clocks_returned(run, number);
    if (bounce_is_policy(bounce->status)) {
        alarm_write(run, ALARM_UNWELCOME, NULL, pairs("status", bounce->status, NULL));
        return;
    }
    if (bounces_add(run->db, folded, points_of[bounce->kind], bounce->status, run->now) >=
        LETTERS_KEPT_BACK_AT) {
        suspend(run, letter.player, folded);
    }
}

GPtrArray *received_addresses(const struct received_mail *mail)
{
    GPtrArray *all = g_ptr_array_new();
    if (mail->recipient != NULL) {
        g_ptr_array_add(all, (char *)mail->recipient);
    }
    for (char **at = mail->message->delivered; mail->fetched && *at != NULL; at++) {
        g_ptr_array_add(all, *at);
    }
    for (char **at = mail->message->recipients; *at != NULL; at++) {
        g_ptr_array_add(all, *at);
    }
    return all;
}

void bounces_receive(struct run *run, const struct received_mail *mail)
{
    const struct config *config = run->config;
    g_autoptr(GPtrArray) all = received_addresses(mail);
    gint64 letter = 0;
    for (guint i = 0; letter == 0 && i < all->len; i++) {
        g_autofree char *extension =
            address_extension(all->pdata[i], config->local, config->delimiter, config->host);
        letter = extension != NULL ? verp_letter(db_letter_key(run->db), extension) : 0;
    }
    if (letter != 0) {
        count(run, letter, &mail->message->bounce); /* does nothing if that reports no failure */
    }
}

/* Nobody sends a notice about these: the mail server refused them at once. */
void bounces_count_refused(struct run *run)
{
    gint64 letter;
    g_autofree char *status = NULL;
    while ((letter = bounces_next_refused(run->db, &status)) != 0) {
        struct bounce bounce = { .kind = BOUNCE_HARD };
        g_strlcpy(bounce.status, status, sizeof(bounce.status));
        count(run, letter, &bounce);
        g_clear_pointer(&status, g_free);
    }
}

/* ---- letters go out again ---- */

bool bounces_take_up(struct run *run, const struct player *who)
{
    g_autofree char *folded = who->address != NULL ? address_fold(who->address) : NULL;
    if (folded == NULL || bounces_read(run->db, folded, run->now).suspended == 0) {
        return false;
    }
    bounces_forget(run->db, folded);
    return true;
}

void bounces_end(struct request *request, const struct player *who)
{
    if (request->taken_up == 0 && bounces_take_up(request->run, who)) {
        request->taken_up = who->id;
    }
}

void bounces_tell(struct request *request)
{
    /* The writer is answered, but other letters to them may still be kept back. */
    const struct player *writer = request->player;
    bool kept = request->taken_up == 0 && writer != NULL &&
                request_entries(request, writer->id) != NULL &&
                player_is_kept_back(request->run, writer, false);
    gint64 whom = kept ? writer->id : request->taken_up;
    g_autoptr(Player) who = whom != 0 ? player_by_id(request->run->db, whom) : NULL;
    if (who == NULL || who->address == NULL) {
        return; /* the player was forgotten by this mail */
    }
    /* An answer about one board stays a letter about that board if this remark belongs to it,
     * too. */
    const GPtrArray *entries = request_entries(request, whom);
    const struct entry *last = entries != NULL ? entries->pdata[entries->len - 1] : NULL;
    gint64 board = last != NULL ? last->board : 0;
    const char *key = kept ? "mail-kept-back" : "mail-came-back";
    request_answer(request, who, NULL, say(key, NULL))->board = board;
}

/* True if an answer that was sent has shown this board to the player. */
static bool was_shown(const struct request *request, gint64 number)
{
    const GPtrArray *entries = request != NULL ? request_entries(request, request->taken_up) : NULL;
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        if (((const struct entry *)entries->pdata[i])->board == number) {
            return true;
        }
    }
    return false;
}

void bounces_show_waiting(struct run *run, gint64 player, const struct request *request)
{
    g_autoptr(GPtrArray) entries = entries_new();
    g_autoptr(GPtrArray) boards =
        board_list(run->db, player, 1U << BOARD_CHALLENGE | 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len && entries->len < LETTER_BOARDS_MOST; i++) {
        const struct board *board = boards->pdata[i];
        const int seat = board_seat_of(board, player);
        const bool waits =
            board->state == BOARD_CHALLENGE ? !board->seat[seat].accepted : board->to_move == seat;
        if (waits && !was_shown(request, board->number)) {
            struct values *values = with_number(values_new(), "number", board->number);
            struct entry *entry = entry_new(NULL, say("waits-for-you", values));
            entry->board = board->number;
            g_ptr_array_add(entries, entry);
        }
    }
    g_autoptr(Player) who = player_by_id(run->db, player);
    if (who != NULL && who->address != NULL) {
        letter_of_boards(run, who, entries, &(struct letter_draft){ .key = "subject-waiting" });
    }
    clocks_taken_up(run, player);
}
