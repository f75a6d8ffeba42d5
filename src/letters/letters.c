#include "letters/letters.h"

#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "letters/queued.h"
#include "letters/run.h"
#include "mail/address.h"
#include "mail/reply.h"
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/outbox.h"
#include "store/pending.h"
#include "store/players.h"
#include "store/stats.h"
#include "transport/credential.h"
#include "transport/spool.h"

enum {
    /* A token of the current revision outlives the longest turn; when the board changes, it
     * expires after LIMIT_OLD_TOKEN_DAYS. */
    TOKEN_YEARS = 5,
    LEAVE_YEARS = 1, /* a token that unsubscribes: nobody asks for that later */
};

struct entry *entry_new(const char *line, struct phrase *text_taken)
{
    struct entry *entry = g_new0(struct entry, 1);
    entry->line = g_strdup(line);
    entry->text = text_taken;
    entry->comments = blocks_new();
    entry->links = blocks_new();
    return entry;
}

static void entry_free(struct entry *entry)
{
    if (entry != NULL) {
        g_free(entry->line);
        phrase_unref(entry->text);
        phrase_unref(entry->talk);
        phrase_unref(entry->heading);
        g_free(entry->begun);
        g_free(entry->offer);
        g_clear_pointer(&entry->rows, g_ptr_array_unref);
        g_clear_pointer(&entry->shown, g_ptr_array_unref);
        g_ptr_array_unref(entry->comments);
        g_ptr_array_unref(entry->links);
        g_free(entry);
    }
}

GPtrArray *entries_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
}

void entry_add_blocks(struct entry *entry, bool several, GPtrArray *blocks)
{
    struct phrase *heading = several ? entry->heading : NULL;
    block_words(blocks, BLOCK_HEADING, entry->shown == NULL ? phrase_ref(heading) : NULL);
    block_words(blocks, BLOCK_COMMAND, phrase_text(entry->line));
    block_words(blocks, BLOCK_NEWS, phrase_ref(entry->text));
    if (entry->rows != NULL) {
        blocks_add(blocks, entry->rows);
    }
    block_words(blocks, BLOCK_TALK, phrase_ref(entry->talk));
    if (entry->shown != NULL) {
        block_words(blocks, BLOCK_HEADING, phrase_ref(heading));
        g_ptr_array_extend_and_steal(blocks, g_steal_pointer(&entry->shown));
    }
}

void entry_add_links(const struct entry *entry, bool several, GPtrArray *blocks)
{
    for (guint i = 0; i < entry->links->len; i++) {
        const struct block *link = entry->links->pdata[i];
        block_link(blocks, several ? link->aside->text : link->words->text, link->aside->text);
    }
}

const char *entries_offer(const GPtrArray *entries)
{
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->offer != NULL) {
            return entry->offer;
        }
    }
    return NULL;
}

/* ---- queueing ---- */

char *letter_sender(const struct config *config, struct db *db, gint64 letter)
{
    return config->returns_to_address ? g_strdup(config->address)
                                      : verp_address(db_letter_key(db), letter, config->local,
                                                     config->delimiter, config->host);
}

/* Our address with a token in it; NULL if `token` is NULL. Free with g_free. */
static char *address_of(const struct config *config, const struct new_token *token)
{
    return token == NULL
               ? NULL
               : address_with_token(config->local, config->delimiter, token->text, config->host);
}

/* Adds a Message-ID to those that a letter shows, unless it holds one of our reply addresses: some
 * mail programs make a Message-ID from the mail they answer, and nobody else may see its token. */
static void add_id(const struct config *config, GPtrArray *ids, const char *id)
{
    if (id != NULL && !address_id_holds_token(id, config->host)) {
        g_ptr_array_add(ids, (char *)id);
    }
}

/* The Message-IDs of the thread of a letter, and the one it answers, in *in_reply_to; NULL: none.
 * Free with g_ptr_array_unref; the ids are borrowed. */
