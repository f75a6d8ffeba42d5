postmove match create entrapment ann bob -barriers=5 >/dev/null
