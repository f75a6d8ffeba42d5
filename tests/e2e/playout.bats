#!/usr/bin/env bats
# postmove playout: games by chance, of every game there is; and the benchmark.

bats_require_minimum_version 1.5.0

build=${BUILD:-build}
postmove=$build/postmove
games=$(basename -s .c games/*.c)

# field NAME: what stands behind "NAME: " in $output.
field() { sed -n "s/^$1: //p" <<< "$output"; }

@test "playout: the sums agree with each other and with the games" {
    for game in $games; do
        run --separate-stderr "$postmove" playout "$game" -maxply=50 --moves 5
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        [ "$(field games)" = 5 ]
        [ "$(grep -cE '^[1-5] [0-9]+ (win [1-6,]+|draw) [a-z-]+: ' <<< "$output")" -eq 5 ]
        lengths=$(awk '/^[1-5] / { print $2 }' <<< "$output")
        [ "$(field turns)" = "$(awk '{ sum += $1 } END { print sum }' <<< "$lengths")" ]
        longest=$(sort -n <<< "$lengths" | tail -n 1)
        [[ $(field "longest game") == "$longest, seed "[1-5] ]]
        [ "$(awk '/^(win|draw) / { sum += $NF } END { print sum }' <<< "$output")" -eq 5 ]
    done
}

@test "playout: a game is as long as it says, and is played again by its moves" {
    for game in $games; do
        run "$postmove" playout "$game" -maxply=40 --moves --seed 3 1
        [ "$status" -eq 0 ]
        turns=${lines[0]#*: }
        [ "$(field turns)" = "$(wc -w <<< "$turns")" ]
        how=$(cut -d ' ' -f 3- <<< "${lines[0]%%:*}")
        run "$postmove" show "$game" -maxply=40 --after "$turns"
        [ "$status" -eq 0 ]
        [ "${lines[-1]}" = "result: ${how% *}" ]
    done
}

@test "playout: the seed tells the game" {
    for game in $games; do
        all=$("$postmove" playout "$game" -maxply=20 --moves 3)
        [ "$("$postmove" playout "$game" -maxply=20 --moves 3)" = "$all" ]
        one=$("$postmove" playout "$game" -maxply=20 --moves --seed 2 1)
        [ "${one%%$'\n'*}" = "$(sed -n 2p <<< "$all")" ]
        [ "$(sed -n 's/^1 //p' <<< "$all")" != "$(sed -n 's/^2 //p' <<< "$all")" ]
    done
}

@test "playout: ends as a match does, after 1000 turns at the latest" {
    run "$postmove" playout halma -size=16 -norepetition 1
    [ "$status" -eq 0 ]
    [ "$output" = "$(printf '%s\n' 'games: 1' 'turns: 1000' "${lines[@]:2:2}" 'draw maxply: 1')" ]
    [ "$(field "longest game")" = "1000, seed 1" ]
    run "$postmove" playout halma -vacate=0 --after "h4-h5 a5-b5 h5-h4 b5-a5" -repetition=2 7
    [ "$status" -eq 0 ]
    [ "$output" = "games: 7
turns: 28
longest game: 4, seed 1
most legal turns: 0, seed 1
draw repetition: 7" ]
}

@test "playout: from a position and after turns" {
    run "$postmove" playout halma --after "h4-h5" --moves -maxply=3 2
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "1 3 draw maxply: h4-h5 "* ]]
    [[ ${lines[1]} == "2 3 draw maxply: h4-h5 "* ]]
}

@test "playout: usage" {
    for words in "halma" "halma 0" "halma 1000001" "halma 1x" "halma -1" "halma 1 2" \
        "halma 1 --seed" "halma 1 --seed x" "halma 1 --seed 4294967296" \
        "nosuchgame 1" "halma -size=7 1" "halma 1 --decisions"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" playout $words
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ -n "$stderr" ]
    done
    run --separate-stderr "$postmove" playout halma --after "h4-h9" 1
    [ "$status" -eq 1 ]
    [ -z "$output" ]
}

@test "bench: every figure of every game is measured" {
    for game in $games; do
        run env BENCH_SECONDS=0.001 BENCH_ROUNDS=1 "$build/tests/bench/bench-games" "$game"
        [ "$status" -eq 0 ]
        [ "${#lines[@]}" -eq 3 ]
        [ "$(awk -v game="$game" '
            NR == 1 { fields = NF }
            NR > 1 && $1 == game && NF == fields {
                for (i = 3; i <= NF && ($i == "-" || $i > 0); i++) { }
                good += i > NF
            }
            END { print good }' <<< "$output")" -eq 2 ]
        run "$build/tests/bench/bench-games" --nodes "$game"
        [ "$status" -eq 0 ]
        [[ $output =~ ^$game\ [0-9]+$ ]]
        [ "${output#* }" -ge 10000 ]
    done
}
