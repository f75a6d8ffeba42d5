/* journal: prints what operators did here. */
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
    GVariantBuilder values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    json_number(&values, "time", entry->time);
    json_text(&values, "user", entry->user);
    json_text(&values, "act", entry->act);
    json_text(&values, "text", entry->text);
    return g_variant_builder_end(&values);
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
        return cli_misused("journal", "%s: write a number of entries, or all", argv[1]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    if (config == NULL) {
        return cli_fail(error);
    }
    struct act act;
    bool done = act_look(&act, config, NULL);
    if (done) {
        g_autoptr(GPtrArray) entries = journal_list(act.run->db, all ? 0 : (gint64)count);
        json_print_rows(entries, json, print_entry, entry_value);
    }
    return act_end(&act, done);
}
