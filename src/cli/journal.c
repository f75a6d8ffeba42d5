/* journal: prints what operators did here. */
#include "store/journal.h"

#include "cli/json.h"
#include "cli/workspace.h"

enum { ENTRIES_SHOWN = 20 };

static bool print(struct act *act)
{
    const char *word = act->words[0];
    const bool all = g_strcmp0(word, "all") == 0;
    const gint64 count = all ? 0 : word != NULL ? part_number(word) : ENTRIES_SHOWN;
    if (count == 0 && !all) {
        return act_misused(act, "%s: write a number of entries, or all", word);
    }
    g_autoptr(GPtrArray) entries = journal_list(act->run->db, count);
    g_auto(Table) table = table_new(act_has(act, "json"));
    for (guint i = 0; i < entries->len; i++) {
        const struct journal_entry *entry = entries->pdata[i];
        row_moment(&table, "time", "", entry->time);
        row_text(&table, "user", "  ", -12, entry->user);
        row_text(&table, "act", "  ", 0, entry->act);
        row_text(&table, "text", *entry->text != '\0' ? ": " : "", 0, entry->text);
        table_next(&table);
    }
    table_print(&table);
    return true;
}

const struct part cli_journal[] = {
    { NULL, 0, 1, "json", .wordless = true, .look = print },
    { 0 },
};
