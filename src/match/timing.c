#include "match/timing.h"

#include <string.h>

enum { HOUR = 3600, DAY = 24 * HOUR, WEEK = 7 * DAY };

/* ---- reading ---- */

/* Skips the word if the text begins with it. */
static bool skip(const char **text, const char *what)
{
    gsize length = strlen(what);
    if (g_ascii_strncasecmp(*text, what, length) != 0) {
        return false;
    }
    *text += length;
    return true;
}

/* Longer names first, since a short one is the beginning of a longer one. */
static const struct {
    const char *name;
    gint64 seconds;
} units[] = {
    { "weeks", WEEK }, { "week", WEEK },  { "w", WEEK },    { "days", DAY }, { "day", DAY },
    { "d", DAY },      { "hours", HOUR }, { "hour", HOUR }, { "h", HOUR },
};

/* The seconds of a unit (without one, of a day); 0 if it is no unit. */
static gint64 read_unit(const char **text)
{
    for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
        if (skip(text, units[i].name)) {
            return units[i].seconds;
        }
    }
    return g_ascii_isalpha(**text) ? 0 : DAY;
}

/* A number; -1 if there is none, or if it is too large for any span in hours. */
static gint64 read_number(const char **text)
{
    if (!g_ascii_isdigit(**text)) {
        return -1;
    }
    char *end;
    const guint64 number = g_ascii_strtoull(*text, &end, 10);
    *text = end;
    return number <= TIMING_MOST / HOUR ? (gint64)number : -1;
}

/* "1d12h", each unit smaller than the one before it; within the limits of a span. */
static bool read_span(const char **text, gint64 least, gint64 *seconds)
{
    gint64 sum = 0;
    gint64 before = G_MAXINT64;
    do {
        gint64 number = read_number(text);
        gint64 unit = read_unit(text);
        if (number < 0 || unit == 0 || unit >= before) {
            return false;
        }
        sum += number * unit;
        before = unit;
    } while (g_ascii_isdigit(**text));
    *seconds = sum;
    return sum >= least && sum <= TIMING_MOST;
}

static bool read_time(struct timing *timing, const char *text)
{
    gint64 span;
    if (!read_span(&text, TIMING_LEAST, &span)) {
        return false;
    }
    if (skip(&text, "/move") || skip(&text, "/turn")) {
        timing->per_move = span;
        return *text == '\0';
    }
    timing->total = span;
    if (skip(&text, "+") && (!read_span(&text, TIMING_LEAST, &timing->increment) ||
                             (skip(&text, "^") && !read_span(&text, TIMING_LEAST, &timing->cap)))) {
        return false;
    }
    timing->cap = timing->cap != 2 * span ? timing->cap : 0;
    return *text == '\0';
}

static bool read_days(gint64 *days, const char *text)
{
    return read_span(&text, TIMING_LEAST_DAYS, days) && *text == '\0';
}

static bool read_nag(struct timing *timing, const char *text)
{
    return read_days(&timing->nag, text);
}

static bool read_forfeit(struct timing *timing, const char *text)
{
    timing->claim = g_ascii_strcasecmp(text, "claim") == 0;
    return timing->claim || read_days(&timing->forfeit, text);
}

static bool read_weekends(struct timing *timing, const char *text)
{
    timing->weekends_off = g_ascii_strcasecmp(text, "off") == 0;
    return timing->weekends_off || g_ascii_strcasecmp(text, "on") == 0;
}

/* ---- writing ---- */

/* A span as it is written: "10d", "36h"; below an hour "0h". Free with g_free. */
static char *span_text(gint64 seconds)
{
    gint64 hours = MAX(seconds, 0) / HOUR;
    return hours > 0 && hours % 24 == 0 ? g_strdup_printf("%" G_GINT64_FORMAT "d", hours / 24)
                                        : g_strdup_printf("%" G_GINT64_FORMAT "h", hours);
}

static char *write_time(const struct timing *timing)
{
    if (timing->per_move > 0) {
        g_autofree char *span = span_text(timing->per_move);
        return g_strconcat(span, "/move", NULL);
    }
    g_autofree char *total = timing->total > 0 ? span_text(timing->total) : NULL;
    g_autofree char *more = span_text(timing->increment);
    g_autofree char *cap = timing->cap > 0 ? span_text(timing->cap) : NULL;
    return timing->increment > 0
               ? g_strconcat(total, "+", more, cap != NULL ? "^" : NULL, cap, NULL)
               : g_steal_pointer(&total);
}

