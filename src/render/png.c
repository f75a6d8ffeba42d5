/*
 * Rows of a board are tiles: nearly all bytes stand in the row above, or one or a few tiles to the
 * left. So the compressor (RFC 1950 and 1951) looks there first, and at the distances that were of
 * use last; zlib, which searches everywhere, takes four times as long for the same size.
 */
#include "render/png.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    DEPTH = 4,       /* bits of a pixel */
    PALETTE = 3,     /* color type: pixels are numbers of colors */
    EFFORT_MOST = 8, /* of 9 that zlib knows: takes long, and saves up to a tenth */
    MEMORY = 8,      /* of 9: more saves nothing */
};

/* ---- what repeats ---- */

enum {
    SHORTEST = 4, /* bytes of a copy */
    LONGEST = 258,
    WINDOW = 32768,     /* how far back a copy may begin */
    RECENT = 8,         /* distances that were of use last */
    CHEAP = 2,          /* so many of those have short codes, about */
    NOTED = 8,          /* bytes at each end of a copy that later copies may begin with */
    IMPATIENT = 64,     /* a copy of so many bytes is taken without a look at the next byte */
    HASH_BITS = 13,     /* of the places that are noted */
    CODE_BITS_MAX = 15, /* of a byte, a length or a distance */
    LITERALS = 286,     /* bytes, the end, lengths */
    THE_END = 256,
    DISTANCES = 30,
    /* What is saved is only estimated, in bits: */
    BYTE_BITS = 5,
    CHEAP_BITS = 7,
    COPY_BITS = 9, /* without the extra bits of its distance */
};

/* A byte, or a copy of what stands before it. */
struct token {
    guint16 length;   /* of a byte: the byte */
    guint16 distance; /* 0: a byte */
};

struct copy {
    size_t length;
    size_t distance;
    int gain; /* 0: there is none */
};

struct packing {
    const unsigned char *rows;
    size_t size;
    size_t row;                   /* bytes of one */
    size_t recent[RECENT];        /* latest first */
    guint32 four[1 << HASH_BITS]; /* where four bytes of that hash stood last, from 1 */
    guint32 eight[1 << HASH_BITS];
    struct token *tokens; /* room for one a byte, of which few are touched */
    size_t count;
    guint32 literals[LITERALS]; /* how often each is used */
    guint32 distances[DISTANCES];
};

static guint32 four_at(const unsigned char *at)
{
    guint32 bytes;
    memcpy(&bytes, at, sizeof bytes);
    return GUINT32_FROM_LE(bytes);
}

static guint64 eight_at(const unsigned char *at)
{
    guint64 bytes;
    memcpy(&bytes, at, sizeof bytes);
    return GUINT64_FROM_LE(bytes);
}

static guint32 *four_noted(struct packing *packing, size_t at)
{
    return &packing->four[four_at(packing->rows + at) * 2654435761U >> (32 - HASH_BITS)];
}

static guint32 *eight_noted(struct packing *packing, size_t at)
{
    const guint64 mixed = eight_at(packing->rows + at) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return &packing->eight[mixed >> (64 - HASH_BITS)];
}

/* The number of bits before the highest that is set. */
static int highest_bit(size_t number)
{
    return 63 - __builtin_clzll(number);
}

/* A length or distance belongs to a code, and is told apart within it by extra bits. */
static int distance_code(size_t distance, int *extra)
{
    const size_t number = distance - 1;
    *extra = number < 4 ? 0 : highest_bit(number) - 1;
    return (int)(number >> *extra) + 2 * *extra;
}

static int length_code(size_t length, int *extra)
{
    const size_t number = length - 3;
    *extra = number < 8 || length == LONGEST ? 0 : highest_bit(number) - 2;
    return THE_END + 1 + (length == LONGEST ? 28 : (int)(number >> *extra) + 4 * *extra);
}

static size_t equal_bytes(const unsigned char *one, const unsigned char *other, size_t most)
{
    size_t count = 0;
    while (count + 8 <= most) {
        const guint64 differ = eight_at(one + count) ^ eight_at(other + count);
        if (differ != 0) {
            return count + (size_t)__builtin_ctzll(differ) / 8;
        }
        count += 8;
    }
    while (count < most && one[count] == other[count]) {
        count++;
    }
    return count;
}