static GPtrArray *references_of(const struct config *config, const struct letter_draft *draft,
                                const char **in_reply_to)
{
    const struct answered *answered = draft->answered;
    GPtrArray *ids = g_ptr_array_new();
    const char *last = answered != NULL ? answered->message_id : NULL;
    for (guint i = 0; draft->thread != NULL && i < draft->thread->len; i++) {
        add_id(config, ids, draft->thread->pdata[i]);
    }
    if (draft->thread == NULL && last != NULL) {
        for (char **id = answered->references; id != NULL && *id != NULL; id++) {
            add_id(config, ids, *id);
        }
        add_id(config, ids, last);
    } else if (last == NULL && draft->thread != NULL && draft->thread->len > 0) {
        last = draft->thread->pdata[draft->thread->len - 1];
    }
    const bool shown = last != NULL && !address_id_holds_token(last, config->host);
    *in_reply_to = shown ? last : NULL;
    g_ptr_array_add(ids, NULL);
    return ids;
}

/* The language of a letter to an address rather than to a player: what was asked for there, or that
 * of the player whose address it is. NULL: the server's. Free with g_free. */
static char *language_at(const struct run *run, const char *address)
{
    g_autofree char *folded = address_fold(address);
    if (folded == NULL || letter_is_to_operator(run, folded)) {
        return NULL;
    }
    char *language = pending_language(run->db, folded);
    g_autoptr(Player) owner = language == NULL ? player_by_address(run->db, folded) : NULL;
    return owner != NULL ? player_setting(run->db, owner->id, "language") : language;
}

gint64 letter_queue(const struct run *run, const struct letter_draft *draft, char **message_id)
{
    const struct config *config = run->config;
    struct new_token made;
    const struct new_token *links = blocks_have_links(draft->blocks) ? draft->token : NULL;
    if (draft->token == NULL && blocks_have_links(draft->blocks)) {
        made = letter_token(run, draft->player, TOKEN_LINKS, 0, 0);
        links = &made;
    }
    const char *in_reply_to;
    g_autoptr(GPtrArray) references = references_of(config, draft, &in_reply_to);
    g_autofree char *unique = random_token();
    *message_id = g_strdup_printf("%s@%s", unique, config->host);
    const bool personal = draft->token == NULL && draft->player != 0;
    g_autofree char *language =
        draft->player == 0 && draft->language == NULL ? language_at(run, draft->address) : NULL;
    g_autofree char *reply_to = personal ? letter_personal_address(run, draft->player, false)
                                         : address_of(config, draft->token);
    g_autofree char *leave_to = address_of(config, draft->leave);
    g_autoptr(Phrase) subject = draft->subject;
    struct queued queued = {
        .letter = { .to = draft->address,
                    .reply_to = reply_to,
                    .message_id = *message_id,
                    .in_reply_to = in_reply_to,
                    .references = (const char *const *)references->pdata,
                    .date = run->now,
                    .answer = draft->answered != NULL,
                    .list_id = draft->list_id,
                    .leave_to = leave_to,
                    .language = draft->player == 0 && draft->language != NULL ? draft->language
                                                                              : language },
        .file = draft->file != NULL ? *draft->file : (struct attachment){ 0 },
        .subject = subject,
        .blocks = (GPtrArray *)draft->blocks,
        .links = links != NULL ? links->id : 0,
    };
    if (links != NULL) {
        memcpy(queued.hash, links->hash, sizeof queued.hash);
    }
    g_autoptr(GBytes) letter = queued_write(&queued);
    const struct outbox_new row = {
        .player = draft->player,
        .inbox = run->inbox,
        .board = draft->board,
        .answer = draft->answered != NULL,
        .recipient = draft->address,
        .letter = letter,
    };
    return outbox_add(run->db, &row, run->now);
}

struct new_token letter_token(const struct run *run, gint64 player, enum token_kind kind,
                              gint64 object, gint64 revision)
{
    const bool for_weeks = kind == TOKEN_BOARDS || kind == TOKEN_MESSAGE || kind == TOKEN_DISPLAY ||
                           kind == TOKEN_LESSON;
    const gint64 days = kind == TOKEN_LINKS   ? LIMIT_CHALLENGE_DAYS
                        : for_weeks           ? LIMIT_OLD_TOKEN_DAYS
                        : kind == TOKEN_WATCH ? LEAVE_YEARS * 365
                                              : TOKEN_YEARS * 365;
    struct token token = {
        .player = player,
        .kind = kind,
        .object = object,
        .revision = revision,
        .expires = run->now + days * CLOCK_DAY,
        .made = run->now,
    };
    return token_new(run->db, &token);
}

