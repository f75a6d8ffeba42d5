#include "mail/reply.h"

#include <string.h>

#include "base/grapheme.h"
#include "base/plain.h"
#include "mail/attribution.h"
#include "mail/charset.h"
#include "mail/quoting.h"

/* ---- the lines of a reply ---- */

/* The lines of a text while they are judged. */
struct scan {
    GPtrArray *plain;   /* char *: plain, as struct reply has them */
    GPtrArray *written; /* char *: the same as written */
    GPtrArray *folded;  /* char *: for comparing; "" is a blank line */
    const char *rest;   /* the text below those */
    GString *kinds;     /* enum reply_kind of each line that was judged */
};

static const char *scan_line(const struct scan *scan, guint at)
{
    return g_ptr_array_index(scan->folded, at);
}

/* Adds the part of a line that is kept; it is blank only if the line is. */
static void scan_keep(struct scan *scan, const struct plain *line)
{
    const char *start = line->text;
    size_t length = strlen(start);
    if (length > REPLY_LINE_MAX) {
        start += strspn(start, " ");
        length = strlen(start);
    }
    if (length > REPLY_LINE_MAX) {
        length = grapheme_fit(start, REPLY_LINE_MAX);
    }
    while (length > 0 && g_ascii_isspace(start[length - 1])) {
        length--;
    }
    g_ptr_array_add(scan->plain, g_strndup(start, length));
    g_ptr_array_add(scan->written, plain_written(line, start, length));
}

/* The line with U+FFFD where its direction turns, unless one is there already. Free with
 * g_free. */
static char *marked_where_turned(const char *line, size_t length)
{
    GString *marked = g_string_new_len(line, (gssize)length);
    const char *turn = direction_turn(line, length);
    g_autofree char *before = g_strndup(line, turn != NULL ? (gsize)(turn - line) : 0);
    if (turn != NULL && !g_str_has_suffix(before, CHARSET_REPLACEMENT)) {
        g_string_insert(marked, turn - line, CHARSET_REPLACEMENT);
    }
    return g_string_free(marked, FALSE);
}

/* Reads as many lines as are ever used. Each is judged in full. */
static void scan_read(const char *text, struct scan *scan)
{
    scan->plain = g_ptr_array_new_with_free_func(g_free);
    scan->written = g_ptr_array_new_with_free_func(g_free);
    scan->folded = g_ptr_array_new_with_free_func(g_free);
    scan->kinds = g_string_new(NULL);
    while (*text != '\0' && scan->plain->len < REPLY_LINES_MAX) {
        size_t length = strcspn(text, "\r\n");
        g_autofree char *marked = marked_where_turned(text, length);
        g_auto(Plain) line = { 0 };
        plain_read(marked, -1, &line);
        g_ptr_array_add(scan->folded, quoting_fold(line.text));
        scan_keep(scan, &line);
        text += length;
        text += strncmp(text, "\r\n", 2) == 0 ? 2 : *text != '\0';
    }
    scan->rest = text;
}

static bool is_blank(const char *folded)
{
    return *folded == '\0';
}

/* True for two headers of a quoted mail, one below the other; the rest of a first one that was
 * too long may be between them. */
static bool begins_header_block(const struct scan *scan, guint at)
{
    if (!quoting_is_header(scan_line(scan, at))) {
        return false;
    }
    for (guint next = at + 1; next < scan->folded->len && next <= at + 2; next++) {
        if (is_blank(scan_line(scan, next))) {
            return false;
        }
        if (quoting_is_header(scan_line(scan, next))) {
            return true;
        }
    }
    return false;
}

/* The number of lines from `at` on, at most `most`, that are neither blank nor quoted nor our
 * marker. */
static guint unquoted_lines(const struct scan *scan, guint at, guint most)
{
    guint count = 0;
    while (at + count < scan->folded->len && count < most &&
           !is_blank(scan_line(scan, at + count)) &&
           !quoting_is_quoted(scan_line(scan, at + count)) &&
           !quoting_is_marker(scan_line(scan, at + count))) {
        count++;
    }
    return count;
}

/* The next line that is not blank; "" if there is none. */
static const char *line_below(const struct scan *scan, guint at)
{
    while (at < scan->folded->len && is_blank(scan_line(scan, at))) {
        at++;
    }
    return at < scan->folded->len ? scan_line(scan, at) : "";
}

static bool quote_follows(const struct scan *scan, guint at)
{
    return quoting_is_quoted(line_below(scan, at));
}

