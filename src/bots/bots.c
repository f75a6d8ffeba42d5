#include "bots/bots.h"

#include <string.h>
#include <unistd.h>

#include "auth/budget.h"
#include "auth/redact.h"
#include "base/log.h"
#include "clocks/clocks.h"
#include "commands/board_letter.h"
#include "commands/changes.h"
#include "commands/task.h"
#include "letters/letters.h"
#include "store/players.h"
#include "store/programs.h"
#include "think/question.h"

enum {
    ANALYSIS_SECONDS = 60,
    ANALYSES_AT_ONCE = 100, /* wishes that are looked at together */
};

/* ---- the players ---- */

void bots_enrol(struct run *run)
{
    for (guint i = 0; i < run->config->bots->len; i++) {
        const struct bot *bot = run->config->bots->pdata[i];
        g_autoptr(Player) player = player_by_name(run->db, bot->name);
        const bool taken =
            player != NULL ? !player->program : player_name_kept(run->db, bot->name, run->now) != 0;
        if (taken) {
            alarm_write(run, ALARM_BOT_NAME, bot->name, NULL);
        } else if (player == NULL) {
            player_add_program(run->db, bot->name, run->now);
        }
    }
}

/* ---- questions ---- */

static void question_free(struct bot_question *question)
{
    g_strfreev(question->command);
    g_free(question->text);
    g_free(question);
}

/* What is open for the program in a seat, as the question says it. A program that has made as many
 * offers as a day allows is told that one of its own waits, so that it makes no other. */
static unsigned open_for(const struct run *run, const struct board *board, int seat)
{
    const gint64 player = board->seat[seat].player;
    if (board->state == BOARD_CHALLENGE) {
        return QUESTION_CHALLENGE;
    }
    if (board->offer == OFFER_DRAW) {
        return board->seat[seat].agrees ? QUESTION_OWN_DRAW : QUESTION_DRAW;
    }
    if (board->offer == OFFER_UNDO && !board->seat[seat].agrees) {
        return QUESTION_UNDO;
    }
    return budget_allows(run, BUDGET_OFFERS, player, board->number, 1) ? 0 : QUESTION_OWN_DRAW;
}

/* Makes the question about a board; NULL if the board cannot be read. */
static struct bot_question *ask_about(struct run *run, const struct bot *bot, gint64 player,
                                      gint64 number)
{
    g_autoptr(MatchSession) session = session_open(run, number, NULL);
    const int seat = session != NULL ? session_seat(session, player) : -1;
    struct match *match = session == NULL          ? NULL
                          : session->match != NULL ? session->match
                                                   : session->prospect;
    if (seat < 0 || match == NULL ||
        (session->board->state == BOARD_RUNNING && !session_in_play(session, seat))) {
        return NULL;
    }
    const struct board *board = session->board;
    const gint64 left = board->state == BOARD_RUNNING ? clocks_left(run, number, seat) : -1;
    const struct question asked = {
        .match = match,
        .number = (guint64)number,
        .seat = seat,
        .clock = left >= 0 ? left : G_MAXINT64,
        .level = board->level != 0 ? board->level : bot->level,
        .open = open_for(run, board, seat),
    };
    struct bot_question *question = g_new(struct bot_question, 1);
    *question = (struct bot_question){
        .bot = bot,
        .command = g_strdupv(bot->command),
        .seconds = bot->seconds,
        .player = player,
        .board = number,
        .revision = board->revision,
        .text = question_write(&asked),
    };
    return question;
}

/* Makes the question to analyse a match for a player; NULL if it cannot be read. */
static struct bot_question *ask_to_analyse(struct run *run, const struct analysis *analysis)
{
    g_autoptr(MatchSession) session = session_open(run, analysis->board, NULL);
    if (session == NULL || session->match == NULL) {
        return NULL;
    }
    const struct bot *house = run->config->house;
    const struct question asked = {
        .match = session->match, .number = (guint64)analysis->board, .seat = 0, .clock = G_MAXINT64
    };
    const char *const command[] = { house->command[0], house->command[1], "--analyse", NULL };
    struct bot_question *question = g_new(struct bot_question, 1);
    *question = (struct bot_question){
        .bot = house,
        .command = g_strdupv((char **)command),
        .seconds = ANALYSIS_SECONDS,
        .analyses = true,
        .player = analysis->player,
        .board = analysis->board,
        .revision = session->board->revision,
        .text = question_write(&asked),
    };
    return question;
}

