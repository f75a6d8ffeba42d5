#!/usr/bin/env bats
# What an operator does on the command line: init, player, match, verify, help;
# what is printed, what is refused, and with which exit code.

bats_require_minimum_version 1.5.0

setup() {
    folder=$(mktemp -d)
    export POSTMOVE_CONF=$folder/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    postmove=${BUILD:-build}/postmove
}

teardown() {
    rm -rf "$folder"
}

# A server with two players, whose letters go to a folder.
server() {
    "$postmove" init --testing --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
}

@test "init: writes a configuration, makes spool and database, and touches none again" {
    run --separate-stderr "$postmove" init --address turns@example.org --operator op@example.org
    [ "$status" -eq 0 ]
    grep -qx 'address = turns@example.org' "$POSTMOVE_CONF"
    [ -d "$folder/spool/new" ]
    [ "$(stat -c %a "$folder/postmove.db")" = 600 ]
    sum=$(md5sum "$folder/postmove.db" "$POSTMOVE_CONF")
    run --separate-stderr "$postmove" init --address other@example.org
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"exists already"* ]]
    [ "$sum" = "$(md5sum "$folder/postmove.db" "$POSTMOVE_CONF")" ]
}

@test "an option that takes no value gets none: --yes=no is no yes" {
    server
    for words in "rekey --yes=no" "player list --json=1" "match end 1 --void=no --yes"; do
        run --separate-stderr "$postmove" $words
        [ "$status" -eq 2 ]
        [[ "$stderr" == *"takes no value"* ]]
    done
    "$postmove" journal >"$folder/acts"
    ! grep rekey "$folder/acts"
}

@test "init: obeys a configuration that is there" {
    printf '[server]\naddress = a@example.org\noperator = op@example.org\ndatabase = here.db\nspool = mail\n' >"$POSTMOVE_CONF"
    run "$postmove" init
    [ "$status" -eq 0 ]
    [ -f "$folder/here.db" ]
    [ -d "$folder/mail/new" ]
}

@test "init: refuses what is no address" {
    run --separate-stderr "$postmove" init --address "turns example.org"
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"not a mail address"* ]]
    [ ! -e "$POSTMOVE_CONF" ]
}

@test "a configuration that cannot be followed names file, line and remedy" {
    printf '[server]\naddress = a@example.org\ncolour = red\n' >"$POSTMOVE_CONF"
    run --separate-stderr "$postmove" run
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"postmove.conf:3:"*"colour"* ]]
    rm "$POSTMOVE_CONF"
    run --separate-stderr "$postmove" run
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"postmove setup"* ]]
}

@test "player: add, show, list, and their refusals" {
    server
    run --separate-stderr "$postmove" player list
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == "ann "*"ann@example.net"* ]]
    run --separate-stderr "$postmove" player show BOB --json
    [ "$output" = '{"name":"bob","address":"bob@example.com","program":false,"since":1700000000,"password":false,"running":0,"finished":0,"returns":0,"failure":null,"kept_back":null,"suspended":null,"ratings":[]}' ]
    run --separate-stderr "$postmove" player show carl
    [ "$status" -eq 1 ]
    run --separate-stderr "$postmove" player add Ann other@example.net
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"taken"* ]]
    run --separate-stderr "$postmove" player add carl ANN@example.net
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"belongs to a player"* ]]
    run --separate-stderr "$postmove" player add resign carl@example.net
    [ "$status" -eq 1 ]
    run --separate-stderr "$postmove" player add carl 'carl@exam ple.net'
    [ "$status" -eq 1 ]
    run --separate-stderr "$postmove" player add carl
    [ "$status" -eq 2 ]
    run --separate-stderr "$postmove" player lose ann
    [ "$status" -eq 2 ]
}

