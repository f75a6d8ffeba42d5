/* How a match that is over is told to those who played it, each in their own words. */
#include "commands/board_letter.h"
#include "ladders/ladder.h"
#include "store/results.h"

/* What the end is to a player, and the keys of the sentences that tell it. */
enum outcome { WON, WON_TOGETHER, DREW, LOST, PLACED, OUT };

static const struct {
    const char *first, *status, *shared; /* `shared`: to pass on */
} keys[] = {
    [WON] = { "first-won", "over-won", "share-won" },
    [WON_TOGETHER] = { "first-won", "over-won-together", "share-won" },
    [DREW] = { "first-drawn", "over-drawn", "share-played" },
    [LOST] = { "first-lost", "over-lost", "share-played" },
    [PLACED] = { "first-over", "over-placed", "share-played" },
    [OUT] = { "first-over", "over-out", "share-played" },
};

/* The other players: those who have the first place, or those who have a `later` one, or both. */
static struct phrase *others(const struct session *session, int seat, bool first, bool later)
{
    struct phrase *names = phrase_listed("and");
    for (int other = 0; other < session->board->seats; other++) {
        if (other != seat && (session->match->result.place[other] == 1 ? first : later)) {
            phrase_add(names, session_name(session, other));
        }
    }
    return names;
}

static enum outcome outcome_of(const struct session *session, int seat)
{
    const struct result *result = &session->match->result;
    g_autoptr(Phrase) firsts = others(session, seat, true, false);
    const bool first = result->place[seat] == 1;
    if (first || result->drawn) {
        return !first ? OUT : result->drawn ? DREW : firsts->parts->len > 0 ? WON_TOGETHER : WON;
    }
    return session->seats > 2 && firsts->parts->len == 1 ? PLACED : LOST;
}

/* What the sentences about an outcome may name; `who`: those it was played with, who won or lost.
 */
static struct values *values_of(const struct session *session, int seat, struct phrase *who)
{
    const int played = session->match->plies;
    struct phrase *length =
        played > 0 ? say("over-turns", with_number(values_new(), "number", played)) : NULL;
    struct values *values = with_switch(values_new(), "together", who->parts->len > 1);
    with_phrase(values, "who", who);
    with_phrase(values, "game", phrase_title(session->game));
    with_phrase(values, "turns", length);
    with_number(values, "seats", session->seats);
    return with_number(values, "place", session->match->result.place[seat]);
}

struct phrase *ending_status(const struct session *session, int seat)
{
    const struct note *how = &session->match->result.ending;
    const enum outcome outcome = outcome_of(session, seat);
    /* "The other side resigned" is true for those who won. */
    const bool why = how->key != NULL && (outcome <= DREW || !match_is_leaving(how->key));
    struct values *values = with_phrase(
        values_new(), "outcome",
        say(keys[outcome].status, values_of(session, seat, others(session, seat, true, false))));
    with_phrase(values, "why",
                why ? phrase_note(session->game, how, &session->match->now, session->label) : NULL);
    return say("over", with_phrase(values, "places", session_places(session)));
}

/* What the match means for the player's standing; NULL if it does not count, or is nobody else's
 * business. */
static struct phrase *standing(const struct session *session, int seat)
{
    const struct board *board = session->board;
    if (board->unrated || board->private_match) {
        return NULL;
    }
    const struct standing all =
        results_standing(session->run->db, board->game, board->seat[seat].player);
    const int played = all.won + all.lost + all.drawn;
    struct values *values = with_phrase(values_new(), "game", phrase_title(session->game));
    with_number(values, "won", all.won);
    return say(played > 1 ? "standing" : "standing-first", with_number(values, "played", played));
}

/* What the match has made of the player's rating; NULL if it does not count for that. */
static struct phrase *rating(const struct session *session, int seat)
{
    const struct board_rating *now = &session->board->seat[seat].rating;
    if (now->matches == 0 || now->board != session->board->number) {
        return NULL;
    }
    const int gained =
        now->matches > 1 ? rating_points(now->rating) - rating_points(now->before) : 0;
    struct values *values = with_phrase(values_new(), "rating", rating_words(now));
    with_number(values, "up", MAX(gained, 0));
    return say("your-rating", with_number(values, "down", MAX(-gained, 0)));
}

void ending_add_news(GPtrArray *blocks, const struct session *session, int seat)
{
    const enum outcome outcome = outcome_of(session, seat);
    block_words(blocks, BLOCK_FIRST, say(keys[outcome].first, NULL));
    block_words(blocks, BLOCK_PROSE,
                phrase_both(standing(session, seat), " ", rating(session, seat)));
    block_words(blocks, BLOCK_PROSE, ladder_words(session, seat));
    /* Who won because somebody left has nothing to boast of. */
    const char *how = session->match->result.ending.key;
    const bool played = session->match->plies > 0 && (how == NULL || !match_is_leaving(how));
    if (played && !session->board->private_match) {
        const bool won = outcome <= WON_TOGETHER;
        struct values *values = values_of(session, seat, others(session, seat, !won, true));
        with_phrase(values, "address", phrase_text(session->run->config->address));
        block_words(blocks, BLOCK_PROSE, say(keys[outcome].shared, values));
    }
}
