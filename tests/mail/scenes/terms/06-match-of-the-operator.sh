# The operator's words are the same ones.
postmove match create halma bob ann -size=8 --time=36h/move --nag=1 --unrated >/dev/null
postmove match list --json | grep -F '"timing":"time=36h/move nag=1d"' >/dev/null || echo 'no timing in JSON'
postmove match list | grep -F '(size=8 time=36h/move nag=1d unrated)' >/dev/null || echo 'no timing in the list'
! postmove match create halma bob ann --time=soon >/dev/null 2>&1 || echo 'taken'
