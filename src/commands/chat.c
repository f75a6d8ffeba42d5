/* The command chat: what players say at a board. */
#include "auth/budget.h"
#include "auth/redact.h"
#include "base/plain.h"
#include "commands/request.h"
#include "language/line.h"
#include "language/names.h"
#include "letters/run.h"
#include "store/players.h"
#include "store/talk.h"
#include "talk/watch.h"

/* Keeps words for the other players at the board, as the next letters to them. */
static void tell_players(struct session *session, const struct player *who, int seat,
                         const char *words)
{
    for (int other = 0; other < session->board->seats; other++) {
        gint64 reader = session->board->seat[other].player;
        if (other != seat && talk_reaches(session, who->id, reader)) {
            talk_wait(session->run->db, session->board->number, reader, who->id, TALK_PLAYERS,
                      words);
        }
    }
}

/* Passes words on. Players and those who watch hear each other only when the match is over. */
static void pass_on(struct session *session, const struct player *who, int seat, const char *words)
{
    bool over = session->board->state == BOARD_FINISHED;
    if (seat >= 0 || over) {
        tell_players(session, who, seat, words);
    }
    if (seat < 0 || over) {
        watch_say(session, who->id, words);
    }
}

/* True if chat here counts as a message. Those who watch have not chosen who else watches, and a
 * challenged player has not chosen the challenger. Boards without a running match only grow in
 * number, so a budget for each of them would limit nothing. */
static bool counts_as_message(const struct session *session, int seat)
{
    return seat < 0 || session->board->state != BOARD_RUNNING;
}

/* True if the player may write one more message today; then counts it. */
static bool may_speak_as_by_message(struct run *run, const struct player *who)
{
    bool may = budget_allows(run, BUDGET_MESSAGES, who->id, 0, 1);
    if (may) {
        budget_spend(run, BUDGET_MESSAGES, who->id, 0, 1);
    }
    return may;
}

/* The key of what a player is told who neither plays nor watches: only a running match can be
 * watched. */
static const char *outsider(const struct session *session)
{
    enum board_state state = session->board->state;
    return state == BOARD_RUNNING ? "chat-watch-first"
           : state == BOARD_SEEK  ? "no-seat-yet"
                                  : "no-seat";
}

/* The other board of the player that the text of a reply begins with, as in "chat 12 hello": it is
 * hardly meant for this board. 0: there is none. */
static gint64 other_board(const struct session *session, const struct player *who,
                          const struct command *command)
{
    g_autofree char *text = plain_text(command->text, -1);
    struct word first = { .start = text, .length = strcspn(text, " :,") };
    gint64 number = 0;
    bool names = command->board == 0 && names_board(first, &number, NULL, NULL);
    g_autoptr(Board) board = names ? board_read(session->run->db, number) : NULL;
    for (int seat = 0; board != NULL && seat < board->seats; seat++) {
        if (board->seat[seat].player == who->id && number != session->board->number) {
            return number;
        }
    }
    return 0;
}

/* Says why a player reaches nobody at a board where no match runs; NULL if they reach somebody.
 * Free with g_free. */
static char *kept_apart(const struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    const struct board_seat *apart = NULL;
    if (session->board->state == BOARD_RUNNING) {
        return NULL; /* nobody learns which of their opponents has blocked them */
    }
    for (int other = 0; other < session->board->seats; other++) {
        const struct board_seat *at = &session->board->seat[other];
        if (other != seat && talk_reaches(session, who->id, at->player)) {
            return NULL;
        }
        apart = other != seat ? at : apart;
    }
    bool own = apart != NULL && block_has_player(run->db, who->id, apart->player);
    return apart == NULL
               ? NULL
               : say(run, own ? "block-own" : "message-refused", pairs("name", apart->name, NULL));
}

/* Says why the words are not passed on at this board; NULL if they are. Free with g_free. */
static char *not_here(const struct session *session, const struct player *who,
                      const struct command *command, int seat)
{
    struct run *run = session->run;
    if (seat < 0 && !watch_watches(session, who->id)) {
        g_autofree char *number = say_number(session->board->number);
        return say(run, outsider(session), pairs("number", number, NULL));
    }
    gint64 other = other_board(session, who, command);
    if (other != 0) {
        g_autofree char *meant = say_number(other);
        return words_say(run->words, "command", "other-board", pairs("word", meant, NULL));
    }
    return seat >= 0 ? kept_apart(session, who, seat) : NULL;
}

void talk_chat(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    g_autoptr(MatchSession) session = request_match(request, who, command);
    if (session == NULL) {
        return;
    }
    int seat = session_seat(session, who->id);
    char *refusal = not_here(session, who, command, seat);
    if (refusal != NULL) {
        request_answer_text(request, who, command, refusal);
        return;
    }
    g_autofree char *words = redact_relayed(run, who, command->text);
    if (words == NULL) {
        request_answer_board(request, who, command, session, "comment-dropped", NULL);
        return;
    }
    if (counts_as_message(session, seat) && !may_speak_as_by_message(run, who)) {
        request_answer(request, who, command, "chat-day", NULL);
        return;
    }
    session_talk(session, who->id, words);
    /* Talk does not change the match: the revision stays, and with it the tokens that players have
     * remain valid. */
    pass_on(session, who, seat, words);
    if (seat < 0 && session->board->state != BOARD_FINISHED) {
        request_answer(request, who, command, "chat-sent-watching", NULL);
    } else {
        request_answer_board(request, who, command, session, "chat-sent", NULL);
    }
}
