/* player password: another one, read from standard input; none; or a letter. */
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/error.h"
#include "cli/playerroom.h"
#include "operator/operator.h"

enum { LINE_MAX_BYTES = 256 }; /* more than a password may have */

struct change {
    const char *name;
    const char *password; /* NULL: none any more */
};

/* Reads a line; at a terminal it is asked for, and not shown. NULL: there is
 * none, or it is no text. The caller's. */
static char *read_line(const char *name)
{
    struct termios before;
    bool person = tcgetattr(STDIN_FILENO, &before) == 0;
    if (person) {
        struct termios silent = before;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        fprintf(stderr, "New password of %s: ", name);
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    char line[LINE_MAX_BYTES];
    bool read = fgets(line, sizeof(line), stdin) != NULL;
    if (person) {
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
        fputc('\n', stderr);
    }
    char *text = NULL;
    if (read) {
        line[strcspn(line, "\r\n")] = '\0';
        text = g_utf8_validate(line, -1, NULL) ? g_strdup(line) : NULL;
    }
    explicit_bzero(line, sizeof(line));
    return text;
}

static bool change_act(struct run *run, void *data, GError **error)
{
    const struct change *change = data;
    return operator_password(run, change->name, change->password, error);
}

static bool letter_act(struct run *run, void *data, GError **error)
{
    return operator_password_letter(run, data, error);
}

static int set(const struct server *server, char *name, char *password)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GString) about = g_string_new(name);
    struct change change = { name, password };
    if (password != NULL && (password[0] == '\0' || strpbrk(password, " \t") != NULL)) {
        return cli_misused("player", "password: it is one word, without blanks");
    }
    if (password == NULL) {
        g_string_append(about, " --none");
    }
    bool done = workspace_transact(server, "player password", about, change_act, &change, &error);
    return done ? 0 : cli_fail(error);
}

int playerroom_password(const struct server *server, char **words, const void *data)
{
    const struct player_options *options = data;
    if (options->none && options->letter) {
        return cli_misused("player", "password: either --none or --letter");
    }
    if (options->none) {
        g_autofree char *question = g_strdup_printf("Take the password of %s off?", words[0]);
        return options->yes || cli_ask(question)
                   ? set(server, words[0], NULL)
                   : cli_misused("player", "password: it was kept: --yes says you are sure");
    }
    if (options->letter) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GString) about = g_string_new(words[0]);
        g_string_append(about, " --letter");
        bool done =
            workspace_transact(server, "player password", about, letter_act, words[0], &error);
        return done ? 0 : cli_fail(error);
    }
    char *password = read_line(words[0]);
    if (password == NULL) {
        return cli_misused("player", "password: the new one is read from standard input");
    }
    int code = set(server, words[0], password);
    explicit_bzero(password, strlen(password));
    g_free(password);
    return code;
}
