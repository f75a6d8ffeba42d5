#include "render/below.h"

#include <limits.h>
#include <string.h>

#include "base/plain.h"
#include "render/sign.h"
#include "render/template.h"

enum {
    TOGETHER_MOST = 6, /* lines of pieces below each other, before a second row beside them */
    PIECES_GAP = 4,    /* between such rows */
    INDENT_MOST = 8,
};

struct below {
    const struct diagram *diagram;
    const struct figures *figures; /* of its position */
    bool laid_down;                /* the board was turned so that what was flat stands upright */
    enum lettering lettering;      /* of the board */
    const struct words *words;
};

static void append_filled(GString *out, const char *text)
{
    g_autofree char *filled = template_fill(text, DIAGRAM_COLUMNS_MAX);
    g_string_append_printf(out, "%s\n", filled);
}

/* Takes the phrase; NULL: nothing is said. */
static void append_said(GString *out, const struct below *below, struct phrase *phrase)
{
    g_autofree char *said = words_said(below->words, phrase);
    if (said != NULL) {
        append_filled(out, said);
    }
}

static void append_part(GString *out, const GString *part)
{
    if (part->len > 0) {
        g_string_append_printf(out, "\n%s", part->str);
    }
}

static size_t indent_of(const char *line)
{
    return strspn(line, " ");
}

/* ---- pieces of more than one man ---- */

static int by_name(const void *one, const void *other)
{
    return strverscmp(*(char *const *)one, *(char *const *)other);
}

/* "D4  XXOO": the point's name, filled to `columns`, and the men from the top
 * down. Free with g_free. */
static char *spell(const struct point *point, int columns, enum lettering lettering)
{
    GString *line = g_string_new(NULL);
    g_string_append_printf(line, "%-*.*s  ", columns, (int)sizeof point->name, point->name);
    for (int man = 0; man < point->height; man++) {
        const gunichar under = sign_lettered(sign_seat(point->prisoners_of), lettering);
        g_string_append_unichar(line, man < sign_cap(point) ? sign_piece_lettered(point, lettering)
                                                            : under);
    }
    return g_string_free(line, FALSE);
}

/* Each piece of several men in a line of its own (char *), sorted. */
static GPtrArray *tall_pieces(const struct figures *figures, enum lettering lettering)
{
    GPtrArray *pieces = g_ptr_array_new_with_free_func(g_free);
    size_t columns = 0;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        columns =
            sign_is_tall(point) ? MAX(columns, strnlen(point->name, sizeof point->name)) : columns;
    }
    for (int i = 0; i < figures->points; i++) {
        if (sign_is_tall(&figures->point[i])) {
            g_ptr_array_add(pieces, spell(&figures->point[i], (int)columns, lettering));
        }
    }
    g_ptr_array_sort(pieces, by_name);
    return pieces;
}

/* Down the page, then further to the right, where that fits. */
static void append_pieces(GString *out, const GPtrArray *pieces, int indent)
{
    int widest = 0;
    for (guint i = 0; i < pieces->len; i++) {
        widest = MAX(widest, (int)grapheme_columns(pieces->pdata[i]));
    }
    const int room = DIAGRAM_COLUMNS_MAX - indent + PIECES_GAP;
    const guint fit = (guint)MAX(room / (widest + PIECES_GAP), 1);
    const guint beside = MIN((pieces->len + TOGETHER_MOST - 1) / TOGETHER_MOST, fit);
    const guint rows = (pieces->len + beside - 1) / beside;
    for (guint row = 0; row < rows; row++) {
        g_autoptr(GString) line = g_string_new(NULL);
        for (guint i = row; i < pieces->len; i += rows) {
            const char *piece = pieces->pdata[i];
            const bool first = i == row, last = i + rows >= pieces->len;
            g_string_append_printf(line, "%*s%s%*s", first ? indent : PIECES_GAP, "", piece,
                                   last ? 0 : widest - (int)grapheme_columns(piece), "");
        }
        append_filled(out, line->str);
    }
}

/* ---- the legend ---- */

/* Which signs stand on the board. */
struct signs {
    const struct point *moved; /* the piece that moved last; NULL if none did */
    bool gone;                 /* what moved last is there no more */
    bool tall;
    bool forced;
    bool bars_moved, bars_owned, bars_standing;
    bool men[SEATS_MAX];      /* whose stand there with the sign of their seat */
    bool seen[UCHAR_MAX + 1]; /* of places where no piece stands, by character */
};

static struct signs signs_on(const struct below *below)
{
    struct signs signs = { 0 };
    const struct figures *figures = below->figures;
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        const bool piece = point->kind == POINT_PIECE, to = (point->mark & MARK_TO) != 0;
        if (to && piece && signs.moved == NULL) {
            signs.moved = point;
        }
        if (piece && point->set == 0 && point->owner >= 0 && point->owner < SEATS_MAX) {
            signs.men[point->owner] = true;
        }
        signs.gone |= to && !piece;
        signs.tall |= sign_is_tall(point);
        signs.forced |= (point->mark & MARK_FORCED) != 0;
        signs.seen[(unsigned char)sign_point(point, below->laid_down, LETTERING_ASCII)] |= !piece;
    }
    for (int i = 0; i < figures->bars; i++) {
        const bool standing = figures->bar[i].standing || figures->bar[i].owner < 0;
        signs.bars_standing |= standing;
        signs.bars_owned |= !standing;
        signs.bars_moved |= (figures->bar[i].mark & MARK_TO) != 0;
    }
    return signs;
}

