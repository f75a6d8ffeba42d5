#!/usr/bin/env bats
# A second machine: `a` plays and writes its log, which is carried to `b`; `a` is lost in the middle
# of a run, `b` takes over, and the match goes on. A log that is not whole and a's is refused.

bats_require_minimum_version 1.5.0

setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$(realpath "${BUILD:-build}")
    server a
    server b
    rm -r "$folder"/b/postmove.db* "$folder/b/spool" # as on a machine that was never a server
    incoming=$folder/b/incoming
    copy=$folder/b/postmove.db.standby
    sed -i "s#^spool = .*#&\nstandby = log\nstandby-push = cp -rT {log} $incoming#" "$folder/a/postmove.conf"
    postmove a player add ann ann@example.net
    postmove a player add bob bob@example.com
    postmove a match create halma ann bob -size=8
    postmove a run
}

server() { # NAME
    mkdir "$folder/$1"
    postmove "$1" init --testing --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = folder:$folder/$1/letters#" "$folder/$1/postmove.conf"
}

postmove() { # NAME ARGUMENT ...
    local name=$1
    shift
    "$build/postmove" --config "$folder/$name/postmove.conf" "$@"
}

# answer NAME ADDRESS TEXT: who has the address answers their newest letter from that server.
answer() {
    local letter to
    letter=$(grep -lx "To: $2" "$folder/$1"/letters/*.eml | xargs grep -l '^Reply-To:' | tail -n 1)
    to=$(sed -n 's/^Reply-To: //p' "$letter")
    printf 'From: %s\nTo: %s\nSubject: x\n\n%s\n' "$2" "$to" "$3" >"$folder/mail"
    give "$1"
}
give() { # NAME: the mail just written, once more perhaps
    "$build/postmove-receive" -d "$folder/$1/spool" -f "$(sed -n 's/^From: //p' "$folder/mail")" \
        -r "$(sed -n 's/^To: //p' "$folder/mail")" <"$folder/mail"
}

turns() { postmove "$1" match show 1 | sed -n 's/.* turns \([0-9]*\) .*/\1/p'; }

log() { find "$incoming" -name '*.log' | sort | tail -n 1; }

# The dump of the copy is that of the database.
same() { diff <("$build/tests/faults/dump" "$folder/a/postmove.db") <("$build/tests/faults/dump" "$copy"); }

refused() { # WORDS COMMAND ...: with exit code 1
    local words=$1
    shift
    run --separate-stderr postmove b standby "$@"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"$words"* ]]
}

@test "apply: the copy has what the database has, and each change once" {
    run postmove b standby apply "$incoming"
    [ "$status" -eq 0 ]
    [[ "$output" == "$copy: begun; 0 changes made, now at change 8, as of 14 Nov 2023 22:13 UTC, 0 h 0 min ago" ]]
    answer a ann@example.net e1-d2
    postmove a run
    run postmove b standby apply "$incoming"
    [[ "$output" == "$copy: "[1-9]*" changes made, now at change "* ]]
    same
    run postmove b standby apply "$incoming"
    [[ "$output" == "$copy: 0 changes made, "* ]]
    same
    [ "$(stat -c %a "$copy")" = 600 ]
    # Nobody plays on a copy.
    run --separate-stderr postmove b run
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"there is no such database; beside it there is postmove.db.standby"* ]]
}

@test "apply and doctor: a standby that gets nothing for a day says so" {
    export POSTMOVE_TIME=1700086400
    run postmove b standby apply "$incoming"
    [ "$status" -eq 0 ]
    [[ "$output" == *", as of 14 Nov 2023 22:13 UTC, 24 h 0 min ago" ]]
    [[ "$(postmove b doctor)" == *"ok     database: this machine is a standby: $copy was last brought up to date 1 minute ago"* ]]
    export POSTMOVE_TIME=1700086500
    run --separate-stderr postmove b standby apply "$incoming"
    [ "$status" -eq 1 ]
    [[ "$output" == *", 24 h 1 min ago" ]]
    [[ "$stderr" == "postmove: $copy: nothing has come since 14 Nov 2023 22:13 UTC: the server stands still, or its log does not get here" ]]
    # Cron, who calls each minute, mails it once an hour.
    run --separate-stderr postmove b standby apply "$incoming"
    [ "$status" -eq 1 ]
    [ -z "$stderr" ]
    touch -d '50 hours ago' "$copy"
    run postmove b doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"FAULT  database: This machine is a standby, and $copy was last brought up to date 2 days 2 hours ago."* ]]
    [[ "$output" != *"postmove init"* && "$output" != *"FAULT  spool"* ]]
    postmove a run
    postmove b standby apply "$incoming"
}

