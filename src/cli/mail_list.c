/* mail list|show: what waits, failed or is parked; one of it, whole. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/plain_file.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/mailroom.h"
#include "store/outbox_review.h"
#include "transport/spool.h"

/* False for what could move a terminal's cursor, colour it or turn text round. */
static bool is_shown(gunichar character)
{
    GUnicodeType type = g_unichar_type(character);
    return character == '\n' || character == '\t' ||
           (type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT);
}

void mailroom_print(const char *bytes, gsize length)
{
    g_autofree char *text = g_utf8_make_valid(bytes, (gssize)length);
    g_autoptr(GString) shown = g_string_sized_new(length);
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        if (at[0] != '\r' || at[1] != '\n') {
            g_string_append_unichar(shown, is_shown(character) ? character : '?');
        }
    }
    fputs(shown->str, stdout);
}

/* ---- what is listed ---- */

static GVariant *letter_value(const struct outbox_entry *entry)
{
    bool parked = entry->state == OUTBOX_PARKED;
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "letter", g_variant_new_int64(entry->id));
    g_variant_builder_add(&values, "{sv}", "state",
                          g_variant_new_string(parked ? "parked" : "waits"));
    g_variant_builder_add(&values, "{sv}", "recipient", g_variant_new_string(entry->recipient));
    g_variant_builder_add(&values, "{sv}", "written", g_variant_new_int64(entry->queued));
    g_variant_builder_add(&values, "{sv}", "attempts", g_variant_new_int64(entry->attempts));
    g_variant_builder_add(&values, "{sv}", "due", g_variant_new("mx", !parked, (gint64)entry->due));
    g_variant_builder_add(&values, "{sv}", "reason", g_variant_new("ms", entry->reason));
    return g_variant_builder_end(&values);
}

static GVariant *mail_value(const char *name, const char *state, gint64 received, int attempts,
                            enum spool_fault fault)
{
    const char *reason = fault != SPOOL_SOUND ? spool_fault_words(fault) : NULL;
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "mail", g_variant_new_string(name));
    g_variant_builder_add(&values, "{sv}", "state", g_variant_new_string(state));
    g_variant_builder_add(&values, "{sv}", "received", g_variant_new("mx", received > 0, received));
    g_variant_builder_add(&values, "{sv}", "attempts", g_variant_new_int64(attempts));
    g_variant_builder_add(&values, "{sv}", "reason", g_variant_new("ms", reason));
    return g_variant_builder_end(&values);
}

static void add(GPtrArray *rows, GVariant *value)
{
    g_ptr_array_add(rows, g_variant_ref_sink(value));
}

static bool add_mails(const char *spool, GPtrArray *rows, GError **error)
{
    g_autoptr(GPtrArray) waiting = spool_list(spool, error);
    g_auto(GStrv) failed = waiting != NULL ? spool_failed(spool, error) : NULL;
    if (failed == NULL) {
        return false;
    }
    for (guint i = 0; i < waiting->len; i++) {
        const struct spool_entry *entry = waiting->pdata[i];
        add(rows, mail_value(entry->name, "waits", entry->received, entry->attempt, entry->fault));
    }
    for (char **name = failed; *name != NULL; name++) {
        enum spool_fault fault = spool_failed_fault(spool, *name);
        int attempts = fault == SPOOL_SOUND ? SPOOL_ATTEMPTS : 0;
        add(rows, mail_value(*name, "failed", 0, attempts, fault));
    }
    return true;
}

static bool letters_act(struct run *run, void *data, GError **error)
{
    (void)error;
    g_autoptr(GPtrArray) letters = outbox_unsent(run->db);
    for (guint i = 0; i < letters->len; i++) {
        add(data, letter_value(letters->pdata[i]));
    }
    return true;
}

/* ---- list ---- */

