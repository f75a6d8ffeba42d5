postmove match create halma ann bob \
    "--from=......../......../......../.....1../......../1.1...../11....../21...... 1 0,0 0 -" >/dev/null
