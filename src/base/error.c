#include "base/error.h"

G_DEFINE_QUARK(postmove - error - quark, postmove_error)

int postmove_error_exit(const GError *error)
{
    return error->domain == POSTMOVE_ERROR ? error->code : POSTMOVE_ERROR_LATER;
}
