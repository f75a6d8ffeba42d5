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
    const char *const *seat_names;
    struct figures now, before;   /* `before` the last turn, if that is known */
    struct figures step, earlier; /* after one action of that turn, and before it */
    GPtrArray *bars_left; /* names of places that barriers were taken from, and that was told */
    GString *out;
};

/* ---- lines ---- */

/* The words of a key. Takes the values. */
static char *in_words(const struct listing *listing, const char *key, struct values *values)
{
    return words_say(listing->words, listing->diagram->game->name, key, values);
}

static void append_line(const struct listing *listing, const char *text)
{
    if (*text != '\0') {
        g_autofree char *filled = template_fill(text, DIAGRAM_COLUMNS_MAX);
        g_string_append_printf(listing->out, "%s\n", filled);
    }
}

static void append_key(const struct listing *listing, const char *key, struct values *values)
{
    g_autofree char *text = in_words(listing, key, values);
    append_line(listing, text);
}

static int by_name(const void *one, const void *other)
{
    return strverscmp(*(char *const *)one, *(char *const *)other);
}

/* Writes the head and the items (char *), at least one, which it sorts. Writes nothing if the game
 * has no words for the head. */
static void append_items(const struct listing *listing, const char *head, GPtrArray *items)
{
    if (*head == '\0') {
        return;
    }
    g_autofree char *go_on = words_say(listing->words, "view", "list-more", NULL);
    g_autoptr(GString) line = g_string_new(head);
    g_ptr_array_sort(items, by_name);
    for (guint i = 0; i < items->len; i++) {
        const char *item = items->pdata[i];
        if (grapheme_columns(line->str) + grapheme_columns(item) + 2 > DIAGRAM_COLUMNS_MAX) {
            g_string_append_printf(listing->out, "%s\n", line->str);
            g_string_printf(line, "  %s", go_on);
        }
        g_string_append_printf(line, " %s%s", item, i + 1 < items->len ? "," : "");
    }
    append_line(listing, line->str);
}

/* ---- names ---- */

/* What a seat is called; -1 is nobody. Free with g_free. */
static char *name_of(const struct listing *listing, int seat)
{
    if (seat < 0 || seat >= SEATS_MAX) {
        return words_say(listing->words, "view", "list-nobody", NULL);
    }
    return listing->seat_names != NULL
               ? g_strdup(listing->seat_names[seat])
               : words_said(listing->words, phrase_seat(listing->diagram->game, seat));
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

/* A note as a sentence: what parts the columns of a table becomes a comma. */
static void append_note(const struct listing *listing, const struct note *note)
{
    g_autofree char *text = words_note(listing->words, listing->diagram->game, note,
                                       listing->diagram->position, listing->seat_names);
    g_auto(GStrv) cells = words_cells(text);
    g_autofree char *line = g_strjoinv(", ", cells);
    append_line(listing, line);
}

/* ---- what stands somewhere ---- */

/* `who` and how many: the head of a line of that key. Free with g_free. */
static char *head_of(const struct listing *listing, const char *key, int seat, int set,
                     const struct piece *piece, guint count)
{
    g_autofree char *who = name_of(listing, seat);
    g_autofree char *kind = words_piece(listing->words, listing->diagram->game, piece);
    struct values *values = pairs("who", who, "kind", kind, NULL);
    values_add_number(values, "set", set);
    values_add_number(values, "count", count);
    return in_words(listing, key, values);
}

/* A piece in words of that key. Free with g_free. */
static char *piece_in_words(const struct listing *listing, const char *key,
                            const struct point *point)
{
    g_autofree char *place = point_name(point);
    g_autofree char *who = name_of(listing, point->owner);
    g_autofree char *whose = name_of(listing, point->prisoners_of);
    g_autofree char *kind = words_piece(listing->words, listing->diagram->game, point->piece);
    const int own = sign_cap(point);
    struct values *values = pairs("place", place, "who", who, "whose", whose, "kind", kind, NULL);
    values_add_number(values, "own", own);
    values_add_number(values, "under", point->prisoners);
    values_add_number(values, "set", point->set);
    return in_words(listing, key, values);
}

static char *point_in_words(const struct listing *listing, const struct point *point)
{
    const char *key = point->kind != POINT_PIECE ? "list-what-empty"
                      : sign_is_tall(point)      ? "list-what-tall"
                                                 : "list-what-man";
    return piece_in_words(listing, key, point);
}

/* NULL: no bar is there. */
static char *bar_in_words(const struct listing *listing, const struct bar *bar)
{
    if (bar == NULL) {
        return in_words(listing, "list-what-empty", NULL);
    }
    g_autofree char *who = name_of(listing, bar->owner);
    return in_words(listing, bar->standing ? "list-what-standing" : "list-what-bar",
                    pairs("who", who, NULL));
}

/* ---- the last turn ---- */

static void append_change(const struct listing *listing, const char *place, char *now, char *before)
{
    append_key(listing, "list-change", pairs("place", place, "now", now, "before", before, NULL));
    g_free(now);
    g_free(before);
}

static bool stands_same(const struct point *one, const struct point *other)
{
    if (one->kind != POINT_PIECE || other->kind != POINT_PIECE) {
        return one->kind != POINT_PIECE && other->kind != POINT_PIECE;
    }
    return one->owner == other->owner && one->set == other->set && one->piece == other->piece &&
           one->height == other->height && one->prisoners == other->prisoners;
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
        const bool same =
            there != NULL &&
            (!is_now || (there->owner == bar->owner && there->standing == bar->standing));
        g_autofree char *place = bar_name(bar);
        const bool told =
            there == NULL && (is_now ? (bar->mark & MARK_TO) != 0
                                     : g_ptr_array_find_with_equal_func(listing->bars_left, place,
                                                                        g_str_equal, NULL));
        if (!same && !told) {
            char *one = bar_in_words(listing, bar), *two = bar_in_words(listing, there);
            append_change(listing, place, is_now ? one : two, is_now ? two : one);
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
            append_change(listing, place, point_in_words(listing, point),
                          point_in_words(listing, &before->point[i]));
        }
    }
    append_bars_changed(listing, now, before, true);
    append_bars_changed(listing, before, now, false);
}