static void print_letter(GVariant *value)
{
    const char *state, *recipient, *reason = NULL;
    gint64 id, written, attempts, due = 0;
    g_variant_lookup(value, "letter", "x", &id);
    g_variant_lookup(value, "state", "&s", &state);
    g_variant_lookup(value, "recipient", "&s", &recipient);
    g_variant_lookup(value, "written", "x", &written);
    g_variant_lookup(value, "attempts", "x", &attempts);
    g_variant_lookup(value, "reason", "m&s", &reason);
    gboolean waits = FALSE;
    g_variant_lookup(value, "due", "mx", &waits, &due);
    g_autofree char *since = clock_for_people(written), *next = clock_for_people(due);
    printf("letter %-8" G_GINT64_FORMAT " %-6s  to %s  written %s  attempts %" G_GINT64_FORMAT, id,
           state, recipient, since, attempts);
    if (waits) {
        printf("  next %s", next);
    }
    printf("%s%s\n", reason != NULL ? "  " : "", reason != NULL ? reason : "");
}

static void print_mail(GVariant *value)
{
    const char *name, *state, *reason = NULL;
    gint64 received = 0, attempts;
    gboolean known = FALSE;
    g_variant_lookup(value, "mail", "&s", &name);
    g_variant_lookup(value, "state", "&s", &state);
    g_variant_lookup(value, "received", "mx", &known, &received);
    g_variant_lookup(value, "attempts", "x", &attempts);
    g_variant_lookup(value, "reason", "m&s", &reason);
    g_autofree char *came = clock_for_people(received);
    printf("mail   %s  %s%s%s  attempts %" G_GINT64_FORMAT "%s%s\n", name, state,
           known ? "  came " : "", known ? came : "", attempts, reason != NULL ? "  " : "",
           reason != NULL ? reason : "");
}

static void print_line(gpointer row)
{
    gint64 id;
    if (g_variant_lookup(row, "letter", "x", &id)) {
        print_letter(row);
    } else {
        print_mail(row);
    }
}

int mailroom_list(const struct server *server, char **words, const void *data)
{
    (void)words;
    const struct mailroom_options *options = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_variant_unref);
    if (!add_mails(server->config->spool, rows, &error) ||
        !workspace_read(server->config, NULL, "mail", letters_act, rows, &error)) {
        return cli_fail(error);
    }
    json_print_rows(rows, options->json, print_line, json_row);
    return 0;
}

/* ---- show ---- */

static void print_entry(const struct outbox_entry *entry, GBytes *bytes)
{
    if (entry->state == OUTBOX_SENT) {
        g_autofree char *sent = clock_for_people(entry->sent);
        printf("letter %" G_GINT64_FORMAT " sent %s to %s", entry->id, sent, entry->recipient);
        printf("%s%s\n", entry->receipt != NULL ? "  " : "",
               entry->receipt != NULL ? entry->receipt : "");
    } else {
        g_autoptr(GVariant) value = g_variant_ref_sink(letter_value(entry));
        print_letter(value);
    }
    gsize length;
    const char *text = g_bytes_get_data(bytes, &length);
    putchar('\n');
    mailroom_print(text, length);
}

static bool show_act(struct run *run, void *data, GError **error)
{
    gint64 id = *(const gint64 *)data;
    g_autoptr(GBytes) bytes = NULL;
    g_autoptr(OutboxEntry) entry = outbox_entry(run->db, id, &bytes);
    if (entry == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    "there is no letter %" G_GINT64_FORMAT, id);
        return false;
    }
    print_entry(entry, bytes);
    return true;
}

static int show_letter(const struct server *server, gint64 id)
{
    g_autoptr(GError) error = NULL;
    return workspace_read(server->config, NULL, "mail", show_act, &id, &error) ? 0
                                                                               : cli_fail(error);
}

static int show_mail(const struct server *server, const char *name)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *path = spool_where(server->config->spool, name);
    g_autofree char *text = NULL;
    gsize length;
    if (path == NULL) {
        g_set_error(&error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: no mail named %s",
                    server->config->spool, name);
        return cli_fail(error);
    }
    struct stat status;
    if (lstat(path, &status) == 0 && !S_ISREG(status.st_mode)) { /* no link is followed */
        g_set_error(&error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s: this is no plain file", path);
        return cli_fail(error);
    }
    if (!plain_file_contents(path, &text, &length, &error)) {
        return cli_fail(error);
    }
    mailroom_print(path, strlen(path));
    fputs("\n\n", stdout);
    mailroom_print(text, length);
    return 0;
}

int mailroom_show(const struct server *server, char **words, const void *data)
{
    (void)data;
    gint64 id = part_number(words[0]);
    return id > 0 ? show_letter(server, id) : show_mail(server, words[0]);
}
