#include "army.h"

#include "notes.h"

/* Takes the slash between two fields. */
static bool take_slash(struct scan *scan)
{
    scan_blanks(scan);
    const bool taken = scan_take(scan, '/');
    scan_blanks(scan);
    return taken;
}

static bool read_hands(struct army *army, struct scan *scan)
{
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        long men = 0;
        if ((seat > 0 && !scan_blanks(scan)) || !scan_number(scan, army->men, &men)) {
            return false;
        }
        army->hand[seat] = (uint8_t)men;
    }
    return true;
}

bool army_read(struct army *army, struct scan *scan, struct note *note)
{
    if (!columns_read(&army->columns, army_board(army), scan, note)) {
        return false;
    }
    if (!take_slash(scan) || !read_hands(army, scan) || !take_slash(scan)) {
        return refuse(note, "position-form");
    }
    const int turn = columns_take_sign(scan);
    if (turn < 0) {
        return refuse(note, "position-form");
    }
    army->turn = (uint8_t)turn;
    for (int seat = 0; seat < COLUMNS_SEATS; seat++) {
        if (columns_men(&army->columns, seat) + army->hand[seat] > army->men) {
            const struct argument most[] = { { ARGUMENT_SEAT, (int16_t)seat, "" },
                                             { ARGUMENT_NUMBER, army->men, "" } };
            return refuse_with(note, "position-men", most, 2);
        }
    }
    return true;
}

void army_write(const struct army *army, struct text *text)
{
    columns_write(&army->columns, army_board(army), text);
    text_string(text, " / ");
    text_number(text, army->hand[0]);
    text_character(text, ' ');
    text_number(text, army->hand[1]);
    text_string(text, " / ");
    text_character(text, columns_sign(army->turn));
}
