/* The commands chat, what players say at a board; message, what they write to each other beside the
 * boards; and note, what they write down for themselves. */
#include <string.h>

#include "auth/budget.h"
#include "auth/redact.h"
#include "commands/task.h"
#include "language/line.h"

enum {
    MESSAGE_NAMES_MOST = 10, /* players who get one message at most */
    NOTES_MOST = 100,        /* of one player about one match */
};

/* ---- chat ---- */

/* The other board of the player that the text of a reply begins with, as in "chat 12 hello": it is
 * hardly meant for this board. 0 if it begins with no other board. */
static gint64 other_board(const struct task *task)
{
    g_autofree char *text = plain_text(task->command->text, -1);
    struct word first = { .start = text, .length = strcspn(text, " :,") };
    gint64 number = 0;
    bool names = task->command->board == 0 && names_board(first, &number, NULL, NULL);
    g_autoptr(Board) board = names ? board_read(task->run->db, number) : NULL;
    const bool other = board != NULL && number != task->session->board->number;
    return other && board_seat_of(board, task->who->id) >= 0 ? number : 0;
}

/* Says why a player reaches nobody at a board where no match runs; NULL if they reach somebody.
 */
static struct phrase *kept_apart(const struct task *task)
{
    const struct session *session = task->session;
    const gint64 player = task->who->id;
    const struct board_seat *apart = NULL;
    if (session->board->state == BOARD_RUNNING) {
        return NULL; /* nobody learns which of their opponents has blocked them */
    }
    for (int other = 0; other < session->board->seats; other++) {
        const struct board_seat *at = &session->board->seat[other];
        if (other != task->seat && talk_reaches(session, player, at->player)) {
            return NULL;
        }
        apart = other != task->seat ? at : apart;
    }
    if (apart == NULL) {
        return NULL;
    }
    const bool own = block_has_player(task->run->db, player, apart->player);
    return say(own ? "block-own" : "message-refused", pairs("name", apart->name, NULL));
}

/* Says why the words are not passed on at this board; NULL if they are. */
static struct phrase *not_here(const struct task *task)
{
    if (task->seat < 0 && !watch_watches(task->session, task->who->id)) {
        /* Only a running match can be watched. */
        enum board_state state = task->session->board->state;
        const char *key = state == BOARD_RUNNING ? "chat-watch-first"
                          : state == BOARD_SEEK  ? "no-seat-yet"
                                                 : "no-seat";
        return say(key, with_number(values_new(), "number", task->session->board->number));
    }
    gint64 other = other_board(task);
    if (other != 0) {
        return phrase_key("command", "other-board", with_number(values_new(), "word", other));
    }
    return task->seat >= 0 ? kept_apart(task) : NULL;
}

void handle_chat(struct task *task)
{
    const struct player *who = task->who;
    struct session *session = task->session;
    struct run *run = task->run;
    const int seat = task->seat;
    struct phrase *refusal = not_here(task);
    if (refusal != NULL) {
        task_answer(task, refusal);
        return;
    }
    g_autofree char *words = redact_relayed(run, who, task->command->text);
    if (words == NULL) {
        task_answer_board(task, say("comment-dropped", NULL));
        return;
    }
    /* Where no match runs, and from those who watch, chat counts as a message: those who watch have
     * not chosen who else watches, and a challenged player has not chosen the challenger. Such
     * boards only grow in number, so a budget for each of them would limit nothing. */
    struct board *board = session->board;
    if ((seat < 0 || board->state != BOARD_RUNNING) &&
        !budget_take(run, BUDGET_MESSAGES, who->id, 0)) {
        task_answer(task, say("chat-day", NULL));
        return;
    }
    /* Talk does not change the match: the revision stays, and with it the tokens that players have
     * remain valid. */
    session_talk(session, who->id, words);
    g_autoptr(Phrase) text = phrase_text(words);
    g_autoptr(GBytes) said = phrase_bytes(text);
    /* Players and those who watch hear each other only when the match is over. */
    bool over = board->state == BOARD_FINISHED;
    bool heard = seat < 0;
    for (int other = 0; (seat >= 0 || over) && other < board->seats; other++) {
        gint64 reader = board->seat[other].player;
        heard = heard || (other != seat && !board->seat[other].program);
        if (other != seat && talk_reaches(session, who->id, reader)) {
            talk_wait(run->db, board->number, reader, who->id, TALK_PLAYERS, said,
                      preference_digest(run, reader));
        }
    }
    if (seat < 0 || over) {
        watch_say(session, who->id, words);
    }
    if (seat < 0 && !over) {
        task_answer(task, say("chat-sent-watching", NULL));
    } else {
        task_answer_board(task, say(heard ? "chat-sent" : "chat-sent-program", NULL));
    }
}

/* ---- message ---- */

/* The player whose message a mail answers; NULL: it answers none, or they are gone. Free with
 * player_free. */
