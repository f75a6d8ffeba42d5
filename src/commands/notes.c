/* The command note: what players write down for themselves about a match. */
#include <string.h>

#include "auth/redact.h"
#include "commands/task.h"
#include "letters/run.h"
#include "store/boards.h"
#include "store/talk.h"

enum { NOTES_MOST = 100 /* of one player about one match */ };

/* A note with a bar before each line, as for all text that is not ours. `name` NULL: without the
 * name of its player. */
static struct phrase *barred(const struct talk *note, const char *name)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_auto(GStrv) lines = g_strsplit(note->text, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *bar = line == lines ? "" : **line != '\0' ? "\n| " : "\n|";
        g_string_append_printf(text, "%s%s", bar, *line);
    }
    struct values *values = pairs("name", name, "text", text->str, NULL);
    struct phrase *whole = phrase_joined("");
    phrase_add(whole, phrase_text("| "));
    phrase_add(whole, say("note-line", with_number(values, "turn", note->turns + 1)));
    return whole;
}

static bool are_open(const struct run *run, gint64 player)
{
    return g_str_equal(preference_value(run, player, SETTING_NOTES), "open");
}

/* The player's own notes about the match; or those of others that the player may read: once the
 * match is over, of all who have set notes=open. NULL if there are none. */
static struct phrase *notes_of(const struct session *session, gint64 player, bool others)
{
    struct run *run = session->run;
    bool over = session->board->state == BOARD_FINISHED;
    g_autoptr(GPtrArray) notes = talk_list(run->db, session->board->number, 1U << TALK_NOTE);
    struct phrase *all = phrase_joined("\n");
    for (guint i = 0; i < notes->len; i++) {
        const struct talk *note = notes->pdata[i];
        const bool own = note->player == player;
        if (others ? !own && over && are_open(run, note->player) : own) {
            phrase_add(all, barred(note, others ? note->name : NULL));
        }
    }
    return phrase_if_any(all);
}

static struct phrase *keep_words(const struct session *session, const struct player *who,
                                 const char *words)
{
    struct run *run = session->run;
    gint64 board = session->board->number;
    g_autofree char *fit = redact_relayed(run, who, words);
    if (fit == NULL) {
        return say("note-dropped", NULL);
    }
    if (talk_notes_count(run->db, board, who->id) >= NOTES_MOST) {
        return say("notes-most", NULL);
    }
    talk_add(run->db, board, who->id, TALK_NOTE,
             session->match != NULL ? (int)session->match->turns->len : 0, fit, run->now);
    run->accepted = true;
    return say("note-kept", pairs("open", are_open(run, who->id) ? "yes" : NULL, NULL));
}

void handle_note(struct task *task)
{
    struct session *session = task->session;
    struct run *run = task->run;
    gint64 number = session->board->number;
    g_autoptr(Phrase) own = notes_of(session, task->who->id, false);
    struct phrase *answer = NULL;
    if (task->command->text == NULL) {
        struct phrase *others = notes_of(session, task->who->id, true);
        const char *key = own == NULL && others == NULL ? "notes-none" : "notes";
        struct values *values = with_number(values_new(), "number", number);
        with_phrase(values, "own", g_steal_pointer(&own));
        answer = say(key, with_phrase(values, "others", others));
    } else if (g_ascii_strcasecmp(task->command->text, "off") == 0) {
        talk_notes_delete(run->db, number, task->who->id);
        run->accepted = true;
        answer = say("notes-deleted", with_phrase(values_new(), "own", g_steal_pointer(&own)));
    } else {
        answer = keep_words(session, task->who, task->command->text);
    }
    task_answer(task, answer)->secret = true;
}
