/*
 * postmove-receive: takes one mail from the mail server.
 *
 * A mail server starts one of these a mail, so it links the C library alone
 * and does no more than bring the mail to disk; `postmove run` reads it later.
 * On success it prints nothing: some servers take any output for a failure.
 *
 * It is linked statically: a loader that finds no free descriptor, or no C
 * library while that is being upgraded, ends with 127, and the mail bounces.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "receive/deliver.h"
#include "receive/leave.h"

static const char usage[] = "usage: postmove-receive -d SPOOL [-f SENDER] [-r RECIPIENT] < MAIL";

static const char help[] =
    "usage: postmove-receive -d SPOOL [-f SENDER] [-r RECIPIENT] < MAIL\n"
    "\n"
    "Takes one mail from standard input and leaves it in SPOOL/new for `postmove run`.\n"
    "Ends with 0 when the mail is on disk, and with 75 (try again later) in any other case.\n"
    "\n"
    "  -d SPOOL      the spool folder; else $POSTMOVE_SPOOL\n"
    "  -f SENDER     the envelope sender, \"\" for a bounce; else $SENDER\n"
    "  -r RECIPIENT  the envelope recipient; else $ORIGINAL_RECIPIENT or $RECIPIENT\n"
    "  --help        print this\n";

struct arguments {
    const char *spool, *sender, *recipient;
};

static void read_arguments(int argc, char **argv, struct arguments *arguments)
{
    opterr = 0;
    int option;
    while ((option = getopt(argc, argv, "+d:f:r:")) != -1) {
        if (option == 'd') {
            arguments->spool = optarg;
        } else if (option == 'f') {
            arguments->sender = optarg;
        } else if (option == 'r') {
            arguments->recipient = optarg;
        } else {
            leave_later(LEAVE_SETUP, usage, 0);
        }
    }
    if (optind != argc) {
        leave_later(LEAVE_SETUP, usage, 0);
    }
    if (arguments->spool == NULL) {
        arguments->spool = getenv("POSTMOVE_SPOOL");
    }
    if (arguments->spool == NULL || arguments->spool[0] == '\0') {
        leave_later(LEAVE_SETUP, "no spool is named: give -d SPOOL or set POSTMOVE_SPOOL", 0);
    }
}

int main(int argc, char **argv)
{
    leave_guard();
    umask(077);
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        return fputs(help, stdout) >= 0 && fflush(stdout) == 0 ? 0 : LEAVE_LATER;
    }
    struct arguments arguments = { 0 };
    read_arguments(argc, argv, &arguments);
    struct envelope envelope;
    envelope_read(&envelope, arguments.sender, arguments.recipient);
    deliver(arguments.spool, &envelope);
    return 0;
}
