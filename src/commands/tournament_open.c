#include "commands/tournament_open.h"

#include <string.h>

#include "commands/tournament_life.h"
#include "language/grammar.h"
#include "match/options.h"
#include "play/proposal.h"
#include "tournaments/pairing.h"

enum {
    QUICK_USUAL = 4, /* players of a quick tournament */
    QUICK_MOST = 8,
    SECTION_USUAL = 5,
    FULL_MOST = 10000,
    NAME_MOST = 40, /* characters */
};

/* The time of matches where nobody has said another one: they have to end. */
static const char usual_time[] = "--time=10d+12h";

/* ---- one setting ---- */

/* Reads a number; false if it is none from `least` to `most`. */
static bool take_number(const char *value, int least, int most, int *number)
{
    guint64 taken = 0;
    const bool good =
        g_ascii_string_to_unsigned(value, 10, (guint64)least, (guint64)most, &taken, NULL);
    *number = (int)taken;
    return good;
}

static bool take_kind(struct tournament *tournament, const char *value)
{
    bool found = false;
    for (enum tournament_kind kind = TOURNAMENT_ROUND_ROBIN; kind <= TOURNAMENT_QUICK; kind++) {
        if (g_ascii_strcasecmp(value, tournament_kind_name(kind)) == 0) {
            tournament->kind = kind;
            found = true;
        }
    }
    return found;
}

/* The command that a name begins with; NULL: none. Free with g_free. */
static char *command_in(const char *name)
{
    const struct grammar_context context = { .games = registry_names() };
    g_autofree char *first = g_strndup(name, strcspn(name, " "));
    return !grammar_begins_command(&context, name)   ? NULL
           : grammar_begins_command(&context, first) ? g_steal_pointer(&first)
                                                     : g_strdup(name);
}

/* A letter that comes back must not hold a command, nor the number of a board before something. */
static bool take_name(struct tournament *tournament, const char *value)
{
    g_free(tournament->name);
    tournament->name = g_strstrip(g_strdup(value));
    const char *at = tournament->name;
    const size_t digits = strspn(at, G_CSET_DIGITS);
    bool plain = g_utf8_validate(at, -1, NULL) && g_utf8_strlen(at, -1) <= NAME_MOST &&
                 (digits > 0 ? at[digits] == '/' : g_unichar_isalpha(g_utf8_get_char(at)));
    for (; plain && *at != '\0'; at = g_utf8_next_char(at)) {
        const gunichar letter = g_utf8_get_char(at);
        plain =
            g_unichar_isalnum(letter) || (letter < 0x80 && strchr(" .'-/", (int)letter) != NULL);
    }
    g_autofree char *command = plain ? command_in(tournament->name) : NULL;
    return plain && command == NULL;
}

static bool take_start(struct tournament *tournament, const char *value)
{
    g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
    g_autofree char *day = g_strconcat(value, strchr(value, 'T') == NULL ? "T00:00" : "", NULL);
    const bool seconds = strlen(day) > strlen("2026-12-24T18:00");
    g_autofree char *whole = g_strconcat(day, seconds ? "" : ":00", NULL);
    g_autoptr(GDateTime) moment = g_date_time_new_from_iso8601(whole, utc);
    tournament->starts = moment != NULL ? g_date_time_to_unix(moment) : 0;
    return moment != NULL;
}

static bool take_random(struct tournament *tournament, const char *value)
{
    tournament->lot = *value == '\0';
    return tournament->lot;
}

static const struct word {
    const char *name;
    bool of_operator;                                               /* else a player's */
    bool (*take)(struct tournament *tournament, const char *value); /* NULL: it is a number */
    int least, most;
    size_t member; /* where the number goes */
} own_words[] = {
#define NUMBER(least, most, member) NULL, least, most, offsetof(struct tournament, member)
    { "players", false, NUMBER(TOURNAMENT_LEAST, QUICK_MOST, full) },
    { "full", true, NUMBER(TOURNAMENT_LEAST, FULL_MOST, full) },
    { "sections", true, NUMBER(TOURNAMENT_LEAST, PAIRING_SECTION_MOST, section_size) },
    { "rounds", true, NUMBER(1, 2, rounds) },
#undef NUMBER
    { "kind", true, .take = take_kind },
    { "name", true, .take = take_name },
    { "start", true, .take = take_start },
    { "random", true, .take = take_random },
};

/* Takes a word that is one of the settings above. False if it is none; *refusal says why its value
 * cannot be taken. */
static bool take_own(const struct run *run, struct tournament *tournament, const char *word,
                     bool of_operator, struct phrase **refusal)
{
    g_autofree char *name = g_strndup(word, strcspn(word, "="));
    const char *value = strchr(word, '=') != NULL ? strchr(word, '=') + 1 : "";
    for (size_t i = 0; i < G_N_ELEMENTS(own_words); i++) {
        const struct word *own = &own_words[i];
        if (g_str_has_prefix(name, "--") && g_ascii_strcasecmp(name + 2, own->name) == 0 &&
            own->of_operator == of_operator) {
            int *number = &G_STRUCT_MEMBER(int, tournament, own->member);
            if (own->take != NULL ? !own->take(tournament, value)
                                  : !take_number(value, own->least, own->most, number)) {
                g_autofree char *command = own->take == take_name ? command_in(value) : NULL;
                const char *key = command != NULL ? "tournament-name"
                                  : of_operator   ? "tournament-setting"
                                                  : "tournament-players";
                struct values *values = pairs("word", command != NULL ? command : word, NULL);
                *refusal = say_operator(run, key, values);
            }
            return true;
        }
    }
    return false;
}

