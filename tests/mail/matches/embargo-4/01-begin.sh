postmove match create embargo ann bob carl dora >/dev/null
