# What root may not read either, as for the user that a server runs as.
bound=()
[ "$(id -u)" -ne 0 ] || bound=(setpriv --bounding-set=-dac_override,-dac_read_search)
closed=$stage/spool/new/1700000000.M1P1.test
printf 'postmove-spool 1\nreceived 1700000000\ntruncated 0\n\nFrom: ann@example.net\n\nwhoami\n' >"$closed"
chmod 000 "$closed"
"${bound[@]}" "$build/postmove" --config "$stage/postmove.conf" run >"$stage/told" 2>&1
[ $? -eq 75 ] && grep -q "this user may not read it" "$stage/told" && chmod 600 "$closed"
