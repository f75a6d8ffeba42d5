postmove match undo 1 --yes
