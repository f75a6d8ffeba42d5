/* Replies to letters about one board, or about none; and the words around a command. */
#include "language/read_entry.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/plan_lines.h"
#include "language/said.h"
#include "language/spoken.h"
#include "language/understand.h"

/* ---- secrets ---- */

/* True for a word of letters and digits that is no square, as many passwords are; "24th" and
 * "100km" are none. */
static bool looks_secret(const struct said_word *word)
{
    enum { LETTERS_LEAST = 6, UNIT_MOST = 3 };
    const size_t length = strlen(word->lower), digits = strspn(word->lower, "0123456789");
    return length >= LETTERS_LEAST && digits + UNIT_MOST < length &&
           strpbrk(word->lower, "0123456789") != NULL &&
           names_cells((struct word){ word->start, word->length }) == 0;
}

/* True if a text speaks of a secret, or has a word or a long number that may be one. */
static bool speaks_of_secret(const struct said *said)
{
    enum {
        DIGITS_LEAST = 9, /* of an account or a card; dates have eight */
        ALONE_LEAST = 4,  /* of a number that is all that is said */
    };
    bool found = false;
    size_t digits = 0; /* of the words that are numbers, one behind the other */
    const bool alone = said->all.words == 1;
    for (size_t i = 0; i < said->count && !found; i++) {
        const struct said_word *word = &said->word[i];
        const size_t length = strlen(word->lower), own = strspn(word->lower, "0123456789");
        digits = own == length ? digits + own : 0;
        const bool masked = word->start > said->plain && word->start[-1] == '['; /* [password] */
        found = digits >= (alone ? ALONE_LEAST : DIGITS_LEAST) || looks_secret(word) ||
                ((word->kinds & WORD_SECRET) != 0 && !masked);
    }
    return found;
}

bool may_hold_secret(const struct grammar_context *context, const char *text)
{
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool found = false;
    for (char **line = lines; *line != NULL && !found; line++) {
        g_auto(Said) said;
        said_read(context, *line, &said);
        found =
            said.count > 0 && (speaks_of_secret(&said) || grammar_may_hold_secret(context, *line));
    }
    return found;
}

/* ---- the command among the lines ---- */

/* The line that holds the command of a reply, or G_MAXSIZE: the first one that is a command, but
 * one that looks, or rejects an offer, only if there is no other. Sets *doubt to the first line
 * before it that may be meant as a move, or is damaged, and *below to the first command before it
 * that stands right below a quoted line; G_MAXSIZE: there is none. */
static size_t reply_search(const struct mail_text *mail, size_t *doubt, size_t *below)
{
    enum { LINES_ABOVE_MOST = 20 /* own lines before the command */ };
    size_t waits = G_MAXSIZE;
    *doubt = *below = G_MAXSIZE;
    for (size_t i = 0, own = 0; mail->lines[i] != NULL && own <= LINES_ABOVE_MOST; i++) {
        const bool quoted = mail->kinds[i] == 'w';
        own += mail->kinds[i] == 't' ? 1 : 0;
        g_autoptr(ReadingEntry) entry = quoted || mail->kinds[i] == 't' ? read_line(mail, i) : NULL;
        if (entry == NULL) {
            continue;
        }
        const struct command *command = entry->command;
        /* It may be talk ("Show me what you can!"), or rejects what a move ends as well. */
        const bool gives_way =
            command != NULL &&
            (command->row->id == COMMAND_REJECT ||
             (command->row->tier == TIER_LOOK && (entry->in_words || command->name != NULL)));
        if (entry->doubt && !quoted) {
            *doubt = MIN(*doubt, i);
        } else if (quoted && !entry->doubt && !entry->in_words) {
            *below = MIN(*below, i);
        } else if (!quoted && gives_way) {
            waits = MIN(waits, i);
        } else if (!quoted) {
            return i;
        }
    }
    return waits;
}

