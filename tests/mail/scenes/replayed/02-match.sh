postmove match create halma ann bob -size=8 >/dev/null
