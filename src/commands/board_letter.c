#include "commands/board_letter.h"

#include "clocks/clocks.h"
#include "play/match_settings.h"

/* The comment of `author`, a player's name, as the reader in a seat gets it: NULL in a running
 * match if talk between the two is blocked. */
static const char *comment_for(const struct session *session, int seat, const char *author,
                               const char *comment)
{
    const struct board *board = session->board;
    for (int other = 0; other < board->seats; other++) {
        const struct board_seat *speaker = &board->seat[other];
        if (comment != NULL && board->state == BOARD_RUNNING &&
            g_strcmp0(speaker->name, author) == 0 &&
            !talk_reaches(session, speaker->player, board->seat[seat].player)) {
            return NULL;
        }
    }
    return comment;
}

/* The players of a board who are on vacation now, in sentences for the player of `seat`. NULL if
 * nobody is, or for an onlooker (-1), who is not told. */
static struct phrase *absences(const struct session *session, int seat)
{
    const struct board *board = session->board;
    bool open = seat >= 0 && (board->state == BOARD_CHALLENGE || board->state == BOARD_RUNNING);
    struct phrase *all = phrase_joined(" ");
    for (int each = 0; open && board->number != 0 && each < board->seats; each++) {
        struct vacation vacation;
        if (vacation_at(session->run->db, board->seat[each].player, session->run->now, &vacation)) {
            const GDate day = clock_date(vacation.last);
            phrase_add(all, say(each == seat ? "you-away" : "away",
                                with_phrase(pairs("name", board->seat[each].name, NULL), "last",
                                            phrase_day(&day))));
        }
    }
    return phrase_if_any(all);
}

void letter_comments(const struct session *session, int seat, struct entry *entry)
{
    for (guint i = 0; session->match != NULL && i < session->match->turns->len; i++) {
        int other = g_array_index(session->match->turns, struct match_turn, i).seat;
        if (other != seat && session->queued[other] == i + 1) {
            const char *author = session->board->seat[other].name;
            block_comment(entry->comments, author,
                          comment_for(session, seat, author, session->comment[other]));
        }
    }
}

/* True if a session shows the player of a seat (-1: an onlooker) the end of their match. */
static bool shows_end(const struct session *session, int seat)
{
    return seat >= 0 && session->board->state == BOARD_FINISHED && session->match != NULL &&
           session->match->result.over && !session->match->void_result;
}

/* How the board stands, for the player of a seat. */
static struct phrase *status(const struct session *session, int seat)
{
    return shows_end(session, seat) ? ending_status(session, seat) : session_status(session, seat);
}

/* Adds how it stands: whose turn it is, until when, and what to note. */
static void add_standing(GPtrArray *blocks, const struct session *session, int seat)
{
    block_words(blocks, BLOCK_STATUS, status(session, seat));
    block_words(blocks, BLOCK_DEADLINE, clock_words_deadline(session, seat));
    block_words(blocks, BLOCK_ABSENCES, absences(session, seat));
    block_words(blocks, BLOCK_WARNINGS, session_warnings(session, seat));
}

/* Adds how it came to the position, and what was agreed; for a challenge or seek, also what a
 * player agrees to by accepting. */
static void add_record(GPtrArray *blocks, const struct session *session, int seat)
{
    block_words(blocks, BLOCK_LAST_TURNS, session_last_turns(session, seat));
    g_autofree char *terms = board_terms(session->board);
    block_words(blocks, BLOCK_OPTIONS, *terms != '\0' ? phrase_text(terms) : NULL);
    if (board_is_open(session->board)) {
        block_words(blocks, BLOCK_TERMS, match_settings_words(session->board));
    }
}

static void add_position(GPtrArray *blocks, const struct session *session, int seat)
{
    add_standing(blocks, session, seat);
    block_words(blocks, BLOCK_BOARD, session_board(session, seat));
    add_record(blocks, session, seat);
}

/* Adds what the first line tells the player of a seat who is to move: whose turn was the last, and
 * that it is their own now. */
static void add_first_line(GPtrArray *blocks, const struct session *session, int seat)
{
    if (!answers_to_move(session, seat)) {
        return;
    }
    const guint turns = session->match->turns->len;
    const struct match_turn *last =
        turns > 0 ? &g_array_index(session->match->turns, struct match_turn, turns - 1) : NULL;
    if (last != NULL && last->seat != seat && !match_is_leaving(last->text)) {
        block_words(blocks, BLOCK_FIRST,
                    say("first-turn", pairs("name", session->board->seat[last->seat].name, "move",
                                            last->text, NULL)));
    }
    block_words(blocks, BLOCK_FIRST, say("first-yours", NULL));
}

