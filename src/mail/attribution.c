#include "mail/attribution.h"

#include <string.h>

#include "mail/quoting.h"

/* All words below are case folded, like the lines they are compared with. */

/* "wrote" in attributions. `within`: in a script without blanks between words, so found
 * anywhere in a line. */
static const struct {
    const char *word;
    bool within;
} verbs[] = {
    { "wrote", false },      { "writes", false },      { "schrieb", false },
    { "schreibt", false },   { "geschrieben", false }, { "écrit", false },
    { "ecrit", false },      { "escribió", false },    { "escribio", false },
    { "escriure", false },   { "escreveu", false },    { "scritto", false },
    { "scrive", false },     { "schreef", false },     { "geschreven", false },
    { "skrev", false },      { "skreiv", false },      { "kirjoitti", false },
    { "kirjutas", false },   { "rakstīja", false },    { "rašė", false },
    { "pisze", false },      { "napisał", false },     { "napisała", false },
    { "napisał(a)", false }, { "napsal", false },      { "napsal(a)", false },
    { "napísal", false },    { "napísal(a)", false },  { "napisao", false },
    { "napisal", false },    { "írta", false },        { "ezt írta", false },
    { "scris", false },      { "yazdı", false },       { "έγραψε", false },
    { "написал", false },    { "написала", false },    { "написал(а)", false },
    { "пишет", false },      { "писал", false },       { "пише", false },
    { "написав", false },    { "написа", false },      { "viết", false },
    { "menulis", false },    { "כתב", false },         { "כתבה", false },
    { "كتب", false },        { "كتبت", false },        { "نوشت", false },
    { "เขียน", true },        { "写道", true },         { "寫道", true },
    { "写到", true },        { "のメール", true },     { "のメッセージ", true },
    { "書きました", true },  { "のコメント", true },   { "작성", true },
};

/* How attributions of several lines begin. */
static const char openers[] =
    "on *|am *|le *|el *|il *|in data *|op *|den *|em *|no dia *|w dniu *|dnia *|"
    "dne *|dňa *|på *|pe *|la *|στισ *|vào *|a las *|missatge de *|בתאריך *|في *";

/* What people set their mail programs to write above a quote, on one line. */
static const char custom_attributions[] =
    "quoting *)|quoting *):|quoting *:|quoth *:|excerpts from *:|incoming from *:|"
    "thus spake *:|thus spoke *:|also sprach *:|* dixit:|* scripsit:";

/* What such a line has for "wrote" if it also contains a time. */
static const char said[] = "* said:|* typed:|* says:|* sagte:|* meinte:|* a dit :";

static bool begins_word(const char *line, const char *at)
{
    return at == line || !g_unichar_isalnum(g_utf8_get_char(g_utf8_prev_char(at)));
}

static bool holds_verb(const char *line)
{
    for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
        const char *at = strstr(line, verbs[i].word);
        for (; at != NULL; at = strstr(at + 1, verbs[i].word)) {
            const char *after = at + strlen(verbs[i].word);
            if (verbs[i].within ||
                (begins_word(line, at) && !g_unichar_isalnum(g_utf8_get_char(after)))) {
                return true;
            }
        }
    }
    return false;
}

static bool holds_digit(const char *line)
{
    return strpbrk(line, "0123456789") != NULL;
}

/* "12:20" or "12.20" */
static bool holds_time(const char *line)
{
    for (const char *c = line; c[0] != '\0'; c++) {
        if (g_ascii_isdigit(c[0]) && (c[1] == ':' || c[1] == '.') && g_ascii_isdigit(c[2]) &&
            g_ascii_isdigit(c[3])) {
            return true;
        }
    }
    return false;
}

/* A year of this century, without a digit beside it. */
static bool holds_year(const char *line)
{
    for (const char *at = line; (at = strpbrk(at, "0123456789")) != NULL;) {
        size_t digits = strspn(at, "0123456789");
        if (digits == 4 && strncmp(at, "20", 2) == 0) {
            return true;
        }
        at += digits;
    }
    return false;
}

