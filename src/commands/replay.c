/* The command replay: a match turn by turn, with who, when, and what was said. */
#include "commands/task.h"
#include "play/turn_words.h"
#include "store/talk.h"
#include "talk/watch.h"

enum {
    TURNS_MOST = 100,       /* in one answer */
    BYTES_MOST = 20 * 1024, /* no further turn is added after so many */
};

/* The answer while it is written: the match, its reader, and how far we have come. */
struct telling {
    struct session *session;
    gint64 reader;           /* player */
    bool plays;              /* the reader has a seat there */
    GPtrArray *turns, *talk; /* struct turn, struct talk */
    guint said;              /* entries of `talk` that are told, or lie before the first turn */
    GString *text;
};

static void tell_turn(struct telling *telling, guint number)
{
    /* Words that stand in the record in place of a turn. */
    static const struct {
        const char *word, *key;
    } endings[] = {
        { MATCH_RESIGN, "replay-resigned" }, { MATCH_FORFEIT, "replay-forfeited" },
        { "draw", "replay-drawn" },          { "ended-void", "replay-ended" },
        { "ended-draw", "replay-ended" },    { "ended-win", "replay-ended" },
    };
    const struct session *session = telling->session;
    const struct turn *turn = telling->turns->pdata[number - 1];
    const char *key = "replay-turn";
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        key = g_str_equal(turn->text, endings[i].word) ? endings[i].key : key;
    }
    g_autofree char *nth = say_number(number);
    g_autofree char *when = moment_bare(session->run, telling->reader, turn->time);
    g_autofree char *way = match_way(session->match, number - 1);
    g_autofree char *played =
        say(session->run, key,
            pairs("number", nth, "name", session->board->seat[turn->seat].name, "move", turn->text,
                  "way", way, "when", when, NULL));
    g_string_append(telling->text, played);
    turn_append_effects(telling->text, session, number - 1);
    g_string_append_c(telling->text, '\n');
}

/* Tells what was said until so many turns had been played. */
static void tell_talk(struct telling *telling, guint turns)
{
    for (; telling->said < telling->talk->len; telling->said++) {
        const struct talk *talk = telling->talk->pdata[telling->said];
        if ((guint)talk->turns > turns) {
            return;
        }
        bool blocked = block_has_player(telling->session->run->db, telling->reader, talk->player);
        bool heard_then = talk->kind == TALK_PLAYERS && telling->plays && !blocked;
        if (!heard_then && !talk_reaches(telling->session, talk->player, telling->reader)) {
            continue;
        }
        g_autofree char *author = say(telling->session->run, "replay-author",
                                      pairs("name", talk->name, "watching",
                                            talk->kind == TALK_WATCHERS ? "yes" : NULL, NULL));
        g_string_append_printf(telling->text, "    %s\n", author);
        g_auto(GStrv) lines = g_strsplit(talk->text, "\n", 0);
        for (char **line = lines; *line != NULL; line++) {
            g_string_append_printf(telling->text, "    |%s%s\n", **line != '\0' ? " " : "", *line);
        }
    }
}

/* Tells the turns after the first `from`. Returns how many turns have been played where it
 * stops. */
static guint tell(struct telling *telling, guint from)
{
    guint last = from;
    if (from == 0) {
        tell_talk(telling, 0);
    }
    /* What was said before belongs to earlier pages. */
    while (telling->said < telling->talk->len &&
           ((const struct talk *)telling->talk->pdata[telling->said])->turns <= (int)from) {
        telling->said++;
    }
    while (last < telling->turns->len && last - from < TURNS_MOST &&
           telling->text->len < BYTES_MOST) {
        last++;
        tell_turn(telling, last);
        tell_talk(telling, last);
    }
    if (last == telling->turns->len) {
        tell_talk(telling, G_MAXINT); /* said about turns that were taken back */
    }
    return last;
}

/* Says why there is nothing to tell from turn #N on, or NULL; sets *from to the number of turns
 * before it. Free with g_free. */
static char *refused(const struct session *session, const struct command *command, guint *from)
{
    *from = 0;
    if (session->match == NULL || session->match->turns->len == 0) {
        return say(session->run, "replay-nothing", NULL);
    }
    if (!command->has_ply ||
        (session_turns_before(session, command->ply, from) && *from < session->match->turns->len)) {
        return NULL;
    }
    g_autofree char *number = say_number(command->ply);
    return say(session->run, "no-turn", pairs("ply", number, NULL));
}

void handle_replay(struct task *task)
{
    struct run *run = task->run;
    guint from;
    char *refusal = refused(task->session, task->command, &from);
    if (refusal != NULL) {
        task_answer_board_text(task, refusal);
        return;
    }
    /* Once the match is over, everybody may read what was said. */
    bool plays = task->seat >= 0;
    unsigned heard = task->session->board->state == BOARD_FINISHED ? TALK_EVERYTHING
                     : plays                                       ? 1U << TALK_PLAYERS
                     : watch_watches(task->session, task->who->id) ? 1U << TALK_WATCHERS
                                                                   : 0;
    g_autoptr(GPtrArray) turns = board_turns(run->db, task->session->board->number, 1);
    g_autoptr(GPtrArray) talk = talk_list(run->db, task->session->board->number, heard);
    g_autoptr(GString) text = g_string_new(NULL);
    struct telling telling = { .session = task->session,
                               .reader = task->who->id,
                               .plays = plays,
                               .turns = turns,
                               .talk = talk,
                               .text = text };
    guint last = tell(&telling, from);
    bool to_end = last == turns->len;
    g_autofree char *number = say_number(task->session->board->number);
    g_autofree char *first = say_number(from + 1);
    g_autofree char *end = say_number(last);
    g_autofree char *next = to_end ? NULL : say_number(last + 1);
    g_autofree char *all = say_number(turns->len);
    g_autofree char *zone = preference_zone(run, task->who->id);
    char *told = say(run, from == 0 && to_end ? "replay" : "replay-part",
                     pairs("number", number, "first", first, "last", end, "all", all, "zone", zone,
                           "next", next, "turns", g_strchomp(text->str), NULL));
    if (to_end) {
        task_answer_board_text(task, told);
    } else {
        session_set_back(task->session, last);
        task_answer_session(task, told);
    }
}
