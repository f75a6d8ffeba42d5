#!/usr/bin/env bats
# The demo is the shortest whole way through the house; it must go its way.

setup_file() {
    export demo=$BATS_FILE_TMPDIR/demo
    scripts/demo "$demo" >"$BATS_FILE_TMPDIR/said" 2>&1 || true
}
postmove() { "${BUILD:-build}/postmove" --config "$demo/postmove.conf" "$@"; }

@test "the demo plays a match to its end" {
    cat "$BATS_FILE_TMPDIR/said"
    grep -q 'played to its end by mail' "$BATS_FILE_TMPDIR/said"
    ! grep -q '<p\|=3D' "$BATS_FILE_TMPDIR/said" # text alone is shown
}

@test "its database is clean, and no mail or letter waits" {
    postmove verify
    run postmove run
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ -z "$(find "$demo/spool" -type f)" ]
}

@test "tokens stand in Reply-To and nowhere else in a letter" {
    grep -rqE '^Reply-To: .*\+[a-z2-7]{26}@' "$demo/letters"
    ! grep -rhE '\+[a-z2-7]{26}' "$demo/letters" | grep -v '^Reply-To: '
}
