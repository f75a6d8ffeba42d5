#include "match/turn.h"

#include <string.h>

#include "base/plain.h"
#include "match/nearest.h"

enum { DECISIONS_GUESS = 256 }; /* more than there are in most positions of most games */

void turn_copy(const struct game *game, struct position *to, const struct position *from)
{
    memcpy(to->bytes, from->bytes, game->size);
}

bool turn_complete(const struct game *game, const struct position *position, int seat)
{
    return game_between(game, position) || game->actor(position) != seat;
}

bool turn_final(const struct game *game, const struct position *position)
{
    return game->final == NULL || game->final(position);
}

guint turn_decisions(const struct game *game, const struct position *position, GArray *moves)
{
    guint base = moves->len;
    size_t room = DECISIONS_GUESS;
    size_t count = 0;
    g_array_set_size(moves, base + (guint)room);
    count = game->moves(position, &g_array_index(moves, struct move, base), room);
    if (count > room) {
        room = count;
        g_array_set_size(moves, base + (guint)room);
        count = game->moves(position, &g_array_index(moves, struct move, base), room);
    }
    g_array_set_size(moves, base + (guint)count);
    return (guint)count;
}

void turn_print(const struct game *game, const struct position *position, const struct move *move,
                GString *text)
{
    char buffer[TURN_TEXT_MAX];
    struct text printed = text_in(buffer, sizeof buffer);
    game->print(position, move, &printed);
    if (text->len > 0) {
        g_string_append_c(text, ',');
    }
    g_string_append(text, buffer);
}

/* ---- visiting turns ---- */

struct walk {
    const struct game *game;
    int seat;
    bool decisions;
    GArray *moves; /* struct move, a stack */
    GString *text; /* the decisions so far */
    turn_visitor *visit;
    void *data;
};

/* Visits the turns that begin with the decisions so far. True if a visitor wanted no more;
 * then `text` is its turn. */
static bool walk_on(struct walk *walk, const struct position *position)
{
    guint base = walk->moves->len;
    gsize length = walk->text->len;
    guint count = turn_decisions(walk->game, position, walk->moves);
    bool done = false;
    for (guint i = 0; i < count && !done; i++) {
        struct move move = g_array_index(walk->moves, struct move, base + i);
        struct position after;
        g_string_truncate(walk->text, length);
        turn_copy(walk->game, &after, position);
        turn_print(walk->game, position, &move, walk->text);
        walk->game->apply(&after, &move);
        done = walk->decisions || turn_complete(walk->game, &after, walk->seat)
                   ? walk->visit(walk->text->str, &after, walk->data)
                   : walk_on(walk, &after);
    }
    g_array_set_size(walk->moves, base);
    if (!done) {
        g_string_truncate(walk->text, length);
    }
    return done;
}

void turn_each(const struct game *game, const struct position *position, bool decisions,
               turn_visitor *visit, void *data)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    g_autoptr(GString) text = g_string_new(NULL);
    struct walk walk = { game, game->actor(position), decisions, moves, text, visit, data };
    if (walk.seat >= 0) {
        walk_on(&walk, position);
    }
}

/* ---- costly turns ---- */

bool costly_turn(const struct game *game, const struct position *before,
                 const struct position *after, int seat, struct note *note)
{
    return game->costly != NULL && game->costly(before, after, seat, note);
}

/* A turn to be completed. */
struct begun {
    const struct game *game;
    const struct position *before;
    int seat;
};

static bool is_any(const char *text, const struct position *after, void *data)
{
    (void)text;
    (void)after;
    (void)data;
    return true;
}

static bool is_not_costly(const char *text, const struct position *after, void *data)
{
    const struct begun *begun = data;
    struct note note = { 0 };
    (void)text;
    return !costly_turn(begun->game, begun->before, after, begun->seat, &note);
}

/* True of a turn after which the men are nearer to where they have to go. */
static bool goes_forward(const char *text, const struct position *after, void *data)
{
    const struct begun *begun = data;
    const struct game *game = begun->game;
    return game->distance(after, begun->seat) < game->distance(begun->before, begun->seat) &&
           is_not_costly(text, after, data);
}

