#!/usr/bin/env bats
# Mail is fetched from mailboxes: what is said when that cannot be, what a run
# makes of it, and that no wait for a server keeps others waiting.

bats_require_minimum_version 1.5.0

setup() {
    scratch=$(mktemp -d)
    export POSTMOVE_CONF=$scratch/postmove.conf POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    postmove=${BUILD:-build}/postmove
    . tests/servers/scripted.sh
    "$postmove" init --testing --address turns@example.org --operator op@example.org >"$scratch/init"
    sed -i "s#^hook = .*#hook = folder:$scratch/letters#" "$POSTMOVE_CONF"
    mkdir -p "$scratch/mails" "$scratch/letters"
    mail ann turns@example.org >"$scratch/mails/1.eml"
    secret anything
}

teardown() {
    [ -z "${held:-}" ] || exec {held}>&-
    rm -rf "$scratch"
}

# mail NAME TO [FIELD ...]: what NAME writes to sign up.
mail() {
    local name=$1 to=$2
    shift 2
    [ $# -eq 0 ] || printf '%s\n' "$@"
    printf 'From: %s@example.net\nTo: %s\nSubject: signup %s\nMessage-ID: <%s@example.net>\n\n' \
        "$name" "$to" "$name" "$name"
}

# from SOURCE [LINE ...]: the mailbox of the configuration.
from() {
    mailbox "$@" >>"$POSTMOVE_CONF"
}

maildir() {
    mkdir -p "$scratch/box/new" "$scratch/box/cur" "$scratch/box/tmp"
    printf '[mailbox box]\nsource = maildir:box\n' >>"$POSTMOVE_CONF"
}

spooled() { find "$scratch/spool/new" -type f | wc -l; }
letters() { find "$scratch/letters" -name '*.eml' | wc -l; }

@test "without a mailbox fetch says so, and run does without" {
    run --separate-stderr "$postmove" fetch
    [ "$status" -eq 2 ]
    [[ "$stderr" == *'it has no [mailbox NAME] to fetch from'* ]]
    run "$postmove" run
    [ "$status" -eq 0 ]
    [ -z "$output" ]
}

@test "run fetches, plays and answers in one go, and says nothing" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    run "$postmove" run
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    [ "$(letters)" -eq 1 ]
    [ "$(spooled)" -eq 0 ]
    tell state
    [[ "$answer" == *postmovedone* ]]
    run "$postmove" run
    [ "$(letters)" -eq 1 ]
}

# later SECONDS: a run then.
later() {
    POSTMOVE_TIME=$((POSTMOVE_TIME + $1))
    "$postmove" run
}

# write FROM SUBJECT TEXT [TO]: into the Maildir.
write() {
    written=$((${written:-0} + 1))
    printf 'From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%s@here>\n\n%s\n' "$1" \
        "${4:-turns@example.org}" "$2" "$written" "$3" >"$scratch/box/new/$POSTMOVE_TIME.$written"
}

