/*
 * setup.h: what the files of `postmove setup` share.
 *
 * setup_answers.c finds out what server is to be, setup_configuration.c makes the text of its
 * configuration, setup_postfix.c the lines of Postfix, and setup.c shows both and puts them in
 * place. Their words are the group [setup] of templates/setup.words.
 */
#ifndef POSTMOVE_SETUP_H
#define POSTMOVE_SETUP_H

#include <sys/types.h>

#include "cli/workspace.h"

struct setup_plan {
    const struct act *act; /* its options are the answers */
    char *path;            /* of the configuration, absolute */
    char *old, *text;      /* the configuration's text and its new one; `old` NULL: there is
                              no such file yet */
    struct config *config; /* what `text` says */
    const char *server;    /* the mail server that brings the mail; NULL: a mailbox */
    char *user;            /* who runs the server */
    uid_t id;              /* of that user */
};

/* ---- setup_answers.c ---- */

/* Sets all from `old` on: what no option says is as the configuration has it, or a guess. False
 * with the error, also if an option is missing, or if the lines of the mail server cannot hold an
 * answer: signs that mean something there, or a name that it needs for others. */
bool setup_answer(struct setup_plan *setup, GError **error);
void setup_clear(struct setup_plan *setup);
typedef struct setup_plan SetupPlan;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SetupPlan, setup_clear)

/* ---- setup_configuration.c ---- */

/* Fills templates/postmove.conf; `folder` is that of database and spool. Free with g_free; NULL
 * with the error. */
char *configuration_text(const char *address, const char *operator_address, const char *folder,
                         GError **error);

/* Sets a key of a group in the text of a configuration: in the place of the line that sets it, or
 * else behind the comment that shows it, or behind the group's own line, or in a new group at the
 * end. `value` NULL removes the key. All else stays as it is. Free with g_free. */
char *setup_set_key(const char *text, const char *group, const char *key, const char *value);

/* ---- setup_postfix.c ---- */

/* What changes in main.cf and master.cf. */
enum { SETUP_EDITS = 4 };
struct setup_edits {
    GPtrArray *of[SETUP_EDITS]; /* the arguments behind each option of postconf(1) */
    GString *shown;             /* the lines that go, behind "-", and those that come, behind "+";
                                   NULL or empty: nothing changes */
};

static inline bool setup_edits_any(const struct setup_edits *edits)
{
    return edits->shown != NULL && edits->shown->len > 0;
}
void setup_edits_clear(struct setup_edits *edits);
typedef struct setup_edits SetupEdits;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(SetupEdits, setup_edits_clear)

/* Finds what is missing of the lines for the server of `config`, which runs as `user`, and which
 * are left of another address or domain; or, with `user` NULL, what takes the lines for any out.
 * What Postfix does for others stays: lists are extended, and lose only what setup has put into
 * them. False with the error; it is POSTMOVE_ERROR_USAGE if the lines cannot stand beside what is
 * in the files. */
bool setup_postfix_find(const struct config *config, const char *user, struct setup_edits *edits,
                        GError **error);

/* Finds the edits once more and makes them. If that fails in the middle, mail for others arrives
 * as before, and the same call makes the rest. */
bool setup_postfix_put(const struct config *config, const char *user, GError **error);

/* Lets Postfix read its files. False if it fails, perhaps because it does not run; its messages
 * are on stderr. */
bool setup_postfix_reload(void);

/* True if lines of setup are there. */
bool setup_postfix_was_set_up(void);

/* The folder of its files, which Postfix finds in the same way. */
const char *setup_postfix_folder(void);

#endif
