# Three that ann makes and takes back.
sed -i '/^spool/a authserv-id = mx.example.org' "$stage/postmove.conf"
. tests/mail/many.bash
for i in 2 3 4; do
    vouched ann@example.net 'halma challenge carl' && vouched ann@example.net "withdraw $i" || exit
done
postmove run && put_away carl@example.net 6 && put_away ann@example.net 6
