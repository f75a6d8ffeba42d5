/* Commands about tournaments: which there are, how one stands, to join and leave one, and to open a
 * quick one. */
#include "clocks/clocks.h"
#include "commands/leaving.h"
#include "commands/task.h"
#include "commands/tournament_life.h"
#include "commands/tournament_open.h"
#include "play/proposal.h"
#include "ratings/ratings.h"

enum {
    LISTED_MOST = 20,   /* tournaments of each state in one answer */
    SECTIONS_MOST = 30, /* the same of sections */
};

/* Why a player cannot join, or NULL. */
static struct phrase *join_refused(struct run *run, const struct player *who,
                                   const struct tournament *tournament)
{
    struct db *db = run->db;
    const int rating = rating_points(ratings_of(db, who->id, tournament->game).rating);
    const char *key =
        tournament->state == TOURNAMENT_LAPSED            ? "join-lapsed"
        : tournament->state != TOURNAMENT_OPEN            ? "join-begun"
        : tournament_has(db, tournament->number, who->id) ? "join-already"
        : tournament->full != 0 && tournament_count(db, tournament->number) >= tournament->full
            ? "join-full"
        : tournament->rating_high != 0 &&
                (rating < tournament->rating_low || rating > tournament->rating_high)
            ? "join-rating"
        : tournament_has_block(db, tournament->number, who->id) ? "join-block"
                                                                : NULL;
    if (key != NULL) {
        struct values *values =
            with_number(tournament_values(values_new(), tournament), "rating", rating);
        with_number(values, "low", tournament->rating_low);
        return say(key, with_number(values, "high", tournament->rating_high));
    }
    return eligibility_own(run, who, registry_find(tournament->game));
}

/* ---- tournaments ---- */

/* Adds a row for each tournament in a state; of one game, unless that is NULL. */
static void add_state(GPtrArray *rows, struct task *task, enum tournament_state state)
{
    struct db *db = task->run->db;
    g_autoptr(GArray) numbers = tournament_numbers(db, state, LISTED_MOST);
    for (guint i = 0; i < numbers->len; i++) {
        g_autoptr(Tournament) tournament = tournament_read(db, g_array_index(numbers, gint64, i));
        const char *game = task->command->game;
        if (tournament == NULL || (game != NULL && !g_str_equal(game, tournament->game))) {
            continue;
        }
        g_autoptr(Phrase) refused = join_refused(task->run, task->who, tournament);
        struct values *values = tournament_values(values_new(), tournament);
        with_phrase(values, "terms", tournament_terms(tournament));
        with_phrase(values, "status", tournament_status(task->run, tournament));
        with_number(values, "low", tournament->rating_low);
        with_number(values, "high", tournament->rating_high);
        block_row(rows, say("tournaments-row", values),
                  g_strdup_printf("%s %" G_GINT64_FORMAT, refused == NULL ? "join" : "tournament",
                                  tournament->number));
    }
}

void handle_tournaments(struct task *task)
{
    g_autoptr(GPtrArray) rows = blocks_new();
    add_state(rows, task, TOURNAMENT_OPEN);
    add_state(rows, task, TOURNAMENT_RUNNING);
    add_state(rows, task, TOURNAMENT_OVER);
    const char *game = task->command->game != NULL ? task->command->game : registry_games[0]->name;
    struct phrase *text =
        say(rows->len > 0 ? "tournaments" : "tournaments-none", pairs("game", game, NULL));
    task_answer_rows(task, text, g_steal_pointer(&rows));
}

/* ---- tournament N ---- */

/* The tournament that a command names; NULL after answering that there is none. Free with
 * tournament_free. */
static struct tournament *named(struct task *task)
{
    const char *word = task->command->words[0];
    const gint64 number = g_ascii_strtoll(word + (*word == '#' ? 1 : 0), NULL, 10);
    struct tournament *tournament = tournament_read(task->run->db, number);
    if (tournament == NULL) {
        task_answer(task, say("tournament-unknown", with_number(values_new(), "number", number)));
    }
    return tournament;
}

/* Adds a row for each match of the player in a place that runs, with a button that shows it; and
 * how to see one above. */
static void add_own_boards(GPtrArray *rows, struct run *run, const struct section *section,
                           int place)
{
    bool told = false;
    for (guint match = 0; match < section->list->len; match++) {
        const gint64 board = section->board[match];
        if (section_seat_of(section, match, place) < 0 || board == 0 ||
            section->bout[match].state != BOUT_OPEN) {
            continue;
        }
        if (!told) {
            block_words(rows, BLOCK_NEWS,
                        say("tournament-boards", with_number(values_new(), "number", board)));
        }
        told = true;
        list_board(rows, run, board, section->member[place]->player, "games-line");
    }
}

