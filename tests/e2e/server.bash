# For the tests of what an operator does: a server to do it at.

# Two players, whose letters go to a folder. Sets folder, build and postmove.
begin_server() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_CONF=$folder/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=${BUILD:-build}
    postmove=$build/postmove
    "$postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i -e "s#^hook = .*#hook = folder:$folder/letters#" -e "s#^.weekly = .*#weekly = off#" \
        "$POSTMOVE_CONF"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
}

# refused CODE WORDS... ; says what is in $says
refused() {
    local code=$1
    shift
    run --separate-stderr "$postmove" "$@" </dev/null
    [ "$status" -eq "$code" ]
    [ -z "$output" ]
    [[ "$stderr" == *"$says"* ]]
}