/* True if a letter of ours begins there, quoted or not. */
static bool letter_follows(const struct scan *scan, guint at)
{
    return quoting_is_marker(line_below(scan, at));
}

/* The number of lines of an attribution that begins here; 0: none does. Right above a quote it
 * may be in other words than "wrote", right above a letter of ours in a language that is not
 * known; elsewhere it must contain a time or an address. */
static guint attribution_at(const struct scan *scan, guint at)
{
    char **lines = (char **)scan->folded->pdata + at;
    guint count = unquoted_lines(scan, at, ATTRIBUTION_LINES_MAX);
    guint known = count > 0 ? attribution_lines(lines, count) : 0;
    if (known == 0 && count > 0 && quote_follows(scan, at + 1)) {
        known = attribution_opens_quote(lines[0]);
    }
    if (known == 1 && attribution_is_vague(lines[0]) && !quote_follows(scan, at + 1) &&
        !letter_follows(scan, at + 1)) {
        known = 0;
    }
    bool above = known == 0 && letter_follows(scan, at + count);
    return above && attribution_opens_letter(lines, count) ? count : known;
}

/* True if lines with labels begin here, which a program wrote above a letter of ours in a
 * language that is not known: at least as many lines as every program writes. */
static bool begins_labels(const struct scan *scan, guint at)
{
    enum { LABELS_LEAST = 3, LINES_MOST = 12 };
    guint count = unquoted_lines(scan, at, LINES_MOST), labels = 0;
    if (!quoting_is_label(scan_line(scan, at)) || !letter_follows(scan, at + count)) {
        return false;
    }
    for (guint i = 0; i < count; i++) {
        labels += quoting_is_label(scan_line(scan, at + i));
    }
    return labels >= LABELS_LEAST;
}

/* True if a quoted letter of ours begins below a line between dashes, with or without an
 * attribution. The text below it is then read as below any other quote. */
static bool opens_quote(const struct scan *scan, guint at)
{
    if (!quoting_is_separator(scan_line(scan, at))) {
        return false;
    }
    guint below = at + 1;
    while (below < scan->folded->len && is_blank(scan_line(scan, below))) {
        below++;
    }
    below += below < scan->folded->len ? attribution_at(scan, below) : 0;
    return letter_follows(scan, below) && quote_follows(scan, below);
}

static bool has_kind(const struct scan *scan, enum reply_kind kind)
{
    return strchr(scan->kinds->str, kind) != NULL;
}

/* The kind of an unquoted line: it belongs to a wrapped quote if no blank line has come
 * between. */
static enum reply_kind unquoted_kind(const struct scan *scan, const char *folded)
{
    gsize judged = scan->kinds->len;
    char above = judged > 0 ? scan->kinds->str[judged - 1] : (char)REPLY_BLANK;
    if (above == REPLY_QUOTED || above == REPLY_WRAPPED) {
        return REPLY_WRAPPED;
    }
    bool own = has_kind(scan, REPLY_OWN) || has_kind(scan, REPLY_WRAPPED);
    bool ends = has_kind(scan, REPLY_ENDING) || (own && quoting_is_thanks(folded));
    return ends ? REPLY_ENDING : REPLY_OWN;
}

/* True if nothing from here on is the writer's own: a stop, or dashes above one. */
static bool ends_below(const struct scan *scan, guint at)
{
    const char *folded = scan_line(scan, at);
    return quoting_is_stop(folded) ||
           (quoting_is_dashes(folded) && quoting_is_stop(line_below(scan, at + 1)));
}

/* Judges the next line, and all lines of an attribution that begins there; false if reading
 * stops there. */
static bool judge(struct scan *scan)
{
    guint at = (guint)scan->kinds->len;
    const char *folded = scan_line(scan, at);
    if (is_blank(folded)) {
        g_string_append_c(scan->kinds, REPLY_BLANK);
        return true;
    }
    if (quoting_is_quoted(folded) || opens_quote(scan, at)) {
        g_string_append_c(scan->kinds, REPLY_QUOTED);
        return true;
    }
    if (ends_below(scan, at) || quoting_is_marker(folded) || begins_header_block(scan, at) ||
        begins_labels(scan, at)) {
        return false;
    }
    guint attribution = attribution_at(scan, at);
    if (attribution == 0) {
        g_string_append_c(scan->kinds, (char)unquoted_kind(scan, folded));
        return true;
    }
    if (!quote_follows(scan, at + attribution)) {
        return false;
    }
    for (guint i = 0; i < attribution; i++) {
        g_string_append_c(scan->kinds, REPLY_QUOTED);
    }
    return true;
}

