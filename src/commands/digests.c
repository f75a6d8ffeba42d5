#include "commands/digests.h"

#include "base/log.h"
#include "commands/board_letter.h"
#include "store/talk.h"

/* Opens a board for the digest of a reader (NULL: none may be written). If it cannot be shown, what
 * waits there is dropped. */
static struct session *open_for(struct run *run, const struct player *who, gint64 reader,
                                gint64 board)
{
    g_autoptr(MatchSession) session = who != NULL ? session_open(run, board, NULL) : NULL;
    if (session == NULL || !board_shows_to(session->board, reader)) {
        g_ptr_array_unref(talk_take_waiting(run->db, board, reader, G_MAXSIZE));
        return NULL;
    }
    return g_steal_pointer(&session);
}

static void send_digest(struct run *run, gint64 reader)
{
    g_autoptr(Player) who = letter_reader(run, reader, false);
    g_autoptr(GPtrArray) sessions = g_ptr_array_new_with_free_func((GDestroyNotify)session_free);
    g_autoptr(GPtrArray) entries = entries_new();
    g_autoptr(GArray) boards = talk_digest_boards(run->db, reader, run->now, LETTER_BOARDS_MOST);
    for (guint i = 0; i < boards->len; i++) {
        struct session *session = open_for(run, who, reader, g_array_index(boards, gint64, i));
        if (session != NULL) {
            g_ptr_array_add(sessions, session);
            g_ptr_array_add(entries, entry_new(NULL, NULL));
        }
    }
    if (sessions->len > 0) {
        letter_of_boards(run, who, sessions, entries, "subject-digest");
    }
}

void digests_send(struct run *run)
{
    g_autoptr(GArray) readers = talk_digests(run->db, run->now);
    for (guint i = 0; i < readers->len; i++) {
        const gint64 reader = g_array_index(readers, gint64, i);
        g_autoptr(GError) fault = NULL;
        db_savepoint(run->db);
        send_digest(run, reader);
        if (!db_savepoint_end(run->db, &fault) && fault != NULL) {
            session_forget(run);
            log_line("the digest of player %" G_GINT64_FORMAT " could not be written: %s", reader,
                     fault->message);
        }
    }
    session_forget(run);
}
