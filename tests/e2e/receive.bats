# postmove-receive as a mail server meets it: what it takes, and what it answers.

setup() {
    receive=$PWD/${BUILD:-build}/postmove-receive
    spool=$BATS_TEST_TMPDIR/spool
    mkdir "$spool"
    unset SENDER RECIPIENT ORIGINAL_RECIPIENT EXTENSION LOCAL DOMAIN HOST POSTMOVE_SPOOL
}

# The one file in new/.
mail() {
    local files=("$spool"/new/*)
    [ ${#files[@]} -eq 1 ]
    cat "${files[0]}"
}
envelope() { mail | sed '/^$/q' | grep -E '^(sender|recipient)( |$)'; }
left() { find "$spool" -type f | wc -l; }
# Runs the rest and shows a refusal: 75, one line of that status, nothing kept.
refused() {
    local status_code=$1
    shift
    run timeout 20 "$@"
    [ "$status" -eq 75 ]
    [ "${#lines[@]}" -eq 1 ]
    [[ $output == "$status_code "* ]]
    [ "$(left)" -eq 0 ]
}

@test "a mail with its envelope on the command line" {
    before=$(date +%s)
    run "$receive" -d "$spool" -f ann@example.net -r turns@example.org < <(printf 'Subject: x\n\nbody')
    after=$(date +%s)
    [ "$status" -eq 0 ]
    [ -z "$output" ]
    mail >"$BATS_TEST_TMPDIR/got"
    received=$(sed -n 's/^received //p' "$BATS_TEST_TMPDIR/got")
    [ "$received" -ge "$before" ]
    [ "$received" -le "$after" ]
    printf 'postmove-spool 1\nsender ann@example.net\nrecipient turns@example.org\nreceived %s\ntruncated 0\n\nSubject: x\n\nbody' \
        "$received" | cmp - "$BATS_TEST_TMPDIR/got"
}

@test "bytes pass as they are" {
    head -c 200000 /dev/urandom >"$BATS_TEST_TMPDIR/bytes"
    "$receive" -d "$spool" <"$BATS_TEST_TMPDIR/bytes"
    mail | sed '1,/^$/d' | cmp - "$BATS_TEST_TMPDIR/bytes"
}

@test "an empty mail" {
    "$receive" -d "$spool" </dev/null
    [ "$(mail | tail -n 1)" = "" ]
    mail | grep -qx 'truncated 0'
}

@test "files and folders are their owner's alone" {
    umask 000
    "$receive" -d "$spool" </dev/null
    [ "$(stat -c %a "$spool"/new/*)" = 600 ]
    [ "$(stat -c %a "$spool/new" "$spool/tmp" | sort -u)" = 700 ]
    [ -z "$(ls -A "$spool/tmp")" ]
}

@test "exactly 1 MiB is whole, one byte more is truncated, and all is read" {
    head -c 1048576 /dev/zero | "$receive" -d "$spool"
    mail | grep -aqx 'truncated 0'
    [ "$(mail | sed '1,/^$/d' | wc -c)" -eq 1048576 ]
    rm "$spool"/new/*
    head -c 1048577 /dev/zero | "$receive" -d "$spool"
    mail | grep -aqx 'truncated 1'
    [ "$(mail | sed '1,/^$/d' | wc -c)" -eq 1048576 ]
    rm "$spool"/new/*
    head -c 30000000 /dev/zero | "$receive" -d "$spool"
    [ "${PIPESTATUS[*]}" = '0 0' ]
    mail | grep -aqx 'truncated 1'
}

@test "the environment of Postfix" {
    SENDER=ann@example.net ORIGINAL_RECIPIENT=turns+abc@example.org RECIPIENT=postmove@mx.example.org \
        LOCAL=postmove DOMAIN=mx.example.org EXTENSION= "$receive" -d "$spool" </dev/null
    [ "$(envelope)" = $'sender ann@example.net\nrecipient turns+abc@example.org' ]
}

@test "the environment of Exim and qmail" {
    SENDER=ann@example.net RECIPIENT=turns+abc@example.org HOST=example.org "$receive" -d "$spool" </dev/null
    [ "$(envelope)" = $'sender ann@example.net\nrecipient turns+abc@example.org' ]
}

@test "the command line goes before the environment" {
    SENDER=x@example.net ORIGINAL_RECIPIENT=y@example.org POSTMOVE_SPOOL=/nonexistent \
        "$receive" -d "$spool" -f '<ann@example.net>' -r turns@example.org </dev/null
    [ "$(envelope)" = $'sender ann@example.net\nrecipient turns@example.org' ]
}

@test "the spool may be named by the environment" {
    POSTMOVE_SPOOL=$spool "$receive" </dev/null
    mail
}

@test "a sender that is null is not one that is unknown" {
    "$receive" -d "$spool" -r t@example.org </dev/null
    [ "$(envelope)" = 'recipient t@example.org' ]
    for null in '' '<>' MAILER-DAEMON; do
        rm "$spool"/new/*
        "$receive" -d "$spool" -f "$null" </dev/null
        [ "$(envelope)" = 'sender ' ]
    done
    rm "$spool"/new/*
    SENDER= "$receive" -d "$spool" </dev/null
    [ "$(envelope)" = 'sender ' ]
}

@test "an envelope cannot add a line, nor be endless" {
    "$receive" -d "$spool" -f $'a\nreceived 1\r\x7f\x1bz' -r "$(printf 'x%.0s' {1..5000})" </dev/null
    [ "$(mail | grep -c .)" -eq 5 ]
    [ "$(mail | sed -n 2p)" = 'sender areceived 1z' ]
    [ "$(mail | sed -n 3p | wc -c)" -eq $((10 + 1000 + 1)) ]
}

@test "a name sorts by arrival and is new each time" {
    for mail in 1 2 3 4 5; do echo "$mail" | "$receive" -d "$spool"; done
    [ "$(for file in "$spool"/new/*; do tail -n 1 "$file"; done | xargs)" = '1 2 3 4 5' ]
    for file in "$spool"/new/*; do
        [[ $(basename "$file") =~ ^[0-9]{10}\.[0-9]{6}_[0-9]+\.[0-9a-f]{16}$ ]]
    done
}

@test "twenty at once" {
    for mail in $(seq 20); do echo "$mail" | "$receive" -d "$spool" & done
    wait
    [ "$(for file in "$spool"/new/*; do tail -n 1 "$file"; done | sort -n | xargs)" = "$(seq 20 | xargs)" ]
}

@test "refused: a spool that nobody made, or that is none" {
    refused 4.3.5 "$receive" -d "$spool/missing" </dev/null
    [[ $output == *"$spool/missing"* ]]
    refused 4.3.5 "$receive" -d /dev/null </dev/null
    refused 4.3.5 "$receive" </dev/null
    POSTMOVE_SPOOL= refused 4.3.5 "$receive" </dev/null
    refused 4.3.5 "$receive" -d '' </dev/null
}

@test "refused: a command line it does not know" {
    refused 4.3.5 "$receive" -d "$spool" turns@example.org </dev/null
    refused 4.3.5 "$receive" -d "$spool" -x </dev/null
    refused 4.3.5 "$receive" -d </dev/null
    refused 4.3.5 "$receive" --version </dev/null
    refused 4.3.5 "$receive" -d "$spool" --help </dev/null
}

@test "refused: a mail that cannot be read" {
    refused 4.3.0 bash -c "exec '$receive' -d '$spool' <&-"
    refused 4.3.0 "$receive" -d "$spool" </
}

@test "refused: a spool in which nothing can be made" {
    touch "$spool/new"
    run "$receive" -d "$spool" </dev/null
    [ "$status" -eq 75 ]
    [[ $output == 4.3.0* ]]
}

@test "refused: a file larger than the limit on files" {
    refused 4.3.0 bash -c "ulimit -f 16; head -c 100000 /dev/zero | '$receive' -d '$spool'"
}

@test "refused: no descriptor left" {
    nm "$receive" | grep -q __asan && skip 'a sanitizer needs descriptors of its own'
    refused 4.3.5 bash -c "ulimit -n 3; exec '$receive' -d '$spool'" </dev/null
}

@test "refused: killed while it waits for the mail" {
    for signal in TERM HUP INT PIPE SEGV; do
        mkfifo "$BATS_TEST_TMPDIR/$signal"
        "$receive" -d "$spool" <"$BATS_TEST_TMPDIR/$signal" &
        exec 7>"$BATS_TEST_TMPDIR/$signal"
        # It listens to all once it ignores SIGXFSZ, and nothing else.
        for try in {1..500}; do
            grep -qE '^SigIgn:\s0+1000000$' "/proc/$!/status" && break
            sleep 0.01
        done
        kill -s "$signal" $!
        code=0
        wait $! || code=$?
        exec 7>&-
        [ "$code" -eq 75 ]
    done
    [ "$(left)" -eq 0 ]
}

@test "stdout and stderr may be closed" {
    echo x | "$receive" -d "$spool" >&- 2>&-
    mail | grep -qx x
    run "$receive" -d "$spool/missing" </dev/null 2>&-
    [ "$status" -eq 75 ]
}

@test "--help" {
    run "$receive" --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'usage: postmove-receive '* ]]
}