/* Adds the matches that are to be analysed, while there are fewer than `most` questions. */
static void add_analyses(struct run *run, GPtrArray *questions, guint most)
{
    if (run->config->house == NULL || questions->len >= most) {
        return;
    }
    g_autoptr(GArray) wishes = analyses_wished(run->db, ANALYSES_AT_ONCE);
    for (guint i = 0; i < wishes->len && questions->len < most; i++) {
        const struct analysis *wish = &g_array_index(wishes, struct analysis, i);
        struct bot_question *question = ask_to_analyse(run, wish);
        if (question != NULL) {
            g_ptr_array_add(questions, question);
        } else {
            /* Left as it is, it would stand before the wishes of others for ever. */
            log_line("match %" G_GINT64_FORMAT " cannot be read, so nobody analyses it",
                     wish->board);
            analysis_done(run->db, wish);
        }
    }
}

GPtrArray *bots_questions(struct run *run, enum bot_group group, guint most)
{
    GPtrArray *questions = g_ptr_array_new_with_free_func((GDestroyNotify)question_free);
    g_autoptr(GPtrArray) programs = player_programs(run->db);
    g_autoptr(GPtrArray) waits = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    guint longest = 0;
    for (guint i = 0; i < programs->len; i++) {
        const struct player *player = programs->pdata[i];
        const struct bot *bot = config_bot(run->config, player->name);
        const bool asked = bot != NULL && player->suspended == 0 &&
                           (bot == run->config->house) == (group == BOTS_HOUSE);
        g_ptr_array_add(waits, asked ? program_waits(run->db, player->id, BOT_TRIES)
                                     : g_array_new(FALSE, FALSE, sizeof(gint64)));
        longest = MAX(longest, ((const GArray *)waits->pdata[i])->len);
    }
    for (guint at = 0; at < longest; at++) {
        for (guint i = 0; i < programs->len && questions->len < most; i++) {
            const struct player *player = programs->pdata[i];
            const GArray *boards = waits->pdata[i];
            struct bot_question *question =
                at < boards->len ? ask_about(run, config_bot(run->config, player->name), player->id,
                                             g_array_index(boards, gint64, at))
                                 : NULL;
            if (question != NULL) {
                g_ptr_array_add(questions, question);
            }
        }
    }
    if (group == BOTS_HOUSE) {
        add_analyses(run, questions, most);
    }
    session_forget(run);
    return questions;
}

/* ---- answers ---- */

/* The commands that the words of an answer mean, in a match and in reply to a challenge. */
static const struct {
    const char *word;
    enum command_id in_match, to_challenge;
} meanings[] = {
    { "move", COMMAND_MOVE, COMMAND_NONE },        { "resign", COMMAND_RESIGN, COMMAND_NONE },
    { "draw", COMMAND_DRAW, COMMAND_NONE },        { "accept", COMMAND_ACCEPT, COMMAND_ACCEPT },
    { "reject", COMMAND_REJECT, COMMAND_DECLINE },
};

static enum command_id command_meant(const char *line, enum board_state state)
{
    const size_t length = strcspn(line, " ");
    for (size_t i = 0; i < G_N_ELEMENTS(meanings); i++) {
        if (strlen(meanings[i].word) == length && strncmp(line, meanings[i].word, length) == 0) {
            return state == BOARD_CHALLENGE ? meanings[i].to_challenge : meanings[i].in_match;
        }
    }
    return COMMAND_NONE;
}

/* Carries out an answer as a command that the program has proven to be its own. True if it was
 * done. */