@test "match create: prints the number alone; the match has begun and letters wait" {
    server
    run --separate-stderr "$postmove" match create halma ann bob -size=10
    [ "$status" -eq 0 ]
    [ "$output" = 1 ]
    [ -z "$stderr" ]
    run --separate-stderr "$postmove" run
    [ "$status" -eq 0 ]
    [ -z "$output$stderr" ]
    [ "$(ls "$folder/letters")" = $'00000001.eml\n00000002.eml' ]
    grep -q 'It is your turn; you play white (O).' "$folder/letters/00000001.eml"
    run "$postmove" match list
    [[ "$output" == *"halma"*"running"*"ann - bob"*"to move ann"*"(size=10)"* ]]
    run "$postmove" match create halma bob ann --from="......../......../......../......../......../......../.2....../.......1 2"
    [ "$output" = 2 ]
    run "$postmove" match show 2 --json
    [[ "$output" == *'"to_move":"ann"'*'"record":[]'* ]]
}

@test "match create: the game may be shortened, as everywhere" {
    server
    run "$postmove" match create HAL ann bob
    [ "$output" = 1 ]
    run "$postmove" match show 1
    [[ "$output" == *" halma "* ]]
}

@test "match create: refusals" {
    server
    for words in "chess ann bob" "halma" ; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" match create $words
        [ "$status" -ne 0 ]
        [ -n "$stderr" ]
    done
    for words in "halma ann" "halma ann carl" "halma ann ann" "halma ann bob -size=9" \
        "halma ann bob -colour=red" "halma ann bob --time=soon" "halma ann bob -teams" \
        "halma ann bob --from=nonsense"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" match create $words
        [ "$status" -eq 1 ]
        [ -n "$stderr" ]
        [[ "$stderr" != *"["* ]]
    done
    run "$postmove" match list --json
    [ "$output" = '[]' ]
}

@test "match create: more than two seats; a wrong number names the right ones" {
    server
    for name in carl dora emma finn; do "$postmove" player add $name $name@example.org; done
    run --separate-stderr "$postmove" match create halma ann bob carl
    [ "$status" -eq 1 ]
    [[ "$stderr" == *'Halma needs 2 or 4 players; this match would have 3.'* ]]
    run --separate-stderr "$postmove" match create halma ann bob -size=9
    [[ "$stderr" == *'You can write -size=8, -size=10 or -size=16.'* ]]
    run "$postmove" match create halma ann bob carl dora
    [ "$output" = 1 ]
    run "$postmove" match create embargo ann bob carl
    [ "$output" = 2 ]
    run "$postmove" match create chinesecheckers ann bob carl dora emma finn --random
    [ "$output" = 3 ]
    run "$postmove" match end 3 --winner emma --yes
    [ "$status" -eq 0 ]
    run "$postmove" match show 1
    [[ "$output" == *'ann - bob - carl - dora'*'to move ann'* ]]
    run "$postmove" match show 3
    [[ "$output" == *'emma ('*') has won. '*'Places: 1. emma ('*'); 2. '* ]]
    run "$postmove" verify
    [ "$status" -eq 0 ]
}

@test "match end: asks, or takes --yes; winner, draw, void" {
    server
    for _ in 1 2 3; do "$postmove" match create halma ann bob; done
    run --separate-stderr "$postmove" match end 1 --draw </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"--yes"* ]]
    run --separate-stderr "$postmove" match end 1 --yes
    [ "$status" -eq 2 ]
    run --separate-stderr "$postmove" match end 1 --winner carl --yes
    [ "$status" -eq 1 ]
    run "$postmove" match end 1 --winner BOB --yes
    [ "$status" -eq 0 ]
    run "$postmove" match end 2 --draw --yes
    [ "$status" -eq 0 ]
    run "$postmove" match end 3 --void --yes
    [ "$status" -eq 0 ]
    run --separate-stderr "$postmove" match end 3 --void --yes
    [ "$status" -eq 1 ]
    run "$postmove" match list --json
    [[ "$output" == *'"number":1'*'"result":"win 2"'*'"number":2'*'"result":"draw"'*'"number":3'*'"result":"void"'* ]]
    run "$postmove" verify
    [ "$status" -eq 0 ]
    [ "$output" = "3 boards, 3 turns, 0 faults" ]
}

