/*
 * request.h: one mail while it is answered: who wrote it, what proves that, the answers so far, and
 * what the parser must know of it.
 */
#ifndef POSTMOVE_COMMANDS_REQUEST_H
#define POSTMOVE_COMMANDS_REQUEST_H

#include "language/grammar.h"
#include "letters/letters.h"
#include "mail/message.h"
#include "mail/reply.h"
#include "store/boards.h"

/* The answers to one player, sent as one letter. */
struct reply_to_player {
    gint64 player;
    GPtrArray *entries; /* struct entry * */
};

struct request {
    struct run *run;
    const struct message *message;
    char *folded;          /* From, folded */
    struct player *player; /* the player From names, owned by the request; NULL: a stranger */
    bool proven; /* a token and From, or the verdict of our mail server (mail/verdict.h), prove
                    the writer, and that server does not disown the mail */
    bool has_token;
    struct token token; /* if has_token: the token written to; its owner is `player` */
    const char *link;   /* if a link opened the mail: the extension of its address
                           (mail/address.h), which proves the writer for one command; else NULL */
    bool tapped; /* the mail holds that command and no other, as the link has it or begun by it */
    bool exact;  /* and it is the link's own */
    gint64 letter_board;     /* the board replied to; 0: none */
    struct board *board;     /* its row, until the mail is read and may change it; NULL: then it has
                                to be read; owned by the request */
    bool stale;              /* the token is for an older revision of the board */
    bool newest;             /* it is stale, but the writer was given no newer one */
    gint64 by_password;      /* the player whose password the mail held; 0: none */
    const struct reply *own; /* its lines; borrowed */
    const char *comment; /* own words below the command, fit to be shown to others; NULL: none */
    bool last_answer;    /* the answer must say that it is the last one today to the same words */
    bool comment_used;   /* the comment was sent or stored */
    bool form_explained; /* the answer has explained how to read a form */
    bool has_hashed;     /* a new password was hashed: that takes long, so a mail may do it once */
    gint64 taken_up;     /* the player to whom letters go again since this mail; 0: none */
    GPtrArray *replies;  /* struct reply_to_player * */
    size_t told;         /* bytes of the answers so far, about */
};

/* An empty list for `replies`. Free with g_ptr_array_unref. */
GPtrArray *request_replies_new(void);

/* The entries (struct entry *) of the answer to a player so far, owned by the request; NULL: none.
 */
GPtrArray *request_entries(const struct request *request, gint64 player);

/* True if the mail, or a password in it, proves that this player wrote it. A token for an older
 * revision does not: the limits that proven mail has must not be used up by others (auth/budget.h).
 */
bool request_proves(const struct request *request, gint64 player);

/* The writer's own lines, the first ones up to `most`, with one empty line where others stand,
 * however many: whoever quotes ever more writes the same. Free with g_free. */
char *request_own_lines(const struct request *request, guint most);

/* Notes whether a board has changed since a letter with this token showed it to the writer. */
void request_note_changes(struct request *request, const struct token *shown);

/* The same for a board in the letter about several boards to which the mail replies. If it did not
 * show that board, the board counts as unchanged. */
void request_note_shown(struct request *request, gint64 board);

/* Puts the answers into the outbox, one letter for each player. */
void request_send_replies(struct request *request);

/* Answers a command (NULL: none in particular) to the player who gave it, by a phrase (taken; NULL:
 * none). Returns the entry, owned by the request. */
struct entry *request_answer(struct request *request, const struct player *who,
                             const struct command *command, struct phrase *text);

/* The mail, as what a letter to a player answers (0: to the writer, who was none). Another player's
 * letters hold nothing of it: its Message-ID must not enter their threads. */
struct answered request_answered(const struct request *request, gint64 player);

/* Queues a letter about no board that answers the mail: to `who`, or to the writer, who is no
 * player (NULL). The draft holds what it says. */
void request_letter(struct request *request, const struct player *who,
                    const struct letter_draft *draft);

/* True if the player may have one more letter that answers a mail today (auth/budget.h). */
bool request_may_answer(const struct request *request, const struct player *who);

/* The command that a yes in reply to the letter means, which the letter offered; NULL: none. What a
 * letter asked to confirm is no offer. */
const char *request_offered(const struct request *request);

/* Adds a remark about the mail as a whole below the answers so far: the sentence of `key`, with the
 * line of the mail that it is about, as it was written (NULL: none). */
void request_remark(struct request *request, const char *key, const char *line);

/* The entries of the answer that was added last; NULL: there is none. */
GPtrArray *request_last_entries(const struct request *request);

/* The last one of them; NULL: there is none. */
struct entry *request_last_entry(const struct request *request);

/* True if the answer is so long that nothing more may be shown in it: whoever forges an address
 * must not get a library sent there. */
bool request_is_full(const struct request *request);

/* True if the last answer shows a board. */
bool request_shows_board(const struct request *request);

/*
 * ---- what the parser in language/ must know before it reads a mail: the games there are, the
 * board, what a reply may hold ----
 */

/* The context for a mail to the plain address. */
struct grammar_context context_plain(void);

/* Lets a reply to the lesson of the request's token be read as moves of its game. */
void context_of_lesson(const struct request *request, struct grammar_context *context);

/* The context for the words of a mail: of a reply to a letter about the board of the request, if it
 * has one (then `board` is set), else of a mail to the plain address. The writer's name may stand
 * before a password; a line may begin with the number of a board where they have a seat, and is
 * read as in a reply to a letter about that board; the parser may ask which turns are legal.
 * `request` is to live as long as the context. */
struct grammar_context context_of_mail(const struct request *request);

/* True if an answer about the board of the request may ask whether a yes means something of its
 * own: there is a board, and it asks its reader nothing. */
bool context_may_offer(const struct request *request);

/* If the Subject (without Re: and tag) is that of a letter of ours about a board which the writer
 * may see, sets the board of the request, so that the mail is read as a reply to that letter,
 * without its token. False otherwise. */
bool context_by_subject(struct request *request, const char *subject);

/* ---- reading a mail whose writer is known (commands/mail.c) ---- */

/* Reads the mail of a request, carries out its commands, and collects the answers in
 * `request->replies`. */
void mail_answer(struct request *request);

/* True if the mail holds a command that can be read, whether or not it can be carried out. */
bool read_mail_finds_command(struct request *request);

#endif
