/*
 * A board in words is complete, for random positions of every game with every option: each piece
 * is heard once, and positions that differ sound different. Of games with a writer the position
 * text is written down again from what was heard and the options that its letter names. And what
 * is told of the last turn is told in its order.
 */
#include "games.h"
#include "heard.h"

#include "render/listing.h"
#include "render/template.h"

enum {
    WALKS = 2,
    DECISIONS = 90,
    FEW = 3,
    APART = 6,
    MOVES_MAX = 4096,
    CHANGES = 8, /* of a position text */
};

static struct words *words;

/* What is being heard, and what everybody knows who knows the game: its first position. */
struct hearing {
    const struct game *game;
    struct setup setup;
    struct figures start;
    char *start_text;
    GRand *chance;
    struct heard heard;
};

/* ---- position texts of what was heard ---- */

/* The order in which rows are written: from the top, each from its left. */
static int by_place(const void *one, const void *other)
{
    const struct point *a = one, *b = other;
    return a->y != b->y ? a->y - b->y : a->x - b->x;
}

/* The sign of a piece in rows, as the first position has it for such pieces. */
static char row_sign(const struct hearing *hearing, int owner, int set)
{
    const char *text = hearing->start_text;
    for (int i = 0; i < hearing->start.points; i++, text++) {
        text += *text == '/';
        const struct point *point = &hearing->start.point[i];
        if (point->kind == POINT_PIECE && point->owner == owner && point->set == set) {
            return *text;
        }
    }
    return (char)('1' + owner);
}

static void write_rows(const struct hearing *hearing, GString *text)
{
    guint seen = 0;
    for (int i = 0; i < hearing->start.points; i++) {
        const struct point *point = &hearing->start.point[i];
        g_autofree char *name = g_strndup(point->name, sizeof point->name);
        const struct heard_piece *piece = g_hash_table_lookup(hearing->heard.pieces, name);
        if (i > 0 && point->y != point[-1].y) {
            g_string_append_c(text, '/');
        }
        g_string_append_c(text, piece != NULL ? row_sign(hearing, piece->owner, piece->set) : '.');
        seen += piece != NULL;
    }
    g_assert_cmpuint(seen, ==, g_hash_table_size(hearing->heard.pieces));
}