char *letter_personal_address(const struct run *run, gint64 player, bool renew)
{
    char token[PERSONAL_TOKEN_LENGTH + 1];
    const gint64 number = token_personal(run->db, player);
    const gint64 current = number + (renew || number == 0 ? 1 : 0);
    personal_token(db_letter_key(run->db), player, current, token);
    if (current != number) {
        token_personal_set(run->db, player, current, token);
    }
    const struct config *config = run->config;
    return personal_address(token, config->local, config->delimiter, config->host);
}

struct player *letter_reader(const struct run *run, gint64 id, bool answer)
{
    g_autoptr(Player) player = player_by_id(run->db, id);
    bool may =
        player != NULL && player->address != NULL && !player_is_kept_back(run, player, answer);
    return may ? g_steal_pointer(&player) : NULL;
}

/* ---- plain letters ---- */

gint64 letter_plain(struct run *run, const struct letter_draft *letter)
{
    g_autoptr(Values) values = letter->values != NULL ? letter->values : values_new();
    if (letter_is_kept_back(run, letter->player, letter->address, letter->answered != NULL)) {
        return 0;
    }
    struct letter_draft whole = *letter;
    whole.subject = say(letter->key, values_ref(values));
    g_autoptr(GPtrArray) page = blocks_new();
    if (letter->page != NULL) { /* it may also name our address and the operator's */
        struct values *all = values_copy(values);
        with_phrase(all, "address", phrase_text(run->config->address));
        with_phrase(all, "operator", phrase_text(run->config->operator_address));
        block_words(page, BLOCK_PROSE, phrase_page(letter->page, all));
        for (const char *const *line = letter->links; line != NULL && *line != NULL; line++) {
            block_link(page, *line, *line);
        }
        whole.blocks = page;
    }
    g_autofree char *message_id = NULL;
    return letter_queue(run, &whole, &message_id);
}

/* Adds to the first line at how many boards the reader is to move. */
static void add_first_line(const GPtrArray *entries, GPtrArray *blocks)
{
    int moves = 0;
    for (guint i = 0; i < entries->len; i++) {
        moves += ((const struct entry *)entries->pdata[i])->to_move ? 1 : 0;
    }
    if (moves > 1) {
        block_words(blocks, BLOCK_FIRST,
                    say("first-moves", with_number(values_new(), "count", moves)));
    } else if (moves == 1) {
        block_words(blocks, BLOCK_FIRST, say("first-yours", NULL));
    }
}

/* Makes a token with which the reader can answer for each board that the entries show and they play
 * at. False if there is no such board, unless `for_boards`: then it is good for boards that earlier
 * letters have shown. */
static bool token_for_boards(const struct run *run, gint64 player, const GPtrArray *entries,
                             bool for_boards, struct new_token *token)
{
    bool any = for_boards;
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->kind != 0) {
            letter_token(run, player, entry->kind, entry->board, entry->revision);
            any = true;
        }
    }
    if (any) {
        *token = letter_token(run, player, TOKEN_BOARDS, 0, 0);
    }
    return any;
}

void letter_of_entries(struct run *run, const struct letter_draft *letter, GPtrArray *entries)
{
    struct letter_draft whole = *letter;
    struct new_token token;
    const bool boards =
        letter->player != 0 &&
        !letter_is_kept_back(run, letter->player, letter->address, letter->answered != NULL) &&
        token_for_boards(run, letter->player, entries, letter->for_boards, &token);
    g_autoptr(GPtrArray) blocks = blocks_new();
    for (guint i = 0; i < entries->len; i++) {
        entry_add_blocks(entries->pdata[i], true, blocks);
        blocks_add(blocks, ((const struct entry *)entries->pdata[i])->comments);
        entry_add_links(entries->pdata[i], true, blocks);
    }
    add_first_line(entries, blocks);
    block_words(blocks, BLOCK_CHOICES, say(boards ? "how-boards" : "how-to-write", NULL));
    whole.token = boards ? &token : NULL;
    whole.blocks = blocks;
    gint64 id = letter_plain(run, &whole);
    for (guint i = 0; id != 0 && i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board != 0) {
            clock_told_by(run->db, entry->board, letter->player, id);
        }
    }
}

