/* What a desk says of its match: heading, status, warnings, last turns. */
#include "office/desk.h"

#include "match/warning.h"
#include "office/phrase.h"

enum { LAST_TURNS_SHOWN = 4 };

char *desk_heading(const struct desk *desk)
{
    g_autoptr(GString) heading = g_string_new(NULL);
    g_string_append_printf(heading, "%s %" G_GINT64_FORMAT ":",
                           words_get(desk->office->words, desk->game->name, "title"),
                           desk->board->number);
    for (int seat = 0; seat < desk->board->seats; seat++) {
        g_string_append_printf(heading, "%s%s", seat > 0 ? " - " : " ",
                               desk->board->seat[seat].name);
    }
    for (int seat = desk->board->seats; seat < desk->seats; seat++) {
        g_autofree char *nobody = say(desk->office, "seat-free", NULL);
        g_string_append_printf(heading, " - %s", nobody);
    }
    return g_string_free(g_steal_pointer(&heading), FALSE);
}

/* Who came in at a place: "ann (O) and bob (X)"; NULL: nobody. */
static char *seats_at(const struct desk *desk, int place, guint *count)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int seat = 0; seat < desk->board->seats; seat++) {
        if (desk->match->result.place[seat] == place) {
            g_ptr_array_add(names, desk->label[seat]);
        }
    }
    *count = names->len;
    return names->len > 0 ? words_list(desk->office->words, names, "and") : NULL;
}

/* "1. bob (X); 2. ann (O); 3. carl (3)", where more than two played; NULL
 * where first and last says it all, or all came in together. */