/* ---- what is left out ---- */

/* True if two headers, one below the other, are a whole block that contains no address and has
 * no letter of ours below it: "From: Vienna", "To: Prague". */
static bool is_hardly_header_block(const struct scan *scan, guint at)
{
    enum { HEADERS_FEW = 2, LINES_MOST = 12 };
    guint count = unquoted_lines(scan, at, LINES_MOST), headers = 0;
    for (guint i = 0; i < count; i++) {
        headers += quoting_is_header(scan_line(scan, at + i));
        if (strchr(scan_line(scan, at + i), '@') != NULL) {
            return false;
        }
    }
    return headers <= HEADERS_FEW && !letter_follows(scan, at + count);
}

/* True if a mail begins there that is quoted or forwarded without signs of a quote. */
static bool begins_other_mail(const struct scan *scan, guint at)
{
    return quoting_is_marker(scan_line(scan, at)) || begins_header_block(scan, at) ||
           begins_labels(scan, at) || attribution_at(scan, at) > 0;
}

/* True if a letter of ours begins anywhere below. */
static bool holds_letter(const struct scan *scan, guint at)
{
    for (; at < scan->folded->len; at++) {
        if (quoting_is_marker(scan_line(scan, at))) {
            return true;
        }
    }
    return false;
}

/* True if it is a line between dashes, and a letter of ours is right below the lines under it:
 * some programs write headers there without their colons. */
static bool fences_letter(const struct scan *scan, guint at)
{
    enum { LINES_MOST = 12 };
    return quoting_is_separator(scan_line(scan, at)) &&
           letter_follows(scan, at + 1 + unquoted_lines(scan, at + 1, LINES_MOST));
}

/* True if a line has no words of its writer: it is blank, quoted, a header, or the address
 * that was too long for one. */
static bool has_no_words(const char *folded)
{
    return is_blank(folded) || quoting_is_quoted(folded) || quoting_is_header(folded) ||
           (*folded == '<' && strchr(folded, '@') != NULL);
}

/* True if there seem to be words of the writer's own at a stop or below it. A mail that is
 * quoted or forwarded whole is somebody else's, but two lines that only look like its headers
 * may be anybody's. */
static bool has_words_below(const struct scan *scan, guint at)
{
    if (begins_header_block(scan, at) && is_hardly_header_block(scan, at)) {
        return true;
    }
    bool other = begins_other_mail(scan, at) || fences_letter(scan, at);
    if (quoting_is_footer(scan_line(scan, at)) || (other && holds_letter(scan, at))) {
        return false;
    }
    for (guint below = at + 1; below < scan->folded->len; below++) {
        const char *folded = scan_line(scan, below);
        if (quoting_is_footer(folded) || (!other && begins_other_mail(scan, below))) {
            return false;
        }
        if (!has_no_words(folded) && !ends_below(scan, below)) {
            return true;
        }
    }
    return false;
}

/* True if there are own words in the text that is not read: the first line there that is
 * neither blank nor quoted is no stop. */
static bool has_own_rest(const char *rest)
{
    while (*rest != '\0') {
        size_t length = strcspn(rest, "\r\n");
        g_autofree char *line = g_strndup(rest, MIN(length, REPLY_LINE_MAX));
        g_autofree char *plain = plain_text(line, -1);
        g_autofree char *folded = quoting_fold(plain);
        if (!is_blank(folded) && !quoting_is_quoted(folded)) {
            return !quoting_is_stop(folded) && !quoting_is_marker(folded);
        }
        rest += length + (rest[length] != '\0');
    }
    return false;
}

/* The beginning of a stop, to be shown. Free with g_free. */
static char *stop_shown(const char *written)
{
    enum { SHOWN_MOST = 60 };
    size_t length = strlen(written);
    bool whole = length <= SHOWN_MOST;
    g_autofree char *begin = g_strndup(written, whole ? length : grapheme_fit(written, SHOWN_MOST));
    return g_strconcat(g_strstrip(begin), whole ? "" : " ...", NULL);
}

/* The first `count` strings of an array; consumes the array. */
static char **first_of(GPtrArray *strings, guint count)
{
    g_ptr_array_set_size(strings, (gint)count);
    g_ptr_array_add(strings, NULL);
    return (char **)g_ptr_array_free(strings, FALSE);
}

