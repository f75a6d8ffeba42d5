# Few men, so that a glance tells which way the board lies.
postmove match create halma ann bob \
    "--from=......../......../......../.....1../......../1.1...../11....../21...... 1 0,0 0 -" >/dev/null
