postmove match create halma ann bob -size=8 --time=10d >/dev/null
