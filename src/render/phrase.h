/*
 * phrase.h: what is said, as data, before it is put into words for a reader (render/words.h).
 *
 * A phrase is the key of a sentence and the values that it is about, or one of these values: words
 * that stay as they are (a name, a move, what a person wrote), a number, a moment, a list. It holds
 * no words of a language, so each reader gets it in their own, and it can be kept: keep_phrase. A
 * phrase is never changed once somebody else may have it; those who have it share it.
 */
#ifndef POSTMOVE_RENDER_PHRASE_H
#define POSTMOVE_RENDER_PHRASE_H

#include <glib.h>
#include <stdbool.h>

#include "games/game.h"

/* Stored phrases know their kind by its number; there is no 4. */
enum phrase_kind {
    PHRASE_TEXT = 1,   /* `text` as it is */
    PHRASE_NUMBER = 2, /* `number` in digits; a sentence may ask for its plural category */
    PHRASE_SWITCH = 3, /* for a section alone: `number` is 0 or 1 */
    PHRASE_KEY = 5,    /* the words of `group` and `key`, with `values` */
    PHRASE_PAGE = 6,   /* the page `key`, with `values` */
    PHRASE_JOINED = 7, /* `parts`, struct phrase, with `text` between them */
    PHRASE_LISTED = 8, /* the same as the language lists them: `key` is "and" or "or" */
    PHRASE_SPAN = 9,   /* `number` seconds: "9 days 3 hours" */
    PHRASE_MOMENT =
        10,           /* `number` seconds since 1970, as the words `key` of the group "time" say */
    PHRASE_DAY = 11,  /* `number` is a day as GDate counts (g_date_get_julian) */
    PHRASE_ZONE = 12, /* the name of the reader's time zone */
    PHRASE_LESSON = 13, /* of the lesson `number` of the page `key`, from 1: `text` is "title",
                           "text", "right" or "hint" */
};

struct phrase {
    int references;
    enum phrase_kind kind;
    gint64 number;
    char *text;
    const char *group, *key; /* borrowed, as names of values are */
    struct values *values;
    GPtrArray *parts;
};

/* Free with phrase_unref, unless a function takes it. */
struct phrase *phrase_ref(struct phrase *phrase);
void phrase_unref(struct phrase *phrase);

typedef struct phrase Phrase;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Phrase, phrase_unref)

/* Words as they are; takes them, or copies them. NULL gives NULL. */
struct phrase *phrase_taken(char *text);
struct phrase *phrase_text(const char *text);

struct phrase *phrase_number(gint64 number);

/* The words of a key, whose name and group live as long as the program. Takes `values` (NULL:
 * none). */
struct phrase *phrase_key(const char *group, const char *key, struct values *values);
struct phrase *phrase_page(const char *page, struct values *values);
struct phrase *phrase_lesson(const char *page, int number, const char *part);

/* Empty; phrase_add takes what is added (NULL: nothing). `joiner`: "and", "or" or "series". */
struct phrase *phrase_joined(const char *sign);
struct phrase *phrase_listed(const char *joiner);
void phrase_add(struct phrase *joined, struct phrase *part);

/* Takes such a phrase, and returns it; NULL if nothing was added. */
struct phrase *phrase_if_any(struct phrase *joined);

/* Two phrases with a sign between them; takes both. NULL is left out. */
struct phrase *phrase_both(struct phrase *first, const char *sign, struct phrase *second);

struct phrase *phrase_span(gint64 seconds);
struct phrase *phrase_day(const GDate *date);
struct phrase *phrase_zone(void);

/* "Thu, 3 Dec 2026 14:00 (Europe/Berlin)", where its reader is. */
struct phrase *phrase_moment(gint64 seconds);

/* "3 Dec 2026 14:00", for lists that name the time zone once; and "3 Dec 2026 13:00 UTC", for
 * people whose time zone is not known. */
struct phrase *phrase_moment_bare(gint64 seconds);
struct phrase *phrase_moment_utc(gint64 seconds);

/* About how many bytes a phrase (NULL: 0) has in words. */
size_t phrase_size(const struct phrase *phrase);

