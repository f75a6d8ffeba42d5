postmove match set-clock 2 bob 3d