static struct player *answered_player(const struct request *request)
{
    bool answers = request->has_token && request->token.kind == TOKEN_MESSAGE;
    g_autoptr(Player) player =
        answers ? player_by_id(request->run->db, request->token.object) : NULL;
    return player != NULL && player->address != NULL ? g_steal_pointer(&player) : NULL;
}

char *talk_recipients(const struct request *request, const struct command *command)
{
    if (command->words[0] != NULL) {
        return g_strjoinv(",", command->words);
    }
    g_autoptr(Player) player = answered_player(request);
    return g_strdup(player != NULL ? player->name : "");
}

/* The key of the reason why nothing can be sent to a player (NULL: there is no such player), or
 * NULL. */
static const char *refused(const struct run *run, const struct player *who, const struct player *to,
                           const GPtrArray *others)
{
    if (to == NULL) {
        return "no-player";
    }
    if (to->id == who->id) {
        return "message-yourself";
    }
    for (guint i = 0; i < others->len; i++) {
        if (((const struct player *)others->pdata[i])->id == to->id) {
            return "player-twice";
        }
    }
    if (block_between(run->db, to->id, who->id)) {
        return block_has_player(run->db, who->id, to->id) ? "block-own" : "message-refused";
    }
    if (to->program) {
        return "message-program";
    }
    if (to->signed_off != 0) {
        return "message-away";
    }
    if (player_is_kept_back(run, to, false)) {
        return "message-unreachable";
    }
    return budget_allows(run, BUDGET_LETTERS, who->id, to->id, 1) ? NULL : "letters-day";
}

/* Adds the readers of a message to `players` (struct player *). Returns why it cannot be sent, or
 * NULL. */
static struct phrase *find_recipients(const struct task *task, GPtrArray *players)
{
    struct run *run = task->run;
    g_autofree char *joined = talk_recipients(task->request, task->command);
    g_auto(GStrv) names = g_strsplit(joined, ",", -1);
    if (names[0] == NULL) {
        return say("message-gone", NULL);
    }
    if (g_strv_length(names) > MESSAGE_NAMES_MOST) {
        return say("message-names-most", NULL);
    }
    for (char **name = names; *name != NULL; name++) {
        struct player *to = player_by_name(run->db, *name);
        const char *key = refused(run, task->who, to, players);
        if (key != NULL) {
            struct phrase *reason = say(key, pairs("name", to != NULL ? to->name : *name, NULL));
            player_free(to);
            return reason;
        }
        g_ptr_array_add(players, to);
    }
    return NULL;
}

/* Finds the player whom a text names with its first word, or with its second if the first is "and".
 * Without "and", one of `signs` must stand behind the name (NULL: anything may). NULL if the text
 * names no player. Free with player_free. */
static struct player *named_first(struct run *run, const char *written, const char *signs)
{
    g_autofree char *text = plain_text(written, -1);
    g_autofree char *joint = g_strndup(text, strcspn(text, " "));
    const struct meaning *meaning = vocabulary_find(joint);
    const bool joins = meaning != NULL && (meaning->kinds & WORD_JOINS) != 0;
    const char *name = joins ? text + strlen(joint) + strspn(text + strlen(joint), " ") : text;
    const size_t length = strcspn(name, " .,:;!?");
    g_autofree char *first = g_strndup(name, length);
    const bool named =
        joins || signs == NULL || (name[length] != '\0' && strchr(signs, name[length]) != NULL);
    return named ? player_by_name(run->db, first) : NULL;
}

/* Tells the writer that the server does not know for whom a message is, and so does not send it;
 * NULL if it knows. "message ann bob ..." and "message ann and bob ..." may be for ann or for both.
 * A reply to ann that begins with "message bob: ..." may be for either. */
static struct phrase *unclear(const struct request *request, const struct command *command)
{
    struct run *run = request->run;
    bool replies = command->words[0] == NULL;
    g_autoptr(Player) answered = replies ? answered_player(request) : NULL;
    const bool several = !replies && command->words[1] != NULL; /* "ann, bob and carl hello" */
    g_autoptr(Player) other = !command->addressed
                                  ? named_first(run, command->text, replies ? ":," : NULL)
                              : several ? named_first(run, command->text, "")
                                        : NULL;
    if (other == NULL || (replies && (answered == NULL || answered->id == other->id))) {
        return NULL;
    }
    g_autofree char *names = talk_recipients(request, command);
    return say(replies ? "message-other" : "message-unclear",
               pairs("name", names, "other", other->name, NULL));
}

/* The names of all players but one, as a list; NULL: there are no others. */
static struct phrase *names_but(const GPtrArray *players, guint but)
{
    struct phrase *names = phrase_listed("and");
    for (guint i = 0; i < players->len; i++) {
        if (i != but) {
            phrase_add(names, phrase_text(((struct player *)players->pdata[i])->name));
        }
    }
    return phrase_if_any(names);
}

