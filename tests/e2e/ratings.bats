#!/usr/bin/env bats
# Ratings, seen by the operator: what counts, and what `verify` finds.

bats_require_minimum_version 1.5.0
load server

setup() {
    begin_server
    for match in 1 2 3; do
        "$postmove" match create entrapment ann bob
        for turn in 'ann a1' 'bob g7' 'ann c3' 'bob e5'; do
            move "$match" $turn
        done
    done
    "$postmove" run
    for match in 1 2 3; do
        POSTMOVE_TIME=$((1700000000 + match * 86400)) "$postmove" match end "$match" --winner ann --yes
    done
}

# move BOARD NAME MOVE: a mail that makes a move.
move() {
    "$postmove" run
    local to
    to=$(sed -n 's/^Reply-To: //p' "$(grep -l "entrapment-$1\." $(grep -lx "To: $2@example.*" "$folder"/letters/*.eml) | tail -n 1)")
    printf 'From: %s\nTo: %s\nSubject: x\n\n%s\n' "$(address "$2")" "$to" "$3" |
        "$build/postmove-receive" -d "$folder/spool" -f "$(address "$2")" -r "$to"
}

address() {
    [ "$1" = ann ] && echo ann@example.net || echo bob@example.com
}

# change SQL: changes the database behind the server's back.
change() {
    "$build/tests/faults/alter" "$folder/postmove.db" "$1"
}

@test "verify finds one wrong digit, and names the board, the player and both numbers" {
    "$postmove" verify
    change 'UPDATE ratings SET rating = rating + 1 WHERE board = 2 AND seat = 1'
    run "$postmove" verify
    [ "$status" -eq 1 ]
    [[ "${lines[0]}" =~ ^'board 2: bob: rating '([0-9.]+)' stored, '([0-9.]+)' by the matches'$ ]]
    [ "${BASH_REMATCH[1]}" != "${BASH_REMATCH[2]}" ]
    [[ "${lines[1]}" == *', 1 faults' ]]
    change 'UPDATE ratings SET rating = rating - 1 WHERE board = 2 AND seat = 1'
    "$postmove" verify
    change 'UPDATE seats SET place = 3 WHERE board = 2 AND seat = 1'
    run "$postmove" verify
    [ "$status" -eq 1 ]
    [[ "${lines[0]}" == 'board 2: seat 2: place 3 with seat 2 stored, 2 with 2 by its record' ]]
}

@test "player show: the rating in each game; a match that is made void counts no more" {
    "$postmove" player show ann | grep -Eq '^  entrapment +[0-9]+, matches 3$'
    [[ "$("$postmove" player show ann --json)" =~ '"ratings":[{"game":"entrapment","rating":'[0-9]+',"deviation":'[0-9]+',"matches":3}]' ]]
    "$postmove" match undo 2 --yes
    "$postmove" match end 2 --void --yes
    [[ "$("$postmove" player show ann --json)" == *'"matches":2}]'* ]]
    "$postmove" verify
    "$postmove" player forget bob --yes
    [[ "$("$postmove" player show ann --json)" == *'"ratings":[]'* ]]
    "$postmove" verify
}
