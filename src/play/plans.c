#include "play/plans.h"

#include <string.h>

#include "play/turn_words.h"

/* ---- following ---- */

/* True if a turn of a line is the one that was played in the position of `before`. What stands
 * behind `any` was never tried, so it may be written in another form. */
static bool is_played(const struct match *before, const char *turn, const struct match_turn *played)
{
    if (g_str_equal(turn, PLAN_ANY) || g_str_equal(turn, played->text)) {
        return !match_is_ending(played->text);
    }
    g_autoptr(Match) trial = match_copy(before);
    g_autofree char *confirmed = g_strconcat(turn, "!", NULL);
    g_auto(Ruling) ruling = { 0 };
    return match_play(trial, played->seat, confirmed, &ruling) == VERDICT_PLAYED &&
           g_str_equal(ruling.turn, played->text);
}

/* Takes the lines out of `lines` whose turn `at` (from 0) is not the one that was played, or that
 * have none. */
static void keep_fitting(GPtrArray *lines, guint at, const struct match *before,
                         const struct match_turn *played)
{
    for (guint i = lines->len; i > 0; i--) {
        const struct plan_line *line = lines->pdata[i - 1];
        if (at >= g_strv_length(line->turns) || !is_played(before, line->turns[at], played)) {
            g_ptr_array_remove_index(lines, i - 1);
        }
    }
}

/* What follows when the first `count` turns of these lines were played. */
static struct plan_course course_of(const GPtrArray *lines, guint count, bool to_move)
{
    struct plan_course course = { .state = PLAN_ENDS, .lines = lines->len };
    for (guint i = 0; i < lines->len && course.state != PLAN_ANSWERS; i++) {
        const struct plan_line *line = lines->pdata[i];
        if (g_strv_length(line->turns) > count) {
            course.state = PLAN_GOES_ON;
        } else if (to_move) {
            course.state = PLAN_ANSWERS;
            course.answer = line->answer;
        }
    }
    return course;
}

struct plan_course plan_follow(const struct plan_lines *plan, const struct match *match,
                               guint start, int seat)
{
    g_autoptr(GPtrArray) lines = g_ptr_array_copy(plan->lines, NULL, NULL);
    g_ptr_array_set_free_func(lines, NULL);
    g_autoptr(Match) before = match_at(match, start);
    guint count = 0, strange = match->turns->len;
    for (guint i = start; before != NULL && i < match->turns->len && lines->len > 0; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        if (!turn->forced) {
            keep_fitting(lines, count++, before, turn);
            strange = lines->len == 0 ? i : strange;
        }
        match_record(before, turn->seat, turn->text, NULL);
    }
    struct plan_course course = course_of(lines, count, match_actor(match) == seat);
    course.strange = strange;
    /* Not if the player has played on since, or somebody has left the match. */
    bool resigns = course.state == PLAN_ENDS && plan->resigns && strange < match->turns->len;
    for (guint i = strange; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        resigns &= turn->seat != seat && !match_is_ending(turn->text);
    }
    course.state = resigns ? PLAN_RESIGNS : course.state;
    return course;
}

/* ---- trying ---- */

/* Replaces a turn by its canonical text; a `!` behind it stays. */
static void make_canonical(char **turn, const char *canonical)
{
    g_autofree char *before = *turn;
    *turn = g_strconcat(canonical, strchr(before, '!') != NULL ? "!" : NULL, NULL);
}

