/*
 * settings.h: what a player may set, as one table.
 *
 * A row drives the command `set`, its help and the manual; its words are in
 * templates/, group "help", as "set-" and the key.
 */
#ifndef POSTMOVE_SETTINGS_H
#define POSTMOVE_SETTINGS_H

#include <glib.h>

enum setting_id {
    SETTING_AUTOPLAY,
    SETTING_BOARD,
    SETTING_TEXT_BOARD,
    SETTING_HTML,
    SETTING_LETTERS,
    SETTING_DIGEST,
    SETTING_RECEIPTS,
    SETTING_HINTS,
    SETTING_MOVES,
    SETTING_FLIP,
    SETTING_TIMEZONE,
    SETTING_LANGUAGE,
    SETTING_NOTES,
    SETTING_RATING,
    SETTING_EXCUSED,
    SETTINGS, /* how many there are */
};

struct setting {
    const char *key;
    const char *const *values; /* NULL at the end; the first holds until the player sets another
                                  one */
    const char *finer; /* the key of a setting whose values this one takes, too: they set that one,
                          and this one to `coarse`; NULL: none */
    const char *coarse;
    /* For values that are not in a list, such as names of time zones; else NULL: */
    const char *shape;                    /* how it is written: "Area/City" */
    char *(*shapes)(void);                /* that, from a list; free with g_free */
    char *(*read)(const char *word);      /* the value as it is kept, or NULL; free with g_free */
    GPtrArray *(*near)(const char *word); /* the values that may be meant (char *); free with
                                             g_ptr_array_unref */
};

/* All rows, by their ids; the last has no key. */
extern const struct setting settings[];

/* The row of a key, in any case; NULL if no row has it. */
const struct setting *setting_find(const char *key);

/* The value as it is kept, for a word in any case, which may be one of the finer setting; NULL: the
 * row does not allow it. Free with g_free. */
char *setting_value(const struct setting *setting, const char *word);

/* "autoplay=off|on", "timezone=Area/City". Free with g_free. */
char *setting_form(const struct setting *setting);

#endif
