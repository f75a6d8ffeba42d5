#include "render/listing.h"

#include <string.h>

#include "base/plain.h"
#include "render/sign.h"
#include "render/template.h"

enum {
    NOBODY = -1,
    SETS_MAX = 6,
    YARD_TOLD = 12, /* empty squares of yards: while there are more they do not matter yet */
};

struct listing {
    const struct diagram *diagram;
    const struct words *words;
    struct figures now, before;   /* `before` the last turn, if that is known */
    struct figures step, earlier; /* after one action of that turn, and before it */
    GPtrArray *bars_left; /* names of places that barriers were taken from, and that was told */
    GString *out;
};

/* ---- lines ---- */

/* The words of a key of the game. Takes the values. */
static struct phrase *said(const struct listing *listing, const char *key, struct values *values)
{
    return phrase_key(listing->diagram->game->name, key, values);
}

static void append_line(const struct listing *listing, const char *text)
{
    if (*text != '\0') {
        g_autofree char *filled = template_fill(text, DIAGRAM_COLUMNS_MAX);
        g_string_append_printf(listing->out, "%s\n", filled);
    }
}

/* The line of a key. Takes the values. */
static void append_key(const struct listing *listing, const char *key, struct values *values)
{
    g_autofree char *text = words_said(listing->words, said(listing, key, values));
    append_line(listing, text);
}

/* ---- names ---- */

/* What a seat is called; -1 is nobody. */
static struct phrase *name_of(const struct listing *listing, int seat)
{
    return seat < 0 ? phrase_key("view", "list-nobody", NULL)
                    : phrase_name(listing->diagram->game, listing->diagram->names, seat);
}

static char *point_name(const struct point *point)
{
    return g_strndup(point->name, sizeof point->name);
}

static char *bar_name(const struct bar *bar)
{
    return g_strndup(bar->name, sizeof bar->name);
}

static GPtrArray *items_new(void)
{
    return g_ptr_array_new_null_terminated(1, g_free, TRUE);
}

static void append_note(const struct listing *listing, const struct note *note)
{
    const struct diagram *diagram = listing->diagram;
    g_autofree char *text = words_said(
        listing->words, phrase_note(diagram->game, note, diagram->position, diagram->names));
    append_line(listing, text);
}

/* ---- what stands somewhere ---- */

/* A piece, as the words of that key say. */
static struct phrase *piece_said(const struct listing *listing, const char *key,
                                 const struct point *point)
{
    struct values *values = with_text(values_new(), "place", point_name(point));
    with_phrase(values, "who", name_of(listing, point->owner));
    with_phrase(values, "whose", name_of(listing, point->prisoners_of));
    with_number(values, "own", sign_cap(point));
    with_number(values, "under", point->prisoners);
    return said(listing, key, with_number(values, "set", point->set));
}

static struct phrase *point_said(const struct listing *listing, const struct point *point)
{
    const char *key = point->kind != POINT_PIECE ? "list-what-empty"
                      : sign_is_tall(point)      ? "list-what-tall"
                                                 : "list-what-man";
    return piece_said(listing, key, point);
}

/* NULL: no bar is there. */
static struct phrase *bar_said(const struct listing *listing, const struct bar *bar)
{
    if (bar == NULL) {
        return said(listing, "list-what-empty", NULL);
    }
    return said(listing, bar->standing ? "list-what-standing" : "list-what-bar",
                with_phrase(values_new(), "who", name_of(listing, bar->owner)));
}

/* ---- the last turn ---- */

/* Takes the phrases. */
static void append_change(const struct listing *listing, const char *place, struct phrase *now,
                          struct phrase *before)
{
    struct values *values = pairs("place", place, NULL);
    append_key(listing, "list-change",
               with_phrase(with_phrase(values, "now", now), "before", before));
}

