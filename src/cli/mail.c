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

static int show_letter(const struct server *server, gint64 id)
{
    struct act act;
    bool open = act_look(&act, server->config, NULL);
    g_autoptr(OutboxLetter) entry = open ? outbox_read(act.run->db, id) : NULL;
    if (open && entry == NULL) {
        g_set_error(&act.error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "there is no letter %" G_GINT64_FORMAT, id);
    }
    if (entry == NULL) {
        return act_end(&act, false);
    }
    if (entry->state == OUTBOX_SENT) {
        g_autofree char *sent = clock_for_people(entry->sent);
        printf("letter %" G_GINT64_FORMAT " sent %s to %s", entry->id, sent, entry->recipient);
        print_more(entry->receipt);
    } else {
        print_letter(entry);
    }
    gsize length;
    const char *text = g_bytes_get_data(entry->bytes, &length);
    putchar('\n');
    cli_print_any(text, length);
    return act_end(&act, true);
}

static int show_mail(const struct server *server, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = spool_where(server->config->spool, name);
    g_autofree char *text = NULL;
    gsize length;
    bool is_read = false;
    if (path == NULL) {
        g_set_error(&error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: no mail named %s",
                    server->config->spool, name);
    } else {
        is_read = plain_file_contents(path, &text, &length, &error);
    }
    if (!is_read) {
        return cli_fail(error);
    }
    cli_print_any(path, strlen(path));
    fputs("\n\n", stdout);
    cli_print_any(text, length);
    return 0;
}

static int show(const struct server *server, char **words, struct part_options *options)
{
    (void)options;
    gint64 id = part_number(words[0]);
    return id > 0 ? show_letter(server, id) : show_mail(server, words[0]);
}

/* ---- retry ---- */

/* Sets the error: nothing of that name or number waits, failed or is parked. */
static void set_no_such_thing(const char *word, GError **error)
{
    bool letter = part_number(word) > 0;
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                letter ? "letter %s is not there, or was sent" : "there is no mail named %s", word);
}

typedef bool spool_change(const char *spool, const char *name, GError **error);

/* Calls `change` for all mails in failed/; stops at the first one that it fails for. */
static bool each_failed(const char *spool, spool_change *change, GError **error)
{
    g_auto(GStrv) names = spool_failed(spool, error);
    bool done = names != NULL;
    for (char **name = names; done && *name != NULL; name++) {
        done = change(spool, *name, error);
    }
    return done;
}

/* Retries every mail in failed/, or none if one of them cannot be retried, and every letter
 * that is parked. */
static int retry_all(const struct server *server)
{
    const char *spool = server->config->spool;
    struct act act;
    bool done =
        act_begin(&act, server, "mail retry") && each_failed(spool, spool_may_retry, &act.error);
    if (done) {
        outbox_retry_parked(act.run->db, act.run->now);
    }
    done = act_commit(&act, done, "--all") && each_failed(spool, spool_retry, &act.error);
    return act_end(&act, done);
}

/* Retries or drops what a word names. The spool is changed after the journal has the act. */
static int change(const struct server *server, const char *word, bool drops)
{
    gint64 letter = part_number(word);
    const char *spool = server->config->spool;
    struct act act;
    bool done = act_begin(&act, server, drops ? "mail drop" : "mail retry");
    if (done && letter > 0) {
        done = drops ? outbox_drop(act.run->db, letter)
                     : outbox_retry(act.run->db, letter, act.run->now);
        if (!done) {
            set_no_such_thing(word, &act.error);
        }
    } else if (done) {
        done = (drops ? spool_may_drop : spool_may_retry)(spool, word, &act.error);
    }
    done = act_commit(&act, done, word) &&
           (letter > 0 || (drops ? spool_drop : spool_retry)(spool, word, &act.error));
    return act_end(&act, done);
}

static int retry(const struct server *server, char **words, struct part_options *options)
{
    if (options->all != (*words == NULL)) {
        return cli_misused("mail", "retry: either names and numbers, or --all");
    }
    int code = options->all ? retry_all(server) : 0;
    for (; code == 0 && *words != NULL; words++) {
        code = change(server, *words, false);
    }
    return code;
}

/* ---- drop ---- */

/* Checks that what a word names is there, before the operator is asked about it. */
static int look_for(const struct server *server, const char *word)
{
    gint64 id = part_number(word);
    g_autofree char *path = id == 0 ? spool_where(server->config->spool, word) : NULL;
    if (path != NULL) {
        return 0;
    }
    struct act act;
    bool open = act_look(&act, server->config, NULL);
    g_autoptr(OutboxLetter) entry = open && id > 0 ? outbox_read(act.run->db, id) : NULL;
    bool there = entry != NULL && entry->state != OUTBOX_SENT;
    if (open && !there) {
        set_no_such_thing(word, &act.error);
    }
    return act_end(&act, there);
}

static int drop(const struct server *server, char **words, struct part_options *options)
{
    int code = 0;
    for (char **word = words; code == 0 && *word != NULL; word++) {
        code = look_for(server, *word);
    }
    if (code == 0) {
        g_autofree char *all = g_strjoinv(", ", words);
        code =
            part_confirm("mail", options->yes, "nothing was deleted", "Delete %s for good?", all);
        code = code == CLI_GO_ON ? 0 : code;
    }
    for (; code == 0 && *words != NULL; words++) {
        code = change(server, *words, true);
    }
    return code;
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
    { "show", 1, 1, "", .run = show },
    { "retry", 0, -1, "all", .run = retry },
    { "drop", 1, -1, "yes", .run = drop },
    { "simulate", 1, 1, "sender recipient", .run = simulate },
};

const struct parts cli_mail = { "mail", mail_parts, G_N_ELEMENTS(mail_parts) };
