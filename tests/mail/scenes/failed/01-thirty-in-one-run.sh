# The operator is told of the first, and how many more there are.
mkdir -p "$stage/spool/failed"
for i in $(seq -w 30); do
    printf 'postmove-spool 1\nreceived 1\ntruncated 0\n\n' >"$stage/spool/failed/1700000000.M${i}P1.test"
done
