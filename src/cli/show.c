/* postmove show: prints a position, its board and its result; as JSON, all that is known of
 * it. */
#include "cli/json.h"
#include "cli/workspace.h"
#include "play/session.h"
#include "render/picture.h"

/* ---- as JSON ---- */

static GVariant *texts_value(const GPtrArray *texts)
{
    return g_variant_new_strv((const char *const *)texts->pdata, (gssize)texts->len);
}

/* Begins an entry of the board with the members that every entry has; `kind` is "piece",
 * "wall" or "bar". */
static void open_place(GVariantBuilder *board, const char *name, const char *kind, int owner,
                       int marks)
{
    g_variant_builder_open(board, G_VARIANT_TYPE_VARDICT);
    json_text(board, "at", name);
    json_text(board, "kind", kind);
    json_positive(board, "seat", owner + 1);
    json_switch(board, "moved", (marks & MARK_TO) != 0);
}

/* What stands on the board: pieces, walls and bars, in the order in which the game draws them. */
static GVariant *board_value(const struct match *match)
{
    g_autofree struct figures *figures = g_new0(struct figures, 1);
    match->game->draw(&match->now, match->last, match->last_count, figures);
    GVariantBuilder board = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (int i = 0; i < figures->points; i++) {
        const struct point *point = &figures->point[i];
        if (point->kind == POINT_EMPTY) {
            continue;
        }
        open_place(&board, point->name, point->kind == POINT_PIECE ? "piece" : "wall", point->owner,
                   point->mark);
        if (point->kind == POINT_PIECE) {
            json_number(&board, "set", point->set);
            json_number(&board, "men", point->height);
            json_number(&board, "prisoners", point->prisoners);
        }
        if (point->kind == POINT_PIECE && point->prisoners > 0) {
            json_positive(&board, "prisoners_of", point->prisoners_of + 1);
        }
        g_variant_builder_close(&board);
    }
    for (int i = 0; i < figures->bars; i++) {
        const struct bar *bar = &figures->bar[i];
        open_place(&board, bar->name, "bar", bar->standing ? -1 : bar->owner, bar->mark);
        g_variant_builder_close(&board);
    }
    return g_variant_builder_end(&board);
}

static void show_json(const struct match *match, const char *drawing)
{
    g_autofree char *options = options_text(&match->options, match->game);
    g_autofree char *position = match_position(match);
    g_autofree char *result = match_result_text(match);
    g_autoptr(GPtrArray) moves = match_turns(match);
    g_autoptr(GPtrArray) decisions = match_decisions(match);
    g_autoptr(GPtrArray) turns = g_ptr_array_new();
    for (guint i = 0; i < match->turns->len; i++) {
        g_ptr_array_add(turns, g_array_index(match->turns, struct match_turn, i).text);
    }
    GVariantBuilder all = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    json_text(&all, "game", match->game->name);
    json_text(&all, "options", options);
    json_number(&all, "seats", match->options.setup.seats);
    json_text(&all, "position", position);
    json_positive(&all, "to_move", match_actor(match) + 1);
    g_variant_builder_add(&all, "{sv}", "turns", texts_value(turns));
    g_variant_builder_add(&all, "{sv}", "moves", texts_value(moves));
    g_variant_builder_add(&all, "{sv}", "decisions", texts_value(decisions));
    g_variant_builder_add(&all, "{sv}", "board", board_value(match));
    json_text(&all, "drawing", drawing);
    json_text(&all, "result", result);
    json_text(&all, "reason", match->result.ending.key);
    json_print(g_variant_builder_end(&all));
}

/* Writes the picture of a position to a file. */
static bool write_picture(const struct match *match, const struct words *words, const char *file,
                          GError **error)
{
    const struct diagram diagram = { .game = match->game,
                                     .position = &match->now,
                                     .last = match->last,
                                     .count = match->last_count,
                                     .before = match->last_count > 0 ? &match->before : NULL,
                                     .seats = match->options.setup.seats,
                                     .seat = -1 };
    g_autoptr(GBytes) png = picture_png(&diagram, words, error);
    gsize length = 0;
    const char *bytes = png != NULL ? g_bytes_get_data(png, &length) : NULL;
    return bytes != NULL && cli_replaceable(file, error) &&
           g_file_set_contents(file, bytes, (gssize)length, error);
}

static bool show(struct act *act)
{
    const struct match *match = act->match;
    enum diagram_form form;
    if (!act_board_form(act, &form) ||
        (act_text(act, "picture") != NULL &&
         !write_picture(match, act->server->words, act_text(act, "picture"), &act->error))) {
        return false;
    }
    struct run run = { .words = act->server->words };
    g_autoptr(MatchSession) session = session_of_match(&run, match->game, match_copy(match));
    g_autofree char *board =
        session_diagram(session, run_words(session->run), -1, FLIP_USUAL, form, false);
    if (act_has(act, "json")) {
        show_json(match, board);
        return true;
    }
    g_autofree char *position = match_position(match);
    g_autofree char *result = match_result_text(match);
    g_print("%s\n\n%s\nresult: %s\n", position, board, result);
    return true;
}

const struct part cli_show[] = {
    { NULL, 1, 1, "from= after= board= json picture=", .position = POSITION_SHOWN, .run = show },
    { 0 },
};
