#include "base/slips.h"

#include <stdbool.h>
#include <string.h>

int slips_between(const char *word, size_t length, const char *meant)
{
    const size_t other = strlen(meant);
    int cost[SLIPS_LONGEST + 1][SLIPS_LONGEST + 1];
    if (length > SLIPS_LONGEST || other > SLIPS_LONGEST) {
        return SLIPS_LONGEST;
    }
    for (size_t i = 0; i <= length; i++) {
        for (size_t j = 0; j <= other; j++) {
            if (i == 0 || j == 0) {
                cost[i][j] = (int)(i + j);
                continue;
            }
            const char one = g_ascii_tolower(word[i - 1]), two = g_ascii_tolower(meant[j - 1]);
            const bool swapped = i > 1 && j > 1 && one == g_ascii_tolower(meant[j - 2]) &&
                                 two == g_ascii_tolower(word[i - 2]);
            cost[i][j] =
                MIN(cost[i - 1][j - 1] + (one != two), MIN(cost[i - 1][j], cost[i][j - 1]) + 1);
            cost[i][j] = swapped ? MIN(cost[i][j], cost[i - 2][j - 2] + 1) : cost[i][j];
        }
    }
    return cost[length][other];
}
