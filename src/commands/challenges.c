/* Challenges and seeks: made, joined, declined, withdrawn, over; and another match like the last
 * one. */
#include "commands/challenges.h"

#include "commands/board_letter.h"
#include "commands/task.h"
#include "commands/vacancy.h"
#include "play/proposal.h"
#include "ratings/ratings.h"

enum { LISTED_MOST = 50 /* seeks in one answer */ };

/* ---- challenge ---- */

/* Reads the proposal of a `challenge` or a `seek`. A challenger who does not name themselves sits
 * first; a seek has its seeker alone. False after answering why the match is refused. */
static bool propose(struct task *task, struct proposal *proposal)
{
    const struct player *who = task->who;
    const struct command *command = task->command;
    struct run *run = task->run;
    bool seek = command->row->id == COMMAND_SEEK || command->row->id == COMMAND_PLAY;
    bool named = false;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; command->words[i] != NULL; i++) {
        const bool own = g_ascii_strcasecmp(command->words[i], who->name) == 0 ||
                         g_ascii_strcasecmp(command->words[i], "me") == 0;
        named |= own;
        g_ptr_array_add(names, own ? who->name : command->words[i]);
    }
    if (!named) {
        g_ptr_array_insert(names, 0, who->name);
    }
    g_ptr_array_add(names, NULL);
    proposal->game = registry_find(command->game);
    if (proposal_players(run, who, (const char *const *)names->pdata, proposal) &&
        proposal_options(run, (const char *const *)command->options, proposal) &&
        (seek || proposal_seats(proposal)) && proposal_try(proposal) &&
        proposal_consent(run, who, proposal) &&
        (seek ? proposal_within_open(run, who, proposal)
              : proposal_within_limits(run, who, proposal))) {
        return true;
    }
    request_answer(task->request, who, proposal->secret ? NULL : command,
                   g_steal_pointer(&proposal->refusal));
    return false;
}

/* Stores the challenge, tells the other players what happened, and answers. */
static void send_challenge(struct task *task, struct proposal *proposal, enum event_kind kind)
{
    struct run *run = task->run;
    g_autoptr(Board) board = proposal_store(run, proposal, BOARD_CHALLENGE, task->who->id);
    if (!task_open(task, board->number)) {
        return;
    }
    struct values *values = pairs("name", task->who->name, NULL);
    with_phrase(values, "game", phrase_title(task->session->game));
    with_text(values, "options", board_terms(board));
    with_number(values, "of", board->rematch_of);
    phrase_unref(event_happened(task->session, &(struct event){ .kind = kind,
                                                                .values = values,
                                                                .who = task->who,
                                                                .seat = task->seat,
                                                                .answered = task->seat,
                                                                .comment = task_comment(task) }));
    const int other = task->seat == 0 ? 1 : 0;
    if (session_program_answers(task->session, other)) {
        struct entry *entry =
            task_answer(task, say("challenge-program",
                                  pairs("name", task->session->board->seat[other].name, NULL)));
        entry->receipt = entry->followed = true;
    } else {
        task_answer_board(task, say("challenge-made", NULL));
    }
}

void handle_challenge(struct task *task)
{
    g_auto(Proposal) proposal = { 0 };
    if (propose(task, &proposal) && !task->trial) {
        send_challenge(task, &proposal, EVENT_CHALLENGED);
    }
}

/* ---- the end of a challenge or seek ---- */

void challenge_lapse(struct session *session)
{
    bool seek = session->board->state == BOARD_SEEK;
    session->board->state = BOARD_EXPIRED;
    session->board->ended = session->run->now;
    changes_store(session);
    phrase_unref(
        event_happened(session, &(struct event){ .kind = seek ? EVENT_SEEK_LAPSED : EVENT_LAPSED,
                                                 .values = values_new(),
                                                 .seat = -1,
                                                 .answered = -1 }));
}

