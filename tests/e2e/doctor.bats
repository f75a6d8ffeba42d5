#!/usr/bin/env bats
# What `postmove doctor` says of an installation that is whole, and of one that
# is broken in each way there is: the fault, its fix, and, where the fix is a
# command, that it fixes.

bats_require_minimum_version 1.5.0

setup() {
    folder=$(mktemp -d)
    export POSTMOVE_CONF=$folder/postmove.conf
    unset POSTMOVE_TIME POSTMOVE_SEED
    postmove=$PWD/${BUILD:-build}/postmove
    case ${BUILD:-} in /*) postmove=$BUILD/postmove ;; esac
    "$postmove" init --address turns@example.org --operator op@example.org >"$folder/init.out"
    sed -i "s#^hook = .*#hook = true {sender} {recipient}#" "$POSTMOVE_CONF"
}

teardown() {
    rm -rf "$folder"
}

# alter SQL: done to the database behind the program's back.
alter() {
    "$(dirname "$postmove")/tests/faults/alter" "$folder/postmove.db" "$1"
}

# Two players and a match between them: two letters in the outbox.
match() {
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    "$postmove" match create halma ann bob
}

# well: the doctor finds no fault.
well() {
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [[ "$output" != *FAULT* ]]
}

# line PATTERN: one line of what was printed is like that.
line() {
    local each
    for each in "${lines[@]}"; do
        # shellcheck disable=SC2053  # a pattern
        [[ "$each" == $1 ]] && return
    done
    echo "no line like: $1"
    printf '%s\n' "${lines[@]}"
    return 1
}

# fault CHECK TEXT FIX: the doctor finds that fault, and names that fix.
fault() {
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 1 ]
    line "FAULT  $1: *$2* Fix: *$3*"
}

# fixed [CHECK]: the fixes, or those of that check, given to a shell, make all well.
fixed() {
    printf '%s\n' "${lines[@]}" | sed -n "/^FAULT  ${1-}/s/.* Fix: //p" | sh -e
    well
}

# everything: each file and folder, but for the two that readers of the database
# share among themselves.
everything() {
    find "$folder" ! -name '*-shm' ! -name '*-wal' \( -type d -printf '%p %m\n' -o -printf '%p %m %T@\n' \) | sort
}

# mail FILE RECEIVED: a mail as postmove-receive leaves it.
mail() {
    (umask 077 && printf 'postmove-spool 1\nreceived %s\ntruncated 0\n\nFrom: a@example.net\n\nhi\n' "$2" >"$folder/spool/$1")
}

@test "a sound installation: a line a check, exit code 0, and nothing changed" {
    "$postmove" run
    sum=$(md5sum "$POSTMOVE_CONF" "$folder/postmove.db")
    list=$(everything)
    well
    for name in configuration database rights spool outbox hook libraries disk; do
        line "ok     $name: *"
    done
    line "ok     database: $folder/postmove.db is sound"
    [ "$sum" = "$(md5sum "$POSTMOVE_CONF" "$folder/postmove.db")" ]
    [ "$list" = "$(everything)" ]
}

@test "--json: an object a line, the fix with its fault" {
    run --separate-stderr "$postmove" doctor --json
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == '[{"check":"configuration","state":"ok","text":"'*'","fix":null},'*'}]' ]]
    chmod 644 "$folder/postmove.db"
    run --separate-stderr "$postmove" doctor --json
    [ "$status" -eq 1 ]
    [[ "$output" == *'{"check":"rights","state":"fault","text":"'*"(mode 644).\",\"fix\":\"chmod go= '$folder/postmove.db'\"}"* ]]
}

@test "a configuration that cannot be followed: exit code 2, file, line and remedy" {
    echo 'colour = red' >>"$POSTMOVE_CONF"
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"postmove.conf:"[0-9]*"colour"* ]]
    run --separate-stderr "$postmove" doctor --json
    [ "$status" -eq 2 ]
    [ -z "$stderr" ]
    [[ "$output" == '[{"check":"configuration","state":"fault","text":"'*"postmove.conf:"[0-9]*"colour"*'","fix":null}]' ]]
    rm "$POSTMOVE_CONF"
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"makes a configuration"* ]]
}

@test "a FIFO in the place of a file is told of, and nobody waits for it" {
    mkfifo "$folder/pipe"
    run --separate-stderr timeout 10 "$postmove" --config "$folder/pipe" doctor
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"$folder/pipe: this is no plain file"* ]]
    mkfifo "$folder/spool/new/mail" "$folder/spool/failed/mail"
    run --separate-stderr timeout 10 "$postmove" doctor
    [ "$status" -le 1 ]
    run --separate-stderr timeout 10 "$postmove" mail show mail
    [[ "$stderr" == *"no mail named mail"* ]]
    cp -r templates "$folder/templates"
    rm "$folder/templates/en/view.words"
    mkfifo "$folder/templates/en/view.words"
    sed -i "s#^\[server\]#&\ntemplates = $folder/templates#" "$POSTMOVE_CONF"
    run --separate-stderr timeout 10 "$postmove" doctor
    [ "$status" -eq 2 ]
    [[ "$stderr" == *view.words*"this is no plain file"* ]]
    sed -i '/^templates/d' "$POSTMOVE_CONF"
    mv "$folder/postmove.db" "$folder/database"
    mkfifo "$folder/postmove.db"
    run --separate-stderr timeout 10 "$postmove" doctor
    [ "$status" -eq 1 ]
    line "FAULT  database: *this is no plain file*"
}

@test "configuration: others may write it, or its folder; a host without a dot" {
    chmod 666 "$POSTMOVE_CONF"
    fault configuration "Users other than its owner may write *postmove.conf (mode 666)" "chmod go-w '$POSTMOVE_CONF'"
    fixed
    chmod 777 "$folder"
    fault configuration "the folder $folder,*(mode 777)" "chmod go-w '$folder'"
    fixed
    sed -i 's/^address = .*/address = turns@box/' "$POSTMOVE_CONF"
    well
    line "note   configuration: The address turns@box has no dot*postmove.conf."
    [[ "$output" != *authserv-id* ]]
    sed -i '/^\[server\]/a authserv-id = mx.example.org' "$POSTMOVE_CONF"
    well
    line "note   configuration: *Authentication-Results of mx.example.org*postmove.conf(5)*"
}

