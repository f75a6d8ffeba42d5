sed -i 's/^\[send\]/outage = 400d\n[send]/' "$stage/postmove.conf"
