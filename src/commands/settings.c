/* The commands set, test, block, unblock, limit, whoami and export: what a player can choose, has
 * chosen, and what is kept about them. */
#include "auth/budget.h"
#include "clocks/clocks.h"
#include "clocks/timekeeper.h"
#include "commands/task.h"
#include "mail/address.h"
#include "store/export.h"

/* ---- set ---- */

/* The answer if nothing is set: `key` and `value` are what the command gives (NULL: nothing), and
 * `setting` has that key (NULL: none has). */
static struct phrase *explain(const struct run *run, const struct player *who,
                              const struct setting *setting, const char *key, const char *value)
{
    g_autofree char *now = preference_text(run, who->id);
    struct phrase *all = phrase_joined(", ");
    for (const struct setting *row = settings; row->key != NULL; row++) {
        phrase_add(all, phrase_taken(setting_form(row)));
    }
    g_autofree char *form = setting != NULL ? setting_form(setting) : NULL;
    bool has_near = setting != NULL && setting->near != NULL && value != NULL;
    g_autoptr(GPtrArray) near = has_near ? setting->near(value) : NULL;
    struct phrase *near_words = phrase_listed("or");
    for (guint i = 0; near != NULL && i < near->len; i++) {
        phrase_add(near_words, phrase_text(near->pdata[i]));
    }
    const char *sentence = key == NULL             ? "settings"
                           : setting == NULL       ? "setting-unknown"
                           : setting->near != NULL ? "setting-zone"
                                                   : "setting-value";
    struct values *values = pairs("key", key, "value", value, "now", now, "form", form, NULL);
    with_phrase(values, "near", phrase_if_any(near_words));
    return say(sentence, with_phrase(values, "all", all));
}

void handle_set(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    const char *key = task->command->words[0];
    const char *given = key != NULL ? task->command->words[1] : NULL;
    const struct setting *setting = key != NULL ? setting_find(key) : NULL;
    g_autofree char *value =
        setting != NULL && given != NULL ? setting_value(setting, given) : NULL;
    if (value == NULL) {
        task_answer(task, explain(run, who, setting, key, given));
        return;
    }
    bool finer = setting->finer != NULL && !g_strv_contains(setting->values, value);
    if (finer) {
        player_set(run->db, who->id, setting->finer, value);
    }
    player_set(run->db, who->id, setting->key, finer ? setting->coarse : value);
    run->accepted = true;
    clocks_player_changed(run, who->id); /* weekends depend on the time zone */
    if (g_str_equal(setting->key, "digest") || g_str_equal(setting->key, "timezone")) {
        talk_digest_move(run->db, who->id, 0, run->now, run->now); /* it is due at once */
    }
    g_autofree char *now = preference_text(run, who->id);
    const bool no_pictures = !run->config->pictures && g_str_equal(value, "picture");
    task_answer(task,
                say("set", pairs("now", now, "no-pictures", no_pictures ? "yes" : NULL, NULL)));
}

/* ---- test: one board in each form of the diagram and as a picture, to choose from ---- */

/* The board that is shown. Templates name the game and position, since C knows no game by name.
 * NULL if they name none that can be read. Free with session_free. */
static struct session *session_to_show(struct run *run)
{
    const struct words *words = run_words(run);
    const char *name = words_get(words, "sentences", "display-game");
    const struct game *game = name != NULL ? registry_find(name) : NULL;
    struct options options;
    struct note note = { 0 };
    g_autoptr(Match) match = NULL;
    if (game != NULL) {
        options_init(&options, game);
        match = match_new(game, &options, words_get(words, "sentences", "display-position"), &note);
    }
    if (match == NULL) {
        return NULL;
    }
    g_auto(Ruling) ruling = { 0 };
    match_after(match, words_get(words, "sentences", "display-moves"), true, &ruling);
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
    block_words(blocks, BLOCK_PROSE, phrase_page("letters/display", NULL));
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

/* ---- block ---- */

/* Names, or the titles of games by name, as a list; NULL if there are none. */
static struct phrase *list_of(const GPtrArray *names, bool titles)
{
    struct phrase *list = phrase_listed("and");
    for (guint i = 0; i < names->len; i++) {
        const struct game *game = titles ? registry_find(names->pdata[i]) : NULL;
        phrase_add(list, game != NULL ? phrase_title(game) : phrase_text(names->pdata[i]));
    }
    return phrase_if_any(list);
}

void handle_block(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    if (task->command->words[0] == NULL) {
        g_autoptr(GPtrArray) players = block_players(run->db, who->id);
        g_autoptr(GPtrArray) games = block_games(run->db, who->id);
        const bool none = players->len == 0 && games->len == 0;
        struct values *values = with_phrase(values_new(), "players", list_of(players, false));
        with_phrase(values, "games", list_of(games, true));
        task_answer(task, say(none ? "blocked-nobody" : "blocked-list", values));
        return;
    }
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game != NULL) {
        block_game(run->db, who->id, target.game->name);
        task_answer(task, say("blocked-game",
                              with_phrase(values_new(), "game", phrase_title(target.game))));
    } else if (player != NULL && player->id == who->id) {
        task_answer(task, say("block-self", NULL));
    } else if (player != NULL) {
        block_player(run->db, who->id, player->id);
        task_answer(task, say("blocked-player", pairs("name", player->name, NULL)));
    }
    run->accepted = run->accepted || target.game != NULL || player != NULL;
}

