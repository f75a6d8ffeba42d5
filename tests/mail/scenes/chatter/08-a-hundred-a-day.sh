. tests/mail/many.bash
for i in $(seq 100); do remark ann@example.net "Again $i." || exit; done
postmove run || exit
put_away ann@example.net 100 && put_away bob@example.com 1
