#!/usr/bin/env bats
# postmove moves, perft and show: what they print, what they refuse, and how.

bats_require_minimum_version 1.5.0

postmove=${BUILD:-build}/postmove

# A whole game of 8x8 Halma; player 2 wins.
whole="h3-f3 a6-c6 h2-f4 a7-c5 h4-h3 b7-d5 h3-h2 c5-d6 g3-a7 c7-g3 g1-e3 a5-e5 g2-e6 c6-g2 f2-d4
a8-e2 f1-d3 c8-e4 e6-a6 e4-c6 e3-c7 e2-f2 e1-d2 e5-e1 f4-e4 c6-g4 f3-f5 d5-h3 h1-b7 d8-d7
h2-f6 d7-h1 e4-a8 b6-c6 d3-d7 c6-e4 f5-d5 g4-h4 d7-c8 e4-f3 f6-e5 d6-h2 a7-b6 b8-f4 d4-b8
g2-f1 e5-a7 f3-g2 d2-c3 f4-f3 d5-c6 h1-g1 c3-b4 f3-h1"
end="111...../111...../111...../......../.1.....2/......22/.....222/....2222"
# Back to the first position in four turns.
round="h4-h5 a5-b5 h5-h4 b5-a5"

@test "moves: one canonical turn a line, in C order" {
    run --separate-stderr "$postmove" moves halma
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "${#lines[@]}" -eq 24 ]
    [ "${lines[0]}" = e1-d1 ]
    [ "${lines[23]}" = h4-h5 ]
    [ "$output" = "$(LC_ALL=C sort <<< "$output")" ]
}

@test "moves: after other turns, from a position, with options" {
    run "$postmove" moves halma --after "h4-h5"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = a5-a4 ]
    run "$postmove" moves halma --from "$end 1"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run "$postmove" moves halma -size=10 -nolock -players=4
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 24 ]
    run "$postmove" moves --after "H4 H5" HAL
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = a5-a4 ]
    run --separate-stderr "$postmove" play halma -lock=end -nolock
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'-nolock contradicts an option before it'* ]]
}

@test "moves, show: turns may stand on several lines" {
    run "$postmove" moves halma --after $'h4-h5\na5-b5\r\n'
    [ "$status" -eq 0 ]
    [ "$output" = "$("$postmove" moves halma --after "h4-h5 a5-b5")" ]
}

@test "moves: every turn listed is accepted when typed" {
    run "$postmove" moves halma --after "$round"
    for turn in $output; do
        "$postmove" moves halma --after "$round $turn" > /dev/null
    done
}

@test "moves: single decisions are the turns where a turn is one" {
    run "$postmove" moves halma --decisions
    [ "$status" -eq 0 ]
    [ "$output" = "$("$postmove" moves halma)" ]
}

@test "moves and perft: of a finished game nothing" {
    run "$postmove" moves halma --after "$whole"
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    run "$postmove" perft halma --after "$whole" 1
    [ "$status" -eq 0 ]
    [ "$output" = 0 ]
    run "$postmove" perft halma --after "$whole" 0
    [ "$status" -eq 0 ]
    [ "$output" = 1 ]
}

@test "perft: counts from the set-up and beyond" {
    [ "$("$postmove" perft halma 0)" = 1 ]
    [ "$("$postmove" perft halma 3)" = 20050 ]
    [ "$("$postmove" perft halma 3 --decisions)" = 20050 ]
    [ "$("$postmove" perft halma -super 3)" = 20957 ]
    [ "$("$postmove" perft halma -size=16 2)" = 1600 ]
    [ "$("$postmove" perft halma --after "$round" 2)" = 576 ]
}

@test "perft --divide: a count for each turn, sorted, no total" {
    run "$postmove" perft halma --divide 3
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 24 ]
    [[ ${lines[0]} =~ ^e1-d1\ [0-9]+$ ]]
    [ "$output" = "$(LC_ALL=C sort <<< "$output")" ]
    [ "$(awk '{ sum += $2 } END { print sum }' <<< "$output")" = 20050 ]
    run "$postmove" perft halma --divide 0
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "show: position, board, result" {
    run --keep-empty-lines "$postmove" show halma
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "2222..../222...../22....../2......./.......1/......11/.....111/....1111 1 0,0 0 -" ]
    [ -z "${lines[1]}" ]
    [ -n "${lines[2]}" ]
    [[ $output == *$'\n\nresult: none'* ]]
    [ "$("$postmove" show halma | tail -n 1)" = "result: none" ]
}

