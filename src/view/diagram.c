#include "view/diagram.h"

#include <limits.h>
#include <string.h>

#include "view/template.h"

enum {
    COLUMNS_MAX = 72,
    INDENT = 1,
    NAME_GAP = 2,       /* between a row and the names at its ends: room for a mark */
    MARGIN_COLUMNS = 8, /* around what has coordinates: labels, names and marks reach out */
    MARGIN_ROWS = 3,
};

/* A place on the half-cell grid after turning, or a range of such places. */
struct spot {
    int x, y;
};

struct range {
    struct spot least, most;
};

/* A sheet of characters and how the grid lies on it. */
struct sheet {
    const struct figures *figures;
    int turns; /* the board is turned so many quarters or sixths, counter-clockwise */
    int across;
    struct spot spot[POINTS_MAX]; /* of each point */
    struct range points;          /* the squares alone */
    struct range all;
    int rows, columns;
    char *cell; /* rows x columns */
};

/* The character of a seat's men, if they are one set. */
static char symbol_of(int seat)
{
    static const char symbols[SEATS_MAX] = { 'O', 'X', '3', '4', '5', '6' };
    return (char)(seat >= 0 && seat < SEATS_MAX ? symbols[seat] : '*');
}

static char piece_character(const struct point *point)
{
    return (char)(point->set > 0 ? '0' + point->set : symbol_of(point->owner));
}

/* ---- turning ---- */

static bool by_sixths(const struct figures *figures)
{
    return figures->turning == TURNING_SIXTHS;
}

/* Sixths, or quarters, that bring the seat's side to the bottom. */
static int turns_for(const struct figures *figures, int seat)
{
    if (seat < 0 || seat >= SEATS_MAX) {
        return 0;
    }
    if (figures->turning == TURNING_HALVES) {
        return 2 * (figures->turn[seat] % 2);
    }
    return figures->turn[seat] % (by_sixths(figures) ? 6 : 4);
}

/* What lay flat stands upright, and the other way round. */
static bool lies_on_its_side(const struct sheet *sheet)
{
    return !by_sixths(sheet->figures) && sheet->turns % 2 == 1;
}

static struct spot turned_by_quarter(struct spot spot)
{
    return (struct spot){ spot.y, -spot.x };
}

/* A step to the right, 2 and 0, becomes one to the upper right, 1 and -2; one
 * to the lower right, 1 and 2, becomes one to the right. Between two points of
 * such a board both divisions leave nothing over. */
static struct spot turned_by_sixth(struct spot spot)
{
    return (struct spot){ (2 * spot.x + 3 * spot.y) / 4, (spot.y - 2 * spot.x) / 2 };
}

/* Where it comes to lie. What the board turns about is a point of it, so that
 * points fall on points; the sheet is laid around them afterwards. */
static struct spot turned(const struct sheet *sheet, int x, int y)
{
    const struct point *pivot = sheet->figures->point;
    struct spot spot = { x - pivot->x, y - pivot->y };
    for (int i = 0; i < sheet->turns; i++) {
        spot = by_sixths(sheet->figures) ? turned_by_sixth(spot) : turned_by_quarter(spot);
    }
    return spot;
}

static void widen(struct range *range, struct spot spot)
{
    range->least.x = MIN(range->least.x, spot.x);
    range->least.y = MIN(range->least.y, spot.y);
    range->most.x = MAX(range->most.x, spot.x);
    range->most.y = MAX(range->most.y, spot.y);
}

static void measure(struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    const struct range none = { { G_MAXINT, G_MAXINT }, { G_MININT, G_MININT } };
    sheet->points = none;
    for (int i = 0; i < figures->points; i++) {
        sheet->spot[i] = turned(sheet, figures->point[i].x, figures->point[i].y);
        widen(&sheet->points, sheet->spot[i]);
    }
    if (figures->points == 0) {
        sheet->points = (struct range){ { 0, 0 }, { 0, 0 } };
    }
    sheet->all = sheet->points;
    if (figures->framed) {
        widen(&sheet->all, (struct spot){ sheet->points.least.x - 1, sheet->points.least.y - 1 });
        widen(&sheet->all, (struct spot){ sheet->points.most.x + 1, sheet->points.most.y + 1 });
    }
    for (int i = 0; i < figures->bars; i++) {
        widen(&sheet->all, turned(sheet, figures->bar[i].x, figures->bar[i].y));
    }
    for (int i = 0; i < figures->labels; i++) {
        widen(&sheet->all, turned(sheet, figures->label[i].x, figures->label[i].y));
    }
    sheet->rows = sheet->all.most.y - sheet->all.least.y + 1 + 2 * MARGIN_ROWS;
    int columns = (sheet->all.most.x - sheet->all.least.x) * sheet->across + 1;
    if (columns > COLUMNS_MAX - 2 * INDENT) {
        columns = sheet->all.most.x - sheet->all.least.x + 1;
        sheet->across = 1;
    }
    sheet->columns = columns + 2 * MARGIN_COLUMNS;
}

