. tests/mail/many.bash
# Her turn comes at more boards than one letter shows, while nothing is written to her.
postmove player add dora dora@example.test
for _ in {1..21}; do
    postmove match create chinesecheckers dora ann bob >/dev/null
done
postmove player suspend ann
postmove player forget dora --yes
postmove player resume ann
answers 69
! "$build/tests/faults/dump" "$stage/postmove.db" | grep -E '^clocks( \| [0-9]+){3} \| 1 \|'
