#include "commands/unclear.h"

#include <string.h>

#include "auth/budget.h"
#include "commands/help.h"
#include "language/reading.h"
#include "language/understand.h"
#include "store/boards.h"

enum {
    OFFERS_MOST = UNDERSTANDING_OFFERS_MOST,
    PAGE_MOST = 9, /* offers where the writer was not understood again and again */
};

/* What an answer offers. */
struct offers {
    struct phrase *text; /* lines */
    GPtrArray *links;    /* struct block, of the entry; borrowed */
    const char *by_yes;  /* the line that a yes means; or NULL */
    guint64 about;       /* set of their commands */
    size_t count, most;
};

char *unclear_words(const struct request *request)
{
    enum { LINES_MOST = 3 };
    const struct reply *own = request->own;
    const struct grammar_context context = context_of_mail(request);
    g_autoptr(GString) words = g_string_new(NULL);
    for (size_t i = 0, lines = 0; own->lines[i] != NULL && lines < LINES_MOST; i++) {
        if (strchr("te", own->kinds[i]) != NULL) {
            g_autofree char *shown = reading_words_shown(&context, own->written[i]);
            const bool any = shown != NULL && *shown != '\0';
            g_string_append(words, any && words->len > 0 ? "\n" : "");
            g_string_append(words, any ? shown : "");
            lines++;
        }
    }
    return words->len > 0 ? g_string_free(g_steal_pointer(&words), FALSE) : NULL;
}

/* Adds an offer: `line` is what a reply sends, `command` what it is. */
static void add_offer(const struct request *request, struct offers *offers, const char *line,
                      const struct command *command)
{
    if (offers->count == offers->most ||
        (command->row->forms[0] == NULL && command->row->id != COMMAND_MOVE)) {
        return;
    }
    const struct command_row *row = command->row;
    const char *word = g_strcmp0(offers->by_yes, line) == 0 ? "yes" : line;
    const bool own = words_get(run_words(request->run), "offer", row->name) != NULL;
    struct phrase *deed = row->id == COMMAND_CHAT
                              ? say("offer-send", NULL)
                              : phrase_key(own ? "offer" : "help", row->name, NULL);
    phrase_add(offers->text,
               phrase_both(phrase_taken(g_strdup_printf("  - %s: ", word)), "", deed));
    g_autofree char *act = grammar_whole(command, request->letter_board);
    block_link(offers->links, word, act);
    offers->about |= command_bit(row->id);
    offers->count++;
}

/* The command that sends the writer's words to the others at the board. NULL if there are too many
 * words, or nobody to get them. Free with g_free. */
static char *chat_line(const struct request *request, const char *words)
{
    g_autoptr(Board) board = board_read(request->run->db, request->letter_board);
    const bool begun =
        board != NULL && (board->state == BOARD_RUNNING || board->state == BOARD_FINISHED);
    const struct grammar_context context = context_of_mail(request);
    if (!begun || board_seat_of(board, request->player != NULL ? request->player->id : 0) < 0 ||
        !request->has_token || request->link != NULL || may_hold_secret(&context, words)) {
        return NULL;
    }
    g_autofree char *one_line = g_strdelimit(g_strdup(words), "\n", ' ');
    g_autofree char *line = g_strconcat(grammar_row(COMMAND_CHAT)->name, " ", one_line, NULL);
    return strlen(line) < TOKEN_OFFER_MOST ? g_steal_pointer(&line) : NULL;
}

/* What the letter replied to asked, and asks still. NULL: nothing. */
static const char *open_question(const struct request *request)
{
    const char *offer = request_offered(request);
    /* Words that may be sent are no question. */
    const bool asks = offer != NULL && !g_str_has_prefix(offer, grammar_row(COMMAND_CHAT)->name);
    return asks && (request->letter_board == 0 || context_may_offer(request)) ? offer : NULL;
}

