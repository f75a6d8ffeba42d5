/* The command export: everything stored about a player, as a file, by mail. */
#include "store/export.h"
#include "auth/budget.h"
#include "base/clock.h"
#include "commands/request.h"
#include "letters/run.h"
#include "mail/address.h"
#include "store/inbox.h"

enum { FILE_MOST = 4 * 1024 * 1024 /* bytes; many mail servers take no more than 10 MiB */ };

void handle_export(struct request *request, const struct player *who, const struct command *command)
{
    static const char notice[] = "export";
    struct run *run = request->run;
    g_autofree char *folded = address_fold(who->address);
    if (notice_count(run->db, folded, notice, clock_span(run->now, CLOCK_DAY)) > 0) {
        request_answer(request, who, command, "export-again", NULL);
        return;
    }
    if (!rate_limit_answer(run, who->id, who->address, request_proves(request, who->id))) {
        return;
    }
    bool whole;
    g_autofree char *json = export_json(run->db, who->id, run->now, FILE_MOST, &whole);
    g_autofree char *name = g_strdup_printf("postmove-%s.json", who->name);
    struct attachment file = { .name = name, .type = "application/json", .text = json };
    bool own = request->player != NULL && request->player->id == who->id;
    struct answered answered = { .message_id = own ? request->message->message_id : NULL,
                                 .references = own ? request->message->references : NULL };
    letter_plain(run, &(struct plain_letter){ .player = who->id,
                                              .address = who->address,
                                              .subject = "subject-export",
                                              .page = "letters/export",
                                              .values = pairs("name", who->name, "file", name,
                                                              "cut", whole ? NULL : "yes", NULL),
                                              .file = &file,
                                              .answered = &answered });
    notice_add(run->db, folded, notice, run->now);
}
