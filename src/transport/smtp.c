#include "transport/smtp.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/plain.h"
#include "transport/transfer.h"

/* The last command that we sent. */
enum stage {
    STAGE_CONNECT, /* none yet: waiting for the greeting, or for TLS */
    STAGE_HELLO,
    STAGE_TLS,
    STAGE_LOGIN,
    STAGE_OTHER, /* NOOP, QUIT */
    STAGE_SENDER,
    STAGE_RECIPIENT,
    STAGE_CONTENT,
};

/* How each command begins on the wire, and its name for the operator. Lines of a log-in are
 * base64, which has no blank and no colon. */
static const struct {
    const char *command, *words;
} stages[] = {
    [STAGE_CONNECT] = { NULL, "greeted us with" },
    [STAGE_HELLO] = { "EHLO ", "answered our EHLO with" },
    [STAGE_TLS] = { "STARTTLS\r", "answered our STARTTLS with" },
    [STAGE_LOGIN] = { "AUTH ", "refused our log-in (see to `user`, `secret` and `auth`):" },
    [STAGE_OTHER] = { "NOOP\r", "answered our NOOP with" },
    [STAGE_SENDER] = { "MAIL FROM:",
                       "refused our sender address (see that `user` may send from it, and to "
                       "`returns`):" },
    [STAGE_RECIPIENT] = { "RCPT TO:", "refused the recipient:" },
    [STAGE_CONTENT] = { "DATA\r", "refused the letter:" },
};

struct smtp {
    struct transfer *transfer;
    enum stage stage;
    bool open;                   /* a connection is kept for the next letter */
    bool leaving;                /* QUIT was sent */
    gint64 since;                /* monotonic time of the last byte sent or received,
                                    microseconds */
    bool late;                   /* given up, since nothing came for too long */
    struct smtp_reply reply;     /* to the last command; code 0 until there is one */
    struct curl_slist recipient; /* the only one; borrowed */
    GString *content;            /* the letter with CRLF */
    size_t read;                 /* bytes of it that libcurl has read */
    int cuts;                    /* connections that broke, one after the other */
};

/* ---- callbacks of libcurl ---- */

static int note(CURL *curl, curl_infotype type, char *bytes, size_t length, void *data)
{
    (void)curl;
    struct smtp *smtp = data;
    if (type == CURLINFO_TEXT) {
        return 0;
    }
    smtp->since = g_get_monotonic_time();
    bool ours = type == CURLINFO_HEADER_OUT;
    /* After a reply that it cannot use libcurl sends QUIT by itself: that reply counts. */
    smtp->leaving = smtp->leaving || (ours && length >= 4 && memcmp(bytes, "QUIT", 4) == 0);
    for (size_t i = 0; ours && i < G_N_ELEMENTS(stages) && !smtp->leaving; i++) {
        const char *command = stages[i].command;
        if (command != NULL && length >= strlen(command) &&
            memcmp(bytes, command, strlen(command)) == 0) {
            smtp->stage = (enum stage)i;
            smtp->reply = (struct smtp_reply){ 0 };
        }
    }
    if (type == CURLINFO_HEADER_IN && !smtp->leaving) {
        smtp_reply_read(&smtp->reply, bytes, length);
    }
    return 0;
}

static bool is_out(const struct smtp *smtp)
{
    return smtp->stage == STAGE_CONTENT && smtp->read == smtp->content->len;
}

/* Once the whole letter is sent, the server may take it at any moment: then we wait longer. */
static int give_up_or_not(void *data, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
                          curl_off_t up)
{
    (void)down_all;
    (void)down;
    (void)up_all;
    (void)up;
    struct smtp *smtp = data;
    const bool out = is_out(smtp);
    gint64 waited = (g_get_monotonic_time() - smtp->since) / G_USEC_PER_SEC;
    gint64 patience = (gint64)smtp->transfer->service->timeout * (out ? SMTP_PATIENCE : 1);
    smtp->late = waited >= patience;
    transfer_stop *stop = smtp->transfer->stop;
    bool stops = stop != NULL && stop() && (!out || waited >= SMTP_STOP_SECONDS);
    if (!smtp->late && !stops) {
        return 0;
    }
    /* libcurl then sends QUIT, and waits for the answer. */
    libcurl.setopt(smtp->transfer->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, 1L);
    return 1;
}

