#!/usr/bin/env bats
# Letters go out by SMTP, to a server that fails in each way there is: at the
# end every letter was delivered, with one Message-ID and its own bytes, and
# nothing was said in clear that TLS was to protect.

bats_require_minimum_version 1.5.0

# Six letters wait; $BATS_FILE_TMPDIR/letters has them as they should arrive.
setup_file() {
    build=$PWD/${BUILD:-build}
    case ${BUILD:-} in /*) build=$BUILD ;; esac
    export postmove=$build/postmove sink=$PWD/tests/servers/smtp-sink.py
    export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    mkdir "$BATS_FILE_TMPDIR/server"
    . tests/servers/certificates.sh
    certificates "$BATS_FILE_TMPDIR"
    export POSTMOVE_CONF=$BATS_FILE_TMPDIR/server/postmove.conf
    "$postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i -e '/^hook/d' -e 's#^database = .*/#database = #' -e 's#^spool = .*/#spool = #' \
        "$POSTMOVE_CONF"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    for game in halma emergo embargo; do "$postmove" match create $game ann bob; done
    cp -R "$BATS_FILE_TMPDIR/server" "$BATS_FILE_TMPDIR/copy"
    echo 'hook = folder:../letters' >>"$BATS_FILE_TMPDIR/copy/postmove.conf"
    "$postmove" --config "$BATS_FILE_TMPDIR/copy/postmove.conf" send
    echo hush >"$BATS_FILE_TMPDIR/secret"
    chmod 600 "$BATS_FILE_TMPDIR/secret"
}

setup() {
    folder=$BATS_TEST_TMPDIR
    files=$BATS_FILE_TMPDIR
    export POSTMOVE_CONF=$folder/server/postmove.conf POSTMOVE_TIME=1700000000
}

teardown() {
    stop
}

# stop: ends the sink.
stop() {
    if [ -n "${running:-}" ]; then
        kill "$running" 2>/dev/null || :
        wait "$running" || :
        running=
    fi
}

# start FAULT ...: a sink with those faults and options, and a server whose six
# letters go to it; $scheme (smtp) and $settings (lines of [send]) say how.
start() {
    stop
    rm -rf "$folder/server" "$folder/mails" "$folder/port"
    cp -R "$files/server" "$folder/server"
    python3 "$sink" --mails "$folder/mails" "$@" >"$folder/port" 3>&- &
    running=$!
    port=
    for _ in {1..200}; do
        [ ! -e "$folder/port" ] || ! read -r _ port <"$folder/port" || break
        sleep 0.05
    done
    [ -n "$port" ]
    printf '%s\n' "hook = ${scheme:-smtp}://${host:-127.0.0.1}:$port" "timeout = 1" \
        "${settings:-tls = never}" >>"$POSTMOVE_CONF"
}

# protected: settings and options under which TLS and a log-in are demanded.
protected() {
    settings=$(printf '%s\n' "ca = $files/ca.pem" 'user = turns' "secret = file:$files/secret")
    options=(--tls "$files/right.pem" "$files/right.key" --user turns --password hush)
}

# send: `postmove send` at once, and again as time goes on, until all is sent or
# a day is over.
send() {
    local minute POSTMOVE_TIME=$POSTMOVE_TIME
    "$postmove" send 2>>"$folder/errors"
    for minute in 1 2 7 9 30 31 90 100 400 401 700 1000 1440; do
        POSTMOVE_TIME=$((1700000000 + 60 * minute)) "$postmove" send 2>>"$folder/errors"
    done
}

