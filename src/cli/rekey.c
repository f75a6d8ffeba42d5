/* rekey: after somebody else has read a backup, no address in older letters is good any more. */
#include "cli/part.h"
#include "operator/operator.h"

static int may_rekey(char **words, struct part_options *options)
{
    (void)words;
    return part_confirm("rekey", options->yes, "nothing was done",
                        "Make all addresses in older letters void, and write to everybody who "
                        "plays?");
}

static bool rekey(struct act *act)
{
    operator_rekey(act->run);
    return true;
}

static const struct part whole[] = { { NULL, 0, 0, "yes", .may = may_rekey, .act = rekey } };

const struct parts cli_rekey = { "rekey", whole, 1 };