void challenge_leave(struct session *session, int seat, const struct player *who,
                     const char *comment)
{
    struct board *board = session->board;
    const bool own = board->seat[seat].player == board->challenger;
    const bool ends = own || board->state == BOARD_CHALLENGE;
    if (ends) {
        board->state = own ? BOARD_WITHDRAWN : BOARD_DECLINED;
        board->ended = session->run->now;
    } else {
        g_free(board->seat[seat].name);
        for (int i = seat; i + 1 < board->seats; i++) {
            board->seat[i] = board->seat[i + 1]; /* those behind move up */
        }
        board->seat[--board->seats] = (struct board_seat){ 0 };
        board_save_seats(session->run->db, board);
    }
    changes_store(session);
    phrase_unref(event_happened(session, &(struct event){ .kind = own    ? EVENT_WITHDRAWN
                                                                  : ends ? EVENT_DECLINED
                                                                         : EVENT_SEAT_GIVEN_BACK,
                                                          .who = who,
                                                          .seat = ends ? seat : -1,
                                                          .answered = ends ? seat : -1,
                                                          .comment = comment }));
}

/* ---- answers to a challenge ---- */

/* A player has accepted a challenge or taken a seat: tells the others, and answers the player. */
static void tell_joined(struct task *task, enum event_kind kind)
{
    /* The turns that begin a match are told with it. */
    const struct turn_news turns = { 0 };
    task_happened(task, kind, NULL, board_is_open(task->session->board) ? NULL : &turns);
}

