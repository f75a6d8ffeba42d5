#include "mail/reply.h"

#include <string.h>

#include "base/plain.h"
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
    bool bars;          /* a letter of ours is quoted with `|` */
    bool ended;         /* a stop was seen */
    guint words;        /* the last paragraph that is not quoted, above the first stop; 0: none */
};

static const char *scan_line(const struct scan *scan, guint at)
{
    return g_ptr_array_index(scan->folded, at);
}

static const char *const *lines_from(const struct scan *scan, guint at)
{
    return (const char *const *)scan->folded->pdata + at;
}

static bool is_blank(const char *folded)
{
    return *folded == '\0';
}

/* True if the line may be marked as quoted: `>`, or `|` as some programs do, and as our own
 * letters mark what another person wrote. */
static bool is_marked(const char *folded)
{
    return *folded == '>' || *folded == '|';
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

/* Adds a line for comparing, and notes what it tells of the whole text. */
static void scan_fold(struct scan *scan, const char *line)
{
    char *folded = quoting_fold(line);
    const guint at = scan->folded->len;
    const bool marked = is_marked(folded), letter = quoting_is_letter(folded);
    scan->bars |= *folded == '|' && letter;
    scan->ended |= quoting_is_stop(folded) || (letter && !marked);
    if (at > 0 && is_blank(scan_line(scan, at - 1)) && !is_blank(folded) && !marked &&
        !scan->ended && !quoting_is_sent_line(folded)) {
        scan->words = at;
    }
    g_ptr_array_add(scan->folded, folded);
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
        scan_fold(scan, line.text);
        scan_keep(scan, &line);
        text += length;
        text += strncmp(text, "\r\n", 2) == 0 ? 2 : *text != '\0';
    }
    scan->rest = text;
}

/* True if a line may be of a block that a program has put into a mail: it is neither blank nor
 * quoted nor longer than such lines are, and no letter of ours begins there. */
static bool is_of_block(const char *folded)
{
    enum { LONGEST = 1000 };
    return !is_blank(folded) && !is_marked(folded) && !quoting_is_letter(folded) &&
           strlen(folded) <= LONGEST;
}

/* The number of such lines from `at` on. */
static guint unquoted_lines(const struct scan *scan, guint at)
{
    guint count = 0;
    while (at + count < scan->folded->len && count < QUOTING_BLOCK_MAX &&
           is_of_block(scan_line(scan, at + count))) {
        count++;
    }
    return count;
}

/* Where the next line is that is not blank. */
static guint skip_blank(const struct scan *scan, guint at)
{
    while (at < scan->folded->len && is_blank(scan_line(scan, at))) {
        at++;
    }
    return at;
}

/* The next line that is not blank; "" if there is none. */
static const char *line_below(const struct scan *scan, guint at)
{
    at = skip_blank(scan, at);
    return at < scan->folded->len ? scan_line(scan, at) : "";
}

static bool quote_follows(const struct scan *scan, guint at)
{
    return is_marked(line_below(scan, at));
}

/* True if a letter of ours begins there, quoted or not. */
static bool letter_follows(const struct scan *scan, guint at)
{
    const guint first = skip_blank(scan, at); /* a quote may begin with an empty line */
    return quoting_is_letter(line_below(scan, first)) ||
           (quote_follows(scan, first) && first + 1 < scan->folded->len &&
            quoting_is_letter(scan_line(scan, first + 1)));
}

static bool has_kind(const struct scan *scan, enum reply_kind kind)
{
    return strchr(scan->kinds->str, kind) != NULL;
}

/* True if the line is quoted. People also begin lines with `|`: those are quoted right below
 * others, below an attribution, or if a letter of ours is quoted so. */
static bool is_quoted(const struct scan *scan, guint at)
{
    const char *folded = scan_line(scan, at), *kinds = scan->kinds->str;
    size_t above = at;
    while (above > 0 && kinds[above - 1] == (char)REPLY_BLANK) {
        above--;
    }
    const bool below = above > 0 && kinds[above - 1] == (char)REPLY_QUOTED &&
                       (above == at || !is_marked(scan_line(scan, (guint)above - 1)));
    return *folded == '>' || (*folded == '|' && (scan->bars || below));
}

