#include "store/export.h"

#include <string.h>

#include "base/clock.h"
#include "base/json.h"

/* A part: its rows are those of a query about :player. A column that is no text has its kind behind
 * a colon: i number, b flag, t time, d day counted from 1970-01-01. */
struct part {
    const char *name, *sql;
};

/* The player's boards, newest first: if there is no room, the oldest are left out. */
#define OF_HIS_BOARDS " JOIN seats AS own ON own.board = boards.number AND own.player = :player"

/* The operator's acts that concern the player: acts on players have the player's name as the
 * first word of their text, or as the second if the act gave them that name; acts on boards
 * have the board's number as the first. */
#define JOURNAL_OF_HIM                                                                             \
    " (act LIKE 'player %' AND instr(lower(text) || ' ',"                                          \
    " CASE act WHEN 'player rename' THEN ' ' ELSE '' END || folded || ' ')"                        \
    " = CASE act WHEN 'player rename' THEN instr(text, ' ') ELSE 1 END)"
#define JOURNAL_OF_HIS_BOARDS                                                                      \
    " (act LIKE 'match %' AND EXISTS (SELECT 1 FROM seats WHERE player = :player"                  \
    " AND board = CAST(substr(text, 1, instr(text || ' ', ' ') - 1) AS INTEGER)))"

/* The small ones first. */
static const struct part parts[] = {
    { "account",
      "SELECT name, password IS NOT NULL AS [password_set:b], since AS [since:t], signed_off AS"
      " [signed_off:t], suspended AS [suspended:t] FROM players WHERE id = :player" },
    { "addresses",
      "SELECT address, confirmed AS [confirmed:t] FROM addresses WHERE player = :player ORDER BY"
      " id" },
    { "names_kept_for_you",
      "SELECT folded AS [name], until AS [until:t] FROM former_names WHERE player = :player ORDER"
      " BY folded" },
    { "settings", "SELECT key, value FROM settings WHERE player = :player ORDER BY key" },
    { "lessons",
      "SELECT game, lesson AS [lesson:i] FROM lessons WHERE player = :player ORDER BY game" },
    { "blocked_players",
      "SELECT name FROM blocked_players JOIN players ON players.id = other WHERE player = :player"
      " ORDER BY folded" },
    { "blocked_games", "SELECT game FROM blocked_games WHERE player = :player ORDER BY game" },
    { "game_limits",
      "SELECT game, most AS [most:i] FROM game_limits WHERE player = :player ORDER BY game" },
    { "ladders",
      "SELECT game, place AS [place:i] FROM ladder WHERE player = :player ORDER BY game" },
    { "reminded", "SELECT time AS [time:t] FROM reminders WHERE player = :player" },
    { "vacations",
      "SELECT first AS [first:d], last AS [last:d], begins AS [begins:t], ends AS [ends:t] FROM"
      " vacations WHERE player = :player ORDER BY first" },
    { "excused_days", "SELECT year AS [year:i], taken AS [taken:i] FROM excused_days WHERE player ="
                      " :player ORDER BY year" },
    { "waiting_for_your_word",
      "SELECT command, address, board AS [board:i], made AS [asked:t], expires AS [until:t] FROM"
      " pending WHERE player = :player ORDER BY id" },
    { "reply_addresses", "SELECT COUNT(*) AS [number:i] FROM tokens WHERE player = :player" },
    { "wrong_passwords",
      "SELECT day AS [day:d], SUM(count) AS [number:i] FROM budgets WHERE kind BETWEEN 14 AND 16"
      " AND player = :player GROUP BY day ORDER BY day" },
    { "done_for_you",
      "SELECT day AS [day:d], count AS [number:i] FROM acts WHERE player = :player ORDER BY day" },
    { "mails_without_a_command", "SELECT day AS [day:d], count AS [number:i] FROM misses WHERE "
                                 "player = :player ORDER BY day" },
    { "operator_has_done",
      "SELECT act, text, time AS [time:t] FROM journal JOIN players ON players.id = :player "
      "WHERE" JOURNAL_OF_HIM "  OR" JOURNAL_OF_HIS_BOARDS "  ORDER BY journal.id" },
    { "answers_counted",
      "SELECT day AS [day:d], SUM(count) AS [number:i] FROM budgets WHERE kind IN (12, 13) AND"
      " player = :player GROUP BY day ORDER BY day" },
    { "notices_sent",
      "SELECT kind, time AS [time:t] FROM notices WHERE folded IN (SELECT folded FROM addresses"
      " WHERE player = :player) ORDER BY id" },
    { "letters_that_came_back",
      "SELECT folded AS [address], points AS [points:i], status, suspended AS [kept_back_since:t]"
      " FROM bounces WHERE folded IN (SELECT folded FROM addresses WHERE player = :player) ORDER"
      " BY folded" },
    { "letters_kept",
      "SELECT recipient AS [to], queued AS [written:t], sent AS [sent:t] FROM outbox WHERE player"
      " = :player ORDER BY id" },
    { "boards",
      "SELECT boards.number AS [number:i], CASE state WHEN 1 THEN 'challenge' WHEN 2 THEN"
      " 'running' WHEN 3 THEN 'finished' WHEN 4 THEN 'declined' WHEN 5 THEN 'withdrawn' WHEN 6"
      " THEN 'expired' ELSE 'seek' END AS [state], own.seat + 1 AS [seat:i], own.accepted AS"
      " [accepted:b], game, options, start_position AS [position], private AS [private:b], unrated"
      " AS [unrated:b], timing AS [time], COALESCE(challenger = :player, 0) AS"
      " [challenged_by_you:b], created AS [created:t], started AS [started:t], ended AS [ended:t],"
      " turns AS [turns:i], result FROM boards" OF_HIS_BOARDS "  ORDER BY boards.number DESC" },
    { "players",
      "SELECT boards.number AS [board:i], seats.seat + 1 AS [seat:i], players.name FROM "
      "boards" OF_HIS_BOARDS
      "  JOIN seats ON seats.board = boards.number JOIN players ON players.id = seats.player ORDER"
      " BY boards.number DESC, seats.seat" },
    { "ratings",
      "SELECT game, board AS [board:i], rating AS [rating_thousandths:i], deviation AS"
      " [deviation_thousandths:i] FROM ratings WHERE player = :player ORDER BY game, ended DESC,"
      " board DESC" },
    { "seats_passed_on",
      "SELECT board AS [board:i], seat + 1 AS [seat:i], turns AS [turns:i], time AS [time:t] FROM"
      " substitutions WHERE player = :player ORDER BY id DESC" },
    { "clocks",
      "SELECT own.board AS [board:i], remaining AS [seconds_left:i], used AS [seconds_used:i]"
      " FROM seats AS own JOIN seat_clocks ON seat_clocks.board = own.board AND seat_clocks.seat ="
      " own.seat WHERE own.player = :player ORDER BY own.board DESC" },
    { "moves_written_beforehand",
      "SELECT board AS [board:i], text, ply AS [turn:i], comment FROM plans WHERE player ="
      " :player ORDER BY board DESC, kind" },
    { "threads",
      "SELECT board AS [board:i], message_id FROM threads WHERE player = :player ORDER BY board"
      " DESC, position" },
    { "watches",
      "SELECT board AS [board:i], game, name AS [player], at_end AS [end_only:b], made AS"
      " [made:t], until AS [until:t] FROM watches LEFT JOIN players ON players.id = target WHERE"
      " player = :player ORDER BY watches.id" },
    { "messages_sent",
      "SELECT day AS [day:d], count AS [number:i] FROM budgets WHERE kind = 2 AND player ="
      " :player ORDER BY day" },
    { "notes",
      "SELECT board AS [board:i], turns AS [turns:i], text, time AS [time:t] FROM talk WHERE"
      " player = :player AND kind = 6 ORDER BY id DESC" }, /* TALK_NOTE */
    { "talk",
      "SELECT board AS [board:i], turns AS [turns:i], text, time AS [time:t] FROM talk WHERE"
      " player = :player AND kind <> 6 ORDER BY id DESC" },
    { "turns",
      "SELECT turns.board AS [board:i], turns.number AS [number:i], turns.seat + 1 AS [seat:i],"
      " turns.text, turns.time AS [time:t] FROM boards" OF_HIS_BOARDS
      "  JOIN turns ON turns.board = boards.number ORDER BY boards.number DESC, turns.number" },
};