/* Lets a turn of two parts stand on line `at` and the next, if they are one legal turn. */
static void reply_join_next(struct mail_text *mail, size_t at, struct command *command)
{
    const struct grammar_context *context = mail->context;
    if (command == NULL || command->row->id != COMMAND_MOVE || command->has_ply ||
        context->is_legal == NULL || mail->kinds[at + 1] != 't' ||
        (mail->kinds[at + 2] == 't' && near_move_is(context, mail->lines[at + 2]))) {
        return;
    }
    g_autofree char *next = near_move_inside(mail->lines[at + 1], NULL, NULL);
    g_autofree char *both = g_strconcat(command->line, ", ", g_strstrip(next), NULL);
    g_auto(Said) said;
    said_read(context, both, &said);
    g_autofree char *turn = spoken_of_line(context, &said);
    if (turn != NULL && !g_str_equal(turn, command->text) &&
        context->is_legal(context->who, context->board, turn)) {
        g_free(command->text);
        command->text = g_steal_pointer(&turn);
        g_free(command->line);
        command->line = g_steal_pointer(&both);
        mail->kinds[at + 1] = LINE_TAKEN;
    }
}

/* True if a text has no sign but full stops, commas, dashes, brackets, stress, faces and emoji of
 * the vocabulary, no word or emoji of doubt or jest, and does not lead to what somebody says: no
 * question mark, quotation mark, "lol", "bob:".
 */
static bool is_plain(const struct said *said)
{
    return said->whole && !said->asks && !said->signs && !said->quotes &&
           (said->all.kinds & WORD_IF) == 0 && !g_str_has_suffix(said->plain, ":");
}

bool read_entry_is_alone(const struct mail_text *mail, const char *written,
                         const struct reading_entry *entry)
{
    const struct grammar_context nobody = { 0 };
    const struct command *command = entry->command;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, NULL);
    g_auto(Said) line, behind, around;
    said_read(&nobody, written, &line);
    said_read(&nobody, entry->comment, &behind);
    said_read(mail->context, words, &around);
    const struct said_word *first = line.count > 0 ? &line.word[0] : NULL;
    /* A challenge that is replied to may be declined by a bare "no", too. */
    const bool bare =
        command->row->id == COMMAND_DECLINE && said_is_bare(&line, WORD_NO, command->row->name, 0);
    const bool named = bare || command->board != 0 || command->game != NULL ||
                       (first != NULL && g_str_equal(first->lower, command->row->name) &&
                        strchr(" .!*_", first->start[first->length]) != NULL);
    /* "Resign please, Ann" may be said to the other player. */
    const bool parted = entry->comment == NULL ||
                        (said_follows(&line, line.count - MIN(behind.count, line.count), ".!") &&
                         said_is_courtesy(&behind));
    return named && parted && (command->new_password != NULL || is_plain(&line)) &&
           said_is_courtesy(&around) && is_plain(&around);
}

/* True if words around the command of line `at` object to it; or its writer may still choose: there
 * are words above it and another move below, or a condition above and a question below. */
static bool is_in_doubt(const struct mail_text *mail, size_t at, bool moves)
{
    const struct grammar_context *context = mail->context;
    bool other = false;
    g_autofree char *above = own_words(mail, 0, at, NULL);
    g_autofree char *below = own_words(mail, at, G_MAXSIZE, NULL);
    g_auto(Said) said, said_below;
    said_read(context, above, &said);
    said_read(context, below, &said_below);
    const bool condition = (said.all.kinds & WORD_IF) != 0;
    for (size_t i = at + 1; mail->lines[at] != NULL && mail->lines[i] != NULL; i++) {
        other |= mail->kinds[i] == 't' && (near_move_is(context, mail->lines[i]) ||
                                           (condition && strchr(mail->lines[i], '?') != NULL));
    }
    /* "No." above a move answers what the letter asks. */
    const bool answers = moves && context->no != NULL;
    return (!answers && read_line_objects(&said, true)) || read_line_objects(&said_below, false) ||
           (other && !said_is_courtesy(&said));
}

/* True if the line above the command of line `at` does not end its sentence, and sets a condition
 * or asks, or leads by a colon to something else than a move; if a line further above, with only
 * empty lines between, leads by a colon to what somebody says; or if the line below goes on with a
 * condition. */
