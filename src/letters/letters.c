#include "letters/letters.h"

#include "accounts/bounces.h"
#include "accounts/settings.h"
#include "accounts/vacation.h"
#include "base/clock.h"
#include "base/random.h"
#include "clocks/clock_words.h"
#include "clocks/clocks.h"
#include "mail/address.h"
#include "mail/reply.h"
#include "mail/verp.h"
#include "play/match_settings.h"
#include "play/submit.h"
#include "play/tutorial.h"
#include "render/template.h"
#include "store/outbox.h"
#include "store/tokens.h"
#include "talk/talk.h"
#include "talk/watch.h"

enum {
    COLUMNS = 72,
    /* A token for the present revision lives as long as anyone may ponder;
     * when the board changes it is given LIMIT_OLD_TOKEN_DAYS. */
    TOKEN_YEARS = 5,
    LEAVE_YEARS = 1, /* one that ends letters, which nobody asks for so late */
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

void entry_free(struct entry *entry)
{
    if (entry != NULL) {
        g_free(entry->line);
        g_free(entry->text);
        g_free(entry->talk);
        g_free(entry->block);
        g_free(entry->heading);
        g_ptr_array_unref(entry->comments);
        g_free(entry);
    }
}

static void add_comment(struct entry *entry, const char *author, const char *text)
{
    if (text != NULL) {
        struct comment *comment = g_new(struct comment, 1);
        *comment = (struct comment){ .author = g_strdup(author), .text = g_strdup(text) };
        g_ptr_array_add(entry->comments, comment);
    }
}

/* The comment of a player, by name, as it is for the reader in a seat: while they play together
 * not, if the reader has blocked the player. */
static const char *comment_for(const struct session *session, int seat, const char *author,
                               const char *comment)
{
    const struct board *board = session->board;
    for (int other = 0; other < board->seats; other++) {
        const struct board_seat *speaker = &board->seat[other];
        if (board->state == BOARD_RUNNING && g_strcmp0(speaker->name, author) == 0 &&
            !talk_reaches(session, speaker->player, board->seat[seat].player)) {
            return NULL;
        }
    }
    return comment;
}

void letter_comments(const struct session *session, int seat, struct entry *entry)
{
    for (guint i = 0; session->match != NULL && i < session->match->turns->len; i++) {
        int other = g_array_index(session->match->turns, struct match_turn, i).seat;
        if (other != seat && session->queued[other] == i + 1) {
            const char *author = session->board->seat[other].name;
            add_comment(entry, author, comment_for(session, seat, author, session->comment[other]));
        }
    }
}

/* ---- rendering ---- */

static struct values *entry_values(const struct entry *entry)
{
    struct values *values = pairs("line", entry->line, "text", entry->text, "talk", entry->talk,
                                  "block", entry->block, "heading", entry->heading, NULL);
    GPtrArray *list = values_add_list(values, "comments");
    for (guint i = 0; i < entry->comments->len; i++) {
        const struct comment *comment = entry->comments->pdata[i];
        g_ptr_array_add(list, pairs("author", comment->author, "comment", comment->text, NULL));
    }
    return values;
}

/* All of `values` (may be NULL), which are taken, the entries, and whom to
 * write to. */
static struct values *letter_values(const struct run *run, struct values *values,
                                    const GPtrArray *entries)
{
    struct values *all = values != NULL ? values : values_new();
    values_add(all, "address", run->config->address);
    values_add(all, "operator", run->config->operator);
    GPtrArray *list = values_add_list(all, "entries");
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        g_ptr_array_add(list, entry_values(entries->pdata[i]));
    }
    return all;
}

static char *render(const struct run *run, const char *page, struct values *values)
{
    const char *source = words_page(run->words, page);
    g_autoptr(GError) error = NULL;
    g_autofree char *text = source == NULL ? NULL : template_render(source, values, &error);
    if (text == NULL) {
        /* A template changed by hand, or an installation half-way: a letter
         * without words would hide it, and no mail is to blame. */
        db_halt(run->db, "template %s: %s", page, error != NULL ? error->message : "missing");
        return g_strdup("");
    }
    return g_strdup(g_strchomp(text));
}

