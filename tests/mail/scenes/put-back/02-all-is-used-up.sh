. tests/mail/many.bash
# As many as there are: texts to a stranger, answers, questions and wrong passwords.
postmove player password bob <<<"heron7"
ask zoe@example.test hello
for n in {1..21}; do
    ask ann@example.net whoami
done
for n in {1..3}; do
    ask bob@example.com "challenge halma bob ann"
done
for n in {1..5}; do
    ask bob@example.com "halma move 1 bob heron8 e1-d2"
done
answers 31