static bool is_left_open(const struct mail_text *mail, size_t at)
{
    g_auto(Said) above = { 0 }, below = { 0 };
    size_t behind = at; /* the line above, or the last above empty ones, is the one before this */
    while (behind > 0 && mail->kinds[behind - 1] == 'b') {
        behind--;
    }
    const bool has_above = behind > 0 && mail->kinds[behind - 1] == 't';
    const bool has_below = mail->lines[at] != NULL && mail->kinds[at + 1] == 't';
    said_read(mail->context, has_above ? mail->lines[behind - 1] : "", &above);
    said_read(mail->context, has_below ? mail->lines[at + 1] : "", &below);
    const size_t length = strlen(above.plain);
    const char sign = length > 0 ? above.plain[length - 1] : '.';
    const unsigned begins = above.count > 0 ? above.word[0].kinds : 0;
    size_t part = above.count; /* the last one: "Thank you; here is my move:" */
    unsigned told = 0;         /* kinds of its words */
    while (part > 0 && (part == above.count || !said_begins_part(&above, part))) {
        told |= above.word[--part].kinds;
    }
    const bool asks = (begins & (WORD_ASKS | WORD_ASKS_FOR)) != 0;
    const bool open = (behind == at && (asks || (above.all.kinds & WORD_VETO) != 0)) ||
                      (sign == ':' && (behind == at ? !spoken_leads(&above, part, above.count)
                                                    : (told & WORD_TELLS) != 0));
    return (open && strchr(".!;)", sign) == NULL) ||
           (below.count > 0 && (below.word[0].kinds & WORD_IF) != 0);
}

/* Why the command of line `at` is not carried out: the key of a refusal; NULL: it is. A grave
 * command must stand alone but for courtesy. Words around an answer, an offer and the like may not
 * deny, set a condition, ask, or take something back. A move is played, unless the line above
 * leaves its sentence open with a condition or a question, words object to it (read_line_objects),
 * or it has words above it and another move below. */
static const char *reply_veto(const struct mail_text *mail, size_t at,
                              const struct reading_entry *entry)
{
    const struct command *command = entry->command;
    if (command == NULL || command->row->tier == TIER_LOOK || command->row->text != TEXT_NONE) {
        return NULL;
    }
    bool yes = false, no = false;
    g_autofree char *words = own_words(mail, 0, G_MAXSIZE, NULL);
    g_auto(Said) said;
    said_read(mail->context, words, &said);
    if (command->row->tier == TIER_GRAVE) {
        return read_entry_is_alone(mail, mail->lines[at], entry) ? NULL : "not-alone";
    }
    const enum command_id id = command->row->id;
    const bool moves =
        id == COMMAND_MOVE || id == COMMAND_QUEUE || id == COMMAND_SUBMIT || id == COMMAND_LESSON;
    if (moves || is_left_open(mail, at)) {
        return is_left_open(mail, at) || is_in_doubt(mail, at, moves) ? "taken-back" : NULL;
    }
    answer_find(mail->context, &said, &yes, &no);
    const unsigned vetoes = WORD_IF | WORD_NOT | WORD_BACK | (entry->in_words ? WORD_NO : 0);
    const bool denies = no || said.asks || (said.all.kinds & vetoes) != 0;
    /* Who rejects something says no; who takes a turn back speaks of a mistake. */
    const bool refuses = id == COMMAND_REJECT || id == COMMAND_NO;
    const bool against = refuses              ? yes
                         : id == COMMAND_UNDO ? (said.all.kinds & (WORD_NO | WORD_NOT)) != 0
                                              : denies || is_in_doubt(mail, at, moves);
    return against ? "taken-back" : NULL;
}

/* ---- the words around a command ---- */

/* The command beside the command `first` of the mail that a line is, without its secrets: one that
 * changes something. Another one that looks counts only where the words are no comment, since
 * `first` looks, too. NULL if it is none, or repeats `first`. Free with g_free. */