/* "Ann wrote in", above the Message-ID of the quoted mail. */
static bool ends_in_verb(const char *folded)
{
    size_t length = strlen(folded);
    length -= g_str_has_suffix(folded, " in") ? strlen(" in") : 0;
    for (size_t i = 0; i < G_N_ELEMENTS(verbs); i++) {
        size_t verb = strlen(verbs[i].word);
        if (length > verb && memcmp(folded + length - verb, verbs[i].word, verb) == 0 &&
            begins_word(folded, folded + length - verb)) {
            return true;
        }
    }
    return false;
}

/* True if these lines, joined, are an id in angle brackets and a colon, with or without "in"
 * before it. */
static bool are_message_id(char *const *folded, guint count)
{
    g_autoptr(GString) joined = g_string_new(NULL);
    for (guint i = 0; i < count; i++) {
        g_string_append(joined, folded[i]);
    }
    const char *id = joined->str + (g_str_has_prefix(joined->str, "in ") ? strlen("in ") : 0);
    return *id == '<' && strcspn(id, "> ") == strlen(id) - strlen(">:") &&
           strchr(id, '@') != NULL && g_str_has_suffix(id, ">:");
}

static bool begins_attribution(const char *folded)
{
    if (!holds_digit(folded)) {
        return false;
    }
    bool dated = g_ascii_isdigit(*folded) || holds_year(folded);
    return holds_verb(folded) || (dated && holds_time(folded)) || quoting_fits(folded, openers);
}

/* The signs of an attribution: "... wrote:", or a time and somebody's address or <name>, on
 * one line or over all of them. */
struct attribution_signs {
    bool verb, time, name;
};

static void note_signs(struct attribution_signs *signs, const char *folded)
{
    signs->verb |= holds_verb(folded);
    signs->time |= holds_time(folded);
    signs->name |= strchr(folded, '@') != NULL || g_str_has_suffix(folded, ">:");
}

static bool ends_attribution(const struct attribution_signs *signs, const char *folded)
{
    return g_str_has_suffix(folded, ":") && (signs->verb || (signs->time && signs->name));
}

guint attribution_lines(char *const *folded, guint count)
{
    struct attribution_signs signs = { false };
    note_signs(&signs, folded[0]);
    if (ends_attribution(&signs, folded[0])) {
        return 1;
    }
    for (guint i = 1; ends_in_verb(folded[0]) && i < MIN(count, ATTRIBUTION_LINES_MAX); i++) {
        if (are_message_id(folded + 1, i)) {
            return i + 1;
        }
    }
    if (!begins_attribution(folded[0])) {
        return 0;
    }
    for (guint i = 1; i < MIN(count, ATTRIBUTION_LINES_MAX); i++) {
        note_signs(&signs, folded[i]);
        if (ends_attribution(&signs, folded[i]) || g_str_has_suffix(folded[i], ">:")) {
            return i + 1;
        }
    }
    return 0;
}

bool attribution_is_vague(const char *folded)
{
    return holds_verb(folded) && !holds_digit(folded) && strpbrk(folded, "@<") == NULL;
}

bool attribution_opens_quote(const char *folded)
{
    bool time = holds_time(folded), year = holds_year(folded);
    return quoting_fits(folded, custom_attributions) ||
           ((time || year) && quoting_fits(folded, said)) ||
           (time && year && g_str_has_suffix(folded, ":"));
}

bool attribution_opens_letter(char *const *folded, guint count)
{
    if (count == 0 || !g_str_has_suffix(folded[count - 1], ":")) {
        return false;
    }
    bool dated = count == 1 ? holds_digit(folded[0]) : holds_time(folded[0]);
    bool word = count == 1 && strchr(folded[0], ' ') == NULL; /* a move may end with a colon */
    return !word && (dated || strchr(folded[0], '@') != NULL);
}
