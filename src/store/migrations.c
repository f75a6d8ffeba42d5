#include "store/migrations.h"

/* ISO C promises only 4095 characters a literal; a schema has more, and every
 * compiler we build with takes them. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

const char *const migrations[] = {
#include "migrations.list"
};

const int migrations_count = (int)(sizeof(migrations) / sizeof(migrations[0]));
