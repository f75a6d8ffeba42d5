# Two against two: who resigns takes his partner with him.
postmove match create halma ann bob carl dora -teams >/dev/null
