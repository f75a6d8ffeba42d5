postmove match create halma ann fay -size=8 >/dev/null
