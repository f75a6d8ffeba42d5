. tests/mail/many.bash
for i in $(seq 20); do
    vouched ann@example.net "chat $((2 + i % 3)) Word $i." && postmove run && put_away carl@example.net 1 &&
        put_away ann@example.net 1 || exit
done
