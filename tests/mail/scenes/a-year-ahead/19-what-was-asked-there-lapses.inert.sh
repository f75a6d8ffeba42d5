sed -i "s/^.send.$/outage = 400d\n&/" "$stage/postmove.conf"
