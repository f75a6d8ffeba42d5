#include "render/phrase.h"

#include <string.h>

enum {
    VALUES_USUAL = 8, /* there is room for so many at first */
    MOVE_TEXT_MAX = 256
};

struct named {
    const char *name; /* borrowed */
    struct phrase *phrase;
};

struct values {
    int references;
    GArray *named; /* struct named */
};

static struct phrase *new_phrase(struct phrase phrase)
{
    phrase.references = 1;
    return g_memdup2(&phrase, sizeof phrase);
}

struct phrase *phrase_ref(struct phrase *phrase)
{
    if (phrase != NULL) {
        phrase->references++;
    }
    return phrase;
}

void phrase_unref(struct phrase *phrase)
{
    if (phrase != NULL && --phrase->references == 0) {
        g_free(phrase->text);
        values_unref(phrase->values);
        g_clear_pointer(&phrase->parts, g_ptr_array_unref);
        g_free(phrase);
    }
}

struct phrase *phrase_taken(char *text)
{
    return text != NULL ? new_phrase((struct phrase){ .kind = PHRASE_TEXT, .text = text }) : NULL;
}

struct phrase *phrase_text(const char *text)
{
    return phrase_taken(g_strdup(text));
}

struct phrase *phrase_number(gint64 number)
{
    return new_phrase((struct phrase){ .kind = PHRASE_NUMBER, .number = number });
}

struct phrase *phrase_key(const char *group, const char *key, struct values *values)
{
    return new_phrase(
        (struct phrase){ .kind = PHRASE_KEY, .group = group, .key = key, .values = values });
}

struct phrase *phrase_page(const char *page, struct values *values)
{
    return new_phrase((struct phrase){ .kind = PHRASE_PAGE, .key = page, .values = values });
}

struct phrase *phrase_lesson(const char *page, int number, const char *part)
{
    return new_phrase((struct phrase){
        .kind = PHRASE_LESSON, .key = page, .number = number, .text = g_strdup(part) });
}

static GPtrArray *new_parts(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)phrase_unref);
}

struct phrase *phrase_joined(const char *sign)
{
    return new_phrase(
        (struct phrase){ .kind = PHRASE_JOINED, .text = g_strdup(sign), .parts = new_parts() });
}

struct phrase *phrase_listed(const char *joiner)
{
    return new_phrase(
        (struct phrase){ .kind = PHRASE_LISTED, .key = joiner, .parts = new_parts() });
}

void phrase_add(struct phrase *joined, struct phrase *part)
{
    if (part != NULL) {
        g_ptr_array_add(joined->parts, part);
    }
}

struct phrase *phrase_if_any(struct phrase *joined)
{
    if (joined->parts->len > 0) {
        return joined;
    }
    phrase_unref(joined);
    return NULL;
}

struct phrase *phrase_both(struct phrase *first, const char *sign, struct phrase *second)
{
    struct phrase *both = phrase_joined(sign);
    phrase_add(both, first);
    phrase_add(both, second);
    return phrase_if_any(both);
}

struct phrase *phrase_span(gint64 seconds)
{
    return new_phrase((struct phrase){ .kind = PHRASE_SPAN, .number = seconds });
}

struct phrase *phrase_day(const GDate *date)
{
    return new_phrase((struct phrase){ .kind = PHRASE_DAY, .number = g_date_get_julian(date) });
}

struct phrase *phrase_zone(void)
{
    return new_phrase((struct phrase){ .kind = PHRASE_ZONE });
}

static struct phrase *moment(gint64 seconds, const char *key)
{
    return new_phrase((struct phrase){ .kind = PHRASE_MOMENT, .number = seconds, .key = key });
}

struct phrase *phrase_moment(gint64 seconds)
{
    return moment(seconds, "moment-in-words");
}

struct phrase *phrase_moment_bare(gint64 seconds)
{
    return moment(seconds, "moment");
}

struct phrase *phrase_moment_utc(gint64 seconds)
{
    return moment(seconds, "moment-utc");
}