/* Takes the copy from that distance if it is longer than the best, and worth it. */
static inline void consider(const struct packing *packing, size_t at, size_t distance,
                            struct copy *best)
{
    const size_t most = MIN(packing->size - at, LONGEST);
    const unsigned char *here = packing->rows + at, *there = here - distance;
    if (distance == 0 || distance > MIN(at, WINDOW) || four_at(here) != four_at(there) ||
        best->length >= most || here[best->length] != there[best->length]) {
        return;
    }
    const size_t length =
        SHORTEST + equal_bytes(here + SHORTEST, there + SHORTEST, most - SHORTEST);
    int bits;
    distance_code(distance, &bits);
    bits += COPY_BITS;
    for (int i = 0; i < CHEAP; i++) {
        bits = distance == packing->recent[i] ? CHEAP_BITS : bits;
    }
    const int gain = (int)length * BYTE_BITS - bits;
    if (gain > best->gain) {
        *best = (struct copy){ length, distance, gain };
    }
}

static struct copy find_copy(struct packing *packing, size_t at)
{
    struct copy best = { 0 };
    if (packing->size - at < sizeof(guint64)) {
        return best;
    }
    consider(packing, at, packing->row, &best);
    consider(packing, at, 1, &best);
    for (int i = 0; i < RECENT; i++) {
        consider(packing, at, packing->recent[i], &best);
    }
    const size_t eight = *eight_noted(packing, at), four = *four_noted(packing, at);
    consider(packing, at, eight != 0 ? at + 1 - eight : 0, &best);
    consider(packing, at, four != 0 ? at + 1 - four : 0, &best);
    return best;
}

/* Notes the places from `from` to before `to`, for copies to begin there. */
static void note_places(struct packing *packing, size_t from, size_t to)
{
    for (size_t at = from; at < to && packing->size - at >= sizeof(guint64); at++) {
        *eight_noted(packing, at) = *four_noted(packing, at) = (guint32)at + 1;
    }
}

static void add_byte(struct packing *packing, size_t at)
{
    const unsigned char byte = packing->rows[at];
    packing->tokens[packing->count++] = (struct token){ .length = byte };
    packing->literals[byte]++;
}

static void add_copy(struct packing *packing, const struct copy *copy)
{
    int extra, from = 0;
    packing->tokens[packing->count++] =
        (struct token){ (guint16)copy->length, (guint16)copy->distance };
    packing->literals[length_code(copy->length, &extra)]++;
    packing->distances[distance_code(copy->distance, &extra)]++;
    while (from < RECENT - 1 && packing->recent[from] != copy->distance) {
        from++;
    }
    memmove(packing->recent + 1, packing->recent, (size_t)from * sizeof *packing->recent);
    packing->recent[0] = copy->distance;
}

/* Makes tokens of the rows. A copy waits if the one that begins a byte later saves more. */
static void find_tokens(struct packing *packing)
{
    size_t at = 0;
    struct copy copy = { 0 };
    while (at < packing->size) {
        copy = copy.gain > 0 ? copy : find_copy(packing, at);
        note_places(packing, at, at + 1);
        struct copy next = { 0 };
        if (copy.gain > 0 && copy.length < IMPATIENT) {
            next = find_copy(packing, at + 1);
        }
        if (copy.gain == 0 || next.gain > copy.gain + BYTE_BITS) {
            add_byte(packing, at++);
            copy = next;
            continue;
        }
        const size_t end = at + copy.length, first = MIN(at + NOTED, end);
        add_copy(packing, &copy);
        note_places(packing, at + 1, first);
        note_places(packing, MAX(first, end - MIN(NOTED, copy.length)), end);
        at = end;
        copy.gain = 0;
    }
    packing->literals[THE_END]++;
}

/* ---- codes ---- */

/* What is used so often, and which code that is. */
struct use {
    guint32 count;
    int code;
};

static int compare_uses(const void *one, const void *other)
{
    const struct use *first = one, *second = other;
    return first->count != second->count ? (first->count > second->count ? 1 : -1)
                                         : first->code - second->code;
}

