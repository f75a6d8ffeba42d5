#include "transport/hook.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "transport/disk.h"
#include "transport/program.h"
#include "transport/smtp.h"

enum { LETTERS_A_LANE = 10 }; /* for fewer, another connection is not worth its log-in */

/* A letter under way. */
struct task {
    struct hook_result result; /* first: the caller has only this */
    struct delivery_letter letter;
    char *sender, *recipient;
    GBytes *bytes;
};

struct lane {
    const struct config *config;
    struct smtp *smtp;  /* NULL: the hook is not a server, or this lane has not spoken to it yet */
    bool login_refused; /* when it sent its last letter */
    GThread *thread;    /* NULL: none was needed yet */
    GAsyncQueue *tasks; /* struct task *, for the thread */
    GAsyncQueue *done;  /* struct task *; the hook's */
};

struct hook {
    const struct config *config;
    transfer_stop *stop;
    struct lane lanes[CONFIG_CONNECTIONS_MAX];
    GAsyncQueue *done; /* struct task * */
};

/* ---- the folder ---- */

/* If the same letter is sent again, it gives the same file again. */
static bool send_to_folder(const char *folder, const struct delivery_letter *letter, GError **error)
{
    if (g_mkdir_with_parents(folder, 0700) != 0) {
        return disk_fault(folder, "make the folder", error);
    }
    gint64 id = letter->id;
    g_autofree char *unfinished = g_strdup_printf("%s/.%08" G_GINT64_FORMAT ".tmp", folder, id);
    g_autofree char *finished = g_strdup_printf("%s/%08" G_GINT64_FORMAT ".eml", folder, id);
    g_autofree char *envelope =
        g_strdup_printf("Return-Path: <%s>\nDelivered-To: %s\n", letter->sender, letter->recipient);
    /* A sender that was killed may have left this file: it is made anew, not written over. */
    g_unlink(unfinished);
    int file = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        return disk_fault(unfinished, "make the file", error);
    }
    gsize length;
    const char *bytes = g_bytes_get_data(letter->bytes, &length);
    bool written = (disk_write(file, envelope, strlen(envelope)) &&
                    disk_write(file, bytes, length) && fsync(file) == 0) ||
                   disk_fault(unfinished, "write", error);
    if (close(file) != 0 && written) {
        written = disk_fault(unfinished, "write", error);
    }
    if (!written) {
        g_unlink(unfinished);
        return false;
    }
    return (g_rename(unfinished, finished) == 0 || disk_fault(finished, "rename to", error)) &&
           disk_sync_folder(folder, error);
}

/* ---- the command ---- */

/* Replaces {sender} and {recipient}. In one pass, since an address may contain braces. */
static char *fill_in(const char *argument, const char *sender, const char *recipient)
{
    GString *filled = g_string_new(NULL);
    while (*argument != '\0') {
        if (g_str_has_prefix(argument, "{sender}")) {
            g_string_append(filled, sender);
            argument += strlen("{sender}");
        } else if (g_str_has_prefix(argument, "{recipient}")) {
            g_string_append(filled, recipient);
            argument += strlen("{recipient}");
        } else {
            g_string_append_c(filled, *argument++);
        }
    }
    return g_string_free(filled, FALSE);
}

static bool send_to_command(char *const *hook, const struct delivery_letter *letter, GError **error)
{
    g_autoptr(GStrvBuilder) arguments = g_strv_builder_new();
    for (; *hook != NULL; hook++) {
        g_autofree char *argument = fill_in(*hook, letter->sender, letter->recipient);
        g_strv_builder_add(arguments, argument);
    }
    g_auto(GStrv) argv = g_strv_builder_end(arguments);
    return program_run(argv, letter->bytes, HOOK_SECONDS * 1000, error);
}

/* ---- a lane ---- */

static bool address_harmless(const char *address)
{
    for (const char *c = address; *c != '\0'; c++) {
        if (*c <= 0x20 || *c >= 0x7f || *c == '<' || *c == '>') {
            return false;
        }
    }
    return address[0] != '-';
}

static enum delivery send_on(struct lane *lane, const struct delivery_letter *letter, char **word,
                             GError **error)
{
    const struct config *config = lane->config;
    if (!address_harmless(letter->sender) || !address_harmless(letter->recipient) ||
        letter->recipient[0] == '\0') {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER,
                    "its envelope is not fit for sending");
        return DELIVERY_REFUSED;
    }
    if (config->hook_service != NULL) {
        const enum delivery delivery = smtp_send(lane->smtp, letter, word, error);
        lane->login_refused = smtp_login_refused(lane->smtp);
        return delivery;
    }
    bool sent = config->hook_folder != NULL ? send_to_folder(config->hook_folder, letter, error)
                                            : send_to_command(config->hook_argv, letter, error);
    return sent ? DELIVERY_DONE : DELIVERY_LATER;
}