@test "verify: finds a derived column that is not what replay gives" {
    command -v perl
    server
    "$postmove" match create halma ann bob
    # The number of turns, 0, stands nowhere else in that row as this text.
    "$postmove" match end 1 --winner ann --yes
    perl -0777 -pi -e 's/win 1/win 2/g' "$folder/postmove.db"
    run "$postmove" verify
    [ "$status" -eq 1 ]
    [[ "$output" == *"board 1: result win 2 stored, win 1 by its record"* ]]
}

@test "what cannot be printed is told, and the exit code says so" {
    server
    for words in --version --help "help halma" "player list" "match create halma ann bob" "moves halma" stats; do
        # shellcheck disable=SC2086
        run bash -c '"$@" 2>&1 >/dev/full' - "$postmove" $words
        [ "$status" -eq 75 ]
        [[ "$output" == 'postmove: standard output could not be written'* ]]
        # shellcheck disable=SC2086
        run bash -c '"$@" 2>&1 >&-' - "$postmove" $words
        [ "$status" -eq 75 ]
        [[ "$output" == 'postmove: standard output could not be written'* ]]
    done
    # Nothing was to print, or there was another error.
    "$postmove" clocks >/dev/full
    run bash -c '"$@" >&-' - "$postmove" nonsense
    [ "$status" -eq 2 ]
}

@test "if standard files are closed, no other file takes their place" {
    server
    sed -i "s#^spool = .*#&\nstandby = $folder/log#" "$POSTMOVE_CONF"
    # A line is told: the log begins.
    "$postmove" match create halma ann bob 2>&-
    [ -d "$folder/log" ]
    [[ "$(<"$folder/postmove.db.lock")" == *[0-9]" match create" ]]
    run bash -c '"$@" <&-' - "$postmove" think
    [ "$status" -eq 1 ]
    [ "$output" = 'postmove: the question cannot be read' ]
}

@test "--help everywhere, and what is not known is a usage error" {
    for subcommand in init setup run process send verify doctor player match tournament mail backup restore hold journal stats moves perft playout show think help words; do
        run --separate-stderr "$postmove" "$subcommand" --help
        [ "$status" -eq 0 ]
        [[ "$output" == "usage: postmove "*"$subcommand"* ]]
        [ -z "$stderr" ]
        run --separate-stderr "$postmove" "$subcommand" --nonsense
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [ -n "$stderr" ]
    done
    [ "$("$postmove" -h)" = "$("$postmove" --help)" ]
    run "$postmove" --help
    [ "$status" -eq 0 ]
    run "$postmove" --version
    [[ "$output" == "postmove "[0-9]* ]]
    run "$postmove"
    [ "$status" -eq 2 ]
    run "$postmove" nonsense
    [ "$status" -eq 2 ]
    run "$postmove" --config
    [ "$status" -eq 2 ]
}

@test "templates of one's own: what they lack comes from the program's, what is malformed is refused" {
    server
    cp -r templates "$folder/templates"
    sed -i "s#^\[server\]#&\ntemplates = $folder/templates#" "$POSTMOVE_CONF"
    rm -r "$folder/templates/en/letters" "$folder/templates/en/help"
    sed -i 's/^seat-1=.*/seat-1=player {{numbr}}/' "$folder/templates/en/view.words"
    "$postmove" run
    sed -i 's/^seat-1=.*/seat-1={{#number}}/' "$folder/templates/en/view.words"
    run --separate-stderr "$postmove" run
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"/view.words:"[0-9]*": seat-1: a section that is not closed: {{number}}" ]]
}

@test "an argument that is no text is a usage error" {
    server
    for words in "player add X a@b.example" "match create halma X bob" "-X" "X" "help X" \
        "player show X" "--config=$folder/X player list" "init --address X" "mail retry X"; do
        # shellcheck disable=SC2086
        run --separate-stderr "$postmove" ${words//X/$'x\xff'}
        [ "$status" -eq 2 ]
        [ -z "$output" ]
        [[ "$stderr" == "postmove: argument "*"UTF-8"* ]]
        [ "${#stderr_lines[@]}" -eq 1 ]
    done
}

@test "a folder whose name is no text is refused by init" {
    mkdir "$folder/"$'x\xff'
    POSTMOVE_CONF=$folder/$'x\xff'/postmove.conf run --separate-stderr "$postmove" init
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"not UTF-8"* ]]
    [ "${#stderr_lines[@]}" -eq 1 ]
}

