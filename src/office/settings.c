#include "office/settings.h"

#include "command/settings.h"
#include "office/autoplay.h"
#include "office/play.h"
#include "office/visit.h"

static const char *value_of(const struct office *office, gint64 player,
                            const struct setting *setting)
{
    g_autofree char *stored = player_setting(office->db, player, setting->key);
    const char *value = stored != NULL ? setting_value(setting, stored) : NULL;
    return value != NULL ? value : setting->values[0];
}

const char *settings_value(const struct office *office, gint64 player, const char *key)
{
    return value_of(office, player, setting_find(key));
}

bool settings_is_on(const struct office *office, gint64 player, const char *key)
{
    return g_str_equal(settings_value(office, player, key), "on");
}

char *settings_text(const struct office *office, gint64 player)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (const struct setting *row = settings; row->key != NULL; row++) {
        g_string_append_printf(text, "%s%s=%s", text->len > 0 ? ", " : "", row->key,
                               value_of(office, player, row));
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* "autoplay=off|on, ..."; the caller's. */
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

/* What a command says: words[0] is the key, words[1] the value. */
struct asked_setting {
    const struct setting *setting; /* NULL: there is none of that key */
    const char *value;             /* NULL: none was given, or it cannot be */
};

static struct asked_setting asked(const struct command *command)
{
    struct asked_setting found = { 0 };
    if (command->words[0] != NULL) {
        found.setting = setting_find(command->words[0]);
    }
    if (found.setting != NULL && command->words[1] != NULL) {
        found.value = setting_value(found.setting, command->words[1]);
    }
    return found;
}

bool settings_change(const struct command *command)
{
    return asked(command).value != NULL;
}

/* The answer where nothing is set. */
static char *explain(const struct office *office, const struct player *who,
                     const struct command *command)
{
    g_autofree char *now = settings_text(office, who->id);
    g_autofree char *all = forms();
    const struct setting *setting = asked(command).setting;
    g_autofree char *form = setting != NULL ? setting_form(setting) : NULL;
    const char *key = command->words[0] == NULL ? "settings"
                      : setting == NULL         ? "setting-unknown"
                                                : "setting-value";
    return say(office, key,
               pairs("key", command->words[0], "now", now, "all", all, "form", form, NULL));
}

/* A board where his only turn may wait for him: it is played now. An open offer
 * is not answered in his stead. */
static void play_on(struct visit *visit, const struct player *who, gint64 number)
{
    bool damaged;
    g_autoptr(Desk) desk = desk_open(visit->office, number, &damaged);
    if (desk == NULL || desk->board->offer != OFFER_NONE) {
        return;
    }
    guint before = desk->match->turns->len;
    int seat = desk_seat(desk, who->id);
    autoplay_go_on(desk);
    if (desk->match->turns->len > before) {
        desk_store(desk);
        struct play_news news = { .first = before };
        play_tell(desk, seat, &news, NULL, NULL);
        visit_answer_board(visit, who, NULL, desk, play_news_words(desk, &news, seat));
    }
}

/* What waits for the player, now that his only turns need not. */
static void play_what_waits(struct visit *visit, const struct player *who)
{
    g_autoptr(GPtrArray) boards = board_list(visit->office->db, who->id, 1U << BOARD_RUNNING);
    for (guint i = 0; i < boards->len; i++) {
        const struct board *board = boards->pdata[i];
        if (board->to_move >= 0 && board->seat[board->to_move].player == who->id) {
            play_on(visit, who, board->number);
        }
    }
}

void settings_set(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    struct asked_setting found = asked(command);
    if (found.value == NULL) {
        visit_answer(visit, who, command, explain(office, who, command));
        return;
    }
    player_set(office->db, who->id, found.setting->key, found.value);
    office->accepted = true;
    g_autofree char *now = settings_text(office, who->id);
    visit_answer(visit, who, command, say(office, "set", pairs("now", now, NULL)));
    play_what_waits(visit, who);
}