/* The values of signs that words on them may want: those that stand for one sign. */
static const struct {
    const char *name;
    char sign;
} named_signs[] = {
    { "left", SIGN_LEFT },         { "yard", SIGN_YARD }, { "empty", SIGN_EMPTY },
    { "standing", SIGN_STANDING }, { "flat", SIGN_FLAT }, { "upright", SIGN_UPRIGHT },
    { "crossed", SIGN_CROSSED },   { "first", 'O' },      { "second", 'X' },
};

static void add_sign(struct values *values, const char *name, gunichar sign, const char *number)
{
    char text[6 + SIGN_NUMBER_BYTES] = "";
    g_unichar_to_utf8(sign, text);
    g_strlcat(text, number, sizeof text);
    with_phrase(values, name, phrase_text(text));
}

/* What a sign means: in the game's own words, if it has some. */
static struct phrase *explain(const struct below *below, const char *key, const struct point *piece)
{
    const char *game = below->diagram->game->name;
    g_autofree char *own = g_strconcat("sign-", key, NULL);
    const bool has_own = words_get(below->words, game, own) != NULL;
    struct values *values = values_new();
    for (size_t i = 0; i < G_N_ELEMENTS(named_signs); i++) {
        add_sign(values, named_signs[i].name, sign_lettered(named_signs[i].sign, below->lettering),
                 "");
    }
    if (piece != NULL) {
        char number[SIGN_NUMBER_BYTES];
        sign_number(piece, number);
        add_sign(values, "piece", sign_piece_lettered(piece, below->lettering), number);
    } else {
        with_phrase(values, "piece", phrase_text(""));
    }
    return phrase_key(has_own ? game : "view", has_own ? g_intern_string(own) : key, values);
}

/* Which letters the signs of men stand for, since players are called by these. */
static struct phrase *explain_men(const struct below *below, const struct signs *signs)
{
    struct phrase *men = phrase_joined(", ");
    for (int seat = 0; below->lettering != LETTERING_ASCII && seat < SEATS_MAX; seat++) {
        if (signs->men[seat]) {
            struct values *values = values_new();
            add_sign(values, "drawn", sign_lettered(sign_seat(seat), below->lettering), "");
            add_sign(values, "letter", (gunichar)sign_seat(seat), "");
            phrase_add(men, phrase_key("view", "man", values));
        }
    }
    men = phrase_if_any(men);
    return men != NULL ? phrase_key("view", "men", with_phrase(values_new(), "men", men)) : NULL;
}

/* The signs that stand on this board. */
static void append_legend(GString *out, const struct below *below)
{
    const struct signs signs = signs_on(below);
    const bool moved = signs.moved != NULL;
    const bool from = signs.seen[SIGN_LEFT];
    const bool crossed = signs.seen[SIGN_CROSSED];
    const bool drawn = below->lettering != LETTERING_ASCII;
    const struct {
        const char *key;
        bool shown;
    } lines[] = {
        { "moved", moved && !from },
        { "moved-from", moved && from },
        { "left", !moved && from },
        { "gone", signs.gone },
        { "bars-moved", signs.bars_moved },
        { "caps", signs.tall },
        { "forced", signs.forced },
        { "bars", signs.bars_owned && !drawn },
        { "bars-drawn", signs.bars_owned && drawn },
        { "bars-standing", signs.bars_standing },
        { "yard", signs.seen[SIGN_YARD] },
        { "wall", (signs.seen[SIGN_FLAT] || signs.seen[SIGN_UPRIGHT]) && !crossed },
        { "wall-crossed", crossed },
        { "names", below->figures->turning == TURNING_SIXTHS },
    };
    append_said(out, below, explain_men(below, &signs));
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        if (lines[i].shown) {
            append_said(out, below, explain(below, lines[i].key, signs.moved));
        }
    }
}

void below_append(const struct diagram *diagram, const struct turned *board,
                  const struct words *words, GString *out)
{
    const struct figures *figures = &board->figures;
    const struct below below = {
        .diagram = diagram,
        .figures = figures,
        .laid_down = turned_is_laid_down(board),
        .lettering = diagram->form == DIAGRAM_UNICODE ? LETTERING_DRAWN : LETTERING_ASCII,
        .words = words,
    };
    g_autoptr(GPtrArray) beside = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GString) table = g_string_new(NULL), tall = g_string_new(NULL);
    g_autoptr(GString) legend = g_string_new(NULL), others = g_string_new(NULL);
    for (int i = 0; i < figures->captions; i++) {
        g_autofree char *caption =
            words_said(words, phrase_note(diagram->game, &figures->caption[i], diagram->position,
                                          diagram->names));
        if (indent_of(caption) > 0) {
            g_ptr_array_add(beside, g_steal_pointer(&caption));
        } else {
            append_filled(others, caption);
        }
    }
    if (beside->len > 0) {
        g_ptr_array_add(beside, NULL);
        g_autofree char *aligned = words_table((char **)beside->pdata);
        append_filled(table, aligned);
    }
    append_part(out, table);

    g_autoptr(GPtrArray) pieces = tall_pieces(figures, below.lettering);
    if (pieces->len > 0) {
        g_autofree char *heading = words_say(words, "view", "tall", NULL);
        append_filled(tall, heading);
        append_pieces(tall, pieces, (int)MIN(indent_of(heading), INDENT_MOST));
    }
    append_part(out, tall);

    if (!diagram->terse) {
        append_legend(legend, &below);
    }
    g_string_append(legend, others->str);
    append_part(out, legend);
}
