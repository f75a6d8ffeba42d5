#!/usr/bin/env bats
# What an operator does with accounts: postmove player rename, address, password,
# suspend, resume and forget; who is told, what is refused; and the journal.

bats_require_minimum_version 1.5.0
load server

setup() {
    begin_server
    "$postmove" player add carl carl@example.org
    "$postmove" match create halma ann bob
    "$postmove" match create emergo bob ann
    "$postmove" run
    rm "$folder"/letters/*
}

# What has come to an address since it was asked last, whole, in order.
came() { # ADDRESS; all letters to it, without their HTML
    local letter
    "$postmove" run
    for letter in $(grep -lx "To: $1" "$folder"/letters/*.eml); do
        sed '/^Content-Type: text.html/,$d' "$letter"
    done
}

forget_letters() {
    rm -f "$folder"/letters/*
}

# write FROM SUBJECT [TO]: a mail, and a run.
write() {
    printf 'From: %s\nTo: turns@example.org\nSubject: %s\n\n%s\n' "$1" "$2" "$RANDOM$SECONDS" |
        "$build/postmove-receive" -d "$folder/spool" -f "$1" -r "${3-turns@example.org}"
    "$postmove" run
}

@test "rename: the name is another, the others are told once, and the match goes on" {
    "$postmove" player rename ANN anna
    run "$postmove" player show ann
    [ "$status" -eq 1 ]
    "$postmove" match show 1 | grep -q 'anna - bob'
    [ "$(came bob@example.com | grep -c '^Subject: ')" -eq 1 ]
    came bob@example.com | tr '\n' ' ' | grep -q 'You share a board with ann, who is called anna from now on'
    came ann@example.net | tr '\n' ' ' | grep -q 'which was ann, is anna from now on'
    [ -z "$(came carl@example.org)" ]
    # The old name is kept for him, and then the one he gave up for it; after a year it
    # is free. One may write a name in other letters.
    says='"ANN" was another player'"'"'s not long ago' refused 1 player rename carl ANN
    says='nobody else can have it for a year' refused 1 player add ann emma@example.org
    "$postmove" player rename anna Ann
    says='nobody else can have it' refused 1 player rename carl anna
    "$postmove" player rename ann anna
    "$postmove" player rename anna Anna
    "$postmove" match show 1 | grep -q 'Anna - bob'
    # The names of one who is forgotten are kept from everybody for as long.
    "$postmove" player forget Anna --yes
    POSTMOVE_TIME=1731535999 says='nobody else can have it' refused 1 player rename carl ann
    POSTMOVE_TIME=1731536000 "$postmove" player rename carl ann
}

@test "rename: refusals" {
    says='no player named dora' refused 1 player rename dora emma
    says='is taken' refused 1 player rename ann BOB
    says="cannot be" refused 1 player rename ann 'x y'
    [[ "$stderr" != *'sign up'* ]]
    says='"postmove player list" lists all players' refused 1 player rename dora anna
    says='"postmove player list" lists all players' refused 1 match create halma dora ann
    says='a word that the server understands' refused 1 player add resign r@example.net
    [[ "$stderr" != *'sign up'* ]]
    says='a word that the server understands' refused 1 player rename ann resign
    says='an argument is missing' refused 2 player rename ann
    says='too many arguments' refused 2 player rename ann b c
    says='Unknown option --yes' refused 2 player rename ann anna --yes
}

@test "address: one more counts at once, one less not any more; who had it is told" {
    "$postmove" player address ann add a2@example.net
    write a2@example.net whoami
    came ann@example.net | grep -q 'You are ann'
    came ann@example.net | tr '\n' ' ' | grep -q 'a2@example.net is now an address of ann'
    came a2@example.net | tr '\n' ' ' | grep -q 'is now an address of ann'
    forget_letters
    says='nothing was changed; confirm with --yes' refused 2 player address ann drop ann@example.net
    "$postmove" player address ann drop ann@example.net --yes
    came ann@example.net | tr '\n' ' ' | grep -q 'no longer an address of ann'
    "$postmove" player show ann | grep -q 'a2@example.net'
    forget_letters
    write ann@example.net whoami
    came ann@example.net | grep -q 'Subject: \[postmove\] which name would you like'
}

@test "address set: it takes the place of all they had" {
    "$postmove" player address ann add a2@example.net
    says='nothing was changed; confirm with --yes' refused 2 player address ann set a3@example.net
    "$postmove" player address ann set a3@example.net --yes
    came a3@example.net | tr '\n' ' ' | grep -q 'The operator has made this the address of ann: from now on letters come here'
    write a3@example.net whoami
    came a3@example.net | grep 'You are ann' | grep -qv 'too'
    for gone in ann a2; do
        came $gone@example.net | tr '\n' ' ' | grep -q 'no longer an address of ann'
    done
    # To set one he has among others drops the others.
    "$postmove" player address ann add a4@example.net
    "$postmove" player address ann set A4@example.net --yes
    "$postmove" player show ann | grep -q 'a4@example.net'
}

@test "address: refusals" {
    says='no player named dora' refused 1 player address dora add d@example.net
    says='belongs to a player already' refused 1 player address ann add BOB@example.com
    says='belongs to a player already' refused 1 player address ann set bob@example.com --yes
    says='ann has that address already' refused 1 player address ann add ann@example.net
    says='ann has that address already' refused 1 player address ann set ann@example.net --yes
    says='is not a mail address' refused 1 player address ann add nonsense
    says='of this server itself' refused 1 player address ann add turns@example.org
    says='is not an address of ann' refused 1 player address ann drop bob@example.com --yes
    says='is the only address of ann' refused 1 player address ann drop ann@example.net --yes
    says='write add, drop or set' refused 2 player address ann lose ann@example.net
    for i in 1 2 3 4; do "$postmove" player address ann add "a$i@example.net"; done
    says='five addresses, and cannot have more' refused 1 player address ann add a5@example.net
}

@test "password: set from standard input, taken off, or chosen by letter" {
    "$postmove" player password ann <<<'owlbear'
    [[ "$("$postmove" player show ann --json)" == *'"password":true'* ]]
    came ann@example.net | grep -q 'given you a new password'
    # From an address of nobody's the password proves him; the answer goes to his own.
    forget_letters
    write elsewhere@example.net 'move 1 ann owlbear e1-d2'
    "$postmove" match show 1 | grep -q ' turns 1 '
    says='password: it was kept; confirm with --yes' refused 2 player password ann --none
    [[ "$("$postmove" player show ann --json)" == *'"password":true'* ]]
    "$postmove" player password ann --none --yes
    [[ "$("$postmove" player show ann --json)" == *'"password":false'* ]]
    came ann@example.net | grep -q 'removed your password'
    forget_letters
    "$postmove" player password ann --letter
    [[ "$("$postmove" player show ann --json)" == *'"password":false'* ]]
    reply=$(came ann@example.net | sed -n 's/^Reply-To: //p')
    printf 'From: ann@example.net\nTo: %s\nSubject: Re: x\n\npassword heron7\n' "$reply" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$reply"
    "$postmove" run
    [[ "$("$postmove" player show ann --json)" == *'"password":true'* ]]
    forget_letters
    write elsewhere@example.net 'password ann heron7 falcon8'
    came ann@example.net | grep -q 'You have a new password'
    # Neither stands in the journal.
    run "$postmove" journal all
    [[ "$output" == *'player password: ann --letter'* ]]
    [[ "$output" != *owlbear* && "$output" != *heron7* ]]
}

@test "signup: a name asked for while the clock ran ahead lapses seven days after" {
    sed -i 's/^\[server\]/&\noutage = 400d/' "$POSTMOVE_CONF"
    POSTMOVE_TIME=1900000000 write dora@example.net 'signup dora'
    write elsewhere@example.net 'signup dora'
    came elsewhere@example.net | grep -q 'is taken'
    POSTMOVE_TIME=$((1700000000 + 8 * 86400)) "$postmove" run
    POSTMOVE_TIME=$((1700000000 + 8 * 86400)) write fay@example.net 'signup dora'
    came fay@example.net | grep -q '^Subject:.*confirm your name dora'
}

@test "password: refusals" {
    says='no player named dora' refused 1 player password dora --none --yes
    says='no player named dora' refused 1 player password dora --letter
    says='is read from standard input' refused 2 player password ann
    says='either --none or --letter' refused 2 player password ann --none --letter
    says='too many arguments' refused 2 player password ann secret
    for wrong in '' 'two words'; do
        run --separate-stderr "$postmove" player password ann <<<"$wrong"
        [ "$status" -eq 2 ]
    done
    run --separate-stderr "$postmove" player password ann <<<'abc'
    [ "$status" -eq 1 ]
    [[ "$stderr" == *'4 to 128'* ]]
    [[ "$("$postmove" player show ann --json)" == *'"password":false'* ]]
}

@test "suspend: his mail does nothing, one text a day answers it, nothing is written to him" {
    reply=$("$postmove" match create halma ann carl >/dev/null && came ann@example.net |
        sed -n 's/^Reply-To: //p' | tail -n 1)
    "$postmove" player password ann <<<'owlbear'
    "$postmove" run
    forget_letters
    "$postmove" player suspend ann
    came ann@example.net | grep -q 'suspended your account ann'
    came bob@example.com | grep -q 'operator has suspended ann'
    [ "$(came bob@example.com | grep -c '^Subject: ')" -eq 1 ]
    "$postmove" player list | grep '^ann ' | grep -q 'suspended since 14 Nov 2023'
    "$postmove" stats | grep -q '^players suspended  *1$'
    forget_letters
    # By a token, a command, a password from elsewhere.
    printf 'From: ann@example.net\nTo: %s\nSubject: Re: x\n\nresign\n' "$reply" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$reply"
    write ann@example.net whoami
    write elsewhere@example.net 'move 1 ann owlbear e1-d2'
    "$postmove" match show 1 | grep -q ' turns 0 '
    [ "$("$postmove" match list | grep -c ' running ')" -eq 3 ]
    [ "$(came ann@example.net | grep -c '^Subject: ')" -eq 1 ]
    came ann@example.net | grep -q 'Your account is suspended'
    POSTMOVE_TIME=1700086401 write ann@example.net whoami
    [ "$(came ann@example.net | grep -c 'Your account is suspended')" -eq 2 ]
    # What others do at his boards is not written to him.
    forget_letters
    "$postmove" match end 3 --draw --yes
    [ -z "$(came ann@example.net)" ]
    says='so nobody can challenge them now' refused 1 match create halma bob ann
    write bob@example.com 'halma challenge bob ann'
    says='ann is suspended already' refused 1 player suspend ann
    says='no player named dora' refused 1 player suspend dora
}

@test "resume: he is served again, and sees what waits for him" {
    "$postmove" player suspend ann
    "$postmove" run
    forget_letters
    "$postmove" player resume ann
    came ann@example.net | grep -q 'no longer suspended'
    came ann@example.net | grep -q '^Subject: \[postmove\] Halma 1: ann - bob'
    forget_letters
    write ann@example.net whoami
    came ann@example.net | grep -q 'You are ann'
    says='ann is not suspended' refused 1 player resume ann
    says='no player named dora' refused 1 player resume dora
}

@test "forget: resigns his matches, takes his name, even in the journal" {
    "$postmove" player rename ann anna
    "$postmove" run
    forget_letters
    says='anna was kept; confirm with --yes' refused 2 player forget anna
    "$postmove" player forget Anna --yes
    [ "$("$postmove" match list | grep -c 'former-1')" -eq 2 ]
    [ "$("$postmove" match list | grep -c ' finished ')" -eq 2 ]
    came bob@example.com | grep -q 'has resigned'
    run "$postmove" player list
    [ "${#lines[@]}" -eq 3 ] # with the house player
    run "$postmove" journal all
    [[ "$output" != *ann* ]]
    [[ "${lines[-1]}" == *'player forget: former-1' ]]
    says='no player named anna' refused 1 player forget anna --yes
    "$postmove" verify
}

@test "journal: each act with its time and user, and none that was refused" {
    user=$(id -un)
    says='' refused 1 match end 99 --void --yes
    POSTMOVE_TIME=1700003600 "$postmove" match end 2 --winner ANN --yes
    run "$postmove" journal all
    [ "${lines[0]}" = "14 Nov 2023 22:13 UTC  $(printf %-12s "$user")  player add: ann" ]
    [ "${lines[3]}" = "14 Nov 2023 22:13 UTC  $(printf %-12s "$user")  match create: 1 halma ann bob" ]
    [ "${lines[5]}" = "14 Nov 2023 23:13 UTC  $(printf %-12s "$user")  match end: 2 win ANN" ]
    [ "${#lines[@]}" -eq 6 ]
    run "$postmove" journal 1 --json
    [ "$output" = "[{\"time\":1700003600,\"user\":\"$user\",\"act\":\"match end\",\"text\":\"2 win ANN\"}]" ]
    # By sudo the person stands there, too; what is no name does not.
    SUDO_USER=olga POSTMOVE_TIME=1700003600 "$postmove" player rename carl win
    run "$postmove" journal 1
    [ "$output" = "14 Nov 2023 23:13 UTC  $(printf %-12s "olga as $user")  player rename: carl win" ]
    SUDO_USER='olga: x' "$postmove" player rename win carl
    run "$postmove" journal 1
    [[ "$output" == *"UTC  $(printf %-12s "$user")  player rename: win carl" ]]
    # A player may be called as another word of it: that word stays.
    "$postmove" player rename carl win
    "$postmove" match create halma -size=8 win ann
    "$postmove" player rename win zed
    run "$postmove" journal 3
    [[ "${lines[0]}" == *'player rename: carl zed' ]]
    [[ "${lines[1]}" == *'match create: 3 halma zed ann -size=8' ]]
    run "$postmove" journal all
    [[ "$output" == *'match end: 2 win ANN'* ]]
    for i in $(seq 16); do "$postmove" hold on && "$postmove" hold off; done
    run "$postmove" journal
    [ "${#lines[@]}" -eq 20 ]
    says='write a number of entries' refused 2 journal 0
    says='write a number of entries' refused 2 journal some
}

# reply FROM WORD: to the newest letter that came to them.
reply() {
    local letter to
    letter=$(grep -lx "To: $1" "$folder"/letters/*.eml | tail -n 1)
    to=$(sed -n 's/^Reply-To: //p' "$letter")
    printf 'From: %s\nTo: %s\nSubject: Re: x\n\n%s\n' "$1" "$to" "$2" |
        "$build/postmove-receive" -d "$folder/spool" -f "$1" -r "$to"
    "$postmove" run
}

@test "a challenge whose game does not have its options any more is answered, not begun" {
    write ann@example.net 'halma challenge ann bob'
    reply ann@example.net yes
    "$build/tests/faults/alter" "$folder/postmove.db" "UPDATE boards SET options = '-former' WHERE number = 3"
    reply bob@example.com accept
    came bob@example.com | tr '\n' ' ' | grep -q 'Board 3 cannot be read: its record is damaged'
    "$postmove" match show 3 | grep -q challenge
}
