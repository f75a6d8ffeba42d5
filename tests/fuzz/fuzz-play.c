/*
 * Any bytes typed at one keyboard. Game, options and position are given as
 * fuzzed.h has it; the rest are lines, cleaned as those of a terminal are. There
 * is no terminal: what is said comes back as text.
 */
#include "fuzzed.h"

#include "cli/sitting.h"
#include "cli/terminal.h"

enum { TYPED_MAX = 16 }; /* lines; each may show a board */

/* The texts of a record, and what is begun beside it. */
static char *record_of(const struct hotseat *hotseat)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < hotseat->match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(hotseat->match->turns, struct match_turn, i);
        g_string_append_printf(text, "%d %s\n", turn->seat, turn->text);
    }
    g_string_append(text, hotseat->begun->str);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Nothing in it acts on a terminal. */
static void law_of_saying(const char *said, bool whole_lines)
{
    g_assert_true(g_utf8_validate(said, -1, NULL));
    for (const char *at = said; *at != '\0'; at = g_utf8_next_char(at)) {
        g_assert_true(*at == '\n' ? whole_lines : !g_unichar_iscntrl(g_utf8_get_char(at)));
    }
    g_assert_true(!whole_lines || *said == '\0' || g_str_has_suffix(said, "\n"));
}

/* Nor lacks it words, unless it repeats a line that looks so. */
static void law_of_words(const char *said, const char *line)
{
    g_assert_true(strstr(line, "[play.") != NULL || strstr(said, "[play.") == NULL);
    g_assert_true(strstr(line, "[match.") != NULL || strstr(said, "[match.") == NULL);
}

/* Two matches lie at the same position, with the same to move and the same
 * result. */
static void law_of_sameness(const struct match *one, const struct match *other)
{
    g_autofree char *here = match_position(one);
    g_autofree char *there = match_position(other);
    g_assert_cmpstr(here, ==, there);
    g_assert_cmpint(memcmp(&one->now, &other->now, one->game->size), ==, 0);
    g_assert_cmpint(match_actor(one), ==, match_actor(other));
    g_assert_cmpint(memcmp(one->result.place, other->result.place, SEATS_MAX), ==, 0);
}

/* The last turn of the record, if its seat is to move, was a whole one. */
static void law_of_whole_turns(const struct match *match)
{
    const guint turns = match->turns->len;
    const int last =
        turns > 0 ? g_array_index(match->turns, struct match_turn, turns - 1).seat : -1;
    g_assert_true(turns == 0 || match_actor(match) != last ||
                  game_between(match->game, &match->now));
}

/* The record, played anew from its texts, leads to where the match is; and what is
 * begun, to what lies on the table. */
static void law_of_records(const struct hotseat *hotseat, const char *from)
{
    const struct match *match = hotseat->match;
    struct note note;
    g_autoptr(Match) again = match_new(match->game, &match->options, from, &note);
    g_assert_nonnull(again);
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        g_assert_true(match_record(again, turn->seat, turn->text, NULL));
        law_of_whole_turns(again);
    }
    law_of_sameness(again, match);
    g_assert_cmpint(hotseat->ahead != NULL, ==, hotseat->begun->len > 0);
    if (hotseat->ahead != NULL) {
        g_auto(Ruling) ruling = { 0 };
        g_assert_true(match_after(again, hotseat->begun->str, true, &ruling));
        g_assert_false(game_between(match->game, &again->now));
        law_of_sameness(again, hotseat->ahead);
    }
}

/* Types a line. Whatever changes the match is answered with the board. */
static void type_line(struct sitting *sitting, struct input *input)
{
    const uint8_t *start = input->at;
    while (input->at < input->end && *input->at != '\n') {
        input->at++;
    }
    const gsize length = MIN((gsize)(input->at - start), TERMINAL_LINE_MAX);
    input->at += input->at < input->end;
    g_autofree char *line = typing_clean((const char *)start, length);
    law_of_saying(line, false);
    g_autofree char *before = record_of(sitting_hotseat(sitting));
    g_autofree char *said = sitting_line(sitting, strlen(line) <= TERMINAL_LINE_MAX ? line : NULL);
    g_autofree char *after = record_of(sitting_hotseat(sitting));
    g_autofree char *prompt = sitting_prompt(sitting);
    law_of_saying(said, true);
    law_of_words(said, line);
    law_of_saying(prompt, false);
    g_assert_true(g_str_equal(before, after) || g_str_has_prefix(said, "\n"));
}

/* Reads game, options and position; NULL if the game refuses them, or has no words.
 * `*from` is the position's text (free with g_free); NULL for the set-up. */
static struct match *match_read(struct input *input, char **from)
{
    g_autofree char *name = input_line(input);
    g_autofree char *words = input_line(input);
    g_autofree char *position = input_line(input);
    const struct game *game = fuzzed_game(name);
    struct options options;
    struct note note;
    fuzzed_options(&options, game, words);
    g_autoptr(Match) first = match_new(game, &options, NULL, &note);
    if (first == NULL || fuzzed_words(game) == NULL || *position == '\0') {
        return fuzzed_words(game) != NULL ? g_steal_pointer(&first) : NULL;
    }
    *from = g_str_equal(position, "@") ? fuzzed_change(game, &first->start, input)
                                       : g_steal_pointer(&position);
    return match_new(game, &options, *from, &note);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input = { data, data + size };
    g_autofree char *from = NULL;
    struct match *match = match_read(&input, &from);
    if (match == NULL) {
        return 0;
    }
    const enum diagram_form form = (enum diagram_form)(size % 4);
    g_autoptr(Sitting) sitting = sitting_new(fuzzed_words(match->game), match, form);
    g_autofree char *greeting = sitting_greeting(sitting);
    law_of_saying(greeting, true);
    law_of_words(greeting, "");
    for (int i = 0; i < TYPED_MAX && input.at < input.end && !sitting_done(sitting); i++) {
        type_line(sitting, &input);
        law_of_records(sitting_hotseat(sitting), from);
    }
    return 0;
}
