/* The command `vacation`. */
#include "commands/task.h"

#include "auth/redact.h"
#include "clocks/clocks.h"
#include "language/dates.h"
#include "match/timing.h"

enum { YEAR_DAYS = 366 }; /* how far ahead a vacation may end */

/* A day counted from 1970-01-01, for people: "24 Dec 2026". */
static struct phrase *day_said(gint64 day)
{
    GDate date = clock_date(day);
    return phrase_day(&date);
}

/* Days since 1970-01-01. */
static gint64 number_of(const GDate *date)
{
    GDate epoch = clock_date(0);
    return g_date_days_between(&epoch, date);
}

static int year_of(gint64 day)
{
    GDate date = clock_date(day);
    return g_date_get_year(&date);
}

/* The moment at which a day ends. */
static gint64 end_of(GTimeZone *zone, gint64 day)
{
    GDate next = clock_date(day + 1);
    return calendar_day_begins(zone, &next);
}

/* How many days of a year are vacation, with those from `first` to `last` added. */
static int taken(const GArray *vacations, int year, gint64 first, gint64 last)
{
    GDate new_year;
    g_date_clear(&new_year, 1);
    g_date_set_dmy(&new_year, 1, G_DATE_JANUARY, (GDateYear)year);
    int days = 0;
    for (gint64 day = number_of(&new_year); year_of(day) == year; day++) {
        bool covered = first <= day && day <= last;
        for (guint i = 0; i < vacations->len && !covered; i++) {
            const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
            covered = vacation->first <= day && day <= vacation->last;
        }
        days += covered;
    }
    return days;
}

/* The player who asks, and what day it is for them. */
struct asker {
    struct task *task;
    struct run *run;
    const struct player *who;
    GTimeZone *zone;
    GArray *vacations;
    gint64 today;
};

/* The days left, as in "12 of 30 in 2026 and 24 of 30 in 2027". */
static struct phrase *left_words(const struct asker *asker, gint64 first, gint64 last)
{
    struct phrase *parts = phrase_listed("and");
    int limit = asker->run->config->vacation;
    for (int year = year_of(first); year <= year_of(last); year++) {
        struct values *values = values_new();
        with_number(values, "left", MAX(0, limit - taken(asker->vacations, year, 1, 0)));
        with_number(values, "limit", limit);
        with_number(values, "year", year);
        phrase_add(parts, say("vacation-left", values));
    }
    return parts;
}

struct phrase *vacation_list(const GArray *vacations, gint64 end_after, gint64 begin_after)
{
    struct phrase *parts = phrase_listed("and");
    for (guint i = 0; i < vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(vacations, struct vacation, i);
        if (vacation->end > end_after && vacation->begin > begin_after) {
            struct values *values = with_phrase(values_new(), "first", day_said(vacation->first));
            with_phrase(values, "last", day_said(vacation->last));
            phrase_add(parts, say("vacation-span", values));
        }
    }
    return phrase_if_any(parts);
}

/* The sentence of `key`, which may name these days and what surrounds them. */
static struct phrase *say_days(const struct asker *asker, const char *key,
                               const struct vacation *vacation, const char *word)
{
    /* A vacation too far off, or with its end before its beginning, is about to be refused. */
    gint64 until = CLAMP(vacation->last, vacation->first, vacation->first + YEAR_DAYS);
    struct values *values = with_phrase(pairs("word", word, NULL), "zone", phrase_zone());
    with_phrase(values, "first", day_said(vacation->first));
    with_phrase(values, "last", day_said(vacation->last));
    with_phrase(values, "today", day_said(asker->today));
    with_phrase(values, "left", left_words(asker, vacation->first, until));
    return say(key, values);
}

static bool is_too_much(const struct asker *asker, const struct vacation *vacation)
{
    for (int year = year_of(vacation->first); year <= year_of(vacation->last); year++) {
        if (taken(asker->vacations, year, vacation->first, vacation->last) >
            asker->run->config->vacation) {
            return true;
        }
    }
    return false;
}

/* Sets the vacation of these days. Returns the key of the reason why the player cannot have it, or
 * NULL. */
static const char *fault_of(const struct asker *asker, const GDate days[DATES_MOST],
                            struct vacation *vacation)
{
    vacation->first = number_of(&days[0]);
    vacation->last = number_of(&days[1]);
    /* The part of today that is over has counted on the clocks. */
    vacation->begin = MAX(calendar_day_begins(asker->zone, &days[0]), asker->run->arrived);
    vacation->end = end_of(asker->zone, vacation->last);
    return vacation->last < vacation->first            ? "vacation-order"
           : vacation->first < asker->today            ? "vacation-past"
           : vacation->last > asker->today + YEAR_DAYS ? "vacation-far"
           : is_too_much(asker, vacation)              ? "vacation-most"
                                                       : NULL;
}

/* A vacation as it cannot be misunderstood. Free with g_free. */
static char *span_for(const struct vacation *vacation)
{
    char span[2 * sizeof "99999-12-31"];
    const GDate first = clock_date(vacation->first), last = clock_date(vacation->last);
    const gsize at = g_date_strftime(span, sizeof span, "%Y-%m-%d ", &first);
    g_date_strftime(span + at, sizeof span - at, "%Y-%m-%d", &last);
    return g_strdup(span);
}

