#include "letters/letters.h"

#include "base/random.h"
#include "letters/run.h"
#include "mail/address.h"
#include "mail/reply.h"
#include "render/template.h"
#include "store/clocks.h"
#include "store/outbox.h"

enum {
    COLUMNS = 72,
    /* A token of the current revision outlives the longest turn; when the board changes, it
     * expires after LIMIT_OLD_TOKEN_DAYS. */
    TOKEN_YEARS = 5,
    LEAVE_YEARS = 1, /* a token that unsubscribes: nobody asks for that later */
};

static void comment_free(struct comment *comment)
{
    g_free(comment->author);
    g_free(comment->text);
    g_free(comment);
}

struct entry *entry_new(const char *line, char *text_taken)
{
    struct entry *entry = g_new0(struct entry, 1);
    entry->line = g_strdup(line);
    entry->text = text_taken;
    entry->comments = g_ptr_array_new_with_free_func((GDestroyNotify)comment_free);
    return entry;
}

struct entry *entry_sentence(const char *line, const char *key, struct values *values)
{
    struct entry *entry = entry_new(line, NULL);
    entry->key = g_strdup(key);
    entry->values = values;
    return entry;
}

char *entry_words(const struct run *run, const struct entry *entry)
{
    if (entry->key == NULL) {
        return g_strdup(entry->text);
    }
    g_autofree char *sentence =
        say(run, entry->key, entry->values != NULL ? values_ref(entry->values) : NULL);
    return entry->text != NULL ? g_strconcat(sentence, "\n", entry->text, NULL)
                               : g_steal_pointer(&sentence);
}

static void entry_free(struct entry *entry)
{
    if (entry != NULL) {
        g_free(entry->line);
        g_free(entry->key);
        g_clear_pointer(&entry->values, values_unref);
        g_free(entry->text);
        g_free(entry->talk);
        g_free(entry->block);
        g_free(entry->heading);
        g_ptr_array_unref(entry->comments);
        g_free(entry);
    }
}

GPtrArray *entries_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
}

void entry_add_comment(struct entry *entry, const char *author, const char *text)
{
    if (text != NULL) {
        struct comment *comment = g_new(struct comment, 1);
        *comment = (struct comment){ .author = g_strdup(author), .text = g_strdup(text) };
        g_ptr_array_add(entry->comments, comment);
    }
}

/* ---- rendering ---- */

static struct values *entry_values(const struct run *run, const struct entry *entry)
{
    g_autofree char *words = entry_words(run, entry);
    struct values *values = pairs("line", entry->line, "text", words, "talk", entry->talk, "block",
                                  entry->block, "heading", entry->heading, NULL);
    GPtrArray *list = values_add_list(values, "comments");
    for (guint i = 0; i < entry->comments->len; i++) {
        const struct comment *comment = entry->comments->pdata[i];
        g_ptr_array_add(list, pairs("author", comment->author, "comment", comment->text, NULL));
    }
    return values;
}

/* Adds to `values` (taken; NULL: none) the entries, our address and the operator's. */
static struct values *letter_values(const struct run *run, struct values *values,
                                    const GPtrArray *entries)
{
    struct values *all = values != NULL ? values : values_new();
    values_add(all, "address", run->config->address);
    values_add(all, "operator", run->config->operator);
    GPtrArray *list = values_add_list(all, "entries");
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        g_ptr_array_add(list, entry_values(run, entries->pdata[i]));
    }
    return all;
}

char *letter_page(const struct run *run, const char *page, struct values *values)
{
    const char *source = words_page(run->words, page);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = source == NULL ? NULL : template_render(source, values, &error);
    if (text == NULL) {
        /* The template was changed by hand, or the installation is incomplete. The mail is not at
         * fault, and a letter without words would hide the fault. */
        db_halt(run->db, "template %s: %s", page, error != NULL ? error->message : "missing");
        return g_strdup("");
    }
    return g_strdup(g_strchomp(text));
}

/* A whole letter: the page in its frame, wrapped. */
static char *render_letter(const struct run *run, const char *page, struct values *values)
{
    g_autofree char *body = letter_page(run, page, values);
    struct values *frame = pairs("marker", REPLY_MARKER, "body", body, NULL);
    values_add_switch(frame, "testing", db_testing(run->db));
    g_autofree char *framed = letter_page(run, "letters/frame", frame);
    g_autofree char *filled = template_fill(framed, COLUMNS);
    return g_strconcat(filled, "\n", NULL);
}

/* ---- queueing ---- */

/* Gives a queued letter an envelope sender of its own, so that a bounce names the letter. Where
 * the operator's provider refuses such senders, it is our plain address. */
static void return_to_us(const struct run *run, gint64 letter)
{
    const struct config *config = run->config;
    g_autofree char *sender =
        config->returns_to_address
            ? g_strdup(config->address)
            : verp_address(db_key(run->db), letter, config->local, config->delimiter, config->host);
    outbox_return_to(run->db, letter, sender);
}

/* Our address with a token in it; NULL if `token` is NULL. Free with g_free. */
static char *address_of(const struct config *config, const char *token)
{
    return token == NULL
               ? NULL
               : address_with_token(config->local, config->delimiter, token, config->host);
}

/* The Message-IDs to show, without those that hold one of our reply addresses: some mail programs
 * make a Message-ID from the mail they answer, and nobody else may see its token. Free with
 * g_free; the ids are borrowed. */
