#include "render/diagram.h"

#include <string.h>

#include "render/below.h"
#include "render/listing.h"
#include "render/sign.h"

enum {
    INDENT = 1,         /* blanks before each line */
    MARGIN_COLUMNS = 8, /* around what has coordinates: labels, names and marks reach out */
    MARGIN_ROWS = 3,
    RECORD_TEXT_MAX = 2 * POSITION_MAX, /* of a position or move */
    NAME_GAP = 2, /* between a row and the names at its ends: room for a mark */
};

/* The sheet of characters a board is drawn on, laid out around its figures as they lie after
 * turning. A half cell is one row high and `across` columns wide. */
struct sheet {
    const struct turned *board;
    int across;
    bool open; /* lines between the rows are drawn too */
    enum lettering lettering;
    int rows, columns;
    gunichar *cell; /* rows x columns, blanks at first */
};

/* ---- laying it out ---- */

/* With `wide` half cells are a column wider and there are lines between all rows. What would be too
 * wide for a letter is drawn with half cells that are narrower, down to one column. */
static void lay_out(struct sheet *sheet, bool wide)
{
    const struct range *all = &sheet->board->all;
    sheet->across = CLAMP(sheet->board->figures.across, 1, 2) + wide;
    sheet->open = sheet->board->figures.open || wide;
    const int halves = all->most.x - all->least.x;
    while (sheet->across > 1 && halves * sheet->across + 1 > DIAGRAM_COLUMNS_MAX - 2 * INDENT) {
        sheet->across--;
    }
    sheet->rows = all->most.y - all->least.y + 1 + 2 * MARGIN_ROWS;
    sheet->columns = halves * sheet->across + 1 + 2 * MARGIN_COLUMNS;
    gsize cells = (gsize)sheet->rows * (gsize)sheet->columns;
    sheet->cell = g_new0(gunichar, cells);
    for (gsize i = 0; i < cells; i++) {
        sheet->cell[i] = ' ';
    }
}

/* ---- writing on it ---- */

static int row_of(const struct sheet *sheet, int y)
{
    return y - sheet->board->all.least.y + MARGIN_ROWS;
}

static int column_of(const struct sheet *sheet, int x)
{
    return (x - sheet->board->all.least.x) * sheet->across + MARGIN_COLUMNS;
}

static inline gunichar *cell_at(const struct sheet *sheet, int row, int column)
{
    g_assert(row >= 0 && row < sheet->rows && column >= 0 && column < sheet->columns);
    return &sheet->cell[row * sheet->columns + column];
}

static void put(const struct sheet *sheet, int row, int column, gunichar character)
{
    *cell_at(sheet, row, column) = character;
}

static void put_text(const struct sheet *sheet, int row, int column, const char *text, int length)
{
    for (int i = 0; i < length; i++) {
        put(sheet, row, column + i, (gunichar)(unsigned char)text[i]);
    }
}

/* Puts text where all of it finds blanks; false, and nothing is put, elsewhere. */
static bool squeeze(const struct sheet *sheet, int row, int column, const char *text)
{
    const int length = (int)strlen(text);
    for (int i = 0; i < length; i++) {
        if (*cell_at(sheet, row, column + i) != ' ') {
            return false;
        }
    }
    put_text(sheet, row, column, text, length);
    return true;
}

/* ---- what the board is made of ---- */

static void draw_frame(const struct sheet *sheet)
{
    int top = row_of(sheet, sheet->board->points.least.y - 1);
    int bottom = row_of(sheet, sheet->board->points.most.y + 1);
    int left = column_of(sheet, sheet->board->points.least.x - 1);
    int right = column_of(sheet, sheet->board->points.most.x + 1);
    for (int row = top; row <= bottom; row++) {
        for (int column = left; column <= right; column++) {
            const int down = (row > top) + (row == bottom);
            const int across = (column > left) + (column == right);
            put(sheet, row, column, sign_frame(down, across, sheet->lettering));
        }
    }

    /* Crossings of the lines between squares hold the picture of an open board together; not where
     * it is open for its reader alone. */
    if (!sheet->board->figures.open) {
        return;
    }
    const struct range *points = &sheet->board->points;
    for (int y = points->least.y + 1; y < points->most.y; y += 2) {
        for (int x = points->least.x + 1; x < points->most.x; x += 2) {
            put(sheet, row_of(sheet, y), column_of(sheet, x), SIGN_CROSSED);
        }
    }
}

/* How far a bar reaches from its middle: across the square it borders on. */
static int bar_reach(const struct sheet *sheet, const struct bar *bar)
{
    return turned_is_upright(sheet->board, bar) ? 0 : sheet->across - 1;
}

