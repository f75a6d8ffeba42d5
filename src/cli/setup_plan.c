/* setup: the plan, and what the configuration says already. */
#include <string.h>

#include "base/error.h"
#include "base/files.h"
#include "cli/setup.h"
#include "transport/program.h"

bool setup_begin(struct setup_plan *setup, const char *path, GError **error)
{
    setup->path = g_canonicalize_filename(path, NULL);
    setup->keys = g_key_file_new();
    setup->user = geteuid();
    setup->group = getegid();
    if (!g_file_test(setup->path, G_FILE_TEST_EXISTS)) {
        return true;
    }
    gsize length;
    g_autoptr(Config) config = config_read(setup->path, error);
    return config != NULL && plain_file_contents(setup->path, &setup->old, &length, error) &&
           g_key_file_load_from_data(setup->keys, setup->old, length, G_KEY_FILE_KEEP_TRANSLATIONS,
                                     error);
}

void setup_clear(struct setup_plan *setup)
{
    for (int i = 0; i < SETUP_QUESTIONS; i++) {
        g_free(setup->given[i]);
        g_free(setup->answers[i]);
        g_free(setup->passwords[i]);
    }
    words_free(setup->words);
    g_free(setup->path);
    g_free(setup->old);
    g_clear_pointer(&setup->keys, g_key_file_unref);
}

/* Their names, and a program that shows that one is installed. */
static const struct {
    const char *name, *program;
} servers[] = { { "postfix", "postconf" }, { "exim", "exim4" }, { "opensmtpd", "smtpctl" } };

const char *setup_server_find(const char *name)
{
    for (size_t i = 0; i < G_N_ELEMENTS(servers); i++) {
        if (strcmp(servers[i].name, name) == 0) {
            return servers[i].name;
        }
    }
    return NULL;
}

const char *setup_server_here(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(servers); i++) {
        g_autofree char *path = program_path(servers[i].program);
        if (path != NULL) {
            return servers[i].name;
        }
    }
    return NULL;
}

bool setup_writes_postfix(const struct setup_plan *setup)
{
    return g_strcmp0(setup->server, servers[0].name) == 0;
}

char *setup_say(const struct setup_plan *setup, const char *key, struct values *values)
{
    return words_say(setup->words, "setup", key, values);
}

char *setup_mailbox_group(const struct setup_plan *setup)
{
    g_auto(GStrv) groups = g_key_file_get_groups(setup->keys, NULL);
    for (char **group = groups; *group != NULL; group++) {
        if (mailbox_is_group(*group)) {
            return g_strdup(*group);
        }
    }
    return g_strdup("mailbox provider");
}

bool setup_is_service(const char *answer)
{
    /* Not in an argument of a program. */
    const size_t scheme =
        answer != NULL ? strspn(answer, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS) : 0;
    return scheme > 0 && g_str_has_prefix(answer + scheme, "://");
}

bool setup_impossible(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%s", what);
    return false;
}

/* The characters that mean nothing else in the files of these mail servers. */
#define PLAIN_SIGNS G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "._-"

bool setup_is_plain(const char *text, const char *more)
{
    g_autofree char *signs = g_strconcat(PLAIN_SIGNS, more, NULL);
    return text == NULL || text[strspn(text, signs)] == '\0';
}
