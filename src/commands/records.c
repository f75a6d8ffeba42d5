/* The commands record and records: finished matches as a file, by mail. */
#include <string.h>

#include "commands/task.h"
#include "mail/address.h"
#include "records/record.h"
#include "store/results.h"

enum {
    BOOK_BYTES = 2 * 1024 * 1024, /* of records in one letter; many mail servers take no more than
                                     10 MiB */
    BOOK_MATCHES = 2000,
};

/* A book that grows, a line for each match. */
struct book {
    GString *lines;
    gint64 count;
    bool cut; /* there was no room for all */
};

/* Adds a match; false if there is no room for it. */
static bool add_match(struct book *book, const struct session *session)
{
    const struct run *run = session->run;
    g_autoptr(GPtrArray) former = substitutions_of(run->db, session->board->number);
    g_autofree char *line = record_line(session->board, session->match, former, run->config->host,
                                        run->now, db_key(run->db));
    if (book->count > 0 && book->lines->len + strlen(line) >= BOOK_BYTES) {
        book->cut = true;
        return false;
    }
    g_string_append(book->lines, line);
    g_string_append_c(book->lines, '\n');
    book->count++;
    return true;
}

/* Adds the finished matches of a game, of one player or (0) of all, the newest first, as far as the
 * player of the task may see them. */
static void add_game(struct task *task, struct book *book, const char *game, gint64 player)
{
    g_autoptr(GArray) numbers =
        results_numbers(task->run->db, game, player, task->who->id, BOOK_MATCHES, 0);
    book->cut = book->cut || numbers->len == BOOK_MATCHES;
    bool room = true;
    for (guint i = 0; i < numbers->len && room; i++) {
        g_autoptr(MatchSession) session =
            session_open(task->run, g_array_index(numbers, gint64, i), NULL);
        room = session == NULL || add_match(book, session);
    }
}

/* Sends the book as the file `name`. */
static void send_book(struct task *task, const struct book *book, const char *name)
{
    if (!request_may_answer(task->request, task->who)) {
        return;
    }
    g_autofree char *key = record_public_key(db_key(task->run->db));
    const struct attachment file = { .name = name,
                                     .type = "application/json",
                                     .text = book->lines->str };
    struct values *values = pairs("file", name, "key", key, "cut", book->cut ? "yes" : NULL, NULL);
    request_letter(task->request, task->who,
                   &(struct letter_draft){ .key = "subject-record",
                                           .page = "letters/record",
                                           .values = with_number(values, "count", book->count),
                                           .file = &file });
}

void handle_record(struct task *task)
{
    const struct board *board = task->session->board;
    g_autoptr(GString) lines = g_string_new(NULL);
    struct book book = { .lines = lines };
    if (board->state != BOARD_FINISHED) {
        task_answer(task,
                    say("record-not-over", with_number(values_new(), "number", board->number)));
        return;
    }
    add_match(&book, task->session);
    g_autofree char *name =
        g_strdup_printf("%s-%" G_GINT64_FORMAT ".json", board->game, board->number);
    send_book(task, &book, name);
}

void handle_records(struct task *task)
{
    static const char notice[] = "records";
    struct run *run = task->run;
    struct target target = task_target(task);
    g_autoptr(Player) player = target.player;
    if (target.game == NULL && player == NULL) {
        return;
    }
    g_autofree char *folded = address_fold(task->who->address);
    if (notice_count(run->db, folded, notice, clock_span(run->now, CLOCK_DAY)) > 0) {
        task_answer(task, say("records-again", NULL));
        return;
    }
    g_autoptr(GString) lines = g_string_new(NULL);
    struct book book = { .lines = lines };
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (target.game == NULL || target.game == *game) {
            add_game(task, &book, (*game)->name, player != NULL ? player->id : 0);
        }
    }
    if (book.count == 0) {
        struct phrase *of =
            target.game != NULL ? phrase_title(target.game) : phrase_text(player->name);
        task_answer(task, say("records-none", with_phrase(values_new(), "name", of)));
        return;
    }
    g_autofree char *name =
        g_strconcat(target.game != NULL ? target.game->name : player->name, ".jsonl", NULL);
    send_book(task, &book, name);
    notice_add(run->db, folded, notice, run->now);
}
