#include "language/below_command.h"

#include <string.h>

#include "base/grapheme.h"
#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/said.h"

/* ---- the writer's own words ---- */

void own_words_cut(GString *words, bool *cut)
{
    static const char sign[] = " ...";
    if (words->len > GRAMMAR_TEXT_MAX) {
        const size_t most = GRAMMAR_TEXT_MAX - strlen(sign);
        g_string_truncate(words, grapheme_fit(words->str, most));
        g_string_append(words, sign);
        *cut = true;
    }
}

char *own_words(const struct mail_text *mail, size_t *at, bool to_dot, bool *cut)
{
    g_autoptr(GString) words = g_string_new(NULL);
    bool gap = false;
    for (; mail->lines[*at] != NULL; (*at)++) {
        g_autofree char *plain = to_dot ? plain_text(mail->lines[*at], -1) : NULL;
        if (g_strcmp0(plain, ".") == 0) {
            (*at)++;
            break;
        }
        if (mail->kinds[*at] == OWN_WORDS_END) {
            break;
        }
        if (mail->kinds[*at] == 'q' || words->len > GRAMMAR_TEXT_MAX) {
            continue;
        }
        g_autofree char *line = g_utf8_make_valid(mail->lines[*at], -1);
        g_strchomp(line);
        if (mail->kinds[*at] == 'b' || *line == '\0') {
            gap = words->len > 0;
            continue;
        }
        g_string_append_printf(words, "%s%s", words->len == 0 ? "" : gap ? "\n\n" : "\n", line);
        gap = false;
    }
    own_words_cut(words, cut);
    return words->len > 0 ? g_string_free(g_steal_pointer(&words), FALSE) : NULL;
}

/* True for what programs write above a signed text (RFC 9580 section 7). */
static bool is_armor(const char *line)
{
    return g_str_has_prefix(line, "-----BEGIN PGP SIGNED MESSAGE-----") ||
           g_str_has_prefix(line, "Hash: SHA");
}

char *own_kinds(const struct mail_text *mail)
{
    char *kinds = g_strdup(mail->kinds);
    for (size_t i = 0; mail->lines[i] != NULL; i++) {
        const bool own =
            i > 0 && mail->kinds[i - 1] == 'q' && strlen(mail->lines[i - 1]) < REPLY_LINE_UNBROKEN;
        kinds[i] = (kinds[i] == 'w' && !own) || is_armor(mail->lines[i]) ? 'q' : kinds[i];
    }
    return kinds;
}

char *own_words_all(const struct mail_text *mail, bool *cut)
{
    g_autofree char *kinds = own_kinds(mail);
    const struct mail_text words = { mail->context, mail->lines, kinds };
    size_t first = 0;
    return own_words(&words, &first, false, cut);
}

/* ---- a second command ---- */

/* What a line below the first command asks for. */
struct asked {
    const struct command_row *row; /* NULL: nothing, it is talk */
    char *line;                    /* without secrets; free with g_free */
};

/* True if a line that is a command's name and at most one word may ask for that command
 * without its number, as "resign" and "queue e4-e5" do. "Forget it!" is talk. */
static bool may_ask_unnumbered(const struct line *words)
{
    const struct word *second = &words->word[1];
    return words->count == 1 ||
           (words->count == 2 && strcspn(second->start, "0123456789") < second->length);
}

/* What a line below the first command asks for. Below a Subject a line may ask for a command
 * even if it is not one as it is. */
static struct asked asked_below(const struct mail_text *mail, size_t at)
{
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = NULL;
    if (mail->context->reply != 0) {
        g_autofree char *said = NULL;
        command = reply_line_command(mail, at, &refusal, &said);
        if (command == NULL && refusal.row == NULL) {
            command = reply_line_numbered(mail->context, mail->lines[at]);
        }
    } else if (!reply_line_is_rest(mail, at)) {
        g_auto(Line) words;
        line_read(mail->lines[at], &words);
        if (words.count > 0 && names_turn(mail->context, mail->lines[at])) {
            return (struct asked){ .row = grammar_row(COMMAND_MOVE),
                                   .line = g_strstrip(g_strdup(words.plain.text)) };
        }
        if (grammar_begins_command(mail->context, mail->lines[at])) {
            command = grammar_parse(mail->context, mail->lines[at], &refusal);
        }
        if (command == NULL && !may_ask_unnumbered(&words)) {
            command_refusal_clear(&refusal);
        }
    }
    struct asked asked = { .row = command != NULL ? command->row : refusal.row };
    asked.line = g_strdup(command != NULL ? command->line : refusal.line);
    command_refusal_clear(&refusal);
    return asked;
}

/* True if a line with this command is hardly meant for other players: it is one of a board's
 * own commands, or ends something. "Watch this!" is talk, and so are commands that only look. */
static bool is_no_talk(const struct command_row *row)
{
    bool board = (row->reply & (REPLY_TO_MATCH | REPLY_TO_CHALLENGE)) != 0;
    return row->level >= LEVEL_PROVEN && (board || row->ends) && !row->chatty;
}

/* The letters and digits of a line, in lower case. Free with g_free. */
static char *letters_of(const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    char *letters = g_ascii_strdown(plain, -1), *end = letters;
    for (const char *at = letters; *at != '\0'; at++) {
        if (g_ascii_isalnum(*at)) {
            *end++ = *at;
        }
    }
    *end = '\0';
    return letters;
}

/* True if a line repeats the first command, maybe with other signs; of a move, maybe only its
 * end. */
static bool says_again(const struct asked *asked, const struct command *first)
{
    if (asked->line == NULL || asked->row != first->row) {
        return false;
    }
    g_autofree char *below = letters_of(asked->line), *above = letters_of(first->line);
    bool end = first->row->id == COMMAND_MOVE && *below != '\0' && g_str_has_suffix(above, below);
    return end || strcmp(below, above) == 0;
}

const struct command_row *second_command(const struct mail_text *mail, const struct command *first,
                                         size_t at, char **found)
{
    *found = NULL;
    for (; mail->lines[at] != NULL; at++) {
        bool own = mail->kinds[at] == 't' ||
                   mail->kinds[at] == 'e'; /* not 'w', which may be the rest of a quote */
        struct asked asked = own ? asked_below(mail, at) : (struct asked){ 0 };
        const bool looks = first->row->tier == TIER_LOOK; /* nothing beside it is a comment */
        if (asked.row != NULL && (looks || is_no_talk(asked.row)) && !says_again(&asked, first)) {
            *found = asked.line;
            return asked.row;
        }
        g_free(asked.line);
    }
    return NULL;
}

bool may_hold_secret(const struct grammar_context *context, const char *line)
{
    g_auto(Said) said;
    said_read(context, line, &said);
    bool cue = false;
    for (size_t i = 0; i < said.count; i++) {
        const struct meaning *meaning = said.word[i].meaning;
        cue |= meaning != NULL && meaning->cues[0] == COMMAND_PASSWORD;
    }
    const struct word first =
        said.count > 0 ? (struct word){ said.word[0].start, said.word[0].length } : word_over("");
    const struct command_row *named = names_command(first);
    const struct command_row *row = named != NULL ? named : suggest_any_command(first);
    /* A command of an account, or a slip of one: "adress add ann@private.example". */
    const bool account = row != NULL && row->level >= LEVEL_PROVEN && row->tier == TIER_GRAVE &&
                         !row->ends && said.count > 1;
    return cue || account || grammar_may_hold_secret(context, line);
}
