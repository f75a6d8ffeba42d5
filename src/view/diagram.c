#include "view/diagram.h"

#include <string.h>

#include "view/template.h"

enum {
    COLUMNS_MAX = 72,
    INDENT = 1,
    MARGIN_COLUMNS = 8, /* around what has coordinates: labels and marks reach out */
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
    int quarters; /* the board is turned so many quarters, counter-clockwise */
    int across;
    struct range points; /* the squares alone */
    struct range all;
    int rows, columns;
    char *cell; /* rows x columns */
};

char diagram_symbol(int seat)
{
    static const char symbols[SEATS_MAX] = { 'O', 'X', '3', '4', '5', '6' };
    return (char)(seat >= 0 && seat < SEATS_MAX ? symbols[seat] : '*');
}

/* ---- turning ---- */

/* Quarters, counter-clockwise, that bring the seat's side to the bottom. */
static int quarters_for(const struct figures *figures, int seat)
{
    if (seat < 0 || seat >= SEATS_MAX) {
        return 0;
    }
    return figures->turning == TURNING_QUARTERS ? figures->turn[seat] % 4
                                                : 2 * (figures->turn[seat] % 2);
}

static struct spot turned(const struct sheet *sheet, int x, int y)
{
    switch (sheet->quarters) {
    case 1:
        return (struct spot){ y, -x };
    case 2:
        return (struct spot){ -x, -y };
    case 3:
        return (struct spot){ -y, x };
    default:
        return (struct spot){ x, y };
    }
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
        widen(&sheet->points, turned(sheet, figures->point[i].x, figures->point[i].y));
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
    bool upright = bar->upright != (sheet->quarters % 2 == 1);
    char character =
        bar->standing || bar->owner < 0 ? '#' : g_ascii_tolower(diagram_symbol(bar->owner));
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
    return upright != (sheet->quarters % 2 == 1) ? '|' : '-';
}

static char point_character(const struct sheet *sheet, const struct point *point)
{
    switch ((enum point_kind)point->kind) {
    case POINT_PIECE:
        return diagram_symbol(point->owner);
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

static void draw_point(const struct sheet *sheet, const struct point *point)
{
    struct spot spot = turned(sheet, point->x, point->y);
    put(sheet, row_of(sheet, spot.y), column_of(sheet, spot.x), point_character(sheet, point));
}

/* The suffix and the brackets of the last move, once all points stand. */
static void draw_marks(const struct sheet *sheet, const struct point *point)
{
    struct spot spot = turned(sheet, point->x, point->y);
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
        draw_point(sheet, &figures->point[i]);
    }
    for (int i = 0; i < figures->bars; i++) {
        draw_bar(sheet, &figures->bar[i]);
    }
    for (int i = 0; i < figures->labels; i++) {
        draw_label(sheet, &figures->label[i]);
    }
    for (int i = 0; i < figures->points; i++) {
        draw_marks(sheet, &figures->point[i]);
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

/* What the signs mean that stand on this board. */
static void append_legend(GString *out, const struct sheet *sheet, const struct words *words)
{
    char piece[2] = "";
    bool from = false, forced = false, yard = false, wall = false, crossed = false;
    for (int i = 0; i < sheet->figures->points; i++) {
        const struct point *point = &sheet->figures->point[i];
        char character = point_character(sheet, point);
        if ((point->mark & MARK_TO) && piece[0] == '\0') {
            piece[0] = character;
        }
        from |= character == ':';
        yard |= character == ',';
        wall |= point->kind == POINT_WALL;
        crossed |= point->kind == POINT_CROSSED;
        forced |= (point->mark & MARK_FORCED) != 0;
    }
    const struct {
        const char *key;
        bool shown;
    } lines[] = {
        { "moved", piece[0] != '\0' && !from },
        { "moved-from", piece[0] != '\0' && from },
        { "left", piece[0] == '\0' && from },
        { "forced", forced },
        { "yard", yard },
        { "wall", wall && !crossed },
        { "wall-crossed", crossed },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (lines[i].shown) {
            GVariantDict values;
            g_variant_dict_init(&values, NULL);
            g_variant_dict_insert(&values, "piece", "s", piece);
            g_autofree char *line =
                words_say(words, "view", lines[i].key, g_variant_dict_end(&values));
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
                           .quarters = quarters_for(&figures, seat),
                           .across = CLAMP(figures.across, 1, 2) };
    measure(&sheet);
    sheet.cell = g_malloc((gsize)sheet.rows * (gsize)sheet.columns);
    draw_all(&sheet);
    GString *out = g_string_new(NULL);
    read_off(&sheet, out);
    g_free(sheet.cell);
    if (words != NULL) {
        g_autoptr(GString) below = g_string_new(NULL);
        append_legend(below, &sheet, words);
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
