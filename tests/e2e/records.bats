#!/usr/bin/env bats
# postmove record, postmove replay: matches as files, and whether they hold.

bats_require_minimum_version 1.5.0
load server.bash

setup() {
    begin_server
}

# A finished match of each game, the last for three.
play_some() {
    local game number=0
    for game in $(basename -s .c games/*.c); do
        "$postmove" match create "$game" ann bob
        number=$((number + 1))
        "$postmove" match end $number --winner bob --yes
    done
    "$postmove" player add carl carl@example.test
    "$postmove" match create chinesecheckers ann bob carl --unrated
    "$postmove" match end $((number + 1)) --draw --yes
}

@test "record: all have the form that others publish, and hold" {
    play_some
    "$postmove" record --all --sign >"$folder/book"
    run python3 tests/e2e/record-form.py <"$folder/book"
    [ "$status" -eq 0 ]
    [ "$output" = "$(wc -l <"$folder/book")" ]
    run "$postmove" replay "$folder/book" --key "$("$postmove" record --key)"
    [ "$status" -eq 0 ]
    [[ ${lines[-1]} == *" records, 0 do not hold" ]]
    [[ $output == *"chinesecheckers "[0-9]*", ann - bob - carl: draw, 1 turns"* ]]
    # As a mail program may have saved it, and from standard input; without any server.
    sed 's/$/\r/' "$folder/book" | env -u POSTMOVE_CONF "$postmove" replay -
}

@test "replay: a record that was cut off or changed does not hold" {
    play_some
    "$postmove" record --sign 1 >"$folder/one"
    key=$("$postmove" record --key)
    sed 's/"bob"/"rob"/g' "$folder/one" >"$folder/other"
    run "$postmove" replay "$folder/other" --key "$key"
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == "line 1: does not hold: it was changed after it was signed"* ]]
    run "$postmove" replay "$folder/other"
    [ "$status" -eq 0 ]
    head -c 300 "$folder/one" >"$folder/cut"
    run "$postmove" replay "$folder/cut"
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == "line 1: does not hold: it is no record: it was cut off or changed" ]]
    sed 's/"result":2/"result":1/' "$folder/one" >"$folder/won"
    run "$postmove" replay "$folder/won"
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == *"does not follow from its turns: the results of its players" ]]
    "$postmove" record 2 >"$folder/plain"
    run "$postmove" replay "$folder/plain" --key "$key"
    [ "$status" -eq 1 ]
    [[ ${lines[0]} == *"it is not signed" ]]
}

@test "record: it names who sat in a seat before" {
    "$postmove" player add carl carl@example.test
    "$postmove" match create halma ann bob
    "$postmove" match replace 1 bob carl
    "$postmove" match end 1 --winner carl --yes
    "$postmove" record 1 >"$folder/one"
    grep -F '"name":"carl"' "$folder/one" | grep -F '"substitutions":[{"seat":2,"name":"bob","turns":0}]'
    "$postmove" replay "$folder/one"
    run python3 tests/e2e/record-form.py <"$folder/one"
    [ "$output" = 1 ]
}

@test "record, replay: what they refuse" {
    "$postmove" match create halma ann bob
    says='The match at board 1 is not over' refused 1 record 1
    says='There is no board 7' refused 1 record 7
    says='not the number of a board' refused 2 record one
    says='needs one of BOARD, --all and --key' refused 2 record
    says='needs one of BOARD, --all and --key' refused 2 record 1 --all
    says='needs one of BOARD, --all and --key' refused 2 record --key --sign
    says='No such file' refused 1 replay "$folder/none"
    says='Is a directory' refused 1 replay "$folder"
    says='a key has 44 characters' refused 2 replay "$folder/none" --key short
    says='there is no record in it' refused 1 replay /dev/null
}