@test "templates of one's own: what is malformed" {
    cp -r templates "$folder/templates"
    sed -i "s#^\[server\]#&\ntemplates = $folder/templates#" "$POSTMOVE_CONF"
    well
    sed -i 's/^seat-1=.*/seat-1={{#number}}/' "$folder/templates/en/view.words"
    run --separate-stderr "$postmove" doctor
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"view.words:"*"a section that is not closed"* ]]
    rm -r "$folder/templates"
    run --separate-stderr "$postmove" doctor --json
    [ "$status" -eq 2 ]
    [[ "$output" == '[{"check":"configuration","state":"fault","text":"'*"$folder/templates"*']' ]]
}

@test "database: missing, no database, damaged, of a time to come" {
    cp "$folder/postmove.db" "$folder/whole"
    rm "$folder"/postmove.db*
    fault database "$folder/postmove.db: there is no such database" "restore a backup"
    line "note   outbox: *"
    line "note   runs: *"
    [ ! -e "$folder/postmove.db" ]
    head -c 8192 /dev/zero >"$folder/postmove.db"
    chmod 600 "$folder/postmove.db"
    fault database "cannot be opened: *postmove.db" "restore a backup"
    cp "$folder/whole" "$folder/postmove.db"
    alter "PRAGMA user_version = 99"
    fault database "its schema 99 is newer" "do what that message says"
    rm "$folder"/postmove.db*
    cp "$folder/whole" "$folder/postmove.db"
    # The root page of a table becomes rubbish.
    size=$(alter "PRAGMA page_size")
    page=$(alter "SELECT rootpage FROM sqlite_schema WHERE name = 'talk'")
    head -c "$size" /dev/zero | tr '\0' '\356' |
        dd of="$folder/postmove.db" bs="$size" seek=$((page - 1)) conv=notrunc status=none
    fault database "postmove.db is damaged: " "keep a copy of the file"
}

