#!/usr/bin/env bats
# Programs that answer programs: two servers that write to each other, and
# auto-responders on every player's side. All fall silent, and no move changes.

setup() {
    folder=$(mktemp -d)
    export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$(realpath "${BUILD:-build}")
}

teardown() {
    rm -rf "$folder"
}

server() { # NAME ADDRESS
    mkdir "$folder/$1"
    postmove "$1" init --testing --address "$2" --operator "op@$1.example"
    sed -i "s#^hook = .*#hook = folder:$folder/$1/out#" "$folder/$1/postmove.conf"
}

postmove() { # NAME ARGUMENT ...
    local name=$1
    shift
    "$build/postmove" --config "$folder/$name/postmove.conf" "$@"
}

receive() { # NAME SENDER RECIPIENT <MAIL
    "$build/postmove-receive" -d "$folder/$1/spool" -f "$2" -r "$3"
}

field() { # FILE NAME: of a letter's header
    sed -n "/^$/q; s/^$2: *//p" "$1" | tr -d '<>' | head -n 1
}

# The letters that wait at a server, taken away; they lie in NAME/sent then.
taken() { # NAME
    mkdir -p "$folder/$1/sent"
    find "$folder/$1/out" -name '*.eml' -printf '%f\n' 2>/dev/null | sort | while read -r file; do
        mv "$folder/$1/out/$file" "$folder/$1/sent/"
        echo "$folder/$1/sent/$file"
    done
}

sent() { # NAME: how many letters it has sent
    find "$folder/$1/sent" -name '*.eml' 2>/dev/null | wc -l
}

# ---- two servers ----

# What a careless relay does to a letter on its way.
as_it_is() { sed 1,2d; }
stripped() { sed 1,2d | sed '1,/^$/{/^\(Auto-Submitted\|X-\|List-\|Precedence\)/d}'; }
mangled() { # and what a gateway of a large company does besides
    stripped | sed '1,/^$/s/^Subject: /&[EXTERNAL] /; 1,/^$/!b' |
        sed '/^$/{:a;n;ba}' | perl -0pe 's/\n\n/\n\nCaution: this mail comes from outside.\n\n/'
}

# Carries letters between the servers a and b until both are silent.
carry() { # RELAY
    local round letter other
    for round in {1..40}; do
        postmove a run
        postmove b run
        [ -n "$(find "$folder"/[ab]/out -name '*.eml' 2>/dev/null)" ] || return 0
        for name in a b; do
            [ $name = a ] && other=b || other=a
            for letter in $(taken $name); do
                [[ $(field "$letter" Delivered-To) == *@$other.example ]] || continue
                "$1" <"$letter" | receive $other "$(field "$letter" Return-Path)" \
                    "$(field "$letter" Delivered-To)"
            done
        done
        POSTMOVE_TIME=$((POSTMOVE_TIME + 600))
    done
    echo "still not silent after $round rounds"
    return 1
}

both() {
    server a turns@a.example
    server b games@b.example
}

forge() { # somebody writes to a in the name of b
    printf 'From: games@b.example\nTo: turns@a.example\nSubject: hello\n\nhello\n' |
        receive a games@b.example turns@a.example
}

@test "servers that are strangers fall silent at once" {
    both
    forge
    carry as_it_is
    [ "$(sent a)" -eq 1 ] && [ "$(sent b)" -eq 0 ]
}

@test "even where a relay takes the headers away" {
    both
    forge
    carry stripped
    [ "$(sent a)" -eq 1 ] && [ "$(sent b)" -eq 0 ]
}

@test "and within two mails where it writes into them" {
    both
    forge
    carry mangled
    [ "$(sent a)" -eq 1 ] && [ "$(sent b)" -eq 1 ]
}

# Each server is a player of the other, in a match with a person.
players() {
    both
    for name in a b; do
        postmove $name player add person "person@$name.test"
    done
    postmove a player add machine games@b.example
    postmove b player add machine turns@a.example
    postmove a match create halma machine person -size=8
    postmove b match create halma machine person -size=8
}

turns() { # NAME: played in the first match there
    postmove "$1" match show 1 --json | sed -n 's/.*"turns": *\([0-9]*\).*/\1/p'
}