static char *write_nag(const struct timing *timing)
{
    return timing->nag > 0 ? span_text(timing->nag) : NULL;
}

static char *write_forfeit(const struct timing *timing)
{
    return timing->claim         ? g_strdup("claim")
           : timing->forfeit > 0 ? span_text(timing->forfeit)
                                 : NULL;
}

static char *write_weekends(const struct timing *timing)
{
    return timing->weekends_off ? g_strdup("off") : NULL;
}

/* ---- the four words ---- */

/* How each word is read, written (NULL: it is not set), and refused. */
static const struct term {
    const char *name;
    const char *reason_key;
    bool (*read)(struct timing *, const char *text);
    char *(*write)(const struct timing *);
} terms[] = {
    { "time", "timing-time", read_time, write_time },
    { "nag", "timing-nag", read_nag, write_nag },
    { "forfeit", "timing-forfeit", read_forfeit, write_forfeit },
    { "weekends", "timing-weekends", read_weekends, write_weekends },
};

/* The row of a word, and its value behind the equals sign, "" without one. */
static const struct term *find_term(const char *word, const char **value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(terms); i++) {
        *value = word;
        if (skip(value, terms[i].name) && (**value == '=' || **value == '\0')) {
            *value += **value == '=';
            return &terms[i];
        }
    }
    return NULL;
}

/* Takes a word, without its dashes. Returns NULL, or the key of what is wrong. */
static const char *set_term(struct timing *timing, const char *word)
{
    const char *value;
    const struct term *term = find_term(word, &value);
    if (term == NULL) {
        return "timing-unknown";
    }
    /* Spans that the word does not have must not stay from an earlier word. */
    struct timing taken = { 0 };
    if (strlen(word) > TIMING_WORD_MAX || !term->read(&taken, value)) {
        return term->reason_key;
    }
    g_autofree char *before = term->write(timing);
    g_autofree char *after = term->write(&taken);
    if (before != NULL && g_strcmp0(before, after) != 0) {
        return "timing-twice";
    }
    /* No two words set the same member, so the greater value is the one that was set. */
    timing->total = MAX(timing->total, taken.total);
    timing->increment = MAX(timing->increment, taken.increment);
    timing->cap = MAX(timing->cap, taken.cap);
    timing->per_move = MAX(timing->per_move, taken.per_move);
    timing->nag = MAX(timing->nag, taken.nag);
    timing->forfeit = MAX(timing->forfeit, taken.forfeit);
    timing->claim = timing->claim || taken.claim;
    timing->weekends_off = timing->weekends_off || taken.weekends_off;
    return NULL;
}

bool timing_word(struct timing *timing, const char *word, const char **reason_key)
{
    const char *reason = skip(&word, "--") ? set_term(timing, word) : "timing-unknown";
    if (reason_key != NULL) {
        *reason_key = reason;
    }
    return reason == NULL;
}

bool timing_fits(const struct timing *timing, const char **reason_key)
{
    /* If each turn adds to the total, the total can outlast any silence. */
    gint64 longest = timing->per_move > 0     ? timing->per_move
                     : timing->increment == 0 ? timing->total
                                              : 0;
    gint64 end = longest > 0 && timing->forfeit > 0 ? MIN(longest, timing->forfeit)
                                                    : MAX(longest, timing->forfeit);
    const char *reason = NULL;
    if (timing->cap > 0 && timing->cap < timing->total) {
        reason = "timing-cap";
    } else if (timing->forfeit > 0 && longest > 0 && timing->forfeit >= longest) {
        reason = "timing-forfeit-late";
    } else if (timing->nag > 0 && end > 0 && timing->nag >= end) {
        reason = "timing-nag-late";
    }
    if (reason_key != NULL) {
        *reason_key = reason;
    }
    return reason == NULL;
}

