#include "language/reply_line.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/near_move.h"
#include "language/phrase_book.h"
#include "language/phrases.h"

/* ---- the rest of the line above ---- */

/* True if a program broke the line above, and this one is the rest of it: the line above is
 * long and ends in the middle of a sentence. */
static bool goes_on(const struct mail_text *mail, size_t at)
{
    enum { LONG_LINE = 50 };
    if (at == 0 || mail->kinds[at - 1] != 't') {
        return false;
    }
    g_autofree char *above = plain_text(mail->lines[at - 1], -1);
    return g_utf8_strlen(above, -1) >= LONG_LINE &&
           strchr(".:!?;", above[strlen(above) - 1]) == NULL;
}

/* True if the writer's own line above ends with a word after which the sentence must go on: "I
 * would never". */
static bool is_left_open(const struct mail_text *mail, size_t at)
{
    while (at > 0 && mail->kinds[at - 1] == 'b') {
        at--;
    }
    g_auto(Line) line;
    line_read(at > 0 && mail->kinds[at - 1] == 't' ? mail->lines[at - 1] : "", &line);
    return line.count > 0 && phrase_book_has(PHRASE_GOES_ON, line.word[line.count - 1]);
}

bool reply_line_is_rest(const struct mail_text *mail, size_t at)
{
    g_autofree char *line = near_move_without_signs(mail->lines[at]);
    g_autofree char *plain = plain_text(line, -1);
    return strpbrk(plain, "0123456789 ") == NULL && (goes_on(mail, at) || is_left_open(mail, at));
}

bool reply_line_says(const char *line)
{
    enum { GREETING_MOST = 3 };
    g_auto(Line) words;
    line_read(line, &words);
    const char *plain = words.plain.text;
    /* Programs write this above a signed text (RFC 9580 section 7). */
    if (strcmp(plain, "-----BEGIN PGP SIGNED MESSAGE-----") == 0 ||
        g_str_has_prefix(plain, "Hash: SHA")) {
        return false;
    }
    if (words.count == 0 || words.count > GREETING_MOST) {
        return words.count > 0;
    }
    struct word first = words.word[0];
    while (first.length > 0 && g_ascii_ispunct(first.start[first.length - 1])) {
        first.length--;
    }
    bool leads = strchr(",:", words.end[-1]) != NULL;
    bool word = plain[strspn(plain, " -+=*_.,:;!?()~")] != '\0';
    return !leads && word && !phrase_book_has(PHRASE_GREETING, first);
}

bool reply_line_retracts(const char *line)
{
    g_autofree char *plain = plain_text(line, -1);
    g_autofree char *lower = g_utf8_strdown(plain, -1);
    bool found = false;
    for (const struct phrase_book *const *book = phrase_books; *book != NULL; book++) {
        const char *const *phrase = (*book)->of[PHRASE_RETRACTS];
        for (; phrase != NULL && *phrase != NULL && !found; phrase++) {
            const size_t length = strlen(*phrase);
            for (const char *at = strstr(lower, *phrase); at != NULL && !found;
                 at = strstr(at + 1, *phrase)) {
                found = (at == lower || !g_ascii_isalnum(at[-1])) && !g_ascii_isalnum(at[length]);
            }
        }
    }
    return found;
}

/* ---- commands ---- */

/* True if the text of a `chat` begins with the number of the letter's board, which is not part
 * of the message. */
static bool names_own_board(const struct grammar_context *context, const struct command *command)
{
    bool says = command->row->id == COMMAND_CHAT && command->text != NULL;
    g_autofree char *text = plain_text(says ? command->text : "", -1);
    struct word first = { .start = text, .length = strcspn(text, " ") };
    gint64 board = 0;
    return first.length > 0 && names_board(first, &board, NULL, NULL) && board == context->board;
}

/* The command that a phrase means, shown as it was written. */
static struct command *as_written(struct command *command, const char *line)
{
    if (command != NULL) {
        g_free(command->line);
        command->line = g_strstrip(g_utf8_make_valid(line, -1));
    }
    return command;
}

/* The move in a line that has only signs or its number around it: "- e4-e5", "13. e4-e5". If
 * the number is that of another turn, the match refuses it later. NULL if the line is no such
 * move, or contains another board's number. */