@test "servers that are each other's players answer nothing" {
    for relay in as_it_is stripped; do
        players
        carry $relay
        # Two letters each about the match; nothing came of them.
        [ "$(sent a)" -eq 2 ] && [ "$(sent b)" -eq 2 ]
        [ "$(turns a)" -eq 0 ] && [ "$(turns b)" -eq 0 ]
        rm -rf "$folder"/[ab]
    done
}

@test "and where a relay writes into the letters, little" {
    players
    carry mangled
    [ "$(sent a)" -le 7 ] && [ "$(sent b)" -le 7 ]
    [ "$(turns a)" -eq 0 ] && [ "$(turns b)" -eq 0 ]
}

# ---- auto-responders ----

styles=(exchange gmail holiday yahoo icloud german french japanese
    silent plain misdirected quoting copying thankful)

# All letters of the server are answered by their readers' programs, until it
# writes no more. A player has the name of his style.
answer_all() {
    local round letter style number=0
    for round in {1..60}; do
        postmove s run
        [ -n "$(find "$folder/s/out" -name '*.eml' 2>/dev/null)" ] || return 0
        for letter in $(taken s); do
            number=$((number + 1))
            style=$(field "$letter" Delivered-To)
            style=${style%@*}
            perl tests/e2e/answer.pl "$style" "$POSTMOVE_TIME.$number" <"$letter" >"$folder/answer"
            sed 1,2d "$folder/answer" |
                receive s "$(sed -n 1p "$folder/answer")" "$(sed -n 2p "$folder/answer")"
        done
        POSTMOVE_TIME=$((POSTMOVE_TIME + 60))
    done
    echo "still not silent after $round rounds"
    return 1
}

letters_to() { # STYLE: how many it got
    grep -lx "Delivered-To: $1@s.test" "$folder"/s/sent/*.eml | wc -l
}

# One letter where something tells that a program answers; where nothing does, five explanations a
# day.
fall_silent() {
    local style
    for style in exchange gmail holiday yahoo icloud german french japanese misdirected; do
        [ "$(letters_to $style)" -eq 1 ] || return 1
    done
    for style in silent plain quoting copying thankful; do
        [ "$(letters_to $style)" -le 6 ] || return 1
    done
}

@test "auto-responders on every player's side make no storm, and change no move" {
    server s turns@s.example
    for style in "${styles[@]}"; do
        postmove s player add "$style" "$style@s.test"
    done
    for ((i = 0; i < ${#styles[@]}; i += 2)); do
        postmove s match create halma "${styles[i]}" "${styles[i + 1]}" -size=8
    done
    answer_all
    fall_silent
    postmove s match list --json >"$folder/before"
    # In the midst of it, a person moves; his opponent's program answers.
    first=$(grep -lx 'Delivered-To: exchange@s.test' "$folder"/s/sent/*.eml | head -n 1)
    before=$(sent s)
    printf 'From: exchange@s.test\nTo: %s\nSubject: Re: x\nMessage-ID: <m@s.test>\n\ne1-d1\n' \
        "$(field "$first" Reply-To)" | receive s exchange@s.test "$(field "$first" Reply-To)"
    answer_all
    [ "$(sent s)" -eq $((before + 2)) ]
    [ "$(turns s)" -eq 1 ]
    for ((i = 2; i <= ${#styles[@]} / 2; i++)); do
        postmove s match show $i --json | grep -q '"turns": *0'
    done
    # The next day some more, and no more than that.
    POSTMOVE_TIME=$((POSTMOVE_TIME + 86400))
    postmove s match create halma silent plain -size=8
    before=$(sent s)
    answer_all
    [ "$(sent s)" -le $((before + 12)) ]
    postmove s verify
}

@test "auto-responders of strangers sign nobody up, and are soon not answered" {
    server s turns@s.example
    for style in "${styles[@]}"; do
        printf 'From: %s@s.test\nTo: turns@s.example\nSubject: hello\nMessage-ID: <%s@s.test>\n\nhello\n' \
            "$style" "$style" | receive s "$style@s.test" turns@s.example
    done
    answer_all
    [ -z "$(postmove s player list | grep -v "a program")" ]
    fall_silent
}

# ---- mailing lists ----

# What a list makes of a letter: its own headers, a tag, and a footer.
mailman() {
    sed 's/^Subject: /&[club] /; /^Return-Path:/d; /^Delivered-To:/d
        1i List-Id: <club.s.test>\nPrecedence: list' |
        sed '$a _______________________________________________\nClub mailing list'
}
bare_list() { # without a header that tells
    sed '/^\(Auto-Submitted\|X-\|List-\|Precedence\|Return-Path\|Delivered-To\)/d
        s/^Subject: /&[club] /'
}
own_sender() { # and as if the list had written it
    bare_list | sed '1,/^$/s/^From: .*/From: club@s.test/'
}

