#include "render/lessons.h"

#include <string.h>

static void lesson_free(gpointer data)
{
    struct lesson *lesson = data;
    g_free(lesson->title);
    g_free(lesson->text);
    g_free(lesson->right);
    g_free(lesson->hint);
    g_free(lesson->options);
    g_free(lesson->position);
    g_strfreev(lesson->answers);
    g_free(lesson);
}

/* ---- reading ---- */

/* The value of a line "key: value", or NULL. */
static const char *value_of(const char *line, const char *key)
{
    const size_t length = strlen(key);
    return strncmp(line, key, length) == 0 && line[length] == ':' && line[length + 1] == ' '
               ? line + length + 2
               : NULL;
}

/* Stores the value of a line of the lesson's head. False if it is no such line, or comes twice. */
static bool read_head(struct lesson *lesson, const char *line)
{
    const struct {
        const char *key;
        char **place;
    } texts[] = { { "options", &lesson->options },
                  { "position", &lesson->position },
                  { "right", &lesson->right },
                  { "hint", &lesson->hint } };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        const char *value = value_of(line, texts[i].key);
        if (value != NULL && *texts[i].place == NULL) {
            *texts[i].place = g_strdup(value);
            return true;
        }
    }
    const char *answers = value_of(line, "answers");
    if (answers != NULL && lesson->answers == NULL) {
        lesson->answers = g_strsplit(answers, " ", LESSONS_ANSWERS_MAX);
        return true;
    }
    const char *comment = value_of(line, "comment");
    lesson->comment |= comment != NULL;
    return g_strcmp0(comment, "wanted") == 0;
}

/* Reads one lesson from `part`, which begins with the title. NULL, or the fault (lessons_read). */
static const char *read_lesson(const char *part, struct lesson *lesson)
{
    g_auto(GStrv) lines = g_strsplit(part, "\n", -1);
    lesson->title = g_strstrip(g_strdup(lines[0]));
    size_t at = 1;
    for (; lines[at] != NULL && *lines[at] != '\0'; at++) {
        if (!read_head(lesson, lines[at])) {
            return "head";
        }
    }
    lesson->text = g_strstrip(g_strjoinv("\n", lines + at));
    lesson->options = lesson->options != NULL ? lesson->options : g_strdup("");
    return *lesson->title == '\0'           ? "no-title"
           : *lesson->text == '\0'          ? "no-words"
           : lesson->right == NULL          ? "no-right"
           : lesson->answers == NULL        ? "no-answers"
           : *lesson->answers[0] == '\0'    ? "blank-answer"
           : lesson_takes(lesson, "", true) ? NULL
           : lesson->hint == NULL           ? "no-hint"
                                            : NULL;
}

GPtrArray *lessons_read(const char *page, const char **fault)
{
    *fault = strlen(page) > LESSONS_BYTES_MAX ? "too-long"
             : !g_str_has_prefix(page, "# ")  ? "beginning"
                                              : NULL;
    if (*fault != NULL) {
        return NULL;
    }
    g_auto(GStrv) parts = g_strsplit(page + strlen("# "), "\n# ", LESSONS_MAX + 1);
    g_autoptr(GPtrArray) lessons = g_ptr_array_new_with_free_func(lesson_free);
    for (char **part = parts; *part != NULL && *fault == NULL; part++) {
        struct lesson *lesson = g_new0(struct lesson, 1);
        g_ptr_array_add(lessons, lesson);
        *fault = read_lesson(*part, lesson);
    }
    if (*fault == NULL && lessons->len > LESSONS_MAX) {
        *fault = "too-many";
    }
    return *fault == NULL ? g_steal_pointer(&lessons) : NULL;
}

/* ---- a lesson ---- */

struct match *lesson_match(const struct lesson *lesson, const struct game *game)
{
    struct options options;
    struct note note = { 0 };
    const char *reason = NULL;
    options_init(&options, game);
    return options_read(&options, game, lesson->options, &reason)
               ? match_new(game, &options, lesson->position, &note)
               : NULL;
}

bool lesson_takes(const struct lesson *lesson, const char *answer, bool turn)
{
    const char *const *answers = (const char *const *)lesson->answers;
    return g_strv_contains(answers, answer) || (turn && g_strv_contains(answers, "any"));
}
