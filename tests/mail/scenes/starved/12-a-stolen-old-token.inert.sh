# Of the letter that ann has answered.
. tests/mail/many.bash
old=$(post fill "$stage" <<<'{{reply ann@example.net 1}}')
for i in $(seq 25); do
    printf 'From: ann@example.net\nTo: %s\nSubject: x\nMessage-ID: <%s.old@example.net>\n\nshow\n' \
        "$old" "$i" | receive -f ann@example.net -r "$old"
done
answers 0