/* Asks which of these vacations is meant; of one, until when it lasts. */
static struct phrase *which(const struct asker *asker, const struct vacation *vacations, int count,
                            const char *written, GPtrArray *links)
{
    struct phrase *list = phrase_joined("\n");
    for (int i = 0; i < count; i++) {
        g_autofree char *span = span_for(&vacations[i]);
        char *none[] = { NULL };
        const struct command chosen = {
            .row = grammar_row(COMMAND_VACATION),
            .text = span,
            .words = none,
            .options = none,
        };
        g_autofree char *line = grammar_whole(&chosen, 0);
        g_autofree char *act = grammar_whole(&chosen, asker->task->request->letter_board);
        struct phrase *choice = say_days(asker, "vacation-choice", &vacations[i], line);
        phrase_add(list, phrase_both(phrase_text("  - "), "", choice));
        block_link(links, line, act);
    }
    return say(count > 1 ? "vacation-which" : "vacation-until",
               with_phrase(pairs("word", written, NULL), "list", list));
}

/* Reads the vacation that a command asks for. Says why it is refused, or what is unclear; `links`
 * then gets what the player can choose. NULL: neither. */
static struct phrase *ask(const struct asker *asker, const struct command *command,
                          struct vacation *vacation, GPtrArray *links)
{
    /* The form has no name and password, but players may write them as in other forms. */
    g_autofree char *written = redact_password(asker->run, asker->who, command->text);
    const GDate today = clock_date(asker->today);
    struct dates readings[DATES_READINGS];
    struct vacation read, good[DATES_READINGS];
    *vacation = (struct vacation){ .first = asker->today, .last = asker->today };
    if (asker->run->config->vacation == 0) {
        return say("vacation-never", NULL);
    }
    const char *fault = "vacation-form";
    const int count = dates_read(command->text, &today, readings);
    int possible = 0;
    for (int i = 0; i < count; i++) {
        const char *why = fault_of(asker, readings[i].day, &read);
        if (i == 0 || (why == NULL && possible == 0)) {
            *vacation = read;
            fault = why;
        }
        if (why == NULL) {
            good[possible++] = read;
        }
    }
    if (possible > 1 || (fault == NULL && readings[0].count < DATES_MOST)) {
        return which(asker, good, possible, written, links);
    }
    return fault != NULL ? say_days(asker, fault, vacation, written) : NULL;
}

/* The player's vacations have changed: reads them again, and sets the clocks. */
static void changed(struct asker *asker)
{
    asker->run->accepted = true;
    g_array_unref(asker->vacations);
    asker->vacations = vacations_of(asker->run->db, asker->who->id);
    clocks_player_changed(asker->run, asker->who->id);
}

static struct phrase *enter(struct asker *asker, const struct command *command, GPtrArray *links)
{
    struct vacation vacation;
    struct vacation joined;
    struct phrase *refusal = ask(asker, command, &vacation, links);
    if (refusal != NULL || asker->task->trial) {
        return refusal;
    }
    vacation_add(asker->run->db, asker->who->id, &vacation, asker->run->now, &joined);
    changed(asker);
    return say_days(asker, "vacation-set", &joined, NULL);
}

/* Ends the present vacation with today, and drops those to come. */
static struct phrase *end_all(struct asker *asker)
{
    struct db *db = asker->run->db;
    const gint64 who = asker->who->id, now = asker->run->arrived;
    struct vacation present;
    g_autoptr(Phrase) coming = vacation_list(asker->vacations, now, now);
    const bool away = vacation_at(db, who, now, &present);
    if (coming == NULL && !away) {
        return say("vacation-nothing", NULL);
    }
    if (asker->task->trial) {
        return NULL;
    }
    for (guint i = 0; i < asker->vacations->len; i++) {
        const struct vacation *vacation = &g_array_index(asker->vacations, struct vacation, i);
        if (vacation->end > now) {
            vacation_drop(db, who, vacation->first);
        }
    }
    if (away) {
        /* If the player's time zone has changed since, today may be the day before the first. */
        present.last = MAX(asker->today, present.first);
        present.end = end_of(asker->zone, present.last);
        vacation_add(db, who, &present, asker->run->now, NULL);
    }
    changed(asker);
    struct values *values = with_phrase(values_new(), "last", away ? day_said(present.last) : NULL);
    return say("vacation-ended", with_phrase(values, "list", g_steal_pointer(&coming)));
}

/* The vacations that are not over, and how many days are left. */
static struct phrase *list_words(const struct asker *asker)
{
    struct phrase *list = vacation_list(asker->vacations, asker->run->arrived, G_MININT64);
    struct phrase *left = left_words(asker, asker->today, asker->today + YEAR_DAYS);
    struct values *values = with_phrase(values_new(), "left", left);
    return say(list != NULL ? "vacations" : "vacations-none", with_phrase(values, "list", list));
}

void handle_vacation(struct task *task)
{
    struct run *run = task->run;
    struct asker asker = { .task = task, .run = run, .who = task->who };
    asker.zone = preference_time_zone(run, task->who->id);
    asker.vacations = vacations_of(run->db, task->who->id);
    GDate today;
    calendar_date(asker.zone, run->arrived, &today);
    asker.today = MAX(number_of(&today), 0);
    g_autoptr(GPtrArray) links = blocks_new();
    struct phrase *text = task->command->text != NULL       ? enter(&asker, task->command, links)
                          : task->command->words[0] != NULL ? end_all(&asker)
                                                            : list_words(&asker);
    if (text != NULL) {
        struct entry *entry = task_answer(task, text);
        g_ptr_array_extend_and_steal(entry->links, g_steal_pointer(&links));
    }
    g_time_zone_unref(asker.zone);
    g_array_unref(asker.vacations);
}
