#!/usr/bin/env bats
# What an operator does at a board and to the whole server: match adjourn, resume
# and undo; hold; stats.

bats_require_minimum_version 1.5.0
load server

setup() {
    begin_server
    "$postmove" match create halma ann bob -size=8
    "$postmove" run
}

newest() { # ADDRESS: the newest letter to it
    grep -lx "To: $1" "$folder"/letters/*.eml | tail -n 1
}

# answer ADDRESS TEXT: a reply to the newest letter to it, which waits then.
answer() {
    local to
    to=$(sed -n 's/^Reply-To: //p' "$(newest "$1")")
    printf 'From: %s\nTo: %s\nSubject: x\n\n%s\n' "$1" "$to" "$2" |
        "$build/postmove-receive" -d "$folder/spool" -f "$1" -r "$to"
}

@test "adjourn and resume: all are told; the list says who had it rest" {
    "$postmove" match adjourn 1
    "$postmove" run
    for player in ann@example.net bob@example.com; do
        grep -q 'The operator has adjourned this match. No clock runs' "$(newest $player)"
    done
    "$postmove" match list | grep -q '  paused by operator'
    [[ "$("$postmove" match show 1 --json)" == *'"paused":1700000000,"paused_by":"operator"'* ]]
    says='Board 1 is adjourned already' refused 1 match adjourn 1
    "$postmove" match resume 1
    "$postmove" run
    grep -q 'The operator has resumed this match' "$(newest bob@example.com)"
    [[ "$("$postmove" match show 1 --json)" == *'"paused":null,"paused_by":null'* ]]
    says='Board 1 is neither adjourned nor paused' refused 1 match resume 1
    answer ann@example.net e1-d2
    "$postmove" run
    "$postmove" match show 1 | grep -q ' turns 1 '
    "$postmove" verify
}

@test "adjourn and resume: refusals" {
    "$postmove" match end 1 --void --yes
    says='No match is going on at board 1' refused 1 match adjourn 1
    for part in adjourn resume undo; do
        says='no board 7. "postmove match list"' refused 1 match $part 7 $([ $part != undo ] || echo --yes)
        says='x: not the number of a match' refused 2 match $part x
        says='an argument is missing' refused 2 match $part
        says="Unknown option --draw" refused 2 match $part 1 --draw
    done
}

@test "undo: the last turn, or several; all are told, and an older letter does not play" {
    answer ann@example.net e1-d2
    "$postmove" run
    answer bob@example.com d8-e7
    "$postmove" run
    "$postmove" match show 1 | grep -q ' turns 2 '
    before=$(newest ann@example.net)
    says='nothing was taken back; confirm with --yes' refused 2 match undo 1
    "$postmove" match undo 1 --yes
    "$postmove" match show 1 | grep -q ' turns 1 .*to move bob'
    "$postmove" run
    for player in ann@example.net bob@example.com; do
        tr '\n' ' ' <"$(newest $player)" | grep -q 'has taken back turn 2, d8-e7, and all that was played after it'
    done
    to=$(sed -n 's/^Reply-To: //p' "$before")
    printf 'From: ann@example.net\nTo: %s\nSubject: x\n\nd1-c2\n' "$to" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$to"
    "$postmove" run
    grep -q 'The board has changed since' "$(newest ann@example.net)"
    answer bob@example.com d8-e7
    "$postmove" run
    "$postmove" match undo 1 2 --yes
    "$postmove" match show 1 | grep -q ' turns 0 .*to move ann'
    run "$postmove" verify
    [ "$output" = "1 boards, 0 turns, 0 faults" ]
    says='Board 1 has fewer turns than you want to take back' refused 1 match undo 1 --yes
    says='0: not a number of turns' refused 2 match undo 1 0 --yes
    run "$postmove" journal
    [[ "$output" == *"match undo: 1"*"match undo: 1 2" ]]
}

@test "undo: not where a player has been forgotten" {
    answer ann@example.net e1-d2
    "$postmove" run
    "$postmove" player forget ann --yes
    "$postmove" run
    before=$("$postmove" match show 1)
    says='Board 1 cannot go on: former-1 has been forgotten' refused 1 match undo 1 --yes
    [ "$("$postmove" match show 1)" = "$before" ]
}

@test "undo: a match that was over goes on" {
    answer ann@example.net e1-d2
    "$postmove" run
    answer bob@example.com resign
    "$postmove" run
    "$postmove" match show 1 | grep -q ' finished '
    "$postmove" match undo 1 --yes
    "$postmove" match show 1 | grep -q ' running .*to move bob'
    "$postmove" match end 1 --draw --yes
    "$postmove" match undo 1 --yes
    "$postmove" run
    answer bob@example.com d8-e7
    "$postmove" run
    run "$postmove" verify
    [ "$output" = "1 boards, 2 turns, 0 faults" ]
}

@test "hold: mail is taken in and waits, nothing is played or sent; once it is said" {
    [ "$("$postmove" hold)" = 'not held' ]
    [ "$("$postmove" hold --json)" = '{"held":false,"since":null,"sender":null}' ]
    "$postmove" match create emergo ann bob
    "$postmove" hold on
    [ "$("$postmove" hold)" = 'held since 14 Nov 2023 22:13 UTC' ]
    [ "$("$postmove" hold --json)" = '{"held":true,"since":1700000000,"sender":null}' ]
    answer ann@example.net e1-d2
    run --separate-stderr "$postmove" run
    [ "$status" -eq 0 ]
    [[ "$stderr" == *'held since 14 Nov 2023 22:13 UTC: mail is kept'* ]]
    for part in run process send; do
        run --separate-stderr "$postmove" $part
        [ "$status" -eq 0 ]
        [ -z "$output$stderr" ]
    done
    [ "$(find "$folder/letters" -name '*.eml' | wc -l)" -eq 2 ]
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq 1 ]
    run "$postmove" doctor
    [[ "$output" == *'note   hold: The server has been on hold for '*'`postmove hold off`'* ]]
    says='held already, since 14 Nov 2023 22:13 UTC' refused 1 hold on
    "$postmove" hold off
    "$postmove" run
    "$postmove" match show 1 | grep -q ' turns 1 '
    [ "$(find "$folder/letters" -name '*.eml' | wc -l)" -eq 6 ]
    run "$postmove" doctor
    [[ "$output" == *'ok     hold: mail is played and letters are sent'* ]]
    says='the server is not held' refused 1 hold off
    says='perhaps: too many arguments' refused 2 hold perhaps
    says='Unknown option --json' refused 2 hold on --json
}

# slow_hook SECONDS: each letter takes that long; how many went out is the length of $folder/out.
slow_hook() {
    printf '#!/bin/sh\ncat >/dev/null\nsleep %s\nprintf x >>%s/out\n' "$1" "$folder" >"$folder/slow"
    chmod +x "$folder/slow"
    sed -i "s#^hook = .*#hook = $folder/slow {sender} {recipient}#" "$POSTMOVE_CONF"
    : >"$folder/out"
}

@test "hold on waits for the letter that is under way, and no other goes out after it" {
    slow_hook 0.3
    for i in $(seq 12); do "$postmove" match create halma ann bob; done
    "$postmove" send 3>&- &
    until [ -s "$folder/out" ]; do sleep 0.05; done
    "$postmove" hold on
    sent=$(wc -c <"$folder/out")
    [ "$sent" -lt 24 ]
    wait
    sleep 0.7
    [ "$(wc -c <"$folder/out")" -eq "$sent" ]
    [ "$("$postmove" hold)" = 'held since 14 Nov 2023 22:13 UTC' ]
    "$postmove" hold off
    "$postmove" send
    [ "$(wc -c <"$folder/out")" -eq 24 ]
}

@test "hold on records what a killed sender has sent, so that a copy sends it no second time" {
    slow_hook 0.2
    for i in $(seq 4); do "$postmove" match create halma ann bob; done
    "$postmove" send 3>&- &
    until [ "$(wc -c <"$folder/out")" -ge 3 ]; do sleep 0.05; done
    kill -9 $!
    wait || true
    sleep 0.5
    "$postmove" hold on
    sent=$(wc -c <"$folder/out")
    "$postmove" backup --yes "$folder/copy.db"
    rm -f "$folder"/postmove.db.sent
    "$postmove" restore --yes "$folder/copy.db"
    "$postmove" hold off
    "$postmove" send
    [ "$(wc -c <"$folder/out")" -le 9 ] && [ "$(wc -c <"$folder/out")" -ge 8 ]
}

# much_to_do: 4001 mails of ann wait, and `run` is at work on them, as process $!.
much_to_do() {
    printf 'From: ann@example.net\nTo: turns@example.org\nSubject: whoami\nMessage-ID: <@example.net>\n\n' |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r turns@example.org
    mail=$(cat "$folder"/spool/new/*)
    rm "$folder"/spool/new/*
    for i in {1000..5000}; do
        printf '%s\n\n' "${mail/<@/<$i@}" >"$folder/spool/new/1700000000.$i"
    done
    "$postmove" run &
    while [ ! -e "$folder/postmove.db-wal" ]; do
        kill -0 $!
        sleep 0.02
    done
}

@test "hold: a run with much to do lets the operator in, and stops at once" {
    much_to_do
    "$postmove" hold on
    left=$(find "$folder/spool/new" "$folder/spool/work" -type f | wc -l)
    [ "$left" -gt 0 ]
    wait
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq "$left" ]
    "$postmove" hold off
    "$postmove" process
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq 0 ]
}

@test "mail drop: a mail that a run has before it is passed over" {
    much_to_do
    "$postmove" mail drop 1700000000.4990 --yes
    wait $!
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq 0 ]
    "$postmove" verify
}

@test "hold: send says it too, and mail is still fetched" {
    mkdir -p "$folder/box/new" "$folder/box/cur" "$folder/box/tmp"
    printf '\n[mailbox box]\nsource = maildir:%s\n' "$folder/box" >>"$POSTMOVE_CONF"
    printf 'From: ann@example.net\nTo: turns@example.org\nSubject: whoami\n\n' >"$folder/box/new/1"
    "$postmove" hold on
    run --separate-stderr "$postmove" send
    [[ "$stderr" == *'held since'* ]]
    run --separate-stderr "$postmove" run
    [ -z "$output$stderr" ]
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq 1 ]
    "$postmove" hold off
    "$postmove" run
    grep -q 'You are ann' "$(newest ann@example.net)"
}

# A match with clocks on a server whose own gaps are no outages.
with_clocks() {
    sed -i 's/^\[server\]/[play]\nexcused = 0\n&\noutage = 400d/' "$POSTMOVE_CONF"
    "$postmove" match create halma ann bob -size=8 --time=2d
    "$postmove" run
}

at_hour() { # HOURS WORDS... : that long after the beginning
    POSTMOVE_TIME=$((1700000000 + $1 * 3600)) "$postmove" "${@:2}"
}

# Held from the tenth hour to the ninetieth: the two days end with the 128th.
none_of_80_hours_counted() {
    at_hour 90 hold off
    at_hour 90 run
    at_hour 127 run
    "$postmove" match show 2 | grep -q ' running '
    at_hour 129 run
    "$postmove" match show 2 | grep -q ' finished '
    "$postmove" verify
}

@test "hold: the time counts for nobody" {
    with_clocks
    at_hour 10 hold on
    at_hour 70 run
    at_hour 70 clocks
    none_of_80_hours_counted
}

@test "hold: what the operator does meanwhile costs nobody the time" {
    with_clocks
    at_hour 10 hold on
    at_hour 70 match adjourn 2
    at_hour 80 match resume 2
    at_hour 85 verify
    none_of_80_hours_counted
}

@test "adjourn, suspend: no time runs; afterwards it does" {
    with_clocks
    at_hour 10 match adjourn 2
    at_hour 100 run
    at_hour 100 match resume 2
    at_hour 100 run
    at_hour 110 player suspend ann
    at_hour 200 run
    "$postmove" match show 2 | grep -q ' running '
    at_hour 200 player resume ann
    at_hour 200 run
    at_hour 227 run
    "$postmove" match show 2 | grep -q ' running '
    at_hour 229 run
    "$postmove" match show 2 | grep -q ' finished '
    "$postmove" verify
}

@test "set-clock: what a clock shows from now on; all are told" {
    with_clocks
    at_hour 10 match set-clock 2 ANN 1d6h
    at_hour 10 run
    grep -q 'The operator has set the clock of ann to 1 day 6 hours' "$(newest bob@example.com)"
    at_hour 39 run
    "$postmove" match show 2 | grep -q ' running '
    at_hour 41 run
    "$postmove" match show 2 | grep -q ' finished '
    says='Board 2 has no clocks, or is over' refused 1 match set-clock 2 ann 1d
    says='Board 1 has no clocks, or is over' refused 1 match set-clock 1 ann 1d
    says='No player of that name plays at board 1' refused 1 match set-clock 1 carl 1d
    says='no board 9' refused 1 match set-clock 9 ann 1d
    for wrong in soon 1d+1h 0 1d/move; do
        says='write the time as in 10d' refused 2 match set-clock 1 ann $wrong
    done
    says='an argument is missing' refused 2 match set-clock 1 ann
}

@test "set-clock: silence is counted on; the time of a turn is set for one turn" {
    with_clocks
    "$postmove" match create halma ann bob -size=8 --time=20d --forfeit=3
    "$postmove" match create halma ann bob -size=8 --time=36h/move
    "$postmove" run
    at_hour 1 match set-clock 4 bob 5d
    at_hour 1 run
    tr '\n' ' ' <"$(newest ann@example.net)" | grep -q 'of bob to 5 days. This is only for the next turn'
    POSTMOVE_TIME=$((1700000000 + 3600)) answer ann@example.net e1-d2
    at_hour 1 run
    at_hour 48 match set-clock 3 ann 10d
    at_hour 72 run
    "$postmove" match show 3 | grep -q ' running '
    at_hour 73 run
    "$postmove" match show 3 | grep -q ' finished '
    at_hour 121 run
    "$postmove" match show 4 | grep -q ' running '
    "$postmove" verify
    at_hour 122 run
    "$postmove" match show 4 | grep -q ' finished '
}

@test "stats: players, boards, mails and letters, in words and as JSON" {
    answer ann@example.net e1-d2
    "$postmove" run
    POSTMOVE_TIME=1700086400
    answer bob@example.com resign
    "$postmove" process
    "$postmove" match create emergo ann bob
    run "$postmove" stats
    for line in 'players  *2' 'players active in 30 days  *2' 'mails processed  *2' \
        'mails processed today  *1' 'letters sent in 30 days  *4' 'letters sent today  *0' \
        'letters waiting  *4' 'oldest letter waiting  *15 Nov 2023 22:13 UTC' \
        'emergo running  *1' 'halma finished  *1'; do
        grep -qx "$line" <<<"$output"
    done
    run "$postmove" stats --json
    [[ "$output" == '{"players":2,"active":2,"suspended":0,"players_kept_back":0,"mails":2,"mails_today":1,"mails_unchanged_today":0,"mails_waiting":0,"mails_failed":0,'* ]]
    [[ "$output" == *'"letters":4,"letters_today":0,"letters_returned":0,"letters_waiting":4,"letters_parked":0,"oldest":1700086400,'* ]]
    [[ "$output" == *'"boards":[{"game":"emergo","state":"running","count":1},{"game":"halma","state":"finished","count":1}]}' ]]
    answer bob@example.com e4-e5
    answer bob@example.com 'show'
    "$postmove" process
    run "$postmove" stats
    grep -qx 'mails processed today  *3' <<<"$output"
    grep -qx 'of these, refused or only asking  *2' <<<"$output"
    # Nobody has done anything for a month.
    POSTMOVE_TIME=1703000000 run "$postmove" stats
    grep -qx 'players active in 30 days  *0' <<<"$output"
    says='too many arguments' refused 2 stats x
}

@test "a usual time that no match can have is refused with every command" {
    printf '[play]\ntime = 400d\n' >>"$POSTMOVE_CONF"
    says='[play] time: "400d" is not possible' refused 2 match list
}

@test "replace: somebody else plays on; all are told, and show names both" {
    with_clocks
    "$postmove" player add carl carl@example.com
    at_hour 10 match replace 2 ANN carl
    at_hour 10 run
    tr '\n' ' ' <"$(newest bob@example.com)" | grep -q 'given the seat of ann to carl'
    tr '\n' ' ' <"$(newest carl@example.com)" | grep -q 'given you the seat of ann'
    tr '\n' ' ' <"$(newest ann@example.net)" | grep -q 'Your seat in match 2 was given to carl'
    "$postmove" match show 2 | grep -q 'carl has played in place of ann since turn 1\.'
    "$postmove" match show 2 --json | grep -q '"former": *"ann"'
    "$postmove" journal | grep -q 'match replace.*2 ANN carl'
    says='carl plays in this match already' refused 1 match replace 2 bob carl
    says='No player of that name plays at board 2' refused 1 match replace 2 ann bob
    says='no player named zed' refused 1 match replace 2 bob zed
    says='no board 9' refused 1 match replace 9 bob carl
    says='an argument is missing' refused 2 match replace 2 bob
    "$postmove" verify
}
