postmove match create halma ann bob -size=10 >/dev/null