/* Appends the decisions that complete the turn so that `fits` is true; false if there are none. */
static bool complete(const struct game *game, const struct position *before,
                     const struct position *now, turn_visitor *fits, GString *text)
{
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    struct begun begun = { game, before, game->actor(before) };
    struct walk walk = { game, begun.seat, false, moves, text, fits, &begun };
    return begun.seat >= 0 && walk_on(&walk, now);
}

bool costly_avoidable(const struct game *game, const struct position *position)
{
    g_autoptr(GString) text = g_string_new(NULL);
    return complete(game, position, position, is_not_costly, text);
}

void costly_avoid(const struct game *game, const struct position *before,
                  const struct position *now, GString *text)
{
    const bool forward = game->distance != NULL && complete(game, before, now, goes_forward, text);
    if (!forward && !complete(game, before, now, is_not_costly, text)) {
        complete(game, before, now, is_any, text);
    }
}

G_STATIC_ASSERT((int)NEAREST_MAX <= (int)CHOICES_MAX && (int)FITTING_MAX <= (int)CHOICES_MAX);

/* ---- a ruling ---- */

void ruling_clear(struct ruling *ruling)
{
    g_clear_pointer(&ruling->turn, g_free);
    g_clear_pointer(&ruling->part, g_free);
    g_clear_pointer(&ruling->begun, g_free);
    g_clear_pointer(&ruling->whole, g_free);
    g_clear_pointer(&ruling->choices, g_ptr_array_unref);
}

void ruling_begin(struct ruling *ruling, const struct position *position)
{
    ruling_clear(ruling);
    *ruling = (struct ruling){
        .verdict = VERDICT_PLAYED,
        .position = *position,
        .choices = g_ptr_array_new_with_free_func(g_free),
    };
}

enum verdict ruling_against(struct ruling *ruling, enum verdict verdict, const struct note *note,
                            const struct position *position)
{
    ruling->verdict = verdict;
    ruling->note = *note;
    ruling->position = *position;
    return verdict;
}

/* Refuses a square that no move starts from, and says so if moves only end there. `naming`:
 * how the square occurs in the legal moves. */
static void ruling_explain(struct ruling *ruling, const char *typed, enum nearest_naming naming)
{
    struct note note = { .key = naming == NAMING_NONE ? "no-move-there" : "only-end",
                         .argument = { { .kind = ARGUMENT_CELL } } };
    nearest_square(typed, note.argument[0].text);
    bool named = note.argument[0].text[0] != '\0';
    if (ruling->verdict == VERDICT_INCOMPLETE && named && naming != NAMING_FIRST) {
        ruling->verdict = naming == NAMING_NONE ? VERDICT_REFUSED : VERDICT_INCOMPLETE;
        ruling->note = note;
    }
}

/* Completes the first choice, if the turn goes on after it. */
static void ruling_complete(struct ruling *ruling, const struct trial *trial, const GArray *moves)
{
    const struct game *game = trial->game;
    for (guint i = 0; i < moves->len && ruling->choices->len > 0 && ruling->whole == NULL; i++) {
        const struct move *move = &g_array_index(moves, struct move, i);
        struct position after = trial->now;
        g_autoptr(GString) text = g_string_new(trial->text->str);
        turn_print(game, &trial->now, move, text);
        game->apply(&after, move);
        if (g_str_equal(text->str, ruling->choices->pdata[0]) &&
            !turn_complete(game, &after, trial->seat)) {
            costly_avoid(game, &trial->now, &after, text);
            ruling->whole = g_strdup(text->str);
        }
    }
}

void ruling_choose(struct ruling *ruling, const struct trial *trial, const char *typed)
{
    const struct game *game = trial->game;
    g_autoptr(GArray) moves = g_array_new(FALSE, FALSE, sizeof(struct move));
    guint count = turn_decisions(game, &trial->now, moves);
    enum nearest_naming naming = NAMING_NONE;
    for (guint i = 0; i < count; i++) {
        const struct move *move = &g_array_index(moves, struct move, i);
        g_autoptr(GString) alone = g_string_new(NULL);
        turn_print(game, &trial->now, move, alone);
        naming = MAX(naming, nearest_naming(alone->str, typed));
        g_ptr_array_add(ruling->choices, g_strdup(alone->str));
    }
    ruling_explain(ruling, typed, naming);
    enum nearest_wanted wanted = ruling->verdict == VERDICT_INCOMPLETE  ? NEAREST_BEGUN
                                 : ruling->verdict == VERDICT_AMBIGUOUS ? NEAREST_MEANT
                                                                        : NEAREST_ANY;
    ruling->more = nearest_keep(ruling->choices, typed, wanted);
    if (trial->text->len > 0) { /* each choice begins with the earlier decisions */
        ruling->begun = g_strdup(trial->text->str);
        for (guint i = 0; i < ruling->choices->len; i++) {
            g_autofree char *alone = ruling->choices->pdata[i];
            ruling->choices->pdata[i] = g_strconcat(ruling->begun, ",", alone, NULL);
        }
    }
    ruling_complete(ruling, trial, moves);
}

