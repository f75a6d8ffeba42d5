#!/usr/bin/env bats
# What monitoring is told: by `check_postmove`, which reads `stats --json`, by `stats --prometheus`,
# and the mark that `run` leaves when it comes to its end.

bats_require_minimum_version 1.5.0
load server

setup() {
    begin_server
    mark=$folder/postmove.db.ran
}

# at SECONDS WORDS...: so many seconds after the beginning.
at() {
    POSTMOVE_TIME=$((1700000000 + $1)) "$postmove" "${@:2}"
}

# mail NAME AGE: a mail that waits since so many seconds before the beginning.
mail() {
    (umask 077 && printf 'postmove-spool 1\nreceived %s\ntruncated 0\n\nFrom: a@example.net\n\nhi\n' \
        $((1700000000 - $2)) >"$folder/spool/new/$1")
}

# nagios CODE TEXT MINUTES...: the line is one, in Nagios' form, and such as TEXT.
nagios() {
    local number="'?[a-z_]+'?=[0-9]+(s|)(;[0-9]*){0,4}" path
    path=$(dirname "$(realpath "$postmove")")
    PATH=$path:$PATH POSTMOVE_TIME=$((1700000000 + ${when:-0})) run --separate-stderr \
        scripts/examples/check_postmove "${@:3}"
    echo "$status $output"
    [ "$status" -eq "$1" ]
    [ "${#lines[@]}" -eq 1 ]
    grep -qE "^POSTMOVE (OK|WARNING|CRITICAL|UNKNOWN) - [^|]+ \\|( $number)*\$" <<<"$output"
    # shellcheck disable=SC2053  # a pattern
    [[ "$output" == $2 ]]
}

# metrics: they are of the right form, and stand in $output.
metrics() {
    run --separate-stderr at "${when:-0}" stats --prometheus
    [ "$status" -eq 0 ]
    perl tests/e2e/exposition.pl <<<"$output"
}

has() {
    grep -qx -- "postmove_$1" <<<"$output" || { echo "no postmove_$1 in:"; echo "$output"; return 1; }
}

lacks() {
    ! grep -q "^postmove_$1" <<<"$output"
}

@test "the judge of metrics knows what is wrong with them" {
    good=$'# HELP a b\n# TYPE a gauge\na 1\n'
    printf %s "$good" | perl tests/e2e/exposition.pl
    for bad in '' "${good%?}" "$good"$'a 1\n' $'a 1\n' $'# HELP a b\na 1\n' "$good"$'a{b=c} 1\n' \
        "$good"$'a{b="c"c"} 1\n' "$good"$'a{b="c"} one\n' "$good"$'# HELP b b\n# TYPE b gauge\nb 1\na{b="c"} 1\n'; do
        ! printf %s "$bad" | perl tests/e2e/exposition.pl 2>/dev/null
    done
}

@test "nagios: the clock was put back, and no run has come to its end since" {
    for ahead in 86400 31536000; do
        at $ahead run
        nagios 1 'POSTMOVE WARNING - last run ended in the future: the clock was set back *'
        at 0 run
        nagios 0 'POSTMOVE OK - *'
    done
}

@test "nagios: run never came to its end, then did, and then no more" {
    nagios 2 'POSTMOVE CRITICAL - no run has ended well |*'
    [[ "$output" != *last_run=* ]]
    "$postmove" run
    nagios 0 'POSTMOVE OK - * | last_run=0s;900;3600 *'
    when=899 nagios 0 'POSTMOVE OK - * | last_run=899s;*'
    when=900 nagios 1 'POSTMOVE WARNING - last run ended 15 min ago |*'
    when=3600 nagios 2 'POSTMOVE CRITICAL - last run ended 60 min ago |*'
    when=3600 nagios 1 '*| last_run=3600s;3600;7200 *' 60 120
    for part in process clocks send; do
        at 3600 "$part"
    done
    when=3600 nagios 2 'POSTMOVE CRITICAL - last run ended 60 min ago |*'
    at 3600 run
    when=3600 nagios 0 '*OK*'
}

