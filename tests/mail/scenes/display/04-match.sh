postmove match create emergo ann bob >/dev/null
postmove match create entrapment ann bob \
    "--from=O a1 d4 / X g7 f3 / o a1h a2h / x b4v e5h / # c5v / 20 20 / O 1" >/dev/null
postmove match create halma ann bob \
    "--from=......../......../......../.....1../......../1.1...../11....../21...... 1 0,0 0 -" >/dev/null
