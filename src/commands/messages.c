/* The command message: what players write to each other beside the boards. */
#include "commands/task.h"

#include "auth/budget.h"
#include "auth/redact.h"
#include "base/plain.h"
#include "language/line.h"
#include "letters/run.h"
#include "store/players.h"

enum { MESSAGE_NAMES_MOST = 10 /* players who get one message at most */ };

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

/* The player whom the first word of a text names, or one behind "and"; NULL: it names none. Without
 * "and" the name must be followed by one of `signs` (NULL: anything). Free with player_free. */
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

/* Says why it is unclear whom a message is for, or NULL. "message ann bob ..." and "message ann and
 * bob ..." may be for one or for both, and a reply that begins "message bob: ..." for another
 * player than it answers: neither is sent. */
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
        struct values *values = pairs("name", who->name, "words", words, NULL);
        letter_plain(run, &(struct letter_draft){
                              .player = to->id,
                              .address = to->address,
                              .key = "subject-message",
                              .page = "letters/message",
                              .values = with_phrase(values, "others", names_but(players, i)),
                              .token = &answer_to });
        budget_spend(run, BUDGET_LETTERS, who->id, to->id, 1);
    }
    budget_spend(run, BUDGET_MESSAGES, who->id, 0, (int)players->len);
    run->accepted = true;
    task_answer(task, say("message-sent",
                          with_phrase(values_new(), "names", names_but(players, players->len))));
}
