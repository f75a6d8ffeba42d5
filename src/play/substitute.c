#include "play/substitute.h"

#include "letters/letters.h"

void substitute_take_seat(struct session *session, int seat, const struct player *who)
{
    struct board *board = session->board;
    struct db *db = session->run->db;
    struct board_seat *at = &board->seat[seat];
    substitution_add(db, board->number, seat, (int)session->match->turns->len, at->player,
                     session->run->now);
    plan_drop(db, board->number, at->player, PLAN_MOVE);
    plan_drop(db, board->number, at->player, PLAN_LINES);
    g_ptr_array_unref(talk_take_waiting(db, board->number, at->player, G_MAXSIZE));
    if (board->offer != OFFER_NONE && board->offer_by == seat) {
        board->offer = OFFER_NONE;
    }
    at->player = who->id;
    at->program = who->program;
    at->agrees = false;
    g_free(at->name);
    at->name = g_strdup(who->name);
}

void substitute_tell_former(const struct session *session, const struct player *former,
                            const struct player *who)
{
    if (former != NULL && former->address != NULL) {
        struct values *values =
            with_number(pairs("name", who->name, NULL), "number", session->board->number);
        letter_notice(session->run, former->id, former->address, "seat-passed-on", values);
    }
}

const char *substitute_name_at(const struct session *session, const GPtrArray *all, int seat,
                               guint turn)
{
    for (guint i = 0; i < all->len; i++) {
        const struct substitution *row = all->pdata[i];
        if (row->seat == seat && turn < (guint)row->turns) {
            return row->name;
        }
    }
    return session->board->seat[seat].name;
}

struct phrase *substitute_words(const struct session *session)
{
    struct phrase *lines = phrase_joined("\n");
    g_autoptr(GPtrArray) all = substitutions_of(session->run->db, session->board->number);
    for (guint i = 0; i < all->len; i++) {
        const struct substitution *row = all->pdata[i];
        const char *name = session->board->seat[row->seat].name;
        for (guint later = all->len - 1; later > i; later--) {
            const struct substitution *next = all->pdata[later];
            name = next->seat == row->seat ? next->name : name;
        }
        phrase_add(lines,
                   say("substituted", with_number(pairs("name", name, "former", row->name, NULL),
                                                  "ply", row->turns + 1)));
    }
    return phrase_if_any(lines);
}
