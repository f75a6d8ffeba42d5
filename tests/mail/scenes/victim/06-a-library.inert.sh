# Nobody gets a pile of books for a word in his name.
. tests/mail/many.bash
{
    printf 'From: carl@example.net\nTo: turns@example.org\nMessage-ID: <books@x.test>\n\n'
    for _ in $(seq 19); do echo help halma commands emergo entrapment halma emergo; done
    echo whoami
} | receive -f carl@example.net -r turns@example.org
postmove run
letters=("$stage"/out/*.eml)
[ ${#letters[@]} -eq 1 ] && [ "$(wc -c <"${letters[0]}")" -lt 80000 ] || { wc -c "${letters[@]}"; exit 1; }
mv -t "$stage/letters" "${letters[@]}"
