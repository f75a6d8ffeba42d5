/* The HTML of letters, and the boards in it, which come from phrases. */
#include <string.h>

#include "letters/html.h"
#include "letters/table.h"
#include "mail/letter.h"
#include "tests/unit/games.h"

static struct words *words;

/* ---- boards as phrases ---- */

/* A halma board after one turn; only the first seat has a name. */
static struct phrase *phrase_of_halma(void)
{
    static const char options[] = "size=8";
    const struct game *game = game_named("halma");
    const struct setup setup = setup_for(game, options);
    struct position now, before;
    struct note note;
    struct move move;
    memset(&now, 0, sizeof now);
    g_assert_true(game->setup(&now, &setup, &note));
    before = now;
    struct scan scan = scan_over("e1-d2");
    g_assert_cmpint(game->parse(&now, &scan, &move, &note), ==, PARSED_MOVE);
    game->apply(&now, &move);
    g_autoptr(Phrase) ann = phrase_text("ann"), bob = phrase_key("view", "seat-2", NULL);
    struct phrase *const seat_names[] = { ann, bob };
    const struct diagram diagram = { .game = game,
                                     .position = &now,
                                     .last = &move,
                                     .count = 1,
                                     .before = &before,
                                     .seats = 2,
                                     .seat = 1,
                                     .flip = FLIP_OFF,
                                     .names = seat_names };
    return drawing_phrase(&diagram, options);
}

static void test_board(void)
{
    g_autoptr(Phrase) board = phrase_of_halma();
    g_autoptr(Drawing) drawing = drawing_read(board);
    g_assert_nonnull(drawing);
    const struct diagram *diagram = &drawing->diagram;
    g_assert_cmpstr(diagram->game->name, ==, "halma");
    g_assert_cmpint(diagram->seats, ==, 2);
    g_assert_cmpint(diagram->seat, ==, 1);
    g_assert_cmpint(diagram->flip, ==, FLIP_OFF);
    g_assert_cmpuint(diagram->count, ==, 1);
    g_autofree char *ann = words_of(words, NULL, diagram->names[0]);
    g_autofree char *bob = words_of(words, NULL, diagram->names[1]);
    g_assert_cmpstr(ann, ==, "ann");
    g_assert_cmpstr(bob, ==, "player 2");

    /* What was read is written the same. */
    g_autoptr(Phrase) again = drawing_phrase(diagram, "size=8");
    g_autoptr(GBytes) bytes = phrase_bytes(board), others = phrase_bytes(again);
    g_assert_true(g_bytes_equal(bytes, others));
}

/* drawing_read refuses a phrase that is no board, and reads any bytes without harm. */
static void test_board_faults(void)
{
    g_autoptr(Phrase) board = phrase_of_halma(), text = phrase_text("halma"),
                      nothing = phrase_key("board", "board", NULL),
                      other = phrase_key("board", "board", pairs("game", "chess", NULL));
    g_assert_null(drawing_read(text));
    g_assert_null(drawing_read(nothing));
    g_assert_null(drawing_read(other));
    g_autoptr(GBytes) kept = phrase_bytes(board);
    gsize length;
    const guint8 *bytes = g_bytes_get_data(kept, &length);
    g_autofree guint8 *altered = g_memdup2(bytes, length);
    guint drawn = 0, read = 0;
    for (gsize at = 0; at < length; at++) {
        for (int bit = 0; bit < 8; bit++) {
            altered[at] = (guint8)(bytes[at] ^ 1 << bit);
            g_autoptr(GBytes) others = g_bytes_new(altered, length);
            g_autoptr(Phrase) phrase = phrase_of_bytes(others);
            g_autoptr(Drawing) drawing = phrase != NULL ? drawing_read(phrase) : NULL;
            read += phrase != NULL;
            drawn += drawing != NULL;
        }
        altered[at] = bytes[at];
    }
    g_assert_cmpuint(drawn, >, 0);
    g_assert_cmpuint(drawn, <, read);
}

/* ---- parts ---- */

static void begin(struct html *html, GPtrArray *pictures)
{
    static const struct queued queued = { .links = 1 };
    static const struct config config = { .local = (char *)"turns",
                                          .delimiter = '+',
                                          .host = (char *)"example.org" };
    static struct letter_reader reader;
    reader.words = words;
    *html = (struct html){ &queued, &reader, &config, "1@example.org", pictures, .out = NULL };
    html_begin(html);
}