static char *other_command(const struct mail_text *mail, size_t at, const struct command *first)
{
    struct grammar_context unnamed = *mail->context;
    unnamed.reply = 0;
    g_autoptr(ReadingEntry) entry = read_line(mail, at);
    g_autoptr(Command) whole =
        entry == NULL ? grammar_parse(&unnamed, mail->lines[at], NULL) : NULL;
    const struct command *other = entry != NULL ? entry->command : whole;
    const struct command_row *row = other != NULL                    ? other->row
                                    : entry != NULL && !entry->doubt ? entry->refusal.row
                                                                     : NULL;
    const bool talk = row == NULL || (entry != NULL && entry->in_words) ||
                      (row->onlooker && (whole == NULL || whole->board == 0));
    if (talk || (row->level < LEVEL_PROVEN && first->row->tier != TIER_LOOK)) {
        return NULL;
    }
    g_autofree char *own = grammar_whole(first, mail->context->board);
    g_autofree char *its = other != NULL ? grammar_whole(other, mail->context->board) : NULL;
    g_auto(Said) said;
    said_read(mail->context, mail->lines[at], &said);
    const bool again = other != NULL && row->id == COMMAND_MOVE && row == first->row
                           ? !near_move_other(mail->context, &said, first->text)
                           : g_strcmp0(own, its) == 0;
    return again ? NULL : g_strdup(other != NULL ? other->line : entry->refusal.line);
}

/* Holds the comment back if a line beside the one command of a mail, `at`, is another command,
 * names another turn, or may hold a secret, or if the words are meant for the house. Nothing of it
 * is carried out or passed on. In the text of `chat`, `message` or `note` it stays a part of it. */
static void hold_back(const struct mail_text *mail, const struct command *first, size_t at,
                      struct reading *reading)
{
    const struct grammar_context *context = mail->context;
    const unsigned boards = REPLY_TO_MATCH | REPLY_TO_CHALLENGE;
    if (first == NULL || (context->reply != 0 && (context->reply & boards) == 0)) {
        return;
    }
    /* Below a Subject a line is read as in a reply about its board. */
    struct grammar_context of_board = *context;
    of_board.reply |= context->reply == 0 ? REPLY_TO_MATCH : 0;
    of_board.board = context->reply == 0 ? first->board : context->board;
    const struct mail_text lines = { &of_board, mail->lines, mail->kinds, mail->command_at };
    const char *turn = first->row->id == COMMAND_MOVE ? first->text : NULL;
    g_auto(Understanding) meant = { 0 };
    understand(context, reading->comment, &meant);
    bool held = meant.for_house;
    for (size_t i = 0; mail->lines[i] != NULL; i++) {
        if (strchr("te", mail->kinds[i]) == NULL && (mail->kinds[i] != 'w' || i < at)) {
            continue;
        }
        if (reading->not_done == NULL && mail->kinds[i] != 'w') {
            reading->not_done = other_command(&lines, i, first);
        }
        g_auto(Said) said;
        said_read(context, mail->lines[i], &said);
        held |= context->reply != 0 &&
                (near_move_other(context, &said, turn) || may_hold_secret(context, mail->lines[i]));
    }
    const bool text = first->row->text != TEXT_NONE;
    reading->not_done_key = text                  ? "not-done-words"
                            : context->reply == 0 ? "body-not-read"
                                                  : "not-done";
    if (!text && (held || reading->not_done != NULL)) {
        g_autofree char *words = g_steal_pointer(&reading->comment);
        reading->held = reading->not_done == NULL ? g_steal_pointer(&words) : NULL;
        reading->comment_cut = false;
    }
}

/* All parts (NULL: left out) as one text, parted by `sign`. NULL if there is none. Free with
 * g_free. */
static char *joined(const char *one, const char *sign, const char *other)
{
    return one != NULL && other != NULL ? g_strconcat(one, sign, other, NULL)
                                        : g_strdup(one != NULL ? one : other);
}