/* Sets the bits of the codes that are used, rarest first (Huffman). Returns the most. */
static int set_bits(const struct use *uses, int used, guint8 *bits)
{
    guint64 weight[2 * LITERALS];
    int parent[2 * LITERALS], depth[2 * LITERALS];
    int leaf = 0, inner = used, most = 0;
    const int root = 2 * used - 2;
    for (int i = 0; i < used; i++) {
        weight[i] = uses[i].count;
    }
    for (int next = used; next <= root; next++) {
        weight[next] = 0;
        for (int child = 0; child < 2; child++) {
            bool is_leaf = leaf < used && (inner == next || weight[leaf] <= weight[inner]);
            const int taken = is_leaf ? leaf++ : inner++;
            parent[taken] = next;
            weight[next] += weight[taken];
        }
    }
    depth[root] = 0;
    for (int i = root - 1; i >= 0; i--) {
        depth[i] = depth[parent[i]] + 1;
        if (i < used) {
            bits[uses[i].code] = (guint8)depth[i];
            most = MAX(most, depth[i]);
        }
    }
    return most;
}

/* Sets how many bits each of the codes gets, at most that many; 0: it is not used. */
static void share_bits(const guint32 *counts, int codes, int most, guint8 *bits)
{
    struct use uses[LITERALS];
    int used = 0;
    memset(bits, 0, (size_t)codes);
    for (int i = 0; i < codes; i++) {
        if (counts[i] > 0) {
            uses[used++] = (struct use){ counts[i], i };
        }
    }
    if (used < 2) {
        bits[used == 1 ? uses[0].code : 0] = 1; /* a tree must have a leaf */
        return;
    }
    qsort(uses, (size_t)used, sizeof *uses, compare_uses);
    while (set_bits(uses, used, bits) > most) {
        for (int i = 0; i < used; i++) {
            uses[i].count = (uses[i].count + 1) / 2; /* the rare ones come closer to the others */
        }
    }
}

/* The codes themselves, their first bit lowest. */
static void make_codes(const guint8 *bits, int codes, guint16 *code)
{
    guint next = 0;
    for (int length = 1; length <= CODE_BITS_MAX; length++) {
        for (int i = 0; i < codes; i++) {
            if (bits[i] == length) {
                guint turned = 0;
                for (int bit = 0; bit < length; bit++) {
                    turned = turned << 1 | (next >> bit & 1);
                }
                code[i] = (guint16)turned;
                next++;
            }
        }
        next <<= 1;
    }
}

/* ---- writing ---- */

struct writer {
    GByteArray *out;
    guint64 held; /* bits that are not written yet, the first one lowest */
    int count;
};

static void put_bits(struct writer *writer, guint number, int count)
{
    writer->held |= (guint64)number << writer->count;
    writer->count += count;
    if (writer->count >= 32) {
        const guint32 four = GUINT32_TO_LE((guint32)writer->held);
        g_byte_array_append(writer->out, (const guint8 *)&four, sizeof four);
        writer->held >>= 32;
        writer->count -= 32;
    }
}

/* Writes the last bits, up to a whole byte. */
static void put_rest(struct writer *writer)
{
    const guint32 four = GUINT32_TO_LE((guint32)writer->held);
    g_byte_array_append(writer->out, (const guint8 *)&four, ((guint)writer->count + 7) / 8);
}

enum { BITS_CODES = 19, BITS_CODE_MAX = 7 };

/* How many bits codes have is told by codes of its own: a number of bits, the one before again, or
 * zeros. */
struct run {
    guint8 code, extra, extra_bits;
};

static const struct {
    guint8 code, extra_bits, least, most;
} repeats[] = {
    { 16, 2, 3, 6 },    /* the one before */
    { 17, 3, 3, 10 },   /* zeros */
    { 18, 7, 11, 138 }, /* more of them */
};

