/*
 * month-people.h: the players of tests/faults/month-crowd.c. Who they are, and when
 * they are at their mail.
 *
 * All chance is a hash of the seed and of what is decided, so that it does not
 * matter in which order things are decided, nor whether they are asked twice.
 */
#ifndef POSTMOVE_MONTH_PEOPLE_H
#define POSTMOVE_MONTH_PEOPLE_H

#include <glib.h>
#include <stdbool.h>

enum {
    DAY = 24, /* the unit of time here is an hour since the month began */
    DAYS = 31,
    OUTAGE_BEGINS = 17 * DAY + 5, /* our server stands still, and takes mail in all the while */
    OUTAGE_ENDS = OUTAGE_BEGINS + 2 * DAY,
    PATIENCE = 20, /* hours after which a board is seen to as soon as somebody is awake */
};

/* Half past nothing on the 10th of October 2026, UTC: summer time ends in Europe
 * on the 25th, in America on the 1st of November, and begins in Australia
 * and Chile before. */
#define MONTH_BEGINS ((gint64)1791592200)

struct person {
    char *name, *address;
    const char *zone; /* the zone that the player sets; NULL: none */
    int offset;       /* hours that the player is ahead of UTC, about */
    int vacation;     /* day that begins a vacation of eight days; 0: none */
    int bounces;      /* hour from which letters to the player come back for three days; 0: never */
    int silent;       /* hour after which the player never writes again; 0: goes on */
    bool watches;     /* how another's matches end */
    gint64 id;        /* as a player; 0: not signed up yet */
    char *confirm;    /* address for the `confirm` of the signup; NULL: no letter came */
    GHashTable *letters; /* board number -> struct read_letter, the newest */
};

/* The newest letter about a board. */
struct read_letter {
    char *reply_to;
    bool answered; /* while our server stood still: the player waits for the answer */
};

static const struct {
    const char *zone;
    int offset;
} month_zones[] = {
    { "Europe/Berlin", 2 },
    { "America/New_York", -4 },
    { "Asia/Kolkata", 5 },
    { "Asia/Tokyo", 9 },
    { "Australia/Lord_Howe", 11 },
    { "America/Santiago", -3 },
    { NULL, 0 },
    { "Europe/London", 1 },
};

static guint64 month_seed;

/* 0 to below `of`, by chance, for a moment, a person, a board and a question. */
static inline guint month_chance(int hour, int who, gint64 board, int question, guint of)
{
    guint64 hash = month_seed * 0x9e3779b97f4a7c15U + (guint64)hour;
    const guint64 parts[] = { (guint64)who, (guint64)board, (guint64)question };
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        hash = (hash ^ (hash >> 31)) * 0xbf58476d1ce4e5b9U + parts[i];
        hash = (hash ^ (hash >> 29)) * 0x94d049bb133111ebU;
    }
    return (guint)((hash >> 33) % of);
}

static inline void letter_free(struct read_letter *letter)
{
    g_free(letter->reply_to);
    g_free(letter);
}

static inline struct person *person_new(int who)
{
    struct person *person = g_new0(struct person, 1);
    person->name = g_strdup_printf("player%d", who);
    person->address = g_strdup_printf("player%d@example.net", who);
    person->zone = month_zones[(guint)who % G_N_ELEMENTS(month_zones)].zone;
    person->offset = month_zones[(guint)who % G_N_ELEMENTS(month_zones)].offset;
    person->vacation = who % 7 == 3 ? 3 + who % 15 : 0;
    person->bounces = who % 9 == 5 ? (4 + who % 20) * DAY : 0;
    person->silent = who % 10 == 9 ? (6 + who % 8) * DAY : 0;
    person->watches = who % 5 == 2;
    person->letters =
        g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, (GDestroyNotify)letter_free);
    return person;
}

static inline void person_free(struct person *person)
{
    g_free(person->name);
    g_free(person->address);
    g_free(person->confirm);
    g_hash_table_unref(person->letters);
    g_free(person);
}

static inline bool person_is_bouncing(const struct person *person, int hour)
{
    return person->bounces != 0 && hour >= person->bounces && hour < person->bounces + 3 * DAY;
}

/* True if the player reads and writes mail in this hour. */
static inline bool person_is_there(const struct person *person, int hour)
{
    const int local = (hour + person->offset + DAY) % DAY;
    const int away = person->vacation * DAY;
    const bool gone = (person->silent != 0 && hour >= person->silent) ||
                      (away != 0 && hour >= away - DAY / 2 && hour < away + 8 * DAY + DAY / 2) ||
                      person_is_bouncing(person, hour);
    return !gone && local >= 8 && local < 23;
}

#endif
