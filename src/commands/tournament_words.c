#include "commands/tournament_words.h"

#include "commands/board_letter.h"
#include "commands/task.h"

/* The keys of sentences by kind and state. */
static const char *const kind_keys[] = {
    [TOURNAMENT_ROUND_ROBIN] = "tournament-round-robin",
    [TOURNAMENT_KNOCKOUT] = "tournament-knockout",
    [TOURNAMENT_QUICK] = "tournament-quick",
};

struct values *tournament_values(struct values *values, const struct tournament *tournament)
{
    with_number(values, "number", tournament->number);
    return with_phrase(values, "title", tournament_title(tournament->name, tournament->game));
}

struct phrase *tournament_terms(const struct tournament *tournament)
{
    const struct game *game = registry_find(tournament->game);
    const struct board board = { .options = tournament->options,
                                 .timing = tournament->timing,
                                 .unrated = tournament->unrated };
    struct values *values = with_text(values_new(), "options", board_terms(&board));
    with_phrase(values, "game", game != NULL ? phrase_title(game) : NULL);
    with_number(values, "size", tournament->section_size);
    with_number(values, "seats", tournament->seats > 2 ? tournament->seats : 0);
    with_number(
        values, "rounds",
        tournament->seats == 2 && tournament->kind != TOURNAMENT_KNOCKOUT ? tournament->rounds : 0);
    return say(kind_keys[tournament->kind], values);
}

/* Adds the names of those who stand first in a section and have not left. */
static void add_firsts(struct phrase *names, const struct section *section)
{
    for (int i = 0; i < section->size; i++) {
        if (section_goes_on(section, section->ranked[i])) {
            phrase_add(names, phrase_text(section->member[section->ranked[i]]->name));
        }
    }
}

struct phrase *tournament_firsts(const struct section *section)
{
    struct phrase *names = phrase_listed("and");
    add_firsts(names, section);
    return phrase_if_any(names);
}

struct phrase *tournament_winners(struct db *db, const struct tournament *tournament,
                                  const GPtrArray *entrants)
{
    struct phrase *names = phrase_listed("and");
    g_autoptr(GArray) states = section_states(db, tournament->number, tournament->stage);
    for (guint number = 1; number <= states->len; number++) {
        g_auto(Section) section = { 0 };
        section_open(db, tournament, entrants, tournament->stage, (int)number, &section);
        add_firsts(names, &section);
    }
    return phrase_if_any(names);
}

struct phrase *tournament_status(struct run *run, const struct tournament *tournament)
{
    struct values *values = with_number(values_new(), "stage", tournament->stage);
    const int joined = tournament_count(run->db, tournament->number);
    with_number(values, "joined", joined);
    with_number(values, "full", tournament->full);
    with_switch(values, "filled", tournament->full != 0 && joined >= tournament->full);
    with_phrase(values, "starts",
                tournament->starts != 0 ? phrase_moment(tournament->starts) : NULL);
    if (tournament->state == TOURNAMENT_OVER) {
        g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
        with_phrase(values, "names", tournament_winners(run->db, tournament, entrants));
    }
    static const char *const keys[] = {
        [TOURNAMENT_OPEN] = "tournament-open",        [TOURNAMENT_RUNNING] = "tournament-runs",
        [TOURNAMENT_OVER] = "tournament-won",         [TOURNAMENT_LAPSED] = "tournament-has-lapsed",
        [TOURNAMENT_STOPPED] = "tournament-is-ended",
    };
    return say(keys[tournament->state], values);
}

/* ---- the table ---- */

/* "3½": so many halves. Free with g_free. */
static char *halves_text(int halves)
{
    const char *half = halves % 2 != 0 ? "½" : "";
    return halves == 1 ? g_strdup(half) : g_strdup_printf("%d%s", halves / 2, half);
}

/* What a player did against another one in all their matches, such as "1½"; "." stands for a match
 * to come, "-" for one that does not count. */
static void append_cell(GString *cells, const struct section *section, int own, int other)
{
    g_string_append(cells, cells->len > 0 ? "  " : "");
    const gsize length = cells->len;
    for (guint match = 0; own != other && match < section->list->len; match++) {
        const struct bout *bout = &section->bout[match];
        const int seat = section_seat_of(section, match, own);
        const int against = section_seat_of(section, match, other);
        const bool counts = bout->state != BOUT_VOID && !section->row[own].annulled &&
                            !section->row[other].annulled;
        if (seat >= 0 && against >= 0) {
            g_string_append(cells, !counts                                    ? "-"
                                   : bout->state == BOUT_OPEN                 ? "."
                                   : bout->place[seat] < bout->place[against] ? "1"
                                   : bout->place[seat] > bout->place[against] ? "0"
                                                                              : "½");
        }
    }
    g_string_append(cells, cells->len == length ? "*" : "");
}

/* True if something was played and players share a place, so that the numbers of the lines do not
 * tell the places. */
static bool shares_places(const struct section *section)
{
    bool shares = false;
    for (int i = 1; i < section->size; i++) {
        const int rank = section->row[section->ranked[i]].rank;
        shares |= rank != 0 && rank != i + 1;
    }
    return shares && section->row[section->ranked[0]].points > 0;
}

