#include "render/below.h"

#include <limits.h>
#include <string.h>

#include "render/template.h"

struct below {
    const struct diagram *diagram;
    const struct turned *board;
    enum lettering lettering;
    const struct words *words;
    int columns;
    GString *out;
    bool begun; /* the part at work has a line */
};

static void append_line(struct below *below, const char *line)
{
    g_autofree char *filled = template_fill(line, below->columns);
    g_string_append_printf(below->out, "%s%s\n", below->begun ? "" : "\n", filled);
    below->begun = true;
}

/* Takes the phrase. */
static void append_said(struct below *below, struct phrase *phrase)
{
    g_autofree char *said = words_said(below->words, phrase);
    append_line(below, said);
}

static void append_captions(struct below *below)
{
    const struct diagram *diagram = below->diagram;
    below->begun = false;
    for (int i = 0; i < below->board->figures.captions; i++) {
        append_said(below, phrase_note(diagram->game, &below->board->figures.caption[i],
                                       diagram->position, diagram->names));
    }
}

/* "D4 XXOO": the men of a piece from the top down. Free with g_free. */
static char *spell(const struct below *below, const struct point *point)
{
    GString *line = g_string_new_len(point->name, (gssize)strnlen(point->name, sizeof point->name));
    g_string_append_c(line, ' ');
    const gunichar own = sign_piece_lettered(point, below->lettering);
    const gunichar under = sign_lettered(sign_seat(point->prisoners_of), below->lettering);
    for (int man = 0; man < point->height; man++) {
        g_string_append_unichar(line, man < sign_cap(point) ? own : under);
    }
    return g_string_free(line, FALSE);
}

static void append_tall(struct below *below)
{
    g_autoptr(GPtrArray) pieces = g_ptr_array_new_with_free_func(g_free);
    for (int i = 0; i < below->board->figures.points; i++) {
        if (sign_is_tall(&below->board->figures.point[i])) {
            g_ptr_array_add(pieces, spell(below, &below->board->figures.point[i]));
        }
    }
    below->begun = false;
    if (pieces->len > 0) {
        g_autofree char *head = words_say(below->words, "view", "tall", NULL);
        g_autofree char *list = words_items(below->words, head, pieces, below->columns);
        append_line(below, list);
    }
}

/* ---- the legend ---- */

/* Which signs stand on the board. */
struct signs {
    const struct point *moved; /* the piece that moved last; NULL if none did */
    bool gone;                 /* what moved last is there no more */
    bool tall, forced, bars_moved;
    bool seen[UCHAR_MAX + 1]; /* characters of places, bars, and men of a seat's only set */
};

static void find_signs(const struct below *below, struct signs *signs)
{
    const struct figures *figures = &below->board->figures;
    const bool laid_down = turned_is_laid_down(below->board);
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        const bool piece = point->kind == POINT_PIECE, to = (point->mark & MARK_TO) != 0;
        signs->moved = piece && to && signs->moved == NULL ? point : signs->moved;
        signs->gone |= to && !piece;
        signs->tall |= sign_is_tall(point);
        signs->forced |= (point->mark & MARK_FORCED) != 0;
        signs->seen[sign_point(point, laid_down, LETTERING_ASCII)] |= point->set == 0;
    }
    for (int i = 0; i < figures->bars; i++) {
        signs->seen[sign_bar(&figures->bar[i], false, LETTERING_ASCII)] = true;
        signs->bars_moved |= (figures->bar[i].mark & MARK_TO) != 0;
    }
}

/* Those of the characters that stand on the board, as they are lettered, with blanks between them.
 * Free with g_free. */
static char *seen(const struct below *below, const struct signs *signs, const char *characters)
{
    GString *text = g_string_new(NULL);
    for (; *characters != '\0'; characters++) {
        if (signs->seen[(unsigned char)*characters]) {
            g_string_append(text, text->len > 0 ? " " : "");
            g_string_append_unichar(text, sign_lettered(*characters, below->lettering));
        }
    }
    return g_string_free(text, FALSE);
}

