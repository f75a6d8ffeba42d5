#include "render/template.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/plain.h"

#define BLANKS " \t"

enum {
    OUTPUT_MAX = 1024 * 1024,
    NESTING_MAX = 16,
    NAME_BYTES_MAX = 64,
};

/* What one call of template_render carries with it. */
struct rendering {
    const char *source;
    const char *at;              /* what comes next */
    const char *here;            /* the tag at work, for its line number */
    const struct values *values; /* NULL: none */
    int nesting;                 /* sections open */
    GString *out;
    GHashTable *names;             /* takes the names of values and sections; NULL: nobody asks */
    const struct speaker *speaker; /* NULL: no value needs one */
    GError **error;
};

struct tag {
    const char *end; /* behind the last brace */
    char kind;       /* one of "#^/!", or 'v' for a value */
    char name[NAME_BYTES_MAX + 1];
};

static bool render_until(struct rendering *rendering, const char *section, bool live);

static bool fail(struct rendering *rendering, const char *fault, const char *name)
{
    int line = 1;
    for (const char *at = rendering->source; at < rendering->here; at++) {
        line += *at == '\n';
    }
    g_set_error(rendering->error, POSTMOVE_ERROR, POSTMOVE_ERROR_USAGE, "%d: %s{{%s}}", line, fault,
                name);
    return false;
}

/* The start of the line `at` stands in, if nothing but the characters of
 * `allowed` lies between; else NULL. */
static const char *line_start(const struct rendering *rendering, const char *at,
                              const char *allowed)
{
    while (at > rendering->source && at[-1] != '\n') {
        if (strchr(allowed, at[-1]) == NULL) {
            return NULL;
        }
        at--;
    }
    return at;
}

/* Where the next line begins, if only blanks lie before it; else NULL. */
static const char *line_end(const char *at)
{
    at += strspn(at, BLANKS);
    return *at == '\n' ? at + 1 : *at == '\0' ? at : NULL;
}

