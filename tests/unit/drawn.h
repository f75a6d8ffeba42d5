/*
 * drawn.h: the laws for what a game draws: each point at its place and beside its labels, within
 * the board, and the own side of each seat at the bottom.
 */
#ifndef POSTMOVE_TEST_DRAWN_H
#define POSTMOVE_TEST_DRAWN_H

#include "laws.h"
#include "render/sign.h"

/* The label at the edge with that text that stands in the point's row or column. */
static bool has_label(const struct figures *figures, const char *text, const struct point *point,
                      bool *labelled)
{
    for (int i = 0; i < figures->labels; i++) {
        const struct label *label = &figures->label[i];
        const bool named = g_ascii_strncasecmp(label->text, text, sizeof label->text) == 0;
        *labelled |= named;
        if (named && (g_ascii_isdigit(*text) ? label->y == point->y : label->x == point->x)) {
            return true;
        }
    }
    return false;
}

/* A point is within the board, is what its kind says, and stands where the labels say. */
static void point_fits(const struct walk *walk, const struct figures *figures,
                       const struct point *point)
{
    const bool piece = point->kind == POINT_PIECE;
    g_autofree char *name = g_strndup(point->name, sizeof point->name);
    if (*name == '\0' || point->x >= figures->width || point->y >= figures->height) {
        wrong(walk, "draw", "point \"%s\" at %u, %u has no name, or is not within %u by %u", name,
              point->x, point->y, figures->width, figures->height);
    }
    if (point->owner < -1 || point->owner >= walk->setup.seats || (piece && point->height == 0) ||
        (piece && point->prisoners > point->height)) {
        wrong(walk, "draw", "%s has owner %d, height %u, prisoners %u", name, point->owner,
              point->height, point->prisoners);
    }
    g_autofree char *file = g_strndup(name, strcspn(name, "0123456789"));
    bool labelled = false, fits = true;
    if (figures->turning != TURNING_SIXTHS && !figures->open) {
        fits = has_label(figures, file, point, &labelled) || !labelled;
        labelled = false;
        fits = (has_label(figures, name + strlen(file), point, &labelled) || !labelled) && fits;
    }
    if (!fits) {
        wrong(walk, "draw", "%s at %u, %u is not beside its labels", name, point->x, point->y);
    }
}

/* Each label stands at both edges of the board: rows on the left and on the right, files above and
 * below. */
static void label_is_opposite(const struct walk *walk, const struct figures *figures,
                              const struct label *label)
{
    bool twice = figures->turning == TURNING_SIXTHS || figures->open;
    for (int i = 0; i < figures->labels && !twice; i++) {
        const struct label *other = &figures->label[i];
        twice = other != label && strncmp(label->text, other->text, sizeof label->text) == 0 &&
                (label->x == other->x) != (label->y == other->y);
    }
    if (!twice) {
        wrong(walk, "draw", "label %.4s at %u, %u does not stand at the opposite edge, too",
              label->text, label->x, label->y);
    }
}

/* From the middle of all points to that of a seat's men, in half cells; 0: there are none. */
static struct spot side_of(const struct turned *board, int seat)
{
    struct spot men = { 0, 0 }, all = { 0, 0 };
    int count = 0;
    for (int i = 0; i < board->figures.points; i++) {
        const bool own =
            board->figures.point[i].kind == POINT_PIECE && board->figures.point[i].owner == seat;
        men.x += own ? board->spot[i].x : 0;
        men.y += own ? board->spot[i].y : 0;
        all.x += board->spot[i].x;
        all.y += board->spot[i].y;
        count += own;
    }
    const int points = MAX(board->figures.points, 1), own = MAX(count, 1);
    return count == 0 ? (struct spot){ 0, 0 }
                      : (struct spot){ men.x / own - all.x / points, men.y / own - all.y / points };
}

/* The board can be turned for each seat; in the first position its own side is at the bottom. */
static void turns_fit(const struct walk *walk, const struct move *last)
{
    static const int most[] = {
        [TURNING_HALVES] = 2, [TURNING_QUARTERS] = 4, [TURNING_SIXTHS] = 6
    };
    g_autofree struct turned *board = g_new(struct turned, 1);
    for (int seat = 0; seat < walk->setup.seats; seat++) {
        const struct diagram diagram = { .game = walk->game,
                                         .position = &walk->now,
                                         .last = last,
                                         .count = last != NULL,
                                         .seats = walk->setup.seats,
                                         .seat = seat };
        turned_draw(&diagram, board);
        const struct figures *figures = &board->figures;
        if (figures->turning > TURNING_SIXTHS || figures->turn[seat] >= most[figures->turning]) {
            wrong(walk, "draw", "turn[%d] is %u", seat, figures->turn[seat]);
        }
        const struct spot side = side_of(board, seat);
        if (last == NULL && side.y < 0) {
            wrong(walk, "draw", "turn[%d] = %u does not bring the men of this seat to the bottom",
                  seat, figures->turn[seat]);
        }
    }
}