/* Queues a short letter with the text (taken). `language` as in a draft. */
static void notice(struct run *run, gint64 player, const char *address, const char *language,
                   struct phrase *text, const struct answered *answered)
{
    letter_plain(run, &(struct letter_draft){ .player = player,
                                              .address = address,
                                              .language = language,
                                              .key = "subject-notice",
                                              .page = "letters/notice",
                                              .values = with_phrase(values_new(), "text", text),
                                              .answered = answered });
}

void letter_notice(struct run *run, gint64 player, const char *address, const char *key,
                   struct values *values)
{
    notice(run, player, address, NULL, say(key, values), NULL);
}

void letter_notice_former(struct run *run, const char *address, const char *language,
                          const char *key, struct values *values)
{
    notice(run, 0, address, language, say(key, values), NULL);
}

void letter_notice_daily(struct run *run, gint64 player, const char *address, const char *key,
                         struct values *values, const struct answered *answered)
{
    const gint64 moment = run_moment(run);
    const struct clock_span today = { moment / CLOCK_DAY * CLOCK_DAY, moment };
    g_autofree char *folded = address_fold(address);
    g_autoptr(Phrase) text = say(key, values);
    if (notice_once(run->db, folded, key, today)) {
        notice(run, player, address, NULL, g_steal_pointer(&text), answered);
    }
}

/* ---- letters to the operator ---- */

/* The subject of each, and what it says: a page of templates/en/letters/, or else a sentence. */
static const struct {
    const char *subject, *says;
} alarms[] = {
    [ALARM_PARKED] = { "subject-parked-letters", "letters/parked-letters" },
    [ALARM_LOGIN] = { "subject-mailbox-login", "letters/mailbox-login" },
    [ALARM_UNWELCOME] = { "subject-unwelcome", "letters/unwelcome" },
    [ALARM_UNWANTED] = { "subject-unwanted", "unwanted" },
    [ALARM_SIGNUPS] = { "subject-too-many-signups", "too-many-signups" },
    [ALARM_STRANGERS] = { "subject-too-many-strangers", "too-many-strangers" },
    [ALARM_OTHER_ADDRESS] = { "subject-other-address", "letters/other-address" },
    [ALARM_BOT_NAME] = { "subject-bot", "bot-name" },
    [ALARM_BOT_FAILED] = { "subject-bot", "letters/bot-failed" },
    [ALARM_FAILED] = { "subject-failed-mail", "letters/failed-mail" },
    [ALARM_CLOSED] = { "subject-closed-mail", "letters/closed-mail" },
    [ALARM_STANDBY] = { "subject-standby-failed", "standby-failed" },
};

bool alarm_write(struct run *run, enum alarm alarm, const char *what, struct values *values)
{
    const char *person = run->config->operator_address;
    const char *says = alarms[alarm].says;
    const bool page = g_str_has_prefix(says, "letters/");
    g_autoptr(Values) own = values != NULL ? values : values_new();
    if (!notice_once(run->db, what != NULL ? what : person, says,
                     clock_span(run->now, CLOCK_DAY - 1))) {
        return false;
    }
    if (what != NULL) {
        with_phrase(own, "name", phrase_text(what));
    }
    if (!page) {
        with_phrase(own, "text", say(says, values_copy(own)));
    }
    letter_plain(run, &(struct letter_draft){ .address = person,
                                              .key = alarms[alarm].subject,
                                              .page = page ? says : "letters/notice",
                                              .values = g_steal_pointer(&own) });
    return true;
}

/* The values of the letter: the name of the mail, a switch for what is wrong with it, and how many
 * more mails there are. Free with values_unref. */
static struct values *failed_values(const char *spool_name, enum spool_fault fault, guint more)
{
    static const char *const reasons[] = {
        [SPOOL_SOUND] = "attempts",
        [SPOOL_CLOSED] = "closed",
        [SPOOL_MALFORMED] = "malformed",
    };
    struct values *values = with_number(pairs("name", spool_name, NULL), "more", more);
    for (enum spool_fault each = SPOOL_SOUND; each <= SPOOL_MALFORMED; each++) {
        with_switch(values, reasons[each], each == fault);
    }
    return values;
}

