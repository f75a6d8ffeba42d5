#include "base/standard_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/error.h"
#include "base/log.h"

void standard_files_begin(void)
{
    for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
        if (fcntl(number, F_GETFD) < 0) {
            /* Open for the wrong direction, so that each use of it fails. It gets the lowest number
             * that is free, which is this one. */
            open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
}

int standard_files_end(int code)
{
    const bool failed_before = ferror(stdout) != 0;
    errno = 0;
    if (fflush(stdout) == 0 && !failed_before) {
        return code;
    }
    log_line("standard output could not be written%s%s", errno != 0 ? ": " : "",
             errno != 0 ? g_strerror(errno) : "");
    return code != 0 ? code : POSTMOVE_ERROR_LATER;
}
