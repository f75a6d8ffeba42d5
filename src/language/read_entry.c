#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/form.h"
#include "language/line.h"
#include "language/plan_lines.h"
#include "language/said.h"
#include "language/spoken.h"
#include "language/understand.h"

/* ---- own words ---- */

void mail_text_begin(const struct grammar_context *context, char **lines, const char *kinds,
                     bool thanks_too, struct mail_text *mail)
{
    *mail = (struct mail_text){ context, lines, g_strdup(kinds), G_MAXSIZE };
    for (size_t i = 0; lines[i] != NULL; i++) {
        /* What programs write above a signed text (RFC 9580 section 7). */
        const bool armor = g_str_has_prefix(lines[i], "-----BEGIN PGP SIGNED MESSAGE-----") ||
                           g_str_has_prefix(lines[i], "Hash: SHA");
        const char kind = thanks_too && kinds[i] == 'e' ? 't' : kinds[i];
        mail->kinds[i] = armor ? 'q' : kind;
    }
}

void mail_text_clear(struct mail_text *mail)
{
    g_clear_pointer(&mail->kinds, g_free);
}

/* Cuts words that are too long, between characters, and sets *cut (NULL: not wanted) then. */
static void own_words_cut(GString *words, bool *cut)
{
    static const char sign[] = " ...";
    if (words->len > GRAMMAR_TEXT_MAX) {
        const size_t most = GRAMMAR_TEXT_MAX - strlen(sign);
        g_string_truncate(words, grapheme_fit(words->str, most));
        g_string_append(words, sign);
        if (cut != NULL) {
            *cut = true;
        }
    }
}

bool own_words_below_short(const struct mail_text *mail, size_t at)
{
    while (at > 0 && mail->kinds[at - 1] == 'w') {
        at--; /* the rest of a paragraph is whose its first line is */
    }
    return at > 0 && mail->kinds[at - 1] == 'q' && strlen(mail->lines[at - 1]) < LINE_UNBROKEN;
}

char *own_words(const struct mail_text *mail, size_t first, size_t end, bool *cut)
{
    g_autoptr(GString) words = g_string_new(NULL);
    bool gap = false;
    for (size_t i = first; i < end && mail->lines[i] != NULL; i++) {
        const char kind = mail->kinds[i];
        const bool below = kind == 'w' && i < mail->command_at && !own_words_below_short(mail, i);
        if (kind == 'q' || kind == LINE_TAKEN || below || words->len > GRAMMAR_TEXT_MAX) {
            continue;
        }
        g_autofree char *line = g_strchomp(g_utf8_make_valid(mail->lines[i], -1));
        if (kind == 'b' || *line == '\0') {
            gap = words->len > 0;
            continue;
        }
        g_string_append_printf(words, "%s%s", words->len == 0 ? "" : gap ? "\n\n" : "\n", line);
        gap = false;
    }
    own_words_cut(words, cut);
    return words->len > 0 ? g_string_free(g_steal_pointer(&words), FALSE) : NULL;
}

char *own_words_all(const struct mail_text *mail)
{
    bool cut = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, &cut);
    return cut ? NULL : g_steal_pointer(&words);
}

/* ---- the lines around a line ---- */

/* True if it is a lone word that only ends a broken sentence: "... whether I should / resign"; or a
 * name below "Cheers,". */
static bool is_rest(const struct mail_text *mail, size_t at)
{
    g_autofree char *line = near_move_inside(mail->lines[at], NULL, NULL);
    g_autofree char *plain = plain_text(line, -1);
    if (strpbrk(plain, "0123456789 ") != NULL || at == 0 || mail->kinds[at - 1] != 't') {
        return false;
    }
    g_autofree char *above = plain_text(mail->lines[at - 1], -1);
    g_autofree char *both = g_strconcat(above, "\n", plain, NULL);
    g_auto(Said) said;
    said_read(mail->context, both, &said);
    const struct said_word *last = said.count > 0 ? &said.word[said.count - 1] : NULL;
    const bool signs = last != NULL && last->kinds == WORD_COURTESY && last->meaning != NULL &&
                       (last->meaning->kinds & WORD_YES) != 0; /* though it may mean yes alone */
    return signs || (g_utf8_strlen(above, -1) >= LINE_UNBROKEN &&
                     strchr(".:!?;", above[strlen(above) - 1]) == NULL);
}