# answers ADDRESS: the address that answers the last letter to that one.
answers() {
    grep -l "^To: .*$1" "$scratch"/letters/*.eml | tail -n 1 | xargs sed -n 's/^Reply-To: //p'
}

waits_for_answers() {
    maildir
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.net
    later 60
    write ann@example.net 'halma challenge ann bob -size=8' ''
    later 60
    write ann@example.net x yes "$(answers ann@example.net)"
    write eve@example.net 'signup eve' ''
    later 60
    accept=$(answers bob@example.net) confirm=$(answers eve@example.net)
    [ -n "$accept" ]
    [ -n "$confirm" ]
    mv "$scratch/box" "$scratch/elsewhere"
}

is_answered() {
    run "$postmove" match list
    [[ "$output" == *' challenge '*'ann - bob'* ]]
    mv "$scratch/elsewhere" "$scratch/box"
    write bob@example.net x accept "$accept"
    write eve@example.net x confirm "$confirm"
    later 60
    run "$postmove" match list
    [[ "$output" == *' running '*'ann - bob'* ]]
    run "$postmove" player list
    [[ "$output" == *eve@example.net* ]]
}

@test "nothing lapses while a mailbox cannot be emptied, which may hold the answer" {
    waits_for_answers
    for _ in {1..40}; do
        later 43200 2>"$scratch/said"
    done
    is_answered
}

@test "nothing lapses by a clock that is a year ahead, so that no mailbox can be reached" {
    waits_for_answers
    later 31622400 2>"$scratch/said"
    later 600 2>"$scratch/said"
    is_answered
}

@test "no letter is parked by a clock that is a year ahead, so that no mailbox can be reached" {
    maildir
    later 60
    sed -i 's#^hook = .*#hook = /bin/false {recipient}#' "$POSTMOVE_CONF"
    write eve@example.net 'signup eve' ''
    later 60 2>"$scratch/said"
    mv "$scratch/box" "$scratch/elsewhere"
    later 31622400 2>"$scratch/said"
    later 600 2>"$scratch/said"
    run "$postmove" mail list
    [[ "$output" == *waits*eve@example.net*'attempts 3'* ]]
}

@test "a mail known by its name is marked, and not fetched again" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    "$postmove" run
    tell reset
    "$postmove" run
    tell log
    [[ "$answer" != *'BODY[]'* ]]
    [[ "$answer" == *'UID STORE 1 +FLAGS.SILENT ($PostmoveDone)'* ]]
    [ "$(letters)" -eq 1 ]
}

# A machine that takes over has not played the last mails: its database is that of an hour ago.
take_over() { # COMMAND...: what happens in that hour
    cp "$scratch/postmove.db" "$scratch/early.db"
    cp "$scratch/postmove.db.commits" "$scratch/early.commits"
    "$@"
    rm -f "$scratch"/postmove.db*
    cp "$scratch/early.db" "$scratch/postmove.db"
    cp "$scratch/early.commits" "$scratch/postmove.db.commits"
}

@test "fetch --again: mail that is marked as done comes again, and what was played is not played again" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    "$postmove" run
    [ "$(letters)" -eq 1 ]
    mail bob turns@example.org >"$scratch/mails/2.eml"
    tell reset
    take_over "$postmove" run
    "$postmove" run
    [ "$(spooled)" -eq 0 ]
    tell reset
    "$postmove" fetch --again 7
    [ "$(spooled)" -eq 1 ]
    tell log
    [[ "$answer" != *'UID FETCH 1 BODY'* ]]
    "$postmove" run
    [ "$("$postmove" mail list)" = '' ]
    [ "$(letters)" -eq 2 ]
    for days in 0 -1 366 x; do
        run "$postmove" fetch --again=$days
        [ "$status" -eq 2 ]
    done
}

@test "fetch --again: a Maildir" {
    maildir
    "$postmove" run
    cp "$scratch/mails/1.eml" "$scratch/box/new/1"
    mail bob turns@example.org >"$scratch/box/new/2"
    mail eve turns@example.org >"$scratch/box/new/3"
    touch -d '9 days ago' "$scratch/box/new/3"
    take_over "$postmove" run
    [ "$(find "$scratch/box/cur" -name '*:2,S' | wc -l)" -eq 3 ]
    "$postmove" fetch
    [ "$(spooled)" -eq 0 ]
    "$postmove" fetch --again 7
    [ "$(spooled)" -eq 2 ]
    "$postmove" run
    "$postmove" fetch --again 7
    "$postmove" run
    [ "$(spooled)" -eq 0 ]
    [ "$(find "$scratch/box/cur" -name '*:2,S' | wc -l)" -eq 3 ]
}

@test "another UIDVALIDITY: the mails are fetched anew, known by what they say, and not answered again" {
    for i in 2 3 4; do mail "p$i" turns@example.org >"$scratch/mails/$i.eml"; done
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    "$postmove" run
    [ "$(letters)" -eq 4 ]
    for validity in 1800000000 1900000000 2000000000; do
        # A server that was set up anew takes all mail for new.
        POSTMOVE_TIME=$((POSTMOVE_TIME + 600))
        tell reset "uidvalidity=$validity"
        "$postmove" run
    done
    [ "$(letters)" -eq 4 ]
    [ "$(spooled)" -eq 0 ]
}

@test "the same mail comes twice before a run: one answer; written again after it: the answer goes out again" {
    maildir
    cp "$scratch/mails/1.eml" "$scratch/box/new/1"
    cp "$scratch/mails/1.eml" "$scratch/box/new/2"
    "$postmove" run
    [ "$(letters)" -eq 1 ]
    cp "$scratch/mails/1.eml" "$scratch/box/new/3"
    POSTMOVE_TIME=$((POSTMOVE_TIME + 600)) "$postmove" run
    [ "$(letters)" -eq 2 ]
    cmp <(sed 1,2d "$scratch/letters/00000001.eml") <(sed 1,2d "$scratch/letters/00000002.eml")
}

@test "UIDVALIDITY that changes in the midst of it: nothing is marked" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    tell reset command=UID_FETCH_1_BODY:cut for-good=1
    "$postmove" fetch || true
    [ "$(spooled)" -eq 0 ]
    tell fault uidvalidity=1800000000
    "$postmove" fetch
    [ "$(find "$scratch/spool/new" -name '*.1800000000.0000000001' | wc -l)" -eq 1 ]
}

@test "when a mail arrived: INTERNALDATE, the topmost Received; a time to come is none" {
    hour=$(($(date +%s) / 3600 * 3600 - 3600))
    touch -d "@$hour" "$scratch/mails/1.eml"
    mail bob turns@example.org "Received: by a; $(TZ=UTC-1 date -R -d "@$((hour + 1))")" \
        "Received: by b; $(date -R -d "@$((hour - 1200))")" >"$scratch/mails/2.eml"
    mail eve turns@example.org 'Received: by a; Sun, 13 Sep 2099 12:26:41 +0000' >"$scratch/mails/3.eml"
    touch -d '2099-01-01' "$scratch/mails/2.eml" "$scratch/mails/3.eml"
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    now=$(date +%s)
    "$postmove" fetch
    received=($(sed -n 's/^received //p' "$scratch"/spool/new/*))
    [ "${received[0]}" -eq "$hour" ]
    [ "${received[1]}" -ge "$now" ] && [ "${received[1]}" -le "$(date +%s)" ]
    rm "$scratch"/spool/new/*
    sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    "$postmove" fetch
    received=($(sed -n 's/^received //p' "$scratch"/spool/new/* | sort -n))
    [ "${received[0]}" -eq $((hour + 1)) ]
    [ "${received[1]}" -ge "$now" ] && [ "${received[2]}" -le "$(date +%s)" ]
}

# The mailbox has three mails besides the one of now: one arrived long ago, one was
# copied into it today but taken in by a mail server long ago, one was only ever dated.
older() {
    mail bob turns@example.org >"$scratch/mails/2.eml"
    mail cat turns@example.org 'Received: by a; Sun, 13 Sep 2020 13:26:41 +0100' >"$scratch/mails/3.eml"
    mail dan turns@example.org 'Date: Sun, 13 Sep 2020 13:26:41 +0100' >"$scratch/mails/4.eml"
    touch -d '2020-09-13' "$scratch/mails/2.eml"
}

@test "mail that is older than the server stays in an IMAP mailbox, and nobody is answered" {
    older
    serve imap "$scratch/mails"
    for done in keyword delete; do
        from "imap://127.0.0.1:$port" 'tls = never' "done = $done"
        tell reset
        run "$postmove" run
        [ "$status" -eq 0 ]
        [ -z "$output" ]
        tell state
        [ "$done" = delete ] || [ "$answer" = '{"INBOX": [[1, ["$postmovedone", "\\seen"]], [2, []], [3, ["\\seen"]], [4, ["\\seen"]]]}' ]
        [ "$done" != delete ] || [ "$answer" = '{"INBOX": [[2, []], [3, []], [4, []]]}' ]
        # The next run knows them.
        run "$postmove" run
        [ -z "$output" ]
        sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
    done
    [ "$(letters)" -eq 1 ]
    tell log
    [[ "$answer" != *'BODY'* ]]
}

@test "mail that is older than the server stays in a POP3 mailbox, and is fetched once" {
    older
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    "$postmove" run # POP3 tells of no mail when it arrived
    tell state
    [ "$(grep -o '"' <<<"$answer" | wc -l)" -eq 4 ]
    tell fault
    run "$postmove" run
    [ -z "$output" ]
    tell log
    [[ "$answer" != *RETR* ]]
    [ "$(letters)" -eq 2 ]
}

@test "six hundred mails of old, by POP3: what came behind them is fetched" {
    for i in {100..699}; do
        mail "p$i" turns@example.org 'Received: by a; Sun, 13 Sep 2020 13:26:41 +0100' >"$scratch/mails/$i.eml"
    done
    mv "$scratch/mails/1.eml" "$scratch/mails/700.eml"
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    "$postmove" run
    [ "$(letters)" -eq 1 ]
}

@test "mail that is older than the server stays in a Maildir as it is" {
    older
    maildir
    cp -p "$scratch"/mails/*.eml "$scratch/box/new"
    "$postmove" run
    [ "$(ls "$scratch/box/new" | tr '\n' ' ')" = '2.eml 3.eml 4.eml ' ]
    run "$postmove" run
    [ -z "$output" ]
    [ "$(letters)" -eq 1 ]
}

@test "many mails: all are fetched, by windows and batches" {
    for i in {100..720}; do mail "p$i" turns@example.org >"$scratch/mails/$i.eml"; done
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    "$postmove" fetch
    [ "$(spooled)" -eq 622 ]
    tell log
    [ "$(grep -o 'UID SEARCH [^"]*SINCE' <<<"$answer" | wc -l)" -eq 2 ]
    [ "$(grep -o 'UID STORE' <<<"$answer" | wc -l)" -eq 13 ]
}

@test "many mails by POP3: more than one session" {
    for i in {100..720}; do mail "p$i" turns@example.org >"$scratch/mails/$i.eml"; done
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    "$postmove" fetch
    [ "$(spooled)" -eq 622 ]
    tell log
    [ "$(grep -o 'QUIT' <<<"$answer" | wc -l)" -eq 2 ]
    tell state
    [ "$answer" = '[]' ]
}

@test "a POP3 server that never deletes is asked once for each mail" {
    for i in {100..720}; do mail "p$i" turns@example.org >"$scratch/mails/$i.eml"; done
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    tell reset keep=1 for-good=1
    "$postmove" fetch
    tell log
    [ "$(grep -o 'QUIT' <<<"$answer" | wc -l)" -eq 2 ]
}

@test "POP3 without unique-ids, or with the same for all: each mail is fetched" {
    mail bob turns@example.org >"$scratch/mails/2.eml"
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port" 'tls = never'
    for kind in none same; do
        rm -f "$scratch"/spool/new/*
        tell reset "uidl=$kind" for-good=1
        "$postmove" fetch
        [ "$(spooled)" -eq 2 ]
        tell state
        [ "$answer" = '[]' ]
    done
}

@test "a mail of 25 MB is cut to its first MiB, and costs little memory" {
    { mail eve turns@example.org && head -c 25000000 /dev/zero | tr '\0' x | fold -w 70; } >"$scratch/mails/2.eml"
    limit=(prlimit --data=60000000)
    ! nm "$postmove" | grep -q __asan || limit=() # which wants all there is
    for kind in imap pop3; do
        serve "$kind" "$scratch/mails"
        from "$kind://127.0.0.1:$port" 'tls = never'
        "${limit[@]}" "$postmove" fetch
        if [ "$kind" = imap ]; then # which is asked for no more than is kept
            tell size
            [ "${answer//[!0-9]/}" -lt 1060000 ]
        fi
        [ "$(grep -l -a -x 'truncated 1' "$scratch"/spool/new/* | wc -l)" -eq 1 ]
        [ "$(stat -c %s $(grep -l -a -x 'truncated 1' "$scratch"/spool/new/*))" -lt 1049000 ]
        rm "$scratch"/spool/new/*
        sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
    done
}

@test "a server without keywords: mail is moved away; told to keep them, fetch refuses" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never' 'done = keyword'
    tell reset keywords=0
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'mailbox inbox: 127.0.0.1: the folder INBOX keeps no keywords: write done = move:FOLDER'* ]]
    [ "$(spooled)" -eq 0 ]
    sed -i '/^done/d' "$POSTMOVE_CONF"
    "$postmove" fetch
    [ "$(spooled)" -eq 1 ]
    tell state
    [[ "$answer" == '{"INBOX": [], "postmove-done": [[1'* ]]
}

@test "a folder that may only be read: mail is played once, and the cause is named" {
    serve imap "$scratch/mails"
    for done in keyword move:Old delete ''; do
        sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
        from "imap://127.0.0.1:$port" 'tls = never' ${done:+"done = $done"}
        tell reset readonly=1 for-good=1
        run "$postmove" fetch
        [ "$status" -eq 75 ]
        [ "${#lines[@]}" -eq 1 ]
        [[ "$output" == *'mailbox inbox: 127.0.0.1: the folder INBOX is read-only for `user`'* ]]
        "$postmove" process
        run "$postmove" fetch
        [ "$(spooled)" -eq 0 ]
        run "$postmove" doctor
        [[ "$output" == *'FAULT  mailboxes: '*'the folder INBOX is read-only for `user`'* ]]
    done
    "$postmove" send
    [ "$(letters)" -eq 1 ]
}

@test "no MOVE, no UID EXPUNGE: that is said with its mend, and nothing is lost" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never' 'done = move:Old'
    tell reset move=0
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'cannot be moved to the folder Old'*'write another `done`'* ]]
    [ "$(spooled)" -eq 1 ]
    sed -i 's/^done.*/done = delete/' "$POSTMOVE_CONF"
    tell fault uidplus=0
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'UIDPLUS'*'done = keyword'* ]]
    [ "$(spooled)" -eq 1 ]
}