@test "show: a picture of the board, the same bytes each time" {
    run "$postmove" show halma --after "e1-e2" --picture "$BATS_TEST_TMPDIR/halma.png"
    [ "$status" -eq 0 ]
    [[ "$output" == *'result: none' ]]
    [ "$(head -c 8 "$BATS_TEST_TMPDIR/halma.png" | od -An -tx1)" = ' 89 50 4e 47 0d 0a 1a 0a' ]
    "$postmove" show halma --after "e1-e2" --picture "$BATS_TEST_TMPDIR/again.png" > /dev/null
    cmp "$BATS_TEST_TMPDIR/halma.png" "$BATS_TEST_TMPDIR/again.png"
    "$postmove" show halma --picture "$BATS_TEST_TMPDIR/other.png" > /dev/null
    ! cmp -s "$BATS_TEST_TMPDIR/halma.png" "$BATS_TEST_TMPDIR/other.png"
}

@test "show: no picture where nobody can write" {
    run --separate-stderr "$postmove" show halma --picture "$BATS_TEST_TMPDIR/none/halma.png"
    [ "$status" -eq 75 ]
    [[ "$stderr" == *none/halma.png* ]]
}

@test "show: what is not a file is not replaced by a picture" {
    mkfifo "$BATS_TEST_TMPDIR/pipe"
    ln -s pipe "$BATS_TEST_TMPDIR/link"
    for name in pipe link .; do
        run --separate-stderr "$postmove" show halma --picture "$BATS_TEST_TMPDIR/$name"
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"$BATS_TEST_TMPDIR/$name is there already and is not a file" ]]
    done
    [ -p "$BATS_TEST_TMPDIR/pipe" ]
    [ -L "$BATS_TEST_TMPDIR/link" ]
}

@test "show, play: the board in other forms" {
    run "$postmove" show halma --after "e1-e2" --board list
    [ "$status" -eq 0 ]
    [ "${lines[1]}" = "To move: black (X)." ]
    [ "${lines[2]}" = "Last turn: e1-e2." ]
    [ "${lines[3]}" = "white (O), 10 men: e2, f1, f2, g1, g2, g3, h1, h2, h3, h4" ]
    run "$postmove" show halma --board=unicode
    [ "${lines[2]}" = " 8 ● ● ● ● · · · · 8" ]
    run "$postmove" show halma --board=wide
    [ "${lines[2]}" = " 8   X   X   X   X   .   .   .   .   8" ]
    run "$postmove" play halma --board=list <<<"e1-e2"
    [ "$status" -eq 0 ]
    [[ "$output" == *"Last turn: e1-e2."* ]]
    for command in show play; do
        run --separate-stderr "$postmove" "$command" halma --board=pretty
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ "$stderr" == *'no board "pretty"; there are: ascii, wide, unicode, list'* ]]
    done
}

@test "show: the end of a whole game" {
    run "$postmove" show halma --after "$whole"
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == "$end "* ]]
    [ "${lines[-1]}" = "result: win 2" ]
}

# All that is printed, character by character.
@test "show: columns of men are spelled out below the board" {
    diff - <("$postmove" show emergo --from "c5=X d4=XXOO d6=X e4=OOO e5=X / 0 0 / O") <<'SHOWN'
c5=X d4=XXOO d6=X e4=OOO e5=X / 0 0 / O

     1   2   3   4   5   6   7   8   9
     |   |   |   |   |   |   |   |   |
 a -                 .

 b -             .   .   .

 c -         .   .   X   .   .

 d -     .   .   X2  .   X   .   .

 e - .   .   .   O3  X   .   .   .   .

 f -     .   .   .   .   .   .   .

 g -         .   .   .   .   .

 h -             .   .   .

 i -                 .

white (O): 0 men in hand
black (X): 0 men in hand

Pieces of several men, the top man first: d4 XXOO, e4 OOO

A number: so many men of that player lie on top

result: none
SHOWN
}

@test "show: barriers, and what is in hand" {
    position="O a4 c6 f5 / X a5 d3 e3 / o a1h a3h b4h c7v e3h"
    position+=" / x a6h b1v b5h b6h e5v f1v f6v / # d5v / 19 18 / O 1"
    diff - <("$postmove" show entrapment --from "$position") <<'SHOWN'
O a4 c6 f5 / X a5 d3 e3 / o a1h a3h b4h c7v e3h / x a6h b1v b5h b6h e5v f1v f6v / # d5v / 19 18 / O 1

     a   b   c   d   e   f   g
   +---------------------------+
 7 | .   .   . o .   .   .   . | 7
   |xxx+xxx+   +   +   +   +   |
 6 | .   .   O   .   .   . x . | 6
   |   +xxx+   +   +   +   +   |
 5 | X   .   .   . # . x O   . | 5
   |   +ooo+   +   +   +   +   |
 4 | O   .   .   .   .   .   . | 4
   |ooo+   +   +   +ooo+   +   |
 3 | .   .   .   X   X   .   . | 3
   |   +   +   +   +   +   +   |
 2 | .   .   .   .   .   .   . | 2
   |ooo+   +   +   +   +   +   |
 1 | .   . x .   .   .   . x . | 1
   +---------------------------+
     a   b   c   d   e   f   g

light (O): 0 roamers and 19 barriers in hand
dark (X): 0 roamers and 18 barriers in hand

o between squares: barriers of light (O)
x between squares: barriers of dark (X)
# is a standing barrier, which belongs to nobody

result: none
SHOWN
}