bool read_line_says(const char *text, const char *word)
{
    g_auto(Line) line;
    line_read(text, &line);
    return line.count == 1 && word_is(line_bare(&line, 0), word);
}

bool read_line_objects(const struct said *said, bool above)
{
    enum { REMARK_MOST = 4, TIME_MOST = 2 /* words */ };
    const size_t words = said->all.words;
    const unsigned kinds = said->all.kinds;
    const unsigned against = WORD_NOT | WORD_IF | (above ? 0 : WORD_NO);
    const bool few = words <= SENTENCE_ALONE_MOST;
    bool denies = false;
    for (size_t i = 0; i < said->count; i++) {
        const unsigned own = said->word[i].kinds;
        /* "No, d2-d1", "Actually no" */
        denies |= (said_begins_sentence(said, i) && (own & WORD_NO) != 0 &&
                   said_sentence_end(said, i) - i <= SENTENCE_ALONE_MOST) ||
                  (i + 1 == said->count && few && (own & (WORD_NOT | WORD_NO)) != 0);
    }
    const bool doubts = (said->asks && !above) || (kinds & against) != 0
                            ? words <= REMARK_MOST
                            : (kinds & WORD_TELLS) != 0 && words <= TIME_MOST;
    return (kinds & WORD_BACK) != 0 || (denies && !above && !said->all.to_others) ||
           (doubts && words > 0 && !said->all.to_others && !said->all.new_word);
}

/* ---- commands ---- */

struct command *read_line_as_written(struct command *command, const char *line)
{
    if (command != NULL) {
        g_free(command->line);
        command->line = g_strstrip(g_utf8_make_valid(line, -1));
    }
    return command;
}

/* True if a sign ties a word to the one before it: "pt-BR". */
static bool is_tied(const struct said *said, size_t word)
{
    const char *start = said->word[word].start;
    return start - said->plain > 1 && strchr("-=/", start[-1]) != NULL && start[-2] != ' ';
}

/* The line without courtesy, faces and bullets around it; with `signs` also one that has only signs
 * around it. *behind is what was cut off behind it and may be said to others (free with g_free;
 * NULL: nothing, or only "please"). NULL if nothing is left. Free with g_free. */
static char *tidied_line(const struct said *said, bool signs, char **behind)
{
    size_t first = 0, end = said->count;
    *behind = NULL;
    while (first < end && (said->word[first].kinds & WORD_COURTESY) != 0) {
        first++;
    }
    /* "e4-e5 Good luck, Bob" says it to him. */
    while (end > first && !is_tied(said, end - 1) &&
           ((said->word[end - 1].kinds & WORD_COURTESY) != 0 ||
            (said->word[end - 1].person && end - first > 1 &&
             (said->word[end - 2].kinds & WORD_COURTESY) != 0))) {
        end--;
    }
    const bool same = first == 0 && end == said->count && !signs;
    if (first >= end || same || !said->whole || said->asks || said_praises(said, first)) {
        return NULL;
    }
    bool plea = true;
    for (size_t i = end; i < said->count; i++) {
        plea &= (said->word[i].kinds & WORD_PLEA) != 0;
    }
    const struct said_word *last = &said->word[end - 1];
    const char *begin = first == 0 ? said->plain : said->word[first].start;
    const bool odd = end == said->count && said->signs; /* the signs may be a part of it */
    const char *stop = odd ? said->plain + strlen(said->plain) : last->start + last->length;
    if (!plea) {
        *behind = g_strstrip(g_strdup(said->word[end].start));
    }
    return g_strstrip(g_strndup(begin, (gsize)(stop - begin)));
}

/* The move in a line that has only signs or its number around it: "- e4-e5", "13. e4-e5". If
 * the number is that of another turn, the match refuses it later. NULL if the line is no such
 * move, or contains another board's number. */