bool phrase_is_there(const struct phrase *phrase)
{
    if (phrase == NULL) {
        return false;
    }
    switch (phrase->kind) {
    case PHRASE_TEXT:
        return *phrase->text != '\0';
    case PHRASE_NUMBER:
    case PHRASE_SWITCH:
        return phrase->number != 0;
    case PHRASE_JOINED:
    case PHRASE_LISTED:
        return phrase->parts->len > 0;
    default:
        return true;
    }
}

size_t phrase_size(const struct phrase *phrase)
{
    enum { SENTENCE = 100, PAGE = 4096 /* bytes of most */ };
    if (phrase == NULL) {
        return 0;
    }
    size_t size = phrase->kind == PHRASE_PAGE  ? PAGE
                  : phrase->kind == PHRASE_KEY ? SENTENCE
                  : phrase->text != NULL       ? strlen(phrase->text)
                                               : 1;
    for (guint i = 0; phrase->values != NULL && i < phrase->values->named->len; i++) {
        size += phrase_size(g_array_index(phrase->values->named, struct named, i).phrase);
    }
    for (guint i = 0; phrase->parts != NULL && i < phrase->parts->len; i++) {
        size += phrase_size(phrase->parts->pdata[i]);
    }
    return size;
}

/* ---- values ---- */

static void named_clear(gpointer data)
{
    phrase_unref(((struct named *)data)->phrase);
}

struct values *values_new(void)
{
    struct values *values = g_new(struct values, 1);
    *values =
        (struct values){ 1, g_array_sized_new(FALSE, FALSE, sizeof(struct named), VALUES_USUAL) };
    g_array_set_clear_func(values->named, named_clear);
    return values;
}

struct values *values_ref(struct values *values)
{
    values->references++;
    return values;
}

void values_unref(struct values *values)
{
    if (values != NULL && --values->references == 0) {
        g_array_unref(values->named);
        g_free(values);
    }
}

struct values *values_copy(const struct values *values)
{
    struct values *copy = values_new();
    for (guint i = 0; i < values->named->len; i++) {
        const struct named *named = &g_array_index(values->named, struct named, i);
        with_phrase(copy, named->name, phrase_ref(named->phrase));
    }
    return copy;
}

struct values *with_phrase(struct values *values, const char *name, struct phrase *phrase)
{
    const struct named named = { name, phrase != NULL ? phrase : phrase_text("") };
    g_array_append_val(values->named, named);
    return values;
}

struct values *with_text(struct values *values, const char *name, char *text)
{
    return with_phrase(values, name, phrase_taken(text));
}

struct values *with_number(struct values *values, const char *name, gint64 number)
{
    return with_phrase(values, name, phrase_number(number));
}

struct values *with_switch(struct values *values, const char *name, bool on)
{
    return with_phrase(values, name,
                       new_phrase((struct phrase){ .kind = PHRASE_SWITCH, .number = on ? 1 : 0 }));
}

struct values *values_of_pairs(const char *const *pairs)
{
    struct values *values = values_new();
    for (; *pairs != NULL; pairs += 2) {
        with_phrase(values, pairs[0], phrase_text(pairs[1]));
    }
    return values;
}

bool values_are(const struct values *values, const char *names)
{
    g_auto(GStrv) each = g_strsplit(names, " ", -1);
    const guint count = *names != '\0' ? g_strv_length(each) : 0;
    bool there = values->named->len == count;
    for (guint i = 0; there && i < count; i++) {
        there = values_find(values, each[i], strlen(each[i])) != NULL;
    }
    return there;
}

const struct phrase *values_find(const struct values *values, const char *name, size_t length)
{
    for (guint i = 0; i < values->named->len; i++) {
        const struct named *named = &g_array_index(values->named, struct named, i);
        if (strncmp(named->name, name, length) == 0 && named->name[length] == '\0') {
            return named->phrase;
        }
    }
    return NULL;
}

/* ---- kept ---- */

void keep_raw(struct kept *kept, void *data, gsize length)
{
    if (kept->out != NULL) {
        g_byte_array_append(kept->out, data, (guint)length);
        return;
    }
    kept->bad |= length > (gsize)(kept->end - kept->at);
    if (kept->bad) {
        memset(data, 0, length);
    } else if (length > 0) {
        memcpy(data, kept->at, length);
        kept->at += length;
    }
}

