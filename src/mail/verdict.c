#include "mail/verdict.h"

#include <stdbool.h>
#include <string.h>

#include "mail/address.h"

/* What was found in all fields that count. */
struct findings {
    const char *domain; /* the domain in From */
    int dmarc;          /* results of dmarc */
    bool dmarc_failed;
    bool dmarc_passed; /* for From's domain, or without naming a domain */
    bool dmarc_other;  /* for another domain */
    bool dkim_aligned;
    bool malformed;
};

/* A place in the value of a field, which ends in NUL. */
struct scan {
    const char *at;
};

/* ---- characters and words (RFC 8601 section 2.2, RFC 2045 section 5.1) ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && !is_blank(c)) || c == 127;
}

/* A character of a name or an id; a dot separates the two halves of a property. */
static bool is_token(char c)
{
    return c > ' ' && c < 127 && strchr("()<>@,;:\\\"/[]?=", c) == NULL;
}

/* A character of a value. Servers write base64, addresses and paths without quotes, though
 * they should not; a character that could end a value or a result never counts. */
static bool is_value(char c)
{
    return c != '\0' && !is_blank(c) && !is_control(c) && strchr(";()\"\\", c) == NULL;
}

/* Skips one comment, which begins here; false if it does not end. */
static bool skip_comment(struct scan *scan)
{
    int depth = 0;
    do {
        char c = *scan->at;
        if (c == '\\') {
            c = *++scan->at;
        } else if (c == '(') {
            depth++;
        } else if (c == ')') {
            depth--;
        }
        if (c == '\0' || is_control(c) || depth > VERDICT_COMMENTS_MAX) {
            return false;
        }
        scan->at++;
    } while (depth > 0);
    return true;
}

/* Skips blanks and comments. */
static bool skip_blanks(struct scan *scan)
{
    for (;;) {
        while (is_blank(*scan->at)) {
            scan->at++;
        }
        if (*scan->at != '(') {
            return true;
        }
        if (!skip_comment(scan)) {
            return false;
        }
    }
}

static bool take(struct scan *scan, char sign)
{
    bool there = *scan->at == sign;
    scan->at += there;
    return there;
}

/* Takes a quoted string, which begins here, without its quotes. */
static bool take_quoted(struct scan *scan, GString *text)
{
    scan->at++;
    while (*scan->at != '"') {
        if (*scan->at == '\\') {
            scan->at++;
        }
        if (*scan->at == '\0' || is_control(*scan->at)) {
            return false;
        }
        g_string_append_c(text, *scan->at++);
    }
    scan->at++;
    return true;
}

/* Takes a token up to the sign `but`; false if there is none. */
static bool take_token(struct scan *scan, GString *text, char but)
{
    const char *start = scan->at;
    while (is_token(*scan->at) && *scan->at != but) {
        g_string_append_c(text, *scan->at++);
    }
    return scan->at > start;
}

/* Takes a name such as "header.from", without blanks and comments around the dot. */
static bool take_name(struct scan *scan, GString *name)
{
    if (!take_token(scan, name, '.') || !skip_blanks(scan)) {
        return false;
    }
    while (take(scan, '.')) {
        g_string_append_c(name, '.');
        if (!skip_blanks(scan) || !take_token(scan, name, '.') || !skip_blanks(scan)) {
            return false;
        }
    }
    return true;
}

/* Takes a value, in quotes or not or both ("a b"@example.org); it may be empty. */
static bool take_value(struct scan *scan, GString *value)
{
    while (*scan->at == '"' || is_value(*scan->at)) {
        if (*scan->at != '"') {
            g_string_append_c(value, *scan->at++);
        } else if (!take_quoted(scan, value)) {
            return false;
        }
    }
    return true;
}

static bool is_version_one(struct scan *scan)
{
    g_autoptr(GString) version = g_string_new(NULL);
    return take_token(scan, version, '\0') && g_str_equal(version->str, "1") && skip_blanks(scan);
}

/* ---- what a result says ---- */

static bool is_word(const GString *text, const char *word)
{
    return g_ascii_strcasecmp(text->str, word) == 0 && text->len == strlen(word);
}

static bool is_aligned(const char *domain, const char *signer)
{
    size_t length = strlen(domain), above = strlen(signer);
    if (g_ascii_strcasecmp(domain, signer) == 0) {
        return true;
    }
    return above < length && strchr(signer, '.') != NULL && domain[length - above - 1] == '.' &&
           g_ascii_strcasecmp(domain + length - above, signer) == 0;
}

/* A domain in ASCII; "" if it is not valid. Free with g_free. */
static char *domain_in_ascii(const char *domain)
{
    g_autofree char *address = g_strconcat("a@", domain, NULL);
    g_autofree char *ascii = address_ascii(address);
    return g_strdup(ascii != NULL ? ascii + strlen("a@") : "");
}

/* One result: the method, its outcome, and whose domain it is about. */
struct result {
    GString *method, *outcome;
    char *from, *signer; /* domains of header.from and header.d; NULL: not given */
};

static void weigh(struct findings *findings, const struct result *result)
{
    bool passed = is_word(result->outcome, "pass");
    if (is_word(result->method, "dmarc")) {
        bool other =
            result->from != NULL && g_ascii_strcasecmp(findings->domain, result->from) != 0;
        findings->dmarc++;
        findings->dmarc_failed |= is_word(result->outcome, "fail");
        findings->dmarc_passed |= passed && !other;
        findings->dmarc_other |= passed && other;
    } else if (is_word(result->method, "dkim")) {
        findings->dkim_aligned |=
            passed && result->signer != NULL && is_aligned(findings->domain, result->signer);
    }
}

/* ---- a field ---- */

