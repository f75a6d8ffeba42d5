postmove match create halma ann bob -size=10 --time=10d >/dev/null
postmove match create chinesecheckers ann bob carl --private >/dev/null
postmove match create halma ann dora >/dev/null