static bool stands_same(const struct point *one, const struct point *other)
{
    if (one->kind != POINT_PIECE || other->kind != POINT_PIECE) {
        return one->kind != POINT_PIECE && other->kind != POINT_PIECE;
    }
    return one->owner == other->owner && one->set == other->set && one->height == other->height &&
           one->prisoners == other->prisoners;
}

/* A lone man left the square or came to it, as the line above has said. */
static bool is_plain(const struct point *now, const struct point *before)
{
    const bool left = (now->mark & MARK_FROM) && now->kind != POINT_PIECE &&
                      before->kind == POINT_PIECE && !sign_is_tall(before);
    const bool came = (now->mark & MARK_TO) && now->kind == POINT_PIECE && !sign_is_tall(now) &&
                      before->kind != POINT_PIECE;
    return left || came;
}

static const struct bar *bar_at(const struct figures *figures, const struct bar *like)
{
    for (int i = 0; i < figures->bars; i++) {
        const struct bar *bar = &figures->bar[i];
        if (bar->x == like->x && bar->y == like->y) {
            return bar;
        }
    }
    return NULL;
}

/* Tells of bars of one figures that the other lacks, or has in another way; but not of a bar of
 * which the last turn has told that it came or went. */
static void append_bars_changed(const struct listing *listing, const struct figures *of,
                                const struct figures *other, bool is_now)
{
    for (int i = 0; i < of->bars; i++) {
        const struct bar *bar = &of->bar[i];
        const struct bar *there = bar_at(other, bar);
        g_autofree char *place = bar_name(bar);
        const bool same =
            there != NULL && there->owner == bar->owner && there->standing == bar->standing;
        const bool told =
            is_now ? (bar->mark & MARK_TO) != 0
                   : g_ptr_array_find_with_equal_func(listing->bars_left, place, g_str_equal, NULL);
        if (there == NULL ? !told : is_now && !same) {
            append_change(listing, place, bar_said(listing, is_now ? bar : there),
                          bar_said(listing, is_now ? there : bar));
        }
    }
}

static void append_changes(const struct listing *listing)
{
    const struct figures *now = &listing->now, *before = &listing->before;
    for (int i = 0; i < MIN(now->points, before->points); i++) {
        const struct point *point = &now->point[i];
        if (!stands_same(point, &before->point[i]) && !is_plain(point, &before->point[i])) {
            g_autofree char *place = point_name(point);
            append_change(listing, place, point_said(listing, point),
                          point_said(listing, &before->point[i]));
        }
    }
    append_bars_changed(listing, now, before, true);
    append_bars_changed(listing, before, now, false);
}

/* Names of the points that an action has marked, with commas; "": none. Free with g_free. */
static char *marked(const struct figures *figures, enum point_mark mark)
{
    g_autoptr(GPtrArray) names = items_new();
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        const bool arrived = point->mark & MARK_TO;
        if (mark == MARK_TO ? arrived : !arrived && (point->mark & mark)) {
            g_ptr_array_add(names, point_name(point));
        }
    }
    return g_strjoinv(", ", (char **)names->pdata);
}

/* What an action did: the words of that key, by the places that it names. */
static struct phrase *way_said(const struct listing *listing, const char *key, const char *from,
                               const char *to)
{
    return said(listing, key, pairs("from", from, "to", to, NULL));
}

/* What a man did in an action; NULL if no man moved. */
static struct phrase *step_of_man(const struct listing *listing)
{
    g_autofree char *from = marked(&listing->step, MARK_FROM);
    g_autofree char *to = marked(&listing->step, MARK_TO);
    const char *key = *to == '\0' ? "list-left" : *from != '\0' ? "list-moved" : "list-came";
    return *from != '\0' || *to != '\0' ? way_said(listing, key, from, to) : NULL;
}

/* The place that an action took a barrier from, or NULL. Free with g_free. */
static char *bar_left(const struct listing *listing)
{
    for (int i = 0; i < listing->earlier.bars; i++) {
        const struct bar *bar = &listing->earlier.bar[i];
        if (bar_at(&listing->step, bar) == NULL) {
            return bar_name(bar);
        }
    }
    return NULL;
}

