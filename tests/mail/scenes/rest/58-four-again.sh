postmove match create halma ann bob carl dora -size=10 >/dev/null