/* Adds the table of a section below its heading; and what the player in a place (-1: a reader who
 * is not in it) needs to be first, and what they play. */
static void add_section(GPtrArray *rows, struct run *run, const struct section *section, int place)
{
    const struct tournament *tournament = section->tournament;
    g_autoptr(GArray) all = section_states(run->db, tournament->number, section->stage);
    static const char *const keys[] = {
        [CHANCE_NONE] = "chance-none",
        [CHANCE_OTHERS] = "chance-others",
        [CHANCE_OWN] = "chance-own",
        [CHANCE_SURE] = "chance-sure",
    };
    struct values *values = with_number(values_new(), "stage",
                                        tournament->stage > 1 || all->len > 1 ? section->stage : 0);
    with_number(values, "section", all->len > 1 ? section->number : 0);
    block_words(rows, BLOCK_NEWS, say("tournament-section", values));
    tournament_add_table(rows, section);
    if (place < 0 || tournament->state != TOURNAMENT_RUNNING || section->size < 2 ||
        section->row[place].withdrawn) {
        return;
    }
    const int left = section->row[place].left;
    const enum chance chance = table_chance(section->row, section->size, tournament->seats,
                                            section->list, section->bout, place);
    if (left > 0 || (chance == CHANCE_SURE && section->state == SECTION_RUNS)) {
        block_words(rows, BLOCK_NEWS, say(keys[chance], with_number(values_new(), "left", left)));
    }
    add_own_boards(rows, run, section, place);
}

/* Adds who stands first in each section of the last stage, where something was played. */
static void add_leaders(GPtrArray *rows, struct run *run, const struct tournament *tournament,
                        const GPtrArray *entrants, guint sections)
{
    for (guint number = 1; number <= MIN(sections, SECTIONS_MOST); number++) {
        g_auto(Section) section = { 0 };
        section_open(run->db, tournament, entrants, tournament->stage, (int)number, &section);
        const bool begun = section.size > 0 && section.row[section.ranked[0]].points > 0;
        struct phrase *names = begun ? tournament_firsts(&section) : NULL;
        if (names != NULL) {
            struct values *values = with_number(values_new(), "section", number);
            block_words(rows, BLOCK_NEWS,
                        say("tournament-leaders", with_phrase(values, "names", names)));
        }
    }
}

/* Adds how a tournament that has started stands, for a reader. */
static void add_standing(GPtrArray *rows, struct run *run, const struct tournament *tournament,
                         const GPtrArray *entrants, gint64 reader)
{
    g_autoptr(GArray) states = section_states(run->db, tournament->number, tournament->stage);
    const struct entrant *own = entrant_find(entrants, reader, 0);
    g_auto(Section) section = { 0 };
    if (own != NULL && section_open_of(run->db, tournament, entrants, own->entry, &section)) {
        add_section(rows, run, &section, section_place_of(&section, own->entry));
    }
    if (states->len > 1) {
        add_leaders(rows, run, tournament, entrants, states->len);
    } else if (section.stage != tournament->stage) {
        g_auto(Section) last = { 0 };
        section_open(run->db, tournament, entrants, tournament->stage, 1, &last);
        add_section(rows, run, &last, -1);
    }
}

/* "ann, bob and carl": all who have joined and not left. */
static struct phrase *names_of(const GPtrArray *entrants)
{
    struct phrase *names = phrase_listed("and");
    for (guint i = 0; i < entrants->len; i++) {
        const struct entrant *entrant = entrants->pdata[i];
        if (entrant->withdrawn == 0) {
            phrase_add(names, phrase_text(entrant->name));
        }
    }
    return phrase_if_any(names);
}

/* Shows a tournament, below a sentence (taken; NULL: none). */
static void show(struct task *task, const struct tournament *tournament, struct phrase *above)
{
    struct run *run = task->run;
    g_autoptr(GPtrArray) entrants = tournament_entrants(run->db, tournament->number);
    g_autoptr(GPtrArray) rows = blocks_new();
    g_autoptr(Player) opener = player_by_id(run->db, tournament->opened_by);
    const struct entrant *own = entrant_find(entrants, task->who->id, 0);
    g_autoptr(Phrase) refused = join_refused(run, task->who, tournament);
    const bool open = refused == NULL || (own != NULL && tournament->state == TOURNAMENT_OPEN);
    struct values *values = tournament_values(values_new(), tournament);
    with_phrase(values, "terms", tournament_terms(tournament));
    with_phrase(values, "status", tournament_status(run, tournament));
    with_phrase(values, "opener", opener != NULL ? phrase_text(opener->name) : NULL);
    with_number(values, "low", tournament->rating_low);
    with_number(values, "high", tournament->rating_high);
    with_number(values, "lot", tournament->lot_seed);
    with_phrase(values, "names", names_of(entrants));
    if (tournament->stage > 0) {
        add_standing(rows, run, tournament, entrants, task->who->id);
    }
    struct phrase *text = say("tournament", values);
    if (open) {
        text = phrase_both(text, "\n",
                           say(own == NULL ? "tournament-may-join" : "tournament-may-leave",
                               with_number(values_new(), "number", tournament->number)));
    }
    text = above != NULL ? phrase_both(above, "\n", text) : text;
    struct entry *entry = task_answer_rows(task, text, g_steal_pointer(&rows));
    if (open) {
        tournament_link(entry, own == NULL ? "join" : "leave", tournament);
    }
}

