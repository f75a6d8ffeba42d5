/*
 * month-crowd PLACE MODE PLAYERS MATCHES HOURS SEED: a month in the life of a server.
 *
 * A crowd of players signs up, finds opponents and plays, on a clock of its own:
 * they sleep, go on vacation, lose their mailboxes, fall silent, offer draws,
 * mistype; summer time ends; for two days our server stands still. PLACE is a
 * folder with postmove.conf, and its database and letters lie there. All play goes
 * by mail, and what a player does depends only on the letters they have and on
 * chance (month-people.h), so that servers that were told the same at the same
 * time must end in the same state, however the mail was processed.
 *
 * Lots, where a seek's last seat is taken, hang on what the database has seen before;
 * and time brings about the same in the same hour only if no mail comes just then. So
 * runs drift as the month goes on, the mail too, against them, and of each hour one
 * mail at most takes a seat: the first. MODE:
 *
 *   each    `postmove run` for each mail when it comes, and every HOURS
 *   hour    one run every HOURS, for all mail that came meanwhile
 *   kill    the same, but runs are killed at odd moments and begun again
 *
 * Prints what happened, a line a kind; complains and exits with 1 where a player
 * was out of time who was never silent, and where one is not out who should be.
 */
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "tests/faults/month-checks.h"
#include "tests/faults/month-mail.h"
#include "tests/faults/month-tables.h"

/* ---- the programs ---- */

static gint64 time_of(const struct month *month, int seconds)
{
    return MONTH_BEGINS + (gint64)month->hour * CLOCK_HOUR + seconds;
}

static pid_t begin_run(const struct month *month, gint64 now, const char *subcommand)
{
    g_autofree char *program = g_build_filename(g_getenv("BUILD"), "postmove", NULL);
    g_autofree char *time = g_strdup_printf("%" G_GINT64_FORMAT, now);
    pid_t pid = fork();
    g_assert_cmpint(pid, >=, 0);
    if (pid == 0) {
        g_setenv("POSTMOVE_TIME", time, TRUE);
        execl(program, program, "--config", month->config->path, subcommand, (char *)NULL);
        _exit(127);
    }
    return pid;
}

static void finish_run(pid_t pid)
{
    int status;
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    if (status != 0) {
        g_error("a run ended with status %d", status);
    }
}

static void run(const struct month *month, gint64 now)
{
    finish_run(begin_run(month, now, "run"));
}

/* Kills a run or two before one that may end: a mail at which three have died is put
 * aside as one that kills us. */
static void run_killed(struct month *month, gint64 now)
{
    const int times = (int)random_below(3);
    for (int i = 0; i < times; i++) {
        pid_t pid = begin_run(month, now, "run");
        g_usleep(random_below(40000));
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        month->kills++;
    }
    run(month, now);
}

static bool stands_still(const struct month *month)
{
    return month->hour >= OUTAGE_BEGINS && month->hour < OUTAGE_ENDS;
}

/* A letter that killed runs had begun to send once or twice is put off by a minute, or by
 * five: minutes after the run at which another finds them. */
static const int put_off[] = { 2, 8 };

/* The run at the end of an hour comes a second later than an hour after the last, so that
 * whatever has a time of whole hours, from the sending of a letter on, is over then. */
static gint64 time_of_run(const struct month *month)
{
    return time_of(month, month->step * CLOCK_HOUR + month->hour);
}

/* The first mail comes two seconds earlier in each hour, and a minute has room for all,
 * so that nothing that a letter has begun is over between those of a later day. */
static gint64 time_of_mail(const struct month *month, guint i)
{
    const int first = 59 * CLOCK_MINUTE - 2 * month->hour, a_second = 8;
    return time_of(month, first + (int)i / a_second);
}

static void process(struct month *month, gint64 now)
{
    if (!g_str_equal(month->mode, "kill")) {
        run(month, now);
        return;
    }
    run_killed(month, now);
    for (size_t i = 0; i < G_N_ELEMENTS(put_off); i++) {
        run(month, now + (gint64)put_off[i] * CLOCK_MINUTE);
    }
}

