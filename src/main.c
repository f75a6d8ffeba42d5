/* The table of subcommands and nothing else. */
#include <stdio.h>

int main(void)
{
    puts("postmove " POSTMOVE_VERSION);
    return 0;
}
