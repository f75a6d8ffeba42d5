#include "transport/transfer.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <sys/socket.h>

#include "base/error.h"
#include "base/files.h"
#include "base/random.h"
#include "transport/credential.h"

/* ---- libcurl, opened when it is first needed ---- */

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

/* Fails with POSTMOVE_ERROR_LATER if the library is missing or lacks a function that we use. It
 * stays open until the program ends. */
static bool curl_library_open(GError **error)
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

/* ---- callbacks of libcurl ---- */

static int go_on_or_stop(void *data, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
                         curl_off_t up)
{
    (void)down_all;
    (void)down;
    (void)up_all;
    (void)up;
    const struct transfer *transfer = data;
    return transfer->stop != NULL && transfer->stop() ? 1 : 0;
}

/* Programs that we start must not inherit the connection. */
static curl_socket_t open_socket(void *data, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)purpose;
    const struct transfer *transfer = data;
    return transfer->pinned
               ? CURL_SOCKET_BAD
               : socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Drops what a server sends that nobody reads. */
static size_t drop(const char *bytes, size_t size, size_t count, void *data)
{
    (void)bytes;
    (void)data;
    return size * count;
}

/* ---- setting up ---- */

static void set_limits(struct transfer *transfer)
{
    CURL *curl = transfer->curl;
    long seconds = transfer->service->timeout;
    libcurl.setopt(curl, CURLOPT_NOSIGNAL, 1L);
    libcurl.setopt(curl, CURLOPT_QUICK_EXIT, 1L); /* do not wait for the look-up of a name that
                                                       is too slow */
    libcurl.setopt(curl, CURLOPT_CONNECTTIMEOUT, seconds);
    libcurl.setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, seconds);
    libcurl.setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    libcurl.setopt(curl, CURLOPT_LOW_SPEED_TIME, seconds);
    libcurl.setopt(curl, CURLOPT_TIMEOUT, seconds * TRANSFER_TIMEOUTS);
    libcurl.setopt(curl, CURLOPT_NOPROGRESS, 0L);
    libcurl.setopt(curl, CURLOPT_XFERINFOFUNCTION, go_on_or_stop);
    libcurl.setopt(curl, CURLOPT_XFERINFODATA, transfer);
}