/* ---- a line ---- */

/* Skips what may be between two decisions, with one `,` or `;` in it; false if there is
 * nothing. */
static bool line_gap(struct scan *scan)
{
    const char *start = scan->at;
    bool parted = false;
    while (!scan_done(scan) && strchr(" \t,;!", scan_peek(scan)) != NULL) {
        const bool parts = strchr(",;", scan_peek(scan)) != NULL;
        if (parts && parted) {
            break; /* a row of free points as it is drawn, or a slip */
        }
        parted = parted || parts;
        scan->at++;
    }
    return scan->at > start;
}

/* Reads one decision. Moves behind everything that has the form of a decision, even if the
 * game stopped before its end. */
static enum parsed line_decision(const struct game *game, const struct position *position,
                                 struct scan *scan, struct move *move, struct note *note)
{
    const char *start = scan->at;
    enum parsed parsed = game->parse(position, scan, move, note);
    if (parsed == PARSED_NONE) {
        scan->at = start;
    } else if (scan->at == start) {
        while (!scan_done(scan) && strchr(" \t,;!", scan_peek(scan)) == NULL) {
            scan->at++;
        }
    }
    return scan->at == start ? PARSED_NONE : parsed;
}

const char *line_unread(const struct game *game, const struct position *position, const char *text)
{
    struct scan scan = scan_over(text);
    int decisions = 0;
    do {
        struct move move = { 0 };
        struct note note = { 0 };
        if (line_decision(game, position, &scan, &move, &note) == PARSED_NONE) {
            return scan.at;
        }
        const char *gap = scan.at;
        if (!line_gap(&scan) && !scan_done(&scan)) {
            return scan.at;
        }
        /* A list of moves that goes on in the next line: the writer only mentions them. */
        if (++decisions > 1 && scan_done(&scan) && memchr(gap, ',', (size_t)(scan.at - gap))) {
            return gap;
        }
    } while (!scan_done(&scan));
    return NULL;
}

/* ---- a trial ---- */

void trial_init(struct trial *trial, const struct game *game, const struct position *position,
                int seat)
{
    *trial = (struct trial){
        .game = game,
        .seat = seat,
        .now = *position,
        .text = g_string_new(NULL),
    };
}

void trial_clear(struct trial *trial)
{
    if (trial->text != NULL) {
        g_string_free(trial->text, TRUE);
        trial->text = NULL;
    }
}

bool trial_complete(const struct trial *trial)
{
    return trial->count > 0 && turn_complete(trial->game, &trial->now, trial->seat);
}

void trial_take(struct trial *trial, const struct move *move)
{
    g_assert(trial->count < TURN_DECISIONS_MAX);
    turn_print(trial->game, &trial->now, move, trial->text);
    trial->game->apply(&trial->now, move);
    trial->move[trial->count++] = *move;
}

/* The verdict for each way in which the game read a text. */
static const enum verdict verdict_of[] = {
    [PARSED_NONE] = VERDICT_NO_MOVE,          [PARSED_MOVE] = VERDICT_PLAYED,
    [PARSED_INCOMPLETE] = VERDICT_INCOMPLETE, [PARSED_AMBIGUOUS] = VERDICT_AMBIGUOUS,
    [PARSED_REFUSED] = VERDICT_REFUSED,
};

/* The text from `start` to the scanner is only the beginning of a decision. If a square follows
 * behind blanks, tries both as one decision, as "a1 a2" for a1-a2. If that is legal, takes it and
 * returns true. */
