/*
 * grammar.h: the language that players write, as one table.
 *
 * Each command has one row in commands.list, which drives the parser, the help text, the manual and
 * what carries the command out. The words that explain a command are in templates/ by the row's
 * name.
 *
 * A form is what people are shown and what the parser follows, word by word:
 *
 *   GAME, [GAME]        a game, in full or three letters or more
 *   BOARD, BOARD[#N]    a number from 1; `#N` a turn, negative from the end; `...` one or more
 *   NAME, [NAME]        a player
 *   ME, OTHER, [OTHER ...]   players; the word "me" is the writer
 *   GAME|NAME, [GAME|NAME]   either, kept as a word; if it can be a game, that is noted too
 *   [N|off]             a number from 1 to 9999, or off
 *   PASSWORD, [PASSWORD], NEW   one word, never shown
 *   [NAME PASSWORD]     both or neither, behind BOARD: see below
 *   PLAN                a plan, as plan_lines.h reads it; takes the rest of the line
 *   MOVE, MOVE...       a whole turn, or a classic move word; moves, one after the other; takes
 *                       the rest of the line, where `#N` may be as well as behind BOARD
 *   [TEXT]              the rest of the line, however long
 *   TO[,TO ...]         players, with commas between; a colon may end them
 *   ADDR, DAYS, [PAGE]  a mail address; numbers from 1
 *   NUMBER              the number of a tournament; that word may be before it
 *   TOKEN, [TOPIC ...]  one word; words
 *   [SQUARE ...]        squares, letters of squares, or moves
 *   [KEY VALUE]         a setting, `KEY=VALUE` too; KEY alone asks for its values
 *   [-option ...] [--option ...]   anywhere between the command and this place;
 *                       `--from=` takes the rest of the line
 *   [DATE DATE]         two days, as dates.h reads them; takes the rest of the line
 *   [a|b|c], a|b, a     key words as they are
 *
 * In every command that needs proof, NAME PASSWORD may stand behind BOARD, shown or not, as in
 * `chat 12 ann secret Hello!`. The words are read so only if NAME is the writer's own, or if the
 * mail came from no player's address: else they may be talk. If not all words of a move look like
 * cells and signs, the move is refused here ("no-move"), so that a password in the wrong place
 * never goes further as a move.
 */
#ifndef POSTMOVE_GRAMMAR_H
#define POSTMOVE_GRAMMAR_H

#include <glib.h>
#include <stdbool.h>

enum {
    GRAMMAR_LINE_MAX = 1000, /* bytes of a command line, unless its form ends in TEXT */
    GRAMMAR_TEXT_MAX = 4000, /* bytes of a TEXT; a longer one is cut */
    GRAMMAR_NAME_MAX = 20,   /* characters of a player's name */
    GRAMMAR_PEOPLE = 6,
    GRAMMAR_WORDS_MAX = 20, /* names, numbers, key words and options of a line */
};

enum command_id {
    COMMAND_NONE = 0,
#define COMMAND(ID, ...) COMMAND_##ID,
#define OLD_FORM(ID, ...) COMMAND_##ID,
#include "commands.list"
#undef COMMAND
#undef OLD_FORM
};

/* A set of commands has a bit for each that a sentence may ask for: for those before COMMAND_YES.
 * COMMAND_NONE has none. */
static inline guint64 command_bit(enum command_id id)
{
    G_STATIC_ASSERT((int)COMMAND_YES <= 65);
    return id != COMMAND_NONE && id < COMMAND_YES ? G_GUINT64_CONSTANT(1) << (id - 1) : 0;
}

/* Who may give a command. A row that says nothing of it needs proof. */
enum command_level {
    LEVEL_OPEN = -2, /* its handler checks who may give it */
    LEVEL_SENDER,    /* From is a confirmed address; the answer goes to the stored address */
    LEVEL_PROVEN,    /* token and From, password, or the mail server's verdict */
    LEVEL_TWICE, /* as LEVEL_PROVEN, and then a `confirm` in reply to a letter that asks for it */
};

/* What it costs if a command is carried out that nobody meant, and so what is enough to carry it
 * out (understand.h). */
enum command_tier {
    TIER_FAIR,  /* it can be undone, or another player must agree: its form, or known words */
    TIER_LOOK,  /* it changes nothing: a cue in a sentence that asks */
    TIER_GRAVE, /* it cannot be undone: its exact word, alone but for courtesy */
};

/* Are the lines below a command in the mail its text? */
enum command_text {
    TEXT_NONE,   /* no: they are a comment */
    TEXT_TAKEN,  /* yes */
    TEXT_NEEDED, /* yes, and without such text the command is refused */
};

/* What happens to the command in reply to a letter about a board that has changed since. */
enum command_late {
    LATE_REFUSED,   /* refused with an explanation: the writer saw another board */
    LATE_CONFIRMED, /* waits for a `yes`, unless the letter is the newest that the writer has */
    LATE_DONE,      /* carried out all the same, if the mail proves its writer */
};

