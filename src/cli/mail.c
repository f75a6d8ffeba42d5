/* mail: lists what waits, failed or is parked, and what was sent; shows one of it, tries it again
 * or drops it. A mail is known by its name in the spool, a letter by its number
 * in the outbox. */
#include "cli/mail.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "cli/json.h"
#include "cli/part.h"
#include "commands/changes.h"
#include "commands/identify.h"
#include "mail/address.h"
#include "mail/child.h"
#include "mail/message.h"
#include "store/boards.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/tokens.h"
#include "transport/spool.h"

/* ---- list ---- */

/* A letter of the outbox, or a mail of the spool. All is borrowed. */
struct row {
    const struct outbox_letter *letter; /* NULL: it is a mail */
    const char *name;                   /* the mail's */
    const char *state;                  /* "waits" or "failed" */
    gint64 received;                    /* 0: not known */
    int attempts;
    enum spool_fault fault;
};

/* Why a mail cannot be played; NULL: it can, or we do not know. */
static const char *reason_of(const struct row *row)
{
    return row->fault != SPOOL_SOUND ? spool_fault_words(row->fault) : NULL;
}

static const char *letter_state(const struct outbox_letter *letter)
{
    return letter->state == OUTBOX_PARKED ? "parked"
           : letter->state == OUTBOX_SENT ? "sent"
                                          : "waits";
}

static GVariant *row_value(gpointer data)
{
    const struct row *row = data;
    const struct outbox_letter *letter = row->letter;
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    if (letter != NULL) {
        json_number(&values, "letter", letter->id);
        json_text(&values, "state", letter_state(letter));
        json_text(&values, "recipient", letter->recipient);
        json_number(&values, "written", letter->queued);
        json_number(&values, "attempts", letter->attempts);
        json_positive(&values, "due", letter->due);
        json_text(&values, "reason", letter->reason);
        if (letter->state == OUTBOX_SENT) {
            json_number(&values, "sent", letter->sent);
            json_text(&values, "receipt", letter->receipt);
        }
        if (letter->mail != NULL) {
            json_text(&values, "mail", letter->mail);
            json_number(&values, "processed", letter->processed);
        }
    } else {
        json_text(&values, "mail", row->name);
        json_text(&values, "state", row->state);
        json_positive(&values, "received", row->received);
        json_number(&values, "attempts", row->attempts);
        json_text(&values, "reason", reason_of(row));
    }
    return g_variant_builder_end(&values);
}

/* Prints what more is known (NULL: nothing) and ends the line. */
static void print_more(const char *more)
{
    printf("%s%s\n", more != NULL ? "  " : "", more != NULL ? more : "");
}

static void print_letter(const struct outbox_letter *letter)
{
    g_autofree char *since = clock_for_people(letter->queued);
    printf("letter %-8" G_GINT64_FORMAT " %-6s  to %s  written %s  attempts %" G_GINT64_FORMAT,
           letter->id, letter_state(letter), letter->recipient, since, letter->attempts);
    if (letter->state != OUTBOX_PARKED) {
        const bool sent = letter->state == OUTBOX_SENT;
        g_autofree char *date = clock_for_people(sent ? letter->sent : letter->due);
        printf("  %s %s", sent ? "sent" : "next", date);
    }
    print_more(letter->state == OUTBOX_SENT ? letter->receipt : letter->reason);
}

static void print_row(gpointer data)
{
    const struct row *row = data;
    if (row->letter != NULL) {
        print_letter(row->letter);
        return;
    }
    g_autofree char *came = clock_for_people(row->received);
    printf("mail   %s  %s%s%s  attempts %d", row->name, row->state,
           row->received > 0 ? "  came " : "", row->received > 0 ? came : "", row->attempts);
    print_more(reason_of(row));
}

static void add_row(GPtrArray *rows, struct row row)
{
    g_ptr_array_add(rows, g_memdup2(&row, sizeof row));
}

/* Prints letters of outbox_history, one a line, each below the mail that caused it; or as JSON. */
static void print_history(const GPtrArray *letters, bool json)
{
    const char *mail = NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < letters->len; i++) {
        const struct outbox_letter *letter = letters->pdata[i];
        if (!json && letter->mail != NULL && g_strcmp0(letter->mail, mail) != 0) {
            g_autofree char *date = clock_for_people(letter->processed);
            printf("mail   %s  processed %s\n", letter->mail, date);
        }
        mail = letter->mail;
        add_row(rows, (struct row){ .letter = letter });
        if (!json) {
            print_letter(letter);
        }
    }
    if (json) {
        json_print_rows(rows, true, print_row, row_value);
    }
}

bool mail_print_match(struct run *run, gint64 number, bool json)
{
    g_autoptr(Board) board = number != 0 ? board_read(run->db, number) : NULL;
    if (board == NULL) {
        return false;
    }
    /* As the Subject of such a letter begins (session_heading). */
    const char *title = words_get(run->words, board->game, "title");
    g_autofree char *subject = g_strdup_printf("%s %" G_GINT64_FORMAT ": ", title, number);
    g_autoptr(GPtrArray) letters = outbox_history(run->db, 0, subject, false);
    print_history(letters, json);
    return true;
}

