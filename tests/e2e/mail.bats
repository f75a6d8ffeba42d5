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

# spool_file PLACE: the mail as postmove-receive would have left it there.
spool_file() {
    { printf 'postmove-spool 1\nreceived 1700000000\ntruncated 0\n\n' && cat "$folder/mail.eml"; } \
        >"$folder/spool/$1"
}

@test "what waits is listed, with the reason" {
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == 'letter 1 '*' waits   to ann@example.net  written 14 Nov 2023 22:13 UTC  attempts 0  next 14 Nov 2023 22:13 UTC' ]]
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [[ "${lines[1]}" == 'letter 2 '*' attempts 1  next 14 Nov 2023 22:14 UTC  false: ended with exit code 1' ]]
    park
    spool_file failed/one
    spool_file new/two
    run "$postmove" mail list
    [ "${lines[0]}" = 'mail   two  waits  came 14 Nov 2023 22:13 UTC  attempts 0' ]
    [ "${lines[1]}" = 'mail   one  failed  attempts 3' ]
    [[ "${lines[2]}" == 'letter 1 '*' parked '*' attempts 2  false: ended with exit code 1' ]]
    run "$postmove" mail list --json
    [[ "$output" == '[{"mail":"two","state":"waits","received":1700000000,"attempts":0,"reason":null},'* ]]
    [[ "$output" == *'{"letter":2,"state":"parked","recipient":"bob@example.com","written":1700000000,"attempts":2,"due":null,"reason":"false: ended with exit code 1"}]' ]]
}

@test "where letter after letter fails the rest is left for the next time" {
    for number in {1..5}; do
        "$postmove" player add one$number one$number@example.net
        "$postmove" player add two$number two$number@example.net
        "$postmove" match create halma one$number two$number
    done
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 12 ]
    [ "$(grep -c ' attempts 1 ' <<<"$output")" -eq 10 ]
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [ "$(grep -c ' attempts 1 ' <<<"$output")" -eq 12 ]
}

@test "as long as a letter waits, those behind it to the same player wait, too" {
    "$postmove" match create halma ann bob
    "$postmove" send 2>/dev/null
    "$postmove" send 2>/dev/null
    run "$postmove" mail list
    [ "$(grep -c ' attempts 1 ' <<<"$output")" -eq 2 ]
    [ "$(grep -c ' attempts 0 ' <<<"$output")" -eq 2 ]
    sed -i 's#^hook = .*#hook = folder:letters#' "$folder/postmove.conf"
    POSTMOVE_TIME=1700000060 "$postmove" send
    [ "$(ls "$folder/letters" | xargs)" = '00000001.eml 00000002.eml 00000003.eml 00000004.eml' ]
}

