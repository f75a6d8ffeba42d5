#!/usr/bin/env bats
# Programs that play on the server: the house player, the program of the manual, and programs that
# are late, die, chatter, cheat or leave something behind. None costs anybody a move.

bats_require_minimum_version 1.5.0
load server

setup() {
    begin_server
}

# The program NAME, a shell script on standard input.
bot() { # NAME [KEY = VALUE]
    cat >"$folder/$1"
    chmod +x "$folder/$1"
    printf '[bot %s]\ncommand = %s\n%s\n' "$1" "$folder/$1" "${2-}" >>"$POSTMOVE_CONF"
    "$postmove" run
}

# The turns of a match so far.
turns() { # NUMBER
    "$postmove" match show "$1" --json | sed -E 's/.*"turns":([0-9]+).*/\1/'
}

letters_to() { # ADDRESS
    grep -lx "Delivered-To: $1" "$folder"/letters/*.eml 2>/dev/null | wc -l
}

# A match of the program with ann, in which it does nothing; what its letter to the operator says.
fails() { # NAME WORDS
    local number
    number=$("$postmove" match create emergo "$1" ann)
    run --separate-stderr "$postmove" run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "$(turns "$number")" -eq 0 ]
    [ "$(letters_to op@example.org)" -eq 1 ]
    grep -q -- "$2" "$folder"/letters/*.eml
    "$postmove" verify
    # It was asked twice, and is not asked again.
    [ ! -e "$folder/asked" ] || [ "$(wc -l <"$folder/asked")" -eq 2 ]
    "$postmove" run
    [ ! -e "$folder/asked" ] || [ "$(wc -l <"$folder/asked")" -eq 2 ]
    [ "$(letters_to op@example.org)" -eq 1 ]
}

@test "the house plays a whole match against the program of the manual" {
    sed -n '/^#!\/bin\/sh/,/^\.Ed/p' man/postmove-bot.7 | grep -v '^\.Ed' >"$folder/any.sh"
    [ "$(wc -l <"$folder/any.sh")" -le 30 ]
    PATH=$(realpath "$build"):$PATH
    bot any <"$folder/any.sh"
    number=$("$postmove" match create entrapment any house --level=1)
    "$postmove" run
    "$postmove" match show "$number" --json | grep -q '"state":"finished"'
    "$postmove" verify
    [ "$(letters_to op@example.org)" -eq 0 ]
}

@test "a program gets the whole question, and its words go with its move" {
    bot asks <<BOT
#!/bin/sh
cat >"$folder/question"
echo "chat The game is on."
echo "move a6-b5"
BOT
    number=$("$postmove" match create halma ann asks -size=8 --time=3d --level=4)
    "$postmove" match show "$number" >"$folder/before"
    to=$(sed -n 's/^Reply-To: *//p' "$folder"/letters/*.eml "$folder"/letters/*.eml | head -n 1 | tr -d '<>')
    [ -n "$to" ] || { "$postmove" run && to=$(cat "$folder"/letters/*.eml | sed -n 's/^Reply-To: *//p' | head -n 1); }
    printf 'From: ann@example.net\nTo: %s\nSubject: Re:\nMessage-ID: <1@example.net>\n\nh3-f3\n' "$to" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r "$to"
    "$postmove" run
    cat "$folder/question"
    for line in 'postmove 1' "match $number" 'game halma' 'options size=8' 'seats 2' 'seat 2' 'level 4' \
        'turn 1 h3-f3' 'clock 259200' 'end'; do
        grep -qx -- "$line" "$folder/question"
    done
    [ "$(turns "$number")" -eq 2 ]
    grep -q 'The game is on.' "$folder"/letters/*.eml
}

@test "a program that ends with a fault" {
    bot dies <<BOT
#!/bin/sh
echo x >>"$folder/asked"
kill -SEGV \$\$
BOT
    fails dies 'was ended by signal 11'
}

@test "a program that is not there" {
    printf '[bot absent]\ncommand = /nonexistent/absent\n' >>"$POSTMOVE_CONF"
    "$postmove" run
    fails absent 'cannot be started'
}

@test "a program that says nothing" {
    bot mute <<BOT
#!/bin/sh
echo x >>"$folder/asked"
BOT
    fails mute 'there is no answer'
}

@test "a program that prints a megabyte, or one that never ends printing" {
    bot chatters <<BOT
#!/bin/sh
echo x >>"$folder/asked"
echo move a5
head -c 1000000 /dev/zero | tr '\\0' 'x'
BOT
    fails chatters 'longer than 2048 bytes'
    rm "$folder/asked" "$folder"/letters/*
    bot floods 'seconds = 60' <<'BOT'
#!/bin/sh
exec cat /dev/zero
BOT
    POSTMOVE_TIME=1700100000 fails floods 'signal'
}

@test "a program that sleeps is killed, with all that it has started" {
    bot sleeps 'seconds = 1' <<BOT
#!/bin/sh
echo x >>"$folder/asked"
sleep 1717 &
sleep 1717
BOT
    fails sleeps 'did not end in time'
    ! pgrep -f 'sleep 1717'
}

@test "what a program has started ends with it" {
    bot forks <<'BOT'
#!/bin/sh
sleep 1718 >/dev/null &
echo move a5
BOT
    number=$("$postmove" match create emergo forks ann)
    "$postmove" run
    [ "$(turns "$number")" -eq 1 ]
    ! pgrep -f 'sleep 1718'
}

@test "an illegal move, another board's move, a word too many, no words at all" {
    bot cheats <<BOT
#!/bin/sh
echo x >>"$folder/asked"
cat "$folder/answer"
BOT
    day=1700000000
    while IFS= read -r answer; do
        rm -rf "$folder/asked" "$folder"/letters
        printf '%b' "$answer" >"$folder/answer"
        POSTMOVE_TIME=$((day += 100000)) fails cheats cheats
    done <<'ANSWERS'
move e5
move h3-f3
move 1 e5
1 a5
accept
reject
signoff
move a5\nmove a5
move a5\nresign
chat a5
help\nmove a5
\377\376
move a5\0
ANSWERS
}

@test "when it is mended, the operator lets it be asked again" {
    bot mends <<BOT
#!/bin/sh
cat "$folder/answer"
BOT
    echo 'move nowhere' >"$folder/answer"
    number=$("$postmove" match create emergo mends ann)
    "$postmove" run
    echo 'move a5' >"$folder/answer"
    "$postmove" run
    [ "$(turns "$number")" -eq 0 ]
    "$postmove" bot ask
    [ "$(turns "$number")" -eq 1 ]
    "$postmove" journal | grep -q 'bot ask'
}

@test "a name that a player has: the program does not play, and the operator is told once" {
    bot Bob <<'BOT'
#!/bin/sh
echo resign
BOT
    number=$("$postmove" match create emergo bob ann)
    "$postmove" run
    "$postmove" run
    [ "$(turns "$number")" -eq 0 ]
    [ "$(letters_to op@example.org)" -eq 1 ]
    "$postmove" player list | grep -v 'a program' | grep -q '^bob'
}

@test "a program that is gone is not challenged, and its match waits" {
    bot goes <<'BOT'
#!/bin/sh
echo move a5
BOT
    number=$("$postmove" match create emergo ann goes)
    says='is a program' refused 1 player forget --yes goes
    sed -i '/bot goes/,$d' "$POSTMOVE_CONF"
    "$postmove" run
    [ "$(turns "$number")" -eq 0 ]
    says='does not play here at present' refused 1 match create emergo ann goes
    says='is a program' refused 1 player rename goes stays
    "$postmove" verify
    "$postmove" player forget --yes goes
    "$postmove" match show "$number" --json | grep -q '"state":"finished"'
    ! "$postmove" player list | grep -q goes
    "$postmove" verify
}

@test "without the house player nobody plays for it" {
    printf '[house]\nplay = off\n' >"$folder/off"
    sed -i "/^\[house\]/r $folder/off" "$POSTMOVE_CONF"
    sed -i '0,/^\[house\]/{/^\[house\]/d}' "$POSTMOVE_CONF"
    "$postmove" run
    says='no player named house' refused 1 match create halma ann house
}

@test "while the server is held no program is asked" {
    bot waits <<BOT
#!/bin/sh
echo x >>"$folder/asked"
echo move a5
BOT
    number=$("$postmove" match create emergo waits ann)
    "$postmove" hold on
    run "$postmove" run
    "$postmove" bot ask || true
    [ ! -e "$folder/asked" ]
    "$postmove" hold off
    "$postmove" run
    [ "$(turns "$number")" -eq 1 ]
}

@test "if the board changes while a program thinks, its answer is not for that board" {
    bot slow <<BOT
#!/bin/sh
if [ ! -e "$folder/asked" ]; then
    touch "$folder/asked"
    "$(realpath "$postmove")" match adjourn 1 && "$(realpath "$postmove")" match resume 1
    echo move a5
else
    echo move b4
fi
BOT
    number=$("$postmove" match create emergo slow ann)
    [ "$number" -eq 1 ]
    "$postmove" run
    "$postmove" match show 1 | grep -q '1\. b4'
    [ "$(turns 1)" -eq 1 ]
    [ "$(letters_to op@example.org)" -eq 0 ]
}

@test "people's letters go out before a program thinks, and their mail is played meanwhile" {
    bot ponders <<BOT
#!/bin/sh
find "$folder/letters" -name '*.eml' | wc -l >"$folder/out-before"
printf 'From: bob@example.com\nTo: turns@example.org\nSubject: help\nMessage-ID: <h@example.com>\n\n' |
    "$(realpath "$build")/postmove-receive" -d "$folder/spool" -f bob@example.com -r turns@example.org
"$(realpath "$postmove")" run
find "$folder/letters" -name '*.eml' | wc -l >"$folder/out-then"
echo move a5
BOT
    number=$("$postmove" match create emergo ponders ann)
    "$postmove" run
    [ "$(turns "$number")" -eq 1 ]
    [ "$(cat "$folder/out-before")" -ge 1 ]
    [ "$(cat "$folder/out-then")" -gt "$(cat "$folder/out-before")" ]
}

@test "names that no player can have, and games that there are not" {
    for name in halma me draw yes a1; do
        cp "$POSTMOVE_CONF" "$folder/kept"
        printf '[bot %s]\ncommand = true\n' "$name" >>"$POSTMOVE_CONF"
        says="[bot $name]" refused 2 run
        mv "$folder/kept" "$POSTMOVE_CONF"
    done
    printf '[bot any]\ncommand = true\ngames = halma, chess\n' >>"$POSTMOVE_CONF"
    says='there is no game "chess"' refused 2 run
    sed -i 's/, chess//' "$POSTMOVE_CONF"
    "$postmove" run
    says='does not play Emergo' refused 1 match create emergo ann any
}

@test "the house answers while another program takes its time" {
    bot slow 'seconds = 20' <<BOT
#!/bin/sh
touch "$folder/begun"
while [ ! -e "$folder/played" ]; do sleep 0.1; done
echo move a5
BOT
    one=$("$postmove" match create emergo slow ann)
    "$postmove" run &
    while [ ! -e "$folder/begun" ]; do sleep 0.1; done
    two=$("$postmove" match create halma house bob --level=1)
    "$postmove" run
    [ "$(turns "$two")" -eq 1 ]
    [ "$(turns "$one")" -eq 0 ]
    touch "$folder/played"
    wait
    [ "$(turns "$one")" -eq 1 ]
}
