postmove match create entrapment ann bob -stick >/dev/null