static struct command *read_wrapped_move(const struct grammar_context *context, const char *line)
{
    gint64 turn, board;
    g_autofree char *inside = near_move_inside(line, &turn, &board);
    g_autofree char *plain = plain_text(inside, -1);
    g_autoptr(Command) command =
        names_turn(context, plain) ? grammar_parse_here(context, inside, NULL) : NULL;
    if (command == NULL || (board != 0 && board != context->board) ||
        (turn != 0 && (command->row->id != COMMAND_MOVE || command->has_ply))) {
        return NULL;
    }
    if (turn != 0) {
        command->has_ply = TRUE;
        command->ply = turn;
    }
    return read_line_as_written(g_steal_pointer(&command), line);
}

/* Reads a line in a form of the table as grammar_parse_here does, with courtesy or signs around it,
 * or a move with its number. */
static void read_form(const struct grammar_context *context, const char *line,
                      struct reading_entry *entry)
{
    const bool replies = context->reply != 0;
    struct command_refusal *refusal = &entry->refusal;
    g_autofree char *written = near_move_inside(line, NULL, NULL);
    g_auto(Said) words;
    said_read(context, written, &words);
    entry->command = grammar_parse_here(context, written, refusal);
    if ((replies && refusal->key != NULL) ||
        (entry->command != NULL && entry->command->row->text != TEXT_NONE)) {
        return;
    }
    /* Without "please", "show please" shows no player of that name. */
    g_autofree char *behind = NULL;
    g_autofree char *bare = tidied_line(&words, entry->command == NULL, &behind);
    g_autoptr(Command) tidied = bare != NULL ? grammar_parse_here(context, bare, NULL) : NULL;
    if (tidied != NULL && tidied->row->text == TEXT_NONE && tidied->password == NULL &&
        tidied->new_password == NULL) {
        command_refusal_clear(refusal);
        command_free(entry->command);
        entry->command = read_line_as_written(g_steal_pointer(&tidied), written);
        entry->comment = g_steal_pointer(&behind);
        return;
    }
    if (entry->command == NULL && replies) {
        entry->command = read_wrapped_move(context, line);
    }
}

/* Reads a line that means a command in words: an answer to what the letter asks, or a turn. NULL if
 * it means none. Free with command_free. */
