. tests/mail/many.bash
for n in 100 150; do
    alter "INSERT INTO talk (board, player, kind, turns, text, time) VALUES
        (2, 3, 2, 0, '$(printf 'So much is to be said %.0s' $(seq $n)).', 0)"
done