@test "what is wrong with one mailbox is said once, and the others are done" {
    serve imap "$scratch/mails"
    maildir
    mail bob turns@example.org >"$scratch/box/new/1"
    secret wrong
    from "imap://127.0.0.1:$port" 'tls = never'
    run "$postmove" run
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 1 ]
    [ "$output" = 'postmove: mailbox inbox: 127.0.0.1: refused our log-in: see to `user`, `secret` and `auth`' ]
    [ "$(letters)" -eq 2 ] # one to bob, one to the operator
    [ -e "$scratch/box/cur/1:2,S" ]
    run "$postmove" run
    [ -z "$output" ]
    POSTMOVE_TIME=$((POSTMOVE_TIME + 86400)) run "$postmove" run
    [ "${#lines[@]}" -eq 1 ]
    sed -i "s#^source = imap.*#source = imap://127.0.0.1:1#" "$POSTMOVE_CONF"
    run "$postmove" run
    [[ "$output" == *'nothing listens there'* ]]
    sed -i "s#^source = imap.*#source = imap://127.0.0.1:$port#" "$POSTMOVE_CONF"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
}

# broken KIND FAULT ...: of three mails the second cannot be had, time and again.
broken() {
    serve "$1" "$scratch/mails"
    sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
    from "$1://127.0.0.1:$port" 'tls = never'
    rm -f "$scratch"/spool/new/*
    tell reset "${@:2}"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ "$output" == *' 2 '*'cannot be fetched'* ]]
    [ "$(spooled)" -eq 2 ]
    tell reset "${@:2}" # what is in the spool is there once, even if it comes again
    run "$postmove" fetch
    [ "$(spooled)" -eq 2 ]
    tell fault
    run "$postmove" fetch
    [ "$status" -eq 0 ]
    [ "$(spooled)" -eq 3 ]
}

@test "a mail at which the server breaks keeps no others waiting" {
    mail bob turns@example.org >"$scratch/mails/2.eml"
    mail eve turns@example.org >"$scratch/mails/3.eml"
    broken imap nil=2
    broken imap command=UID_FETCH_2_BODY:cut for-good=1
    broken imap command=UID_FETCH_2_BODY:garbage for-good=1
    broken pop3 command=RETR_2:cut for-good=1
    broken pop3 command=RETR_2:no for-good=1
}

@test "nobody there, no such folder, a secret that others may read" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:1" 'tls = never'
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'nothing listens there'* ]]
    sed -i "s#^source = .*#source = imap://127.0.0.1:$port/Elsewhere#" "$POSTMOVE_CONF"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'there is no folder Elsewhere that we may use: see to `source`; it says: no such folder' ]]
    chmod 644 "$scratch/secret"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'chmod 0600'* ]]
    [[ "$output" != *anything* ]]
}

@test "a password is given where Kerberos is offered too, or the oldest command alone" {
    for kind in imap pop3; do
        serve "$kind" "$scratch/mails"
        sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
        from "$kind://127.0.0.1:$port" 'tls = never'
        sed -i 's/^user = turns$/user = turns@example.org/' "$POSTMOVE_CONF"
        for ways in GSSAPI+NTLM+DIGEST-MD5+PLAIN ''; do
            rm -f "$scratch"/spool/new/*
            tell reset "auth=$ways"
            "$postmove" fetch
            [ "$(spooled)" -eq 1 ]
        done
        # A password that is wrong is wrong, and said once: some servers count.
        secret wrong
        for ways in PLAIN ''; do
            tell reset "auth=$ways"
            run "$postmove" fetch
            [[ "$output" == *'refused our log-in'* ]]
            tell log
            [ "$(grep -o 'AUTH[^"]* PLAIN\|LOGIN [^"]*\|PASS [^"]*' <<<"$answer" | wc -l)" -eq 1 ]
        done
        secret anything
    done
}

@test "TLS is demanded: a server that offers none gets no password" {
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    [[ "$output" == *'offers no TLS'* ]]
    tell log
    [[ "$answer" != *AUTH* && "$answer" != *LOGIN* ]]
    sed -i '/^\[mailbox/,$d' "$POSTMOVE_CONF"
    serve pop3 "$scratch/mails"
    from "pop3://127.0.0.1:$port"
    run "$postmove" fetch
    [ "$status" -eq 75 ]
    tell log
    [[ "$answer" != *AUTH* && "$answer" != *USER* ]]
}

@test "SIGTERM ends a wait for a server; what came is kept" {
    mail bob turns@example.org >"$scratch/mails/2.eml"
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    sed -i 's/^timeout.*/timeout = 60/' "$POSTMOVE_CONF"
    tell reset step=8:hang
    "$postmove" fetch 3>&- &
    fetching=$!
    until [ "$(spooled)" -eq 1 ]; do sleep 0.05; done
    # Others go on: nothing is locked but the fetching.
    "$postmove" player add dan dan@example.net
    timeout 5 "$postmove" fetch
    timeout 5 "$postmove" process
    [ "$(find "$scratch/spool/work" "$scratch/spool/new" -type f | wc -l)" -eq 0 ]
    kill "$fetching"
    wait "$fetching"
    "$postmove" fetch
    [ "$(spooled)" -eq 1 ]
}

