# The scene that the tests in this folder play, and what they have in common.
# Sourced by them from the repository root.
#
# Ann signs up, challenges Bob on a small board and they play a little: twelve
# mails, each an answer to letters before it. A database made for tests gives
# the same letters, tokens included, to the same mails, so the spool files of
# the unharmed run can be played again on a copy of the server, one by one or
# all together, under whatever befalls it.
#
# A server is a folder: configuration, database, spool, letters. $scene holds
#   empty/     one that has just been made
#   mail/NN    the spool files, named as they were in new/
#   before/NN  the server when that mail came; before/end: after the last
# shellcheck shell=bash

build=$(realpath "${BUILD:-build}")
# In memory where that can be: nothing here cuts the power.
scratch=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$scratch"' EXIT
scene=$scratch/scene
export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1

# Some system calls have other names on newer machines.
rename=rename unlink=unlink mkdir=mkdir poll=poll
if [ "$(uname -m)" != x86_64 ]; then
    rename=renameat unlink=unlinkat mkdir=mkdirat poll=ppoll
fi

# What changes something on disk. A run killed at any other call leaves what it
# leaves at the next of these.
changing=pwrite64,write,fsync,fdatasync,$rename,$unlink,ftruncate,$mkdir

# ---- verdicts ----

skip() {
    echo "1..0 # SKIP $1"
    exit 0
}

tests=0 faults=
fault() { faults+="# $1"$'\n'; }
fault_file() { # WHAT FILE: with the file's lines
    fault "$1"
    faults+=$(head -n 12 "$2" | sed 's/^/#   /')$'\n'
}
verdict() {
    tests=$((tests + 1))
    if [ -z "$faults" ]; then
        echo "ok $tests - $1"
    else
        echo "not ok $tests - $1"
        head -n 40 <<<"${faults%$'\n'}" # what is wrong is mostly wrong everywhere
    fi
    faults=
}

# ---- a server ----

postmove() { # FOLDER ARGUMENT ...
    local folder=$1
    shift
    "$build/postmove" --config "$folder/postmove.conf" "$@"
}

pictures=off # of boards: drawing them takes longer than the rest of a run
new_server() { # FOLDER [HOOK]
    mkdir -p "$1"
    cat >"$1/postmove.conf" <<CONF
[house]
play = ${house:-off}
[server]
address = turns@example.org
operator = operator@example.org
database = postmove.db
spool = spool
[send]
hook = ${2:-folder:letters}
pictures = $pictures
CONF
    postmove "$1" init --testing >"$scratch/init" && mkdir "$1/letters"
}

copy_server() { # FROM TO
    rm -rf "$2"
    cp -a "$1" "$2"
}

receive() { # FOLDER SENDER RECIPIENT, the mail on stdin
    "$build/postmove-receive" -d "$1/spool" -f "$2" -r "$3"
}

spooled() { find "$1/spool" -type f | sort; }

# A run left alone does what is left to do; a minute later, too, what a letter
# was put off for.
settle() { # FOLDER [MINUTES]
    POSTMOVE_TIME=$((POSTMOVE_TIME + ${2-0} * 60)) postmove "$1" run >"$scratch/settle" 2>&1 ||
        fault_file "a run left alone gave $?" "$scratch/settle"
    [ ! -s "$scratch/settle" ] || fault_file 'a run left alone complains' "$scratch/settle"
    [ ! -e "$1/postmove.db-wal" ] || fault 'a run left alone does not close the database'
}

# All there is to know of a server: its tables (but see dump.c), its letters
# byte by byte, its spool.
state() { # FOLDER
    "$build/tests/faults/dump" "$1/postmove.db"
    (cd "$1" && find spool letters ! -path '*/.*' | sort && find letters -name '*.eml' | sort | xargs -r cat)
}

# The server must have come to the very state of the unharmed run.
compare() { # FOLDER WANT WHAT
    state "$1" >"$scratch/state"
    cmp -s "$scratch/state" "$2" || {
        diff "$2" "$scratch/state" | cut -c 1-100 >"$scratch/difference"
        fault_file "$3: the end is another" "$scratch/difference"
    }
    verify "$1" "$3"
}
verify() { # FOLDER WHAT
    postmove "$1" verify >"$scratch/verify" 2>&1 || fault_file "$2: verify finds" "$scratch/verify"
}

# Of the databases that restores have put aside one has so many players, and can be restored.
aside_has() { # FOLDER PLAYERS WHAT
    local aside
    while read -r aside; do
        postmove "$1" restore --yes "$aside" >"$scratch/again" 2>&1 ||
            fault_file "$3: what was put aside cannot be restored" "$scratch/again"
        [ "$(postmove "$1" player list | wc -l)" -ne "$2" ] || return
    done < <(find "$1" -name '*.before-restore-*' ! -name '*-journal' ! -name '*-wal')
    fault "$3: the old database is gone"
}

# ---- what befalls it ----

