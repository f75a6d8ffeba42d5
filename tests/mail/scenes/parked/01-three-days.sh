# The hook takes nothing, and the letters of a new match wait until they are
# parked. The operator hears of both in one letter, when it works again.
cp "$stage/postmove.conf" "$stage/kept.conf"
sed -i 's/^hook = .*/hook = false/' "$stage/postmove.conf"
postmove match create halma ann bob >/dev/null && postmove run 2>/dev/null
POSTMOVE_TIME=$((POSTMOVE_TIME + 259300)) postmove run 2>/dev/null
cp "$stage/kept.conf" "$stage/postmove.conf"
