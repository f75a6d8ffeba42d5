# Twenty letters of it each to bob and carl; the last remark waits.
. tests/mail/many.bash
for i in $(seq 21); do remark ann@example.net "Remark $i." && postmove run || exit; done
put_away ann@example.net 21 && put_away bob@example.com 20 && put_away carl@example.test 20
