/*
 * The commands tutorial and lesson.
 *
 * The tutorial of a game leads through its lessons (render/lessons.h). Each lesson is a letter with
 * a reply address of its own. The reply is played on a board that is not stored, and the answer is
 * the next lesson, or the same one again. An old lesson may be answered again. None of this is a
 * match, and nobody else hears of it.
 */
#include <string.h>

#include "auth/budget.h"
#include "commands/task.h"
#include "play/proposal.h"
#include "render/lessons.h"

/* A player at a lesson. */
struct pupil {
    struct request *request;
    const struct player *who;
    const struct game *game;
    GPtrArray *lessons; /* struct lesson */
    int number;         /* of the lesson, from 1 */
};

static const struct lesson *lesson_of_pupil(const struct pupil *pupil)
{
    return pupil->lessons->pdata[pupil->number - 1];
}

/* A part of the lesson, as phrase_lesson has it. */
static struct phrase *lesson_says(const struct pupil *pupil, const char *part)
{
    g_autofree char *page = g_strconcat("tutorial/", pupil->game->name, NULL);
    return phrase_lesson(g_intern_string(page), pupil->number, part);
}

/* ---- the letter ---- */

/* What the letter shows of the lesson. */
static void add_lesson(GPtrArray *blocks, const struct pupil *pupil)
{
    const struct lesson *lesson = lesson_of_pupil(pupil);
    g_autoptr(MatchSession) session =
        session_of_match(pupil->request->run, pupil->game, lesson_match(lesson, pupil->game));
    const int seat = match_actor(session->match);
    block_words(blocks, BLOCK_PROSE, lesson_says(pupil, "text"));
    block_words(blocks, BLOCK_STATUS, session_status(session, seat));
    block_words(blocks, BLOCK_WARNINGS, session_warnings(session, seat));
    block_words(blocks, BLOCK_BOARD, session_board(session, seat));
    static const char next[] = "next";
    g_autofree char *act = g_strjoin(" ", grammar_row(COMMAND_LESSON)->name, next, NULL);
    block_link(blocks, next, act);
    block_words(blocks, BLOCK_CHOICES, say("how-lesson", NULL));
}

/* Sends the lesson, if the player may have another answer. A player who gets further than before is
 * always answered: the lessons have an end. `line` is what they wrote and `text` the answer to that
 * (NULL: none). */
static void answer_lesson(struct pupil *pupil, const char *line, struct phrase *text)
{
    struct request *request = pupil->request;
    struct run *run = request->run;
    const struct player *who = pupil->who;
    const char *game = pupil->game->name;
    request->comment_used = true; /* it was read, and is for nobody else */
    if (pupil->number <= lesson_of(run->db, who->id, game) && !request_may_answer(request, who)) {
        return;
    }
    const gint64 lesson = lesson_set(run->db, who->id, game, pupil->number);
    const struct new_token reply_to =
        letter_token(run, who->id, TOKEN_LESSON, lesson, pupil->number);
    struct values *values = with_phrase(values_new(), "game", phrase_title(pupil->game));
    with_phrase(values, "title", lesson_says(pupil, "title"));
    with_number(values, "number", pupil->number);
    with_number(values, "count", pupil->lessons->len);
    g_autoptr(GPtrArray) blocks = blocks_new();
    block_words(blocks, BLOCK_HEADING, say("lesson-heading", values_ref(values)));
    block_words(blocks, BLOCK_COMMAND, text != NULL ? phrase_text(line) : NULL);
    block_words(blocks, BLOCK_NEWS, phrase_ref(text));
    add_lesson(blocks, pupil);
    request_letter(
        request, who,
        &(struct letter_draft){
            .key = "subject-lesson", .values = values, .blocks = blocks, .token = &reply_to });
}

/* ---- beginning ---- */

/* Answers with the games that have a tutorial. */
static void answer_which(struct task *task)
{
    struct phrase *names = phrase_listed("or");
    for (const struct game *const *game = registry_games; *game != NULL; game++) {
        if (words_lessons(run_words(task->run), *game) != NULL) {
            phrase_add(names, phrase_text((*game)->name));
        }
    }
    task_answer(task, say("tutorial-which", with_phrase(values_new(), "games", names)));
}

/* Fills in the pupil of a task at the lesson `number` of a game, or at the nearest one. False if
 * the game (NULL: none) has no tutorial. If true, free pupil->lessons with g_ptr_array_unref. */
