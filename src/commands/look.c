/* Commands that only look: help, show, moves, preview, resend. Nothing here changes a match. */
#include "commands/board_letter.h"
#include "commands/help.h"
#include "commands/task.h"
#include "match/choice.h"
#include "play/proposal.h"
#include "play/substitute.h"
#include "store/results.h"

enum { SHOWN_MOST = 20 }; /* boards in one answer */

/* ---- help ---- */

/* Answers `command` (NULL: none in particular) with the page of a topic: the index with its rows,
 * any other with a link to the index. */
static void answer_topic(struct task *task, const struct command *command, const char *topic)
{
    const char *index = grammar_row(COMMAND_HELP)->name;
    struct phrase *text = help_topic(run_words(task->run), topic);
    struct entry *entry =
        request_answer(task->request, task->who, command,
                       text != NULL ? text : say("no-topic", pairs("topic", topic, NULL)));
    if (g_ascii_strcasecmp(topic, index) == 0) {
        entry->rows = help_rows();
    } else {
        block_link(entry->links, index, index);
    }
}

void handle_help(struct task *task)
{
    struct request *request = task->request;
    const struct command *command = task->command;
    enum { SENTENCE = 3 /* words */ };
    size_t known = 0, words = 0;
    for (char **topic = command->words; *topic != NULL; topic++, words++) {
        g_autoptr(Phrase) text = help_topic(run_words(task->run), *topic);
        known += text != NULL ? 1 : 0;
    }
    if (words == 0 || (known == 0 && words >= SENTENCE)) {
        g_autoptr(Board) board = board_read(task->run->db, request->letter_board);
        if (board != NULL) {
            task_answer(task, say("help-game", pairs("game", board->game, NULL)));
        }
        answer_topic(task, board == NULL ? command : NULL, "help");
        return;
    }
    for (char **topic = command->words; *topic != NULL; topic++) {
        if (request_is_full(request)) {
            request_answer(request, task->who, NULL, say("letter-full", NULL));
            break;
        }
        answer_topic(task, topic == command->words ? command : NULL, *topic);
    }
}

void handle_broadcast(struct task *task)
{
    task_answer(task, say("not-offered", NULL));
}

/* ---- show ---- */

static bool waits_for(const struct board *board, gint64 player)
{
    return board->to_move >= 0 && board->seat[board->to_move].player == player;
}

/* Sets the match of the session back to before turn N (`ply`). False after an answer if there is no
 * such turn. */
static bool set_back(struct task *task, gint64 ply)
{
    guint turns;
    if (session_turns_before(task->session, ply, &turns)) {
        session_set_back(task->session, turns);
        return true;
    }
    task_answer_board(task, say("no-turn", with_number(values_new(), "ply", ply)));
    return false;
}