/* Hands over what was written in this hour, and has it processed. A server that has stood
 * still begins again with the hour, whether mail comes or not. */
static void deliver(struct month *month)
{
    if (!stands_still(month) && month->hour >= OUTAGE_ENDS &&
        month->hour < OUTAGE_ENDS + month->step) {
        process(month, time_of(month, month->hour - month->step));
    }
    const bool each = g_str_equal(month->mode, "each") && !stands_still(month);
    for (guint i = 0; i < month->mails->len; i++) {
        const gint64 received = time_of_mail(month, i);
        mail_put(month->mails->pdata[i], month->config->spool, received, month->sent++);
        if (each) {
            run(month, received);
        }
    }
    g_ptr_array_set_size(month->mails, 0);
    if (!stands_still(month)) {
        process(month, time_of_run(month));
    }
}

/* ---- what players write ---- */

static void write_to(struct month *month, const struct person *person, const char *recipient,
                     const char *subject, const char *text)
{
    g_ptr_array_add(month->mails,
                    mail_of(person, recipient, subject, text, month->asked++, time_of(month, 0)));
}

static void write_command(struct month *month, const struct person *person, const char *command)
{
    write_to(month, person, month->config->address, command, "");
}

static void reply(struct month *month, const struct person *person,
                  const struct read_letter *letter, const char *line)
{
    g_autofree char *text = g_strdup_printf("%s\n\nOn a day postmove wrote:\n> your move?\n", line);
    write_to(month, person, letter->reply_to, "Re: a board", text);
}

/* ---- letters ---- */

static struct person *reader_of(const struct month *month, const char *letter)
{
    g_autofree char *address = letter_header(letter, "Delivered-To");
    int who = 0;
    bool player = address != NULL && sscanf(address, "player%d@", &who) == 1 && who >= 1 &&
                  who <= (int)month->people->len;
    return player ? month->people->pdata[who - 1] : NULL;
}

static void bounce(struct month *month, const struct person *person, const char *letter)
{
    g_autofree char *sender = letter_header(letter, "Return-Path");
    if (sender != NULL && strlen(sender) > 2) {
        g_autofree char *bare = g_strndup(sender + 1, strlen(sender) - 2);
        g_ptr_array_add(month->mails, mail_of_bounce(person, bare, month->asked++));
    }
}

static void read_letter(struct person *person, const char *letter)
{
    g_autofree char *reply_to = letter_header(letter, "Reply-To");
    g_autofree char *subject = letter_header(letter, "Subject");
    const gint64 board = letter_board(subject);
    if (reply_to == NULL) {
        return;
    }
    if (board == 0) {
        g_free(person->confirm);
        person->confirm = g_steal_pointer(&reply_to);
        return;
    }
    struct read_letter *newest = g_new0(struct read_letter, 1);
    newest->reply_to = g_steal_pointer(&reply_to);
    g_hash_table_replace(person->letters, g_memdup2(&board, sizeof(board)), newest);
}

static void read_letters(struct month *month)
{
    g_autofree char *folder = g_build_filename(month->place, "letters", NULL);
    g_autoptr(GPtrArray) letters = letters_take(folder);
    month->letters += (int)letters->len;
    for (guint i = 0; i < letters->len; i++) {
        struct person *person = reader_of(month, letters->pdata[i]);
        if (person != NULL && person_is_bouncing(person, month->hour)) {
            bounce(month, person, letters->pdata[i]);
        } else if (person != NULL) {
            read_letter(person, letters->pdata[i]);
        }
    }
}

/* ---- what players do ---- */

/* The questions that chance is asked. */
enum question {
    WHETHER_NOW,
    WHETHER_TO_ACCEPT,
    WHAT_TO_DO,
    WHICH_TURN,
    WHETHER_TO_CHALLENGE,
    WHOM,
    HOW_MANY,
    WHETHER_TO_SEEK,
    WHETHER_TO_TAKE,
};

