/* Reads a record, plays it again, and compares what it says with that. SQLite reads the JSON. */
#include <string.h>

#include "base/error.h"
#include "base/random.h"
#include "match/options.h"
#include "records/record.h"
#include "store/db.h"

/* Sets the error; returns false. */
static bool refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);

static bool refuse(GError **error, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    g_autofree char *words = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    g_set_error_literal(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, words);
    return false;
}

/* What a line says of its match. Each is NULL if it is missing. */
struct facts {
    char *game, *options, *from, *position, *moves, *results, *names;
    gint64 number, rules, seats;
};

static void facts_clear(struct facts *facts)
{
    char *const texts[] = { facts->game,  facts->options, facts->from, facts->position,
                            facts->moves, facts->results, facts->names };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_free(texts[i]);
    }
}
typedef struct facts Facts;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Facts, facts_clear)

#define LISTED(path, what, between)                                                                \
    "(SELECT group_concat(" what ", '" between "') FROM json_each(:line, '$.header." path "'))"

static bool read_facts(struct db *db, const char *line, struct facts *facts, GError **error)
{
    struct rows *rows = db_row(
        db,
        "SELECT CAST(json_extract(:line, '$.header.game.name') AS TEXT) AS game,"
        " " LISTED("game.variants", "value",
                   " ") " AS options,"
                        " CAST(json_extract(:line, '$.header.startingPosition') AS TEXT) AS start,"
                        " CAST(json_extract(:line, '$.header.position') AS TEXT) AS position,"
                        " CAST(json_extract(:line, '$.moves') AS TEXT) AS moves,"
                        " CAST(json_extract(:line, '$.header.site.gameid') AS INTEGER) AS number,"
                        " CAST(json_extract(:line, '$.header.rules') AS INTEGER) AS rules,"
                        " json_array_length(:line, '$.header.players') AS seats,"
                        " " LISTED("players", "CAST(json_extract(value, '$.result') AS INTEGER)",
                                   " ") " AS results,"
                                        " " LISTED("players", "json_extract(value, '$.name')",
                                                   " - ") " AS names",
        line);
    if (rows == NULL) {
        db_rollback(db);
        return refuse(error, "it is no record: it was cut off or changed");
    }
    *facts = (struct facts){
        .game = rows_dup(rows, "game"),
        .options = rows_dup(rows, "options"),
        .from = rows_dup(rows, "start"),
        .position = rows_dup(rows, "position"),
        .moves = rows_dup(rows, "moves"),
        .results = rows_dup(rows, "results"),
        .names = rows_dup(rows, "names"),
        .number = rows_int(rows, "number"),
        .rules = rows_int(rows, "rules"),
        .seats = rows_int(rows, "seats"),
    };
    return true;
}

/* The match as it begins; NULL with the error. Free with match_free. */
static struct match *begin(const struct facts *facts, GError **error)
{
    const struct game *game = facts->game != NULL ? registry_find(facts->game) : NULL;
    if (game == NULL) {
        refuse(error, "its game is none of ours: %.40s", facts->game != NULL ? facts->game : "-");
        return NULL;
    }
    struct options options;
    const char *reason = NULL, *text = facts->options != NULL ? facts->options : "";
    if (!options_read(&options, game, text, &reason) || facts->seats > SEATS_MAX ||
        !options_seats(&options, game, (int)facts->seats)) {
        refuse(error, "%s cannot be played with these options and players: %.80s", game->name,
               text);
        return NULL;
    }
    if (facts->rules < 1 || facts->rules > game->rules) {
        refuse(error, "this program does not know version %" G_GINT64_FORMAT " of the rules of %s",
               facts->rules, game->name);
        return NULL;
    }
    options.setup.rules = (uint16_t)facts->rules;
    struct note note = { 0 };
    struct match *match = match_new(game, &options, facts->from, &note);
    if (match == NULL) {
        refuse(error, "%s cannot begin from its first position", game->name);
    }
    return match;
}

/* Plays all turns. */
static bool play(struct db *db, const char *line, struct match *match, GError **error)
{
    bool legal = true;
    struct rows *rows = db_query(db,
                                 "SELECT CAST(json_extract(value, '$[0]') AS INTEGER) AS seat,"
                                 " COALESCE(CAST(json_extract(value, '$[1]') AS TEXT), '') AS text"
                                 " FROM json_each(:line, '$.header.turns')",
                                 line);
    while (legal && rows_next(rows)) {
        const gint64 seat = CLAMP(rows_int(rows, "seat"), 0, SEATS_MAX + 1);
        legal = match_record(match, (int)seat - 1, rows_text(rows, "text"), error);
    }
    rows_end(rows);
    if (legal && db_failed(db)) {
        db_rollback(db);
        return refuse(error, "its turns cannot be read");
    }
    return legal;
}

/* Compares the rest of the record with the match that was played. */
static bool fits(const struct facts *facts, const struct match *match, GError **error)
{
    if (!match->result.over) {
        return refuse(error, "the match is not over after its last turn");
    }
    g_autoptr(GString) results = g_string_new(NULL);
    for (int seat = 0; seat < match->options.setup.seats; seat++) {
        g_string_append_printf(results, "%s%d", seat > 0 ? " " : "", record_result(match, seat));
    }
    g_autofree char *position = match_position(match);
    g_autofree char *rounds = record_rounds(match);
    const char *what = g_strcmp0(facts->results, results->str) != 0 ? "the results of its players"
                       : g_strcmp0(facts->position, position) != 0  ? "its last position"
                       : g_strcmp0(facts->moves, rounds) != 0       ? "its list of moves"
                                                                    : NULL;
    return what == NULL || refuse(error, "this does not follow from its turns: %s", what);
}

/* Checks the signature of a line, which is that of the line without it. */
static bool is_signed(const char *line, const char *key, GError **error)
{
    const char *member = g_strrstr(line, RECORD_SIGNATURE);
    const gsize before = strlen(RECORD_SIGNATURE);
    if (member == NULL || strlen(member) <= before + SIGNATURE_TEXT) {
        return refuse(error, "it is not signed");
    }
    g_autofree char *signature = g_strndup(member + before, SIGNATURE_TEXT);
    g_autoptr(GString) rest = g_string_new(line);
    g_string_erase(rest, member - line, (gssize)before + SIGNATURE_TEXT + 1);
    return signature_fits(key, signature, rest->str, rest->len) ||
           refuse(error, "it was changed after it was signed, or signed with another key");
}

char *record_check(const char *line, const char *key, GError **error)
{
    if (strlen(line) > RECORD_MOST || !g_utf8_validate(line, -1, NULL)) {
        refuse(error, "it is no record: it is no text, or too long");
        return NULL;
    }
    if (key != NULL && !is_signed(line, key, error)) {
        return NULL;
    }
    g_autoptr(Db) db = db_none(error);
    g_auto(Facts) facts = { 0 };
    g_autoptr(Match) match = NULL;
    if (db == NULL || !read_facts(db, line, &facts, error) ||
        (match = begin(&facts, error)) == NULL || !play(db, line, match, error) ||
        !fits(&facts, match, error)) {
        return NULL;
    }
    g_autofree char *result = match_result_text(match);
    return g_strdup_printf("%s %" G_GINT64_FORMAT ", %s: %s, %u turns", facts.game, facts.number,
                           facts.names, result, match->turns->len);
}
