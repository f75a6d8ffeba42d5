/* journal: what operators did here. */
#include "store/journal.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/json.h"
#include "cli/workspace.h"

enum { ENTRIES_SHOWN = 20 };

static void print_entry(gpointer row)
{
    const struct journal_entry *entry = row;
    g_autofree char *date = clock_for_people(entry->time);
    printf("%s  %-12s  %s%s%s\n", date, entry->user, entry->act, *entry->text != '\0' ? ": " : "",
           entry->text);
}

static GVariant *entry_value(gpointer row)
{
    const struct journal_entry *entry = row;
    GVariantBuilder values;
    g_variant_builder_init(&values, G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&values, "{sv}", "time", g_variant_new_int64(entry->time));
    g_variant_builder_add(&values, "{sv}", "user", g_variant_new_string(entry->user));
    g_variant_builder_add(&values, "{sv}", "act", g_variant_new_string(entry->act));
    g_variant_builder_add(&values, "{sv}", "text", g_variant_new_string(entry->text));
    return g_variant_builder_end(&values);
}

/* How many entries, and those. */
struct looking {
    gint64 count;
    GPtrArray *entries;
};

static bool look_act(struct run *run, void *data, GError **error)
{
    (void)error;
    struct looking *looking = data;
    looking->entries = journal_list(run->db, looking->count);
    return true;
}

static int journal(const struct invocation *invocation, gint64 count, bool json)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    struct looking looking = { .count = count };
    bool read =
        config != NULL && workspace_read(config, NULL, "journal", look_act, &looking, &error);
    g_autoptr(GPtrArray) entries = looking.entries;
    if (!read) {
        return cli_fail(error);
    }
    json_print_rows(entries, json, print_entry, entry_value);
    return 0;
}

int cli_journal(const struct invocation *invocation, int argc, char **argv)
{
    bool json;
    int code = cli_json_option(&json, &argc, &argv, 1);
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
