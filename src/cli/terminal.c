#include "cli/terminal.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/grapheme.h"
#include "base/plain.h"

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#endif

/* ---- what a line may hold ---- */

static bool is_shown(gunichar character)
{
    switch (g_unichar_type(character)) {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT: /* for example those that turn the direction of writing */
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
        return false;
    default:
        return true;
    }
}

char *typing_clean(const char *bytes, gsize length)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)length);
    g_autoptr(GString) text = g_string_new(NULL);
    for (const char *at = g_strstrip(valid); *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar character = g_utf8_get_char(at);
        gunichar shown = is_shown(character) ? character : '?';
        g_string_append_unichar(text, character == '\t' ? ' ' : shown);
    }
    return g_strstrip(plain_text(text->str, -1));
}

/* ---- completion ---- */

/* How many bytes (at most `most`) two texts have in common at their beginning, without regard
 * to case. */
static gsize alike(const char *one, const char *other, gsize most)
{
    gsize length = 0;
    while (length < most && one[length] != '\0' &&
           g_ascii_tolower(one[length]) == g_ascii_tolower(other[length])) {
        length++;
    }
    return length;
}

char *typing_complete(const GPtrArray *words, const char *typed, GPtrArray *fitting)
{
    const gsize length = strlen(typed);
    gsize common = 0;
    for (guint i = 0; i < words->len; i++) {
        const char *word = words->pdata[i];
        if (alike(word, typed, length) == length) {
            common = fitting->len == 0 ? strlen(word) : alike(word, fitting->pdata[0], common);
            g_ptr_array_add(fitting, (char *)word);
        }
    }
    return fitting->len > 0 ? g_strndup(fitting->pdata[0], common) : NULL;
}

/* ---- columns ---- */

enum { APART = 2 }; /* blanks between two columns */

char *columns_text(const GPtrArray *texts, int width)
{
    int column = APART;
    for (guint i = 0; i < texts->len; i++) {
        column = MAX(column, (int)grapheme_columns(texts->pdata[i]) + APART);
    }
    const guint in_row = (guint)MAX(1, (width + APART) / column);
    g_autoptr(GString) rows = g_string_new(NULL);
    for (guint i = 0; i < texts->len; i++) {
        const char *text = texts->pdata[i];
        const bool ends = (i + 1) % in_row == 0 || i + 1 == texts->len;
        g_string_append(rows, text);
        g_string_append_printf(rows, "%*s", ends ? 0 : column - (int)grapheme_columns(text), "");
        g_string_append(rows, ends ? "\n" : "");
    }
    return g_string_free(g_steal_pointer(&rows), FALSE);
}

/* ---- the terminal ---- */

struct terminal {
    const char *prompt; /* while a line is read */
    terminal_words *words;
    void *data;
    /* Reads a line into `bytes`, which takes only so many; `length` is how many bytes the line
     * has. False: there are no more lines. */
    bool (*read)(struct terminal *terminal, GString *bytes, gsize *length);
#ifdef HAVE_LIBEDIT
    EditLine *editor; /* NULL: no person sits at a terminal */
    History *history;
#endif
};

/* ---- with libedit ---- */

#ifdef HAVE_LIBEDIT

enum { LINES_KEPT = 200 };

static char *give_prompt(EditLine *editor)
{
    struct terminal *terminal = NULL;
    el_get(editor, EL_CLIENTDATA, &terminal);
    return (char *)terminal->prompt;
}

/* The tab key: completes the word before the cursor as far as it is certain; if that adds
 * nothing, shows the words that fit. */
static unsigned char complete(EditLine *editor, wint_t key)
{
    struct terminal *terminal = NULL;
    (void)key;
    el_get(editor, EL_CLIENTDATA, &terminal);
    const LineInfo *line = el_line(editor);
    const char *begin = line->cursor;
    while (begin > line->buffer && strchr(" ,;", begin[-1]) == NULL) {
        begin--;
    }
    g_autofree char *typed = g_strndup(begin, (gsize)(line->cursor - begin));
    g_autoptr(GPtrArray) words = terminal->words(terminal->data);
    g_autoptr(GPtrArray) fitting = g_ptr_array_new();
    g_autofree char *whole = typing_complete(words, typed, fitting);
    if (whole == NULL) {
        return CC_ERROR;
    }
    if (strlen(whole) == strlen(typed) && fitting->len > 1) {
        g_autofree char *below = columns_text(fitting, TERMINAL_COLUMNS);
        printf("\n%s", below);
        return CC_REDISPLAY; /* the line is drawn again */
    }
    if (strlen(whole) == strlen(typed)) {
        return CC_NORM;
    }
    return el_insertstr(editor, whole + strlen(typed)) == 0 ? CC_REFRESH : CC_ERROR;
}