/* A whole letter: the page in its frame, filled. */
static char *render_letter(const struct run *run, const char *page, struct values *values)
{
    g_autofree char *body = render(run, page, values);
    struct values *frame = pairs("marker", REPLY_MARKER, "body", body, NULL);
    values_add_switch(frame, "testing", db_testing(run->db));
    g_autofree char *framed = render(run, "letters/frame", frame);
    g_autofree char *filled = template_fill(framed, COLUMNS);
    return g_strconcat(filled, "\n", NULL);
}

/* ---- queueing ---- */

/* A letter about to be queued; all borrowed. */
struct draft {
    gint64 player;
    const char *address;
    const char *token;
    const char *subject;
    const char *list_id;
    const char *leave; /* the token that ends such letters; NULL: none does */
    const char *in_reply_to;
    const char *const *references;
    bool answer;
    const char *text;
    const struct attachment *file; /* NULL: none */
};

/* Lets failures of a queued letter return to an address of its own, unless the
 * operator's provider would not have that. */
static void return_to_us(const struct run *run, gint64 letter)
{
    const struct config *config = run->config;
    g_autofree char *sender =
        config->returns_to_address
            ? g_strdup(config->address)
            : verp_address(db_key(run->db), letter, config->local, config->delimiter, config->host);
    outbox_return_to(run->db, letter, sender);
}

/* Our address with a token; NULL without one. The caller's. */
static char *address_of(const struct config *config, const char *token)
{
    return token == NULL
               ? NULL
               : address_with_token(config->local, config->delimiter, token, config->host);
}

/* The ids of other mails without those that hold a reply address of ours, which mail programs make
 * of the mails they answer: it must not go on from there. Free with g_free; the ids are borrowed.
 */
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

/* Gives the Message-ID, the caller's, and the letter's id. */
static char *queue(const struct run *run, const struct draft *draft, gint64 *id)
{
    const struct config *config = run->config;
    g_autofree char *unique = random_token();
    g_autofree char *message_id = g_strdup_printf("%s@%s", unique, config->host);
    g_autofree char *reply_to = address_of(config, draft->token);
    g_autofree char *leave_to = address_of(config, draft->leave);
    const char *const answered[] = { draft->in_reply_to, NULL };
    g_autofree const char **in_reply_to = ids_to_show(config, answered);
    g_autofree const char **references = ids_to_show(config, draft->references);
    struct letter letter = {
        .from = config->address,
        .to = draft->address,
        .reply_to = reply_to,
        .subject = draft->subject,
        .message_id = message_id,
        .in_reply_to = in_reply_to[0],
        .references = references,
        .date = run->now,
        .answer = draft->answer,
        .list_id = draft->list_id,
        .leave_to = leave_to,
        .instance = config->host,
        .text = draft->text,
        .attachment = draft->file,
    };
    g_autoptr(GBytes) bytes = letter_bytes(&letter);
    *id = outbox_add(run->db, draft->player, run->inbox, draft->answer, draft->address, bytes,
                     run->now);
    return_to_us(run, *id);
    return g_steal_pointer(&message_id);
}

void letters_repeat(const struct run *run, gint64 inbox)
{
    g_autoptr(GArray) copies = outbox_repeat(run->db, inbox, run->now);
    for (guint i = 0; i < copies->len; i++) {
        return_to_us(run, g_array_index(copies, gint64, i));
    }
}

/* ---- letters about a board ---- */

/* How to answer an open offer. */
static const char *const offer_keys[] = {
    [OFFER_NONE] = NULL,
    [OFFER_DRAW] = "how-draw-offered",
    [OFFER_UNDO] = "how-undo-offered",
    [OFFER_PAUSE] = "how-pause-offered",
};

/* How to go on with a match; by who had it rest, and whether he is to move. */
static const char *const running_keys[][2] = {
    [PAUSE_NONE] = { "how-wait", "how-move" },
    [PAUSE_PLAYERS] = { "how-rests", "how-rests-move" },
    [PAUSE_OPERATOR] = { "how-adjourned", "how-adjourned" },
};

