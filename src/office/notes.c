/* What a player notes for himself about a match. */
#include "store/notes.h"

#include <string.h>

#include "office/discretion.h"
#include "office/settings.h"
#include "office/talk.h"

/* A line each, behind a bar, as whatever is nobody's word for us. */
static void append_barred(GString *text, const char *words)
{
    g_auto(GStrv) lines = g_strsplit(words, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        g_string_append_printf(text, "%s|%s%s", text->len > 0 ? "\n" : "",
                               **line != '\0' ? " " : "", *line);
    }
}

static char *notes_text(const struct office *office, const struct player_note *note, bool named)
{
    g_autofree char *turn = g_strdup_printf("%d", note->turns + 1);
    return say(office, "note-line",
               pairs("name", named ? note->name : NULL, "turn", turn, "text", note->text, NULL));
}

/* His own notes about the match; "" if there are none. The caller's. */
static char *notes_own(const struct desk *desk, gint64 player)
{
    g_autoptr(GPtrArray) notes = player_notes(desk->office->db, desk->board->number, player);
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; i < notes->len; i++) {
        g_autofree char *words = notes_text(desk->office, notes->pdata[i], false);
        append_barred(text, words);
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* Those of others that he may read: once the match is over, of who has set notes=open. */
static char *notes_of_others(const struct desk *desk, gint64 player)
{
    bool over = desk->board->state == BOARD_FINISHED;
    g_autoptr(GPtrArray) notes =
        over ? player_notes(desk->office->db, desk->board->number, 0) : NULL;
    g_autoptr(GString) text = g_string_new(NULL);
    for (guint i = 0; notes != NULL && i < notes->len; i++) {
        const struct player_note *note = notes->pdata[i];
        bool open = g_str_equal(settings_value(desk->office, note->player, "notes"), "open");
        if (note->player != player && open) {
            g_autofree char *words = notes_text(desk->office, note, true);
            append_barred(text, words);
        }
    }
    return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *list_words(const struct desk *desk, const struct player *who)
{
    g_autofree char *own = notes_own(desk, who->id);
    g_autofree char *others = notes_of_others(desk, who->id);
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, desk->board->number);
    bool none = *own == '\0' && *others == '\0';
    return say(desk->office, none ? "notes-none" : "notes",
               pairs("number", number, "own", own, "others", others, NULL));
}

/* They go, and are told for the last time. */
static char *delete_words(const struct desk *desk, const struct player *who)
{
    g_autofree char *own = notes_own(desk, who->id);
    player_notes_delete(desk->office->db, desk->board->number, who->id);
    desk->office->accepted = true;
    return say(desk->office, "notes-deleted", pairs("own", own, NULL));
}

static char *keep_words(const struct desk *desk, const struct player *who, const char *words)
{
    struct office *office = desk->office;
    gint64 board = desk->board->number;
    g_autofree char *fit = discretion_relay(office, who, words);
    if (fit == NULL) {
        return say(office, "note-dropped", NULL);
    }
    if (player_notes_count(office->db, board, who->id) >= NOTES_MOST) {
        return say(office, "notes-most", NULL);
    }
    player_note_add(office->db, board, who->id,
                    desk->match != NULL ? (int)desk->match->turns->len : 0, fit, office->now);
    office->accepted = true;
    bool open = g_str_equal(settings_value(office, who->id, "notes"), "open");
    return say(office, "note-kept", pairs("open", open ? "yes" : NULL, NULL));
}

void notes_note(struct visit *visit, const struct player *who, const struct command *command)
{
    int seat;
    g_autoptr(Desk) desk = visit_seat(visit, who, command, &seat);
    if (desk == NULL) {
        return;
    }
    const char *words = command->text;
    char *answer = words == NULL                           ? list_words(desk, who)
                   : g_ascii_strcasecmp(words, "off") == 0 ? delete_words(desk, who)
                                                           : keep_words(desk, who, words);
    visit_answer(visit, who, command, answer)->secret = true;
}
