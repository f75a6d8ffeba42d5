#!/usr/bin/env bats
# postmove mail: what waits, what failed and what is parked; tried anew, taken
# away, and a mail that is only simulated.

bats_require_minimum_version 1.5.0

# Two letters in the outbox, the first parked; a mail that failed.
setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_CONF=$folder/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$PWD/${BUILD:-build}
    case ${BUILD:-} in /*) build=$BUILD ;; esac
    postmove=$build/postmove
    "$postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = false {recipient}#" "$POSTMOVE_CONF"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    "$postmove" match create halma ann bob
    printf 'From: ann@example.net\nTo: turns@example.org\nSubject: whoami\n\n\033[31mHello\n' \
        >"$folder/mail.eml"
}

# park: both letters fail for three days; standard error says so of each.
park() {
    POSTMOVE_TIME=1700000000 "$postmove" send 2>/dev/null
    POSTMOVE_TIME=1700259200 run --separate-stderr "$postmove" send
    [ "$(grep -c 'is parked after three days: false: ended with exit code 1' <<<"$stderr")" -eq 2 ]
}

letters() {
    find "$folder/letters" -name '*.eml' | wc -l
}

@test "what waits is listed, with the reason" {
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == 'letter 1 '*' waits   to ann@example.net  written 14 Nov 2023 22:13 UTC  attempts 0  next 14 Nov 2023 22:13 UTC' ]]
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [[ "${lines[1]}" == 'letter 2 '*' attempts 1  next 14 Nov 2023 22:14 UTC  false: ended with exit code 1' ]]
    park
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    cp "$folder/mail.eml" "$folder/spool/new/two"
    run "$postmove" mail list
    [ "${lines[0]}" = 'mail   two  waits  attempts 0' ]
    [ "${lines[1]}" = 'mail   one  failed  attempts 3' ]
    [[ "${lines[2]}" == 'letter 1 '*' parked '*' attempts 2  false: ended with exit code 1' ]]
    run "$postmove" mail list --json
    [[ "$output" == '[{"mail":"two","state":"waits","received":null,"attempts":0},'* ]]
    [[ "$output" == *'{"letter":2,"state":"parked","recipient":"bob@example.com","written":1700000000,"attempts":2,"due":null,"reason":"false: ended with exit code 1"}]' ]]
}

@test "where letter after letter fails the rest is left for the next time" {
    for game in halma emergo embargo halma emergo; do
        "$postmove" match create $game ann bob
    done
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 12 ]
    [ "$(grep -c ' attempts 1 ' <<<"$output")" -eq 10 ]
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [ "$(grep -c ' attempts 1 ' <<<"$output")" -eq 12 ]
}

@test "one is shown whole, and cannot play with the terminal" {
    run "$postmove" mail show 1
    [[ "$output" == *$'\nTo: ann@example.net\n'* ]]
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    run "$postmove" mail show one
    [ "${lines[0]}" = "$folder/spool/failed/one" ]
    [[ "$output" == *$'\n?[31mHello' ]]
    for nothing in 3 none ../spool/failed/one; do
        run --separate-stderr "$postmove" mail show $nothing
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"$nothing" ]]
    done
}

@test "what failed is tried anew" {
    park
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    cp "$folder/mail.eml" "$folder/spool/failed/two"
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    export POSTMOVE_TIME=1700259200
    "$postmove" send
    [ ! -e "$folder/letters" ]
    "$postmove" mail retry 2 two
    [ -e "$folder/spool/new/two" ]
    "$postmove" send
    [ "$(letters)" -eq 1 ]
    "$postmove" mail retry --all
    [ -e "$folder/spool/new/one" ]
    "$postmove" send
    [ "$(letters)" -eq 2 ]
    for nothing in 1 99 one; do
        run --separate-stderr "$postmove" mail retry $nothing
        [ "$status" -eq 1 ]
    done
    for wrong in '' '--all 1'; do
        run --separate-stderr "$postmove" mail retry $wrong
        [ "$status" -eq 2 ]
    done
}

@test "a letter tried anew has three days again" {
    park
    export POSTMOVE_TIME=1700259200
    "$postmove" mail retry 1
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [[ "${lines[0]}" == 'letter 1 '*' waits '*'attempts 1 '* ]]
}

@test "each part takes its own options alone" {
    for wrong in 'list --yes' 'list --all' 'show 1 --json' 'show 1 -f x' 'retry 1 --yes' \
        'drop 1 --all' 'drop 1 --json' 'simulate x --yes'; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" mail $wrong
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ "$stderr" == *"mail: ${wrong%% *} takes no --"* ]]
    done
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 2 ]
}

@test "drop: what is not there is told at once, and nothing asked" {
    for nothing in 99 none; do
        run --separate-stderr "$postmove" mail drop $nothing </dev/null
        [ "$status" -eq 1 ]
        [[ "$stderr" != *--yes* ]]
    done
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$postmove" send
    run --separate-stderr "$postmove" mail drop 1 </dev/null
    [ "$status" -eq 1 ]
    [[ "$stderr" == *'letter 1 is not there, or was sent'* ]]
}

@test "what is done to mail stands in the journal" {
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    cp "$folder/mail.eml" "$folder/spool/failed/two"
    "$postmove" mail drop --yes one 1
    "$postmove" mail retry two
    run "$postmove" mail retry nothing
    [ "$status" -eq 1 ]
    "$postmove" mail retry --all
    run "$postmove" journal 4
    for i in 'mail drop: one' 'mail drop: 1' 'mail retry: two' 'mail retry: --all'; do
        [[ "$output" == *"$i"* ]]
    done
}

@test "what is dropped is gone; it is asked for first" {
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    run --separate-stderr "$postmove" mail drop 1 </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'1 was kept: --yes'* ]]
    "$postmove" mail drop --yes 1 one
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 1 ]
    [[ "${lines[0]}" == 'letter 2 '* ]]
    for nothing in 1 one; do
        run --separate-stderr "$postmove" mail drop --yes $nothing
        [ "$status" -eq 1 ]
    done
}

@test "a simulated mail tells what would come of it, and changes nothing" {
    "$postmove" mail list >"$folder/before"
    run "$postmove" mail simulate "$folder/mail.eml"
    [ "$status" -eq 0 ]
    [[ "$output" == *'player     ann'* ]]
    [[ "$output" == *'to         our address'* ]]
    [[ "$output" == *'automatic  no'* ]]
    [[ "$output" == *'letter to  ann@example.net'* ]]
    [[ "$output" == *'You are ann.'* ]]
    "$postmove" mail list | cmp - "$folder/before"

    # A move by reply, while somebody else writes to the database.
    move=$("$postmove" moves halma | head -n 1)
    reply=$("$postmove" mail show 1 | sed -n 's/^Reply-To: //p')
    printf 'From: ann@example.net\nTo: %s\nSubject: x\n\n%s\n' "$reply" "$move" >"$folder/move.eml"
    flock "$folder/postmove.db.lock" sleep 5 3>&- &
    holder=$!
    run "$postmove" mail simulate "$folder/move.eml"
    kill "$holder"
    [[ "$output" == *'to         a reply address given to ann'* ]]
    [[ "$output" == *'letter to  bob@example.com'* ]]
    "$postmove" mail list | cmp - "$folder/before"
    run "$postmove" match show 1
    [[ "$output" != *"$move"* ]]

    # As it lies in the spool, fetched: its mailbox has noted whom it is for.
    {
        printf 'postmove-spool 1\nmailbox provider\nreceived 1700000000\ntruncated 0\n\n'
        printf 'Delivered-To: %s\n' "$reply"
        sed 's/^To: .*/To: friends@example.net/' "$folder/move.eml"
    } >"$folder/fetched"
    run "$postmove" mail simulate "$folder/fetched"
    [[ "$output" == *'to         a reply address given to ann'* ]]
    [[ "$output" == *'letter to  bob@example.com'* ]]
}

