/* tournament: opens tournaments, shows them, and lets the operator change them. Players concerned
 * are told by letter. */
#include <string.h>

#include "cli/json.h"
#include "cli/mail.h"
#include "commands/tournament_life.h"
#include "commands/tournament_open.h"
#include "letters/table.h"
#include "match/options.h"
#include "play/session.h"

/* Sets the error to a sentence, which may name a player (NULL: none); returns false. */
static bool refuse(struct act *act, const char *key, const char *name)
{
    return act_refuse(act, key, with_number(pairs("name", name, NULL), "number", act->number));
}

/* A tournament and those who have joined it. */
struct opened {
    struct tournament *tournament;
    GPtrArray *entrants;
};

static void opened_clear(struct opened *opened)
{
    g_clear_pointer(&opened->tournament, tournament_free);
    g_clear_pointer(&opened->entrants, g_ptr_array_unref);
}

typedef struct opened Opened;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Opened, opened_clear)

/* Reads the tournament of an act; false with the error. */
static bool open_named(struct act *act, struct opened *opened)
{
    opened->tournament = tournament_read(act->run->db, act->number);
    opened->entrants = tournament_entrants(act->run->db, act->number);
    if (opened->tournament == NULL) {
        refuse(act, "tournament-unknown", NULL);
        return false;
    }
    return true;
}

/* Reads a tournament that has not ended, and the entrant whose name is the second word. */
static bool open_with(struct act *act, struct opened *opened, struct entrant **entrant)
{
    if (!open_named(act, opened)) {
        return false;
    }
    if (opened->tournament->state > TOURNAMENT_RUNNING) {
        return refuse(act, "leave-over", NULL);
    }
    g_autoptr(Player) player = player_by_name(act->run->db, act->words[1]);
    *entrant = player != NULL ? entrant_find(opened->entrants, player->id, 0) : NULL;
    return (*entrant != NULL && (*entrant)->withdrawn == 0) ||
           refuse(act, "leave-not-in", act->words[1]);
}

/* ---- list and show ---- */

static void add_tournament(struct table *table, struct run *run,
                           const struct tournament *tournament)
{
    GVariantBuilder *object = &table->object;
    g_autofree char *status = operator_words(run, tournament_status(run, tournament));
    row_number(table, "number", "", 4, tournament->number);
    row_text(table, "kind", "  ", -12, tournament_kind_name(tournament->kind));
    row_text(table, "game", " ", -16, tournament->game);
    row_text(table, "state", " ", -8, tournament_state_name(tournament->state));
    row_text(table, "name", " ", 0, *tournament->name != '\0' ? tournament->name : NULL);
    row_text(table, NULL, "  ", 0, status);
    json_text(object, "options", tournament->options);
    json_text(object, "timing", tournament->timing);
    json_switch(object, "unrated", tournament->unrated);
    json_number(object, "seats", tournament->seats);
    json_positive(object, "section_size", tournament->section_size);
    json_number(object, "rounds", tournament->rounds);
    json_positive(object, "full", tournament->full);
    json_positive(object, "rating_low", tournament->rating_low);
    json_positive(object, "rating_high", tournament->rating_high);
    json_positive(object, "lot", tournament->lot_seed);
    json_positive(object, "starts", tournament->starts);
    json_positive(object, "started", tournament->started);
    json_positive(object, "ended", tournament->ended);
    json_number(object, "stage", tournament->stage);
    json_number(object, "players", tournament_count(run->db, tournament->number));
}

static bool list(struct act *act)
{
    g_autoptr(GArray) all = tournament_all(act->run->db);
    g_auto(Table) table = table_new(act_has(act, "json"));
    for (guint i = 0; i < all->len; i++) {
        g_autoptr(Tournament) tournament =
            tournament_read(act->run->db, g_array_index(all, gint64, i));
        if (tournament != NULL) {
            add_tournament(&table, act->run, tournament);
            table_next(&table);
        }
    }
    table_print(&table);
    return true;
}

