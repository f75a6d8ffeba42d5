#include "cli/sitting.h"

#include <string.h>

#include "base/random.h"
#include "cli/terminal.h"
#include "commands/help.h"
#include "letters/run.h"
#include "match/nearest.h"
#include "play/session.h"
#include "play/turn_words.h"
#include "render/template.h"
#include "think/think.h"

enum { UNDO_MOST = 10000 };

struct sitting {
    const struct words *words;
    struct hotseat *hotseat;
    struct run run;          /* for its words; nothing is stored */
    struct session *session; /* finds the words of letters; its match is set before each use */
    int side;                /* the seat from whose side boards are drawn, or -1 */
    enum diagram_form form;
    int level;  /* at which a program plays all seats but `person`; 0: people play all of them */
    int person; /* a seat */
    bool done;
    const char *more; /* the rest of the line behind the command's word; NULL: nothing */
    GString *out;     /* the answer to the line so far */
};

/* ---- words ---- */

/* Adds a text to the answer, in lines that fit. */
static void show(const struct sitting *sitting, const char *text)
{
    g_autofree char *filled = template_fill(text, TERMINAL_COLUMNS);
    g_string_append(sitting->out, filled);
    if (*filled != '\0' && !g_str_has_suffix(filled, "\n")) {
        g_string_append_c(sitting->out, '\n');
    }
}

/* Words of this page. Free with g_free. */
static char *words_here(const struct sitting *sitting, const char *key, struct values *values)
{
    return words_say(sitting->words, "play", key, values);
}

static void say_here(const struct sitting *sitting, const char *key, struct values *values)
{
    g_autofree char *text = words_here(sitting, key, values);
    show(sitting, text);
}

/* Words about a number of things: the value "one" is set if the number is 1. Free with g_free. */
static char *words_of_count(const struct sitting *sitting, const char *key, guint count,
                            const char *square)
{
    g_autofree char *number = g_strdup_printf("%u", count);
    return words_here(sitting, key,
                      pairs("count", number, "one", count == 1 ? number : NULL, "begun",
                            sitting->hotseat->begun->str, "square", square, NULL));
}

/* The session with the match as the players see it. */
static struct session *session_seen(const struct sitting *sitting)
{
    sitting->session->match = (struct match *)hotseat_seen(sitting->hotseat);
    return sitting->session;
}

/* The session with the match of the record, which has only whole turns. */
static struct session *session_recorded(const struct sitting *sitting)
{
    sitting->session->match = sitting->hotseat->match;
    return sitting->session;
}

static int actor(const struct sitting *sitting)
{
    return match_actor(sitting->hotseat->match);
}

/* ---- the board ---- */

/* Shows the board, what has led to it ("": nothing), how the match stands, the options (NULL:
 * none), and what the signs on the board mean. */
static void show_board(const struct sitting *sitting, const char *news, const char *options,
                       bool signs)
{
    g_autofree char *board =
        session_diagram(session_seen(sitting), sitting->side, FLIP_ON, sitting->form, !signs);
    g_autofree char *last = session_last_turns(session_recorded(sitting), -1);
    struct session *seen = session_seen(sitting);
    g_autofree char *status = sentence_say(seen->run, session_status(seen, -1));
    g_autofree char *over = actor(sitting) < 0 ? words_here(sitting, "over", NULL) : NULL;
    g_autofree char *all =
        over == NULL ? g_strconcat(news, *news != '\0' ? " " : "", status, NULL)
                     : g_strconcat(news, *news != '\0' ? "\n" : "", status, "\n", over, NULL);
    g_autofree char *warnings = session_warnings(session_seen(sitting), actor(sitting));
    g_autofree char *text =
        template_render(words_page(sitting->words, "cli/play-board"),
                        pairs("diagram", g_strchomp(board), "last", last, "options", options,
                              "news", all, "warnings", g_strchomp(warnings), NULL),
                        NULL);
    g_string_append_c(sitting->out, '\n');
    show(sitting, text);
}

static void show_news(const struct sitting *sitting, const char *news)
{
    show_board(sitting, news, NULL, false);
}

/* Shows the board with some words, and the turns from `first` on. */
static void show_played(const struct sitting *sitting, const char *words, guint first,
                        const char *options, bool signs)
{
    const struct turn_news news = { .first = first, .all_chosen = true };
    const bool played = sitting->hotseat->match->turns->len > first;
    g_autofree char *turns = played ? turn_news_words(session_recorded(sitting), &news, -1) : NULL;
    g_autofree char *all = g_strconcat(words, played ? "\n" : "", turns, NULL);
    show_board(sitting, all, options, signs);
}

