. tests/mail/many.bash
for _ in 1 2 3; do ask eve@evil.test "move 1 ann wrongone h2-f2" || exit; done
answers 3
