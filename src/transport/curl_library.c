#include "transport/curl_library.h"

/* libcurl's macros would check our definitions as if they were calls. */
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdarg.h>

#include "base/error.h"

#undef curl_easy_setopt
#undef curl_easy_getinfo

/* The name contains the version of libcurl's interface, which has not changed since 2006. */
static const char library_name[] = "libcurl.so.4";

static struct {
    CURLcode (*global_init)(long flags);
    CURL *(*easy_init)(void);
    void (*easy_cleanup)(CURL *curl);
    CURLcode (*easy_perform)(CURL *curl);
    CURLcode (*easy_setopt)(CURL *curl, CURLoption option, ...);
    CURLcode (*easy_getinfo)(CURL *curl, CURLINFO info, ...);
    const char *(*easy_strerror)(CURLcode code);
} library;

/* Where the address of each function is put: POSIX lets a data pointer hold it. */
static const struct {
    const char *name;
    void *place;
} functions[] = {
    { "curl_global_init", &library.global_init },
    { "curl_easy_init", &library.easy_init },
    { "curl_easy_cleanup", &library.easy_cleanup },
    { "curl_easy_perform", &library.easy_perform },
    { "curl_easy_setopt", &library.easy_setopt },
    { "curl_easy_getinfo", &library.easy_getinfo },
    { "curl_easy_strerror", &library.easy_strerror },
};

bool curl_library_open(GError **error)
{
    if (library.easy_strerror != NULL) {
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

/* ---- the functions, under libcurl's names ---- */

CURLcode curl_global_init(long flags)
{
    return library.global_init(flags);
}

CURL *curl_easy_init(void)
{
    return library.easy_init();
}

void curl_easy_cleanup(CURL *curl)
{
    library.easy_cleanup(curl);
}

CURLcode curl_easy_perform(CURL *curl)
{
    return library.easy_perform(curl);
}

/* The type that an option takes follows from its number (curl.h, CURLOPTTYPE); this folder
 * uses no option that takes a curl_off_t. */
CURLcode curl_easy_setopt(CURL *curl, CURLoption option, ...)
{
    g_assert(option < CURLOPTTYPE_OFF_T);
    va_list arguments;
    va_start(arguments, option);
    bool numeric = option < CURLOPTTYPE_OBJECTPOINT;
    long number = numeric ? va_arg(arguments, long) : 0;
    void *pointer = numeric ? NULL : va_arg(arguments, void *);
    va_end(arguments);
    return numeric ? library.easy_setopt(curl, option, number)
                   : library.easy_setopt(curl, option, pointer);
}

CURLcode curl_easy_getinfo(CURL *curl, CURLINFO info, ...)
{
    va_list arguments;
    va_start(arguments, info);
    CURLcode code = library.easy_getinfo(curl, info, va_arg(arguments, void *));
    va_end(arguments);
    return code;
}

const char *curl_easy_strerror(CURLcode code)
{
    return library.easy_strerror(code);
}