static bool carry_out(struct run *run, const struct player *who, const struct board *board,
                      const struct answer *answer)
{
    static const struct message no_mail;
    const enum command_id id = command_meant(answer->line, board->state);
    if (id == COMMAND_NONE) {
        return false;
    }
    const char *turn = strchr(answer->line, ' ');
    struct command command = {
        .row = grammar_row(id),
        .line = answer->line,
        .board = board->number,
        .text = turn != NULL ? (char *)turn + 1 : NULL,
        .words = (char *[]){ NULL },
        .options = (char *[]){ NULL },
    };
    g_autofree char *comment =
        answer->chat != NULL ? redact_relayed(run, NULL, answer->chat) : NULL;
    g_autoptr(GPtrArray) replies = request_replies_new();
    struct request request = {
        .run = run,
        .message = &no_mail,
        .player = (struct player *)who,
        .proven = true,
        .comment = comment,
        .replies = replies,
    };
    run->arrived = run->now;
    run->inbox = 0;
    run->accepted = false;
    dispatch_command(&request, &command);
    session_forget(run);
    run->arrived = 0;
    return run->accepted;
}

/* Reads what was printed and carries it out. True if it was done; else *why is what is known of the
 * reason. Free with g_free. */
static bool take(struct run *run, const struct bot_question *question, const struct board *board,
                 GBytes *printed, char **why)
{
    gsize length;
    const char *text = g_bytes_get_data(printed, &length);
    g_auto(Answer) answer = { 0 };
    g_autoptr(GError) fault = NULL;
    g_autoptr(Player) who = player_by_id(run->db, question->player);
    if (!answer_read(text, length, &answer, &fault)) {
        *why = g_strdup(fault->message);
        return false;
    }
    if (who == NULL || carry_out(run, who, board, &answer)) {
        return who != NULL;
    }
    /* A challenge that cannot begin, because of a limit for example, is not the program's fault. */
    const struct answer decline = { .line = (char *)"reject" };
    *why = g_strdup(answer.line);
    return board->state == BOARD_CHALLENGE && g_str_equal(answer.line, "accept") &&
           carry_out(run, who, board, &decline);
}

/* Tells the other players of a match that the program has failed: they wait for its move. */
static void tell_opponents(struct run *run, const struct bot_question *question)
{
    g_autoptr(MatchSession) session = session_open(run, question->board, NULL);
    if (session != NULL) {
        const int seat = session_seat(session, question->player);
        const struct event event = { .kind = EVENT_PROGRAM_FAILS,
                                     .values = pairs("name", question->bot->name, NULL),
                                     .seat = seat,
                                     .answered = seat };
        phrase_unref(event_happened(session, &event));
    }
    session_forget(run);
}

static void take_turn(struct run *run, const struct bot_question *question,
                      const struct board *board, GBytes *printed, const GError *fault)
{
    g_autofree char *why = fault != NULL ? g_strdup(fault->message) : NULL;
    if ((printed != NULL && take(run, question, board, printed, &why)) ||
        program_failed(run->db, question->player, question->board, question->revision) <
            BOT_TRIES) {
        return;
    }
    if (isatty(STDERR_FILENO) == 1) { /* somebody tries it out */
        log_line("%s: match %" G_GINT64_FORMAT ": %s", question->bot->name, question->board, why);
    }
    tell_opponents(run, question);
    g_autofree char *number = say_number(question->board);
    alarm_write(
        run, ALARM_BOT_FAILED, question->bot->name,
        pairs("number", number, "why", why, "answered", printed != NULL ? "yes" : NULL, NULL));
}

/* ---- analyses ---- */

/* Adds what a line of the program says, as "turn 17 e1-d2", to the list. False if it cannot be true
 * of the match; `*ply` is set to its turn. */
