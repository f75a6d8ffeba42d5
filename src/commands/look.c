/* Commands that only look: help, show, preview, resend. Nothing here changes a match. */
#include <string.h>

#include "commands/help.h"
#include "commands/request.h"
#include "letters/run.h"
#include "match/options.h"
#include "play/match_settings.h"
#include "play/turn_words.h"
#include "render/match_words.h"
#include "store/boards.h"
#include "store/results.h"

enum { SHOWN_MOST = 20 }; /* boards in one answer */

/* ---- help ---- */

void look_help(struct request *request, const struct player *who, const struct command *command)
{
    if (command->words[0] == NULL) {
        request_answer_text(request, who, command, help_topic(request->run->words, "help"));
    }
    for (char **topic = command->words; *topic != NULL; topic++) {
        if (request_is_full(request)) {
            request_answer(request, who, NULL, "letter-full", NULL);
            break;
        }
        char *text = help_topic(request->run->words, *topic);
        request_answer_text(
            request, who, topic == command->words ? command : NULL,
            text != NULL ? text : say(request->run, "no-topic", pairs("topic", *topic, NULL)));
    }
}

void look_broadcast(struct request *request, const struct player *who,
                    const struct command *command)
{
    request_answer(request, who, command, "not-offered", NULL);
}

/* ---- show ---- */

static bool waits_for(const struct board *board, gint64 player)
{
    return board->to_move >= 0 && board->seat[board->to_move].player == player;
}

/* Sets the match of the session back to before turn N (`ply`). False after an answer if there is no
 * such turn. */
static bool set_back(struct request *request, const struct player *who,
                     const struct command *command, struct session *session, gint64 ply)
{
    guint turns;
    if (session_turns_before(session, ply, &turns)) {
        session_set_back(session, turns);
        return true;
    }
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, ply);
    request_answer_board(request, who, command, session, "no-turn", pairs("ply", number, NULL));
    return false;
}

/* The words above a board that is shown as it stands. Free with g_free. */
static char *shown(const struct session *session)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, session->board->number);
    return say(session->run, "shown", pairs("number", number, NULL));
}

/* The words above a board that was set back; `waits`: its reader is to move in the stored match.
 * Free with g_free. */
static char *shown_at(const struct session *session, bool waits)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, session->board->number);
    g_autofree char *ply = g_strdup_printf("%u", session->match->turns->len + 1);
    return say(session->run, "shown-at",
               pairs("number", number, "ply", ply, "waits", waits ? "yes" : NULL, NULL));
}

/* Shows a board as it is, or before the turn `ply`, the text behind its number (NULL: none). */
static void show_board(struct request *request, const struct player *who,
                       const struct command *command, gint64 number, const char *ply)
{
    struct command one = *command;
    one.board = number;
    g_autoptr(MatchSession) session = request_match(request, who, &one);
    if (session == NULL) {
        return;
    }
    bool waits = waits_for(session->board, who->id);
    if (ply == NULL) {
        request_answer_board_text(request, who, &one, session, shown(session));
    } else if (set_back(request, who, &one, session, g_ascii_strtoll(ply, NULL, 10))) {
        request_answer_session(request, who, &one, session, shown_at(session, waits));
    }
}

/* Shows the boards of words such as "117" or "118#-5", which the grammar has checked. */
static void show_boards(struct request *request, const struct player *who,
                        const struct command *command)
{
    for (char **word = command->words; *word != NULL; word++) {
        char *end = NULL;
        gint64 number = g_ascii_strtoll(*word, &end, 10);
        show_board(request, who, command, number, *end == '#' ? end + 1 : NULL);
    }
}

/* The states of the boards that `which` (NULL, "next", "active", "all") selects, as bits. "next"
 * selects only those of them in which the player is to move. */
static unsigned states_of(const char *which)
{
    bool all = which != NULL && g_str_equal(which, "all");
    return 1U << BOARD_RUNNING |
           (all ? 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_FINISHED : 0);
}

/* The numbers (gint64) of a player's boards that the reader may see: for "all" the newest first,
 * since there may be many old ones. Free with g_array_unref. */
static GArray *selected(struct run *run, gint64 player, const char *which, gint64 reader)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool next = which != NULL && g_str_equal(which, "next");
    bool all = which != NULL && g_str_equal(which, "all");
    g_autoptr(GPtrArray) boards = board_list(run->db, player, states_of(which));
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[all ? boards->len - 1 - i : i];
        if ((!next || waits_for(board, player)) && board_shows_to(board, reader)) {
            g_array_append_val(numbers, board->number);
        }
    }
    return numbers;
}

