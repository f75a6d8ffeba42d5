/* One board in each of its forms, for a reader to choose from. */
#include "base/clock.h"
#include "match/registry.h"
#include "office/allowance.h"
#include "office/visit.h"
#include "render/diagram.h"

/* The board that is shown: templates/ say which, since they know games by name. NULL:
 * they name none that could be. */
static struct desk *desk_to_show(struct office *office)
{
    const char *name = words_get(office->words, "office", "display-game");
    const struct game *game = name != NULL ? registry_find(name) : NULL;
    struct options options;
    struct note note = { 0 };
    if (game == NULL) {
        return NULL;
    }
    options_init(&options, game);
    g_autoptr(Match) match =
        match_new(game, &options, words_get(office->words, "office", "display-position"), &note);
    g_auto(Ruling) ruling = { 0 };
    if (match == NULL) {
        return NULL;
    }
    match_after(match, words_get(office->words, "office", "display-moves"), true, &ruling);
    return desk_of_match(office, game, g_steal_pointer(&match));
}

static struct values *all_forms(struct desk *desk)
{
    struct values *values = values_new();
    GPtrArray *forms = values_add_list(values, "forms");
    for (int i = 0; diagram_forms[i] != NULL; i++) {
        g_autofree char *diagram =
            desk != NULL ? desk_diagram_formed(desk, 0, (enum diagram_form)i) : g_strdup("");
        g_ptr_array_add(forms,
                        pairs("form", diagram_forms[i], "diagram", g_strchomp(diagram), NULL));
    }
    return values;
}

void display_test(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    (void)command; /* it has one form */
    if (!allowance_answer(visit, who->id, who->address)) {
        return;
    }
    struct token token = {
        .player = who->id,
        .kind = TOKEN_DISPLAY,
        .expires = office->now + (gint64)OFFICE_LESSON_DAYS * CLOCK_DAY,
        .made = office->now,
    };
    g_autofree char *reply_to = token_new(office->db, &token);
    g_autoptr(Desk) desk = desk_to_show(office);
    struct answered answered = { .message_id = visit->message->message_id,
                                 .references = visit->message->references };
    letter_plain(office, who->id, who->address, "letters/display", "subject-display",
                 all_forms(desk), NULL, reply_to, &answered);
}
