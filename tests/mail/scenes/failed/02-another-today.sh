# Of those that come later they are told the next day.
printf 'postmove-spool 1\nrece' >"$stage/spool/failed/1700000100.M31P1.test"
postmove run
printf 'postmove-spool 1\nreceived 1\ntruncated 0\n\n' >"$stage/spool/failed/1700000200.M32P1.test"
