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

/* Sets a service of master.cf; the first logical line of `entry` is its entry, such as "postmove
 * unix - n ...". An entry that differs from it only by options (-o) and blanks stays; one that is
 * replaced keeps its options. */
char *setup_set_service(const char *text, const char *entry);

/* Whose mail it is about. */
struct setup_postfix {
    const char *domain;   /* the server's, lower case */
    const char *hostname; /* Postfix's myhostname */
    const char *mydomain; /* Postfix's mydomain */
};

/* Puts the parameters of `lines`, an example, into main.cf so that what Postfix does for other
 * domains stays: lists are extended, the tables that an earlier setup wrote (`inline:` with the
 * same addresses of the domain, or with the same values, and with nothing else) are replaced, and
 * the domain is taken out of mydestination. If other virtual domains have another
 * virtual_transport, the server's gets its own by transport_maps. */
char *setup_set_main(const char *text, const char *lines, const struct setup_postfix *postfix);

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

#endif
