#include "language/reading.h"

#include <string.h>

#include "language/line.h"
#include "language/read_entry.h"
#include "language/said.h"
#include "language/spoken.h"

/* ---- lines ---- */

/* What a line is that is no command. */
enum sense {
    SENSE_REFUSED, /* a command with a fault */
    SENSE_DOUBT,   /* damaged, or maybe a move or a misspelt command */
    SENSE_TALK,    /* nothing of these */
};

/* Tells what the line of an entry without a command is. */
static enum sense sense_of(const struct grammar_context *context,
                           const struct command_refusal *refusal, const struct said *said,
                           const char *line)
{
    enum { SENTENCE_LEAST = 4 /* words; a misspelt command has fewer */ };
    const bool unknown = refusal->row == NULL && strcmp(refusal->key, "unknown") == 0;
    const bool slip = unknown && refusal->suggestion != NULL && said->count < SENTENCE_LEAST;
    const bool move = refusal->row != NULL && refusal->row->id == COMMAND_MOVE;
    const bool near = near_move_is_damaged(line) || near_move_is(context, line);
    return move || slip || near ? SENSE_DOUBT : unknown ? SENSE_TALK : SENSE_REFUSED;
}

/* Reads the text below a command that needs one. Returns the last line of it. */
static size_t read_text(const struct mail_text *mail, size_t at, struct reading_entry *entry,
                        struct reading *reading)
{
    if (mail->context->several || entry->command == NULL ||
        entry->command->row->text != TEXT_NEEDED || entry->command->text != NULL) {
        return at;
    }
    size_t end = at + 1;
    while (mail->lines[end] != NULL && !read_line_says(mail->lines[end], ".")) {
        end++;
    }
    const struct mail_text text = { mail->context, mail->lines, mail->kinds, at };
    read_entry_complete_text(reading, entry, own_words(&text, at + 1, end, &reading->comment_cut));
    return mail->lines[end] != NULL ? end : end - 1;
}

/* True if a line right below a quoted one may be a command, but is taken for the rest of that line.
 * Programs do not break a short quoted line, so in a reply about several boards a command below it
 * becomes the writer's own line. */
static bool is_below_quote(struct mail_text *mail, size_t at)
{
    const char *line = mail->lines[at];
    if (mail->kinds[at] != 'w' || !mail->context->several) {
        return mail->kinds[at] == 'w' && grammar_begins_command(mail->context, line);
    }
    g_autoptr(Command) command = read_line_numbered(mail->context, line);
    const bool own = command != NULL && own_words_below_short(mail, at);
    mail->kinds[at] = own ? 't' : 'w';
    return command != NULL && !own;
}

/* Removes the last entry, whose line is talk, and notes what it says if that is more than courtesy.
 */
static void drop_talk(const struct mail_text *mail, const struct said *said, const char *line,
                      struct reading *reading)
{
    g_ptr_array_set_size(reading->entries, (gint)reading->entries->len - 1);
    if (reading->not_done == NULL && !said_is_courtesy(said)) {
        reading->not_done = reading_words_shown(mail->context, line);
        reading->not_done_key = "not-answered";
    }
}

/* Reads commands, one a line. `doubt`: the Subject is a line in doubt. Sets *back if a
 * line that is no command objects to what stands around it. Returns the line at which it stopped.
 */
