#include "language/moves.h"

#include <string.h>

#include "language/line.h"
#include "language/names.h"

static const struct classic {
    const char *word;
    enum command_id id;
} classics[] = {
    { "propose", COMMAND_DRAW },  { "undo", COMMAND_UNDO },     { "accept", COMMAND_ACCEPT },
    { "reject", COMMAND_REJECT }, { "resign", COMMAND_RESIGN },
};

enum command_id moves_classic(struct word word)
{
    for (size_t i = 0; i < G_N_ELEMENTS(classics); i++) {
        if (word_is(word, classics[i].word)) {
            return classics[i].id;
        }
    }
    return COMMAND_NONE;
}

static bool is_move_word(struct word word)
{
    return word_is(word, "pass") || moves_classic(word) != COMMAND_NONE;
}

bool moves_is_word(const char *text)
{
    struct line line;
    line_split(text, &line);
    return line.count == 1 && is_move_word(line_bare(&line, 0));
}

/* Whether every word is made of cells and signs, the first of a cell. */
static bool all_cells(const char *text)
{
    struct line line;
    line_split(text, &line);
    for (size_t i = 0; i < line.count; i++) {
        if (!names_cells(line.word[i]) || (i == 0 && !names_cell_first(line.word[i]))) {
            return false;
        }
    }
    return line.count > 0;
}

char *moves_split_ply(const char *text, gboolean *has_ply, gint64 *ply)
{
    g_autofree char *trimmed = g_strstrip(g_strdup(text));
    struct line line;
    line_split(trimmed, &line);
    if (line.count == 0) {
        return g_strdup("");
    }
    struct word last = line_bare(&line, line.count - 1);
    size_t kept = names_ply(last, has_ply, ply);
    if (kept < last.length) {
        trimmed[last.start + kept - trimmed] = '\0';
    }
    return g_strdup(g_strchomp(trimmed));
}

bool moves_bare(const struct grammar_context *context, const char *text, bool strict)
{
    struct line line;
    line_split(text, &line);
    if (line.count == 0) {
        return false;
    }
    if (line.count == 1 && is_move_word(line_bare(&line, 0))) {
        return true;
    }
    if (context->reads_as_turn != NULL && context->reads_as_turn(context->data, text)) {
        return true;
    }
    return (context->reads_as_turn == NULL || !strict) && all_cells(text);
}

bool moves_read(const struct grammar_context *context, const char *text, bool strict)
{
    gboolean has_ply = FALSE;
    gint64 ply = 0;
    g_autofree char *move = moves_split_ply(text, &has_ply, &ply);
    return moves_bare(context, move, strict);
}
