/*
 * transfer.h: what all our connections to mail servers have in common, libcurl among it.
 *
 * A transfer is one easy handle of libcurl with the connection it keeps open from one request
 * to the next. All are set up alike: only the service's schemes; TLS 1.2 or later is required
 * and the server's certificate and name are checked (unless the service says `never`); the
 * user is logged in with AUTH by the password or the access token and by nothing else
 * (Kerberos, NTLM); no proxy, no netrc, no signals, an end to every wait. smtp.c, imap.c and
 * pop3.c set what their protocol needs on `curl` themselves.
 *
 * Never opens the database. Errors are POSTMOVE_ERROR_LATER, in words for the operator, and
 * contain neither secrets nor what the server said.
 */
#ifndef POSTMOVE_TRANSFER_H
#define POSTMOVE_TRANSFER_H

#include <curl/curl.h>
#include <glib.h>
#include <stdbool.h>

#include "base/config_file.h"

/* A whole request may last so many times the service's timeout. */
enum { TRANSFER_TIMEOUTS = 10 };

/* Returns true if we were asked to stop: then a transfer is given up. */
typedef bool transfer_stop(void);

struct transfer {
    CURL *curl;
    const struct service *service;
    transfer_stop *stop;
    bool pinned; /* from now on no other connection may replace this one: numbers that hold for one
                  session must not be used in another */
};

/*
 * Reads the secret and makes the handle; does not connect yet. `service` must live as long.
 * `stop` (NULL: never) is called at least once a second; if CURLOPT_XFERINFOFUNCTION is set to
 * another function, that one has to call it. Ignores SIGPIPE from then on. NULL with the
 * error.
 */
struct transfer *transfer_new(const struct service *service, transfer_stop *stop, GError **error);

/* Ends the connection and frees. NULL does nothing. */
void transfer_free(struct transfer *transfer);

typedef struct transfer Transfer;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Transfer, transfer_free)

/* Sets the URL of the next request: the service's scheme, host and port, and `path` behind the
 * slash, which must be escaped already. */
void transfer_aim(struct transfer *transfer, const char *path);

/* Carries out the request that was set up. Returns CURLE_OK, or another code with the error.
 * CURLE_ABORTED_BY_CALLBACK: we were asked to stop. */
CURLcode transfer_perform(struct transfer *transfer, GError **error);

/* Breaks the connection that was kept, if any, without a QUIT: after a request that failed,
 * libcurl may keep a connection whose answer is still to come, and the next request would take
 * that answer for its own. */
void transfer_hang_up(struct transfer *transfer);

/* Sets the error in words for a code of libcurl, as transfer_perform does, "mail.example.org:
 * could not ..."; for a caller that knows better what the code means. */
void transfer_fault(const struct transfer *transfer, CURLcode code, GError **error);

/*
 * ---- libcurl, opened when it is first needed ----
 *
 * Some forty libraries come with libcurl. Loading them takes three times as long as everything
 * else in a run that finds no mail. So postmove is not linked with libcurl, and a run that
 * talks to no mail server does not load it.
 */

/* The functions of libcurl that this folder uses, without "curl_easy_" before their names. What
 * follows an option has the type that libcurl's header names for it: a number must be a long. */
struct curl_library {
    CURLcode (*global_init)(long flags);
    CURL *(*init)(void);
    void (*cleanup)(CURL *curl);
    CURLcode (*perform)(CURL *curl);
    CURLcode (*setopt)(CURL *curl, CURLoption option, ...);
    CURLcode (*getinfo)(CURL *curl, CURLINFO info, ...);
    const char *(*strerror)(CURLcode code);
};

/* A transfer opens the library. */
extern struct curl_library libcurl;

#endif
