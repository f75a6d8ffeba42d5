. tests/mail/many.bash
for i in $(seq 31 49); do
    remark ann@example.net "Remark $i." && postmove run || exit
done
put_away ann@example.net 19 && put_away bob@example.com 19