/* What an action did with a barrier; NULL if with none. */
static struct phrase *step_of_bar(const struct listing *listing)
{
    for (int i = 0; i < listing->step.bars; i++) {
        if (listing->step.bar[i].mark & MARK_TO) {
            g_autofree char *to = bar_name(&listing->step.bar[i]);
            char *from = bar_left(listing);
            if (from == NULL) {
                return way_said(listing, "list-bar-came", NULL, to);
            }
            g_ptr_array_add(listing->bars_left, from);
            return way_said(listing, "list-bar-moved", from, to);
        }
    }
    return NULL;
}

/* The actions of the last turn, one after the other, with what each did beside what its text says.
 */
static void append_steps(struct listing *listing)
{
    const struct diagram *diagram = listing->diagram;
    const struct game *game = diagram->game;
    struct position at = *diagram->before;
    bool begun = false;
    listing->step = listing->before;
    for (size_t i = 0; i < diagram->count; i++) {
        const struct move *move = &diagram->last[i];
        struct note effects[EFFECTS_MAX];
        const size_t count =
            game->effects != NULL ? game->effects(&at, move, effects, EFFECTS_MAX) : 0;
        listing->earlier = listing->step;
        game->apply(&at, move);
        listing->step = (struct figures){ 0 };
        game->draw(&at, move, 1, &listing->step);
        struct phrase *const told[] = { step_of_man(listing), step_of_bar(listing) };
        for (size_t step = 0; step < G_N_ELEMENTS(told); step++) {
            if (told[step] != NULL) {
                append_key(listing, begun ? "list-then" : "list-last",
                           with_phrase(values_new(), "action", told[step]));
                begun = true;
            }
        }
        for (size_t effect = 0; effect < MIN(count, EFFECTS_MAX); effect++) {
            append_note(listing, &effects[effect]);
        }
    }
}

/* ---- who stands where ---- */

/* What a line of points has in common, beside their owner. */
struct sort {
    const char *key; /* of what stands at the head of the line */
    enum point_kind kind;
    uint8_t mask, mark; /* those of these marks that they have */
    int set;            /* -1: any set, single men and pieces of several */
    bool tall;
};

static bool is_of_sort(const struct point *point, const struct sort *sort, int seat)
{
    return point->kind == sort->kind && point->owner == seat &&
           (point->mark & sort->mask) == sort->mark &&
           (sort->set < 0 || (point->set == sort->set && sign_is_tall(point) == sort->tall));
}

/* The head of a line about `count` things of a seat. */
static struct phrase *head_of(const struct listing *listing, const struct sort *sort, int seat,
                              guint count)
{
    /* Walls cross that are of two seats. */
    const bool nameless = seat == NOBODY && sort->kind == POINT_CROSSED;
    struct values *values =
        with_phrase(values_new(), "who", nameless ? NULL : name_of(listing, seat));
    with_number(values, "set", sort->set);
    return said(listing, sort->key, with_number(values, "count", count));
}

/* Writes the head of things of that sort, and these (char *), which it sorts. Writes nothing if
 * there are none, or the game has no words for the head. */
static void append_items(const struct listing *listing, const struct sort *sort, int seat,
                         GPtrArray *items)
{
    g_autofree char *first =
        items->len > 0 ? words_said(listing->words, head_of(listing, sort, seat, items->len))
                       : NULL;
    if (first == NULL || *first == '\0') {
        return;
    }
    g_autofree char *lines = words_items(listing->words, first, items, DIAGRAM_COLUMNS_MAX);
    append_line(listing, lines);
}

/* Gives how many there are. */
static guint append_sort(const struct listing *listing, const struct sort *sort, int seat)
{
    g_autoptr(GPtrArray) items = items_new();
    for (int i = 0; i < listing->now.points; i++) {
        const struct point *point = &listing->now.point[i];
        if (is_of_sort(point, sort, seat)) {
            g_ptr_array_add(items, sort->tall ? words_said(listing->words,
                                                           piece_said(listing, "list-tall", point))
                                              : point_name(point));
        }
    }
    if ((sort->mark & MARK_YARD) == 0 || items->len <= YARD_TOLD) {
        append_items(listing, sort, seat, items);
    }
    return items->len;
}

