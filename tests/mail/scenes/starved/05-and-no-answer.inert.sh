. tests/mail/many.bash
for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do ask ann@example.net "whoami"; done
answers 12
