# Bob has one man, in a corner.
postmove match create halma ann bob \
    "--from=......../......../......../.....1../......../1.1...../11....../211..... 1 0,0 0 -" >/dev/null
