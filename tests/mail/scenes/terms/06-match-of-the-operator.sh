# The operator's words are the same ones.
postmove match create halma bob ann -size=8 --time=36h/move --nag=1 --unrated >/dev/null &&
    postmove match list --json | grep -qF '"timing":"time=36h/move nag=1d"' &&
    postmove match list | grep -qF '(size=8 time=36h/move nag=1d unrated)' &&
    ! postmove match create halma bob ann --time=soon 2>/dev/null &&
    ! postmove match create halma bob ann -size=8 -size=10 2>/dev/null