static bool add_turning_point(const struct session *session, const char *line, struct phrase *list,
                              guint64 *ply)
{
    g_auto(GStrv) words = g_strsplit(line, " ", 3);
    if (g_strv_length(words) != 3 || !g_str_equal(words[0], "turn") ||
        !g_ascii_string_to_unsigned(words[1], 10, 1, session->match->turns->len, ply, NULL)) {
        return false;
    }
    const struct match_turn *played =
        &g_array_index(session->match->turns, struct match_turn, *ply - 1);
    g_autoptr(Match) before = match_at(session->match, (guint)*ply - 1);
    if (!match_record(before, played->seat, words[2], NULL)) {
        return false;
    }
    phrase_add(list, say("analysis-line",
                         pairs("ply", words[1], "player", session->board->seat[played->seat].name,
                               "move", played->text, "better", words[2], NULL)));
    return true;
}

/* What an analysis that a program has printed says. NULL if it has printed something else. */
static struct phrase *analysis_words(const struct session *session, const char *name,
                                     GBytes *printed)
{
    gsize length = 0;
    const char *bytes = printed != NULL ? g_bytes_get_data(printed, &length) : NULL;
    g_autofree char *text = bytes != NULL ? g_strndup(bytes, length) : g_strdup("");
    g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
    g_autoptr(Phrase) list = phrase_joined("\n");
    guint64 ply = 0;
    char **line = lines;
    while (*line != NULL && !g_str_equal(*line, "end")) {
        if (!add_turning_point(session, *line++, list, &ply)) {
            return NULL;
        }
    }
    if (*line == NULL) {
        return NULL;
    }
    const bool any = list->parts->len > 0;
    struct values *values = with_phrase(pairs("name", name, NULL), "list", g_steal_pointer(&list));
    with_number(values, "number", session->board->number);
    with_number(values, "ply", (gint64)ply);
    return say(any ? "analysis" : "analysis-none", values);
}

/* Tells the player who waits for an analysis what the program has found, or, after the last
 * attempt, that it could not look through the match. */
static void take_analysis(struct run *run, const struct bot_question *question, GBytes *printed,
                          const GError *fault)
{
    const struct analysis analysis = { question->board, question->player };
    g_autoptr(MatchSession) session = session_open(run, question->board, NULL);
    const int seat = session != NULL ? session_seat(session, question->player) : -1;
    g_autoptr(Phrase) words =
        seat >= 0 ? analysis_words(session, question->bot->name, printed) : NULL;
    if (words == NULL && analysis_failed(run->db, &analysis) < BOT_TRIES) {
        return;
    }
    if (words == NULL) {
        log_line("match %" G_GINT64_FORMAT " could not be analysed: %s", question->board,
                 fault != NULL ? fault->message : "what was printed cannot be used");
        words = say("analyse-fails", pairs("name", question->bot->name, NULL));
    }
    analysis_done(run->db, &analysis);
    if (seat >= 0) {
        struct entry *entry = letter_entry(session, seat, words, NULL, NULL);
        letter_spare_board(session, question->player, entry);
        letter_of_entry(session, seat, entry);
    }
    session_forget(run);
}

void bots_end_analyses(struct run *run)
{
    if (run->config->house != NULL) {
        return;
    }
    g_autoptr(GArray) wishes = analyses_wished(run->db, ANALYSES_AT_ONCE);
    for (guint i = 0; i < wishes->len; i++) {
        const struct analysis *analysis = &g_array_index(wishes, struct analysis, i);
        g_autoptr(MatchSession) session = session_open(run, analysis->board, NULL);
        const int seat = session != NULL ? session_seat(session, analysis->player) : -1;
        analysis_done(run->db, analysis);
        if (seat >= 0) {
            letter_of_entry(session, seat, entry_new(NULL, say("analyse-off", NULL)));
        }
    }
}

void bots_answer(struct run *run, const struct bot_question *question, GBytes *printed,
                 const GError *fault)
{
    g_autoptr(Board) board = board_read(run->db, question->board);
    if (board == NULL || board->revision != question->revision) {
        return;
    }
    if (question->analyses) {
        take_analysis(run, question, printed, fault);
    } else {
        take_turn(run, question, board, printed, fault);
    }
}

void bots_retry(struct run *run)
{
    g_autoptr(GPtrArray) programs = player_programs(run->db);
    for (guint i = 0; i < programs->len; i++) {
        program_faults_forget(run->db, ((const struct player *)programs->pdata[i])->id);
    }
}
