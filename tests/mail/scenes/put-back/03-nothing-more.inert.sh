. tests/mail/many.bash
ask zoe@example.test hello
ask ann@example.net whoami
ask bob@example.com "challenge halma bob ann"
ask bob@example.com "halma move 1 bob heron7 e1-d2"
answers 0