static void carry_out(struct lane *lane, struct task *task)
{
    struct hook_result *result = &task->result;
    result->delivery = send_on(lane, &task->letter, &result->word, &result->error);
    result->in_doubt =
        result->delivery != DELIVERY_DONE && lane->smtp != NULL && smtp_in_doubt(lane->smtp);
    g_async_queue_push(lane->done, task);
}

static struct task last_task; /* ends a thread */
static struct task rest_task; /* ends its connection */

/* Ends its connection, too: a server may let each QUIT wait. */
static gpointer run_lane(gpointer data)
{
    struct lane *lane = data;
    struct task *task;
    while ((task = g_async_queue_pop(lane->tasks)) != &last_task) {
        if (task == &rest_task) {
            smtp_rest(lane->smtp);
        } else {
            carry_out(lane, task);
        }
    }
    g_clear_pointer(&lane->smtp, smtp_free);
    return NULL;
}

/* Without a thread, which the system may refuse, the lane works all the same. */
static void begin_thread(struct lane *lane)
{
    if (lane->thread == NULL) {
        lane->thread = g_thread_try_new("lane", run_lane, lane, NULL);
    }
}

static void clear_lane(struct lane *lane)
{
    if (lane->thread != NULL) {
        g_thread_join(lane->thread);
    }
    g_async_queue_unref(lane->tasks);
    smtp_free(lane->smtp);
}

/* ---- the hook ---- */

struct hook *hook_open(const struct config *config, transfer_stop *stop)
{
    struct hook *hook = g_new0(struct hook, 1);
    hook->config = config;
    hook->stop = stop;
    hook->done = g_async_queue_new();
    for (size_t i = 0; i < G_N_ELEMENTS(hook->lanes); i++) {
        hook->lanes[i].config = config;
        hook->lanes[i].tasks = g_async_queue_new();
        hook->lanes[i].done = hook->done;
    }
    return hook;
}

void hook_close(struct hook *hook)
{
    if (hook != NULL) {
        for (size_t i = 0; i < G_N_ELEMENTS(hook->lanes); i++) {
            g_async_queue_push(hook->lanes[i].tasks, &last_task);
        }
        for (size_t i = 0; i < G_N_ELEMENTS(hook->lanes); i++) {
            clear_lane(&hook->lanes[i]);
        }
        g_async_queue_unref(hook->done);
        g_free(hook);
    }
}

/* Connects nothing yet. False with the error if no letter can be sent: the secret is missing. */
static bool prepare(struct hook *hook, struct lane *lane, GError **error)
{
    const struct config *config = hook->config;
    if (config->hook_service != NULL && lane->smtp == NULL) {
        lane->smtp = smtp_new(config->hook_service, config->host, hook->stop, error);
    }
    return config->hook_service == NULL || lane->smtp != NULL;
}

enum delivery hook_send(struct hook *hook, const struct delivery_letter *letter, char **word,
                        GError **error)
{
    struct lane *lane = &hook->lanes[0];
    return prepare(hook, lane, error) ? send_on(lane, letter, word, error) : DELIVERY_DOWN;
}

bool hook_login_refused(const struct hook *hook)
{
    return hook->lanes[0].login_refused;
}

/* ---- several at once ---- */

guint hook_lanes(const struct hook *hook, guint letters)
{
    const guint most = hook->config->hook_service != NULL ? (guint)hook->config->connections : 1;
    return CLAMP(letters / LETTERS_A_LANE, 1, most);
}

void hook_result_free(struct hook_result *result)
{
    if (result != NULL) {
        struct task *task = (struct task *)result;
        g_free(result->word);
        g_clear_error(&result->error);
        g_free(task->sender);
        g_free(task->recipient);
        g_bytes_unref(task->bytes);
        g_free(task);
    }
}

void hook_begin(struct hook *hook, guint number_of_lane, bool alone, guint number,
                const struct delivery_letter *letter)
{
    struct lane *lane = &hook->lanes[number_of_lane];
    struct task *task = g_new(struct task, 1);
    *task = (struct task){
        .result = { .lane = number_of_lane, .number = number, .delivery = DELIVERY_DOWN },
        .sender = g_strdup(letter->sender),
        .recipient = g_strdup(letter->recipient),
        .bytes = g_bytes_ref(letter->bytes),
    };
    task->letter =
        (struct delivery_letter){ letter->id, task->sender, task->recipient, task->bytes };
    if (!prepare(hook, lane, &task->result.error)) {
        g_async_queue_push(hook->done, task);
        return;
    }
    if (!alone) {
        begin_thread(lane);
    }
    if (lane->thread != NULL) {
        g_async_queue_push(lane->tasks, task);
    } else {
        carry_out(lane, task);
    }
}

void hook_rest(struct hook *hook, guint lane)
{
    if (hook->lanes[lane].thread != NULL) {
        g_async_queue_push(hook->lanes[lane].tasks, &rest_task);
    }
}

struct hook_result *hook_result(struct hook *hook, bool wait)
{
    struct task *task = wait ? g_async_queue_pop(hook->done) : g_async_queue_try_pop(hook->done);
    return task != NULL ? &task->result : NULL;
}