/* ---- opening, joining and leaving ---- */

/* Answers that the player has joined, with links. */
static void answer_joined(struct task *task, const struct tournament *tournament,
                          struct phrase *text)
{
    struct entry *entry = task_answer(task, text);
    tournament_link(entry, "tournament", tournament);
    tournament_link(entry, "leave", tournament);
}

static void open_quick(struct task *task)
{
    const struct game *game = registry_find(task->command->game);
    struct run *run = task->run;
    g_autoptr(Tournament) opened =
        tournament_read(run->db, tournament_opened(run->db, task->who->id, game->name));
    if (opened != NULL) {
        show(task, opened, say("tournament-opened-already", NULL));
        return;
    }
    struct phrase *refusal = eligibility_own(run, task->who, game);
    g_autoptr(Tournament) tournament =
        refusal == NULL ? tournament_open(run, task->who, game,
                                          (const char *const *)task->command->options, &refusal)
                        : NULL;
    if (tournament == NULL) {
        task_answer(task, refusal);
        return;
    }
    struct values *values = tournament_values(values_new(), tournament);
    with_phrase(values, "terms", tournament_terms(tournament));
    with_number(values, "days", TOURNAMENT_OPEN_DAYS);
    answer_joined(task, tournament,
                  say("tournament-opened", with_number(values, "full", tournament->full)));
}

void handle_tournament(struct task *task)
{
    if (task->command->words[0] == NULL) {
        open_quick(task);
        return;
    }
    g_autoptr(Tournament) tournament = named(task);
    if (tournament != NULL) {
        show(task, tournament, NULL);
    }
}

void handle_join(struct task *task)
{
    g_autoptr(Tournament) tournament = named(task);
    struct phrase *refusal =
        tournament != NULL ? join_refused(task->run, task->who, tournament) : NULL;
    if (refusal != NULL) {
        task_answer(task, refusal);
    }
    if (tournament == NULL || refusal != NULL || task->trial) {
        return;
    }
    tournament_enter(task->run, tournament, task->who->id);
    struct values *values = tournament_values(values_new(), tournament);
    with_phrase(values, "terms", tournament_terms(tournament));
    with_phrase(values, "status", tournament_status(task->run, tournament));
    answer_joined(task, tournament, say("joined", values));
}

void handle_leave(struct task *task)
{
    g_autoptr(Tournament) tournament = named(task);
    if (tournament == NULL) {
        return;
    }
    g_autoptr(GPtrArray) entrants = tournament_entrants(task->run->db, tournament->number);
    struct entrant *own = entrant_find(entrants, task->who->id, 0);
    const char *key = own == NULL || own->withdrawn != 0       ? "leave-not-in"
                      : tournament->state > TOURNAMENT_RUNNING ? "leave-over"
                                                               : NULL;
    if (key != NULL) {
        task_answer(task, say(key, tournament_values(values_new(), tournament)));
        return;
    }
    g_autoptr(GPtrArray) rows = blocks_new();
    g_auto(Section) section = { 0 };
    if (tournament->state == TOURNAMENT_RUNNING &&
        section_open_of(task->run->db, tournament, entrants, own->entry, &section)) {
        add_own_boards(rows, task->run, &section, section_place_of(&section, own->entry));
    }
    const bool running = rows->len > 0;
    if (running && task->command->words[1] == NULL) {
        struct phrase *text = say("leave-running", tournament_values(values_new(), tournament));
        struct entry *entry = task_answer_rows(task, text, g_steal_pointer(&rows));
        g_autofree char *line =
            g_strdup_printf("leave %" G_GINT64_FORMAT " " LEAVING_RESIGN, tournament->number);
        block_link(entry->links, line, line);
        return;
    }
    if (task->trial) {
        return;
    }
    const bool annulled = tournament_leave(task->run, tournament, own, LEAVES);
    struct values *values =
        with_switch(tournament_values(values_new(), tournament), "running", running);
    with_switch(values, "lapses",
                tournament->kind == TOURNAMENT_QUICK && tournament->state == TOURNAMENT_OPEN &&
                    tournament_count(task->run->db, tournament->number) == 0);
    task_answer(task, say("left", with_switch(values, "annulled", annulled)));
}
