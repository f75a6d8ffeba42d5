. tests/mail/many.bash
for _ in $(seq 20); do ask ann@example.net whoami || exit; done
answers 20
