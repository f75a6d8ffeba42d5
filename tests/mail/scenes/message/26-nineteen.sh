. tests/mail/many.bash
alter "UPDATE messages SET count = 19 WHERE player = 5"