/* Whether a match that does not rest waits for the player of a seat to move. */
static bool is_to_move(const struct session *session, int seat)
{
    const struct board *board = session->board;
    return board->state == BOARD_RUNNING && board->to_move == seat &&
           board->paused_by == PAUSE_NONE;
}

/* The key of the line on how to answer; `submitted` is what is only to be confirmed
 * (NULL: nothing). */
static const char *how_key(const struct session *session, int seat, const char *submitted)
{
    const struct board *board = session->board;
    switch (board->state) {
    case BOARD_CHALLENGE:
        if (board->seat[seat].player == board->challenger) {
            return "how-challenger";
        }
        return board->seat[seat].accepted ? "how-accepted" : "how-challenged";
    case BOARD_SEEK:
        return board->seat[seat].player == board->challenger ? "how-seeker" : "how-taker";
    case BOARD_RUNNING:
        if (!session_in_play(session, seat)) {
            return "how-out";
        }
        if (board->offer != OFFER_NONE && !board->seat[seat].agrees) {
            return offer_keys[board->offer];
        }
        return submitted != NULL ? "how-submitted"
                                 : running_keys[board->paused_by][board->to_move == seat];
    case BOARD_FINISHED:
        return "how-over";
    default:
        return board->seats < session->seats ? "how-closed-seek" : "how-closed";
    }
}

/* Status, warnings, diagram, last turns and options; of a challenge, what is agreed to by
 * accepting it; `times`: what the clocks show (NULL: it is said elsewhere). */
static char *position_part(const struct session *session, int seat, const char *times)
{
    g_autofree char *deadline = clock_words_deadline(session, seat);
    g_autofree char *status = session_status(session, seat);
    g_autofree char *warnings = session_warnings(session, seat);
    g_autofree char *diagram = session_diagram(session, seat);
    g_autofree char *last = session_last_turns(session);
    g_autofree char *options = match_settings_text(session->board);
    g_autofree char *terms =
        board_is_open(session->board) ? match_settings_words(session->run, session->board) : NULL;
    g_autofree char *away = vacation_words(session, seat);
    return render(session->run, "letters/position",
                  pairs("status", status, "deadline", deadline, "away", away, "clocks", times,
                        "warnings", warnings, "diagram", g_strchomp(diagram), "last", last,
                        "options", options, "terms", terms, NULL));
}

/* The line on how to answer; the caller's. */
static char *how_to_answer(const struct session *session, int seat)
{
    g_autofree char *example =
        session->match != NULL ? match_example(session->match) : g_strdup("");
    g_autofree char *number = say_number(session->board->number);
    g_autofree char *submitted = is_to_move(session, seat) ? submit_waiting(session, seat) : NULL;
    return say(session->run, how_key(session, seat, submitted),
               pairs("example", example, "number", number, "move", submitted, "learn",
                     tutorial_has(session->run, session->game) ? session->game->name : NULL, NULL));
}

static bool all_show_boards(const GPtrArray *entries)
{
    for (guint i = 0; i < entries->len; i++) {
        if (((const struct entry *)entries->pdata[i])->block == NULL) {
            return false;
        }
    }
    return entries->len > 0;
}

static struct values *board_values(const struct session *session, int seat,
                                   const GPtrArray *entries)
{
    g_autofree char *heading = session_heading(session);
    g_autofree char *position =
        all_show_boards(entries) ? NULL : position_part(session, seat, NULL);
    g_autofree char *times = clock_words_times(session);
    g_autofree char *how = how_to_answer(session, seat);
    g_autofree char *watchers = watch_talk(session, session->board->seat[seat].player);
    return pairs("heading", heading, "position", position, "how", how, "clocks", times, "watchers",
                 watchers, NULL);
}

void letter_block(struct session *session, int seat, struct entry *entry)
{
    g_autofree char *times = clock_words_times(session);
    entry->block = position_part(session, seat, times);
    entry->heading = session->board->number != 0 ? session_heading(session) : NULL;
}

