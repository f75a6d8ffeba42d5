#include "store/talk.h"

#include "store/clocks.h"

static void talk_free(gpointer data)
{
    struct talk *talk = data;
    g_free(talk->name);
    g_free(talk->text);
    g_clear_pointer(&talk->said, g_bytes_unref);
    g_free(talk);
}

void talk_add(struct db *db, gint64 board, gint64 player, enum talk_kind kind, int turns,
              const char *text, gint64 time)
{
    db_run(db,
           "INSERT INTO talk (board, player, kind, turns, text, time) VALUES (?, ?, ?, ?, ?, ?)",
           board, player, kind, turns, text, time);
}

GPtrArray *talk_list(struct db *db, gint64 board, unsigned kinds)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(talk_free);
    struct rows *rows =
        db_query(db,
                 "SELECT talk.player, players.name, talk.kind, talk.turns, talk.text, talk.time"
                 " FROM talk JOIN players ON players.id = talk.player"
                 " WHERE talk.board = ? AND (1 << talk.kind) & ? ORDER BY talk.id",
                 board, kinds);
    while (rows_next(rows)) {
        struct talk *talk = g_new(struct talk, 1);
        *talk = (struct talk){ .player = rows_int(rows, "player"),
                               .name = rows_dup(rows, "name"),
                               .kind = (enum talk_kind)rows_int(rows, "kind"),
                               .turns = (int)rows_int(rows, "turns"),
                               .text = rows_dup(rows, "text"),
                               .time = rows_int(rows, "time") };
        g_ptr_array_add(list, talk);
    }
    return list;
}

int talk_notes_count(struct db *db, gint64 board, gint64 player)
{
    return (int)db_number(db,
                          "SELECT COUNT(*) FROM talk WHERE board = ? AND player = ? AND kind = ?",
                          board, player, TALK_NOTE);
}

void talk_notes_delete(struct db *db, gint64 board, gint64 player)
{
    db_run(db, "DELETE FROM talk WHERE board = ? AND player = ? AND kind = ?", board, player,
           TALK_NOTE);
}

/* ---- what happened ---- */

gint64 event_add(struct db *db, const struct stored_event *event)
{
    db_run(db,
           "INSERT INTO events (kind, board, player, said, time)"
           " VALUES (?, NULLIF(?, 0), NULLIF(?, 0), ?, ?)",
           event->kind, event->board, event->player, event->said, event->time);
    return db_last_id(db);
}

static void event_free(gpointer data)
{
    struct stored_event *event = data;
    g_bytes_unref(event->said);
    g_free(event);
}

GPtrArray *events_of_board(struct db *db, gint64 board)
{
    GPtrArray *events = g_ptr_array_new_with_free_func(event_free);
    struct rows *rows = db_query(
        db, "SELECT id, kind, player, said, time FROM events WHERE board = ? ORDER BY id", board);
    while (rows_next(rows)) {
        struct stored_event *event = g_new(struct stored_event, 1);
        *event = (struct stored_event){ .id = rows_int(rows, "id"),
                                        .kind = g_intern_string(rows_text(rows, "kind")),
                                        .board = board,
                                        .player = rows_int(rows, "player"),
                                        .said = rows_bytes(rows, "said"),
                                        .time = rows_int(rows, "time") };
        g_ptr_array_add(events, event);
    }
    return events;
}

/* ---- what waits ---- */

void talk_wait(struct db *db, gint64 board, gint64 reader, gint64 speaker, enum talk_kind kind,
               GBytes *said, gint64 due)
{
    db_run(db,
           "INSERT INTO talk_waiting (board, reader, speaker, kind, said, due)"
           " VALUES (?, ?, ?, ?, ?, NULLIF(?, -1))",
           board, reader, speaker, kind, said, due);
}

void talk_wait_event(struct db *db, gint64 board, gint64 reader, gint64 speaker,
                     enum talk_kind kind, gint64 event, gint64 due)
{
    db_run(db,
           "INSERT INTO talk_waiting (board, reader, speaker, kind, event, due)"
           " VALUES (?, ?, ?, ?, ?, NULLIF(?, -1))",
           board, reader, speaker, kind, event, due);
}