# A player gave the address of a list as theirs, and the list sends what it gets to the server, too:
# to its plain address, and to where the letter asks for answers.
@test "a mailing list that a player's letters go to is told little, and plays nothing" {
    for list in mailman bare_list own_sender; do
        server s turns@s.example
        postmove s player add club club@s.test
        postmove s player add bob bob@s.test
        postmove s match create halma club bob -size=8
        for round in {1..20}; do
            postmove s run
            [ -n "$(find "$folder/s/out" -name '*.eml' 2>/dev/null)" ] || break
            for letter in $(taken s); do
                [ "$(field "$letter" Delivered-To)" = club@s.test ] || continue
                for to in turns@s.example $(field "$letter" Reply-To); do
                    $list <"$letter" | receive s club-bounces@s.test "$to"
                done
            done
            POSTMOVE_TIME=$((POSTMOVE_TIME + 60))
        done
        echo "$list: $round rounds, $(letters_to club) letters"
        [ "$round" -lt 20 ]
        [ "$(letters_to club)" -eq 1 ]
        [ "$(turns s)" -eq 0 ]
        rm -rf "$folder/s"
    done
}

# ---- bounces, and answers to all ----

@test "a bounce, and the bounce of a bounce, are never answered" {
    server s turns@s.example
    postmove s player add ann ann@s.test
    postmove s player add bob bob@s.test
    postmove s match create halma ann bob -size=8
    postmove s run
    for letter in $(taken s); do
        for to in $(field "$letter" Return-Path) $(field "$letter" Reply-To) turns@s.example; do
            for mail in tests/mail/corpus/bounces/*.eml; do
                sed "1,/^$/s/^To: .*/To: $to/" "$mail" | receive s '' "$to"
            done
        done
    done
    postmove s run
    # One of them is an abuse report: the operator is told, and nobody else.
    letters=$(taken s)
    [ "$(wc -l <<<"$letters")" -eq 1 ]
    [ "$(field "$letters" Delivered-To)" = op@s.example ]
    # One letter of each came back, which is not enough to keep mail back.
    [ "$(postmove s player list | grep -c 'mail came back')" -eq 2 ]
}

@test "players who answer to all are told once, and nobody plays for another" {
    server s turns@s.example
    postmove s player add ann ann@s.test
    postmove s player add bob bob@s.test
    postmove s match create halma ann bob -size=8
    postmove s run
    token=$(field "$(grep -lx 'Delivered-To: ann@s.test' "$folder"/s/out/*.eml)" Reply-To)
    taken s >/dev/null
    # Ann moves, with a copy to Bob; then both answer each other, to all, for long.
    printf 'From: ann@s.test\nTo: %s\nCc: bob@s.test\nSubject: x\nMessage-ID: <1@s.test>\n\ne1-d1\n' \
        "$token" | receive s ann@s.test "$token"
    postmove s run
    before=$(($(sent s) + $(taken s | wc -l)))
    for i in {2..9}; do
        [ $((i % 2)) -eq 0 ] && from=bob || from=ann
        printf 'From: %s@s.test\nTo: ann@s.test, bob@s.test, %s\nSubject: Re: x\n' $from "$token" |
            sed "\$a Message-ID: <$i@s.test>\n\nd8-e8" | receive s $from@s.test "$token"
        postmove s run
        POSTMOVE_TIME=$((POSTMOVE_TIME + 60))
    done
    [ "$(turns s)" -eq 1 ]
    taken s >/dev/null
    # Each is told that the address has done its work; Ann once more whose it was.
    [ "$(sent s)" -le $((before + 9)) ]
}
