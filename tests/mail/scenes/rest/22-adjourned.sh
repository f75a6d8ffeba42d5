postmove match adjourn 1 >/dev/null