/* Says why a player cannot accept, or NULL. */
static struct phrase *accept_refused(struct session *session, const struct player *who, int seat)
{
    struct run *run = session->run;
    if (session->board->seat[seat].accepted) {
        return say("accepted-already", NULL);
    }
    /* They were eligible when the challenge was made; much may have changed since. */
    g_autoptr(Player) challenger = player_by_id(run->db, session->board->challenger);
    struct phrase *refusal =
        challenger != NULL ? eligibility_blocked(run, who, challenger, session->game) : NULL;
    refusal = refusal != NULL ? refusal : eligibility_own(run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

/* Accepts an open challenge for the player of a seat, or answers why they cannot accept it. */
static void accept_challenge(struct task *task)
{
    struct session *session = task->session;
    struct phrase *refusal = accept_refused(session, task->who, task->seat);
    if (refusal != NULL) {
        task_answer_board(task, refusal);
        return;
    }
    bool starts = true;
    session->board->seat[task->seat].accepted = true;
    for (int other = 0; other < session->board->seats; other++) {
        starts = starts && session->board->seat[other].accepted;
    }
    if (starts) {
        changes_start(session);
    } else {
        changes_store(session);
    }
    tell_joined(task, starts ? EVENT_ACCEPTED_STARTS : EVENT_ACCEPTED);
}

void handle_accept(struct task *task)
{
    if (task->session->board->state == BOARD_CHALLENGE) {
        accept_challenge(task);
    } else if (task->session->board->state == BOARD_SEEK) {
        task_answer_board(task, say("seek-waits", NULL));
    } else {
        offer_accept(task);
    }
}

/* `withdraw`, too: declining a challenge of your own withdraws it. */
void handle_decline(struct task *task)
{
    struct session *session = task->session;
    const bool own = session->board->challenger == task->who->id;
    const bool seek = session->board->state == BOARD_SEEK;
    const bool withdraws = task->command->row->id == COMMAND_WITHDRAW;
    if (!board_is_open(session->board) || (withdraws && !own && !seek)) {
        task_answer_board(
            task, say(board_is_open(session->board) ? "withdraw-not-yours" : "no-challenge", NULL));
        return;
    }
    challenge_leave(session, task->seat, task->who, task_comment(task));
    if (seek && !own) {
        task_answer(task, say("you-seat-given-back", NULL));
    } else {
        task_answer_board(task, say(own ? "you-withdrew" : "you-declined", NULL));
    }
}

/* ---- rematch ---- */

/* Fills `proposal` with the same match once more, by the newest rules. Each player sits a seat
 * further on: the second sits first. False if that is refused, or if the store has failed: then
 * there is no refusal. */
static bool propose_again(const struct session *session, const struct player *who,
                          struct proposal *proposal)
{
    struct run *run = session->run;
    const struct board *board = session->board;
    proposal->game = session->game;
    proposal->options = session->match->options;
    proposal->options.setup.rules = session->game->rules;
    timing_read(&proposal->terms.timing, board->timing);
    proposal->terms.unrated = board->unrated;
    proposal->terms.private_match = board->private_match;
    proposal->terms.level = board->level;
    proposal->terms.from = g_strdup(board->from);
    proposal->rematch_of = board->number;
    proposal->players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    for (int seat = 0; seat < board->seats; seat++) {
        struct player *player =
            player_by_id(run->db, board->seat[(seat + 1) % board->seats].player);
        if (player == NULL) {
            return false; /* the store has failed, and the commit will say so */
        }
        g_ptr_array_add(proposal->players, player);
        if (player_is_gone(player)) {
            return proposal_refuse(proposal,
                                   say("rematch-gone", pairs("name", player->name, NULL)));
        }
    }
    return proposal_seats(proposal) && proposal_try(proposal) &&
           proposal_consent(run, who, proposal) && proposal_within_limits(run, who, proposal);
}

void handle_rematch(struct task *task)
{
    enum board_state state = task->session->board->state;
    if (state != BOARD_FINISHED) {
        const char *key = state == BOARD_RUNNING ? "rematch-running" : "rematch-no-match";
        task_answer_board(task, say(key, NULL));
        return;
    }
    const gint64 other = board_rematch(task->run->db, task->session->board->number);
    g_auto(Proposal) proposal = { 0 };
    if (other != 0 && task_open(task, other)) {
        /* There is one already: if another player asked for it, accepts it. */
        const struct board *board = task->session->board;
        const bool open = board->state == BOARD_CHALLENGE;
        if (open && !board->seat[task->seat].accepted) {
            accept_challenge(task);
        } else {
            task_answer_board(task, say(open ? "rematch-asked" : "rematch-begun",
                                        with_number(values_new(), "number", other)));
        }
    } else if (other == 0 && propose_again(task->session, task->who, &proposal)) {
        send_challenge(task, &proposal, EVENT_REMATCH_WISHED);
    } else if (proposal.refusal != NULL) {
        task_answer_board(task, g_steal_pointer(&proposal.refusal));
    }
}

/*
 * ---- seeks, which offer open seats to anybody ----
 *
 * A seek is a board whose seats are those taken so far, the seeker's first. When the last seat is
 * taken, the seats are drawn by lot, so that nobody moves first by being quick or by asking, and
 * the match begins. To post a seek or to take a seat is to agree to that match.
 */

/* True if a player may see this seek among those they can take, or have taken: nobody in it has
 * blocked them, or is blocked by them. */
static bool is_open_to(const struct session *session, const struct player *who)
{
    bool open = session->board->state == BOARD_SEEK;
    for (int seat = 0; seat < session->board->seats && open; seat++) {
        open = !block_between(session->run->db, who->id, session->board->seat[seat].player);
    }
    return open;
}

/* That a player's rating is not one that the seeker wishes for; NULL if it is. Without a rating
 * they count as RATING_FIRST. */
static struct phrase *rating_refusal(const struct session *session, const struct player *who)
{
    const struct board *board = session->board;
    if (board->most_rating == 0) {
        return NULL;
    }
    const struct board_rating own = ratings_of(session->run->db, who->id, board->game);
    const int points = rating_points(own.rating);
    if (points >= board->least_rating && points <= board->most_rating) {
        return NULL;
    }
    struct values *values = with_number(values_new(), "least", board->least_rating);
    with_number(values, "most", board->most_rating);
    with_switch(values, "rated", own.matches > 0);
    return say("take-rating", with_number(values, "points", points));
}

/* Says why a player cannot take a seat, or NULL. */
static struct phrase *take_refused(const struct session *session, const struct player *who)
{
    const struct board *board = session->board;
    bool seated = session_seat(session, who->id) >= 0;
    if (vacancy_is_open_to(session, who)) {
        return NULL;
    }
    const char *key = seated && board->state == BOARD_CHALLENGE ? "take-challenge"
                      : board->state != BOARD_SEEK              ? "take-none"
                      : board->challenger == who->id            ? "take-own"
                      : seated                                  ? "take-already"
                      : !is_open_to(session, who)               ? "take-none"
                                                                : NULL;
    if (key != NULL) {
        return say(key, with_number(values_new(), "number", board->number));
    }
    struct phrase *refusal = rating_refusal(session, who);
    refusal = refusal != NULL ? refusal : eligibility_own(session->run, who, session->game);
    refusal = refusal != NULL ? refusal : challenge_full(session);
    return refusal != NULL ? refusal : session_start_fault(session);
}

/* How far the rating of a seeker, who sits first, is from another one. */
static int rating_distance(const struct board *board, int rating)
{
    const struct board_rating *has = &board->seat[0].rating;
    return ABS((has->matches > 0 ? has->rating : RATING_FIRST * RATING_ONE) - rating);
}

/* The seek of a game in which a player can take a seat, or in which they wait already; 0: none. Of
 * those that are older than one in which they wait it is that whose seeker's rating is the nearest
 * to theirs; of equals, the oldest. With `like` only a seek of others that would be the same match.
 */
static gint64 seek_to_join(struct run *run, const struct player *who, const char *game,
                           const struct board *like)
{
    g_autofree char *wanted = like != NULL ? board_terms(like) : NULL;
    g_autoptr(GArray) seeks = board_seeks(run->db, game);
    const int rating = ratings_of(run->db, who->id, game).rating;
    gint64 nearest = 0;
    int least = G_MAXINT;
    for (guint i = 0; i < seeks->len; i++) {
        g_autoptr(MatchSession) session = session_open(run, g_array_index(seeks, gint64, i), NULL);
        if (session == NULL) {
            continue;
        }
        const struct board *board = session->board;
        const bool own = session_seat(session, who->id) >= 0;
        g_autofree char *terms = board_terms(board);
        const bool same = like == NULL || (!own && g_str_equal(terms, wanted) &&
                                           g_strcmp0(board->from, like->from) == 0);
        if (same && own) {
            return nearest != 0 ? nearest : board->number;
        }
        const bool nearer = same && rating_distance(board, rating) < least;
        g_autoptr(Phrase) refusal = nearer ? take_refused(session, who) : NULL;
        if (nearer && refusal == NULL) {
            least = rating_distance(board, rating);
            nearest = board->number;
        }
    }
    return nearest;
}

/* Answers that a seat is open, in the sentence of `key`, and offers a match against the house
 * player, if there is one. */
static void answer_open(struct task *task, const char *key, gint64 same)
{
    char *offer = same == 0 ? eligibility_house(task->run, task->who, task->session->game) : NULL;
    const char *house = offer != NULL ? task->run->config->house->name : NULL;
    struct values *values = pairs("house", house, "command", offer, NULL);
    struct entry *entry = task_answer_board(task, say(key, with_number(values, "same", same)));
    block_link(entry->links, offer, offer);
    entry->offer = offer;
}

void handle_seek(struct task *task)
{
    struct run *run = task->run;
    g_auto(Proposal) proposal = { 0 };
    if (!propose(task, &proposal) || task->trial) {
        return;
    }
    g_autoptr(Board) board = proposal_store(run, &proposal, BOARD_SEEK, task->who->id);
    const gint64 same = seek_to_join(run, task->who, board->game, board);
    if (task_open(task, board->number)) {
        answer_open(task, "seek-made", same);
    }
}

void handle_play(struct task *task)
{
    const gint64 seek = seek_to_join(task->run, task->who, task->command->game, NULL);
    if (seek == 0) {
        handle_seek(task);
    } else if (task_open(task, seek) && task->seat >= 0) {
        answer_open(task, "play-waits", 0);
    } else if (task->session != NULL) {
        handle_take(task);
    }
}

/* Adds a row about a seek, whose button takes a seat, or takes back what the player has there. */
static void add_seek(const struct session *session, const struct player *who, GPtrArray *rows)
{
    const struct board *board = session->board;
    struct values *values =
        pairs("from", board->from, "own", board->challenger == who->id ? "yes" : NULL, NULL);
    with_number(values, "free", session->seats - board->seats);
    with_number(values, "seats", session->seats);
    with_phrase(values, "since", phrase_moment(board->created));
    with_text(values, "options", board_terms(board));
    const enum command_id id = session_seat(session, who->id) < 0 ? COMMAND_TAKE : COMMAND_WITHDRAW;
    block_row(rows, phrase_both(session_heading_rated(session, -1), "\n", say("seek-line", values)),
              g_strdup_printf("%s %" G_GINT64_FORMAT, grammar_row(id)->name, board->number));
}

void handle_seeks(struct task *task)
{
    struct run *run = task->run;
    g_autoptr(GArray) seeks = board_seeks(run->db, task->command->game);
    g_autoptr(GPtrArray) rows = blocks_new();
    guint listed = 0;
    for (guint i = 0; i < seeks->len && listed <= LISTED_MOST; i++) {
        g_autoptr(MatchSession) session = session_open(run, g_array_index(seeks, gint64, i), NULL);
        bool open = session != NULL && is_open_to(session, task->who);
        if (open && listed++ < LISTED_MOST) {
            session->reader = task->who->id;
            add_seek(session, task->who, rows);
        }
    }
    if (listed == 0) {
        task_answer(task, say("seeks-none", NULL));
        return;
    }
    block_words(rows, BLOCK_NEWS, listed > LISTED_MOST ? say("seeks-more", NULL) : NULL);
    task_answer_rows(task, say("seeks", NULL), g_steal_pointer(&rows));
}

/* Takes the seat of somebody who was out of time in a match that goes on. */
static void take_over(struct task *task)
{
    const struct board *board = task->session->board;
    g_autofree char *former = g_strdup(board->seat[board->to_move].name);
    vacancy_take(task->session, task->who);
    if (task_open(task, board->number)) {
        const struct turn_news turns = { .first = task->session->stored };
        task_happened(task, EVENT_SEAT_TAKEN,
                      pairs("name", task->who->name, "former", former, NULL), &turns);
    }
}

void handle_take(struct task *task)
{
    struct phrase *refusal = take_refused(task->session, task->who);
    if (refusal != NULL) {
        task_answer(task, refusal);
    }
    if (refusal != NULL || task->trial) {
        return;
    }
    if (task->session->board->state == BOARD_RUNNING) {
        take_over(task);
        return;
    }
    struct board *board = task->session->board;
    const gint64 number = board->number;
    board->seat[board->seats++] = (struct board_seat){ .player = task->who->id,
                                                       .name = g_strdup(task->who->name),
                                                       .accepted = true };
    bool starts = board->seats == task->session->seats;
    if (starts) {
        /* It is now a challenge that all have accepted. */
        board->state = BOARD_CHALLENGE;
        proposal_draw_seats(board);
    }
    board_save_seats(task->run->db, board);
    changes_store(task->session);
    if (!task_open(task, number)) {
        return;
    }
    if (starts) {
        changes_start(task->session);
    }
    tell_joined(task, starts ? EVENT_TAKEN_STARTS : EVENT_TAKEN);
}