@test "rights: nobody else may read database, log, locks or mail" {
    "$postmove" run
    for file in postmove.db postmove.db.lock spool/new spool/work spool/failed spool/tmp; do
        chmod g+r "$folder/$file"
        fault rights "Users other than its owner may use $folder/$file " "chmod go= '$folder/$file'"
        fixed
    done
    chmod 777 "$folder/spool"
    fault rights "Users other than its owner may write the folder $folder/spool " "chmod go-w '$folder/spool'"
    fixed
}

@test "rights: no run waits for what lies where it writes beside the database" {
    "$postmove" run
    "$postmove" backup "$folder/saved"
    kept=$(md5sum <"$folder/saved")
    for file in sent ran saved commits; do
        for make in mkfifo 'mkdir -m 700' 'ln -s saved'; do
            rm "$folder/postmove.db.$file"
            (umask 077 && cd "$folder" && $make "postmove.db.$file")
            run timeout 20 "$postmove" run
            [ "$status" -ne 124 ]
            run timeout 20 "$postmove" doctor
            [ "$status" -ne 124 ]
            [ "$(md5sum <"$folder/saved")" = "$kept" ]
            rm -r "$folder/postmove.db.$file"
            "$postmove" run
            "$postmove" backup --yes "$folder/saved"
            kept=$(md5sum <"$folder/saved")
        done
    done
}

@test "rights: a file beside the database that root has made" {
    [ "$(id -u)" -eq 0 ] || skip 'only root gives files away'
    "$postmove" run
    chown -R 12345 "$folder"
    for file in lock commits; do
        chown 0 "$folder/postmove.db.$file"
        fault rights "'$folder/postmove.db.$file': this belongs to root, not to 12345" "chown 12345 '$folder/postmove.db.$file'"
        fixed rights
    done
}

@test "rights: database and spool of two users; root looks as the server's user" {
    [ "$(id -u)" -eq 0 ] || skip 'only root gives files away'
    chown 12345 "$folder/spool"
    # What root owns was made by somebody who forgot to become that user.
    fault rights "The folder $folder belongs to root, and 12345,*may not write there" "chown 12345 '$folder'"
    chown 12345 "$folder" "$POSTMOVE_CONF"
    run "$postmove" doctor
    line "FAULT  rights: '$folder/postmove.db' *'$folder/spool/tmp' *this belongs to root, not to 12345*Fix: chown 12345 '$folder/postmove.db' *"
    fixed rights
    [[ $output != *'note   rights'* ]]
    for file in postmove.db spool/new; do
        chown 0 "$folder/$file"
        fault rights "'$folder/$file': this belongs to root, not to 12345" "chown 12345 '$folder/$file'"
        fixed rights
    done
    chown 0 "$POSTMOVE_CONF"
    chmod 600 "$POSTMOVE_CONF"
    fault rights "postmove.conf belongs to root, and 12345, the server's user, cannot read it" "chown 12345 '$POSTMOVE_CONF'"
    fixed rights
}

@test "what another user finds: closed, not missing" {
    [ "$(id -u)" -eq 0 ] || skip 'only root becomes somebody else'
    chmod 755 "$folder"
    setpriv --reuid=12345 --regid=12345 --clear-groups ls "$folder" >/dev/null 2>&1 ||
        skip 'other users may not enter the folder for temporary files'
    # Installed there: other users need not be able to enter the repository.
    (umask 022 && scripts/install "${postmove%/*}" "$folder/usr")
    chmod 644 "$POSTMOVE_CONF"
    run setpriv --reuid=12345 --regid=12345 --clear-groups "$folder/usr/bin/postmove" doctor
    [ "$status" -eq 1 ]
    line "FAULT  spool: The doctor cannot list the mail: $folder/spool/*: Permission denied.*"
    line "note   rights: The server runs as root, *and you are 12345*sudo -u root postmove doctor"
    chmod 600 "$POSTMOVE_CONF"
    run setpriv --reuid=12345 --regid=12345 --clear-groups "$folder/usr/bin/postmove" doctor
    [ "$status" -eq 2 ]
    [[ "$output" == *"Permission denied" ]]
}