static char *new_token(struct run *run, gint64 player, enum token_kind kind, gint64 object,
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

static char *board_token(const struct session *session, gint64 player)
{
    const struct board *board = session->board;
    return new_token(session->run, player, board_is_open(board) ? TOKEN_CHALLENGE : TOKEN_MATCH,
                     board->number, board->revision);
}

/* The thread of a board and player: what a letter refers to. */
static void draft_thread(const struct session *session, gint64 player,
                         const struct answered *answered, GPtrArray *ids, struct draft *draft)
{
    if (answered != NULL && answered->message_id != NULL) {
        thread_add(session->run->db, session->board->number, player, answered->message_id);
    }
    g_autoptr(GPtrArray) stored = thread_ids(session->run->db, session->board->number, player);
    for (guint i = 0; i < stored->len; i++) {
        g_ptr_array_add(ids, g_strdup(stored->pdata[i]));
    }
    draft->in_reply_to = answered != NULL ? answered->message_id : NULL;
    if (draft->in_reply_to == NULL && ids->len > 0) {
        draft->in_reply_to = ids->pdata[ids->len - 1];
    }
    g_ptr_array_add(ids, NULL);
    draft->references = (const char *const *)ids->pdata;
}

/* Queues a letter about the board, in the reader's thread of it. `values` of the page
 * are taken; `leave`: the token that ends such letters (NULL: none). */
static void send_in_thread(struct session *session, const struct player *reader,
                           struct values *values, const GPtrArray *entries, const char *leave,
                           const struct answered *answered)
{
    struct run *run = session->run;
    g_autofree char *text =
        render_letter(run, "letters/board", letter_values(run, values, entries));
    g_autofree char *heading = session_heading(session);
    g_autofree char *subject = g_strconcat(REPLY_TAG " ", heading, NULL);
    g_autofree char *token = board_token(session, reader->id);
    g_autofree char *list_id = g_strdup_printf("%s-%" G_GINT64_FORMAT ".%s", session->game->name,
                                               session->board->number, run->config->host);
    g_autoptr(GPtrArray) ids = g_ptr_array_new_with_free_func(g_free);
    struct draft draft = {
        .player = reader->id,
        .address = reader->address,
        .token = token,
        .subject = subject,
        .list_id = list_id,
        .leave = leave,
        .answer = answered != NULL,
        .text = text,
    };
    draft_thread(session, reader->id, answered, ids, &draft);
    gint64 letter = 0;
    g_autofree char *message_id = queue(run, &draft, &letter);
    thread_add(run->db, session->board->number, reader->id, message_id);
    clocks_told(run, session->board->number, reader->id, letter);
}

/* A player who may be written to now; the caller's. NULL: he may not. */
static struct player *reader_of(const struct run *run, gint64 id, bool answer)
{
    g_autoptr(Player) player = player_by_id(run->db, id);
    bool may = player != NULL && player->address != NULL &&
               !bounces_keep_back(run, id, player->address, answer);
    return may ? g_steal_pointer(&player) : NULL;
}

/* Who has signed off hears nothing of boards, but of a match that he is put into. */
static bool is_away(const struct session *session, int seat, const struct player *player)
{
    bool plays = session->board->state == BOARD_RUNNING && session_in_play(session, seat);
    return player->signed_off != 0 && !plays;
}

/* The player of a seat who may get a letter about the board now; the caller's. NULL: they may not.
 */
static struct player *reader_at(const struct session *session, int seat, bool answer)
{
    g_autoptr(Player) player = reader_of(session->run, session->board->seat[seat].player, answer);
    bool may = player != NULL && (answer || !is_away(session, seat, player));
    return may ? g_steal_pointer(&player) : NULL;
}

void letter_about_board(struct session *session, int seat, GPtrArray *entries,
                        const struct answered *answered)
{
    g_autoptr(Player) player = reader_at(session, seat, answered != NULL);
    if (player != NULL) {
        talk_take_along(session, seat, entries);
        send_in_thread(session, player, board_values(session, seat, entries), entries, NULL,
                       answered);
    }
}

void letter_of_talk(struct session *session, int seat, const GPtrArray *entries)
{
    g_autoptr(Player) player = reader_at(session, seat, false);
    if (player != NULL) {
        send_in_thread(session, player, board_values(session, seat, entries), entries, NULL, NULL);
    }
}

/* The position as one who watches has set to see it; those who have set the same share
 * one of `drawn`, since there may be many of them. */
static const char *onlookers_position(struct session *session, gint64 reader, GHashTable *drawn)
{
    const char *form = settings_value(session->run, reader, "board");
    g_autofree char *zone = settings_zone(session->run, reader);
    g_autofree char *key = g_strjoin(" ", form, zone, NULL);
    const char *known = g_hash_table_lookup(drawn, key);
    if (known == NULL) {
        session->reader = reader;
        char *position = position_part(session, -1, NULL);
        g_hash_table_insert(drawn, g_steal_pointer(&key), position);
        known = position;
    }
    return known;
}

/* The entries of a letter that has but one, whose text is taken. */
static GPtrArray *only_entry(char *text)
{
    GPtrArray *entries = g_ptr_array_new_with_free_func((GDestroyNotify)entry_free);
    g_ptr_array_add(entries, entry_new(NULL, text));
    return entries;
}

void letter_watchers(struct session *session, const GPtrArray *watches, const GPtrArray *entries)
{
    g_autofree char *heading = session_heading(session);
    g_autofree char *times = watches->len > 0 ? clock_words_times(session) : NULL;
    g_autoptr(GHashTable) drawn = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < watches->len; i++) {
        const struct watch *watch = watches->pdata[i];
        g_autoptr(Player) player = reader_of(session->run, watch->player, false);
        if (player != NULL) {
            const char *position = onlookers_position(session, player->id, drawn);
            g_autofree char *how = watch_how(session, watch);
            g_autofree char *leave =
                new_token(session->run, watch->player, TOKEN_WATCH, watch->id, 0);
            send_in_thread(session, player,
                           pairs("heading", heading, "position", position, "how", how, "clocks",
                                 times, "watchers", NULL, NULL),
                           entries, leave, NULL);
        }
    }
}

