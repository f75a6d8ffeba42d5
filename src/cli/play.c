/*
 * postmove play: people at one terminal, or one against a program, with the boards and words of
 * letters. A line is a turn or a command.
 *
 * The board comes first and the news last, so that a small screen cuts the board, not what matters
 * now.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/plain.h"
#include "base/random.h"
#include "cli/workspace.h"
#include "commands/help.h"
#include "letters/run.h"
#include "match/nearest.h"
#include "play/session.h"
#include "play/turn_words.h"
#include "render/template.h"
#include "think/think.h"

enum { COLUMNS = 72, UNDO_MOST = 10000 };

struct play {
    struct run run;          /* for its words; nothing is stored */
    struct session *session; /* of the match that is played */
    enum diagram_form form;
    int side;         /* the seat from whose side boards are drawn, or -1 */
    int level;        /* at which a program plays all seats but `person`; 0: people play them all */
    int person;       /* a seat */
    const char *more; /* the rest of the line behind the command's word; NULL: nothing */
    bool done;        /* somebody asked to leave */
};

static const struct match *match_of(const struct play *play)
{
    return play->session->match;
}

static int actor(const struct play *play)
{
    return match_actor(match_of(play));
}

static const char *turn_text(const struct match *match, guint turn)
{
    return g_array_index(match->turns, struct match_turn, turn).text;
}

/* ---- words ---- */

/* Prints a text in lines that fit. */
static void show(const char *text)
{
    g_autofree char *filled = template_fill(text, COLUMNS);
    cli_print_any(filled, strlen(filled));
    if (*filled != '\0' && !g_str_has_suffix(filled, "\n")) {
        putchar('\n');
    }
}

/* Prints a phrase, which is taken, in the same way. */
static void show_phrase(const struct play *play, struct phrase *phrase)
{
    g_autofree char *text = operator_words(&play->run, phrase);
    show(text);
}

/* A sentence for the terminal. Takes `values` (NULL: none). */
static struct phrase *phrase_here(const char *key, struct values *values)
{
    return phrase_key("play", key, values);
}

static void say_here(const struct play *play, const char *key, struct values *values)
{
    show_phrase(play, phrase_here(key, values));
}

/* What a seat that is to move (-1: none) is called, as the value "who". */
static struct values *who(const struct play *play, int seat)
{
    return with_phrase(values_new(), "who",
                       seat >= 0 ? phrase_ref(play->session->label[seat]) : NULL);
}

/* ---- the board ---- */

/* Shows the board with some words (taken; NULL: none), the turns from `first` on, how the match
 * stands, and if it is shown in full, the options, and what the signs on the board mean. */
static void show_board(const struct play *play, struct phrase *words, guint first, bool full)
{
    struct session *session = play->session;
    const struct turn_news news = { .first = first, .all_chosen = true };
    struct phrase *all = phrase_joined("\n");
    phrase_add(all, words);
    phrase_add(all, phrase_if_any(turn_news_words(session, &news, -1)));
    char *board =
        session_diagram(session, run_words(session->run), play->side, FLIP_ON, play->form, !full);
    struct values *values = with_text(values_new(), "diagram", g_strchomp(board));
    with_phrase(values, "last", session_last_turns(session, -1));
    with_text(values, "options",
              full ? options_text(&match_of(play)->options, session->game) : NULL);
    with_phrase(values, "news", phrase_if_any(all));
    with_phrase(values, "status", session_status(session, -1));
    with_switch(values, "over", actor(play) < 0);
    with_phrase(values, "warnings", session_warnings(session, actor(play)));
    putchar('\n');
    show_phrase(play, phrase_page("cli/play-board", values));
}

/* ---- turns ---- */

/* Plays a line for the seat to move, and the forced passes behind it. */
static bool play_turn(const struct play *play, const char *line, struct ruling *ruling)
{
    struct match *match = play->session->match;
    const bool played = match_play(match, actor(play), line, ruling) == VERDICT_PLAYED;
    if (played) {
        match_pass(match);
    }
    return played;
}

/* Lets the program play until it is the person's turn, or the person is out. */
static void program_plays(const struct play *play)
{
    while (play->level > 0 && actor(play) >= 0 && actor(play) != play->person &&
           match_of(play)->result.place[play->person] == 0) {
        struct thought thought;
        g_auto(Ruling) ruling = { 0 };
        think_turn(match_of(play), play->level, random_below(G_MAXUINT32), THINK_TIME_MOST,
                   &thought);
        g_autofree char *turn = thought.turn;
        g_autofree char *line = g_strconcat(turn, thought.costly ? "!" : "", NULL);
        const bool played = play_turn(play, line, &ruling);
        g_assert(played);
    }
}