char *timing_text(const struct timing *timing)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (gsize i = 0; i < G_N_ELEMENTS(terms); i++) {
        g_autofree char *value = terms[i].write(timing);
        if (value != NULL) {
            g_string_append_printf(text, "%s%s=%s", text->len > 0 ? " " : "", terms[i].name, value);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

bool timing_read(struct timing *timing, const char *text)
{
    g_auto(GStrv) words = g_strsplit(text, " ", G_N_ELEMENTS(terms) + 1);
    struct timing read = { 0 };
    bool good = true;
    for (char **word = words; *word != NULL && good; word++) {
        good = set_term(&read, *word) == NULL;
    }
    *timing = good ? read : (struct timing){ 0 };
    return good;
}

/* ---- clocks ---- */

bool timing_is_clocked(const struct timing *timing)
{
    return timing->total > 0 || timing->per_move > 0;
}

gint64 timing_silence(const struct timing *timing)
{
    return timing->forfeit > 0 || timing_is_clocked(timing) ? timing->forfeit
                                                            : TIMING_SILENCE_CLAIM;
}

bool timing_needs_claim(const struct timing *timing)
{
    return timing->claim || (timing->forfeit == 0 && !timing_is_clocked(timing));
}

gint64 timing_left_at_start(const struct timing *timing)
{
    return timing->per_move > 0 ? timing->per_move : timing->total;
}

gint64 timing_cap(const struct timing *timing)
{
    return timing->increment == 0 ? 0 : timing->cap > 0 ? timing->cap : 2 * timing->total;
}

gint64 timing_used(gint64 left, gint64 elapsed)
{
    return CLAMP(elapsed, 0, MAX(left, 0));
}

gint64 timing_left_after(const struct timing *timing, gint64 left, gint64 elapsed)
{
    if (timing->per_move > 0) {
        return timing->per_move;
    }
    const gint64 now = MAX(left, 0) - timing_used(left, elapsed);
    return now + CLAMP(timing_cap(timing) - now, 0, timing->increment);
}

/* ---- calendar ---- */

enum {
    OFFSET_MOST = 16 * HOUR, /* more than any place has ever been from Greenwich */
    EPOCH_JULIAN = 719163,   /* 1970-01-01 as GDate counts days */
};

void calendar_init(struct calendar *calendar, GTimeZone *zone, bool weekends_off)
{
    calendar->zone = zone != NULL ? g_time_zone_ref(zone) : g_time_zone_new_utc();
    calendar->weekends_off = weekends_off;
    calendar->spans = g_array_new(FALSE, FALSE, sizeof(struct span));
}

void calendar_clear(struct calendar *calendar)
{
    g_clear_pointer(&calendar->zone, g_time_zone_unref);
    g_clear_pointer(&calendar->spans, g_array_unref);
}

/* ---- days of a zone ---- */

/* How many seconds the clocks of a zone are ahead of UTC. */
static gint64 offset_at(GTimeZone *zone, gint64 moment)
{
    return g_time_zone_get_offset(zone,
                                  g_time_zone_find_interval(zone, G_TIME_TYPE_UNIVERSAL, moment));
}

/* The first moment after `early` at which the offset is another than at `early`; at `late` it
 * must be another. */
static gint64 change_between(GTimeZone *zone, gint64 early, gint64 late)
{
    gint64 before = offset_at(zone, early);
    while (late - early > 1) {
        gint64 middle = early + (late - early) / 2;
        if (offset_at(zone, middle) == before) {
            early = middle;
        } else {
            late = middle;
        }
    }
    return late;
}

/* The first moment at which the clocks of the zone show this or, if they skip it, more;
 * `shown` is in seconds as if it were UTC. */
static gint64 first_showing(GTimeZone *zone, gint64 shown)
{
    gint64 early = shown - OFFSET_MOST;
    gint64 late = shown + OFFSET_MOST;
    gint64 before = offset_at(zone, early);
    gint64 after = offset_at(zone, late);
    if (before == after) {
        return shown - before;
    }
    gint64 change = change_between(zone, early, late);
    return shown - before < change ? shown - before : MAX(change, shown - after);
}

/* The date that the clocks show, in days since 1970-01-01. */
static gint64 day_at(GTimeZone *zone, gint64 moment)
{
    return (moment + offset_at(zone, moment) + (gint64)2 * DAY) / DAY - 2; /* rounds down */
}

gint64 calendar_day_begins(GTimeZone *zone, const GDate *date)
{
    return first_showing(zone, ((gint64)g_date_get_julian(date) - EPOCH_JULIAN) * DAY);
}

void calendar_date(GTimeZone *zone, gint64 moment, GDate *date)
{
    gint64 day = day_at(zone, CLAMP(moment, 0, CALENDAR_LAST));
    g_date_clear(date, 1);
    g_date_set_julian(date, (guint32)(day + EPOCH_JULIAN));
}

gint64 calendar_next(GTimeZone *zone, gint64 seconds, gint64 moment)
{
    const gint64 day = day_at(zone, moment) * DAY;
    gint64 next = first_showing(zone, day + seconds);
    for (gint64 ahead = DAY; next <= moment; ahead += DAY) {
        next = first_showing(zone, day + ahead + seconds);
    }
    return next;
}

/* ---- what counts ---- */

/* The weekend that contains the moment, or the next one. Note: clocks that are put back over
 * midnight show a Friday within the weekend, or a Sunday right after it. */
static struct span weekend_near(GTimeZone *zone, gint64 moment)
{
    gint64 day = day_at(zone, moment);
    gint64 monday = day - (day + 3 + 7) % 7; /* 1970-01-01 was a Thursday */
    for (;; monday += 7) {
        struct span weekend = { first_showing(zone, (monday + 5) * DAY),
                                first_showing(zone, (monday + 7) * DAY) };
        if (weekend.end > moment) {
            return weekend;
        }
    }
}

/* How many of the spans have ended at a moment. */
static guint spans_over(const GArray *spans, gint64 moment)
{
    guint low = 0;
    guint high = spans->len;
    while (low < high) {
        guint middle = low + (high - low) / 2;
        if (g_array_index(spans, struct span, middle).end <= moment) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The time that does not count at a moment, or the next such time; it may be the first part of a
 * longer one. False if there is none. */
static bool next_rest(const struct calendar *calendar, gint64 moment, struct span *rest)
{
    guint next = spans_over(calendar->spans, moment);
    bool found = next < calendar->spans->len;
    if (found) {
        *rest = g_array_index(calendar->spans, struct span, next);
    }
    if (calendar->weekends_off) {
        struct span weekend = weekend_near(calendar->zone, moment);
        *rest = found && rest->begin <= weekend.begin ? *rest : weekend;
        return true;
    }
    return found;
}

void calendar_add(struct calendar *calendar, gint64 begin, gint64 end)
{
    struct span added = { begin, end };
    if (end <= begin) {
        return;
    }
    /* A span that only touches this one is joined to it, too. */
    guint first = spans_over(calendar->spans, begin - 1);
    guint after = first;
    for (; after < calendar->spans->len; after++) {
        const struct span *other = &g_array_index(calendar->spans, struct span, after);
        if (other->begin > end) {
            break;
        }
        added.begin = MIN(added.begin, other->begin);
        added.end = MAX(added.end, other->end);
    }
    if (after > first) {
        g_array_remove_range(calendar->spans, first, after - first);
    }
    g_array_insert_val(calendar->spans, first, added);
}

/* Returns the moment at which `seconds` have counted since `from`, or `to` if that is earlier;
 * sets *counted to the seconds that counted until then. */
static gint64 walk(const struct calendar *calendar, gint64 from, gint64 to, gint64 seconds,
                   gint64 *counted)
{
    gint64 at = from;
    *counted = 0;
    while (at < to && *counted < seconds) {
        struct span rest;
        bool rests = next_rest(calendar, at, &rest) && rest.begin < to;
        gint64 stop = rests ? MAX(rest.begin, at) : to;
        gint64 part = MIN(stop - at, seconds - *counted);
        *counted += part;
        at += part;
        if (at == stop && rests && *counted < seconds) {
            at = MIN(rest.end, to);
        }
    }
    return at;
}

gint64 calendar_elapsed(const struct calendar *calendar, gint64 from, gint64 to)
{
    gint64 counted;
    walk(calendar, CLAMP(from, 0, CALENDAR_LAST), CLAMP(to, 0, CALENDAR_LAST), G_MAXINT64,
         &counted);
    return counted;
}

gint64 calendar_after(const struct calendar *calendar, gint64 from, gint64 seconds)
{
    gint64 counted;
    return walk(calendar, CLAMP(from, 0, CALENDAR_LAST), CALENDAR_LAST, seconds, &counted);
}