/* Keeps the value of one of the two properties that matter; false if it was given before. */
static bool keep(struct result *result, const GString *name, const char *value)
{
    char **kept = is_word(name, "header.from") ? &result->from
                  : is_word(name, "header.d")  ? &result->signer
                                               : NULL;
    if (kept == NULL) {
        return true;
    }
    bool first = *kept == NULL;
    g_free(*kept);
    /* Some servers write an address into header.from. */
    const char *at = kept == &result->from ? strrchr(value, '@') : NULL;
    *kept = domain_in_ascii(at != NULL ? at + 1 : value);
    return first;
}

/* `header.from=example.org`, `reason="..."`; a blank or comment goes before. */
static bool read_property(struct scan *scan, struct result *result)
{
    g_autoptr(GString) name = g_string_new(NULL);
    g_autoptr(GString) value = g_string_new(NULL);
    return take_name(scan, name) && take(scan, '=') && skip_blanks(scan) &&
           take_value(scan, value) && keep(result, name, value->str);
}

static bool ends_result(const struct scan *scan)
{
    return *scan->at == '\0' || *scan->at == ';';
}

/* `dmarc=pass (p=none) header.from=example.org`, up to its end. */
static bool read_result(struct scan *scan, struct result *result)
{
    if (!take_name(scan, result->method) || (take(scan, '/') && !is_version_one(scan)) ||
        !take(scan, '=') || !skip_blanks(scan) || !take_token(scan, result->outcome, '\0')) {
        return false;
    }
    for (int properties = 0;; properties++) {
        const char *before = scan->at;
        if (!skip_blanks(scan)) {
            return false;
        }
        if (ends_result(scan)) {
            return true;
        }
        if (scan->at == before || properties == VERDICT_PROPERTIES_MAX ||
            !read_property(scan, result)) {
            return false;
        }
    }
}

static bool read_one_result(struct scan *scan, struct findings *findings)
{
    struct result result = { .method = g_string_new(NULL), .outcome = g_string_new(NULL) };
    bool whole = read_result(scan, &result);
    if (whole) {
        weigh(findings, &result);
    }
    g_string_free(result.method, TRUE);
    g_string_free(result.outcome, TRUE);
    g_free(result.from);
    g_free(result.signer);
    return whole;
}

/* `none`: there are no results, and nothing follows. */
static bool read_none(struct scan *scan)
{
    struct scan ahead = *scan;
    g_autoptr(GString) word = g_string_new(NULL);
    return take_token(&ahead, word, '\0') && is_word(word, "none") && skip_blanks(&ahead) &&
           *ahead.at == '\0';
}

/* Reads what follows the id. Servers may end the last result with a semicolon, too. */
static bool read_results(struct scan *scan, struct findings *findings)
{
    if (!skip_blanks(scan)) {
        return false;
    }
    if (!ends_result(scan) && !is_version_one(scan)) {
        return false;
    }
    for (int results = 0; take(scan, ';'); results++) {
        if (!skip_blanks(scan)) {
            return false;
        }
        if (*scan->at == '\0' || (results == 0 && read_none(scan))) {
            return true;
        }
        if (results == VERDICT_RESULTS_MAX || !read_one_result(scan, findings)) {
            return false;
        }
    }
    return *scan->at == '\0';
}

/* True if unfolding the bytes changed nothing else in them: a value that is cut by a NUL or a
 * lone CR could be read in two ways. */
static bool is_plain(const struct header *header)
{
    for (size_t i = 0; i < header->raw_length; i++) {
        bool lone =
            header->raw[i] == '\r' && (i + 1 == header->raw_length || header->raw[i + 1] != '\n');
        if (lone || header->raw[i] == '\0') {
            return false;
        }
    }
    return header->raw[strlen(header->name)] == ':';
}

/* True if the field names our server. *plainly is false if it does so in a way that no server
 * writes. Leaves the scan behind the id. */
static bool names_server(struct scan *scan, const char *authserv_id, bool *plainly)
{
    const char *start = scan->at;
    g_autoptr(GString) id = g_string_new(NULL);
    if (!skip_blanks(scan)) {
        return false;
    }
    *plainly = scan->at == start && *start != '"';
    bool read = *scan->at == '"' ? take_quoted(scan, id) : take_token(scan, id, '\0');
    return read && g_ascii_strcasecmp(id->str, authserv_id) == 0;
}

/* Adds what a field says; true if the field counts. */
static bool read_field(const struct header *header, const char *authserv_id,
                       struct findings *findings)
{
    struct scan scan = { .at = header->value };
    bool plainly = false;
    if (g_ascii_strcasecmp(header->name, "Authentication-Results") != 0 ||
        !names_server(&scan, authserv_id, &plainly)) {
        return false;
    }
    bool fit = plainly && is_plain(header) && strlen(header->value) <= VERDICT_BYTES_MAX;
    if (!fit || !read_results(&scan, findings)) {
        findings->malformed = true;
    }
    return true;
}

/* ---- all fields ---- */

static enum sender_verdict conclude(const struct findings *findings)
{
    if (findings->dmarc_failed) {
        return SENDER_DISOWNED;
    }
    if (findings->dmarc > 1 || findings->malformed || findings->dmarc_other) {
        return SENDER_UNKNOWN;
    }
    return findings->dmarc_passed || findings->dkim_aligned ? SENDER_VOUCHED : SENDER_UNKNOWN;
}

enum sender_verdict verdict_read(const struct headers *headers, const char *authserv_id,
                                 const char *domain)
{
    struct findings findings = { .domain = domain };
    guint fields = 0;
    for (guint i = 0; i < headers->fields->len; i++) {
        fields += read_field(g_ptr_array_index(headers->fields, i), authserv_id, &findings);
    }
    findings.malformed |= fields > VERDICT_FIELDS_MAX;
    return conclude(&findings);
}
