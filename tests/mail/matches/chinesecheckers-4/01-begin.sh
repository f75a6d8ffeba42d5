postmove match create chinesecheckers ann bob carl dora >/dev/null
