postmove match undo 3 --yes >/dev/null