static struct command *read_wrapped_move(const struct grammar_context *context, const char *line)
{
    enum near_move_number kind;
    gint64 number = 0;
    g_autofree char *inside = near_move_unwrap(line, &kind, &number);
    g_autoptr(Command) command =
        names_turn(context, inside) ? grammar_parse_short(context, inside) : NULL;
    bool numbered = kind == NEAR_MOVE_TURN;
    bool fits = command != NULL && (kind != NEAR_MOVE_BOARD || number == context->board) &&
                (!numbered || (command->row->id == COMMAND_MOVE && !command->has_ply));
    if (!fits) {
        return NULL;
    }
    if (numbered) {
        command->has_ply = TRUE;
        command->ply = number;
    }
    g_free(command->line);
    command->line = g_strstrip(g_strdup(line));
    return g_steal_pointer(&command);
}

/* A line with a turn in words as a line of the language, with the command that may stand before it:
 * "queue d two to c three". NULL if the line holds no turn. Free with g_free. */
static char *turn_in_words(const struct grammar_context *context, const char *line)
{
    g_auto(Line) words;
    line_read(line, &words);
    const struct command_row *row = words.count > 1 ? names_command(words.word[0]) : NULL;
    const bool takes_turn = row != NULL && (row->id == COMMAND_QUEUE || row->id == COMMAND_SUBMIT ||
                                            row->id == COMMAND_PREVIEW);
    const bool keeps = !takes_turn && (context->reply & REPLY_TO_MATCH) != 0;
    g_autofree char *kept = keeps ? phrases_kept_turn(context, line) : NULL;
    if (kept != NULL) {
        return g_strconcat(grammar_row(COMMAND_QUEUE)->name, " ", kept, NULL);
    }
    g_autofree char *rest = takes_turn ? line_rest(&words, 1) : g_strdup(line);
    char *turn = phrases_turn(context, rest);
    if (turn != NULL && takes_turn) {
        g_autofree char *bare = turn;
        return g_strconcat(row->name, " ", bare, NULL);
    }
    return turn;
}

struct command *reply_line_wish(const struct grammar_context *context, const char *line)
{
    g_autofree char *wish = phrases_wish(context, line);
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = wish != NULL ? grammar_parse_short(context, wish) : NULL;
    if (wish != NULL && command == NULL) {
        command = context->reply != 0 ? grammar_parse_apart(context, wish)
                                      : grammar_parse(context, wish, &refusal);
    }
    command_refusal_clear(&refusal);
    return g_steal_pointer(&command);
}

/* True for a command that can be said to the other player, too: "Draw?", "Resign!" */
static bool speaks_to_player(const struct command_row *row)
{
    return row->ends || row->id == COMMAND_DRAW || row->id == COMMAND_UNDO ||
           row->id == COMMAND_PAUSE;
}

char *reply_line_answers(const struct grammar_context *context)
{
    const char *yes = context->yes_guessed ? grammar_row(COMMAND_YES)->name : context->yes;
    return context->no != NULL ? g_strdup_printf("%s, or %s", yes, context->no) : g_strdup(yes);
}

/* Reads a line that is no command by itself, but means one: an answer to what the letter asks, a
 * command with courtesy around it, or a turn in words (language/phrases.h). Sets *said to what the
 * courtesy says to others (free with g_free; NULL: nothing). NULL if the line means no command; if
 * it is an unclear answer, *refusal (may be NULL) says so. */
