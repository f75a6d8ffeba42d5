postmove match adjourn 1
