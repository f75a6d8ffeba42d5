#!/usr/bin/env bats
# Installations that are broken, each in one way: what is done to a server at work with
# two players, what `postmove doctor` must say of it first, and with what fix. Whatever
# the fault, it prints no secret, changes nothing, and comes to its end.

bats_require_minimum_version 1.5.0

setup_file() {
    # Where another user may enter, too.
    whole=$(mktemp -d /tmp/broken.XXXXXX)
    chmod 755 "$whole"
    export whole
    postmove=$PWD/${BUILD:-build}/postmove
    case ${BUILD:-} in /*) postmove=$BUILD/postmove ;; esac
    export postmove
    mkdir "$whole/server"
    export POSTMOVE_CONF=$whole/server/postmove.conf
    "$postmove" init --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = true {sender} {recipient}#" "$POSTMOVE_CONF"
    echo ca2d07b61 >"$whole/server/secret"
    chmod 600 "$whole/server/secret"
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    "$postmove" match create halma ann bob
    "$postmove" run
    "$postmove" backup "$whole/server/saved"
    "$postmove" doctor
}

teardown_file() {
    rm -rf "$whole"
}

setup() {
    unset POSTMOVE_TIME POSTMOVE_SEED
    folder=$whole/broken
    rm -rf "$folder"
    cp -a "$whole/server" "$folder"
    export POSTMOVE_CONF=$folder/postmove.conf
    sed -i "s#$whole/server#$folder#" "$POSTMOVE_CONF" "$folder/postmove.db.saved"
    db=$folder/postmove.db
    spool=$folder/spool
    now=$(date +%s)
}

alter() {
    "$(dirname "$postmove")/tests/faults/alter" "$db" "$1" >/dev/null
}

# mail FILE AGE: a mail, as postmove-receive leaves it, so many seconds old.
mail() {
    (umask 077 && printf 'postmove-spool 1\nreceived %s\ntruncated 0\n\nFrom: a@example.net\n\nhi\n' $((now - $2)) >"$spool/$1")
}

# hook LINES: what stands below [send].
hook() {
    sed -i "/^\[send\]/,\$d" "$POSTMOVE_CONF"
    printf '[send]\n%s\n' "$@" >>"$POSTMOVE_CONF"
}

letters() { # two are written, and a run tries to send them
    "$postmove" match create halma ann bob
    timeout 50 "$postmove" run 2>/dev/null || true
}

mailbox() {
    printf '\n[mailbox box]\n' >>"$POSTMOVE_CONF"
    printf '%s\n' "$@" >>"$POSTMOVE_CONF"
}

page_of() { # TABLE: becomes rubbish
    local size page
    size=$(alter_says "PRAGMA page_size")
    page=$(alter_says "SELECT rootpage FROM sqlite_schema WHERE name = '$1'")
    head -c "$size" /dev/zero | tr '\0' '\356' | dd of="$2" bs="$size" seek=$((page - 1)) conv=notrunc status=none
}
alter_says() {
    "$(dirname "$postmove")/tests/faults/alter" "$db" "$1"
}

root() {
    [ "$(id -u)" -eq 0 ] || skip 'only root gives files away'
}

# The doctor looks as that user, with a program where they may enter.
as_the_servers_user() {
    mkdir -p "$whole/program/build"
    cp "$postmove" "$postmove-parse" "$whole/program/build"
    cp -r templates "$whole/program"
    chmod -R a+rX "$whole/program"
    postmove=$whole/program/build/postmove
    as=(setpriv --reuid=12345 --regid=12345 --clear-groups env -C /)
}

# everything: each file and folder, but for the two that readers of a database share.
everything() {
    find "$folder" ! -name '*-shm' ! -name '*-wal' \( -type d -printf '%p %m %U\n' -o -printf '%p %m %U %T@ %s\n' \) | sort
}

# The doctor's first fault or, where there is none, the first note that is not about SQLite, Postfix
# or who looks; whatever is wrong, nothing is changed, and no secret printed.
look() {
    list=$(everything)
    run --separate-stderr timeout "${limit:-50}" "${as[@]}" "$postmove" doctor
    [ "$list" = "$(everything)" ]
    [[ "$output$stderr" != *ca2d07b61* ]]
    first=$(grep -E '^FAULT|^note' <<<"$output" | grep -vE '^note   (database: SQLite|rights: The server runs|postfix: The Postfix on this machine)' |
        sort --stable --key=1,1 | head -n 1)
    echo "$status: $output$stderr"
}

# fault TEXT FIX: that is the first, and the exit code 1.
fault() {
    look
    [ "$status" -eq 1 ]
    # shellcheck disable=SC2053  # patterns
    [[ "$first" == FAULT*$1*"Fix: "*$2* ]]
}

# note TEXT: that is the first, and the exit code 0.
note() {
    look
    [ "$status" -eq 0 ]
    # shellcheck disable=SC2053  # a pattern
    [[ "$first" == "note   "$1* ]]
}

@test "none: a server at work" {
    look
    [ "$status" -eq 0 ]
    [ -z "$first" ]
}

# ---- runs and the hold

@test "cron has been dead for ten days" {
    echo $((now - 864000)) >"$db.ran"
    touch -d '10 days ago' "$db.run.lock"
    alter "UPDATE watermark SET served = $((now - 864000))"
    mail new/one 800000
    fault 'runs: No run has ended well for 10 days: nobody is served' 'by hand*cron'
}

@test "run never ran at all" {
    rm -f "$db.ran" "$db.run.lock"
    alter "UPDATE watermark SET served = 0"
    alter "UPDATE instance SET created = created - 7200"
    fault 'runs: No `postmove run` has ended well since*2 hours ago' 'cron'
}

@test "each run dies" {
    echo $((now - 4 * 3600)) >"$db.ran"
    fault 'runs: No run has ended well for 4 hours' 'by hand'
}

@test "a hold of forty days, with mail waiting" {
    alter "INSERT INTO hold (one, since, said) VALUES (1, $((now - 40 * 86400)), 1)"
    mail new/one 3000000
    fault 'hold: The server has been on hold for 40 days' 'postmove hold off'
    rm "$spool/new/one"
    fault 'hold: The server has been on hold for 40 days' 'postmove hold off'
    alter "UPDATE hold SET since = $((now - 7200))"
    note 'hold: The server has been on hold for 2 hours'
    mail new/one 60
    fault 'hold: The server has been on hold for 2 hours' 'postmove hold off'
}

# ---- the hook and the letters

@test "letters go to a folder though people play" {
    hook "hook = folder:$folder/letters"
    fault "hook: Letters go to the folder $folder/letters, so none of the 2 players gets a letter" 'name a program'
}

@test "the hook is missing" {
    hook "hook = $folder/sendmail {sender} {recipient}"
    fault "hook: The server cannot send letters with $folder/sendmail, because there is no such program" 'install it'
}

@test "the hook may not be executed" {
    touch "$folder/sendmail"
    hook "hook = $folder/sendmail {sender} {recipient}"
    fault "hook: The server cannot send letters with $folder/sendmail, because that file cannot be executed" "chmod +x '$folder/sendmail'"
}

@test "the hook fails, in its first hour" {
    hook 'hook = false {sender} {recipient}'
    letters
    fault 'outbox: 2 waiting; the last attempt failed, and no letter was sent since then: *ended with exit code 1' 'make sure that `hook`'
}

@test "letters were given up, and none was sent since" {
    alter "UPDATE outbox SET state = 3, sent = NULL, reason = 'it ended with 1'"
    fault 'outbox: 2 could not be sent and are parked, and no letter was sent since then' 'mail retry --all'
}

@test "the mail server for letters does not answer" {
    hook 'hook = smtp://127.0.0.1:1' 'tls = never'
    letters
    fault 'outbox: 2 waiting; the last attempt failed, and no letter was sent since then: 127.0.0.1: *' 'make sure that `hook`'
}

@test "the secret is a FIFO" {
    mkfifo -m 600 "$folder/pipe"
    hook 'hook = smtps://127.0.0.1:1' 'user = turns' "secret = file:$folder/pipe"
    letters
    fault "outbox: 2 waiting; the last attempt failed, and no letter was sent since then: secret: $folder/pipe is no file" 'make sure that `hook`'
}

@test "the secret can be read by others" {
    chmod 644 "$folder/secret"
    hook 'hook = smtps://127.0.0.1:1' 'user = turns' "secret = file:$folder/secret"
    letters
    fault "outbox: 2 waiting; the last attempt failed, and no letter was sent since then: secret: $folder/secret may be read or written by others: chmod 0600" 'make sure that `hook`'
}

@test "the secret is missing" {
    hook 'hook = smtps://127.0.0.1:1' 'user = turns' "secret = file:$folder/none"
    letters
    fault "outbox: 2 waiting; the last attempt failed, and no letter was sent since then: *secret: $folder/none No such file" 'make sure that `hook`'
}

@test "the command that prints the secret hangs" {
    hook 'hook = smtps://127.0.0.1:1' 'user = turns' "secret = command sleep 300"
    letters
    fault 'outbox: 2 waiting; the last attempt failed, and no letter was sent since then: *sleep*' 'make sure that `hook`'
}

@test "the certificates to trust are a FIFO" {
    mkfifo -m 600 "$folder/pipe"
    # They are read when somebody answers.
    python3 -c 'import socket, time
s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True); time.sleep(60)' >"$folder.port" 3>&- &
    server=$!
    until [ -s "$folder.port" ]; do sleep 0.05; done
    hook "hook = smtps://127.0.0.1:$(cat "$folder.port")" "ca = $folder/pipe"
    letters
    fault "outbox: 2 waiting; the last attempt failed, and no letter was sent since then: ca: $folder/pipe is no file" 'make sure that `hook`'
    kill "$server"
    rm "$folder.port"
}

# ---- mailboxes

@test "the mailbox cannot be reached" {
    mailbox 'source = imaps://127.0.0.1:1' 'user = turns' "secret = file:$folder/secret"
    fault 'mailboxes: Nothing can be fetched from box: 127.0.0.1' 'postmove fetch'
}

@test "the folder of mail is gone" {
    mailbox "source = maildir:$folder/box"
    fault "mailboxes: Nothing can be fetched from box: *$folder/box" 'postmove fetch'
}

@test "the mailboxes were emptied long ago" {
    mkdir -p "$folder"/box/{new,cur,tmp}
    mailbox "source = maildir:$folder/box"
    alter "UPDATE watermark SET fetched = $((now - 7 * 86400))"
    fault 'mailboxes: The server last emptied its mailboxes 7 days ago' 'postmove fetch'
    alter "UPDATE watermark SET fetched = 0"
    alter "UPDATE instance SET created = created - 4 * 86400"
    fault 'mailboxes: The server was made 4 days ago, but has never emptied its mailboxes' 'postmove fetch'
}

# ---- the spool

@test "a folder of the spool is missing" {
    rmdir "$spool/work"
    fault "spool: There is no folder $spool/work" "mkdir -p -m 700 '$spool/work'"
}

@test "the whole spool is missing" {
    rm -r "$spool"
    fault "There is no folder $spool/tmp" 'if it is on a disk that is not mounted, mount the disk'
    [[ "$first" == *"mkdir -p -m 700 '$spool/tmp'"* ]]
}

@test "a mail that was cut" {
    (umask 077 && printf 'postmove-spool 1\nrecei' >"$spool/new/cut")
    "$postmove" run 2>/dev/null
    fault "spool: 1 in $spool/failed could not be processed, such as cut: its header is cut" 'postmove mail'
}

@test "mail that waits for days though runs are well" {
    mail new/one 300000
    fault "spool: 1 waiting in $spool, the oldest for 3 days" 'by hand'
}

@test "mail that failed" {
    mail failed/one 60
    fault "spool: 1 in $spool/failed could not be processed, such as one" 'postmove mail retry one'
}

# ---- whose the files are

@test "the folder of the database is root's" {
    root
    chown -R 12345 "$folder"
    chown 0 "$folder"
    as_the_servers_user
    fault "rights: The folder $folder belongs to root, and 12345, the server's user, may not write there" "chown 12345 '$folder'"
}

@test "root has run the server once" {
    root
    chown -R 12345 "$folder"
    chown 0 "$db.run.lock" "$db.ran"
    fault "rights: '$db.run.lock' '$db.ran': this belongs to root, not to 12345" "chown 12345 '$db.run.lock' '$db.ran'"
}

@test "what root does leaves nothing that the server's user cannot go on with" {
    root
    rm -f "$db".*lock "$db.ran" "$db.saved" "$db.sent" "$db.commits" "$spool"/new/*
    chown -R 12345:12345 "$folder"
    printf 'From: ann@example.net\nSubject: whoami\n\n' >"$BATS_TEST_TMPDIR/mail"
    mkdir -p "$folder/box/new" "$folder/box/cur" "$folder/box/tmp"
    printf '[mailbox box]\nsource = maildir:%s\n' "$folder/box" >>"$POSTMOVE_CONF"
    cp "$BATS_TEST_TMPDIR/mail" "$folder/box/new/1"
    "$postmove" fetch
    "$postmove-receive" -d "$spool" -f ann@example.net <"$BATS_TEST_TMPDIR/mail"
    [ "$(find "$spool/new" -type f | wc -l)" -eq 2 ]
    [ -z "$(find "$spool" -user root)" ]
    "$postmove" run
    "$postmove" backup "$BATS_TEST_TMPDIR/copy.db"
    for file in lock run.lock send.lock fetch.lock ran saved sent commits; do
        [ "$(stat -c %u "$db.$file")" = 12345 ]
    done
}

@test "the mark of a backup that cannot be written is told" {
    "$postmove" backup "$folder/copy.db"
    rm -f "$db.saved"
    mkdir "$db.saved"
    run --separate-stderr "$postmove" backup --yes "$folder/copy.db"
    [ "$status" -eq 0 ]
    [[ "$stderr" == "postmove: $db.saved cannot be written: the backup is made, but "* ]]
}

@test "the database is root's" {
    root
    chown -R 12345 "$folder"
    chown 0 "$db"
    fault "rights: '$db'*: this belongs to root, not to 12345" "chown 12345 '$db'"
}

@test "the spool is another's" {
    root
    chown -R 12345 "$spool"
    chown 12346 "$folder" "$db"*
    fault "rights: '$spool'*: this belongs to 12345, not to 12346" "chown 12346 '$spool'"
}

@test "a folder above does not let the server's user pass" {
    root
    mkdir "$folder/closed"
    chmod 700 "$folder/closed"
    mv "$db"* "$spool" "$folder/closed"
    mkdir "$folder/closed/inner"
    mv "$folder/closed"/postmove* "$folder/closed/spool" "$folder/closed/inner"
    chown -R 12345 "$folder/closed/inner"
    sed -i "s#$folder/\(postmove.db\|spool\)#$folder/closed/inner/\1#" "$POSTMOVE_CONF"
    fault "rights: The folder $folder/closed belongs to root, and does not let 12345, the server's user, pass" "chmod a+x '$folder/closed'"
    as_the_servers_user
    fault 'database: The user 12345, who runs this check, cannot reach *' 'as root'
}

@test "the server's user cannot read the configuration" {
    root
    chown -R 12345 "$folder"
    chown 0 "$POSTMOVE_CONF"
    chmod 600 "$POSTMOVE_CONF"
    fault "rights: $POSTMOVE_CONF belongs to root, and 12345, the server's user, cannot read it" "chown 12345 '$POSTMOVE_CONF'"
}

@test "others may read the database, or write the configuration" {
    chmod 644 "$db"
    fault "rights: Users other than its owner may use $db " "chmod go= '$db'"
    chmod 600 "$db"
    chmod 666 "$POSTMOVE_CONF"
    fault "configuration: Users other than its owner may write $POSTMOVE_CONF " "chmod go-w '$POSTMOVE_CONF'"
}

# ---- the disk

# disk OPTIONS COMMAND: database and spool on a file system of that kind; COMMAND is done
# there before the doctor looks. What it says is as in look().
disk() {
    unshare -rm true 2>/dev/null || skip 'no file system can be mounted here'
    mkdir "$folder/disk"
    sed -i "s#$folder/\(postmove.db\|spool\)#$folder/disk/\1#" "$POSTMOVE_CONF"
    run unshare -rm sh -c "mount -t tmpfs -o mode=700,$1 none '$folder/disk' &&
        cp -a '$db' '$spool' '$folder/disk' && cd '$folder/disk' && { $2; } && '$postmove' doctor"
    first=$(grep '^FAULT' <<<"$output" | head -n 1)
    echo "$status: $output"
    [ "$status" -eq 1 ]
}

@test "the file system can only be read" {
    disk size=100m "mount -o remount,bind,ro '$folder/disk'"
    [[ "$first" == "FAULT  disk: $folder/disk is on a file system that is mounted read-only. Fix: "* ]]
    [[ "$output" != *'FAULT  spool'* ]]
    [[ "$output" != *chown* ]]
    [[ "$output" != *'FAULT  database'* || "$output" == *'FAULT  database: It cannot be opened'*'Fix: first fix what the lines above say about the disk'* ]]
}

@test "the disk is full" {
    disk size=20m 'head -c 30m /dev/zero >rubbish 2>/dev/null || true'
    [[ "$first" == "FAULT  disk: Only 0 MiB are free in $folder/disk. Fix: make room"* ]]
}

# ---- the database

@test "there is no database" {
    rm "$db"*
    fault "database: $db: there is no such database" 'restore a backup'
}

@test "the database is empty, or something else" {
    rm "$db"*
    (umask 077 && : >"$db")
    fault 'database: It cannot be opened: *this is no postmove database' 'restore a backup'
    head -c 8192 /dev/zero >"$db"
    fault 'database: It cannot be opened: ' 'restore a backup'
}

@test "a page of the database is rubbish" {
    page_of talk "$db"
    fault "database: $db is damaged: " 'restore a backup'
}

@test "the database is of a later program" {
    alter 'PRAGMA user_version = 99'
    fault 'database: *its schema 99 is newer' 'do what that message says'
}

@test "the database is a FIFO" {
    rm "$db"*
    mkfifo -m 600 "$db"
    fault 'database: It cannot be opened: *this is no plain file' 'do what that message says'
}

# ---- the configuration

@test "the configuration cannot be followed" {
    echo 'colour = red' >>"$POSTMOVE_CONF"
    look
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"postmove.conf:"[0-9]*colour* ]]
}

# ---- players' mail

@test "mail to a player is kept back; mail to most of them" {
    kept="INSERT INTO bounces (folded, points, counted, status, suspended) VALUES"
    alter "$kept ('bob@example.com', 4, $now, '5.1.1', $now)"
    note 'outbox: Mail to 1 of the players is kept back, *as to bob (5.1.1)*postmove player resume bob'
    "$postmove" player add cid cid@example.net
    "$postmove" player add dan dan@example.net
    alter "$kept ('ann@example.net', 4, $now, '5.7.1', $now), ('cid@example.net', 4, $now, '5.7.1', $now)"
    fault 'outbox: Mail to 3 of the players is kept back,*mail servers refuse what comes from here' 'postmove player resume'
}

# ---- backups

@test "the last backup is damaged" {
    page_of talk "$folder/saved"
    fault "backups: The backup $folder/saved, made * ago, cannot be restored: *is damaged*The database itself is another file" 'make another'
    : >"$folder/saved"
    fault "backups: The backup $folder/saved" 'make another'
}

@test "the last backup is old, gone, or was never made" {
    echo "$((now - 20 * 86400)) $folder/saved" >"$db.saved"
    note 'backups: The last backup was made 20 days ago'
    echo "$now $folder/none" >"$db.saved"
    note "backups: $folder/none, made 1 minute ago, is no longer there"
    rm "$db.saved"
    look
    [ "$status" -eq 0 ]
    [ -z "$first" ]
    alter "UPDATE instance SET created = created - 20 * 86400"
    note 'backups: No backup was ever made'
}
