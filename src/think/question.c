#include "think/question.h"

#include <string.h>

#include "base/error.h"
#include "base/plain.h"

/* What the lines say, until the match can be made. */
struct asked {
    const struct game *game;
    char *options, *start, *position;
    GPtrArray *turns; /* char *, as "1 e1-d2" */
    guint64 version, rules, seats, seat, level, clock;
};

static const char unreadable[] = "this line cannot be read:";
static const char missing[] = "the question lacks the line";

static bool refuse(GError **error, const char *why, const char *line)
{
    g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "%s \"%.100s\"", why, line);
    return false;
}

static const struct {
    const char *name;
    unsigned bit;
} offers[] = { { "draw", QUESTION_DRAW },
               { "undo", QUESTION_UNDO },
               { "challenge", QUESTION_CHALLENGE } };

static bool take_open(struct question *question, const char *value)
{
    for (size_t i = 0; i < G_N_ELEMENTS(offers); i++) {
        if (g_str_equal(value, offers[i].name)) {
            question->open |= offers[i].bit;
            return true;
        }
    }
    return false;
}

/* Takes a line. False if its value cannot be; a key that is not known is skipped. */
static bool take_line(struct question *question, struct asked *asked, const char *key,
                      const char *value)
{
    const struct {
        const char *key;
        guint64 least, most;
        guint64 *number;
        char **text; /* which is said once */
    } keys[] = {
        { "postmove", 1, QUESTION_VERSION, &asked->version, NULL },
        { "match", 1, G_MAXINT64, &question->number, NULL },
        { "seats", 1, SEATS_MAX, &asked->seats, NULL },
        { "seat", 1, SEATS_MAX, &asked->seat, NULL },
        { "rules", 1, G_MAXUINT16, &asked->rules, NULL },
        { "level", 1, QUESTION_LEVEL_MAX, &asked->level, NULL },
        { "clock", 0, G_MAXINT32, &asked->clock, NULL },
        { "options", .text = &asked->options },
        { "start", .text = &asked->start },
        { "position", .text = &asked->position },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(keys); i++) {
        char **text = keys[i].text;
        if (!g_str_equal(key, keys[i].key)) {
            continue;
        }
        if (text == NULL) {
            return g_ascii_string_to_unsigned(value, 10, keys[i].least, keys[i].most,
                                              keys[i].number, NULL);
        }
        const bool first = *text == NULL;
        *text = first ? g_strdup(value) : *text;
        return first;
    }
    if (g_str_equal(key, "game")) {
        asked->game = registry_find(value);
        return asked->game != NULL;
    }
    if (g_str_equal(key, "turn")) {
        g_ptr_array_add(asked->turns, g_strdup(value));
        return asked->turns->len <= QUESTION_TURNS_MAX;
    }
    if (g_str_equal(key, "open")) {
        return take_open(question, value);
    }
    if (g_str_equal(key, "offered") && g_str_equal(value, "draw")) {
        question->open |= QUESTION_OWN_DRAW;
    }
    return true;
}

/* Adds the turns to the match. */
static bool play_turns(struct match *match, const GPtrArray *turns, GError **error)
{
    for (guint i = 0; i < turns->len; i++) {
        char *end = NULL;
        const char *line = turns->pdata[i];
        const guint64 seat = g_ascii_strtoull(line, &end, 10);
        if (seat < 1 || seat > match->options.setup.seats || *end != ' ') {
            return refuse(error, unreadable, line);
        }
        if (!match_record(match, (int)seat - 1, end + 1, error)) {
            return false;
        }
    }
    return true;
}

/* Makes the match of what the lines say. */
static bool make_match(struct question *question, const struct asked *asked, GError **error)
{
    struct options options;
    const char *reason = NULL;
    struct note note = { .key = NULL };
    const char *lacks = asked->version == 0   ? "postmove"
                        : asked->game == NULL ? "game"
                        : asked->seats == 0   ? "seats"
                        : asked->seat == 0    ? "seat"
                                              : NULL;
    if (lacks != NULL) {
        return refuse(error, missing, lacks);
    }
    const bool fits = options_read(&options, asked->game,
                                   asked->options != NULL ? asked->options : "", &reason) &&
                      options_seats(&options, asked->game, (int)asked->seats) &&
                      asked->seat <= asked->seats && asked->rules <= asked->game->rules;
    options.setup.rules = asked->rules != 0 ? (uint16_t)asked->rules : asked->game->rules;
    question->match = fits ? match_new(asked->game, &options, asked->start, &note) : NULL;
    question->seat = (int)asked->seat - 1;
    question->level = (int)asked->level;
    question->clock = (gint64)asked->clock;
    if (question->match == NULL) {
        return refuse(error, unreadable, asked->start != NULL ? asked->start : "options");
    }
    if (!play_turns(question->match, asked->turns, error)) {
        return false;
    }
    g_autofree char *now = match_position(question->match);
    return asked->position == NULL || g_str_equal(asked->position, now) ||
           refuse(error, unreadable, asked->position);
}

