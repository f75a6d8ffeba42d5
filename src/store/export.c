#include "store/export.h"

#include "base/clock.h"
#include "base/json.h"

/* A part: its rows are those of a query with the player's id for ?1. `columns` names
 * them in order, each with its kind behind a colon: s text, i number, b flag, t
 * time, d day counted from 1970-01-01. */
struct part {
    const char *name, *columns, *sql;
};

/* The player's boards, newest first: if there is no room, the oldest are left out. */
#define OF_HIS_BOARDS " JOIN seats AS own ON own.board = boards.number AND own.player = ?1"

/* The operator's acts that concern the player: acts on players have the player's name as the
 * first word of their text, or as the second if the act gave them that name; acts on boards
 * have the board's number as the first. */
#define JOURNAL_OF_HIM                                                                             \
    " (act LIKE 'player %' AND instr(lower(text) || ' ',"                                          \
    " CASE act WHEN 'player rename' THEN ' ' ELSE '' END || folded || ' ')"                        \
    " = CASE act WHEN 'player rename' THEN instr(text, ' ') ELSE 1 END)"
#define JOURNAL_OF_HIS_BOARDS                                                                      \
    " (act LIKE 'match %' AND EXISTS (SELECT 1 FROM seats WHERE player = ?1"                       \
    " AND board = CAST(substr(text, 1, instr(text || ' ', ' ') - 1) AS INTEGER)))"

