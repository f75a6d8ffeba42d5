#include "letters/moves.h"

#include <string.h>

#include "language/grammar.h"
#include "letters/run.h"
#include "match/choice.h"

/* Moves being listed. */
struct list {
    struct html *html;
    const struct block *block;
    const char *taken; /* the decisions that were made, each with its comma ("c3-c4,"); or "" */
    bool told;
    GString *text; /* if `told`, the same as text */
};

/* True for a group of decisions that only name a place. */
static bool is_place(const struct choice_group *group)
{
    return g_str_equal(group->name, group->beginning);
}

/* Adds the word that sends the command with a text behind the taken decisions; or the text alone,
 * if it is a move. `any`: it may be completed. */
static void add_tap(const struct list *list, GPtrArray *taps, const char *word,
                    enum command_id command, const char *text, bool any)
{
    const char *name = grammar_row(command)->name;
    const struct phrase *board = list->block->aside;
    struct tap *tap = g_new0(struct tap, 1);
    tap->word = g_strdup(word);
    g_autofree char *behind = g_strconcat(list->taken, text, NULL);
    tap->line = command == COMMAND_MOVE
                    ? g_strdup(behind)
                    : g_strconcat(name, " ", g_strdelimit(behind, ",", ' '), NULL);
    g_autofree char *act = board != NULL ? g_strconcat(name, " ", board->text, " ", behind,
                                                       any ? MOVES_ANY : NULL, NULL)
                                         : NULL;
    tap->address = act != NULL ? html_address(list->html, act) : NULL;
    g_ptr_array_add(taps, tap);
}

/* Adds a line to the HTML, and to the text if that has the moves, too. Uses up the taps. */
static void add_line(const struct list *list, const char *key, struct values *values,
                     GPtrArray *taps)
{
    const struct letter_reader *reader = list->html->reader;
    g_autoptr(Phrase) phrase = say(key, values);
    g_autofree char *line = words_of(reader->words, reader->zone, phrase);
    html_add_taps(list->html, line, taps, !list->told);
    if (list->told) {
        g_string_append_printf(list->text, "%s\n", line);
    }
    g_ptr_array_set_size(taps, 0);
}

/* Adds a line with the words of the taps, if any, for {{moves}}. */
static void add_row(const struct list *list, const char *key, const char *place, GPtrArray *taps)
{
    if (taps->len > 0) {
        struct phrase *moves = list->told ? phrase_listed("or") : phrase_joined(" ");
        for (guint i = 0; i < taps->len; i++) {
            phrase_add(moves, phrase_text(((const struct tap *)taps->pdata[i])->word));
        }
        add_line(list, key, with_phrase(pairs("place", place, NULL), "moves", moves), taps);
    }
}

/* Adds the taps as a row if one of text, which must not be broken, has no room for one more. */
static void add_full_row(const struct list *list, const char *key, const char *place,
                         GPtrArray *taps)
{
    enum { ROW_BYTES = 40 };
    size_t length = 0;
    for (guint i = 0; list->told && i < taps->len; i++) {
        length += strlen(((const struct tap *)taps->pdata[i])->word) + strlen(", ");
    }
    if (length >= ROW_BYTES) {
        add_row(list, key, place, taps);
    }
}

/* The moves of a group. In words they are told without the man's square, where that is enough. */
static void add_group(const struct list *list, const struct choice_group *group)
{
    const bool place = is_place(group), goes = g_str_has_suffix(group->beginning, "-");
    const bool in_words = list->told && list->html->reader->form == DIAGRAM_LIST;
    const char *key = !in_words ? (place ? "moves-at" : "moves-from")
                      : place   ? "moves-say-at"
                      : goes    ? "moves-say-to"
                                : "moves-say-from";
    g_autoptr(GPtrArray) taps = taps_new();
    for (guint i = 0; i < group->texts->len; i++) {
        const char *text = group->texts->pdata[i];
        const char *word = in_words && goes ? text + strlen(group->beginning) : text;
        add_tap(list, taps, word, COMMAND_MOVE, text, false);
        add_full_row(list, key, group->name, taps);
    }
    add_row(list, key, group->name, taps);
}

