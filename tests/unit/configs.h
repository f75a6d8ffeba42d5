/*
 * configs.h: configurations in tests, as /etc/postmove/p.conf would have them.
 */
#ifndef POSTMOVE_TEST_CONFIGS_H
#define POSTMOVE_TEST_CONFIGS_H

#include <glib.h>
#include <string.h>

#include "base/config.h"

static inline struct config *parse(const char *text, GError **error)
{
    return config_parse("/etc/postmove/p.conf", text, strlen(text), error);
}

/* Parses a configuration without a fault. Free with config_free. */
static inline struct config *parse_good(const char *text)
{
    g_autoptr(GError) error = NULL;
    struct config *config = parse(text, &error);
    g_assert_no_error(error);
    return config;
}

#endif
