# With the four that were told above and one word to the operator: no more than
# five hundred, in whatever names.
. tests/mail/many.bash
for i in $(seq 510); do ask "victim$i@example.com" "signup halma"; done
answers 497