/* Adds the line `number`, from 1. */
static void add_row(GPtrArray *rows, const struct section *section, int number, bool crosses)
{
    const int place = section->ranked[number - 1];
    const struct table_row *row = &section->row[place];
    g_autoptr(GString) cells = g_string_new(NULL);
    for (int i = 0; crosses && i < section->size; i++) {
        append_cell(cells, section, place, section->ranked[i]);
    }
    const char *name = section->member[place]->name;
    struct values *values = pairs("cells", cells->str, NULL);
    with_phrase(values, "name",
                row->withdrawn || row->annulled
                    ? say("tournament-left-name", pairs("name", name, NULL))
                    : phrase_text(name));
    with_number(values, "number", number);
    with_switch(values, "shared", shares_places(section));
    with_number(values, "rank", row->rank);
    with_text(values, "points", halves_text(row->points));
    with_number(values, "won", row->won);
    with_number(values, "played", row->played);
    block_row(rows, say("tournament-row", values), NULL);
}

void tournament_add_table(GPtrArray *rows, const struct section *section)
{
    const bool crosses = section->tournament->seats == 2 && section->size <= TABLE_CROSSES;
    g_autoptr(GString) heads = g_string_new(NULL);
    for (int i = 1; crosses && i <= section->size; i++) {
        g_string_append_printf(heads, "%s%d", i > 1 ? "  " : "", i);
    }
    struct values *values = pairs("cells", heads->str, NULL);
    with_switch(values, "shared", shares_places(section));
    block_row(rows, say("tournament-heads", values), NULL);
    for (int number = 1; number <= section->size; number++) {
        add_row(rows, section, number, crosses);
    }
}

/* ---- letters ---- */

void tournament_link(struct entry *entry, const char *command, const struct tournament *tournament)
{
    g_autofree char *line = g_strdup_printf("%s %" G_GINT64_FORMAT, command, tournament->number);
    block_link(entry->links, line, line);
}

struct values *section_values(const struct section *section, const struct entrant *entrant)
{
    const int place = section_place_of(section, entrant->entry);
    struct phrase *names = phrase_listed("and");
    for (int other = 0; other < section->size; other++) {
        if (other != place && !section->row[other].withdrawn) {
            phrase_add(names, phrase_text(section->member[other]->name));
        }
    }
    /* At a table, and in a knockout, the opponents tell more than the number of the section. */
    const bool numbered = section->sections > 1 && section->tournament->seats == 2 &&
                          section->tournament->kind != TOURNAMENT_KNOCKOUT;
    struct values *values = with_phrase(values_new(), "names", names);
    with_phrase(values, "firsts", tournament_firsts(section));
    with_phrase(values, "better", section->size > 0 ? phrase_text(section->member[0]->name) : NULL);
    with_number(values, "stage", section->stage);
    with_switch(values, "later", section->stage > 1);
    with_number(values, "section", numbered ? section->number : 0);
    with_number(values, "sections", section->sections);
    const bool knockout = section->tournament->kind == TOURNAMENT_KNOCKOUT;
    with_number(values, "rank", place >= 0 && !knockout ? section->row[place].rank : 0);
    with_switch(values, "level", section_is_level(section));
    with_number(values, "count", section->size);
    return with_switch(values, "on", place >= 0 && section_goes_on(section, place));
}

/* Adds boards to the first entry of a letter as rows, and an entry for each: the first at which the
 * reader is to move shows it. */
static void add_boards(struct run *run, gint64 reader, const GArray *boards, GPtrArray *entries)
{
    struct entry *first = entries->pdata[0];
    bool shown = false;
    first->rows = blocks_new();
    for (guint i = 0; i < boards->len; i++) {
        const gint64 board = g_array_index(boards, gint64, i);
        g_autoptr(MatchSession) session = session_open(run, board, NULL);
        if (session != NULL) {
            struct entry *entry = entry_new(NULL, NULL);
            g_ptr_array_add(entries, entry);
            entry->board = board;
            entry->to_move = answers_to_move(session, session_seat(session, reader));
            list_board(first->rows, run, board, reader,
                       entry->to_move ? "games-line" : "tournament-waits");
            if (shown || !entry->to_move) { /* it shows nothing, but a reply can play there */
                entry->shown = blocks_new();
                entry->kind = TOKEN_MATCH;
                entry->revision = session->board->revision;
            }
            shown |= entry->to_move;
        }
    }
}

void tournament_letter(struct run *run, const struct tournament *tournament, gint64 player,
                       const char *key, struct values *values, const struct section *table,
                       const GArray *boards)
{
    g_autoptr(Player) who = letter_reader(run, player, false);
    g_autoptr(GPtrArray) entries = entries_new();
    values = tournament_values(values != NULL ? values : values_new(), tournament);
    struct entry *first = entry_new(NULL, say(key, values));
    if (tournament->state <= TOURNAMENT_RUNNING) {
        struct values *number = with_number(values_new(), "number", tournament->number);
        first->text = phrase_both(first->text, " ", say("tournament-look", number));
        tournament_link(first, "tournament", tournament);
    }
    g_ptr_array_add(entries, first);
    if (table != NULL) {
        first->rows = blocks_new();
        tournament_add_table(first->rows, table);
    }
    if (boards != NULL && who != NULL) {
        add_boards(run, player, boards, entries);
    }
    if (who != NULL) {
        letter_of_boards(
            run, who, entries,
            &(struct letter_draft){ .key = "subject-tournament",
                                    .values = tournament_values(values_new(), tournament) });
    }
}
