/*
 * setup_text.h: changes the text of a postmove.conf.
 *
 * All that is not to be changed stays as it is, comments and blank lines too; a text that says
 * already what it should is given back unchanged.
 */
#ifndef POSTMOVE_SETUP_TEXT_H
#define POSTMOVE_SETUP_TEXT_H

/* Sets a key of a group: in the place of the line that sets it, or else behind the comment that
 * shows it, or behind the group's own line, or in a new group at the end. `value` NULL removes the
 * key. Free with g_free. */
char *setup_set_key(const char *text, const char *group, const char *key, const char *value);

#endif
