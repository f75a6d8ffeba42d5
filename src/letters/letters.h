/*
 * letters.h: letters to players and to the operator.
 *
 * A letter is a list of blocks. What it answers or tells is collected as entries first: each
 * command and its answer. It is queued in the outbox as its blocks (letters/queued.h), and put into
 * words when it is sent (letters/composing.h). Nothing is sent here.
 *
 * Letters about a board are put together in commands/board_letter.h.
 */
#ifndef POSTMOVE_LETTERS_LETTERS_H
#define POSTMOVE_LETTERS_LETTERS_H

#include "base/clock.h"
#include "letters/queued.h"
#include "letters/run.h"
#include "mail/letter.h"
#include "store/clocks.h"
#include "store/inbox.h"
#include "store/players.h"

/* One command and its answer, or one piece of news. */
struct entry {
    char *line;             /* the command as written; commands/request.c removes secrets before the
                               letter is queued. NULL: no command led to this entry */
    struct phrase *text;    /* the answer or the news; NULL: none */
    GPtrArray *rows;        /* a table below the text (BLOCK_ROW), and what stands between its
                               rows; NULL: none */
    gint64 event;           /* that the text tells (store/talk.h); 0: none */
    gint64 board;           /* the board it is about; 0: none */
    struct phrase *talk;    /* what a player says, below the text; NULL: nothing */
    GPtrArray *shown;       /* blocks that show a whole board below it; NULL: none */
    struct phrase *heading; /* above that board, in a letter about several, or above the entry if it
                             shows none; NULL: none */
    enum token_kind kind;   /* of a token for the board that the reader is shown and plays at; 0: no
                               such board is shown */
    gint64 revision;        /* that board's */
    bool to_move;           /* the reader is to move there */
    GPtrArray *comments;    /* BLOCK_COMMENT, below the board */
    GPtrArray *links;       /* BLOCK_LINK, below how to answer */
    char *begun; /* the reader's moves that begin so belong to the board (BLOCK_MOVES); NULL: all */
    bool moves_told; /* they have asked for them */
    char *offer;     /* the command that a yes in reply means; NULL: none */
    bool receipt;    /* it only confirms what the reader has done */
    bool followed;   /* and a program's answer follows in a moment */
    bool secret;     /* only for the reader: it goes into letters without comments alone */
};

/* Makes an entry for the command `line` (copied; NULL: no command) with `text` (taken) as its
 * answer. Free with the list it is added to (entries_new). */
struct entry *entry_new(const char *line, struct phrase *text_taken);

/* An empty list of struct entry, which frees its entries. Free with g_ptr_array_unref. */
GPtrArray *entries_new(void);

/* Adds what an entry says to a letter: the command, its answer, talk, and the board it shows, which
 * is taken from the entry, with its heading if the letter is about several boards; but neither its
 * comments nor its links. */
void entry_add_blocks(struct entry *entry, bool several, GPtrArray *blocks);

/* Adds the links of an entry; in a letter about several boards each line names its own. */
void entry_add_links(const struct entry *entry, bool several, GPtrArray *blocks);

/* What a yes in reply to a letter with all `entries` means, of which at most one offers something;
 * NULL if none does. It belongs to its entry. */
const char *entries_offer(const GPtrArray *entries);

/* The mail that a letter answers; all NULL if it answers none. */
struct answered {
    const char *message_id;
    char **references;
};

/* A letter about to be queued. Everything is borrowed but the values. */
struct letter_draft {
    gint64 player; /* 0: the address belongs to no player */
    const char *address;
    const char *language;          /* of a letter to no player; NULL: the one at its address */
    struct phrase *subject;        /* taken; for letter_plain: NULL */
    const GPtrArray *blocks;       /* what it says */
    const struct new_token *token; /* of the address in Reply-To; NULL: the player's personal one */
    const struct answered *answered; /* the mail that it answers; NULL: none */
    const struct attachment *file;   /* NULL: none */

    /* For letter_queue alone: */
    gint64 board;                  /* that it is about; 0: none */
    const char *list_id;           /* NULL: none */
    const struct new_token *leave; /* whose address unsubscribes from such letters; NULL: none */
    GPtrArray *thread;             /* Message-IDs of the letters before it and of what they answer;
                                      NULL: none */

    /* For letter_plain: */
    const char *key;          /* of the sentence that is the subject */
    const char *page;         /* of templates/en/letters/, in place of `blocks`; or NULL */
    struct values *values;    /* fill the page and the subject. Taken; NULL: none */
    const char *const *links; /* the lines that links below the page send, as grammar_whole writes
                                 them, up to a NULL: the main one first; or NULL */
    bool for_boards;          /* the mail answered was a reply to a letter about several boards */
};

/* Queues a letter. Links in it that have no token get one. Returns its id in the outbox.
 * *message_id is its Message-ID; free with g_free.
 */
gint64 letter_queue(const struct run *run, const struct letter_draft *draft, char **message_id);

