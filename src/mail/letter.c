#include "mail/letter.h"

#include <string.h>

#include "base/clock.h"
#include "base/plain.h"

enum {
    LINE_MAX_COLUMNS = 76, /* of an encoded line (RFC 2045 6.7, RFC 2047 2) */
    ENCODED_WORD_MAX = 75, /* RFC 2047 2 */
    HEADER_WORD_MAX = 900, /* a word that cannot be folded; a line ends at 998 (RFC 5322 2.1.1) */
};

/* Appends a character of UTF-8 as it is, or each of its bytes as "=" and two digits. */
static void append_character(GString *out, const char *c, const char *end, bool itself)
{
    static const char digits[] = "0123456789ABCDEF";
    if (itself) {
        g_string_append_len(out, c, end - c);
        return;
    }
    for (; c < end; c++) {
        unsigned char byte = (unsigned char)*c;
        const char octet[] = { '=', digits[byte >> 4], digits[byte & 15] };
        g_string_append_len(out, octet, sizeof(octet));
    }
}

/* ---- the text ---- */

/* True if a character may be itself within an encoded line. */
static inline bool stands_within(const char *c)
{
    if (*c > ' ') {
        return *c <= '~' && *c != '=';
    }
    return (*c == ' ' || *c == '\t') && c[1] != '\n' && c[1] != '\0';
}

/* The same for the first of a line: mailboxes put > before "From ", and SMTP doubles a dot. */
static bool stands_first(const char *c)
{
    return stands_within(c) && *c != '.' && !g_str_has_prefix(c, "From ");
}

/* How many characters from here on stand for themselves and fit, not counting the last column. Not
 * for the beginning of a line. */
static size_t plain_run(const char *c, size_t column)
{
    size_t run = 0;
    while (column + run + 1 < LINE_MAX_COLUMNS && stands_within(c + run)) {
        run++;
    }
    return run;
}

char *letter_quoted_printable(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    GString *out = g_string_sized_new(strlen(valid) + strlen(valid) / 8);
    size_t column = 0;
    for (const char *c = valid, *next; *c != '\0'; c = next) {
        const size_t run = column > 0 ? plain_run(c, column) : 0;
        if (run > 0) {
            g_string_append_len(out, c, (gssize)run);
            column += run;
            next = c + run;
            continue;
        }
        next = g_utf8_next_char(c);
        if (*c == '\n') {
            g_string_append_c(out, '\n');
            column = 0;
            continue;
        }
        bool itself = column == 0 ? stands_first(c) : stands_within(c);
        size_t encoded = 3 * (size_t)(next - c);
        /* The last character of a line may use the column that is otherwise left for the mark
         * of a soft break. */
        size_t room = *next == '\n' || *next == '\0' ? LINE_MAX_COLUMNS : LINE_MAX_COLUMNS - 1;
        if (column + (itself ? 1 : encoded) > room) {
            g_string_append(out, "=\n");
            column = 0;
            itself = stands_first(c);
        }
        append_character(out, c, next, itself);
        column += itself ? 1 : encoded;
    }
    return g_string_free(out, FALSE);
}

/* The text with LF as the only line end and tab as the only control. At any other character a
 * program might break a line, and if the letter is quoted, the rest of that line would be
 * unquoted. Free with g_free. */
static char *lines_of(const char *text)
{
    g_autofree char *valid = g_utf8_make_valid(text, -1);
    static const char others[] =
        "(?-i)[\\x00-\\x08\\x0b-\\x1f\\x7f]|\\xc2[\\x80-\\x9f]|\\xe2\\x80[\\xa8\\xa9]";
    return g_regex_replace_literal(pattern_of(others), valid, -1, 0, " ", 0, NULL);
}

/* ---- the headers ---- */

static const char not_in_address[] = "[^!-~]|[<>(),;:\\\\\"]";

/* An address, an id or a host: visible ASCII without the characters that give it structure.
 * Strangers' words are checked where they are read; this is the last check. Free with g_free. */
static char *visible(const char *value, const char *forbidden)
{
    return g_regex_replace_literal(pattern_of(forbidden), value, -1, 0, "", 0, NULL);
}

static void append_header(GString *out, const char *name, const char *value)
{
    g_string_append_printf(out, "%s: %s\n", name, value);
}

/* NULL: there is none. */
static void append_address(GString *out, const char *name, const char *address)
{
    if (address != NULL) {
        g_autofree char *clean = visible(address, not_in_address);
        append_header(out, name, clean);
    }
}

/* Appends the ids in angle brackets, one a line. An id that fits on no line is left out; so is the
 * whole header if it would be empty. NULL: there are none. */
