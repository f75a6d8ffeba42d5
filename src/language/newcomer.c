#include "language/newcomer.h"

#include <string.h>

#include "language/names.h"
#include "language/said.h"

/* The name that begins with word `at`: up to a sign that no name holds. */
static struct word name_at(const struct said *said, size_t at)
{
    const char *start = said->word[at].start;
    return (struct word){ start, strcspn(start, " \n,.;:!?\"')]}<>(") };
}

/* The first word behind a name. */
static size_t behind_name(const struct said *said, size_t at, struct word name)
{
    size_t behind = at + 1;
    while (behind < said->count && said->word[behind].start < name.start + name.length) {
        behind++;
    }
    return behind;
}

/* True if a line ends behind word `at`, but for courtesy. */
static bool ends_line(const struct said *said, size_t behind)
{
    for (size_t i = behind; i < said->count && !said_follows(said, i, "\n"); i++) {
        if ((said->word[i].kinds & (WORD_COURTESY | WORD_NAME_LEAD | WORD_NAME_WEAK)) == 0) {
            return false;
        }
    }
    return true;
}

/* True if a word looks like a name: it begins with a capital, unless the text has none, or has a
 * digit or sign that only names have. */
static bool looks_like_name(const struct said *said, struct word name)
{
    const bool capitals = g_ascii_isupper(said->plain[strspn(said->plain, " \n\"'*(")]);
    return g_ascii_isupper(*name.start) || !capitals ||
           strcspn(name.start, "0123456789_-") < name.length;
}

char *newcomer_name(const struct grammar_context *context, const char *text)
{
    g_auto(Said) said;
    said_read(context, text, &said);
    g_autofree char *led = NULL, *alone = NULL;
    bool words_before = false; /* that are more than courtesy */
    for (size_t i = 0; i < said.count && said.whole;) {
        const size_t lead = said_longest(&said, i, said.count, WORD_NAME_LEAD);
        const size_t at = i + lead;
        const struct word name = at < said.count ? name_at(&said, at) : (struct word){ "", 0 };
        const bool fits = name.length > 0 && names_player_fault(context, name) == NULL &&
                          said.word[at].kinds == 0;
        const size_t behind = fits ? behind_name(&said, at, name) : at + 1;
        if (lead > 0 && fits && led == NULL && looks_like_name(&said, name)) {
            led = g_strndup(name.start, name.length);
            i = behind;
        } else if (lead == 0 && fits && alone == NULL && !words_before &&
                   (i == 0 || said_begins_part(&said, i)) && ends_line(&said, behind)) {
            alone = g_strndup(name.start, name.length);
            i = behind;
        } else {
            words_before |= (said.word[i].kinds & WORD_COURTESY) == 0;
            i += MAX(lead, 1);
        }
    }
    const bool unsure = said.asks || (said.all.kinds & WORD_AGAINST) != 0;
    return unsure ? NULL : led != NULL ? g_steal_pointer(&led) : g_steal_pointer(&alone);
}
