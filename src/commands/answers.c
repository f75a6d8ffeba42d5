#include "commands/board_letter.h"

#include "language/grammar.h"

/* Keys of how to answer an open offer. */
static const char *const offer_keys[] = {
    [OFFER_NONE] = NULL,
    [OFFER_DRAW] = "how-draw-offered",
    [OFFER_UNDO] = "how-undo-offered",
    [OFFER_PAUSE] = "how-pause-offered",
};

/* Keys of how to go on with a match: by who paused it, and whether the reader is to move. */
static const char *const running_keys[][2] = {
    [PAUSE_NONE] = { "how-wait", "how-move" },
    [PAUSE_PLAYERS] = { "how-rests", "how-rests-move" },
    [PAUSE_OPERATOR] = { "how-adjourned", "how-adjourned" },
};

bool answers_to_move(const struct session *session, int seat)
{
    const struct board *board = session->board;
    return board->state == BOARD_RUNNING && board->to_move == seat &&
           board->paused_by == PAUSE_NONE;
}

/* The key of the line on how to answer. */
static const char *how_key(const struct session *session, int seat)
{
    const struct board *board = session->board;
    switch (board->state) {
    case BOARD_CHALLENGE:
        if (board->seat[seat].player == board->challenger) {
            return "how-challenger";
        }
        return board->seat[seat].accepted ? "how-accepted" : "how-challenged";
    case BOARD_SEEK:
        return board->seat[seat].player == board->challenger ? "how-seeker" : "how-taker";
    case BOARD_RUNNING:
        if (!session_in_play(session, seat)) {
            return "how-out";
        }
        if (board->offer != OFFER_NONE && !board->seat[seat].agrees) {
            return offer_keys[board->offer];
        }
        return running_keys[board->paused_by][board->to_move == seat];
    case BOARD_FINISHED:
        return session->run->config->house != NULL && session->seats == 2 &&
                       session->match != NULL && session->match->turns->len > 0
                   ? "how-over-two"
                   : "how-over";
    default:
        return board->seats < session->seats ? "how-closed-seek" : "how-closed";
    }
}

/* What links send, by the key of how to answer. The lessons of a game are offered to those who are
 * told its aim. */
static const struct how {
    const char *key;
    const char *words[3];    /* NULL at the end */
    enum command_id of_game; /* below those: this command with the name of the game; or none */
} hows[] = {
    { "how-challenger", { "withdraw" }, COMMAND_NONE },
    { "how-seeker", { "withdraw" }, COMMAND_NONE },
    { "how-taker", { "withdraw" }, COMMAND_TUTORIAL },
    { "how-challenged", { "accept", "decline" }, COMMAND_TUTORIAL },
    { "how-draw-offered", { "accept", "reject" }, COMMAND_NONE },
    { "how-undo-offered", { "accept", "reject" }, COMMAND_NONE },
    { "how-pause-offered", { "accept", "reject" }, COMMAND_NONE },
    { "how-move", { NULL }, COMMAND_TUTORIAL },
    { "how-wait", { NULL }, COMMAND_TUTORIAL },
    { "how-rests", { "resume" }, COMMAND_NONE },
    { "how-rests-move", { "resume" }, COMMAND_NONE },
    { "how-over", { "rematch" }, COMMAND_PLAY },
    { "how-over-two", { "rematch", "analyse" }, COMMAND_PLAY },
    { "how-closed", { NULL }, COMMAND_PLAY },
    { "how-closed-seek", { NULL }, COMMAND_PLAY },
    { NULL, { NULL }, COMMAND_NONE }, /* any other */
};