/* Plays a line, and makes its turns canonical. NULL, or why it cannot be played. */
static struct phrase *try_line(struct session *session, int seat, const struct match *start,
                               struct plan_line *line)
{
    g_autoptr(Match) match = match_copy(start);
    bool known = true; /* no `any` so far */
    for (char **turn = line->turns;; turn++) {
        const bool answers = *turn == NULL;
        char **text = answers ? &line->answer : turn;
        known &= answers || !g_str_equal(*text, PLAN_ANY);
        if (!known && !g_str_equal(*text, PLAN_ANY) && !match_reads_as_turn(match, *text)) {
            return say("plan-no-turn", pairs("move", *text, NULL));
        }
        g_auto(Ruling) ruling = { 0 };
        g_autofree char *confirmed = g_strconcat(*text, answers ? NULL : "!", NULL);
        match_pass(match);
        const int actor = match_actor(match);
        if (known && match_play(match, answers || actor < 0 ? seat : actor, confirmed, &ruling) !=
                         VERDICT_PLAYED) {
            return turn_ruling_words(session, &ruling, *text);
        }
        if (known) {
            make_canonical(text, ruling.turn);
        }
        if (answers) {
            return NULL;
        }
    }
}

struct phrase *plan_try(struct session *session, int seat, guint start, struct plan_lines *plan)
{
    g_autoptr(Match) match = match_at(session->match, start);
    struct phrase *refused = phrase_joined("\n");
    for (guint i = 0; i < plan->lines->len;) {
        struct plan_line *line = plan->lines->pdata[i];
        struct phrase *why = try_line(session, seat, match, line);
        const struct plan_line *same = NULL; /* a line before it that has the same turns */
        for (guint j = 0; j < i && why == NULL; j++) {
            const struct plan_line *other = plan->lines->pdata[j];
            same = g_strv_equal((gconstpointer)line->turns, (gconstpointer)other->turns) ? other
                                                                                         : same;
        }
        if (same != NULL && !g_str_equal(same->answer, line->answer)) {
            g_autofree char *other = plan_line_text(same);
            why = say("plan-contradicts", pairs("line", other, NULL));
        }
        if (why == NULL && same == NULL) {
            i++;
            continue;
        }
        g_autofree char *text = plan_line_text(line);
        phrase_add(refused, why == NULL ? NULL
                                        : say("plan-line-refused",
                                              with_phrase(pairs("line", text, NULL), "why", why)));
        g_ptr_array_remove_index(plan->lines, i);
    }
    struct phrase *all = phrase_if_any(refused);
    return all != NULL ? say("plan-not-kept", with_phrase(values_new(), "lines", all)) : NULL;
}

/* ---- with the match ---- */

/* Tells the player of a seat why their plan ends. */
static void tell_end(struct session *session, int seat, guint strange)
{
    const GArray *turns = session->match->turns;
    const struct match_turn *turn =
        strange < turns->len ? &g_array_index(turns, struct match_turn, strange) : NULL;
    const bool other = turn != NULL && turn->seat != seat && !match_is_ending(turn->text);
    struct values *values = pairs("move", other ? turn->text : NULL, NULL);
    if (other) {
        with_phrase(values, "name", session_name(session, turn->seat));
    }
    session_notice(session, seat, say("plan-ended", values));
}

/* How far the match has come in a stored plan; without the answer. */
static struct plan_course course_in(const struct session *session, const struct plan *plan)
{
    g_auto(PlanLines) lines;
    plan_lines_read(plan->text, &lines);
    struct plan_course course = plan_follow(&lines, session->match, (guint)plan->ply - 1,
                                            session_seat(session, plan->player));
    course.answer = NULL;
    return course;
}

bool plan_holds(const struct session *session, const struct plan *plan)
{
    const enum plan_state state = course_in(session, plan).state;
    return state != PLAN_ENDS && (state > PLAN_GOES_ON) == (plan->due != PLAN_NOT_DUE);
}

void plan_go_on(struct session *session, struct plan *plan)
{
    const int seat = session_seat(session, plan->player);
    const struct plan_course course = course_in(session, plan);
    const bool due = course.state > PLAN_GOES_ON;
    session->answers[seat] = due && match_actor(session->match) == seat;
    if (course.state == PLAN_ENDS) {
        plan_drop(session->run->db, plan->board, plan->player, PLAN_LINES);
        tell_end(session, seat, course.strange);
    } else if (due || plan->due != PLAN_NOT_DUE) {
        plan->due = due ? PLAN_DUE_NEXT : PLAN_NOT_DUE;
        plan_put(session->run->db, plan);
    }
}
