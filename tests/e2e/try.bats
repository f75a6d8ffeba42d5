#!/usr/bin/env bats
# postmove bot try: a program plays a match at once, without a server.

bats_require_minimum_version 1.5.0

# HOME and the working folder are one empty folder; programs lie beside it.
setup() {
    local build
    build=$(realpath "${BUILD:-build}")
    programs=$BATS_TEST_TMPDIR/programs
    mkdir "$programs" "$BATS_TEST_TMPDIR/empty"
    sed -n '/^#!\/bin\/sh/,/^\.Ed/p' man/postmove-bot.7 | grep -v '^\.Ed' >"$programs/any"
    chmod +x "$programs/any"
    cd "$BATS_TEST_TMPDIR/empty" || return
    export HOME=$PWD PATH=$build:$PATH
    unset POSTMOVE_CONF
}

teardown() {
    [ -z "$(ls -A "$BATS_TEST_TMPDIR/empty")" ] # nothing was written
}

# The program NAME, which accepts what is open; else the shell script on standard input goes on, and
# has the question in $asked.
program() { # NAME
    {
        printf '#!/bin/sh\nasked=$(cat)\n'
        printf 'case $asked in *"\nopen "*) echo accept; exit ;; esac\n'
        cat
    } >"$programs/$1"
    chmod +x "$programs/$1"
}

# fails WORDS ARGUMENT ...: says the words in one line, and then the question.
fails() {
    local words=$1
    shift
    run --separate-stderr postmove bot try "$@"
    [ "$status" -eq 1 ]
    [[ ${stderr_lines[0]} == "postmove: "*"$words"* ]]
    [ "${stderr_lines[1]}" = 'The question was:' ]
    [ "${stderr_lines[2]}" = 'postmove 1' ]
    [ "${stderr_lines[-1]}" = end ]
}

@test "bot try: the program of the manual plays whole matches" {
    for game in entrapment emergo embargo 'chinesecheckers -players=3'; do
        # shellcheck disable=SC2086
        run --separate-stderr postmove bot try $game "$programs/any"
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [[ ${lines[0]} == '1. program: '* ]]
        [[ ${lines[1]} == '2. house: '* ]]
        [[ ${lines[-1]} == win\ * || ${lines[-1]} == draw\ * || ${lines[-1]} == 'not over after 1000 turns' ]]
    done
    # It is a match that `show` knows.
    run --separate-stderr postmove bot try entrapment "$programs/any"
    turns=$(sed -n 's/^[0-9]*\. [a-z]*: //p' <<<"$output" | tr '\n' ' ')
    result=$(postmove show entrapment --after "$turns" | sed -n 's/^result: //p')
    [[ ${lines[-1]} == "$result "* ]]
}

@test "bot try: of four seats the program has the first and the third" {
    # shellcheck disable=SC2016
    program resigns <<<'echo "$asked" >>"$0.asked"; echo resign'
    run --separate-stderr postmove bot try halma -size=10 -players=4 --level 3 "$programs/resigns"
    [ "$status" -eq 0 ]
    [[ ${lines[-1]} == win* ]]
    [ "${lines[0]}" = '1. program: resign' ]
    [ "${lines[2]}" = '3. program: resign' ]
    [ "$(sed -n 's/^seat //p' "$programs/resigns.asked" | tr '\n' ' ')" = '1 3 ' ]
    [ "$(grep -c '^options size=10 players=4$' "$programs/resigns.asked")" -eq 2 ]
    [ "$(grep -c '^level 3$' "$programs/resigns.asked")" -eq 2 ]
}

@test "bot try: it prints nonsense, or what does not fit the question" {
    program prates <<<'echo hello'
    fails 'this line cannot be read: "hello"' halma "$programs/prates"
    program agrees <<<'echo accept'
    fails '"accept" does not answer' halma "$programs/agrees"
    program cheats <<<'echo move e1-e9'
    fails 'e1-e9 was not played. e9 is not on this board' halma "$programs/cheats"
    program mute <<<''
    fails 'there is no answer' halma "$programs/mute"
    [ -z "$output" ]
}

@test "bot try: each kind of offer is tried" {
    for offer in challenge draw undo; do
        printf '#!/bin/sh\ngrep -q "^open %s" && echo move e1-d2 || echo reject\n' $offer >"$programs/moves"
        chmod +x "$programs/moves"
        fails '"move e1-d2" does not answer' halma "$programs/moves"
        [[ $stderr == *"open $offer"* ]]
    done
}

@test "bot try: only the refusal of a draw has a reason" {
    local offer
    for offer in challenge undo; do
        printf '#!/bin/sh\ngrep -q "^open %s" && echo reject early || echo reject ahead\n' $offer >"$programs/reasons"
        chmod +x "$programs/reasons"
        fails '"reject ' halma "$programs/reasons"
        [[ $stderr == *' does not answer'* ]]
    done
    # shellcheck disable=SC2016
    program reasons <<<'case $asked in *"open draw"*) echo reject early ;; *open*) echo accept ;; *) echo resign ;; esac'
    run --separate-stderr postmove bot try halma "$programs/reasons"
    [ "$status" -eq 0 ]
}

@test "bot try: the house rejects a draw, and the program is asked again" {
    # shellcheck disable=SC2016
    program offers <<<'case $asked in *"offered draw"*) echo resign ;; *) echo draw ;; esac'
    run --separate-stderr postmove bot try halma "$programs/offers"
    [ "$status" -eq 0 ]
    [ "$output" = $'1. program: resign\nwin 2 resign' ]
    program insists <<<'echo draw'
    fails '"draw" does not answer' halma "$programs/insists"
    [[ $stderr == *'offered draw'* ]]
}

@test "bot try: it sleeps, or ends with a fault, or is not there" {
    program sleeps <<<'sleep 1719'
    fails 'did not end in time' --seconds=1 halma "$programs/sleeps"
    run ! pgrep -f 'sleep 1719'
    program dies <<<'exit 3'
    fails 'exit code 3' halma "$programs/dies"
    fails 'cannot be started' halma ./absent
}

@test "bot try: a match goes on after these turns, and ends after 1000" {
    turns=$(postmove playout chinesecheckers -maxply=2000 -norepetition --moves 1 | sed -n '1s/.*: //p' | cut -d' ' -f1-998)
    run --separate-stderr postmove bot try chinesecheckers -norepetition --after "$turns" "$programs/any"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == '999. program: '* ]]
    [[ ${lines[1]} == '1000. house: '* ]]
    [ "${lines[2]}" = 'not over after 1000 turns' ]
}

@test "bot try: a command line that makes no sense, and options of the program" {
    says() {
        run --separate-stderr postmove bot try "${@:2}"
        [ "$status" -eq 2 ]
        [[ $stderr == *"$1"* ]]
    }
    says 'no game "chess"' chess "$programs/any"
    says 'argument is missing' halma
    says 'from 1 to 5, not 7' halma --level=7 "$programs/any"
    says 'from 1 to 300, not 0' halma --seconds=0 "$programs/any"
    # shellcheck disable=SC2016
    program heeds <<<'[ "$1 $2" = "-x --seconds=9" ] && echo resign'
    says 'no option -x' halma "$programs/heeds" -x
    sed -i 's/echo accept/[ "$1" = -x ] \&\& echo accept/' "$programs/heeds"
    run --separate-stderr postmove bot try halma -size=10 -- "$programs/heeds" -x --seconds=9
    [ "$status" -eq 0 ]
}
