# The scripted servers for tests: sourced from the repository root, with
# $scratch a folder of the test's own.
# shellcheck shell=bash

# serve KIND MAILS [OPTION ...]: starts KIND-server.py; sets $port and $control.
# It ends with the test, whose end of a pipe it holds.
serve() {
    local kind=$1 mails=$2 pipe
    shift 2
    pipe=$(mktemp -u -p "$scratch")
    mkfifo "$pipe"
    python3 "tests/servers/$kind-server.py" "$mails" "$@" <"$pipe" >"$pipe.ports" 2>"$pipe.trouble" 3>&- &
    exec {held}>"$pipe"
    # The line may not be whole yet when there is something to read.
    for _ in {1..1000}; do
        ! read -r port control <"$pipe.ports" || return 0
        sleep 0.02
    done 2>/dev/null
    cat "$pipe.trouble"
    return 1
}

# tell WORD ...: gives the server a command, and its answer in $answer.
tell() {
    exec {line}<>"/dev/tcp/127.0.0.1/$control"
    echo "$*" >&"$line"
    read -r answer <&"$line"
    exec {line}>&-
}

# secret WORD: the secret's file, as it must be.
secret() {
    (umask 077 && echo "$1" >"$scratch/secret")
}

# mailbox SOURCE [LINE ...]: a group for the configuration. $scratch/secret is
# the secret.
mailbox() {
    printf '[mailbox inbox]\nsource = %s\nuser = turns\nsecret = file:%s\ntimeout = 2\n' "$1" "$scratch/secret"
    shift
    printf '%s\n' "$@"
}