static struct command *read_phrase(const struct grammar_context *context, const char *line,
                                   struct command_refusal *refusal, char **said)
{
    *said = NULL;
    const enum answer answer = context->yes != NULL ? phrases_answer(context, line) : ANSWER_NONE;
    const char *word = answer == ANSWER_YES  ? context->yes
                       : answer == ANSWER_NO ? context->no
                                             : NULL;
    const bool rejects = context->no != NULL && answer != ANSWER_NONE &&
                         g_str_equal(context->no, grammar_row(COMMAND_REJECT)->name);
    g_autofree char *played = answer == ANSWER_NO && rejects ? turn_in_words(context, line) : NULL;
    if (word != NULL) {
        /* A move rejects the offer, too. */
        const char *meant = played != NULL ? played : word;
        struct command *command = grammar_parse_short(context, meant);
        return as_written(command != NULL ? command : grammar_parse_apart(context, meant), line);
    }
    g_autofree char *bare = phrases_bare(context, line, true, said);
    g_autoptr(Command) command = bare != NULL ? grammar_parse_short(context, bare) : NULL;
    if (command == NULL && bare != NULL) {
        command = grammar_parse_apart(context, bare);
    }
    if (command != NULL && speaks_to_player(command->row) &&
        !phrases_command_alone(context, line)) {
        g_clear_pointer(&command, command_free); /* "Ann, resign!" */
    }
    if (command == NULL && answer == ANSWER_NONE) {
        command = reply_line_wish(context, line);
    }
    g_autofree char *told =
        command == NULL && context->yes == NULL && (context->reply & REPLY_TO_MATCH) != 0
            ? phrases_told(context, line)
            : NULL;
    if (told != NULL) {
        return as_written(grammar_parse_short(context, told), line);
    }
    const bool moves = (context->reply & (REPLY_TO_MATCH | REPLY_TO_LESSON)) != 0 &&
                       (answer == ANSWER_NONE || rejects);
    const bool move = command != NULL && command->row->id == COMMAND_MOVE;
    g_autofree char *turn =
        (command == NULL || move) && moves ? turn_in_words(context, line) : NULL;
    if (move && turn == NULL && names_cell_first(word_over(bare))) {
        g_clear_pointer(&command, command_free); /* "nice e1-d2" tells of a move */
    }
    if (turn != NULL && command == NULL) {
        command = grammar_parse_short(context, turn);
    }
    if (command != NULL && command->row->text == TEXT_NONE && command->password == NULL &&
        command->new_password == NULL) {
        return as_written(g_steal_pointer(&command), line);
    }
    g_clear_pointer(said, g_free);
    if (answer == ANSWER_DOUBT && refusal != NULL) {
        refusal->key = "doubt-answer";
        refusal->line = g_strstrip(g_utf8_make_valid(line, -1));
        refusal->suggestion = reply_line_answers(context);
        refusal->row = grammar_row(COMMAND_CONFIRM);
    }
    return NULL;
}

/* Where the words end that may stand before the number of a board: its game, "board", "no.". They
 * may be followed by a `#`. */
static const char *behind_title(const struct grammar_context *context, const char *text)
{
    enum { TITLE_MOST = 3 /* words */ };
    const char *at = text + strspn(text, " -*+");
    g_autoptr(GString) title = g_string_new(NULL);
    for (int i = 0; i < TITLE_MOST && *at != '\0' && strchr("#0123456789", *at) == NULL; i++) {
        const size_t length = strcspn(at, " #0123456789");
        const struct word word = { at, length };
        g_string_append_len(title, at, (gssize)length);
        const bool is_title = phrase_book_has(PHRASE_BOARD, word);
        g_string_truncate(title, is_title ? 0 : title->len);
        at += length;
        at += strspn(at, " ");
    }
    const bool good = title->len == 0 || names_game(context, word_over(title->str)) != NULL;
    return good ? at + (*at == '#' ? 1 : 0) : text;
}

bool reply_line_number(const struct grammar_context *context, const char *line,
                       struct numbered_line *numbered)
{
    g_autofree char *bare = near_move_without_signs(line);
    g_auto(Plain) plain = { 0 };
    plain_read(bare, -1, &plain);
    const char *at = behind_title(context, plain.text);
    const struct word digits = { at, strspn(at, "0123456789") };
    if (context->context_of == NULL || digits.length == 0 ||
        !names_board(digits, &numbered->board, NULL, NULL)) {
        return false;
    }
    at += digits.length;
    const size_t sign =
        *at != '\0' && strchr(context->several ? ":.),=" : ":", *at) != NULL ? 1 : 0;
    if (sign == 0 && *at != ' ' && *at != '\0') {
        return false;
    }
    at += sign + strspn(at + sign, " ");
    numbered->known = context->context_of(context->who, numbered->board, &numbered->context);
    if (!numbered->known) {
        /* The answer will be that there is no such board. */
        numbered->context = *context;
        numbered->context.has_board = true;
        numbered->context.board = numbered->board;
        numbered->context.reply = REPLY_TO_MATCH;
    }
    numbered->rest = plain_written(&plain, at, strlen(at));
    return true;
}

struct command *reply_line_numbered(const struct grammar_context *context, const char *line)
{
    struct numbered_line numbered;
    if (!reply_line_number(context, line, &numbered)) {
        return NULL;
    }
    g_autofree char *rest = numbered.rest;
    g_autoptr(Command) command = grammar_parse_short(&numbered.context, rest);
    g_autofree char *said = NULL;
    command = command != NULL ? g_steal_pointer(&command)
                              : read_phrase(&numbered.context, rest, NULL, &said);
    if (command != NULL) {
        command->board = numbered.board;
        g_autofree char *short_line = g_steal_pointer(&command->line);
        command->line = g_strdup_printf("%" G_GINT64_FORMAT " %s", numbered.board, short_line);
    }
    return g_steal_pointer(&command);
}

/* Reads a line with "please" or thanks around a short command: without them, "show please" shows no
 * player of that name. NULL if it is no such line. */
