#include "cli/json.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/json.h"
#include "cli/cli.h"

void json_print(GVariant *value)
{
    g_autoptr(GString) text = g_string_new(NULL);
    json_append(text, value);
    puts(text->str);
}

struct table table_new(bool json)
{
    return (struct table){
        .json = json,
        .list = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE("aa{sv}")),
        .object = G_VARIANT_BUILDER_INIT(G_VARIANT_TYPE_VARDICT),
        .line = g_string_new(NULL),
    };
}

void table_clear(struct table *table)
{
    g_variant_builder_clear(&table->list);
    g_variant_builder_clear(&table->object);
    g_string_free(table->line, TRUE);
}

/* Adds what people read of a value. */
static void show(struct table *table, const char *before, int width, const char *text)
{
    if (before != NULL && text != NULL) {
        g_string_append_printf(table->line, "%s%*s", before, width, text);
    }
}

void row_text(struct table *table, const char *name, const char *before, int width,
              const char *text)
{
    if (name != NULL) {
        json_text(&table->object, name, text);
    }
    show(table, before, width, text);
}

void row_number(struct table *table, const char *name, const char *before, int width, gint64 number)
{
    g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
    json_number(&table->object, name, number);
    show(table, before, width, text);
}

void row_moment(struct table *table, const char *name, const char *before, gint64 time)
{
    g_autofree char *text = time > 0 ? clock_for_people(time) : NULL;
    json_positive(&table->object, name, time);
    show(table, before, 0, text);
}

static void print_line(struct table *table)
{
    cli_print_any(table->line->str, table->line->len);
    putchar('\n');
    g_string_truncate(table->line, 0);
}

void table_next(struct table *table)
{
    g_variant_builder_add_value(&table->list, g_variant_builder_end(&table->object));
    g_variant_builder_init(&table->object, G_VARIANT_TYPE_VARDICT);
    if (!table->json) {
        print_line(table);
    }
}

void table_print(struct table *table)
{
    if (table->json) {
        json_print(g_variant_builder_end(&table->list));
    }
}

void row_print(struct table *table)
{
    if (table->json) {
        json_print(g_variant_builder_end(&table->object));
    } else {
        print_line(table);
    }
}
