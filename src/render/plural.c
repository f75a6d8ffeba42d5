#include "render/plural.h"

#include <string.h>

const char *const plural_categories[] = { "zero", "one", "two", "few", "many", NULL };

/* What is left of a rule, and whether it was well formed so far. */
struct rule {
    const char *at;
    bool good;
};

static void skip_blanks(struct rule *rule)
{
    rule->at += strspn(rule->at, " ");
}

static bool take_word(struct rule *rule, const char *word)
{
    const size_t length = strlen(word);
    skip_blanks(rule);
    const bool there = strncmp(rule->at, word, length) == 0;
    rule->at += there ? length : 0;
    return there;
}

static gint64 take_number(struct rule *rule)
{
    skip_blanks(rule);
    rule->good = rule->good && g_ascii_isdigit(*rule->at);
    char *end = NULL;
    const gint64 number = g_ascii_strtoll(rule->at, &end, 10);
    rule->at = end;
    return number;
}

/* "n % 10 = 2..4,7": the operands n and i are the number itself, all others are about digits behind
 * a point, which a whole number does not have. */
static bool take_relation(struct rule *rule, gint64 number)
{
    skip_blanks(rule);
    rule->good = rule->good && *rule->at != '\0' && strchr("nivwftce", *rule->at) != NULL;
    if (!rule->good) {
        return false;
    }
    gint64 operand = strchr("ni", *rule->at) != NULL ? number : 0;
    rule->at++;
    if (take_word(rule, "%")) {
        const gint64 divisor = take_number(rule);
        rule->good = rule->good && divisor > 0;
        operand = divisor > 0 ? operand % divisor : operand;
    }
    const bool differs = take_word(rule, "!=");
    rule->good = rule->good && (differs || take_word(rule, "="));
    bool among = false;
    do {
        const gint64 least = take_number(rule);
        const gint64 most = take_word(rule, "..") ? take_number(rule) : least;
        rule->good = rule->good && least <= most;
        among |= operand >= least && operand <= most;
    } while (rule->good && take_word(rule, ","));
    return among != differs;
}

bool plural_fits(const char *text, gint64 number, bool *good)
{
    struct rule rule = { text, true };
    bool fits = false, all;
    number = ABS(MAX(number, -G_MAXINT64));
    do {
        all = true;
        do {
            all = take_relation(&rule, number) && all;
        } while (rule.good && take_word(&rule, "and"));
        fits |= all;
    } while (rule.good && take_word(&rule, "or"));
    skip_blanks(&rule);
    *good = rule.good && *rule.at == '\0';
    return fits && *good;
}