static bool edit_bytes(struct terminal *terminal, GString *bytes, gsize *length)
{
    int count = 0;
    const char *line = el_gets(terminal->editor, &count);
    if (line == NULL || count <= 0) {
        return false;
    }
    HistEvent event;
    if (line[strspn(line, " \t\r\n")] != '\0') {
        history(terminal->history, &event, H_ENTER, line);
    }
    *length = strcspn(line, "\r\n");
    g_string_append_len(bytes, line, (gssize)MIN(*length, TERMINAL_LINE_MAX));
    return true;
}

/* Begins to edit, if both ends are a terminal that is capable of it. */
static void editor_open(struct terminal *terminal)
{
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
        return;
    }
    terminal->editor = el_init("postmove", stdin, stdout, stderr);
    terminal->history = history_init();
    if (terminal->editor == NULL || terminal->history == NULL) {
        return;
    }
    HistEvent event;
    history(terminal->history, &event, H_SETSIZE, LINES_KEPT);
    history(terminal->history, &event, H_SETUNIQUE, 1);
    el_set(terminal->editor, EL_CLIENTDATA, terminal);
    el_set(terminal->editor, EL_PROMPT, give_prompt);
    el_set(terminal->editor, EL_EDITOR, "emacs");
    el_set(terminal->editor, EL_SIGNAL, 1);
    el_set(terminal->editor, EL_HIST, history, terminal->history);
    /* The wide form keeps pointers to the literals; the other form would leak copies of them. */
    el_wset(terminal->editor, EL_ADDFN, L"complete-move", L"", complete);
    el_set(terminal->editor, EL_BIND, "\t", "complete-move", NULL);
    el_source(terminal->editor, NULL);
    terminal->read = edit_bytes;
}

static void editor_close(struct terminal *terminal)
{
    if (terminal->history != NULL) {
        history_end(terminal->history);
    }
    if (terminal->editor != NULL) {
        el_end(terminal->editor);
    }
}

#endif

/* ---- with or without ---- */

static bool read_bytes(struct terminal *terminal, GString *bytes, gsize *length)
{
    fputs(terminal->prompt, stdout);
    fflush(stdout);
    int byte = getc(stdin);
    const bool any = byte != EOF;
    for (*length = 0; byte != EOF && byte != '\n'; byte = getc(stdin)) {
        if (++*length <= TERMINAL_LINE_MAX) {
            g_string_append_c(bytes, (char)byte);
        }
    }
    return any;
}

struct terminal *terminal_new(terminal_words *words, void *data)
{
    struct terminal *terminal = g_new0(struct terminal, 1);
    terminal->words = words;
    terminal->data = data;
    terminal->read = read_bytes;
#ifdef HAVE_LIBEDIT
    editor_open(terminal);
#endif
    return terminal;
}

void terminal_free(struct terminal *terminal)
{
    if (terminal == NULL) {
        return;
    }
#ifdef HAVE_LIBEDIT
    editor_close(terminal);
#endif
    g_free(terminal);
}

enum terminal_reading terminal_read(struct terminal *terminal, const char *prompt, char **line)
{
    g_autoptr(GString) bytes = g_string_new(NULL);
    gsize length = 0;
    *line = NULL;
    terminal->prompt = prompt;
    const bool any = terminal->read(terminal, bytes, &length);
    terminal->prompt = NULL;
    g_autofree char *text = typing_clean(bytes->str, bytes->len);
    if (!any || !isatty(STDIN_FILENO)) {
        printf("%s\n", text);
    }
    if (!any) {
        return TERMINAL_END;
    }
    if (MAX(length, strlen(text)) > TERMINAL_LINE_MAX) {
        return TERMINAL_TOO_LONG;
    }
    *line = g_steal_pointer(&text);
    return TERMINAL_LINE;
}
