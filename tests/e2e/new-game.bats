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
    for name in match draw size halma plan me list link grid bool No-Name x; do
        run ! scripts/new-game "$name"
        [ "$(wc -l <<<"$output")" = 1 ]
    done
    touch templates/en/gomino.words # an old file that somebody forgot
    run ! scripts/new-game gomino
    grep -qF 'new-game: templates/en/gomino.words is there already' <<<"$output"
    rm templates/en/gomino.words
    [ -z "$(tree)" ]
    local as=()
    [ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --clear-groups)
    chmod -R a+rX,a-w "$copy"
    run ! "${as[@]}" scripts/new-game gomino
    chmod -R u+w "$copy"
    grep -qF ' cannot be written: see to that first; nothing was written' <<<"$output"
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

# found SAID: make game fails, and says that.
found() {
    run ! make -s BUILD="$BUILD" game GAME=go
    grep -qF -- "$1" <<<"$output" || { echo "$output"; false; }
}

# slip MEMBER CODE SAID: a function of the game does what CODE says, in which GOOD is the right
# function; make game finds it.
slip() {
    local good type
    good=$(sed -n "s/^ *\.$1 = \([a-z_]*\),$/\1/p" good.c)
    type=$(sed -n "s/^    \([a-z_ ]*\)(\*$1)(.*/\1/p" games/game.h)
    [[ -n $good && -n $type ]]
    SLIP="static $type slipped${2//GOOD/$good}" awk -v member=".$1" '
        /^const struct game game_go/ { print ENVIRON["SLIP"] "\n" }
        $1 == member { print "    " member " = slipped,"; next }
        { print }' good.c >games/go.c
    found "$3"
    cp good.c games/go.c
}

@test "make game names the function with a slip" {
    scripts/new-game go
    cp games/go.c good.c
    make -s BUILD="$BUILD" game GAME=go
    slip moves '(const struct position *p, struct move *list, size_t cap)
        { size_t n = GOOD(p, list, cap); return n > 1 ? n - 1 : n; }' 'games/go.c: check: it accepts '
    slip parse '(const struct position *p, struct scan *scan, struct move *move, struct note *note)
        { char c = scan_peek(scan); return c >= 65 && c <= 90 ? PARSED_NONE : GOOD(p, scan, move, note); }' \
        'games/go.c: parse: it does not read "A1" as the move a1'
    slip result '(const struct position *p, struct result *end)
        { GOOD(p, end); if (end->over) { end->place[0] = end->place[1] = 1; } }' 'games/go.c: result: over, not drawn'
    slip apply '(struct position *p, const struct move *move)
        { GOOD(p, move); p->bytes[0] |= 64; }' 'games/go.c: decode: '
    slip draw '(const struct position *p, const struct move *last, size_t count, struct figures *all)
        { GOOD(p, last, count, all); all->point[1].x = all->point[0].x; all->point[1].y = all->point[0].y; }' 'games/go.c: draw: '
    slip draw '(const struct position *p, const struct move *last, size_t count, struct figures *all)
        { GOOD(p, last, count, all); all->labels--; }' 'does not stand at the opposite edge, too'
    slip draw '(const struct position *p, const struct move *last, size_t count, struct figures *all)
        { GOOD(p, last, count, all); for (int i = 0; i < all->points; i++) { all->point[i].mark = 0; } }' \
        'games/go.c: draw: nothing is marked after the move'
    sed 's/^    \.size = .*/&\n    .identity = 1,/' good.c >games/go.c
    found 'games/go.c: identity: '
    cp good.c games/go.c
    slip actor '(const struct position *p)
        { int seat = GOOD(p); return seat == 1 ? 2 : seat; }' 'games/go.c: actor: seat 2 does not play'
    slip leave '(struct position *p, int seat)
        { (void)p; (void)seat; (void)GOOD; }' 'games/go.c: leave: seat 0 has left'
    slip setup '(struct position *p, const struct setup *chosen, struct note *note)
        { struct setup none = *chosen; none.value[0] = OPTION_UNSET; return GOOD(p, &none, note); }' \
        'games/go.c: setup: the option misere changes nothing'
    sed -i.good '/^occupied=/d' templates/en/go.words
    found 'templates/en/go.words has no occupied='
    mv templates/en/go.words.good templates/en/go.words
    sed -i.good 's/^occupied=.*/& {{2}}/' templates/en/go.words
    found 'games/go.c: check: the words of occupied show {{2}}, but its note has no argument 2'
    mv templates/en/go.words.good templates/en/go.words
    sed -i 's/answers: c1/answers: a1/' templates/en/tutorial/go.txt
    found 'tutorial/go.txt: Three in a row: a1 is no legal turn'
}
