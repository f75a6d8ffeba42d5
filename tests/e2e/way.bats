#!/usr/bin/env bats
# A letter shows the way a chain of hops took, where the move alone hides it.

setup() {
    folder=$(mktemp -d)
    export POSTMOVE_CONF=$folder/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=${BUILD:-build}
}

teardown() {
    rm -rf "$folder"
}

@test "a chain typed by its ends is told with its way" {
    "$build/postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$build/postmove" player add ann ann@example.net
    "$build/postmove" player add bob bob@example.com
    "$build/postmove" match create halma ann bob \
        --from="......../......../......../......../......../...2..../.1....../1....... 1"
    "$build/postmove" run
    reply=$(sed -n 's/^Reply-To: //p' "$folder/letters/00000001.eml")
    printf 'From: ann@example.net\nTo: %s\nSubject: x\n\na1-e3\n' "$reply" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$reply"
    "$build/postmove" run
    grep -qx 'ann played a1-e3 (a1-c3-e3).' "$folder"/letters/*.eml
    grep -qx 'You played a1-e3 (a1-c3-e3).' "$folder"/letters/*.eml
}
