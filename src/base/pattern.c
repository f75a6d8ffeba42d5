#include "base/pattern.h"

const GRegex *pattern_kept(const char *pattern, GRegexCompileFlags how)
{
    static GHashTable *all;
    if (all == NULL) {
        all = g_hash_table_new(g_str_hash, g_str_equal);
    }
    GRegex *regex = g_hash_table_lookup(all, pattern);
    if (regex == NULL) {
        regex = g_regex_new(pattern, how, 0, NULL);
        g_assert(regex != NULL);
        g_hash_table_insert(all, g_strdup(pattern), regex);
    }
    return regex;
}

const GRegex *pattern_of(const char *pattern)
{
    return pattern_kept(pattern, G_REGEX_CASELESS | G_REGEX_DOTALL | G_REGEX_RAW);
}

bool pattern_fits(const char *text, const char *pattern)
{
    return g_regex_match(pattern_of(pattern), text, 0, NULL);
}

char *pattern_find(const char *text, const char *pattern)
{
    g_autoptr(GMatchInfo) match = NULL;
    g_regex_match(pattern_of(pattern), text, 0, &match);
    return g_match_info_fetch(match, 0);
}
