postmove match create chinesecheckers ann bob -super >/dev/null
