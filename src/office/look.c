/* Looking: help, lists, boards. Nothing here changes a match. */
#include <string.h>

#include "match/registry.h"
#include "office/clock_words.h"
#include "office/help.h"
#include "office/play.h"
#include "office/visit.h"
#include "view/option_words.h"

enum { SHOWN_MOST = 20 }; /* boards in one answer */

/* ---- help ---- */

void look_help(struct visit *visit, const struct player *who, const struct command *command)
{
    if (command->words[0] == NULL) {
        visit_answer(visit, who, command, help_topic(visit->office->words, "help"));
    }
    for (char **topic = command->words; *topic != NULL; topic++) {
        if (visit_is_full(visit)) {
            visit_answer(visit, who, NULL, say(visit->office, "letter-full", NULL));
            break;
        }
        char *text = help_topic(visit->office->words, *topic);
        visit_answer(visit, who, topic == command->words ? command : NULL,
                     text != NULL ? text
                                  : say(visit->office, "no-topic", pairs("topic", *topic, NULL)));
    }
}

void look_broadcast(struct visit *visit, const struct player *who, const struct command *command)
{
    visit_answer(visit, who, command, say(visit->office, "not-offered", NULL));
}

/* ---- list ---- */

static void append_players(struct office *office, GString *text)
{
    g_autoptr(GPtrArray) players = player_list(office->db);
    g_autoptr(GString) names = g_string_new(NULL);
    for (guint i = 0; i < players->len; i++) {
        const struct player *player = players->pdata[i];
        g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", player->name);
    }
    g_autofree char *line = say(office, "list-players", pairs("names", names->str, NULL));
    g_string_append_printf(text, "\n%s", line);
}

void look_list(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = command->game != NULL ? registry_find(command->game) : NULL;
    g_autofree char *options = help_options(office->words, game);
    g_autoptr(GString) text = g_string_new(options);
    append_players(office, text);
    visit_answer(visit, who, command, g_string_free(g_steal_pointer(&text), FALSE));
}

/* ---- games ---- */

static void append_game(struct office *office, GString *text, gint64 number, gint64 player)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(office, number, &damaged);
    if (desk == NULL) {
        return;
    }
    g_autofree char *heading = desk_heading(desk);
    g_autofree char *status = desk_status(desk, desk_seat(desk, player));
    g_autofree char *deadline = clock_words_deadline(desk, desk_seat(desk, player));
    g_string_append_printf(text, "%s\n    %s%s%s\n", heading, status,
                           deadline[0] != '\0' ? " " : "", deadline);
}

enum { OPEN_STATES = 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_RUNNING };

void look_games(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) named =
        command->name != NULL ? player_by_name(office->db, command->name) : NULL;
    if (command->name != NULL && named == NULL) {
        visit_answer(visit, who, command,
                     say(office, "no-player", pairs("name", command->name, NULL)));
        return;
    }
    const struct player *of = named != NULL ? named : who;
    g_autoptr(GPtrArray) boards = board_list(office->db, of->id, OPEN_STATES);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board_shows_to(board, who->id)) {
            append_game(office, text, board->number, who->id);
        }
    }
    visit_answer(visit, who, command,
                 text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE)
                               : say(office, "no-games", pairs("name", of->name, NULL)));
}

/* ---- show ---- */

/* Turns played before turn N, from `#N`; negative counts from the end. False
 * if the match has no such turn. */
static bool turns_of_ply(const struct match *match, gint64 ply, guint *turns)
{
    gint64 next = (gint64)match->turns->len + 1;
    gint64 wanted = ply < 0 ? next + ply : ply;
    if (wanted < 1 || wanted > next) {
        return false;
    }
    *turns = (guint)(wanted - 1);
    return true;
}

/* Sets the match at the desk back to turn N; answers if it cannot be. */
static bool set_back(struct visit *visit, const struct player *who, const struct command *command,
                     struct desk *desk, gint64 ply)
{
    guint turns;
    if (desk->match == NULL || !turns_of_ply(desk->match, ply, &turns)) {
        g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, ply);
        visit_answer_board(visit, who, command, desk,
                           say(visit->office, "no-turn", pairs("ply", number, NULL)));
        return false;
    }
    struct match *earlier = match_at(desk->match, turns);
    match_free(desk->match);
    desk->match = earlier;
    desk->view = DESK_PAST;
    desk_derive(desk->board, desk->match);
    return true;
}

/* The words for a board that is shown; `ply` is NULL for the one that stands.
 * The caller's. */
static char *shown(const struct desk *desk, const char *ply)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
    return say(desk->office, ply != NULL ? "shown-at" : "shown",
               pairs("number", number, "ply", ply, NULL));
}

/* The board as it stands at the desk, which may not be how it is stored. */
static void answer_block(struct visit *visit, const struct player *who,
                         const struct command *command, struct desk *desk, char *text)
{
    struct entry *entry = visit_answer(visit, who, command, text);
    entry->board = desk->board->number;
    letter_block(desk, desk_seat(desk, who->id), entry);
}

/* A board and turn of `show`: ply 0 is the board as it stands. */
static void show_board(struct visit *visit, const struct player *who, const struct command *command,
                       gint64 number, gint64 ply)
{
    struct command one = *command;
    one.board = number;
    g_autoptr(Desk) desk = visit_desk(visit, who, &one);
    if (desk == NULL) {
        return;
    }
    if (ply == 0) {
        visit_answer_board(visit, who, &one, desk, shown(desk, NULL));
    } else if (set_back(visit, who, &one, desk, ply)) {
        g_autofree char *text = g_strdup_printf("%u", desk->match->turns->len + 1);
        answer_block(visit, who, &one, desk, shown(desk, text));
    }
}

