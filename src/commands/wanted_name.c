#include "commands/wanted_name.h"

#include <string.h>

#include "commands/context.h"
#include "language/said.h"
#include "language/understand.h"
#include "language/vocabulary.h"

/* The first word, if a player may be called so and it is no other word. Free with g_free. */
static char *as_name(const struct grammar_context *context, const char *words)
{
    g_autofree char *name = g_strndup(words, strcspn(words, " "));
    g_autofree char *lower = vocabulary_fold(name);
    const bool can = grammar_name_fault(context, name) == NULL && vocabulary_find(lower) == NULL;
    return can ? g_steal_pointer(&name) : NULL;
}

/* The first line of up to three words that all begin with a capital, as a name or a signature does:
 * "Ruth Adler" gives "Ruth". Free with g_free. */
static char *name_of_lines(const struct grammar_context *context, const char *text)
{
    enum { NAMES_MOST = 3 };
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    char *name = NULL;
    for (char **line = lines; *line != NULL && name == NULL; line++) {
        g_auto(GStrv) words = g_strsplit(g_strstrip(*line), " ", -1);
        guint count = 0;
        while (words[count] != NULL && g_unichar_isupper(g_utf8_get_char(words[count]))) {
            count++;
        }
        const bool names = words[count] == NULL && count > 0 && count <= NAMES_MOST;
        name = names ? as_name(context, words[0]) : NULL;
    }
    return name;
}

char *wanted_name(const struct request *request)
{
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *text = request_own_lines(request, G_MAXUINT);
    char *name = newcomer_name(&context, text);
    const bool guess = name == NULL && !understand_denies(&context, text);
    return guess ? name_of_lines(&context, text) : name;
}

char *wanted_name_by_address(const struct request *request)
{
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *text = request_own_lines(request, G_MAXUINT);
    g_autofree char *local = g_strdup(request->folded);
    local[strspn(local, "abcdefghijklmnopqrstuvwxyz")] = '\0';
    return understand_denies(&context, text) ? NULL : as_name(&context, local);
}

bool wanted_name_agreed(const struct request *request, const char *proposal)
{
    struct grammar_context context;
    context_plain(&context);
    context.stranger = true;
    const char *behind = strrchr(proposal, ' ');
    g_strlcpy(context.writer, behind != NULL ? behind + 1 : proposal, sizeof context.writer);
    g_autofree char *text = request_own_lines(request, G_MAXUINT);
    g_auto(Said) said;
    said_read(&context, text, &said);
    return said_is_bare(&said, WORD_YES, NULL, 0);
}
