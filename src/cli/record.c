/* record, replay: writes the records of finished matches, and checks those of others. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/workspace.h"
#include "play/session.h"
#include "records/record.h"

/* ---- record ---- */

/* Prints the record of a match. False with the error if it is not over. */
static bool print_record(struct act *act, gint64 number)
{
    const struct run *run = act->run;
    bool damaged = false;
    g_autoptr(MatchSession) session = session_open(act->run, number, &damaged);
    const char *key = session == NULL ? (damaged ? "board-damaged" : "no-board")
                      : session->board->state != BOARD_FINISHED ? "record-not-over"
                                                                : NULL;
    if (key != NULL) {
        struct values *values = pairs("operator", run->config->operator_address, NULL);
        return act_refuse(act, key, with_number(values, "number", number));
    }
    g_autoptr(GPtrArray) former = substitutions_of(run->db, number);
    g_autofree char *line = record_line(session->board, session->match, former, run->config->host,
                                        run->now, act_has(act, "sign") ? db_key(run->db) : NULL);
    puts(line);
    return true;
}

/* Prints the records of all finished matches, a line each, in the order of their numbers. */
static bool print_book(struct act *act)
{
    g_autoptr(GPtrArray) boards = board_list(act->run->db, 0, 1U << BOARD_FINISHED);
    bool done = true;
    for (guint i = 0; i < boards->len && done; i++) {
        done = print_record(act, ((const struct board *)boards->pdata[i])->number);
    }
    return done;
}

static bool may_record(struct act *act)
{
    const int asked = (act->words[0] != NULL) + act_has(act, "all") + act_has(act, "key");
    if (asked != 1 || (act_has(act, "key") && act_has(act, "sign"))) {
        return act_misused(act, "record needs one of BOARD, --all and --key");
    }
    act->number = act->words[0] != NULL ? part_number(act->words[0]) : 0;
    return act->words[0] == NULL || act->number != 0 ||
           act_misused(act, "%s: not the number of a board", act->words[0]);
}

static bool record(struct act *act)
{
    if (act_has(act, "key")) {
        g_autofree char *key = record_public_key(db_key(act->run->db));
        puts(key);
        return true;
    }
    return act->number != 0 ? print_record(act, act->number) : print_book(act);
}

/* ---- replay ---- */

/* Prints what each line of the file comes to. False if one does not hold, or with the error if the
 * file has none or cannot be read. */
static bool check_lines(struct act *act, FILE *file)
{
    char *line = NULL;
    size_t room = 0;
    const char *path = act->words[0], *key = act_text(act, "key");
    guint number = 0, faults = 0;
    while (getline(&line, &room, file) >= 0) {
        number++;
        line[strcspn(line, "\r\n")] = '\0'; /* mail programs end lines with CRLF */
        g_autoptr(GError) fault = NULL;
        g_autofree char *said = record_check(line, key, &fault);
        faults += said == NULL;
        printf("line %u: %s%s\n", number,
               said != NULL ? said : "does not hold: ", said != NULL ? "" : fault->message);
    }
    free(line);
    if (ferror(file) != 0) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s: %s", path, g_strerror(errno));
    }
    if (number == 0) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s: there is no record in it", path);
    }
    printf("%u records, %u do not hold\n", number, faults);
    return faults == 0;
}

static bool replay(struct act *act)
{
    const char *path = act->words[0], *key = act_text(act, "key");
    if (key != NULL && strlen(key) != SIGNATURE_KEY_TEXT) {
        return act_misused(act,
                           "--key: a key has %d characters, as `postmove record --key` "
                           "prints it",
                           SIGNATURE_KEY_TEXT);
    }
    FILE *file = g_str_equal(path, "-") ? stdin : fopen(path, "re");
    if (file == NULL) {
        return cli_refuse(&act->error, POSTMOVE_ERROR_NO, "%s: %s", path, g_strerror(errno));
    }
    const bool hold = check_lines(act, file);
    if (file != stdin) {
        fclose(file);
    }
    return hold;
}

const struct part cli_record[] = {
    { NULL, 0, 1, "all sign key", .may = may_record, .look = record },
    { 0 },
};
const struct part cli_replay[] = {
    { NULL, 1, 1, "key=", .bare = true, .wordless = true, .run = replay },
    { 0 },
};