/* Shows the first SHOWN_MOST boards, and says so if there are more. */
static void show_numbers(struct request *request, const struct player *who,
                         const struct command *command, const GArray *numbers)
{
    struct run *run = request->run;
    int shown_boards = 0;
    for (guint i = 0; i < numbers->len && shown_boards < SHOWN_MOST; i++) {
        bool damaged;
        g_autoptr(MatchSession) session =
            session_open(run, g_array_index(numbers, gint64, i), &damaged);
        if (session != NULL) {
            request_answer_board_text(request, who, shown_boards++ == 0 ? command : NULL, session,
                                      shown(session));
        }
    }
    if (shown_boards == 0) {
        request_answer(request, who, command, "nothing-to-show", NULL);
    } else if (numbers->len > SHOWN_MOST) {
        request_answer(request, who, NULL, "shown-more", NULL);
    }
}

static void show_of_player(struct request *request, const struct player *who,
                           const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(Player) of = player_by_name(run->db, command->name);
    if (of == NULL) {
        request_answer(request, who, command, "no-player", pairs("name", command->name, NULL));
        return;
    }
    g_autoptr(GArray) numbers = selected(run, of->id, command->words[0], who->id);
    show_numbers(request, who, command, numbers);
}

void look_show(struct request *request, const struct player *who, const struct command *command)
{
    if (command->name != NULL) {
        show_of_player(request, who, command);
    } else if (command->board != 0) {
        show_boards(request, who, command);
    } else if (request->letter_board != 0) {
        show_board(request, who, command, request->letter_board, NULL);
    } else {
        g_autoptr(GArray) running = results_running(request->run->db, who->id, SHOWN_MOST + 1);
        show_numbers(request, who, command, running);
    }
}

/* ---- preview ---- */

/* Sets the game's options for a new match. Says why one cannot be, or NULL. Options of the server
 * make no difference to a preview, but one of the game may be misspelt among them. Free with
 * g_free. */
static char *options_refused(struct run *run, const struct game *game,
                             const struct command *command, struct options *options)
{
    for (char **word = command->options; *word != NULL; word++) {
        const char *key = NULL;
        if (!options_word(options, game, *word, &key)) {
            char *meant = match_settings_meant(run, *word);
            return meant != NULL ? meant : option_words_refusal(run->words, game, *word, key);
        }
    }
    struct terms terms = { 0 };
    char *refusal =
        match_settings_read(run, game, (const char *const *)command->server_options, &terms);
    match_settings_clear(&terms);
    return refusal;
}

/* For `preview new`: a session with a match that is not stored. NULL after an answer. Free with
 * session_free. */
static struct session *new_match(struct request *request, const struct player *who,
                                 const struct command *command)
{
    struct run *run = request->run;
    const struct game *game = registry_find(command->game);
    struct options options;
    options_init(&options, game);
    char *refusal = options_refused(run, game, command, &options);
    if (refusal != NULL) {
        request_answer_text(request, who, command, refusal);
        return NULL;
    }
    struct note note = { 0 };
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    if (match == NULL) {
        request_answer_text(request, who, command, words_note(run->words, game, &note, NULL, NULL));
        return NULL;
    }
    return session_of_match(run, game, g_steal_pointer(&match));
}

/* Plays moves in the session, stores nothing, and shows the result. */
static void preview(struct request *request, const struct player *who,
                    const struct command *command, struct session *session)
{
    g_auto(Ruling) ruling = { 0 };
    bool played = match_after(session->match, command->text, true, &ruling);
    session->view = SESSION_AHEAD;
    session_derive(session->board, session->match);
    if (!played) {
        request_answer_session(request, who, command, session,
                               turn_ruling_words(session, &ruling, command->text));
        return;
    }
    const char *title = words_get(request->run->words, session->game->name, "title");
    g_autofree char *cost = turn_cost_words(session, &ruling);
    request_answer_session(request, who, command, session,
                           say(request->run,
                               session->board->number == 0 ? "preview-new" : "previewed",
                               pairs("moves", command->text, "game", title, "cost", cost, NULL)));
}

void look_preview(struct request *request, const struct player *who, const struct command *command)
{
    bool fresh = g_strv_contains((const char *const *)command->words, "new");
    g_autoptr(MatchSession) session =
        fresh ? new_match(request, who, command) : request_match(request, who, command);
    if (session == NULL) {
        return;
    }
    if (session->match == NULL) {
        request_answer_board(request, who, command, session, "not-running", NULL);
    } else if (!command->has_ply || set_back(request, who, command, session, command->ply)) {
        preview(request, who, command, session);
    }
}

/* ---- resend ---- */

void look_resend(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session != NULL) {
        request_answer_board(request, who, command, session, "resent", NULL);
    }
}
