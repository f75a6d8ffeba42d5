#include "language/reading.h"

#include <string.h>

#include "language/read_entry.h"
#include "language/said.h"
#include "language/spoken.h"

/* Reads the text below a command that needs one. Returns the last line of it. */
static size_t read_text(struct mail_text *mail, size_t at, struct reading_entry *entry,
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
    end -= mail->lines[end] == NULL ? 1 : 0;
    memset(mail->kinds + at, LINE_TAKEN, end + 1 - at);
    return end;
}

/* True if a line that is no command objects to what stands around it. If it is talk at the plain
 * address that says more than courtesy, the first such line is noted. */
static bool line_objects(const struct mail_text *mail, size_t at, bool talk,
                         struct reading *reading)
{
    g_auto(Said) said;
    said_read(mail->context, mail->lines[at], &said);
    talk = talk && !mail->context->several && !said_is_courtesy(&said);
    if (talk && reading->not_done == NULL) {
        reading->not_done = reading_words_shown(mail->context, mail->lines[at]);
        reading->not_done_key = "not-answered";
    }
    return read_line_objects(&said, false);
}

/* Reads commands, one a line, to the word `end`. `doubt`: the Subject is a line in doubt. Returns
 * whether a line that is no command objects to the others. */
static bool read_lines(struct mail_text *mail, bool doubt, struct reading *reading)
{
    bool objects = false;
    for (size_t i = 0; mail->lines[i] != NULL && mail->kinds[i] != 'e'; i++) {
        const bool own = mail->kinds[i] == 't';
        g_autoptr(ReadingEntry) entry = own || mail->kinds[i] == 'w' ? read_line(mail, i) : NULL;
        reading->too_many = entry != NULL && reading->entries->len == READING_COMMANDS_MAX;
        if (reading->too_many || (own && read_line_says(mail->lines[i], "end"))) {
            memset(mail->kinds + i, 'q', strlen(mail->kinds + i)); /* what is below is not read */
            break;
        }
        if (own && (entry == NULL || entry->command == NULL)) {
            objects |= line_objects(mail, i, entry == NULL, reading);
        }
        /* A command right below a quoted line is taken for the rest of that line. Programs do not
         * break a short one, so in a reply about several boards it is the writer's own. */
        const bool whole = mail->context->several && entry != NULL && entry->command != NULL &&
                           own_words_below_short(mail, i);
        const bool below = entry != NULL && !own && !whole;
        reading->below_quote |= below;
        doubt |= below || (entry != NULL && entry->doubt);
        if (entry == NULL || below) {
            continue;
        }
        if (doubt && entry->command != NULL && entry->command->row->ends) {
            /* A player who mistyped a move does not mean to end the match. */
            read_entry_refuse(entry, "below-doubt");
        }
        mail->kinds[i] = LINE_TAKEN;
        entry->at = i;
        const char *next = mail->lines[i + 1];
        if (g_strcmp0(entry->refusal.key, "name-needs-password") == 0 && next != NULL &&
            !grammar_begins_command(mail->context, next)) {
            mail->kinds[++i] = 'q'; /* a mail program broke the line between NAME and PASSWORD */
        }
        i = read_text(mail, i, entry, reading);
        read_entry_add(reading, g_steal_pointer(&entry));
    }
    return objects;
}

/* True if a command cannot be undone, has no password, and is not asked about once more. */
static bool is_grave(const struct command *command)
{
    return command != NULL && command->row->tier == TIER_GRAVE && command->password == NULL &&
           grammar_level(command, 0) != LEVEL_TWICE;
}

/* Refuses commands because of other lines: beside a grave one stand only commands and courtesy, and
 * whoever takes something back may mean any. */
static void refuse_unclear(const struct mail_text *mail, bool objected, struct reading *reading)
{
    bool clear = true;
    for (guint i = 0; i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        clear &=
            entry->command != NULL &&
            (!is_grave(entry->command) || read_entry_is_alone(mail, mail->lines[entry->at], entry));
    }
    for (guint i = 0; i < reading->entries->len; i++) {
        struct reading_entry *entry = reading->entries->pdata[i];
        const struct command_row *row = entry->command != NULL ? entry->command->row : NULL;
        const bool acts = row != NULL && row->text == TEXT_NONE && row->tier != TIER_LOOK;
        const bool grave = is_grave(entry->command) && !mail->context->several;
        if (acts && (objected || (grave && !clear))) {
            read_entry_refuse(entry, objected ? "taken-back" : "not-alone");
            entry->refusal.suggestion = g_strdup(entry->refusal.line);
        }
    }
}

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
            g_free(entry->comment);
            entry->comment = g_steal_pointer(&words);
        }
    }
}

void reading_of_mail(const struct grammar_context *context, const char *subject, char **lines,
                     const char *kinds, struct reading *reading)
{
    *reading = (struct reading){ 0 };
    reading->entries = g_ptr_array_new_with_free_func((GDestroyNotify)reading_entry_free);
    g_auto(MailText) mail, title;
    mail_text_begin(context, lines, kinds, context->several, &mail);
    g_autofree char *words = near_move_inside(subject != NULL ? subject : "", NULL, NULL);
    char *title_lines[] = { g_strstrip(words), NULL };
    const bool titled = !context->several && *words != '\0' && !read_line_says(words, "multiple");
    mail_text_begin(context, title_lines, titled ? "t" : "b", false, &title);
    g_autoptr(ReadingEntry) entry = titled ? read_line(&title, 0) : NULL;
    /* "Moves" is the title of many mails. */
    const bool general =
        entry != NULL && entry->refusal.row != NULL && entry->refusal.row->id == COMMAND_MOVES;
    if (entry != NULL && !general &&
        (entry->command != NULL || grammar_begins_command(context, words))) {
        mail.command_at = 0;
        title.kinds[0] = LINE_TAKEN;
        g_autofree char *body = own_words(&mail, 0, G_MAXSIZE, NULL);
        g_auto(Said) said;
        said_read(context, body, &said);
        if (is_grave(entry->command) &&
            (!said.whole || said.asks || (said.all.kinds & WORD_AGAINST) != 0 ||
             !read_entry_is_alone(&title, words, entry))) {
            read_entry_refuse(entry, "not-alone");
            entry->refusal.suggestion = g_strdup(entry->refusal.line);
        }
        read_entry_add_words(&mail, 0, entry, reading);
        read_entry_add(reading, g_steal_pointer(&entry));
        return;
    }
    const bool objected = read_lines(&mail, entry != NULL && entry->doubt, reading);
    refuse_unclear(&mail, objected, reading);
    if (context->several) {
        mail.command_at = 0;
        add_comments(&mail, reading);
    }
    if (context->several || reading->entries->len > 0) {
        return;
    }
    g_clear_pointer(&reading->not_done, g_free);
    const bool only_title = titled && strchr(kinds, 't') == NULL;
    struct command *whole = read_entry_whole(only_title ? &title : &mail, true);
    read_entry_add_command(reading, whole);
    if (whole == NULL && only_title) {
        struct reading_entry *refused = g_new0(struct reading_entry, 1);
        refused->command = grammar_parse(context, words, &refused->refusal);
        read_entry_add(reading, refused);
    }
}