@test "what was sent is listed, by player and by match, below the mail that caused it" {
    sed -i 's#^hook = .*#hook = folder:letters#' "$folder/postmove.conf"
    "$postmove" player add cat cat@example.net
    "$postmove" match create emergo ann cat
    "$postmove" send
    letter=$(grep -l '^Subject: .*Halma' "$folder"/letters/*.eml | xargs grep -lx 'To: ann@example.net')
    printf 'From: ann@example.net\nTo: %s\nSubject: x\nMessage-ID: <1@x>\n\ne1-d2\n' \
        "$(sed -n 's/^Reply-To: //p' "$letter")" >"$folder/move.eml"
    "$postmove-receive" -d "$folder/spool" -f ann@example.net -r "$(sed -n 's/^To: //p' "$folder/move.eml")" <"$folder/move.eml"
    POSTMOVE_TIME=1700000100 "$postmove" process
    run "$postmove" match mail 1
    [ "${#lines[@]}" -eq 5 ]
    [[ "${lines[0]}" == 'letter 1 '*' sent    to ann@example.net  written 14 Nov 2023 22:13 UTC  attempts 1  sent 14 Nov 2023 22:13 UTC' ]]
    [[ "${lines[2]}" == 'mail   '*'  processed 14 Nov 2023 22:15 UTC' ]]
    [[ "${lines[3]}" == 'letter '*' waits   to '* ]]
    run "$postmove" mail list --sent --player cat
    [ "${#lines[@]}" -eq 1 ]
    [[ "${lines[0]}" == *' to cat@example.net '* ]]
    run "$postmove" mail list --sent
    [ "${#lines[@]}" -eq 4 ]
    run "$postmove" match mail 1 --json
    [[ "$output" == '[{"letter":1,"state":"sent",'*'"sent":1700000000,"receipt":null}'*'"mail":"'* ]]
    run "$postmove" mail list --sent --player nobody
    [ "$status" -eq 1 ]
    run "$postmove" mail list --player ann
    [ "$status" -eq 2 ]
    run "$postmove" match events 1
    [ "${#lines[@]}" -eq 2 ]
    [ "${lines[0]}" = '14 Nov 2023 22:13 UTC  The operator has set up this match.' ]
    [ "${lines[1]}" = '14 Nov 2023 22:15 UTC  ann played e1-d2.' ]
    run "$postmove" match events 1 --json
    [[ "$output" == '[{"kind":"operator-created","time":1700000000,"text":"'*'},{"kind":"turns",'* ]]
    run "$postmove" match events 9
    [ "$status" -eq 1 ]
    run "$postmove" match mail 9
    [ "$status" -eq 1 ]
    [[ "$output" == *'There is no board 9.'* ]]
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
        [[ "$stderr" == *"mail: Unknown option -"* ]]
    done
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 2 ]
}

@test "what is done to mail stands in the journal" {
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    cp "$folder/mail.eml" "$folder/spool/failed/two"
    "$postmove" mail drop --yes one 1
    "$postmove" mail retry two
    run "$postmove" mail retry nothing
    [ "$status" -eq 1 ]
    "$postmove" mail retry --all
    run "$postmove" journal 3
    for i in 'mail drop: one 1' 'mail retry: two' 'mail retry: --all'; do
        [[ "$output" == *"$i"* ]]
    done
}

@test "behind -- a name may begin with -" {
    cp "$folder/mail.eml" "$folder/spool/failed/-rf"
    cp "$folder/mail.eml" "$folder/spool/failed/--yes"
    "$postmove" mail show -- -rf | grep -q Subject
    "$postmove" mail retry -- -rf --yes
    [ -e "$folder/spool/new/-rf" ] && [ -e "$folder/spool/new/--yes" ]
    run --separate-stderr "$postmove" mail drop -- --yes </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'nothing was deleted; confirm with --yes'* ]]
    "$postmove" mail drop --yes -- --yes -rf
    [ -z "$(ls "$folder/spool/new")" ]
    run --separate-stderr "$postmove" mail drop --yes -- -- x
    [ "$status" -eq 1 ]
}

@test "what is dropped is gone; it is asked for first" {
    cp "$folder/mail.eml" "$folder/spool/failed/one"
    run --separate-stderr "$postmove" mail drop 1 </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'nothing was deleted; confirm with --yes'* ]]
    # What is not there is noticed before anything is deleted.
    run --separate-stderr "$postmove" mail drop --yes 1 two one
    [ "$status" -eq 1 ]
    "$postmove" mail list | grep -q '^letter 1 '
    "$postmove" mail drop --yes 1 one
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 1 ]
    [[ "${lines[0]}" == 'letter 2 '* ]]
    for nothing in one 1; do
        run --separate-stderr "$postmove" mail drop --yes $nothing
        [ "$status" -eq 1 ]
    done
    [[ "$stderr" == *'letter 1 is not there, or was sent'* ]]
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
    [[ "${lines[0]}" == 'letter 3 '*' sent '*' to op@example.org '*'  sent 17 Nov 2023 22:13 UTC' ]]
}

@test "letters go out from the server's address where a provider takes no other sender" {
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$postmove" send
    grep -qx 'Return-Path: <turns+b.1.[a-z2-7]*@example.org>' "$folder/letters/00000001.eml"
    "$postmove" match create halma ann bob
    sed -i 's/^\[send\]$/&\nreturns = address/' "$POSTMOVE_CONF"
    "$postmove" send # what waits already, too
    grep -qx 'Return-Path: <turns@example.org>' "$folder/letters/00000003.eml"
}

# list_says NAME REASON
list_says() {
    run --separate-stderr "$postmove" mail list
    grep -q -F -x "mail   $1  failed  attempts 0  $2" <<<"$output" || {
        echo "no: $1 $2"
        echo "$output"
        return 1
    }
}

# operator_told TEXT: how many letters tell the operator that.
operator_told() {
    grep -l "^Delivered-To: op@example.org" "$folder"/letters/*.eml | xargs grep -l -F "$1" | wc -l
}

@test "what has no header goes to failed, is told of, listed, and can be spoken of" {
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    cd "$folder/spool/new"
    malformed='its header is cut, missing or of another version'
    : >empty
    printf 'postmove-spool 1\nreceived 17000' >cut
    printf 'postmove-spool 2\nreceived 1700000000\ntruncated 0\n\nX' >newer
    cp "$folder/mail.eml" raw
    cd - >/dev/null
    run --separate-stderr timeout 10 "$postmove" run
    [ "$status" -eq 0 ]
    [ "$(grep -c 'cannot be played: .*; it was moved to failed/ as ' <<<"$stderr")" -eq 4 ]
    [ -z "$(ls -A "$folder/spool/new" "$folder/spool/work" | grep -v :)" ]
    for name in empty cut newer raw; do
        list_says $name "$malformed"
    done
    [ "$("$postmove" mail list | grep -c '^mail')" -eq 4 ]
    "$postmove" mail list --json | perl -MJSON::PP -0ne 'exit !(@{decode_json($_)} >= 4)'
    [ "$(operator_told 'the folder failed')" -eq 1 ]
    [ "$(operator_told 'postmove mail retry cut')" -eq 1 ]
    [ "$(operator_told 'have not been told of: 3.')" -eq 1 ]
    # What has no header is no mail, however often it is tried.
    run "$postmove" mail retry empty
    "$postmove" run 2>/dev/null
    list_says empty "$malformed"
    "$postmove" mail drop --yes empty
    [ "$("$postmove" mail list | grep -c '^mail')" -eq 3 ]
}

@test "what has no name of a mail, or is no file, is left alone" {
    spool_file 'new/a b'
    spool_file new/17
    spool_file "new/$(printf 'x%.0s' {1..201})"
    spool_file work/unnumbered
    mkfifo "$folder/spool/new/fifo" "$folder/spool/failed/fifo"
    ln -s "$folder/mail.eml" "$folder/spool/new/link"
    run timeout 10 "$postmove" process
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ "$(find "$folder/spool/new" "$folder/spool/work" -mindepth 1 | wc -l)" -eq 6 ]
    [ -z "$("$postmove" mail list | grep '^mail')" ]
    run "$postmove" mail show fifo
    [ "$status" -eq 1 ]
}

# What root may not read either, as for the user that a server runs as.
bound() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --bounding-set=-dac_override,-dac_read_search "$@"
    else
        "$@"
    fi
}

@test "a mail that this user may not read keeps its turn: those behind it wait, the operator is told" {
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    first=1700000000.000001_1.host closed=1700000000.000002_1.host last=1700000000.000003_1.host
    for name in $last $closed $first; do
        spool_file new/$name
    done
    # As it is listed: nothing but its name tells when it came.
    touch -d @1800000000 "$folder/spool/new/$closed"
    chmod 000 "$folder/spool/new/$closed"
    for round in 1 2; do
        run --separate-stderr bound "$postmove" run
        [ "$status" -eq 75 ]
        # Cron mails what a run says: the same is said once an hour.
        said="postmove: */new/$closed: this user may not read it; no mail that came after it is played *postmove mail drop $closed"
        [ "$round" -eq 2 ] && said=
        # shellcheck disable=SC2053
        [[ "$stderr" == $said ]]
        [ "$(ls "$folder/spool/new")" = "$closed"$'\n'"$last" ]
        [ "$(operator_told "new/$closed")" -eq 1 ]
    done
    POSTMOVE_TIME=1700086400 run bound "$postmove" run
    [ "$(operator_told "new/$closed")" -eq 2 ]
    run bound "$postmove" doctor
    [[ "$output" == *"FAULT  spool: This user cannot read $folder/spool/new/$closed"* ]]
    run bound "$postmove" mail list
    [[ "${lines[0]}" == "mail   $closed  waits  came 14 Nov 2023 22:13 UTC  attempts 0  this user may not read it" ]]
    # What is no file is no mail, and nothing waits for it.
    mkdir -m 000 "$folder/spool/new/directory"
    chmod 600 "$folder/spool/new/$closed"
    run --separate-stderr bound "$postmove" run
    [ "$status" -eq 0 ]
    [ -z "$(find "$folder/spool" -type f)" ]
}

@test "nobody is out of time while a mail may not be read" {
    sed -i "s#^hook = .*#hook = folder:$folder/letters#; s#^spool = .*#&\noutage = 90d#" "$POSTMOVE_CONF"
    "$postmove" run
    spool_file new/closed
    chmod 000 "$folder/spool/new/closed"
    for day in 40 80; do
        POSTMOVE_TIME=$((1700000000 + day * 86400)) run bound "$postmove" run
        [ "$status" -eq 75 ]
    done
    ! grep -l 'out of time' "$folder"/letters/*.eml
    "$postmove" mail drop --yes closed
    POSTMOVE_TIME=1706912060 "$postmove" run
    grep -l 'out of time' "$folder"/letters/*.eml
}

@test "a mail from the future is played, after those of today" {
    spool_file new/today
    sed 's/^received .*/received 253402300799/' "$folder/spool/new/today" >"$folder/spool/new/future"
    run "$postmove" mail list
    [[ "${lines[0]}" == 'mail   today  '* ]]
    [[ "${lines[1]}" == 'mail   future  '* ]]
    "$postmove" process
    [ -z "$(ls "$folder/spool/new" "$folder/spool/failed" | grep -v :)" ]
}

# Each of both letters went out once, and in its HTML the board is text.
boards_are_text() {
    [ "$(letters)" -eq 2 ]
    local letter
    for letter in "$folder"/letters/*.eml; do
        grep -q '^Content-Type: text/html' "$letter"
        ! grep -q 'image/png\|<img' "$letter"
        grep -q '<pre ' "$letter"
    done
}

@test "where cairo fails boards go out as text, once" {
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    # All its functions, as they are where there is no memory.
    grep -oh 'cairo_[a-z_]*(' src/render/pen.c src/render/picture.c | tr -d '(' | sort -u |
        sed -E 's/(.*)/void *\1(void) { static double some[64]; return some; }/' |
        sed -E 's/.*cairo_status\(.*/int cairo_status(void) { return 1; }/
                s/.*(cairo_image_surface_get_[a-z]*)\(.*/void *\1(void) { return 0; }/' >"$folder/cairo.c"
    [ "$(grep -c cairo_ "$folder/cairo.c")" -ge 20 ]
    cc -shared -fPIC -o "$folder/libcairo.so.2" "$folder/cairo.c"
    LD_LIBRARY_PATH=$folder run --separate-stderr "$postmove" send
    echo "$status $stderr"
    [ "$status" -eq 0 ]
    boards_are_text
    "$postmove" send
    boards_are_text
}

@test "the words of the program are damaged: mail waits, and is answered later" {
    scripts/install "$build" "$folder/usr"
    program=$folder/usr/bin/postmove
    damaged=$folder/usr/share/postmove/templates/en/chinesecheckers.words
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$program" run
    rm "$folder"/letters/*
    echo 'bad={{#open}}' >>"$damaged"
    printf 'From: ann@example.net\nSubject: whoami\n\n' |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r turns@example.org
    run --separate-stderr "$program" run
    [ "$status" -eq 2 ]
    [[ "$stderr" == *chinesecheckers.words:* ]]
    [ "$(find "$folder/spool/new" -type f | wc -l)" -eq 1 ]

    # Letters that an act of the operator or time alone brings about are not written either.
    run --separate-stderr "$program" match create halma ann bob
    [ "$status" -eq 2 ]
    [ "$("$postmove" match list | wc -l)" -eq 1 ]
    run --separate-stderr "$program" match list
    [ "$status" -eq 2 ]
    [ -z "$output" ]

    sed -i '$d' "$damaged"
    "$program" run
    grep -qx 'To: ann@example.net' "$folder"/letters/*.eml
}

@test "the server gets another address: a reply to an old letter is played" {
    move=$("$postmove" moves halma | head -n 1)
    reply=$("$postmove" mail show 1 | sed -n 's/^Reply-To: //p')
    token=${reply#turns+} token=${token%@*}
    sed -i 's#^address = .*#address = play@new.example#' "$POSTMOVE_CONF"
    printf 'From: ann@example.net\nTo: %s\nSubject: x\n\n%s\n' "$reply" "$move" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "play+$token@new.example"
    "$postmove" process
    "$postmove" match show 1 | grep -q "^1. $move$"
    "$postmove" mail list | grep -q bob@example.com
}

@test "a letter that is tried again has the same bytes, whatever has changed between" {
    printf '#!/bin/sh\ncat >>"%s/$1.$(cat %s/try)"\ngrep -q second %s/try\n' \
        "$folder" "$folder" "$folder" >"$folder/hook"
    chmod +x "$folder/hook"
    sed -i "s#^hook = .*#hook = $folder/hook {recipient}#" "$POSTMOVE_CONF"
    echo first >"$folder/try"
    "$postmove" send 2>/dev/null
    grep -q 'is your turn' "$folder/ann@example.net.first"

    # Other words, another address of the server, another name, language and board of the reader.
    mkdir "$folder/templates"
    cp -r templates/en "$folder/templates"
    find "$folder/templates" -type f -exec sed -i 's/It is your turn/It is YOUR turn/' {} +
    sed -i "s#^spool = .*#&\ntemplates = $folder/templates#; s#^address = .*#address = play@new.example#" \
        "$POSTMOVE_CONF"
    token=$("$postmove" mail show 1 | sed -nE 's/^Reply-To: [^+]*\+(.*)@.*/\1/p')
    printf 'From: ann@example.net\nTo: play@new.example\nSubject: x\n\nset language=de\nset board=list\n' |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "play+$token@new.example"
    POSTMOVE_TIME=1700000001 "$postmove" process
    "$postmove" player rename ann anna

    echo second >"$folder/try"
    POSTMOVE_TIME=1700003600 "$postmove" send
    for reader in ann@example.net bob@example.com; do
        cmp -n "$(stat -c %s "$folder/$reader.first")" "$folder/$reader.first" "$folder/$reader.second"
    done
    # What is composed now is of the new words, address and language.
    tail -n +"$(wc -l <"$folder/ann@example.net.first")" "$folder/ann@example.net.second" >"$folder/later"
    grep -q '^From: .*play@new.example' "$folder/later"
    grep -q '^Content-Language: de' "$folder/later"
    "$postmove" match create halma anna bob
    "$postmove" send
    grep -q 'Du bist am Zug\|is YOUR turn' "$folder"/*.second
}
