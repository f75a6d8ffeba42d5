#!/usr/bin/env bats
# A game that scripts/new-game has begun, in a copy of all this: it builds at once,
# passes its tests, is in the manual, and two players play it by mail.
bats_require_minimum_version 1.5.0

setup() {
    cd "$BATS_TEST_DIRNAME/../.." || return
    export BUILD=${BUILD:-build}
    unset MAKEFLAGS MFLAGS MAKELEVEL
    copy=$(mktemp -d)
    cp -a .clang-format Makefile README.md games man scripts src templates tests "$copy"
    mkdir -p "$copy/$BUILD"
    cp -a "$BUILD/." "$copy/$BUILD"
    cd "$copy" || return
}

teardown() { rm -rf "$copy"; }

@test "a new game builds, passes its tests and is played by mail" {
    match=tests/mail/matches/gomino.dialogue
    scripts/new-game gomino 'Gomino Duo'
    make -s BUILD="$BUILD" all game GAME=gomino
    make -s BUILD="$BUILD" "$BUILD/tests/faults/dump" "$BUILD/tests/faults/alter"
    scripts/manual
    tests/checks/manual

    ! grep -q '^->' "$match"
    UPDATE=1 tests/mail/play "$match" || true
    tests/mail/play "$match"
    grep -q 'Gomino Duo 1: ann - bob' "$match"
    grep -qF 'why=[occupied b2]' "$match"
    grep -qF '[line]' "$match"

    run ! scripts/new-game gomino
    run ! scripts/new-game No-Name
}