static bool find_pupil(const struct task *task, const char *name, gint64 number,
                       struct pupil *pupil)
{
    const struct game *game = name != NULL ? registry_find(name) : NULL;
    const char *page = game != NULL ? words_lessons(run_words(task->run), game) : NULL, *fault;
    GPtrArray *lessons = page != NULL ? lessons_read(page, &fault) : NULL;
    if (lessons == NULL) {
        return false;
    }
    *pupil = (struct pupil){ .request = task->request,
                             .who = task->who,
                             .game = game,
                             .lessons = lessons,
                             .number = (int)CLAMP(number, 1, (gint64)lessons->len) };
    return true;
}

void handle_tutorial(struct task *task)
{
    const struct command *command = task->command;
    struct db *db = task->run->db;
    /* A player who names the game wants it from the beginning. */
    const bool goes_on = command->game == NULL;
    g_autofree char *name = goes_on ? lesson_last_game(db, task->who->id) : g_strdup(command->game);
    struct pupil pupil;
    if (!find_pupil(task, name, goes_on && name != NULL ? lesson_of(db, task->who->id, name) : 1,
                    &pupil)) {
        answer_which(task);
        return;
    }
    answer_lesson(&pupil, command->line, NULL);
    g_ptr_array_unref(pupil.lessons);
}

/* ---- answering ---- */

/* Goes on to the next lesson, or to the end. `text` comes first (NULL: none). */
static void go_on(struct pupil *pupil, const struct command *command, struct phrase *text)
{
    if (pupil->number < (int)pupil->lessons->len) {
        pupil->number++;
        answer_lesson(pupil, command->line, text);
        return;
    }
    pupil->request->comment_used = true;
    struct run *run = pupil->request->run;
    g_autofree char *match = eligibility_house(run, pupil->who, pupil->game);
    g_autofree char *play =
        g_strconcat(grammar_row(COMMAND_PLAY)->name, " ", pupil->game->name, NULL);
    struct phrase *end =
        say("tutorial-end", pairs("game", pupil->game->name, "command", match, "house",
                                  match != NULL ? run->config->house->name : NULL, NULL));
    struct entry *entry = request_answer(pupil->request, pupil->who, command,
                                         phrase_both(phrase_ref(text), "\n\n", end));
    block_link(entry->links, match, match);
    block_link(entry->links, play, play);
}

/* Says why what the player wrote does not pass the lesson; NULL: it does. A turn must be legal
 * first. */
static struct phrase *judge(const struct pupil *pupil, const char *written)
{
    const struct lesson *lesson = lesson_of_pupil(pupil);
    g_autoptr(MatchSession) session =
        session_of_match(pupil->request->run, pupil->game, lesson_match(lesson, pupil->game));
    g_autofree char *lower = g_ascii_strdown(written, -1);
    const bool turn = !g_str_equal(lower, "draw") && !g_str_equal(lower, "undo");
    g_auto(Ruling) ruling = { 0 };
    if (turn && match_play(session->match, match_actor(session->match), written, &ruling) !=
                    VERDICT_PLAYED) {
        return turn_ruling_words(session, &ruling, written);
    }
    const char *answer = turn ? ruling.turn : lower;
    if (!lesson_takes(lesson, answer, turn)) {
        return say(turn ? "tutorial-legal" : "tutorial-word",
                   with_phrase(pairs("move", answer, NULL), "hint",
                               lesson->hint != NULL ? lesson_says(pupil, "hint") : NULL));
    }
    return lesson->comment && pupil->request->comment == NULL
               ? say("tutorial-comment", pairs("move", answer, NULL))
               : NULL;
}

void handle_lesson(struct task *task)
{
    const struct command *command = task->command;
    struct run *run = task->run;
    const struct token *token = &task->request->token;
    g_autofree char *name = lesson_game(run->db, token->object, token->player);
    struct pupil pupil;
    if (!find_pupil(task, name, token->revision, &pupil)) {
        answer_which(task);
        return;
    }
    const char *written = command == NULL         ? NULL
                          : command->text != NULL ? command->text
                                                  : command->words[0];
    if (written == NULL) {
        g_autoptr(Phrase) unclear = say("tutorial-unclear", NULL);
        answer_lesson(&pupil, NULL, unclear);
    } else if (g_str_equal(written, "next")) {
        go_on(&pupil, command, NULL);
    } else if (g_str_equal(written, "back") || g_str_equal(written, "again")) {
        pupil.number = MAX(pupil.number - g_str_equal(written, "back"), 1);
        answer_lesson(&pupil, command->line, NULL);
    } else {
        g_autoptr(Phrase) fault = judge(&pupil, written);
        g_autoptr(Phrase) right =
            say("tutorial-right", with_phrase(values_new(), "right", lesson_says(&pupil, "right")));
        if (fault != NULL) {
            answer_lesson(&pupil, command->line, fault);
        } else {
            go_on(&pupil, command, right);
        }
    }
    g_ptr_array_unref(pupil.lessons);
}