@test "control characters of an argument do not reach the terminal" {
    server
    for control in $'\e[31m' $'\xc2\x9b31m' $'\xe2\x80\xae' $'\b'; do
        for words in "nonsense$control" "help $control" "player show $control" "--no$control" \
            "player add $control a@b.example" "moves hal$control" "moves halma -o$control=1" \
            "moves halma --after $control" "match create halma $control bob" "mail retry $control"; do
            IFS=' ' read -ra arguments -d '' < <(printf '%s\0' "$words")
            run --separate-stderr "$postmove" "${arguments[@]}"
            [ "$status" -ne 0 ]
            [ -n "$stderr" ]
            [[ "$output$stderr" != *"$control"* ]]
        done
    done
}

@test "a database that is not ours, or newer than we are, is refused" {
    server
    printf 'no database at all, but long enough to be looked at as one' >"$folder/postmove.db"
    run --separate-stderr "$postmove" run
    [ "$status" -ne 0 ]
    [[ "$stderr" == *"postmove.db"* ]]
}

@test "lists: what cannot be read is an error, not a list that ends early" {
    server
    alter=${BUILD:-build}/tests/faults/alter
    for table in boards players outbox journal hold tournaments; do
        "$alter" "$folder/postmove.db" "ALTER TABLE $table RENAME TO elsewhere"
        case $table in
        boards) lists=('match list' 'match show 1' 'stats') ;;
        players) lists=('player list --json' 'player show ann' 'stats --json') ;;
        outbox) lists=('mail list' 'mail show 1' 'mail drop 1 --yes' 'stats') ;;
        journal) lists=('journal') ;;
        hold) lists=('hold') ;;
        tournaments) lists=('tournament list' 'tournament show 1') ;;
        esac
        for list in "${lists[@]}"; do
            # shellcheck disable=SC2086
            run --separate-stderr "$postmove" $list
            [ "$status" -eq 75 ]
            [[ "$stderr" == *"no such table: "* ]]
        done
        "$alter" "$folder/postmove.db" "ALTER TABLE elsewhere RENAME TO $table"
    done
    "$postmove" stats
}

@test "ban: what comes from a banned address or domain is neither read nor answered" {
    server
    sed -i 's/^spool = .*/&\nban = Pest@example.test, @bad.example *@bücher.example/' "$POSTMOVE_CONF"
    for from in pest@example.test pest+2@example.test any@bad.example any@mail.bad.example any@xn--bcher-kva.example \
        best@example.test any@notbad.example; do
        printf 'From: %s\nTo: turns@example.org\nSubject: signup %s\n\nhi\n' "$from" "${from%@*}" |
            "$postmove"-receive -d "$folder/spool" -f "$from" -r turns@example.org
    done
    "$postmove" process
    run "$postmove" mail list
    [ "${#lines[@]}" -eq 2 ]
    [[ "${lines[0]}" == *' to best@example.test '* && "${lines[1]}" == *' to any@notbad.example '* ]]
}

@test "ban: it is for strangers; what a player sends is played" {
    server
    sed -i 's/^spool = .*/&\nban = @example.net/' "$POSTMOVE_CONF"
    number=$("$postmove" match create halma ann bob)
    move=$("$postmove" moves halma | head -n 1)
    reply=$("$postmove" mail show 1 | sed -n 's/^Reply-To: //p')
    printf 'From: ann@example.net\nTo: %s\nSubject: x\n\n%s\n' "$reply" "$move" |
        "$postmove"-receive -d "$folder/spool" -f ann@example.net -r "$reply"
    "$postmove" process
    "$postmove" match show "$number" | grep -q " turns 1 "
}
