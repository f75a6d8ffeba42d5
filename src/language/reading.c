#include "language/reading.h"

#include <string.h>

#include "base/plain.h"
#include "language/line.h"
#include "language/names.h"
#include "language/read_entry.h"
#include "language/said.h"
#include "language/spoken.h"

/* ---- mails to the plain address ---- */

/* True for a line that is too long for a misspelt command. */
static bool is_sentence(const char *written)
{
    enum { WORDS_LEAST = 4 };
    g_auto(Line) line;
    line_read(written, &line);
    return line.count >= WORDS_LEAST;
}

/* True if a line is no command, and resembles none. */
static bool is_talk(const struct grammar_context *context, const struct reading_entry *entry,
                    const char *line)
{
    return entry->command == NULL && entry->refusal.row == NULL &&
           (entry->refusal.suggestion == NULL || is_sentence(line)) &&
           strcmp(entry->refusal.key, "unknown") == 0 && !near_move_is_damaged(line) &&
           !near_move_is(context, line);
}

/* Reads the text below a command that needs one. Returns the last line of it. */
static size_t read_text(const struct mail_text *mail, size_t at, struct reading_entry *entry,
                        struct reading *reading)
{
    if (entry->command == NULL || entry->command->row->text != TEXT_NEEDED ||
        entry->command->text != NULL) {
        return at;
    }
    size_t end = at + 1;
    while (mail->lines[end] != NULL && !reading_line_says(mail->lines[end], ".")) {
        end++;
    }
    const struct mail_text text = { mail->context, mail->lines, mail->kinds, at };
    read_entry_complete_text(reading, entry, own_words(&text, at + 1, end, &reading->comment_cut));
    return mail->lines[end] != NULL ? end : end - 1;
}

/* Reads commands, one a line. `doubt`: the Subject is a line in doubt. Sets *back if a line of talk
 * objects to what stands around it. Returns the line at which it stopped. */
static size_t read_body(const struct mail_text *mail, bool doubt, bool *back,
                        struct reading *reading)
{
    int unknown = 0;
    bool after_name = false;
    size_t i = 0;
    for (; mail->lines[i] != NULL && mail->kinds[i] != 'e'; i++) {
        const bool below =
            mail->kinds[i] == 'w' && grammar_begins_command(mail->context, mail->lines[i]);
        reading->below_quote |= below;
        doubt |= below;
        if (mail->kinds[i] != 't') {
            continue;
        }
        /* A mail program may have broken the line between NAME and PASSWORD. */
        if (after_name && !grammar_begins_command(mail->context, mail->lines[i])) {
            after_name = false;
            continue;
        }
        reading->gave_up = unknown == READING_UNKNOWN_LINES_MAX;
        reading->too_many = reading->entries->len == READING_COMMANDS_MAX;
        if (reading->gave_up || reading->too_many || reading_line_says(mail->lines[i], "end")) {
            break;
        }
        g_autofree char *line = near_move_without_signs(mail->lines[i]);
        struct reading_entry *entry = read_entry_line(mail->context, line, reading);
        after_name =
            entry->command == NULL && strcmp(entry->refusal.key, "name-needs-password") == 0;
        doubt |= reading_leaves_doubt(mail->context, entry, mail->lines[i]);
        *back |= entry->command == NULL && reply_words_object(mail->context, line, false);
        if (is_talk(mail->context, entry, mail->lines[i])) {
            g_ptr_array_set_size(reading->entries, (gint)reading->entries->len - 1);
            if (reading->not_done == NULL && !said_only_courtesy(mail->context, line)) {
                reading->not_done = read_entry_words_shown(mail->context, mail->lines[i]);
                reading->not_done_key = "not-answered";
            }
            continue;
        }
        if (doubt && entry->command != NULL && entry->command->row->ends) {
            /* A player who mistyped a move does not mean to end the match. */
            read_entry_refuse(entry, "below-doubt");
        }
        unknown += entry->command == NULL && entry->refusal.row == NULL ? 1 : 0;
        i = read_text(mail, i, entry, reading);
    }
    return i;
}

/* A grave command must stand alone, and whoever takes back a line may mean any. */
static void refuse_unclear(bool back, struct reading *reading)
{
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        const bool acts = entry->command != NULL && entry->command->row->text == TEXT_NONE &&
                          entry->command->row->tier != TIER_LOOK;
        const bool talks = entry->command != NULL && entry->command->row->tier == TIER_GRAVE &&
                           g_strcmp0(reading->not_done_key, "not-answered") == 0;
        if (acts && (back || talks)) {
            read_entry_refuse(entry, back ? "taken-back" : "not-alone");
            entry->refusal.suggestion = g_strdup(entry->refusal.line);
        }
    }
}

void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading)
{
    *reading = (struct reading){ .entries = read_entries_new() };
    g_auto(MailText) mail;
    mail_text_begin(context, lines, kinds, false, &mail);
    g_autofree char *title = near_move_without_signs(subject != NULL ? subject : "");
    bool several = reading_line_says(title, "multiple");
    g_autoptr(Command) numbered = reply_line_numbered(context, title);
    if (!several && (numbered != NULL || grammar_begins_command(context, title))) {
        mail.command_at = 0;
        read_entry_add_words(&mail, 0, NULL, read_entry_line(context, title, reading), reading);
        return;
    }
    bool doubt = near_move_is_damaged(title) || near_move_is(context, title);
    bool back = false;
    const size_t end = read_body(&mail, doubt, &back, reading);
    refuse_unclear(back, reading);
    if (reading->entries->len > 0) {
        return;
    }
    g_clear_pointer(&reading->not_done, g_free);
    reading->not_done_key = NULL;
    const bool only_title =
        !several && strchr(kinds, 't') == NULL && strspn(title, " \t") < strlen(title);
    char *lines_of_title[] = { title, NULL };
    char kind_of_title[] = "t";
    const struct mail_text of_title = { context, lines_of_title, kind_of_title, G_MAXSIZE };
    for (size_t i = end; kinds[end] == 't' && kinds[i] != '\0'; i++) {
        mail.kinds[i] = 'q'; /* what stands behind `end` */
    }
    struct command *whole = read_entry_whole(only_title ? &of_title : &mail, true);
    if (whole != NULL) {
        read_entry_add(reading, whole);
    } else if (only_title) {
        read_entry_line(context, title, reading);
    }
}

/* ---- our own Subjects ---- */

bool reading_letter_subject(const struct grammar_context *context, const char *subject,
                            gint64 *board, char **game)
{
    g_autofree char *plain = plain_text(subject, -1);
    const char *colon = strchr(plain, ':');
    if (colon == NULL || strstr(colon, " - ") == NULL) {
        return false;
    }
    const char *number = colon;
    while (number > plain && g_ascii_isdigit(number[-1])) {
        number--;
    }
    struct word digits = { .start = number, .length = (size_t)(colon - number) };
    g_autofree char *title = g_strndup(plain, (gsize)(number - plain));
    g_auto(GStrv) parts = g_strsplit(title, " ", -1);
    g_autofree char *name = g_strjoinv("", parts);
    int which = word_among(word_over(name), context->games);
    if (which < 0 || number[-1] != ' ' || !names_board(digits, board, NULL, NULL)) {
        return false;
    }
    *game = g_ascii_strdown(context->games[which], -1);
    return true;
}
