#include "think/table.h"

#include <string.h>

void table_init(struct table *table, int bits)
{
    table->findings = g_new0(struct finding, (gsize)1 << bits);
    table->mask = ((guint64)1 << bits) - 1;
}

void table_clear(struct table *table)
{
    g_clear_pointer(&table->findings, g_free);
}

const struct finding *table_find(const struct table *table, guint64 hash)
{
    const struct finding *found = &table->findings[hash & table->mask];
    return found->hash == hash && found->bound != TABLE_NOTHING ? found : NULL;
}

void table_keep(struct table *table, const struct finding *finding)
{
    struct finding *place = &table->findings[finding->hash & table->mask];
    if (place->hash != finding->hash || place->depth <= finding->depth) {
        *place = *finding;
    }
}

/* Mixes the bits of a number, so that each depends on all. */
static guint64 mixed(guint64 value)
{
    value ^= value >> 32;
    value *= 0xd6e8feb86659fd93U;
    value ^= value >> 32;
    return value;
}

/* Mixes the word at `at` into a hash. */
static guint64 joined(guint64 hash, const unsigned char *at)
{
    guint64 word;
    memcpy(&word, at, sizeof word);
    hash = (hash ^ word) * 0x9fb21c651e98df25U;
    return hash ^ hash >> 35;
}

guint64 table_hash(const void *bytes, size_t length, guint64 seed)
{
    enum { LANES = 4 };
    const size_t word = sizeof(guint64), block = LANES * word;
    const unsigned char *at = bytes;
    guint64 hash = mixed(seed + length);
    if (length >= block) {
        /* A processor multiplies for several lanes at once. */
        guint64 lane[LANES] = { hash, hash + 1, hash + 2, hash + 3 };
        for (; length >= block; length -= block, at += block) {
            for (size_t i = 0; i < LANES; i++) {
                lane[i] = joined(lane[i], at + i * word);
            }
        }
        hash = mixed(lane[0] ^ mixed(lane[1] ^ mixed(lane[2] ^ mixed(lane[3]))));
    }
    for (; length >= word; length -= word, at += word) {
        hash = joined(hash, at);
    }
    guint64 rest = 0;
    memcpy(&rest, at, length);
    return mixed(hash ^ rest);
}
