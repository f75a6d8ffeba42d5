/*
 * The reader of tests/games/GAME/NAME.game: games written down with what
 * must hold on the way. Each file is one test; each line one of
 *
 *   ; a comment
 *   game NAME [option=value ...]   begins a game
 *   game NAME [...] => KEY ...     options that the game refuses, and its note
 *   from POSITION                  goes on from that position
 *   from POSITION => KEY ...       a position that is refused
 *   e1-e2 d1-c1 ...                turns as the record has them; each is played
 *   leave SEAT                     a seat leaves
 *   + TEXT => MOVE                 reads as that legal move; it is not played
 *   ? TEXT => KEY ...              reads as an illegal move or as none; the note
 *   / TEXT => MOVE                 the legal move with the way it takes
 *   = POSITION                     the position text now
 *   # COUNT                        how many legal moves there are
 *   | ROW                          the next row of the board as drawn: 1 is a man of seat 1, not
 *                                  its sign; leading blanks count, but for the one behind `|`
 *   ^ KEY ...                      the next caption below it
 *   % KEY ...                      the next note of the tally
 *   * TEXT => none | KEY ...; ...  what the legal move does beside what its text says
 *   @ SEAT none | KEY ...; ...     what the seat is warned of
 *   ! none | first SEAT,... KEY ... [: PLACE ...]   who has the first place, or shares it
 *
 * A note is its key and arguments, "taken f5 player-2"; "none" stands for a
 * text that is no move at all. Every key met must have words.
 */
#include "games.h"
#include "row.h"

struct reading {
    const char *path;
    int line;
    const struct game *game;
    struct setup setup;
    struct position now;
    struct move last;
    bool moved;
    int row, caption, tally; /* of the drawing, the next to come */
    GKeyFile *words;
};

static void expect(const struct reading *reading, const char *found, const char *wanted)
{
    if (g_strcmp0(found, wanted) != 0) {
        g_test_message("%s:%d: \"%s\" where \"%s\" is expected", reading->path, reading->line,
                       found, wanted);
        g_test_fail();
    }
}

static void expect_words(struct reading *reading, const char *key)
{
    g_autofree char *path = g_strdup_printf("templates/en/%s.words", reading->game->name);
    g_autofree char *example = g_strdup_printf("tests/games/%s.words", reading->game->name);
    if (reading->words == NULL) {
        reading->words = g_key_file_new();
        g_assert_true(g_key_file_load_from_file(reading->words, path, G_KEY_FILE_NONE, NULL) ||
                      g_key_file_load_from_file(reading->words, example, G_KEY_FILE_NONE, NULL));
    }
    if (!g_str_equal(key, "match-over") &&
        !g_key_file_has_key(reading->words, reading->game->name, key, NULL)) {
        expect(reading, "no words", key);
    }
}

/* Checks a note against "key argument ...", or that there is none. */
static void expect_note(struct reading *reading, bool fine, const struct note *note,
                        const char *wanted)
{
    if (!fine && note->key == NULL) {
        g_error("%s:%d: games/%s.c refuses this with a note that has no key", reading->path,
                reading->line, reading->game->name);
    }
    g_autofree char *found = fine ? NULL : note_text(note);
    expect(reading, found, wanted);
    if (!fine) {
        expect_words(reading, note->key);
    }
}

/* Splits "A => B"; B is NULL if there is none. */
static char *cut_wanted(char *text)
{
    char *arrow = strstr(text, "=>");
    if (arrow == NULL) {
        return NULL;
    }
    *arrow = '\0';
    g_strchomp(text);
    return g_strstrip(arrow + 2);
}

static void begin(struct reading *reading)
{
    reading->row = 0;
    reading->caption = 0;
    reading->tally = 0;
}

static void start_game(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    char *options = strchr(text, ' ');
    if (options != NULL) {
        *options++ = '\0';
    }
    struct note note = { .key = NULL };
    reading->game = game_named(text);
    reading->setup = setup_for(reading->game, options == NULL ? "" : options);
    reading->moved = false;
    expect_note(reading, reading->game->setup(&reading->now, &reading->setup, &note), &note,
                wanted);
}

static void start_from(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    struct scan scan = scan_over(text);
    struct note note = { .key = NULL };
    struct position position;
    const bool fine = reading->game->decode(&position, &reading->setup, &scan, &note);
    expect_note(reading, fine, &note, wanted);
    if (fine) {
        reading->now = position;
        reading->moved = false;
    }
}

/* Reads all of the text as one move; the note says why it is none. */
static bool read_move(const struct reading *reading, const char *text, struct move *move,
                      struct note *note)
{
    struct scan scan = scan_over(text);
    const enum parsed parsed = reading->game->parse(&reading->now, &scan, move, note);
    if (parsed == PARSED_NONE || !scan_done(&scan)) {
        *note = (struct note){ .key = "none" };
        return false;
    }
    return parsed == PARSED_MOVE && reading->game->check(&reading->now, move, note);
}

