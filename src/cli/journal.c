/* journal: what operators did here. */
#include "store/journal.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/session.h"

enum { ENTRIES_SHOWN = 20 };

static void print_entry(const struct journal_entry *entry)
{
    g_autofree char *date = clock_for_people(entry->time);
    printf("%s  %-12s  %s%s%s\n", date, entry->user, entry->act, *entry->text != '\0' ? ": " : "",
           entry->text);
}

static GVariant *entry_value(const struct journal_entry *entry)
{
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "time", g_variant_new_int64(entry->time));
    g_variant_builder_add(&values, "{sv}", "user", g_variant_new_string(entry->user));
    g_variant_builder_add(&values, "{sv}", "act", g_variant_new_string(entry->act));
    g_variant_builder_add(&values, "{sv}", "text", g_variant_new_string(entry->text));
    return g_variant_builder_end(&values);
}

static void print_all(const GPtrArray *entries, bool json)
{
    GVariantBuilder all;
    g_variant_builder_init(&all, G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < entries->len; i++) {
        if (json) {
            g_variant_builder_add_value(&all, entry_value(entries->pdata[i]));
        } else {
            print_entry(entries->pdata[i]);
        }
    }
    g_autoptr(GVariant) whole = g_variant_ref_sink(g_variant_builder_end(&all));
    if (json) {
        json_print(whole);
    }
}

static int journal(const struct invocation *invocation, gint64 count, bool json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    struct session session;
    if (config == NULL || !session_open(&session, config, NULL, DB_READ, "journal", &error)) {
        return cli_fail(error);
    }
    g_autoptr(GPtrArray) entries = journal_list(session.db, count);
    bool read = !db_failed(session.db) || db_commit(session.db, &error);
    session_close(&session);
    if (!read) {
        return cli_fail(error);
    }
    print_all(entries, json);
    return 0;
}

int cli_journal(const struct invocation *invocation, int argc, char **argv)
{
    gboolean json = FALSE;
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &json, NULL, NULL },
        { 0 },
    };
    int code = cli_options(entries, &argc, &argv, 0, 1);
    if (code != CLI_GO_ON) {
        return code;
    }
    guint64 count = ENTRIES_SHOWN;
    bool all = argc == 2 && g_str_equal(argv[1], "all");
    if (argc == 2 && !all &&
        !g_ascii_string_to_unsigned(argv[1], 10, 1, G_MAXINT64, &count, NULL)) {
        return cli_misused("journal", "%s: how many of the last entries, or all", argv[1]);
    }
    return journal(invocation, all ? 0 : (gint64)count, json);
}
