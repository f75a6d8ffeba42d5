# The letter that says so was the last to go, after thirty days. Now there is
# nothing of her, in no corner of the file; her name lives on in what others said.
postmove run || exit
found=$(strings "$stage/postmove.db" | grep -i 'zenith\|[$]argon2\|zoe')
[ -z "$found" ] || { echo "$found"; exit 1; }