GArray *talk_waits(struct db *db)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(struct talk_wait));
    struct rows *rows =
        db_query(db,
                 "SELECT board, reader, speaker, kind = :turn AS turns FROM talk_waiting"
                 " JOIN players ON players.id = speaker"
                 " WHERE (players.suspended IS NULL OR kind = :turn) AND due = 0"
                 " GROUP BY reader, board, speaker, turns"
                 " ORDER BY MIN(talk_waiting.id)",
                 TALK_TURN);
    while (rows_next(rows)) {
        struct talk_wait wait = { .board = rows_int(rows, "board"),
                                  .reader = rows_int(rows, "reader"),
                                  .speaker = rows_int(rows, "speaker"),
                                  .turns = rows_int(rows, "turns") != 0 };
        g_array_append_val(all, wait);
    }
    return all;
}

bool talk_is_due(struct db *db, gint64 now)
{
    return db_number(db,
                     "SELECT EXISTS (SELECT 1 FROM talk_waiting WHERE due = 0 AND id > 0)"
                     " OR EXISTS (SELECT 1 FROM talk_waiting WHERE due > 0 AND due <= :now)",
                     now) != 0;
}

GArray *talk_digests(struct db *db, gint64 now)
{
    return db_numbers(db,
                      "SELECT DISTINCT reader FROM talk_waiting WHERE due > 0 AND due <= ?"
                      " ORDER BY reader",
                      now);
}

GArray *talk_digest_boards(struct db *db, gint64 reader, gint64 now, int most)
{
    return db_numbers(db,
                      "SELECT board FROM talk_waiting JOIN players ON players.id = speaker"
                      " WHERE reader = ? AND due > 0 AND due <= ?"
                      " AND (players.suspended IS NULL OR kind = :turn)"
                      " GROUP BY board ORDER BY MIN(talk_waiting.id) LIMIT ?",
                      reader, now, TALK_TURN, most);
}

gint64 talk_digest_due(struct db *db, gint64 reader, gint64 board)
{
    return db_number(db,
                     "SELECT MIN(due) FROM talk_waiting WHERE reader = ? AND board = ? AND due > 0",
                     reader, board);
}

void talk_digest_move(struct db *db, gint64 reader, gint64 board, gint64 after, gint64 due)
{
    db_run(db,
           "UPDATE talk_waiting SET due = ? WHERE reader = ? AND due > MAX(:after, 0)"
           " AND :board IN (0, board)",
           due, reader, after, board);
}

void talk_digest_drop(struct db *db, gint64 reader)
{
    db_run(db, "DELETE FROM talk_waiting WHERE reader = ?", reader);
}

GPtrArray *talk_take_waiting(struct db *db, gint64 board, gint64 reader, size_t most)
{
    GPtrArray *list = g_ptr_array_new_with_free_func(talk_free);
    struct rows *rows =
        db_query(db,
                 "SELECT talk_waiting.speaker, players.name, talk_waiting.kind,"
                 " COALESCE(talk_waiting.said, (SELECT said FROM events WHERE id = event)) AS said,"
                 " talk_waiting.id, reader FROM talk_waiting JOIN players ON players.id = speaker"
                 " WHERE board = ? AND (players.suspended IS NULL OR kind = :turn)"
                 " ORDER BY talk_waiting.id",
                 board, TALK_TURN);
    size_t bytes = 0;
    gint64 last = 0;
    bool cut = false;
    while (rows_next(rows)) {
        if (rows_int(rows, "reader") != reader) {
            continue; /* all of a board are read at once: mostly there are none */
        }
        g_autoptr(GBytes) said = rows_bytes(rows, "said");
        bytes += g_bytes_get_size(said);
        cut = list->len > 0 && bytes > most;
        if (cut) {
            break;
        }
        struct talk *talk = g_new0(struct talk, 1);
        *talk = (struct talk){ .player = rows_int(rows, "speaker"),
                               .name = rows_dup(rows, "name"),
                               .kind = (enum talk_kind)rows_int(rows, "kind"),
                               .said = g_steal_pointer(&said) };
        last = rows_int(rows, "id");
        g_ptr_array_add(list, talk);
    }
    rows_end(rows);
    if (list->len > 0) {
        db_run(db,
               "DELETE FROM talk_waiting WHERE reader = ? AND board = ? AND id <= ?"
               " AND (kind = :turn OR (SELECT suspended FROM players WHERE players.id = speaker)"
               " IS NULL)",
               reader, board, last, TALK_TURN);
    }
    if (cut) {
        db_run(db, "UPDATE talk_waiting SET due = 0 WHERE reader = ? AND board = ? AND due IS NULL",
               reader, board);
    }
    return list;
}