/* ---- writing on the sheet ---- */

static int row_of(const struct sheet *sheet, int y)
{
    return y - sheet->all.least.y + MARGIN_ROWS;
}

static int column_of(const struct sheet *sheet, int x)
{
    return (x - sheet->all.least.x) * sheet->across + MARGIN_COLUMNS;
}

static char *cell_at(const struct sheet *sheet, int row, int column)
{
    g_assert(row >= 0 && row < sheet->rows && column >= 0 && column < sheet->columns);
    return &sheet->cell[row * sheet->columns + column];
}

static void put(const struct sheet *sheet, int row, int column, char character)
{
    *cell_at(sheet, row, column) = character;
}

static bool blank_for(const struct sheet *sheet, int row, int column, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (*cell_at(sheet, row, column + (int)i) != ' ') {
            return false;
        }
    }
    return true;
}

/* Brackets take the room that is left. */
static void put_bracket(const struct sheet *sheet, int row, int column, char bracket)
{
    if (blank_for(sheet, row, column, 1)) {
        put(sheet, row, column, bracket);
    }
}

static void draw_frame(const struct sheet *sheet)
{
    int top = row_of(sheet, sheet->points.least.y - 1);
    int bottom = row_of(sheet, sheet->points.most.y + 1);
    int left = column_of(sheet, sheet->points.least.x - 1);
    int right = column_of(sheet, sheet->points.most.x + 1);
    for (int column = left; column <= right; column++) {
        put(sheet, top, column, column == left || column == right ? '+' : '-');
        put(sheet, bottom, column, column == left || column == right ? '+' : '-');
    }
    for (int row = top + 1; row < bottom; row++) {
        put(sheet, row, left, '|');
        put(sheet, row, right, '|');
    }
}

/* Where four grooves meet: what holds the picture of an open board together. */
static void draw_crossings(const struct sheet *sheet)
{
    for (int y = sheet->points.least.y + 1; y < sheet->points.most.y; y += 2) {
        for (int x = sheet->points.least.x + 1; x < sheet->points.most.x; x += 2) {
            put(sheet, row_of(sheet, y), column_of(sheet, x), '+');
        }
    }
}

static void draw_bar(const struct sheet *sheet, const struct bar *bar)
{
    struct spot spot = turned(sheet, bar->x, bar->y);
    int row = row_of(sheet, spot.y);
    int column = column_of(sheet, spot.x);
    bool upright = bar->upright != lies_on_its_side(sheet);
    char character = bar->standing || bar->owner < 0 ? '#' : g_ascii_tolower(symbol_of(bar->owner));
    int reach = upright ? 0 : sheet->across - 1;
    for (int i = -reach; i <= reach; i++) {
        put(sheet, row, column + i, character);
    }
    if (bar->mark & MARK_TO) {
        int bracket = MAX(reach, 1);
        put(sheet, row, column - bracket, '[');
        put(sheet, row, column + bracket, ']');
    }
}

static char wall_character(const struct sheet *sheet, const struct point *point)
{
    bool upright = (point->mark & MARK_UPRIGHT) != 0;
    return upright != lies_on_its_side(sheet) ? '|' : '-';
}

static char point_character(const struct sheet *sheet, const struct point *point)
{
    switch ((enum point_kind)point->kind) {
    case POINT_PIECE:
        return piece_character(point);
    case POINT_WALL:
        return wall_character(sheet, point);
    case POINT_CROSSED:
        return '+';
    case POINT_EMPTY:
        break;
    }
    return point->mark & MARK_FROM ? ':' : point->mark & MARK_YARD ? ',' : '.';
}

/* What stands behind a piece's symbol: the height of a column of men, and the
 * sign of one that needs attention. */
static void point_suffix(const struct point *point, char suffix[8])
{
    const char *attention = point->mark & MARK_FORCED ? "!" : "";
    if (point->kind == POINT_PIECE && point->height > 1) {
        g_snprintf(suffix, 8, "%d%s", point->height, attention);
    } else {
        g_strlcpy(suffix, attention, 8);
    }
}

