#include "render/diagram.h"

#include <limits.h>
#include <string.h>

#include "render/below.h"
#include "render/listing.h"
#include "render/sheet.h"
#include "render/sign.h"

enum { NAME_GAP = 2 }; /* between a row and the names at its ends: room for a mark */

static bool is_laid_down(const struct sheet *sheet)
{
    return turning_lays_down(sheet->figures, sheet->turns);
}

/* ---- what the board is made of ---- */

static void put_frame(const struct sheet *sheet, int y, int x, enum frame_part part)
{
    sheet_put(sheet, y, x, sign_frame(part, sheet->lettering));
}

static void draw_frame(const struct sheet *sheet)
{
    int top = sheet_row(sheet, sheet->points.least.y - 1);
    int bottom = sheet_row(sheet, sheet->points.most.y + 1);
    int left = sheet_column(sheet, sheet->points.least.x - 1);
    int right = sheet_column(sheet, sheet->points.most.x + 1);
    for (int column = left + 1; column < right; column++) {
        put_frame(sheet, top, column, FRAME_FLAT);
        put_frame(sheet, bottom, column, FRAME_FLAT);
    }
    for (int row = top + 1; row < bottom; row++) {
        put_frame(sheet, row, left, FRAME_UPRIGHT);
        put_frame(sheet, row, right, FRAME_UPRIGHT);
    }
    put_frame(sheet, top, left, FRAME_TOP_LEFT);
    put_frame(sheet, top, right, FRAME_TOP_RIGHT);
    put_frame(sheet, bottom, left, FRAME_BOTTOM_LEFT);
    put_frame(sheet, bottom, right, FRAME_BOTTOM_RIGHT);
}

/* Where four grooves meet: what holds the picture of an open board together. */
static void draw_crossings(const struct sheet *sheet)
{
    for (int y = sheet->points.least.y + 1; y < sheet->points.most.y; y += 2) {
        for (int x = sheet->points.least.x + 1; x < sheet->points.most.x; x += 2) {
            put_frame(sheet, sheet_row(sheet, y), sheet_column(sheet, x), FRAME_CROSSING);
        }
    }
}

static void draw_point(const struct sheet *sheet, int index)
{
    struct spot spot = sheet->spot[index];
    sheet_put(
        sheet, sheet_row(sheet, spot.y), sheet_column(sheet, spot.x),
        sign_point_lettered(&sheet->figures->point[index], is_laid_down(sheet), sheet->lettering));
}

/* As it lies now. */
static bool is_upright(const struct sheet *sheet, const struct bar *bar)
{
    return bar->upright != is_laid_down(sheet);
}

/* How far a bar reaches from its middle: across the square it borders on. */
static int bar_reach(const struct sheet *sheet, const struct bar *bar)
{
    return is_upright(sheet, bar) ? 0 : sheet->across - 1;
}

static void draw_bar(const struct sheet *sheet, const struct bar *bar)
{
    struct spot spot = sheet_spot(sheet, bar->x, bar->y);
    int column = sheet_column(sheet, spot.x);
    int reach = bar_reach(sheet, bar);
    for (int i = -reach; i <= reach; i++) {
        sheet_put(sheet, sheet_row(sheet, spot.y), column + i,
                  sign_bar_lettered(bar, is_upright(sheet, bar), sheet->lettering));
    }
}

/* ---- labels ---- */

/* Labels end at their place left of the board and begin at it on the right;
 * above and below they stand upright where they would touch the next one. */