static GVariant *time_value(gint64 time)
{
    g_autoptr(GDateTime) moment = time != 0 ? g_date_time_new_from_unix_utc(time) : NULL;
    g_autofree char *text = moment != NULL ? g_date_time_format_iso8601(moment) : NULL;
    return g_variant_new("ms", text);
}

static GVariant *day_value(gint64 day)
{
    g_autoptr(GDateTime) begins = g_date_time_new_from_unix_utc(day * CLOCK_DAY);
    g_autofree char *text = g_date_time_format(begins, "%F");
    return g_variant_new("ms", text);
}

static GVariant *column_value(struct rows *rows, const char *column, char kind)
{
    switch (kind) {
    case 'i':
        return g_variant_new_int64(rows_int(rows, column));
    case 't':
        return time_value(rows_int(rows, column));
    case 'd':
        return day_value(rows_int(rows, column));
    case 'b':
        return g_variant_new_boolean(rows_int(rows, column) != 0);
    default: {
        const char *text = rows_text(rows, column);
        g_autofree char *valid = text != NULL ? g_utf8_make_valid(text, -1) : NULL;
        return g_variant_new("ms", valid);
    }
    }
}

static GVariant *row_value(struct rows *rows)
{
    GVariantBuilder row;
    const char *column;
    g_variant_builder_init(&row, G_VARIANT_TYPE_VARDICT);
    for (int i = 0; (column = rows_column(rows, i)) != NULL; i++) {
        const size_t name = strcspn(column, ":");
        g_autofree char *member = g_strndup(column, name);
        const char kind = column[name] == ':' ? column[name + 1] : '\0';
        g_variant_builder_add(&row, "{sv}", member, column_value(rows, column, kind));
    }
    return g_variant_builder_end(&row);
}

/* True if all rows of the part fitted. */
static bool append_part(GString *text, struct db *db, const struct part *part, gint64 player,
                        gsize most)
{
    g_string_append_printf(text, "\"%s\":[", part->name);
    struct rows *rows = db_query(db, part->sql, player);
    bool whole = true;
    for (bool first = true; rows_next(rows) && whole; first = false) {
        g_string_append(text, first ? "\n" : ",\n");
        json_append(text, row_value(rows));
        whole = text->len < most;
    }
    rows_end(rows);
    g_string_append(text, "],\n");
    return whole;
}

char *export_json(struct db *db, gint64 player, gint64 now, gsize most, bool *whole)
{
    g_autoptr(GString) text = g_string_new("{\"made\":");
    GVariantBuilder left_out;
    g_variant_builder_init(&left_out, G_VARIANT_TYPE_STRING_ARRAY);
    json_append(text, time_value(now));
    g_string_append(text, ",\n");
    *whole = true;
    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (!append_part(text, db, &parts[i], player, most)) {
            g_variant_builder_add(&left_out, "s", parts[i].name);
            *whole = false;
        }
    }
    g_string_append(text, "\"left_out\":");
    json_append(text, g_variant_builder_end(&left_out));
    g_string_append(text, "}\n");
    return g_string_free(g_steal_pointer(&text), FALSE);
}