void read_entry_add_words(const struct mail_text *mail, size_t behind, struct reading_entry *entry,
                          struct reading *reading)
{
    g_autofree char *above = own_words(mail, 0, behind, NULL);
    g_autofree char *below = own_words(mail, behind, G_MAXSIZE, &reading->comment_cut);
    g_autofree char *said = g_steal_pointer(&entry->comment);
    if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
        read_entry_complete_text(reading, entry, g_steal_pointer(&below));
        const char *text = entry->command != NULL ? entry->command->text : NULL;
        g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
        for (char **line = lines; *line != NULL && entry->command != NULL; line++) {
            if (grammar_begins_account(mail->context, *line)) {
                read_entry_refuse(entry, "secret-text");
            }
        }
    } else {
        g_auto(Said) before;
        said_read(mail->context, above, &before);
        g_autofree char *own = joined(said, "\n", below);
        reading->comment = joined(said_is_courtesy(&before) ? NULL : above, "\n\n", own);
    }
    hold_back(mail, entry->command, behind, reading);
}

/* ---- replies ---- */

/* The line that sends the words of a reply to a letter about a match that is over to the others:
 * they thank, congratulate or say "you", ask the server nothing, and hold nothing that may be a
 * secret. NULL: they may be meant otherwise. Free with g_free. */
static char *talk_line(const struct grammar_context *context, const char *words,
                       const struct said *said, const struct understanding *meant)
{
    const bool over = context->yes_by_name && (context->reply & REPLY_TO_MATCH) != 0;
    const bool speaks = said->all.to_others || meant->addressed || said_is_courtesy(said);
    const bool talk = over && !context->away && speaks && said->all.unknown <= said->count / 2 &&
                      meant->for_others && meant->act == NULL && meant->answer == NULL &&
                      meant->offers[0] == NULL && !meant->for_house &&
                      !may_hold_secret(context, words);
    return talk ? g_strjoin(" ", grammar_row(COMMAND_CHAT)->name, words, NULL) : NULL;
}

struct command *read_entry_whole(const struct mail_text *mail, bool wishes)
{
    g_autofree char *words = own_words_all(mail), *talk = NULL;
    if (words == NULL || near_move_is_damaged(words)) {
        return NULL;
    }
    g_auto(Said) said;
    said_read(mail->context, words, &said);
    g_auto(Understanding) meant = { 0 };
    const char *line = answer_meant(mail->context, &said);
    if (line == NULL && wishes && !grammar_may_hold_secret(mail->context, words)) {
        understand(mail->context, words, &meant);
        talk = talk_line(mail->context, words, &said, &meant);
        line = talk != NULL ? talk : meant.act;
    }
    return line != NULL ? read_line_as_written(understand_line(mail->context, line), words) : NULL;
}

/* Reads all lines of a reply from `at` on that begin a plan, with those below them that go on with
 * it, as one plan, and takes them. NULL if there are none. Free with reading_entry_free. */
static struct reading_entry *take_plan(struct mail_text *mail, size_t at)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool right_below = false;
    for (size_t i = at; mail->lines[i] != NULL; i++) {
        const bool own = mail->kinds[i] == 't';
        const char *plan = own ? read_entry_plan_in(mail->context, mail->lines[i]) : NULL;
        right_below = plan != NULL || (right_below && own && plan_goes_on(mail->lines[i]));
        if (right_below) {
            g_string_append_printf(text, " %s", plan != NULL ? plan : mail->lines[i]);
            mail->kinds[i] = LINE_TAKEN;
        }
    }
    struct reading_entry *entry = text->len > 0 ? g_new0(struct reading_entry, 1) : NULL;
    if (entry != NULL) {
        read_entry_plan(mail->context, text->str + 1, entry);
    }
    return entry;
}

/* Adds the command of line `at`, or refuses it, because of the line in doubt above it, if there is
 * one. */
