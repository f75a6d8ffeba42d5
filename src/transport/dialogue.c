#include "transport/dialogue.h"

#include <string.h>

#include "base/error.h"
#include "transport/transfer.h"

static size_t keep_answer(char *bytes, size_t size, size_t count, void *data)
{
    struct dialogue *dialogue = data;
    size_t length = size * count;
    if (dialogue->intake != NULL) {
        intake_add(dialogue->intake, bytes, length);
        return length;
    }
    size_t room = DIALOGUE_REPLY_MAX - dialogue->reply->len;
    g_string_append_len(dialogue->reply, bytes, (gssize)MIN(length, room));
    return length;
}

enum {
    HEARD_MAX = 8 * 1024,
    WORDS_MAX = 200, /* of a refusal */
};

/* Notes what the server says beside its answer, and from what libcurl sends whether AUTH (POP3) or
 * AUTHENTICATE (IMAP) was used. */
static int note(CURL *curl, curl_infotype type, char *bytes, size_t length, void *data)
{
    (void)curl;
    struct dialogue *dialogue = data;
    if (type == CURLINFO_HEADER_OUT && g_strstr_len(bytes, (gssize)length, "AUTH") != NULL) {
        dialogue->spoken = true;
    }
    if (type == CURLINFO_HEADER_IN) {
        const size_t room = HEARD_MAX - dialogue->heard->len;
        g_string_append_len(dialogue->heard, bytes, (gssize)MIN(length, room));
    }
    return 0;
}

char *dialogue_refusal(const struct dialogue *dialogue)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_autoptr(GRegex) line = g_regex_new("^[A-Z0-9]+ (?:NO|BAD) ([ -~]+?)\\.?\r?$",
                                         G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
    if (!g_regex_match_full(line, dialogue->heard->str, (gssize)dialogue->heard->len, 0, 0, &match,
                            NULL)) {
        return g_strdup("");
    }
    g_autofree char *words = g_match_info_fetch(match, 1);
    return g_strdup_printf("; it says: %.*s", WORDS_MAX, words);
}

bool dialogue_init(struct dialogue *dialogue, const struct service *service, transfer_stop *stop,
                   GError **error)
{
    *dialogue = (struct dialogue){ .transfer = transfer_new(service, stop, error) };
    if (dialogue->transfer == NULL) {
        return false;
    }
    CURL *curl = dialogue->transfer->curl;
    dialogue->reply = g_string_new(NULL);
    dialogue->heard = g_string_new(NULL);
    libcurl.setopt(curl, CURLOPT_WRITEFUNCTION, keep_answer);
    libcurl.setopt(curl, CURLOPT_WRITEDATA, dialogue);
    libcurl.setopt(curl, CURLOPT_VERBOSE, 1L);
    libcurl.setopt(curl, CURLOPT_DEBUGFUNCTION, note);
    libcurl.setopt(curl, CURLOPT_DEBUGDATA, dialogue);
    return true;
}

void dialogue_clear(struct dialogue *dialogue)
{
    g_clear_pointer(&dialogue->transfer, transfer_free);
    if (dialogue->reply != NULL) {
        g_string_free(dialogue->reply, TRUE);
        g_string_free(dialogue->heard, TRUE);
        dialogue->reply = dialogue->heard = NULL;
    }
}

CURLcode dialogue_ask(struct dialogue *dialogue, const char *path, const char *command, bool silent,
                      GError **error)
{
    CURL *curl = dialogue->transfer->curl;
    g_string_truncate(dialogue->reply, 0);
    g_string_truncate(dialogue->heard, 0);
    transfer_aim(dialogue->transfer, path);
    libcurl.setopt(curl, CURLOPT_CUSTOMREQUEST, command);
    libcurl.setopt(curl, CURLOPT_NOBODY, silent ? 1L : 0L);
    CURLcode code = transfer_perform(dialogue->transfer, error);
    /* The server may know no AUTH but only the older commands, which libcurl tries only if no
     * way to log in is asked for. */
    if (code == CURLE_LOGIN_DENIED && !dialogue->spoken && !dialogue->any_way &&
        !dialogue->transfer->service->bearer) {
        dialogue->any_way = true;
        libcurl.setopt(curl, CURLOPT_LOGIN_OPTIONS, NULL);
        g_clear_error(error);
        code = transfer_perform(dialogue->transfer, error);
    }
    dialogue->refused = code == CURLE_LOGIN_DENIED;
    if (dialogue->reply->len == DIALOGUE_REPLY_MAX) {
        /* The last line may be cut. */
        const char *feed = memrchr(dialogue->reply->str, '\n', dialogue->reply->len);
        g_string_truncate(dialogue->reply,
                          feed != NULL ? (gsize)(feed + 1 - dialogue->reply->str) : 0);
    }
    if (code == CURLE_COULDNT_CONNECT && dialogue->transfer->pinned) {
        dialogue_fault(dialogue, error, "ended the connection");
    }
    return code;
}

CURLcode dialogue_fetch(struct dialogue *dialogue, const char *path, struct intake *intake,
                        GError **error)
{
    dialogue->intake = intake;
    CURLcode code = dialogue_ask(dialogue, path, NULL, false, error);
    dialogue->intake = NULL;
    return code;
}

bool dialogue_ended(const struct dialogue *dialogue, CURLcode code)
{
    return code == CURLE_GOT_NOTHING || code == CURLE_SEND_ERROR || code == CURLE_RECV_ERROR ||
           code == CURLE_PARTIAL_FILE ||
           (code == CURLE_COULDNT_CONNECT && dialogue->transfer->pinned);
}

bool dialogue_fault(const struct dialogue *dialogue, GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *what = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_clear_error(error);
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s",
                dialogue->transfer->service->host, what);
    return false;
}
