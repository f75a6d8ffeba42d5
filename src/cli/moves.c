/* postmove moves and perft: the legal turns of a position, and how many sequences of them there
 * are. */
#include "match/perft.h"

#include "cli/workspace.h"

enum { DEPTH_MOST = 100 };

static bool moves(struct act *act)
{
    g_autoptr(GPtrArray) turns =
        act_has(act, "decisions") ? match_decisions(act->match) : match_turns(act->match);
    for (guint i = 0; i < turns->len; i++) {
        g_print("%s\n", (const char *)turns->pdata[i]);
    }
    return true;
}

/* The words: GAME DEPTH */
static bool count_sequences(struct act *act)
{
    const struct match *match = act->match;
    const bool decisions = act_has(act, "decisions");
    guint64 depth = 0;
    if (!g_ascii_string_to_unsigned(act->words[1], 10, 0, DEPTH_MOST, &depth, NULL)) {
        return act_misused(act, "DEPTH is a number from 0 to %d, not \"%s\"", DEPTH_MOST,
                           act->words[1]);
    }
    if (act_has(act, "divide")) {
        g_autoptr(GArray) shares = perft_divide(match->game, &match->now, (int)depth, decisions);
        for (guint i = 0; i < shares->len; i++) {
            const struct perft_share *share = &g_array_index(shares, struct perft_share, i);
            g_print("%s %" G_GUINT64_FORMAT "\n", share->turn, share->count);
        }
    } else {
        g_print("%" G_GUINT64_FORMAT "\n", perft(match->game, &match->now, (int)depth, decisions));
    }
    return true;
}

const struct part cli_moves[] = {
    { NULL, 1, 1, "from= after= decisions", .position = POSITION_COUNTED, .wordless = true,
      .run = moves },
    { 0 },
};
const struct part cli_perft[] = {
    { NULL, 2, 2, "from= after= decisions divide", .position = POSITION_COUNTED, .wordless = true,
      .run = count_sequences },
    { 0 },
};