static void append_bars(const struct listing *listing, int seat)
{
    const struct sort sort = { .key = seat == NOBODY ? "list-standing" : "list-bars" };
    g_autoptr(GPtrArray) items = items_new();
    for (int i = 0; i < listing->now.bars; i++) {
        const struct bar *bar = &listing->now.bar[i];
        if ((bar->standing ? NOBODY : bar->owner) == seat) {
            g_ptr_array_add(items, bar_name(bar));
        }
    }
    append_items(listing, &sort, seat, items);
}

/* The pieces of a set: single men, and pieces of several. Gives how many there are. */
static guint append_pieces(const struct listing *listing, int seat, int set)
{
    struct sort sort = { .key = "list-men", .kind = POINT_PIECE, .set = set };
    const guint men = append_sort(listing, &sort, seat);
    sort.key = "list-talls";
    sort.tall = true;
    return men + append_sort(listing, &sort, seat);
}

static void append_seat(const struct listing *listing, int seat)
{
    guint pieces = 0;
    for (int set = 0; set <= SETS_MAX; set++) {
        pieces += append_pieces(listing, seat, set);
    }
    if (pieces == 0 && seat != NOBODY) {
        append_key(listing, "list-none", with_phrase(values_new(), "who", name_of(listing, seat)));
    }
    append_bars(listing, seat);
}

/* What else there is. */
static void append_sorts(const struct listing *listing)
{
    static const struct sort sorts[] = {
        { "list-walls", POINT_WALL, MARK_UPRIGHT, 0, -1, false },
        { "list-walls-upright", POINT_WALL, MARK_UPRIGHT, MARK_UPRIGHT, -1, false },
        { "list-walls-crossed", POINT_CROSSED, 0, 0, -1, false },
        { "list-forced", POINT_PIECE, MARK_FORCED, MARK_FORCED, -1, false },
        { "list-yard", POINT_EMPTY, MARK_YARD, MARK_YARD, -1, false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(sorts); i++) {
        for (int seat = NOBODY; seat < listing->diagram->seats; seat++) {
            append_sort(listing, &sorts[i], seat);
        }
    }
}

/* ---- the whole ---- */

char *listing_text(const struct diagram *diagram, const struct words *words)
{
    g_autofree struct listing *listing = g_new0(struct listing, 1);
    listing->diagram = diagram;
    listing->words = words;
    listing->out = g_string_new(NULL);
    listing->bars_left = items_new();
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &listing->now);

    const int mover = diagram->game->actor(diagram->position);
    append_key(listing, mover >= 0 ? "list-mover" : "list-over",
               with_phrase(values_new(), "who", name_of(listing, mover)));
    if (diagram->before != NULL && diagram->count > 0) {
        diagram->game->draw(diagram->before, NULL, 0, &listing->before);
        append_steps(listing);
        append_changes(listing);
    }
    for (int seat = 0; seat < diagram->seats; seat++) {
        append_seat(listing, seat);
    }
    append_seat(listing, NOBODY);
    append_sorts(listing);

    int empty = 0;
    for (int i = 0; i < listing->now.points; i++) {
        empty += listing->now.point[i].kind != POINT_PIECE;
    }
    append_key(
        listing, "list-size",
        with_number(with_number(values_new(), "count", listing->now.points), "empty", empty));
    for (int i = 0; i < listing->now.captions; i++) {
        append_note(listing, &listing->now.caption[i]);
    }
    for (int i = 0; i < listing->now.tallies; i++) {
        append_note(listing, &listing->now.tally[i]);
    }
    g_ptr_array_unref(listing->bars_left);
    return g_string_free(g_steal_pointer(&listing->out), FALSE);
}
