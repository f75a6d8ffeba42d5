/* The command replay: a match turn by turn, with who, when, and what was said. */
#include <string.h>

#include "commands/request.h"
#include "letters/run.h"
#include "play/turn_words.h"
#include "store/boards.h"
#include "store/players.h"
#include "store/talk.h"
#include "talk/watch.h"

enum {
    TURNS_MOST = 100,       /* in one answer */
    BYTES_MOST = 20 * 1024, /* no further turn is added after so many */
};

/* What is told of a match, and how far it has been told. */
struct telling {
    struct session *session;
    gint64 reader;           /* player */
    bool plays;              /* the reader has a seat there */
    GPtrArray *turns, *talk; /* struct turn, struct talk */
    guint said;              /* entries of `talk` that are told, or lie before the first turn */
    GString *text;
};

/* Keys for what stands in the record in place of a turn; a turn has a key of its own. */
static const struct {
    const char *word, *key;
} endings[] = {
    { MATCH_RESIGN, "replay-resigned" }, { MATCH_FORFEIT, "replay-forfeited" },
    { "draw", "replay-drawn" },          { "ended-void", "replay-ended" },
    { "ended-draw", "replay-ended" },    { "ended-win", "replay-ended" },
};

static const char *key_of(const char *turn)
{
    for (size_t i = 0; i < G_N_ELEMENTS(endings); i++) {
        if (g_str_equal(turn, endings[i].word)) {
            return endings[i].key;
        }
    }
    return "replay-turn";
}

static void tell_turn(struct telling *telling, guint number)
{
    const struct session *session = telling->session;
    const struct turn *turn = telling->turns->pdata[number - 1];
    g_autofree char *nth = g_strdup_printf("%u", number);
    g_autofree char *when = moment_bare(session->run, telling->reader, turn->time);
    g_autofree char *way = match_way(session->match, number - 1);
    g_autoptr(GString) line = g_string_new(NULL);
    g_autofree char *played =
        say(session->run, key_of(turn->text),
            pairs("number", nth, "name", session->board->seat[turn->seat].name, "move", turn->text,
                  "way", way, "when", when, NULL));
    g_string_append(line, played);
    turn_append_effects(line, session, number - 1);
    g_string_append_printf(telling->text, "%s\n", line->str);
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

/* Passes over what was said before so many turns had been played: it belongs to earlier pages. */
static void skip_talk(struct telling *telling, guint turns)
{
    while (telling->said < telling->talk->len &&
           ((const struct talk *)telling->talk->pdata[telling->said])->turns < (int)turns) {
        telling->said++;
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
    skip_talk(telling, from + 1);
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

/* The turns told, and how to ask for the rest. Free with g_free. */
static char *whole_text(const struct telling *telling, guint from, guint last)
{
    const struct session *session = telling->session;
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, session->board->number);
    g_autofree char *first = g_strdup_printf("%u", from + 1);
    g_autofree char *end = g_strdup_printf("%u", last);
    g_autofree char *next = g_strdup_printf("%u", last + 1);
    g_autofree char *all = g_strdup_printf("%u", telling->turns->len);
    g_autofree char *zone = moment_zone(session->run, telling->reader);
    bool whole = from == 0 && last == telling->turns->len;
    return say(session->run, whole ? "replay" : "replay-part",
               pairs("number", number, "first", first, "last", end, "all", all, "zone", zone,
                     "next", last < telling->turns->len ? next : NULL, "turns",
                     g_strchomp(telling->text->str), NULL));
}

/* The kinds of talk a reader may hear, as bits; once the match is over, all. */
static unsigned heard(const struct session *session, gint64 reader)
{
    if (session->board->state == BOARD_FINISHED) {
        return TALK_EVERYTHING;
    }
    return session_seat(session, reader) >= 0 ? 1U << TALK_PLAYERS
           : watch_watches(session, reader)   ? 1U << TALK_WATCHERS
                                              : 0;
}

static void replay(struct request *request, const struct player *who, const struct command *command,
                   struct session *session, guint from)
{
    struct run *run = request->run;
    g_autoptr(GPtrArray) turns = board_turns(run->db, session->board->number);
    g_autoptr(GPtrArray) talk = talk_list(run->db, session->board->number, heard(session, who->id));
    g_autoptr(GString) text = g_string_new(NULL);
    struct telling telling = { .session = session,
                               .reader = who->id,
                               .plays = session_seat(session, who->id) >= 0,
                               .turns = turns,
                               .talk = talk,
                               .text = text };
    guint last = tell(&telling, from);
    char *told = whole_text(&telling, from, last);
    if (last < turns->len) {
        session_set_back(session, last);
        request_answer_session(request, who, command, session, told);
    } else {
        request_answer_board_text(request, who, command, session, told);
    }
}

/* Says why there is nothing to tell from turn #N on, or NULL; sets *from to the number of turns
 * before it. Free with g_free. */
static char *refused(const struct session *session, const struct command *command, guint *from)
{
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, command->ply);
    *from = 0;
    if (session->match == NULL || session->match->turns->len == 0) {
        return say(session->run, "replay-nothing", NULL);
    }
    bool there = !command->has_ply || (session_turns_before(session, command->ply, from) &&
                                       *from < session->match->turns->len);
    return there ? NULL : say(session->run, "no-turn", pairs("ply", number, NULL));
}

void replay_show(struct request *request, const struct player *who, const struct command *command)
{
    g_autoptr(MatchSession) session = request_match(request, who, command);
    if (session == NULL) {
        return;
    }
    guint from;
    char *refusal = refused(session, command, &from);
    if (refusal != NULL) {
        request_answer_board_text(request, who, command, session, refusal);
    } else {
        replay(request, who, command, session, from);
    }
}
