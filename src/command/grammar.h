/*
 * grammar.h: the language players write, as one table.
 *
 * A row a command drives the parser, the help text and the manual. The words
 * that explain a command are in templates/ by the row's name.
 */
#ifndef POSTMOVE_GRAMMAR_H
#define POSTMOVE_GRAMMAR_H

#include <glib.h>
#include <stdbool.h>

enum command_id {
    COMMAND_NONE = 0,
    COMMAND_HELP,
    COMMAND_SIGNUP,
    COMMAND_CONFIRM,
    COMMAND_WHOAMI,
    COMMAND_LIST,
    COMMAND_CHALLENGE,
    COMMAND_ACCEPT,
    COMMAND_DECLINE,
    COMMAND_WITHDRAW,
    COMMAND_MOVE,
    COMMAND_PREVIEW,
    COMMAND_SHOW,
    COMMAND_GAMES,
    COMMAND_RESIGN,
    COMMAND_DRAW,
    COMMAND_UNDO,
    COMMAND_REJECT,
    COMMAND_CHAT,
    COMMAND_RESEND,
    COMMAND_YES,
    COMMAND_BROADCAST,
};

/* Who may give it. */
enum command_level {
    LEVEL_OPEN,   /* anyone */
    LEVEL_SENDER, /* From is a confirmed address; the answer goes to the stored address */
    LEVEL_PROVEN, /* token and From, or password */
};

/* Where a reply may hold it as its one short command; bits. */
enum command_reply {
    REPLY_TO_MATCH = 1,
    REPLY_TO_CHALLENGE = 2,
    REPLY_TO_CONFIRM = 4,
};

struct command_row {
    enum command_id id;
    const char *name;               /* also the key of its words */
    const char *const *aliases;     /* NULL, or other words for it, NULL at the end */
    const char *const *forms;       /* how it is written, for help and parser; NULL at the end */
    const char *const *short_forms; /* how it is written in a reply; NULL at the end, or NULL */
    enum command_level level;
    unsigned reply; /* enum command_reply */
    bool exact;     /* never shortened nor corrected */
    bool hidden;    /* parsed, but not in help (old forms answered in words) */
};

/* All rows; the last has id COMMAND_NONE. */
extern const struct command_row grammar[];

const struct command_row *grammar_row(enum command_id id);

/* What a line said. */
struct command {
    const struct command_row *row;
    char *line;   /* the line as written, secrets replaced by "[password]" */
    char *game;   /* the game named, whole; NULL: none */
    gint64 board; /* 0: none */
    gboolean has_ply;
    gint64 ply;            /* of `#N` as written: may be negative */
    char *name;            /* of the unit NAME PASSWORD, or the one NAME of the form; NULL: none */
    char *password;        /* NULL: none; freed with secret_free */
    char *text;            /* MOVE, TEXT, TOKEN or what else ends the form; NULL: none */
    char **words;          /* names, numbers, topics: what the form repeats; never NULL */
    char **options;        /* `-name...` words of the game, in order; never NULL */
    char **server_options; /* `--name...` words; never NULL */
};

void command_free(struct command *command);
typedef struct command Command;
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Command, command_free)

/* Why a line is no command. `key` is looked up in templates/ under
 * "command"; {{word}} and {{suggestion}} stand there. */
struct command_refusal {
    const char *key;               /* "unknown", "missing-board", "name-needs-password", ... */
    char *word;                    /* the word at fault, never a secret; NULL: none */
    char *suggestion;              /* a command or form to send instead; NULL: none */
    char *line;                    /* the line, secrets replaced */
    const struct command_row *row; /* the command meant, if that much was understood */
};

void command_refusal_clear(struct command_refusal *refusal);

/* What the parser must be told of the rooms it may not look at. */
struct grammar_context {
    const char *const *games; /* their names, NULL at the end */
    bool has_board;           /* a reply to a match or challenge: BOARD is understood */
    unsigned reply;           /* enum command_reply of the letter replied to; 0: not a reply */
    bool (*reads_as_turn)(void *data, const char *line); /* NULL: no game to ask */
    void *data;
};

/* Parses one line of a mail to the plain address (or of a Subject). NULL
 * with a refusal if it is none. Never NULL and no refusal. */
struct command *grammar_parse(const struct grammar_context *context, const char *line,
                              struct command_refusal *refusal);

/* Whether the line begins with a word that is a command (or game and command)
 * at all, however wrong the rest: this is how a Subject is recognised. */
bool grammar_begins_command(const struct grammar_context *context, const char *line);

/* A reply's line: exactly one short command or a whole turn; NULL if it is
 * neither (without a refusal: the line is talk). */
struct command *grammar_parse_short(const struct grammar_context *context, const char *line);

/* Whether a name may be a player's: a letter, then letters, digits, `_`, `-`;
 * 2 to 20; not a command, game, keyword or the name of a cell. On false *key
 * names the reason ("name-form", "name-taken-word"). */
bool grammar_name_allowed(const struct grammar_context *context, const char *name,
                          const char **key);

#endif