# arrived: each letter is in the sink, and whatever is there is one of them,
# envelope and bytes, but for line ends.
arrived() {
    local file
    for file in "$files"/letters/*.eml; do
        sed -e 's/^Return-Path: <\(.*\)>$/\1/' -e 's/^Delivered-To: //' "$file" | cksum
    done | sort >"$folder/expected"
    for file in "$folder"/mails/*.eml; do
        sed -e '/^X-Sink-Tls: /d' -e 's/^X-Sink-[A-Z][a-z]*: <\([^>]*\)>.*\r$/\1/' -e 's/\r$//' \
            "$file" | cksum
    done | sort -u >"$folder/found"
    diff "$folder/expected" "$folder/found"
}

count() {
    find "$folder/mails" -name '*.eml' | wc -l
}

# nothing_in_clear: but the wish for TLS.
nothing_in_clear() {
    ! grep '^no ' "$folder/mails/session" | grep -vE '^no (EHLO example.org|STARTTLS|QUIT)$'
}

# refused STDERR: nothing went out, and the operator hears why; once.
refused() {
    run --separate-stderr "$postmove" send
    [ "$status" -eq 0 ]
    [[ "$stderr" == *"$1"* ]] || { echo "$stderr"; return 1; }
    [ "$(wc -l <<<"$stderr")" -eq 1 ]
    [[ "$stderr" != *hush* ]]
    [ "$(count)" -eq 0 ]
}

@test "one connection takes all letters, byte by byte, with CRLF alone" {
    start
    "$postmove" send
    arrived
    [ "$(count)" -eq 6 ]
    [ "$(grep -c '^connection' "$folder/mails/session")" -eq 1 ]
    [ "$(grep -c QUIT "$folder/mails/session")" -eq 1 ]
    ! grep -qP '(?<!\r)$' "$folder"/mails/*.eml
    ! grep -qP '\r.' "$folder"/mails/*.eml
    "$postmove" send
    [ "$(count)" -eq 6 ]
}

@test "with STARTTLS, and with TLS from the beginning, all is protected" {
    protected
    start "${options[@]}"
    "$postmove" send
    arrived
    nothing_in_clear
    grep -q '^TLSv1.[23] AUTH PLAIN' "$folder/mails/session"

    scheme=smtps start --wrapped "${options[@]}"
    "$postmove" send
    arrived
    nothing_in_clear
    grep -q '^connection TLSv1' "$folder/mails/session"
    host=localhost start "${options[@]}"
    "$postmove" send
    arrived
}

@test "an access token of a command logs in" {
    settings=$(printf '%s\n' "ca = $files/ca.pem" 'user = turns@example.org' 'auth = bearer' \
        'secret = command echo ya29.hush')
    start --tls "$files/right.pem" "$files/right.key" --user turns@example.org --token ya29.hush
    "$postmove" send
    arrived
    nothing_in_clear
}

@test "without the protection that was asked for nothing is said" {
    protected
    start --tls "$files/right.pem" "$files/right.key" ehlo=strip
    refused 'offers no TLS'
    nothing_in_clear
    start
    refused 'offers no TLS'
    nothing_in_clear
    start starttls='454 4.7.0 not today' "${options[@]}"
    refused 'answered our STARTTLS with 454 4.7.0 not today'
    nothing_in_clear
    for certificate in wrong stranger; do
        start --tls "$files/$certificate.pem" "$files/$certificate.key"
        refused 'its certificate cannot be trusted'
        nothing_in_clear
    done
    settings= start --tls "$files/right.pem" "$files/right.key"
    sed -i '/^tls = never/d' "$POSTMOVE_CONF"
    refused 'its certificate cannot be trusted'
}

@test "a log-in that fails is said once, without the secret" {
    protected
    start --tls "$files/right.pem" "$files/right.key" --user turns --password other
    refused 'refused our log-in (see to `user`, `secret` and `auth`): 535 5.7.8'
    [[ "$stderr" == *': 535 5.7.8' ]] # the server said what we had said: it is not told
    [ "$(grep -c AUTH "$folder/mails/session")" -eq 1 ]
    run --separate-stderr "$postmove" send
    [ -z "$stderr" ]

    chmod 644 "$files/secret"
    start "${options[@]}"
    refused 'chmod 0600'
    chmod 600 "$files/secret"
    "$postmove" send
    POSTMOVE_TIME=1700000060 "$postmove" send
    arrived
}

@test "a password that is wrong is tried less and less often by runs" {
    protected
    start "${options[@]}"
    (umask 077 && echo other >"$folder/secret")
    sed -i "s#^secret = .*#secret = file:$folder/secret#" "$POSTMOVE_CONF"
    for minute in {0..79}; do
        POSTMOVE_TIME=$((1700000000 + 60 * minute)) "$postmove" run 2>>"$folder/errors"
    done
    [ "$(grep -c AUTH "$folder/mails/session")" -eq 3 ]
    (umask 077 && echo hush >"$folder/secret")
    # What was tried before waits on its own; the others go at once.
    POSTMOVE_TIME=$((1700000000 + 60 * 80)) "$postmove" run
    [ "$(count)" -ge 3 ]
    for minute in {81..260}; do
        POSTMOVE_TIME=$((1700000000 + 60 * minute)) "$postmove" run
    done
    arrived
}

@test "cut, or refused for now, at each step: all arrive" {
    protected
    for fault in cut '451 4.3.0 ann@example.net later' '421 4.3.2 closing'; do
        echo "$fault"
        start "${options[@]}" "greeting@2=$fault" "ehlo@3=$fault" "starttls@2=$fault" \
            "auth@3=$fault" "mail@2=$fault" "rcpt@3=$fault" "data@2=$fault" "dot@2=$fault"
        send
        arrived
        [ "$(count)" -eq 6 ]
        nothing_in_clear
    done
    ! grep -e 'ann@' -e hush "$folder/errors"
}

@test "a letter arrives as it is: dots, odd line ends, no end, nothing" {
    alter() { "${postmove%/*}/tests/faults/alter" "$folder/server/postmove.db" "$1"; }
    start
    alter "UPDATE outbox SET bytes = CAST('.' || char(10) || '..' || char(10, 10) || '.a' || char(13, 10)
        || 'b' || char(13) || 'c' AS BLOB) WHERE id = 2"
    alter "UPDATE outbox SET bytes = x'' WHERE id = 3"
    "$postmove" send
    [ "$(count)" -eq 6 ]
    [ "$(sed 1,3d "$folder/mails/0002.eml" | od -An -c | tr -d ' \n')" = '.\r\n..\r\n\r\n.a\r\nb\r\nc\r\n' ]
    [ "$(sed 1,3d "$folder/mails/0003.eml" | tr -d '\r\n')" = '' ]
}

@test "an envelope that is none is never spoken" {
    alter() { "${postmove%/*}/tests/faults/alter" "$folder/server/postmove.db" "$1"; }
    start
    alter "UPDATE outbox SET recipient = 'a@b.test' || char(13, 10) || 'RSET' WHERE id = 1"
    alter "UPDATE outbox SET recipient = 'a@b.test> X' WHERE id = 2"
    alter "UPDATE outbox SET recipient = 'm' || char(252) || 'ller@b.test' WHERE id = 3"
    run --separate-stderr "$postmove" send
    [ "$(grep -c 'is parked, because it will never be accepted: its envelope is not fit' <<<"$stderr")" -eq 3 ]
    [[ "$stderr" != *b.test* ]]
    [ "$(count)" -eq 3 ]
    ! grep -e b.test -e RSET "$folder/mails/session"
}

@test "killed at any moment: all arrive, with the same bytes" {
    start rcpt@1=hang data@2=hang dot@3=kept-hang
    sed -i 's/^timeout = 1/timeout = 60/' "$POSTMOVE_CONF"
    for step in RCPT DATA 'DATA.*DATA'; do
        : >"$folder/mails/session"
        POSTMOVE_TIME=$((POSTMOVE_TIME + 600))
        "$postmove" send 3>&- &
        sender=$!
        for _ in {1..100}; do
            ! tr -d '\n\0' <"$folder/mails/session" | grep -q "$step" || break
            sleep 0.05
        done
        sleep 0.1
        kill -KILL "$sender"
        wait "$sender" || :
    done
    sed -i 's/^timeout = 60/timeout = 1/' "$POSTMOVE_CONF"
    send
    arrived
}

# crowd: more letters wait, forty for four players; $folder/expected has their Message-IDs, for each
# recipient in the order in which they were written.
crowd() {
    local i
    for i in cat dan; do "$postmove" player add "$i" "$i@example.org"; done
    for ((i = 0; i < 10; i++)); do
        "$postmove" match create halma ann cat >/dev/null
        "$postmove" match create halma bob dan >/dev/null
    done
    cp -R "$folder/server" "$folder/copy"
    sed -i -e "s#^hook = .*#hook = folder:$folder/all#" -e '/^tls\|^timeout\|^user\|^secret\|^ca /d' \
        "$folder/copy/postmove.conf"
    "$postmove" --config "$folder/copy/postmove.conf" send
    ordered "$folder"/all/*.eml >"$folder/expected"
    [ "$(wc -l <"$folder/expected")" -ge 46 ]
}

# ordered LETTER...: recipient and Message-ID of each, sorted by recipient alone; of a letter that
# arrived twice, the first.
ordered() {
    grep -hiE '^(To|Message-ID): ' "$@" | tr -d '\r' | paste -d' ' - - | sed 's/Message-ID/@&/' |
        awk '{ to = $0; sub(/.*To: /, "", to); sub(/ .*/, "", to)
               id = $0; sub(/.*Message-ID: /, "", id); sub(/ .*/, "", id)
               if (!seen[to id]++) print to, id }' | sort -s -k1,1
}

