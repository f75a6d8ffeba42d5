/* postmove play: people at one terminal, with the boards and words of letters. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/hotseat.h"
#include "cli/position.h"
#include "cli/terminal.h"
#include "match/nearest.h"
#include "office/help.h"
#include "office/letters.h"
#include "office/play.h"
#include "view/columns.h"
#include "view/template.h"

enum { UNDO_MOST = 10000 };

/* An evening at the terminal. */
struct sitting {
    const struct words *words;
    struct hotseat *hotseat;
    struct desk *desk; /* says what letters say; its match is set before it is asked */
    struct terminal *terminal;
    int side; /* the seat from whose side boards are drawn, or -1 */
    bool done;
};

static const struct words_need needs[] = {
    { NULL, "cli/play-commands", "" },
    { "play", "hello", "title example" },
    { "play", "options", "options" },
    { "play", "prompt", "who begun" },
    { "play", "prompt-over", "" },
    { "play", "begun", "begun" },
    { "play", "list", "count one begun square" },
    { "play", "list-none", "square" },
    { "play", "history-none", "" },
    { "play", "undone", "count one" },
    { "play", "undo-nothing", "" },
    { "play", "resigned", "who" },
    { "play", "agreed", "" },
    { "play", "over-already", "" },
    { "play", "over", "" },
    { "play", "new-running", "" },
    { "play", "new", "" },
    { "play", "no-side", "count" },
    { "play", "no-topic", "" },
    { "play", "misused", "form" },
    { "play", "hint", "" },
    { "play", "too-long", "" },
};

/* ---- words ---- */

/* Writes a text in lines that fit. */
static void show(const char *text)
{
    g_autofree char *filled = template_fill(text, TERMINAL_COLUMNS);
    const gsize length = strlen(filled);
    printf("%s%s", filled, length > 0 && filled[length - 1] == '\n' ? "" : "\n");
}

static void say_here(const struct sitting *sitting, const char *key, GVariant *values)
{
    g_autofree char *text =
        words_say(sitting->words, "play", key, values != NULL ? values : pairs(NULL, NULL));
    show(text);
}

/* Says a number of things: "one" has a value where it is a single one. */
static void say_count(const struct sitting *sitting, const char *key, guint count,
                      const char *square)
{
    g_autofree char *number = g_strdup_printf("%u", count);
    say_here(sitting, key,
             pairs("count", number, "one", count == 1 ? number : NULL, "begun",
                   sitting->hotseat->begun->str, "square", square, NULL));
}

/* The desk with the match as it lies on the table. */
static struct desk *desk_seen(const struct sitting *sitting)
{
    sitting->desk->match = (struct match *)hotseat_seen(sitting->hotseat);
    return sitting->desk;
}

/* The desk with the match of whole turns. */
static struct desk *desk_recorded(const struct sitting *sitting)
{
    sitting->desk->match = sitting->hotseat->match;
    return sitting->desk;
}

static int actor(const struct sitting *sitting)
{
    return match_actor(sitting->hotseat->match);
}

/* ---- the board ---- */

static void show_board(const struct sitting *sitting)
{
    const struct desk *desk = desk_seen(sitting);
    g_autofree char *status = desk_status(desk, -1);
    g_autofree char *warnings = desk_warnings(desk, actor(sitting));
    g_autofree char *diagram = desk_diagram_flipped(desk, sitting->side, FLIP_ON);
    g_autofree char *last = desk_last_turns(desk_recorded(sitting));
    g_autofree char *text =
        template_render(words_page(sitting->words, "letters/position"),
                        pairs("status", status, "warnings", warnings, "diagram",
                              g_strchomp(diagram), "last", last, "options", NULL, NULL),
                        NULL);
    putchar('\n');
    show(text);
    putchar('\n');
    if (actor(sitting) < 0) {
        say_here(sitting, "over", NULL);
    }
}

/* A legal decision, to show how one is written; "" if the match is over. */
static char *example(const struct sitting *sitting)
{
    g_autoptr(GPtrArray) decisions = match_decisions(hotseat_seen(sitting->hotseat));
    return g_strdup(decisions->len > 0 ? decisions->pdata[0] : "");
}