static void add_link(struct html *html, const char *line)
{
    html_add_link(html, "send it", line, line, true);
}

/* How often a piece is in the text. */
static guint count(const char *text, const char *piece)
{
    g_auto(GStrv) between = g_strsplit(text, piece, -1);
    return g_strv_length(between) - 1;
}

static void test_every_kind(void)
{
    for (int kind = 0; kind < BLOCK_KINDS; kind++) {
        static const char text[] = "within <&>\nb\n  - c\n\nd";
        struct html letter;
        g_autoptr(GPtrArray) pictures = letter_pictures_new();
        begin(&letter, pictures);
        html_add_words(&letter, BLOCK_PROSE, "first");
        if (kind == BLOCK_LINK) {
            add_link(&letter, "within <&>");
        } else if (kind == BLOCK_BOARD || kind == BLOCK_PICTURE) {
            html_add_board(&letter, NULL, kind == BLOCK_BOARD ? text : NULL, NULL);
        } else {
            html_add_words(&letter, (enum block_kind)kind, text);
        }
        html_add_words(&letter, BLOCK_PROSE, "last");
        g_autofree char *html = html_end(&letter);
        g_assert_true(g_str_has_prefix(html, "<!DOCTYPE html>\n<html lang=\"en\">\n"));
        g_assert_true(g_str_has_suffix(html, "</body>\n</html>\n"));
        g_assert_cmpuint(count(html, ">first<"), ==, 1);
        g_assert_cmpuint(count(html, ">last<"), ==, 1);
        g_assert_null(strstr(html, "<&>"));
        /* The words of a picture are there for those who see none; but here is no board. */
        const bool shown = kind != BLOCK_PICTURE && kind != BLOCK_LINK;
        g_assert_cmpuint(count(html, "within &lt;&amp;&gt;"), ==, shown ? 1 : 0);
        g_assert_cmpuint(pictures->len, ==, 0);
    }
}

/* Only one is the main one, and below the first ones it is said once what they do. */
static void test_links(void)
{
    struct html letter;
    g_autoptr(GPtrArray) pictures = letter_pictures_new();
    begin(&letter, pictures);
    add_link(&letter, "yes");
    add_link(&letter, "move e1-d2 & more");
    html_add_words(&letter, BLOCK_PROSE, "between");
    add_link(&letter, "no");
    g_autofree char *html = html_end(&letter);
    g_assert_cmpuint(count(html, "Each button opens a mail"), ==, 1);
    g_assert_cmpuint(count(html, "background-color:#0b57d0"), ==, 1);
    g_assert_cmpuint(count(html, "<a href=\"mailto:turns%2B"), ==, 3);
    g_assert_cmpuint(count(html, "&amp;body=yes\""), ==, 1);
    g_assert_cmpuint(count(html, "&amp;body=move%20e1-d2%20%26%20more\""), ==, 1);
    g_assert_cmpuint(count(html, ">send it</a>"), ==, 3);
    g_assert_cmpuint(count(html, "<p"), ==, count(html, "</p>"));
}

/* ---- boards in letters ---- */

/* The HTML of a letter with the board alone. */
static char *html_of_board(enum block_kind kind, bool pictured, GPtrArray *pictures)
{
    g_autoptr(Phrase) board = phrase_of_halma();
    g_autoptr(Drawing) drawing = drawing_read(board);
    struct html letter;
    begin(&letter, pictures);
    html_add_board(&letter, pictured ? &drawing->diagram : NULL,
                   kind == BLOCK_BOARD ? "  a drawing\n  of it" : NULL, NULL);
    return html_end(&letter);
}