/* Adds the offers of what was understood, then those that are always possible. */
static void add_offers(const struct request *request, const struct grammar_context *context,
                       const struct understanding *understanding, const struct board *board,
                       const char *chat, struct offers *offers)
{
    const char *open = open_question(request);
    g_autoptr(Command) asked = open != NULL ? understand_line(context, open) : NULL;
    if (asked != NULL) {
        offers->by_yes = open;
        add_offer(request, offers, open, asked);
    }
    g_autoptr(Command) talk = chat != NULL ? understand_line(context, chat) : NULL;
    for (size_t i = 0; understanding->offers[i] != NULL; i++) {
        g_autoptr(Command) command = understand_line(context, understanding->offers[i]);
        if (command != NULL && g_strcmp0(open, understanding->offers[i]) != 0) {
            add_offer(request, offers, understanding->offers[i], command);
        }
        if (talk != NULL && understanding->addressed && i == 0) {
            add_offer(request, offers, chat, talk);
        }
    }
    const char *game = context->game != NULL ? context->game : help_game_example();
    g_autofree char *rules = g_strjoin(" ", grammar_row(COMMAND_HELP)->name, game, NULL);
    g_autofree char *play = g_strjoin(" ", grammar_row(COMMAND_PLAY)->name, game, NULL);
    const bool at_board = request->letter_board != 0, asks = !context->asks_gravely;
    const bool offered = board != NULL && board->offer != OFFER_NONE;
    const char *const lines[] = {
        asks ? context->yes : NULL,
        asks ? context->no : NULL,
        chat,
        at_board ? "show" : "games",
        "help",
        /* The rest only if the writer was not understood again and again. */
        rules,
        !at_board ? play
        : offered ? NULL
                  : "draw",
        !at_board ? "seeks"
        : offered ? NULL
                  : "undo",
        at_board ? "games" : "list",
        "whoami",
    };
    enum { USUAL = 5 };
    const size_t all = offers->most == PAGE_MOST ? G_N_ELEMENTS(lines) : USUAL;
    for (size_t i = 0; i < all; i++) {
        g_autoptr(Command) command = lines[i] != NULL ? understand_line(context, lines[i]) : NULL;
        const guint64 bit = command != NULL ? command_bit(command->row->id) : 0;
        if (command != NULL && (context->impossible & bit) == 0 &&
            (lines[i] == rules || (offers->about & bit) == 0)) {
            add_offer(request, offers, lines[i], command);
        }
    }
}

/* What an answer begins with, where nothing is refused. */
static struct phrase *not_understood(const struct request *request, const char *words,
                                     const struct understanding *understanding, bool early)
{
    const bool message = request->has_token && request->token.kind == TOKEN_MESSAGE;
    if (words != NULL && !message && understanding->answer != NULL) {
        return phrase_key("answer", g_intern_string(understanding->answer),
                          pairs("operator", request->run->config->operator_address, NULL));
    }
    return words == NULL ? say("no-words-in-reply", NULL)
           : message     ? say("no-message-in-reply", NULL)
           : request->letter_board != 0
               ? say("unclear-at-board", pairs("early", early ? "yes" : NULL, NULL))
               : say("unclear", NULL);
}

void unclear_answer(struct request *request, struct phrase *refused)
{
    struct run *run = request->run;
    const struct grammar_context context = context_of_mail(request);
    g_auto(Understanding) understanding = { 0 };
    g_autofree char *words = unclear_words(request);
    understand(&context, words != NULL ? words : "", &understanding);
    const char *open = open_question(request);
    g_auto(MailText) text;
    mail_text_begin(&context, request->own->written, request->own->kinds, false, &text);
    g_autofree char *own = understanding.for_others ? own_words_all(&text) : NULL;
    g_autofree char *chat = own != NULL ? chat_line(request, own) : NULL;
    const bool may_yes = open == NULL && context_may_offer(request);
    g_autoptr(Board) board = board_read(run->db, request->letter_board);
    const bool early = board != NULL && board_is_open(board);
    struct entry *entry = request_answer(request, request->player, NULL, NULL);
    struct phrase *begin =
        refused != NULL ? refused : not_understood(request, words, &understanding, early);
    struct phrase *still = open != NULL ? say("still-open", pairs("offer", open, NULL)) : NULL;
    const bool lost = request->player != NULL &&
                      !budget_take(run, BUDGET_MISSES, request->player->id, request->letter_board);
    struct offers offers = { .text = phrase_joined("\n"),
                             .links = entry->links,
                             .by_yes = may_yes ? chat : NULL,
                             .most = lost ? PAGE_MOST : OFFERS_MOST };
    phrase_add(offers.text, phrase_both(begin, " ", still));
    phrase_add(offers.text, say(lost ? "what-you-can-do" : "offers", NULL));
    add_offers(request, &context, &understanding, board, chat, &offers);
    entry->line = g_steal_pointer(&words);
    entry->text = offers.text;
    entry->board = request->letter_board;
    entry->offer = g_strdup(offers.by_yes);
}

