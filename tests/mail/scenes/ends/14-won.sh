# And another with a winner.
postmove match create halma ann bob -size=8 >/dev/null
postmove match end 4 --winner bob --yes >/dev/null