/* "117" or "118#-5", as the grammar passes them. */
static void show_boards(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    for (char **word = command->words; *word != NULL; word++) {
        char *end = NULL;
        gint64 number = g_ascii_strtoll(*word, &end, 10);
        show_board(visit, who, command, number,
                   *end == '#' ? g_ascii_strtoll(end + 1, NULL, 10) : 0);
    }
}

/* Whether a board is among those `which` (NULL, "next", "active", "all")
 * selects for a player. */
static bool selected(const struct board *board, gint64 player, const char *which)
{
    if (which == NULL || g_str_equal(which, "active")) {
        return board->state == BOARD_RUNNING;
    }
    if (g_str_equal(which, "next")) {
        return board->state == BOARD_RUNNING && board->to_move >= 0 &&
               board->seat[board->to_move].player == player;
    }
    return board->state == BOARD_RUNNING || board->state == BOARD_FINISHED || board_is_open(board);
}

static void show_of_player(struct visit *visit, const struct player *who,
                           const struct command *command, gint64 of)
{
    struct office *office = visit->office;
    const char *which = command->words[0];
    unsigned states = OPEN_STATES | 1U << BOARD_FINISHED;
    g_autoptr(GPtrArray) boards = board_list(office->db, of, states);
    int count = 0;
    for (guint i = 0; i < boards->len && count <= SHOWN_MOST; i++) {
        const struct board *board = boards->pdata[i];
        bool damaged;
        bool wanted = selected(board, of, which) && board_shows_to(board, who->id);
        g_autoptr(Desk) desk = wanted ? desk_open(office, board->number, &damaged) : NULL;
        if (desk != NULL && count++ < SHOWN_MOST) {
            visit_answer_board(visit, who, count == 1 ? command : NULL, desk, shown(desk, NULL));
        }
    }
    if (count == 0 || count > SHOWN_MOST) {
        visit_answer(visit, who, count == 0 ? command : NULL,
                     say(office, count == 0 ? "nothing-to-show" : "shown-more", NULL));
    }
}

void look_show(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    if (command->name != NULL) {
        g_autoptr(Player) of = player_by_name(office->db, command->name);
        if (of == NULL) {
            visit_answer(visit, who, command,
                         say(office, "no-player", pairs("name", command->name, NULL)));
            return;
        }
        show_of_player(visit, who, command, of->id);
    } else if (command->board != 0) {
        show_boards(visit, who, command);
    } else if (visit->letter_board != 0) {
        show_board(visit, who, command, visit->letter_board, 0);
    } else {
        show_of_player(visit, who, command, 0);
    }
}

/* ---- preview ---- */

/* `preview new`: a desk with a match that is stored nowhere; NULL after an
 * answer. */
static struct desk *new_desk(struct visit *visit, const struct player *who,
                             const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = registry_find(command->game);
    struct options options;
    options_init(&options, game);
    for (char **word = command->options; *word != NULL; word++) {
        const char *key = NULL;
        if (!options_word(&options, game, *word, &key)) {
            visit_answer(visit, who, command,
                         option_words_refusal(office->words, game, *word, key));
            return NULL;
        }
    }
    struct note note = { 0 };
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    if (match == NULL) {
        visit_answer(visit, who, command, words_note(office->words, game, &note, NULL, NULL));
        return NULL;
    }
    return desk_of_match(office, game, g_steal_pointer(&match));
}

/* What the last turn played gave away, in words; NULL if nothing. */
static char *played_cost(const struct desk *desk, const struct ruling *ruling)
{
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    return ruling->note.key == NULL ? NULL
                                    : words_note(desk->office->words, desk->game, &ruling->note,
                                                 &ruling->position, names);
}

/* Plays on at the desk, where nothing is stored, and shows what became of it. */
static void preview(struct visit *visit, const struct player *who, const struct command *command,
                    struct desk *desk)
{
    g_auto(Ruling) ruling = { 0 };
    bool played = match_after(desk->match, command->text, true, &ruling);
    desk->view = DESK_AHEAD;
    desk_derive(desk->board, desk->match);
    if (!played) {
        answer_block(visit, who, command, desk, play_ruling_words(desk, &ruling, command->text));
        return;
    }
    const char *title = words_get(visit->office->words, desk->game->name, "title");
    g_autofree char *cost = played_cost(desk, &ruling);
    answer_block(visit, who, command, desk,
                 say(visit->office, desk->board->number == 0 ? "preview-new" : "previewed",
                     pairs("moves", command->text, "game", title, "cost", cost, NULL)));
}

void look_preview(struct visit *visit, const struct player *who, const struct command *command)
{
    bool fresh = g_strv_contains((const char *const *)command->words, "new");
    g_autoptr(Desk) desk = fresh ? new_desk(visit, who, command) : visit_desk(visit, who, command);
    if (desk == NULL) {
        return;
    }
    if (desk->match == NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "not-running", NULL));
    } else if (!command->has_ply || set_back(visit, who, command, desk, command->ply)) {
        preview(visit, who, command, desk);
    }
}

/* ---- resend ---- */

void look_resend(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = visit_seat(visit, who, command, &seat);
    if (desk != NULL) {
        visit_answer_board(visit, who, command, desk, say(visit->office, "resent", NULL));
    }
}
