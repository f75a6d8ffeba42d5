#include "language/settings.h"
#include "clocks/clocks.h"
#include "commands/changes.h"
#include "commands/request.h"
#include "letters/run.h"
#include "play/premove.h"
#include "store/boards.h"

/* The forms of all settings, as in "autoplay=off|on, ...". Free with g_free. */
static char *forms(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_autofree char *form = setting_form(row);
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", form);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- the command ---- */

/* The setting that a command names (words[0] is the key); NULL: none. */
static const struct setting *setting_of(const struct command *command)
{
    return command->words[0] != NULL ? setting_find(command->words[0]) : NULL;
}

/* The value that a command gives (words[1]), as it is stored; NULL: none, or an invalid one. Free
 * with g_free. */
static char *value_in(const struct command *command)
{
    const struct setting *setting = setting_of(command);
    bool given = setting != NULL && command->words[1] != NULL;
    return given ? setting_value(setting, command->words[1]) : NULL;
}

/* Values near the one given, as in "Europe/Berlin or ..."; NULL: none is near, or the setting has a
 * list of values. Free with g_free. */
static char *near_in_words(const struct run *run, const struct command *command)
{
    const struct setting *setting = setting_of(command);
    if (setting == NULL || setting->near == NULL || command->words[1] == NULL) {
        return NULL;
    }
    g_autoptr(GPtrArray) near = setting->near(command->words[1]);
    return near->len > 0 ? words_list(run->words, near, "or") : NULL;
}

/* The answer if nothing is set. Free with g_free. */
static char *explain(const struct run *run, const struct player *who, const struct command *command)
{
    g_autofree char *now = preference_text(run, who->id);
    g_autofree char *all = forms();
    const struct setting *setting = setting_of(command);
    g_autofree char *form = setting != NULL ? setting_form(setting) : NULL;
    g_autofree char *near = near_in_words(run, command);
    bool shaped = setting != NULL && setting->shape != NULL;
    const char *value = command->words[0] != NULL ? command->words[1] : NULL;
    const char *key = command->words[0] == NULL ? "settings"
                      : setting == NULL         ? "setting-unknown"
                      : shaped                  ? "setting-zone"
                                                : "setting-value";
    return say(run, key,
               pairs("key", command->words[0], "value", value, "near", near, "now", now, "all", all,
                     "form", form, NULL));
}

/* Plays the only turn of a player on a board if it has waited for them. An open offer is not
 * answered for them. */
static void play_on(struct request *request, const struct player *who, gint64 number)
{
    bool damaged;
    g_autoptr(MatchSession) session = session_open(request->run, number, &damaged);
    if (session == NULL || session->board->offer != OFFER_NONE) {
        return;
    }
    guint before = session->match->turns->len;
    int seat = session_seat(session, who->id);
    autoplay_go_on(session);
    if (session->match->turns->len > before) {
        changes_store(session);
        struct turn_news news = { .first = before };
        changes_tell(session, seat, &news, NULL, NULL);
        request_answer_board_text(request, who, NULL, session,
                                  turn_news_words(session, &news, seat));
    }
}

/* Plays the only turns that wait for the player, now that `autoplay` may be on. */
static void play_what_waits(struct request *request, const struct player *who)
{
    g_autoptr(GPtrArray) boards = board_list(request->run->db, who->id, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board->to_move >= 0 && board->seat[board->to_move].player == who->id) {
            play_on(request, who, board->number);
        }
    }
}

void settings_set(struct request *request, const struct player *who, const struct command *command)
{
    struct run *run = request->run;
    const struct setting *setting = setting_of(command);
    g_autofree char *value = value_in(command);
    if (setting == NULL || value == NULL) {
        request_answer_text(request, who, command, explain(run, who, command));
        return;
    }
    player_set(run->db, who->id, setting->key, value);
    run->accepted = true;
    clocks_player_changed(run, who->id); /* weekends depend on the time zone */
    g_autofree char *now = preference_text(run, who->id);
    request_answer(request, who, command, "set", pairs("now", now, NULL));
    play_what_waits(request, who);
}
