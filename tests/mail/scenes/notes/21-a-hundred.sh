. tests/mail/many.bash
for note in $(seq 100); do alter "INSERT INTO notes (board, player, turns, text, time) VALUES (1, 2, 0, 'n', 0)"; done