static void draw_bar(const struct sheet *sheet, const struct bar *bar)
{
    struct spot spot = turned_spot(sheet->board, bar->x, bar->y);
    int column = column_of(sheet, spot.x);
    int reach = bar_reach(sheet, bar);
    for (int i = -reach; i <= reach; i++) {
        put(sheet, row_of(sheet, spot.y), column + i,
            sign_bar(bar, turned_is_upright(sheet->board, bar), sheet->lettering));
    }
}

/* ---- labels ---- */

/* Labels end at their place left of the board and begin at it on the right;
 * above and below they stand upright where they would touch the next one. */
static void draw_label(const struct sheet *sheet, const struct label *label)
{
    struct spot spot = turned_spot(sheet->board, label->x, label->y);
    int row = row_of(sheet, spot.y);
    int column = column_of(sheet, spot.x);
    int length = (int)strnlen(label->text, sizeof label->text);
    int down = 0;
    if (spot.x < sheet->board->points.least.x) {
        column -= length - 1;
    } else if (spot.x <= sheet->board->points.most.x) {
        down = length > 2 * sheet->across - 1;
        column -= down ? 0 : (length - 1) / 2;
        row -= down && spot.y < sheet->board->points.least.y ? length - 1 : 0;
    }
    for (int i = 0; i < length; i++) {
        put_text(sheet, row + i * down, column + i * !down, &label->text[i], 1);
    }
}

/* What turns by sixths has no files and ranks that stay at its edges: each row is labelled with the
 * names of the points at its ends, left (-1) and right (1). */
static void draw_row_names(const struct sheet *sheet)
{
    for (int i = 0; i < sheet->board->figures.points; i++) {
        const struct point *point = &sheet->board->figures.point[i];
        const struct spot spot = sheet->board->spot[i];
        const int length = (int)strnlen(point->name, sizeof point->name);
        for (int side = -1; side <= 1; side += 2) {
            const struct spot next = { spot.x + 2 * side, spot.y };
            if (turned_point_at(sheet->board, next) == NULL) {
                const int column = column_of(sheet, spot.x) + side * (NAME_GAP + 1);
                put_text(sheet, row_of(sheet, spot.y), column - (side < 0 ? length - 1 : 0),
                         point->name, length);
            }
        }
    }
}

/* ---- marks ---- */

/*
 * Marks take the room that is left, the more important ones first: the size of a piece's cap and
 * the ! of a piece that needs attention go before the brackets of the last move. Two neighbours
 * share a place on which a bracket of each falls; where a ! or a bar has the place of one bracket
 * the other is still drawn. Marks that find no room at all are told below the board.
 */

/* Draws what stands behind a piece. Gives the column behind it. */
static int draw_suffix(const struct sheet *sheet, int index)
{
    const struct point *point = &sheet->board->figures.point[index];
    const char *attention = point->mark & MARK_FORCED ? "!" : "";
    char suffix[SIGN_NUMBER_BYTES + 1];
    sign_number(point, suffix);
    g_strlcat(suffix, attention, sizeof suffix);
    int row = row_of(sheet, sheet->board->spot[index].y);
    int behind = column_of(sheet, sheet->board->spot[index].x) + 1;
    if (squeeze(sheet, row, behind, suffix)) {
        return behind + (int)strlen(suffix);
    }
    return behind + (squeeze(sheet, row, behind, attention) ? (int)strlen(attention) : 0);
}

/* A bar that lies flat has its brackets at its own ends. */
static void draw_bar_brackets(const struct sheet *sheet, const struct bar *bar)
{
    struct spot spot = turned_spot(sheet->board, bar->x, bar->y);
    int row = row_of(sheet, spot.y);
    int column = column_of(sheet, spot.x);
    int reach = bar_reach(sheet, bar);
    if ((bar->mark & MARK_TO) == 0) {
        return;
    }
    if (reach > 0) {
        put(sheet, row, column - reach, '[');
        put(sheet, row, column + reach, ']');
    } else {
        squeeze(sheet, row, column - 1, "[");
        squeeze(sheet, row, column + 1, "]");
    }
}

static void draw_marks(const struct sheet *sheet)
{
    const struct figures *figures = &sheet->board->figures;
    int behind[POINTS_MAX] = { 0 };
    for (int i = 0; i < figures->points; i++) {
        behind[i] = draw_suffix(sheet, i);
    }
    for (int i = 0; i < figures->bars; i++) {
        draw_bar_brackets(sheet, &figures->bar[i]);
    }
    for (int i = 0; i < figures->points; i++) {
        if (figures->point[i].mark & MARK_TO) {
            int row = row_of(sheet, sheet->board->spot[i].y);
            squeeze(sheet, row, column_of(sheet, sheet->board->spot[i].x) - 1, "[");
            squeeze(sheet, row, behind[i], "]");
        }
    }
}

