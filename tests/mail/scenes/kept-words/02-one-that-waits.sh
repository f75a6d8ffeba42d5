. tests/mail/many.bash
alter "UPDATE budgets SET count = 20 WHERE kind = 1"
remark ann@example.net 'This waits for tomorrow.' && postmove run || exit
put_away ann@example.net 1
