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

# What stands in the tree, to see that nothing changed.
tree() { find . -type f -newer "$copy/begun"; }

@test "what is taken or missing is told before anything is written" {
    touch "$copy/begun"
    local name
    for name in match draw size halma plan me list link No-Name x; do
        run ! scripts/new-game "$name"
        [ "$(wc -l <<<"$output")" = 1 ]
    done
    touch templates/en/gomino.words # an old file that somebody forgot
    run ! scripts/new-game gomino
    grep -qF 'new-game: templates/en/gomino.words is there already' <<<"$output"
    rm templates/en/gomino.words
    [ -z "$(tree)" ]
    sed -i '/^.Sh SEE ALSO/d' man/postmove-games.7
    touch "$copy/begun"
    run ! scripts/new-game gomino
    grep -qF "man/postmove-games.7 has no line that begins with '.Sh SEE ALSO'" <<<"$output"
    [ -z "$(tree)" ]
}

@test "a new game of two letters builds, passes its tests and is played by mail" {
    match=tests/mail/matches/go.dialogue
    scripts/new-game go 'Gomino Duo'
    tests/mail/gallery
    make -s BUILD="$BUILD" all game GAME=go
    make -s BUILD="$BUILD" "$BUILD"/tests/{faults/dump,faults/alter,mail/postmove}
    scripts/manual
    tests/checks/manual

    ! grep -q '^->' "$match"
    UPDATE=1 tests/mail/play "$match" || true
    tests/mail/play "$match"
    grep -q 'Gomino Duo 1: ann - bob' "$match"
    grep -qF 'why=[occupied b2]' "$match"
    grep -qF '[line]' "$match"
    # Letters that list all games are as before.
    tests/mail/play tests/mail/dialogues/{again,tables}.dialogue
}

# slip FILE EXPRESSION SAID: make game finds what sed does to a file, and says where it is.
slip() {
    cp "$1" "$copy/before"
    sed -i "$2" "$1"
    run ! cmp -s "$1" "$copy/before"
    run ! make -s BUILD="$BUILD" game GAME=go
    grep -qF -- "$3" <<<"$output" || { echo "$output"; false; }
    cp "$copy/before" "$1"
}

@test "make game names the function with a slip" {
    scripts/new-game go
    make -s BUILD="$BUILD" game GAME=go
    slip games/go.c 's/cell < CELLS && /cell < CELLS - 1 \&\& /' 'games/go.c: check: it accepts c3'
    slip games/go.c 's/scan_lower(&ahead)/scan_peek(\&ahead)/' 'games/go.c: parse: it does not read "'
    slip games/go.c 's/winner == seat ? 1 : 2/winner != 9 ? 1 : 2/' 'games/go.c: result: over, not drawn'
    slip games/go.c 's/text_number(text, board->left)/text_number(text, 0)/' 'games/go.c: decode: byte 10'
    slip games/go.c 's/"full"/"board-full"/' 'templates/en/go.words has no board-full='
    slip games/go.c '/point->x = /s/cell % SIDE/1/' 'games/go.c: draw: a1 at 4, 4 is not beside its labels'
    slip games/go.c 's/scan_number(scan, 2, &seat)/scan_number(scan, 9, \&seat)/' 'games/go.c: actor: seat'
    slip games/go.c '/->left = (uint8_t)(seat + 1)/s/(uint8_t)(seat + 1)/(uint8_t)(seat * 0)/' 'games/go.c: leave: seat 0'
    slip games/go.c 's/(uint8_t)chosen->value.OPTION_MISERE./0/' 'setup: the option misere changes nothing'
    slip templates/en/tutorial/go.txt 's/answers: c1/answers: a1/' 'tutorial/go.txt: Three in a row: a1 is no legal turn'
}
