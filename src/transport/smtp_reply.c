#include "transport/smtp_reply.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The code a line begins with; 0 if it has none. */
static int code_of(const char *bytes, size_t length)
{
    int code = 0;
    for (size_t i = 0; i < 3; i++) {
        if (i >= length || !g_ascii_isdigit(bytes[i])) {
            return 0;
        }
        code = code * 10 + (bytes[i] - '0');
    }
    bool ends = length == 3 || strchr(" -\r\n", bytes[3]) != NULL;
    return ends && code >= 100 ? code : 0;
}

void smtp_reply_read(struct smtp_reply *reply, const char *bytes, size_t length)
{
    int code = code_of(bytes, length);
    if (code == 0) {
        return;
    }
    reply->code = code;
    size_t from = MIN(length, 4), kept = MIN(length - from, SMTP_REPLY_MAX);
    for (size_t i = 0; i < kept; i++) {
        char c = bytes[from + i];
        reply->text[i] = g_ascii_isprint(c) ? c : ' ';
    }
    reply->text[kept] = '\0';
}

/* True if `name` is in `word`, with no letter or digit right beside it: a name of one letter
 * must not match each such letter. */
static bool holds(const char *word, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = word; length > 0 && *at != '\0'; at++) {
        if (g_ascii_strncasecmp(at, name, length) == 0 &&
            (at == word || !g_ascii_isalnum(at[-1])) && !g_ascii_isalnum(at[length])) {
            return true;
        }
    }
    return false;
}

static bool is_unspoken(const char *word, const char *const *unspoken)
{
    if (strchr(word, '@') != NULL) {
        return true;
    }
    for (; *unspoken != NULL; unspoken++) {
        g_autofree char *local = g_strndup(*unspoken, strcspn(*unspoken, "@"));
        if (holds(word, local)) {
            return true;
        }
    }
    return false;
}

char *smtp_reply_words(const struct smtp_reply *reply, const char *const *unspoken)
{
    GString *line = g_string_new(NULL);
    g_string_printf(line, "%d", reply->code);
    g_auto(GStrv) words = g_strsplit(reply->text, " ", -1);
    for (char **word = words; *word != NULL; word++) {
        if ((*word)[0] != '\0') {
            g_string_append_c(line, ' ');
            g_string_append(line, is_unspoken(*word, unspoken) ? "[address]" : *word);
        }
    }
    return g_string_free(line, FALSE);
}

/* The length of the code of RFC 3463 that the text begins with; 0: it begins with none. */
static int status_length(const char *text)
{
    int length = 0;
    sscanf(text, "%*1[0-9].%*3[0-9].%*3[0-9]%n", &length);
    return g_ascii_isdigit(text[length]) ? 0 : length;
}

char *smtp_reply_codes(const struct smtp_reply *reply)
{
    int length = status_length(reply->text);
    return g_strdup_printf("%d%s%.*s", reply->code, length > 0 ? " " : "", length, reply->text);
}

char *smtp_reply_status(const struct smtp_reply *reply)
{
    int length = reply->text[0] == '5' ? status_length(reply->text) : 0;
    return length > 0 ? g_strndup(reply->text, (gsize)length) : g_strdup("5.0.0");
}
