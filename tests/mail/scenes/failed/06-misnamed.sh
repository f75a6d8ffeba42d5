printf 'postmove-spool 1\nreceived 1\ntruncated 0\n\n' >"$stage/spool/failed/misnamed.17"
