postmove match create chinesecheckers ann bob carl dora eve fay >/dev/null