static size_t read_content(char *bytes, size_t size, size_t count, void *data)
{
    struct smtp *smtp = data;
    size_t length = MIN(size * count, smtp->content->len - smtp->read);
    memcpy(bytes, smtp->content->str + smtp->read, length);
    smtp->read += length;
    return length;
}

/* Longer than give_up_or_not waits; seconds. */
static long longest_wait(const struct smtp *smtp)
{
    return (long)smtp->transfer->service->timeout * SMTP_PATIENCE + 5;
}

/* ---- making one ---- */

struct smtp *smtp_new(const struct service *service, const char *name, transfer_stop *stop,
                      GError **error)
{
    g_autoptr(Smtp) smtp = g_new0(struct smtp, 1);
    smtp->content = g_string_new(NULL);
    smtp->transfer = transfer_new(service, stop, error);
    if (smtp->transfer == NULL) {
        return NULL;
    }
    transfer_aim(smtp->transfer, name);
    CURL *curl = smtp->transfer->curl;
    libcurl.setopt(curl, CURLOPT_LOW_SPEED_TIME, longest_wait(smtp));
    libcurl.setopt(curl, CURLOPT_XFERINFOFUNCTION, give_up_or_not);
    libcurl.setopt(curl, CURLOPT_XFERINFODATA, smtp);
    libcurl.setopt(curl, CURLOPT_VERBOSE, 1L);
    libcurl.setopt(curl, CURLOPT_DEBUGFUNCTION, note);
    libcurl.setopt(curl, CURLOPT_DEBUGDATA, smtp);
    libcurl.setopt(curl, CURLOPT_READFUNCTION, read_content);
    libcurl.setopt(curl, CURLOPT_READDATA, smtp);
    return g_steal_pointer(&smtp);
}

/* ---- one letter ---- */

/* Ends each line with CRLF, whatever ended it; also the last one. */
static void set_content(struct smtp *smtp, GBytes *letter)
{
    gsize length;
    const char *from = g_bytes_get_data(letter, &length), *end = from + length;
    g_string_truncate(smtp->content, 0);
    while (from < end) {
        const char *stop = from;
        while (stop < end && *stop != '\n' && *stop != '\r') {
            stop++;
        }
        g_string_append_len(smtp->content, from, stop - from);
        g_string_append(smtp->content, "\r\n");
        bool both = stop + 1 < end && stop[0] == '\r' && stop[1] == '\n';
        from = stop + (both ? 2 : 1);
    }
}

static CURLcode perform(struct smtp *smtp)
{
    libcurl.setopt(smtp->transfer->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, longest_wait(smtp));
    smtp->stage = STAGE_CONNECT;
    smtp->read = 0;
    smtp->since = g_get_monotonic_time();
    smtp->late = smtp->leaving = false;
    smtp->reply = (struct smtp_reply){ 0 };
    CURLcode code = transfer_perform(smtp->transfer, NULL);
    smtp->open = code == CURLE_OK;
    if (!smtp->open) {
        transfer_hang_up(smtp->transfer);
    }
    return code;
}

/* True if the connection was kept from an earlier letter, and the server dropped it before it
 * heard of this one: it may have waited too long for us, or takes no more letters on one
 * connection. A new connection may work. */
static bool is_worn_out(const struct smtp *smtp, CURLcode code)
{
    long connections = 0;
    libcurl.getinfo(smtp->transfer->curl, CURLINFO_NUM_CONNECTS, &connections);
    return code != CURLE_OK && code != CURLE_ABORTED_BY_CALLBACK && connections == 0 &&
           smtp->stage <= STAGE_SENDER && (smtp->reply.code == 0 || smtp->reply.code == 421);
}

/* ---- the result ---- */

/* True if the server refuses us rather than the recipient or the letter: by policy (RFC 3463,
 * 5.7.X), or as a relay that does not serve us, which old ones say with 554 alone. It would
 * refuse all players' letters alike, until the operator acts. */
static bool is_about_us(const struct smtp_reply *reply)
{
    g_autofree char *status = smtp_reply_status(reply);
    return g_str_has_prefix(status, "5.7.") ||
           (reply->code == 554 && g_str_equal(status, "5.0.0")) || reply->code == 530;
}

/* Words by which servers say that they refuse the envelope's sender. Many say so only after
 * the recipient, or after the letter. */