static void play(struct reading *reading, const char *text)
{
    struct note note = { .key = NULL };
    struct move move;
    if (!read_move(reading, text, &move, &note)) {
        expect_note(reading, false, &note, text);
        return;
    }
    g_autofree char *printed = move_text(reading->game, &reading->now, &move);
    expect(reading, printed, text);
    reading->game->apply(&reading->now, &move);
    reading->last = move;
    reading->moved = true;
}

static void play_all(struct reading *reading, const char *line)
{
    g_auto(GStrv) turns = g_strsplit(line, " ", -1);
    for (char **turn = turns; *turn != NULL; turn++) {
        if (**turn != '\0') {
            play(reading, *turn);
        }
    }
}

static void read_as(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    struct note note = { .key = NULL };
    struct move move;
    const bool fine = read_move(reading, text, &move, &note);
    g_autofree char *found =
        fine ? move_text(reading->game, &reading->now, &move) : note_text(&note);
    expect(reading, found, wanted);
}

static void refuse_text(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    struct note note = { .key = NULL };
    struct move move;
    const bool fine = read_move(reading, text, &move, &note);
    if (!fine && g_strcmp0(note.key, "none") == 0) {
        expect(reading, "none", wanted);
        return;
    }
    expect_note(reading, fine, &note, wanted);
}

static void show_route(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    struct note note = { .key = NULL };
    struct move move, again;
    char buffer[1024];
    struct text route = text_in(buffer, sizeof buffer);
    if (!read_move(reading, text, &move, &note)) {
        expect_note(reading, false, &note, wanted);
        return;
    }
    const struct game *game = reading->game;
    (game->route != NULL ? game->route : game->print)(&reading->now, &move, &route);
    expect(reading, buffer, wanted);
    if (!read_move(reading, buffer, &again, &note) || memcmp(&move, &again, sizeof move) != 0) {
        expect(reading, "the way does not read back", wanted);
    }
}

static void expect_position(struct reading *reading, const char *wanted)
{
    g_autofree char *found = position_text(reading->game, &reading->now);
    expect(reading, found, wanted);
}

static void expect_count(struct reading *reading, const char *wanted)
{
    g_autofree char *found =
        g_strdup_printf("%zu", reading->game->moves(&reading->now, (struct move[1]){ { 0 } }, 1));
    expect(reading, found, wanted);
}

/* ---- the drawing, plainly: a character for each half cell that holds something ---- */

static char point_character(const struct point *point)
{
    const char *plain = ".1234567", *from = ":", *yard = ",";
    if (point->kind == POINT_PIECE) {
        return plain[point->owner + 1];
    }
    if (point->kind == POINT_WALL) {
        return (point->mark & MARK_UPRIGHT) != 0 ? '|' : '-';
    }
    if (point->kind == POINT_CROSSED) {
        return '+';
    }
    if ((point->mark & MARK_FROM) != 0) {
        return *from;
    }
    return (point->mark & MARK_YARD) != 0 ? *yard : *plain;
}

static char *draw_row(const struct figures *figures, int y)
{
    GString *row = g_string_new(NULL);
    g_string_set_size(row, figures->width + 3U);
    memset(row->str, ' ', row->len);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        if (point->y == y) {
            row->str[point->x] = point_character(point);
            if ((point->mark & MARK_TO) != 0) {
                row->str[point->x + 1] = '*';
            }
        }
    }
    for (int i = 0; i < figures->labels; i++) {
        const struct label *label = &figures->label[i];
        if (label->y == y) {
            memcpy(row->str + label->x, label->text, strlen(label->text));
        }
    }
    return g_strchomp(g_string_free(row, FALSE));
}

static struct figures *draw(const struct reading *reading)
{
    struct figures *figures = g_new(struct figures, 1);
    memset(figures, 0xff, sizeof *figures);
    reading->game->draw(&reading->now, &reading->last, reading->moved ? 1 : 0, figures);
    return figures;
}

static void expect_row(struct reading *reading, const char *wanted)
{
    g_autofree struct figures *figures = draw(reading);
    g_autofree char *found = draw_row(figures, reading->row);
    reading->row += 2;
    g_assert_cmpint(reading->row, <=, figures->height + 1);
    expect(reading, found, *wanted == ' ' ? wanted + 1 : wanted);
}

static void expect_caption(struct reading *reading, const char *wanted)
{
    g_autofree struct figures *figures = draw(reading);
    g_assert_cmpint(reading->caption, <, figures->captions);
    expect_note(reading, false, &figures->caption[reading->caption++], wanted);
}

static void expect_tally(struct reading *reading, const char *wanted)
{
    g_autofree struct figures *figures = draw(reading);
    g_assert_cmpint(reading->tally, <, figures->tallies);
    expect_note(reading, false, &figures->tally[reading->tally++], wanted);
}

/* ---- warnings and effects ---- */

