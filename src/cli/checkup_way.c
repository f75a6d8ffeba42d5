#include "cli/checkup_way.h"

#include <pwd.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "transport/dns.h"
#include "transport/program.h"
#include "transport/reach.h"

enum {
    PATIENCE = 20 * 1000, /* milliseconds for one question; it may have to ask DNS */
    ANSWER_MAX = 1 << 18,
    LEAVES_MILLISECONDS = 5000,
    DNS_SECONDS = 5,
    RELAYS_MAX = 2, /* mail servers of a domain that are tried */
    MEBIBYTE = 1 << 20,
};

char *way_program(const char *name)
{
    char *path = g_find_program_in_path(name);
    g_autofree char *usual = g_build_filename("/usr/sbin", name, NULL);
    return path != NULL ? path : g_find_program_in_path(usual);
}

char *way_ask(const char *const *command, const char *input)
{
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    static const char *const shell[] = { "/bin/sh", "-c", "exec 2>&1; \"$@\" || :", "sh" };
    for (size_t i = 0; i < G_N_ELEMENTS(shell); i++) {
        g_ptr_array_add(argv, (char *)shell[i]);
    }
    do {
        g_ptr_array_add(argv, (char *)*command);
    } while (*command++ != NULL);
    g_autoptr(GBytes) bytes = g_bytes_new(input, input != NULL ? strlen(input) : 0);
    struct asked_program asked = { .argv = (char *const *)argv->pdata,
                                   .input = bytes,
                                   .milliseconds = PATIENCE };
    program_ask(&asked, 1, 1, ANSWER_MAX, NULL);
    gsize length = 0;
    const char *printed = asked.printed != NULL ? g_bytes_get_data(asked.printed, &length) : "";
    char *text = g_strndup(printed, length);
    g_clear_pointer(&asked.printed, g_bytes_unref);
    g_clear_error(&asked.error);
    return text;
}

const char *way_spool(char *const *words, const char **program)
{
    const char *spool = NULL;
    for (; *words != NULL; words++) {
        if (g_str_has_suffix(*words, "postmove-receive")) {
            spool = "";
            if (program != NULL) {
                *program = *words;
            }
        } else if (spool != NULL && strcmp(*words, "-d") == 0 && words[1] != NULL) {
            return words[1];
        }
    }
    return spool;
}

void way_look_at_user(struct checkup *checkup, const char *key, const char *path, const char *user)
{
    struct stat status;
    const struct passwd *entry = getpwnam(user);
    if (stat(checkup->server.config->spool, &status) == 0 &&
        (entry == NULL || entry->pw_uid != status.st_uid)) {
        g_autofree char *owner = checkup_user(status.st_uid);
        checkup_tell(checkup, key, .path = path, .detail = user, .reason = owner);
    }
}

/* ---- out ---- */

bool way_reach(struct checkup *checkup, const char *key, const char *host, const char *port)
{
    g_autoptr(GError) error = NULL;
    const bool good = reach_port(host, port, LEAVES_MILLISECONDS, &error);
    if (!good) {
        checkup_tell(checkup, key, .path = host, .detail = port, .reason = error->message);
    }
    return good;
}

/* The mail servers of a domain, the preferred first; the domain itself if it names none. NULL if
 * DNS does not answer. Free with g_ptr_array_unref. */
static GPtrArray *servers_of(const char *domain)
{
    g_autofree struct dns_answer *answer = g_new(struct dns_answer, 1);
    const gint64 until = g_get_monotonic_time() + DNS_SECONDS * (gint64)G_USEC_PER_SEC;
    if (dns_ask(domain, DNS_MX, until, answer) == DNS_SILENT) {
        return NULL;
    }
    GPtrArray *servers = dns_values(answer->bytes, answer->length, DNS_MX);
    if (servers->len == 0) {
        g_ptr_array_add(servers, g_strdup(domain));
    }
    return servers;
}

void way_reach_domain(struct checkup *checkup, const char *key, const char *domain,
                      const char *port)
{
    g_autoptr(GPtrArray) servers = dns_is_reserved(domain) ? NULL : servers_of(domain);
    g_autoptr(GError) error = NULL;
    for (guint i = 0; servers != NULL && i < servers->len && i < RELAYS_MAX; i++) {
        g_clear_error(&error);
        if (reach_port(servers->pdata[i], port, LEAVES_MILLISECONDS, &error)) {
            return;
        }
    }
    if (error != NULL) {
        checkup_tell(checkup, key, .path = servers->pdata[0], .detail = port,
                     .reason = error->message);
    }
}

/* ---- room ---- */

bool way_look_at_room(struct checkup *checkup, const char *key, const char *folder,
                      const struct way_room *room)
{
    struct statvfs there;
    if (statvfs(folder, &there) != 0) {
        return true;
    }
    const guint64 left = (guint64)there.f_bavail * there.f_frsize;
    const guint64 all = (guint64)there.f_blocks * there.f_frsize;
    /* Some file systems count no inodes. */
    const bool counts = there.f_files > 0;
    const bool good =
        left >= MAX(room->least, all / 100 * room->percent) &&
        (!counts || there.f_favail >= MAX(room->inodes, there.f_files / 100 * room->percent));
    if (!good) {
        checkup_tell(checkup, key, .path = folder, .count = (gint64)(left / MEBIBYTE));
    }
    return good;
}