/* The letters in reply to which it may be the one short command; bits. */
enum command_reply {
    REPLY_TO_MATCH = 1,
    REPLY_TO_CHALLENGE = 2,
    REPLY_TO_CONFIRM = 4,
    REPLY_TO_PASSWORD = 8, /* a letter that asks whether to remove the password */
    REPLY_TO_DISPLAY = 32, /* a board in all its forms */
    REPLY_TO_LESSON = 64,  /* a lesson of the tutorial */
    REPLY_TO_MESSAGE = 16,
    REPLY_TO_GREETING = 128, /* the question to a stranger for a name */
};

struct command_row {
    enum command_id id;
    const char *name;       /* also the key of its words in templates/ */
    const char *aliases[4]; /* other words for it, or two words, NULL at the end */
    const char *forms[5];   /* how it is written, for help and parser; NULL at the end; without
                               any, it can only be in a reply, in full */
    const char *const *short_forms; /* how it is written in a reply; NULL at the end. NULL: as in
                                       `forms`, without what the letter says: BOARD, TO, TOKEN and
                                       [NAME PASSWORD] */
    const char *means;              /* of an old form: the command and the key word that it means
                                       ("address add"); else NULL */
    enum command_level level;       /* grammar_level may lower or raise it */
    enum command_tier tier;
    const char *confirmed_word; /* with this key word it is LEVEL_TWICE; NULL if none does that */
    unsigned reply;             /* enum command_reply */
    enum command_late late;
    enum command_text text;
    bool asks_alone; /* with nothing behind it but a board it changes nothing; if an onlooker may
                        give it, with nothing at all */
    bool onlooker;   /* at a board, a player without a seat may also give it; a line below another
                        command that begins so is likely talk */
    bool tried;      /* before it waits for a `yes`, its handler says if it cannot be done */
    bool survives;   /* while it waits for a `yes`, it stays valid if the board changes */
    bool ends;       /* it ends a match, a challenge or an account */
    bool exact;      /* never shortened nor corrected */
    bool hidden; /* parsed, but not in help: old forms, which are answered with an explanation */
};

/* All rows; the last has id COMMAND_NONE. */
extern const struct command_row grammar[];

/* The topics of `help` besides games and commands; NULL at the end. */
extern const char *const grammar_topics[];

const struct command_row *grammar_row(enum command_id id);

/* A line that was understood. */
struct command {
    const struct command_row *row;
    char *line;   /* the line as it was written, with "[password]" for a password and "[token]"
                     for a token; of a long TEXT the beginning and "..." */
    char *game;   /* the whole name of the game in the line; NULL: none */
    gint64 board; /* 0: none; the first one, if the form repeats them */
    gboolean has_ply;
    gint64 ply;         /* the number of `#N` as written, behind BOARD or MOVE: may be negative */
    char *name;         /* that of NAME PASSWORD, or the one NAME of the form; NULL: none */
    char *password;     /* NULL: none. Free with secret_free */
    char *new_password; /* NEW; NULL: none. Free with secret_free */
    char *text;         /* MOVE, TEXT, DAYS, PAGE, TOKEN, ADDR or whatever else ends the form; NULL:
                           none */
    bool text_cut;      /* TEXT was longer than GRAMMAR_TEXT_MAX */
    bool apart;         /* it is in a reply, but not about the board of the letter */
    bool addressed;     /* a comma or a colon shows where TO[,TO ...] ends */
    char **words;       /* what the form repeats (players, topics, "117" and "118#5" of `show`),
                           its key words ("next" of `show ann next`), KEY and VALUE, GAME|NAME,
                           N, NUMBER; never NULL */
    char **options;     /* `-name...` and `--name...` words, in order; never NULL */
};

void command_free(struct command *command);
typedef struct command Command;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Command, command_free)

/* True if the command changes nothing, like `set`, `block`, `watch` or `queue` with nothing
 * behind it. `letter_board`: the board of the letter it replies to; 0: none. */
bool grammar_only_asks(const struct command *command, gint64 letter_board);

/* The level that this command needs: LEVEL_SENDER if it only asks, LEVEL_TWICE with the row's
 * confirmed_word and for a plan by which a player may resign, and else the row's level, with a
 * password at most LEVEL_PROVEN. */
enum command_level grammar_level(const struct command *command, gint64 letter_board);

/* The command as a line, the same however it was written: "accept 117" for "Accept!" in reply to a
 * letter about board 117 (`board`, if the command names none and is not apart; 0: none). A command
 * about a board can be read again from it, and so can one about a game: "play" and its name. Left
 * out are passwords and names before them, the game of a board, and a TEXT that the lines
 * below it belong to. Free with g_free. */