@test "many letters, killed at any moment: all arrive, those to one recipient in their order" {
    start --seconds 600 dot@5=kept-hang rcpt@19=hang dot@40=kept-hang
    crowd
    sed -i 's/^timeout = 1/timeout = 60/' "$POSTMOVE_CONF"
    for _ in 1 2; do
        hanging=$(grep -cx hangs "$folder/mails/session" || :)
        POSTMOVE_TIME=$((POSTMOVE_TIME + 600))
        "$postmove" send 3>&- &
        sender=$!
        for _ in {1..600}; do
            [ "$(grep -cx hangs "$folder/mails/session")" -eq "$hanging" ] || break
            sleep 0.05
        done
        [ "$(grep -cx hangs "$folder/mails/session")" -gt "$hanging" ]
        sleep 0.2
        kill -KILL "$sender"
        wait "$sender" || :
    done
    sed -i 's/^timeout = 60/timeout = 1/' "$POSTMOVE_CONF"
    send
    ordered "$folder"/mails/*.eml | diff "$folder/expected" -
}

@test "cut within a letter, or when it was taken: all arrive, some twice" {
    protected
    start "${options[@]}" content@1=1100 content@3=700 dot@3=kept-cut
    send
    arrived
    [ "$(count)" -eq 7 ]
    nothing_in_clear
}

@test "a server that takes each letter and drops the connection gets each twice, and in order" {
    start dot=kept-cut
    send
    arrived
    [ "$(count)" -eq 12 ]
    [ -z "$("$postmove" mail list)" ]
    [ "$(grep -c 'counts as sent, because the server dropped the connection twice' "$folder/errors")" -eq 6 ]
    run "$postmove" doctor
    [[ $output == *'note   outbox: 6 count as sent, although the mail server twice dropped the connection'* ]]
    [[ "$("$postmove" mail show 1)" == *'no answer'* ]]
    sed -n 's/^X-Sink-Recipient: <ann@.*/ann/p; s/^Message-ID: //p' "$folder"/mails/*.eml | grep -A1 ann |
        grep @ | uniq >"$folder/ann"
    [ "$(wc -l <"$folder/ann")" -eq 3 ]
}