void talk_wait_no_more(struct db *db, gint64 board)
{
    db_run(db, "UPDATE talk_waiting SET due = 0 WHERE board = ? AND due IS NULL", board);
}

/* ---- watches ---- */

void watch_free(struct watch *watch)
{
    if (watch != NULL) {
        g_free(watch->what.game);
        g_free(watch);
    }
}

static struct watch *watch_of_row(struct rows *rows)
{
    struct watch *watch = g_new(struct watch, 1);
    *watch = (struct watch){ .id = rows_int(rows, "id"),
                             .player = rows_int(rows, "player"),
                             .what = { .board = rows_int(rows, "board"),
                                       .game = rows_dup(rows, "game"),
                                       .player = rows_int(rows, "target") },
                             .at_end = rows_int(rows, "at_end") != 0,
                             .over = rows_int(rows, "over") != 0 };
    return watch;
}

#define SELECT_WATCHES                                                                             \
    "SELECT id, player, board, game, target, at_end, until IS NOT NULL AS over FROM watches"

/* The one row of a query, or NULL. */
static struct watch *only_watch(struct rows *rows)
{
    return rows != NULL ? watch_of_row(rows) : NULL;
}

struct watch *watch_by_id(struct db *db, gint64 id)
{
    return only_watch(db_row(db, SELECT_WATCHES " WHERE id = ?", id));
}

struct watch *watch_find(struct db *db, gint64 player, const struct watched *what)
{
    return only_watch(db_row(db,
                             SELECT_WATCHES
                             " WHERE player = ? AND"
                             " (board, game, target) IS (NULLIF(?, 0), ?, NULLIF(?, 0))",
                             player, what->board, what->game, what->player));
}

void watch_add(struct db *db, gint64 player, const struct watched *what, bool at_end, gint64 now)
{
    db_run(db,
           "INSERT INTO watches (player, board, game, target, at_end, made)"
           " VALUES (?, NULLIF(?, 0), ?, NULLIF(?, 0), ?, ?)",
           player, what->board, what->game, what->player, at_end, now);
}

void watch_set_end(struct db *db, gint64 id, bool at_end)
{
    db_run(db, "UPDATE watches SET at_end = ? WHERE id = ?", at_end, id);
}

void watch_remove(struct db *db, gint64 id)
{
    db_run(db, "DELETE FROM watches WHERE id = ?", id);
}

static GPtrArray *list_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)watch_free);
}

GPtrArray *watches_of_player(struct db *db, gint64 player)
{
    GPtrArray *list = list_new();
    struct rows *rows =
        db_query(db, SELECT_WATCHES " WHERE player = ? AND until IS NULL ORDER BY id", player);
    while (rows_next(rows)) {
        g_ptr_array_add(list, watch_of_row(rows));
    }
    return list;
}

/* A row of each way to watch the match, in the order in which they count. */
GPtrArray *watches_of_board(struct db *db, gint64 board, const char *game)
{
    GPtrArray *list = list_new();
    struct rows *rows =
        db_query(db,
                 "SELECT id, player, board, game, target, at_end, until IS NOT NULL AS over,"
                 " 1 AS rank FROM watches WHERE board = :board"
                 " UNION ALL SELECT id, player, board, game, target, at_end, 0, 2"
                 " FROM watches WHERE target IN (SELECT player FROM seats WHERE board = :board)"
                 " AND player NOT IN (SELECT player FROM seats WHERE board = :board)"
                 " UNION ALL SELECT id, player, board, game, target, at_end, 0, 3"
                 " FROM watches WHERE game = :game"
                 " AND player NOT IN (SELECT player FROM seats WHERE board = :board)"
                 " ORDER BY player, at_end, rank, id",
                 board, game);
    gint64 last = 0;
    while (rows_next(rows)) {
        gint64 player = rows_int(rows, "player");
        if (player != last) {
            g_ptr_array_add(list, watch_of_row(rows));
            last = player;
        }
    }
    return list;
}

void watches_end(struct db *db, gint64 board, gint64 until)
{
    db_run(db, "UPDATE watches SET until = ? WHERE board = ? AND until IS NULL", until, board);
}
