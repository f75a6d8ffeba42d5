# A match that bob, who has a password, plays too.
postmove match create halma ann bob -size=8 >/dev/null
