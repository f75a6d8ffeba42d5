#include "tournaments/pairing.h"

#include <stdbool.h>

/* ---- the matches of a section ---- */

/* Adds the matches of Berger's table for `size` players. A player without an opponent rests: with
 * an odd number the last one is nobody. */
static void add_berger(GArray *list, int size, bool turned)
{
    const int even = size + size % 2;
    for (int round = 1; round < even; round++) {
        for (int one = 1; one < even; one++) {
            /* In each round the sum of the numbers of two who meet is the same, modulo even - 1;
             * who would meet themselves meets the last one. */
            int other = (round + even - one) % (even - 1);
            other = other == 0 ? even - 1 : other;
            other = other == one ? even : other;
            if (other < one || other > size) {
                continue;
            }
            const bool first = other == even ? 2 * one <= even : (one + other) % 2 == 1;
            const int begins = first != turned ? one : other;
            const struct pairing pairing = { { begins - 1, one + other - begins - 1 } };
            g_array_append_val(list, pairing);
        }
    }
}

GArray *pairing_list(int size, int seats, int rounds)
{
    GArray *list = g_array_new(FALSE, TRUE, sizeof(struct pairing));
    if (seats == 2) {
        for (int round = 0; round < rounds; round++) {
            add_berger(list, size, round % 2 == 1);
        }
        return list;
    }
    for (int board = 0; size > 1 && board < size; board++) {
        struct pairing pairing = { { 0 } };
        for (int seat = 0; seat < size; seat++) {
            pairing.seat[seat] = (seat + board) % size;
        }
        g_array_append_val(list, pairing);
    }
    return list;
}

/* ---- sections ---- */

static GArray *numbers_new(int count)
{
    GArray *numbers = g_array_sized_new(FALSE, TRUE, sizeof(int), (guint)count);
    g_array_set_size(numbers, (guint)count);
    return numbers;
}

/* Deals the seeds from `first` on to sections that have room for so many (`room`, which is used
 * up), there and back. */
static void deal(GArray *sections, int first, GArray *room)
{
    const int last = (int)room->len - 1;
    for (int seed = first, at = 0, step = 1; seed < (int)sections->len; at += step) {
        if (at < 0 || at > last) {
            step = -step; /* the section at the edge comes twice */
            continue;
        }
        int *free_places = &g_array_index(room, int, at);
        if (*free_places > 0) {
            --*free_places;
            g_array_index(sections, int, seed++) = at;
        }
    }
}

/* How many sections so many players make, of which none is alone; 0: that cannot be. */
static int count_sections(int players, int size, unsigned fits)
{
    for (int sections = MAX((players + size - 1) / size, 1); 2 * sections <= players; sections++) {
        const int least = players / sections, most = least + (players % sections > 0 ? 1 : 0);
        if ((fits >> least & fits >> most & 1) != 0) {
            return sections;
        }
    }
    return 0;
}

GArray *pairing_sections(int count, int size, unsigned fits)
{
    GArray *sections = numbers_new(count);
    int alone = 0;
    while (alone < count && count_sections(count - alone, size, fits) == 0) {
        alone++;
    }
    const int several = count_sections(count - alone, size, fits);
    g_autoptr(GArray) room = numbers_new(several);
    for (int i = 0; i < count - alone; i++) {
        g_array_index(room, int, i % several)++;
    }
    for (int seed = 0; seed < alone; seed++) {
        g_array_index(sections, int, seed) = several + seed;
    }
    deal(sections, alone, room);
    return sections;
}

GArray *pairing_bracket(int count)
{
    GArray *sections = numbers_new(count);
    int pairs = 1;
    while (2 * pairs < count) {
        pairs *= 2;
    }
    /* Each seed of the better half has a section. The order of the sections doubles: behind each
     * seed comes the one that it would meet if all better seeds win. */
    g_autoptr(GArray) order = numbers_new(pairs);
    for (int known = 1; known < pairs; known *= 2) {
        for (gsize at = (gsize)known; at-- > 0;) {
            const int seed = g_array_index(order, int, at);
            g_array_index(order, int, 2 * at) = seed;
            g_array_index(order, int, 2 * at + 1) = 2 * known - 1 - seed;
        }
    }
    for (int section = 0; section < pairs; section++) {
        const int better = g_array_index(order, int, section), other = 2 * pairs - 1 - better;
        if (better < count) {
            g_array_index(sections, int, better) = section;
        }
        if (other < count) {
            g_array_index(sections, int, other) = section;
        }
    }
    return sections;
}

/* ---- the lot ---- */

struct ticket {
    int number;
    char *hash;
};

static int compare_tickets(gconstpointer one, gconstpointer other)
{
    return g_strcmp0(((const struct ticket *)one)->hash, ((const struct ticket *)other)->hash);
}

GArray *pairing_lot(gint64 seed, int count)
{
    GArray *numbers = numbers_new(count);
    g_autoptr(GArray) tickets = g_array_new(FALSE, FALSE, sizeof(struct ticket));
    for (int number = 1; number <= count; number++) {
        g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT " %d", seed, number);
        const struct ticket ticket = { number,
                                       g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1) };
        g_array_append_val(tickets, ticket);
    }
    g_array_sort(tickets, compare_tickets);
    for (int at = 0; at < count; at++) {
        const struct ticket *ticket = &g_array_index(tickets, struct ticket, at);
        g_array_index(numbers, int, at) = ticket->number;
        g_free(ticket->hash);
    }
    return numbers;
}