static void draw_point(const struct sheet *sheet, int index)
{
    struct spot spot = sheet->spot[index];
    put(sheet, row_of(sheet, spot.y), column_of(sheet, spot.x),
        point_character(sheet, &sheet->figures->point[index]));
}

/* The suffix and the brackets of the last move, once all points stand. */
static void draw_marks(const struct sheet *sheet, int index)
{
    const struct point *point = &sheet->figures->point[index];
    struct spot spot = sheet->spot[index];
    int row = row_of(sheet, spot.y);
    int column = column_of(sheet, spot.x);
    char suffix[8];
    point_suffix(point, suffix);
    int behind = column + 1;
    if (blank_for(sheet, row, behind, strlen(suffix))) {
        for (const char *at = suffix; *at != '\0'; at++) {
            put(sheet, row, behind++, *at);
        }
    }
    if (point->mark & MARK_TO) {
        put_bracket(sheet, row, column - 1, '[');
        put_bracket(sheet, row, behind, ']');
    }
}

/* Labels end at their place left of the board and begin at it on the right;
 * above and below they stand upright where they would touch the next one. */
static void draw_label(const struct sheet *sheet, const struct label *label)
{
    struct spot spot = turned(sheet, label->x, label->y);
    int row = row_of(sheet, spot.y);
    int column = column_of(sheet, spot.x);
    int length = (int)strnlen(label->text, sizeof label->text);
    int down = 0;
    if (spot.x < sheet->points.least.x) {
        column -= length - 1;
    } else if (spot.x <= sheet->points.most.x) {
        down = length > 2 * sheet->across - 1;
        column -= down ? 0 : (length - 1) / 2;
        row -= down && spot.y < sheet->points.least.y ? length - 1 : 0;
    }
    for (int i = 0; i < length; i++) {
        put(sheet, row + i * down, column + i * !down, label->text[i]);
    }
}

/* Whether the point is the last of its row, to the left (-1) or right (1). */
static bool ends_row(const struct sheet *sheet, int index, int side)
{
    struct spot spot = sheet->spot[index];
    for (int i = 0; i < sheet->figures->points; i++) {
        if (sheet->spot[i].y == spot.y && (sheet->spot[i].x - spot.x) * side > 0) {
            return false;
        }
    }
    return true;
}

/* The point's name beside it, left (-1) or right (1) of the board. */
static void draw_name(const struct sheet *sheet, int index, int side)
{
    const char *name = sheet->figures->point[index].name;
    int length = (int)strnlen(name, sizeof sheet->figures->point[index].name);
    int row = row_of(sheet, sheet->spot[index].y);
    int column = column_of(sheet, sheet->spot[index].x) + side * (NAME_GAP + 1);
    column -= side < 0 ? length - 1 : 0;
    for (int i = 0; i < length; i++) {
        put(sheet, row, column + i, name[i]);
    }
}

/* What turns by sixths has no files and ranks that stay at its edges: each row
 * is labelled with the names of the points at its ends. */
static void draw_row_names(const struct sheet *sheet)
{
    for (int i = 0; i < sheet->figures->points; i++) {
        for (int side = -1; side <= 1; side += 2) {
            if (ends_row(sheet, i, side)) {
                draw_name(sheet, i, side);
            }
        }
    }
}

static void draw_all(const struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    memset(sheet->cell, ' ', (size_t)sheet->rows * (size_t)sheet->columns);
    if (figures->framed) {
        draw_frame(sheet);
        if (figures->open) {
            draw_crossings(sheet);
        }
    }
    for (int i = 0; i < figures->points; i++) {
        draw_point(sheet, i);
    }
    for (int i = 0; i < figures->bars; i++) {
        draw_bar(sheet, &figures->bar[i]);
    }
    for (int i = 0; i < figures->labels; i++) {
        draw_label(sheet, &figures->label[i]);
    }
    if (by_sixths(figures)) {
        draw_row_names(sheet);
    }
    for (int i = 0; i < figures->points; i++) {
        draw_marks(sheet, i);
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
    int first = column_of(sheet, sheet->points.least.x) - 1;
    for (int row = 0; row < sheet->rows; row++) {
        for (int column = 0; column < first; column++) {
            if (*cell_at(sheet, row, column) != ' ') {
                first = column;
            }
        }
    }
    return first;
}

static void read_off(const struct sheet *sheet, GString *out)
{
    int left = first_column(sheet);
    int end = left + COLUMNS_MAX - INDENT;
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
            g_string_append_printf(out, "%*s%.*s\n", INDENT, "", length, cell_at(sheet, row, left));
        } else if (sheet->figures->open) {
            g_string_append_c(out, '\n');
        }
    }
}