/* ---- reading it off ---- */

/* The first column anything may stand in, marks of the outmost points
 * included, so that a mark does not move the board. */
static int first_column(const struct sheet *sheet)
{
    int first = column_of(sheet, sheet->board->points.least.x) - 1;
    for (int row = 0; row < sheet->rows; row++) {
        for (int column = 0; column < first; column++) {
            if (*cell_at(sheet, row, column) != ' ') {
                first = column;
            }
        }
    }
    return first;
}

/* Appends the lines from the first to the last that is not blank, indented, trailing blanks cut.
 * Blank lines between them stay where the sheet is open. */
static void read_off(const struct sheet *sheet, GString *out)
{
    const int left = first_column(sheet);
    const int most = MIN(sheet->columns - left, DIAGRAM_COLUMNS_MAX - INDENT);
    int blank = 0; /* lines above this one */
    for (int row = 0; row < sheet->rows; row++) {
        g_autofree char *line = g_ucs4_to_utf8(cell_at(sheet, row, left), most, NULL, NULL, NULL);
        if (*g_strchomp(line) == '\0') {
            blank += out->len > 0 && sheet->open;
            continue;
        }
        for (; blank > 0; blank--) {
            g_string_append_c(out, '\n');
        }
        g_string_append_printf(out, "%*s%s\n", (int)INDENT, "", line);
    }
}

/* ---- the whole ---- */

static void draw_all(const struct sheet *sheet)
{
    const struct figures *figures = &sheet->board->figures;
    if (figures->framed) {
        draw_frame(sheet);
    }
    for (int i = 0; i < figures->points; i++) {
        gunichar sign =
            sign_point(&figures->point[i], turned_is_laid_down(sheet->board), sheet->lettering);
        put(sheet, row_of(sheet, sheet->board->spot[i].y),
            column_of(sheet, sheet->board->spot[i].x), sign);
    }
    for (int i = 0; i < figures->bars; i++) {
        draw_bar(sheet, &figures->bar[i]);
    }
    for (int i = 0; i < figures->labels; i++) {
        draw_label(sheet, &figures->label[i]);
    }
    if (turned_by_sixths(sheet->board)) {
        draw_row_names(sheet);
    }
    draw_marks(sheet);
}

const char *const diagram_forms[] = { "ascii", "wide", "unicode", "list", NULL };

enum diagram_form diagram_form_named(const char *name)
{
    for (int form = 0; diagram_forms[form] != NULL; form++) {
        if (g_str_equal(diagram_forms[form], name)) {
            return (enum diagram_form)form;
        }
    }
    return DIAGRAM_ASCII;
}

char *diagram_text(const struct diagram *diagram, const struct words *words)
{
    if (diagram->form == DIAGRAM_LIST) {
        return words != NULL ? listing_text(diagram, words, true) : g_strdup("");
    }
    struct turned board;
    turned_draw(diagram, &board);
    struct sheet sheet = {
        .board = &board,
        .lettering = lettering_of(diagram),
    };
    lay_out(&sheet, diagram->form == DIAGRAM_WIDE);
    draw_all(&sheet);
    g_autoptr(GString) out = g_string_sized_new((gsize)sheet.rows * (gsize)sheet.columns);
    read_off(&sheet, out);
    g_free(sheet.cell);
    if (words != NULL) {
        below_append(diagram, &board, words, DIAGRAM_COLUMNS_MAX, out);
    }
    return g_string_free(g_steal_pointer(&out), FALSE);
}

/* ---- kept ---- */

char *diagram_words_below(const struct diagram *diagram, const struct words *words)
{
    struct diagram terse = *diagram;
    terse.terse = true;
    terse.form = DIAGRAM_LIST;
    struct turned board;
    turned_draw(&terse, &board);
    GString *text = g_string_new(NULL);
    below_append(&terse, &board, words, G_MAXINT, text);
    return g_strchomp(g_string_free(text, FALSE));
}