/* The small ones first. */
static const struct part parts[] = {
    { "account", "name:s password_set:b since:t signed_off:t suspended:t",
      "SELECT name, password IS NOT NULL, since, signed_off,"
      " suspended FROM players"
      " WHERE id = ?1" },
    { "addresses", "address:s confirmed:t",
      "SELECT address, confirmed FROM addresses WHERE player = ?1 ORDER BY id" },
    { "names_kept_for_you", "name:s until:t",
      "SELECT folded, until FROM former_names WHERE player = ?1 ORDER BY folded" },
    { "settings", "key:s value:s",
      "SELECT key, value FROM settings WHERE player = ?1 ORDER BY key" },
    { "lessons", "game:s lesson:i",
      "SELECT game, lesson FROM lessons WHERE player = ?1 ORDER BY game" },
    { "blocked_players", "name:s",
      "SELECT name FROM blocked_players JOIN players ON players.id = other WHERE player = ?1"
      " ORDER BY folded" },
    { "blocked_games", "game:s", "SELECT game FROM blocked_games WHERE player = ?1 ORDER BY game" },
    { "game_limits", "game:s most:i",
      "SELECT game, most FROM game_limits WHERE player = ?1 ORDER BY game" },
    { "reminded", "time:t", "SELECT time FROM reminders WHERE player = ?1" },
    { "vacations", "first:d last:d begins:t ends:t",
      "SELECT first, last, begins, ends"
      " FROM vacations WHERE player = ?1 ORDER BY first" },
    { "waiting_for_your_word", "command:s address:s board:i asked:t until:t",
      "SELECT command, address, board, made, expires FROM pending WHERE player = ?1 ORDER BY id" },
    { "reply_addresses", "number:i", "SELECT COUNT(*) FROM tokens WHERE player = ?1" },
    { "wrong_passwords", "day:d number:i",
      "SELECT day, SUM(count) FROM budgets WHERE kind BETWEEN 14 AND 16 AND player = ?1"
      " GROUP BY day ORDER BY day" },
    { "done_for_you", "day:d number:i",
      "SELECT day, count FROM acts WHERE player = ?1 ORDER BY day" },
    { "mails_without_a_command", "day:d number:i",
      "SELECT day, count FROM misses WHERE player = ?1 ORDER BY day" },
    { "operator_has_done", "act:s text:s time:t",
      "SELECT act, text, time FROM journal JOIN players ON players.id = ?1"
      " WHERE" JOURNAL_OF_HIM " OR" JOURNAL_OF_HIS_BOARDS " ORDER BY journal.id" },
    { "answers_counted", "day:d number:i",
      "SELECT day, SUM(count) FROM budgets WHERE kind IN (12, 13) AND player = ?1"
      " GROUP BY day ORDER BY day" },
    { "notices_sent", "kind:s time:t",
      "SELECT kind, time FROM notices WHERE folded IN"
      " (SELECT folded FROM addresses WHERE player = ?1) ORDER BY id" },
    { "letters_that_came_back", "address:s points:i status:s kept_back_since:t",
      "SELECT folded, points, status, suspended FROM bounces WHERE folded IN"
      " (SELECT folded FROM addresses WHERE player = ?1) ORDER BY folded" },
    { "letters_kept", "to:s written:t sent:t",
      "SELECT recipient, queued, sent FROM outbox WHERE player = ?1 ORDER BY id" },
    { "boards",
      "number:i state:s seat:i accepted:b game:s options:s position:s private:b unrated:b time:s"
      " challenged_by_you:b created:t started:t ended:t turns:i result:s",
      "SELECT boards.number,"
      " CASE state WHEN 1 THEN 'challenge' WHEN 2 THEN 'running' WHEN 3 THEN 'finished'"
      " WHEN 4 THEN 'declined' WHEN 5 THEN 'withdrawn' WHEN 6 THEN 'expired' ELSE 'seek' END,"
      " own.seat + 1, own.accepted, game, options, start_position, private,"
      " unrated, timing, COALESCE(challenger = ?1, 0), created, started, ended, turns, result"
      " FROM boards" OF_HIS_BOARDS " ORDER BY boards.number DESC" },
    { "players", "board:i seat:i name:s",
      "SELECT boards.number, seats.seat + 1, players.name FROM boards" OF_HIS_BOARDS
      " JOIN seats ON seats.board = boards.number JOIN players ON players.id = seats.player"
      " ORDER BY boards.number DESC, seats.seat" },
    { "clocks", "board:i seconds_left:i seconds_used:i",
      "SELECT own.board, remaining, used FROM seats AS own JOIN seat_clocks ON"
      " seat_clocks.board = own.board AND seat_clocks.seat = own.seat WHERE own.player = ?1"
      " ORDER BY own.board DESC" },
    { "moves_written_beforehand", "board:i text:s turn:i comment:s",
      "SELECT board, text, ply, comment FROM plans WHERE player = ?1 ORDER BY board DESC, kind" },
    { "threads", "board:i message_id:s",
      "SELECT board, message_id FROM threads WHERE player = ?1 ORDER BY board DESC, position" },
    { "watches", "board:i game:s player:s end_only:b made:t until:t",
      "SELECT board, game, name, at_end, made, until FROM watches"
      " LEFT JOIN players ON players.id = target WHERE player = ?1 ORDER BY watches.id" },
    { "messages_sent", "day:d number:i",
      "SELECT day, count FROM budgets WHERE kind = 2 AND player = ?1 ORDER BY day" },
    { "notes", "board:i turns:i text:s time:t",
      "SELECT board, turns, text, time FROM notes WHERE player = ?1 ORDER BY id DESC" },
    { "talk", "board:i turns:i text:s time:t",
      "SELECT board, turns, text, time FROM talk WHERE player = ?1 ORDER BY id DESC" },
    { "turns", "board:i number:i seat:i text:s time:t",
      "SELECT turns.board, turns.number, turns.seat + 1, turns.text, turns.time FROM "
      "boards" OF_HIS_BOARDS " JOIN turns ON turns.board = boards.number"
      " ORDER BY boards.number DESC, turns.number" },
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

static GVariant *text_value(const char *text)
{
    g_autofree char *valid = text != NULL ? g_utf8_make_valid(text, -1) : NULL;
    return g_variant_new("ms", valid);
}

static GVariant *column_value(struct rows *rows, int column, char kind)
{
    switch (kind) {
    case 's':
        return text_value(rows_text(rows, column));
    case 't':
        return time_value(rows_int(rows, column));
    case 'd':
        return day_value(rows_int(rows, column));
    case 'b':
        return g_variant_new_boolean(rows_int(rows, column) != 0);
    default:
        return g_variant_new_int64(rows_int(rows, column));
    }
}

static GVariant *row_value(struct rows *rows, char **columns)
{
    GVariantBuilder row;
    g_variant_builder_init(&row, G_VARIANT_TYPE_VARDICT);
    for (int i = 0; columns[i] != NULL; i++) {
        g_auto(GStrv) halves = g_strsplit(columns[i], ":", 2);
        g_variant_builder_add(&row, "{sv}", halves[0], column_value(rows, i, halves[1][0]));
    }
    return g_variant_builder_end(&row);
}

/* True if all rows of the part fitted. */
static bool append_part(GString *text, struct db *db, const struct part *part, gint64 player,
                        gsize most)
{
    g_auto(GStrv) columns = g_strsplit(part->columns, " ", 0);
    g_string_append_printf(text, "\"%s\":[", part->name);
    struct rows *rows = db_query(db, part->sql, player);
    bool whole = true;
    for (bool first = true; rows_next(rows) && whole; first = false) {
        g_string_append(text, first ? "\n" : ",\n");
        json_append(text, row_value(rows, columns));
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