@test "promote: the machine is lost in the middle of a run, and the match goes on elsewhere" {
    [ "$(nm "$build/postmove" | grep -c __asan)" -eq 0 ] || skip 'a sanitizer has system calls of its own'
    strace -o /dev/null true 2>/dev/null || skip 'strace may not trace here'
    postmove b standby apply "$incoming"
    answer a ann@example.net e1-d2
    postmove a run
    answer a bob@example.com d8-e7
    # The log is carried while the run is at work; then the run and the machine are gone.
    strace -o /dev/null -e trace=fdatasync -e inject=fdatasync:signal=KILL:when=4 \
        "$build/postmove" --config "$folder/a/postmove.conf" run || true
    cp -rT "$folder/a/log" "$incoming"
    mv "$folder/a" "$folder/lost"

    run --separate-stderr postmove b standby promote "$incoming" </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"nothing was done; confirm with --yes" ]]
    run postmove b standby promote "$incoming" --yes
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = '1 boards, 2 turns, 0 faults' ] || [ "${lines[0]}" = '1 boards, 1 turns, 0 faults' ]
    [[ "$output" == *"it has everything up to change "*", of 14 Nov 2023 22:13 UTC"*"What is left to do:"* ]]
    [ ! -e "$copy" ]
    run postmove b verify
    [ "$status" -eq 0 ]
    # Both players are told, with their board.
    postmove b send
    grep -lx 'To: .*ann@example.net.*' "$folder"/b/letters/* | xargs grep -l 'Another machine has taken over'
    grep -lx 'To: .*bob@example.com.*' "$folder"/b/letters/* | xargs grep -l 'Another machine has taken over'

    # Bob's mail comes again, and counts once; then ann answers the letter from here.
    cp "$folder"/lost/spool/*/* "$folder/b/spool/new/" || give b
    run postmove b run
    [ "$status" -eq 0 ]
    [ "$(turns b)" -eq 2 ]
    answer b ann@example.net d2-c3
    postmove b run
    [ "$(turns b)" -eq 3 ]
    run postmove b verify
    [ "$output" = '1 boards, 3 turns, 0 faults' ]
    run postmove b journal
    [[ "$output" == *"standby promote: "*", change "* ]]

    # It is the server now: the same log is not taken a second time, nor what the old machine adds.
    run postmove b standby promote "$incoming" --yes
    [ "$status" -eq 0 ]
    [[ "$output" == "the database was made from this log already, and nothing was done now; "*"What is left to do:"* ]]
    [ ! -e "$copy" ]
    [ "$(turns b)" -eq 3 ]
    mv "$folder/lost" "$folder/a"
    postmove a run
    cp -rT "$folder/a/log" "$incoming"
    run postmove b standby promote "$incoming" --yes
    [[ "$output" == *"what the old server has added since is not taken"* ]]
    [ "$(turns b)" -eq 3 ]
}

@test "what SQLite leaves beside a copy that was removed does not keep a new one from being made" {
    postmove b standby apply "$incoming"
    mv "$copy" "$copy-wal"
    postmove b standby apply "$incoming"
    same
    # As after a promotion that was killed near its end.
    mv "$copy" "$copy-wal"
    run postmove b standby promote "$incoming" --yes
    [ "$status" -eq 0 ]
    mv "$folder/a/postmove.db" "$copy-wal"
    run postmove b standby promote "$incoming" --yes
    [ "$status" -eq 0 ]
    [[ "$output" == "the database was made from this log already"*"What is left to do:"* ]]
    [ ! -e "$copy-wal" ]
}

@test "apply: a server makes no copy beside its own database" {
    run --separate-stderr postmove a standby apply "$folder/a/log"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is there, so this machine is a server, not a standby"* ]]
    [ ! -e "$folder/a/postmove.db.standby" ]
}