static void move(struct month *month, const struct person *person, int who,
                 const struct table *table, const struct read_letter *letter)
{
    const gint64 number = table->board->number;
    /* If a turn has only hours the player does not dally. */
    const bool hurried = strstr(table->board->timing, "/move") != NULL;
    const guint what = hurried ? 99 : month_chance(month->hour, who, number, WHAT_TO_DO, 100);
    g_autoptr(GPtrArray) turns = match_turns(table->match);
    const guint which = month_chance(month->hour, who, number, WHICH_TURN, turns->len);
    if (what == 0 && table->match->turns->len > 6) {
        reply(month, person, letter, "resign");
    } else if (what < 4) {
        reply(month, person, letter, "a1-a9");
    } else if (what < 6 && table->board->offer == OFFER_NONE) {
        reply(month, person, letter, "draw");
    } else if (what < 9) {
        g_autofree char *text =
            g_strdup_printf("%s!\n\nGood luck, says %s", (char *)turns->pdata[which], person->name);
        reply(month, person, letter, text);
    } else {
        g_autofree char *text = g_strconcat(turns->pdata[which], "!", NULL);
        reply(month, person, letter, text);
    }
}

/* While another is to move: little, and only while the board is fresh, so that
 * nothing is done in the hour in which a silent player's time is over. */
static void await_turn(struct month *month, const struct person *person, int who,
                       const struct table *table, const struct read_letter *letter, int seat)
{
    const struct board *board = table->board;
    if (month->hour - table->changed > DAY) {
        return;
    }
    const guint what = month_chance(month->hour, who, board->number, WHAT_TO_DO, 100);
    if (board->offer != OFFER_NONE && !board->seat[seat].agrees) {
        if (what < 50) {
            reply(month, person, letter, what < 20 ? "accept" : "reject");
        }
    } else if (what == 0 && board->offer == OFFER_NONE && table->match->turns->len > 0) {
        reply(month, person, letter, "undo");
    } else if (what == 1) {
        reply(month, person, letter, "chat How is the weather?");
    } else if (what == 2 && board->offer == OFFER_NONE) {
        reply(month, person, letter, "pause");
    } else if (what == 3) {
        g_autofree char *turn = match_example(table->match);
        g_autofree char *text = g_strconcat("queue ", turn, NULL);
        reply(month, person, letter, text);
    }
}

/* In a running match: the player moves, waits, or resumes it. */
static void act_in_match(struct month *month, const struct person *person, int who,
                         const struct table *table, const struct read_letter *letter, int seat)
{
    if (table->board->paused != 0) {
        reply(month, person, letter, "resume");
    } else if (table->board->to_move == seat) {
        move(month, person, who, table, letter);
    } else {
        await_turn(month, person, who, table, letter, seat);
    }
}

/* What a player does at one of their boards in this hour, if anything. */
static void act(struct month *month, const struct person *person, int who,
                const struct table *table)
{
    const struct board *board = table->board;
    const int seat = board != NULL ? seat_of(board, person) : -1;
    struct read_letter *letter =
        seat >= 0 ? g_hash_table_lookup(person->letters, &board->number) : NULL;
    if (letter == NULL || (letter->answered && month->hour < OUTAGE_ENDS + month->step)) {
        return;
    }
    const bool due = month->hour - table->waits >= PATIENCE;
    if (!due &&
        month_chance(month->hour, who, board->number, WHETHER_NOW, 12) >= (guint)month->step) {
        return;
    }
    const guint written = month->mails->len;
    if (board->state == BOARD_CHALLENGE && !board->seat[seat].accepted) {
        const bool accepts =
            month_chance(month->hour, who, board->number, WHETHER_TO_ACCEPT, 10) > 0;
        reply(month, person, letter, accepts ? "accept" : "decline");
    } else if (board->state == BOARD_RUNNING) {
        act_in_match(month, person, who, table, letter, seat);
    } else if (board->state == BOARD_FINISHED && month->hour - table->changed < DAY &&
               (int)month->tables->len < month->matches &&
               month_chance(month->hour, who, board->number, WHAT_TO_DO, 100) < 10) {
        reply(month, person, letter, "rematch");
    }
    letter->answered = stands_still(month) && month->mails->len > written;
}

