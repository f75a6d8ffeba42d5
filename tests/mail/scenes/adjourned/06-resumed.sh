postmove match resume 1