/* Appends what a sign means, unless it is "", with the place that the last move left and whose sign
 * it is (-1: nobody's). Takes the sign. */
static void explain(struct below *below, const struct signs *signs, const char *key, char *sign,
                    int seat)
{
    const struct diagram *diagram = below->diagram;
    g_autofree char *taken = sign;
    if (*sign != '\0') {
        struct values *values = pairs("sign", sign, NULL);
        with_text(values, "left", seen(below, signs, (char[]){ SIGN_LEFT, '\0' }));
        with_phrase(values, "who",
                    seat >= 0 ? phrase_name(diagram->game, diagram->names, seat) : NULL);
        append_said(below, phrase_key(diagram->game->name, key, values));
    }
}

/* The two characters of a seat's barriers, or the one if both are the same. Free with g_free. */
static char *bars_of(const struct below *below, int seat)
{
    const struct bar bar = { .owner = (int8_t)seat };
    const gunichar flat = sign_bar(&bar, false, below->lettering);
    const gunichar upright = sign_bar(&bar, true, below->lettering);
    const gunichar both[] = { flat, ' ', upright };
    return g_ucs4_to_utf8(both, flat == upright ? 1 : 3, NULL, NULL, NULL);
}

/* Whose barriers and men are drawn how; men only where the signs are others than behind names. */
static void explain_seats(struct below *below, const struct signs *signs)
{
    for (int seat = 0; seat < below->diagram->seats; seat++) {
        const char man[] = { sign_seat(seat), '\0' };
        if (below->lettering != LETTERING_ASCII) {
            explain(below, signs, "sign-men", seen(below, signs, man), seat);
        }
        if (signs->seen[(unsigned char)g_ascii_tolower(man[0])] && !g_ascii_isdigit(man[0])) {
            explain(below, signs, "sign-bars", bars_of(below, seat), seat);
        }
    }
}

static void append_legend(struct below *below)
{
    struct signs signs = { 0 };
    find_signs(below, &signs);
    below->begun = false;
    explain_seats(below, &signs);
    char piece[SIGN_NUMBER_BYTES + 6] = ""; /* a character and a number behind it */
    if (signs.moved != NULL) {
        const gunichar sign = sign_piece_lettered(signs.moved, below->lettering);
        sign_number(signs.moved, piece + g_unichar_to_utf8(sign, piece));
    }
    const struct {
        const char *key;
        char *sign;
    } rows[] = {
        { "sign-moved", g_strdup(piece) },
        { "sign-left", seen(below, &signs, signs.moved == NULL ? ":" : "") },
        { "sign-gone", g_strdup(signs.gone ? "[ ]" : "") },
        { "sign-bars-moved", g_strdup(signs.bars_moved ? "[ ]" : "") },
        { "sign-caps", g_strdup(signs.tall ? "2" : "") },
        { "sign-forced", g_strdup(signs.forced ? "!" : "") },
        { "sign-standing", seen(below, &signs, "#") },
        { "sign-yard", seen(below, &signs, ",") },
        { "sign-wall", seen(below, &signs, "|-") },
        { "sign-crossed", seen(below, &signs, "+") },
        { "sign-names", g_strdup(turned_by_sixths(below->board) ? "-" : "") },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        explain(below, &signs, rows[i].key, rows[i].sign, -1);
    }
}

void below_append(const struct diagram *diagram, const struct turned *board,
                  const struct words *words, int columns, GString *out)
{
    struct below below = {
        .diagram = diagram,
        .board = board,
        .lettering = lettering_of(diagram),
        .words = words,
        .columns = columns,
        .out = out,
    };
    append_captions(&below);
    if (diagram->form != DIAGRAM_LIST) { /* words or a picture tell these */
        append_tall(&below);
    }
    if (!diagram->terse) {
        append_legend(&below);
    }
}