/* Whether the same men stand on both, of the same seat and set. */
static bool alike(const struct point *one, const struct point *other)
{
    return one->kind == other->kind && one->owner == other->owner && one->set == other->set &&
           one->height == other->height && one->prisoners == other->prisoners &&
           (one->prisoners == 0 || one->prisoners_of == other->prisoners_of);
}

/* The marks of a point say what the move of that seat did there: `was` is the point before it. */
static void mark_fits(const struct walk *walk, int seat, const char *move, const struct point *was,
                      const struct point *point)
{
    const int mark = point->mark & (MARK_FROM | MARK_TO);
    const char *what = NULL;
    if (mark == MARK_TO && point->kind != POINT_PIECE) {
        what = "is marked TO, but is empty";
    } else if (mark == MARK_TO && point->owner >= 0 && point->owner != seat) {
        what = "is marked TO, but holds a piece of a seat that did not move";
    } else if (mark == MARK_TO && alike(was, point)) {
        what = "is marked TO, but has not changed";
    } else if (mark == MARK_FROM && was->kind != POINT_PIECE) {
        what = "is marked FROM, but was empty before";
    }
    if (what != NULL) {
        wrong(walk, "draw", "%.4s %s by the move %s", point->name, what, move);
    }
}

/* The marks of the board fit that move, which led from the position `before` to this one. Men that
 * it captured need no mark, but one that changes any point has a mark somewhere. */
static void marks_fit(const struct walk *walk, const struct position *before,
                      const struct move *move)
{
    g_autofree struct figures *was = g_new0(struct figures, 1), *now = g_new0(struct figures, 1);
    g_autofree char *text = move_text(walk->game, before, move);
    walk->game->draw(before, NULL, 0, was);
    walk->game->draw(&walk->now, move, 1, now);
    if (was->points != now->points) {
        wrong(walk, "draw", "%u points before the move %s, and %u after it", was->points, text,
              now->points);
    }
    bool changed = false;
    int marks = 0;
    for (int i = 0; i < now->points; i++) {
        mark_fits(walk, walk->game->actor(before), text, &was->point[i], &now->point[i]);
        changed |= !alike(&was->point[i], &now->point[i]);
        marks |= now->point[i].mark;
    }
    for (int i = 0; i < now->bars; i++) {
        marks |= now->bar[i].mark;
    }
    if (changed && (marks & (MARK_FROM | MARK_TO)) == 0) {
        wrong(walk, "draw", "nothing is marked after the move %s", text);
    }
}

/* Positions that repetition takes for the same one show the same men. */
static void identity_fits(const struct walk *walk, const struct figures *figures)
{
    enum { FACTOR = 31 };
    guint men = 0;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        const bool piece = point->kind == POINT_PIECE;
        men = men * FACTOR + (piece ? 1U + (guint)point->owner * FACTOR + point->height : 0);
    }
    g_autoptr(GBytes) same = g_bytes_new(walk->now.bytes, game_identity(walk->game));
    gpointer shown;
    if (!g_hash_table_lookup_extended(walk->men, same, NULL, &shown)) {
        g_hash_table_insert(walk->men, g_steal_pointer(&same), GUINT_TO_POINTER(men));
    } else if (GPOINTER_TO_UINT(shown) != men) {
        wrong(walk, "identity", "the bytes before it were the same with men on other points");
    }
}

static void figures_fit(const struct walk *walk, const struct move *last)
{
    g_autofree struct figures *figures = g_new(struct figures, 1);
    memset(figures, 0xa5, sizeof *figures);
    walk->game->draw(&walk->now, last, last == NULL ? 0 : 1, figures);
    if (figures->points > POINTS_MAX || figures->labels > LABELS_MAX || figures->bars > BARS_MAX ||
        figures->captions > CAPTIONS_MAX || figures->tallies > TALLIES_MAX) {
        wrong(walk, "draw", "it draws more than game.h has room for");
    }
    g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
    g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        point_fits(walk, figures, point);
        const gboolean free = g_hash_table_add(places, GINT_TO_POINTER(point->x << 8 | point->y));
        if (!g_hash_table_add(names, g_strndup(point->name, sizeof point->name)) || !free) {
            wrong(walk, "draw", "%.4s at %u, %u is drawn twice, or where another point is",
                  point->name, point->x, point->y);
        }
    }
    for (int i = 0; i < figures->labels; i++) {
        const struct label *label = &figures->label[i];
        if (label->x >= figures->width || label->y >= figures->height) {
            wrong(walk, "draw", "label %.4s at %u, %u is not within %u by %u", label->text,
                  label->x, label->y, figures->width, figures->height);
        }
        label_is_opposite(walk, figures, label);
    }
    identity_fits(walk, figures);
    for (int i = 0; i < figures->captions; i++) {
        note_fits(walk, "draw", &figures->caption[i]);
    }
    for (int i = 0; i < figures->tallies; i++) {
        note_fits(walk, "draw", &figures->tally[i]);
    }
}

#endif