static size_t read_lines(struct mail_text *mail, bool doubt, bool *back, struct reading *reading)
{
    const struct grammar_context *context = mail->context;
    int unknown = 0;
    bool after_name = false;
    size_t i = 0;
    for (; mail->lines[i] != NULL && mail->kinds[i] != 'e'; i++) {
        const bool below = is_below_quote(mail, i);
        reading->below_quote |= below;
        doubt |= below;
        if (mail->kinds[i] != 't') {
            continue;
        }
        /* A mail program may have broken the line between NAME and PASSWORD. */
        if (after_name && !grammar_begins_command(context, mail->lines[i])) {
            after_name = false;
            continue;
        }
        reading->gave_up = unknown == READING_UNKNOWN_LINES_MAX;
        if (reading->gave_up || read_line_says(mail->lines[i], "end")) {
            break;
        }
        g_autofree char *line = near_move_without_signs(mail->lines[i]);
        const bool talk = context->several && read_line_is_rest(mail, i);
        struct reading_entry *entry = talk ? NULL : read_entry_line(context, line, reading);
        reading->too_many = reading->entries->len > READING_COMMANDS_MAX;
        if (reading->too_many) {
            g_ptr_array_set_size(reading->entries, READING_COMMANDS_MAX);
            break;
        }
        if (entry == NULL) {
            continue;
        }
        if (entry->command == NULL) {
            g_auto(Said) said;
            said_read(context, line, &said);
            const enum sense sense = sense_of(context, &entry->refusal, &said, mail->lines[i]);
            doubt |= sense == SENSE_DOUBT;
            *back |= read_line_objects(&said, false);
            if (sense == SENSE_TALK) {
                drop_talk(mail, &said, line, reading);
                continue;
            }
        }
        if (doubt && entry->command != NULL && entry->command->row->ends) {
            /* A player who mistyped a move does not mean to end the match. */
            read_entry_refuse(entry, "below-doubt");
        }
        mail->kinds[i] = LINE_TAKEN;
        after_name =
            entry->command == NULL && strcmp(entry->refusal.key, "name-needs-password") == 0;
        unknown += entry->command == NULL && entry->refusal.row == NULL ? 1 : 0;
        i = read_text(mail, i, entry, reading);
    }
    return i;
}

/* ---- mails to the plain address ---- */

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
    struct grammar_context plain = *context;
    plain.several = false;
    *reading = (struct reading){ .entries = read_entries_new() };
    g_auto(MailText) mail;
    mail_text_begin(&plain, lines, kinds, false, &mail);
    g_autofree char *title = near_move_without_signs(subject != NULL ? subject : "");
    bool several = read_line_says(title, "multiple");
    g_autoptr(Command) numbered = read_line_numbered(&plain, title);
    if (!several && (numbered != NULL || grammar_begins_command(&plain, title))) {
        mail.command_at = 0;
        read_entry_add_words(&mail, 0, NULL, read_entry_line(&plain, title, reading), reading);
        return;
    }
    bool doubt = near_move_is_damaged(title) || near_move_is(&plain, title);
    bool back = false;
    const size_t end = read_lines(&mail, doubt, &back, reading);
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
    const struct mail_text of_title = { &plain, lines_of_title, kind_of_title, G_MAXSIZE };
    for (size_t i = end; kinds[end] == 't' && kinds[i] != '\0'; i++) {
        mail.kinds[i] = 'q'; /* what stands behind `end` */
    }
    struct command *whole = read_entry_whole(only_title ? &of_title : &mail, true);
    if (whole != NULL) {
        read_entry_add(reading, whole);
    } else if (only_title) {
        read_entry_line(&plain, title, reading);
    }
}

/* ---- replies to letters about several boards ---- */

/* Gives each command the words below it: as its text, or as a comment for its board. */
static void add_comments(const struct mail_text *mail, struct reading *reading)
{
    static const char taken[] = { LINE_TAKEN, '\0' };
    size_t at = strcspn(mail->kinds, taken);
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        const size_t end = at + 1 + strcspn(mail->kinds + at + 1, taken);
        g_autofree char *words = own_words(mail, at + 1, end, &reading->comment_cut);
        at = end;
        if (entry->command != NULL && entry->command->row->text != TEXT_NONE) {
            read_entry_complete_text(reading, entry, g_steal_pointer(&words));
        } else {
            entry->comment = g_steal_pointer(&words);
        }
    }
}

void reading_of_boards(const struct grammar_context *context, char **lines, const char *kinds,
                       struct reading *reading)
{
    struct grammar_context several = *context;
    several.several = true;
    *reading = (struct reading){ .entries = read_entries_new() };
    g_auto(MailText) mail;
    mail_text_begin(&several, lines, kinds, true, &mail);
    mail.command_at = 0;
    bool back = false;
    const size_t end = read_lines(&mail, false, &back, reading);
    if (lines[end] != NULL) {
        mail.kinds[end] = LINE_TAKEN;
    }
    add_comments(&mail, reading);
}
