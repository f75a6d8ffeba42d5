# What is left of her is the letter that says so.
postmove run || exit
rows=$("$build/tests/faults/dump" "$stage/postmove.db" | grep -i zenith | cut -d' ' -f1 | sort)
[ "$rows" = outbox ] || { echo "$rows"; exit 1; }
