. tests/mail/many.bash
for _ in 1 2 3 4 5; do ask ann@example.net "what is this?"; done
answers 5