/* Begins a letter about the board, for the player of a seat (-1: the session's reader): its heading
 * and what the entries say. */
static GPtrArray *begin_blocks(const struct session *session, int seat, const GPtrArray *entries)
{
    GPtrArray *blocks = blocks_new();
    block_words(blocks, BLOCK_HEADING, session_heading_rated(session, seat));
    for (guint i = 0; i < entries->len; i++) {
        entry_add_blocks(entries->pdata[i], false, blocks);
    }
    return blocks;
}

/* Adds the moves of the player of a seat who is to move: those that the last entry asks for, which
 * has any in mind, or all. */
static void add_moves(GPtrArray *blocks, const struct session *session, int seat,
                      const GPtrArray *entries)
{
    const struct entry *asking = NULL;
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        asking = entry->begun != NULL ? entry : asking;
    }
    if (answers_to_move(session, seat)) {
        block_moves(blocks, session->board->number, asking != NULL ? asking->begun : "",
                    asking != NULL && asking->moves_told);
    }
}

/* What a letter about the board tells the player of a seat. Free with g_ptr_array_unref. */
static GPtrArray *board_blocks(const struct session *session, int seat, const GPtrArray *entries)
{
    bool shown = entries->len > 0;
    for (guint i = 0; i < entries->len; i++) {
        shown &= ((const struct entry *)entries->pdata[i])->shown != NULL;
    }
    GPtrArray *blocks = begin_blocks(session, seat, entries);
    for (guint i = 0; i < entries->len; i++) {
        entry_add_links(entries->pdata[i], false, blocks);
    }
    if (!shown) {
        add_standing(blocks, session, seat);
    }
    add_first_line(blocks, session, seat);
    for (guint i = 0; i < entries->len; i++) {
        blocks_add(blocks, ((const struct entry *)entries->pdata[i])->comments);
    }
    if (!shown) {
        block_words(blocks, BLOCK_BOARD, session_board(session, seat));
        add_moves(blocks, session, seat, entries);
    }
    const bool told_aim = answers_add_aim(blocks, session, seat);
    if (shows_end(session, seat) && session->board->ended == session->run->now) {
        ending_add_news(blocks, session, seat);
    }
    answers_add_links(blocks, session, seat, told_aim);
    if (!shown) {
        add_record(blocks, session, seat);
    }
    block_words(blocks, BLOCK_WATCHERS, watch_talk(session, session->board->seat[seat].player));
    answers_add_how(blocks, session, seat);
    block_words(blocks, BLOCK_CLOCKS, clock_words_times(session));
    return blocks;
}

void letter_show_board(struct session *session, int seat, struct entry *entry)
{
    entry->heading = session->board->number != 0 ? session_heading_rated(session, seat) : NULL;
    entry->shown = blocks_new();
    add_position(entry->shown, session, seat);
    block_words(entry->shown, BLOCK_CLOCKS, clock_words_times(session));
    if (seat >= 0 && session_is_present(session)) {
        entry->kind = board_is_open(session->board) ? TOKEN_CHALLENGE : TOKEN_MATCH;
        entry->revision = session->board->revision;
    }
}

void letter_spare_board(const struct session *session, gint64 reader, struct entry *entry)
{
    if (g_str_equal(preference_value(session->run, reader, SETTING_BOARD), "list")) {
        g_clear_pointer(&entry->shown, g_ptr_array_unref);
        entry->shown = blocks_new();
        block_words(entry->shown, BLOCK_STATUS, status(session, session_seat(session, reader)));
    }
}

/* Adds the link that ends a watch, if it does not end by itself. */
static void add_watch_link(GPtrArray *blocks, const struct session *session,
                           const struct watch *watch)
{
    const bool board = watch->what.board != 0;
    if (!board || session->board->state != BOARD_FINISHED) {
        g_autofree char *word = board ? NULL : watch_word(session->run, &watch->what);
        answers_link(blocks, session, "unwatch", word);
    }
}

/* Adds to a board that is shown how a reader who watches it ends that. */
static void add_how_watched(struct session *session, struct entry *entry)
{
    g_autoptr(Watch) watch = watch_of(session, session->reader);
    if (watch != NULL) {
        g_autofree char *word = watch_word(session->run, &watch->what);
        block_words(entry->shown, BLOCK_CHOICES,
                    say("how-board-watched", with_phrase(pairs("word", word, NULL), "what",
                                                         watch_text(session->run, &watch->what))));
        add_watch_link(entry->links, session, watch);
    }
}

/* Queues a letter about the board, in the reader's thread of it. `leave` is the token by which
 * readers end such letters (NULL: none), `offer` what a yes in reply means (NULL: nothing). */
