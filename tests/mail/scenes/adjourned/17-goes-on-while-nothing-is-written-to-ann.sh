. tests/mail/many.bash
# More boards than the letter at the end of her suspension shows.
for board in {4..24}; do
    postmove match create chinesecheckers ann bob carl >/dev/null
    postmove match adjourn "$board"
done
postmove player suspend ann
for board in {4..24}; do
    postmove match resume "$board"
done
postmove player resume ann
answers 173
# No clock waits for a letter that nobody has written.
! "$build/tests/faults/dump" "$stage/postmove.db" | grep -E '^clocks( \| [0-9]+){3} \| 1 \|'
