#include "mail/attribution.h"

#include <string.h>

#include "mail/letter.h"
#include "mail/pattern.h"
#include "mail/quoting.h"

/* "3 May 12:20" has five digits, a date with a year and a time have eight. */
enum { DIGITS_DATE = 5, DIGITS_DATE_AND_TIME = 8 };

/* The words that attributions begin with, case folded. They only tell where one begins if it is
 * right below words of the writer's own. */
static const char openers[] =
    "on|am|le|el|il|op|den|em|w|dnia|dne|på|in|at|на|vào|στισ|pada|quoting";

/* True for a line with digits behind letters and no address: it may be a move. */
static bool may_be_move(const char *folded)
{
    return strpbrk(folded, "@<") == NULL && pattern_fits(folded, "[a-z][0-9]");
}

int attribution_open(const char *const *folded, guint count)
{
    int open = 0;
    for (guint i = 0; i < count; i++) {
        for (const char *at = folded[i]; (at = strpbrk(at, "<>")) != NULL; at++) {
            const bool opens = *at == '<' && (at[1] == '\0' || g_ascii_isalpha(at[1]));
            open = MAX(open + (opens ? 1 : *at == '>' ? -1 : 0), 0);
        }
    }
    return open;
}

/* True if a line ends a sentence, and not with an abbreviation, as in a date. */
static bool ends_sentence(const char *folded)
{
    enum { ABBREVIATION_MOST = 4 };
    const char *blank = strrchr(folded, ' '), *word = blank != NULL ? blank + 1 : folded;
    return g_str_has_suffix(folded, "!") || g_str_has_suffix(folded, "?") ||
           (g_str_has_suffix(folded, ".") && strlen(word) > ABBREVIATION_MOST);
}

static bool is_evidence(const char *const *folded, guint count, enum attribution_below below)
{
    guint digits = 0, above = 0; /* above the address */
    bool address = false, bracket = false, sentences = false, sender = false;
    for (guint i = 0; i < count; i++) {
        digits += quoting_date_digits(folded[i]);
        above = address ? above : digits;
        address |= strchr(folded[i], '@') != NULL;
        bracket |= strchr(folded[i], '<') != NULL;
        sender |= strstr(folded[i], LETTER_SENDER) != NULL;
        sentences |= i + 1 < count && ends_sentence(folded[i]);
    }
    const bool colon = count > 0 && g_str_has_suffix(folded[count - 1], ":");
    const bool timed = digits >= DIGITS_DATE_AND_TIME && !sentences, dated = digits >= DIGITS_DATE;
    if (below == BELOW_OTHER) {
        return (colon && (timed || (address && (dated || bracket)))) ||
               (timed && address && above >= DIGITS_DATE) ||
               (sender && (timed || colon || (address && bracket)));
    }
    return colon ? address || dated || (bracket && below == BELOW_LETTER)
                 : timed && below == BELOW_LETTER && strchr(folded[count - 1], ':') != NULL;
}

static bool begins_with_opener(const char *folded)
{
    g_autofree char *word = g_strndup(folded, strcspn(folded, " ,."));
    return *word != '\0' && quoting_fits(word, openers);
}

/* True if an attribution seems to begin with the first of these lines: its first word is one of
 * those, and a date is below. */
static bool opens(const char *const *folded, guint count)
{
    guint digits = 0;
    for (guint i = 0; i < count; i++) {
        digits += quoting_date_digits(folded[i]);
    }
    return digits >= DIGITS_DATE && begins_with_opener(folded[0]);
}

/* True if the line above line `at` of an attribution belongs to it, too. */
static bool joins_above(const char *const *folded, guint at, guint count, bool elsewhere)
{
    const char *above = folded[at - 1], *line = folded[at];
    if (may_be_move(above)) {
        return false;
    }
    const bool begins = begins_with_opener(above), word = strchr(above, ' ') == NULL;
    bool address = false; /* or our name, there or further above */
    for (guint i = 0; i < at; i++) {
        address |= strchr(folded[i], '@') != NULL || strstr(folded[i], LETTER_SENDER) != NULL;
    }
    if (attribution_open(folded, at) > 0 || *line == '<' || address || (begins && word)) {
        return true;
    }
    const char end = above[strlen(above) - 1];
    const bool dated = quoting_date_digits(above) > 0 || (word && (end == ',' || end == '.'));
    const bool sentence = end == '!' || end == '?';
    return !opens(folded + at, count - at) && (begins || dated || (elsewhere && !sentence));
}

/* The line at which an attribution begins that ends with the last of these lines. */
static guint first_line(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere)
{
    guint first = count - 1;
    while (first > 0 && !is_evidence(folded + first, count - first, below) &&
           is_evidence(folded, count, below)) {
        first--;
    }
    while (first > 0 && joins_above(folded, first, count, elsewhere)) {
        first--;
    }
    return first;
}

guint attribution_lines(const char *const *folded, guint count, enum attribution_below below,
                        bool elsewhere)
{
    const char *last = count > 0 ? folded[count - 1] : "";
    /* words with a colon, in whatever language, that are no move */
    const bool words = (count > 1 || strchr(last, ' ') != NULL) && g_str_has_suffix(last, ":") &&
                       !may_be_move(last);
    if (below != BELOW_OTHER && count > 0 &&
        (is_evidence(folded, count, below) || is_evidence(folded, count, BELOW_OTHER) ||
         (below == BELOW_LETTER && words))) {
        return first_line(folded, count, below, elsewhere) == 0 ? count : 0;
    }
    for (guint lines = 1; lines <= count; lines++) {
        const bool broken =
            lines < count && (attribution_open(folded, lines) > 0 || *folded[lines] == '<');
        if (!broken && is_evidence(folded, lines, BELOW_OTHER)) {
            return first_line(folded, lines, BELOW_OTHER, elsewhere) == 0 ? lines : 0;
        }
    }
    return 0;
}
