/* Export: all that is kept about a player, as a file, by mail. */
#include "store/export.h"
#include "base/clock.h"
#include "mail/address.h"
#include "office/allowance.h"
#include "office/visit.h"
#include "store/inbox.h"

enum { FILE_MOST = 4 * 1024 * 1024 /* bytes; many mail servers take no more than 10 MiB */ };

static const char notice[] = "export";

/* Whether he had one within a day. */
static bool had_one(struct office *office, const char *folded)
{
    return notice_count(office->db, folded, notice, clock_span(office->now, CLOCK_DAY)) > 0;
}

static void send_file(struct visit *visit, const struct player *who)
{
    struct office *office = visit->office;
    bool whole;
    g_autofree char *json = export_json(office->db, who->id, office->now, FILE_MOST, &whole);
    g_autofree char *name = g_strdup_printf("postmove-%s.json", who->name);
    struct attachment file = { .name = name, .type = "application/json", .text = json };
    bool own = visit->player != NULL && visit->player->id == who->id;
    struct answered answered = { .message_id = own ? visit->message->message_id : NULL,
                                 .references = own ? visit->message->references : NULL };
    letter_file(office, who->id, who->address, "letters/export", "subject-export",
                pairs("name", who->name, "file", name, "cut", whole ? NULL : "yes", NULL), &file,
                &answered);
}

void export_send(struct visit *visit, const struct player *who, const struct command *command)
{
    struct office *office = visit->office;
    g_autofree char *folded = address_fold(who->address);
    if (had_one(office, folded)) {
        visit_answer(visit, who, command, say(office, "export-again", NULL));
        return;
    }
    if (allowance_answer(visit, who->id, who->address)) {
        send_file(visit, who);
        notice_add(office->db, folded, notice, office->now);
    }
}