/* ---- turns ---- */

/* Lets the program play until it is the person's turn. */
static void program_plays(const struct sitting *sitting)
{
    const struct match *match = sitting->hotseat->match;
    while (sitting->level > 0 && actor(sitting) >= 0 && actor(sitting) != sitting->person &&
           match->result.place[sitting->person] == 0) {
        struct thought thought;
        g_auto(Ruling) ruling = { 0 };
        think_turn(hotseat_seen(sitting->hotseat), sitting->level, random_below(G_MAXUINT32),
                   THINK_TIME_MOST, &thought);
        g_autofree char *turn = thought.turn;
        g_autofree char *line = g_strconcat(turn, thought.costly ? "!" : "", NULL);
        const enum verdict verdict = hotseat_play(sitting->hotseat, line, &ruling);
        g_assert(verdict == VERDICT_PLAYED);
    }
}

static void play_line(struct sitting *sitting, const char *line)
{
    g_auto(Ruling) ruling = { 0 };
    const struct turn_news news = { .first = sitting->hotseat->match->turns->len,
                                    .all_chosen = true };
    enum verdict verdict = hotseat_play(sitting->hotseat, line, &ruling);
    if (verdict == VERDICT_PLAYED) {
        program_plays(sitting);
        g_autofree char *words = turn_news_words(session_recorded(sitting), &news, -1);
        show_news(sitting, words);
    } else if (hotseat_goes_on(&ruling)) {
        const struct hotseat *hotseat = sitting->hotseat;
        g_autofree char *begun =
            words_here(sitting, "begun", pairs("begun", hotseat->begun->str, NULL));
        g_autoptr(GString) words = g_string_new(begun);
        turn_append_effects(words, session_seen(sitting), hotseat->match->turns->len);
        show_news(sitting, words->str);
    } else {
        g_autofree char *words = turn_ruling_words(session_seen(sitting), &ruling, line);
        show(sitting, words);
        if (verdict == VERDICT_NO_MOVE) {
            say_here(sitting, "hint", NULL);
        }
    }
}

/* ---- commands: each returns false if the text behind its word (sitting->more) makes no sense
 * ---- */

static void show_columns(const struct sitting *sitting, const GPtrArray *texts)
{
    g_autofree char *text = columns_text(texts, TERMINAL_COLUMNS);
    g_string_append(sitting->out, text);
}

static bool list_moves(struct sitting *sitting)
{
    const char *square = sitting->more;
    char named[8] = "";
    nearest_square(square != NULL ? square : "", named);
    if (square != NULL && named[0] == '\0') {
        return false;
    }
    g_autoptr(GPtrArray) legal = match_decisions(hotseat_seen(sitting->hotseat));
    g_autoptr(GPtrArray) chosen = g_ptr_array_new();
    for (guint i = 0; i < legal->len; i++) {
        if (square == NULL || nearest_naming(legal->pdata[i], square) != NAMING_NONE) {
            g_ptr_array_add(chosen, legal->pdata[i]);
        }
    }
    g_autofree char *heading =
        words_of_count(sitting, chosen->len > 0 ? "list" : "list-none", chosen->len, named);
    show(sitting, heading);
    show_columns(sitting, chosen);
    return true;
}

static bool undo(struct sitting *sitting)
{
    const char *steps = sitting->more;
    guint64 wanted = 1;
    if (steps != NULL && !g_ascii_string_to_unsigned(steps, 10, 1, UNDO_MOST, &wanted, NULL)) {
        return false;
    }
    guint taken = hotseat_undo(sitting->hotseat, (guint)wanted);
    for (guint more = taken; sitting->level > 0 && actor(sitting) != sitting->person && more > 0;
         taken += more) {
        more = hotseat_undo(sitting->hotseat, 1); /* turns of the program */
    }
    const guint left = sitting->hotseat->match->turns->len;
    program_plays(sitting); /* if it began the match */
    if (taken == 0) {
        say_here(sitting, "undo-nothing", NULL);
        return true;
    }
    g_autofree char *undone = words_of_count(sitting, "undone", taken, NULL);
    show_played(sitting, undone, left, NULL, false);
    return true;
}

