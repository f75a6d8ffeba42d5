#include "transport/curl_library.h"

#include <dlfcn.h>

#include "base/error.h"

/* The name contains the version of libcurl's interface, which has not changed since 2006. */
static const char library_name[] = "libcurl.so.4";

struct curl_library libcurl;

/* Where the address of each function is put: POSIX lets a data pointer hold it. */
static const struct {
    const char *name;
    void *place;
} functions[] = {
    { "curl_global_init", &libcurl.global_init }, { "curl_easy_init", &libcurl.init },
    { "curl_easy_cleanup", &libcurl.cleanup },    { "curl_easy_perform", &libcurl.perform },
    { "curl_easy_setopt", &libcurl.setopt },      { "curl_easy_getinfo", &libcurl.getinfo },
    { "curl_easy_strerror", &libcurl.strerror },
};

bool curl_library_open(GError **error)
{
    if (libcurl.strerror != NULL) {
        return true;
    }
    void *handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
    bool found = handle != NULL;
    for (size_t i = 0; found && i < G_N_ELEMENTS(functions); i++) {
        void *symbol = dlsym(handle, functions[i].name);
        *(void **)functions[i].place = symbol;
        found = symbol != NULL;
    }
    if (!found) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s", dlerror());
    }
    return found;
}