void handle_unblock(struct task *task)
{
    struct run *run = task->run;
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game == NULL && player == NULL) {
        return;
    }
    struct phrase *name =
        target.game != NULL ? phrase_title(target.game) : phrase_text(player->name);
    bool was = target.game != NULL ? unblock_game(run->db, task->who->id, target.game->name)
                                   : unblock_player(run->db, task->who->id, player->id);
    task_answer(task,
                say(was ? "unblocked" : "not-blocked", with_phrase(values_new(), "name", name)));
    run->accepted = true;
}

/* ---- limit ---- */

void handle_limit(struct task *task)
{
    struct run *run = task->run;
    const struct game *game = registry_find(task->command->game);
    const char *wanted = task->command->words[0];
    if (wanted != NULL) {
        bool off = g_ascii_strcasecmp(wanted, "off") == 0;
        game_limit_set(run->db, task->who->id, game->name,
                       off ? 0 : (int)g_ascii_strtoll(wanted, NULL, 10));
        run->accepted = true;
    }
    int most = game_limit(run->db, task->who->id, game->name);
    struct values *values = with_phrase(values_new(), "game", phrase_title(game));
    with_number(values, "most", most);
    with_number(values, "running", board_running(run->db, task->who->id, game->name));
    task_answer(task, say(most > 0 ? "limit-is" : "limit-none", values));
}

/* ---- whoami ---- */

/* How many matches of which games the player takes at once; NULL: any. */
static struct phrase *limits_of(const struct run *run, gint64 player)
{
    struct phrase *limits = phrase_listed("and");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        int most = game_limit(run->db, player, (*game)->name);
        if (most > 0) {
            phrase_add(limits, phrase_both(phrase_title(*game), " ", phrase_number(most)));
        }
    }
    return phrase_if_any(limits);
}

void handle_whoami(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    g_autoptr(GPtrArray) running = board_list(run->db, who->id, 1U << BOARD_RUNNING);
    g_autoptr(GPtrArray) addresses = player_addresses(run->db, who->id);
    g_ptr_array_add(addresses, NULL);
    g_autofree char *others = g_strjoinv(", ", (char **)addresses->pdata + 1);
    g_autoptr(GArray) all = vacations_of(run->db, who->id);
    struct values *values =
        pairs("name", who->name, "address", who->address, "others", others, NULL);
    with_number(values, "running", running->len);
    with_phrase(values, "since", phrase_moment_bare(who->since));
    with_text(values, "settings", preference_text(run, who->id));
    with_phrase(values, "ratings", rating_list(run, who->id));
    with_phrase(values, "limits", limits_of(run, who->id));
    with_phrase(values, "vacations", vacation_list(all, run->now, G_MININT64));
    const bool excused =
        run->config->excused > 0 && preference_is_on(run, who->id, SETTING_EXCUSED);
    with_phrase(values, "excused",
                excused ? phrase_number(timekeeper_days_left(run, who->id, run->now)) : NULL);
    with_switch(values, "away", who->signed_off != 0);
    with_switch(values, "password", who->password != NULL);
    task_answer(task, say("whoami", values));
}

/* ---- export: everything stored about a player, as a file, by mail ---- */

enum { FILE_MOST = 4 * 1024 * 1024 /* bytes; many mail servers take no more than 10 MiB */ };

void handle_export(struct task *task)
{
    const struct player *who = task->who;
    static const char notice[] = "export";
    struct run *run = task->run;
    g_autofree char *folded = address_fold(who->address);
    if (notice_count(run->db, folded, notice, clock_span(run->now, CLOCK_DAY)) > 0) {
        task_answer(task, say("export-again", NULL));
        return;
    }
    if (!request_may_answer(task->request, who)) {
        return;
    }
    bool whole;
    g_autofree char *json = export_json(run->db, who->id, run->now, FILE_MOST, &whole);
    g_autofree char *name = g_strdup_printf("postmove-%s.json", who->name);
    struct attachment file = { .name = name, .type = "application/json", .text = json };
    request_letter(task->request, who,
                   &(struct letter_draft){ .key = "subject-export",
                                           .page = "letters/export",
                                           .values = pairs("name", who->name, "file", name, "cut",
                                                           whole ? NULL : "yes", NULL),
                                           .file = &file });
    notice_add(run->db, folded, notice, run->now);
}