static const char **ids_to_show(const struct config *config, const char *const *ids)
{
    g_autoptr(GPtrArray) shown = g_ptr_array_new();
    for (; ids != NULL && *ids != NULL; ids++) {
        if (!address_id_holds_token(*ids, config->host)) {
            g_ptr_array_add(shown, (char *)*ids);
        }
    }
    g_ptr_array_add(shown, NULL);
    return (const char **)g_ptr_array_free(g_steal_pointer(&shown), FALSE);
}

gint64 letter_queue(const struct run *run, const struct letter_draft *draft, struct values *values,
                    const GPtrArray *entries, char **message_id)
{
    const struct config *config = run->config;
    g_autofree char *text = render_letter(run, draft->page, letter_values(run, values, entries));
    g_autofree char *unique = random_token();
    g_autofree char *reply_to = address_of(config, draft->token);
    g_autofree char *leave_to = address_of(config, draft->leave);
    const char *const answered[] = { draft->in_reply_to, NULL };
    g_autofree const char **in_reply_to = ids_to_show(config, answered);
    g_autofree const char **references = ids_to_show(config, draft->references);
    *message_id = g_strdup_printf("%s@%s", unique, config->host);
    struct letter letter = {
        .from = config->address,
        .to = draft->address,
        .reply_to = reply_to,
        .subject = draft->subject,
        .message_id = *message_id,
        .in_reply_to = in_reply_to[0],
        .references = references,
        .date = run->now,
        .answer = draft->answer,
        .list_id = draft->list_id,
        .leave_to = leave_to,
        .instance = config->host,
        .text = text,
        .attachment = draft->file,
    };
    g_autoptr(GBytes) bytes = letter_bytes(&letter);
    gint64 id = outbox_add(run->db, draft->player, run->inbox, draft->answer, draft->address, bytes,
                           run->now);
    return_to_us(run, id);
    return id;
}

void letters_repeat(const struct run *run, gint64 inbox)
{
    g_autoptr(GArray) copies = outbox_repeat(run->db, inbox, run->now);
    for (guint i = 0; i < copies->len; i++) {
        return_to_us(run, g_array_index(copies, gint64, i));
    }
}

char *letter_token(const struct run *run, gint64 player, enum token_kind kind, gint64 object,
                   gint64 revision)
{
    gint64 years = kind == TOKEN_WATCH ? LEAVE_YEARS : TOKEN_YEARS;
    struct token token = {
        .player = player,
        .kind = kind,
        .object = object,
        .revision = revision,
        .expires = run->now + years * 365 * CLOCK_DAY,
        .made = run->now,
    };
    return token_new(run->db, &token);
}

struct player *letter_reader(const struct run *run, gint64 id, bool answer)
{
    g_autoptr(Player) player = player_by_id(run->db, id);
    bool may = player != NULL && player->address != NULL &&
               !letter_is_kept_back(run, id, player->address, answer);
    return may ? g_steal_pointer(&player) : NULL;
}

/* ---- plain letters ---- */

/* Queues the letter whose player, address, page, token and file are set in `draft`; fills in the
 * rest. Takes `values` (NULL: none). */
static void send_plain(struct run *run, struct letter_draft *draft, const char *subject_key,
                       struct values *values, const GPtrArray *entries,
                       const struct answered *answered)
{
    g_autoptr(Values) kept = values != NULL ? values : values_new();
    if (letter_is_kept_back(run, draft->player, draft->address, answered != NULL)) {
        return;
    }
    g_autofree char *words = say(run, subject_key, values_ref(kept));
    g_autofree char *subject = g_strconcat(REPLY_TAG " ", words, NULL);
    g_autoptr(GPtrArray) ids = g_ptr_array_new();
    bool answers = answered != NULL && answered->message_id != NULL;
    for (char **id = answers ? answered->references : NULL; id != NULL && *id != NULL; id++) {
        g_ptr_array_add(ids, *id);
    }
    if (answers) {
        g_ptr_array_add(ids, (char *)answered->message_id);
    }
    g_ptr_array_add(ids, NULL);
    draft->subject = subject;
    draft->in_reply_to = answers ? answered->message_id : NULL;
    draft->references = (const char *const *)ids->pdata;
    draft->answer = answered != NULL;
    g_autofree char *message_id = NULL;
    gint64 letter = letter_queue(run, draft, g_steal_pointer(&kept), entries, &message_id);
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board != 0) {
            clock_told_by(run->db, entry->board, draft->player, letter);
        }
    }
}

void letter_plain(struct run *run, gint64 player, const char *address, const char *page,
                  const char *subject_key, struct values *values, GPtrArray *entries,
                  const char *token, const struct answered *answered)
{
    struct letter_draft draft = {
        .player = player, .address = address, .page = page, .token = token
    };
    send_plain(run, &draft, subject_key, values, entries, answered);
}

void letter_file(struct run *run, gint64 player, const char *address, const char *page,
                 const char *subject_key, struct values *values, const struct attachment *file,
                 const struct answered *answered)
{
    struct letter_draft draft = {
        .player = player, .address = address, .page = page, .file = file
    };
    send_plain(run, &draft, subject_key, values, NULL, answered);
}

void letter_notice(struct run *run, gint64 player, const char *address, const char *text)
{
    letter_plain(run, player, address, "letters/notice", "subject-notice",
                 pairs("text", text, NULL), NULL, NULL, NULL);
}
