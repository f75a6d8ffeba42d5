/* mail simulate: what would come of a mail; nothing does. */
#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cli/cli.h"
#include "cli/mail.h"
#include "commands/changes.h"
#include "mail/address.h"
#include "mail/message.h"
#include "store/outbox.h"
#include "store/players.h"
#include "store/tokens.h"
#include "transport/spool.h"

/* No spool file has this name, since it is known to nobody but us. */
#define NAME "simulated"

/* ---- reading ---- */

/* At most one byte more than is kept of a mail, so that more shows. */
static char *read_mail(const char *path, gsize *length, GError **error)
{
    g_autoptr(GFile) file = g_file_new_for_path(path);
    g_autoptr(GFileInputStream) stream = g_file_read(file, NULL, error);
    gsize most = SPOOL_HEADER_MAX + SPOOL_MAIL_MAX + 1;
    g_autofree char *bytes = g_malloc(most);
    bool read = stream != NULL &&
                g_input_stream_read_all(G_INPUT_STREAM(stream), bytes, most, length, NULL, error);
    return read ? g_steal_pointer(&bytes) : NULL;
}

/* A file of the spool, or the mail alone. */
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

/* NULL with an error. */
static struct message *parse(struct child *child, GBytes *mail, bool truncated, const char *sender,
                             GError **error)
{
    gsize length;
    const void *bytes = g_bytes_get_data(mail, &length);
    struct message *message = NULL;
    if (child_give(child, bytes, length, truncated, sender, error) &&
        child_take(child, &message) != CHILD_PARSED) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "this mail cannot be parsed");
    }
    return message;
}

/* ---- saying ---- */

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

static char *name_of(struct db *db, gint64 id)
{
    g_autoptr(Player) player = id != 0 ? player_by_id(db, id) : NULL;
    return g_strdup(player != NULL ? player->name : "nobody");
}

/* Who has this address. */
static void print_writer(const struct workspace *workspace, const struct message *message)
{
    g_autofree char *folded = message->from != NULL ? address_fold(message->from) : NULL;
    g_autoptr(Player) player = folded != NULL ? player_by_address(workspace->db, folded) : NULL;
    print_field("from", !message->headers_whole ? "not read: the headers are not whole"
                        : message->from != NULL ? message->from
                                                : "nobody, or more than one");
    print_field("player", player != NULL ? player->name : "none has that address");
}

/* What kind of address of ours it was written to; a reply address is looked up. */
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
    } else if (!token_find(workspace->db, text, workspace->run.now, &token)) {
        print_field("to", "a reply address that is good for nothing");
    } else {
        g_autofree char *name = name_of(workspace->db, token.player);
        g_autofree char *what = g_strdup_printf("a reply address given to %s", name);
        print_field("to", what);
    }
}

/* The envelope; without one, what may tell whom the mail is for. */
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
    print_writer(workspace, message);
    print_recipients(workspace, mail, message);
    print_field("verdict", verdicts[message->verdict]);
    print_field("automatic", message->automatic != NULL ? message->automatic : "no");
    print_field("subject", message->subject);
    print_field("text", "");
    print_text(message->text);
}

/* A letter as its reader would see it. */
static bool print_letter(struct child *child, const struct outbox_entry *entry, GBytes *bytes,
                         GError **error)
{
    g_autoptr(Message) letter = parse(child, bytes, false, entry->sender, error);
    if (letter == NULL) {
        return false;
    }
    putchar('\n');
    print_field("letter to", entry->recipient);
    print_field("subject", letter->subject);
    print_text(letter->text);
    return true;
}

/* ---- doing ---- */

static bool print_letters(const struct workspace *workspace, struct child *child, gint64 newest,
                          GError **error)
{
    g_autoptr(GPtrArray) letters = outbox_unsent(workspace->db);
    guint written = 0;
    for (guint i = 0; i < letters->len; i++) {
        gint64 id = ((const struct outbox_entry *)letters->pdata[i])->id;
        g_autoptr(GBytes) bytes = NULL;
        g_autoptr(OutboxEntry) entry = id > newest ? outbox_entry(workspace->db, id, &bytes) : NULL;
        if (entry != NULL && !print_letter(child, entry, bytes, error)) {
            return false;
        }
        written += entry != NULL;
    }
    if (written == 0) {
        puts("\nno letter");
    }
    return true;
}

/* Carries the mail out on the copy. */
static bool carry_out(struct workspace *workspace, struct child *child,
                      const struct spool_mail *mail, struct message *message, GError **error)
{
    db_begin(workspace->db);
    gint64 newest = outbox_newest(workspace->db);
    workspace_serve(workspace, NAME, mail, message);
    changes_send_talk(&workspace->run);
    bool done = db_failed(workspace->db) ? db_commit(workspace->db, error)
                                         : print_letters(workspace, child, newest, error);
    db_rollback(workspace->db);
    return done;
}

static bool simulate(const struct server *server, const struct spool_mail *mail, GError **error)
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
    return carry_out(&workspace, child, mail, message, error);
}

int mail_simulate(const struct server *server, char **words, void *data)
{
    const struct mail_options *options = data;
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    /* A file, or else the name of a mail in the spool. */
    g_autofree char *spooled = g_file_test(words[0], G_FILE_TEST_EXISTS)
                                   ? NULL
                                   : spool_where(server->config->spool, words[0]);
    g_autofree char *bytes = read_mail(spooled != NULL ? spooled : words[0], &length, &error);
    if (bytes == NULL) {
        return cli_fail(error);
    }
    struct spool_mail mail = { 0 };
    understand(bytes, length, &mail, options);
    bool done = simulate(server, &mail, &error);
    spool_mail_clear(&mail);
    return done ? 0 : cli_fail(error);
}
