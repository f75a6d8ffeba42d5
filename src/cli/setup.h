/*
 * setup.h: what the files of `postmove setup` share.
 *
 * setup_answers.c finds the answers, setup_configuration.c and setup_postfix.c turn them into new
 * texts of files, setup_files.c shows these and puts them in place, and setup.c calls them in this
 * order. Their words are the group [setup] of templates/setup.words.
 */
#ifndef POSTMOVE_SETUP_H
#define POSTMOVE_SETUP_H

#include <sys/types.h>

#include "cli/cli.h"

/* In the order in which they are answered: each may depend on those before it. */
enum setup_question {
    SETUP_WAY_IN,
    SETUP_ADDRESS,
    SETUP_OPERATOR,
    SETUP_RUN_AS,
    SETUP_FOLDER,
    SETUP_USER,
    SETUP_SECRET,
    SETUP_WAY_OUT,
    SETUP_SEND_USER,
    SETUP_SEND_SECRET,
    SETUP_QUESTIONS
};

struct setup_plan {
    struct words *words;
    char *path;                     /* of the configuration, absolute */
    char *old;                      /* its text; NULL: no such file yet */
    GKeyFile *keys;                 /* what it says; no keys without a file */
    char *given[SETUP_QUESTIONS];   /* by options; NULL: not given */
    char *answers[SETUP_QUESTIONS]; /* NULL: not needed */
    const char *server;             /* the mail server of SETUP_WAY_IN; NULL: a mailbox */
    uid_t user;                     /* who runs the server: SETUP_RUN_AS */
    gid_t group;
};

/* ---- setup_plan.c ---- */

/* Reads what the configuration at `path` says, if there is one. False if it cannot be followed. */
bool setup_begin(struct setup_plan *setup, const char *path, GError **error);
void setup_clear(struct setup_plan *setup);
typedef struct setup_plan SetupPlan;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SetupPlan, setup_clear)

/* Words of the group [setup]; `values` are taken. Free with g_free. */
char *setup_say(const struct setup_plan *setup, const char *key, struct values *values);

/* The group of the mailbox: the first in the configuration, or a new one. Free with g_free. */
char *setup_mailbox_group(const struct setup_plan *setup);

/* True if the answer names a server to log in at. */
bool setup_is_service(const char *answer);

/* The mail server of that name that can hand mail to postmove-receive, or NULL. */
const char *setup_server_find(const char *name);

/* True if mail comes by Postfix, whose files setup writes. */
bool setup_writes_postfix(const struct setup_plan *setup);

/* False with the error if the address, or the operator's, cannot be written into the lines of the
 * mail server: letters that mean something there, or a name that it needs for others. */
bool setup_is_possible(const struct setup_plan *setup, GError **error);

/* True if a text (NULL: none) has only characters that mean nothing else in the files of any mail
 * server, and those of `more`. */
bool setup_is_plain(const char *text, const char *more);

/* ---- setup_files.c ---- */

#define SETUP_KEPT ".before-setup" /* behind the name of the copy of a file that setup changed */

/* What becomes of one file. */
struct setup_change {
    char *path;
    char *old;  /* NULL: there is no such file */
    char *made; /* NULL or the same as `old`: nothing changes */
    bool done;  /* it has been put in place */
    char *kept; /* then: the copy of the old file, if it was made now */
};

void setup_change_free(struct setup_change *change);

/* True if the new text differs from the old one in more than a line feed at its end. */
bool setup_is_changed(const struct setup_change *change);

/* The change of a file: the one in the list, or a new one without a new text. A path that leads
 * through links becomes that of the file itself. NULL if the old file cannot be read, or a link
 * leads nowhere. */
struct setup_change *setup_change_find(GPtrArray *changes, const char *path, GError **error);

/* Prints all changes, by diff(1). False if there are none, or with POSTMOVE_ERROR_LATER if they
 * cannot be shown. */
bool setup_show(const GPtrArray *changes, GError **error);

/* Writes the changed files, each whole or not at all; what each was before the first setup stays
 * beside it. If one cannot be written, or somebody else has written it since it was read, takes the
 * others back and fails. */
bool setup_put(GPtrArray *changes, GError **error);

/* Puts the old files back. NULL, or the names of those that could not be put back; free with
 * g_free. */
char *setup_take_back(GPtrArray *changes);

/* Removes what was kept of these files if they are the same again. */
void setup_forget_kept(const GPtrArray *changes);

/* ---- setup_postfix.c ---- */

/* Adds the changes of Postfix's main.cf and master.cf: the lines for the server of `config`, which
 * runs as `user`, in place of those for another address or domain; or takes the lines for any out,
 * and a file that nobody else has changed since becomes what it was, byte by byte. What Postfix
 * does for others stays: lists are extended, and lose only what setup has put into them. False with
 * the error, also if postconf fails; its messages are on stderr then. The error is
 * POSTMOVE_ERROR_USAGE if the lines cannot stand beside what is in the files. */
bool setup_postfix_changes(const struct config *config, const char *user, bool takes_out,
                           GPtrArray *changes, GError **error);

/* True if setup has written these lines, and they were not taken out again. */
bool setup_postfix_was_set_up(void);

/* True if the files have the lines that setup would write. False with an error of
 * setup_postfix_changes if they can have none, or if that cannot be found out. */
bool setup_postfix_holds(const struct config *config, const char *user, GError **error);

/* Lets Postfix check its files; if that fails, its messages are on stderr. */
bool setup_postfix_check(void);

/* Lets Postfix read its files. False if it fails: perhaps it does not run. */
bool setup_postfix_reload(void);

/* ---- setup_configuration.c ---- */

/* What a new configuration says; all borrowed. */
struct configuration_values {
    const char *address, *operator_address;
    const char *folder; /* of database and spool */
    const char *hook;
};

/* Fills templates/postmove.conf. Free with g_free; NULL with the error. */
char *configuration_text(const struct configuration_values *values, GError **error);

/* Sets a key of a group in the text of a configuration: in the place of the line that sets it, or
 * else behind the comment that shows it, or behind the group's own line, or in a new group at the
 * end. `value` NULL removes the key. All else stays as it is. Free with g_free. */
char *setup_set_key(const char *text, const char *group, const char *key, const char *value);

/* True if the way in is a mailbox that one has to log in to. */
bool setup_fetches_elsewhere(const struct setup_plan *setup);

/* The configuration that the answers make. Free with g_free; NULL with the error. */
char *setup_configuration(const struct setup_plan *setup, GError **error);

/* ---- setup_answers.c ---- */

/* Fills `answers`: from `given`, from the configuration, or by a guess, and checks them. False with
 * the error, also if an option is missing. */
bool setup_answer_all(struct setup_plan *setup, GError **error);

/* The name of the option that answers a question. */
const char *setup_option(enum setup_question question);

#endif