void letter_news(struct session *session, int seat, const char *text, const char *author,
                 const char *comment)
{
    g_autoptr(GPtrArray) entries = only_entry(session_with_notice(session, seat, text));
    add_comment(entries->pdata[0], author, comment_for(session, seat, author, comment));
    letter_comments(session, seat, entries->pdata[0]);
    letter_about_board(session, seat, entries, NULL);
}

void letter_news_but(struct session *session, int but_seat, const char *text, const char *author,
                     const char *comment)
{
    for (int seat = 0; seat < session->board->seats; seat++) {
        if (seat != but_seat) {
            letter_news(session, seat, text, author, comment);
        }
    }
}

/* ---- plain letters ---- */

/* A plain letter whose address, player, token and file stand in `draft`. */
static void send_plain(struct run *run, struct draft *draft, const char *page,
                       const char *subject_key, struct values *values, const GPtrArray *entries,
                       const struct answered *answered)
{
    g_autoptr(Values) kept = values;
    if (bounces_keep_back(run, draft->player, draft->address, answered != NULL)) {
        return;
    }
    struct values *all = letter_values(run, g_steal_pointer(&kept), entries);
    g_autofree char *text = render_letter(run, page, values_ref(all));
    g_autofree char *words = say(run, subject_key, all);
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
    draft->text = text;
    gint64 letter = 0;
    g_autofree char *message_id = queue(run, draft, &letter);
    for (guint i = 0; entries != NULL && i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board != 0) {
            clocks_told(run, entry->board, draft->player, letter);
        }
    }
}

void letter_plain(struct run *run, gint64 player, const char *address, const char *page,
                  const char *subject_key, struct values *values, GPtrArray *entries,
                  const char *token, const struct answered *answered)
{
    struct draft draft = { .player = player, .address = address, .token = token };
    send_plain(run, &draft, page, subject_key, values, entries, answered);
}

void letter_file(struct run *run, gint64 player, const char *address, const char *page,
                 const char *subject_key, struct values *values, const struct attachment *file,
                 const struct answered *answered)
{
    struct draft draft = { .player = player, .address = address, .file = file };
    send_plain(run, &draft, page, subject_key, values, NULL, answered);
}
