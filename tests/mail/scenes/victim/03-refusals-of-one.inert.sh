. tests/mail/many.bash
for i in $(seq 40); do ask "victim+r$i@example.com" "signup halma"; done
answers 3