/* Time terms that a challenge may ask for. Where all turns share one time it does not come
 * to its end in this month: how much is left hangs on when the runs are. */
static const char *const terms[] = {
    "",
    "--time=60h/move",
    "--time=45d+12h",
    "--nag=2 --forfeit=6",
    "--time=45d --forfeit=claim --weekends=off",
};

/* A challenge to one or more others, or a seat for whoever comes. */
static void challenge(struct month *month, const struct person *person, int who)
{
    const struct game *game = registry_games[month_chance(
        month->hour, who, 0, WHICH_TURN, g_strv_length((char **)(uintptr_t)registry_names()))];
    const char *asked = terms[month_chance(month->hour, who, 1, WHOM, G_N_ELEMENTS(terms))];
    if (month_chance(month->hour, who, 0, WHETHER_TO_SEEK, 4) == 0) {
        g_autofree char *seek = g_strdup_printf("%s seek %s", game->name, asked);
        write_command(month, person, seek);
        return;
    }
    int seats = 2 + (int)month_chance(month->hour, who, 0, HOW_MANY, 3);
    seats = options_seats_fit(game, seats) && seats <= (int)month->people->len ? seats : 2;
    g_autoptr(GString) command = g_string_new(NULL);
    g_string_append_printf(command, "%s challenge %s", game->name, person->name);
    const int first = 1 + (int)month_chance(month->hour, who, 0, WHOM, month->people->len - 1);
    for (int i = 0; i < seats - 1; i++) {
        int other = (who - 1 + first + i) % (int)month->people->len + 1;
        other = other == who ? other % (int)month->people->len + 1 : other;
        g_string_append_printf(command, " player%d", other);
    }
    g_string_append_printf(command, " %s", asked);
    write_command(month, person, command->str);
}

/* Takes one of the seats that are open, if nobody has done so in this hour. */
static void take(struct month *month, const struct person *person, int who)
{
    for (guint i = 0; i < month->tables->len && !month->taken; i++) {
        const struct table *table = month->tables->pdata[i];
        if (table->board != NULL && table->board->state == BOARD_SEEK &&
            seat_of(table->board, person) < 0 &&
            month_chance(month->hour, who, table->board->number, WHETHER_TO_TAKE, 20) == 0) {
            g_autofree char *line = g_strdup_printf("take %" G_GINT64_FORMAT, table->board->number);
            g_ptr_array_insert(month->mails, 0,
                               mail_of(person, month->config->address, line, "", month->asked++,
                                       time_of(month, 0)));
            month->taken = true;
        }
    }
}

/* So many players make a challenge in an hour that all matches have begun after
 * twenty days. */
static bool may_challenge(const struct month *month, int who)
{
    const int hours = 20 * DAY, waking = DAY * 15 / 24;
    const int in_hour = month->matches * DAY * 4 / 3 / waking;
    return (int)month->tables->len < month->matches && month->hour < hours + 5 * DAY &&
           month_chance(month->hour, who, 0, WHETHER_TO_CHALLENGE,
                        (guint)((int)month->people->len * hours / month->step)) < (guint)in_hour;
}

static void join(struct month *month, struct person *person)
{
    if (person->confirm != NULL) {
        const struct read_letter letter = { .reply_to = person->confirm };
        reply(month, person, &letter, "confirm");
        g_clear_pointer(&person->confirm, g_free);
    } else if (month->hour == 0) {
        g_autofree char *line = g_strdup_printf("signup %s", person->name);
        write_command(month, person, line);
    }
}

/* The date of a day of this month. Free with g_free. */
static char *date_of(int day)
{
    g_autoptr(GDateTime) date =
        g_date_time_new_from_unix_utc(MONTH_BEGINS + (gint64)day * CLOCK_DAY);
    return g_date_time_format(date, "%Y-%m-%d");
}

