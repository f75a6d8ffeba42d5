#!/usr/bin/env bats
# postmove play: games at the terminal, typed and from a pipe.

bats_require_minimum_version 1.5.0

build=${BUILD:-build}
postmove=$build/postmove
games=$(basename -s .c games/*.c)

# play LINE ... -- ARGUMENT ...: what the program says to these lines.
play() {
    local typed=()
    while [ "$1" != -- ]; do
        typed+=("$1")
        shift
    done
    shift
    printf '%s\n' "${typed[@]}" | "$postmove" play "$@"
}

# A machine without pseudo-terminals has none to try.
needs_terminal() { script -qec true /dev/null || skip 'no pseudo-terminal can be had here'; }

# says TEXT: it stands in $output, wherever lines were broken.
says() {
    [[ $(tr -s '\n ' ' ' <<< "$output") == *"$1"* ]] || {
        printf '%s\n--- does not say: %s\n' "$(tail -n 40 <<< "$output")" "$1"
        return 1
    }
}

@test "play: every game begins, shows its board, tells its rules, and ends with the input" {
    for game in $games; do
        run --separate-stderr play moves history position help 'help rules' -- "$game" -maxply=30
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        says "$("$postmove" show "$game" -maxply=30 | head -n 1)"
        says "$("$postmove" moves "$game" --decisions | head -n 1)"
        says "$(grep -m 1 . "templates/en/help/$game.txt")"
        says 'Options: maxply=30'
        says 'Nothing has been played yet.'
        [[ ${lines[-1]} == *'> ' ]]
    done
}

@test "play: a game by chance, of every game, ends as it says elsewhere" {
    for game in $games; do
        for maxply in 12 400; do
            turns=$("$postmove" playout "$game" -maxply=$maxply --moves --seed 5 1 |
                sed -n '1s/^[^:]*: //p')
            # A forced pass is played without being typed.
            mapfile -t typed < <(tr ' ' '\n' <<< "$turns" | grep -vx pass | sed 's/$/!/')
            run --separate-stderr play "${typed[@]}" history position quit -- \
                "$game" -maxply=$maxply
            [ "$status" -eq 0 ]
            [ -z "$stderr" ]
            says "$("$postmove" show "$game" -maxply=$maxply --after "$turns" | head -n 1)"
            says 'The word undo takes back the last turn'
            [ "$(grep -cE ' won\.| have won\.|The match is drawn\.' <<< "$output")" -eq 1 ]
            [[ $output != *'was not played'* ]]
        done
    done
}

@test "play: no line is wider than 72 columns, and none has blanks at its end but the prompt" {
    for game in $games; do
        run play moves 'moves a1' nonsense help 'help rules' 'help commands' -- "$game"
        [ -z "$(awk 'length > 72' <<< "$output")" ]
        [ -z "$(grep -E ' $' <<< "$output" | grep -vE '> $')" ]
    done
}

@test "play: a turn is answered with the board, as show draws it" {
    run play h3-f3 board -- halma -size=8
    [ "$status" -eq 0 ]
    says 'white (O)> h3-f3 a b c d e f g h 8 X'
    says 'Last turns: 1. h3-f3 white played h3-f3. black (X) is to move. black (X)> board'
    board=$("$postmove" show halma -size=8 --after h3-f3 | sed '1,2d;$d')
    [[ $output == *"> board"$'\n\n'"$board"* ]]
    # What the signs mean is told where the board is asked for, not after each turn.
    [ "$(grep -c 'moved last' <<< "$output")" -eq 1 ]
}

@test "play: what is no turn is refused in the words of letters" {
    run play h3 h3-a1 hello -- halma -size=8
    says 'h3 was not played, because it is not complete.'
    says 'You can play h3-f3, h3-g4 or h3-h5.'
    says 'h3-a1 was not played.'
    says '"hello" is not a move of this game.'
    says 'The word help lists what else you can type.'
    [[ $output != *'black (X)>'* ]]
}

@test "play: moves lists all, or those that name a square" {
    run play moves 'moves H3' 'moves d5' 'moves x' -- halma -size=8
    says '24 legal moves: e1-d1 '
    says "$("$postmove" moves halma -size=8 | tail -n 1)"
    says '3 legal moves that name h3: h3-f3 h3-g4 h3-h5'
    says 'There is no legal move that names d5.'
    says 'Write it like this: moves [SQUARE]'
}

@test "play: undo takes turns back, to the first" {
    run play h3-f3 a6-c6 'undo 2' undo 'undo 0' 'undo x' history h3-g4 a6-c6 'undo 99' -- halma -size=8
    says '2 turns are taken back.'
    says 'There is nothing to take back.'
    says 'Write it like this: undo [NUMBER]'
    says 'Nothing has been played yet.'
    [ "$(grep -c '> h3-g4' <<< "$output")" -eq 1 ]
    [[ ${lines[-1]} == 'white (O)> ' ]]
}

@test "play: resigned, undone, drawn" {
    run play resign h3-f3 undo draw resign 'undo 99' history -- halma -size=8
    says 'white (O) has resigned. black (X) has won.'
    says '> h3-f3 h3-f3 was not played. The match is over.'
    says 'You have agreed to a draw. The match is drawn.'
    says 'The match is over already.'
    says 'history Nothing has been played yet.'
}

@test "play: one of four resigns, and the others play on" {
    run play resign resign -- halma -players=4 -maxply=50
    says 'white (O) has resigned. black (X) is to move.'
    says 'black (X) has resigned. orange (3) is to move.'
}

@test "play: from a position, after turns, with a shortened name" {
    run play history quit -- HAL --after 'h4-h5 a5-b5' -size=8
    says 'history 1. h4-h5 2. a5-b5'
    position=$("$postmove" show halma -size=8 --after h4-h5 | head -n 1)
    run play position -- halma -size=8 --from "$position"
    says "$position"
    says 'black (X) is to move.'
    run play -- halma --from "111...../111...../111...../......../.1.....2/......22/.....222/....2222 1"
    [ "$status" -eq 0 ]
    says 'has won.'
}

@test "play: repetition is warned of, and ends the match" {
    run play h4-h5 a5-b5 h5-h4 b5-a5 h4-h5 a5-b5 h5-h4 b5-a5 quit -- halma -size=8
    says 'Note: - This position has been on the board 2 times.'
    says 'The match is drawn. The same position came up too often.'
    says 'The word undo takes back the last turn'
}

@test "play: commands in any case, alone on their line; blank lines are nothing" {
    run play '' '   ' 'QUIT now' 'History' 'Help' 'Quit' h3-f3 -- halma -size=8
    [ "$status" -eq 0 ]
    says 'Write it like this: quit'
    says 'Nothing has been played yet.'
    says 'Type a turn, written as in a letter'
    [[ $output != *'h3-f3 white played'* ]]
    [[ ${lines[-1]} == *'> Quit' ]]
}

@test "play: no byte of the input acts on a terminal, no line is too long to bear" {
    run --separate-stderr bash -c '{ printf "\033[2J\007h3\0\377\302\233x\n"; head -c 3000000 /dev/zero | tr "\0" "e"
        printf "\nh3-f3"; } | "$0" play halma -size=8' "$postmove"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ -z "$(LC_ALL=C tr -d '\n -~\200-\377' <<< "$output")" ]
    says 'white played h3-f3.'
    [ "${#output}" -lt 6000 ]
    run --separate-stderr bash -c 'head -c 200000 /dev/urandom | "$0" play halma -size=8' "$postmove"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ -z "$(LC_ALL=C tr -d '\n -~\200-\377' <<< "$output")" ]
}

@test "play: the board is drawn as the seat that is named sees it" {
    run play board -- halma -size=8 --seat 2
    [ "$(grep -c '^   h g f e d c b a$' <<< "$output")" -eq 4 ]
    run play board -- halma -size=8
    [ "$(grep -c '^   a b c d e f g h$' <<< "$output")" -eq 4 ]
}

@test "play: what cannot be is refused before it begins" {
    run --separate-stderr play -- nonesuch
    [ "$status" -eq 2 ]
    [[ $stderr == *'no game "nonesuch"'* ]]
    run --separate-stderr play -- halma -size=7
    [ "$status" -eq 2 ]
    run --separate-stderr play -- halma more
    [ "$status" -eq 2 ]
    run --separate-stderr play -- halma --after a1-a2
    [ "$status" -eq 1 ]
    [ -z "$output" ]
    run --separate-stderr play -- entrapment --after 'a1 g7 b2 f6 c3 e5 c3-c4 e5-e4'
    [ "$status" -eq 1 ]
    [[ $stderr == *'cannot begin in the middle of a turn'* ]]
    run play -- --help
    [ "$status" -eq 0 ]
    [[ $output == 'usage: postmove play GAME'* ]]
}

@test "play: at a terminal that can do nothing lines are still read" {
    needs_terminal
    TERM=dumb run script -qec "$postmove play halma -size=8" /dev/null <<< $'h3-f3\nquit'
    [ "$status" -eq 0 ]
    [[ $output == *'white played h3-f3'* ]]
}

@test "play: what a turn did beside what it says is told" {
    local board='O b1 g1 / X a2 g7 / o a1v a2h a2v / x a1h / # / 20 20 / O 1'
    run play b1-a1 'b1-a1 g1-f1' 'b1-a1 g1-f1!' -- entrapment --from "$board"
    says 'b1-a1 was not played, because it is not complete.'
    says 'g1-f1 was not played yet'
    says 'light played b1-a1,g1-f1. The roamer of light (O) on a1 is captured. dark (X) is to move.'
}

# screen TEXT: the last 24 lines of $output hold it.
screen() {
    tail -n 24 <<< "$output" | grep -qF -- "$1"
}

@test "play: a screen of 24 lines has room for the board and what is said of it" {
    for typed in quit e4; do
        run play "$typed" -- emergo
        screen ' a -'
        run play "$typed" -- entrapment
        screen ' 7 |'
    done
    run play -- entrapment
    says 'the word moves lists all legal moves, help explains more, quit leaves.'
    screen 'light (O)> '
}

@test "play: against a program, which plays all other seats" {
    for game in $games; do
        move=$("$postmove" moves "$game" | head -n 1)
        run --separate-stderr play "$move!" history quit -- "$game" --level 1
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        says 'a program plays the others, at level 1.'
        says ' 1. '
        says ' 2. '
        [[ $output != *' 3. '* ]]
        # The program begins if the person has another seat.
        run play history quit -- "$game" --level 1 --seat 2
        says ' played '
        says ' 1. '
        [[ $output != *' 2. '* ]]
    done
    run play h1-h2 quit -- chinesecheckers -players=3 --level 1 --seat 3
    [ "$(grep -c ' played ' <<< "$output")" -eq 2 ]
}

@test "play: undo and draw against a program" {
    run play e1-d2 undo undo quit -- halma --level 1
    says '2 turns are taken back.'
    says 'There is nothing to take back.'
    run play undo history quit -- halma --level 1 --seat 2
    says 'One turn is taken back. white played'
    won='1111..../111...../11....../......../1......./.....222/....2222/.....222 2 20,20 0 -'
    run play draw quit -- halma --level 3 --seat 2 --from "$won"
    says 'The program does not agree to a draw.'
    run play resign quit -- embargo -players=3 -maxply=12 --level 1
    says 'white (O) has resigned. black (X) is to move.' # the program stops
    run play draw quit -- halma --level 3
    says 'You have agreed to a draw.'
}

@test "play: a level or seat that there is not is refused" {
    for wrong in '--level 6' '--level -1' '--level x' '--seat -1' '--seat 3' '--level 1 --seat 3'; do
        # shellcheck disable=SC2086
        run "$postmove" play halma $wrong < /dev/null
        [ "$status" -eq 2 ]
    done
}
