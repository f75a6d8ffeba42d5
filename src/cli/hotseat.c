#include "cli/hotseat.h"

#include <string.h>

static const struct match_turn *turn_of(const struct match *match, guint number)
{
    return &g_array_index(match->turns, struct match_turn, number);
}

/* Replaces what is begun. The decisions must be playable on the match. */
static void begin(struct hotseat *hotseat, const char *decisions)
{
    g_string_assign(hotseat->begun, decisions);
    g_clear_pointer(&hotseat->ahead, match_free);
    if (*decisions != '\0') {
        g_auto(Ruling) ruling = { 0 };
        hotseat->ahead = match_copy(hotseat->match);
        bool played = match_after(hotseat->ahead, hotseat->begun->str, true, &ruling);
        g_assert(played);
    }
}

static void set_back(struct hotseat *hotseat, guint turns)
{
    struct match *earlier = match_at(hotseat->match, turns);
    g_assert(earlier != NULL);
    match_free(hotseat->match);
    hotseat->match = earlier;
}

struct hotseat *hotseat_new(struct match *match_taken)
{
    struct hotseat *hotseat = g_new0(struct hotseat, 1);
    hotseat->match = match_taken;
    hotseat->begun = g_string_new(NULL);
    guint turns = match_taken->turns->len;
    bool half_played = turns > 0 && !game_between(match_taken->game, &match_taken->now) &&
                       match_actor(match_taken) == turn_of(match_taken, turns - 1)->seat;
    if (half_played) {
        g_autofree char *decisions = g_strdup(turn_of(match_taken, turns - 1)->text);
        set_back(hotseat, turns - 1);
        begin(hotseat, decisions);
    } else {
        match_pass(hotseat->match);
    }
    return hotseat;
}

void hotseat_free(struct hotseat *hotseat)
{
    if (hotseat != NULL) {
        match_free(hotseat->match);
        match_free(hotseat->ahead);
        g_string_free(hotseat->begun, TRUE);
        g_free(hotseat);
    }
}

const struct match *hotseat_seen(const struct hotseat *hotseat)
{
    return hotseat->ahead != NULL ? hotseat->ahead : hotseat->match;
}

/* What was begun and `decisions`, as one text. Free with g_free. */
static char *joined(const struct hotseat *hotseat, const char *decisions)
{
    const GString *begun = hotseat->begun;
    return g_strconcat(begun->str, begun->len > 0 ? "," : "", decisions, NULL);
}

/* Plays the rest of a turn: first on the board as the players see it, so that a ruling speaks
 * of what was typed; then the whole turn in the match, where only a question about its cost
 * can stop it. */
static void play_rest(struct hotseat *hotseat, const char *line, struct ruling *ruling)
{
    const int seat = match_actor(hotseat->match);
    if (match_play(hotseat->ahead, seat, line, ruling) != VERDICT_PLAYED) {
        return;
    }
    g_autofree char *rest = g_strdup(ruling->turn);
    g_autofree char *turn = joined(hotseat, rest);
    g_autofree char *whole = g_strconcat(turn, g_str_has_suffix(line, "!") ? "!" : "", NULL);
    if (match_play(hotseat->match, seat, whole, ruling) != VERDICT_PLAYED) {
        g_autofree char *begun = g_strdup(hotseat->begun->str);
        begin(hotseat, begun);
        /* The player is asked to repeat the rest, not the whole turn. */
        g_ptr_array_set_size(ruling->choices, 0);
        g_ptr_array_add(ruling->choices, g_strconcat(rest, "!", NULL));
    }
}

bool hotseat_goes_on(const struct ruling *ruling)
{
    return ruling->verdict == VERDICT_INCOMPLETE && ruling->begun != NULL &&
           g_str_equal(ruling->note.key, "turn-incomplete");
}

enum verdict hotseat_play(struct hotseat *hotseat, const char *line, struct ruling *ruling)
{
    if (hotseat->ahead != NULL) {
        play_rest(hotseat, line + strspn(line, " \t,;"), ruling);
    } else {
        match_play(hotseat->match, match_actor(hotseat->match), line, ruling);
    }
    if (ruling->verdict == VERDICT_PLAYED) {
        begin(hotseat, "");
        match_pass(hotseat->match);
    } else if (hotseat_goes_on(ruling)) {
        g_autofree char *decisions = joined(hotseat, ruling->begun);
        begin(hotseat, decisions);
    }
    return ruling->verdict;
}

guint hotseat_undo(struct hotseat *hotseat, guint steps)
{
    guint taken = 0, turns = hotseat->match->turns->len;
    g_autofree char *begun = g_strdup(hotseat->begun->str);
    for (; taken < steps && *begun != '\0'; taken++) {
        char *last = strrchr(begun, ',');
        *(last != NULL ? last : begun) = '\0';
    }
    for (; taken < steps; taken++) {
        guint chosen = turns; /* the number of the last turn that somebody chose */
        while (chosen > 0 && g_str_equal(turn_of(hotseat->match, chosen - 1)->text, MATCH_PASS)) {
            chosen--;
        }
        if (chosen == 0) {
            break;
        }
        turns = chosen - 1;
    }
    if (turns < hotseat->match->turns->len) {
        set_back(hotseat, turns);
    }
    begin(hotseat, begun);
    return taken;
}

bool hotseat_end(struct hotseat *hotseat, const char *ending)
{
    if (!match_record(hotseat->match, match_actor(hotseat->match), ending, NULL)) {
        return false;
    }
    begin(hotseat, "");
    match_pass(hotseat->match);
    return true;
}

void hotseat_restart(struct hotseat *hotseat)
{
    set_back(hotseat, 0);
    begin(hotseat, "");
    match_pass(hotseat->match);
}
