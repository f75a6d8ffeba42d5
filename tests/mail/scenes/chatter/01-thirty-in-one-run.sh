# Thirty remarks of one run are one letter to bob.
. tests/mail/many.bash
for i in $(seq 30); do remark ann@example.net "Remark $i." || exit; done
postmove run || exit
put_away ann@example.net 30
