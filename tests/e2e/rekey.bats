#!/usr/bin/env bats
# Somebody has read a backup: the operator renews what letters have shown.

bats_require_minimum_version 1.5.0

setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_CONF=$folder/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$(realpath "${BUILD:-build}")
    postmove=$build/postmove
    "$postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    "$postmove" match create halma ann bob -size=8
    "$postmove" run
    old=$(newest | sed -n 's/^Reply-To: //p')
    write turns@example.org whoami
    "$postmove" run
    personal=$(cat "$folder"/letters/* | grep -o 'turns+p\.[a-z2-7]*@example.org' | head -n 1)
}

newest() { # the newest letter to ann
    grep -lx 'To: ann@example.net' "$folder"/letters/*.eml | tail -n 1 | xargs cat
}

write() { # RECIPIENT TEXT: ann's mail
    printf 'From: ann@example.net\nTo: %s\nSubject: x\nMessage-ID: <%s@mail>\n\n%s\n' "$1" "$RANDOM$RANDOM" "$2" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$1"
}

turns() { "$postmove" match show 1 | grep -o 'turns [0-9]*'; }

@test "without a yes nothing is done" {
    run --separate-stderr "$postmove" rekey </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'nothing was done; confirm with --yes'* ]]
    write "$old" e1-d2
    "$postmove" run
    [ "$(turns)" = 'turns 1' ]
}

@test "old addresses do nothing, and players are told the new ones" {
    [ -n "$personal" ]
    before=$(find "$folder/letters" -type f | wc -l)
    "$postmove" rekey --yes
    "$postmove" journal | grep -q ' rekey$'
    "$postmove" run
    [ "$(find "$folder/letters" -type f | wc -l)" -eq $((before + 2)) ]
    newest | tr '\n' ' ' | grep -q 'The operator has renewed the addresses of this server'
    new=$(newest | sed -n 's/^Reply-To: //p')
    [ "$new" != "$old" ]

    # Her boards come, but the move is not played.
    write "$old" e1-d2
    write "$personal" 'show 1'
    "$postmove" run
    [ "$(turns)" = 'turns 0' ]
    newest | grep -q '^Reply-To: turns+'
    write "$new" e1-d2
    "$postmove" run
    [ "$(turns)" = 'turns 1' ]

    write turns@example.org whoami
    "$postmove" run
    newest | grep -q 'turns+p\.'
    [ "$(newest | grep -cF "$personal")" -eq 0 ]
    "$postmove" verify
}

@test "a backup from before can be restored" {
    "$postmove" backup "$folder/copy"
    "$postmove" rekey --yes
    "$postmove" restore "$folder/copy" --yes
    write "$old" e1-d2
    "$postmove" run
    [ "$(turns)" = 'turns 1' ]
}
