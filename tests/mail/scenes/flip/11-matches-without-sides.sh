# In these neither player has a side of the board.
postmove match create emergo ann bob \
    "--from=f4=OOOO g4=O h4=XX c5=X d6=X e5=X / 0 0 / O" >/dev/null
postmove match create entrapment ann bob \
    "--from=O a1 d4 / X g7 g1 / o a1h a2h / x a1v a2v / # c5v / 20 20 / O 1" >/dev/null
