postmove match create emergo ann bob -setup >/dev/null
