postmove match create entrapment ann bob -fast -roamers=4 >/dev/null
