/* The command note: what players write down for themselves about a match. */
#include <string.h>

#include "auth/redact.h"
#include "commands/request.h"
#include "letters/run.h"
#include "store/boards.h"
#include "store/notes.h"

enum { NOTES_MOST = 100 /* of one player about one match */ };

/* Appends words with a bar before each line, as for all text that is not ours. */
static void append_barred(GString *text, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_string_append_printf(text, "%s|%s%s", text->len > 0 ? "\n" : "",
                               **line != '\0' ? " " : "", *line);
    }
}

static char *notes_text(const struct run *run, const struct player_note *note, bool named)
{
    g_autofree char *turn = g_strdup_printf("%d", note->turns + 1);
    return say(run, "note-line",
               pairs("name", named ? note->name : NULL, "turn", turn, "text", note->text, NULL));
}

/* The player's own notes about the match; "" if there are none. Free with g_free. */
static char *notes_own(const struct session *session, gint64 player)
{
    g_autoptr(GPtrArray) notes = player_notes(session->run->db, session->board->number, player);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < notes->len; i++) {
        g_autofree char *words = notes_text(session->run, notes->pdata[i], false);
        append_barred(text, words);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The notes of others that the player may read: once the match is over, those of players who have
 * set notes=open. Free with g_free. */
static char *notes_of_others(const struct session *session, gint64 player)
{
    bool over = session->board->state == BOARD_FINISHED;
    g_autoptr(GPtrArray) notes =
        over ? player_notes(session->run->db, session->board->number, 0) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; notes != NULL && i < notes->len; i++) {
        const struct player_note *note = notes->pdata[i];
        bool open = g_str_equal(preference_value(session->run, note->player, "notes"), "open");
        if (note->player != player && open) {
            g_autofree char *words = notes_text(session->run, note, true);
            append_barred(text, words);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *list_words(const struct session *session, const struct player *who)
{
    g_autofree char *own = notes_own(session, who->id);
    g_autofree char *others = notes_of_others(session, who->id);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, session->board->number);
    bool none = *own == '\0' && *others == '\0';
    return say(session->run, none ? "notes-none" : "notes",
               pairs("number", number, "own", own, "others", others, NULL));
}

/* Deletes the player's notes, and shows them for the last time. Free with g_free. */
static char *delete_words(const struct session *session, const struct player *who)
{
    g_autofree char *own = notes_own(session, who->id);
    player_notes_delete(session->run->db, session->board->number, who->id);
    session->run->accepted = true;
    return say(session->run, "notes-deleted", pairs("own", own, NULL));
}

static char *keep_words(const struct session *session, const struct player *who, const char *words)
{
    struct run *run = session->run;
    gint64 board = session->board->number;
    g_autofree char *fit = redact_relayed(run, who, words);
    if (fit == NULL) {
        return say(run, "note-dropped", NULL);
    }
    if (player_notes_count(run->db, board, who->id) >= NOTES_MOST) {
        return say(run, "notes-most", NULL);
    }
    player_note_add(run->db, board, who->id,
                    session->match != NULL ? (int)session->match->turns->len : 0, fit, run->now);
    run->accepted = true;
    bool open = g_str_equal(preference_value(run, who->id, "notes"), "open");
    return say(run, "note-kept", pairs("open", open ? "yes" : NULL, NULL));
}

void notes_note(struct request *request, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(MatchSession) session = request_seat(request, who, command, &seat);
    if (session == NULL) {
        return;
    }
    const char *words = command->text;
    char *answer = words == NULL                           ? list_words(session, who)
                   : g_ascii_strcasecmp(words, "off") == 0 ? delete_words(session, who)
                                                           : keep_words(session, who, words);
    request_answer_text(request, who, command, answer)->secret = true;
}