static void add_found(struct mail_text *mail, size_t at, size_t doubt, struct reading *reading)
{
    g_autoptr(ReadingEntry) entry = read_line(mail, at);
    if (doubt != G_MAXSIZE) {
        struct reading_entry *refused = g_new0(struct reading_entry, 1);
        read_entry_doubt(mail->context, mail->lines[doubt], refused);
        refused->refusal.below = entry->command != NULL
                                     ? reading_words_shown(mail->context, entry->command->line)
                                     : NULL;
        read_entry_add(reading, refused);
        reading->comment = own_words(mail, doubt + 1, G_MAXSIZE, &reading->comment_cut);
        return;
    }
    const struct command_row *row = entry->command != NULL ? entry->command->row : NULL;
    const bool begins = read_entry_plan_in(mail->context, mail->lines[at]) != NULL;
    g_autoptr(ReadingEntry) plan =
        row == NULL || row->text == TEXT_NONE ? take_plan(mail, at) : NULL;
    /* Only a move may stand before a plan, but not if the plan may be a condition for it. */
    const bool moves = !begins && row != NULL && row->id == COMMAND_MOVE;
    if (plan != NULL && (!moves || plan->command == NULL)) {
        reading->not_done = begins || row == NULL ? NULL : g_strdup(entry->command->line);
        reading->not_done_key = "not-done-plan";
        reading_entry_free(entry);
        entry = g_steal_pointer(&plan);
    }
    mail->kinds[at] = LINE_TAKEN;
    mail->command_at = at;
    reply_join_next(mail, at, entry->command);
    struct command *command = entry->command;
    const char *veto = reply_veto(mail, at, entry);
    if (command != NULL && veto != NULL) {
        g_autofree char *whole =
            command->row->id == COMMAND_MOVE ? g_strdup(command->text) : grammar_whole(command, 0);
        read_entry_refuse(entry, veto);
        entry->refusal.suggestion = g_steal_pointer(&whole);
    }
    read_entry_add_words(mail, at, entry, reading);
    read_entry_add(reading, g_steal_pointer(&entry));
    if (plan != NULL) {
        read_entry_add(reading, g_steal_pointer(&plan));
    }
}

/* True if a line of a reply to a grave question is a bare answer, although the whole reply says
 * more: then it is unclear, whatever else it says. At a board "no" may stand above another move. */
static bool answers_among_others(const struct mail_text *mail)
{
    bool found = false;
    for (size_t i = 0; mail->lines[i] != NULL && mail->context->asks_gravely; i++) {
        g_auto(Said) said;
        said_read(mail->context, mail->lines[i], &said);
        const char *answer = mail->kinds[i] == 't' ? answer_meant(mail->context, &said) : NULL;
        found |= answer != NULL &&
                 (answer != mail->context->no || (mail->context->reply & REPLY_TO_MATCH) == 0);
    }
    return found;
}

void reading_of_reply(const struct grammar_context *context, char **lines, const char *kinds,
                      struct reading *reading)
{
    *reading = (struct reading){ 0 };
    reading->entries = g_ptr_array_new_with_free_func((GDestroyNotify)reading_entry_free);
    g_auto(MailText) mail;
    mail_text_begin(context, lines, kinds, true, &mail);
    if ((context->reply & REPLY_TO_GREETING) != 0) {
        g_autofree char *words = own_words_all(&mail);
        g_autofree char *name = words != NULL ? newcomer_name(context, words) : NULL;
        g_autofree char *line =
            name != NULL ? g_strjoin(" ", grammar_row(COMMAND_SIGNUP)->name, name, NULL) : NULL;
        read_entry_add_command(reading, line != NULL ? grammar_parse(context, line, NULL) : NULL);
        return;
    }
    struct command *command = context->asks_gravely ? read_entry_whole(&mail, false) : NULL;
    if (command == NULL && !answers_among_others(&mail)) {
        size_t doubt, below;
        const size_t at = reply_search(&mail, &doubt, &below);
        reading->below_quote = below != G_MAXSIZE;
        if (at != G_MAXSIZE) {
            add_found(&mail, at, MIN(doubt, below), reading);
            return;
        }
        if (doubt != G_MAXSIZE) {
            read_entry_add(reading, read_line(&mail, doubt));
            return;
        }
        command = read_entry_whole(&mail, (context->reply & REPLY_TO_CONFIRM) == 0);
    }
    read_entry_add_command(reading, command);
}
