/*
 * postfix.h: asks the Postfix on this machine how it is set up, by its own
 * programs postconf and postmap. Changes nothing.
 */
#ifndef POSTMOVE_POSTFIX_H
#define POSTMOVE_POSTFIX_H

#include <glib.h>
#include <stdbool.h>

/* True if this machine has a Postfix. */
bool postfix_is_here(void);

/* The entries of a list in main.cf, which are separated by blanks and commas; text in braces is
 * one entry. Asks nobody. Free with g_strfreev. */
char **postfix_entries(const char *list);

/* The parameters of main.cf, names to values, as postconf prints them with an option: -n, those
 * that are set there; -d, all of them with their defaults; -x, all with the parameters in them
 * replaced by their values. Free with g_hash_table_unref. NULL with POSTMOVE_ERROR_LATER. */
GHashTable *postfix_parameters(const char *option, GError **error);

/* The value of one of them, "" if there is none. */
const char *postfix_value(GHashTable *parameters, const char *name);

/* The entries of master.cf, one a line. Free with g_strfreev; NULL with POSTMOVE_ERROR_LATER. */
char **postfix_services(GError **error);

/* Does a list such as mydestination name the domain, itself, in a file or in a table? Like Postfix,
 * takes the first entry that fits. A file or table that this user cannot read names nothing. */
bool postfix_lists(const char *list, const char *domain);

#endif