static struct command *parse_without_plea(const struct grammar_context *context, const char *line)
{
    g_autofree char *bare = phrases_without_plea(line);
    g_autoptr(Command) command = bare != NULL ? grammar_parse_short(context, bare) : NULL;
    const bool good = command != NULL && command->row->text == TEXT_NONE &&
                      command->password == NULL &&
                      (!command->row->ends || phrases_command_alone(context, line));
    return good ? as_written(g_steal_pointer(&command), line) : NULL;
}

struct command *reply_line_command(const struct mail_text *mail, size_t at,
                                   struct command_refusal *refusal)
{
    g_autofree char *line = near_move_without_signs(mail->lines[at]);
    g_autoptr(Command) command = grammar_parse_short(mail->context, line);
    if (command == NULL || command->row->id != COMMAND_MOVE) {
        g_autoptr(Command) strict = g_steal_pointer(&command);
        command = parse_without_plea(mail->context, line);
        command = command != NULL ? g_steal_pointer(&command) : g_steal_pointer(&strict);
    }
    if (command != NULL && names_own_board(mail->context, command)) {
        g_clear_pointer(&command, command_free);
    }
    if (command == NULL) {
        command = grammar_parse_named(mail->context, line, refusal);
    }
    if (command == NULL && refusal->key == NULL) {
        command = grammar_parse_apart(mail->context, line);
    }
    if (command == NULL && refusal->key == NULL) {
        command = read_wrapped_move(mail->context, mail->lines[at]);
    }
    return reply_line_is_rest(mail, at) ? NULL : g_steal_pointer(&command);
}

/* ---- the line that is the command ---- */

/* True if a line directly below a quoted one reads as the command of a reply. */
static bool is_reply_command(const struct grammar_context *context, const char *line)
{
    char *lines[] = { (char *)line, NULL };
    const struct mail_text alone = { context, lines, "t" };
    struct command_refusal refusal = { 0 };
    g_autoptr(Command) command = reply_line_command(&alone, 0, &refusal);
    bool refused = refusal.key != NULL;
    command_refusal_clear(&refusal);
    return command != NULL || refused;
}

static bool ends_something(const struct command *command)
{
    return command != NULL && command->row->ends;
}

/* True for a whole sentence that names squares to speak of moves, and casts no doubt on a move
 * below it. */
static bool is_prose(const char *written)
{
    enum { WORDS_LEAST = 8 };
    g_auto(Line) line;
    line_read(written, &line);
    return line.count >= WORDS_LEAST && strchr(".!;", line.end[-1]) != NULL &&
           phrases_only_talk(written);
}

static void note_first(size_t *first, size_t at, bool is)
{
    *first = is && *first == G_MAXSIZE ? at : *first;
}

/* Lets a turn of two parts stand on two lines, if they are one legal turn. */
static void join_next_line(const struct mail_text *mail, struct reply_search *search)
{
    const struct grammar_context *context = mail->context;
    struct command *command = search->command;
    const size_t below = search->at + 1;
    if (command == NULL || command->row->id != COMMAND_MOVE || command->has_ply ||
        context->is_legal == NULL || mail->kinds[below] != 't') {
        return;
    }
    g_autofree char *next = near_move_without_signs(mail->lines[below]);
    const bool more =
        mail->kinds[below + 1] == 't' && (phrases_part_of_turn(mail->lines[below + 1]) ||
                                          near_move_is(context, mail->lines[below + 1]) ||
                                          phrases_take_back(context, true, mail->lines[below + 1]));
    if (more || !phrases_part_of_turn(next)) {
        return;
    }
    g_autofree char *said = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_autofree char *turn = phrases_turn(context, said);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&said);
        search->at = below;
    }
}

static bool is_look(const struct command *command)
{
    return command != NULL && command->row->level <= LEVEL_SENDER;
}

/* True for `show NAME`. */
static bool names_somebody(const struct command *command)
{
    return command->row->id == COMMAND_SHOW && command->name != NULL;
}

/* Keeps a phrase that may ask to look at something; it counts if no command is below it. */
static void keep_look(struct reply_search *search, size_t at)
{
    g_autoptr(Command) command = g_steal_pointer(&search->command);
    g_clear_pointer(&search->said_with, g_free);
    search->found = false;
    if (search->look == NULL) {
        search->look = g_steal_pointer(&command);
        search->look_at = at;
        search->look_said = search->said;
    }
}

