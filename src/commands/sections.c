#include "commands/sections.h"

#include "match/options.h"

struct phrase *tournament_title(const char *name, const char *game)
{
    const struct game *known = registry_find(game);
    return *name != '\0' || known == NULL
               ? phrase_text(name)
               : say("tournament-unnamed", with_phrase(values_new(), "game", phrase_title(known)));
}

/* ---- one section ---- */

struct entrant *entrant_find(const GPtrArray *entrants, gint64 player, int entry)
{
    struct entrant *found = NULL;
    for (guint i = 0; i < entrants->len && found == NULL; i++) {
        struct entrant *each = entrants->pdata[i];
        const bool fits =
            (player == 0 || each->player == player) && (entry == 0 || each->entry == entry);
        found = fits ? each : NULL;
    }
    return found;
}

int section_board_seats(const struct section *section)
{
    return section->tournament->seats == 2 ? 2 : section->size;
}

static void make_table(struct section *section)
{
    table_make(section->row, section->size, section->tournament->seats, section->list,
               section->bout);
    int count = 0;
    for (int rank = 1; rank <= section->size + 1; rank++) {
        for (int place = 0; place < section->size; place++) {
            const int own = section->row[place].rank;
            if ((own != 0 ? own : section->size + 1) == rank) {
                section->ranked[count++] = place;
            }
        }
    }
}

void section_extend(struct section *section, int rounds)
{
    GArray *list = pairing_list(section->size, section->tournament->seats, rounds);
    const guint old = section->list != NULL ? section->list->len : 0;
    section->board = g_renew(gint64, section->board, list->len + 1);
    section->bout = g_renew(struct bout, section->bout, list->len + 1);
    for (guint match = old; match < list->len; match++) {
        section->board[match] = 0;
        section->bout[match] = (struct bout){ .state = BOUT_OPEN };
    }
    g_clear_pointer(&section->list, g_array_unref);
    section->list = list;
}

/* Sets the boards of the matches and what is known of them. */
static void read_boards(struct db *db, struct section *section)
{
    const struct tournament *tournament = section->tournament;
    g_autoptr(GArray) seats =
        section_seats(db, tournament->number, section->stage, section->number);
    const int last =
        seats->len > 0 ? g_array_index(seats, struct section_seat, seats->len - 1).pairing : 0;
    /* Only a knockout whose pair was level has more matches than it began with. */
    const int rounds = tournament->rounds;
    section_extend(section,
                   tournament->kind == TOURNAMENT_KNOCKOUT && last >= rounds ? 2 * rounds : rounds);
    for (guint i = 0; i < seats->len; i++) {
        const struct section_seat *seat = &g_array_index(seats, struct section_seat, i);
        if (seat->pairing < (int)section->list->len && seat->seat < PAIRING_SEATS_MOST) {
            struct bout *bout = &section->bout[seat->pairing];
            section->board[seat->pairing] = seat->board;
            bout->place[seat->seat] = seat->place;
            bout->state = seat->state != BOARD_FINISHED ? BOUT_OPEN
                          : seat->place == 0            ? BOUT_VOID
                                                        : BOUT_PLAYED;
        }
    }
}

void section_open(struct db *db, const struct tournament *tournament, const GPtrArray *entrants,
                  int stage, int number, struct section *section)
{
    *section = (struct section){ .tournament = tournament, .stage = stage, .number = number };
    g_autoptr(GArray) places = section_places(db, tournament->number, stage, number);
    g_autoptr(GArray) states = section_states(db, tournament->number, stage);
    section->sections = (int)states->len;
    section->state = number <= section->sections
                         ? (enum section_state)g_array_index(states, gint64, number - 1)
                         : SECTION_WAITS;
    section->size = (int)MIN(places->len, PAIRING_SECTION_MOST);
    for (int i = 0; i < section->size; i++) {
        const struct section_place *place = &g_array_index(places, struct section_place, i);
        section->member[i] = entrant_find(entrants, 0, place->entry);
        if (section->member[i] == NULL) {
            db_fail(db, "tournament %" G_GINT64_FORMAT ": nobody has entry %d", tournament->number,
                    place->entry);
            section->size = 0;
            break;
        }
        section->row[i].withdrawn = section->member[i]->withdrawn != 0;
        section->row[i].annulled = place->annulled;
    }
    read_boards(db, section);
    make_table(section);
}

bool section_open_of(struct db *db, const struct tournament *tournament, const GPtrArray *entrants,
                     int entry, struct section *section)
{
    for (int stage = tournament->stage; stage > 0; stage--) {
        g_autoptr(GArray) places = section_places(db, tournament->number, stage, 0);
        for (guint i = 0; i < places->len; i++) {
            const struct section_place *place = &g_array_index(places, struct section_place, i);
            if (place->entry == entry) {
                section_open(db, tournament, entrants, stage, place->section, section);
                return true;
            }
        }
    }
    return false;
}

void section_clear(struct section *section)
{
    g_clear_pointer(&section->list, g_array_unref);
    g_clear_pointer(&section->board, g_free);
    g_clear_pointer(&section->bout, g_free);
}

int section_place_of(const struct section *section, int entry)
{
    int place = section->size - 1;
    while (place >= 0 && section->member[place]->entry != entry) {
        place--;
    }
    return place;
}

int section_seat_of(const struct section *section, guint match, int place)
{
    int seat = section_board_seats(section) - 1;
    while (seat >= 0 && g_array_index(section->list, struct pairing, match).seat[seat] != place) {
        seat--;
    }
    return seat;
}

