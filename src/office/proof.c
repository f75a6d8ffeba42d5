#include "office/proof.h"

#include <string.h>

#include "base/clock.h"
#include "base/secret.h"
#include "store/inbox.h"

void proof_none(struct visit *visit)
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

struct player *proof_by_password(struct visit *visit, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) claimed = player_by_name(office->db, command->name);
    if (claimed == NULL) {
        if (visit->player != NULL) {
            visit_answer(visit, visit->player, command,
                         say(office, "no-player", pairs("name", command->name, NULL)));
        } else {
            proof_none(visit);
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

void proof_hold(struct visit *visit, const struct command *command)
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
