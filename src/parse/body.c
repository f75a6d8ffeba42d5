#include "parse/body.h"

#include <gmime/gmime.h>
#include <string.h>

#include "base/plain.h"
#include "mail/automatic.h"
#include "mail/charset.h"
#include "parse/html.h"

G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeStream, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeParser, g_object_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GMimeMessage, g_object_unref)

struct walk;
typedef void request_leaf(struct walk *walk, GMimeObject *part);

/* A walk through the tree. */
struct walk {
    request_leaf *leaf;  /* called for each leaf; the walk ends once a text is found */
    int parts;           /* seen so far */
    const char *wanted;  /* "plain" or "html", or NULL for either */
    bool named;          /* the first text is taken even if it has a name */
    int texts;           /* leaves of text seen so far that are no attachments */
    const char *bytes;   /* the mail */
    char *text;          /* what was found; NULL: nothing yet */
    char *apology;       /* plain text that only says that the mail is in HTML; NULL: none */
    bool doubtful;       /* as in struct body */
    gint64 end;          /* where in the bytes the part of the text ended */
    GByteArray *report;  /* a delivery report; NULL: none yet */
    const char *machine; /* one of the words of struct body; NULL: none yet */
};

/* The text with `by` for each part that fits. Consumes the text. Free with g_free. */
static char *replaced(char *text, const char *pattern, const char *by)
{
    if (!pattern_fits(text, pattern)) {
        return text; /* a copy of it may take much memory */
    }
    g_autofree char *before = text;
    return g_regex_replace(pattern_of(pattern), before, -1, 0, by, 0, NULL);
}

/* U+2028 and U+2029; blanks, and signs that are not seen; signs of a quote. All are in bytes. */
#define SEPARATOR "\\xe2\\x80[\\xa8\\xa9]"
#define BLANK                                                                                      \
    "(?:[ \\t]|\\xc2[\\xa0\\xad]|\\xe2\\x80[\\x80-\\x8f\\xaa-\\xaf]|\\xe2\\x81[\\x9f-\\xaf]|"      \
    "\\xe3\\x80\\x80|\\xef\\xb8[\\x80-\\x8f]|\\xef\\xbb\\xbf|\\xd8\\x9c|"                          \
    "\\xf3\\xa0[\\x80-\\xbf]{2})"
#define MARK "(?:[>|]|\\xef\\xbc\\x9e|\\xef\\xbd\\x9c)"

/* Ends lines with LF; other controls count as damage. Mail programs also end lines with U+2028 and
 * U+2029, but a quote of such a line has only one mark, before all of it. NEL is damage, too:
 * three dots become NEL if the set is named wrongly. Free with g_free. */
static char *tidy(const char *text)
{
    static const char quoted[] =
        "(?-i)(?:(?:(?<![^\\n])|(?<=" SEPARATOR "))" BLANK "*+" MARK "|\\G(?<=" SEPARATOR "))"
        "(?:[^\\n\\xe2]|(?!" SEPARATOR ")\\xe2)*+\\K" SEPARATOR;
    static const char control[] = "(?-i)[\\x00-\\x08\\x0b-\\x1f\\x7f]|\\xc2[\\x80-\\x9f]";
    char *tidied = replaced(g_strdup(text), "\\r\\n?", "\n");
    tidied = replaced(tidied, quoted, " ");
    tidied = replaced(tidied, "(?-i)" SEPARATOR, "\n");
    return replaced(tidied, control, CHARSET_REPLACEMENT);
}

/* The bytes of a part, decoded from its transfer encoding. */
static GByteArray *part_bytes(GMimePart *part)
{
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    GByteArray *bytes = g_byte_array_new();
    if (content != NULL) {
        g_autoptr(GMimeStream) stream = g_mime_stream_mem_new_with_byte_array(bytes);
        g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
        g_mime_data_wrapper_write_to_stream(content, stream);
    }
    return bytes;
}

