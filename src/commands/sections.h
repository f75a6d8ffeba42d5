/*
 * sections.h: a section of a tournament with its players, matches and table, as the store has them
 * now.
 */
#ifndef POSTMOVE_COMMANDS_SECTIONS_H
#define POSTMOVE_COMMANDS_SECTIONS_H

#include "letters/run.h"
#include "store/tournaments.h"
#include "tournaments/table.h"

/* The name of a tournament; if it has none, one that tells its game. */
struct phrase *tournament_title(const char *name, const char *game);

struct section {
    const struct tournament *tournament; /* borrowed */
    int stage, number;                   /* both from 1 */
    int sections;                        /* of the stage */
    enum section_state state;
    int size;                                           /* players */
    const struct entrant *member[PAIRING_SECTION_MOST]; /* borrowed, by place */
    struct table_row row[PAIRING_SECTION_MOST];         /* the same; table_make has filled them */
    int ranked[PAIRING_SECTION_MOST];                   /* places, the best rank first */
    GArray *list;                                       /* its matches: struct pairing */
    gint64 *board;                                      /* of each pairing; 0: not started */
    struct bout *bout;                                  /* what is known of each */
};

/* Reads a section. `entrants` are those of the tournament (tournament_entrants). Clear with
 * section_clear. */
void section_open(struct db *db, const struct tournament *tournament, const GPtrArray *entrants,
                  int stage, int number, struct section *section);
void section_clear(struct section *section);

typedef struct section Section;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Section, section_clear)

/* Reads the newest section of an entry, in this stage or an earlier one. False, and nothing to
 * clear, if it has none. */
bool section_open_of(struct db *db, const struct tournament *tournament, const GPtrArray *entrants,
                     int entry, struct section *section);

/* The entrant with this id of a player (0: whoever it is) and this entry (0: any); NULL: none. */
struct entrant *entrant_find(const GPtrArray *entrants, gint64 player, int entry);

/* The place of an entry in the section; -1: none. */
int section_place_of(const struct section *section, int entry);

/* How many of the section have a seat at each of its boards. */
int section_board_seats(const struct section *section);

/* The seat of a place in a match; -1: none. */
int section_seat_of(const struct section *section, guint match, int place);

/* True if the player in a place goes on, by the table as it is now. Of a pair of a knockout that is
 * level the better seed goes on. */
bool section_goes_on(const struct section *section, int place);

/* True if a pair of a knockout is level, and both are in. */
bool section_is_level(const struct section *section);

/* Makes the matches of `rounds` rounds the section's list: the first ones are those that it has. */
void section_extend(struct section *section, int rounds);

/*
 * ---- how entries are divided into the sections of a stage ----
 */

/* The sections of a stage: a list (GArray of int: entries, in the order of seeds) for each. */
typedef GPtrArray Division;

/* Sets the seeds by the lot, or by ratings and, where these are equal, the order of joining; and
 * sorts the entrants by them. */
void division_seed(const struct tournament *tournament, GPtrArray *entrants);

/* The first stage: of all entrants, who stand in the order of seeds. Free with g_ptr_array_unref.
 */
Division *division_first(const struct tournament *tournament, const GPtrArray *entrants);

/* A later stage: of those who went on from the sections of the stage before. `places` (struct
 * section_place) are these, by section. NULL if nobody would have an opponent. Free with
 * g_ptr_array_unref. */
Division *division_next(const struct tournament *tournament, const GPtrArray *entrants,
                        const GArray *places);

#endif