/* ---- the whole ---- */

/* What does not go together, as a key; NULL: nothing. */
static const char *fault_of(const struct run *run, const struct tournament *tournament)
{
    const bool quick = tournament->kind == TOURNAMENT_QUICK;
    return quick ? (tournament->starts != 0 || tournament->section_size != 0 ||
                            tournament->full > QUICK_MOST
                        ? "tournament-quick-full"
                        : NULL)
           : (tournament->starts != 0) == (tournament->full != 0)     ? "tournament-when"
           : tournament->starts != 0 && tournament->starts < run->now ? "tournament-past"
           : tournament->kind == TOURNAMENT_KNOCKOUT && tournament->seats > 2
               ? "tournament-knockout-two"
               : NULL;
}

/* Sets what was not said. */
static void set_usual(struct tournament *tournament)
{
    if (tournament->kind == TOURNAMENT_QUICK && tournament->full == 0) {
        tournament->full = tournament->seats > 2 ? tournament->seats : QUICK_USUAL;
    }
    if (tournament->kind == TOURNAMENT_ROUND_ROBIN && tournament->section_size == 0) {
        tournament->section_size =
            tournament->full != 0 && tournament->full <= QUICK_MOST ? QUICK_MOST : SECTION_USUAL;
    }
    tournament->rounds = tournament->kind == TOURNAMENT_KNOCKOUT ? 2 : MAX(tournament->rounds, 1);
    tournament->name = tournament->name != NULL ? tournament->name : g_strdup("");
}

/* Sets what its matches are. NULL, or the refusal. */
static struct phrase *read_match(struct run *run, const char *const *words,
                                 struct proposal *proposal, struct tournament *tournament)
{
    proposal->players = g_ptr_array_new();
    if (!proposal_options(run, words, proposal)) {
        return g_steal_pointer(&proposal->refusal);
    }
    struct terms *terms = &proposal->terms;
    if (terms->private_match || terms->level != 0 || terms->from != NULL || terms->random ||
        terms->untimed) {
        return say("tournament-match", NULL);
    }
    if (!timing_is_clocked(&terms->timing) && terms->timing.forfeit == 0) {
        timing_word(&terms->timing, usual_time, NULL);
    }
    const char *key = NULL;
    if (!timing_fits(&terms->timing, &key)) {
        return phrase_key("time", key, pairs("word", usual_time, NULL));
    }
    if (!proposal_try(proposal)) {
        return g_steal_pointer(&proposal->refusal);
    }
    tournament->options = options_text(&proposal->options, proposal->game);
    tournament->timing = timing_text(&terms->timing);
    tournament->unrated = terms->unrated;
    tournament->rating_low = terms->least_rating;
    tournament->rating_high = terms->most_rating;
    tournament->seats = proposal->options.setup.seats;
    return NULL;
}

struct tournament *tournament_open(struct run *run, const struct player *who,
                                   const struct game *game, const char *const *words,
                                   struct phrase **refusal)
{
    g_autoptr(Tournament) tournament = g_new0(struct tournament, 1);
    g_autoptr(GPtrArray) rest = g_ptr_array_new_null_terminated(1, NULL, TRUE);
    g_auto(Proposal) proposal = { .game = game };
    tournament->kind = who != NULL ? TOURNAMENT_QUICK : TOURNAMENT_ROUND_ROBIN;
    tournament->state = TOURNAMENT_OPEN;
    tournament->game = g_strdup(game->name);
    tournament->opened = run->now;
    tournament->opened_by = who != NULL ? who->id : 0;
    *refusal = NULL;
    for (; *words != NULL && *refusal == NULL; words++) {
        if (!take_own(run, tournament, *words, who == NULL, refusal)) {
            g_ptr_array_add(rest, (char *)*words);
        }
    }
    if (*refusal == NULL) {
        *refusal = read_match(run, (const char *const *)rest->pdata, &proposal, tournament);
    }
    const char *fault = *refusal == NULL ? fault_of(run, tournament) : NULL;
    *refusal = fault != NULL ? say_operator(run, fault, NULL) : *refusal;
    if (*refusal != NULL) {
        return NULL;
    }
    set_usual(tournament);
    tournament_add(run->db, tournament);
    run->accepted = true;
    tournament_wake(run->db, tournament->number,
                    tournament->starts != 0 ? tournament->starts
                    : tournament->kind == TOURNAMENT_QUICK
                        ? tournament->opened + (gint64)TOURNAMENT_OPEN_DAYS * CLOCK_DAY
                        : 0);
    if (who != NULL) {
        tournament_enter(run, tournament, who->id);
    }
    return g_steal_pointer(&tournament);
}

void tournament_enter(struct run *run, const struct tournament *tournament, gint64 player)
{
    tournament_join(run->db, tournament->number, player, run->now);
    run->accepted = true;
    if (tournament->full != 0 &&
        tournament_count(run->db, tournament->number) >= tournament->full) {
        tournament_wake(run->db, tournament->number, TOURNAMENT_NOW);
    }
}