/* True if a moment is in this step. */
static bool is_now(const struct month *month, int hour)
{
    return month->hour <= hour && hour < month->hour + month->step;
}

/* What a player sets once: the time zone and, on the day before, the vacation. */
static void settle(struct month *month, const struct person *person)
{
    if (person->zone != NULL && is_now(month, DAY)) {
        g_autofree char *line = g_strdup_printf("set timezone %s", person->zone);
        write_command(month, person, line);
    }
    if (person->watches && is_now(month, 2 * DAY)) {
        write_command(month, person, "watch player1 --end");
    }
    if (person->vacation != 0 && is_now(month, (person->vacation - 1) * DAY + 1)) {
        g_autofree char *first = date_of(person->vacation), *last = date_of(person->vacation + 7);
        g_autofree char *line = g_strdup_printf("vacation %s %s", first, last);
        write_command(month, person, line);
    }
}

static void live(struct month *month, struct person *person, int who)
{
    if (person->id == 0) {
        join(month, person);
        return;
    }
    settle(month, person);
    if (!person_is_there(person, month->hour)) {
        return;
    }
    /* A player whose letters came back writes again. */
    if (person->bounces != 0 && is_now(month, person->bounces + 3 * DAY + DAY)) {
        write_command(month, person, "games");
    }
    for (guint i = 0; i < month->tables->len; i++) {
        act(month, person, who, month->tables->pdata[i]);
    }
    take(month, person, who);
    if (may_challenge(month, who)) {
        challenge(month, person, who);
    }
}

static void pass_hour(struct month *month)
{
    month->taken = false;
    read_letters(month);
    look_around(month);
    for (guint i = 0; i < month->people->len; i++) {
        live(month, month->people->pdata[i], (int)i + 1);
    }
    deliver(month);
}

/* ---- the month ---- */

static bool report(struct month *month)
{
    look_around(month);
    int states[16] = { 0 }, turns = 0, forfeits = 0;
    bool good = check_forfeits(month, &forfeits);
    for (guint i = 0; i < month->tables->len; i++) {
        const struct table *table = month->tables->pdata[i];
        if (table->board != NULL) {
            states[table->board->state]++;
            turns += table->board->turns;
            good = check_silent(month, table) && good;
        }
    }
    printf("mails %d, letters %d, kills %d\nboards %u: running %d, finished %d, declined %d, "
           "lapsed %d; turns %d; out of time %d\n",
           month->sent, month->letters, month->kills, month->tables->len, states[BOARD_RUNNING],
           states[BOARD_FINISHED], states[BOARD_DECLINED], states[BOARD_EXPIRED], turns, forfeits);
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 7) {
        fputs("usage: month-crowd PLACE each|hour|kill PLAYERS MATCHES HOURS SEED\n", stderr);
        return 2;
    }
    GError *error = NULL;
    random_init();
    g_autofree char *path = g_build_filename(argv[1], "postmove.conf", NULL);
    g_autoptr(Config) config = config_read(path, &error);
    g_assert_no_error(error);
    struct month month = {
        .place = argv[1],
        .mode = argv[2],
        .config = config,
        .step = atoi(argv[5]),
        .matches = atoi(argv[4]),
        .people = g_ptr_array_new_with_free_func((GDestroyNotify)person_free),
        .tables = g_ptr_array_new_with_free_func((GDestroyNotify)table_free),
        .mails = g_ptr_array_new_with_free_func((GDestroyNotify)mail_free),
    };
    month_seed = (guint64)atoll(argv[6]);
    for (int who = 1; who <= atoi(argv[3]); who++) {
        g_ptr_array_add(month.people, person_new(who));
    }
    for (month.hour = 0; month.hour < DAYS * DAY; month.hour += month.step) {
        pass_hour(&month);
    }
    const bool good = report(&month);
    g_ptr_array_unref(month.people);
    g_ptr_array_unref(month.tables);
    g_ptr_array_unref(month.mails);
    return good ? 0 : 1;
}