bool section_goes_on(const struct section *section, int place)
{
    const int best = table_best(section->row, section->size);
    bool on = best != 0 && section->row[place].rank == best && !section->row[place].withdrawn;
    for (int better = 0; better < place && section->tournament->kind == TOURNAMENT_KNOCKOUT;
         better++) {
        on = on && (section->row[better].rank != best || section->row[better].withdrawn);
    }
    return on;
}

bool section_is_level(const struct section *section)
{
    return section->tournament->kind == TOURNAMENT_KNOCKOUT && section->size == 2 &&
           section->row[0].rank == section->row[1].rank && !section->row[0].withdrawn &&
           !section->row[1].withdrawn;
}

/* ---- divisions ---- */

static int compare_seeds(gconstpointer one, gconstpointer other)
{
    const struct entrant *first = *(struct entrant *const *)one;
    const struct entrant *second = *(struct entrant *const *)other;
    return first->seed != second->seed ? (first->seed < second->seed ? -1 : 1)
                                       : first->entry - second->entry;
}

void division_seed(const struct tournament *tournament, GPtrArray *entrants)
{
    g_autoptr(GArray) lot = tournament->lot ? pairing_lot(tournament->lot_seed, (int)entrants->len)
                                            : g_array_new(FALSE, FALSE, sizeof(int));
    for (guint i = 0; i < entrants->len; i++) {
        struct entrant *entrant = entrants->pdata[i];
        entrant->seed = -entrant->rating;
        for (guint at = 0; at < lot->len; at++) {
            entrant->seed = g_array_index(lot, int, at) == entrant->entry ? (int)at : entrant->seed;
        }
    }
    g_ptr_array_sort(entrants, compare_seeds);
    for (guint i = 0; i < entrants->len; i++) {
        ((struct entrant *)entrants->pdata[i])->seed = (int)i + 1;
    }
}

/* Puts entries into the sections that the numbers say. */
static Division *divide(const GArray *entries, const GArray *sections)
{
    Division *division = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (guint i = 0; i < entries->len; i++) {
        const guint section = (guint)g_array_index(sections, int, i);
        while (division->len <= section) {
            g_ptr_array_add(division, g_array_new(FALSE, FALSE, sizeof(int)));
        }
        g_array_append_val((GArray *)division->pdata[section], g_array_index(entries, int, i));
    }
    return division;
}

/* The numbers of seats at a board that the game and options of a tournament allow, as bits. */
static unsigned seats_allowed(const struct tournament *tournament)
{
    const struct game *game = registry_find(tournament->game);
    struct options options;
    const char *reason = NULL;
    unsigned fits = 0;
    for (int seats = 2; game != NULL && seats <= tournament->seats; seats++) {
        struct note note = { 0 };
        if (options_seats_fit(game, seats) &&
            options_read(&options, game, tournament->options, &reason)) {
            options.setup.seats = (uint8_t)seats;
            g_autoptr(Match) match = match_new(game, &options, NULL, &note);
            fits |= match != NULL ? 1U << seats : 0;
        }
    }
    return fits;
}

/* Divides entries, the best seed first, where nothing is known from an earlier stage. */
static Division *divide_seeds(const struct tournament *tournament, const GArray *entries)
{
    const int count = (int)entries->len;
    const bool two = tournament->seats == 2;
    const int size = !two                            ? tournament->seats
                     : tournament->section_size != 0 ? tournament->section_size
                                                     : MAX(count, 1);
    g_autoptr(GArray) sections =
        tournament->kind == TOURNAMENT_KNOCKOUT
            ? pairing_bracket(count)
            : pairing_sections(count, size, two ? ~0U : seats_allowed(tournament));
    return divide(entries, sections);
}

/* True if a section has two players or more. */
static bool has_match(const Division *division)
{
    bool plays = false;
    for (guint i = 0; i < division->len; i++) {
        plays |= ((const GArray *)division->pdata[i])->len > 1;
    }
    return plays;
}

Division *division_first(const struct tournament *tournament, const GPtrArray *entrants)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(int));
    for (guint i = 0; i < entrants->len; i++) {
        g_array_append_val(entries, ((const struct entrant *)entrants->pdata[i])->entry);
    }
    return divide_seeds(tournament, entries);
}

Division *division_next(const struct tournament *tournament, const GPtrArray *entrants,
                        const GArray *places)
{
    g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(int));
    g_autoptr(GArray) pairs = g_array_new(FALSE, FALSE, sizeof(int));
    for (guint i = 0; i < entrants->len; i++) {
        for (guint j = 0; j < places->len; j++) {
            const struct section_place *place = &g_array_index(places, struct section_place, j);
            if (place->entry == ((const struct entrant *)entrants->pdata[i])->entry) {
                const int pair = place->section - 1;
                g_array_append_val(entries, place->entry);
                g_array_append_val(pairs, pair);
            }
        }
    }
    if (entries->len < 2) {
        return NULL;
    }
    Division *division = NULL;
    if (tournament->kind != TOURNAMENT_KNOCKOUT) {
        division = divide_seeds(tournament, entries);
        if (!has_match(division)) { /* the game seats none of them together */
            g_clear_pointer(&division, g_ptr_array_unref);
        }
        return division;
    }
    do { /* where all of a neighbour have left, the next neighbour is met */
        for (guint i = 0; i < pairs->len; i++) {
            g_array_index(pairs, int, i) /= 2;
        }
        g_clear_pointer(&division, g_ptr_array_unref);
        division = divide(entries, pairs);
    } while (!has_match(division));
    return division;
}