@test "whom it was delivered to is believed of a mailbox, not of a pipe" {
    maildir
    "$postmove" player add ann ann@example.net
    "$postmove" player add bob bob@example.com
    "$postmove" match create halma ann bob
    "$postmove" run
    reply=$(sed -n 's/^Reply-To: //p' "$scratch/letters/00000001.eml")
    move=$("$postmove" moves halma | head -n 1)
    reply() {
        printf 'Delivered-To: box@example.org\nDelivered-To: %s\nFrom: ann@example.net\n' "$reply"
        printf 'To: list@example.com\nMessage-ID: <%s>\n\n%s\n' "$1" "$move"
    }
    reply 1@x | "${BUILD:-build}/postmove-receive" -d "$scratch/spool" -f ann@example.net -r turns@example.org
    "$postmove" run
    run grep -rlx "ann played $move." "$scratch/letters"
    [ -z "$output" ]
    reply 2@x >"$scratch/box/new/1"
    "$postmove" run
    run grep -rlx "ann played $move." "$scratch/letters"
    [ "${#lines[@]}" -eq 1 ]
}

@test "a stranger whose mail names no address of ours gets no answer, a player does" {
    maildir
    "$postmove" player add ann ann@example.net
    mail bob john@example.org 'Subject: dinner' >"$scratch/box/new/1"
    "$postmove" run
    [ "$(letters)" -eq 0 ]
    [ "$(spooled)" -eq 0 ]
    mail bob turns@example.org >"$scratch/box/new/2"
    "$postmove" run
    [ "$(letters)" -eq 1 ]
    mail bob john@example.org 'Delivered-To: turns@example.org' >"$scratch/box/new/3"
    mail ann games@example.com >"$scratch/box/new/4"
    "$postmove" fetch
    # A simulated mail is served as it will be.
    POSTMOVE_TIME=$((POSTMOVE_TIME + 60))
    run "$postmove" mail simulate "$(grep -l ann@ "$scratch"/spool/new/*)"
    [[ "$output" == *'letter to  ann@example.net'* ]]
    run "$postmove" mail simulate "$(grep -l bob@ "$scratch"/spool/new/*)"
    [[ "$output" == *'to         our address'*'letter to  bob@example.net'* ]]
    "$postmove" run
    grep -l '^To: ann@example.net' "$scratch"/letters/*
}

# logins: how often the server was asked for a log-in since it was told to forget.
logins() {
    tell log
    grep -o 'AUTHENTICATE\|AUTH PLAIN\|LOGIN \|PASS ' <<<"$answer" | wc -l
}

# minutes FROM TO: a run each minute.
minutes() {
    local minute
    for ((minute = $1; minute <= $2; minute++)); do
        POSTMOVE_TIME=$((1700000000 + 60 * minute)) "$postmove" run 2>>"$scratch/said"
    done
}

# wrong_password KIND: so often and no more it is tried.
wrong_password() {
    serve "$1" "$scratch/mails"
    from "$1://127.0.0.1:$port" 'tls = never'
    secret wrong
    minutes 0 4
    [ "$(logins)" -eq 1 ]
    minutes 5 19
    [ "$(logins)" -eq 2 ]
    minutes 20 79
    [ "$(logins)" -eq 3 ]
    minutes 80 82
    [ "$(logins)" -eq 4 ]
    [ "$(wc -l <"$scratch/said")" -eq 1 ]
    [ "$(grep -l '^Subject: .*a mailbox refuses the log-in' "$scratch"/letters/* | wc -l)" -eq 1 ]
    # By hand it is tried at once, and so is another password.
    POSTMOVE_TIME=$((1700000000 + 60 * 83)) run "$postmove" fetch
    [ "$status" -eq 75 ]
    [ "$(logins)" -eq 5 ]
    secret anything
    minutes 84 84
    [ "$(logins)" -eq 6 ]
    [ "$(letters)" -eq 2 ]
    minutes 85 86
    [ "$(logins)" -eq 8 ]
}

@test "IMAP: a password that is wrong is tried less and less often, and the operator is told" {
    wrong_password imap
}

@test "POP3: a password that is wrong is tried less and less often, and the operator is told" {
    wrong_password pop3
}

@test "the doctor looks at mailboxes" {
    run "$postmove" doctor
    [[ "$output" == *'ok     mailboxes: no mail is fetched'* ]]
    serve imap "$scratch/mails"
    from "imap://127.0.0.1:$port" 'tls = never'
    maildir
    run "$postmove" doctor
    [[ "$output" == *'ok     mailboxes: mail can be fetched from inbox, 1 in it'* ]]
    [[ "$output" == *'ok     mailboxes: mail can be fetched from box, 0 in it'* ]]
    tell state
    [ "$answer" = '{"INBOX": [[1, []]]}' ]
    rmdir "$scratch/box/cur"
    secret wrong
    run "$postmove" doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *'FAULT  mailboxes: Nothing can be fetched from inbox: 127.0.0.1: refused our log-in'* ]]
    [[ "$output" == *'FAULT  mailboxes: Nothing can be fetched from box: '*'/box/cur'* ]]
}
