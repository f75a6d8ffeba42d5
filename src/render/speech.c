#include "render/speech.h"

#include <string.h>

#include "base/clock.h"
#include "base/plain.h"
#include "match/timing.h"
#include "render/lessons.h"
#include "render/plural.h"

/* ---- phrases in words ---- */

/* Who speaks to a reader: the words there are, and where the reader is. */
struct voice {
    struct speaker speaker;
    const struct words *words;
    const char *zone;
    const struct words *said; /* those that have what is being said, by whose plurals it goes */
};

static char *say(const struct voice *voice, const struct phrase *phrase, const char *form);

static char *say_for_template(const struct speaker *speaker, const struct phrase *phrase,
                              const char *form)
{
    return say((const struct voice *)speaker, phrase, form);
}

static const char *category(const struct speaker *speaker, gint64 number)
{
    const struct words *words = ((const struct voice *)speaker)->said;
    bool good;
    for (const char *const *each = plural_categories; *each != NULL; each++) {
        const char *rule = words_get(words, "plural", *each);
        if (rule != NULL && plural_fits(rule, number, &good)) {
            return *each;
        }
    }
    return "other";
}

/* The words of a key in a form (NULL: none in particular); those of all matches, or of all boards,
 * if a game has none of its own. *from are then those that have them. NULL: there are none. */
static const char *find(const struct words *words, const char *group, const char *key,
                        const char *form, const struct words **from)
{
    g_autofree char *formed = form != NULL ? g_strconcat(key, ".", form, NULL) : NULL;
    const char *const groups[] = { group, "match", "view" };
    const char *found = NULL;
    for (size_t i = 0; found == NULL && i < G_N_ELEMENTS(groups); i++) {
        *from = words;
        found = formed != NULL ? words_get_from(from, groups[i], formed) : NULL;
        found = found != NULL ? found : words_get_from(from, groups[i], key);
    }
    return found;
}

/* The words of a key; `group` NULL: of a page. */
static char *say_key(const struct voice *voice, const char *group, const char *key,
                     const struct values *values, const char *form)
{
    g_autoptr(GError) fault = NULL;
    /* An operator's own words may ask for a value that they do not get. */
    for (const struct words *words = voice->words; words != NULL; words = words_behind(words)) {
        struct voice own = *voice;
        const char *source = find(words, group, key, form, &own.said);
        g_clear_error(&fault);
        char *text = source != NULL ? template_render(source, values, &own.speaker, &fault) : NULL;
        if (text != NULL) {
            return text;
        }
    }
    static const char former[] = "former"; /* of letters that an older version has written */
    if (g_strcmp0(group, former) != 0 && words_get(voice->words, former, key) != NULL) {
        return say_key(voice, former, key, values, form);
    }
    return g_strdup_printf("[%s%s%s%s%s]", group != NULL ? group : "", group != NULL ? "." : "",
                           key, fault != NULL ? ": " : "", fault != NULL ? fault->message : "");
}

/* A part of a lesson; "" if the page has no such lesson. */
static char *say_lesson(const struct voice *voice, const struct phrase *phrase)
{
    const char *page = words_page(voice->words, phrase->key), *fault;
    g_autoptr(GPtrArray) lessons = page != NULL ? lessons_read(page, &fault) : NULL;
    if (lessons == NULL || phrase->number < 1 || phrase->number > lessons->len) {
        return g_strdup("");
    }
    const struct lesson *lesson = lessons->pdata[phrase->number - 1];
    const char *part = g_str_equal(phrase->text, "title")   ? lesson->title
                       : g_str_equal(phrase->text, "text")  ? lesson->text
                       : g_str_equal(phrase->text, "right") ? lesson->right
                                                            : lesson->hint;
    return g_strdup(part != NULL ? part : "");
}