static char *places(const struct desk *desk)
{
    g_autoptr(GString) text = g_string_new(NULL);
    int told = 0;
    for (int place = 1; place <= desk->board->seats && desk->board->seats > 2; place++) {
        guint count = 0;
        g_autofree char *who = seats_at(desk, place, &count);
        if (who != NULL) {
            g_string_append_printf(text, "%s%d. %s", told > 0 ? "; " : "", place, who);
            told++;
        }
    }
    return told > 1 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

static char *status_over(const struct desk *desk)
{
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    struct note how = { .key = desk->match->result.key };
    g_autofree char *why = how.key == NULL ? g_strdup("")
                                           : words_note(desk->office->words, desk->game, &how,
                                                        &desk->match->now, names);
    guint count = 0;
    g_autofree char *who = seats_at(desk, 1, &count);
    g_autofree char *order = places(desk);
    g_autofree char *result = match_result_text(desk->match);
    const char *won = count > 1 ? "status-won-together" : "status-won";
    const char *key = g_str_has_prefix(result, "win") ? won
                      : g_str_equal(result, "draw")   ? "status-drawn"
                                                      : "status-void";
    return say(desk->office, key, pairs("who", who, "why", why, "places", order, NULL));
}

/* Whose answer to a challenge or to an open offer is missing, where there are
 * several: "bob (X) and carl (3)"; NULL: nobody's, or it is plain whose. */
static char *waited_for(const struct desk *desk)
{
    const struct board *board = desk->board;
    bool challenge = board->state == BOARD_CHALLENGE;
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    int asked = 0;
    for (int seat = 0; seat < board->seats; seat++) {
        bool in = challenge || desk_in_play(desk, seat);
        asked += in;
        if (in && !(challenge ? board->seat[seat].accepted : board->seat[seat].agrees)) {
            g_ptr_array_add(names, desk->label[seat]);
        }
    }
    bool open = challenge || (board->offer != OFFER_NONE && desk_is_present(desk));
    return open && asked > 2 && names->len > 0 ? words_list(desk->office->words, names, "and")
                                               : NULL;
}

/* A board that is no running match: the key is the state's. */
static const char *const state_keys[] = {
    [BOARD_CHALLENGE] = "status-challenge", [BOARD_RUNNING] = NULL,
    [BOARD_FINISHED] = "status-void",       [BOARD_DECLINED] = "status-declined",
    [BOARD_WITHDRAWN] = "status-withdrawn", [BOARD_EXPIRED] = "status-expired",
    [BOARD_SEEK] = "status-seek",
};

static char *status_open(const struct desk *desk)
{
    const struct board *board = desk->board;
    g_autofree char *waiting = waited_for(desk);
    g_autofree char *free_seats = g_strdup_printf("%d", desk->seats - board->seats);
    g_autofree char *seats = g_strdup_printf("%d", desk->seats);
    const char *first = board->state == BOARD_CHALLENGE && desk->prospect != NULL
                            ? desk->label[match_actor(desk->prospect)]
                            : NULL;
    const char *key = state_keys[board->state];
    if (board->seats < desk->seats && board->state != BOARD_SEEK) {
        key = board->state == BOARD_EXPIRED ? "status-seek-expired" : "status-seek-withdrawn";
    }
    return say(desk->office, key,
               pairs("who", first, "waiting", waiting, "free", free_seats, "seats", seats, NULL));
}

char *desk_status(const struct desk *desk, int seat)
{
    bool outline = desk->view == DESK_OUTLINE;
    if (desk->match == NULL && !outline) {
        return status_open(desk);
    }
    if (!outline && desk->match->result.over) {
        return status_over(desk);
    }
    g_autofree char *waiting = waited_for(desk);
    int actor = outline ? desk->board->to_move : match_actor(desk->match);
    g_autofree char *sign = desk_signs(desk, actor);
    enum board_pause pause = desk_is_present(desk) ? desk->board->paused_by : PAUSE_NONE;
    return say(desk->office, actor == seat ? "status-yours" : "status-theirs",
               pairs("who", desk->label[actor], "sign", sign, "waiting", waiting, "rests",
                     pause == PAUSE_PLAYERS ? "yes" : NULL, "adjourned",
                     pause == PAUSE_OPERATOR ? "yes" : NULL, NULL));
}

/* Whether it is this reader whom warnings concern. */
static bool is_warned(const struct desk *desk, int seat)
{
    if (desk->match == NULL || desk->view == DESK_PAST) {
        return false;
    }
    return desk->view == DESK_AHEAD || (seat >= 0 && seat == match_actor(desk->match));
}

static char *warning_words(const struct desk *desk, const struct warning *warning,
                           const char *const *names)
{
    const struct words *words = desk->office->words;
    g_autofree char *text =
        warning->turns != NULL
            ? words_say(words, "match", warning->note.key, pairs("turn", warning->turns, NULL))
            : words_note(words, desk->game, &warning->note, &desk->match->now, names);
    return say(desk->office, "warning", pairs("text", text, NULL));
}

char *desk_warnings(const struct desk *desk, int seat)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    const char *names[BOARD_SEATS_MAX];
    desk_names(desk, names);
    g_autoptr(GPtrArray) warnings =
        is_warned(desk, seat) ? match_warnings(desk->match, seat) : NULL;
    for (guint i = 0; warnings != NULL && i < warnings->len; i++) {
        g_autofree char *line = warning_words(desk, warnings->pdata[i], names);
        g_string_append_printf(lines, "%s%s", i > 0 ? "\n" : "", line);
    }
    return g_string_free(g_steal_pointer(&lines), FALSE);
}

char *desk_last_turns(const struct desk *desk)
{
    g_autoptr(GString) line = g_string_new(NULL);
    if (desk->match != NULL) {
        guint count = desk->match->turns->len;
        for (guint i = count > LAST_TURNS_SHOWN ? count - LAST_TURNS_SHOWN : 0; i < count; i++) {
            const struct match_turn *turn =
                &g_array_index(desk->match->turns, struct match_turn, i);
            g_string_append_printf(line, "%s%u. %s", line->len > 0 ? "   " : "", i + 1, turn->text);
            /* One may leave out of turn, so that the number does not tell who it was. */
            if (desk->board->seats > 2 && match_is_leaving(turn->text)) {
                g_string_append_printf(line, " (%s)", desk->board->seat[turn->seat].name);
            }
        }
    }
    return g_string_free(g_steal_pointer(&line), FALSE);
}
