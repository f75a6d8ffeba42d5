/* journal: prints what operators did here. */
#include "store/journal.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/json.h"
#include "cli/part.h"

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

static bool print(struct act *act)
{
    const char *word = act->words[0];
    const bool all = g_strcmp0(word, "all") == 0;
    const gint64 count = all ? 0 : word != NULL ? part_number(word) : ENTRIES_SHOWN;
    if (count == 0 && !all) {
        return act_misused(act, "%s: write a number of entries, or all", word);
    }
    g_autoptr(GPtrArray) entries = journal_list(act->run->db, count);
    json_print_rows(entries, act->options->json, print_entry, entry_value);
    return true;
}

static const struct part whole[] = {
    { NULL, 0, 1, "json", .wordless = true, .look = print },
};

const struct parts cli_journal = { "journal", whole, 1 };
