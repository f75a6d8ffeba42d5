#include "render/ruling_words.h"

#include <string.h>

/* So many choices are spelled out as whole turns; of more, what they begin with
 * is said once. */
enum { WHOLE_MOST = 8 };

static const char *const keys[] = {
    [VERDICT_PLAYED] = NULL,
    [VERDICT_REFUSED] = "ruling-refused",
    [VERDICT_INCOMPLETE] = "ruling-incomplete",
    [VERDICT_AMBIGUOUS] = "ruling-ambiguous",
    [VERDICT_NO_MOVE] = "ruling-no-move",
    [VERDICT_UNCONFIRMED] = "ruling-unconfirmed",
};

/* What the choices add to the decisions they all begin with. */
static char *ends_of(const struct words *words, const struct ruling *ruling)
{
    g_autoptr(GPtrArray) ends = g_ptr_array_new();
    size_t begun = strlen(ruling->begun) + strlen(",");
    for (guint i = 0; i < ruling->choices->len; i++) {
        g_ptr_array_add(ends, (char *)ruling->choices->pdata[i] + begun);
    }
    return words_list(words, ends, "or");
}

char *ruling_words(const struct words *words, const struct game *game, const struct ruling *ruling,
                   const char *line, const char *const *seat_names)
{
    bool many = ruling->begun != NULL && ruling->choices->len > WHOLE_MOST;
    g_autofree char *why = ruling->note.key == NULL ? g_strdup("")
                                                    : words_note(words, game, &ruling->note,
                                                                 &ruling->position, seat_names);
    g_autofree char *choices = words_list(words, ruling->choices, "or");
    g_autofree char *ends = many ? ends_of(words, ruling) : g_strdup("");
    g_autofree char *more = ruling->more > 0 ? g_strdup_printf("%u", ruling->more) : g_strdup("");
    struct values *values =
        pairs("move", ruling->part != NULL ? ruling->part : line, "why", why, "choices",
              many ? "" : choices, "begun", many ? ruling->begun : "", "ends", ends, "more", more,
              "any", ruling->part == NULL ? "yes" : "", "example",
              many ? ruling->choices->pdata[0] : "", "whole", ruling->whole, NULL);
    return words_say(words, "match", keys[ruling->verdict], values);
}