static const struct how *find_how(const char *key)
{
    const struct how *how = hows;
    while (how->key != NULL && !g_str_equal(how->key, key)) {
        how++;
    }
    return how;
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

/* Adds the links for how to answer. */
static void add_how_links(GPtrArray *blocks, const struct session *session, const char *key)
{
    for (const char *const *word = find_how(key)->words; *word != NULL; word++) {
        answers_link(blocks, session, *word, NULL);
    }
    g_autofree char *only =
        g_str_has_prefix(key, "how-move") ? match_only_turn(session->match) : NULL;
    if (only != NULL) {
        answers_link(blocks, session, "move", only);
    }
}

enum { TURNS_AT_LENGTH = 3 }; /* of a player; letters about them explain more */

static const char *hints_of(const struct session *session, int seat)
{
    return preference_value(session->run, session->board->seat[seat].player, SETTING_HINTS);
}

/* True if a letter with that key tells the player of a seat the aim of the game: until they have
 * finished a match of it, before each of their first turns and when a match begins or is agreed
 * on. */
static bool tells_aim(const struct session *session, int seat, const char *key)
{
    const guint turns = answers_to_move(session, seat) ? TURNS_AT_LENGTH : 1;
    return find_how(key)->of_game == COMMAND_TUTORIAL && session_turns_of(session, seat) < turns &&
           !g_str_equal(hints_of(session, seat), "off") &&
           board_new_to(session->run->db, session->board->seat[seat].player, session->game->name);
}

static bool has_lessons(const struct session *session)
{
    return words_lessons(run_words(session->run), session->game) != NULL;
}

/* The short form of a key, unless the reader wants the long one. */
const char *answers_how(const struct session *session, int seat)
{
    const char *key = how_key(session, seat), *hints = hints_of(session, seat);
    const bool at_length =
        g_str_equal(hints, "on") ||
        (g_str_equal(hints, "auto") && session_turns_of(session, seat) < TURNS_AT_LENGTH);
    return at_length                      ? key
           : g_str_equal(key, "how-move") ? "how-move-short"
           : g_str_equal(key, "how-wait") ? "how-wait-short"
                                          : key;
}

void answers_add_aim(GPtrArray *blocks, const struct session *session, int seat, const char *key)
{
    if (tells_aim(session, seat, key)) {
        const char *game = session->game->name;
        struct values *aim = pairs("learn", has_lessons(session) ? game : NULL, NULL);
        with_phrase(aim, "aim", phrase_key(game, "aim", NULL));
        with_phrase(aim, "moves", phrase_key(game, "how-moves", NULL));
        block_words(blocks, BLOCK_AIM, say("new-to-game", aim));
    }
}

void answers_add_how(GPtrArray *blocks, const struct session *session, const char *key)
{
    struct values *values = pairs("game", session->game->name, NULL);
    with_text(values, "example", session->match != NULL ? match_example(session->match) : NULL);
    with_number(values, "number", session->board->number);
    block_words(blocks, BLOCK_CHOICES, say(key, values));
}

void answers_add_links(GPtrArray *blocks, const struct session *session, int seat, const char *key)
{
    add_how_links(blocks, session, key);
    const enum command_id id = find_how(key)->of_game;
    const bool learns = id == COMMAND_TUTORIAL && has_lessons(session);
    if (id == COMMAND_PLAY || (learns && tells_aim(session, seat, key))) {
        g_autofree char *line = g_strconcat(grammar_row(id)->name, " ", session->game->name, NULL);
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
    const char *key = how_key(session, seat);
    entry->to_move = answers_to_move(session, seat);
    /* A move, if it is the reader's turn, and the words that the key has: "1 e1-d2", "1 accept" or
     * "1 decline". */
    struct phrase *lines = phrase_listed("or");
    g_autofree char *example = entry->to_move ? match_example(session->match) : NULL;
    phrase_add(lines, example != NULL ? line_for_board(session, example) : NULL);
    for (const char *const *word = find_how(key)->words; *word != NULL; word++) {
        phrase_add(lines, line_for_board(session, *word));
    }
    if (lines->parts->len > 0) {
        block_words(entry->shown, BLOCK_CHOICES,
                    say("how-board", with_phrase(values_new(), "words", phrase_ref(lines))));
    }
    phrase_unref(lines);
    add_how_links(entry->links, session, key);
}