static const char sender_words[] =
    "sender address|sender rejected|invalid sender|not owned by user|sendasdenied|send as|"
    "not allowed to send|not authorized to send|bad sender|envelope sender|sender verify|"
    "from address|sender domain|sender not valid|unknown sender|sender denied";

static bool is_about_sender(const struct smtp *smtp)
{
    g_autofree char *status = smtp_reply_status(&smtp->reply);
    const bool said = pattern_fits(status, "^5[.](?:1[.][78]|7[.]60)\\z") ||
                      pattern_fits(smtp->reply.text, sender_words);
    return smtp->stage >= STAGE_SENDER && smtp->reply.code >= 500 && said;
}

static enum delivery judge_reply(const struct smtp *smtp)
{
    int code = smtp->reply.code;
    /* 552 means that the letter is too large, though it is the answer to MAIL. */
    bool of_the_letter = (smtp->stage >= STAGE_RECIPIENT && !is_about_sender(smtp)) || code == 552;
    const bool of_the_sender = smtp->stage == STAGE_SENDER && code < 500; /* each has its own */
    if (!of_the_letter && !of_the_sender) {
        return DELIVERY_DOWN;
    }
    bool final = code >= 500 && code <= 599 && !is_about_us(&smtp->reply);
    return final ? DELIVERY_REFUSED : DELIVERY_LATER;
}

static void describe_reply(const struct smtp *smtp, const struct delivery_letter *letter,
                           GError **error)
{
    const char *const unspoken[] = { letter->sender, letter->recipient,
                                     smtp->transfer->service->user, NULL };
    g_autofree char *said = smtp->stage == STAGE_LOGIN ? smtp_reply_codes(&smtp->reply)
                                                       : smtp_reply_words(&smtp->reply, unspoken);
    const char *words = stages[smtp->stage].words;
    if (is_about_sender(smtp)) {
        words = stages[STAGE_SENDER].words;
    } else if (smtp->stage == STAGE_RECIPIENT && smtp->reply.code >= 500 &&
               is_about_us(&smtp->reply)) {
        words = "takes no letters from us (log in with `user`, or see why it refuses us):";
    }
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_LATER, "%s: %s %s",
                smtp->transfer->service->host, words, said);
}

/* The connection is lost. If that may be because of the letter, others can go out on another one,
 * unless several are lost in a row. */
static enum delivery judge_loss(struct smtp *smtp, bool of_the_letter)
{
    smtp->cuts++;
    return of_the_letter && smtp->cuts < SMTP_CUTS ? DELIVERY_LATER : DELIVERY_DOWN;
}

static enum delivery judge(struct smtp *smtp, CURLcode code, const struct delivery_letter *letter,
                           GError **error)
{
    if (smtp->reply.code >= 400) {
        describe_reply(smtp, letter, error);
        return smtp->reply.code == 421 ? judge_loss(smtp, smtp->stage >= STAGE_RECIPIENT)
                                       : judge_reply(smtp);
    }
    code = smtp->late ? CURLE_OPERATION_TIMEDOUT : code;
    transfer_fault(smtp->transfer, code, error);
    bool cut = smtp->stage >= STAGE_SENDER && code != CURLE_OPERATION_TIMEDOUT &&
               code != CURLE_ABORTED_BY_CALLBACK;
    return judge_loss(smtp, cut);
}

enum delivery smtp_send(struct smtp *smtp, const struct delivery_letter *letter, char **word,
                        GError **error)
{
    CURL *curl = smtp->transfer->curl;
    set_content(smtp, letter->bytes);
    smtp->recipient.data = (char *)letter->recipient;
    libcurl.setopt(curl, CURLOPT_MAIL_FROM, letter->sender);
    libcurl.setopt(curl, CURLOPT_MAIL_RCPT, &smtp->recipient);
    libcurl.setopt(curl, CURLOPT_UPLOAD, 1L);
    libcurl.setopt(curl, CURLOPT_INFILESIZE, (long)smtp->content->len);
    CURLcode code = perform(smtp);
    if (is_worn_out(smtp, code)) {
        code = perform(smtp);
    }
    *word = NULL;
    if (code != CURLE_OK) {
        enum delivery delivery = judge(smtp, code, letter, error);
        if (delivery == DELIVERY_REFUSED && smtp->stage == STAGE_RECIPIENT) {
            *word = smtp_reply_status(&smtp->reply);
        }
        return delivery;
    }
    smtp->cuts = 0;
    const char *const unspoken[] = { letter->sender, letter->recipient, NULL };
    *word = smtp_reply_words(&smtp->reply, unspoken);
    return DELIVERY_DONE;
}

