/* Looking: help, boards, previews. Nothing here changes a match. */
#include <string.h>

#include "match/registry.h"
#include "office/clock_words.h"
#include "office/help.h"
#include "office/play.h"
#include "office/terms.h"
#include "office/visit.h"
#include "render/option_words.h"
#include "store/results.h"

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

/* ---- show ---- */

static bool waits_for(const struct board *board, gint64 player)
{
    return board->to_move >= 0 && board->seat[board->to_move].player == player;
}

/* Sets the match at the desk back to turn N; answers if it cannot be. */
static bool set_back(struct visit *visit, const struct player *who, const struct command *command,
                     struct desk *desk, gint64 ply)
{
    guint turns;
    if (desk_turns_before(desk, ply, &turns)) {
        desk_set_back(desk, turns);
        return true;
    }
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, ply);
    visit_answer_board(visit, who, command, desk,
                       say(visit->office, "no-turn", pairs("ply", number, NULL)));
    return false;
}

/* The words for a board that is shown as it stands. The caller's. */
static char *shown(const struct desk *desk)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
    return say(desk->office, "shown", pairs("number", number, NULL));
}

/* The words for one that was set back; `waits`: its reader is to move where it stands now.
 * The caller's. */
static char *shown_at(const struct desk *desk, bool waits)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
    g_autofree char *ply = g_strdup_printf("%u", desk->match->turns->len + 1);
    return say(desk->office, "shown-at",
               pairs("number", number, "ply", ply, "waits", waits ? "yes" : NULL, NULL));
}

/* A board of `show`, before the turn that stands behind its number (`ply`, NULL: none)
 * or as it is. */
static void show_board(struct visit *visit, const struct player *who, const struct command *command,
                       gint64 number, const char *ply)
{
    struct command one = *command;
    one.board = number;
    g_autoptr(Desk) desk = visit_desk(visit, who, &one);
    if (desk == NULL) {
        return;
    }
    bool waits = waits_for(desk->board, who->id);
    if (ply == NULL) {
        visit_answer_board(visit, who, &one, desk, shown(desk));
    } else if (set_back(visit, who, &one, desk, g_ascii_strtoll(ply, NULL, 10))) {
        visit_answer_desk(visit, who, &one, desk, shown_at(desk, waits));
    }
}

/* "117" or "118#-5", as the grammar passes them. */
static void show_boards(struct visit *visit, const struct player *who,
                        const struct command *command)
{
    for (char **word = command->words; *word != NULL; word++) {
        char *end = NULL;
        gint64 number = g_ascii_strtoll(*word, &end, 10);
        show_board(visit, who, command, number, *end == '#' ? end + 1 : NULL);
    }
}

/* Which boards of a player `which` (NULL, "next", "active", "all") selects: those
 * in these states, and of the running ones perhaps only those he is to move in. */
static unsigned states_of(const char *which)
{
    bool all = which != NULL && g_str_equal(which, "all");
    return 1U << BOARD_RUNNING |
           (all ? 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_FINISHED : 0);
}

/* Numbers of the boards of a player that another may see: those of all states
 * newest first, since the old ones may be many. */
static GArray *selected(struct office *office, gint64 player, const char *which, gint64 reader)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool next = which != NULL && g_str_equal(which, "next");
    bool all = which != NULL && g_str_equal(which, "all");
    g_autoptr(GPtrArray) boards = board_list(office->db, player, states_of(which));
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[all ? boards->len - 1 - i : i];
        if ((!next || waits_for(board, player)) && board_shows_to(board, reader)) {
            g_array_append_val(numbers, board->number);
        }
    }
    return numbers;
}

/* Shows the first of them, and says so if there are more. */
static void show_numbers(struct visit *visit, const struct player *who,
                         const struct command *command, const GArray *numbers)
{
    struct office *office = visit->office;
    int shown_boards = 0;
    for (guint i = 0; i < numbers->len && shown_boards < SHOWN_MOST; i++) {
        bool damaged;
        g_autoptr(Desk) desk = desk_open(office, g_array_index(numbers, gint64, i), &damaged);
        if (desk != NULL) {
            visit_answer_board(visit, who, shown_boards++ == 0 ? command : NULL, desk, shown(desk));
        }
    }
    if (shown_boards == 0) {
        visit_answer(visit, who, command, say(office, "nothing-to-show", NULL));
    } else if (numbers->len > SHOWN_MOST) {
        visit_answer(visit, who, NULL, say(office, "shown-more", NULL));
    }
}

static void show_of_player(struct visit *visit, const struct player *who,
                           const struct command *command)
{
    struct office *office = visit->office;
    g_autoptr(Player) of = player_by_name(office->db, command->name);
    if (of == NULL) {
        visit_answer(visit, who, command,
                     say(office, "no-player", pairs("name", command->name, NULL)));
        return;
    }
    g_autoptr(GArray) numbers = selected(office, of->id, command->words[0], who->id);
    show_numbers(visit, who, command, numbers);
}

void look_show(struct visit *visit, const struct player *who, const struct command *command)
{
    if (command->name != NULL) {
        show_of_player(visit, who, command);
    } else if (command->board != 0) {
        show_boards(visit, who, command);
    } else if (visit->letter_board != 0) {
        show_board(visit, who, command, visit->letter_board, NULL);
    } else {
        g_autoptr(GArray) running = results_running(visit->office->db, who->id, SHOWN_MOST + 1);
        show_numbers(visit, who, command, running);
    }
}

/* ---- preview ---- */

/* Why an option of a new game cannot be, in words; NULL: they are set. Those of the server
 * make no difference to a preview, but one of the game may stand among them. */
static char *options_refused(struct office *office, const struct game *game,
                             const struct command *command, struct options *options)
{
    for (char **word = command->options; *word != NULL; word++) {
        const char *key = NULL;
        if (!options_word(options, game, *word, &key)) {
            char *meant = terms_meant(office, *word);
            return meant != NULL ? meant : option_words_refusal(office->words, game, *word, key);
        }
    }
    struct terms terms = { 0 };
    char *refusal = terms_read(office, game, (const char *const *)command->server_options, &terms);
    terms_clear(&terms);
    return refusal;
}

/* `preview new`: a desk with a match that is stored nowhere; NULL after an
 * answer. */
static struct desk *new_desk(struct visit *visit, const struct player *who,
                             const struct command *command)
{
    struct office *office = visit->office;
    const struct game *game = registry_find(command->game);
    struct options options;
    options_init(&options, game);
    char *refusal = options_refused(office, game, command, &options);
    if (refusal != NULL) {
        visit_answer(visit, who, command, refusal);
        return NULL;
    }
    struct note note = { 0 };
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    if (match == NULL) {
        visit_answer(visit, who, command, words_note(office->words, game, &note, NULL, NULL));
        return NULL;
    }
    return desk_of_match(office, game, g_steal_pointer(&match));
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
        visit_answer_desk(visit, who, command, desk,
                          play_ruling_words(desk, &ruling, command->text));
        return;
    }
    const char *title = words_get(visit->office->words, desk->game->name, "title");
    g_autofree char *cost = play_cost_words(desk, &ruling);
    visit_answer_desk(visit, who, command, desk,
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
