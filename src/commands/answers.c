/* How a letter about a board says that its reader can answer. */
#include "commands/board_letter.h"

#include "language/grammar.h"

/* How a letter says that its reader can answer. */
struct how {
    const char *key;         /* of the sentence */
    const char *brief;       /* of a short one, for players who know how; NULL: they get the same */
    const char *words[2];    /* what links send; NULL: no more */
    enum command_id of_game; /* below those: this command with the name of the game; or none. The
                                lessons of a game are offered to those who are told its aim */
};

/* To a challenge or a seek. */
static const struct how challenger = { "how-challenger", NULL, { "withdraw" }, COMMAND_NONE },
                        accepted = { "how-accepted", NULL, { NULL }, COMMAND_NONE },
                        challenged = { "how-challenged",
                                       NULL,
                                       { "accept", "decline" },
                                       COMMAND_TUTORIAL },
                        seeker = { "how-seeker", NULL, { "withdraw" }, COMMAND_NONE },
                        taker = { "how-taker", NULL, { "withdraw" }, COMMAND_TUTORIAL };

/* To an open offer. */
static const struct how offered[] = {
    [OFFER_DRAW] = { "how-draw-offered", NULL, { "accept", "reject" }, COMMAND_NONE },
    [OFFER_UNDO] = { "how-undo-offered", NULL, { "accept", "reject" }, COMMAND_NONE },
    [OFFER_PAUSE] = { "how-pause-offered", NULL, { "accept", "reject" }, COMMAND_NONE },
    [OFFER_SEAT] = { "how-seat-asked", NULL, { "accept", "reject" }, COMMAND_NONE },
};

/* In a match: by who paused it, and whether the reader is to move. */
static const struct how running[][2] = {
    [PAUSE_NONE] = { { "how-wait", "how-wait-short", { NULL }, COMMAND_TUTORIAL },
                     { "how-move", "how-move-short", { NULL }, COMMAND_TUTORIAL } },
    [PAUSE_PLAYERS] = { { "how-rests", NULL, { "resume" }, COMMAND_NONE },
                        { "how-rests-move", NULL, { "resume" }, COMMAND_NONE } },
    [PAUSE_SEAT] = { { "how-seat-waits", NULL, { "resume" }, COMMAND_NONE },
                     { "how-seat-late", NULL, { NULL }, COMMAND_NONE } },
    [PAUSE_OPERATOR] = { { "how-adjourned", NULL, { NULL }, COMMAND_NONE },
                         { "how-adjourned", NULL, { NULL }, COMMAND_NONE } },
};

/* When it is over for the reader. */
static const struct how out = { "how-out", NULL, { NULL }, COMMAND_NONE },
                        over = { "how-over", NULL, { "rematch" }, COMMAND_PLAY },
                        over_two = { "how-over-two", NULL, { "rematch", "analyse" }, COMMAND_PLAY },
                        closed = { "how-closed", NULL, { NULL }, COMMAND_PLAY },
                        closed_seek = { "how-closed-seek", NULL, { NULL }, COMMAND_PLAY };

bool answers_to_move(const struct session *session, int seat)
{
    const struct board *board = session->board;
    return board->state == BOARD_RUNNING && board->to_move == seat &&
           board->paused_by == PAUSE_NONE;
}

static const struct how *how_of(const struct session *session, int seat)
{
    const struct board *board = session->board;
    const bool first = board->seat[seat].player == board->challenger;
    switch (board->state) {
    case BOARD_CHALLENGE:
        return first ? &challenger : board->seat[seat].accepted ? &accepted : &challenged;
    case BOARD_SEEK:
        return first ? &seeker : &taker;
    case BOARD_RUNNING:
        return !session_in_play(session, seat) ? &out
               : board->offer != OFFER_NONE && !board->seat[seat].agrees
                   ? &offered[board->offer]
                   : &running[board->paused_by][board->to_move == seat];
    case BOARD_FINISHED:
        return session->run->config->house != NULL && session->seats == 2 &&
                       session->match != NULL && session->match->plies > 0
                   ? &over_two
                   : &over;
    default:
        return board->seats < session->seats ? &closed_seek : &closed;
    }
}

void answers_link(GPtrArray *links, const struct session *session, const char *command,
                  const char *words)
{
    const char *sign = words != NULL ? " " : "", *rest = words != NULL ? words : "";
    g_autofree char *act =
        g_strdup_printf("%s %" G_GINT64_FORMAT "%s%s", command, session->board->number, sign, rest);
    g_autofree char *line = g_strconcat(command, sign, rest, NULL);
    const bool move = g_str_equal(command, grammar_row(COMMAND_MOVE)->name);
    block_link(links, move ? rest : line, act);
}