static void send_in_thread(struct session *session, const struct player *reader,
                           const GPtrArray *blocks, const struct new_token *leave,
                           const char *offer, const struct answered *answered)
{
    struct run *run = session->run;
    const struct board *board = session->board;
    const struct new_token token =
        letter_token(run, reader->id, board_is_open(board) ? TOKEN_CHALLENGE : TOKEN_MATCH,
                     board->number, board->revision);
    g_autofree char *list_id = g_strdup_printf("%s-%" G_GINT64_FORMAT ".%s", session->game->name,
                                               board->number, run->config->host);
    const char *replied_to = answered != NULL ? answered->message_id : NULL;
    if (replied_to != NULL) {
        thread_add(run->db, board->number, reader->id, replied_to);
    }
    g_autoptr(GPtrArray) ids = thread_ids(run->db, board->number, reader->id);
    const struct letter_draft draft = {
        .player = reader->id,
        .address = reader->address,
        .subject = session_heading(session),
        .blocks = blocks,
        .token = &token,
        .board = board->number,
        .list_id = list_id,
        .leave = leave,
        .answered = answered,
        .thread = ids,
    };
    g_autofree char *message_id = NULL;
    gint64 letter = letter_queue(run, &draft, &message_id);
    thread_add(run->db, board->number, reader->id, message_id);
    clock_told_by(run->db, board->number, reader->id, letter);
    if (offer != NULL) {
        token_offers(run->db, token.id, offer);
    }
}

/* The player of a seat; NULL if they may get no letter about the board now. A player who has signed
 * off gets letters only of a match in which they still play: somebody else may have put them there.
 * Free with player_free. */
static struct player *reader_at(const struct session *session, int seat, bool answer)
{
    g_autoptr(Player) player =
        letter_reader(session->run, session->board->seat[seat].player, answer);
    const bool plays = session->board->state == BOARD_RUNNING && session_in_play(session, seat);
    const bool may = player != NULL && (answer || plays || player->signed_off == 0);
    return may ? g_steal_pointer(&player) : NULL;
}

bool letter_may_go(const struct session *session, int seat)
{
    g_autoptr(Player) player = reader_at(session, seat, false);
    return player != NULL;
}

/* Puts the talk that waits for a player at the session's board into the entries of a letter to
 * them, before one of these. Returns how many entries that are. */
static guint take_talk(struct session *session, gint64 reader, GPtrArray *entries, guint before)
{
    g_autoptr(GPtrArray) waiting = talk_take(session, reader);
    for (guint i = 0; i < waiting->len; i++) {
        g_ptr_array_insert(entries, (gint)(before + i), waiting->pdata[i]);
    }
    g_ptr_array_set_free_func(waiting, NULL); /* `entries` owns them now */
    return waiting->len;
}

void letter_about_board(struct session *session, int seat, GPtrArray *entries,
                        const struct answered *answered, bool with_talk)
{
    g_autoptr(Player) player = reader_at(session, seat, answered != NULL);
    if (player != NULL) {
        if (with_talk) {
            take_talk(session, player->id, entries, 0);
        }
        g_autoptr(GPtrArray) blocks = board_blocks(session, seat, entries);
        send_in_thread(session, player, blocks, NULL, entries_offer(entries), answered);
    }
}

void letter_keep(const struct session *session, gint64 reader, const struct entry *entry,
                 gint64 speaker, enum talk_kind kind, gint64 due)
{
    struct db *db = session->run->db;
    const gint64 board = session->board->number;
    if (entry->event != 0) {
        talk_wait_event(db, board, reader, speaker, kind, entry->event, due);
    } else if (entry->text != NULL) {
        g_autoptr(GBytes) news = phrase_bytes(entry->text);
        talk_wait(db, board, reader, speaker, kind, news, due);
    }
    for (guint i = 0; i < entry->comments->len; i++) {
        const struct block *comment = entry->comments->pdata[i];
        g_autoptr(Player) author = player_by_name(session->run->db, comment->aside->text);
        if (author != NULL) {
            g_autoptr(GBytes) words = phrase_bytes(comment->words);
            talk_wait(db, board, reader, author->id, TALK_PLAYERS, words, due);
        }
    }
}

/* Keeps news for the digest that the player of a seat has set; their clock runs from now on, since
 * others must not wait for the digest. False if they have set none, or would have less than a day
 * left after it: then a letter goes out at once. */
static bool keep_for_digest(struct session *session, int seat, const struct entry *entry)
{
    const gint64 reader = session->board->seat[seat].player;
    const gint64 due = preference_digest(session->run, reader);
    const gint64 deadline = due != 0 ? clocks_deadline_if_told(session, seat) : 0;
    if (due == 0 || (deadline != 0 && deadline < due + CLOCK_DAY)) {
        return false;
    }
    g_autoptr(Player) player = reader_at(session, seat, false);
    if (player != NULL) {
        letter_keep(session, reader, entry, reader, TALK_TURN, due);
        clocks_told(session, seat);
    }
    return true;
}

