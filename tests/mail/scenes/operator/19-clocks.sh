postmove match create halma bob anna --time=10d >/dev/null
