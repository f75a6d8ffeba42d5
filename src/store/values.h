/*
 * values.h: the values of a statement, as db_query takes them (store/db.h).
 *
 * The compiler finds the type of each: a text (char *, NULL allowed), bytes (GBytes *, NULL
 * allowed), a key or hash (unsigned char *: 32 bytes; NULL allowed), or any number. With a value
 * goes the text of the expression that it comes from: it has to end with the name of its parameter.
 */
#ifndef POSTMOVE_VALUES_H
#define POSTMOVE_VALUES_H

#include <glib.h>

#include "base/random.h"

struct db_value {
    const char *from; /* the expression; NULL: no value, the list ends */
    enum { DB_NUMBER, DB_TEXT, DB_BYTES } kind;
    gint64 number;    /* or how many bytes there are */
    const void *data; /* of a text or bytes */
};

static inline struct db_value db_value_number(const char *from, gint64 number)
{
    return (struct db_value){ .from = from, .kind = DB_NUMBER, .number = number };
}

static inline struct db_value db_value_text(const char *from, const char *text)
{
    return (struct db_value){ .from = from, .kind = DB_TEXT, .data = text };
}

static inline struct db_value db_value_hash(const char *from, const unsigned char *hash)
{
    return (struct db_value){ from, DB_BYTES, SECRET_HASH_BYTES, hash };
}

static inline struct db_value db_value_bytes(const char *from, GBytes *bytes)
{
    gsize length = 0;
    const void *data = bytes != NULL ? g_bytes_get_data(bytes, &length) : NULL;
    return (struct db_value){ from, DB_BYTES, (gint64)length, data };
}

#define DB_VALUE(value)                                                                            \
    _Generic((value), char *: db_value_text, const char *: db_value_text,                          \
             unsigned char *: db_value_hash, const unsigned char *: db_value_hash,                 \
             GBytes *: db_value_bytes, default: db_value_number)(#value, value)

/* Of "SQL", VALUE, ...: the SQL, and the list of the values, 20 at most. Each DB_n leaves out the
 * first of its arguments. */
#define DB_SQL(sql, ...) sql
#define DB_VALUES(...)                                                                             \
    ((const struct db_value[]){ DB_COUNTED(                                                        \
        __VA_ARGS__, DB_20, DB_19, DB_18, DB_17, DB_16, DB_15, DB_14, DB_13, DB_12, DB_11, DB_10,  \
        DB_9, DB_8, DB_7, DB_6, DB_5, DB_4, DB_3, DB_2, DB_1, DB_0, 0)(__VA_ARGS__) })
#define DB_COUNTED(x, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, DB_N, ...) DB_N
#define DB_0(x) db_value_number(NULL, 0)
#define DB_1(x, a) DB_VALUE(a), DB_0(a)
#define DB_2(x, a, ...) DB_VALUE(a), DB_1(a, __VA_ARGS__)
#define DB_3(x, a, ...) DB_VALUE(a), DB_2(a, __VA_ARGS__)
#define DB_4(x, a, ...) DB_VALUE(a), DB_3(a, __VA_ARGS__)
#define DB_5(x, a, ...) DB_VALUE(a), DB_4(a, __VA_ARGS__)
#define DB_6(x, a, ...) DB_VALUE(a), DB_5(a, __VA_ARGS__)
#define DB_7(x, a, ...) DB_VALUE(a), DB_6(a, __VA_ARGS__)
#define DB_8(x, a, ...) DB_VALUE(a), DB_7(a, __VA_ARGS__)
#define DB_9(x, a, ...) DB_VALUE(a), DB_8(a, __VA_ARGS__)
#define DB_10(x, a, ...) DB_VALUE(a), DB_9(a, __VA_ARGS__)
#define DB_11(x, a, ...) DB_VALUE(a), DB_10(a, __VA_ARGS__)
#define DB_12(x, a, ...) DB_VALUE(a), DB_11(a, __VA_ARGS__)
#define DB_13(x, a, ...) DB_VALUE(a), DB_12(a, __VA_ARGS__)
#define DB_14(x, a, ...) DB_VALUE(a), DB_13(a, __VA_ARGS__)
#define DB_15(x, a, ...) DB_VALUE(a), DB_14(a, __VA_ARGS__)
#define DB_16(x, a, ...) DB_VALUE(a), DB_15(a, __VA_ARGS__)
#define DB_17(x, a, ...) DB_VALUE(a), DB_16(a, __VA_ARGS__)
#define DB_18(x, a, ...) DB_VALUE(a), DB_17(a, __VA_ARGS__)
#define DB_19(x, a, ...) DB_VALUE(a), DB_18(a, __VA_ARGS__)
#define DB_20(x, a, ...) DB_VALUE(a), DB_19(a, __VA_ARGS__)

#endif