/* True if there is a quoted line above, with no blank line between: what is here may be the rest of
 * it. */
static bool is_below_quote(const struct scan *scan)
{
    const char *above = strrchr(scan->kinds->str, REPLY_BLANK);
    return strchr(above != NULL ? above : scan->kinds->str, REPLY_QUOTED) != NULL;
}

/* The number of lines of headers of a quoted mail that begin here, with the line right above them
 * that introduces them; 0: none do. */
static guint headers_at(const struct scan *scan, guint at)
{
    guint first = at, count = unquoted_lines(scan, at);
    if (g_str_has_suffix(scan_line(scan, at), ":") &&
        !quoting_are_headers(lines_from(scan, at), count)) {
        first = skip_blank(scan, at + 1);
        count = unquoted_lines(scan, first);
    }
    return quoting_are_headers(lines_from(scan, first), count) ? first + count - at : 0;
}

/* ---- attributions ---- */

/* The lines that may be an attribution. */
struct candidate {
    const char *lines[ATTRIBUTION_LINES_MAX];
    guint ends[ATTRIBUTION_LINES_MAX]; /* the index below each line */
    guint count;
};

/* Adds the next line of an address that a program has broken: a blank line may be above its `<`,
 * and its `>` may begin a line. */
static bool candidate_add(const struct scan *scan, guint at, struct candidate *candidate)
{
    const bool open = attribution_open(candidate->lines, candidate->count) > 0;
    const guint next = skip_blank(scan, at);
    const char *folded = line_below(scan, next);
    const bool apart = next > at && (candidate->count == 0 || (*folded != '<' && !open));
    const bool closes = open && *folded == '>';
    if (candidate->count == ATTRIBUTION_LINES_MAX || apart || quoting_is_stop(folded) ||
        (!is_of_block(folded) && !closes) || quoting_is_dashes(folded) ||
        headers_at(scan, next) > 0) {
        return false;
    }
    candidate->lines[candidate->count] = folded;
    candidate->ends[candidate->count++] = next + 1;
    return true;
}

/* True if the writer has words of their own in a paragraph above this one, or below line `at`. */
static bool has_words_elsewhere(const struct scan *scan, guint at)
{
    size_t above = scan->kinds->len;
    while (above > 0 && scan->kinds->str[above - 1] == (char)REPLY_OWN) {
        above--;
    }
    return scan->words > at || memchr(scan->kinds->str, REPLY_OWN, above) != NULL;
}

/* Sets *below to the index below an attribution that begins here. False if none does. */
static bool attribution_at(const struct scan *scan, guint at, guint *below)
{
    struct candidate candidate = { .count = 0 };
    guint end = at;
    while (candidate_add(scan, end, &candidate)) {
        end = candidate.ends[candidate.count - 1];
    }
    const guint quote = skip_blank(scan, end);
    enum attribution_below kind = letter_follows(scan, quote)  ? BELOW_LETTER
                                  : quote_follows(scan, quote) ? BELOW_QUOTE
                                                               : BELOW_OTHER;
    guint lines =
        attribution_lines(candidate.lines, candidate.count, kind, has_words_elsewhere(scan, quote));
    *below = lines > 0 ? candidate.ends[lines - 1] : *below;
    return lines > 0;
}

/* True if a quoted letter of ours begins below a line between dashes, with or without an
 * attribution. The text below it is then read as below any other quote. */
static bool opens_quote(const struct scan *scan, guint at)
{
    guint below = skip_blank(scan, at + 1);
    if (!quoting_is_separator(scan_line(scan, at)) || below >= scan->folded->len) {
        return false;
    }
    attribution_at(scan, below, &below);
    return letter_follows(scan, below) && quote_follows(scan, below);
}

/* ---- kinds ---- */

/* The kind of an unquoted line: it belongs to a wrapped quote if no blank line has come
 * between. */