char *grammar_whole(const struct command *command, gint64 board);

/* Why a line is not a command. `key` is looked up in templates/ under "command", with
 * {{word}}, {{suggestion}} and {{below}}. */
struct command_refusal {
    const char *key;               /* NULL: there is no refusal */
    char *word;                    /* the word at fault, never a secret; NULL: none */
    char *suggestion;              /* a command or form to send instead; NULL: none */
    char *below;                   /* a command below the line, not carried out; NULL: none */
    char *line;                    /* its command, or its first word unless it looks like a secret,
                                      and "..." for the rest */
    const struct command_row *row; /* the command that was meant, if that much was understood;
                                      else NULL */
};

void command_refusal_clear(struct command_refusal *refusal);
typedef struct command_refusal CommandRefusal;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CommandRefusal, command_refusal_clear)

/* What the parser must know from folders that it may not include. */
struct grammar_context {
    const char *const *games; /* their names, NULL at the end */
    gint64 board;             /* that a reply is about, which can leave out BOARD; 0: the mail is
                                 about no board */
    unsigned reply;           /* enum command_reply of the letter replied to; 0: not a reply */
    bool (*reads_as_turn)(void *data, const char *line); /* NULL: there is no game to ask */
    void *data;
    /* Sets *of_board to read what a reply to a letter about that board may say; false if the writer
     * plays at no such board. NULL: no line begins with the number of its board. */
    bool (*context_of)(void *who, gint64 board, struct grammar_context *of_board);
    /* True if the writer may play that turn at that board now. NULL: nobody can tell. */
    bool (*is_legal)(void *who, gint64 board, const char *turn);
    void *who;
    bool waits;         /* the letter's match runs, and somebody else is to move */
    bool several;       /* a reply to a letter about several boards: "4." and "4)" name board 4 */
    guint64 impossible; /* set of the commands that the letter's board does not allow now */
    enum command_id asked; /* the command that the letter's question is about: an offered draw;
                              COMMAND_NONE: none */
    /* The commands that yes and no mean in answer to what the letter asks; NULL: it asks nothing
     * that can be answered so. */
    const char *yes, *no;
    bool
        asks_gravely; /* only a reply that says nothing but yes (or no) and courtesy is an answer */
    bool yes_by_name; /* the letter asks nothing: only the command's own word is a yes */
    const char *game; /* of the letter's board; NULL: none */
    /* Players whose names may stand around a command; "" for none. */
    char people[GRAMMAR_PEOPLE][GRAMMAR_NAME_MAX + 1];
    char writer[GRAMMAR_NAME_MAX + 1]; /* the writer's own; "" if it is not known */
    bool away;                         /* the writer has signed off */
    bool stranger;                     /* the mail came from no player's address */
};

/* Parses one line of a mail to the plain address (or of a Subject), as it was written: it is
 * read in its plain form (base/plain.h), and a TEXT is kept as written. Returns either a
 * command or NULL with a refusal (NULL: nobody asks why). The whole name of a game may be on the
 * other side of the command. An old form gives the command that it means; the classic `move 12 ann
 * secret resign` gives the row of resign, with name and password. */
struct command *grammar_parse(const struct grammar_context *context, const char *text,
                              struct command_refusal *why);

/* True if the line begins with the word of a command (or with a game and a command), however
 * wrong the rest is: this is how a Subject is recognised. In a short line that of a command which
 * looks may have one slip: "shwo 12". */
bool grammar_begins_command(const struct grammar_context *context, const char *text);

/* True if the line begins as a command of an account, which has a password in it, misspelt or not:
 * "adress ann secret add ann@a.example". */
bool grammar_begins_account(const struct grammar_context *context, const char *text);

/* True for such a line; if a board and NAME PASSWORD (or PASSWORD NAME) follow its first word or
 * two, however misspelt these are; or if it begins as a command that takes a password or a token,
 * however wrong the rest is. */
bool grammar_may_hold_secret(const struct grammar_context *context, const char *text);

/* Reads a line in a form of the table as it stands. If it is no line of a reply, as grammar_parse.
 * In a reply it is the letter's one short command or a whole turn, or names the letter's board, or
 * is about no board and no talk: the full name of a command ("games", "whoami") without a text, a
 * password or a token, and none at all if the letter asks for a word. NULL with a refusal (NULL:
 * nobody asks why) if it would change another board; NULL without one (key NULL) if it is talk.
 * Free with command_free. */
struct command *grammar_parse_here(const struct grammar_context *context, const char *text,
                                   struct command_refusal *refusal);

/* Why a player may not have that name, as a key; NULL: they may. It is a letter, then letters,
 * digits, `_`, `-`; 2 to 20 ("name-form"); not a command, game, topic or the name of a cell
 * ("name-taken-word"). */
const char *grammar_name_fault(const struct grammar_context *context, const char *name);

#endif