static void draw_label(const struct sheet *sheet, const struct label *label)
{
    struct spot spot = sheet_spot(sheet, label->x, label->y);
    int row = sheet_row(sheet, spot.y);
    int column = sheet_column(sheet, spot.x);
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
        sheet_put(sheet, row + i * down, column + i * !down,
                  (gunichar)(unsigned char)label->text[i]);
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
    int row = sheet_row(sheet, sheet->spot[index].y);
    int column = sheet_column(sheet, sheet->spot[index].x) + side * (NAME_GAP + 1);
    column -= side < 0 ? length - 1 : 0;
    for (int i = 0; i < length; i++) {
        sheet_put(sheet, row, column + i, (gunichar)(unsigned char)name[i]);
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

/* ---- marks ---- */

/*
 * Marks take the room that is left, the weightier first: what a piece is, that is
 * the size of its cap and the ! of one that needs attention, goes before the
 * brackets of the last move. Where two brackets fall on one place neighbours share it, and
 * where a ! or a bar has it the other bracket still stands. What finds no room at
 * all is said below the board.
 */

/* Gives the column behind it. */
static int draw_suffix(const struct sheet *sheet, int index)
{
    const struct point *point = &sheet->figures->point[index];
    const char *attention = point->mark & MARK_FORCED ? "!" : "";
    char suffix[SIGN_NUMBER_BYTES + 1];
    sign_number(point, suffix);
    g_strlcat(suffix, attention, sizeof suffix);
    int row = sheet_row(sheet, sheet->spot[index].y);
    int behind = sheet_column(sheet, sheet->spot[index].x) + 1;
    if (sheet_squeeze(sheet, row, behind, suffix)) {
        return behind + (int)strlen(suffix);
    }
    return behind + (sheet_squeeze(sheet, row, behind, attention) ? (int)strlen(attention) : 0);
}

static void draw_brackets(const struct sheet *sheet, int index, int behind)
{
    if (sheet->figures->point[index].mark & MARK_TO) {
        int row = sheet_row(sheet, sheet->spot[index].y);
        sheet_squeeze(sheet, row, sheet_column(sheet, sheet->spot[index].x) - 1, "[");
        sheet_squeeze(sheet, row, behind, "]");
    }
}

/* A bar that lies flat has its brackets at its own ends. */
static void draw_bar_brackets(const struct sheet *sheet, const struct bar *bar)
{
    struct spot spot = sheet_spot(sheet, bar->x, bar->y);
    int row = sheet_row(sheet, spot.y);
    int column = sheet_column(sheet, spot.x);
    int reach = bar_reach(sheet, bar);
    if ((bar->mark & MARK_TO) == 0) {
        return;
    }
    if (reach > 0) {
        sheet_put(sheet, row, column - reach, '[');
        sheet_put(sheet, row, column + reach, ']');
    } else {
        sheet_squeeze(sheet, row, column - 1, "[");
        sheet_squeeze(sheet, row, column + 1, "]");
    }
}

static void draw_marks(const struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    int behind[POINTS_MAX] = { 0 };
    for (int i = 0; i < figures->points; i++) {
        behind[i] = draw_suffix(sheet, i);
    }
    for (int i = 0; i < figures->bars; i++) {
        draw_bar_brackets(sheet, &figures->bar[i]);
    }
    for (int i = 0; i < figures->points; i++) {
        draw_brackets(sheet, i, behind[i]);
    }
}

/* ---- the whole ---- */

static void draw_all(const struct sheet *sheet)
{
    const struct figures *figures = sheet->figures;
    if (figures->framed) {
        draw_frame(sheet);
        if (figures->open) { /* not where it is open for its reader alone */
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
    if (figures->turning == TURNING_SIXTHS) {
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

static void append_words(GString *out, const struct diagram *diagram, const struct sheet *sheet,
                         const struct words *words, const char *const *seat_names)
{
    const struct below below = { .game = diagram->game,
                                 .position = diagram->position,
                                 .figures = sheet->figures,
                                 .laid_down = is_laid_down(sheet),
                                 .lettering = sheet->lettering,
                                 .terse = diagram->terse,
                                 .words = words,
                                 .seat_names = seat_names };
    below_append(&below, out);
}

char *diagram_text(const struct diagram *diagram, const struct words *words,
                   const char *const *seat_names)
{
    if (diagram->form == DIAGRAM_LIST) {
        return words != NULL ? listing_text(diagram, words, seat_names) : g_strdup("");
    }
    struct figures figures = { .across = 1 };
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &figures);
    struct sheet sheet;
    sheet_lay_out(&sheet, &figures,
                  turning_for(&figures, diagram->seats, diagram->seat, diagram->flip),
                  diagram->form == DIAGRAM_WIDE);
    sheet.lettering = diagram->form == DIAGRAM_UNICODE ? LETTERING_DRAWN : LETTERING_ASCII;
    draw_all(&sheet);
    g_autoptr(GString) out = g_string_new(NULL);
    sheet_read_off(&sheet, out);
    if (words != NULL) {
        append_words(out, diagram, &sheet, words, seat_names);
    }
    sheet_clear(&sheet);
    return g_string_free(g_steal_pointer(&out), FALSE);
}

char *diagram_signs(const struct game *game, const struct position *position, int seat)
{
    struct figures figures = { 0 };
    bool seen[UCHAR_MAX + 1] = { false };
    g_autoptr(GString) signs = g_string_new(NULL);
    game->draw(position, NULL, 0, &figures);
    for (int i = 0; i < figures.points; i++) {
        const struct point *point = &figures.point[i];
        seen[(unsigned char)sign_piece(point)] |=
            point->kind == POINT_PIECE && point->owner == seat && point->piece == NULL;
    }
    for (int character = 0; character <= UCHAR_MAX; character++) {
        if (seen[character]) {
            g_string_append_printf(signs, "%s%c", signs->len > 0 ? ", " : "", character);
        }
    }
    if (signs->len == 0) {
        g_string_append_c(signs, sign_seat(seat));
    }
    return g_string_free(g_steal_pointer(&signs), FALSE);
}
