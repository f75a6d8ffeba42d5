. tests/mail/many.bash
text=$(for i in $(seq 56); do printf '%060d\n' 0; done)
for i in $(seq 20); do remark ann@example.net "Remark $i.
$text" || exit; done
said() { # the numbers of the remarks in the letter to bob
    grep -rlF 'Delivered-To: bob@example.com' "$stage/out" | xargs grep -o 'Remark [0-9]*' | tr -dc '0-9\n' | tr '\n' ' '
}
postmove run || exit
first=$(said)
put_away ann@example.net 20 && put_away bob@example.com 1 || exit
postmove run || exit
second=$(said)
put_away bob@example.com 1 || exit
[ "$first$second" = "$(seq -s ' ' 20) " ] || { echo "in this order: $first, then $second"; exit 1; }
