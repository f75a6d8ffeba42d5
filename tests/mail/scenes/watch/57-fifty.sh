. tests/mail/many.bash
for game in $(seq 50); do alter "INSERT INTO watches (player, game, at_end, made) VALUES (6, 'g$game', 0, 0)"; done
