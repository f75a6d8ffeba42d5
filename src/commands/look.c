/* Commands that only look: help, show, preview, resend. Nothing here changes a match. */
#include "commands/look.h"

#include "commands/help.h"
#include "commands/request.h"
#include "match/options.h"
#include "play/proposal.h"
#include "play/turn_words.h"
#include "store/results.h"

enum { SHOWN_MOST = 20 }; /* boards in one answer */

/* ---- help ---- */

void handle_help(struct request *request, const struct player *who, const struct command *command)
{
    enum { SENTENCE = 3 /* words */ };
    size_t known = 0, words = 0;
    for (char **topic = command->words; *topic != NULL; topic++, words++) {
        g_autofree char *text = help_topic(request->run->words, *topic);
        known += text != NULL ? 1 : 0;
    }
    if (words == 0 || (known == 0 && words >= SENTENCE)) {
        g_autoptr(Board) board = board_read(request->run->db, request->letter_board);
        if (board != NULL) {
            request_answer(request, who, command, "help-game", pairs("game", board->game, NULL));
        }
        request_answer_text(request, who, board == NULL ? command : NULL,
                            help_topic(request->run->words, "help"));
        return;
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

void handle_broadcast(struct request *request, const struct player *who,
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
    g_autofree char *number = say_number(ply);
    request_answer_board(request, who, command, session, "no-turn", pairs("ply", number, NULL));
    return false;
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
    g_autofree char *board = say_number(number);
    bool waits = waits_for(session->board, who->id);
    if (ply == NULL) {
        request_answer_board(request, who, &one, session, "shown", pairs("number", board, NULL));
    } else if (set_back(request, who, &one, session, g_ascii_strtoll(ply, NULL, 10))) {
        g_autofree char *turn = say_number(session->match->turns->len + 1);
        request_answer_session(
            request, who, &one, session,
            say(request->run, "shown-at",
                pairs("number", board, "ply", turn, "waits", waits ? "yes" : NULL, NULL)));
    }
}

/* The numbers (gint64) of a player's boards that the reader may see: the running ones if `which` is
 * NULL or "active"; "next": those of them in which the player is to move; "all": open and finished
 * ones too, the newest first, since there may be many old ones. Free with g_array_unref. */
static GArray *selected(struct run *run, gint64 player, const char *which, gint64 reader)
{
    GArray *numbers = g_array_new(FALSE, FALSE, sizeof(gint64));
    bool next = g_strcmp0(which, "next") == 0;
    bool all = g_strcmp0(which, "all") == 0;
    unsigned others = all ? 1U << BOARD_CHALLENGE | 1U << BOARD_SEEK | 1U << BOARD_FINISHED : 0;
    g_autoptr(GPtrArray) boards = board_list(run->db, player, 1U << BOARD_RUNNING | others);
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
    int shown = 0;
    for (guint i = 0; i < numbers->len && shown < SHOWN_MOST; i++) {
        gint64 at = g_array_index(numbers, gint64, i);
        g_autoptr(MatchSession) session = session_open(request->run, at, NULL);
        if (session != NULL) {
            g_autofree char *number = say_number(at);
            request_answer_board(request, who, shown++ == 0 ? command : NULL, session, "shown",
                                 pairs("number", number, NULL));
        }
    }
    if (shown == 0) {
        request_answer(request, who, command, "nothing-to-show", NULL);
    } else if (numbers->len > SHOWN_MOST) {
        request_answer(request, who, NULL, "shown-more", NULL);
    }
}

void look_at_waiting(struct request *request, const struct player *who, const char *key)
{
    g_autoptr(GArray) numbers = selected(request->run, who->id, "next", who->id);
    const bool one = numbers->len == 1;
    g_autoptr(MatchSession) session =
        one ? session_open(request->run, g_array_index(numbers, gint64, 0), NULL) : NULL;
    struct values *values = pairs("boards", numbers->len > 0 ? "yes" : NULL, NULL);
    if (session != NULL) {
        request_answer_board(request, who, NULL, session, key, values);
        return;
    }
    request_answer(request, who, NULL, key, values);
    if (numbers->len > 1) {
        show_numbers(request, who, NULL, numbers);
    }
}

void handle_show(struct request *request, const struct player *who, const struct command *command)
{
    struct db *db = request->run->db;
    if (command->name != NULL) {
        g_autoptr(Player) of = player_by_name(db, command->name);
        if (of == NULL) {
            request_answer(request, who, command, "no-player", pairs("name", command->name, NULL));
            return;
        }
        g_autoptr(GArray) numbers = selected(request->run, of->id, command->words[0], who->id);
        show_numbers(request, who, command, numbers);
    } else if (command->board != 0 && command->words[0] != NULL) {
        /* Words such as "117" or "118#-5", which the grammar has checked. */
        for (char **word = command->words; *word != NULL; word++) {
            char *end = NULL;
            gint64 number = g_ascii_strtoll(*word, &end, 10);
            show_board(request, who, command, number, *end == '#' ? end + 1 : NULL);
        }
    } else if (command->board != 0 || request->letter_board != 0) {
        const gint64 number = command->board != 0 ? command->board : request->letter_board;
        show_board(request, who, command, number, NULL);
    } else {
        g_autoptr(GArray) running = results_running(db, who->id, SHOWN_MOST + 1);
        show_numbers(request, who, command, running);
    }
}

/* ---- preview ---- */

/* For `preview new`: a session with a match that is not stored. NULL after an answer. Free with
 * session_free. */
static struct session *new_match(struct request *request, const struct player *who,
                                 const struct command *command)
{
    struct run *run = request->run;
    g_auto(Proposal) proposal = { .game = registry_find(command->game) };
    struct note note = { 0 };
    /* Options of the server make no difference to a preview, but one of the game may be misspelt
     * among them. */
    bool can = proposal_options(run, (const char *const *)command->options, &proposal) &&
               proposal_terms(run, (const char *const *)command->server_options, &proposal);
    g_autoptr(Match) match = can ? match_new(proposal.game, &proposal.options, NULL, &note) : NULL;
    if (match == NULL) {
        request_answer_text(request, who, command,
                            can ? words_note(run->words, proposal.game, &note, NULL, NULL)
                                : g_steal_pointer(&proposal.refusal));
        return NULL;
    }
    return session_of_match(run, proposal.game, g_steal_pointer(&match));
}

/* Plays moves in a session, stores nothing, and shows the result. */
void handle_preview(struct request *request, const struct player *who,
                    const struct command *command)
{
    bool fresh = g_strv_contains((const char *const *)command->words, "new");
    g_autoptr(MatchSession) session =
        fresh ? new_match(request, who, command) : request_match(request, who, command);
    if (session == NULL) {
        return;
    }
    if (session->match == NULL) {
        request_answer_board(request, who, command, session, "not-running", NULL);
        return;
    }
    if (command->has_ply && !set_back(request, who, command, session, command->ply)) {
        return;
    }
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
                           say(request->run, fresh ? "preview-new" : "previewed",
                               pairs("moves", command->text, "game", title, "cost", cost, NULL)));
}

/* ---- resend ---- */

void handle_resend(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session != NULL) {
        request_answer_board(request, who, command, session, "resent", NULL);
    }
}
