#include "ratings/glicko.h"

#include <math.h>

/* Points of a rating in one unit of the paper's inner scale. */
static const double scale = 173.7178;

/* How much a result says if the other's deviation is `phi` (inner scale). */
static double reliability(double phi)
{
    return 1 / sqrt(1 + 3 * phi * phi / (G_PI * G_PI));
}

void glicko_wait(struct glicko *player, double periods)
{
    const double growth = player->volatility * scale;
    const double grown = sqrt(player->deviation * player->deviation + growth * growth * periods);
    player->deviation = fmin(grown, GLICKO_BEGIN.deviation);
}

/* What step 5 of the paper looks for a zero of. */
struct surprise {
    double delta, phi, variance, before, tau;
};

static double surprise_at(const struct surprise *of, double x)
{
    const double grown = of->phi * of->phi + of->variance + exp(x);
    return exp(x) * (of->delta * of->delta - grown) / (2 * grown * grown) -
           (x - of->before) / (of->tau * of->tau);
}

/* The new volatility, by the Illinois algorithm. It ends far below what is stored, so that where
 * it ends makes no difference there. */
static double new_volatility(const struct surprise *of)
{
    static const double enough = 1e-11;
    const double excess = of->delta * of->delta - of->phi * of->phi - of->variance;
    double a = of->before;
    double b = excess > 0 ? log(excess) : of->before - of->tau;
    while (excess <= 0 && surprise_at(of, b) < 0) {
        b -= of->tau;
    }
    double at_a = surprise_at(of, a), at_b = surprise_at(of, b);
    while (fabs(b - a) > enough) {
        const double c = a + (a - b) * at_a / (at_b - at_a);
        const double at_c = surprise_at(of, c);
        if (at_c * at_b <= 0) {
            a = b;
            at_a = at_b;
        } else {
            at_a /= 2;
        }
        b = c;
        at_b = at_c;
    }
    return exp(a / 2);
}

void glicko_count(struct glicko *player, const struct glicko_result *results, guint count,
                  double tau)
{
    double information = 0, gain = 0;
    for (guint i = 0; i < count; i++) {
        const struct glicko *other = &results[i].opponent;
        const double g = reliability(other->deviation / scale);
        const double expected = 1 / (1 + exp(g * (other->rating - player->rating) / scale));
        information += results[i].weight * g * g * expected * (1 - expected);
        gain += results[i].weight * g * (results[i].score - expected);
    }
    if (information <= 0) {
        return; /* a result that was certain says nothing */
    }
    const double phi = player->deviation / scale;
    const struct surprise surprise = { .delta = gain / information,
                                       .phi = phi,
                                       .variance = 1 / information,
                                       .before = 2 * log(player->volatility),
                                       .tau = tau };
    player->volatility = new_volatility(&surprise);
    const double after = 1 / sqrt(1 / (phi * phi) + information);
    player->deviation = after * scale;
    player->rating += after * after * gain * scale;
}