@test "spool: a folder is missing" {
    rmdir "$folder/spool/new"
    fault spool "There is no folder $folder/spool/new" "mkdir -p -m 700 '$folder/spool/new'"
    rmdir "$folder/spool/work"
    touch "$folder/spool/work"
    fault spool "There is no folder $folder/spool/work" "mkdir"
    rm "$folder/spool/work"
    mkdir -m 700 "$folder/spool/work" "$folder/spool/new"
    well
}

@test "spool: what waits, for how long, was cut short, and has failed" {
    mail new/young "$(date +%s)"
    well
    line "ok     spool: 1 waiting, the oldest for 1 minute"
    mail work/began.1 "$(date +%s)"
    mail new/old $(($(date +%s) - 3 * 86400 - 60))
    fault spool "3 waiting in $folder/spool, the oldest for 3 days" "\`postmove run\`"
    rm "$folder"/spool/*/*
    mail failed/bad "$(date +%s)"
    fault spool "1 in $folder/spool/failed could not be processed, such as bad" "\`postmove mail retry bad\`"
    "$postmove" mail retry bad
    well
}

@test "configuration: an address that stands for the operator's own" {
    match
    sed -i 's/^address = .*/address = play@turns.invalid/' "$POSTMOVE_CONF"
    fault configuration "The address play@turns.invalid stands for the one" "run \`postmove setup\`"
    for command in run process send; do
        run --separate-stderr "$postmove" $command
        [ "$status" -eq 75 ]
        [[ "$stderr" == *"\`address\` is play@turns.invalid, which stands for your own"* ]]
        rm -f "$folder/postmove.db.told"
    done
    [ "$("$postmove" mail list | wc -l)" -eq 2 ]
}

@test "outbox: what waits, for how long and why, and what was given up" {
    match
    well
    line "ok     outbox: 2 waiting, the oldest for 1 minute"
    # In its first hour, already.
    alter "UPDATE outbox SET reason = 'it ended with 1', attempts = 1 WHERE id = 2"
    fault outbox "2 waiting; the last attempt failed, and no letter was sent since then: it ended with 1" "make sure that \`hook\`"
    alter "UPDATE outbox SET state = 2, sent = queued + 1, due = NULL WHERE id = 1"
    well
    line "note   outbox: 1 could not be sent yet, while others are sent; the server will try them again: it ended with 1."
    alter "UPDATE outbox SET state = 1, sent = NULL, due = queued WHERE id = 1"
    alter "UPDATE outbox SET queued = queued - 4 * 3600, reason = 'it ended with 75' WHERE id = 2"
    fault outbox "2 waiting, the oldest for 4 hours; its last try failed: it ended with 75" "\`postmove send\`"
    alter "UPDATE outbox SET state = 3, due = NULL WHERE id = 2"
    fault outbox "1 could not be sent and are parked, and no letter was sent since then" "\`postmove mail retry --all\`"
    line "ok     outbox: 1 waiting*"
    "$postmove" send
    well
    line "note   outbox: 1 could not be sent*parked*"
    "$postmove" send
    well
    line "ok     outbox: no letter waits"
    alter "INSERT INTO outbox (state, due, attempts, queued, sent, answer, recipient, letter, returned)
        SELECT 2, NULL, 1, queued, queued, 0, 'OP@example.org', letter, queued FROM outbox LIMIT 1"
    fault outbox "The last letter to the operator, op@example.org, came back" "name an address that takes mail as \`operator\`"
    alter "UPDATE outbox SET returned = NULL, receipt = 'no answer, twice' WHERE recipient = 'OP@example.org'"
    well
    line "note   outbox: 1 count as sent, although the mail server twice dropped*mail list --sent*"
    alter "UPDATE outbox SET receipt = '250 OK'"
    well
    line "ok     outbox: no letter waits"
}

