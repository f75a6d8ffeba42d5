/*
 * config_file.h: the text of a configuration file, and where its faults are.
 *
 * For the files that read its keys. The error of a fault names file and line, and is
 * POSTMOVE_ERROR_USAGE.
 */
#ifndef POSTMOVE_CONFIG_FILE_H
#define POSTMOVE_CONFIG_FILE_H

#include <glib.h>
#include <stdbool.h>

/* What is being read; all borrowed. */
struct config_file {
    const char *path; /* its name in messages */
    const char *text; /* all of it */
    GKeyFile *keys;
    const char *folder; /* absolute; relative paths are relative to it */
};

/* Checks the form of the text (length, UTF-8, no key twice in a group, and no group such as [bot
 * NAME] twice) and fills `keys`, which must be empty. */
bool config_file_load(const struct config_file *file, gsize length, GError **error);

/* The value of a key as it is written, without escapes and without the blanks around it; NULL
 * if it is not set or empty. Free with g_free. */
char *config_file_value(const struct config_file *file, const char *group, const char *key);

/* The number of the last line of a key file that sets the key (NULL: that opens the group); 0 if no
 * line does. */
int config_file_line(const char *text, const char *group, const char *key);

/* Sets the error for a key (NULL: for the group itself). Returns false. */
bool config_fault(const struct config_file *file, const char *group, const char *key,
                  GError **error, const char *format, ...) G_GNUC_PRINTF(5, 6);

/* Reads a time from `least` to `most` seconds, as "30m", "3h" or "2d"; false for any
 * other text. */
bool config_file_span(const char *value, gint64 least, gint64 most, gint64 *seconds);

/* Reads "on" or "off"; false with the fault. */
bool config_file_switch(const struct config_file *file, const char *group, const char *key,
                        const char *value, bool *on, GError **error);

/* Reads a number from `least` to `most` into *number (NULL: nothing is kept of it); false with the
 * fault. */
bool config_file_number(const struct config_file *file, const char *group, const char *key,
                        const char *value, int least, int most, int *number, GError **error);

/* A program and its arguments, from words that may be quoted as in a shell. A program with a
 * slash becomes absolute, one without is looked up in PATH when it is run. Free with
 * g_strfreev; NULL with the fault. */
char **config_file_argv(const struct config_file *file, const char *group, const char *key,
                        const char *value, GError **error);

/* The same, where only the names `one` and `other` (such as "{sender}") may stand in braces. */
char **config_file_command(const struct config_file *file, const char *group, const char *key,
                           const char *value, const char *one, const char *other, GError **error);

#endif