/* Adds the links that belong to a board, also among several. */
static void add_board_links(GPtrArray *blocks, const struct session *session, const struct how *how)
{
    for (size_t i = 0; i < G_N_ELEMENTS(how->words) && how->words[i] != NULL; i++) {
        answers_link(blocks, session, how->words[i], NULL);
    }
    g_autofree char *only =
        how == &running[PAUSE_NONE][true] ? match_only_turn(session->match) : NULL;
    if (only != NULL) {
        answers_link(blocks, session, "move", only);
    }
}

enum { TURNS_AT_LENGTH = 3 }; /* of a player; letters about them explain more */

static const char *hints_of(const struct session *session, int seat)
{
    return preference_value(session->run, session->board->seat[seat].player, SETTING_HINTS);
}

/* Players are told the aim until they have finished a match of the game: before each of their first
 * turns, and when a match begins or is agreed on. */
bool answers_add_aim(GPtrArray *blocks, const struct session *session, int seat)
{
    const char *game = session->game->name;
    const guint turns = answers_to_move(session, seat) ? TURNS_AT_LENGTH : 1;
    const bool tells = how_of(session, seat)->of_game == COMMAND_TUTORIAL &&
                       session_turns_of(session, seat) < turns &&
                       !g_str_equal(hints_of(session, seat), "off") &&
                       board_new_to(session->run->db, session->board->seat[seat].player, game);
    if (tells) {
        struct values *aim = pairs("learn", game, NULL);
        with_phrase(aim, "aim", phrase_key(game, "aim", NULL));
        with_phrase(aim, "moves", phrase_key(game, "how-moves", NULL));
        block_words(blocks, BLOCK_AIM, say("new-to-game", aim));
    }
    return tells;
}

void answers_add_how(GPtrArray *blocks, const struct session *session, int seat)
{
    const struct how *how = how_of(session, seat);
    const char *hints = hints_of(session, seat);
    const bool at_length =
        g_str_equal(hints, "on") ||
        (g_str_equal(hints, "auto") && session_turns_of(session, seat) < TURNS_AT_LENGTH);
    struct values *values = pairs("game", session->game->name, NULL);
    with_text(values, "example", session->match != NULL ? match_example(session->match) : NULL);
    with_number(values, "number", session->board->number);
    block_words(blocks, BLOCK_CHOICES,
                say(at_length || how->brief == NULL ? how->key : how->brief, values));
}

void answers_add_links(GPtrArray *blocks, const struct session *session, int seat, bool learns)
{
    const struct how *how = how_of(session, seat);
    add_board_links(blocks, session, how);
    if (session->board->state == BOARD_FINISHED && session->board->tournament != 0) {
        g_autofree char *line =
            g_strdup_printf("%s %" G_GINT64_FORMAT, grammar_row(COMMAND_TOURNAMENT)->name,
                            session->board->tournament);
        block_link(blocks, line, line);
    }
    if (how->of_game == COMMAND_PLAY || (how->of_game == COMMAND_TUTORIAL && learns)) {
        g_autofree char *line =
            g_strconcat(grammar_row(how->of_game)->name, " ", session->game->name, NULL);
        block_link(blocks, line, line);
    }
}

/* A line for the board as an example, in quotation marks. */
static struct phrase *line_for_board(const struct session *session, const char *words)
{
    return phrase_taken(
        g_strdup_printf("\"%" G_GINT64_FORMAT " %s\"", session->board->number, words));
}

void answers_of_several(struct session *session, int seat, struct entry *entry)
{
    const struct how *how = how_of(session, seat);
    entry->to_move = answers_to_move(session, seat);
    /* A move, if it is the reader's turn, and the words of links: "1 e1-d2", "1 accept" or
     * "1 decline". */
    struct phrase *lines = phrase_listed("or");
    g_autofree char *example = entry->to_move ? match_example(session->match) : NULL;
    phrase_add(lines, example != NULL ? line_for_board(session, example) : NULL);
    if (entry->to_move) {
        phrase_add(lines, line_for_board(session, grammar_row(COMMAND_MOVES)->name));
        answers_link(entry->links, session, grammar_row(COMMAND_MOVES)->name, NULL);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(how->words) && how->words[i] != NULL; i++) {
        phrase_add(lines, line_for_board(session, how->words[i]));
    }
    if (lines->parts->len > 0) {
        block_words(entry->shown, BLOCK_CHOICES,
                    say("how-board", with_phrase(values_new(), "words", phrase_ref(lines))));
    }
    phrase_unref(lines);
    add_board_links(entry->links, session, how);
}