static void greet(const struct sitting *sitting)
{
    const struct match *match = sitting->hotseat->match;
    g_autofree char *legal = example(sitting);
    g_autofree char *options = options_text(&match->options, match->game);
    say_here(sitting, "hello",
             pairs("title", words_get(sitting->words, match->game->name, "title"), "example", legal,
                   NULL));
    if (*options != '\0') {
        say_here(sitting, "options", pairs("options", options, NULL));
    }
    show_board(sitting);
}

/* ---- turns ---- */

static void play_line(struct sitting *sitting, const char *line)
{
    g_auto(Ruling) ruling = { 0 };
    const struct play_news news = { .first = sitting->hotseat->match->turns->len, .by_hand = true };
    enum verdict verdict = hotseat_play(sitting->hotseat, line, &ruling);
    if (verdict == VERDICT_PLAYED) {
        g_autofree char *words = play_news_words(desk_recorded(sitting), &news, -1);
        show(words);
        show_board(sitting);
    } else if (hotseat_goes_on(&ruling)) {
        say_here(sitting, "begun", pairs("begun", sitting->hotseat->begun->str, NULL));
        show_board(sitting);
    } else {
        g_autofree char *words = play_ruling_words(desk_seen(sitting), &ruling, line);
        show(words);
        if (verdict == VERDICT_NO_MOVE) {
            say_here(sitting, "hint", NULL);
        }
    }
}

/* ---- commands: each gets what stands behind its word, or NULL; false: that
 * makes no sense ---- */

static void show_columns(const GPtrArray *texts)
{
    g_autofree char *text = columns_text(texts, TERMINAL_COLUMNS);
    fputs(text, stdout);
}

static bool list_moves(struct sitting *sitting, const char *square)
{
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
    say_count(sitting, chosen->len > 0 ? "list" : "list-none", chosen->len, named);
    show_columns(chosen);
    return true;
}

static bool undo(struct sitting *sitting, const char *steps)
{
    guint64 wanted = 1;
    if (steps != NULL && !g_ascii_string_to_unsigned(steps, 10, 1, UNDO_MOST, &wanted, NULL)) {
        return false;
    }
    const guint taken = hotseat_undo(sitting->hotseat, (guint)wanted);
    if (taken == 0) {
        say_here(sitting, "undo-nothing", NULL);
        return true;
    }
    say_count(sitting, "undone", taken, NULL);
    show_board(sitting);
    return true;
}

static bool board(struct sitting *sitting, const char *seat)
{
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
    show_board(sitting);
    return true;
}

static bool history(struct sitting *sitting, const char *nothing)
{
    const GArray *turns = sitting->hotseat->match->turns;
    (void)nothing;
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < turns->len; i++) {
        const struct match_turn *turn = &g_array_index(turns, struct match_turn, i);
        g_ptr_array_add(texts, g_strdup_printf("%u. %s", i + 1, turn->text));
    }
    if (turns->len == 0) {
        say_here(sitting, "history-none", NULL);
    }
    show_columns(texts);
    return true;
}

static bool position(struct sitting *sitting, const char *nothing)
{
    (void)nothing;
    g_autofree char *text = match_position(hotseat_seen(sitting->hotseat));
    printf("%s\n", text);
    return true;
}

/* `rules` is the game's page; any other topic, as in a mail. */
static bool help(struct sitting *sitting, const char *topic)
{
    if (topic == NULL) {
        show(words_page(sitting->words, "cli/play-commands"));
        return true;
    }
    const char *game = sitting->hotseat->match->game->name;
    g_autofree char *text =
        help_topic(sitting->words, g_ascii_strcasecmp(topic, "rules") == 0 ? game : topic);
    if (text != NULL) {
        show(text);
    } else {
        say_here(sitting, "no-topic", NULL);
    }
    return true;
}

/* Ends the match, and says `key`. */
static void end(struct sitting *sitting, const char *ending, const char *key)
{
    const int seat = actor(sitting);
    if (seat >= 0 && hotseat_end(sitting->hotseat, ending)) {
        say_here(sitting, key, pairs("who", sitting->desk->label[seat], NULL));
        show_board(sitting);
    } else {
        say_here(sitting, "over-already", NULL);
    }
}