@test "a simulated mail of nobody, of a machine, of nothing" {
    printf 'From: eve@example.com\nTo: turns@example.org\n\nhi\n' >"$folder/mail.eml"
    run "$postmove" mail simulate "$folder/mail.eml"
    [[ "$output" == *'player     none has that address'* ]]
    [[ "$output" == *'letter to  eve@example.com'* ]]
    printf 'From: ann@example.net\nAuto-Submitted: auto-replied\n\nhi\n' >"$folder/mail.eml"
    run "$postmove" mail simulate -f '' -r turns@example.org "$folder/mail.eml"
    [[ "$output" == *'to         our address'*'automatic  '*'no letter' ]]
    : >"$folder/mail.eml"
    run "$postmove" mail simulate "$folder/mail.eml"
    [ "$status" -eq 0 ]
    [[ "$output" == *'no letter' ]]
    run --separate-stderr "$postmove" mail simulate "$folder/none"
    [ "$status" -eq 75 ]
}

@test "the operator hears of parked letters by one letter a day" {
    park
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    POSTMOVE_TIME=1700259200 "$postmove" run
    [ "$(letters)" -eq 1 ]
    grep -qx 'New since you were last told: 2\.' "$folder"/letters/*.eml
    grep -qx 'To: op@example.org' "$folder"/letters/*.eml
    POSTMOVE_TIME=1700259300 "$postmove" run
    POSTMOVE_TIME=1700400000 "$postmove" run
    [ "$(letters)" -eq 1 ]
    run "$postmove" mail show 3
    [[ "${lines[0]}" == 'letter 3 sent 17 Nov 2023 22:13 UTC to op@example.org' ]]
}

@test "letters go out from the server's address where a provider takes no other sender" {
    sed -i 's/^\[send\]$/&\nreturns = address/' "$POSTMOVE_CONF"
    "$postmove" match create halma ann bob
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$postmove" send
    grep -qx 'Return-Path: <turns+b.1.[a-z2-7]*@example.org>' "$folder/letters/00000001.eml"
    grep -qx 'Return-Path: <turns@example.org>' "$folder/letters/00000003.eml"
}
