postmove match create halma ann bob carl dora -size=16 >/dev/null
