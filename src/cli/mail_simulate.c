/* mail simulate: shows what a mail would do, and does none of it. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/files.h"
#include "cli/mail.h"
#include "cli/part.h"
#include "commands/changes.h"
#include "commands/identify.h"
#include "mail/address.h"
#include "mail/child.h"
#include "mail/message.h"
#include "store/outbox.h"
#include "store/tokens.h"

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
static void understand(const char *bytes, gsize length, struct spool_mail *mail, const char *sender,
                       const char *recipient)
{
    spool_parse(bytes, length, mail);
    if (!mail->well_formed) {
        g_clear_pointer(&mail->bytes, g_bytes_unref);
        mail->truncated = length > SPOOL_MAIL_MAX;
        mail->bytes = g_bytes_new(bytes, MIN(length, SPOOL_MAIL_MAX));
    }
    if (sender != NULL) {
        g_free(mail->sender);
        mail->sender = g_strdup(sender);
    }
    if (recipient != NULL) {
        g_free(mail->recipient);
        mail->recipient = g_strdup(recipient);
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

/* Prints the envelope's recipient. If the mail has none, prints the addresses in its header that
 * the server would look at. */
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
        gint64 id = ((const struct outbox_letter *)letters->pdata[i])->id;
        g_autoptr(OutboxLetter) entry = id > newest ? outbox_read(workspace->db, id) : NULL;
        if (entry == NULL) {
            continue;
        }
        g_autoptr(Message) letter = parse(child, entry->bytes, false, NULL, error);
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

int mail_simulate(const struct server *server, const char *word, const char *sender,
                  const char *recipient)
{
    g_autoptr(GError) error = NULL;
    gsize length = 0;
    /* The word is a file, or else the name of a mail in the spool. */
    g_autofree char *spooled =
        g_file_test(word, G_FILE_TEST_EXISTS) ? NULL : spool_where(server->config->spool, word);
    g_autofree char *bytes = read_mail(spooled != NULL ? spooled : word, &length, &error);
    if (bytes == NULL) {
        return cli_fail(error);
    }
    struct spool_mail mail = { 0 };
    understand(bytes, length, &mail, sender, recipient);
    bool done = try_out(server, &mail, &error);
    spool_mail_clear(&mail);
    return done ? 0 : cli_fail(error);
}