/* Shows a board as it is, or before the turn `ply`, the text behind its number (NULL: none). */
static void show_board(const struct task *show, gint64 number, const char *ply)
{
    struct command command = *show->command;
    command.board = number;
    g_auto(Task) task = task_of(show->request, show->who, &command);
    if (!task_is_at(&task, AT_BOARD)) {
        return;
    }
    const bool waits = waits_for(task.session->board, task.who->id);
    if (ply != NULL && !set_back(&task, g_ascii_strtoll(ply, NULL, 10))) {
        return;
    }
    struct values *values = pairs("waits", waits ? "yes" : NULL, NULL);
    with_number(values, "number", number);
    if (ply == NULL) {
        with_phrase(values, "substitutes", substitute_words(task.session));
        task_answer_board(&task, say("shown", values));
    } else {
        with_number(values, "ply", task.session->match->turns->len + 1);
        task_answer_session(&task, say("shown-at", values));
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
static void show_numbers(struct task *task, const GArray *numbers)
{
    int shown = 0;
    for (guint i = 0; i < numbers->len && shown < SHOWN_MOST; i++) {
        gint64 at = g_array_index(numbers, gint64, i);
        if (task_open(task, at)) {
            struct values *values = with_number(values_new(), "number", at);
            with_phrase(values, "substitutes", substitute_words(task->session));
            task_answer_board(task, say("shown", values));
            task->command = NULL; /* its line stands above the first */
            shown++;
        }
    }
    if (shown == 0) {
        task_answer(task, say("nothing-to-show", NULL));
    } else if (numbers->len > SHOWN_MOST) {
        task_answer(task, say("shown-more", NULL));
    }
}

void show_waiting(struct task *task, const char *key)
{
    const gint64 who = task->who->id;
    g_autoptr(GArray) numbers = selected(task->run, who, "next", who);
    struct values *values = with_number(values_new(), "boards", numbers->len);
    if (numbers->len == 1 && task_open(task, g_array_index(numbers, gint64, 0))) {
        task_answer_board(task, say(key, values));
        return;
    }
    task_answer(task, say(key, values));
    if (numbers->len > 1) {
        show_numbers(task, numbers);
    }
}

void handle_show(struct task *task)
{
    const struct command *command = task->command;
    struct db *db = task->run->db;
    g_autoptr(Player) of = NULL;
    if (!task_named(task, &of)) {
        return;
    }
    if (of != NULL) {
        g_autoptr(GArray) numbers = selected(task->run, of->id, command->words[0], task->who->id);
        show_numbers(task, numbers);
    } else if (command->board != 0 && command->words[0] != NULL) {
        /* Words such as "117" or "118#-5", which the grammar has checked. */
        for (char **word = command->words; *word != NULL; word++) {
            char *end = NULL;
            gint64 number = g_ascii_strtoll(*word, &end, 10);
            show_board(task, number, *end == '#' ? end + 1 : NULL);
        }
    } else if (task_board(task) != 0) {
        show_board(task, task_board(task), NULL);
    } else {
        g_autoptr(GArray) running = results_running(db, task->who->id, SHOWN_MOST + 1);
        show_numbers(task, running);
    }
}

/* ---- moves ---- */

/* The turn that the words of the command begin, as choice_groups takes it; NULL if nothing can
 * follow it. Free with g_free. */
static char *begun_by_words(const struct task *task)
{
    const struct match *match = task->session->match;
    g_autofree char *typed = g_strjoinv(",", task->command->words);
    g_autofree char *played = g_strconcat(typed, *typed != '\0' ? "," : "", NULL);
    const char *const begun[] = { played, typed };
    guint count = 0, i = 0;
    for (; i < G_N_ELEMENTS(begun) && count == 0; i++) {
        g_autoptr(GPtrArray) groups = choice_groups(match->game, &match->now, begun[i], &count);
    }
    return count > 0 ? g_strdup(begun[i - 1]) : NULL;
}

void handle_moves(struct task *task)
{
    const struct session *session = task->session;
    const struct board *board = session->board;
    if (board->paused_by == PAUSE_OPERATOR) {
        task_answer_board(task, say("adjourned", NULL));
        return;
    }
    if (!answers_to_move(session, task->seat)) {
        const bool paused = board->paused_by != PAUSE_NONE;
        task_answer_board(task,
                          say("moves-not-now", pairs("paused", paused ? "yes" : NULL, "name",
                                                     board->seat[board->to_move].name, NULL)));
        return;
    }
    g_autofree char *begun = begun_by_words(task);
    g_autofree char *words = g_strjoinv(" ", task->command->words);
    struct entry *entry = task_answer_board(
        task, begun == NULL ? say("moves-none", pairs("move", words, NULL)) : NULL);
    entry->begun = begun != NULL ? g_steal_pointer(&begun) : g_strdup("");
    entry->moves_told = true;
}

/* ---- preview ---- */

/* For `preview new`: sets the session to a match that is not stored. False after an answer. */
static bool open_new(struct task *task)
{
    struct run *run = task->run;
    const struct command *command = task->command;
    g_auto(Proposal) proposal = { .game = registry_find(command->game) };
    struct note note = { 0 };
    /* Options of the server make no difference to a preview, but one of the game may be misspelt
     * among them. */
    bool can = proposal_options(run, (const char *const *)command->options, &proposal);
    g_autoptr(Match) match = can ? match_new(proposal.game, &proposal.options, NULL, &note) : NULL;
    if (match == NULL) {
        task_answer(task, can ? phrase_note(proposal.game, &note, NULL, NULL)
                              : g_steal_pointer(&proposal.refusal));
        return false;
    }
    task->session = session_of_match(run, proposal.game, g_steal_pointer(&match));
    return true;
}

/* Plays moves in a session, stores nothing, shows the result, and offers a move of the player. */
void handle_preview(struct task *task)
{
    const struct command *command = task->command;
    bool fresh = g_strv_contains((const char *const *)command->words, "new");
    if (!(fresh ? open_new(task) : task_is_at(task, AT_BOARD))) {
        return;
    }
    struct session *session = task->session;
    if (session->match == NULL) {
        task_answer_board(task, say("not-running", NULL));
        return;
    }
    if (command->has_ply && !set_back(task, command->ply)) {
        return;
    }
    const guint before = session->match->turns->len;
    const bool to_move = !command->has_ply && answers_to_move(session, task->seat);
    g_auto(Ruling) ruling = { 0 };
    const bool played = match_after(session->match, command->text, true, &ruling);
    session->view = SESSION_AHEAD;
    session_derive(session->board, session->match);
    if (!played) {
        task_answer_session(task, turn_ruling_words(session, &ruling, command->text));
        return;
    }
    /* The one move of the player that was tried, with the `!` that confirms what is costly. */
    const GArray *turns = session->match->turns;
    g_autofree char *line =
        to_move && turns->len == before + 1
            ? g_strconcat(g_array_index(turns, struct match_turn, before).text, "!", NULL)
            : NULL;
    char *offer = line != NULL ? turn_offer(task, COMMAND_MOVE, line) : NULL;
    struct values *values = pairs("moves", command->text, "line", line, "yes", offer, NULL);
    with_phrase(values, "game", phrase_title(session->game));
    with_number(values, "number", session->board->number);
    with_phrase(values, "cost", turn_cost_words(session, &ruling));
    struct entry *entry =
        task_answer_session(task, say(fresh ? "preview-new" : "previewed", values));
    entry->offer = offer;
    if (line != NULL) {
        answers_link(entry->links, session, grammar_row(COMMAND_MOVE)->name, line);
    }
}

/* ---- resend ---- */

void handle_resend(struct task *task)
{
    task_answer_board(task, say("resent", NULL));
}
