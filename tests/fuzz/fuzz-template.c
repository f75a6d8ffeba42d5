/* Any bytes as a template, as a value in one, and as text to be filled. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "base/plain.h"
#include "render/template.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Says the key of a phrase, which is the text, and what form it is asked for. */
static char *say(const struct speaker *speaker, const struct phrase *phrase, const char *form)
{
    (void)speaker;
    return g_strconcat(phrase->key, form, NULL);
}

static const char *category(const struct speaker *speaker, gint64 number)
{
    (void)speaker;
    return number == 1 ? "one" : "other";
}

static const struct speaker speaker = { say, category };

static struct values *values_with(const char *text)
{
    struct values *values = pairs("text", text, NULL);
    with_phrase(values, "said", phrase_key("", text, NULL));
    with_number(values, "n", 7);
    with_switch(values, "yes", true);
    with_switch(values, "no", false);
    return values;
}

static void check_template(const char *source, const struct values *values)
{
    g_autofree char *text = template_render(source, values, &speaker, NULL);
    g_assert_true(text == NULL || template_check(source, NULL, NULL));
    g_free(template_render(source, values, NULL, NULL));
}

/* A value is put in as it is, each of its lines behind the prefix; and so is what is said. */
static void check_value(const char *value, const struct values *values)
{
    g_autofree char *text = template_render("| {{text}}\n", values, NULL, NULL);
    g_autofree char *said = template_render("| {{said}}\n", values, &speaker, NULL);
    g_assert_nonnull(text);
    g_assert_cmpstr(said, ==, text);
    g_auto(GStrv) put = g_strsplit(text, "\n", -1);
    g_auto(GStrv) lines = g_strsplit(value, "\n", -1);
    for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || *lines[i] != '\0'); i++) {
        g_assert_true(put[i] != NULL && put[i][0] == '|');
        g_assert_true(*lines[i] == '\0' || strcmp(put[i] + 2, lines[i]) == 0);
    }
}

/* No line is wider than it may be. A column more is taken where a mark makes the prefix before it
 * wide, and in very narrow lines where a wide character finds room for half of it. */
static void check_fill(const char *text, int columns)
{
    g_autofree char *filled = template_fill(text, columns);
    g_auto(GStrv) lines = g_strsplit(filled, "\n", -1);
    for (char **line = lines; *line != NULL; line++) {
        const char *end = *line + strlen(*line);
        size_t all = 0, width = 0;
        for (const char *at = *line; at < end; all += width) {
            at += grapheme_first(at, end, &width);
        }
        g_assert_cmpuint(all, <=, (size_t)columns + (columns < 8 ? 2 : 1));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *bytes = g_strndup((const char *)data, size);
    g_autofree char *text = g_utf8_make_valid(bytes, -1);
    g_autoptr(Values) values = values_with(text);
    check_template(text, values);
    check_value(text, values);
    check_fill(text, 2 + (int)(size % 80));
    g_free(template_fill(bytes, 10));
    return 0;
}
