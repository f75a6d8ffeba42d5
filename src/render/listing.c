#include "render/listing.h"

#include <string.h>

#include "base/plain.h"
#include "render/sign.h"
#include "render/template.h"

enum {
    NOBODY = -1,
    YARD_TOLD = 12, /* empty squares of yards: while there are more they do not matter yet */
};

struct listing {
    const struct diagram *diagram;
    const struct words *words;
    struct figures now, before; /* `before` the last turn, if that is known */
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

/* The name of a point or bar. Free with g_free. */
static char *place_name(const char name[4])
{
    return g_strndup(name, 4);
}

/* A note about that position. */
static void append_note(const struct listing *listing, const struct note *note,
                        const struct position *position)
{
    const struct diagram *diagram = listing->diagram;
    g_autofree char *text =
        words_said(listing->words, phrase_note(diagram->game, note, position, diagram->names));
    append_line(listing, text);
}

/* ---- what stands somewhere ---- */

/* A piece, as the words of that key say. */
static struct phrase *piece_said(const struct listing *listing, const char *key,
                                 const struct point *point)
{
    struct values *values = with_text(values_new(), "place", place_name(point->name));
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

static struct phrase *bar_said(const struct listing *listing, const struct bar *bar)
{
    return said(listing, bar->standing ? "list-what-standing" : "list-what-bar",
                with_phrase(values_new(), "who", name_of(listing, bar->owner)));
}

/* ---- the last turn ---- */

/* Takes the phrases. */
static void append_change(const struct listing *listing, const char place[4], struct phrase *now,
                          struct phrase *before)
{
    struct values *values = with_text(values_new(), "place", place_name(place));
    append_key(listing, "list-change",
               with_phrase(with_phrase(values, "now", now), "before", before));
}

/* A lone man left the square or came to it, as the text of the turn says. */
static bool is_plain(const struct point *now, const struct point *before)
{
    const bool left = (now->mark & MARK_FROM) && now->kind != POINT_PIECE &&
                      before->kind == POINT_PIECE && !sign_is_tall(before);
    const bool came = (now->mark & MARK_TO) && now->kind == POINT_PIECE && !sign_is_tall(now) &&
                      before->kind != POINT_PIECE;
    return left || came;
}

/* Squares and barriers that are not as they were before the last turn. A barrier that came or went
 * is one that the text of the turn names. */
static void append_changes(const struct listing *listing)
{
    const struct figures *now = &listing->now, *before = &listing->before;
    for (int i = 0; i < MIN(now->points, before->points); i++) {
        const struct point *point = &now->point[i], *was = &before->point[i];
        if (!point_stands_same(point, was) && !is_plain(point, was)) {
            append_change(listing, point->name, point_said(listing, point),
                          point_said(listing, was));
        }
    }
    for (int i = 0; i < now->bars; i++) {
        const struct bar *bar = &now->bar[i], *was = figures_bar_at(before, bar);
        if (was != NULL && (was->owner != bar->owner || was->standing != bar->standing)) {
            append_change(listing, bar->name, bar_said(listing, bar), bar_said(listing, was));
        }
    }
}

/* The moves of the last turn, and what each did beside what its text says. */
static void append_turn(const struct listing *listing)
{
    const struct diagram *diagram = listing->diagram;
    const struct game *game = diagram->game;
    struct position at = *diagram->before;
    for (size_t i = 0; i < diagram->count; i++) {
        const struct move *move = &diagram->last[i];
        struct note notes[1 + EFFECTS_MAX] = { { .key = "list-last", .move = *move } };
        size_t count = game->effects != NULL ? game->effects(&at, move, notes + 1, EFFECTS_MAX) : 0;
        for (size_t note = 0; note <= MIN(count, EFFECTS_MAX); note++) {
            append_note(listing, &notes[note], &at);
        }
        game->apply(&at, move);
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

/* Writes what the things of a seat of that sort are, and these (char *), which it sorts. Writes
 * nothing if there are none, or the game has no words for them. */
static void append_items(const struct listing *listing, const struct sort *sort, int seat,
                         GPtrArray *items)
{
    /* Walls cross that are of two seats. */
    const bool nameless = seat == NOBODY && sort->kind == POINT_CROSSED;
    struct values *values =
        with_phrase(values_new(), "who", nameless ? NULL : name_of(listing, seat));
    with_number(with_number(values, "set", sort->set), "count", items->len);
    g_autofree char *head = words_said(listing->words, said(listing, sort->key, values));
    if (items->len > 0 && *head != '\0') {
        g_autofree char *lines = words_items(listing->words, head, items, DIAGRAM_COLUMNS_MAX);
        append_line(listing, lines);
    }
}

/* Gives how many there are. */
static guint append_sort(const struct listing *listing, const struct sort *sort, int seat)
{
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < listing->now.points; i++) {
        const struct point *point = &listing->now.point[i];
        if (is_of_sort(point, sort, seat)) {
            g_ptr_array_add(items, sort->tall ? words_said(listing->words,
                                                           piece_said(listing, "list-tall", point))
                                              : place_name(point->name));
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
    g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < listing->now.bars; i++) {
        const struct bar *bar = &listing->now.bar[i];
        if ((bar->standing ? NOBODY : bar->owner) == seat) {
            g_ptr_array_add(items, place_name(bar->name));
        }
    }
    append_items(listing, &sort, seat, items);
}

/* The pieces of each set, single men and pieces of several, and the barriers. */
static void append_seat(const struct listing *listing, int seat)
{
    guint pieces = 0;
    for (int set = 0; set <= SEATS_MAX; set++) {
        const struct sort men = { "list-men", POINT_PIECE, 0, 0, set, false };
        const struct sort talls = { "list-talls", POINT_PIECE, 0, 0, set, true };
        pieces += append_sort(listing, &men, seat);
        pieces += append_sort(listing, &talls, seat);
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

char *listing_text(const struct diagram *diagram, const struct words *words, bool captions)
{
    g_autofree struct listing *listing = g_new0(struct listing, 1);
    listing->diagram = diagram;
    listing->words = words;
    listing->out = g_string_new(NULL);
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &listing->now);

    const int mover = diagram->game->actor(diagram->position);
    append_key(listing, mover >= 0 ? "list-mover" : "list-over",
               with_phrase(values_new(), "who", name_of(listing, mover)));
    if (diagram->before != NULL && diagram->count > 0) {
        diagram->game->draw(diagram->before, NULL, 0, &listing->before);
        append_turn(listing);
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
    for (int i = 0; i < listing->now.captions && captions; i++) {
        append_note(listing, &listing->now.caption[i], diagram->position);
    }
    for (int i = 0; i < listing->now.tallies; i++) {
        append_note(listing, &listing->now.tally[i], diagram->position);
    }
    return g_string_free(g_steal_pointer(&listing->out), FALSE);
}
