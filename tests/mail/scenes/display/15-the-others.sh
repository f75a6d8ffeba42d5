postmove match create embargo ann bob \
    "--from=........./........./..1....../........./..2...2../........./..1.....2/1.......1/.......1. 1 4,4 0 -" >/dev/null
postmove match create chinesecheckers ann bob carl >/dev/null
