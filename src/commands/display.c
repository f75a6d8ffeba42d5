/* The command test: one board in each form of the diagram and as a picture, for a reader to choose
 * from. */
#include "auth/budget.h"
#include "commands/task.h"
#include "language/settings.h"
#include "match/options.h"
#include "render/diagram.h"

/* The board that is shown. Templates name the game and position, since C knows no game by name.
 * NULL if they name none that can be read. Free with session_free. */
static struct session *session_to_show(struct run *run)
{
    const char *name = words_get(run_words(run), "sentences", "display-game");
    const struct game *game = name != NULL ? registry_find(name) : NULL;
    struct options options;
    struct note note = { 0 };
    if (game == NULL) {
        return NULL;
    }
    options_init(&options, game);
    g_autoptr(Match) match = match_new(
        game, &options, words_get(run_words(run), "sentences", "display-position"), &note);
    g_auto(Ruling) ruling = { 0 };
    if (match == NULL) {
        return NULL;
    }
    match_after(match, words_get(run_words(run), "sentences", "display-moves"), true, &ruling);
    return session_of_match(run, game, g_steal_pointer(&match));
}

static void link_form(GPtrArray *blocks, const char *form)
{
    g_autofree char *act = g_strjoin(" ", grammar_row(COMMAND_SET)->name, "board", form, NULL);
    block_link(blocks, form, act);
}

void handle_test(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    if (!request_may_answer(task->request, who)) {
        return;
    }
    const struct new_token reply_to = letter_token(run, who->id, TOKEN_DISPLAY, 0, 0);
    g_autoptr(MatchSession) session = session_to_show(run);
    g_autoptr(Phrase) board = session != NULL ? session_board(session, 0) : NULL;
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_page(blocks, "letters/display", NULL);
    /* The list comes first, so that a player whose computer reads the letter aloud need not sit
     * through the drawings. */
    for (int i = DIAGRAM_LIST; board != NULL && i >= 0; i--) {
        block_words(blocks, BLOCK_PROSE,
                    say("display-form", pairs("form", diagram_forms[i], NULL)));
        block_board_in(blocks, phrase_ref(board), diagram_forms[i]);
    }
    block_words(blocks, BLOCK_CHOICES, say("display-choose", NULL));
    block_words(blocks, BLOCK_PICTURE, phrase_ref(board));
    link_form(blocks, "picture");
    for (const char *const *form = settings[SETTING_TEXT_BOARD].values; *form != NULL; form++) {
        link_form(blocks, *form);
    }
    request_letter(
        task->request, who,
        &(struct letter_draft){ .key = "subject-display", .blocks = blocks, .token = &reply_to });
}