@test "hook: no such program, none that may run" {
    sed -i "s#^hook = .*#hook = $folder/send-it {recipient}#" "$POSTMOVE_CONF"
    fault hook "The server cannot send letters with $folder/send-it, because there is no such program" "name another program as \`hook\` in $POSTMOVE_CONF"
    touch "$folder/send-it"
    fault hook "The server cannot send letters with $folder/send-it, because that file cannot be executed" "chmod +x '$folder/send-it'"
    chmod +x "$folder/send-it"
    well
    line "ok     hook: $folder/send-it"
}

@test "hook: a folder below a file" {
    touch "$folder/file"
    sed -i "s#^hook = .*#hook = folder:$folder/file/letters#" "$POSTMOVE_CONF"
    fault hook "Letters go to the folder $folder/file/letters, but that, or what is above it, is a file" "name another folder"
    rm "$folder/file"
    well
}

@test "dns: a name for tests is not looked up" {
    well
    line "ok     dns: example.org is a name for tests, so DNS was not asked about it"
    [[ "$output" != *"note   dns"* ]]
    for host in turns.test play.example a.b.invalid localhost turns.local mx.example.net turns; do
        sed -i "s#^address = .*#address = turns@$host#" "$POSTMOVE_CONF"
        run "$postmove" doctor # a Postfix may be here, of which it has much to say
        line "ok     dns: $host is a name for tests*"
    done
    sed -i "s/^\[send\]/&\ndkim-selector = postmove/" "$POSTMOVE_CONF"
    strace -f -qq -e trace=socket -o "$folder/calls" "$postmove" doctor >"$folder/said" ||
        skip 'strace cannot be used here'
    grep -q '^ok     dns: ' "$folder/said"
    run ! grep AF_INET "$folder/calls"
}

# ran HOURS: the last run was so many hours ago.
ran() {
    echo $(($(date +%s) - $1 * 3600)) >"$folder/postmove.db.ran"
    alter "UPDATE watermark SET served = $(($(date +%s) - $1 * 3600))"
}

@test "runs: none ever, the last long ago, all cut short" {
    well
    line "note   runs: No \`postmove run\` has ended well yet.*cron*"
    alter "UPDATE instance SET created = created - 4 * 3600"
    fault runs "No \`postmove run\` has ended well since the server was made, 4 hours ago" "by hand*cron"
    "$postmove" run
    well
    line "ok     runs: the last one ended 1 minute ago"
    ran 2
    well
    ran 4
    fault runs "No run has ended well for 4 hours: nobody is served" "by hand*cron"
    ran 240
    fault runs "No run has ended well for 10 days" "by hand"
    # They begin, and process mail even, but never end.
    "$postmove" run
    echo $(($(date +%s) - 4 * 3600)) >"$folder/postmove.db.ran"
    fault runs "No run has ended well for 4 hours" "by hand"
    # Who has other subcommands begun one by one has no mark, and needs none.
    rm "$folder/postmove.db.ran"
    well
}

@test "libraries: the program that parses mail is missing, or cannot work" {
    (umask 022 && scripts/install "${postmove%/*}" "$folder/usr")
    parser=$postmove-parse
    postmove=$folder/usr/bin/postmove
    rm "$postmove-parse"
    fault libraries "All mails wait, *cannot start $postmove-parse: No such file or directory." "start $postmove-parse by hand: "
    run --separate-stderr "$postmove" process
    [ "$status" -eq 0 ] # no mail waits
    mail new/waits "$(date +%s)"
    run --separate-stderr "$postmove" process
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"cannot start $postmove-parse: No such file or directory" ]]
    [ -e "$folder/spool/new/waits" ]
    cp /bin/true "$postmove-parse"
    fault libraries "$postmove-parse does not begin to work: it lacks a library, or is of another version." "start $postmove-parse by hand: "
    run "$parser" </dev/null
    [ "$status" -eq 2 ]
}

