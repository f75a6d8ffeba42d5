/*
 * crowd.h: a server with many running matches, and a mail for each of them.
 *
 * Two-player matches of all games, some thirty turns old, ten of each player;
 * the mails are answers such as a web mailer writes (text and HTML,
 * the letter quoted in both), nine of ten a legal move, the tenth a command in
 * a Subject. It stands in the database at once, as no mail could bring it there.
 */
#ifndef POSTMOVE_BENCH_CROWD_H
#define POSTMOVE_BENCH_CROWD_H

#include <glib.h>
#include <string.h>

#include "base/clock.h"
#include "base/config.h"
#include "base/random.h"
#include "commands/changes.h"
#include "letters/run.h"
#include "mail/address.h"
#include "match/options.h"
#include "match/record.h"
#include "play/session.h"
#include "render/speech.h"
#include "store/boards.h"
#include "store/inbox.h"
#include "store/players.h"

enum {
    CROWD_BOARDS_EACH = 10, /* matches of a player, about */
    CROWD_RECORDS = 60,     /* matches that are played; boards share them */
    CROWD_TURNS = 30,
    CROWD_TURNS_LEAST = 10,
};

/* A match as far as it was played, and the next turn. */
struct record {
    struct match *match;
    char *next, *position;
};

/* Plays at random; NULL if it came to its end too early. */
static inline struct match *crowd_play(const struct game *game, int turns)
{
    struct options options;
    struct note note = { 0 };
    options_init(&options, game);
    g_autoptr(Match) match = match_new(game, &options, NULL, &note);
    while ((int)match->turns->len < turns && !match->result.over) {
        g_autoptr(GPtrArray) all = match_turns(match);
        const char *one = all->pdata[random_below(all->len)];
        g_assert_true(match_record(match, match_actor(match), one, NULL));
    }
    return match->result.over ? NULL : g_steal_pointer(&match);
}

static inline void crowd_records(struct record records[CROWD_RECORDS])
{
    const int games = (int)g_strv_length((char **)(uintptr_t)registry_names());
    for (int i = 0; i < CROWD_RECORDS; i++) {
        struct record *record = &records[i];
        record->match = NULL;
        while (record->match == NULL) {
            int turns =
                CROWD_TURNS_LEAST + (int)random_below(2 * (CROWD_TURNS - CROWD_TURNS_LEAST));
            record->match = crowd_play(registry_games[i % games], turns);
        }
        record->next = match_example(record->match);
        record->position = match_position(record->match);
    }
}

static inline void crowd_records_clear(struct record records[CROWD_RECORDS])
{
    for (int i = 0; i < CROWD_RECORDS; i++) {
        match_free(records[i].match);
        g_free(records[i].next);
        g_free(records[i].position);
    }
}

static inline char *crowd_address(gint64 player)
{
    return g_strdup_printf("player%d@example.net", (int)player);
}

static inline void crowd_add_players(struct db *db, int players)
{
    for (int i = 1; i <= players; i++) {
        g_autofree char *name = g_strdup_printf("player%d", i);
        g_autofree char *address = crowd_address(i);
        player_add(db, name, address, address, NULL, clock_now());
    }
}

/* Plays the turns of `match` at its board, and stores them. */
static inline void crowd_play_board(struct run *run, gint64 number, const struct match *match)
{
    g_autoptr(MatchSession) session = session_open(run, number, NULL);
    for (guint i = 0; i < match->turns->len; i++) {
        const struct match_turn *turn = &g_array_index(match->turns, struct match_turn, i);
        g_assert_true(match_record(session->match, turn->seat, turn->text, NULL));
    }
    changes_store(session);
}

/* Stores the match number `at`, between some of so many players. */
static inline struct board *crowd_add_board(struct run *run, const struct record *record, int at,
                                            int players)
{
    const struct match *match = record->match;
    struct board *board = g_new0(struct board, 1);
    board->state = BOARD_RUNNING;
    board->game = g_strdup(match->game->name);
    board->rules = match->game->rules;
    board->options = options_text(&match->options, match->game);
    board->seats = match->options.setup.seats;
    board->created = board->started = clock_now();
    for (int seat = 0; seat < board->seats; seat++) {
        board->seat[seat].player = 1 + (at * 7 + seat) % players;
        board->seat[seat].accepted = true;
    }
    board_add(run->db, board);
    crowd_play_board(run, board->number, match);
    const gint64 number = board->number;
    board_free(board);
    return board_read(run->db, number);
}

/* ---- mails ---- */

