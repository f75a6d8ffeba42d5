postmove match create halma ann bob -size=16 >/dev/null