/* Finds the runs in `bits`; returns how many there are. */
static int find_runs(const guint8 *bits, int count, struct run *runs)
{
    int found = 0;
    for (int at = 0, length; at < count; at += length) {
        for (length = 1; at + length < count && bits[at + length] == bits[at];) {
            length++;
        }
        struct run run = { .code = bits[at] };
        const int all = length;
        length = 1;
        for (size_t i = 0; i < G_N_ELEMENTS(repeats); i++) {
            const bool fits = bits[at] == 0 ? i > 0 : i == 0 && at > 0 && bits[at - 1] == bits[at];
            if (fits && all >= repeats[i].least) {
                length = MIN(all, repeats[i].most);
                run = (struct run){ repeats[i].code, (guint8)(length - repeats[i].least),
                                    repeats[i].extra_bits };
            }
        }
        runs[found++] = run;
    }
    return found;
}

/* Writes how many bits each code has. */
static void put_trees(struct writer *writer, const guint8 *bits, int count)
{
    static const guint8 order[BITS_CODES] = { 16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                              11, 4,  12, 3, 13, 2, 14, 1, 15 };
    struct run runs[LITERALS + DISTANCES];
    guint32 uses[BITS_CODES] = { 0 };
    guint8 own_bits[BITS_CODES];
    guint16 codes[BITS_CODES];
    const int found = find_runs(bits, count, runs);
    for (int i = 0; i < found; i++) {
        uses[runs[i].code]++;
    }
    share_bits(uses, BITS_CODES, BITS_CODE_MAX, own_bits);
    make_codes(own_bits, BITS_CODES, codes);
    put_bits(writer, LITERALS - 257, 5);
    put_bits(writer, DISTANCES - 1, 5);
    put_bits(writer, BITS_CODES - 4, 4);
    for (int i = 0; i < BITS_CODES; i++) {
        put_bits(writer, own_bits[order[i]], 3);
    }
    for (int i = 0; i < found; i++) {
        put_bits(writer, codes[runs[i].code], own_bits[runs[i].code]);
        put_bits(writer, runs[i].extra, runs[i].extra_bits);
    }
}

static void put_tokens(struct writer *writer, const struct packing *packing)
{
    guint8 bits[LITERALS + DISTANCES], *distance_bits = bits + LITERALS;
    guint16 codes[LITERALS], distance_codes[DISTANCES];
    share_bits(packing->literals, LITERALS, CODE_BITS_MAX, bits);
    share_bits(packing->distances, DISTANCES, CODE_BITS_MAX, distance_bits);
    make_codes(bits, LITERALS, codes);
    make_codes(distance_bits, DISTANCES, distance_codes);
    put_trees(writer, bits, LITERALS + DISTANCES);
    for (size_t i = 0; i < packing->count; i++) {
        const struct token *token = &packing->tokens[i];
        int code = token->length, extra;
        if (token->distance == 0) {
            put_bits(writer, codes[code], bits[code]);
            continue;
        }
        code = length_code(token->length, &extra);
        put_bits(writer, codes[code], bits[code]);
        put_bits(writer, (token->length - 3U) & ((1U << extra) - 1), extra);
        code = distance_code(token->distance, &extra);
        put_bits(writer, distance_codes[code], distance_bits[code]);
        put_bits(writer, (token->distance - 1U) & ((1U << extra) - 1), extra);
    }
    put_bits(writer, codes[THE_END], bits[THE_END]);
}

/* Compresses rows of so many bytes each. Free with g_bytes_unref. */
static GBytes *compress_rows(const unsigned char *rows, size_t size, size_t row)
{
    static const guint8 header[] = { 0x78, 0x9c };
    enum { LAST_BLOCK = 1, OWN_CODES = 2 };
    struct writer writer = { .out = g_byte_array_new() };
    struct packing *packing = g_new0(struct packing, 1);
    packing->rows = rows;
    packing->size = size;
    packing->row = row;
    packing->tokens = g_new(struct token, size);
    find_tokens(packing);
    g_byte_array_append(writer.out, header, sizeof header);
    put_bits(&writer, LAST_BLOCK, 1);
    put_bits(&writer, OWN_CODES, 2);
    put_tokens(&writer, packing);
    put_rest(&writer);
    const guint32 sum = GUINT32_TO_BE((guint32)adler32(adler32(0, NULL, 0), rows, (uInt)size));
    g_byte_array_append(writer.out, (const guint8 *)&sum, sizeof sum);
    g_free(packing->tokens);
    g_free(packing);
    return g_byte_array_free_to_bytes(writer.out);
}