@test "nagios: the log for the standby was not carried any more" {
    sed -i "s#^spool = .*#&\nstandby = log\nstandby-push = true#" "$folder/postmove.conf"
    at 0 run
    nagios 0 '*OK*last_push=0s;900;3600 *'
    sed -i "s#^standby-push = .*#standby-push = false#" "$folder/postmove.conf"
    at 1200 run
    when=1200 nagios 1 'POSTMOVE WARNING - the log was copied to the standby 20 min ago |*'
}

@test "nagios: mail and letters that wait, mail that failed, letters parked, a hold" {
    "$postmove" run
    mail young 60
    nagios 0 '*OK*mails_waiting=1 *'
    mail old 1000
    nagios 1 'POSTMOVE WARNING - the oldest mail came 16 min ago |*oldest_mail=1000s;900;3600 *'
    mail older 7200
    nagios 2 'POSTMOVE CRITICAL - the oldest mail came 120 min ago |*'
    mv "$folder/spool/new/old" "$folder/spool/failed"
    rm "$folder"/spool/new/*
    nagios 1 'POSTMOVE WARNING - 1 mails failed |*mails_failed=1;0*'
    rm "$folder"/spool/failed/*
    "$postmove" match create halma ann bob
    when=600 nagios 0 '*letters_waiting=2'
    when=7200 nagios 2 '*the oldest letter was written 120 min ago |*oldest=7200s;*'
    "$build/tests/faults/alter" "$folder/postmove.db" 'UPDATE outbox SET state = 3, due = NULL'
    nagios 1 'POSTMOVE WARNING - 2 letters are parked |*letters_parked=2;0*'
    "$postmove" mail drop --yes 1 2
    "$postmove" hold on
    nagios 1 'POSTMOVE WARNING - the server is on hold |*'
    # A run that meets a hold is alive.
    at 864000 run 2>/dev/null
    when=864000 nagios 1 'POSTMOVE WARNING - the server is on hold |*last_run=0s;*'
}

# marked TIME: the mark is of a run that came to its end then.
marked() {
    [ "$(cat "$mark")" = "$1" ]
}

@test "a run that is cut short, fails, or leaves the work to another, leaves no mark" {
    "$postmove" run
    marked 1700000000
    [ "$(stat -c %a "$mark")" = 600 ]
    # Another is at work.
    exec 9<"$folder/postmove.db.run.lock"
    flock 9
    at 60 run
    exec 9<&-
    marked 1700000000
    # The hook kills whoever runs it.
    sed -i "s#^hook = .*#hook = sh -c 'kill -9 \$PPID' {recipient}#" "$POSTMOVE_CONF"
    at 60 match create halma ann bob
    ! at 60 run
    marked 1700000000
    # It is asked to stop.
    sed -i "s#^hook = .*#hook = sh -c 'kill -15 \$PPID; sleep 1' {recipient}#" "$POSTMOVE_CONF"
    at 600 run
    marked 1700000000
    sed -i "s#^hook = .*#hook = true {recipient}#" "$POSTMOVE_CONF"
    mv "$folder/postmove.db" "$folder/kept"
    run at 1200 run
    [ "$status" -ne 0 ]
    marked 1700000000
    mv "$folder/kept" "$folder/postmove.db"
    at 1200 run
    marked 1700001200
}

@test "a mark that cannot be written or read harms no run and is not guessed" {
    mkfifo "$mark"
    timeout 20 "$postmove" run
    # Who cannot tell whether the server is alive does not call it well.
    nagios 2 'POSTMOVE CRITICAL - no run has ended well |*'
    [[ "$output" != *last_run=* ]]
    metrics
    has 'last_run_timestamp_seconds 0'
    rm "$mark"
    echo 'no time' >"$mark"
    nagios 2 'POSTMOVE CRITICAL - no run has ended well |*'
    "$postmove" run
    metrics
    has 'last_run_timestamp_seconds 1700000000'
}

@test "nagios: no database, no spool, no configuration" {
    "$postmove" run
    mv "$folder/postmove.db" "$folder/kept"
    nagios 2 'POSTMOVE CRITICAL - *postmove.db* |'
    head -c 8192 /dev/zero >"$folder/postmove.db"
    nagios 2 'POSTMOVE CRITICAL - *postmove.db*'
    mv "$folder/kept" "$folder/postmove.db"
    mv "$folder/spool" "$folder/elsewhere"
    nagios 2 'POSTMOVE CRITICAL - *spool/work* |'
    mv "$folder/elsewhere" "$folder/spool"
    nagios 0 '*OK*'
    echo 'colour = red' >>"$POSTMOVE_CONF"
    nagios 3 'POSTMOVE UNKNOWN - *colour* |'
}

@test "nagios: a writer that hangs keeps nobody from looking; a locked database is no news" {
    "$postmove" run
    exec 9<"$folder/postmove.db.lock"
    flock 9
    nagios 0 '*OK*'
    exec 9<&-
}

@test "mailboxes that are not emptied any more" {
    mkdir -p "$folder/box/new" "$folder/box/cur" "$folder/box/tmp"
    printf '\n[mailbox box]\nsource = maildir:%s\n' "$folder/box" >>"$POSTMOVE_CONF"
    "$postmove" process
    nagios 2 '*mailboxes were never emptied*'
    "$postmove" run
    nagios 0 '*last_fetch=0s;900;3600 *'
    mv "$folder/box" "$folder/gone"
    at 7200 run 2>/dev/null
    when=7200 nagios 2 'POSTMOVE CRITICAL - mailboxes were emptied 120 min ago |*last_run=0s*'
    when=7200 metrics
    has 'last_fetch_timestamp_seconds 1700000000'
    run at 7200 stats
    grep -qx 'mailboxes emptied  *14 Nov 2023 22:13 UTC' <<<"$output"
}

@test "prometheus: each figure, and moments only of what there is" {
    metrics
    has 'database_up 1'
    has 'spool_up 1'
    has 'last_run_timestamp_seconds 0'
    has 'players 2'
    lacks oldest_
    lacks held
    lacks last_fetch
    "$postmove" run
    "$postmove" match create halma ann bob
    mail one 60
    "$postmove" hold on
    metrics
    has 'last_run_timestamp_seconds 1700000000'
    has 'mails_waiting 1'
    lacks last_backup
    has 'players_kept_back 0'
    has 'letters_waiting 2'
    has 'oldest_mail_timestamp_seconds 1699999940'
    has 'oldest_letter_timestamp_seconds 1700000000'
    has 'held_timestamp_seconds 1700000000'
    has 'boards{game="halma",state="running"} 1'
    has 'mails_total 0'
    grep -q '^# TYPE postmove_mails_total counter$' <<<"$output"
    has "build_info{version=\"$("$postmove" --version | cut -d' ' -f2)\"} 1"
    has "database_bytes $(stat -c %s "$folder/postmove.db")"
    for name in $("$postmove" stats --json | grep -oE '"(players|active|suspended|mails|mails_[a-z]+|letters|letters_[a-z]+)"' | tr -d '"'); do
        grep -qE "^postmove_$name(_total)? " <<<"$output"
    done
    run "$postmove" stats --json
    [[ "$output" == *'"oldest":1700000000,"oldest_mail":1699999940,"last_run":1700000000,"last_fetch":null,"last_backup":null,"held":1700000000,'* ]]
}

@test "when the last backup was made, and to which file" {
    run "$postmove" stats
    grep -qx 'last backup  *never' <<<"$output"
    cd "$folder"
    "$OLDPWD/$postmove" backup copy
    "$OLDPWD/$postmove" run
    cd "$OLDPWD"
    read -r time file <"$folder/postmove.db.saved"
    [ "$file" = "$folder/copy" ]
    metrics
    has "last_backup_timestamp_seconds $time"
    # `init` and `restore` remove what has the names of their drafts.
    for ending in saved sent commits run.lock new new-wal restored restored-journal; do
        says='is the database itself, or belongs to it' refused 1 backup --yes "$folder/postmove.db.$ending"
    done
    # One that fails leaves no mark.
    run "$postmove" backup "$folder/none/copy"
    [ "$status" -eq 75 ]
    [ "$(cat "$folder/postmove.db.saved")" = "$time $folder/copy" ]
}

@test "prometheus: without a database or a spool that is all that is told" {
    "$postmove" run
    rm "$folder"/postmove.db
    metrics
    has 'database_up 0'
    has 'spool_up 1'
    lacks players
    lacks mails
    mv "$folder/spool" "$folder/elsewhere"
    metrics
    has 'spool_up 0'
}

@test "prometheus: --output takes the place of the file in one step" {
    file=$folder/metrics/postmove.prom
    run --separate-stderr "$postmove" stats --prometheus --output "$file"
    [ "$status" -eq 75 ]
    [[ "$stderr" == *metrics/postmove.prom* ]]
    mkdir "$folder/metrics"
    echo old >"$file"
    ln "$file" "$folder/old"
    run --separate-stderr "$postmove" stats --prometheus --output "$file"
    [ "$status" -eq 0 ]
    [ -z "$output$stderr" ]
    [ "$(cat "$folder/old")" = old ]
    perl tests/e2e/exposition.pl <"$file"
    [ "$(stat -c %a "$file")" = 644 ]
    [ "$(ls -A "$folder/metrics")" = postmove.prom ]
    "$postmove" stats --prometheus | diff - "$file"
    mkfifo "$folder/pipe"
    says='is not a file' refused 1 stats --prometheus --output "$folder/pipe"
    [ -p "$folder/pipe" ]
}

@test "options that contradict each other" {
    says='two forms' refused 2 stats --json --prometheus
    says='goes with --prometheus' refused 2 stats --output x
    says='is the database itself' refused 1 stats --prometheus --output "$folder/postmove.db"
    says='stats --help' refused 2 stats --nagios
}

@test "the system's log has a line a mail, and one a run that did something" {
    mkdir -p "$folder/dev"
    touch "$folder"/dev/{null,urandom,zero}
    unshare -rm mount --bind /dev/null "$folder/dev/null" || skip 'nothing can be mounted here'
    python3 - "$folder/dev/log" >"$folder/log" 3>&- <<'PYTHON' &
import socket, sys
log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
log.bind(sys.argv[1])
log.settimeout(60)
for line in iter(lambda: log.recv(4096).decode(), "end"):
    print(line, flush=True)
PYTHON
    listener=$!
    for _ in {1..200}; do [ ! -S "$folder/dev/log" ] || break; sleep 0.05; done
    "$postmove" match create halma ann bob
    mail one 60
    run unshare -rm sh -c 'cd "$1"; for d in null urandom zero; do mount --bind /dev/$d dev/$d; done
        mount --bind dev /dev; "$2" run && "$2" run' sh "$folder" "$(realpath "$postmove")"
    [ "$status" -eq 0 ]
    python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"end", sys.argv[1])' "$folder/dev/log"
    wait "$listener"
    cat "$folder/log"
    [ "$(wc -l <"$folder/log")" -eq 1 ]
    grep -qE 'postmove: mail [^ ]+ of a stranger, board 0: (not )?answered' "$folder/log"
    ! grep -q '@' "$folder/log"
}

@test "the doctor's faults are a metric" {
    doctor_metric() { PATH=$(dirname "$(realpath "$postmove")"):$PATH scripts/examples/doctor_metric "$folder/doctor.prom"; }
    doctor_metric
    perl tests/e2e/exposition.pl <"$folder/doctor.prom"
    before=$(sed -n 's/^postmove_doctor_faults //p' "$folder/doctor.prom")
    rm -r "$folder/spool/tmp"
    doctor_metric
    [ "$(sed -n 's/^postmove_doctor_faults //p' "$folder/doctor.prom")" -gt "$before" ]
    # Where the doctor cannot look, the last count stays.
    echo nonsense >>"$POSTMOVE_CONF"
    run ! doctor_metric
    [ "$(sed -n 's/^postmove_doctor_faults //p' "$folder/doctor.prom")" -gt "$before" ]
}
