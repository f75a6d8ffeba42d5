postmove match create halma ann bob carl dora >/dev/null