static bool read_tag(struct rendering *rendering, struct tag *tag)
{
    const char *at = rendering->here + 2;
    const char *close = strstr(at, "}}");
    *tag = (struct tag){ .end = at, .kind = 'v' };
    at += strspn(at, BLANKS);
    if (*at != '\0' && strchr("#^/!", *at) != NULL) {
        tag->kind = *at++;
        at += strspn(at, BLANKS);
    }
    size_t length = strspn(at, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_-.");
    bool named = length > 0 && length <= NAME_BYTES_MAX &&
                 at + length + strspn(at + length, BLANKS) == close;
    if (close == NULL || !(named || tag->kind == '!')) {
        return fail(rendering, "a tag not closed or without a name: ", "");
    }
    tag->end = close + 2;
    memcpy(tag->name, at, named ? length : 0);
    return true;
}

/* The value of that name, without the form behind its dot, which *form is; NULL with an
 * error if there is none. */
static const struct phrase *look_up(struct rendering *rendering, const char *name,
                                    const char **form)
{
    const char *dot = strchrnul(name, '.');
    *form = *dot != '\0' ? dot + 1 : NULL;
    const struct phrase *value = rendering->values != NULL
                                     ? values_find(rendering->values, name, (size_t)(dot - name))
                                     : NULL;
    if (value == NULL) {
        fail(rendering, "no value for ", name);
    }
    return value;
}

/* Whether a section stands for a value; `form`: for a number of that plural category. */
static bool is_true(const struct rendering *rendering, const struct phrase *value, const char *form)
{
    if (form == NULL || value->kind != PHRASE_NUMBER) {
        return phrase_is_there(value);
    }
    const struct speaker *speaker = rendering->speaker;
    const char *category = speaker != NULL ? speaker->category(speaker, value->number) : "other";
    return g_str_equal(category, form);
}

/* Appends text up to `end`; each of its lines but the first gets the prefix in
 * front, an empty one without the prefix's last blanks. */
static void append_lines(GString *out, const char *text, const char *end, const char *prefix,
                         size_t length)
{
    size_t bare = length;
    while (bare > 0 && strchr(BLANKS, prefix[bare - 1]) != NULL) {
        bare--;
    }
    while (text < end && out->len <= OUTPUT_MAX) {
        const char *feed = length > 0 ? memchr(text, '\n', (size_t)(end - text)) : NULL;
        const char *next = feed != NULL ? feed + 1 : end;
        g_string_append_len(out, text, next - text);
        if (feed != NULL) {
            const bool blank = next < end && *next == '\n';
            g_string_append_len(out, prefix, (gssize)(blank ? bare : length));
        }
        text = next;
    }
}

static bool render_value(struct rendering *rendering, const struct tag *tag)
{
    const char *form;
    const struct phrase *value = look_up(rendering, tag->name, &form);
    if (value == NULL) {
        return false;
    }
    if (value->kind == PHRASE_NUMBER) {
        g_string_append_printf(rendering->out, "%" G_GINT64_FORMAT, value->number);
        return true;
    }
    const bool plain = value->kind == PHRASE_TEXT;
    if (value->kind == PHRASE_SWITCH || (!plain && rendering->speaker == NULL)) {
        return fail(rendering, "neither text nor number: ", tag->name);
    }
    g_autofree char *said = plain ? NULL : rendering->speaker->say(rendering->speaker, value, form);
    const char *start = line_start(rendering, rendering->here, BLANKS "|>");
    bool alone = start != NULL && line_end(tag->end) != NULL;
    const char *text = plain ? value->text : said;
    size_t bytes = strlen(text);
    if (alone && bytes > 0 && text[bytes - 1] == '\n') {
        bytes--; /* the template ends the line */
    }
    append_lines(rendering->out, text, text + bytes, start,
                 alone ? (size_t)(rendering->here - start) : 0);
    return true;
}

static bool render_section(struct rendering *rendering, const struct tag *tag, bool live)
{
    if (rendering->nesting > NESTING_MAX) {
        return fail(rendering, "sections too deep at ", tag->name);
    }
    const char *form;
    const struct phrase *value = live ? look_up(rendering, tag->name, &form) : NULL;
    return (!live || value != NULL) &&
           render_until(rendering, tag->name,
                        live && is_true(rendering, value, form) == (tag->kind == '#'));
}

/* Renders (or, not live, only reads) up to the end of the section, or of the
 * source where `section` is NULL. */
static bool render_until(struct rendering *rendering, const char *section, bool live)
{
    for (;;) {
        const char *open = strstr(rendering->at, "{{");
        struct tag tag;
        if (open == NULL) {
            if (section != NULL) {
                return fail(rendering, "a section that is not closed: ", section);
            }
            g_string_append(rendering->out, rendering->at);
            return rendering->out->len <= OUTPUT_MAX || fail(rendering, "too much text: ", "");
        }
        rendering->here = open;
        if (!read_tag(rendering, &tag)) {
            return false;
        }
        const char *start = tag.kind == 'v' ? NULL : line_start(rendering, open, BLANKS);
        const char *end = start != NULL ? line_end(tag.end) : NULL;
        if (live) {
            g_string_append_len(rendering->out, rendering->at,
                                (end != NULL ? start : open) - rendering->at);
        }
        rendering->at = end != NULL ? end : tag.end;
        if (rendering->out->len > OUTPUT_MAX) {
            return fail(rendering, "too much text at ", tag.name);
        }
        if (tag.kind == '/') {
            return (section != NULL && strcmp(section, tag.name) == 0) ||
                   fail(rendering, "closes no section: ", tag.name);
        }
        bool opens = tag.kind == '#' || tag.kind == '^';
        if (rendering->names != NULL && (opens || tag.kind == 'v')) {
            g_hash_table_add(rendering->names, g_strndup(tag.name, strcspn(tag.name, ".")));
        }
        rendering->nesting += opens;
        if ((opens && !render_section(rendering, &tag, live)) ||
            (tag.kind == 'v' && live && !render_value(rendering, &tag))) {
            return false;
        }
        rendering->nesting -= opens;
    }
}

char *template_render(const char *source, const struct values *values,
                      const struct speaker *speaker, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    struct rendering rendering = { .source = source,
                                   .at = source,
                                   .here = source,
                                   .out = out,
                                   .speaker = speaker,
                                   .error = error,
                                   .values = values };
    return render_until(&rendering, NULL, true) ? g_strdup(out->str) : NULL;
}

bool template_check(const char *source, GHashTable *names, GError **error)
{
    g_autoptr(GString) out = g_string_new(NULL);
    struct rendering rendering = {
        .source = source, .at = source, .here = source, .out = out, .names = names, .error = error
    };
    return render_until(&rendering, NULL, false);
}

/* ---- breaking long lines ---- */

enum { ITEM_COLUMNS = 2 }; /* how far an item's text stands behind its dash */

/* How many bytes from `at` on fit into so many columns, in whole graphemes; one is
 * taken even where it is wider than that. */
static size_t bytes_of_columns(const char *at, const char *end, size_t columns)
{
    const char *start = at;
    while (at < end) {
        size_t width;
        size_t bytes = grapheme_first(at, end, &width);
        if (width > columns && at > start) {
            break;
        }
        columns -= MIN(width, columns);
        at += bytes;
    }
    return (size_t)(at - start);
}

/* Where to break a line that does not fit: at its last blank, or else behind its last no-break
 * blank (some programs turn all blanks into these), or else anywhere. */
static size_t break_at(const char *line, size_t fits)
{
    static const char no_break[] = "\u00a0";
    for (size_t i = fits; i > 0; i--) {
        if (line[i] == ' ') {
            return i;
        }
    }
    const char *last = g_strrstr_len(line, (gssize)fits, no_break);
    return last != NULL ? (size_t)(last - line) + strlen(no_break) : fits;
}

/* Where to break instead, so that no lone last word with a digit in it stands
 * in a line: it could be read as a move, should the letter be sent back. */
static size_t break_earlier(const char *line, size_t cut, const char *end)
{
    bool digit = false;
    size_t earlier = cut;
    for (const char *at = line + cut + strspn(line + cut, " "); at < end; at++) {
        if (*at == ' ') {
            return cut;
        }
        digit = digit || g_ascii_isdigit(*at);
    }
    do {
        earlier = earlier > 0 ? earlier - 1 : 0;
    } while (earlier > 0 && line[earlier] != ' ');
    return digit && earlier > 1 && line[cut] == ' ' ? earlier : cut;
}

static void fill_line(GString *out, const char *line, const char *end, size_t columns)
{
    /* A broken line keeps its prefix, however long: the words of another writer must not lose
     * theirs. */
    const size_t lead = MIN(strspn(line, " \t|>"), columns / 2);
    const char *prefix = line;
    g_string_append_len(out, prefix, (gssize)lead);
    line += lead;
    if (bytes_of_columns(line, end, columns - lead) < (size_t)(end - line)) {
        line += strspn(line, " ");
    }
    const bool hangs = *line == '-' && columns > lead + ITEM_COLUMNS;
    const size_t item = hangs ? ITEM_COLUMNS : 0;
    size_t hang = 0;
    for (;;) {
        size_t fits = bytes_of_columns(line, end, columns - lead - hang);
        if (line + fits == end) {
            g_string_append_len(out, line, end - line);
            return;
        }
        size_t cut = break_earlier(line, break_at(line, fits), end);
        const char *rest = line + cut;
        while (rest < end && *rest == ' ') {
            rest++;
        }
        while (cut > 0 && line[cut - 1] == ' ') {
            cut--;
        }
        g_string_append_len(out, line, (gssize)cut);
        line = rest;
        if (line == end) {
            return;
        }
        hang = item;
        g_string_append_c(out, '\n');
        g_string_append_len(out, prefix, (gssize)lead);
        g_string_append_printf(out, "%*s", (int)hang, "");
    }
}

char *template_fill(const char *text, int columns)
{
    GString *out = g_string_sized_new(strlen(text));
    while (*text != '\0') {
        const char *end = strchrnul(text, '\n');
        fill_line(out, text, end, (size_t)MAX(columns, 2));
        if (*end == '\0') {
            break;
        }
        g_string_append_c(out, '\n');
        text = end + 1;
    }
    return g_string_free(out, FALSE);
}
