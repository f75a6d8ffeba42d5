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

static void put_frame(const struct sheet *sheet, int y, int x, enum frame_part part)
{
    put(sheet, y, x, sign_frame(part, sheet->lettering));
}

static void draw_frame(const struct sheet *sheet)
{
    int top = row_of(sheet, sheet->board->points.least.y - 1);
    int bottom = row_of(sheet, sheet->board->points.most.y + 1);
    int left = column_of(sheet, sheet->board->points.least.x - 1);
    int right = column_of(sheet, sheet->board->points.most.x + 1);
    for (int row = top; row <= bottom; row++) {
        const bool edge = row == top || row == bottom;
        for (int column = left; column <= right; column += edge ? 1 : right - left) {
            const bool side = column == left || column == right;
            const int corner = FRAME_TOP_LEFT + 2 * (row == bottom) + (column == right);
            put_frame(sheet, row, column,
                      edge && side ? (enum frame_part)corner
                      : edge       ? FRAME_FLAT
                                   : FRAME_UPRIGHT);
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
            put_frame(sheet, row_of(sheet, y), column_of(sheet, x), FRAME_CROSSING);
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

/* The point's name beside it, left (-1) or right (1) of the board. */
static void draw_name(const struct sheet *sheet, int index, int side)
{
    const char *name = sheet->board->figures.point[index].name;
    int length = (int)strnlen(name, sizeof sheet->board->figures.point[index].name);
    int row = row_of(sheet, sheet->board->spot[index].y);
    int column = column_of(sheet, sheet->board->spot[index].x) + side * (NAME_GAP + 1);
    put_text(sheet, row, column - (side < 0 ? length - 1 : 0), name, length);
}

/* What turns by sixths has no files and ranks that stay at its edges: each row
 * is labelled with the names of the points at its ends. */
static void draw_row_names(const struct sheet *sheet)
{
    for (int i = 0; i < sheet->board->figures.points; i++) {
        for (int side = -1; side <= 1; side += 2) {
            if (turned_ends_row(sheet->board, i, side)) {
                draw_name(sheet, i, side);
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

/* Length of a row's first `columns` without trailing blanks. */
static int row_length(const struct sheet *sheet, int row, int columns)
{
    int length = MIN(sheet->columns, columns);
    while (length > 0 && *cell_at(sheet, row, length - 1) == ' ') {
        length--;
    }
    return length;
}

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
    int left = first_column(sheet);
    int end = left + DIAGRAM_COLUMNS_MAX - INDENT;
    int top = 0;
    int bottom = sheet->rows - 1;
    while (top < bottom && row_length(sheet, top, end) == 0) {
        top++;
    }
    while (bottom > top && row_length(sheet, bottom, end) == 0) {
        bottom--;
    }
    for (int row = top; row <= bottom; row++) {
        int length = row_length(sheet, row, end) - left;
        if (length > 0) {
            g_string_append_printf(out, "%*s", (int)INDENT, "");
        }
        for (int i = 0; i < length; i++) {
            g_string_append_unichar(out, *cell_at(sheet, row, left + i));
        }
        g_string_append(out, length > 0 || sheet->open ? "\n" : "");
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
        return words != NULL ? listing_text(diagram, words) : g_strdup("");
    }
    struct turned board;
    turned_draw(diagram, &board);
    struct sheet sheet = {
        .board = &board,
        .lettering = diagram->form == DIAGRAM_UNICODE ? LETTERING_DRAWN : LETTERING_ASCII,
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
    terse.form = DIAGRAM_ASCII;
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

/* A text, a number or the parts among the values of a board; "", 0 or none if it has none. */
static const char *text_in_board(const struct values *values, const char *name)
{
    const struct phrase *phrase = values_find(values, name, strlen(name));
    return phrase != NULL && phrase->kind == PHRASE_TEXT ? phrase->text : "";
}

static int number_in_board(const struct values *values, const char *name)
{
    const struct phrase *phrase = values_find(values, name, strlen(name));
    return phrase != NULL ? (int)CLAMP(phrase->number, 0, SEATS_MAX) : 0;
}

static const GPtrArray *parts_in_board(const struct values *values, const char *name)
{
    const struct phrase *phrase = values_find(values, name, strlen(name));
    return phrase != NULL && phrase->kind == PHRASE_JOINED ? phrase->parts : NULL;
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
    const struct game *game = values != NULL ? registry_find(text_in_board(values, "game")) : NULL;
    struct options options;
    const char *reason = NULL;
    if (game == NULL || !options_read(&options, game, text_in_board(values, "options"), &reason)) {
        return NULL;
    }
    const struct setup *setup = &options.setup;
    const GPtrArray *turn = parts_in_board(values, "turn");
    const GPtrArray *names = parts_in_board(values, "names");
    g_autoptr(Drawing) drawing = g_new0(struct drawing, 1);
    const bool named = names != NULL && names->len == (guint)setup->seats;
    drawing->diagram =
        (struct diagram){ .game = game,
                          .position = &drawing->now,
                          .seats = setup->seats,
                          .seat = number_in_board(values, "seat"),
                          .names = named ? (struct phrase *const *)names->pdata : NULL,
                          .flip = (enum flip)MIN(number_in_board(values, "flip"), FLIP_OFF) };
    const bool moved = turn != NULL && turn->len > 0;
    const char *now = text_in_board(values, "now");
    const bool whole =
        drawing->diagram.seat < setup->seats &&
        (!moved || (read_position(game, setup, text_in_board(values, "before"), &drawing->before) &&
                    read_moves(game, turn, drawing))) &&
        ((moved && *now == '\0') || read_position(game, setup, now, &drawing->now));
    return whole ? g_steal_pointer(&drawing) : NULL;
}