void handle_message(struct task *task)
{
    const struct player *who = task->who;
    struct run *run = task->run;
    g_autoptr(GPtrArray) players = g_ptr_array_new_with_free_func((GDestroyNotify)player_free);
    g_autofree char *words = redact_relayed(run, who, task->command->text);
    struct phrase *reason =
        words == NULL ? say("comment-dropped", NULL) : unclear(task->request, task->command);
    if (reason == NULL) {
        reason = find_recipients(task, players);
    }
    if (reason == NULL && !budget_allows(run, BUDGET_MESSAGES, who->id, 0, (int)players->len)) {
        reason = say("messages-day", NULL);
    }
    if (reason != NULL) {
        task_answer(task, reason);
        return;
    }
    for (guint i = 0; i < players->len; i++) {
        const struct player *to = players->pdata[i];
        const struct new_token answer_to = letter_token(run, to->id, TOKEN_MESSAGE, who->id, 0);
        struct values *from = pairs("name", who->name, NULL);
        g_autoptr(GPtrArray) blocks = blocks_new();
        block_words(blocks, BLOCK_STATUS,
                    say("message-from", with_phrase(from, "others", names_but(players, i))));
        block_words(blocks, BLOCK_TALK, phrase_text(words));
        block_words(
            blocks, BLOCK_CHOICES,
            say("message-how", pairs("name", who->name, "address", run->config->address, NULL)));
        letter_plain(run, &(struct letter_draft){ .player = to->id,
                                                  .address = to->address,
                                                  .key = "subject-message",
                                                  .values = pairs("name", who->name, NULL),
                                                  .blocks = blocks,
                                                  .token = &answer_to });
        budget_spend(run, BUDGET_LETTERS, who->id, to->id, 1);
    }
    budget_spend(run, BUDGET_MESSAGES, who->id, 0, (int)players->len);
    run->accepted = true;
    task_answer(task, say("message-sent",
                          with_phrase(values_new(), "names", names_but(players, players->len))));
}

/* ---- note ---- */

/* A note with a bar before each line, as for all text that is not ours. `name` NULL: without the
 * name of its player. */
static struct phrase *barred(const struct talk *note, const char *name)
{
    g_autoptr(GString) text = g_string_new(note->text);
    g_string_replace(text, "\n", "\n| ", 0);
    g_string_replace(text, "| \n", "|\n", 0);
    struct values *values = pairs("name", name, "text", text->str, NULL);
    with_number(values, "turn", note->turns + 1);
    return phrase_both(phrase_text("| "), "", say("note-line", values));
}

static bool are_open(const struct run *run, gint64 player)
{
    return g_str_equal(preference_value(run, player, SETTING_NOTES), "open");
}

/* The player's own notes about the match; or those of others that the player may read: once the
 * match is over, of all who have set notes=open. NULL if there are none. */
static struct phrase *notes_of(const struct session *session, gint64 player, bool others)
{
    struct run *run = session->run;
    bool over = session->board->state == BOARD_FINISHED;
    g_autoptr(GPtrArray) notes = talk_list(run->db, session->board->number, 1U << TALK_NOTE);
    struct phrase *all = phrase_joined("\n");
    for (guint i = 0; i < notes->len; i++) {
        const struct talk *note = notes->pdata[i];
        const bool own = note->player == player;
        if (others ? !own && over && are_open(run, note->player) : own) {
            phrase_add(all, barred(note, others ? note->name : NULL));
        }
    }
    return phrase_if_any(all);
}

static struct phrase *keep_words(const struct session *session, const struct player *who,
                                 const char *words)
{
    struct run *run = session->run;
    gint64 board = session->board->number;
    g_autofree char *fit = redact_relayed(run, who, words);
    if (fit == NULL) {
        return say("note-dropped", NULL);
    }
    if (talk_notes_count(run->db, board, who->id) >= NOTES_MOST) {
        return say("notes-most", NULL);
    }
    talk_add(run->db, board, who->id, TALK_NOTE,
             session->match != NULL ? (int)session->match->turns->len : 0, fit, run->now);
    run->accepted = true;
    return say("note-kept", pairs("open", are_open(run, who->id) ? "yes" : NULL, NULL));
}

void handle_note(struct task *task)
{
    struct session *session = task->session;
    struct run *run = task->run;
    gint64 number = session->board->number;
    g_autoptr(Phrase) own = notes_of(session, task->who->id, false);
    struct phrase *answer = NULL;
    if (task->command->text == NULL) {
        struct phrase *others = notes_of(session, task->who->id, true);
        const char *key = own == NULL && others == NULL ? "notes-none" : "notes";
        struct values *values = with_number(values_new(), "number", number);
        with_phrase(values, "own", g_steal_pointer(&own));
        answer = say(key, with_phrase(values, "others", others));
    } else if (g_ascii_strcasecmp(task->command->text, "off") == 0) {
        talk_notes_delete(run->db, number, task->who->id);
        run->accepted = true;
        answer = say("notes-deleted", with_phrase(values_new(), "own", g_steal_pointer(&own)));
    } else {
        answer = keep_words(session, task->who, task->command->text);
    }
    task_answer(task, answer)->secret = true;
}