void alarm_failed(struct run *run, const char *const *names)
{
    static const char kind[] = "failed-mail";
    const struct clock_span ever = { 0, G_MAXINT64 };
    g_autoptr(GPtrArray) untold = g_ptr_array_new();
    for (; *names != NULL; names++) {
        if (notice_count(run->db, *names, kind, ever) == 0) {
            g_ptr_array_add(untold, (char *)*names);
        }
    }
    if (untold->len == 0) {
        return;
    }
    const char *first = untold->pdata[0];
    const enum spool_fault fault = spool_failed_fault(run->config->spool, first);
    if (alarm_write(run, ALARM_FAILED, NULL, failed_values(first, fault, untold->len - 1))) {
        for (guint i = 0; i < untold->len; i++) {
            notice_add(run->db, untold->pdata[i], kind, run->now);
        }
    }
}

void alarm_parked(struct run *run)
{
    const gint64 count = outbox_untold(run->db, run->config->operator_address);
    if (count != 0 &&
        alarm_write(run, ALARM_PARKED, NULL, with_number(values_new(), "count", count))) {
        outbox_told(run->db, run->now);
    }
}

void alarm_logins(struct run *run)
{
    for (guint i = 0; i < run->config->mailboxes->len; i++) {
        const struct mailbox *mailbox = run->config->mailboxes->pdata[i];
        g_autofree char *identity =
            mailbox->service != NULL ? credential_identity(mailbox->service) : NULL;
        if (identity != NULL && logins_were_refused(run->db, identity, run->now)) {
            alarm_write(run, ALARM_LOGIN, mailbox->name,
                        pairs("host", mailbox->service->host, NULL));
        }
    }
}

/* ---- each week ---- */

/* Adds what happened in the span. */
static void add_week(struct values *values, const struct stats_span *week)
{
    with_number(values, "mails", week->mails);
    with_number(values, "letters", week->letters);
    with_number(values, "returned", week->returned);
    with_number(values, "joined", week->joined);
    with_number(values, "active", week->active);
    with_number(values, "begun", week->begun);
    with_number(values, "ended", week->ended);
    with_number(values, "running", week->running);
}

/* Adds what needs attention. False if nothing does. */
static bool add_faults(struct run *run, struct values *values, const struct stats *stats,
                       guint failed, gint64 saved)
{
    const bool old_backup = saved < run->now - WEEK;
    const bool late = stats->oldest != 0 && stats->oldest < run->now - CLOCK_DAY;
    with_number(values, "failed", failed);
    with_number(values, "parked", stats->parked);
    with_number(values, "kept-back", stats->kept_back);
    with_number(values, "late", late ? stats->waiting : 0);
    with_switch(values, "no-backup", old_backup);
    const bool any = failed > 0 || stats->parked > 0 || stats->kept_back > 0 || late || old_backup;
    with_switch(values, "any", any);
    return any;
}

void weekly_write(struct run *run, guint failed, gint64 saved)
{
    struct watermark mark = watermark_read(run->db);
    const gint64 since = mark.weekly;
    mark.weekly = run->now;
    watermark_write(run->db, &mark);
    if (since == 0 || since > run->now) {
        return;
    }
    struct stats_span week;
    struct stats stats;
    stats_since(run->db, since, &week);
    stats_read(run->db, run->now, &stats);
    struct values *values = with_phrase(values_new(), "from", phrase_moment_bare(since));
    with_phrase(values, "until", phrase_moment(run->now));
    add_week(values, &week);
    const bool amiss = add_faults(run, values, &stats, failed, saved);
    stats_clear(&stats);
    if (!amiss && week.mails == 0 && week.begun == 0 && week.ended == 0) {
        values_unref(values);
        return;
    }
    letter_plain(run, &(struct letter_draft){ .address = run->config->operator_address,
                                              .key = "subject-weekly",
                                              .page = "letters/weekly",
                                              .values = values });
}