static void append_ids(GString *out, const char *name, const char *const *ids)
{
    bool first = true;
    for (; ids != NULL && *ids != NULL; ids++) {
        g_autofree char *id = visible(*ids, "[^!-~]|[<>]");
        if (*id != '\0' && strlen(id) <= HEADER_WORD_MAX) {
            g_string_append_printf(out, "%s%s <%s>\n", first ? name : "", first ? ":" : "", id);
            first = false;
        }
    }
}

static void append_id(GString *out, const char *name, const char *id)
{
    const char *const ids[] = { id, NULL };
    append_ids(out, name, ids);
}

/* True for ASCII that no reader takes for an encoded word, in words that can be folded. */
static bool plain(const char *line)
{
    /* A longer word of a Subject is encoded, and so can be folded. */
    return !pattern_fits(line, "[^ -\\x7f]|[^ ]{61}|=\\?");
}

/* Folds at spaces, and keeps each of them. */
static void append_plain(GString *out, size_t column, const char *line)
{
    while (*line != '\0') {
        size_t spaces = strspn(line, " "), length = spaces + strcspn(line + spaces, " ");
        if (column + length > LINE_MAX_COLUMNS && spaces > 0) {
            g_string_append_c(out, '\n');
            column = 0;
        }
        g_string_append_len(out, line, (gssize)length);
        column += length;
        line += length;
    }
}

/* Appends encoded words of whole characters (RFC 2047 4.2), one a line. */
static void append_encoded(GString *out, size_t column, const char *line)
{
    static const char opening[] = "=?UTF-8?Q?", closing[] = "?=";
    g_string_append(out, opening);
    column += strlen(opening);
    while (*line != '\0') {
        const char *next = g_utf8_next_char(line);
        bool itself = g_ascii_isalnum(*line) || *line == ' ';
        size_t width = itself ? 1 : 3 * (size_t)(next - line);
        if (column + width + strlen(closing) > ENCODED_WORD_MAX) {
            g_string_append_printf(out, "%s\n %s", closing, opening);
            column = 1 + strlen(opening);
        }
        if (*line == ' ') {
            g_string_append_c(out, '_');
        } else {
            append_character(out, line, next, itself);
        }
        column += width;
        line = next;
    }
    g_string_append(out, closing);
}

static void append_subject(GString *out, const char *subject)
{
    static const char name[] = "Subject: ";
    g_autofree char *valid = g_utf8_make_valid(subject, -1);
    g_autofree char *line = plain_one_line(valid);
    g_string_append(out, name);
    if (plain(line)) {
        append_plain(out, strlen(name), line);
    } else {
        append_encoded(out, strlen(name), line);
    }
    g_string_append_c(out, '\n');
}

/* Appends one part: its type, its encoded text, and the name of its file (NULL: it is the text
 * of the letter). */
static void append_part(GString *out, const char *type, const char *file, const char *text)
{
    append_header(out, "Content-Type", type);
    if (file != NULL) {
        g_string_append_printf(out, "Content-Disposition: attachment;\n filename=\"%s\"\n", file);
    }
    append_header(out, "Content-Transfer-Encoding", "quoted-printable");
    g_string_append_c(out, '\n');
    g_string_append(out, text);
}

/* "=_" cannot stand in a quoted-printable text (RFC 2045 6.7). The line feed before a boundary is
 * its own, not the part's. */
static const char boundary[] = "=_postmove_=";

/* ---- text and HTML ---- */

static void begin_multipart(GString *out, const char *type, const char *parameter, const char *edge)
{
    g_string_append_printf(out, "Content-Type: multipart/%s;%s boundary=\"%s\"\n", type, parameter,
                           edge);
    append_header(out, "Content-Transfer-Encoding", "7bit");
    g_string_append_printf(out, "\n--%s\n", edge);
}

static void picture_free(gpointer data)
{
    struct letter_picture *picture = data;
    g_free(picture->id);
    g_bytes_unref(picture->png);
    g_free(picture);
}

static void append_picture(GString *out, const struct letter_picture *picture)
{
    append_header(out, "Content-Type", "image/png");
    append_header(out, "Content-Transfer-Encoding", "base64");
    append_id(out, "Content-ID", picture->id);
    append_header(out, "Content-Disposition", "inline");
    g_string_append_c(out, '\n');
    gsize length;
    const guchar *bytes = g_bytes_get_data(picture->png, &length);
    g_autofree char *text = g_malloc(length * 3 / 2 + 16); /* GLib asks for less */
    int state = 0, save = 0;
    gsize size = g_base64_encode_step(bytes, length, TRUE, text, &state, &save);
    size += g_base64_encode_close(TRUE, text + size, &state, &save);
    g_string_append_len(out, text, (gssize)size);
}

