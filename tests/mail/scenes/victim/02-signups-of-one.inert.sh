. tests/mail/many.bash
for i in $(seq 40); do ask "Victim+$i@example.com" "signup victim$i"; done
answers 5
