postmove match create chinesecheckers ann bob carl >/dev/null