@test "refused for now: letters to one player keep their order, and others do not wait" {
    for fault in {mail,rcpt,data,dot}@1='451 4.3.0 later' {rcpt,data,dot}@1='421 4.3.2 closing'; do
        start "$fault"
        "$postmove" send
        [ "$(grep -l '<bob@' "$folder"/mails/*.eml | wc -l)" -eq 3 ]
        [ "$(count)" -eq 3 ]
        send
        arrived
        [ "$(count)" -eq 6 ]
    done
}

@test "silence ends the run, and all arrive later" {
    for stage in greeting rcpt dot; do
        start "$stage=hang"
        began=$SECONDS
        run --separate-stderr "$postmove" send
        echo "$stage: $stderr"
        [ "$status" -eq 0 ]
        [[ "$stderr" == *'did not answer in time'* ]]
        [ $((SECONDS - began)) -le 8 ]
        [ "$(grep -c '^connection' "$folder/mails/session")" -eq 1 ]
    done
    start ehlo@1=hang mail@2=hang dot@2=kept-hang quit=hang
    send
    arrived
    [ "$(count)" -eq 7 ]
}

@test "odd servers: slow, wordy, babbling" {
    start ehlo=lines mail@2=slow rcpt=lines rcpt@3=garbage data@3=slow dot=lines
    send
    arrived
    [ "$(count)" -eq 6 ]
    start greeting@1=long ehlo@1=garbage mail@1=long
    send
    arrived
}

@test "a recipient refused for good is parked, the others go on" {
    start rcpt@2='550 5.1.1 <bob@example.com>: bob is unknown, ask ann@example.net'
    run --separate-stderr "$postmove" send
    [ "$status" -eq 0 ]
    echo "$stderr"
    [[ "$stderr" == *'letter 2 is parked, because it will never be accepted: 127.0.0.1: refused the recipient: 550 5.1.1 [address] [address] is unknown, ask [address]' ]]
    [ "$(count)" -eq 5 ]
    POSTMOVE_TIME=1700090000 "$postmove" send
    [ "$(count)" -eq 5 ]

    start dot@3='554 5.6.0 spam'
    run --separate-stderr "$postmove" send
    [[ "$stderr" == *'refused the letter: 554 5.6.0 spam' ]]
    [ "$(count)" -eq 5 ]
}

