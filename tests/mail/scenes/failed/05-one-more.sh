printf 'postmove-spool 1\nreceived 1\ntruncated 0\n\n' >"$stage/spool/failed/1700200000.M33P1.test"
[ "$(postmove mail list | grep -c ' failed ')" -eq 33 ]