static void use_look(struct reply_search *search)
{
    g_autoptr(Command) look = g_steal_pointer(&search->look);
    if (!search->found && look != NULL) {
        search->command = g_steal_pointer(&look);
        search->found = true;
        search->at = search->first = search->look_at;
        search->said = search->look_said;
    }
}

/* True if the command may be part of a sentence: the line above does not end, or, if the command
 * ends a match, the line below goes on: "What if I write / resign". */
static bool is_left_open_around(const struct mail_text *mail, const struct command *command,
                                size_t at)
{
    if (command == NULL || (command->row->id != COMMAND_MOVE &&
                            (!command->row->ends || command->row->id == COMMAND_DRAW))) {
        return false;
    }
    const bool moves = command->row->id == COMMAND_MOVE;
    const char *above = at > 0 && mail->kinds[at - 1] == 't' ? mail->lines[at - 1] : "";
    if (*above != '\0' && phrases_leave_open(above) &&
        (moves || (strchr(above, '?') == NULL && !phrases_denies(above)))) {
        return true;
    }
    return !moves && mail->kinds[at + 1] == 't' && phrases_goes_on_above(mail->lines[at + 1]);
}

/* Where a reply that rejects an offer has a move on its next line, the move is its command: it ends
 * the offer as well. */
static void prefer_move(const struct mail_text *mail, struct reply_search *search)
{
    size_t below = search->at + 1;
    if (search->command == NULL || search->command->row->id != COMMAND_REJECT) {
        return;
    }
    below += strspn(mail->kinds + below, "b");
    if (mail->kinds[below] == 't' && names_turn(mail->context, mail->lines[below])) {
        command_free(search->command);
        search->command = reply_line_command(mail, below, &search->refusal);
        search->at = below;
    }
}

void reply_search(const struct mail_text *mail, struct reply_search *search)
{
    *search = (struct reply_search){ .doubt = G_MAXSIZE, .slip = G_MAXSIZE, .not_read = G_MAXSIZE };
    size_t i = 0, prose = G_MAXSIZE; /* the first line that may be meant as a move */
    for (int others = 0; mail->lines[i] != NULL && others <= REPLY_LINE_OTHERS_MAX; i++) {
        if (mail->kinds[i] != 't') {
            bool below = mail->kinds[i] == 'w';
            bool command = below && is_reply_command(mail->context, mail->lines[i]);
            note_first(&search->not_read, i, command);
            /* Programs do not break so short a quoted line, so the line below it is the
             * writer's own. */
            bool own = below && i > 0 && mail->kinds[i - 1] == 'q' &&
                       strlen(mail->lines[i - 1]) < REPLY_LINE_UNBROKEN;
            search->said |= !command && own && reply_line_says(mail->lines[i]);
            continue;
        }
        search->command = reply_line_command(mail, i, &search->refusal);
        search->found = search->command != NULL || search->refusal.key != NULL;
        const bool phrased = !search->found;
        if (phrased && !reply_line_is_rest(mail, i)) {
            search->command =
                read_phrase(mail->context, mail->lines[i], &search->refusal, &search->said_with);
            search->found = search->command != NULL || search->refusal.key != NULL;
        }
        if (search->found &&
            !(is_look(search->command) && (phrased || names_somebody(search->command)))) {
            break;
        }
        if (search->found) { /* "Show me what you can!" and "Show time!" may be talk above a move */
            keep_look(search, i);
        }
        /* The line may be meant as a move, or cannot be read. */
        const bool damaged = near_move_is_damaged(mail->lines[i]);
        const bool near =
            !reply_line_is_rest(mail, i) && near_move_is(mail->context, mail->lines[i]);
        note_first(&search->doubt, i, damaged || (near && !is_prose(mail->lines[i])));
        note_first(&prose, i, near);
        note_first(&search->slip, i, near_move_is_slip(mail->context, mail->lines[i]));
        others++;
        search->said |= reply_line_says(mail->lines[i]);
    }
    search->at = search->first = i;
    if (search->command == NULL || search->command->row->id != COMMAND_MOVE) {
        search->doubt = MIN(search->doubt, prose);
    }
    search->left_open = is_left_open_around(mail, search->command, i);
    use_look(search);
    join_next_line(mail, search);
    prefer_move(mail, search);
}

size_t reply_search_doubt(const struct mail_text *mail, const struct reply_search *search)
{
    size_t doubt = search->doubt;
    if (search->not_read != G_MAXSIZE && search->found &&
        (names_turn(mail->context, mail->lines[search->not_read]) ||
         ends_something(search->command))) {
        doubt = MIN(doubt, search->not_read);
    }
    return ends_something(search->command) ? MIN(doubt, search->slip) : doubt;
}
