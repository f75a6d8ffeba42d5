/*
 * postfix.h: asks the Postfix on this machine how it is set up, by its own
 * programs postconf and postmap. Changes nothing.
 */
#ifndef POSTMOVE_POSTFIX_H
#define POSTMOVE_POSTFIX_H

#include <glib.h>
#include <stdbool.h>

enum postfix_answer {
    POSTFIX_NO,
    POSTFIX_YES,
    POSTFIX_UNKNOWN, /* one of its files or tables cannot be read, or not by this user */
};

/* True if this machine has a Postfix. */
bool postfix_is_here(void);

/* The entries of a list in main.cf, which are separated by blanks and commas; text in braces is
 * one entry. Asks nobody. Free with g_strfreev. */
char **postfix_entries(const char *list);

/* What postconf prints with an option, of a parameter or a service. Free with g_free. NULL with
 * POSTMOVE_ERROR_LATER. */
char *postfix_conf(const char *option, const char *what, GError **error);

/* The values of parameters of main.cf, by one call of postconf with an option: with -x, the
 * parameters in them are replaced by their values; with -d, they are the defaults (NULL: as they
 * stand). `values` has `count` places. False with POSTMOVE_ERROR_LATER, and all NULL, if postconf
 * does not print one of them. */
bool postfix_values(const char *option, const char *const *names, size_t count, char **values,
                    GError **error);

/* Where mail comes in by SMTP, as master.cf says: [ADDRESS:]PORT of each service of type inet that
 * is a smtpd or a postscreen. Empty if there is none, or if postconf does not say. Free with
 * g_strfreev. */
char **postfix_listeners(void);

/* The paths of the programs named postmove-receive that services of master.cf start. Free with
 * g_strfreev. */
char **postfix_receivers(void);

/* Does a list such as mydestination name the domain, itself, in a file or in a table? Like Postfix,
 * takes the first entry that fits. */
enum postfix_answer postfix_lists(const char *list, const char *domain);

#endif