/* Appends the text, and the HTML beside it. */
static void append_text(GString *out, const struct letter *letter)
{
    static const char outer[] = "=_postmove_or_=", inner[] = "=_postmove_with_=";
    g_autofree char *lines = lines_of(letter->text);
    g_autofree char *text = letter_quoted_printable(lines);
    if (letter->html == NULL) {
        append_part(out, "text/plain; charset=UTF-8", NULL, text);
        return;
    }
    begin_multipart(out, "alternative", "", outer);
    append_part(out, "text/plain; charset=UTF-8", NULL, text);
    g_string_append_printf(out, "\n--%s\n", outer);
    const GPtrArray *pictures = letter->pictures;
    const bool related = pictures != NULL && pictures->len > 0;
    if (related) {
        begin_multipart(out, "related", " type=\"text/html\";\n", inner);
    }
    g_autofree char *encoded = letter_quoted_printable(letter->html);
    append_part(out, "text/html; charset=UTF-8", NULL, encoded);
    for (guint i = 0; related && i < pictures->len; i++) {
        g_string_append_printf(out, "\n--%s\n", inner);
        append_picture(out, pictures->pdata[i]);
    }
    if (related) {
        g_string_append_printf(out, "\n--%s--\n", inner);
    }
    g_string_append_printf(out, "\n--%s--\n", outer);
}

GPtrArray *letter_pictures_new(void)
{
    return g_ptr_array_new_with_free_func(picture_free);
}

void letter_picture_add(GPtrArray *pictures, const char *id, GBytes *png)
{
    const struct letter_picture picture = { g_strdup(id), png };
    g_ptr_array_add(pictures, g_memdup2(&picture, sizeof picture));
}

/* ---- the whole ---- */

GBytes *letter_bytes(const struct letter *letter)
{
    GString *out = g_string_sized_new(2 * strlen(letter->text));
    g_autofree char *date = clock_rfc5322(letter->date);
    g_autofree char *from = visible(letter->from, not_in_address);
    g_autofree char *named = g_strdup_printf(LETTER_SENDER " <%s>", from);
    append_header(out, "Date", date);
    append_header(out, "From", named);
    append_address(out, "To", letter->to);
    append_address(out, "Reply-To", letter->reply_to);
    append_subject(out, letter->subject);
    append_id(out, "Message-ID", letter->message_id);
    append_id(out, "In-Reply-To", letter->in_reply_to);
    append_ids(out, "References", letter->references);
    /* Says that nobody wrote this by hand: RFC 3834 section 5, RFC 2919. "All" in the second
     * would stop the failure notices that we want. */
    append_header(out, "Auto-Submitted", letter->answer ? "auto-replied" : "auto-generated");
    append_header(out, "X-Auto-Response-Suppress", "OOF, AutoReply, RN, NRN");
    append_id(out, "List-Id", letter->list_id);
    if (letter->leave_to != NULL) {
        /* The address at which to stop such letters: RFC 2369 section 3.2. What RFC 8058 adds
         * to it needs a web server. */
        g_autofree char *escaped = g_uri_escape_string(letter->leave_to, "@+", FALSE);
        g_autofree char *link = g_strconcat("mailto:", escaped, NULL);
        append_id(out, "List-Unsubscribe", link);
    }
    append_address(out, "Content-Language", letter->language); /* RFC 3282 */
    /* By this the large providers tell our letters apart, where readers report some as unwanted:
     * what kind it is, and last who sends it. */
    append_header(out, "Feedback-ID",
                  letter->leave_to != NULL  ? "watched:postmove"
                  : letter->list_id != NULL ? "board:postmove"
                  : letter->answer          ? "answer:postmove"
                                            : "notice:postmove");
    append_address(out, "X-Postmove-Loop", letter->instance);
    append_header(out, "MIME-Version", "1.0");

    const struct attachment *file = letter->attachment;
    if (file == NULL) {
        append_text(out, letter);
        return g_string_free_to_bytes(out);
    }
    begin_multipart(out, "mixed", "", boundary);
    append_text(out, letter);
    g_string_append_printf(out, "\n--%s\n", boundary);
    g_autofree char *contents = letter_quoted_printable(file->text);
    append_part(out, file->type, file->name, contents);
    g_string_append_printf(out, "\n--%s--\n", boundary);
    return g_string_free_to_bytes(out);
}