void keep_size(struct kept *kept, guint64 *size)
{
    enum { BITS_MAX = 64 };
    const guint64 whole = kept->out != NULL ? *size : 0;
    guint8 byte = 0x80;
    *size = 0;
    for (unsigned shift = 0; (byte & 0x80) != 0; shift += 7) {
        const guint64 rest = whole >> shift;
        byte = (guint8)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        keep_raw(kept, &byte, 1);
        *size |= (guint64)(byte & 0x7f) << shift;
        if (shift + 7 >= BITS_MAX && (byte & 0x80) != 0) {
            kept->bad = true;
            byte = 0;
        }
    }
    *size = kept->bad ? 0 : *size;
}

/* Signed numbers, so that those near 0 are short. */
static void keep_number(struct kept *kept, gint64 *number)
{
    guint64 folded = (guint64)*number << 1 ^ (guint64)(*number >> 63);
    keep_size(kept, &folded);
    *number = (gint64)(folded >> 1 ^ -(folded & 1));
}

guint64 keep_count(struct kept *kept, guint64 count)
{
    keep_size(kept, &count);
    kept->bad |= kept->out == NULL && count > (guint64)(kept->end - kept->at);
    return kept->bad ? 0 : count;
}

void keep_text(struct kept *kept, char **text)
{
    const bool reads = kept->out == NULL;
    const gsize length = keep_count(kept, reads ? 0 : strlen(*text));
    *text = reads ? g_malloc0(length + 1) : *text;
    keep_raw(kept, *text, length);
    kept->bad |= reads && strlen(*text) != length;
}

/* A name or key, which lives on: those that the program has written are few. */
static void keep_name(struct kept *kept, const char **name)
{
    char *text = (char *)*name;
    keep_text(kept, &text);
    if (kept->out == NULL) {
        *name = g_intern_string(text);
        g_free(text);
    }
}

static void keep_values(struct kept *kept, struct values **values)
{
    struct values *all = kept->out == NULL ? values_new() : *values;
    const guint64 count = keep_count(kept, all != NULL ? all->named->len : 0);
    for (guint i = 0; all != NULL && i < count && !kept->bad; i++) {
        struct named named = { NULL, NULL };
        if (kept->out != NULL) {
            named = g_array_index(all->named, struct named, i);
        }
        keep_name(kept, &named.name);
        keep_phrase(kept, &named.phrase);
        if (kept->out == NULL) {
            with_phrase(all, named.name, named.phrase);
        }
    }
    *values = all;
}

static void keep_parts(struct kept *kept, struct phrase *phrase)
{
    phrase->parts = kept->out == NULL ? new_parts() : phrase->parts;
    const guint64 count = keep_count(kept, phrase->parts->len);
    for (guint i = 0; i < count && !kept->bad; i++) {
        struct phrase *part = kept->out != NULL ? phrase->parts->pdata[i] : NULL;
        keep_phrase(kept, &part);
        kept->bad |= part == NULL; /* no part is missing */
        if (kept->out == NULL) {
            g_ptr_array_add(phrase->parts, part);
        }
    }
}

/* What a phrase of each kind holds, in this order: its number, text, group, key, values, parts. */
static const char *const holds[] = {
    [PHRASE_TEXT] = "t",    [PHRASE_NUMBER] = "n",  [PHRASE_SWITCH] = "n",  [PHRASE_KEY] = "gkv",
    [PHRASE_PAGE] = "kv",   [PHRASE_JOINED] = "tp", [PHRASE_LISTED] = "kp", [PHRASE_SPAN] = "n",
    [PHRASE_MOMENT] = "nk", [PHRASE_DAY] = "n",     [PHRASE_ZONE] = "",     [PHRASE_LESSON] = "ntk",
};

static void keep_members(struct kept *kept, struct phrase *phrase)
{
    for (const char *member = holds[phrase->kind]; *member != '\0'; member++) {
        switch (*member) {
        case 'n':
            keep_number(kept, &phrase->number);
            break;
        case 't':
            keep_text(kept, &phrase->text);
            break;
        case 'v':
            keep_values(kept, &phrase->values);
            break;
        case 'p':
            keep_parts(kept, phrase);
            break;
        default:
            keep_name(kept, *member == 'g' ? &phrase->group : &phrase->key);
        }
    }
}