void letter_watchers(struct session *session, const GPtrArray *watches, const GPtrArray *entries)
{
    for (guint i = 0; i < watches->len; i++) {
        const struct watch *watch = watches->pdata[i];
        const bool told = !watch->at_end || session->board->state == BOARD_FINISHED;
        g_autoptr(Player) player = told ? letter_reader(session->run, watch->player, false) : NULL;
        const gint64 due = preference_digest(session->run, watch->player);
        for (guint j = 0; player != NULL && due != 0 && j < entries->len; j++) {
            letter_keep(session, player->id, entries->pdata[j], player->id, TALK_TURN, due);
        }
        if (player != NULL && due == 0) {
            session->reader = player->id;
            g_autoptr(GPtrArray) blocks = begin_blocks(session, -1, entries);
            add_position(blocks, session, -1);
            block_words(blocks, BLOCK_CHOICES, watch_how(session, watch));
            add_watch_link(blocks, session, watch);
            block_words(blocks, BLOCK_CLOCKS, clock_words_times(session));
            const struct new_token leave =
                letter_token(session->run, watch->player, TOKEN_WATCH, watch->id, 0);
            send_in_thread(session, player, blocks, &leave, NULL, NULL);
        }
    }
}

struct entry *letter_entry(struct session *session, int seat, struct phrase *text,
                           const char *author, const char *comment)
{
    struct entry *entry = entry_new(NULL, phrase_ref(text));
    block_comment(entry->comments, author, comment_for(session, seat, author, comment));
    letter_comments(session, seat, entry);
    return entry;
}

void letter_of_entry(struct session *session, int seat, struct entry *entry)
{
    g_autoptr(GPtrArray) entries = entries_new();
    g_ptr_array_add(entries, entry);
    if (!keep_for_digest(session, seat, entry)) {
        letter_about_board(session, seat, entries, NULL, true);
    }
}

/* The one board all entries are about; 0: none, or several. */
static gint64 only_board(GPtrArray *entries)
{
    gint64 board = 0;
    for (guint i = 0; i < entries->len; i++) {
        const struct entry *entry = entries->pdata[i];
        if (entry->board == 0 || (board != 0 && entry->board != board)) {
            return 0;
        }
        board = entry->board;
    }
    return board;
}

/* Shows each board below the last entry that is about it, with the talk that waits there above; of
 * those beyond LETTER_BOARDS_MOST only the talk. */
static void show_boards(struct run *run, gint64 reader, GPtrArray *entries)
{
    for (guint i = 0, shown = 0; i < entries->len; i++) {
        struct entry *entry = entries->pdata[i];
        bool last = entry->board != 0 && entry->shown == NULL;
        for (guint j = i + 1; last && j < entries->len; j++) {
            const struct entry *later = entries->pdata[j];
            last = later->board != entry->board || later->shown != NULL;
        }
        g_autoptr(MatchSession) session = last ? session_open(run, entry->board, NULL) : NULL;
        if (session == NULL || !board_shows_to(session->board, reader)) {
            continue;
        }
        session->reader = reader;
        if (shown++ < LETTER_BOARDS_MOST) {
            const int seat = session_seat(session, reader);
            letter_show_board(session, seat, entry);
            if (entry->moves_told) {
                block_moves(entry->shown, 0, entry->begun, true);
            }
            if (seat >= 0) {
                answers_of_several(session, seat, entry);
            } else {
                add_how_watched(session, entry);
            }
        }
        const guint before = i;
        i += take_talk(session, reader, entries, i);
        if (i > before && entry->text == NULL) {
            struct entry *first = entries->pdata[before];
            /* Above the news, not below. */
            first->heading = entry->heading != NULL ? g_steal_pointer(&entry->heading)
                                                    : session_heading(session);
        }
    }
}

void letter_of_boards(struct run *run, const struct player *reader, GPtrArray *entries,
                      const struct letter_draft *draft)
{
    const gint64 board = only_board(entries);
    g_autoptr(MatchSession) session = board != 0 ? session_open(run, board, NULL) : NULL;
    const int seat = session != NULL ? session_seat(session, reader->id) : -1;
    if (seat >= 0) {
        letter_about_board(session, seat, entries, draft->answered, true);
        return;
    }
    show_boards(run, reader->id, entries);
    if (entries->len > 0) {
        struct letter_draft letter = *draft;
        letter.player = reader->id;
        letter.address = reader->address;
        letter_of_entries(run, &letter, entries);
    }
}