/* "warn-vacate 3 2; warn-swap" */
static void expect_notes(struct reading *reading, const struct note *note, size_t count,
                         const char *wanted)
{
    g_autoptr(GString) found = g_string_new(count == 0 ? "none" : "");
    for (size_t i = 0; i < count; i++) {
        g_autofree char *text = note_text(&note[i]);
        g_string_append_printf(found, "%s%s", i == 0 ? "" : "; ", text);
        expect_words(reading, note[i].key);
    }
    expect(reading, found->str, wanted);
}

/* "1 warn-vacate 3 2" */
static void expect_warnings(struct reading *reading, char *wanted)
{
    struct note note[WARNINGS_MAX];
    const struct game *game = reading->game;
    const size_t count =
        game->warn == NULL ? 0 : game->warn(&reading->now, wanted[0] - '1', note, WARNINGS_MAX);
    expect_notes(reading, note, count, g_strstrip(wanted + 1));
}

static void expect_effects(struct reading *reading, char *text)
{
    const char *wanted = cut_wanted(text);
    struct note note = { .key = NULL }, effect[EFFECTS_MAX];
    struct move move;
    if (!read_move(reading, text, &move, &note)) {
        expect_note(reading, false, &note, wanted);
        return;
    }
    const struct game *game = reading->game;
    const size_t count =
        game->effects == NULL ? 0 : game->effects(&reading->now, &move, effect, EFFECTS_MAX);
    expect_notes(reading, effect, count, wanted);
}

/* ---- the result ---- */

static void expect_result(struct reading *reading, const char *wanted)
{
    struct result result;
    GString *found = g_string_new("none");
    reading->game->result(&reading->now, &result);
    if (result.over) {
        g_string_assign(found, "first");
        for (int seat = 0; seat < reading->setup.seats; seat++) {
            if (result.place[seat] == 1) {
                g_string_append_printf(found, "%c%d", found->len == 5 ? ' ' : ',', seat + 1);
            }
        }
        g_autofree char *ending = note_text(&result.ending);
        g_string_append_printf(found, " %s", ending);
        expect_words(reading, result.ending.key);
    }
    if (strchr(wanted, ':') != NULL) {
        g_string_append(found, " :");
        for (int seat = 0; seat < reading->setup.seats; seat++) {
            g_string_append_printf(found, " %d", result.place[seat]);
        }
    }
    expect(reading, found->str, wanted);
    g_string_free(found, TRUE);
    expect(reading, reading->game->actor(&reading->now) < 0 ? "over, says actor" : "says actor",
           result.over ? "over, says actor" : "says actor");
}

/* ---- lines ---- */

static void leave(struct reading *reading, const char *seat)
{
    reading->game->leave(&reading->now, seat[0] - '1');
}

static void read_line(struct reading *reading, char *line)
{
    char *rest = *line == '\0' ? line : line + 1;
    if (*line != '|') {
        g_strstrip(rest);
    }
    if (*line != '|' && *line != '^' && *line != '%') {
        begin(reading);
    }
    switch (*line) {
    case '\0':
    case ';':
        return;
    case '+':
        read_as(reading, rest);
        return;
    case '?':
        refuse_text(reading, rest);
        return;
    case '/':
        show_route(reading, rest);
        return;
    case '=':
        expect_position(reading, rest);
        return;
    case '#':
        expect_count(reading, rest);
        return;
    case '|':
        expect_row(reading, rest);
        return;
    case '^':
        expect_caption(reading, rest);
        return;
    case '%':
        expect_tally(reading, rest);
        return;
    case '*':
        expect_effects(reading, rest);
        return;
    case '@':
        expect_warnings(reading, rest);
        return;
    case '!':
        expect_result(reading, rest);
        return;
    default:
        break;
    }
    g_assert_true(reading->game != NULL || g_str_has_prefix(line, "game "));
    if (g_str_has_prefix(line, "game ")) {
        start_game(reading, g_strstrip(line + 5));
    } else if (g_str_has_prefix(line, "from ")) {
        start_from(reading, g_strstrip(line + 5));
    } else if (g_str_has_prefix(line, "leave ")) {
        leave(reading, g_strstrip(line + 6));
    } else {
        play_all(reading, line);
    }
}

static void read_file(gconstpointer path)
{
    struct reading reading = { .path = path };
    g_autofree char *contents = NULL;
    g_autoptr(GError) error = NULL;
    g_file_get_contents(path, &contents, NULL, &error);
    g_assert_no_error(error);
    g_auto(GStrv) lines = g_strsplit(contents, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        row_begins(path, ++reading.line);
        read_line(&reading, *line);
    }
    row_now[0] = '\0'; /* what failed has been told by its line */
    g_assert_nonnull(reading.game);
    g_clear_pointer(&reading.words, g_key_file_free);
}

static void add_folder(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;
    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *path = g_build_filename(folder, name, NULL);
        if (g_str_has_suffix(name, ".game")) {
            g_autofree char *test = g_strdup_printf("/transcript/%s", path);
            g_test_add_data_func_full(test, g_steal_pointer(&path), read_file, g_free);
        } else if (g_file_test(path, G_FILE_TEST_IS_DIR)) {
            add_folder(path);
        }
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_folder("tests/games");
    return g_test_run();
}