/* Whether a section of this name stands in a sentence: not for NULL, "", 0 and what is empty. */
bool phrase_is_there(const struct phrase *phrase);

/* ---- values: names, each with a phrase ---- */

struct values;

/* Free with values_unref, unless a function takes them. Take a reference first to keep values that
 * a function takes. */
struct values *values_new(void);
struct values *values_ref(struct values *values);
void values_unref(struct values *values);

/* Other values with the same phrases. */
struct values *values_copy(const struct values *values);

typedef struct values Values;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Values, values_unref)

/* Key, text, key, text, ..., NULL as values; NULL texts are "". A macro, so that the compiler sees
 * that all are texts. */
#define pairs(...) values_of_pairs((const char *const[]){ __VA_ARGS__ })
struct values *values_of_pairs(const char *const *pairs);

/* Each adds what it takes (NULL: ""), and returns the values. The name must live as long as the
 * program, as a literal does. Do not add a name twice. */
struct values *with_switch(struct values *values, const char *name, bool on);
struct values *with_number(struct values *values, const char *name, gint64 number);
struct values *with_text(struct values *values, const char *name, char *text);
struct values *with_phrase(struct values *values, const char *name, struct phrase *phrase);

/* True if the values have these names, parted by blanks, in any order, and no others. */
bool values_are(const struct values *values, const char *names);

/* The phrase with that name; NULL: no value has it. */
const struct phrase *values_find(const struct values *values, const char *name, size_t length);

/*
 * ---- kept ----
 *
 * As bytes, which a later version of the program can read. One function says what is kept of a
 * thing, and in which order: keep_NAME. It appends the thing to `out`, or reads it from there.
 */
struct kept {
    GByteArray *out;        /* to write; NULL: to read */
    const guint8 *at, *end; /* to read: what is left to read */
    bool bad;               /* the bytes hold something else; all that is read from then on is 0,
                               "" or NULL */
    int depth;              /* phrases within each other, at most PHRASE_DEPTH_MAX */
};

enum { PHRASE_DEPTH_MAX = 32 };

/* To read those bytes, which must live on; and true if all of them were read, and were good. */
struct kept kept_in(GBytes *bytes);
bool kept_whole(const struct kept *kept);

/* So many bytes as they are. */
void keep_raw(struct kept *kept, void *data, gsize length);

/* A number, 7 bits a byte, the lowest first. */
void keep_size(struct kept *kept, guint64 *size);

/* How many things follow: `count`, or as many as the bytes say. Each of them has a byte at least.
 */
guint64 keep_count(struct kept *kept, guint64 count);

/* A text, behind its length. When it reads, it sets *text, also if the bytes are bad; free *text
 * with g_free. */
void keep_text(struct kept *kept, char **text);

/* A phrase, which may be NULL. */
void keep_phrase(struct kept *kept, struct phrase **phrase);

/* A phrase alone as bytes, and back; NULL if they are none. Free with g_bytes_unref. */
GBytes *phrase_bytes(const struct phrase *phrase);
struct phrase *phrase_of_bytes(GBytes *bytes);

/* ---- phrases about a game ---- */

/* What a game is called. */
struct phrase *phrase_title(const struct game *game);

/* What a seat without a name is called: as "seat-1", "seat-2"... of the game's own group say, or of
 * the group "view". */
struct phrase *phrase_seat(const struct game *game, int seat);

/* The colour in which pictures draw the men of a seat: "colour-1" and so on, as above; of the first
 * seat it is "colour-2" in games with `black_first`. */
struct phrase *phrase_colour(const struct game *game, int seat);

/* What a seat is called, unless `names` (NULL: none) has a name for the seat. */
struct phrase *phrase_name(const struct game *game, struct phrase *const *names, int seat);

/* A note of a game: arguments {{1}}..{{6}}, {{move}}. `seat_names` (NULL: as phrase_seat calls
 * them) stand for ARGUMENT_SEAT. Its words are those of the game, or else of all matches. */
struct phrase *phrase_note(const struct game *game, const struct note *note,
                           const struct position *position, struct phrase *const *seat_names);

#endif
