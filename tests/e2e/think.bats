#!/usr/bin/env bats
# postmove think: a program that plays, asked line by line.

bats_require_minimum_version 1.5.0

build=${BUILD:-build}
postmove=$build/postmove
games=$(basename -s .c games/*.c)

# question GAME TURN ...: a match for two after these turns; the seat to move is asked.
question() {
    local game=$1 seat=0
    shift
    printf '%s\n' 'postmove 1' 'match 117' "game $game" 'options ' 'seats 2' "seat $(($# % 2 + 1))"
    for turn; do
        printf 'turn %d %s\n' $((seat % 2 + 1)) "$turn"
        seat=$((seat + 1))
    done
    echo end
}

@test "think: whatever it answers is legal, in every game" {
    for game in $games; do
        # The first half of a match, however short it is.
        turns=$("$postmove" playout "$game" -maxply=20 --moves --seed 4 1 | sed -n '1s/.*: //p' |
            awk '{ NF = int(NF / 2) } 1')
        for level in 1 2 3; do
            # shellcheck disable=SC2086
            run --separate-stderr "$postmove" think --level "$level" < <(question "$game" $turns)
            [ "$status" -eq 0 ]
            [ -z "$stderr" ]
            [[ $output == "move "* ]]
            turn=${output#move }
            run "$postmove" show "$game" --after "$turns ${turn%!}"
            [ "$status" -eq 0 ]
        done
    done
}

@test "think: the same question has the same answer, and the seed varies it" {
    run "$postmove" think < <(question halma)
    first=$output
    run "$postmove" think < <(question halma)
    [ "$output" = "$first" ]
    answers=$(for seed in 1 2 3 4 5 6 7 8; do
        "$postmove" think --level 1 --seed "$seed" < <(question halma)
    done | sort -u | wc -l)
    [ "$answers" -gt 1 ]
}

@test "think: what others offer is answered" {
    run "$postmove" think < <(echo "open challenge"; question emergo)
    [ "$output" = accept ]
    run "$postmove" think < <(echo "open undo"; question emergo e6)
    [ "$output" = accept ]
    run "$postmove" think < <(echo "open draw"; question halma e1-d2)
    [ "$output" = "reject early" ]
    # Who is not to move, and is offered nothing, has nothing to say.
    run "$postmove" think < <(question halma e1-d2 | sed 's/^seat .*/seat 1/')
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "think: a lost match is given up, but not by a beginner" {
    lost="1111..../111...../11....../......../1......./.....222/....2222/.....222 2 20,20 0 -"
    asked() { question halma | sed "s/^seat .*/seat 2/; s|^end|start $lost\nend|"; }
    run "$postmove" think --level 3 < <(asked)
    [ "$output" = resign ]
    run "$postmove" think --level 1 < <(asked)
    [[ $output == "move "* ]]
}

@test "think: a draw is refused by whoever stands better" {
    turns=$("$postmove" playout halma -maxply=22 --moves --seed 2 1 | sed -n '1s/.*: //p')
    # shellcheck disable=SC2086
    better() { question halma $turns | sed "s/^seat .*/seat $1/"; }
    answers=$(for seat in 1 2; do "$postmove" think < <(echo "open draw"; better $seat); done)
    [ "$(sort <<<"$answers")" = $'accept\nreject ahead' ]
}

@test "think: a draw is accepted where nobody gets any further" {
    # The first stands better, but each walks in a circle, of four steps and of three, so that few
    # positions come up twice.
    start="2222..../222...../22....../2..11.../.......1/......11/.....11./....111. 1 0,0 0 -"
    one=(d2-d3 d3-c3 c3-c2 c2-d2) other=(e7-e6 e6-f7 f7-e7) turns=(e1-d2 d8-e7)
    for ((i = 0; i < 18; i++)); do
        turns+=("${one[i % 4]}" "${other[i % 3]}")
    done
    asked() { echo "open draw"; question halma "$@" | sed "s|^seat .*|seat 1\nstart $start|"; }
    run "$postmove" think --level 1 < <(asked "${turns[@]:0:12}")
    [ "$output" = "reject early" ]
    run "$postmove" think --level 1 < <(asked "${turns[@]:0:24}")
    [ "$output" = "reject ahead" ]
    run "$postmove" think --level 1 < <(asked "${turns[@]}")
    [ "$output" = accept ]
    three() {
        printf '%s\n' 'open draw' 'postmove 1' 'match 117' 'game embargo' 'options ' 'seats 3' 'seat 1'
        "$postmove" playout embargo -players=3 --moves --seed 1 1 | sed -n '1s/.*: //p' | tr ' ' '\n' |
            awk -v most="$1" 'NR <= most { print "turn", (NR - 1) % 3 + 1, $0 }'
        echo end
    }
    run "$postmove" think < <(three 6)
    [ "$output" = "reject early" ]
    run "$postmove" think < <(three 24)
    [ "$output" = "reject moving" ]
}

@test "think: it offers a draw once in thirty turns that lead nowhere" {
    start="2111..../111...../111...../......../......../.....222/.....222/....2221 1 0,0 0 -"
    one=(d8-e8 e8-d8) other=(f2-g3 g3-f2)
    stuck() {
        printf '%s\n' 'postmove 1' 'match 117' 'game halma' 'seats 2' 'seat 2' "start $start" \
            'options lock=off antispoil=none vacate=0 repetition=0' 'turn 1 d8-e8' 'turn 2 f2-h4'
        for ((i = 1; i < $1; i++)); do
            echo "turn 1 ${one[i % 2]}"
            ((i == $1 - 1)) || echo "turn 2 ${other[i % 2]}"
        done
        echo end
    }
    offers=$(for n in {10..40}; do "$postmove" think --level 4 < <(stuck "$n"); done | grep -n draw)
    [ "$offers" = $'8:draw\n23:draw' ]
    run "$postmove" think < <(echo "offered draw"; stuck 17)
    [[ $output == "move "* ]]
}

@test "think: what is no question is refused, and names the line" {
    run "$postmove" think < <(question chess)
    [ "$status" -eq 1 ]
    [ "$output" = 'postmove: this line cannot be read: "game chess"' ]
    run "$postmove" think < <(question halma e1-e8)
    [ "$status" -eq 1 ]
    run "$postmove" think < /dev/null
    [ "$status" -eq 1 ]
    run "$postmove" think < <(head -c 3000000 /dev/zero)
    [ "$status" -eq 1 ]
    [ "$output" = "postmove: the question is too long" ]
}

@test "think: options that cannot be are refused" {
    for wrong in "--level 0" "--level 6" "--level x" "--seed x" "--seed -1" "halma"; do
        # shellcheck disable=SC2086
        run "$postmove" think $wrong < /dev/null
        [ "$status" -eq 2 ]
    done
}

@test "think: the turning points of a match" {
    # The first player walks past the goal instead of into it.
    start='1111..../111...../11....../.1....../......../..22222./..22222./........ 1 20,20 0 -'
    asked() { question halma b5-b4 c3-a5 | sed "s|^options .*|options size=8|; s|^seat .*|&\nstart $start|"; }
    run --separate-stderr "$postmove" think --analyse < <(asked)
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'turn 1 b5-a5' ]
    [ "${lines[1]}" = end ]
    run "$postmove" think --analyse < <(question halma)
    [ "$output" = end ]
    # No turn loses much, but the second player has lost, and one turn cost them most.
    turns='h1-f3 a5-b4 g2-e4 a6-a5 g1-e3 a5-c3 f3-b5 a7-a3 h3-b3'
    # shellcheck disable=SC2086
    run "$postmove" think --analyse < <(question halma $turns resign)
    [ "$output" = $'turn 8 b4-d2\nend' ]
    # shellcheck disable=SC2086
    run "$postmove" think --analyse < <(question halma $turns)
    [ "$output" = end ]
    run "$postmove" think --analyse < <(question halma | sed 's/^seats 2/seats 4/')
    [ "$status" -eq 2 ]
}
