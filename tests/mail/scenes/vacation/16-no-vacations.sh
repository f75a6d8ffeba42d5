sed -i '/^spool/a vacation = 0' "$stage/postmove.conf"
