postmove match create chinesecheckers ann bob -sets=3 >/dev/null
