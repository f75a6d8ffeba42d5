#include "cli/stop.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t asked;

static void ask(int signal_number)
{
    (void)signal_number;
    asked = 1;
}

void stop_heed(void)
{
    struct sigaction action = { .sa_handler = ask, .sa_flags = SA_RESTART };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool stop_asked(void)
{
    return asked != 0;
}