static char *say_joined(const struct voice *voice, const struct phrase *phrase, const char *form)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < phrase->parts->len; i++) {
        g_autofree char *part = say(voice, phrase->parts->pdata[i], form);
        g_string_append(text, i > 0 ? phrase->text : "");
        g_string_append(text, part);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *say_listed(const struct voice *voice, const struct phrase *phrase, const char *form)
{
    char *list = NULL;
    for (guint i = 0; i < phrase->parts->len; i++) {
        char *item = say(voice, phrase->parts->pdata[i], form);
        if (list == NULL) {
            list = item;
            continue;
        }
        g_autoptr(Values) values = with_text(with_text(values_new(), "list", list), "item", item);
        with_switch(values, "last", i + 1 == phrase->parts->len);
        list = say_key(voice, "view", phrase->key, values, form);
    }
    return list != NULL ? list : g_strdup("");
}

/* A span by its two greatest units. */
static char *say_span(const struct voice *voice, gint64 seconds, const char *form)
{
    static const struct {
        gint64 seconds;
        const char *key;
    } units[] = { { 86400, "day" }, { 3600, "hour" }, { 60, "minute" } };
    const gint64 least = units[G_N_ELEMENTS(units) - 1].seconds;
    char *parts[2] = { NULL, NULL };
    gint64 rest = MAX(seconds, least);
    for (size_t i = 0, told = 0; seconds > 0 && i < G_N_ELEMENTS(units) && told < 2; i++) {
        const gint64 number = rest / units[i].seconds;
        rest %= units[i].seconds;
        if (number > 0) {
            g_autoptr(Values) values = with_number(values_new(), "number", number);
            parts[told] = say_key(voice, "time", units[i].key, values, form);
        }
        told += number > 0 || parts[0] != NULL ? 1 : 0; /* the next unit, or none */
    }
    if (parts[0] == NULL) {
        return say_key(voice, "time", "none", NULL, form);
    }
    if (parts[1] == NULL) {
        return parts[0];
    }
    g_autoptr(Values) both =
        with_text(with_text(values_new(), "greater", parts[0]), "lesser", parts[1]);
    return say_key(voice, "time", "two", both, form);
}

static char *say_day(const struct voice *voice, const GDate *date)
{
    g_autofree char *key = g_strdup_printf("month-%d", (int)g_date_get_month(date));
    g_autoptr(Values) values =
        with_text(values_new(), "month", say_key(voice, "time", key, NULL, NULL));
    with_number(values, "day", g_date_get_day(date));
    with_number(values, "year", g_date_get_year(date));
    return say_key(voice, "time", "date", values, NULL);
}

static char *say_moment(const struct voice *voice, gint64 seconds, const char *key)
{
    const bool there = voice->zone != NULL && !g_str_equal(key, "moment-utc");
    g_autoptr(GTimeZone) zone = zone_open(there ? voice->zone : "UTC");
    g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(seconds);
    g_autoptr(GDateTime) local = g_date_time_to_timezone(utc, zone);
    GDate date;
    calendar_date(zone, seconds, &date);
    g_autofree char *weekday = g_strdup_printf("weekday-%d", (int)g_date_get_weekday(&date));
    g_autoptr(Values) values = with_text(values_new(), "date", say_day(voice, &date));
    with_text(values, "clock", g_date_time_format(local, "%H:%M"));
    with_text(values, "weekday", say_key(voice, "time", weekday, NULL, NULL));
    with_phrase(values, "zone", phrase_text(there ? voice->zone : "UTC"));
    with_text(values, "moment", say_key(voice, "time", "moment", values, NULL));
    return say_key(voice, "time", key, values, NULL);
}

static char *say(const struct voice *voice, const struct phrase *phrase, const char *form)
{
    GDate date;
    switch (phrase->kind) {
    case PHRASE_TEXT:
        return g_strdup(phrase->text);
    case PHRASE_NUMBER:
        return g_strdup_printf("%" G_GINT64_FORMAT, phrase->number);
    case PHRASE_KEY:
    case PHRASE_PAGE: /* has no group */
        return say_key(voice, phrase->group, phrase->key, phrase->values, form);
    case PHRASE_JOINED:
        return say_joined(voice, phrase, form);
    case PHRASE_LISTED:
        return say_listed(voice, phrase, form);
    case PHRASE_LESSON:
        return say_lesson(voice, phrase);
    case PHRASE_SPAN:
        return say_span(voice, phrase->number, form);
    case PHRASE_MOMENT:
        return say_moment(voice, phrase->number, phrase->key);
    case PHRASE_DAY:
        g_date_clear(&date, 1);
        g_date_set_julian(&date, (guint32)CLAMP(phrase->number, 1, G_MAXINT32));
        return say_day(voice, &date);
    case PHRASE_ZONE:
        return g_strdup(voice->zone != NULL ? voice->zone : "UTC");
    case PHRASE_SWITCH:
        break;
    }
    return g_strdup("");
}

char *words_of(const struct words *words, const char *zone, const struct phrase *phrase)
{
    const struct voice voice = { { say_for_template, category }, words, zone, words };
    return phrase != NULL ? say(&voice, phrase, NULL) : NULL;
}

char *words_said(const struct words *words, struct phrase *phrase)
{
    g_autoptr(Phrase) owned = phrase;
    return words_of(words, NULL, owned);
}

char *words_say(const struct words *words, const char *group, const char *key,
                struct values *values)
{
    return words_said(words, phrase_key(group, key, values));
}

static int by_name(const void *one, const void *other)
{
    return strverscmp(*(char *const *)one, *(char *const *)other);
}

char *words_items(const struct words *words, const char *head, GPtrArray *items, int columns)
{
    g_autofree char *go_on = words_say(words, "view", "list-more", NULL);
    g_autoptr(GString) lines = g_string_new(NULL), line = g_string_new(head);
    g_ptr_array_sort(items, by_name);
    for (guint i = 0; i < items->len; i++) {
        const char *item = items->pdata[i];
        if (grapheme_columns(line->str) + grapheme_columns(item) + 2 > (size_t)columns) {
            g_string_append_printf(lines, "%s\n", line->str);
            g_string_printf(line, "  %s", go_on);
        }
        g_string_append_printf(line, " %s%s", item, i + 1 < items->len ? "," : "");
    }
    g_string_append(lines, line->str);
    return g_string_free(g_steal_pointer(&lines), FALSE);
}