/* What was sent, to all or to a player. */
static bool list_sent(struct act *act)
{
    const struct part_options *options = act->options;
    const char *name = options->player;
    g_autoptr(Player) player = name != NULL ? player_by_name(act->run->db, name) : NULL;
    if (name != NULL && player == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "there is no player %s", name);
    }
    g_autoptr(GPtrArray) letters =
        outbox_history(act->run->db, player != NULL ? player->id : 0, NULL, true);
    print_history(letters, options->json);
    return true;
}

static bool list(struct act *act)
{
    const struct part_options *options = act->options;
    if (options->sent) {
        return list_sent(act);
    }
    const char *spool = act->run->config->spool;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GPtrArray) waiting = spool_list(spool, &act->error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, &act->error) : NULL;
    if (failed == NULL) {
        return false;
    }
    for (guint i = 0; i < waiting->len; i++) {
        const struct spool_entry *entry = waiting->pdata[i];
        add_row(rows, (struct row){ .name = entry->name,
                                    .state = "waits",
                                    .received = entry->received,
                                    .attempts = entry->attempt,
                                    .fault = entry->fault });
    }
    for (char **name = failed; *name != NULL; name++) {
        enum spool_fault fault = spool_failed_fault(spool, *name);
        add_row(rows, (struct row){ .name = *name,
                                    .state = "failed",
                                    .attempts = fault == SPOOL_SOUND ? SPOOL_ATTEMPTS : 0,
                                    .fault = fault });
    }
    g_autoptr(GPtrArray) letters = outbox_unsent(act->run->db);
    for (guint i = 0; i < letters->len; i++) {
        add_row(rows, (struct row){ .letter = letters->pdata[i] });
    }
    json_print_rows(rows, options->json, print_row, row_value);
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
    print_letter(entry);
    gsize length;
    const char *text = g_bytes_get_data(entry->bytes, &length);
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

typedef bool change_letter(struct run *run, gint64 letter);
typedef bool change_mail(const char *spool, const char *name, GError **error);

static bool retry_letter(struct run *run, gint64 letter)
{
    return outbox_retry(run->db, letter, run->now);
}

static bool drop_letter(struct run *run, gint64 letter)
{
    return outbox_drop(run->db, letter);
}

/* Changes what the words name: all of it, or nothing if one of them cannot be changed. */
static bool change(struct act *act, char **words, change_letter *letter, change_mail *may,
                   change_mail *mail)
{
    const char *spool = act->run->config->spool;
    bool done = true;
    for (char **word = words; done && *word != NULL; word++) {
        const gint64 id = part_number(*word);
        done = id == 0                ? may(spool, *word, &act->error)
               : letter(act->run, id) ? true
                                      : cli_refuse(&act->error, POSTMOVE_ERROR_NO,
                                                   "letter %s is not there, or was sent", *word);
    }
    for (char **word = words; done && !db_failed(act->run->db) && *word != NULL; word++) {
        done = part_number(*word) > 0 || mail(spool, *word, &act->error);
    }
    return done;
}

static int may_retry(char **words, struct part_options *options)
{
    return options->all == (*words == NULL)
               ? CLI_GO_ON
               : cli_misused("mail", "retry: either names and numbers, or --all");
}

/* --all: every mail in failed/, and every letter that is parked. */
static bool retry(struct act *act)
{
    g_auto(GStrv) failed =
        act->options->all ? spool_failed(act->run->config->spool, &act->error) : NULL;
    if (act->options->all) {
        act->about = g_strdup("--all");
        outbox_retry_parked(act->run->db, act->run->now);
    }
    return (!act->options->all || failed != NULL) &&
           change(act, act->options->all ? failed : act->words, retry_letter, spool_may_retry,
                  spool_retry);
}

static int may_drop(char **words, struct part_options *options)
{
    g_autofree char *all = g_strjoinv(", ", words);
    return part_confirm(options, "nothing was deleted", "Delete %s for good?", all);
}

static bool drop(struct act *act)
{
    return change(act, act->words, drop_letter, spool_may_drop, spool_drop);
}

static int simulate(const struct server *server, char **words, struct part_options *options)
{
    return mail_simulate(server, words[0], options->sender, options->recipient);
}

static int may_list(char **words, struct part_options *options)
{
    (void)words;
    return options->sent || options->player == NULL
               ? CLI_GO_ON
               : cli_misused("mail", "list: --player goes with --sent");
}

/* ---- the parts ---- */

static const struct part mail_parts[] = {
    { "list", 0, 0, "json sent player", .may = may_list, .look = list },
    { "show", 1, 1, "", .look = show },
    { "retry", 0, -1, "all", .may = may_retry, .act = retry },
    { "drop", 1, -1, "yes", .may = may_drop, .act = drop },
    { "simulate", 1, 1, "sender recipient", .run = simulate },
};

const struct parts cli_mail = { "mail", mail_parts, G_N_ELEMENTS(mail_parts) };