/* True for a form, which has words in capitals instead of its writer's own. */
static bool is_form(const char *suggestion)
{
    bool found = false;
    for (const struct command_row *row = grammar; row->id != COMMAND_NONE; row++) {
        for (int i = 0; row->forms[i] != NULL; i++) {
            found |= strcmp(row->forms[i], suggestion) == 0 && strcmp(row->name, suggestion) != 0;
        }
    }
    return found;
}

struct command *unclear_meant(const struct request *request, const struct command_refusal *refusal)
{
    if (refusal->suggestion == NULL || is_form(refusal->suggestion) || request->player == NULL ||
        request->stale) {
        return NULL;
    }
    const struct grammar_context context = context_of_mail(request);
    g_autoptr(Command) meant = understand_line(&context, refusal->suggestion);
    const bool move = meant != NULL && meant->row->id == COMMAND_MOVE;
    const bool good =
        meant != NULL && meant->password == NULL &&
        (!move || ((refusal->line == NULL || !understand_denies(&context, refusal->line)) &&
                   context.is_legal(context.who, request->letter_board, meant->text)));
    return good ? g_steal_pointer(&meant) : NULL;
}

void unclear_refusal(struct request *request, const struct command_refusal *refusal,
                     const struct command *meant, struct phrase *text, bool alone)
{
    /* A sentence with squares in it may be no move at all. */
    if (meant == NULL && alone && refusal->below == NULL &&
        g_str_equal(refusal->key, "near-move") && request->letter_board != 0) {
        unclear_answer(request, text);
        return;
    }
    struct entry *entry = request_answer(request, request->player, NULL, text);
    entry->line = g_strdup(refusal->line);
    entry->board = request->letter_board;
    const char *offer = open_question(request);
    if (meant != NULL) {
        g_autofree char *act = grammar_whole(meant, request->letter_board);
        block_link(entry->links, refusal->suggestion, act);
        offer = alone && context_may_offer(request) ? refusal->suggestion : offer;
    }
    entry->offer = g_strdup(offer);
}

void unclear_held_words(struct request *request, const char *words)
{
    g_autofree char *chat = chat_line(request, words);
    const GPtrArray *entries = request_last_entries(request);
    const bool offers = chat != NULL && (entries == NULL || entries_offer(entries) == NULL) &&
                        context_may_offer(request);
    request_remark(request, offers ? "held-words-offer" : "held-words", words);
    struct entry *entry = offers ? request_last_entry(request) : NULL;
    if (entry != NULL) {
        entry->offer = g_steal_pointer(&chat);
    }
}

/* True if only programs play with the writer at the letter's board. */
static bool plays_programs(const struct request *request)
{
    g_autoptr(Board) board = board_read(request->run->db, request->letter_board);
    bool programs = board != NULL;
    for (int seat = 0; programs && seat < board->seats; seat++) {
        programs = board->seat[seat].program || board->seat[seat].player == request->player->id;
    }
    return programs;
}

void unclear_beside(struct request *request, const char *words)
{
    const struct grammar_context context = context_of_mail(request);
    g_autofree char *line = understand_beside(&context, words);
    struct entry *entry = line != NULL ? request_last_entry(request) : NULL;
    g_autoptr(Command) command = entry != NULL ? understand_line(&context, line) : NULL;
    if (command != NULL && command->row->id != COMMAND_SHOW) {
        g_autofree char *act = grammar_whole(command, request->letter_board);
        request_remark(request, "asked-beside", line);
        block_link(entry->links, line, act);
    } else if (strchr(words, '?') != NULL && request->player != NULL && plays_programs(request)) {
        request_remark(request, "asked-program", NULL);
    }
}
