/* The command note: what players write down for themselves about a match. */
#include <string.h>

#include "auth/redact.h"
#include "commands/task.h"
#include "letters/run.h"
#include "store/boards.h"
#include "store/talk.h"

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

static bool are_open(const struct run *run, gint64 player)
{
    return g_str_equal(preference_value(run, player, "notes"), "open");
}

/* The player's own notes about the match; or those of others that the player may read: once the
 * match is over, of all who have set notes=open. "" if there are none. Free with g_free. */
static char *notes_of(const struct session *session, gint64 player, bool others)
{
    struct run *run = session->run;
    bool over = session->board->state == BOARD_FINISHED;
    g_autoptr(GPtrArray) notes = talk_list(run->db, session->board->number, 1U << TALK_NOTE);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < notes->len; i++) {
        const struct talk *note = notes->pdata[i];
        const bool own = note->player == player;
        if (others ? own || !over || !are_open(run, note->player) : !own) {
            continue;
        }
        struct values *values = pairs("name", others ? note->name : NULL, "text", note->text, NULL);
        g_autofree char *words =
            say(run, "note-line", with_number(values, "turn", note->turns + 1));
        append_barred(text, words);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *keep_words(const struct session *session, const struct player *who, const char *words)
{
    struct run *run = session->run;
    gint64 board = session->board->number;
    g_autofree char *fit = redact_relayed(run, who, words);
    if (fit == NULL) {
        return say(run, "note-dropped", NULL);
    }
    if (talk_notes_count(run->db, board, who->id) >= NOTES_MOST) {
        return say(run, "notes-most", NULL);
    }
    talk_add(run->db, board, who->id, TALK_NOTE,
             session->match != NULL ? (int)session->match->turns->len : 0, fit, run->now);
    run->accepted = true;
    return say(run, "note-kept", pairs("open", are_open(run, who->id) ? "yes" : NULL, NULL));
}

void handle_note(struct task *task)
{
    struct session *session = task->session;
    struct run *run = task->run;
    gint64 number = session->board->number;
    g_autofree char *own = notes_of(session, task->who->id, false);
    char *answer = NULL;
    if (task->command->text == NULL) {
        g_autofree char *others = notes_of(session, task->who->id, true);
        bool none = *own == '\0' && *others == '\0';
        answer = say(run, none ? "notes-none" : "notes",
                     with_number(pairs("own", own, "others", others, NULL), "number", number));
    } else if (g_ascii_strcasecmp(task->command->text, "off") == 0) {
        talk_notes_delete(run->db, number, task->who->id);
        run->accepted = true;
        answer = say(run, "notes-deleted", pairs("own", own, NULL));
    } else {
        answer = keep_words(session, task->who, task->command->text);
    }
    task_answer_text(task, answer)->secret = true;
}