static GMimeStream *part_stream(GMimePart *part)
{
    GMimeDataWrapper *content = g_mime_part_get_content(part);
    return content != NULL ? g_mime_data_wrapper_get_stream(content) : NULL;
}

static gint64 part_end(GMimePart *part)
{
    const GMimeStream *stream = part_stream(part);
    return stream != NULL ? stream->bound_end : -1;
}

/* The bytes of a part in base64 around which a gateway has put lines of its own: those as they are,
 * the rest decoded. NULL if there are no such lines. */
static GByteArray *patched_bytes(const struct walk *walk, GMimePart *part)
{
    static const char base64[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    const char *encoding =
        g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding");
    const GMimeStream *stream = part_stream(part);
    if (stream == NULL || encoding == NULL || g_ascii_strcasecmp(encoding, "base64") != 0) {
        return NULL;
    }
    const gint64 length = MAX(stream->bound_end - stream->bound_start, 0);
    g_autofree char *raw = g_strndup(walk->bytes + stream->bound_start, (gsize)length);
    g_auto(GStrv) lines = g_strsplit(raw, "\n", -1);
    g_autoptr(GByteArray) bytes = g_byte_array_new();
    int state = 0;
    guint save = 0;
    bool patched = false;
    for (char **line = lines; *line != NULL; line++) {
        gsize size = strlen(g_strchomp(*line));
        const bool other = strspn(*line, base64) < size, blank = size == 0;
        const guint end = bytes->len;
        g_byte_array_set_size(bytes, end + (guint)size + 3); /* what is left of the line above */
        guchar *to = bytes->data + end;
        if (other) {
            memcpy(to, *line, size);
        } else {
            size = g_base64_decode_step(*line, size, to, &state, &save);
        }
        g_byte_array_set_size(bytes, end + (guint)size);
        g_byte_array_append(bytes, (const guint8 *)"\n", other || blank ? 1 : 0);
        patched |= other;
    }
    return patched ? g_steal_pointer(&bytes) : NULL;
}

static bool parameter_is(GMimeObject *part, const char *name, const char *value)
{
    const char *parameter = g_mime_object_get_content_type_parameter(part, name);
    return parameter != NULL && g_ascii_strcasecmp(parameter, value) == 0;
}

/* ---- format=flowed (RFC 3676) ---- */

char *flowed_join(const char *text, bool delsp)
{
    /* A line that flows on, but for its last blank; and the next one of the same level, if anything
     * is behind its quote marks and stuffing. A signature's separator does neither. */
    static const char flowing[] = "(*LF)(?m)^((>*+) ?+(?!-- $)[^\\n]*) ";
    static const char next[] = "\\n\\2(?!>) ?+(?!-- $)(?=[^\\n])";
    g_autofree char *pair = g_strconcat(flowing, next, NULL);
    g_autofree char *open = g_strconcat(flowing, "$", NULL);
    char *joined = g_strdup(text);
    while (pattern_fits(joined, pair)) {
        joined = replaced(joined, pair, delsp ? "\\1" : "\\1 ");
    }
    joined = delsp ? replaced(joined, open, "\\1") : joined;
    joined = replaced(joined, "(*LF)(?m)^(>+) ?+", "\\1 ");
    joined = replaced(joined, "(*LF)(?m)^ ", "");
    return replaced(joined, "(?<=[^\\n])\\z", "\n");
}

static bool is_attachment(GMimeObject *part)
{
    const char *disposition = g_mime_object_get_disposition(part);
    return disposition != NULL && g_ascii_strcasecmp(disposition, "inline") != 0;
}

static bool has_name(GMimeObject *part)
{
    return g_mime_object_get_content_disposition_parameter(part, "filename") != NULL ||
           g_mime_object_get_content_type_parameter(part, "name") != NULL;
}

static bool is_type(GMimeObject *part, const char *type, const char *subtype)
{
    return g_mime_content_type_is_type(g_mime_object_get_content_type(part), type, subtype);
}

/* Some programs leave out the subtype, or the whole value (RFC 2045 section 5.2). */
static bool lacks_subtype(GMimeObject *part)
{
    const char *value = g_mime_object_get_header(part, "Content-Type");
    return value != NULL && pattern_fits(value, "^\\s*(text/?)?\\s*(;|\\z)");
}

static bool is_plain(GMimeObject *part)
{
    return is_type(part, "text", "plain") || is_type(part, "text", "markdown") ||
           is_type(part, "text", "x-markdown") || lacks_subtype(part);
}

/* The methods by which a program answers an invitation (RFC 5546 section 3.2). */
#define ANSWERS "(REPLY|COUNTER|DECLINECOUNTER|REFRESH)"

static bool answers_invitation(GMimeObject *part)
{
    if (!is_type(part, "text", "calendar")) {
        return false;
    }
    const char *method = g_mime_object_get_content_type_parameter(part, "method");
    if (method != NULL || is_attachment(part)) {
        return method != NULL && pattern_fits(method, "^" ANSWERS "\\z");
    }
    g_autoptr(GByteArray) bytes = part_bytes(GMIME_PART(part));
    g_autofree char *calendar = charset_to_utf8((const char *)bytes->data, bytes->len, NULL);
    return pattern_fits(calendar, "(*LF)(?m)^METHOD:\\s*" ANSWERS "\\s*$");
}

/* Notes what programs wrote, of each kind the first. */
static void request_machine(struct walk *walk, GMimeObject *part)
{
    if (walk->report == NULL && (is_type(part, "message", "delivery-status") ||
                                 is_type(part, "message", "global-delivery-status"))) {
        walk->report = part_bytes(GMIME_PART(part));
    } else if (walk->machine != NULL) {
        return;
    } else if (is_type(part, "message", "feedback-report")) {
        walk->machine = AUTOMATIC_ABUSE;
    } else if (is_type(part, "message", "disposition-notification") ||
               is_type(part, "message", "global-disposition-notification")) {
        walk->machine = "receipt";
    } else if (answers_invitation(part)) {
        walk->machine = "calendar";
    }
}

/* The text of a leaf. Sets *doubtful as in struct body. Free with g_free. */
static char *read_leaf(const struct walk *walk, GMimeObject *part, bool *doubtful)
{
    g_autoptr(GByteArray) patched = patched_bytes(walk, GMIME_PART(part));
    g_autoptr(GByteArray) bytes =
        patched != NULL ? g_steal_pointer(&patched) : part_bytes(GMIME_PART(part));
    const char *charset = g_mime_object_get_content_type_parameter(part, "charset");
    g_autofree char *decoded = charset_to_utf8((const char *)bytes->data, bytes->len, charset);
    *doubtful = false;
    g_autofree char *html = is_type(part, "text", "html") ? html_to_text(decoded, doubtful) : NULL;
    g_autofree char *text = tidy(html != NULL ? html : decoded);
    bool flowed = html == NULL && parameter_is(part, "format", "flowed");
    return flowed ? flowed_join(text, parameter_is(part, "delsp", "yes")) : g_steal_pointer(&text);
}

/* True for plain text that asks for a mail program that shows HTML. */
static bool is_apology(const char *text)
{
    enum { LONGEST = 400 };
    return strlen(text) <= LONGEST && pattern_fits(text, "\\bhtml\\b");
}

/* Takes the text of a leaf if it has one of the wanted kind. */
static void request_text(struct walk *walk, GMimeObject *part)
{
    bool html = is_type(part, "text", "html");
    if (is_attachment(part) || (!html && !is_plain(part))) {
        return;
    }
    bool first = walk->texts++ == 0;
    bool other = walk->wanted != NULL && html != (strcmp(walk->wanted, "html") == 0);
    if (other || (has_name(part) && !(first && walk->named))) {
        return;
    }
    bool doubtful;
    g_autofree char *text = read_leaf(walk, part, &doubtful);
    if (!html && walk->apology == NULL && is_apology(text)) {
        walk->apology = g_steal_pointer(&text);
    } else if (!html_is_blank(text)) {
        walk->text = g_steal_pointer(&text);
        walk->doubtful = doubtful;
        walk->end = part_end(GMIME_PART(part));
    }
}

/* Adds the plain text right below pictures, from the part `at` on: a mail program divides the
 * text of one mail where its writer puts a picture into it. */
static void add_below_pictures(struct walk *walk, GMimeMultipart *multipart, int at)
{
    int count = g_mime_multipart_get_count(multipart);
    bool picture = false;
    for (; at < count && walk->parts < BODY_PARTS_MAX; at++, walk->parts++) {
        GMimeObject *part = g_mime_multipart_get_part(multipart, at);
        if (!GMIME_IS_PART(part) || is_attachment(part)) {
            return;
        }
        bool image = is_type(part, "image", "*");
        if (!image && (!picture || !is_plain(part) || has_name(part))) {
            return;
        }
        if (!image) {
            bool doubtful; /* it is plain text */
            g_autofree char *above = walk->text, *below = read_leaf(walk, part, &doubtful);
            walk->text = g_strconcat(above, "\n\n", below, NULL);
            walk->end = part_end(GMIME_PART(part));
        }
        picture = image;
    }
}

static void request(struct walk *walk, GMimeObject *object, int depth);

static void request_children(struct walk *walk, GMimeMultipart *multipart, int depth)
{
    int count = g_mime_multipart_get_count(multipart), i = 0;
    for (; i < count && walk->text == NULL && walk->parts < BODY_PARTS_MAX; i++) {
        request(walk, g_mime_multipart_get_part(multipart, i), depth + 1);
    }
    GMimeObject *last = i > 0 ? g_mime_multipart_get_part(multipart, i - 1) : NULL;
    bool mixed = is_type(GMIME_OBJECT(multipart), "multipart", "mixed");
    if (mixed && walk->text != NULL && GMIME_IS_PART(last) && is_plain(last)) {
        add_below_pictures(walk, multipart, i);
    }
}

static void request(struct walk *walk, GMimeObject *object, int depth)
{
    walk->parts++;
    if (depth > BODY_DEPTH_MAX || walk->parts > BODY_PARTS_MAX) {
        return;
    }
    if (GMIME_IS_PART(object)) {
        walk->leaf(walk, object);
        return;
    }
    if (!GMIME_IS_MULTIPART(object)) {
        return;
    }
    if (walk->leaf == request_text && walk->wanted == NULL &&
        is_type(object, "multipart", "alternative")) {
        /* The last one that can be shown is the best one, but we read plain text best. */
        walk->wanted = "plain";
        request_children(walk, GMIME_MULTIPART(object), depth);
        walk->wanted = "html";
        request_children(walk, GMIME_MULTIPART(object), depth);
        walk->wanted = NULL;
        return;
    }
    request_children(walk, GMIME_MULTIPART(object), depth);
}

/* The number of bytes before there are too many lines that could begin a part, or be one of its
 * headers: the parser makes an object of each. */
static size_t before_too_many(const char *bytes, size_t length)
{
    static const char line[] = "(*LF)(?m)^(?:--|[!-9;-~]++:)";
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match_full(pattern_of(line), bytes, (gssize)length, 0, 0, &match, NULL);
    for (int i = 0; g_match_info_matches(match) && i < BODY_LINES_MAX; i++) {
        g_match_info_next(match, NULL);
    }
    int start = (int)length;
    g_match_info_fetch_pos(match, 0, &start, NULL);
    return (size_t)start;
}

/* The tree of parts, which borrows the bytes. */
static GMimeMessage *parse(const void *bytes, size_t length)
{
    g_autoptr(GMimeStream) stream = g_mime_stream_mem_new_with_buffer(bytes, length);
    g_autoptr(GMimeParser) parser = g_mime_parser_new_with_stream(stream);
    return g_mime_parser_construct_message(parser, NULL);
}

static void walk_through(struct walk *walk, GMimeMessage *message)
{
    GMimeObject *root = message != NULL ? g_mime_message_get_mime_part(message) : NULL;
    if (root != NULL) {
        request(walk, root, 0);
    }
}

/* A mail in parts whose boundary never comes, as one that can be read: with the first line that
 * may be a boundary, or as one part. NULL if it is no such mail. */
static GBytes *mended(GMimeMessage *message, const char *bytes, size_t length)
{
    GMimeObject *root = message != NULL ? g_mime_message_get_mime_part(message) : NULL;
    static const char split[] = "\\A.*?\\n\\r?\\n\\s*(.*)";
    static const char lines[] = "(*LF)(?m)^--([\\w'()+,./:=?-]{1,70})\\s*\\n(?=Content-)";
    g_autoptr(GMatchInfo) body = NULL, line = NULL;
    int from = 0, end = 0;
    if (root == NULL || !GMIME_IS_MULTIPART(root) ||
        g_mime_multipart_get_count(GMIME_MULTIPART(root)) > 0 ||
        !g_regex_match_full(pattern_of(split), bytes, (gssize)length, 0, 0, &body, NULL) ||
        !g_match_info_fetch_pos(body, 1, &from, &end)) {
        return NULL;
    }
    g_autoptr(GString) mail = g_string_new(NULL);
    if (g_regex_match_full(pattern_of(lines), bytes, (gssize)length, from, 0, &line, NULL)) {
        g_autofree char *boundary = g_match_info_fetch(line, 1);
        g_string_printf(mail, "Content-Type: multipart/alternative; boundary=\"%s\"\n\n", boundary);
    } else if (end - from < 8 || g_ascii_strncasecmp(bytes + from, "Content-", 8) != 0) {
        g_string_append_c(mail, '\n');
    }
    g_string_append_len(mail, bytes + from, end - from);
    return g_string_free_to_bytes(g_steal_pointer(&mail));
}

/* Finds the text of a mail. */
static void find_text(struct walk *text, GMimeMessage *message, const char *bytes)
{
    *text = (struct walk){ .leaf = request_text, .bytes = bytes };
    walk_through(text, message);
    g_autofree char *apology = g_steal_pointer(&text->apology);
    if (text->text == NULL && apology == NULL) {
        *text = (struct walk){ .leaf = request_text, .bytes = bytes, .named = true };
        walk_through(text, message);
        apology = g_steal_pointer(&text->apology);
    }
    text->text = text->text != NULL ? text->text : g_steal_pointer(&apology);
}

void body_read(const void *bytes, size_t length, bool truncated, struct body *body)
{
    size_t kept = before_too_many(bytes, length);
    bool cut = truncated || kept < length;
    g_autoptr(GMimeMessage) message = parse(bytes, kept);
    struct walk machine = { .leaf = request_machine };
    walk_through(&machine, message);
    g_autoptr(GBytes) other = cut ? NULL : mended(message, bytes, kept);
    g_autoptr(GMimeMessage) readable =
        other != NULL ? parse(g_bytes_get_data(other, NULL), g_bytes_get_size(other)) : NULL;
    struct walk text;
    find_text(&text, readable != NULL ? readable : message,
              other != NULL ? g_bytes_get_data(other, NULL) : bytes);
    *body = (struct body){
        .text = text.text != NULL ? text.text : g_strdup(""),
        .whole = !cut || (text.text != NULL && text.end >= 0 && text.end < (gint64)kept),
        .doubtful = text.doubtful,
        .machine = machine.machine,
        .report = machine.report,
    };
}
