/*
 * session.h: a board taken to the desk, that is its row and, once it runs, its
 * match replayed from the record.
 */
#ifndef POSTMOVE_PLAY_SESSION_H
#define POSTMOVE_PLAY_SESSION_H

#include "letters/run.h"
#include "render/diagram.h"
#include "store/boards.h"

/* How the match at a desk relates to the one that is stored. */
enum session_view {
    SESSION_PRESENT, /* it is the same */
    SESSION_PAST,    /* it was set back, to be looked at */
    SESSION_AHEAD,   /* it was played on, to see where that leads */
    SESSION_OUTLINE, /* it runs, but was not read: there is its row alone */
};

struct session {
    struct run *run;
    struct board *board;
    const struct game *game;
    struct match *match;    /* NULL while it is a challenge or was never begun, and in outline */
    struct match *prospect; /* the match a challenge or seek would begin, to be shown; or NULL */
    int seats;              /* of the match; at a seek some may be free */
    enum session_view view;
    gint64 reader;                 /* the player who is shown it, where he has no seat; 0: nobody */
    guint stored;                  /* turns of the match that are in the store */
    char *label[BOARD_SEATS_MAX];  /* "ann (O)": the player of a seat and the signs of his men */
    char *aside[BOARD_SEATS_MAX];  /* what the player of a seat alone is to be told; or NULL */
    guint queued[BOARD_SEATS_MAX]; /* the turn, from 1, that a seat had queued and that was
                                      played at this desk; 0: none */
    char *comment[BOARD_SEATS_MAX]; /* what its player says to the others with that; or NULL */
};

/* Takes a board to the desk. Within one mail a match that comes back to the
 * desk unchanged is not replayed again. NULL if there is none of that number. A record
 * that does not replay is a failure of the store: NULL and `*damaged`. */
struct session *session_open(struct run *run, gint64 number, bool *damaged);

/* The same for a line in a list: heading, status, turns and clock can be told. The record
 * of a match that runs is left unread where its row says enough. NULL too if it does not
 * replay. */
struct session *session_open_outline(struct run *run, gint64 number);

/* A desk with a match that is stored nowhere, for trying things: its board has
 * the number 0 and nobody's seats. `match` is taken. */
struct session *session_of_match(struct run *run, const struct game *game, struct match *match);

void session_free(struct session *session);

/* Forgets the match kept from the desk: to be called whenever what was stored
 * may be undone. */
void session_forget(struct run *run);

/* Forgets all that an office has kept: to be called when it closes. */
void session_close_run(struct run *run);
typedef struct session MatchSession;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(MatchSession, session_free)

/* Tells that the match of a challenge or seek cannot begin, since its game does not have the
 * stored options; NULL if it can. Free with g_free. */
char *session_start_fault(const struct session *session);

/* Begins the match of a challenge that all have accepted. session_start_fault must have said
 * that it can. Nothing is stored yet. */
void session_begin(struct session *session);

/* What was stored of a match. */
struct session_change {
    bool begins;     /* the match has just begun */
    bool taken_back; /* turns were taken back */
    guint first;     /* the first of the turns added, from 0; the number of turns if none was */
};

/* Stores what the match has become: new turns, the derived columns, state and revision. An
 * open offer ends when turns were added, unless they only say that players other than its
 * maker have left. A match that is over is not paused. Called by changes_store
 * (commands/changes.h), which does what follows from a change. */
struct session_change session_store(struct session *session);

/* The derived columns as the match gives them, set in `board`: for session_store
 * and for `postmove verify`. */
void session_derive(struct board *board, const struct match *match);

/* How many turns stand before turn N of players' counting (`#N`): from 1, the last
 * being the one that is to be played; negative from the end. False if there is no
 * such turn. */
bool session_turns_before(const struct session *session, gint64 ply, guint *turns);

/* Sets a match that runs or is over back to where it stood after so many turns, to be
 * looked at; there must have been so many. */
void session_set_back(struct session *session, guint turns);

/* Leaves words, which are taken, for the player of a seat alone: his next letter
 * from this desk says them last. */
void session_set_notice(struct session *session, int seat, char *words);

/* A text for the player of a seat (-1: an onlooker) with what was left aside for
 * him, once; the caller's. */
char *session_with_notice(struct session *session, int seat, const char *text);

/* Keeps words that a player (by id) says at this board, by when they were said. */
void session_talk(struct session *session, gint64 player, const char *words);

/* The seat of a player, or -1. */
int session_seat(const struct session *session, gint64 player);

/* Whether it shows the match as it is stored. */
bool session_is_present(const struct session *session);

/* Whether a seat is still in play: neither resigned nor eliminated. */
bool session_in_play(const struct session *session, int seat);

/* The labels of the seats, for words_note; as long as the desk lives. */
void session_names(const struct session *session, const char *names[BOARD_SEATS_MAX]);

/* The signs of a seat's men in the first position, which hold for the whole match: who has
 * left keeps his. The caller's; NULL if the row makes no sense. */
char *session_signs(const struct session *session, int seat);

/* "Chess 12: ann - bob"; the caller's. */
char *session_heading(const struct session *session);

/* "It is your turn.", "ann is to move.", "bob has won: ...": for a reader in
 * `seat` (-1: an onlooker); the caller's. */
char *session_status(const struct session *session, int seat);

/* What a friend would remind a reader of, a line each: who sits in `seat` and
 * is to move, or, when the match was played on, whoever asked for that. "" if
 * there is nothing; the caller's. */
char *session_warnings(const struct session *session, int seat);

/* The board from a seat's side, unless its player has set `flip` otherwise (-1: an
 * onlooker, who sees what the first seat does by itself), in the form that the player
 * of the seat, or else the reader, has set as `board`; the caller's. */
char *session_diagram(const struct session *session, int seat);

/* The same, turned and formed as the caller wishes (-1: as the game draws it), and with
 * `terse` without what the signs on it mean. The caller's. */
char *session_diagram_flipped(const struct session *session, int seat, enum flip flip,
                              enum diagram_form form, bool terse);

/* The board from the side of a seat that nobody has, in the form that the reader has
 * set; the caller's. */
char *session_diagram_read(const struct session *session, int seat);

/* The board from a seat's side in a form; the caller's. */
char *session_diagram_formed(const struct session *session, int seat, enum diagram_form form);

/* "5. e1-d2  6. d8-d7", the last turns on one line; "" if there are none. */
char *session_last_turns(const struct session *session);

#endif
