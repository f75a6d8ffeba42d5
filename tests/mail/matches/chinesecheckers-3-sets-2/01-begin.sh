postmove match create chinesecheckers ann bob carl -sets=2 >/dev/null
