postmove match create emergo dora ann >/dev/null