static bool resign(struct sitting *sitting, const char *nothing)
{
    (void)nothing;
    end(sitting, "resign", "resigned");
    return true;
}

static bool draw(struct sitting *sitting, const char *nothing)
{
    (void)nothing;
    end(sitting, "draw", "agreed");
    return true;
}

static bool restart(struct sitting *sitting, const char *nothing)
{
    (void)nothing;
    hotseat_restart(sitting->hotseat);
    say_here(sitting, "new", NULL);
    show_board(sitting);
    return true;
}

static bool restart_when_over(struct sitting *sitting, const char *nothing)
{
    if (actor(sitting) >= 0 && sitting->hotseat->match->turns->len > 0) {
        say_here(sitting, "new-running", NULL);
        return true;
    }
    return restart(sitting, nothing);
}

static bool quit(struct sitting *sitting, const char *nothing)
{
    (void)nothing;
    sitting->done = true;
    return true;
}

/* No game has moves that begin so. A word alone on its line is enough for all;
 * some take another. */
static const struct command_of_play {
    const char *word;
    const char *form;
    bool takes_more;
    bool (*run)(struct sitting *sitting, const char *more);
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

/* Does what a line asks for if it begins with a command. */
static bool run_command(struct sitting *sitting, const char *line)
{
    const gsize length = strcspn(line, " ");
    const char *behind = line + length + strspn(line + length, " ");
    const char *more = *behind != '\0' ? behind : NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        const struct command_of_play *command = &commands[i];
        if (strlen(command->word) == length &&
            g_ascii_strncasecmp(line, command->word, length) == 0) {
            if ((more != NULL && !command->takes_more) || !command->run(sitting, more)) {
                say_here(sitting, "misused", pairs("form", command->form, NULL));
            }
            return true;
        }
    }
    return false;
}

/* ---- line by line ---- */

static GPtrArray *words_to_complete(void *data)
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

static char *prompt(const struct sitting *sitting)
{
    const int seat = actor(sitting);
    return seat < 0 ? words_say(sitting->words, "play", "prompt-over", NULL)
                    : words_say(sitting->words, "play", "prompt",
                                pairs("who", sitting->desk->label[seat], "begun",
                                      sitting->hotseat->begun->str, NULL));
}

static void take_line(struct sitting *sitting)
{
    g_autofree char *asking = prompt(sitting);
    g_autofree char *line = NULL;
    enum terminal_reading reading = terminal_read(sitting->terminal, asking, &line);
    if (reading == TERMINAL_END) {
        sitting->done = true;
    } else if (reading == TERMINAL_TOO_LONG) {
        say_here(sitting, "too-long", NULL);
    } else if (*line != '\0' && !run_command(sitting, line)) {
        play_line(sitting, line);
    }
}

static void sit_down(const struct words *words, struct match *match_taken)
{
    struct office office = { .words = words };
    g_autoptr(Hotseat) hotseat = hotseat_new(match_taken);
    g_autoptr(Desk) desk = desk_of_match(&office, match_taken->game, hotseat->match);
    struct sitting sitting = { .words = words, .hotseat = hotseat, .desk = desk, .side = -1 };
    g_autoptr(Terminal) terminal = terminal_new(words_to_complete, &sitting);
    sitting.terminal = terminal;
    greet(&sitting);
    while (!sitting.done) {
        take_line(&sitting);
    }
    desk->match = NULL; /* it belongs to the hot seat */
}

int cli_play(const struct invocation *invocation, int argc, char **argv)
{
    static const GOptionEntry entries[] = { { 0 } };
    g_autoptr(GError) error = NULL;
    g_autoptr(Match) match = NULL;
    (void)invocation; /* no configuration is needed */
    int code = cli_position(entries, 0, true, &argc, &argv, &match);
    if (code != CLI_GO_ON) {
        return code;
    }
    g_autoptr(Words) words = cli_words(NULL, &error);
    if (words == NULL || !office_words_ready(words, &error) ||
        !words_require(words, needs, G_N_ELEMENTS(needs), &error)) {
        return cli_fail(error);
    }
    sit_down(words, g_steal_pointer(&match));
    return 0;
}
