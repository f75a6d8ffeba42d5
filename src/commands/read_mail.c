#include "commands/read_mail.h"

#include <string.h>

#include "commands/context.h"
#include "commands/signup.h"
#include "commands/tutorial.h"
#include "mail/reply.h"

/* Sets what a reply may hold if the letter is about no board. False if it is no such reply. */
static bool context_of_letter(const struct request *request, struct grammar_context *context)
{
    if (!request->has_token) {
        return false;
    }
    switch (request->token.kind) {
    case TOKEN_CONFIRM:
        context->reply = signup_reply(request);
        return true;
    case TOKEN_MESSAGE:
        context->reply = REPLY_TO_MESSAGE;
        return true;
    case TOKEN_DISPLAY:
        context->reply = REPLY_TO_DISPLAY;
        return true;
    case TOKEN_LESSON:
        context->reply = REPLY_TO_LESSON;
        tutorial_context(request, context);
        return true;
    default:
        return false;
    }
}

/* Notes which lines were not read. The word `end` is no such line in a mail of commands: it is
 * there to end it. */
static void note_left_out(struct reply *lines, bool is_reply, struct reading *reading)
{
    g_autofree char *stop = g_steal_pointer(&lines->stop);
    bool ends = stop != NULL && !is_reply && reading->comment == NULL &&
                g_ascii_strncasecmp(stop, "end", strlen("end")) == 0;
    reading->stop = ends ? NULL : g_steal_pointer(&stop);
    reading->beyond = lines->beyond;
}

void read_mail(struct request *request, struct reading *reading)
{
    struct grammar_context context;
    context_plain(&context);
    gboolean tagged = FALSE;
    g_autofree char *subject = reply_subject(request->message->subject, &tagged);
    struct reply lines;
    reply_read(request->message->text, &lines);
    bool is_reply = context_of_letter(request, &context) ||
                    ((request->letter_board != 0 || context_by_subject(request, subject)) &&
                     context_of_board(request, &context));
    if (is_reply) {
        reading_of_reply(&context, lines.written, lines.kinds, reading);
    } else {
        /* A Subject copied from our letter says nothing of the writer's own. */
        bool ours = tagged && !grammar_begins_command(&context, subject);
        reading_of_mail(&context, ours ? NULL : subject, lines.written, lines.kinds, reading);
    }
    note_left_out(&lines, is_reply, reading);
    reply_clear(&lines);
}

bool read_mail_finds_command(struct request *request)
{
    if (!request->message->text_whole ||
        (request->has_token && request->token.kind == TOKEN_WATCH)) {
        return false;
    }
    struct reading reading = { 0 };
    read_mail(request, &reading);
    bool found = false;
    for (guint i = 0; i < reading.entries->len; i++) {
        found |= ((const struct reading_entry *)reading.entries->pdata[i])->command != NULL;
    }
    reading_clear(&reading);
    return found;
}