static bool board(struct sitting *sitting)
{
    const char *seat = sitting->more;
    const int seats = sitting->hotseat->match->options.setup.seats;
    guint64 side = 0;
    if (seat != NULL && !g_ascii_string_to_unsigned(seat, 10, 0, (guint64)seats, &side, NULL)) {
        g_autofree char *count = g_strdup_printf("%d", seats);
        say_here(sitting, "no-side", pairs("count", count, NULL));
        return true;
    }
    if (seat != NULL) {
        sitting->side = (int)side - 1;
    }
    show_board(sitting, "", NULL, true);
    return true;
}

static bool history(struct sitting *sitting)
{
    const GArray *turns = sitting->hotseat->match->turns;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < turns->len; i++) {
        const struct match_turn *turn = &g_array_index(turns, struct match_turn, i);
        g_ptr_array_add(texts, g_strdup_printf("%u. %s", i + 1, turn->text));
    }
    if (turns->len == 0) {
        say_here(sitting, "history-none", NULL);
    }
    show_columns(sitting, texts);
    return true;
}

static bool position(struct sitting *sitting)
{
    g_autofree char *text = match_position(hotseat_seen(sitting->hotseat));
    g_string_append_printf(sitting->out, "%s\n", text);
    return true;
}

/* Help on a topic: `rules` is the game's page, any other topic that of a letter. */
static bool help(struct sitting *sitting)
{
    const char *topic = sitting->more;
    if (topic == NULL) {
        show(sitting, words_page(sitting->words, "cli/play-commands"));
        return true;
    }
    const char *game = sitting->hotseat->match->game->name;
    g_autofree char *text =
        help_topic(sitting->words, g_ascii_strcasecmp(topic, "rules") == 0 ? game : topic);
    if (text != NULL) {
        show(sitting, text);
    } else {
        say_here(sitting, "no-topic", NULL);
    }
    return true;
}

/* Ends the match for the seat to move, and says the words of `key`. */
static bool end(struct sitting *sitting, const char *ending, const char *key)
{
    const int seat = actor(sitting);
    const guint turns = sitting->hotseat->match->turns->len;
    if (seat < 0 || !hotseat_end(sitting->hotseat, ending)) {
        say_here(sitting, "over-already", NULL);
        return true;
    }
    g_autofree char *ended =
        words_here(sitting, key, pairs("who", sitting->session->label[seat], NULL));
    const struct turn_news news = { .first = turns + 1, .all_chosen = true };
    g_autofree char *after = turn_news_words(session_recorded(sitting), &news, -1);
    const bool stops = sitting->level > 0 && actor(sitting) >= 0;
    g_autofree char *stopped = stops ? words_here(sitting, "program-stops", NULL) : g_strdup("");
    g_autofree char *words =
        g_strconcat(ended, *after != '\0' ? "\n" : "", after, stops ? "\n" : "", stopped, NULL);
    show_news(sitting, words);
    return true;
}

static bool resign(struct sitting *sitting)
{
    return end(sitting, "resign", "resigned");
}

/* True if the program, asked by the person to move, agrees to a draw: it does not stand much
 * better. */
static bool program_agrees(const struct sitting *sitting)
{
    if (sitting->level == 0 || actor(sitting) < 0) {
        return true;
    }
    struct thought thought;
    think_turn(hotseat_seen(sitting->hotseat), sitting->level, 0, THINK_TIME_MOST, &thought);
    g_free(thought.turn);
    return -thought.score <= THINK_EVEN;
}

static bool draw(struct sitting *sitting)
{
    if (!program_agrees(sitting)) {
        say_here(sitting, "draw-refused", NULL);
        return true;
    }
    return end(sitting, "draw", "agreed");
}

static bool restart(struct sitting *sitting)
{
    hotseat_restart(sitting->hotseat);
    program_plays(sitting);
    g_autofree char *begun = words_here(sitting, "new", NULL);
    show_played(sitting, begun, 0, NULL, false);
    return true;
}

static bool restart_when_over(struct sitting *sitting)
{
    if (actor(sitting) >= 0 && sitting->hotseat->match->turns->len > 0) {
        say_here(sitting, "new-running", NULL);
        return true;
    }
    return restart(sitting);
}

static bool quit(struct sitting *sitting)
{
    sitting->done = true;
    return true;
}

/* No game has moves that begin like these. All work as a word alone on its line; some take
 * another word. */