static void test_boards(void)
{
    static const char image[] = "<img src=\"cid:board-1.1@example.org\"";
    static const char below[] = ">[O] moved last"; /* a sentence of its own */
    g_autoptr(GPtrArray) pictures = letter_pictures_new();
    g_autofree char *as_text = html_of_board(BLOCK_BOARD, false, pictures);
    g_assert_cmpuint(pictures->len, ==, 0);
    g_assert_cmpuint(count(as_text, ">  a drawing\n  of it</pre>"), ==, 1);
    g_assert_cmpuint(count(as_text, "<img"), ==, 0);

    /* A picture is described for those who do not see it. */
    g_autofree char *as_picture = html_of_board(BLOCK_BOARD, true, pictures);
    g_assert_cmpuint(pictures->len, ==, 1);
    const struct letter_picture *picture = pictures->pdata[0];
    g_assert_cmpstr(picture->id, ==, "board-1.1@example.org");
    g_assert_cmpuint(g_bytes_get_size(picture->png), >, 100);
    g_assert_cmpuint(count(as_picture, image), ==, 1);
    g_assert_cmpuint(count(as_picture, "a drawing"), ==, 0);
    g_assert_cmpuint(count(as_picture, "To move: player 2."), ==, 1);
    g_assert_cmpuint(count(as_picture, "Last turn: e1-d2."), ==, 1);
    g_assert_cmpuint(count(as_picture, below), ==, 0);

    /* The second one has another name. */
    g_autofree char *second = html_of_board(BLOCK_PICTURE, true, pictures);
    g_assert_cmpuint(pictures->len, ==, 2);
    g_assert_cmpuint(count(second, "<img src=\"cid:board-2.1@example.org\""), ==, 1);
}

/* The table of rows with a button each, as HTML. Free with g_free. */
static char *html_of_rows(char *const *rows)
{
    struct html letter;
    g_autoptr(GPtrArray) pictures = letter_pictures_new();
    g_auto(GStrv) buttons = g_strdupv((char **)rows);
    begin(&letter, pictures);
    for (char **button = buttons; *button != NULL; button++) {
        g_free(*button);
        *button = html_row_button(&letter, "Show it", "show 1 & 2");
    }
    html_add_table(&letter, rows, buttons);
    return html_end(&letter);
}

/* Numbers have a heading and stand to the right; words stand below each other. */
static void test_tables(void)
{
    const char *const numbers[] = { "  who  won", "  1. ann <b>  12", "  2. bartholomew  3", NULL };
    g_autofree char *text = table_text((char *const *)numbers);
    g_assert_cmpstr(text, ==, "  who             won\n  1. ann <b>      12\n  2. bartholomew  3");
    g_autofree char *counted = html_of_rows((char *const *)numbers);
    g_assert_cmpuint(count(counted, "<th scope=\"col\""), ==, 2);
    g_assert_cmpuint(count(counted, "text-align:right\">12"), ==, 1);
    g_assert_cmpuint(count(counted, "1. ann &lt;b&gt; <a "), ==, 1);
    g_assert_null(strstr(counted, "presentation"));

    const char *const lines[] = { "Halma 1: ann - bob\nann is to move.\nby 5 May", "playing  moves",
                                  NULL };
    g_autofree char *below = table_text((char *const *)lines);
    g_assert_cmpstr(below, ==,
                    "Halma 1: ann - bob\n    ann is to move.\n    by 5 May\nplaying  moves");
    g_autofree char *apart = html_of_rows((char *const *)lines);
    g_assert_cmpuint(count(apart, "bob</b><br>\nann is to move.<br>\nby 5 May</td>"), ==, 1);
    g_assert_cmpuint(count(apart, "playing</b><br>\nmoves</td>"), ==, 1);
    g_assert_cmpuint(count(apart, "body=show%201%20%26%202\""), ==, 2);
    g_assert_cmpuint(count(apart, "role=\"presentation\""), ==, 1);
}

/* Mail programs cut what is too long: then there is no HTML. */
static void test_long(void)
{
    g_autofree char *text = g_strnfill(50000, 'x');
    for (guint times = 1; times <= 2; times++) {
        struct html letter;
        g_autoptr(GPtrArray) pictures = letter_pictures_new();
        begin(&letter, pictures);
        for (guint i = 0; i < times; i++) {
            html_add_words(&letter, BLOCK_PROSE, text);
        }
        g_autofree char *html = html_end(&letter);
        g_assert_true((html != NULL) == (times == 1));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    words = words_load("templates", NULL);
    g_assert_nonnull(words);
    g_test_add_func("/board/read", test_board);
    g_test_add_func("/board/faults", test_board_faults);
    g_test_add_func("/parts/every-kind", test_every_kind);
    g_test_add_func("/parts/links", test_links);
    g_test_add_func("/parts/boards", test_boards);
    g_test_add_func("/parts/tables", test_tables);
    g_test_add_func("/parts/long", test_long);
    const int code = g_test_run();
    words_free(words);
    return code;
}
