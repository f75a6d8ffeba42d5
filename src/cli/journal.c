/* journal: prints what operators did here. */
#include "store/journal.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/json.h"
#include "cli/workspace.h"

enum { ENTRIES_SHOWN = 20 };

/* Adds an entry to a list of JSON; NULL: prints it as a line. */
static void add_entry(GVariantBuilder *list, const struct journal_entry *entry)
{
    if (list == NULL) {
        g_autofree char *date = clock_for_people(entry->time);
        printf("%s  %-12s  %s%s%s\n", date, entry->user, entry->act,
               *entry->text != '\0' ? ": " : "", entry->text);
        return;
    }
    g_variant_builder_open(list, G_VARIANT_TYPE_VARDICT);
    json_number(list, "time", entry->time);
    json_text(list, "user", entry->user);
    json_text(list, "act", entry->act);
    json_text(list, "text", entry->text);
    g_variant_builder_close(list);
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
    g_auto(GVariantBuilder) values = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    GVariantBuilder *list = act_has(act, "json") ? &values : NULL;
    for (guint i = 0; i < entries->len; i++) {
        add_entry(list, entries->pdata[i]);
    }
    json_print_list(list);
    return true;
}

const struct part cli_journal[] = {
    { NULL, 0, 1, "json", .wordless = true, .look = print },
    { 0 },
};