static void play_line(const struct play *play, const char *line)
{
    g_auto(Ruling) ruling = { 0 };
    const guint first = match_of(play)->turns->len;
    if (play_turn(play, line, &ruling)) {
        program_plays(play);
        show_board(play, NULL, first, false);
        return;
    }
    show_phrase(play, turn_ruling_words(play->session, &ruling, line));
    if (ruling.verdict == VERDICT_NO_MOVE) {
        say_here(play, "hint", NULL);
    }
}

/* ---- commands: each returns false if the text behind its word (play->more) makes no sense ---- */

static bool list_moves(struct play *play)
{
    const char *square = play->more;
    char named[8] = "";
    nearest_square(square != NULL ? square : "", named);
    if (square != NULL && named[0] == '\0') {
        return false;
    }
    g_autoptr(GPtrArray) legal = match_decisions(match_of(play));
    g_autoptr(GString) chosen = g_string_new(NULL);
    guint count = 0;
    for (guint i = 0; i < legal->len; i++) {
        const char *move = legal->pdata[i];
        if (square == NULL || nearest_naming(move, square) != NAMING_NONE) {
            g_string_append_printf(chosen, "%s%s", count > 0 ? "  " : "", move);
            count++;
        }
    }
    say_here(play, count > 0 ? "list" : "list-none",
             with_number(pairs("square", named, NULL), "count", count));
    show(chosen->str);
    return true;
}

/* Takes back the last turn that was no forced pass, with the passes behind it. */
static bool take_back(const struct play *play)
{
    struct match *match = play->session->match;
    guint turns = match->turns->len;
    while (turns > 0 && g_array_index(match->turns, struct match_turn, turns - 1).forced) {
        turns--;
    }
    if (turns > 0) {
        play->session->match = match_at(match, turns - 1);
        match_free(match);
    }
    return turns > 0;
}

static bool undo(struct play *play)
{
    guint64 wanted = 1;
    if (play->more != NULL &&
        !g_ascii_string_to_unsigned(play->more, 10, 1, UNDO_MOST, &wanted, NULL)) {
        return false;
    }
    guint taken = 0;
    while (taken < wanted && take_back(play)) {
        taken++;
    }
    while (play->level > 0 && actor(play) != play->person && take_back(play)) {
        taken++; /* a turn of the program */
    }
    const guint left = match_of(play)->turns->len;
    program_plays(play); /* if it began the match */
    if (taken == 0) {
        say_here(play, "undo-nothing", NULL);
        return true;
    }
    show_board(play, phrase_here("undone", with_number(values_new(), "count", taken)), left, false);
    return true;
}

static bool board(struct play *play)
{
    show_board(play, NULL, match_of(play)->turns->len, true);
    return true;
}

static bool history(struct play *play)
{
    const struct match *match = match_of(play);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < match->turns->len; i++) {
        g_string_append_printf(text, "%s%u. %s", i > 0 ? "  " : "", i + 1, turn_text(match, i));
    }
    if (match->turns->len == 0) {
        say_here(play, "history-none", NULL);
    }
    show(text->str);
    return true;
}

static bool position(struct play *play)
{
    g_autofree char *text = match_position(match_of(play));
    puts(text);
    return true;
}

/* Help on a topic: `rules` is the game's page, any other topic that of a letter. */
static bool help(struct play *play)
{
    const char *topic = play->more;
    if (topic == NULL) {
        show(words_page(play->run.words, "cli/play-commands"));
        return true;
    }
    const bool rules = g_ascii_strcasecmp(topic, "rules") == 0;
    struct phrase *text = help_topic(play->run.words, rules ? match_of(play)->game->name : topic);
    show_phrase(play, text != NULL ? text : phrase_here("no-topic", NULL));
    return true;
}

/* Ends the match for the seat to move, and says the words of `key`. */
static bool end(const struct play *play, const char *ending, const char *key)
{
    const int seat = actor(play);
    const guint turns = match_of(play)->turns->len;
    if (seat < 0 || !match_record(play->session->match, seat, ending, NULL)) {
        say_here(play, "over-already", NULL);
        return true;
    }
    match_pass(play->session->match);
    show_board(play, phrase_here(key, who(play, seat)), turns + 1, false);
    return true;
}

