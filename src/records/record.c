#include "records/record.h"

#include <string.h>

#include "base/json.h"
#include "base/random.h"

/* ---- what the writer and the reader share ---- */

/* A round ends when a seat plays that does not come after the one before it. */
char *record_rounds(const struct match *match)
{
    const int seats = match->options.setup.seats;
    GVariantBuilder rounds = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aams"));
    int next = 0; /* the first seat whose entry in the round is not written */
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        const bool begins = i == 0 || turn->seat < next;
        for (; begins && i > 0 && next < seats; next++) {
            g_variant_builder_add(&rounds, "ms", NULL);
        }
        if (begins) {
            if (i > 0) {
                g_variant_builder_close(&rounds);
            }
            g_variant_builder_open(&rounds, G_VARIANT_TYPE("ams"));
            next = 0;
        }
        for (; next < turn->seat; next++) {
            g_variant_builder_add(&rounds, "ms", NULL);
        }
        g_variant_builder_add(&rounds, "ms", turn->text);
        next++;
    }
    if (match->turns->len > 0) {
        for (; next < seats; next++) {
            g_variant_builder_add(&rounds, "ms", NULL);
        }
        g_variant_builder_close(&rounds);
    }
    GString *text = g_string_new(NULL);
    json_append(text, g_variant_builder_end(&rounds));
    return g_string_free(text, FALSE);
}

int record_result(const struct match *match, int seat)
{
    return match->void_result ? 0 : match->options.setup.seats + 1 - match->result.place[seat];
}

/* ---- signing ---- */

/* The seed of the key pair for records alone, which is made from the server's key. */
static void signing_seed(const unsigned char *key, unsigned char seed[SECRET_HASH_BYTES])
{
    static const char purpose[] = "signatures of records";
    secret_hash(key, purpose, strlen(purpose), seed);
}

char *record_public_key(const unsigned char *key)
{
    unsigned char seed[SECRET_HASH_BYTES];
    signing_seed(key, seed);
    return signature_key(seed);
}

/* ---- writing ---- */

static void add_moment(GVariantBuilder *object, const char *name, gint64 moment)
{
    g_autoptr(GDateTime) time = g_date_time_new_from_unix_utc(moment);
    g_autofree char *text = g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
    json_text(object, name, text);
}

static GVariant *game_value(const struct board *board)
{
    GVariantBuilder game = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    g_auto(GStrv) words = g_strsplit(board->options, " ", -1);
    json_text(&game, "name", board->game);
    g_variant_builder_add(&game, "{sv}", "variants",
                          g_variant_new_strv((const char *const *)words, -1));
    return g_variant_builder_end(&game);
}

static GVariant *site_value(const struct board *board, const char *name)
{
    GVariantBuilder site = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    json_text(&site, "name", name);
    json_number(&site, "gameid", board->number);
    return g_variant_builder_end(&site);
}

static GVariant *players_value(const struct board *board, const struct match *match)
{
    GVariantBuilder players = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (int seat = 0; seat < board->seats; seat++) {
        g_variant_builder_open(&players, G_VARIANT_TYPE_VARDICT);
        json_text(&players, "name", board->seat[seat].name);
        json_text(&players, "userid", board->seat[seat].name);
        json_switch(&players, "is_ai", board->seat[seat].program);
        json_number(&players, "result", record_result(match, seat));
        g_variant_builder_close(&players);
    }
    return g_variant_builder_end(&players);
}

static GVariant *turns_value(const struct match *match)
{
    GVariantBuilder turns = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("a(xs)"));
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        g_variant_builder_add(&turns, "(xs)", (gint64)turn->seat + 1, turn->text);
    }
    return g_variant_builder_end(&turns);
}

static GVariant *substitutions_value(const GPtrArray *former)
{
    GVariantBuilder list = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}"));
    for (guint i = 0; i < former->len; i++) {
        const struct substitution *one = former->pdata[i];
        g_variant_builder_open(&list, G_VARIANT_TYPE_VARDICT);
        json_number(&list, "seat", one->seat + 1);
        json_text(&list, "name", one->name);
        json_number(&list, "turns", one->turns);
        g_variant_builder_close(&list);
    }
    return g_variant_builder_end(&list);
}

static void add_tournament(GVariantBuilder *header, const struct board *board)
{
    const char *name = board->tournament_name;
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, board->tournament);
    g_autofree char *stage = g_strdup_printf("%d", board->stage);
    json_text(header, "event", name != NULL && *name != '\0' ? name : number);
    json_text(header, "round", stage);
}

static GVariant *header_value(const struct board *board, const struct match *match,
                              const GPtrArray *former, const char *site, gint64 now)
{
    GVariantBuilder header = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT);
    g_variant_builder_add(&header, "{sv}", "game", game_value(board));
    if (board->tournament != 0) {
        add_tournament(&header, board);
    }
    g_variant_builder_add(&header, "{sv}", "site", site_value(board, site));
    add_moment(&header, "date-start", board->started);
    add_moment(&header, "date-end", board->ended);
    add_moment(&header, "date-generated", now);
    json_switch(&header, "unrated", board->unrated);
    g_variant_builder_add(&header, "{sv}", "players", players_value(board, match));
    if (board->from != NULL) {
        json_text(&header, "startingPosition", board->from);
    }
    json_number(&header, "rules", board->rules);
    if (former->len > 0) {
        g_variant_builder_add(&header, "{sv}", "substitutions", substitutions_value(former));
    }
    g_variant_builder_add(&header, "{sv}", "turns", turns_value(match));
    g_autofree char *position = match_position(match);
    json_text(&header, "position", position);
    return g_variant_builder_end(&header);
}

char *record_line(const struct board *board, const struct match *match, const GPtrArray *former,
                  const char *site, gint64 now, const unsigned char *key)
{
    GString *line = g_string_new("{\"header\":");
    json_append(line, header_value(board, match, former, site, now));
    const gssize end = (gssize)line->len - 1; /* of the header: its brace */
    g_autofree char *rounds = record_rounds(match);
    g_string_append_printf(line, ",\"moves\":%s}", rounds);
    if (key != NULL) {
        unsigned char seed[SECRET_HASH_BYTES];
        signing_seed(key, seed);
        g_autofree char *signature = signature_of(seed, line->str, line->len);
        g_autofree char *member = g_strconcat(RECORD_SIGNATURE, signature, "\"", NULL);
        g_string_insert(line, end, member);
    }
    return g_string_free(line, FALSE);
}
