postmove match set-clock 1 bob 5d