static const struct command_of_play {
    const char *word;
    const char *form;
    bool takes_more;
    bool (*run)(struct sitting *sitting);
} commands[] = {
    { "moves", "moves [SQUARE]", true, list_moves },
    { "undo", "undo [NUMBER]", true, undo },
    { "board", "board [NUMBER]", true, board },
    { "history", "history", false, history },
    { "position", "position", false, position },
    { "help", "help [TOPIC]", true, help },
    { "?", "?", false, help },
    { "resign", "resign", false, resign },
    { "draw", "draw", false, draw },
    { "new", "new", false, restart_when_over },
    { "new!", "new!", false, restart },
    { "quit", "quit", false, quit },
    { "exit", "exit", false, quit },
};

/* If a line begins with a command, does what it asks for and returns true. */
static bool run_command(struct sitting *sitting, const char *line)
{
    const gsize length = strcspn(line, " ");
    const char *behind = line + length + strspn(line + length, " ");
    sitting->more = *behind != '\0' ? behind : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        const struct command_of_play *command = &commands[i];
        if (strlen(command->word) == length &&
            g_ascii_strncasecmp(line, command->word, length) == 0) {
            if ((sitting->more != NULL && !command->takes_more) || !command->run(sitting)) {
                say_here(sitting, "misused", pairs("form", command->form, NULL));
            }
            return true;
        }
    }
    return false;
}

/* ---- line by line ---- */

/* Takes the answer so far. Free with g_free. */
static char *take_said(struct sitting *sitting)
{
    char *said = g_strdup(sitting->out->str);
    g_string_truncate(sitting->out, 0);
    return said;
}

char *sitting_greeting(struct sitting *sitting)
{
    const struct match *match = sitting->hotseat->match;
    const guint turns = match->turns->len;
    program_plays(sitting);
    g_autofree char *example = match_example(hotseat_seen(sitting->hotseat));
    g_autofree char *options = options_text(&match->options, match->game);
    g_autofree char *level = sitting->level > 0 ? g_strdup_printf("%d", sitting->level) : NULL;
    g_autofree char *seat = g_strdup_printf("%d", sitting->person + 1);
    g_autofree char *hello =
        words_here(sitting, "hello",
                   pairs("title", words_get(sitting->words, match->game->name, "title"), "example",
                         example, "level", level, "seat", seat, NULL));
    show_played(sitting, hello, turns, options, true);
    return take_said(sitting);
}

char *sitting_prompt(const struct sitting *sitting)
{
    const int seat = actor(sitting);
    return seat < 0 ? words_here(sitting, "prompt-over", NULL)
                    : words_here(sitting, "prompt",
                                 pairs("who", sitting->session->label[seat], "begun",
                                       sitting->hotseat->begun->str, NULL));
}

char *sitting_line(struct sitting *sitting, const char *line)
{
    if (line == NULL) {
        say_here(sitting, "too-long", NULL);
    } else if (*line != '\0' && !run_command(sitting, line)) {
        play_line(sitting, line);
    }
    return take_said(sitting);
}

bool sitting_done(const struct sitting *sitting)
{
    return sitting->done;
}

const struct hotseat *sitting_hotseat(const struct sitting *sitting)
{
    return sitting->hotseat;
}

/* ---- begin and end ---- */

struct sitting *sitting_new(const struct words *words, struct match *match_taken,
                            enum diagram_form form)
{
    struct sitting *sitting = g_new0(struct sitting, 1);
    sitting->words = words;
    sitting->run.words = words;
    sitting->hotseat = hotseat_new(match_taken);
    sitting->session =
        session_of_match(&sitting->run, sitting->hotseat->match->game, sitting->hotseat->match);
    sitting->side = -1;
    sitting->form = form;
    sitting->out = g_string_new(NULL);
    return sitting;
}

void sitting_set_program(struct sitting *sitting, int level, int person)
{
    sitting->level = level;
    sitting->person = person;
    sitting->side = person;
}

void sitting_free(struct sitting *sitting)
{
    if (sitting != NULL) {
        sitting->session->match = NULL; /* it belongs to the hot seat */
        session_free(sitting->session);
        hotseat_free(sitting->hotseat);
        g_string_free(sitting->out, TRUE);
        g_free(sitting);
    }
}

GPtrArray *sitting_completions(void *data)
{
    const struct sitting *sitting = data;
    GPtrArray *words = match_decisions(hotseat_seen(sitting->hotseat));
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (g_ascii_isalpha(commands[i].word[0])) {
            g_ptr_array_add(words, g_strdup(commands[i].word));
        }
    }
    return words;
}