why_no_strace() {
    if nm "$build/postmove" | grep -q __asan; then
        echo 'a sanitizer has system calls of its own'
    elif ! command -v strace >/dev/null; then
        echo 'there is no strace'
    elif ! strace -o /dev/null true 2>/dev/null; then
        echo 'strace may not trace here'
    fi
}
need_strace() {
    local reason
    reason=$(why_no_strace)
    [ -z "$reason" ] || skip "$reason"
}

# strike FOLDER INJECTION ARGUMENT ...: postmove, with strace's injection in its
# own calls, not in those of its children. Leaves $status, what it said in
# $scratch/said, and $scratch/trace.
strike() {
    local folder=$1 injection=$2
    shift 2
    # The shell's own word on a process that was killed goes nowhere.
    {
        strace -o "$scratch/trace" -e trace="${injection%%:*}" -e inject="$injection" \
            "$build/postmove" --config "$folder/postmove.conf" "$@" >"$scratch/said" 2>&1
        status=$?
    } 2>/dev/null
}

struck() { grep -qE 'INJECTED|killed by|^--- SIG(TERM|INT|HUP)' "$scratch/trace"; }

# points CALLS STRIDE FOLDER ARGUMENT ...: the calls an unharmed command makes
# once it has opened its first lock, or a file whose path holds $from, as lines
# "CALL N"; of each CALL every one whose number STRIDE * $thinned divides, or all with
# FAULTS=all. Spends the folder.
from=.lock
thinned=4
points() {
    local calls=$1 stride=$(($2 * thinned)) folder=$3
    shift 3
    [ "${FAULTS-}" != all ] || stride=1
    strace -o "$scratch/trace" -e trace=openat,"$calls" \
        "$build/postmove" --config "$folder/postmove.conf" "$@" >"$scratch/said" 2>&1 ||
        fault_file 'even unharmed it fails' "$scratch/said"
    awk -F '(' -v calls=",$calls," -v stride="$stride" -v from="$from" '
        { n[$1]++ }
        /^openat/ && index($0, from) { begun = 1 }
        begun && index(calls, "," $1 ",") && seen[$1]++ % stride == 0 { print $1, n[$1] }
    ' "$scratch/trace" >"$scratch/points"
}

# ---- the twelve mails ----

letter_to() { # FOLDER ADDRESS: its newest letter that can be answered
    grep -lx "Delivered-To: $2" "$1"/letters/*.eml | xargs grep -l '^Reply-To:' | tail -n 1
}

mails=0
take_in() { # SENDER RECIPIENT, the mail on stdin: keeps the spool file, plays it
    local server=$scene/server
    mails=$((mails + 1))
    receive "$server" "$1" "$2" || fault "mail $mails was not received"
    number=$(printf %02d $mails)
    cp -a "$server/spool/new/"* "$scene/mail/$number/"
    copy_server "$server" "$scene/before/$number"
    postmove "$server" run >"$scratch/said" 2>&1 || fault_file "mail $mails gives $?" "$scratch/said"
}

write_mail() { # SENDER RECIPIENT SUBJECT TEXT
    printf 'From: %s\nTo: %s\nSubject: %s\nMessage-ID: <%s-%s>\n\n%s\n' \
        "$1" "$2" "$3" "$mails" "$1" "$4" >"$scene/mail.eml"
    mkdir "$scene/mail/$(printf %02d $((mails + 1)))"
    take_in "$1" "$2" <"$scene/mail.eml"
}

reply() { # SENDER TEXT
    write_mail "$1" "$(sed -n 's/^Reply-To: //p' "$(letter_to "$scene/server" "$1")")" Re: "$2"
}

make_scene() {
    local ann=ann@example.net bob=bob@example.com
    mkdir -p "$scene/mail" "$scene/before"
    new_server "$scene/server"
    postmove "$scene/server" player add bob $bob >>"$scratch/init"
    copy_server "$scene/server" "$scene/empty"
    write_mail $ann turns@example.org 'signup ann' ''
    reply $ann confirm
    write_mail $ann turns@example.org 'halma challenge ann bob -size=8' ''
    reply $ann yes
    reply $bob accept
    reply $ann $'h3-f3\n\nGood luck, Bob!'
    cp "$scene/mail.eml" "$scene/move.eml"
    write_mail stranger@example.com turns@example.org Hello 'What is this?'
    reply $bob a7-d4
    reply $bob a6-c6
    mkdir "$scene/mail/$((mails + 1))"
    take_in $ann "$(sed -n 's/^To: //p' "$scene/move.eml")" <"$scene/move.eml"
    reply $bob resign
    # Last: the letter with what is said is written at the end of a run, after all other answers.
    reply $ann 'chat Well played'
    copy_server "$scene/server" "$scene/before/end"
    [ -z "$faults" ] || { verdict 'the unharmed run' && echo 'Bail out!' && exit 1; }
    verdict 'the unharmed run'
}

# A server before that mail, with it and all mails behind it waiting.
with_all_waiting() { # NN FOLDER
    local mail
    copy_server "$scene/before/$1" "$2"
    for mail in "$scene"/mail/*; do
        [[ ${mail##*/} < $1 ]] || cp -a "$mail"/* "$2/spool/new/"
    done
}