/* Who is out, "-" or "2,1", in the order of leaving. */
static char *out_text(const struct heard *heard)
{
    g_auto(GStrv) out = heard_sentence(heard, "^Out, in the order of leaving: (.*)\\.$");
    g_autoptr(GString) text = g_string_new(out == NULL ? "-" : "");
    g_auto(GStrv) names = g_strsplit(out != NULL ? out[1] : "", ", ", -1);
    for (char **name = names; *name != NULL; name++) {
        g_string_append_printf(text, "%s%d", text->len > 0 ? "," : "", heard_seat(*name) + 1);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* `turn`: the number of the one who was to move last, where nobody is any more. */
static char *race_text(const struct hearing *hearing, int turn)
{
    const struct heard *heard = &hearing->heard;
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) set = heard_sentence(heard, "^The set .* triangle (\\d) is to move");
    g_auto(GStrv) passes = heard_sentence(heard, "^Turns in a row .*: (\\d+)\\.$");
    g_autofree char *out = out_text(heard);
    write_rows(hearing, text);
    g_string_append_printf(text, " %d ",
                           set != NULL         ? heard_number(set[1])
                           : heard->mover >= 0 ? heard->mover + 1
                                               : turn);
    for (int seat = 0; seat < hearing->setup.seats; seat++) {
        g_string_append_printf(text, "%s%d", seat > 0 ? "," : "",
                               heard_count(heard, "^%s has made (\\d+) turns? so far", seat));
    }
    g_string_append_printf(text, " %s %s", passes != NULL ? passes[1] : "0", out);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *rows_text(const struct hearing *hearing, int turn)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) left = heard_sentence(&hearing->heard, "^(.*) has left the match\\.$");
    write_rows(hearing, text);
    g_string_append_printf(text, " %d %d",
                           hearing->heard.mover >= 0 ? hearing->heard.mover + 1 : turn,
                           left != NULL ? heard_seat(left[1]) + 1 : 0);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void append_men(GString *text, int count, int seat)
{
    for (int i = 0; i < count; i++) {
        g_string_append_c(text, "OX"[seat]);
    }
}

static char *columns_text(const struct hearing *hearing, int turn)
{
    const struct heard *heard = &hearing->heard;
    g_autoptr(GString) text = g_string_new(NULL);
    GHashTableIter iter;
    gpointer square, data;
    g_hash_table_iter_init(&iter, heard->pieces);
    while (g_hash_table_iter_next(&iter, &square, &data)) {
        const struct heard_piece *piece = data;
        g_autofree char *lower = g_ascii_strdown(square, -1);
        g_string_append_printf(text, "%s=", lower);
        append_men(text, piece->own, piece->owner);
        append_men(text, piece->under, piece->whose);
        g_string_append_c(text, ' ');
    }
    g_auto(GStrv) left = heard_sentence(heard, "^(.*) has left the match\\.$");
    g_string_append_printf(text, "%s/ %d %d / %c", text->len > 0 ? "" : "- ",
                           heard_count(heard, "^%s: (\\d+) m[ae]n in hand", 0),
                           heard_count(heard, "^%s: (\\d+) m[ae]n in hand", 1),
                           "OX"[heard->mover >= 0 ? heard->mover : turn - 1]);
    if (left != NULL) {
        g_string_append_printf(text, " / %c", "OX"[heard_seat(left[1])]);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static void append_places(GString *text, char sign, GHashTable *places, int owner)
{
    GHashTableIter iter;
    gpointer place, data;
    g_string_append_c(text, sign);
    g_hash_table_iter_init(&iter, places);
    while (g_hash_table_iter_next(&iter, &place, &data)) {
        const struct heard_piece *piece = data;
        const int of =
            g_ascii_islower(sign) || sign == '#' ? GPOINTER_TO_INT(data) - 1 : piece->owner;
        if (of == owner) {
            g_string_append_printf(text, " %s", (const char *)place);
        }
    }
    g_string_append(text, " / ");
}

/* `turn` counts on from 1 through the sides and the ways in which a turn is half over,
 * where nobody is to move any more. */
static char *grooves_text(const struct hearing *hearing, int turn)
{
    const struct heard *heard = &hearing->heard;
    g_autoptr(GString) text = g_string_new(NULL);
    append_places(text, 'O', heard->pieces, 0);
    append_places(text, 'X', heard->pieces, 1);
    append_places(text, 'o', heard->bars, 0);
    append_places(text, 'x', heard->bars, 1);
    append_places(text, '#', heard->bars, -1);
    int supply[2], hand[2];
    for (int seat = 0; seat < 2; seat++) {
        hand[seat] = heard_count(heard, "^%s: (\\d+) roamers? and ", seat);
        supply[seat] = heard_count(heard, "^%s: .* and (\\d+) barriers? in hand", seat);
    }
    const bool placing = hand[0] + hand[1] > 0;
    g_string_append_printf(text, "%d %d / ", supply[0], supply[1]);
    if (placing) {
        g_string_append_printf(text, "%d %d / ", hand[0], hand[1]);
    }
    g_auto(GStrv) single = heard_sentence(heard, "is a single action\\.$");
    g_auto(GStrv) second = heard_sentence(heard, "^The second action of this turn");
    g_auto(GStrv) left = heard_sentence(heard, "^(.*) has left the match\\.$");
    g_auto(GStrv) captured = heard_sentence(heard, "^(.*) has lost a roamer, and with it");
    const char phase = left != NULL       ? 'L'
                       : captured != NULL ? 'C'
                       : heard->mover < 0 ? "12S"[(turn - 1) / 2 % 3]
                       : placing          ? 'P'
                       : single != NULL   ? 'S'
                       : second != NULL   ? '2'
                                          : '1';
    const int seat = left != NULL       ? heard_seat(left[1])
                     : captured != NULL ? heard_seat(captured[1])
                     : heard->mover < 0 ? (turn - 1) % 2
                                        : heard->mover;
    g_string_append_printf(text, "%c %c", "OX"[seat], phase);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* How the position text of a game is made; the texts differ, the lists do not. A game needs no
 * writer. */
static const struct writer {
    const char *game;
    char *(*write)(const struct hearing *hearing, int turn);
} writers[] = {
    { "halma", race_text },     { "embargo", race_text },       { "chinesecheckers", race_text },
    { "emergo", columns_text }, { "entrapment", grooves_text }, { "tictactoe", rows_text },
};

static const struct writer *writer_of(const struct game *game)
{
    for (size_t i = 0; i < G_N_ELEMENTS(writers); i++) {
        if (g_str_equal(writers[i].game, game->name)) {
            return &writers[i];
        }
    }
    return NULL;
}

/* ---- one position ---- */

/* The position text as the game itself writes it; NULL if it is no position. Free with g_free. */
static char *canonical(const struct hearing *hearing, const char *text)
{
    struct position position;
    struct note note = { .key = NULL };
    struct scan scan = scan_over(text);
    memset(&position, 0xa5, sizeof position);
    return hearing->game->decode(&position, &hearing->setup, &scan, &note) && scan_done(&scan)
               ? position_text(hearing->game, &position)
               : NULL;
}

static void check_rebuilt(const struct hearing *hearing, const struct position *now,
                          const char *heard)
{
    enum { TURNS = 6 }; /* who it was that nobody is to move after */
    const struct writer *writer = writer_of(hearing->game);
    g_autofree char *wanted = position_text(hearing->game, now);
    const int turns = hearing->heard.mover >= 0 ? 1 : TURNS;
    for (int turn = 1; writer != NULL && turn <= turns; turn++) {
        g_autofree char *written = writer->write(hearing, turn);
        g_autofree char *text = canonical(hearing, written);
        if (g_strcmp0(text, wanted) == 0) {
            return;
        }
        if (turn == turns) {
            g_error("%s\n%s\n%s\nis not\n%s", hearing->game->name, heard, written, wanted);
        }
    }
}

static bool same(const struct point *one, const struct point *other)
{
    return (one->kind == POINT_PIECE) == (other->kind == POINT_PIECE) &&
           (one->kind != POINT_PIECE ||
            (one->owner == other->owner && one->set == other->set && one->height == other->height &&
             one->prisoners == other->prisoners));
}

/* Each piece and each bar is heard at its place, with its owner, and nothing else is. */
static void check_pieces(const struct hearing *hearing, const struct position *now,
                         const char *heard)
{
    static struct figures figures;
    guint pieces = 0, bars = 0;
    figures = (struct figures){ 0 };
    hearing->game->draw(now, NULL, 0, &figures);
    for (int i = 0; i < figures.points; i++) {
        const struct point *point = &figures.point[i];
        g_autofree char *name = g_strndup(point->name, sizeof point->name);
        const struct heard_piece *piece = g_hash_table_lookup(hearing->heard.pieces, name);
        const bool stands = point->kind == POINT_PIECE;
        const bool told = piece != NULL && piece->owner == point->owner &&
                          piece->set == point->set && piece->under == point->prisoners &&
                          piece->own == MAX(point->height, 1) - point->prisoners;
        if (stands != (piece != NULL) || (stands && !told)) {
            g_error("games/%s.c: draw: %s is not told as it is drawn:\n%s", hearing->game->name,
                    name, heard);
        }
        pieces += stands;
    }
    for (int i = 0; i < figures.bars; i++) {
        g_autofree char *name = g_strndup(figures.bar[i].name, sizeof figures.bar[i].name);
        bars += g_hash_table_contains(hearing->heard.bars, name) ? 1 : 0;
    }
    g_assert_cmpuint(pieces, ==, g_hash_table_size(hearing->heard.pieces));
    g_assert_cmpuint(bars, ==, figures.bars);
}

/* A position whose text differs by chance in one character sounds different, but where nobody is to
 * move any more it may be left out whose turn it was. */
static void check_told_apart(const struct hearing *hearing, const struct diagram *diagram)
{
    static const char signs[] = "./#-aO01239 ";
    const struct game *game = hearing->game;
    struct diagram other = { .game = game, .seats = diagram->seats, .names = diagram->names };
    struct diagram plain = other;
    plain.position = diagram->position;
    g_autofree char *heard = listing_text(&plain, words, true);
    g_autofree char *text = position_text(game, diagram->position);
    for (int i = 0; i < CHANGES; i++) {
        struct position position;
        struct note note;
        g_autofree char *changed = g_strdup(text);
        const gint32 at = g_rand_int_range(hearing->chance, 0, (gint32)strlen(text));
        changed[at] = signs[g_rand_int_range(hearing->chance, 0, (gint32)strlen(signs))];
        struct scan scan = scan_over(changed);
        if (!game->decode(&position, &hearing->setup, &scan, &note) || !scan_done(&scan) ||
            (game->actor(&position) < 0 && game->actor(diagram->position) < 0)) {
            continue;
        }
        g_autofree char *canonical = position_text(game, &position);
        other.position = &position;
        g_autofree char *told = listing_text(&other, words, true);
        if (g_str_equal(told, heard) && !g_str_equal(canonical, text)) {
            g_error("games/%s.c: draw: in words, %s sounds as %s does: add a tally\n%s", game->name,
                    canonical, text, heard);
        }
    }
}

/* Each square that is another than before the turn is told. */
static void check_changes(const struct hearing *hearing, const struct diagram *diagram)
{
    static struct figures before, now;
    before = (struct figures){ 0 };
    now = (struct figures){ 0 };
    hearing->game->draw(diagram->before, NULL, 0, &before);
    hearing->game->draw(diagram->position, NULL, 0, &now);
    g_autofree char *lower = g_ascii_strdown(hearing->heard.changes->str, -1);
    g_auto(GStrv) told = g_strsplit_set(lower, " ,.:;-x\n", -1);
    for (int i = 0; i < now.points; i++) {
        g_autofree char *name = g_ascii_strdown(now.point[i].name, sizeof now.point[i].name);
        if (!same(&now.point[i], &before.point[i]) &&
            !g_strv_contains((const char *const *)told, name)) {
            g_error("%s: of %s nothing is said:\n%s", hearing->game->name, name,
                    hearing->heard.changes->str);
        }
    }
}

static void check_heard(struct hearing *hearing, const struct diagram *diagram)
{
    struct diagram named = *diagram;
    named.names = seats_named(heard_names, SEATS_MAX);
    g_autofree char *text = listing_text(&named, words, true);
    g_autofree char *filled = template_fill(text, 72);
    g_assert_cmpstr(text, ==, filled); /* as it stands in a letter */
    g_assert_true(g_str_is_ascii(text));
    heard_read(text, &hearing->heard);
    g_assert_cmpint(hearing->heard.mover, ==, hearing->game->actor(diagram->position));
    check_rebuilt(hearing, diagram->position, text);
    check_pieces(hearing, diagram->position, text);
    if (diagram->before != NULL) {
        check_changes(hearing, diagram);
    } else {
        check_told_apart(hearing, &named);
    }
    heard_clear(&hearing->heard);
}

/* ---- walks ---- */

/* For sure at the end of a walk of few decisions. */
static bool maybe_leaves(const struct game *game, struct position *now, bool surely, GRand *chance)
{
    const bool may =
        game_between(game, now) && (surely || g_rand_int_range(chance, 0, 2 * DECISIONS) == 0);
    if (may) {
        game->leave(now, game->actor(now));
    }
    return may;
}

static void walk(struct hearing *hearing, const struct position *start, int decisions,
                 GRand *chance)
{
    static struct move moves[MOVES_MAX];
    const struct game *game = hearing->game;
    struct position now = *start, before = *start;
    for (int i = 0; i <= DECISIONS; i++) {
        const size_t count = game->actor(&now) < 0 ? 0 : game->moves(&now, moves, MOVES_MAX);
        struct diagram diagram = { .game = game, .position = &now, .seats = hearing->setup.seats };
        if (count == 0 || i % APART == 0) {
            check_heard(hearing, &diagram);
        }
        if (count == 0 || maybe_leaves(game, &now, i >= decisions, chance)) {
            check_heard(hearing, &diagram);
            break;
        }
        const struct move move = moves[g_rand_int_range(chance, 0, (gint32)count)];
        before = now;
        game->apply(&now, &move);
        diagram.before = &before;
        diagram.last = &move;
        diagram.count = 1;
        if (i % APART == 1) {
            check_heard(hearing, &diagram);
        }
    }
}

static void take_walks(const struct game *game, const struct setup *setup)
{
    struct note note = { .key = NULL };
    struct position start;
    g_autofree struct hearing *hearing = g_new0(struct hearing, 1);
    GRand *chance = g_rand_new_with_seed(1);
    memset(&start, 0, sizeof start);
    hearing->game = game;
    hearing->setup = *setup;
    hearing->chance = g_rand_new_with_seed(2);
    if (game->setup(&start, setup, &note)) {
        game->draw(&start, NULL, 0, &hearing->start);
        qsort(hearing->start.point, hearing->start.points, sizeof(struct point), by_place);
        hearing->start_text = position_text(game, &start);
        for (int i = 0; i < WALKS; i++) {
            walk(hearing, &start, DECISIONS, chance);
        }
        if (registry_find(game->name) != NULL) { /* the example has no words here */
            walk(hearing, &start, FEW, chance);
        }
        g_free(hearing->start_text);
    }
    g_rand_free(chance);
    g_rand_free(hearing->chance);
}

static void test_rebuilt(gconstpointer data)
{
    games_setups_each(data, take_walks);
}

/* ---- the last turn ---- */

/* What is told of the turns that were played, from the mover's line to the first seat's. */
static const struct told {
    const char *game, *options, *from, *turns, *lines;
} told[] = {
    { "halma", "-size=8", NULL, "h3-f3", "Last turn: h3-f3.\n" },
    { "chinesecheckers", "", NULL, "d5-e6", "Last turn: d5-e6.\n" },
    { "emergo", "", NULL, "b6", "Last turn: b6.\n" },
    { "emergo", "", "e5=O e6=X / 0 0 / O", "e5xe7",
      "Last turn: e5xe7.\n"
      "e6: empty now; before, a man of bob (X).\n"
      "e7: 1 man of ann (O) on 1 of bob (X) now; before, empty.\n" },
    { "entrapment", "", NULL, "g1", "Last turn: g1.\n" },
    /* Two roamers, or one that goes on, are not mixed up. */
    { "entrapment", "", "O c1 d4 / X g7 f3 / o / x / # / 20 20 / O 1", "d4-d5,c1-c2",
      "Last turn: d4-d5.\n"
      "Last turn: c1-c2.\n" },
    { "entrapment", "", "O c1 d4 / X g7 f3 / o / x / # / 20 20 / O 1", "d4-d5,d5-e5",
      "Last turn: d4-d5.\n"
      "Last turn: d5-e5.\n" },
    { "entrapment", "", "O c1 d4 / X g7 f3 / o / x / # / 20 20 / O 1", "d4-d5,c3h",
      "Last turn: d4-d5.\n"
      "Last turn: c3h.\n" },
    { "entrapment", "", "O c1 d4 / X g7 f3 / o a1h d4h / x / # / 0 20 / O 1", "d4-d5,a1h-c3h",
      "Last turn: d4-d5.\n"
      "Last turn: a1h-c3h.\n"
      "d4h: a standing barrier now; before, a barrier of ann (O).\n" },
    /* Who walks into a trap is nowhere to be seen, neither before nor now. */
    { "entrapment", "", "O c5 / X c1 / o b1h / x b1v / # a1v / 20 20 / X 1", "c1-b1",
      "Last turn: c1-b1.\n"
      "The roamer of bob (X) on b1 is captured.\n"
      "b1v: a standing barrier now; before, a barrier of bob (X).\n" },
};

static void test_last_turn(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(told); i++) {
        const struct told *row = &told[i];
        g_autoptr(Match) match = match_begun(game_named(row->game), row->options, row->from);
        g_auto(Ruling) ruling = { 0 };
        g_assert_true(match_after(match, row->turns, true, &ruling));
        const struct diagram diagram = { .game = match->game,
                                         .position = &match->now,
                                         .last = match->last,
                                         .count = match->last_count,
                                         .before = &match->before,
                                         .seats = match->options.setup.seats,
                                         .names = seats_named(heard_names, SEATS_MAX) };
        g_autofree char *text = listing_text(&diagram, words, true);
        const char *begin = strchr(text, '\n') + 1;
        const char *end = strstr(begin, "\nann (O), ");
        g_assert_nonnull(end);
        g_autofree char *lines = g_strndup(begin, (gsize)(end + 1 - begin));
        g_assert_cmpstr(lines, ==, row->lines);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autoptr(GError) error = NULL;
    words = words_load("templates", &error);
    g_assert_no_error(error);
    games_test_each("/listing/%s/rebuilt", test_rebuilt);
    g_test_add_func("/listing/last-turn", test_last_turn);
    int failed = g_test_run();
    words_free(words);
    return failed;
}
