# What three attempts could not process is told to the operator, once.
mkdir -p "$stage/spool/failed"
printf 'postmove-spool 1\nreceived 1\ntruncated 0\n\n' >"$stage/spool/failed/1700000000.M1P1.test"
postmove run
