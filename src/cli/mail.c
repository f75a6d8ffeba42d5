/* mail retry: a mail that could not be processed is tried again. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "post/spool.h"

int cli_mail(const struct invocation *invocation, int argc, char **argv)
{
    int code = cli_options(NULL, &argc, &argv, 2, -1);
    if (code != CLI_GO_ON) {
        return code;
    }
    if (strcmp(argv[1], "retry") != 0) {
        return cli_misused("mail", "%s: not understood", argv[1]);
    }
    g_autoptr(GError) error = NULL;
    g_autoptr(Config) config = cli_config(invocation, &error);
    if (config == NULL) {
        return cli_fail(error);
    }
    for (char **name = argv + 2; *name != NULL; name++) {
        if (!spool_retry(config->spool, *name, &error)) {
            return cli_fail(error);
        }
    }
    return 0;
}