bool question_read(const char *text, struct question *question, GError **error)
{
    *question = (struct question){ .seat = -1 };
    struct asked asked = { .turns = g_ptr_array_new_with_free_func(g_free), .clock = G_MAXINT64 };
    g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
    bool good = true, whole = false;
    for (char **line = lines; *line != NULL && good && !whole; line++) {
        g_strchomp(*line);
        g_auto(GStrv) parts = g_strsplit(*line, " ", 2);
        whole = g_str_equal(*line, "end");
        if (parts[0] != NULL && !whole) {
            good = take_line(question, &asked, parts[0], parts[1] != NULL ? parts[1] : "") ||
                   refuse(error, unreadable, *line);
        }
    }
    good = good && (whole || refuse(error, missing, "end")) && make_match(question, &asked, error);
    g_free(asked.options);
    g_free(asked.start);
    g_free(asked.position);
    g_ptr_array_unref(asked.turns);
    return good;
}

void question_clear(struct question *question)
{
    g_clear_pointer(&question->match, match_free);
}

/* ---- writing ---- */

char *question_write(const struct question *question)
{
    const struct match *match = question->match;
    const struct setup *setup = &match->options.setup;
    g_autofree char *options = options_text(&match->options, match->game);
    g_autoptr(Match) first = match_at(match, 0);
    g_autofree char *start = match_position(first);
    g_autofree char *now = match_position(match);
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "postmove %d\n", QUESTION_VERSION);
    if (question->number != 0) {
        g_string_append_printf(text, "match %" G_GUINT64_FORMAT "\n", question->number);
    }
    g_string_append_printf(text, "game %s\nrules %d\noptions %s\nseats %d\nseat %d\n",
                           match->game->name, setup->rules, options, setup->seats,
                           question->seat + 1);
    g_string_append_printf(text, "start %s\nposition %s\n", start, now);
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        g_string_append_printf(text, "turn %d %s\n", turn->seat + 1, turn->text);
    }
    if (question->clock != G_MAXINT64) {
        g_string_append_printf(text, "clock %" G_GINT64_FORMAT "\n",
                               CLAMP(question->clock, 0, G_MAXINT32));
    }
    if (question->level != 0) {
        g_string_append_printf(text, "level %d\n", question->level);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(offers); i++) {
        if ((question->open & offers[i].bit) != 0) {
            g_string_append_printf(text, "open %s\n", offers[i].name);
        }
    }
    g_string_append(text,
                    (question->open & QUESTION_OWN_DRAW) != 0 ? "offered draw\nend\n" : "end\n");
    return g_string_free(g_steal_pointer(&text), FALSE);
}

/* ---- answers ---- */

static bool is_answer(const char *line)
{
    static const char *const words[] = { "resign",       "accept",       "reject",        "draw",
                                         "reject early", "reject ahead", "reject moving", NULL };
    return g_strv_contains(words, line) ||
           (g_str_has_prefix(line, "move ") && strlen(line) <= MATCH_LINE_MAX);
}

/* Takes a line of an answer, without the blanks around it. False if an answer has no such line, or
 * has one already. */
static bool take_answer(struct answer *answer, const char *line)
{
    static const char chat[] = "chat ";
    if (*line == '\0') {
        return true;
    }
    if (g_str_has_prefix(line, chat) && answer->chat == NULL && answer->line == NULL) {
        answer->chat = g_strdup(line + strlen(chat));
        return true;
    }
    const bool good = answer->line == NULL && is_answer(line);
    answer->line = good ? g_strdup(line) : answer->line;
    return good;
}

/* True if the text can be shown: UTF-8, without control characters in its lines. */
static bool is_text(const char *printed, size_t length)
{
    if (!g_utf8_validate(printed, (gssize)length, NULL)) {
        return false;
    }
    g_autofree char *text = g_strndup(printed, length);
    return !pattern_fits(text, "(?-i)[\\x00-\\x09\\x0b\\x0c\\x0e-\\x1f\\x7f]|\\xc2[\\x80-\\x9f]");
}

bool answer_read(const char *printed, size_t length, struct answer *answer, GError **error)
{
    *answer = (struct answer){ 0 };
    printed = length > 0 ? printed : "";
    if (length > ANSWER_MAX || !is_text(printed, length)) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO,
                    length > ANSWER_MAX ? "the answer is longer than %d bytes"
                                        : "the answer is no plain UTF-8 text (at most %d bytes)",
                    ANSWER_MAX);
        return false;
    }
    g_autofree char *text = g_strndup(printed, length);
    g_auto(GStrv) lines = g_strsplit(text, "\n", 0);
    bool good = true;
    for (char **line = lines; *line != NULL && good; line++) {
        good = take_answer(answer, g_strstrip(*line)) || refuse(error, unreadable, *line);
    }
    if (good && answer->line == NULL) {
        g_set_error(error, POSTMOVE_ERROR, POSTMOVE_ERROR_NO, "there is no answer");
    }
    return good && answer->line != NULL;
}

void answer_clear(struct answer *answer)
{
    g_clear_pointer(&answer->line, g_free);
    g_clear_pointer(&answer->chat, g_free);
}
