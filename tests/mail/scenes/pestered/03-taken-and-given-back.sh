# Bob gets twenty letters of it. The rest waits.
. tests/mail/many.bash
for i in $(seq 15); do
    for word in take withdraw; do
        vouched ann@example.net "$word 1" && postmove run && put_away ann@example.net 1 || exit
    done
done
put_away bob@example.com 20