static struct command *read_in_words(const struct grammar_context *context, const char *line)
{
    if (near_move_is_damaged(line)) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(context, line, &said);
    const char *answer = context->asks_gravely ? NULL : answer_meant(context, &said);
    const bool moves = (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0;
    g_autofree char *turn = answer == NULL && moves ? spoken_of_line(context, &said) : NULL;
    const bool waits = (said.all.cues & command_bit(COMMAND_QUEUE)) != 0; /* to be queued */
    g_autofree char *meant = turn != NULL && waits
                                 ? g_strjoin(" ", grammar_row(COMMAND_QUEUE)->name, turn, NULL)
                                 : g_strdup(turn);
    return read_line_as_written(answer != NULL  ? understand_line(context, answer)
                                : meant != NULL ? grammar_parse_here(context, meant, NULL)
                                                : NULL,
                                line);
}

/* ---- numbers of boards ---- */

/* What stands behind the number of a board in a line, as it was written: "117 e4-e5", and with its
 * title "Chess 117: e4-e5". NULL if the line begins with no number. Free with g_free. */
static char *behind_number(const struct grammar_context *context, const char *line, gint64 *board)
{
    enum { TITLE_MOST = 3 /* words: the board's game, "board", "no." */ };
    g_autofree char *bare = near_move_inside(line, NULL, NULL);
    g_auto(Plain) plain = { 0 };
    plain_read(bare, -1, &plain);
    g_auto(Said) said;
    said_read(context, plain.text, &said);
    g_autoptr(GString) title = g_string_new(NULL);
    size_t first = 0;
    for (; first < MIN(said.count, TITLE_MOST) && !g_ascii_isdigit(*said.word[first].start);
         first++) {
        const bool leads = (said.word[first].kinds & WORD_TITLE) != 0;
        g_string_append(title, leads ? "" : said.word[first].lower);
    }
    const char *at = plain.text + (first < said.count ? said.word[first].start - said.plain : 0);
    const struct word digits = { at, strspn(at, "0123456789") };
    if (context->context_of == NULL || digits.length == 0 ||
        (title->len > 0 && names_game(context, word_over(title->str)) == NULL) ||
        !names_board(digits, board, NULL, NULL)) {
        return NULL;
    }
    at += digits.length;
    const size_t sign =
        *at != '\0' && strchr(context->several ? ":.),=" : ":", *at) != NULL ? 1 : 0;
    if (sign == 0 && *at != ' ' && *at != '\0') {
        return NULL;
    }
    at += sign + strspn(at + sign, " ");
    return plain_written(&plain, at, strlen(at));
}

/* ---- entries ---- */

void reading_entry_free(struct reading_entry *entry)
{
    command_free(entry->command);
    command_refusal_clear(&entry->refusal);
    g_free(entry->comment);
    g_free(entry);
}

void reading_clear(struct reading *reading)
{
    g_clear_pointer(&reading->entries, g_ptr_array_unref);
    g_clear_pointer(&reading->comment, g_free);
    g_clear_pointer(&reading->not_done, g_free);
    g_clear_pointer(&reading->stop, g_free);
    g_clear_pointer(&reading->held, g_free);
    *reading = (struct reading){ 0 };
}

void read_entry_add(struct reading *reading, struct reading_entry *entry)
{
    reading->comment_cut |= entry->command != NULL && entry->command->text_cut;
    g_ptr_array_add(reading->entries, entry);
}

void read_entry_add_command(struct reading *reading, struct command *command)
{
    if (command != NULL) {
        struct reading_entry *entry = g_new0(struct reading_entry, 1);
        entry->command = command;
        read_entry_add(reading, entry);
    }
}

void read_entry_refuse(struct reading_entry *entry, const char *key)
{
    g_autoptr(Command) command = g_steal_pointer(&entry->command);
    entry->refusal.key = key;
    entry->refusal.line = g_strdup(command->line);
    entry->refusal.row = command->row;
}

void read_entry_complete_text(struct reading *reading, struct reading_entry *entry, char *below)
{
    g_autofree char *words = below;
    struct command *command = entry->command;
    if (command->text == NULL) {
        command->text = g_steal_pointer(&words);
    } else if (words != NULL) {
        g_autoptr(GString) both = g_string_new(command->text);
        g_string_append_printf(both, "\n%s", words);
        own_words_cut(both, &reading->comment_cut);
        g_free(command->text);
        command->text = g_strdup(both->str);
    }
    if (command->text == NULL && command->row->text == TEXT_NEEDED) {
        read_entry_refuse(entry, "missing-text");
    }
}

char *reading_words_shown(const struct grammar_context *context, const char *line)
{
    enum { SHOWN_MOST = 200 };
    if (grammar_may_hold_secret(context, line)) {
        g_auto(CommandRefusal) refusal = { 0 };
        g_autoptr(Command) command = grammar_parse(context, line, &refusal);
        return g_strdup(command != NULL ? command->line : refusal.line);
    }
    g_autofree char *whole = g_utf8_make_valid(line, -1);
    g_autofree char *cut = word_copy(word_over(g_strstrip(whole)), SHOWN_MOST);
    return g_strconcat(cut, strlen(cut) < strlen(whole) ? " ..." : "", NULL);
}

void read_entry_doubt(const struct grammar_context *context, const char *line,
                      struct reading_entry *entry)
{
    const bool damaged = near_move_is_damaged(line);
    entry->doubt = true;
    entry->refusal = (struct command_refusal){
        .key = damaged ? "damaged" : "near-move",
        .row = grammar_row(COMMAND_MOVE),
        .line = reading_words_shown(context, line),
        .suggestion = damaged ? NULL : near_move_within(context, line),
    };
}

const char *read_entry_plan_in(const struct grammar_context *context, const char *line)
{
    static const char begins[] =
        "^if\\s+(?:[a-z]\\d\\d?[hvneswx]?(?:[^a-z]|[a-z]\\d|$)|any\\s.*\\bthen\\b)"
        "|^(?:if|when)\\s.*\\b[a-z]\\d.*\\bthen\\b.*\\b[a-z]\\d";
    const char *plan = form_plan(line);
    const bool plays = (context->reply & REPLY_TO_MATCH) != 0 &&
                       (context->impossible & command_bit(COMMAND_PLAN)) == 0;
    return plays && plan != NULL && pattern_fits(plan, begins) ? plan : NULL;
}

void read_entry_plan(const struct grammar_context *context, const char *text,
                     struct reading_entry *entry)
{
    entry->command = grammar_parse_here(context, text, &entry->refusal);
    if (entry->command == NULL && entry->refusal.key == NULL) {
        g_auto(PlanLines) plan = { 0 };
        g_autofree char *plain = plain_text(text, -1);
        const char *fault = plan_lines_read(plain, &plan);
        entry->refusal = (struct command_refusal){
            .key = fault != NULL ? fault : "plan-long", /* the line is */
            .row = grammar_row(COMMAND_PLAN),
            .line = reading_words_shown(context, text),
        };
    }
}

/* ---- lines ---- */

/* Reads a line of a reply to a letter about one board, or about none. */
static void read_in_reply(const struct grammar_context *context, const char *line,
                          struct reading_entry *entry)
{
    read_form(context, line, entry);
    const struct command_row *row = entry->command != NULL ? entry->command->row : NULL;
    if (row != NULL && context->asks_gravely && (context->reply & REPLY_TO_CONFIRM) != 0 &&
        (row->id == COMMAND_CONFIRM || row->id == COMMAND_NO ||
         g_strcmp0(row->name, context->yes) == 0)) {
        g_clear_pointer(&entry->command, command_free); /* it is read from the whole text */
        g_clear_pointer(&entry->comment, g_free);
        return;
    }
    const char *plan = read_entry_plan_in(context, line);
    if (entry->command == NULL && entry->refusal.key == NULL && plan != NULL) {
        read_entry_plan(context, plan, entry);
    }
    if (entry->command == NULL && entry->refusal.key == NULL) {
        entry->command = read_in_words(context, line);
        entry->in_words = entry->command != NULL;
    }
    if (entry->command == NULL && entry->refusal.key == NULL &&
        (context->reply & REPLY_TO_MATCH) != 0 &&
        (near_move_is_damaged(line) || near_move_is(context, line))) {
        read_entry_doubt(context, line, entry);
    }
}

/* Reads a line that begins with the number of its board. It is refused if that is a board of the
 * writer's, or what is behind the number is in doubt. */
static void read_numbered(const struct grammar_context *context, const char *line,
                          struct reading_entry *entry)
{
    gint64 number = 0;
    g_autofree char *rest = behind_number(context, line, &number);
    if (rest == NULL) {
        return;
    }
    struct grammar_context there;
    const bool known = context->context_of(context->who, number, &there);
    if (!known) {
        there = *context; /* the answer will be that there is no such board */
        there.board = number;
        there.reply = REPLY_TO_MATCH;
    }
    g_autofree char *board = g_strdup_printf("%" G_GINT64_FORMAT, number);
    read_in_reply(&there, rest, entry);
    struct command *command = entry->command;
    char **text = command != NULL ? &command->line : &entry->refusal.suggestion;
    if (*text != NULL) {
        g_autofree char *behind = *text;
        *text = g_strconcat(board, " ", behind, NULL);
    }
    if (command != NULL) {
        command->board = number;
    } else if (entry->refusal.key == NULL && known) {
        entry->refusal.key = "unknown-at-board";
        entry->refusal.row = grammar_row(COMMAND_MOVE);
        entry->refusal.word = g_steal_pointer(&board);
    }
    if (entry->refusal.key != NULL) {
        g_free(entry->refusal.line);
        entry->refusal.line = reading_words_shown(context, line);
    }
}

/* Reads a line of a mail to the plain address. */
static void read_in_mail(const struct grammar_context *context, const char *line,
                         struct reading_entry *entry)
{
    enum { SENTENCE_LEAST = 4 /* words; a misspelt command has fewer */ };
    gint64 number, board;
    g_autofree char *inside = near_move_inside(line, &number, &board);
    const char *sign = line + strspn(line, " 0123456789");
    const bool listed = (board == 0 || *sign == ')') && !g_str_equal(line, inside) &&
                        grammar_begins_command(context, inside);
    read_form(context, listed ? inside : line, entry);
    /* What cannot be undone needs the exact line; and lists in our own letters have dashes. */
    if (entry->command != NULL && listed && (entry->command->row->ends || *sign == '-')) {
        entry->refusal.suggestion = g_strdup(entry->command->line);
        read_entry_refuse(entry, "wrong-form");
    }
    if (entry->command != NULL || listed) {
        return;
    }
    g_auto(Said) said;
    said_read(context, line, &said);
    struct command_refusal *refusal = &entry->refusal;
    const bool unknown = refusal->row == NULL && strcmp(refusal->key, "unknown") == 0;
    const bool slip = unknown && refusal->suggestion != NULL && said.count < SENTENCE_LEAST;
    entry->doubt = slip || (refusal->row != NULL && refusal->row->id == COMMAND_MOVE) ||
                   near_move_is_damaged(line) || near_move_is(context, line);
    if (unknown && !entry->doubt) {
        command_refusal_clear(refusal);
    }
}

/* Reads a line of a reply to a letter about several boards that begins with no number. Asks which
 * board it is meant for if it is a move, or looks like one, or names a command and nothing else. */
static void read_unnumbered(const struct grammar_context *context, const char *line,
                            struct reading_entry *entry)
{
    struct grammar_context of_board = *context;
    of_board.reply = REPLY_TO_MATCH | REPLY_TO_CHALLENGE; /* "Watch this" is talk there, too */
    g_autofree char *written = near_move_inside(line, NULL, NULL);
    entry->command = grammar_parse_here(&of_board, written, NULL);
    if (entry->command == NULL || !entry->command->apart) {
        command_free(entry->command);
        entry->command = grammar_parse(context, written, NULL);
        if (entry->command != NULL && entry->command->row->tier == TIER_LOOK) {
            entry->command->apart = entry->command->board == 0; /* "help" */
        }
    }
    if (entry->command != NULL && (entry->command->board != 0 || entry->command->apart)) {
        return;
    }
    g_clear_pointer(&entry->command, command_free); /* else it is talk here */
    g_autoptr(ReadingEntry) alone = g_new0(struct reading_entry, 1);
    read_in_reply(&of_board, written, alone);
    const struct command *command = alone->command;
    if (command == NULL && alone->refusal.row == grammar_row(COMMAND_PLAN)) {
        read_entry_plan(&of_board, form_plan(written), entry); /* no words of a plan are talk */
        return;
    }
    const char *meant = command == NULL                   ? alone->refusal.suggestion
                        : command->row->text == TEXT_NONE ? command->line
                                                          : NULL;
    if (meant != NULL || near_move_is_damaged(line)) {
        entry->doubt = command == NULL;
        entry->refusal.key = meant != NULL ? "which-board" : "damaged";
        entry->refusal.row = command != NULL ? command->row : grammar_row(COMMAND_MOVE);
        entry->refusal.line = reading_words_shown(context, line);
        entry->refusal.word = g_strdup(meant);
    }
}

struct reading_entry *read_line(const struct mail_text *mail, size_t at)
{
    const struct grammar_context *context = mail->context;
    const bool replies = context->reply != 0 && !context->several;
    g_autoptr(ReadingEntry) entry = g_new0(struct reading_entry, 1);
    if ((replies || context->several) && is_rest(mail, at)) {
        return NULL;
    }
    (replies ? read_in_reply : read_numbered)(context, mail->lines[at], entry);
    if (!replies && entry->command == NULL && entry->refusal.key == NULL) {
        (context->several ? read_unnumbered : read_in_mail)(context, mail->lines[at], entry);
    }
    const bool talk = entry->command == NULL && entry->refusal.key == NULL;
    return talk ? NULL : g_steal_pointer(&entry);
}