/* Makes and stores a token for a letter to a player. */
struct new_token letter_token(const struct run *run, gint64 player, enum token_kind kind,
                              gint64 object, gint64 revision);

/* The player's personal address, which they get here if they have none yet. With `renew` it is
 * another one from now on. Free with g_free. */
char *letter_personal_address(const struct run *run, gint64 player, bool renew);

/* The player with that id, if they may be written to; `answer`: the letter answers their mail.
 * NULL: they have no address, or letters to them are kept back. Free with player_free. */
struct player *letter_reader(const struct run *run, gint64 id, bool answer);

/* Queues a letter that is about no board. Returns its id in the outbox; 0 if letters to the player
 * are kept back. */
gint64 letter_plain(struct run *run, const struct letter_draft *letter);

/* Queues a letter that answers with all `entries`, among which the boards are shown that they are
 * about. `letter` has neither page nor blocks nor token. */
void letter_of_entries(struct run *run, const struct letter_draft *letter, GPtrArray *entries);

/* Queues a short letter with the sentence `key` to a player, or to an address that belongs to no
 * player (`player` 0). Takes `values` (NULL: none). */
void letter_notice(struct run *run, gint64 player, const char *address, const char *key,
                   struct values *values);

/* The same to an address that was a player's until now, in the player's language (NULL: the
 * server's). */
void letter_notice_former(struct run *run, const char *address, const char *language,
                          const char *key, struct values *values);

/* As letter_notice, unless that address got one with that sentence on this day (UTC). `answered` is
 * the mail that it answers; NULL: none. */
void letter_notice_daily(struct run *run, gint64 player, const char *address, const char *key,
                         struct values *values, const struct answered *answered);

/* The envelope sender of a letter: each has its own, so that a bounce names the letter. Where the
 * operator's provider refuses such senders, it is our plain address. Free with g_free. */
char *letter_sender(const struct config *config, struct db *db, gint64 letter);

/* ---- letters to the operator: about something they should look at, and each week ---- */

/* What such a letter is about, and the values that its words need. */
enum alarm {
    ALARM_PARKED,        /* {{count}} letters have become undeliverable since the last letter */
    ALARM_LOGIN,         /* the server {{host}} of the mailbox {{name}} refused our log-in */
    ALARM_UNWELCOME,     /* mail servers refuse letters because of who sends them; {{status}} is the
                            code of RFC 3463 that they gave */
    ALARM_UNWANTED,      /* a mail provider has reported one of our letters as unwanted */
    ALARM_SIGNUPS,       /* the daily limit of signup letters is used up: whoever signs up now gets
                            no letter, and an honest person cannot see why */
    ALARM_STRANGERS,     /* the daily limit of answers to strangers is used up */
    ALARM_OTHER_ADDRESS, /* the mail server accepts mail for {{address}}, which is not ours */
    ALARM_BOT_NAME,      /* the program {{name}} cannot play, because a player has its name */
    ALARM_BOT_FAILED, /* the program {{name}} has given no answer that can be carried out, so that
                         match {{number}} waits; {{why}} is what is known of it: what it
                         answered, if {{answered}} */
    ALARM_FAILED,     /* the mail {{name}} and {{more}} lie in failed/ */
    ALARM_CLOSED,     /* the server's user may not read {{file}} in the spool, and all mails
                         behind the mail {{name}} wait for it */
    ALARM_STANDBY,    /* the log was not copied to the standby; {{why}} is the reason */
};

/* Queues a letter, unless one about the same went to the operator within a day: then false.
 * `what` is the {{name}} of the mail, mailbox or program that it is about; NULL: there is only one
 * such thing. Takes `values` (NULL: none). */
bool alarm_write(struct run *run, enum alarm alarm, const char *what, struct values *values);

/* Tells how many letters to players have become undeliverable, if any have. */
void alarm_parked(struct run *run);

/* Tells of each mailbox whose server refused our log-in within the last day. */
void alarm_logins(struct run *run);

/* Tells of the mails in failed/ that no such letter has covered yet: what is wrong with the first,
 * and how many more there are. `names` ends with NULL. */
void alarm_failed(struct run *run, const char *const *names);

/*
 * ---- the letter that the operator gets each week, with figures of the week and what needs
 * attention; [server] weekly = off turns it off ----
 */

enum { WEEK = 7 * CLOCK_DAY };

/* True if the last letter is a week old, or has a time to come, as when the clock has been put
 * back. Each run asks. */
static inline bool weekly_is_due(const struct run *run)
{
    const gint64 last = run->config->weekly ? watermark_read(run->db).weekly : run->now;
    return run->now - last >= WEEK || last > run->now;
}

/* Queues the letter if anything happened since the last one or something needs attention; either
 * way it is not due for another week. The first call only begins the week of a new server, and so
 * does one after the clock was put back.
 * `failed`: how many mails lie in the folder failed/ of the spool; `saved`: when the last backup
 * was made (0: never). Call it in a transaction. */
void weekly_write(struct run *run, guint failed, gint64 saved);

#endif
