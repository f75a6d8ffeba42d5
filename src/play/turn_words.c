#include "play/turn_words.h"

#include "render/ruling_words.h"

char *turn_ruling_words(struct session *session, const struct ruling *ruling, const char *line)
{
    const char *names[BOARD_SEATS_MAX];
    session_names(session, names);
    return ruling_words(session->run->words, session->game, ruling, line, names);
}

char *turn_cost_words(const struct session *session, const struct ruling *ruling)
{
    const char *names[BOARD_SEATS_MAX];
    session_names(session, names);
    return ruling->note.key == NULL ? NULL
                                    : words_note(session->run->words, session->game, &ruling->note,
                                                 &ruling->position, names);
}

char *turn_is_another(const struct session *session, const char *move, gint64 ply)
{
    gint64 next = (gint64)session->match->turns->len + 1;
    if (ply == next) {
        return NULL;
    }
    g_autofree char *meant = g_strdup_printf("%" G_GINT64_FORMAT, ply);
    g_autofree char *now = g_strdup_printf("%" G_GINT64_FORMAT, next);
    return say(session->run, "wrong-turn", pairs("move", move, "ply", meant, "now", now, NULL));
}

/* Keys for a turn: for other readers, and for its player. */
static const struct turn_keys {
    const char *of_other, *own;
} passed_keys = { "passed", "you-passed" }, forced_keys = { "forced", "you-forced" },
  played_keys = { "played", "you-played" }, queued_keys = { "queue-played", "you-queue-played" };

static const struct turn_keys *keys_of_turn(const struct session *session, guint number,
                                            bool by_hand)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    if (g_str_equal(turn->text, MATCH_PASS)) {
        return &passed_keys;
    }
    bool queued = session->queued[turn->seat] == number + 1;
    return by_hand ? &played_keys : queued ? &queued_keys : &forced_keys;
}

void turn_append_effects(GString *text, const struct session *session, guint turn)
{
    const char *names[BOARD_SEATS_MAX] = { 0 };
    session_names(session, names);
    g_autoptr(GArray) effects = match_effects(session->match, turn);
    for (guint i = 0; i < effects->len; i++) {
        g_autofree char *words =
            words_note(session->run->words, session->game, &g_array_index(effects, struct note, i),
                       &session->match->now, names);
        g_string_append_printf(text, " %s", words);
    }
}

/* "ann played a1-e3 (a1-c3-e3)." or, for its player, "You played ...". Free with g_free. */
static char *turn_in_words(struct session *session, guint number, bool by_hand, int reader)
{
    const struct match_turn *turn =
        &g_array_index(session->match->turns, struct match_turn, number);
    const struct turn_keys *keys = keys_of_turn(session, number, by_hand);
    g_autofree char *way = match_way(session->match, number);
    return say(
        session->run, turn->seat == reader ? keys->own : keys->of_other,
        pairs("name", session->board->seat[turn->seat].name, "move", turn->text, "way", way, NULL));
}

char *turn_news_words(struct session *session, const struct turn_news *news, int seat)
{
    g_autoptr(GString) text = g_string_new(news->text);
    for (guint i = news->first; session->match != NULL && i < session->match->turns->len; i++) {
        g_autofree char *sentence =
            turn_in_words(session, i, news->by_hand && i == news->first, seat);
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", sentence);
        turn_append_effects(text, session, i);
    }
    if (news->after != NULL && *news->after != '\0') {
        g_string_append_printf(text, "%s%s", text->len > 0 ? "\n" : "", news->after);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

char *turn_ended(const struct session *session, enum board_offer offer, enum board_pause pause)
{
    bool runs = session->board->state == BOARD_RUNNING;
    bool offered = runs && offer != OFFER_NONE && session->board->offer == OFFER_NONE;
    bool rested = runs && pause != PAUSE_NONE;
    if (!offered && !rested) {
        return NULL;
    }
    return say(session->run, "move-ended",
               pairs("offer", offered ? "yes" : NULL, "rest", rested ? "yes" : NULL, NULL));
}

const char *turn_partner_out(const struct session *session, int seat)
{
    const struct result *result = &session->match->result;
    for (int other = 0; other < session->board->seats; other++) {
        if (other != seat && result->place[other] == result->place[seat]) {
            return session->board->seat[other].name;
        }
    }
    return NULL;
}