/* Names of the points that an action has marked. */
static GPtrArray *marked(const struct figures *figures, enum point_mark mark)
{
    GPtrArray *names = items_new();
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        const bool arrived = point->mark & MARK_TO;
        if (mark == MARK_TO ? arrived : !arrived && (point->mark & mark)) {
            g_ptr_array_add(names, point_name(point));
        }
    }
    return names;
}

/* What a man did in an action, in words; NULL if no man moved. Free with g_free. */
static char *step_of_man(const struct listing *listing)
{
    g_autoptr(GPtrArray) left = marked(&listing->step, MARK_FROM);
    g_autoptr(GPtrArray) reached = marked(&listing->step, MARK_TO);
    const char *key = reached->len == 0 ? "list-left" : left->len > 0 ? "list-moved" : "list-came";
    g_autofree char *from = g_strjoinv(", ", (char **)left->pdata);
    g_autofree char *to = g_strjoinv(", ", (char **)reached->pdata);
    return left->len + reached->len > 0
               ? in_words(listing, key, pairs("from", from, "to", to, NULL))
               : NULL;
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

/* The same of a barrier. */
static char *step_of_bar(const struct listing *listing)
{
    for (int i = 0; i < listing->step.bars; i++) {
        if (listing->step.bar[i].mark & MARK_TO) {
            g_autofree char *to = bar_name(&listing->step.bar[i]);
            char *from = bar_left(listing);
            if (from == NULL) {
                return in_words(listing, "list-bar-came", pairs("to", to, NULL));
            }
            g_ptr_array_add(listing->bars_left, from);
            return in_words(listing, "list-bar-moved", pairs("from", from, "to", to, NULL));
        }
    }
    return NULL;
}

/* An action in words of its own line; `*begun`: of that turn something was told. */
static void append_step(const struct listing *listing, bool *begun)
{
    char *const steps[] = { step_of_man(listing), step_of_bar(listing) };
    for (size_t i = 0; i < G_N_ELEMENTS(steps); i++) {
        if (steps[i] != NULL) {
            append_key(listing, *begun ? "list-then" : "list-last",
                       pairs("action", steps[i], NULL));
            *begun = true;
        }
        g_free(steps[i]);
    }
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
        append_step(listing, &begun);
        for (size_t effect = 0; effect < MIN(count, EFFECTS_MAX); effect++) {
            append_note(listing, &effects[effect]);
        }
    }
}

/* ---- who stands where ---- */

/* Those of one set and kind, single men or pieces of several. Gives how many there are. */
static guint append_pieces(const struct listing *listing, int seat, int set,
                           const struct piece *piece, bool tall)
{
    g_autoptr(GPtrArray) items = items_new();
    for (int i = 0; i < listing->now.points; i++) {
        const struct point *point = &listing->now.point[i];
        if (point->kind == POINT_PIECE && point->owner == seat && point->set == set &&
            point->piece == piece && sign_is_tall(point) == tall) {
            g_ptr_array_add(items,
                            tall ? piece_in_words(listing, "list-tall", point) : point_name(point));
        }
    }
    if (items->len > 0) {
        g_autofree char *head =
            head_of(listing, tall ? "list-talls" : "list-men", seat, set, piece, items->len);
        append_items(listing, head, items);
    }
    return items->len;
}

