sed -i 's/^\[send\]/outage = 400d\n[send]/' "$stage/postmove.conf"
postmove match create halma ann bob -size=8 --time=5d --forfeit=claim >/dev/null
