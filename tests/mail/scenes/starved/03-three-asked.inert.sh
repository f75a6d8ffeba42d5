# A stranger writes in ann's name from here on; the third letter says that it is
# the last.
. tests/mail/many.bash
for _ in 1 2 3; do ask ann@example.net "chat 1 boo"; done
answers 3