@test "show --json: all that is known of a position" {
    show() { "$postmove" show --json "$@" | python3 "$BATS_TEST_TMPDIR/read" "${expressions[@]}"; }
    cat > "$BATS_TEST_TMPDIR/read" <<'READ'
import json, sys
shown = json.load(sys.stdin)
at = {place["at"]: place for place in shown["board"]}
for expression in sys.argv[1:]:
    print(eval(expression))
READ
    expressions=('", ".join(shown)' 'shown["options"]' 'shown["to_move"]' 'shown["moves"]' 'shown["reason"]'
        'at["c5"]' 'at["d4"]' 'len(at)' 'shown["drawing"].splitlines()[6]')
    diff - <(show emergo --from "c5=X d4=XXOO d6=X e4=OOO e5=X / 0 0 / O") <<'SHOWN'
game, options, seats, position, to_move, turns, moves, decisions, board, drawing, result, reason

1
['e4xc4xc6xe6xe4xc4']
None
{'at': 'c5', 'kind': 'piece', 'seat': 2, 'moved': False, 'set': 0, 'men': 1, 'prisoners': 0}
{'at': 'd4', 'kind': 'piece', 'seat': 2, 'moved': False, 'set': 0, 'men': 4, 'prisoners': 2, 'prisoners_of': 1}
5
 c -         .   .   X   .   .
SHOWN
    expressions=('shown["options"]' 'shown["seats"]' 'shown["to_move"]' 'shown["turns"]' 'shown["moves"]'
        'at["h5"]["moved"], at["b5"]["moved"]' 'shown["result"]' 'shown["reason"]'
        'shown["drawing"].split()[:3]')
    diff - <(show halma -maxply=2 --after "h4-h5 a5-b5" --board list) <<'SHOWN'
maxply=2
2
None
['h4-h5', 'a5-b5']
[]
(False, True)
draw
maxply
['To', 'move:', 'white']
SHOWN
    position=$("$postmove" show halma --after "$whole" --json | sed 's/.*"position":"\([^"]*\)".*/\1/')
    [ "$position" = "$("$postmove" show halma --after "$whole" | head -n 1)" ]
    expressions=('shown["moves"] == shown["decisions"]' 'shown["seats"], shown["to_move"], shown["options"]'
        '[(bar["at"], bar["kind"], bar["seat"]) for bar in shown["board"][6:9]], at["d5v"]["seat"]')
    diff - <(show entrapment --from "O a4 c6 f5 / X a5 d3 e3 / o a1h / x a6h b1v / # d5v / 19 18 / O 1") <<'SHOWN'
False
(2, 1, '')
([('a1h', 'bar', 1), ('a6h', 'bar', 2), ('b1v', 'bar', 2)], None)
SHOWN
}

@test "show prints a position that --from reads" {
    position=$("$postmove" show halma --after "$whole" | head -n 1)
    [ "$("$postmove" show halma --from "$position" | head -n 1)" = "$position" ]
}

@test "show counts repetition, moves and perft do not" {
    run "$postmove" show halma --after "$round $round"
    [ "${lines[-1]}" = "result: draw" ]
    run "$postmove" show halma -norepetition --after "$round $round $round"
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = "result: none" ]
    run --separate-stderr "$postmove" show halma --after "$round $round h4-h5"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ $stderr == *h4-h5* ]]
    [ "$("$postmove" perft halma --after "$round $round" 1)" = 24 ]
    run "$postmove" show halma -maxply=3 --after "h4-h5 a5-b5 h5-h4"
    [ "${lines[-1]}" = "result: draw" ]
}

@test "an illegal move: exit 1, the reason and what is near" {
    run --separate-stderr "$postmove" moves halma --after "h4-h5 a5-a2"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ ${stderr_lines[0]} == "postmove: a5-a2 was not played. "* ]]
    [[ $stderr == *a5-a4* ]]
    run --separate-stderr "$postmove" moves halma --after "h4-"
    [ "$status" -eq 1 ]
    [[ $stderr == *"h4-g4, h4-g5 or h4-h5"* ]]
    run --separate-stderr "$postmove" moves halma --after "Hello there"
    [ "$status" -eq 1 ]
    [[ $stderr == *"Hello there"* ]]
    [[ $stderr != *"[match."* ]]
    [[ $stderr != *"[halma."* ]]
}

