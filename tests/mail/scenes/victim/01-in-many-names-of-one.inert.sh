# One mailbox under forty addresses: a text a day.
. tests/mail/many.bash
for i in $(seq 40); do ask "victim+$i@example.com" "hello"; done
answers 1
