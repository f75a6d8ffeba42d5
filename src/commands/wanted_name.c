#include "commands/wanted_name.h"

#include <string.h>

#include "commands/context.h"
#include "language/newcomer.h"
#include "language/said.h"
#include "mail/reply.h"

/* The writer's own lines. Free with g_free. */
static char *own_text(const struct request *request)
{
    struct reply own;
    reply_read(request->message->text, &own);
    g_autoptr(GString) text = g_string_new(NULL);
    for (size_t i = 0; own.lines[i] != NULL; i++) {
        g_string_append_printf(text, "%s\n", strchr("te", own.kinds[i]) ? own.lines[i] : "");
    }
    reply_clear(&own);
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* The first of two or three words that all begin with a capital, and that a text begins with: "Ruth
 * Adler". Free with g_free. */
static char *first_of_names(const char *text)
{
    enum { NAMES_MOST = 3 };
    const char *start = text + strspn(text, " \n");
    g_autofree char *part = g_strndup(start, strcspn(start, "\n,.;!?"));
    g_auto(GStrv) words = g_strsplit(part, " ", -1);
    guint count = 0;
    while (words[count] != NULL && g_unichar_isupper(g_utf8_get_char(words[count]))) {
        count++;
    }
    return words[count] == NULL && count > 1 && count <= NAMES_MOST ? g_strdup(words[0]) : NULL;
}

char *wanted_name(const struct request *request)
{
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *text = own_text(request);
    char *name = newcomer_name(&context, text);
    g_autofree char *whole = name == NULL ? first_of_names(text) : NULL;
    return whole != NULL ? newcomer_name(&context, whole) : name;
}

bool wanted_name_agreed(const struct request *request)
{
    struct grammar_context context;
    context_plain(&context);
    g_autofree char *text = own_text(request);
    g_auto(Said) said;
    said_read(&context, text, &said);
    return said_is_bare(&said, WORD_YES, NULL);
}
