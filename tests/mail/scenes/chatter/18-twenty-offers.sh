# With what step 17 has said bob has had twenty letters from ann then; the last waits.
. tests/mail/many.bash
for i in $(seq 10); do
    for word in draw reject; do
        token=$(post fill "$stage" <<<'{{reply ann@example.net}}')
        printf '%s\n' 'From: ann@example.net' "To: $token" 'Subject: Re: x' \
            "Message-ID: <18.$i.$word@mail.example.net>" '' "$word" |
            receive -f ann@example.net -r "$token" && postmove run || exit
        put_away ann@example.net 1 || exit
    done
done
put_away bob@example.com 19
