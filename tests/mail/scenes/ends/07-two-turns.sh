# Two turns in all.
postmove match create halma ann bob -maxply=2 >/dev/null
