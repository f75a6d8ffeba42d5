/* mail: lists what waits, failed or is parked, and what was sent; shows one of it, tries it again
 * or drops it. A mail is known by its name in the spool, a letter by its number
 * in the outbox. */
#include "cli/mail.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "cli/json.h"
#include "cli/workspace.h"
#include "letters/composing.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/players.h"
#include "transport/spool.h"

/* ---- list ---- */

/* Adds a mail of the spool. `received` 0: not known. */
static void add_mail(struct table *table, const char *name, const char *state, gint64 received,
                     int attempts, enum spool_fault fault)
{
    row_text(table, "mail", "mail   ", 0, name);
    row_text(table, "state", "  ", 0, state);
    row_moment(table, "received", "  came ", received);
    row_number(table, "attempts", "  attempts ", 0, attempts);
    row_text(table, "reason", "  ", 0, fault != SPOOL_SOUND ? spool_fault_words(fault) : NULL);
    table_next(table);
}

/* Adds a letter of the outbox. */
static void add_letter(struct table *table, const struct outbox_letter *letter)
{
    const bool sent = letter->state == OUTBOX_SENT, parked = letter->state == OUTBOX_PARKED;
    row_number(table, "letter", "letter ", -8, letter->id);
    row_text(table, "state", " ", -6, parked ? "parked" : sent ? "sent" : "waits");
    row_text(table, "recipient", "  to ", 0, letter->recipient);
    row_moment(table, "written", "  written ", letter->queued);
    row_number(table, "attempts", "  attempts ", 0, letter->attempts);
    row_moment(table, "due", sent || parked ? NULL : "  next ", letter->due);
    row_text(table, "reason", sent ? NULL : "  ", 0, letter->reason);
    if (sent) {
        row_moment(table, "sent", "  sent ", letter->sent);
        row_text(table, "receipt", "  ", 0, letter->receipt);
    }
    if (letter->mail != NULL) {
        json_text(&table->object, "mail", letter->mail);
        json_number(&table->object, "processed", letter->processed);
    }
    table_next(table);
}

/* Prints letters of outbox_history, one a line, each below the mail that caused it; or as JSON. */
static void print_history(const GPtrArray *letters, bool json)
{
    const char *mail = NULL;
    g_auto(Table) table = table_new(json);
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        if (letter->mail != NULL && g_strcmp0(letter->mail, mail) != 0) {
            g_autofree char *date = clock_for_people(letter->processed);
            g_string_append_printf(table.line, "mail   %s  processed %s\n", letter->mail, date);
        }
        mail = letter->mail;
        add_letter(&table, letter);
    }
    table_print(&table);
}

bool mail_print_match(struct run *run, gint64 number, bool json)
{
    g_autoptr(Board) board = number != 0 ? board_read(run->db, number) : NULL;
    if (board == NULL) {
        return false;
    }
    g_autoptr(GPtrArray) letters = outbox_history(run->db, 0, number, false);
    print_history(letters, json);
    return true;
}

/* What was sent, to all or to a player. */
static bool list_sent(struct act *act)
{
    const char *name = act_text(act, "player");
    g_autoptr(Player) player = name != NULL ? player_by_name(act->run->db, name) : NULL;
    if (name != NULL && player == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "there is no player %s", name);
    }
    g_autoptr(GPtrArray) letters =
        outbox_history(act->run->db, player != NULL ? player->id : 0, 0, true);
    print_history(letters, act_has(act, "json"));
    return true;
}

static bool list(struct act *act)
{
    if (act_has(act, "sent")) {
        return list_sent(act);
    }
    const char *spool = act->run->config->spool;
    g_auto(Table) table = table_new(act_has(act, "json"));
    g_autoptr(GPtrArray) waiting = spool_list(spool, &act->error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, &act->error) : NULL;
    if (failed == NULL) {
        return false;
    }
    for (guint i = 0; i < waiting->len; i++) {
        const struct spool_entry *entry = waiting->pdata[i];
        add_mail(&table, entry->name, "waits", entry->received, entry->attempt, entry->fault);
    }
    for (char **name = failed; *name != NULL; name++) {
        enum spool_fault fault = spool_failed_fault(spool, *name);
        add_mail(&table, *name, "failed", 0, fault == SPOOL_SOUND ? SPOOL_ATTEMPTS : 0, fault);
    }
    g_autoptr(GPtrArray) letters = outbox_unsent(act->run->db);
    for (guint i = 0; i < letters->len; i++) {
        add_letter(&table, letters->pdata[i]);
    }
    table_print(&table);
    return true;
}

