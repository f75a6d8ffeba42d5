#include "render/png.h"

#include <libdeflate.h>
#include <stdint.h>
#include <string.h>

enum {
    DEPTH = 4,   /* bits of a pixel */
    PALETTE = 3, /* color type: pixels are numbers of colors */
    EFFORT = 7,  /* of 12: more takes twice as long for a twentieth less */
};

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
    append_number(png, libdeflate_crc32(0, png->data + start, png->len - start));
}

/* Two pixels a byte, each row behind its filter, 0: none. Free with g_free. */
static unsigned char *pack(const unsigned char *pixels, int width, int height, size_t *size)
{
    const size_t bytes = 1 + ((size_t)width + 1) / 2;
    unsigned char *rows = g_malloc0(bytes * (size_t)height);
    for (int y = 0; y < height; y++) {
        unsigned char *row = rows + (size_t)y * bytes + 1;
        for (int x = 0; x < width; x++) {
            row[x / 2] |= (unsigned char)(*pixels++ << (x % 2 == 0 ? DEPTH : 0));
        }
    }
    *size = bytes * (size_t)height;
    return rows;
}

/* Free with g_bytes_unref. */
static GBytes *compress_rows(const unsigned char *rows, size_t size)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(EFFORT);
    g_assert(compressor != NULL); /* else there is no memory: GLib ends the program, too */
    const size_t room = libdeflate_zlib_compress_bound(compressor, size);
    unsigned char *packed = g_malloc(room);
    const size_t length = libdeflate_zlib_compress(compressor, rows, size, packed, room);
    libdeflate_free_compressor(compressor);
    return g_bytes_new_take(packed, length);
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
    g_autoptr(GBytes) packed = compress_rows(rows, size);
    GByteArray *png = g_byte_array_new();
    g_byte_array_append(png, signature, sizeof signature);
    append_chunk(png, "IHDR", &header, HEADER_BYTES);
    append_chunk(png, "PLTE", palette, PNG_COLORS * sizeof *palette);
    append_chunk(png, "IDAT", g_bytes_get_data(packed, NULL), g_bytes_get_size(packed));
    append_chunk(png, "IEND", "", 0);
    return g_byte_array_free_to_bytes(png);
}