bool smtp_in_doubt(const struct smtp *smtp)
{
    /* 354 is the answer to DATA. */
    return is_out(smtp) && smtp->reply.code < 400;
}

bool smtp_login_refused(const struct smtp *smtp)
{
    return smtp->stage == STAGE_LOGIN && smtp->reply.code >= 500 && smtp->reply.code <= 599;
}

static CURLcode perform_command(struct smtp *smtp, const char *command)
{
    CURL *curl = smtp->transfer->curl;
    libcurl.setopt(curl, CURLOPT_MAIL_RCPT, NULL);
    libcurl.setopt(curl, CURLOPT_CUSTOMREQUEST, command);
    libcurl.setopt(curl, CURLOPT_NOBODY, 1L);
    CURLcode code = perform(smtp);
    libcurl.setopt(curl, CURLOPT_CUSTOMREQUEST, NULL);
    libcurl.setopt(curl, CURLOPT_NOBODY, 0L);
    return code;
}

void smtp_free(struct smtp *smtp)
{
    if (smtp != NULL) {
        if (smtp->open) {
            /* libcurl would send it too, but wait minutes for the answer. */
            perform_command(smtp, "QUIT");
            transfer_hang_up(smtp->transfer);
        }
        transfer_free(smtp->transfer);
        g_string_free(smtp->content, TRUE);
        g_free(smtp);
    }
}

/* ---- what a mail server answers ---- */

void smtp_reply_read(struct smtp_reply *reply, const char *bytes, size_t length)
{
    g_autofree char *code = g_strndup(bytes, MIN(length, 4));
    if (!pattern_fits(code, "^[1-9][0-9]{2}(?:[ \\r\\n-]|\\z)")) {
        return;
    }
    reply->code = (int)g_ascii_strtoll(code, NULL, 10);
    size_t from = MIN(length, 4), kept = MIN(length - from, SMTP_REPLY_MAX);
    for (size_t i = 0; i < kept; i++) {
        char c = bytes[from + i];
        reply->text[i] = g_ascii_isprint(c) ? c : ' ';
    }
    reply->text[kept] = '\0';
}

/* True if a word has an @, or one of the names of an address in it, with no letter or digit right
 * beside it: a name of one letter must not match each such letter. */
static bool is_unspoken(const char *word, const char *const *unspoken)
{
    bool found = strchr(word, '@') != NULL;
    for (; *unspoken != NULL && !found; unspoken++) {
        g_autofree char *local = g_regex_escape_string(*unspoken, (int)strcspn(*unspoken, "@"));
        g_autofree char *alone = g_strdup_printf("(?<![a-z0-9])%s(?![a-z0-9])", local);
        found =
            *local != '\0' && g_regex_match_simple(alone, word, G_REGEX_CASELESS | G_REGEX_RAW, 0);
    }
    return found;
}

char *smtp_reply_words(const struct smtp_reply *reply, const char *const *unspoken)
{
    GString *line = g_string_new(NULL);
    g_string_printf(line, "%d", reply->code);
    g_auto(GStrv) words = g_strsplit(reply->text, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        if ((*word)[0] != '\0') {
            g_string_append_c(line, ' ');
            g_string_append(line, is_unspoken(*word, unspoken) ? "[address]" : *word);
        }
    }
    return g_string_free(line, FALSE);
}

/* The length of the code of RFC 3463 that the text begins with; 0: it begins with none. */
static int status_length(const char *text)
{
    int length = 0;
    sscanf(text, "%*1[0-9].%*3[0-9].%*3[0-9]%n", &length);
    return g_ascii_isdigit(text[length]) ? 0 : length;
}

char *smtp_reply_codes(const struct smtp_reply *reply)
{
    int length = status_length(reply->text);
    return g_strdup_printf("%d%s%.*s", reply->code, length > 0 ? " " : "", length, reply->text);
}

char *smtp_reply_status(const struct smtp_reply *reply)
{
    int length = reply->text[0] == '5' ? status_length(reply->text) : 0;
    return length > 0 ? g_strndup(reply->text, (gsize)length) : g_strdup("5.0.0");
}