@test "disk: no room, and nothing to be written" {
    unshare -rm true 2>/dev/null || skip 'no file system can be mounted here'
    mkdir "$folder/disk"
    cp "$folder/postmove.db" "$folder/disk.db"
    sed -i "s#^database = .*#database = $folder/disk/a.db#" "$POSTMOVE_CONF"
    # on OPTIONS: the doctor looks at a database on a file system of that kind.
    on() {
        run unshare -rm sh -c "mount -t tmpfs -o mode=700,$1 none '$folder/disk' &&
            cp -p '$folder/disk.db' '$folder/disk/a.db' && $2 '$postmove' doctor"
        [ "$status" -eq 1 ]
    }
    on size=20m
    line "FAULT  disk: Only 19 MiB are free in $folder/disk. Fix: make room*"
    line "ok     disk: * MiB free in $folder/spool"
    on size=100m "mount -o remount,bind,ro '$folder/disk' &&"
    line "FAULT  disk: $folder/disk is on a file system that is mounted read-only. Fix: *"
    sed -i "s#^database = .*#database = $folder/postmove.db#" "$POSTMOVE_CONF"
    run unshare -rm sh -c "mount --bind '$folder/spool' '$folder/spool' &&
        mount -o remount,bind,ro '$folder/spool' && '$postmove' doctor"
    line "FAULT  disk: $folder/spool is on a file system that is mounted read-only. Fix: *"
    [[ "$output" != *"FAULT  spool"* ]]
}

# hook COMMAND: a script that sends letters: $1 is the sender, $2 the recipient.
hook() {
    printf '#!/bin/sh\n%s\n' "$1" >"$folder/hook"
    chmod 755 "$folder/hook"
    sed -i "s#^hook = .*#hook = $folder/hook {sender} {recipient}#" "$POSTMOVE_CONF"
}

# goes_round STATUS [SECONDS]: a letter was sent, and nothing of it is left.
goes_round() {
    run --separate-stderr "$postmove" doctor --mail --wait "${2:-10}"
    echo "$output $stderr"
    [ "$status" -eq "$1" ]
    [ -z "$(find "$folder/spool" -type f)" ]
}

