#include "tournaments/table.h"

/* A section whose table is made. */
struct section_of {
    const struct table_row *rows;
    int size, seats; /* at a board: as many as sit there */
    const GArray *list;
    const struct bout *bouts;
};

static struct section_of section_of(const struct table_row *rows, int size, int seats,
                                    const GArray *list, const struct bout *bouts)
{
    return (struct section_of){ rows, size, seats == 2 ? 2 : size, list, bouts };
}

/* The players of a match, by their seats. */
static const int *seats_of(const struct section_of *section, guint match)
{
    return g_array_index(section->list, struct pairing, match).seat;
}

/* True if a match counts, or will when it is over. */
static bool counts(const struct section_of *section, guint match)
{
    bool all = section->bouts[match].state != BOUT_VOID;
    for (int seat = 0; seat < section->seats; seat++) {
        all = all && !section->rows[seats_of(section, match)[seat]].annulled;
    }
    return all;
}

static bool is_played(const struct section_of *section, guint match)
{
    return section->bouts[match].state == BOUT_PLAYED && counts(section, match);
}

/* How many seats of a match have a place. */
static int sharing(const struct section_of *section, const struct bout *bout, int place)
{
    int count = 0;
    for (int seat = 0; seat < section->seats; seat++) {
        count += bout->place[seat] == place;
    }
    return count;
}

/* Adds points, wins and numbers of matches. */
static void add_points(const struct section_of *section, guint match, struct table_row *rows)
{
    const struct bout *bout = &section->bouts[match];
    for (int seat = 0; seat < section->seats; seat++) {
        struct table_row *row = &rows[seats_of(section, match)[seat]];
        const int place = bout->place[seat];
        if (bout->state == BOUT_OPEN) {
            row->left++;
            continue;
        }
        /* Those who share the places P to P + K - 1 have the mean of N - P down to N - P - K + 1.
         */
        const int shared = sharing(section, bout, place);
        row->points += (2 * (section->seats - place) - shared + 1) * TABLE_POINT / 2;
        row->won += place == 1 && shared == 1;
        row->played++;
    }
}

/* 2 if the first of two seats stood before the other, 1 if they shared a place, else 0. */
static int halves(const struct bout *bout, int seat, int other)
{
    const int own = bout->place[seat], theirs = bout->place[other];
    return own < theirs ? 2 : own == theirs ? 1 : 0;
}

/* Adds what a match says of each two of its players, when all points are known. With `direct` only
 * of those who are level. */
static void add_pairs(const struct section_of *section, guint match, bool direct,
                      struct table_row *rows)
{
    const int *players = seats_of(section, match);
    for (int seat = 0; seat < section->seats; seat++) {
        struct table_row *row = &rows[players[seat]];
        for (int other = 0; other < section->seats; other++) {
            const struct table_row *theirs = &section->rows[players[other]];
            const int half = other != seat ? halves(&section->bouts[match], seat, other) : 0;
            if (!direct) {
                row->berger += half * theirs->points;
            } else if (row->points == theirs->points && row->berger == theirs->berger) {
                row->direct += half;
            }
        }
    }
}

/* Positive if `one` stands before `other`, 0 if they are level. */
static int compare(const struct table_row *one, const struct table_row *other)
{
    return one->annulled != other->annulled ? other->annulled - one->annulled
           : one->points != other->points   ? one->points - other->points
           : one->berger != other->berger   ? one->berger - other->berger
           : one->direct != other->direct   ? one->direct - other->direct
                                            : one->won - other->won;
}

void table_make(struct table_row *rows, int size, int seats, const GArray *list,
                const struct bout *bouts)
{
    const struct section_of section = section_of(rows, size, seats, list, bouts);
    for (int i = 0; i < size; i++) {
        rows[i] =
            (struct table_row){ .withdrawn = rows[i].withdrawn, .annulled = rows[i].annulled };
    }
    for (guint match = 0; match < list->len; match++) {
        if (counts(&section, match)) {
            add_points(&section, match, rows);
        }
    }
    for (int direct = 0; direct <= 1; direct++) {
        for (guint match = 0; match < list->len; match++) {
            if (is_played(&section, match)) {
                add_pairs(&section, match, direct == 1, rows);
            }
        }
    }
    for (int i = 0; i < size; i++) {
        rows[i].rank = rows[i].annulled ? 0 : 1;
        for (int j = 0; j < size && !rows[i].annulled; j++) {
            rows[i].rank += compare(&rows[j], &rows[i]) > 0;
        }
    }
}

int table_best(const struct table_row *rows, int size)
{
    int best = 0;
    for (int i = 0; i < size; i++) {
        const bool in = !rows[i].withdrawn && rows[i].rank > 0;
        best = in && (best == 0 || rows[i].rank < best) ? rows[i].rank : best;
    }
    return best;
}

/* ---- what a player needs ---- */

/* True if a match has a player. */
static bool has(const struct section_of *section, guint match, int place)
{
    bool found = false;
    for (int seat = 0; seat < section->seats; seat++) {
        found |= seats_of(section, match)[seat] == place;
    }
    return found;
}

/* The most points that `other` can come to if `place` wins all open matches, and without that. */
static int most_of(const struct section_of *section, int other, int place, bool winning)
{
    const int win = TABLE_POINT * (section->seats - 1);
    int most = section->rows[other].points;
    for (guint match = 0; match < section->list->len; match++) {
        if (section->bouts[match].state == BOUT_OPEN && counts(section, match) &&
            has(section, match, other)) {
            most += winning && has(section, match, place) ? win - TABLE_POINT : win;
        }
    }
    return most;
}

enum chance table_chance(const struct table_row *rows, int size, int seats, const GArray *list,
                         const struct bout *bouts, int place)
{
    const struct section_of section = section_of(rows, size, seats, list, bouts);
    const int points = rows[place].points;
    const int all = points + rows[place].left * TABLE_POINT * (section.seats - 1);
    bool sure = true, own = true, none = rows[place].withdrawn || rows[place].annulled;
    for (int other = 0; other < size; other++) {
        /* Who has left can still be level in points, but does not go on. */
        if (other != place && !rows[other].withdrawn && !rows[other].annulled) {
            sure = sure && most_of(&section, other, place, false) < points;
            own = own && most_of(&section, other, place, true) < all;
            none = none || rows[other].points > all;
        }
    }
    return none ? CHANCE_NONE : sure ? CHANCE_SURE : own ? CHANCE_OWN : CHANCE_OTHERS;
}