/* A row of the table of a section, for programs. */
static GVariant *place_value(const struct section *section, int place)
{
    GVariantBuilder object = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    const struct table_row *row = &section->row[place];
    json_text(&object, "name", section->member[place]->name);
    json_number(&object, "seed", section->member[place]->seed);
    json_positive(&object, "rank", row->rank);
    json_number(&object, "half_points", row->points);
    json_number(&object, "won", row->won);
    json_number(&object, "played", row->played);
    json_number(&object, "left", row->left);
    json_switch(&object, "withdrawn", row->withdrawn);
    json_switch(&object, "annulled", row->annulled);
    json_switch(&object, "first", section_goes_on(section, place));
    return g_variant_builder_end(&object);
}

/* Adds a section: its table for people below the lines so far, and for programs to `sections`. */
static void add_section(struct act *act, const struct section *section, GString *line,
                        GVariantBuilder *sections)
{
    GVariantBuilder object = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    GVariantBuilder players = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("av"));
    GVariantBuilder boards = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("ax"));
    g_autoptr(GPtrArray) rows = blocks_new();
    g_autoptr(GPtrArray) lines = g_ptr_array_new_null_terminated(0, g_free, TRUE);
    json_number(&object, "stage", section->stage);
    json_number(&object, "section", section->number);
    tournament_add_table(rows, section);
    g_string_append_printf(line, "\n\nRound %d, section %d:", section->stage, section->number);
    for (guint i = 0; i < rows->len; i++) {
        const struct block *block = rows->pdata[i];
        g_ptr_array_add(lines, operator_words(act->run, phrase_ref(block->words)));
    }
    g_autofree char *text = table_text((char **)lines->pdata);
    g_string_append_printf(line, "\n%s\nboards:", text);
    for (guint match = 0; match < section->list->len; match++) {
        g_variant_builder_add(&boards, "x", section->board[match]);
        g_string_append_printf(line, " %" G_GINT64_FORMAT, section->board[match]);
    }
    for (int i = 0; i < section->size; i++) {
        g_variant_builder_add(&players, "v", place_value(section, section->ranked[i]));
    }
    g_variant_builder_add(&object, "{sv}", "players", g_variant_builder_end(&players));
    g_variant_builder_add(&object, "{sv}", "boards", g_variant_builder_end(&boards));
    g_variant_builder_add(sections, "v", g_variant_builder_end(&object));
}

static bool show(struct act *act)
{
    g_auto(Opened) opened = { 0 };
    if (!open_named(act, &opened)) {
        return false;
    }
    const struct tournament *tournament = opened.tournament;
    GVariantBuilder entrants = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("as"));
    GVariantBuilder sections = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("av"));
    g_auto(Table) table = table_new(act_has(act, "json"));
    add_tournament(&table, act->run, tournament);
    if (tournament->lot_seed != 0) {
        g_string_append_printf(table.line, "\nlot: %" G_GINT64_FORMAT, tournament->lot_seed);
    }
    g_string_append(table.line, "\nplayers:");
    for (guint i = 0; i < opened.entrants->len; i++) {
        const struct entrant *entrant = opened.entrants->pdata[i];
        g_variant_builder_add(&entrants, "s", entrant->name);
        g_string_append_printf(table.line, "%s%s%s", i > 0 ? ", " : " ", entrant->name,
                               entrant->withdrawn != 0 ? " (left)" : "");
    }
    for (int stage = 1; stage <= tournament->stage; stage++) {
        g_autoptr(GArray) states = section_states(act->run->db, tournament->number, stage);
        for (guint number = 1; number <= states->len; number++) {
            g_auto(Section) section = { 0 };
            section_open(act->run->db, tournament, opened.entrants, stage, (int)number, &section);
            add_section(act, &section, table.line, &sections);
        }
    }
    g_variant_builder_add(&table.object, "{sv}", "entrants", g_variant_builder_end(&entrants));
    g_variant_builder_add(&table.object, "{sv}", "sections", g_variant_builder_end(&sections));
    row_print(&table);
    return true;
}

/* ---- create, start and end ---- */

