/* mail: lists what waits, failed or is parked; shows one of it, tries it again or drops it;
 * shows what a mail would do. A mail is known by its name in the spool, a letter by its number
 * in the outbox. */
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
#include "store/outbox.h"
#include "store/players.h"
#include "store/tokens.h"
#include "transport/spool.h"

/* What was said on the command line besides words. */
struct mail_options {
    gboolean json, yes, all;
    char *sender, *recipient; /* envelope; NULL: not told */
};

/* ---- list ---- */

/* A letter of the outbox, or a mail of the spool. All is borrowed. */
struct row {
    const struct outbox_entry *letter; /* NULL: it is a mail */
    const char *name;                  /* the mail's */
    const char *state;                 /* "waits" or "failed" */
    gint64 received;                   /* 0: not known */
    int attempts;
    enum spool_fault fault;
};

/* Why a mail cannot be played; NULL: it can, or we do not know. */
static const char *reason_of(const struct row *row)
{
    return row->fault != SPOOL_SOUND ? spool_fault_words(row->fault) : NULL;
}

static const char *letter_state(const struct outbox_entry *letter)
{
    return letter->state == OUTBOX_PARKED ? "parked" : "waits";
}

static GVariant *row_value(gpointer data)
{
    const struct row *row = data;
    const struct outbox_entry *letter = row->letter;
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    if (letter != NULL) {
        json_number(&values, "letter", letter->id);
        json_text(&values, "state", letter_state(letter));
        json_text(&values, "recipient", letter->recipient);
        json_number(&values, "written", letter->queued);
        json_number(&values, "attempts", letter->attempts);
        json_positive(&values, "due", letter->due);
        json_text(&values, "reason", letter->reason);
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

static void print_letter(const struct outbox_entry *letter)
{
    g_autofree char *since = clock_for_people(letter->queued);
    printf("letter %-8" G_GINT64_FORMAT " %-6s  to %s  written %s  attempts %" G_GINT64_FORMAT,
           letter->id, letter_state(letter), letter->recipient, since, letter->attempts);
    if (letter->state != OUTBOX_PARKED) {
        g_autofree char *next = clock_for_people(letter->due);
        printf("  next %s", next);
    }
    print_more(letter->reason);
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

static bool list(struct act *act)
{
    const struct mail_options *options = act->options;
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
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) entry = open ? outbox_entry(act.run->db, id, &bytes) : NULL;
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
    const char *text = g_bytes_get_data(bytes, &length);
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
    struct stat status;
    bool is_read = false;
    if (path == NULL) {
        g_set_error(&error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: no mail named %s",
                    server->config->spool, name);
    } else if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) { /* no link is followed */
        g_set_error(&error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: this is no plain file", path);
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

static int show(const struct server *server, char **words, void *data)
{
    (void)data;
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

static int retry(const struct server *server, char **words, void *data)
{
    const struct mail_options *options = data;
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
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) entry = open && id > 0 ? outbox_entry(act.run->db, id, &bytes) : NULL;
    bool there = entry != NULL && entry->state != OUTBOX_SENT;
    if (open && !there) {
        set_no_such_thing(word, &act.error);
    }
    return act_end(&act, there);
}

static int drop(const struct server *server, char **words, void *data)
{
    const struct mail_options *options = data;
    int code = 0;
    for (; code == 0 && *words != NULL; words++) {
        code = look_for(server, *words);
        if (code == 0) {
            g_autofree char *kept = g_strconcat(*words, " was kept", NULL);
            code = part_confirm("mail", options->yes, kept, "Delete %s for good?", *words);
            code = code == CLI_GO_ON ? change(server, *words, true) : code;
        }
    }
    return code;
}

/* ---- simulate: shows what a mail would do, and does none of it ---- */

/* No file in the spool has this name. */
#define NAME "simulated"

/* Reads at most one byte more than is kept of a mail: the caller sees that there is more. */
static char *read_mail(const char *path, gsize *length, GError **error)
{
    gsize most = SPOOL_HEADER_MAX + SPOOL_MAIL_MAX + 1;
    g_autofree char *bytes = g_malloc(most);
    FILE *file = fopen(path, "re");
    *length = file != NULL ? fread(bytes, 1, most, file) : 0;
    const int failure = file == NULL || ferror(file) ? errno : 0;
    if (file != NULL) {
        fclose(file);
    }
    if (failure != 0) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s", path,
                    g_strerror(failure));
        return NULL;
    }
    return g_steal_pointer(&bytes);
}

/* Fills in `mail` from a file of the spool, or from the mail alone. */
static void understand(const char *bytes, gsize length, struct spool_mail *mail,
                       const struct mail_options *options)
{
    spool_parse(bytes, length, mail);
    if (!mail->well_formed) {
        g_clear_pointer(&mail->bytes, g_bytes_unref);
        mail->truncated = length > SPOOL_MAIL_MAX;
        mail->bytes = g_bytes_new(bytes, MIN(length, SPOOL_MAIL_MAX));
    }
    if (options->sender != NULL) {
        g_free(mail->sender);
        mail->sender = g_strdup(options->sender);
    }
    if (options->recipient != NULL) {
        g_free(mail->recipient);
        mail->recipient = g_strdup(options->recipient);
    }
}

/* Lets the child parse the mail. NULL with an error. */
static struct message *parse(struct child *child, GBytes *mail, bool truncated, const char *sender,
                             GError **error)
{
    gsize length;
    const void *bytes = g_bytes_get_data(mail, &length);
    if (!child_give(child, bytes, length, truncated, sender, error)) {
        return NULL;
    }
    struct message *message = child_take(child);
    if (message == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "this mail cannot be parsed");
    }
    return message;
}

static void print_field(const char *name, const char *value)
{
    printf("%-10s ", name);
    cli_print_any(value, strlen(value));
    putchar('\n');
}

static void print_text(const char *text)
{
    g_autofree char *whole = g_strchomp(g_strdup(text));
    g_auto(GStrv) lines = g_strsplit(whole, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        fputs("    ", stdout);
        cli_print_any(*line, strlen(*line));
        putchar('\n');
    }
}

/* Prints what kind of address of ours the mail was written to; a reply address is looked up. */
static void print_recipient(const struct workspace *workspace, const char *address)
{
    static const char *const kinds[] = {
        [ADDRESS_FOREIGN] = "not ours",
        [ADDRESS_PLAIN] = "our address",
        [ADDRESS_BOUNCE] = "an address of returns",
        [ADDRESS_ODD] = "ours, with an extension that means nothing",
    };
    const struct config *config = workspace->run.config;
    g_autofree char *text = NULL;
    enum address_kind kind =
        address_kind(address, config->local, config->delimiter, config->host, &text);
    struct token token;
    if (text == NULL) {
        print_field("to", kinds[kind]);
    } else if (!token_written_to(workspace->db, text, workspace->run.now, &token)) {
        print_field("to", link_token(text) != 0 ? "a link that is good for nothing"
                                                : "a reply address that is good for nothing");
    } else {
        g_autoptr(Player) player =
            token.player != 0 ? player_by_id(workspace->db, token.player) : NULL;
        g_autofree char *what =
            g_strconcat(link_token(text) != 0 ? "a link given to " : "a reply address given to ",
                        player != NULL ? player->name : "nobody", NULL);
        print_field("to", what);
    }
}

/* Prints the recipient of the envelope; without one, the addresses that may tell whom the mail
 * is for. */
static void print_recipients(const struct workspace *workspace, const struct spool_mail *mail,
                             const struct message *message)
{
    if (mail->recipient != NULL) {
        print_recipient(workspace, mail->recipient);
        return;
    }
    for (char **at = message->delivered; mail->mailbox != NULL && *at != NULL; at++) {
        print_recipient(workspace, *at);
    }
    for (char **at = message->recipients; *at != NULL; at++) {
        print_recipient(workspace, *at);
    }
}

static void print_message(const struct workspace *workspace, const struct spool_mail *mail,
                          const struct message *message)
{
    static const char *const verdicts[] = {
        [SENDER_UNKNOWN] = "nothing is known of the sender",
        [SENDER_VOUCHED] = "vouched for",
        [SENDER_DISOWNED] = "disowned",
    };
    g_autofree char *folded = message->from != NULL ? address_fold(message->from) : NULL;
    g_autoptr(Player) player = folded != NULL ? player_by_address(workspace->db, folded) : NULL;
    print_field("from", !message->headers_whole ? "not read: the headers are not whole"
                        : message->from != NULL ? message->from
                                                : "nobody, or more than one");
    print_field("player", player != NULL ? player->name : "none has that address");
    print_recipients(workspace, mail, message);
    print_field("verdict", verdicts[message->verdict]);
    print_field("automatic", message->automatic != NULL ? message->automatic : "no");
    print_field("subject", message->subject);
    print_field("text", "");
    print_text(message->text);
}

/* Prints the letters that were written after `newest`, as their readers would see them. */
static bool print_new_letters(const struct workspace *workspace, struct child *child, gint64 newest,
                              GError **error)
{
    g_autoptr(GPtrArray) letters = outbox_unsent(workspace->db);
    guint written = 0;
    for (guint i = 0; i < letters->len; i++) {
        gint64 id = ((const struct outbox_entry *)letters->pdata[i])->id;
        g_autoptr(GBytes) bytes = NULL;
        g_autoptr(OutboxEntry) entry = id > newest ? outbox_entry(workspace->db, id, &bytes) : NULL;
        if (entry == NULL) {
            continue;
        }
        g_autoptr(Message) letter = parse(child, bytes, false, entry->sender, error);
        if (letter == NULL) {
            return false;
        }
        putchar('\n');
        print_field("letter to", entry->recipient);
        print_field("subject", letter->subject);
        print_text(letter->text);
        written++;
    }
    if (written == 0) {
        puts("\nno letter");
    }
    return true;
}

/* Carries the mail out on a copy of the database. */
static bool try_out(const struct server *server, const struct spool_mail *mail, GError **error)
{
    g_autoptr(Child) child = child_start(server->config->authserv_id, error);
    g_auto(Workspace) workspace = { 0 };
    if (child == NULL ||
        !workspace_open(&workspace, server->config, server->words, DB_COPY, "simulate", error)) {
        return false;
    }
    g_autoptr(Message) message = parse(child, mail->bytes, mail->truncated, mail->sender, error);
    if (message == NULL) {
        return false;
    }
    print_message(&workspace, mail, message);
    db_begin(workspace.db);
    gint64 newest = outbox_newest(workspace.db);
    workspace_serve(&workspace, NAME, mail, message);
    struct portions talk = { 0 };
    changes_send_talk(&workspace.run, &talk);
    g_array_unref(talk.all);
    bool done = db_failed(workspace.db) ? db_commit(workspace.db, error)
                                        : print_new_letters(&workspace, child, newest, error);
    db_rollback(workspace.db);
    return done;
}

static int simulate(const struct server *server, char **words, void *data)
{
    const struct mail_options *options = data;
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    /* The word is a file, or else the name of a mail in the spool. */
    g_autofree char *spooled = g_file_test(words[0], G_FILE_TEST_EXISTS)
                                   ? NULL
                                   : spool_where(server->config->spool, words[0]);
    g_autofree char *bytes = read_mail(spooled != NULL ? spooled : words[0], &length, &error);
    if (bytes == NULL) {
        return cli_fail(error);
    }
    struct spool_mail mail = { 0 };
    understand(bytes, length, &mail, options);
    bool done = try_out(server, &mail, &error);
    spool_mail_clear(&mail);
    return done ? 0 : cli_fail(error);
}

/* ---- the parts ---- */

static const struct part mail_parts[] = {
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "", .run = show },
    { "retry", 0, -1, "all", .run = retry },
    { "drop", 1, -1, "yes", .run = drop },
    { "simulate", 1, 1, "sender recipient", .run = simulate },
};

int cli_mail(const struct invocation *invocation, int argc, char **argv)
{
    struct mail_options options = { 0 };
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &options.json, NULL, NULL },
        { "yes", 0, 0, G_OPTION_ARG_NONE, &options.yes, NULL, NULL },
        { "all", 0, 0, G_OPTION_ARG_NONE, &options.all, NULL, NULL },
        { "sender", 'f', 0, G_OPTION_ARG_STRING, &options.sender, NULL, NULL },
        { "recipient", 'r', 0, G_OPTION_ARG_STRING, &options.recipient, NULL, NULL },
        { 0 },
    };
    const struct parts parts = { "mail", mail_parts, G_N_ELEMENTS(mail_parts), entries };
    int code = cli_options(entries, &argc, &argv, 1, -1);
    if (code == CLI_GO_ON) {
        code = parts_run(&parts, invocation, argv + 1, &options);
    }
    g_free(options.sender);
    g_free(options.recipient);
    return code;
}
