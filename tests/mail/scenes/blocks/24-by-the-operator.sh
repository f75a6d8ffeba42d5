postmove match create halma ann dora >/dev/null