void reply_read(const char *text, struct reply *reply)
{
    struct scan scan;
    scan_read(text, &scan);
    while (scan.kinds->len < scan.folded->len && judge(&scan)) {
    }
    guint judged = (guint)scan.kinds->len;
    bool stopped = judged < scan.folded->len;
    *reply = (struct reply){ .beyond = !stopped && has_own_rest(scan.rest) };
    if (stopped && has_words_below(&scan, judged)) {
        reply->stop = stop_shown(g_ptr_array_index(scan.written, judged));
    }
    reply->lines = first_of(scan.plain, judged);
    reply->written = first_of(scan.written, judged);
    reply->kinds = g_string_free(scan.kinds, FALSE);
    g_ptr_array_unref(scan.folded);
}

void reply_clear(struct reply *reply)
{
    g_clear_pointer(&reply->lines, g_strfreev);
    g_clear_pointer(&reply->written, g_strfreev);
    g_clear_pointer(&reply->kinds, g_free);
    g_clear_pointer(&reply->stop, g_free);
}

/* ---- the Subject ---- */

/* The words that programs put before the Subject of a reply or a forwarded mail, case folded;
 * a colon follows, and maybe a count before it: "Re[2]:". */
static const char subject_prefixes[] =
    "re|fw|fwd|reply|aw|wg|antw|antwort|weiterleitung|doorst|sv|vs|vb|vl|svar|vast|"
    "välitys|vidarebefordra|videresendt|ang|afs|odp|odg|pd|na|tl|trs|res|ref|rif|r|rv|"
    "tr|enc|i|vid|rép|réf|răsp|bls|atb|atbl|ats|ynt|ilt|i\u0307lt|ty|balas|vá|"
    "továbbítás|"
    "προσ|απ|σχετ|αντ|πρθ|на|ответ|отв|пересл|пер|відп|від|отг|препр|"
    "回复|回覆|答复|答覆|返信|转发|轉寄|轉發|転送|전달|답장|회신|"
    "trả lời|chuyển tiếp|ตอบกลับ|ส่งต่อ|"
    "השב|תגובה|הועבר|"
    "رد|إعادة توجيه|تحويل";

/* The length of such a prefix at the beginning, including its colon and the blanks after it; 0
 * if there is none. */
static size_t subject_prefix(const char *subject)
{
    static const char count[] = " .-*[(^0123456789])";
    const char *colon = strchr(subject, ':');
    if (colon == NULL || colon - subject > 32) {
        return 0;
    }
    size_t length = (size_t)(colon - subject);
    while (length > 0 && strchr(count, subject[length - 1]) != NULL) {
        length--;
    }
    g_autofree char *word = g_strndup(subject, length);
    g_autofree char *folded = quoting_fold(word);
    return quoting_fits(folded, subject_prefixes) ? (size_t)(colon + 1 - subject) : 0;
}

static const char tag[] = REPLY_TAG;

/* The length of what an unknown program put before our tag: its word for "Re:", or a mark such
 * as [EXTERNAL]. 0: nothing, or there is no tag. */
static size_t unknown_prefix(const char *subject)
{
    enum { LONGEST = 60 };
    const char *at = strstr(subject, tag);
    size_t length = at != NULL ? (size_t)(at - subject) : 0;
    size_t end = length;
    while (end > 0 && subject[end - 1] == ' ') {
        end--;
    }
    bool marked = end > 0 && strchr(":]*", subject[end - 1]) != NULL;
    return marked && length <= LONGEST ? length : 0;
}

char *reply_subject(const char *subject, gboolean *tagged)
{
    g_autofree char *line = plain_one_line(subject);
    g_autofree char *marked = marked_where_turned(line, strlen(line));
    g_auto(Plain) plain = { 0 };
    plain_read(marked, -1, &plain);
    gboolean has_tag = FALSE;
    const char *at = plain.text;
    for (;;) {
        at += strspn(at, " ");
        size_t prefix = subject_prefix(at);
        if (prefix == 0 && g_ascii_strncasecmp(at, tag, strlen(tag)) == 0) {
            prefix = strlen(tag);
            has_tag = TRUE;
        }
        if (prefix == 0 && !has_tag) {
            prefix = unknown_prefix(at);
        }
        if (prefix == 0) {
            break;
        }
        at += prefix;
    }
    if (tagged != NULL) {
        *tagged = has_tag;
    }
    g_autofree char *stripped = g_strchomp(g_strdup(at));
    return plain_written(&plain, at, strlen(stripped));
}
