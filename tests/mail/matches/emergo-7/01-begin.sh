postmove match create emergo ann bob -size=7 >/dev/null