/* A letter of the usual length, each line behind `prefix`. */
static inline void crowd_quote(GString *mail, const char *prefix, const char *end)
{
    static const char *const lines[] = {
        "=3D=3D=3D postmove: please write above this line =3D=3D=3D",
        "",
        "Match 117: ann - bob",
        "",
        "bob played a6-c6. It is your turn.",
        "",
        "    a b c d e f g h i j",
        " 10 X X X X . . . . . . 10",
        "  9 X X X . . . . . . . 9",
        "  8 X X X . . . . . . . 8",
        "  7 X . . . . . . . . . 7",
        "  6[.]. .[X]. . . . . . 6",
        "  5 . . . . . . . . . . 5",
        "  4 . . . . . . . . . O 4",
        "  3 . . . . . . . O O O 3",
        "  2 . . . . . . . O O O 2",
        "  1 . . . . . . O O O O 1",
        "    a b c d e f g h i j",
        "",
        "Last turns: 29. h4-f4   30. a6-d6",
        "",
        "Reply with a move such as h3-h5, or with one of: draw, resign, undo,",
        "show, help.",
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_string_append_printf(mail, "%s%s%s\n", prefix, lines[i], end);
    }
}

/* What a web mailer makes of a line written above our letter. */
static inline void crowd_write(GString *mail, const char *line)
{
    g_string_append_printf(
        mail,
        "MIME-Version: 1.0\n"
        "Content-Type: multipart/alternative; boundary=\"000000000000a1b2c3061d\"\n"
        "\n--000000000000a1b2c3061d\n"
        "Content-Type: text/plain; charset=UTF-8\n"
        "Content-Transfer-Encoding: quoted-printable\n\n"
        "%s\n\nOn Sat, Nov 21, 2026 at 1:20=E2=80=AFPM postmove <turns@example.org> wrote:\n\n",
        line);
    crowd_quote(mail, "> ", "");
    g_string_append_printf(mail,
                           "--000000000000a1b2c3061d\n"
                           "Content-Type: text/html; charset=UTF-8\n"
                           "Content-Transfer-Encoding: quoted-printable\n\n"
                           "<div dir=3D\"ltr\">%s</div><br><div class=3D\"gmail_quote\">\n"
                           "<blockquote class=3D\"gmail_quote\">\n",
                           line);
    crowd_quote(mail, "", "<br>");
    g_string_append(mail, "</blockquote></div>\n--000000000000a1b2c3061d--\n");
}

/* The spool file of the mail by which `board` goes on, named so that mails
 * sort as they are numbered. */
static inline void crowd_write_mail(struct db *db, const struct config *config,
                                    const struct board *board, const char *move, int at,
                                    const char *folder)
{
    const gint64 player = board->seat[board->to_move].player;
    const bool asks = at % 10 == 9;
    const struct token token = {
        .player = player,
        .kind = TOKEN_MATCH,
        .object = board->number,
        .revision = board->revision,
        .expires = clock_now() + (gint64)365 * CLOCK_DAY,
    };
    const struct new_token made = token_new(db, &token);
    g_autofree char *reply =
        address_with_token(config->local, config->delimiter, made.text, config->host);
    const char *to = asks ? config->address : reply;
    g_autofree char *from = crowd_address(player);
    g_autoptr(GString) mail = g_string_new(NULL);
    g_string_append_printf(mail,
                           "postmove-spool 1\nsender %s\nrecipient %s\nreceived %" G_GINT64_FORMAT
                           "\ntruncated 0\n\n",
                           from, to, clock_now());
    g_string_append_printf(mail,
                           "Received: from mail.example.net by mx.example.org; Sat, 21 Nov 2026 "
                           "14:05:02 +0100\nFrom: Player <%s>\nTo: %s\nSubject: %s\n"
                           "Message-ID: <crowd-%d@mail.example.net>\n",
                           from, to, asks ? "games" : "Re: [postmove] a match", at);
    crowd_write(mail, asks ? "" : move);
    g_autofree char *path = g_strdup_printf("%s/1700000000.%06d", folder, at);
    g_assert_true(g_file_set_contents_full(path, mail->str, (gssize)mail->len,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

/* Fills the new database of `config`, and `folder` with one mail a board. */
static inline void crowd_make(const struct config *config, int boards, const char *folder)
{
    GError *error = NULL;
    random_init();
    random_seed(1, 1);
    static struct record records[CROWD_RECORDS];
    crowd_records(records);
    g_autoptr(Db) db = db_open(config->database, DB_WRITE, &error);
    g_assert_no_error(error);
    g_autoptr(Words) words = words_load(config->templates, &error);
    g_assert_no_error(error);
    struct run run = { .db = db, .config = config, .words = words, .now = clock_now() };
    db_begin(db);
    const int players = MAX(2, 2 * boards / CROWD_BOARDS_EACH);
    crowd_add_players(db, players);
    for (int at = 0; at < boards; at++) {
        const struct record *record = &records[at % CROWD_RECORDS];
        g_autoptr(Board) board = crowd_add_board(&run, record, at, players);
        crowd_write_mail(db, config, board, record->next, at, folder);
    }
    db_commit(db, &error);
    g_assert_no_error(error);
    session_forget(&run);
    crowd_records_clear(records);
}

#endif