/* Adds the names of groups, each of which leads to its moves: those of men, or of places. Rows that
 * are full are lines of `key`. */
static void add_names(const struct list *list, const GPtrArray *groups, bool places,
                      const char *key, GPtrArray *taps)
{
    for (guint i = 0; i < groups->len; i++) {
        const struct choice_group *group = groups->pdata[i];
        if (is_place(group) == places) {
            add_tap(list, taps, group->name, group->open ? COMMAND_MOVE : COMMAND_MOVES,
                    group->open ? group->beginning : group->name, group->open);
            add_full_row(list, key, NULL, taps);
        }
    }
}

/* Adds the line above the moves of a board, of which there are `count`; `men`: there are only
 * names. */
static void add_lead(const struct list *list, const struct diagram *board, const GPtrArray *groups,
                     guint count, bool men)
{
    const struct choice_group *group = groups->pdata[0];
    g_autofree char *example = g_strconcat(list->taken, group->name, NULL);
    g_autofree char *begun = g_strndup(list->taken, MAX(strlen(list->taken), 1) - 1);
    struct values *values = pairs("begun", begun, "example", men ? example : NULL, NULL);
    const bool goes_on = board->game->final != NULL && !board->game->final(board->position);
    with_switch(values, "first", goes_on && *begun == '\0');
    g_autoptr(GPtrArray) none = taps_new();
    add_line(list, list->told ? "moves-told" : "moves-tap", with_number(values, "count", count),
             none);
}

/* Adds all moves, or, of `men` and places, only the names. */
static void add_groups(const struct list *list, const GPtrArray *groups, bool men)
{
    static const char *const keys[] = { "moves-men", "moves-places" };
    g_autoptr(GPtrArray) taps = taps_new();
    for (guint i = 0; i < groups->len && !men; i++) {
        add_group(list, groups->pdata[i]);
    }
    for (guint places = 0; places < G_N_ELEMENTS(keys) && men; places++) {
        add_names(list, groups, places != 0, keys[places], taps);
        add_row(list, keys[places], NULL, taps);
    }
}

char *moves_add(struct html *html, const struct block *block, const struct phrase *board)
{
    const char *begun = block->words->text, *comma = strrchr(begun, ','),
               *shown = html->reader->moves;
    const bool told = block->kind == BLOCK_MOVES_TOLD;
    const bool chosen = !told && *begun == '\0'; /* the reader's setting tells how */
    g_autoptr(Drawing) drawing =
        board != NULL && !(chosen && g_str_equal(shown, "off")) ? drawing_read(board) : NULL;
    if (drawing == NULL) {
        return g_strdup("");
    }
    guint count = 0;
    g_autoptr(GPtrArray) groups =
        choice_groups(drawing->diagram.game, drawing->diagram.position, begun, &count);
    const bool men =
        groups->len > 1 && (count > CHOICES_FEW || (chosen && g_str_equal(shown, "men")));
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *taken = g_strndup(begun, comma != NULL ? (gsize)(comma + 1 - begun) : 0);
    const struct list list = { html, block, taken, told, text };
    if (count > 0) {
        add_lead(&list, &drawing->diagram, groups, count, men);
        add_groups(&list, groups, men);
    }
    return g_strchomp(g_strdup(text->str));
}

GPtrArray *moves_men(struct html *html, const struct block *block, const struct diagram *diagram)
{
    if (*block->words->text != '\0' || g_str_equal(html->reader->moves, "off")) {
        return NULL;
    }
    guint count = 0;
    g_autoptr(GPtrArray) groups = choice_groups(diagram->game, diagram->position, "", &count);
    const struct list list = { html, block, .taken = "" };
    GPtrArray *taps = taps_new();
    add_names(&list, groups, false, NULL, taps);
    return taps;
}
