/* The command export: everything stored about a player, as a file, by mail. */
#include "store/export.h"
#include "auth/budget.h"
#include "base/clock.h"
#include "commands/task.h"
#include "letters/run.h"
#include "mail/address.h"
#include "store/inbox.h"

enum { FILE_MOST = 4 * 1024 * 1024 /* bytes; many mail servers take no more than 10 MiB */ };

void handle_export(struct task *task)
{
    const struct player *who = task->who;
    static const char notice[] = "export";
    struct run *run = task->run;
    g_autofree char *folded = address_fold(who->address);
    if (notice_count(run->db, folded, notice, clock_span(run->now, CLOCK_DAY)) > 0) {
        task_answer(task, say("export-again", NULL));
        return;
    }
    if (!request_may_answer(task->request, who)) {
        return;
    }
    bool whole;
    g_autofree char *json = export_json(run->db, who->id, run->now, FILE_MOST, &whole);
    g_autofree char *name = g_strdup_printf("postmove-%s.json", who->name);
    struct attachment file = { .name = name, .type = "application/json", .text = json };
    request_letter(task->request, who,
                   &(struct letter_draft){ .key = "subject-export",
                                           .page = "letters/export",
                                           .values = pairs("name", who->name, "file", name, "cut",
                                                           whole ? NULL : "yes", NULL),
                                           .file = &file });
    notice_add(run->db, folded, notice, run->now);
}
