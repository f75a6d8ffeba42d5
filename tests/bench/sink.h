/*
 * sink.h: a mail server (RFC 5321) that takes every letter and keeps none: how
 * fast letters can leave if the other side costs next to nothing.
 */
#ifndef POSTMOVE_BENCH_SINK_H
#define POSTMOVE_BENCH_SINK_H

#include <arpa/inet.h>
#include <glib.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

struct sink {
    pid_t pid;
    int port;
};

static inline void sink_say(int client, const char *line)
{
    ssize_t sent = send(client, line, strlen(line), MSG_NOSIGNAL);
    g_assert_true(sent > 0 || errno == EPIPE || errno == ECONNRESET);
}

/* The answer to a line; NULL: there is none. `letter` says whether the lines of
 * a letter are coming. */
static inline const char *sink_answer(const char *line, bool *letter)
{
    if (*letter) {
        *letter = strcmp(line, ".") != 0;
        return *letter ? NULL : "250 2.0.0 Ok: queued as 4XYZ\r\n";
    }
    if (g_ascii_strncasecmp(line, "DATA", 4) == 0) {
        *letter = true;
        return "354 End data with <CR><LF>.<CR><LF>\r\n";
    }
    if (g_ascii_strncasecmp(line, "EHLO", 4) == 0) {
        return "250-sink.example.org\r\n250 8BITMIME\r\n";
    }
    return g_ascii_strncasecmp(line, "QUIT", 4) == 0 ? "221 2.0.0 Bye\r\n" : "250 2.0.0 Ok\r\n";
}

static inline void sink_talk(int client)
{
    static char buffer[256 * 1024];
    size_t held = 0;
    bool letter = false;
    sink_say(client, "220 sink.example.org ESMTP\r\n");
    for (;;) {
        ssize_t count = recv(client, buffer + held, sizeof(buffer) - held, 0);
        if (count <= 0) {
            return;
        }
        held += (size_t)count;
        char *at = buffer, *end;
        while ((end = memmem(at, held, "\r\n", 2)) != NULL) {
            *end = '\0';
            const char *answer = sink_answer(at, &letter);
            if (answer != NULL) {
                sink_say(client, answer);
            }
            held -= (size_t)(end + 2 - at);
            at = end + 2;
        }
        memmove(buffer, at, held);
    }
}

/* Starts one on a free port of this machine, which goes when its parent goes. */
static inline struct sink sink_start(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
    socklen_t length = sizeof(address);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    g_assert_true(server >= 0 && bind(server, (struct sockaddr *)&address, length) == 0 &&
                  listen(server, 8) == 0 &&
                  getsockname(server, (struct sockaddr *)&address, &length) == 0);
    struct sink sink = { .pid = fork(), .port = ntohs(address.sin_port) };
    g_assert_cmpint(sink.pid, >=, 0);
    if (sink.pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        signal(SIGCHLD, SIG_IGN); /* nobody waits for those that talk */
        for (;;) {
            int client = accept(server, NULL, NULL);
            g_assert_true(client >= 0);
            const pid_t talker = fork();
            g_assert_cmpint(talker, >=, 0);
            if (talker == 0) {
                prctl(PR_SET_PDEATHSIG, SIGKILL);
                sink_talk(client);
                _exit(0);
            }
            close(client);
        }
    }
    close(server);
    return sink;
}

#endif