/* The text of a position, or of a move in it. Free with g_free. */
static char *text_of(const struct game *game, const struct position *position,
                     const struct move *move)
{
    char buffer[RECORD_TEXT_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    if (move != NULL) {
        game->print(position, move, &text);
    } else {
        game->encode(position, &text);
    }
    return g_strdup(buffer);
}

struct phrase *drawing_phrase(const struct diagram *diagram, const char *options)
{
    const struct game *game = diagram->game;
    struct phrase *turn = phrase_joined(","), *names = phrase_joined(",");
    struct values *values = pairs("game", game->name, "options", options, NULL);
    g_autofree char *now = text_of(game, diagram->position, NULL), *after = NULL;
    if (diagram->before != NULL) {
        struct position at = *diagram->before;
        with_text(values, "before", text_of(game, &at, NULL));
        for (size_t i = 0; i < diagram->count; i++) {
            phrase_add(turn, phrase_taken(text_of(game, &at, &diagram->last[i])));
            game->apply(&at, &diagram->last[i]);
        }
        after = text_of(game, &at, NULL);
    }
    /* Mostly the turn tells it; not where a seat has left since. */
    with_text(values, "now", g_strdup(g_strcmp0(after, now) == 0 ? "" : now));
    for (int seat = 0; diagram->names != NULL && seat < diagram->seats; seat++) {
        phrase_add(names, phrase_ref(diagram->names[seat]));
    }
    with_phrase(with_phrase(values, "turn", turn), "names", names);
    with_number(with_number(values, "seat", diagram->seat), "flip", diagram->flip);
    return phrase_key("board", "board", values);
}

/* The phrase of that kind among the values of a board; one of nothing if it has none. */
static const struct phrase *in_board(const struct values *values, const char *name,
                                     enum phrase_kind kind)
{
    static char empty[] = "";
    static const struct phrase none = { .text = empty };
    const struct phrase *phrase = values_find(values, name, strlen(name));
    return phrase != NULL && phrase->kind == kind ? phrase : &none;
}

/* Reads a position, all of the text. */
static bool read_position(const struct game *game, const struct setup *setup, const char *text,
                          struct position *position)
{
    struct scan scan = scan_over(text);
    struct note note = { 0 };
    return game->decode(position, setup, &scan, &note) && scan_done(&scan);
}

/* Reads the moves of the turn that led from drawing->before to drawing->now. */
static bool read_moves(const struct game *game, const GPtrArray *moves, struct drawing *drawing)
{
    struct position at = drawing->before;
    for (guint i = 0; i < moves->len; i++) {
        const struct phrase *move = moves->pdata[i];
        struct scan scan = scan_over(move->kind == PHRASE_TEXT ? move->text : "");
        struct note note = { 0 };
        if (i == TURN_DECISIONS_MAX ||
            game->parse(&at, &scan, &drawing->last[i], &note) != PARSED_MOVE ||
            !game->check(&at, &drawing->last[i], &note)) {
            return false;
        }
        game->apply(&at, &drawing->last[i]);
    }
    drawing->now = at;
    drawing->diagram.count = moves->len;
    drawing->diagram.last = drawing->last;
    drawing->diagram.before = &drawing->before;
    return true;
}

struct drawing *drawing_read(const struct phrase *board)
{
    const struct values *values = board->kind == PHRASE_KEY ? board->values : NULL;
    const struct game *game =
        values != NULL ? registry_find(in_board(values, "game", PHRASE_TEXT)->text) : NULL;
    struct options options;
    const char *reason = NULL;
    if (game == NULL ||
        !options_read(&options, game, in_board(values, "options", PHRASE_TEXT)->text, &reason)) {
        return NULL;
    }
    const struct setup *setup = &options.setup;
    const GPtrArray *turn = in_board(values, "turn", PHRASE_JOINED)->parts;
    const GPtrArray *names = in_board(values, "names", PHRASE_JOINED)->parts;
    g_autoptr(Drawing) drawing = g_new0(struct drawing, 1);
    const bool named = names != NULL && names->len == (guint)setup->seats;
    drawing->diagram = (struct diagram){
        .game = game,
        .position = &drawing->now,
        .seats = setup->seats,
        .seat = (int)CLAMP(in_board(values, "seat", PHRASE_NUMBER)->number, 0, SEATS_MAX),
        .names = named ? (struct phrase *const *)names->pdata : NULL,
        .flip = (enum flip)CLAMP(in_board(values, "flip", PHRASE_NUMBER)->number, 0, FLIP_OFF)
    };
    const bool moved = turn != NULL && turn->len > 0;
    const char *now = in_board(values, "now", PHRASE_TEXT)->text;
    const bool whole =
        drawing->diagram.seat < setup->seats &&
        (!moved || (read_position(game, setup, in_board(values, "before", PHRASE_TEXT)->text,
                                  &drawing->before) &&
                    read_moves(game, turn, drawing))) &&
        ((moved && *now == '\0') || read_position(game, setup, now, &drawing->now));
    return whole ? g_steal_pointer(&drawing) : NULL;
}