static enum reply_kind unquoted_kind(const struct scan *scan, const char *folded)
{
    if (*folded == '|' || is_below_quote(scan)) {
        return REPLY_WRAPPED;
    }
    bool own = has_kind(scan, REPLY_OWN) || has_kind(scan, REPLY_WRAPPED);
    bool ends = has_kind(scan, REPLY_ENDING) || (own && quoting_is_thanks(folded));
    return ends ? REPLY_ENDING : REPLY_OWN;
}

/* The number of lines here that a program has put into the mail, with a row of dashes above. */
static guint notice_at(const struct scan *scan, guint at)
{
    const guint first = quoting_is_dashes(scan_line(scan, at)) ? skip_blank(scan, at + 1) : at;
    if (first == scan->folded->len || is_below_quote(scan)) {
        return 0;
    }
    if (quoting_is_sent_line(scan_line(scan, first))) {
        const guint next = first + 1; /* the address of the product */
        const bool link =
            next < scan->folded->len && g_str_has_prefix(scan_line(scan, next), "http");
        return next + (link ? 1 : 0) - at;
    }
    const bool begins = first > at || at == 0 || scan->kinds->str[at - 1] == (char)REPLY_BLANK;
    const bool own = has_kind(scan, REPLY_OWN);
    const guint most = begins ? unquoted_lines(scan, first) : 0;
    const guint count = quoting_notice_lines(lines_from(scan, first), most, own);
    /* What would be all of a mail is its writer's. */
    return count > 0 && (own || count < most || scan->words > first) ? first + count - at : 0;
}

/* Judges lines of one kind. Blank ones have no words. */
static void judge_as(struct scan *scan, guint count, enum reply_kind kind)
{
    for (; count > 0; count--) {
        const guint at = (guint)scan->kinds->len;
        const bool blank = kind == REPLY_BLANK || is_blank(scan_line(scan, at));
        if (blank) {
            *(char *)g_ptr_array_index(scan->plain, at) = '\0';
            *(char *)g_ptr_array_index(scan->written, at) = '\0';
        }
        g_string_append_c(scan->kinds, (char)(blank ? REPLY_BLANK : kind));
    }
}

/* True if nothing from here on is the writer's own: a stop, or dashes above one. */
static bool ends_below(const struct scan *scan, guint at)
{
    const char *folded = scan_line(scan, at);
    return quoting_is_stop(folded) ||
           (quoting_is_dashes(folded) && quoting_is_stop(line_below(scan, at + 1)));
}

/* Judges the next line, and all lines of a notice or an attribution that begins there; false if
 * reading stops there. */
static bool judge(struct scan *scan)
{
    guint at = (guint)scan->kinds->len, below = at;
    const char *folded = scan_line(scan, at);
    if (is_blank(folded)) {
        judge_as(scan, 1, REPLY_BLANK);
        return true;
    }
    if (is_quoted(scan, at) || opens_quote(scan, at)) {
        judge_as(scan, 1, REPLY_QUOTED);
        return true;
    }
    const guint notice = notice_at(scan, at);
    if (notice > 0) {
        judge_as(scan, notice, REPLY_BLANK);
        return true;
    }
    const bool letter =
        quoting_is_marker(folded) || (quoting_is_letter(folded) && has_kind(scan, REPLY_OWN));
    if (ends_below(scan, at) || letter || headers_at(scan, at) > 0) {
        return false;
    }
    if (!attribution_at(scan, at, &below)) {
        judge_as(scan, 1, unquoted_kind(scan, folded));
        return true;
    }
    const bool quote = quote_follows(scan, below);
    judge_as(scan, quote ? below - at : 0, REPLY_QUOTED);
    return quote;
}

/* ---- what is left out ---- */

/* The line below the lines that a program has put where reading stops. */
static guint below_stop(const struct scan *scan, guint at)
{
    guint below = at;
    if (ends_below(scan, at)) {
        at = skip_blank(scan, at + 1);
        below = at;
    }
    if (at < scan->folded->len && !attribution_at(scan, at, &below)) {
        below = at + headers_at(scan, at);
    }
    return below;
}

/* True if there seem to be words of the writer's own at a stop or below it. Nobody wrote a letter
 * of ours, nor what is below another stop that programs put there. */