/* The words: GAME [-option ...] [--option ...] */
static bool create(struct act *act)
{
    const char *name = act->words[0];
    const struct game *game = name != NULL ? registry_meant(name) : NULL;
    if (game == NULL) {
        return act_misused(act, "create: %s: no such game",
                           name != NULL ? name : "no game is named");
    }
    struct phrase *refusal = NULL;
    g_autoptr(Tournament) tournament =
        tournament_open(act->run, NULL, game, (const char *const *)act->words + 1, &refusal);
    if (tournament == NULL) {
        g_autofree char *words = operator_words(act->run, refusal);
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s", words);
    }
    g_autofree char *terms = g_strjoinv(" ", act->words + 1);
    act->said = g_strdup_printf("%" G_GINT64_FORMAT, tournament->number);
    act->about = g_strconcat(act->said, " ", game->name, " ", terms, NULL);
    return true;
}

static bool start(struct act *act)
{
    g_auto(Opened) opened = { 0 };
    if (!open_named(act, &opened)) {
        return false;
    }
    if (opened.tournament->state != TOURNAMENT_OPEN) {
        return refuse(act, "join-begun", NULL);
    }
    if (opened.entrants->len < TOURNAMENT_LEAST) {
        return refuse(act, "tournament-few", NULL);
    }
    tournament_start(act->run, opened.tournament);
    return true;
}

static bool may_end(struct act *act)
{
    return cli_confirm(act_has(act, "yes"), "nothing was ended", &act->error,
                       "End tournament %s for good?", act->words[0]);
}

static bool end(struct act *act)
{
    g_auto(Opened) opened = { 0 };
    if (!open_named(act, &opened)) {
        return false;
    }
    if (opened.tournament->state > TOURNAMENT_RUNNING) {
        return refuse(act, "leave-over", NULL);
    }
    tournament_stop(act->run, opened.tournament, TOURNAMENT_STOPPED);
    return true;
}

/* ---- players and boards ---- */

/* Somebody else takes the place of a player, with the points and the matches that run. */
static bool replace(struct act *act)
{
    g_auto(Opened) opened = { 0 };
    struct entrant *old = NULL;
    if (!open_with(act, &opened, &old)) {
        return false;
    }
    g_autoptr(Player) player = player_by_name(act->run->db, act->words[2]);
    if (player == NULL || player->program || player->suspended != 0) {
        return refuse(act, "no-player", act->words[2]);
    }
    if (tournament_has(act->run->db, act->number, player->id)) {
        return refuse(act, "join-already", player->name);
    }
    if (tournament_has_block(act->run->db, act->number, player->id)) {
        return refuse(act, "join-block", player->name);
    }
    tournament_substitute(act->run, opened.tournament, old, player);
    return true;
}

static bool withdraw(struct act *act)
{
    g_auto(Opened) opened = { 0 };
    struct entrant *entrant = NULL;
    if (!open_with(act, &opened, &entrant)) {
        return false;
    }
    tournament_leave(act->run, opened.tournament, entrant, LEAVES_TAKEN);
    return true;
}

static bool may_adjudicate(struct act *act)
{
    return part_number(act->words[1]) != 0 ? match_may_end(act, act->words[1])
                                           : act_misused(act, "%s: not a number", act->words[1]);
}

static bool adjudicate(struct act *act)
{
    const gint64 number = part_number(act->words[1]);
    g_autoptr(Board) board = board_read(act->run->db, number);
    if (board == NULL || board->tournament != act->number) {
        return refuse(act, "tournament-no-board", act->words[1]);
    }
    return match_end(act, number);
}

const struct part cli_tournament[] = {
    { "list", 0, 0, "json", .look = list },
    { "show", 1, 1, "json", .look = show, .numbered = true },
    { "create", 0, -1, "", .raw = true, .act = create },
    { "start", 1, 1, "", .act = start, .numbered = true },
    { "withdraw", 2, 2, "", .act = withdraw, .numbered = true },
    { "replace", 3, 3, "", .act = replace, .numbered = true },
    { "adjudicate", 2, 2, "winner= draw void yes", .may = may_adjudicate, .act = adjudicate,
      .numbered = true },
    { "end", 1, 1, "yes", .may = may_end, .act = end, .numbered = true },
    { 0 },
};
