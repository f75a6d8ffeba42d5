#!/usr/bin/env bats
# The demo is the shortest whole way through the house; it must go its way.

setup() { folder=$(mktemp -d); }
teardown() { rm -rf "$folder"; }

@test "the demo plays a match to its end" {
    run scripts/demo "$folder/demo"
    echo "$output"
    [ "$status" -eq 0 ]
    [ -z "$(find "$folder/demo/spool" -type f -path '*/new/*' -o -type f -path '*/failed/*')" ]
}

@test "the demo's database is clean and no letter waits" {
    scripts/demo "$folder/demo" >/dev/null
    run "${BUILD:-build}/postmove" --config "$folder/demo/postmove.conf" verify
    echo "$output"
    [ "$status" -eq 0 ]
    run "${BUILD:-build}/postmove" --config "$folder/demo/postmove.conf" run
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "tokens stand in Reply-To and nowhere else in a letter" {
    scripts/demo "$folder/demo" >/dev/null
    grep -rqE '^Reply-To: .*\+[a-z2-7]{26}@' "$folder/demo/letters"
    ! grep -rhE '[a-z2-7]{26}@' "$folder/demo/letters" | grep -v '^Reply-To: '
}
