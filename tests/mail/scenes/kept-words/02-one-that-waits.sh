. tests/mail/many.bash
alter "UPDATE letters_between SET count = 20"
remark ann@example.net 'This waits for tomorrow.' && postmove run || exit
put_away ann@example.net 1
