sed -i 's/^\[send\]/outage = 2d\n[send]/' "$stage/postmove.conf"
