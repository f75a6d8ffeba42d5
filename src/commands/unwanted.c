#include "commands/leaving.h"

#include <string.h>

#include "commands/signup.h"
#include "language/said.h"

enum { LINES_MOST = 10 /* of the writer's own, that are read */ };

static unsigned wish_of(const struct request *request)
{
    struct grammar_context context = context_plain();
    gboolean ours = FALSE;
    g_autofree char *subject = reply_subject(request->message->subject, &ours);
    unsigned wish = ours || subject == NULL ? LEAVE_NOTHING : leave_wish(&context, subject);
    g_autofree char *own = request_own_lines(request, LINES_MOST);
    wish |= leave_wish(&context, own);
    if (own[strspn(own, "\n")] == '\0' && strpbrk(request->own->kinds, "qw") == NULL) {
        /* The word "stop" ends a mail of commands, so it is no line of its writer. It is meant so
         * if more than a name stands below. */
        const char *text = request->message->text;
        g_auto(GStrv) lines = g_strsplit(text + strspn(text, " \n"), "\n", 3);
        const char *below = lines[0] != NULL && lines[1] != NULL ? lines[1] : "";
        const bool alone = request->own->stop == NULL || strpbrk(below, "0123456789 ") == NULL;
        wish |= alone && lines[0] != NULL ? leave_wish(&context, lines[0]) : LEAVE_NOTHING;
    }
    return wish;
}

/* Says how to leave, for a while or for good. */
static void show_ways_out(struct request *request)
{
    const struct player *who = request->player;
    const bool away = who->signed_off != 0;
    struct phrase *running = leaving_headings(request->run, who->id, LEAVING_MATCHES);
    const bool plays = running != NULL;
    g_autoptr(GPtrArray) watches = watches_of_player(request->run->db, who->id);
    const char *pause = grammar_row(COMMAND_SIGNOFF)->name;
    g_autofree char *resigning = g_strconcat(pause, " ", LEAVING_RESIGN, NULL);
    struct entry *entry =
        request_answer(request, who, NULL,
                       say("leave", with_phrase(pairs("away", away ? "yes" : NULL, "watching",
                                                      watches->len > 0 ? "yes" : NULL, NULL),
                                                "running", running)));
    if (!away) {
        const char *line = plays ? resigning : pause;
        block_link(entry->links, line, line);
    }
    const char *for_good = grammar_row(COMMAND_FORGET)->name;
    block_link(entry->links, for_good, for_good);
}

/* True if a command does something. "unsubscribe" from somebody who watches nothing does not. */
static bool acts_on(const struct request *request, const struct command *command)
{
    g_autoptr(GPtrArray) watches = command->row->id == COMMAND_UNWATCH && request->player != NULL
                                       ? watches_of_player(request->run->db, request->player->id)
                                       : NULL;
    return !grammar_only_asks(command, request->letter_board) &&
           (watches == NULL || watches->len > 0);
}

bool unwanted_answer(struct request *request, const struct reading *reading)
{
    /* Anybody can write "stop" in the name of somebody who is about to sign up. */
    const bool theirs = request->player != NULL || request->has_token ||
                        request->message->verdict == SENDER_VOUCHED;
    bool acts = false;
    for (guint i = 0; reading != NULL && i < reading->entries->len; i++) {
        const struct reading_entry *entry = reading->entries->pdata[i];
        acts |= entry->command != NULL && acts_on(request, entry->command);
    }
    const unsigned wish = acts || !theirs ? LEAVE_NOTHING : wish_of(request);
    if (wish != LEAVE_NOTHING && request->player == NULL) {
        signup_stop(request);
    } else if (wish != LEAVE_NOTHING) {
        request->letter_board = 0; /* the answer is about no board, and takes commands about none */
        if ((wish & LEAVE_NOT_ME) != 0) {
            /* Somebody else wrote: drops what the letter asked them to confirm. */
            const struct task task = task_of(request, request->player, NULL);
            g_autoptr(Pending) pending = signup_asked(&task);
            if (pending != NULL) {
                pending_remove(request->run->db, pending->id);
            }
            request_answer(request, request->player, NULL,
                           say("not-me", pairs("dropped", pending != NULL ? "yes" : NULL, NULL)));
        }
        if ((wish & LEAVE_STOP) != 0) {
            show_ways_out(request);
        }
    }
    return wish != LEAVE_NOTHING;
}
