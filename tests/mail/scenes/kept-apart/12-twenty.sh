. tests/mail/many.bash
alter "UPDATE messages SET count = 20 WHERE player = 3"
