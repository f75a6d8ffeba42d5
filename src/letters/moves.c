#include "letters/moves.h"

#include <string.h>

#include "language/grammar.h"
#include "letters/run.h"
#include "mail/address.h"
#include "match/choice.h"

enum { ROW_BYTES = 40 /* of the moves in a line of text, which must not be broken */ };

/* Moves being listed. */
struct list {
    const struct moves_reader *reader;
    const struct queued *queued;
    const struct config *config;
    const struct block *block;
    struct html *html;
    GString *text;
    bool told;
    const char
        *taken; /* the decisions that are behind the player, with the comma: "c3-c4,"; or "" */
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
    const struct queued *queued = list->queued;
    const struct config *config = list->config;
    const struct block *block = list->block;
    const char *name = grammar_row(command)->name;
    struct tap *tap = g_new0(struct tap, 1);
    tap->word = g_strdup(word);
    const bool plays = command == COMMAND_MOVE;
    g_autofree char *behind = g_strconcat(list->taken, text, NULL);
    tap->line =
        plays ? g_strdup(behind) : g_strconcat(name, " ", g_strdelimit(behind, ",", ' '), NULL);
    if (block->aside != NULL && queued->links != 0) {
        g_autofree char *act =
            g_strconcat(name, " ", block->aside->text, " ", behind, any ? MOVES_ANY : NULL, NULL);
        tap->address = link_address(queued->hash, queued->links, act, config->local,
                                    config->delimiter, config->host);
    }
    g_ptr_array_add(taps, tap);
}

/* Adds a line with these words of taps in it, for {{moves}}, as the sentence `key` says. */
static void add_row(const struct list *list, const char *key, const char *place, GPtrArray *taps)
{
    struct phrase *moves = list->told ? phrase_listed("or") : phrase_joined(" ");
    for (guint i = 0; i < taps->len; i++) {
        phrase_add(moves, phrase_text(((const struct tap *)taps->pdata[i])->word));
    }
    g_autoptr(Phrase) row = say(key, with_phrase(pairs("place", place, NULL), "moves", moves));
    g_autofree char *line = words_of(list->reader->words, list->reader->zone, row);
    html_add_taps(list->html, line, taps, !list->told);
    if (list->told) {
        g_string_append_printf(list->text, "%s\n", line);
    }
    g_ptr_array_set_size(taps, 0);
}

/* True if there is no room for one more word in a row that is text, too. */
static bool is_full(const struct list *list, const GPtrArray *taps)
{
    size_t length = 0;
    for (guint i = 0; list->told && i < taps->len; i++) {
        length += strlen(((const struct tap *)taps->pdata[i])->word) + strlen(", ");
    }
    return length >= ROW_BYTES;
}

/* The moves of a group. In words they are told without the man's square, where that is enough. */
static void add_group(const struct list *list, const struct choice_group *group)
{
    const bool place = is_place(group), goes = g_str_has_suffix(group->beginning, "-");
    const bool in_words = list->told && list->reader->as_list;
    const char *key = !in_words ? (place ? "moves-at" : "moves-from")
                      : place   ? "moves-say-at"
                      : goes    ? "moves-say-to"
                                : "moves-say-from";
    g_autoptr(GPtrArray) taps = taps_new();
    for (guint i = 0; i < group->texts->len; i++) {
        const char *text = group->texts->pdata[i];
        const char *word = in_words && goes ? text + strlen(group->beginning) : text;
        add_tap(list, taps, word, COMMAND_MOVE, text, false);
        if (is_full(list, taps)) {
            add_row(list, key, group->name, taps);
        }
    }
    if (taps->len > 0) {
        add_row(list, key, group->name, taps);
    }
}

/* Adds the word for a group, which leads to its moves. */
static void add_name(const struct list *list, GPtrArray *taps, const struct choice_group *group)
{
    add_tap(list, taps, group->name, group->open ? COMMAND_MOVE : COMMAND_MOVES,
            group->open ? group->beginning : group->name, group->open);
}

/* A word for each group: those of men, or of places. */
static void add_names(const struct list *list, const GPtrArray *groups, bool places)
{
    const char *key = places ? "moves-places" : "moves-men";
    g_autoptr(GPtrArray) taps = taps_new();
    for (guint i = 0; i < groups->len; i++) {
        const struct choice_group *group = groups->pdata[i];
        if (is_place(group) == places) {
            add_name(list, taps, group);
        }
        if (is_full(list, taps)) {
            add_row(list, key, NULL, taps);
        }
    }
    if (taps->len > 0) {
        add_row(list, key, NULL, taps);
    }
}

/* The line above the moves. */
static void add_lead(const struct list *list, const GPtrArray *groups, guint count, bool men)
{
    const struct choice_group *first = groups->pdata[0];
    g_autofree char *example = g_strconcat(list->taken, first->name, NULL);
    g_autofree char *begun = g_strndup(list->taken, MAX(strlen(list->taken), 1) - 1);
    struct values *values = pairs("begun", begun, "example", men ? example : NULL, NULL);
    g_autoptr(Phrase) lead =
        say(list->told ? "moves-told" : "moves-tap", with_number(values, "count", count));
    g_autofree char *line = words_of(list->reader->words, list->reader->zone, lead);
    g_autoptr(GPtrArray) none = taps_new();
    html_add_taps(list->html, line, none, !list->told);
    g_string_append_printf(list->text, "%s\n", line);
}

char *moves_add(const struct moves_reader *reader, const struct queued *queued,
                const struct config *config, const struct block *block, const struct phrase *board,
                struct html *html)
{
    const bool told = block->kind == BLOCK_MOVES_TOLD;
    const char *begun = block->words->text, *comma = strrchr(begun, ',');
    const bool chosen = !told && *begun == '\0'; /* the reader's setting tells how */
    g_autoptr(Drawing) drawing = board != NULL && !(chosen && g_str_equal(reader->shown, "off"))
                                     ? drawing_read(board)
                                     : NULL;
    if (drawing == NULL) {
        return g_strdup("");
    }
    guint count = 0;
    g_autoptr(GPtrArray) groups =
        choice_groups(drawing->diagram.game, drawing->diagram.position, begun, &count);
    const bool men =
        groups->len > 1 && (count > CHOICES_FEW || (chosen && g_str_equal(reader->shown, "men")));
    g_autoptr(GString) text = g_string_new(NULL);
    g_autofree char *taken = g_strndup(begun, comma != NULL ? (gsize)(comma + 1 - begun) : 0);
    const struct list list = { reader, queued, config, block, html, text, told, taken };
    if (count > 0) {
        add_lead(&list, groups, count, men);
    }
    for (guint i = 0; i < groups->len && !men; i++) {
        add_group(&list, groups->pdata[i]);
    }
    if (men) {
        add_names(&list, groups, false);
        add_names(&list, groups, true);
    }
    return g_strchomp(g_strdup(told ? text->str : ""));
}

GPtrArray *moves_men(const struct moves_reader *reader, const struct queued *queued,
                     const struct config *config, const struct block *block,
                     const struct diagram *diagram)
{
    if (*block->words->text != '\0' || g_str_equal(reader->shown, "off")) {
        return NULL;
    }
    guint count = 0;
    g_autoptr(GPtrArray) groups = choice_groups(diagram->game, diagram->position, "", &count);
    const struct list list = { reader, queued, config, block, .taken = "" };
    GPtrArray *taps = taps_new();
    for (guint i = 0; i < groups->len; i++) {
        if (!is_place(groups->pdata[i])) {
            add_name(&list, taps, groups->pdata[i]);
        }
    }
    return taps;
}
