/* mail simulate: shows what a mail would do, and does none of it. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/error.h"
#include "cli/mail.h"
#include "cli/workspace.h"
#include "commands/changes.h"
#include "commands/identify.h"
#include "letters/composing.h"
#include "mail/address.h"
#include "mail/child.h"
#include "mail/message.h"
#include "store/inbox.h"
#include "store/outbox.h"

/* No file in the spool has this name. */
#define NAME "simulated/"

/* Fills in `mail` from a file of the spool, or from the mail alone; no more of it is read than the
 * spool keeps. */
static bool read_mail(const char *path, struct spool_mail *mail, GError **error)
{
    GMappedFile *file = g_mapped_file_new(path, FALSE, error);
    if (file == NULL) {
        return false;
    }
    const char *bytes = g_mapped_file_get_contents(file);
    const gsize length = g_mapped_file_get_length(file);
    spool_parse(bytes != NULL ? bytes : "", MIN(length, SPOOL_HEADER_MAX + SPOOL_MAIL_MAX), mail);
    if (!mail->well_formed) {
        g_bytes_unref(mail->bytes);
        mail->truncated = length > SPOOL_MAIL_MAX;
        mail->bytes = g_bytes_new(bytes, MIN(length, SPOOL_MAIL_MAX));
    }
    g_mapped_file_unref(file);
    return true;
}

/* Lets the child parse a mail. NULL with the error. */
static struct message *parse(struct child *child, const struct spool_mail *mail, GError **error)
{
    gsize length;
    const void *bytes = g_bytes_get_data(mail->bytes, &length);
    if (!child_give(child, bytes, length, mail->truncated, mail->sender, error)) {
        return NULL;
    }
    struct message *message = child_take(child);
    if (message == NULL) {
        cli_refuse(error, POSTMOVE_ERROR_NO, "this mail cannot be parsed");
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
    g_autoptr(GString) shown = g_string_new(whole);
    g_string_prepend_c(shown, '\n');
    g_string_replace(shown, "\n", "\n    ", 0);
    g_string_append_c(shown, '\n');
    cli_print_any(shown->str + 1, shown->len - 1);
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
    struct db *db = workspace->db;
    g_autofree char *text = NULL;
    enum address_kind kind =
        address_kind(address, config->local, config->delimiter, config->host, &text);
    if (text == NULL) {
        print_field("to", kinds[kind]);
        return;
    }
    struct token token = { 0 };
    const bool good = token_written_to(db, text, workspace->run.now, &token);
    g_autoptr(Player) player = good && token.player != 0 ? player_by_id(db, token.player) : NULL;
    g_autofree char *what = g_strconcat(link_token(text) != 0 ? "a link " : "a reply address ",
                                        !good            ? "that is good for nothing"
                                        : player == NULL ? "given to nobody"
                                                         : "given to ",
                                        player != NULL ? player->name : NULL, NULL);
    print_field("to", what);
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
        g_autoptr(GBytes) bytes = compose_again(&workspace->run, entry);
        if (bytes == NULL) {
            return cli_refuse(error, POSTMOVE_ERROR_NO, "a letter cannot be put into words");
        }
        const struct spool_mail sent = { .bytes = bytes };
        g_autoptr(Message) letter = parse(child, &sent, error);
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
    g_autoptr(Message) message = parse(child, mail, error);
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

bool mail_simulate(struct act *act)
{
    const char *word = act->words[0];
    g_auto(SpoolMail) mail = { 0 };
    /* The word is a file, or else the name of a mail in the spool. */
    g_autofree char *spooled = g_file_test(word, G_FILE_TEST_EXISTS)
                                   ? NULL
                                   : spool_where(act->server->config->spool, word);
    if (!read_mail(spooled != NULL ? spooled : word, &mail, &act->error)) {
        return false;
    }
    if (act_text(act, "sender") != NULL) {
        g_free(mail.sender);
        mail.sender = g_strdup(act_text(act, "sender"));
    }
    if (act_text(act, "recipient") != NULL) {
        g_free(mail.recipient);
        mail.recipient = g_strdup(act_text(act, "recipient"));
    }
    return try_out(act->server, &mail, &act->error);
}
