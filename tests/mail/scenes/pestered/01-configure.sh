# From now on the verdicts of mx.example.org are believed.
sed -i '/^spool/a authserv-id = mx.example.org' "$stage/postmove.conf"