static bool resign(struct play *play)
{
    return end(play, MATCH_RESIGN, "resigned");
}

/* True if the program, asked by the person to move, agrees to a draw: it does not stand much
 * better. */
static bool program_agrees(const struct play *play)
{
    if (play->level == 0 || actor(play) < 0) {
        return true;
    }
    struct thought thought;
    think_turn(match_of(play), play->level, 0, THINK_TIME_MOST, &thought);
    g_free(thought.turn);
    return -thought.score <= THINK_EVEN;
}

static bool draw(struct play *play)
{
    if (!program_agrees(play)) {
        say_here(play, "draw-refused", NULL);
        return true;
    }
    return end(play, "draw", "agreed");
}

static bool quit(struct play *play)
{
    play->done = true;
    return true;
}

/* No game has moves that begin like these. All work as a word alone on its line; some take
 * another word. */
static const struct {
    const char *form;
    bool (*run)(struct play *play);
} commands[] = {
    { "moves [SQUARE]", list_moves },
    { "undo [NUMBER]", undo },
    { "board", board },
    { "history", history },
    { "position", position },
    { "help [TOPIC]", help },
    { "resign", resign },
    { "draw", draw },
    { "quit", quit },
};

/* If a line begins with a command, does what it asks for and returns true. */
static bool run_command(struct play *play, const char *line)
{
    const gsize length = strcspn(line, " ");
    const char *behind = line + length + strspn(line + length, " ");
    play->more = *behind != '\0' ? behind : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        const char *form = commands[i].form;
        if (strcspn(form, " ") == length && g_ascii_strncasecmp(line, form, length) == 0) {
            if ((play->more != NULL && form[length] == '\0') || !commands[i].run(play)) {
                say_here(play, "misused", pairs("form", form, NULL));
            }
            return true;
        }
    }
    return false;
}

/* ---- line by line ---- */

static void greet(const struct play *play)
{
    const struct match *match = match_of(play);
    const guint turns = match->turns->len;
    match_pass(play->session->match);
    program_plays(play);
    struct values *values = with_phrase(values_new(), "title", phrase_title(match->game));
    with_text(values, "example", match_example(match));
    with_number(values, "level", play->level); /* 0: no level was chosen */
    with_number(values, "seat", play->person + 1);
    show_board(play, phrase_here("hello", values), turns, true);
}

/* Asks for a line. The line is plain text, and a longer one than any turn is cut; NULL at the end
 * of the input. Free with g_free. */
static char *ask_line(const struct play *play)
{
    g_autofree char *prompt =
        operator_words(&play->run, phrase_here("prompt", who(play, actor(play))));
    fputs(prompt, stdout);
    fflush(stdout);
    char *bytes = NULL;
    size_t size = 0;
    const ssize_t length = getline(&bytes, &size, stdin);
    g_autofree char *text = g_utf8_make_valid(bytes, CLAMP(length, 0, MATCH_LINE_MAX + 1));
    free(bytes);
    char *line = length < 0 ? NULL : g_strstrip(plain_text(text, -1));
    if (line == NULL || !isatty(STDIN_FILENO)) { /* so that the output reads as if it were typed */
        cli_print_any(line != NULL ? line : "", line != NULL ? strlen(line) : 0);
        putchar('\n');
    }
    return line;
}

static void play_lines(struct play *play)
{
    greet(play);
    while (!play->done) {
        g_autofree char *line = ask_line(play);
        if (line == NULL) {
            return;
        }
        if (*line != '\0' && !run_command(play, line)) {
            play_line(play, line);
        }
    }
}

static bool play_match(struct act *act)
{
    gint64 level = 0, seat = 0;
    struct play play = { .run.words = act->server->words };
    if (!act_board_form(act, &play.form) || !act_number(act, "level", 0, THINK_LEVELS, &level) ||
        !act_number(act, "seat", 1, act->match->options.setup.seats, &seat)) {
        return false;
    }
    play.level = (int)level;
    play.person = (int)MAX(seat, 1) - 1;
    play.side = seat > 0 || level > 0 ? play.person : -1;
    g_autoptr(MatchSession) session =
        session_of_match(&play.run, act->match->game, match_copy(act->match));
    play.session = session;
    play_lines(&play);
    return true;
}

const struct part cli_play[] = {
    { NULL, 1, 1, "from= after= board= level# seat#", .position = POSITION_PLAYED,
      .run = play_match },
    { 0 },
};