static void append_bars(const struct listing *listing, int seat)
{
    g_autoptr(GPtrArray) items = items_new();
    for (int i = 0; i < listing->now.bars; i++) {
        const struct bar *bar = &listing->now.bar[i];
        if ((bar->standing ? NOBODY : bar->owner) == seat) {
            g_ptr_array_add(items, bar_name(bar));
        }
    }
    if (items->len > 0) {
        g_autofree char *head = head_of(listing, seat == NOBODY ? "list-standing" : "list-bars",
                                        seat, 0, NULL, items->len);
        append_items(listing, head, items);
    }
}

static void append_seat(const struct listing *listing, int seat)
{
    guint pieces = 0;
    const struct piece *kind = listing->diagram->game->pieces;
    for (int set = 0; set <= SETS_MAX; set++) {
        pieces += append_pieces(listing, seat, set, NULL, false);
        pieces += append_pieces(listing, seat, set, NULL, true);
    }
    for (; kind != NULL && kind->name != NULL; kind++) {
        pieces += append_pieces(listing, seat, 0, kind, false);
        pieces += append_pieces(listing, seat, 0, kind, true);
    }
    if (pieces == 0 && seat != NOBODY) {
        g_autofree char *none = head_of(listing, "list-none", seat, 0, NULL, 0);
        append_line(listing, none);
    }
    append_bars(listing, seat);
}

/* ---- what else there is ---- */

/* Points of a kind, and with that mark or without, of one owner. */
struct sort {
    const char *key;
    enum point_kind kind;
    uint8_t mask, mark;
};

static void append_sort(const struct listing *listing, const struct sort *sort, int seat)
{
    g_autoptr(GPtrArray) items = items_new();
    for (int i = 0; i < listing->now.points; i++) {
        const struct point *point = &listing->now.point[i];
        if (point->kind == sort->kind && point->owner == seat &&
            (point->mark & sort->mask) == sort->mark) {
            g_ptr_array_add(items, point_name(point));
        }
    }
    if (items->len == 0 || ((sort->mark & MARK_YARD) && items->len > YARD_TOLD)) {
        return;
    }
    g_autofree char *who = seat != NOBODY ? name_of(listing, seat) : g_strdup("");
    g_autofree char *head = in_words(listing, sort->key, pairs("who", who, NULL));
    append_items(listing, head, items);
}

static void append_sorts(const struct listing *listing)
{
    static const struct sort sorts[] = {
        { "list-walls", POINT_WALL, MARK_UPRIGHT, 0 },
        { "list-walls-upright", POINT_WALL, MARK_UPRIGHT, MARK_UPRIGHT },
        { "list-walls-crossed", POINT_CROSSED, 0, 0 },
        { "list-forced", POINT_PIECE, MARK_FORCED, MARK_FORCED },
        { "list-yard", POINT_EMPTY, MARK_YARD, MARK_YARD },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(sorts); i++) {
        for (int seat = NOBODY; seat < listing->diagram->seats; seat++) {
            append_sort(listing, &sorts[i], seat);
        }
    }
}

/* ---- the whole ---- */

char *listing_text(const struct diagram *diagram, const struct words *words,
                   const char *const *seat_names)
{
    g_autofree struct listing *listing = g_new0(struct listing, 1);
    listing->diagram = diagram;
    listing->words = words;
    listing->seat_names = seat_names;
    listing->out = g_string_new(NULL);
    listing->bars_left = items_new();
    diagram->game->draw(diagram->position, diagram->last, diagram->count, &listing->now);

    const int mover = diagram->game->actor(diagram->position);
    g_autofree char *who = name_of(listing, mover);
    append_key(listing, mover >= 0 ? "list-mover" : "list-over", pairs("who", who, NULL));
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
    struct values *size = values_new();
    values_add_number(size, "count", listing->now.points);
    values_add_number(size, "empty", empty);
    append_key(listing, "list-size", size);
    for (int i = 0; i < listing->now.captions; i++) {
        append_note(listing, &listing->now.caption[i]);
    }
    for (int i = 0; i < listing->now.tallies; i++) {
        append_note(listing, &listing->now.tally[i]);
    }
    g_ptr_array_unref(listing->bars_left);
    return g_string_free(g_steal_pointer(&listing->out), FALSE);
}