@test "promote: on the server itself there is nothing to promote" {
    ln -s log "$folder/a/link"
    run --separate-stderr postmove a standby promote "$folder/a/link" --yes
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the folder for this server's own log, too"* ]]
    run --separate-stderr postmove a standby promote "$folder/a/log" --yes
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the folder for this server's own log, too"* ]]
    run --separate-stderr postmove a standby promote "$incoming" --yes
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"this machine is the server"* ]]
}

@test "a promoted server has a log of its own, and a standby again" {
    postmove b standby promote "$incoming" --yes
    sed -i "s#^spool = .*#&\nstandby = log\nstandby-push = cp -rT {log} $folder/a/incoming#" "$folder/b/postmove.conf"
    run postmove b run
    [[ "$output" == *"/b/log: the log for a standby begins" ]]
    rm "$folder"/a/postmove.db*
    run postmove a standby apply "$folder/a/incoming"
    [ "$status" -eq 0 ]
    diff <("$build/tests/faults/dump" "$folder/b/postmove.db") <("$build/tests/faults/dump" "$folder/a/postmove.db.standby")
}

@test "apply: a log that is cut, damaged, doubled or out of order is refused" {
    postmove b standby apply "$incoming"
    answer a ann@example.net e1-d2
    postmove a run
    cp "$(log)" "$folder/whole"
    local size at
    size=$(stat -c %s "$folder/whole")

    # Cut off, it waits for the rest.
    for at in $((size - 1)) $((size - 200)) $((size / 2)) 100; do
        head -c "$at" "$folder/whole" >"$(log)"
        postmove b standby apply "$incoming"
    done

    # One byte is another.
    cp "$folder/whole" "$(log)"
    printf X | dd of="$(log)" bs=1 seek=$((size - 300)) conv=notrunc status=none
    refused 'is damaged at byte ' apply "$incoming"
    # If that is all there is, the copy is still there.
    refused 'is damaged at byte ' promote "$incoming" --yes
    cp "$copy" "$folder/kept"
    postmove b restore --yes "$copy"
    postmove b match show 1
    rm "$folder"/b/postmove.db*
    mv "$folder/kept" "$copy"
    # Written behind itself.
    cat "$folder/whole" "$folder/whole" >"$(log)"
    refused 'is damaged at byte ' apply "$incoming"
    # Under the name of another.
    mv "$folder/whole" "$(log | sed 's/0000001.log/0000002.log/')"
    rm "$(log | sed 's/0000002.log/0000001.log/')"
    refused 'does not belong there: something is missing, or out of order' apply "$incoming"
}