/* The same by zlib, with all its effort. Free with g_bytes_unref. */
static GBytes *compress_hard(const unsigned char *rows, size_t size)
{
    z_stream stream = { .next_in = (Bytef *)(gsize)rows, .avail_in = (uInt)size };
    int status =
        deflateInit2(&stream, EFFORT_MOST, Z_DEFLATED, MAX_WBITS, MEMORY, Z_DEFAULT_STRATEGY);
    g_assert(status == Z_OK); /* else there is no memory: GLib ends the program, too */
    const uLong room = deflateBound(&stream, (uLong)size);
    unsigned char *packed = g_malloc(room);
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    status = deflate(&stream, Z_FINISH);
    g_assert(status == Z_STREAM_END);
    const size_t length = stream.total_out;
    deflateEnd(&stream);
    return g_bytes_new_take(packed, length);
}

/* ---- the file ---- */

static void append_number(GByteArray *png, uint32_t number)
{
    const uint32_t big = GUINT32_TO_BE(number);
    g_byte_array_append(png, (const guint8 *)&big, sizeof big);
}

static void append_chunk(GByteArray *png, const char *type, const void *data, size_t length)
{
    append_number(png, (uint32_t)length);
    const guint start = png->len;
    g_byte_array_append(png, (const guint8 *)type, 4);
    g_byte_array_append(png, data, (guint)length);
    append_number(png, (uint32_t)crc32(0, png->data + start, png->len - start));
}

/* Two pixels a byte, each row behind its filter, 0: none. Free with g_free. */
static unsigned char *pack(const unsigned char *pixels, int width, int height, size_t *size)
{
    const size_t bytes = 1 + ((size_t)width + 1) / 2;
    unsigned char *rows = g_malloc0(bytes * (size_t)height);
    for (int y = 0; y < height; y++) {
        unsigned char *at = rows + (size_t)y * bytes + 1;
        int x = 0;
        for (; x + 8 <= width; x += 8, pixels += 8, at += 4) {
            guint64 eight = eight_at(pixels);
            eight = (eight << DEPTH | eight >> 8) & G_GUINT64_CONSTANT(0x00ff00ff00ff00ff);
            eight = (eight | eight >> 8) & G_GUINT64_CONSTANT(0x0000ffff0000ffff);
            const guint32 four = GUINT32_TO_LE((guint32)(eight | eight >> 16));
            memcpy(at, &four, sizeof four);
        }
        for (; x + 1 < width; x += 2, pixels += 2) {
            *at++ = (unsigned char)(pixels[0] << DEPTH | pixels[1]);
        }
        if (width % 2 == 1) {
            *at = (unsigned char)(*pixels++ << DEPTH);
        }
    }
    *size = bytes * (size_t)height;
    return rows;
}

GBytes *png_encode(const unsigned char *pixels, int width, int height,
                   const struct color palette[PNG_COLORS])
{
    static const unsigned char signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
    const struct {
        uint32_t width, height;
        unsigned char depth, type, compression, filter, interlace;
    } header = {
        GUINT32_TO_BE((uint32_t)width), GUINT32_TO_BE((uint32_t)height), DEPTH, PALETTE, 0, 0, 0
    };
    enum { HEADER_BYTES = 13 };
    size_t size;
    g_autofree unsigned char *rows = pack(pixels, width, height, &size);
    g_autoptr(GBytes) packed = compress_rows(rows, size, size / (size_t)height);
    if (g_bytes_get_size(packed) > PNG_BYTES_WANTED) {
        g_bytes_unref(packed);
        packed = compress_hard(rows, size);
    }
    GByteArray *png = g_byte_array_new();
    g_byte_array_append(png, signature, sizeof signature);
    append_chunk(png, "IHDR", &header, HEADER_BYTES);
    append_chunk(png, "PLTE", palette, PNG_COLORS * sizeof *palette);
    append_chunk(png, "IDAT", g_bytes_get_data(packed, NULL), g_bytes_get_size(packed));
    append_chunk(png, "IEND", "", 0);
    return g_byte_array_free_to_bytes(png);
}
