/*
 * setup_text.h: changes the texts of configuration files, each in its own syntax.
 *
 * Texts go in and come out; no file is read or written here. All that is not to be changed stays
 * as it is, comments and blank lines too; a text that says already what it should is given back
 * unchanged. Free all results with g_free.
 */
#ifndef POSTMOVE_SETUP_TEXT_H
#define POSTMOVE_SETUP_TEXT_H

#include <glib.h>
#include <stdbool.h>

/* A word of an example, and what stands in its place. */
struct setup_word {
    const char *example, *actual;
};

/* An example (templates/setup) with the operator's own values in place of the example's. Where
 * several words begin at the same place, the longest counts. The last row has no `example`. */
char *setup_fill(const char *text, const struct setup_word *words);

/*
 * ---- postmove.conf ----
 *
 * Sets a key of a group: in the place of the line that sets it, or else behind the comment that
 * shows it, or behind the group's own line, or in a new group at the end. `value` NULL removes the
 * key.
 */
char *setup_set_key(const char *text, const char *group, const char *key, const char *value);

/*
 * ---- Postfix ----
 *
 * A logical line of main.cf and master.cf is a line and those after it that begin with a blank;
 * comments and empty lines may be among them.
 */

/* The value of a parameter of main.cf as it is written, in one line; NULL if it is not set. */
char *setup_parameter(const char *text, const char *name);

/* Sets a parameter of main.cf; `value` may have several lines. Comments between the old ones stay
 * in front of it. */
char *setup_set_parameter(const char *text, const char *name, const char *value);

/* Takes the service of that entry out of master.cf. */
char *setup_unset_service(const char *text, const char *entry);

/* Sets a service of master.cf; the first logical line of `entry` is its entry, such as "postmove
 * unix - n ...". An entry that differs from it only by options (-o) and blanks stays; one that is
 * replaced keeps its options. */
char *setup_set_service(const char *text, const char *entry);

/* Whose mail it is about. */
struct setup_postfix {
    const char *address;  /* the server's, lower case */
    const char *domain;   /* of that address */
    const char *hostname; /* Postfix's myhostname */
    const char *mydomain; /* Postfix's mydomain */
    const char *users;    /* a table that forwards mail for the users and aliases of this machine at
                             the domain to localhost; NULL: there are none */
};

/* Puts the parameters of `lines`, an example, into main.cf so that what Postfix does for other
 * domains stays: lists are extended, the tables that an earlier setup wrote (`inline:` with the
 * same addresses of the domain, or with the same values, and with nothing else) are replaced, and
 * the domain is taken out of mydestination; `users` then get their mail by virtual_alias_maps. If
 * there are other virtual mailboxes, with another virtual_transport, the server's address gets its
 * own by transport_maps; if other domains have no table of addresses, none is set. */
char *setup_set_main(const char *text, const char *lines, const struct setup_postfix *postfix);

/* Undoes that in a text that may have changed since. `before`: what it was before; NULL: not known,
 * and then mydestination and recipient_delimiter, which others use, stay. A parameter that is as
 * setup left it becomes what it was; of a list that has changed, only what setup has added is taken
 * out; any other parameter stays. */
char *setup_unset_main(const char *text, const char *before, const char *lines,
                       const struct setup_postfix *postfix);

/*
 * ---- others ----
 *
 * Sets the block between two lines of comment, `begin` and `end`: in place of an earlier one, or
 * else where the first line that matches the regular expression `place` is: behind that line, or,
 * if `before`, in front of it. NULL if nothing matches, or if `begin` is there without `end`, so
 * that nobody knows what an earlier block is. `place` NULL: the end of the text.
 */
struct setup_block {
    const char *begin, *end;
    const char *place;
    bool before;
};
char *setup_set_block(const char *text, const struct setup_block *block, const char *lines);

/* Takes such a block out. NULL if `begin` is there without `end`. */
char *setup_unset_block(const char *text, const struct setup_block *block);

#endif