@test "apply: a folder without the copy's log, and the log of another server, are refused" {
    postmove b standby apply "$incoming"
    rm "$incoming"/*.log
    refused "the copy's log is not there" apply "$incoming"
    # Another server writes a log under the same name.
    server c
    POSTMOVE_SEED=2 postmove c init --testing --address turns@example.org --operator op@example.org --start-anew || true
    rm "$folder"/c/postmove.db*
    POSTMOVE_SEED=2 postmove c init --testing
    sed -i "s#^spool = .*#&\nstandby = log#" "$folder/c/postmove.conf"
    postmove c run
    cp "$folder"/c/log/*.log "$folder/a/log/$(basename "$(find "$folder/a/log" -name '*.log')")"
    cp -rT "$folder/a/log" "$incoming"
    refused 'is damaged at byte 0' apply "$incoming"
    rm -r "$incoming"
    run --separate-stderr postmove b standby apply "$incoming"
    [ "$status" -eq 75 ]
}

@test "restore: the server begins a new log, and the standby begins anew" {
    postmove b standby apply "$incoming"
    postmove a backup "$folder/backup"
    answer a ann@example.net e1-d2
    postmove a run
    postmove b standby apply "$incoming"
    postmove a restore --yes "$folder/backup"
    run postmove a run
    [[ "$output" == *"log: the log there does not end with the last changes of this database, so another one begins; the standby begins anew "* ]]
    [ "$(turns a)" -eq 0 ]
    # The copy from the log before does not stay what it is.
    run postmove b standby apply "$incoming"
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" == "$copy: the server has begun another log, "*", so this copy was replaced by one from that log" ]]
    [[ "${lines[1]}" == "$copy: begun; "* ]]
    same
    answer a ann@example.net e1-d2
    postmove a run
    run postmove b standby apply "$incoming"
    [ "${#lines[@]}" -eq 1 ]
    same
}

@test "a server that was rolled back with its log is refused, until the copy begins anew" {
    postmove a standby push
    postmove b standby apply "$incoming"
    cp -a "$folder/a" "$folder/snapshot"
    answer a ann@example.net e1-d2
    postmove a run
    postmove b standby apply "$incoming"
    rm -r "$folder/a"
    mv "$folder/snapshot" "$folder/a"
    postmove a run
    refused ': the server went on from an older state' apply "$incoming"
    refused ': the server went on from an older state' promote "$incoming" --yes
    [ ! -e "$folder/b/postmove.db" ]
    rm "$copy"
    postmove b standby apply "$incoming"
    same
}

@test "restore to a minute: who takes over has that state, not the one before" {
    answer a ann@example.net e1-d2
    POSTMOVE_TIME=1700000100 postmove a run
    answer a bob@example.com d8-e7
    POSTMOVE_TIME=1700000200 postmove a run
    postmove b standby apply "$incoming"
    postmove a standby apply "$folder/a/log" --to "$folder/then" --until '2023-11-14 22:15'
    POSTMOVE_TIME=1700000300 postmove a restore --yes "$folder/then"
    POSTMOVE_TIME=1700000400 postmove a run
    [ "$(turns a)" -eq 1 ]
    run postmove b standby promote "$incoming" --yes
    [ "$status" -eq 0 ]
    [[ "$output" == *"so this copy was replaced by one from that log"* ]]
    [ "$(turns b)" -eq 1 ]
}

@test "without standby for a while: the copy waits for the new log's base, and goes on there" {
    postmove b standby apply "$incoming"
    cp "$folder/a/postmove.conf" "$folder/conf"
    sed -i '/^standby/d' "$folder/a/postmove.conf"
    answer a ann@example.net e1-d2
    postmove a run
    cp "$folder/conf" "$folder/a/postmove.conf"
    POSTMOVE_TIME=1700100000 postmove a run
    local base
    base=$(find "$incoming" -name '*.base' | sort | tail -n 1)
    mv "$base" "$folder/base"
    for act in apply "promote --yes"; do
        # shellcheck disable=SC2086  # several words
        run --separate-stderr postmove b standby $act "$incoming"
        [ "$status" -eq 75 ]
        [[ "$stderr" == *"there is no copy of the database in it yet that is of the server's last log, "* ]]
    done
    [ -e "$copy" ]
    [ ! -e "$folder/b/postmove.db" ]
    mv "$folder/base" "$base"
    postmove b standby promote "$incoming" --yes
    [ "$(turns b)" -eq 1 ]
}

@test "a standby refuses a damaged base, and begins from the one before if that is removed" {
    postmove a standby push
    answer a ann@example.net e1-d2
    POSTMOVE_TIME=1701000000 postmove a run
    local bases
    mapfile -t bases < <(find "$incoming" -name '*.base' | sort)
    [ "${#bases[@]}" -eq 2 ]
    printf 'no longer what it was' | dd of="${bases[1]}" bs=4096 seek=3 conv=notrunc status=none
    refused '; copy it again, or remove it, so that the one before it is used' apply "$incoming"
    truncate -s -79 "${bases[1]}" # its seal
    refused 'it does not end with a whole seal; copy it again' apply "$incoming"
    refused 'it does not end with a whole seal; copy it again' promote "$incoming" --yes
    rm "${bases[1]}"
    postmove b standby apply "$incoming"
    same
}

@test "a turned bit in the log or in a base is noticed, by the standby and by the doctor" {
    answer a ann@example.net e1-d2
    postmove a run
    local file
    turn() { # FILE: a bit in its middle
        perl -e 'open(my $f, "+<", $ARGV[0]) or die; seek($f, $ARGV[1], 0); read($f, my $c, 1);
            seek($f, $ARGV[1], 0); print $f $c ^ "\x04"' "$1" $(($(stat -c %s "$1") / 2))
    }
    for file in "$folder"/a/log/*.base "$folder"/a/log/*.log; do
        cp "$file" "$folder/whole"
        turn "$file"
        run postmove a doctor
        [ "$status" -eq 1 ]
        [[ "$output" == *"The log for the standby is damaged: $file"* ]]
        run postmove a standby apply "$folder/a/log" --to "$folder/then"
        [ "$status" -eq 1 ]
        [[ "$output" == *"damaged"* ]]
        rm -f "$folder/then"
        cp "$folder/whole" "$file"
    done
    run postmove a doctor
    [[ "$output" != *damaged* ]]
    # The first run of a day mends what it can.
    truncate -s -79 "$folder"/a/log/*.base
    POSTMOVE_TIME=1700000060 postmove a run
    [ "$(find "$folder/a/log" -name '*.base' | wc -l)" -eq 1 ]
    touch -d yesterday "$folder/a/log/postmove.lock"
    run postmove a run
    [[ "$output" == *"does not end with a whole seal; another copy of the database is made beside it" ]]
    [ "$(find "$folder/a/log" -name '*.base' | wc -l)" -eq 2 ]
    run postmove a standby push
    [ -z "$output" ]
    run postmove a doctor
    [[ "$output" != *damaged* ]]

    # A backup that was put there as the copy.
    postmove a backup "$copy"
    turn "$copy"
    run postmove b standby apply "$incoming"
    [ "$status" -eq 1 ]
    [[ "$output" == *"damaged"* ]]
}

@test "two servers: neither writes to the other's folder, nor removes anything there" {
    server c
    rm "$folder"/c/postmove.db*
    POSTMOVE_SEED=2 postmove c init --testing
    sed -i "s#^spool = .*#&\nstandby = $folder/a/log\nstandby-keep = 1h#" "$folder/c/postmove.conf"
    find "$folder/a/log" -type f | sort >"$folder/before"
    run --separate-stderr postmove c run
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the log of another server, and two servers cannot keep their logs in one folder"* ]]
    find "$folder/a/log" -type f | sort | diff "$folder/before" -
}

@test "apply --until: back to a minute" {
    answer a ann@example.net e1-d2
    POSTMOVE_TIME=1700000100 postmove a run
    answer a bob@example.com d8-e7
    POSTMOVE_TIME=1700000200 postmove a run
    [ "$(turns a)" -eq 2 ]
    # A later log, which was only begun, does not matter.
    local server
    server=$(basename "$(log)" | sed 's/.*-\([0-9a-f]*\)\..*\.log/\1/')
    : >"$folder/a/log/20231114-221700-$server.0000000000000000009.log"
    run postmove a standby apply "$folder/a/log" --to "$folder/then" --until '2023-11-14 22:15'
    [ "$status" -eq 0 ]
    postmove a restore --yes "$folder/then"
    [ "$(turns a)" -eq 1 ]
    run postmove a verify
    [ "$output" = '1 boards, 1 turns, 0 faults' ]
    # A copy that is later is not taken back.
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/then" --until '2023-11-14 22:13'
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the database as of 14 Nov 2023 22:15 UTC already, which is later than 14 Nov 2023 22:13 UTC"* ]]
    # A backup is as good a beginning.
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/old" --until '2020-01-01 00:00'
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"no copy of the database in it is so old"* ]]
    run --separate-stderr postmove a standby apply "$folder/a/log" --until '2023-11-14 22:15'
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"--until needs --to FILE"* ]]
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/x" --until yesterday
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'write a time of UTC, as in "2026-11-26 18:30"'* ]]
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/a/postmove.db"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the database itself, or belongs to it"* ]]
    ln -s a "$folder/link"
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/link/postmove.db"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the database itself, or belongs to it"* ]]
}

@test "apply: a copy that root begins is that of the log's owner" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can give a file away'
    chown -R nobody "$incoming"
    postmove b standby apply "$incoming"
    [ "$(stat -c %U "$copy")" = nobody ]
    answer a ann@example.net e1-d2
    postmove a run
    postmove b standby apply "$incoming"
    [ "$(stat -c %U "$folder"/b/postmove.db.standby* | sort -u)" = nobody ]
}

@test "apply --until: a copy is as late as the whole copy from which it began" {
    POSTMOVE_TIME=1700700000 postmove a hold on
    POSTMOVE_TIME=1700800000 postmove a standby push
    run postmove a standby apply "$folder/a/log" --to "$folder/then" --until '2023-11-24 05:00'
    [[ "$output" == "$folder/then: begun; 0 changes made, now at change 9, as of 24 Nov 2023 04:26 UTC, "* ]]
    # Before the server was on hold.
    run --separate-stderr postmove a standby apply "$folder/a/log" --to "$folder/then" --until '2023-11-20 00:00'
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is the database as of 24 Nov 2023 04:26 UTC already, which is later than 20 Nov 2023 00:00 UTC"* ]]
}

@test "apply: knows that a run with much to do was held in the middle of it" {
    printf 'From: ann@example.net\nTo: turns@example.org\nSubject: whoami\nMessage-ID: <@example.net>\n\n' |
        "$build/postmove-receive" -d "$folder/a/spool" -f ann@example.net -r turns@example.org
    mail=$(cat "$folder"/a/spool/new/*)
    rm "$folder"/a/spool/new/*
    for i in {1000..5000}; do
        printf '%s\n\n' "${mail/<@/<$i@}" >"$folder/a/spool/new/1700000000.$i"
    done
    postmove a run &
    while [ "$(find "$folder/a/spool/new" -type f | wc -l)" -eq 4001 ]; do
        kill -0 $!
        sleep 0.02
    done
    postmove a hold on
    [ -n "$(find "$folder/a/spool/new" "$folder/a/spool/work" -type f | head -n 1)" ]
    wait
    rm "$folder"/a/spool/new/*
    postmove a hold off
    postmove a standby push
    postmove b standby apply "$incoming"
    same
}

@test "promote: what root may not do leaves nothing in the way of the server's user" {
    [ "$(id -u)" -eq 0 ] || skip 'only root has the rights to begin it'
    chown nobody "$folder/b"
    refused "belongs to another user; run this as that user" promote "$incoming" --yes
    [ -z "$(find "$folder/b" -name 'postmove.db*')" ]
}

@test "apply: begins from a backup, too" {
    postmove a backup "$folder/backup"
    answer a ann@example.net e1-d2
    postmove a run
    rm "$incoming"/*.base
    run --separate-stderr postmove b standby apply "$incoming"
    [ "$status" -eq 75 ]
    [[ "$stderr" == *'there is no copy of the database in it yet'* ]]
    cp "$folder/backup" "$copy"
    postmove b standby apply "$incoming"
    same
}

@test "push: a failure is told once a day, and the run itself goes well" {
    sed -i 's#^standby-push = .*#standby-push = /bin/false#' "$folder/a/postmove.conf"
    answer a ann@example.net e1-d2
    run postmove a run
    [ "$status" -eq 0 ]
    [[ "$output" == 'postmove: /bin/false: ended with exit code 1' ]]
    [ "$(turns a)" -eq 1 ]
    run postmove a run
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    grep -q '^Subject: .*the standby may be out of date' "$folder"/a/letters/*.eml
    run --separate-stderr postmove a standby push
    [ "$status" -eq 75 ]
    run --separate-stderr postmove b standby push
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'[server] has no `standby`, so there is no log; see postmove.conf(5)' ]]
}

@test "push: the log is carried even if no copy of the database can be made" {
    answer a ann@example.net e1-d2
    mkdir "$folder/a/log/new.base.tmp" # in the place of the draft
    POSTMOVE_TIME=1701000000 run postmove a run
    [ "$status" -eq 0 ]
    [[ "$output" == *"/a/log/new.base.tmp"* ]]
    postmove b standby promote "$incoming" --yes
    [ "$(turns b)" -eq 1 ]
}

@test "push: behind a run it has a minute, by itself it has longer" {
    [ "$(nm "$build/postmove" | grep -c __asan)" -eq 0 ] || skip 'a sanitizer wants to be loaded first'
    # A second lasts four hundred.
    cat >"$folder/fast.c" <<'CODE'
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
int clock_gettime(clockid_t clock, struct timespec *now)
{
    int code = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_MONOTONIC) {
        now->tv_sec = now->tv_sec * 400 + now->tv_nsec / 2500000;
    }
    return code;
}
CODE
    cc -shared -fPIC -o "$folder/fast.so" "$folder/fast.c" || skip 'no compiler'
    sed -i 's#^standby-push = .*#standby-push = sleep 1#' "$folder/a/postmove.conf"
    LD_PRELOAD=$folder/fast.so run postmove a run
    [ "$status" -eq 0 ]
    [[ "$output" == 'postmove: sleep: did not end in time and was killed' ]]
    LD_PRELOAD=$folder/fast.so run postmove a standby push
    [ "$status" -eq 0 ]
}

@test "a log that cannot be written keeps everything from being done" {
    [ "$(id -u)" -ne 0 ] || skip 'root may write everywhere'
    chmod a-w "$folder"/a/log/*.log
    answer a ann@example.net e1-d2
    run postmove a run
    [ "$status" -eq 75 ]
    [[ "$output" == *"cannot be opened: Permission denied"* ]]
    chmod u+w "$folder"/a/log/*.log
    postmove a run
    [ "$(turns a)" -eq 1 ]
}

@test "folders that are made for the log let the server's user through, whoever makes them" {
    sed -i 's#^standby = .*#standby = deep/er/log#' "$folder/a/postmove.conf"
    (umask 022 && postmove a player add cid cid@example.com)
    [ "$(stat -c %a "$folder"/a/deep "$folder"/a/deep/er "$folder"/a/deep/er/log | xargs)" = '755 755 700' ]
}

@test "doctor and stats: whether the log is whole, and was copied to the standby" {
    checked() { postmove a doctor 2>/dev/null | grep -A1 'standby: '; }
    [[ "$(checked)" == *"every change is in $folder/a/log, which was copied to the standby "* ]]
    run postmove a stats --prometheus
    [[ "$output" == *"postmove_last_push_timestamp_seconds 1700000000"* ]]
    [[ "$(postmove a stats --json)" == *'"last_push":1700000000'* ]]
    # The program fails for two hours.
    sed -i 's#^standby-push = .*#standby-push = /bin/false#' "$folder/a/postmove.conf"
    POSTMOVE_TIME=1700007300 postmove a run || true
    [[ "$(POSTMOVE_TIME=1700007300 checked)" == *"was last copied to the standby 2 hours 1 minute before the last run"*"postmove standby push"* ]]
    rm "$folder/a/postmove.db.pushed"
    [[ "$(checked)" == *'was never copied to the standby: `/bin/false` has not ended well yet'* ]]
    sed -i '/^standby-push/d' "$folder/a/postmove.conf"
    [[ "$(checked)" == *'`standby-push` is not set'* ]]
    rm "$folder"/a/log/*.base
    [[ "$(checked)" == *"There is no copy of the database in "* ]]
    mv "$folder/a/log" "$folder/a/away"
    [[ "$(checked)" == *"The log for the standby cannot be read: "* ]]
    mkdir "$folder/a/log"
    [[ "$(checked)" == *"The last changes of the database are not in the log"* ]]
    sed -i '/^standby/d' "$folder/a/postmove.conf"
    [[ "$(checked)" == *"no log is kept for a standby"* ]]
}

@test "doctor: nobody else may read the log, and it is the server's user's" {
    chmod 750 "$folder/a/log"
    chmod 644 "$folder"/a/log/*.base
    run postmove a doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"Users other than its owner may use $folder/a/log (mode 750)."* ]]
    [[ "$output" == *"Users other than its owner may use $folder/a/log/"*".base (mode 644)."* ]]
    chmod 700 "$folder/a/log"
    chmod 600 "$folder"/a/log/*.base
    [ "$(id -u)" -eq 0 ] || skip 'only root can give a file away'
    chown nobody "$folder"/a/log/*.log
    run postmove a doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"'$folder/a/log/"*".log': this belongs to nobody, not to root, the server's user"* ]]
}

@test "standby: what cannot be understood" {
    for words in '' 'apply' 'promote' 'carry' 'push now' 'apply a b' 'push --yes' 'promote --to x y' 'apply --yes x'; do
        # shellcheck disable=SC2086  # several words
        run --separate-stderr postmove a standby $words
        [ "$status" -eq 2 ]
        [ -n "$stderr" ]
    done
    run postmove a standby --help
    [ "$status" -eq 0 ]
}