@test "recipients refused for good count as letters that came back" {
    start rcpt@2='550 5.1.1 no' rcpt@4='550 5.1.1 no' rcpt@6='550 no'
    run --separate-stderr "$postmove" send
    [ "$(count)" -eq 3 ]
    "$postmove" run
    run "$postmove" player show bob --json
    [[ "$output" == *'"returns":6'*'"kept_back":1700000000'* ]]
    # One letter to the operator, and one to ann at each of three boards.
    [ "$(count)" -eq 7 ]
    grep -q 'you were last told: 3' "$folder"/mails/*.eml
    "$postmove" run
    [ "$(count)" -eq 7 ]
}

@test "what is refused to all is a fault of the service: no letter is parked" {
    for stage in greeting ehlo mail; do
        start "$stage=550 5.7.1 go away"
        run --separate-stderr "$postmove" send
        echo "$stage: $stderr"
        [[ "$stderr" == 'postmove: no letter can be sent now'*'550 5.7.1 go away' ]]
        [ "$(wc -l <<<"$stderr")" -eq 1 ]
        [ "$(grep -c '^connection' "$folder/mails/session")" -eq 1 ]
        run --separate-stderr "$postmove" send
        [ -z "$stderr" ]
    done
    start mail@1='550 5.7.1 go away'
    send
    arrived
}

@test "a sender that the relay refuses is named as the cause, whenever it says so" {
    for fault in mail='550 5.1.8 Bad sender' \
        rcpt='553 5.7.1 <turns@example.org>: Sender address rejected: not owned by user turns' \
        rcpt='550 5.1.7 no such sender here' \
        dot='554 5.2.252 SendAsDenied; turns not allowed to send as turns'; do
        start "$fault"
        run --separate-stderr "$postmove" send
        [[ "$stderr" == *'no letter can be sent now'*"refused our sender address (see that \`user\` may send from it, and to \`returns\`): "* ]]
        [[ "$stderr" != *parked* && "$stderr" != *recipient* ]]
    done
    start
    send
    arrived
}

@test "a relay that refuses us at each recipient parks nothing and holds nobody's mail" {
    for reply in '550 5.7.1 Relaying denied' '554 Relay access denied' '530 log in first'; do
        start "rcpt=$reply"
        run --separate-stderr "$postmove" send
        [[ "$stderr" == *"takes no letters from us (log in with \`user\`, or see why it refuses us): $reply"* ]]
        [[ "$stderr" != *parked* ]]
    done
    run "$postmove" player show bob --json
    [[ "$output" == *'"returns":0'* ]]
    start
    send
    arrived
}

@test "a signal ends the wait" {
    settings='tls = never' start mail=hang
    sed -i 's/^timeout = 1/timeout = 60/' "$POSTMOVE_CONF"
    "$postmove" send 3>&- &
    sender=$!
    for _ in {1..100}; do
        ! grep -q MAIL "$folder/mails/session" || break
        sleep 0.05
    done
    kill "$sender"
    began=$SECONDS
    wait "$sender"
    [ $((SECONDS - began)) -le 3 ]
}

@test "a signal ends the wait for the answer to a letter that is out: it was tried" {
    settings='tls = never' start dot@1=kept-hang
    sed -i 's/^timeout = 1/timeout = 60/' "$POSTMOVE_CONF"
    "$postmove" send 3>&- &
    sender=$!
    for _ in {1..100}; do
        [ "$(count)" -eq 0 ] || break
        sleep 0.05
    done
    kill "$sender"
    wait "$sender" || :
    [ "$(count)" -eq 1 ]
    [[ "$("$postmove" mail list)" == *"letter 1 "*"attempts 1  "*"letter 2 "*"attempts 0  "* ]]
    # It may have arrived, and so waits before it goes out again.
    "$postmove" send
    [[ "$("$postmove" mail list)" == *"letter 1 "*"attempts 1  "* ]]
    # So do those behind it to the same player; bob's three go out.
    [ "$(count)" -eq 4 ]
}