# refuses GAME MOVES REASON: the first line of what is said.
refuses() {
    run --separate-stderr "$postmove" show $1 --after "$2"
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    [[ "$stderr" == "postmove: $3"* ]]
}

@test "a square off the board is the reason, wherever it stands" {
    local off
    for off in l0 z9 z0 e100; do
        refuses 'halma -size=16' "l1-$off" "l1-$off was not played. $off is not on this board, whose last square is p16."
        refuses 'halma -size=16' "$off-l1" "$off-l1 was not played. $off is not on this board, whose last square is p16."
        refuses 'halma -size=16' "l1-l2-$off" "l1-l2-$off was not played. $off is not on this board, whose last square is p16."
        refuses 'halma -size=16' "$off" "$off was not played. $off is not on this board, whose last square is p16."
        refuses chinesecheckers "c5-$off" "c5-$off was not played. $off is not a hole of this board."
        refuses chinesecheckers "$off-" "$off- was not played. $off is not a hole of this board."
        refuses emergo "a5 $off" "$off was not played. $off is not a square of this board."
        refuses embargo "g1-$off" "g1-$off was not played. $off is not on this board, whose last point is i9."
        refuses embargo "g1-a1,$off" "$off was not played. $off is not on this board, whose last point is i9."
        refuses entrapment "$off" "$off was not played. $off is not on this board, whose last square is g7."
    done
    # What is no name of a square at all is none off the board.
    run --separate-stderr "$postmove" show halma --after "0l-l1"
    [[ $stderr == *'is not a move'* ]]
}

@test "what is joined to a turn that is complete is said to be too much for it" {
    local set_up='d4 g4 a1 g7 b2 f6' more='This line holds more than one turn, so nothing on it was played. Please send one turn at a time.'
    refuses entrapment "$set_up d4-d5,a1h" "a1h was not played. $more"
    [[ $stderr == *d4-d5.* ]]
    refuses entrapment "$set_up a1h g4-g5,b1h, b2h" "b2h was not played. $more"
    [[ $stderr == *g4-g5,b1h.* ]]
    # Off the board is off the board, and two turns are two.
    refuses entrapment "$set_up d4-d5,a0h" 'a0h was not played. a0 is not on this board, whose last square is g7.'
    refuses entrapment "$set_up d4-d5 a1h" 'a1h was not played. The first action of a turn moves a roamer, as in d3-d5. A barrier can be the second.'
    # In a game of one move a turn a comma parts turns.
    refuses halma 'h4-h5,a5-a2' "$("$postmove" show halma --after 'h4-h5 a5-a2' 2>&1 | sed -n 's/^postmove: //p')"
    "$postmove" show halma --after 'h4-h5,a5-b5'
    "$postmove" show entrapment --after "$set_up d4-d5,g4-g5,b1h"
}

@test "a bad position: exit 1" {
    for position in "" x "$end 3" "$end 1 0,0 0 - x" "$(head -c 5000 /dev/zero | tr '\0' 1)"; do
        run --separate-stderr "$postmove" moves halma --from "$position"
        [ "$status" -eq 1 ]
        [ -z "$output" ]
        [ -n "$stderr" ]
    done
}

@test "usage: exit 2 with a reason" {
    while read -r words; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" $words
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ -n "$stderr" ]
    done <<- 'LINES'
		moves
		moves nosuchgame
		moves ha
		moves halma one-too-many
		moves halma -size=7
		moves halma -size
		moves halma -colour=red
		moves halma -players=3
		moves halma --nosuch
		moves halma --after
		perft halma
		perft halma x
		perft halma 1x
		perft halma 101
		perft halma 1 2
		show nosuchgame
	LINES
}

@test "bytes that are no text are refused, not choked on" {
    run "$postmove" moves halma $'-a\xff\xfe=x'
    [ "$status" -eq 2 ]
    run "$postmove" moves $'hal\xff'
    [ "$status" -eq 2 ]
    run "$postmove" moves halma --after $'h4-h5 \xff'
    [ "$status" -ne 0 ]
    [ "$status" -le 2 ]
    run "$postmove" moves halma --from $'\xc3\xa4'
    [ "$status" -eq 1 ]
}

@test "help pages" {
    for command in moves perft show; do
        run --separate-stderr "$postmove" $command --help
        [ "$status" -eq 0 ]
        [[ ${lines[0]} == "usage: postmove $command GAME "* ]]
        [ -z "$stderr" ]
    done
}
