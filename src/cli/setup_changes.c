/* setup: all changes of files that the answers make. */
#include <string.h>

#include "cli/setup.h"

static bool add_secret(const struct setup_plan *setup, GPtrArray *changes,
                       enum setup_question question, GError **error)
{
    if (setup->passwords[question] == NULL) {
        return true;
    }
    g_autofree char *path = setup_secret_path(setup, question);
    struct setup_change *change = setup_change_find(changes, path, error);
    if (change != NULL) {
        change->made = g_strconcat(setup->passwords[question], "\n", NULL);
        change->mode = 0600;
        change->owned = change->secret = true;
    }
    return change != NULL;
}

GPtrArray *setup_changes(const struct setup_plan *setup, GError **error)
{
    g_autoptr(GPtrArray) changes =
        g_ptr_array_new_with_free_func((GDestroyNotify)setup_change_free);
    g_autofree char *text = setup_configuration(setup, error);
    g_autoptr(Config) config =
        text != NULL ? config_parse(setup->path, text, strlen(text), error) : NULL;
    const bool made =
        config != NULL && setup_change_add(changes, setup->path, text, error) &&
        add_secret(setup, changes, SETUP_SECRET, error) &&
        add_secret(setup, changes, SETUP_SEND_SECRET, error) &&
        (!setup_writes_postfix(setup) || setup_postfix_changes(setup, config, changes, error));
    return made ? g_steal_pointer(&changes) : NULL;
}
