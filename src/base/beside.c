#include "base/beside.h"

#include <string.h>

static const struct {
    const char *ending;
    unsigned kind;
} files[] = {
    { "", BESIDE_DATABASE },
    { "-wal", BESIDE_LOG },
    { BESIDE_JOURNAL, BESIDE_LOG },
    { BESIDE_SHM, BESIDE_SHARED },
    { BESIDE_LOCK_FETCH, BESIDE_LOCK },
    { BESIDE_LOCK_RUN, BESIDE_LOCK },
    { BESIDE_LOCK_SEND, BESIDE_LOCK },
    { BESIDE_LOCK_WRITE, BESIDE_LOCK },
    { BESIDE_RAN, BESIDE_MARK },
    { BESIDE_SAVED, BESIDE_MARK },
    { BESIDE_SENT, BESIDE_NOTE },
    { BESIDE_COMMITS, BESIDE_NOTE },
    { BESIDE_NEW, BESIDE_DRAFT },
    { BESIDE_RESTORED, BESIDE_DRAFT },
    { BESIDE_RESTORING, BESIDE_DECISION },
};

const char **beside_endings(unsigned kinds)
{
    const char **endings = g_new0(const char *, G_N_ELEMENTS(files) + 1);
    size_t count = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if ((files[i].kind & kinds) != 0) {
            endings[count++] = files[i].ending;
        }
    }
    return endings;
}

GPtrArray *beside_paths(const char *database, unsigned kinds)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
    g_autofree const char **endings = beside_endings(kinds);
    for (const char **ending = endings; *ending != NULL; ending++) {
        g_ptr_array_add(paths, g_strconcat(database, *ending, NULL));
    }
    return paths;
}

/* Of a file whose ending is exactly that. */
static unsigned kind_of(const char *ending)
{
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if (strcmp(files[i].ending, ending) == 0) {
            return files[i].kind;
        }
    }
    return 0;
}

unsigned beside_kind(const char *ending)
{
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        if (files[i].kind == BESIDE_DRAFT && g_str_has_prefix(ending, files[i].ending) &&
            (kind_of(ending + strlen(files[i].ending)) & (BESIDE_LOG | BESIDE_SHARED)) != 0) {
            return BESIDE_DRAFT;
        }
    }
    return kind_of(ending);
}