static bool take_parted(struct trial *trial, const char *start, struct scan *scan)
{
    const struct game *game = trial->game;
    struct scan rest = *scan;
    const bool parted = scan_blanks(&rest);
    if (!parted || rest.end - rest.at < 2 || !g_ascii_isalpha(rest.at[0]) ||
        !g_ascii_isdigit(rest.at[1])) {
        return false;
    }
    const size_t begun = (size_t)(scan->at - start);
    g_autofree char *joined =
        g_strdup_printf("%.*s-%.*s", (int)begun, start, (int)(rest.end - rest.at), rest.at);
    struct scan whole = scan_over(joined);
    struct move move = { 0 };
    struct note note = { 0 };
    if (line_decision(game, &trial->now, &whole, &move, &note) != PARSED_MOVE ||
        (size_t)(whole.at - joined) <= begun + 1 || !game->check(&trial->now, &move, &note)) {
        return false;
    }
    trial_take(trial, &move);
    scan->at = rest.at + (size_t)(whole.at - joined) - begun - 1;
    return true;
}

static enum verdict read_decision(struct trial *trial, struct scan *scan, struct ruling *ruling)
{
    const char *start = scan->at;
    struct move move = { 0 };
    struct note note = { 0 };
    enum parsed parsed = line_decision(trial->game, &trial->now, scan, &move, &note);
    enum verdict verdict = verdict_of[parsed];
    if (verdict == VERDICT_PLAYED && !trial->game->check(&trial->now, &move, &note)) {
        verdict = VERDICT_REFUSED;
    }
    if (verdict == VERDICT_PLAYED) {
        trial_take(trial, &move);
        return verdict;
    }
    if (verdict == VERDICT_INCOMPLETE && take_parted(trial, start, scan)) {
        return VERDICT_PLAYED;
    }
    if (verdict == VERDICT_NO_MOVE) {
        note = (struct note){ .key = "no-move" };
        scan->at = scan->end;
    }
    ruling->part = g_strchomp(g_strndup(start, (gsize)(scan->at - start)));
    ruling_against(ruling, verdict, &note, &trial->now);
    ruling_choose(ruling, trial, ruling->part);
    return ruling->verdict;
}

enum verdict trial_read(struct trial *trial, struct scan *scan, struct ruling *ruling)
{
    enum verdict verdict = VERDICT_PLAYED;
    while (!scan_done(scan) && verdict == VERDICT_PLAYED && !trial_complete(trial)) {
        verdict = read_decision(trial, scan, ruling);
        line_gap(scan);
    }
    return verdict;
}

enum verdict trial_turn(struct trial *trial, const char *text, struct ruling *ruling)
{
    struct scan scan = scan_over(text);
    enum verdict verdict = trial_read(trial, &scan, ruling);
    if (verdict != VERDICT_PLAYED) {
        if (g_str_equal(ruling->part, text)) {
            g_clear_pointer(&ruling->part, g_free);
        }
        return verdict;
    }
    if (!trial_complete(trial)) {
        struct note note = { .key = trial->count > 0 ? "turn-incomplete" : "no-move" };
        verdict = trial->count > 0 ? VERDICT_INCOMPLETE : VERDICT_NO_MOVE;
        ruling_against(ruling, verdict, &note, &trial->now);
        ruling_choose(ruling, trial, "");
    } else if (!scan_done(&scan)) {
        struct note note = { .key = "more-than-a-turn" };
        verdict = ruling_against(ruling, VERDICT_REFUSED, &note, &trial->now);
        ruling->part = g_strdup(scan.at);
        g_ptr_array_add(ruling->choices, g_strdup(trial->text->str));
    }
    return verdict;
}

/* ---- the choices of the seat to move ---- */

int match_actor(const struct match *match)
{
    return match->result.over ? -1 : match->game->actor(&match->now);
}

static bool add_text(const char *text, const struct position *after, void *texts)
{
    (void)after;
    g_ptr_array_add(texts, g_strdup(text));
    return false;
}

static GPtrArray *list_turns(const struct match *match, bool decisions)
{
    GPtrArray *texts = g_ptr_array_new_with_free_func(g_free);
    if (!match->result.over) {
        turn_each(match->game, &match->now, decisions, add_text, texts);
    }
    g_ptr_array_sort(texts, plain_compare);
    return texts;
}

GPtrArray *match_turns(const struct match *match)
{
    return list_turns(match, false);
}

GPtrArray *match_decisions(const struct match *match)
{
    return list_turns(match, true);
}