/* ---- the words below ---- */

static void append_filled(GString *out, const char *text)
{
    g_autofree char *filled = template_fill(text, COLUMNS_MAX);
    g_string_append_printf(out, "%s\n", filled);
}

/* Which signs stand on the board. */
struct signs {
    char moved[2]; /* of the piece that moved last; "" if none did */
    bool forced;
    bool seen[UCHAR_MAX + 1]; /* of places where no piece stands, by character */
};

static struct signs signs_on(const struct sheet *sheet)
{
    struct signs signs = { 0 };
    for (int i = 0; i < sheet->figures->points; i++) {
        const struct point *point = &sheet->figures->point[i];
        char character = point_character(sheet, point);
        if ((point->mark & MARK_TO) && signs.moved[0] == '\0') {
            signs.moved[0] = character;
        }
        signs.forced |= (point->mark & MARK_FORCED) != 0;
        signs.seen[(unsigned char)character] |= point->kind != POINT_PIECE;
    }
    return signs;
}

/* What a sign means: in the game's own words, if it has some. */
static char *explain(const struct words *words, const struct game *game, const char *key,
                     const char *piece)
{
    GVariantDict values;
    g_autofree char *own = g_strconcat("sign-", key, NULL);
    bool has_own = words_get(words, game->name, own) != NULL;
    g_variant_dict_init(&values, NULL);
    g_variant_dict_insert(&values, "piece", "s", piece);
    return words_say(words, has_own ? game->name : "view", has_own ? own : key,
                     g_variant_dict_end(&values));
}

/* The signs that stand on this board. */
static void append_legend(GString *out, const struct sheet *sheet, const struct words *words,
                          const struct game *game)
{
    const struct signs signs = signs_on(sheet);
    const bool moved = signs.moved[0] != '\0';
    const bool from = signs.seen[':'];
    const struct {
        const char *key;
        bool shown;
    } lines[] = {
        { "moved", moved && !from },
        { "moved-from", moved && from },
        { "left", !moved && from },
        { "forced", signs.forced },
        { "yard", signs.seen[','] },
        { "wall", (signs.seen['-'] || signs.seen['|']) && !signs.seen['+'] },
        { "wall-crossed", signs.seen['+'] },
        { "names", by_sixths(sheet->figures) },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (lines[i].shown) {
            g_autofree char *line = explain(words, game, lines[i].key, signs.moved);
            append_filled(out, line);
        }
    }
}

char *diagram_text(const struct game *game, const struct position *position,
                   const struct move *last, size_t count, int seat, const struct words *words,
                   const char *const *seat_names)
{
    struct figures figures = { .across = 1 };
    game->draw(position, last, count, &figures);
    struct sheet sheet = { .figures = &figures,
                           .turns = turns_for(&figures, seat),
                           .across = CLAMP(figures.across, 1, 2) };
    measure(&sheet);
    sheet.cell = g_malloc((gsize)sheet.rows * (gsize)sheet.columns);
    draw_all(&sheet);
    GString *out = g_string_new(NULL);
    read_off(&sheet, out);
    g_free(sheet.cell);
    if (words != NULL) {
        g_autoptr(GString) below = g_string_new(NULL);
        append_legend(below, &sheet, words, game);
        for (int i = 0; i < figures.captions; i++) {
            g_autofree char *line =
                words_note(words, game, &figures.caption[i], position, seat_names);
            append_filled(below, line);
        }
        if (below->len > 0) {
            g_string_append_printf(out, "\n%s", below->str);
        }
    }
    return g_string_free(out, FALSE);
}

char *diagram_signs(const struct game *game, const struct position *position, int seat)
{
    struct figures figures = { 0 };
    bool seen[UCHAR_MAX + 1] = { false };
    g_autoptr(GString) signs = g_string_new(NULL);
    game->draw(position, NULL, 0, &figures);
    for (int i = 0; i < figures.points; i++) {
        const struct point *point = &figures.point[i];
        seen[(unsigned char)piece_character(point)] |=
            point->kind == POINT_PIECE && point->owner == seat;
    }
    for (int character = 0; character <= UCHAR_MAX; character++) {
        if (seen[character]) {
            g_string_append_printf(signs, "%s%c", signs->len > 0 ? ", " : "", character);
        }
    }
    if (signs->len == 0) {
        g_string_append_c(signs, symbol_of(seat));
    }
    return g_string_free(g_steal_pointer(&signs), FALSE);
}