static void set_protection(struct transfer *transfer)
{
    CURL *curl = transfer->curl;
    const struct service *service = transfer->service;
    libcurl.setopt(curl, CURLOPT_USE_SSL,
                   (long)(service->clear ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    libcurl.setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    libcurl.setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
    libcurl.setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
    if (service->ca != NULL) {
        libcurl.setopt(curl, CURLOPT_CAINFO, service->ca);
        libcurl.setopt(curl, CURLOPT_CAPATH, NULL);
    }
    /* The environment and the server must not lead us elsewhere. */
    libcurl.setopt(curl, CURLOPT_PROTOCOLS_STR, service->scheme);
    libcurl.setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    libcurl.setopt(curl, CURLOPT_PROXY, "");
    libcurl.setopt(curl, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    libcurl.setopt(curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    libcurl.setopt(curl, CURLOPT_OPENSOCKETDATA, transfer);
    libcurl.setopt(curl, CURLOPT_WRITEFUNCTION, drop);
}

static bool set_login(struct transfer *transfer, GError **error)
{
    const struct service *service = transfer->service;
    if (service->user == NULL) {
        return true;
    }
    char *secret = credential_read(service, error);
    if (secret == NULL) {
        return false;
    }
    libcurl.setopt(transfer->curl, CURLOPT_USERNAME, service->user);
    /* If left to choose, libcurl would prefer other ways that use a password; or, for a user
     * with an @, Kerberos and nothing after it. */
    const char *ways = service->bearer  ? "AUTH=OAUTHBEARER;AUTH=XOAUTH2"
                       : service->clear ? "AUTH=CRAM-MD5;AUTH=PLAIN;AUTH=LOGIN"
                                        : "AUTH=PLAIN;AUTH=LOGIN";
    libcurl.setopt(transfer->curl, CURLOPT_LOGIN_OPTIONS, ways);
    libcurl.setopt(transfer->curl, service->bearer ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD,
                   secret);
    secret_free(secret);
    return true;
}

struct transfer *transfer_new(const struct service *service, transfer_stop *stop, GError **error)
{
    /* With NOSIGNAL libcurl leaves SIGPIPE to us, and OpenSSL may write to a connection that
     * is gone. */
    signal(SIGPIPE, SIG_IGN);
    g_autoptr(Transfer) transfer = g_new0(struct transfer, 1);
    *transfer = (struct transfer){ .service = service, .stop = stop };
    /* Reading a FIFO would wait until somebody writes. */
    if (service->ca != NULL && plain_file_is_not(service->ca)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "ca: %s is no file", service->ca);
        return NULL;
    }
    if (!curl_library_open(error)) {
        return NULL;
    }
    if (libcurl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
        transfer->curl = libcurl.init();
    }
    if (transfer->curl == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "libcurl cannot be used");
        return NULL;
    }
    set_limits(transfer);
    set_protection(transfer);
    transfer_aim(transfer, "");
    return set_login(transfer, error) ? g_steal_pointer(&transfer) : NULL;
}

void transfer_free(struct transfer *transfer)
{
    if (transfer != NULL) {
        if (transfer->curl != NULL) {
            libcurl.cleanup(transfer->curl);
        }
        g_free(transfer);
    }
}

void transfer_aim(struct transfer *transfer, const char *path)
{
    const struct service *service = transfer->service;
    g_autofree char *port = service->port > 0 ? g_strdup_printf(":%d", service->port) : NULL;
    g_autofree char *url = g_strdup_printf("%s://%s%s/%s", service->scheme, service->host,
                                           port != NULL ? port : "", path);
    libcurl.setopt(transfer->curl, CURLOPT_URL, url);
}

void transfer_hang_up(struct transfer *transfer)
{
    curl_socket_t socket = CURL_SOCKET_BAD;
    libcurl.getinfo(transfer->curl, CURLINFO_ACTIVESOCKET, &socket);
    if (socket != CURL_SOCKET_BAD) {
        shutdown(socket, SHUT_RDWR);
    }
}

/* ---- errors in words ---- */

/* What each code means, for the operator. */
static const struct {
    CURLcode code;
    const char *words;
} meanings[] = {
    { CURLE_COULDNT_RESOLVE_HOST, "its name has no address: see to the name, and to this "
                                  "machine's DNS" },
    { CURLE_COULDNT_CONNECT, "nothing answers there: see to host, port and firewall" },
    { CURLE_OPERATION_TIMEDOUT, "did not answer in time" },
    { CURLE_USE_SSL_FAILED, "offers no TLS, and nothing is sent without: use a server or a port "
                            "that does" },
    { CURLE_SSL_CONNECT_ERROR, "could not begin TLS: see that the port is the right one for this "
                               "scheme, and that the server knows TLS 1.2" },
    { CURLE_PEER_FAILED_VERIFICATION, "its certificate cannot be trusted: it has expired, is for "
                                      "another name, or its issuer is unknown (`ca` names a file "
                                      "of issuers to trust)" },
    { CURLE_SSL_CACERT_BADFILE, "the certificates to trust cannot be read: see to `ca`, or install "
                                "the package ca-certificates" },
    { CURLE_LOGIN_DENIED, "refused our log-in: see to `user`, `secret` and `auth`" },
    { CURLE_GOT_NOTHING, "ended the connection" },
    { CURLE_SEND_ERROR, "ended the connection" },
    { CURLE_RECV_ERROR, "ended the connection" },
    { CURLE_WEIRD_SERVER_REPLY, "answered something we cannot make sense of" },
    { CURLE_ABORTED_BY_CALLBACK, "left alone, as we were asked to stop" },
};

void transfer_fault(const struct transfer *transfer, CURLcode code, GError **error)
{
    enum { OPENSSL_EXPIRED = 10, GNUTLS_EXPIRED = 1 << 10 };
    const char *words = libcurl.strerror(code);
    for (size_t i = 0; i < G_N_ELEMENTS(meanings); i++) {
        if (meanings[i].code == code) {
            words = meanings[i].words;
        }
    }
    long verified = 0, number = 0;
    libcurl.getinfo(transfer->curl, CURLINFO_SSL_VERIFYRESULT, &verified);
    libcurl.getinfo(transfer->curl, CURLINFO_OS_ERRNO, &number);
    if (code == CURLE_PEER_FAILED_VERIFICATION &&
        (verified == OPENSSL_EXPIRED || (verified & GNUTLS_EXPIRED) != 0)) {
        words =
            "its certificate cannot be trusted: it has expired, or this machine's clock is wrong";
    }
    if (code == CURLE_COULDNT_CONNECT && number == ECONNREFUSED) {
        words = "nothing listens there: see that the server runs, and to host and port";
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s", transfer->service->host,
                words);
}

CURLcode transfer_perform(struct transfer *transfer, GError **error)
{
    CURLcode code = libcurl.perform(transfer->curl);
    if (code != CURLE_OK) {
        transfer_fault(transfer, code, error);
    }
    return code;
}
