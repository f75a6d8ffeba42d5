# Ann is out of it. Carl and bob play on: ann gets twenty letters of that, and they get all.
. tests/mail/many.bash
count=0
turn() { # FROM: the move that the letter names as an example
    count=$((count + 1))
    local token move
    token=$(post fill "$stage" <<<"{{reply $1}}")
    move=$(post fill "$stage" <<<"{{text $1}}" | tr '\n' ' ' | sed -n 's/.*such as \([^ ,]*\),.*/\1/p')
    printf '%s\n' "From: $1" "To: $token" 'Subject: Re: x' "Message-ID: <14.$count@mail.example.net>" '' "$move" |
        receive -f "$1" -r "$token" && postmove run || exit
    put_away carl@example.test 1 && put_away bob@example.com 1 || exit
}
for i in $(seq 12); do turn carl@example.test && turn bob@example.com || exit; done
put_away ann@example.net 20
