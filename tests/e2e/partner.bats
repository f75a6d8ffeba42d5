#!/usr/bin/env bats
# The program that plays as a partner: its levels against models of people (tests/bench/models.h),
# in a few matches each. `make bench-play` plays many.

build=${BUILD:-build}
races="halma halma,players=4 chinesecheckers chinesecheckers,players=3 embargo embargo,players=3"

# share ROW ONE OTHER: the share of points of ONE in 30 matches, in whole percent.
share() { SHARED=1 "$build/tests/bench/duel" "$@" 30 | sed 's/.* \([0-9]*\)\.[0-9] %.*/\1/'; }

# turns ROW ONE OTHER: how many turns 20 matches have, on average; nothing if one is not over.
turns() { SHARED=1 "$build/tests/bench/duel" "$@" 20 | sed -n 's/.*(open 0).*turns \([0-9]*\) .*/\1/p'; }

@test "partner: level 1 loses to a beginner more often than it wins, but not always" {
    for row in halma halma,players=4 chinesecheckers,players=3 embargo emergo entrapment; do
        won=$(share "$row" 1 quarter)
        echo "$row: $won"
        [ "$won" -ge 5 ]
        [ "$won" -lt 55 ]
    done
}

@test "partner: each level is stronger than the one below" {
    for row in halma halma,players=4 chinesecheckers,players=3 embargo emergo entrapment; do
        for level in 2 3; do
            won=$(share "$row" "$level" "$((level - 1))")
            echo "$row: $level against $((level - 1)): $won"
            [ "$won" -ge $((level == 2 ? 75 : 45)) ]
        done
    done
}

@test "partner: a race against somebody who goes nowhere comes to an end" {
    for row in $races; do
        usual=$(turns "$row" 2 2)
        against=$(turns "$row" 2 stubborn)
        echo "$row: $against turns, usually $usual"
        [ "$against" -le $((usual * 3 / 2)) ]
    done
}