@test "--mail: a letter goes round" {
    receive="$(dirname "$postmove")/postmove-receive -d $folder/spool"
    hook "exec $receive -f \"\$1\" -r \"\$2\""
    goes_round 0
    line "ok     mail: $folder/hook has taken a letter to turns+*@example.org"
    line 'ok     mail: it has come back whole, after * seconds'
    # It comes late, with other mail before it, which stays.
    hook "echo Subject: x | $receive -f a@example.net -r turns@example.org
        cat >$folder/letter
        (sleep 1; $receive -f \"\$1\" -r \"\$2\" <$folder/letter) >/dev/null 2>&1 &"
    run "$postmove" doctor --mail
    line 'ok     mail: it has come back whole*'
    [ "$(find "$folder/spool/new" -type f | xargs cat | grep -c '^Subject: x')" -eq 1 ]
    rm "$folder"/spool/new/*
    # In one line of JSON.
    hook "exec $receive -f \"\$1\" -r \"\$2\""
    run "$postmove" doctor --mail --json
    [[ "$output" == *'{"check":"mail","state":"ok","text":"it has come back whole, after '*'"fix":null}]' ]]
    # Without --mail nothing is sent.
    hook "touch $folder/sent; exit 1"
    "$postmove" doctor >"$folder/said"
    ! grep ' mail: ' "$folder/said"
    [ ! -e "$folder/sent" ]
}

@test "--mail: it is told where a letter stopped" {
    receive="$(dirname "$postmove")/postmove-receive -d $folder/spool"
    hook 'exit 3'
    goes_round 1
    line "FAULT  mail: A letter to turns+*@example.org could not be sent: *ended with exit code 3*Fix: *"
    hook "exec $receive -f \"\$1\" -r turns@example.org"
    goes_round 1
    line 'FAULT  mail: The letter has come back, but without the part of its address*Fix: *original_recipient*'
    hook "{ cat; printf 'Content-Type: message/delivery-status\n\nFinal-Recipient: rfc822; %s\nAction: failed\n' \"\$2\"
        printf 'Diagnostic-Code: smtp; 550 5.1.1 no such\n user here\nStatus: 5.1.1\n'; } | $receive -f '' -r \"\$1\""
    goes_round 1
    line 'FAULT  mail: A mail server has sent the letter back: smtp; 550 5.1.1 no such user here. Fix: *'
    # It waits in the queue behind another, which has a reason of its own.
    mkdir "$folder/bin"
    printf '#!/bin/sh\ncat %s/queue\n' "$folder" >"$folder/bin/mailq"
    chmod 755 "$folder/bin/mailq"
    queue="printf '%s\n' 'A1 287 Thu Nov 26 ann@example.net' '(another reason)' '     bob@example.com' ''"
    hook "{ $queue; printf '%s\n' \"B2 300 Thu Nov 26 \$1\" '(connect to 192.0.2.1: Connection refused)' \"     \$2\"; } >$folder/queue"
    PATH=$folder/bin:$PATH goes_round 1 1
    line "FAULT  mail: This machine's mail server has taken the letter, and cannot deliver it yet: (connect to 192.0.2.1: Connection refused). Fix: *"
    hook "{ $queue; printf '%s\n' \"B2 300 Thu Nov 26 \$1\" \"     \$2\"; } >$folder/queue"
    PATH=$folder/bin:$PATH goes_round 1 1
    line "FAULT  mail: This machine's mail server has taken the letter, and cannot deliver it yet. Fix: *"
    hook "$queue >$folder/queue"
    PATH=$folder/bin:$PATH goes_round 1 1
    line 'FAULT  mail: The letter was taken, but has not come back within 1 seconds. Fix: look for turns+*@example.org in the log*'
    # A run is at work; letters go to a folder.
    exec 9<"$folder/postmove.db.run.lock"
    flock 9
    goes_round 1 1
    line 'FAULT  mail: No letter was sent, because a run has been at work all the time. Fix: *'
    exec 9<&-
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    goes_round 0
    line "note   mail: No letter can go round, because letters go to the folder $folder/letters."
}

@test "--mail: a mailbox is emptied meanwhile" {
    mkdir -p "$folder"/box/{new,cur,tmp}
    printf '[mailbox here]\nsource = maildir:%s/box\n' "$folder" >>"$POSTMOVE_CONF"
    hook "{ echo \"Delivered-To: \$2\"; cat; } >$folder/box/new/1700000000.1.here"
    goes_round 0
    line 'ok     mail: it has come back whole, after * seconds'
    # A provider that drops what is behind the + from all headers.
    hook "sed 's/+[a-z2-7]*@/@/' >$folder/box/new/1700000000.2.here"
    goes_round 1
    line 'FAULT  mail: The letter has come back, but without the part of its address*'
}

@test "--mail: mail of others stays, also where all letters have one sender" {
    receive="$(dirname "$postmove")/postmove-receive -d $folder/spool"
    sed -i 's/^hook = /returns = address\n&/' "$POSTMOVE_CONF"
    hook "echo Subject: x | $receive -f a@example.net -r turns@example.org; exec $receive -f \"\$1\" -r \"\$2\""
    run "$postmove" doctor --mail
    line 'ok     mail: it has come back whole*'
    [ "$(find "$folder/spool/new" -type f | xargs cat | grep -c '^Subject: x')" -eq 1 ]
    rm "$folder"/spool/new/*
    # Sent back to that one sender.
    hook "{ cat; printf 'Content-Type: message/delivery-status\n\nDiagnostic-Code: smtp; 550 no\n'; } | $receive -f '' -r \"\$1\""
    goes_round 1
    line 'FAULT  mail: A mail server has sent the letter back: smtp; 550 no. Fix: *'
}

@test "--mail: root sends the letter as the server's user" {
    [ "$(id -u)" -eq 0 ] || skip 'only root can be another user'
    hook "id -u >$folder/sent; exit 1"
    chown -R 12345 "$folder"
    run "$postmove" doctor --mail
    [ "$(cat "$folder/sent")" = 12345 ]
    [ -z "$(find "$folder" ! -user 12345)" ]
}

@test "--wait needs --mail, and a number of seconds" {
    for options in '--wait 5' '--mail --wait 0' '--mail --wait -1' '--mail --wait 3601' '--mail --wait x' '--mail more'; do
        # shellcheck disable=SC2086  # words
        run "$postmove" doctor $options
        [ "$status" -eq 2 ]
    done
}