void keep_phrase(struct kept *kept, struct phrase **phrase)
{
    *phrase = kept->out != NULL ? *phrase : NULL;
    guint64 kind = *phrase != NULL ? (*phrase)->kind : 0;
    keep_size(kept, &kind);
    if (kept->out == NULL) {
        kept->bad |= kind >= G_N_ELEMENTS(holds) || (kind != 0 && holds[kind] == NULL) ||
                     kept->depth == PHRASE_DEPTH_MAX;
        *phrase = kind == 0 || kept->bad
                      ? NULL
                      : new_phrase((struct phrase){ .kind = (enum phrase_kind)kind });
    }
    if (*phrase != NULL) {
        kept->depth++;
        keep_members(kept, *phrase);
        kept->depth--;
    }
    if (kept->out == NULL && kept->bad) {
        g_clear_pointer(phrase, phrase_unref);
    }
}

GBytes *phrase_bytes(const struct phrase *phrase)
{
    struct kept kept = { .out = g_byte_array_new() };
    struct phrase *same = (struct phrase *)phrase;
    keep_phrase(&kept, &same);
    return g_byte_array_free_to_bytes(kept.out);
}

struct kept kept_in(GBytes *bytes)
{
    gsize length;
    const guint8 *at = g_bytes_get_data(bytes, &length);
    return (struct kept){ .at = at, .end = length > 0 ? at + length : at };
}

bool kept_whole(const struct kept *kept)
{
    return !kept->bad && kept->at == kept->end;
}

struct phrase *phrase_of_bytes(GBytes *bytes)
{
    struct kept kept = kept_in(bytes);
    struct phrase *phrase;
    keep_phrase(&kept, &phrase);
    if (!kept_whole(&kept)) {
        g_clear_pointer(&phrase, phrase_unref);
    }
    return phrase;
}

/* ---- phrases about a game ---- */

struct phrase *phrase_title(const struct game *game)
{
    return phrase_key(game->name, "title", NULL);
}

/* The words "KEY-1", "KEY-2"... that are a seat's. */
static struct phrase *of_seat(const struct game *game, const char *key, int seat)
{
    g_autofree char *numbered = g_strdup_printf("%s-%d", key, seat + 1);
    return phrase_key(game->name, g_intern_string(numbered), NULL);
}

struct phrase *phrase_seat(const struct game *game, int seat)
{
    return of_seat(game, "seat", seat);
}

struct phrase *phrase_colour(const struct game *game, int seat)
{
    return of_seat(game, "colour", game_colour(game, seat));
}

struct phrase *phrase_name(const struct game *game, struct phrase *const *names, int seat)
{
    return names != NULL ? phrase_ref(names[seat]) : phrase_seat(game, seat);
}

struct phrase *phrase_note(const struct game *game, const struct note *note,
                           const struct position *position, struct phrase *const *seat_names)
{
    static const char *const names[NOTE_ARGUMENTS] = { "1", "2", "3", "4", "5", "6" };
    struct values *values = values_new();
    for (int i = 0; i < NOTE_ARGUMENTS; i++) {
        const struct argument *argument = &note->argument[i];
        struct phrase *phrase = NULL;
        if (argument->kind == ARGUMENT_NUMBER) {
            phrase = phrase_number(argument->value);
        } else if (argument->kind == ARGUMENT_CELL) {
            phrase = phrase_taken(g_strndup(argument->text, sizeof argument->text));
        } else if (argument->kind == ARGUMENT_SEAT) {
            phrase = phrase_name(game, seat_names, argument->value);
        }
        with_phrase(values, names[i], phrase);
    }
    char move[MOVE_TEXT_MAX] = "";
    if (position != NULL && note->move.length > 0) {
        struct text text = text_in(move, sizeof move);
        game->print(position, &note->move, &text);
    }
    with_phrase(values, "move", phrase_text(move));
    return phrase_key(game->name, note->key, values);
}
