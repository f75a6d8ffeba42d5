#include "match/choice.h"

#include <string.h>

#include "match/turn.h"

static void group_free(struct choice_group *group)
{
    g_free(group->name);
    g_free(group->beginning);
    g_ptr_array_unref(group->texts);
    g_free(group);
}

static const char *letters_end(const char *at)
{
    while (g_ascii_isalpha(*at)) {
        at++;
    }
    return at;
}

/* The end of the place that begins at `at`: letters, digits, and a letter of its own ("d4h"). A
 * letter before another square is a sign ("a5xc3"). */
static const char *place_end(const char *at)
{
    at = letters_end(at);
    at += strspn(at, "0123456789");
    const bool own = g_ascii_isalpha(at[0]) && !(g_ascii_isalpha(at[1]) && g_ascii_isdigit(at[2]));
    return own ? at + 1 : at;
}

/* The end of the beginning that a decision shares with its group: its first place that goes on
 * behind `known` bytes, with the sign behind it; of the last place the letters. Sets *name to the
 * end of the group's name. */
static const char *beginning_end(const char *text, size_t known, const char **name)
{
    const char *at = text, *end = place_end(at);
    while (*end != '\0' && (size_t)(end + 1 - text) <= known) {
        at = end + 1;
        end = place_end(at);
    }
    *name = *end != '\0' ? end : letters_end(at);
    return *end != '\0' ? end + 1 : *name;
}

static bool is_open(const struct trial *trial, const char *beginning)
{
    struct scan scan = scan_over(beginning);
    struct move move = { 0 };
    struct note note = { 0 };
    return trial->game->parse(&trial->now, &scan, &move, &note) == PARSED_INCOMPLETE;
}

/* Adds a decision to its group, which is mostly the last one. */
static void add_text(GPtrArray *groups, const struct trial *trial, const char *text, size_t known)
{
    const char *name = NULL;
    g_autofree char *beginning = g_strndup(text, (gsize)(beginning_end(text, known, &name) - text));
    struct choice_group *group = NULL;
    for (guint i = groups->len; group == NULL && i > 0; i--) {
        struct choice_group *other = groups->pdata[i - 1];
        group = g_str_equal(other->beginning, beginning) ? other : NULL;
    }
    if (group == NULL) {
        group = g_new(struct choice_group, 1);
        group->name = g_strndup(text, (gsize)(name - text));
        group->open = is_open(trial, beginning);
        group->beginning = g_steal_pointer(&beginning);
        group->texts = g_ptr_array_new_with_free_func(g_free);
        g_ptr_array_add(groups, group);
    }
    g_ptr_array_add(group->texts, g_strdup(text));
}

/* True if a decision begins with the first `length` bytes of what was typed: "e1" begins "e1-d2",
 * and a letter alone what names only a place; but "e1" does not begin "e10-d9". */
static bool begins_so(const char *text, const char *typed, size_t length)
{
    const char *name = NULL, *end = beginning_end(text, 0, &name);
    const bool within =
        length > 0 && g_ascii_isdigit(text[length]) &&
        (g_ascii_isdigit(typed[length - 1]) || letters_end(typed) >= typed + length);
    return strncmp(text, typed, length) == 0 && (!within || text + length == end);
}

static bool any_begins_so(const GPtrArray *texts, const char *typed, size_t length)
{
    bool found = false;
    for (guint i = 0; i < texts->len && !found; i++) {
        found = begins_so(texts->pdata[i], typed, length);
    }
    return found;
}

static bool keep_text(const char *text, const struct position *after, void *texts)
{
    (void)after;
    g_ptr_array_add(texts, g_strdup(text));
    return false;
}

GPtrArray *choice_groups(const struct game *game, const struct position *position,
                         const char *begun, guint *count)
{
    const char *comma = strrchr(begun, ',');
    g_autofree char *taken = g_strndup(begun, comma != NULL ? (gsize)(comma - begun) : 0);
    g_autofree char *typed = g_ascii_strdown(comma != NULL ? comma + 1 : begun, -1);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_auto(Ruling) ruling = { 0 };
    g_auto(Trial) trial;
    struct scan scan = scan_over(taken);
    ruling_begin(&ruling, position);
    trial_init(&trial, game, position, game->actor(position));
    if (trial.seat >= 0 && trial_read(&trial, &scan, &ruling) == VERDICT_PLAYED &&
        scan_done(&scan) && !trial_complete(&trial)) {
        turn_each(game, &trial.now, true, keep_text, texts);
    }
    size_t length = strlen(g_strstrip(typed));
    while (!any_begins_so(texts, typed, length) && length > 0 &&
           !g_ascii_isalnum(typed[length - 1])) {
        length--; /* a sign with which no move goes on */
    }
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (guint i = 0; i < texts->len; i++) {
        if (begins_so(texts->pdata[i], typed, length)) {
            g_ptr_array_add(kept, texts->pdata[i]);
        }
    }
    GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)group_free);
    for (guint i = 0; i < kept->len; i++) {
        add_text(groups, &trial, kept->pdata[i], kept->len > CHOICES_FEW ? length : 0);
    }
    *count = kept->len;
    return groups;
}
