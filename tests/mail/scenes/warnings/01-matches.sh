# Bob has one man, in a corner, with a single way out of it.
postmove match create halma ann bob \
    "--from=......../......../......../.....1../......../1.1...../11....../21...... 2 0,0 0 -" >/dev/null
postmove match create halma ann bob >/dev/null
postmove match create halma ann bob -repetition=2 -maxply=12 >/dev/null