/* ---- show ---- */

static bool show_letter(struct act *act, gint64 id)
{
    g_autoptr(OutboxLetter) entry = outbox_read(act->run->db, id);
    if (entry == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "there is no letter %" G_GINT64_FORMAT,
                          id);
    }
    g_auto(Table) table = table_new(false);
    add_letter(&table, entry);
    g_autoptr(GBytes) bytes = compose_again(act->run, entry);
    if (bytes == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                          "letter %" G_GINT64_FORMAT " cannot be put into words", id);
    }
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    putchar('\n');
    cli_print_any(text, length);
    return true;
}

static bool show_mail(struct act *act, const char *name)
{
    const char *spool = act->run->config->spool;
    g_autofree char *path = spool_where(spool, name);
    g_autofree char *text = NULL;
    gsize length;
    if (path == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s: no mail named %s", spool, name);
    }
    if (!plain_file_contents(path, &text, &length, &act->error)) {
        return false;
    }
    cli_print_any(path, strlen(path));
    fputs("\n\n", stdout);
    cli_print_any(text, length);
    return true;
}

static bool show(struct act *act)
{
    const gint64 id = part_number(act->words[0]);
    return id > 0 ? show_letter(act, id) : show_mail(act, act->words[0]);
}

/* ---- retry and drop ---- */

/* Changes the letters that the words name; nothing if one of the letters or mails cannot be
 * changed. */
static bool change(struct act *act, char **words, bool drops)
{
    struct run *run = act->run;
    bool done = true;
    for (char **word = words; done && *word != NULL; word++) {
        const gint64 letter = part_number(*word);
        if (letter == 0) {
            done =
                (drops ? spool_may_drop : spool_may_retry)(run->config->spool, *word, &act->error);
        } else if (drops ? !outbox_drop(run->db, letter)
                         : !outbox_retry(run->db, letter, run->now)) {
            done = cli_refuse(&act->error, POSTMOVE_ERROR_NO, "letter %s is not there, or was sent",
                              *word);
        }
    }
    return done;
}

/* Changes the mails that the words name, when the journal has the act: if we are killed before
 * that, the operator can do it again. If one fails the others are changed all the same. */
static bool change_mails(struct act *act, char **words, bool drops)
{
    const char *spool = act->server->config->spool;
    bool done = true;
    for (; *words != NULL; words++) {
        done = (part_number(*words) > 0 ||
                (drops ? spool_drop : spool_retry)(spool, *words, done ? &act->error : NULL)) &&
               done;
    }
    return done;
}

static bool may_retry(struct act *act)
{
    return act_has(act, "all") == (act->words[0] == NULL) ||
           act_misused(act, "retry: either names and numbers, or --all");
}

/* --all: every mail in failed/, and every letter that is parked. */
static bool retry(struct act *act)
{
    if (!act_has(act, "all")) {
        return change(act, act->words, false);
    }
    g_auto(GStrv) failed = spool_failed(act->run->config->spool, &act->error);
    act->about = g_strdup("--all");
    outbox_retry_parked(act->run->db, act->run->now);
    return failed != NULL && change(act, failed, false);
}

static bool retry_mails(struct act *act)
{
    const bool all = act_has(act, "all");
    g_auto(GStrv) failed = all ? spool_failed(act->server->config->spool, &act->error) : NULL;
    return (!all || failed != NULL) && change_mails(act, all ? failed : act->words, false);
}

static bool may_drop(struct act *act)
{
    g_autofree char *all = g_strjoinv(", ", act->words);
    return cli_confirm(act_has(act, "yes"), "nothing was deleted", &act->error,
                       "Delete %s for good?", all);
}

static bool drop(struct act *act)
{
    return change(act, act->words, true);
}

static bool drop_mails(struct act *act)
{
    return change_mails(act, act->words, true);
}

static bool may_list(struct act *act)
{
    return act_has(act, "sent") || act_text(act, "player") == NULL ||
           act_misused(act, "list: --player goes with --sent");
}

/* ---- the parts ---- */

const struct part cli_mail[] = {
    { "list", 0, 0, "json sent player=", .may = may_list, .look = list },
    { "show", 1, 1, "", .look = show },
    { "retry", 0, -1, "all", .may = may_retry, .act = retry, .then = retry_mails },
    { "drop", 1, -1, "yes", .may = may_drop, .act = drop, .then = drop_mails },
    { "simulate", 1, 1, "sender=f recipient=r", .run = mail_simulate },
    { 0 },
};
