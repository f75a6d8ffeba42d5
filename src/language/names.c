#include "language/names.h"

#include <string.h>

enum {
    GAME_LETTERS_LEAST = 3,
    COMMAND_LETTERS_LEAST = 4,
    NAME_LEAST = 2,
    NUMBER_DIGITS_MOST = 9,
};

/* Words of the language, those of commands this server does not offer too:
 * a player's name must not be mistaken for one, now or later. The names of
 * the rows are not repeated. */
static const char *const keywords[] = {
    "accounts", "active",     "again",    "all",         "ascii",    "autoplay",  "back",
    "board",    "boards",     "branch",   "cell",        "chall",    "clocks",    "commands",
    "daily",    "digest",     "drop",     "else",        "end",      "everyone",  "export",
    "finding",  "flip",       "former",   "game",        "history",  "html",      "if",
    "list",     "me",         "message",  "multiple",    "name",     "new",       "next",
    "no",       "nobody",     "note",     "notes",       "notify",   "off",       "on",
    "operator", "option",     "options",  "other",       "pass",     "playing",   "ply",
    "position", "postmaster", "postmove", "prev",        "privacy",  "propose",   "quit",
    "rating",   "replay",     "server",   "set",         "signoff",  "standings", "stop",
    "sub",      "subscribe",  "thanks",   "then",        "timezone", "token",     "topic",
    "tutorial", "unicode",    "unsub",    "unsubscribe", "unwatch",  "vacation",  "watch",
    "watching", "wide",       NULL
};

const char *names_game(const struct grammar_context *context, struct word word)
{
    int whole = word_among(word, context->games);
    if (whole >= 0) {
        return context->games[whole];
    }
    const char *found = NULL;
    for (int i = 0; context->games[i] != NULL; i++) {
        if (word.length >= GAME_LETTERS_LEAST && word_begins(word, context->games[i])) {
            if (found != NULL) {
                return NULL;
            }
            found = context->games[i];
        }
    }
    return found;
}

bool names_in_full(struct word word, const struct command_row *row)
{
    return word_is(word, row->name) ||
           (row->aliases != NULL && word_among(word, row->aliases) >= 0);
}

static bool row_begins(const struct command_row *row, struct word word)
{
    if (row->exact || word.length < COMMAND_LETTERS_LEAST) {
        return false;
    }
    if (word_begins(word, row->name)) {
        return true;
    }
    for (int i = 0; row->aliases != NULL && row->aliases[i] != NULL; i++) {
        if (word_begins(word, row->aliases[i])) {
            return true;
        }
    }
    return false;
}

const struct command_row *names_command(struct word word)
{
    const struct command_row *found = NULL;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return row;
        }
    }
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (row_begins(row, word)) {
            if (found != NULL) {
                return NULL;
            }
            found = row;
        }
    }
    return found;
}

/* The bytes of a cell's name at the start, a letter and one or two digits; 0:
 * there is none. */
static size_t cell_length(const char *start, size_t length)
{
    if (length < 2 || !g_ascii_isalpha(start[0]) || !g_ascii_isdigit(start[1])) {
        return 0;
    }
    if (length == 2 || !g_ascii_isdigit(start[2])) {
        return 2;
    }
    return length > 3 && g_ascii_isdigit(start[3]) ? 0 : 3;
}

static bool is_sign(char c)
{
    return g_ascii_ispunct(c);
}

bool names_cells(struct word word)
{
    size_t at = 0;
    bool after_cell = false;
    while (at < word.length) {
        size_t cell = cell_length(word.start + at, word.length - at);
        bool letter = after_cell && strchr("hvneswxHVNESWX", word.start[at]) != NULL;
        if (cell == 0 && !letter && !is_sign(word.start[at])) {
            return false;
        }
        at += cell > 0 ? cell : 1;
        after_cell = cell > 0;
    }
    return true;
}

bool names_cell_first(struct word word)
{
    size_t cell = cell_length(word.start, word.length);
    return cell > 0 && (cell == word.length || is_sign(word.start[cell]) || names_cells(word));
}

static bool has_name_form(struct word word)
{
    if (word.length < NAME_LEAST || word.length > GRAMMAR_NAME_MAX ||
        !g_ascii_isalpha(word.start[0])) {
        return false;
    }
    for (size_t i = 1; i < word.length; i++) {
        if (!g_ascii_isalnum(word.start[i]) && word.start[i] != '_' && word.start[i] != '-') {
            return false;
        }
    }
    return true;
}

bool names_reserved(const struct grammar_context *context, struct word word)
{
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        if (names_in_full(word, row)) {
            return true;
        }
    }
    return word_among(word, keywords) >= 0 || word_among(word, context->games) >= 0 ||
           names_cell_first(word);
}

const char *names_player_fault(const struct grammar_context *context, struct word word)
{
    if (!has_name_form(word)) {
        return "name-form";
    }
    return names_reserved(context, word) ? "name-taken-word" : NULL;
}

/* A number of at most NUMBER_DIGITS_MOST digits that is all of the text. */
static bool read_number(const char *start, size_t length, gint64 *number)
{
    if (length == 0 || length > NUMBER_DIGITS_MOST) {
        return false;
    }
    *number = 0;
    for (size_t i = 0; i < length; i++) {
        if (!g_ascii_isdigit(start[i])) {
            return false;
        }
        *number = *number * 10 + (start[i] - '0');
    }
    return true;
}

size_t names_ply(struct word word, gboolean *has_ply, gint64 *ply)
{
    size_t sign = word.length;
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] == '#') {
            sign = i;
        }
    }
    if (sign == word.length) {
        return sign;
    }
    bool negative = sign + 1 < word.length && word.start[sign + 1] == '-';
    size_t digits = sign + (negative ? 2 : 1);
    gint64 number = 0;
    if (!read_number(word.start + digits, word.length - digits, &number)) {
        return word.length;
    }
    *has_ply = TRUE;
    *ply = negative ? -number : number;
    return sign;
}

bool names_board(struct word word, gint64 *board, gboolean *has_ply, gint64 *ply)
{
    if (word.length > 0 && word.start[0] == '#') {
        word.start++;
        word.length--;
    }
    if (ply != NULL) {
        word.length = names_ply(word, has_ply, ply);
    }
    return read_number(word.start, word.length, board) && *board > 0;
}

bool grammar_name_allowed(const struct grammar_context *context, const char *name, const char **key)
{
    static const char former[] = "former-"; /* who has left is shown so */
    const char *fault = names_player_fault(context, word_over(name));
    if (fault == NULL && g_ascii_strncasecmp(name, former, strlen(former)) == 0) {
        fault = "name-taken-word";
    }
    if (fault != NULL) {
        *key = fault;
    }
    return fault == NULL;
}