static bool has_words_below(const struct scan *scan, guint at)
{
    guint below = below_stop(scan, at);
    if (quoting_is_letter(scan_line(scan, at))) {
        return !quoting_is_marker(scan_line(scan, at)); /* people can write a heading, too */
    }
    if ((quoting_is_signature(scan_line(scan, at)) && has_kind(scan, REPLY_OWN)) ||
        letter_follows(scan, below + unquoted_lines(scan, below)) || letter_follows(scan, below)) {
        return false;
    }
    for (guint ends; below < scan->folded->len; below = ends) {
        const char *folded = scan_line(scan, below);
        const guint notice =
            quoting_notice_lines(lines_from(scan, below), unquoted_lines(scan, below), false);
        ends = below + MAX(notice, 1);
        if (quoting_is_letter(folded) || quoting_is_signature(folded) ||
            headers_at(scan, below) > 0 || attribution_at(scan, below, &ends)) {
            return false;
        }
        if (!is_blank(folded) && !is_marked(folded) && notice == 0 && !ends_below(scan, below) &&
            !quoting_is_sent_line(folded)) {
            return true;
        }
    }
    return false;
}

/* True if there are own words in the text that is not read: the first line there that is
 * neither blank nor quoted is no stop. */
static bool has_own_rest(const char *rest)
{
    g_autofree char *line = pattern_find(rest, "(?<![^\\r\\n])[ \\t]*+[^\\s>|][^\\r\\n]*+");
    g_autofree char *plain = plain_text(line != NULL ? line : "", -1);
    g_autofree char *folded = quoting_fold(plain);
    return line != NULL && !is_marked(folded) && !quoting_is_stop(folded) &&
           !quoting_is_letter(folded);
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
    struct scan scan = { 0 };
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
    "^(?:re|fw|fwd|reply|aw|wg|antw|antwort|weiterleitung|doorst|sv|vs|vb|vl|svar|vast|"
    "välitys|vidarebefordra|videresendt|ang|afs|odp|odg|pd|na|tl|trs|res|ref|rif|r|rv|"
    "tr|enc|i|vid|rép|réf|răsp|bls|atb|atbl|ats|ynt|ilt|i\u0307lt|ty|balas|vá|"
    "továbbítás|"
    "προσ|απ|σχετ|αντ|πρθ|на|ответ|отв|пересл|пер|відп|від|отг|препр|"
    "回复|回覆|答复|答覆|返信|转发|轉寄|轉發|転送|전달|답장|회신|"
    "trả lời|chuyển tiếp|ตอบกลับ|ส่งต่อ|"
    "השב|תגובה|הועבר|"
    "رد|إعادة توجيه|تحويل)\\z";

/* The length of such a prefix at the beginning, including its colon and the blanks after it; 0
 * if there is none. */
static size_t subject_prefix(const char *subject)
{
    static const char word[] = "^(?=[^:]{0,32}:)[^:]*?(?=[] .*[(^0-9)-]*:)";
    g_autofree char *found = pattern_find(subject, word);
    g_autofree char *folded = quoting_fold(found != NULL ? found : "");
    return *folded != '\0' && pattern_fits(folded, subject_prefixes) ? strcspn(subject, ":") + 1
                                                                     : 0;
}

#define TAG "\\Q" REPLY_TAG "\\E"

/* What an unknown program puts before our tag: its word for "Re:", or a mark such as [EXTERNAL]. */
#define UNKNOWN "(?:.{0,59}?[]:*] *)"

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
        g_autofree char *found = pattern_find(at, has_tag ? "^" TAG : "^" UNKNOWN "??" TAG);
        const size_t prefix = found != NULL ? strlen(found) : subject_prefix(at);
        has_tag |= found != NULL;
        if (prefix == 0) {
            break;
        }
        at += prefix;
    }
    if (tagged != NULL) {
        *tagged = has_tag;
    }
    g_autofree char *stripped = g_strchomp(g_strdup(at));
    g_autofree char *written = plain_written(&plain, at, strlen(stripped));
    /* What was left out may have been the reason why nothing seemed to turn. */
    return marked_where_turned(written, strlen(written));
}
