#include "base/late_library.h"

#include <dlfcn.h>

#include "base/error.h"

bool late_library_open(const char *name, const struct late_symbol *symbols, size_t count,
                       GError **error)
{
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    bool found = handle != NULL;
    for (size_t i = 0; found && i < count; i++) {
        void *symbol = dlsym(handle, symbols[i].name);
        *(void **)symbols[i].place = symbol;
        found = symbol != NULL;
    }
    if (!found) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s", dlerror());
    }
    return found;
}
