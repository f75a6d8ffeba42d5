/*
 * configuration_text.h: the text of a new configuration, with its comments.
 */
#ifndef POSTMOVE_CONFIGURATION_TEXT_H
#define POSTMOVE_CONFIGURATION_TEXT_H

#include <glib.h>

/* What a new configuration says; all borrowed. */
struct configuration_values {
    const char *address, *operator_address;
    const char *folder; /* of database and spool */
    const char *hook;
};

/* Fills templates/postmove.conf. Free with g_free; NULL with the error. */
char *configuration_text(const struct configuration_values *values, GError **error);

#endif
