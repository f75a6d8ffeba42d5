# What the tests with real mail servers have in common. Sourced by them, with
# their own arguments, from the repository root.
#
# Everything lies in $scratch and listens on 127.0.0.1, on ports that are free.
# As root the servers that need no rights of their own, and postmove, run as
# nobody; else all runs as whoever calls. The servers are those of
# scripts/setup --servers; their settings are the files in scripts/examples,
# with our paths put in.
# shellcheck shell=bash

[ -n "${SCRATCH-}" ] || exec python3 tests/servers/keeper.py "$0"
PATH=$PATH:/usr/sbin:/sbin
export LC_ALL=C.UTF-8 TZ=UTC
build=$(realpath "${BUILD:-build}")
scratch=$SCRATCH
log=$scratch/log
mkdir "$log"
exec 2>>"$log/shell"

# What is to be done at the end, whatever happened, the last thing first.
ending=()
at_end() { ending=("$1" "${ending[@]}"); }
end_all() {
    local command
    for command in "${ending[@]}"; do
        $command
    done
}
trap end_all EXIT

player_domain=players.example.net
server_domain=turns.example.org
server=play@$server_domain
user=$(id -un)
[ "$(id -u)" -ne 0 ] || user=nobody
group=$(id -gn "$user")

# ---- verdicts ----

tests=0 faults=
fault() { faults+="# $1"$'\n'; }
fault_file() { # WHAT FILE: with the file's last lines
    fault "$1"
    faults+=$(tail -n 12 "$2" | cut -c 1-200 | sed 's/^/#   /')$'\n'
}
verdict() { # NAME [WHY-SKIPPED]
    tests=$((tests + 1))
    if [ -z "$faults" ]; then
        echo "ok $tests - $1${2:+ # SKIP $2}"
    else
        echo "not ok $tests - $1"
        head -n 40 <<<"${faults%$'\n'}"
        for file in $(find "$log" -type f -size +0 ! -name openssl); do
            echo "# the end of $file:"
            tail -n 6 "$file" | cut -c 1-240 | sed 's/^/#   /'
        done
    fi
    faults=
}
skip_all() {
    echo "1..0 # SKIP $1"
    exit 0
}
plan() { echo "1..$tests"; }

# ---- waiting ----

# wait_for WHAT COMMAND ...: until it succeeds; a minute at most.
wait_for() {
    local what=$1 end=$((SECONDS + 60))
    shift
    until "$@" >/dev/null 2>&1; do
        if [ $SECONDS -gt $end ]; then
            fault "$what: waited in vain"
            return 1
        fi
        sleep 0.02
    done
}

# free_ports COUNT: below those that the kernel gives out by itself, so that
# they stay free.
free_ports() {
    python3 - "$1" <<'PYTHON'
import random, socket, sys
held = []
while len(held) < int(sys.argv[1]):
    one = socket.socket()
    try:
        one.bind(('127.0.0.1', random.randrange(10000, 32000)))
        held.append(one)
    except OSError:
        one.close()
print(*[one.getsockname()[1] for one in held])
PYTHON
}
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1"); } 2>/dev/null

# ---- what runs as whom ----

# What begins a command that is to run as $user, in a tidy environment.
humbly=()
[ "$(id -u)" -ne 0 ] ||
    humbly=(setpriv --reuid "$user" --regid "$group" --clear-groups --)
folders() { # FOLDER ...: made, for $user
    mkdir -p "$@" && { [ "$(id -u)" -ne 0 ] || chown "$user:$group" "$@"; }
}

# Programs and templates where $user can read them, as `make install` puts them.
install_postmove() {
    scripts/install "$build" "$scratch/usr/local" || fault 'it cannot be installed'
}

# example FILE: a file of scripts/examples with our paths, user and ports.
example() {
    sed -e "s#/usr/local/#$scratch/usr/local/#g" -e "s#/var/lib/postmove#$scratch/var#g" \
        -e "s#/etc/postmove#$scratch/etc#g" -e "s#\\([Uu]ser *= *\\)postmove#\\1$user#" "scripts/examples/$1"
}

# postmove ARGUMENT ...: what it says is kept in $scratch/said.
postmove() {
    "${humbly[@]}" "$scratch/usr/local/bin/postmove" --config "$scratch/etc/postmove.conf" "$@" \
        >"$scratch/said" 2>&1
}
# In a test the whole says nothing.
quietly() { # WHAT COMMAND ...
    local what=$1
    shift
    "$@" || fault_file "$what gives $?" "$scratch/said"
    [ ! -s "$scratch/said" ] || fault_file "$what says" "$scratch/said"
}
run() { quietly 'a run' postmove run; }
mail_spooled() { find "$scratch/var/spool/new" -type f | wc -l; }

# new_server [HOOK [MORE]]: its configuration is the one on standard input, but
# for the hook; MORE are further lines.
new_server() {
    rm -rf "$scratch/var"
    folders "$scratch/etc" "$scratch/var"
    { sed "${1:+s#^hook = .*#hook = $1#}" && echo "${2-}"; } >"$scratch/etc/postmove.conf"
    chmod 644 "$scratch/etc/postmove.conf"
    postmove init || fault_file 'init' "$scratch/said"
}

# ---- certificates ----

# An authority for an hour, its certificate for "localhost", and one that
# nobody trusts: authority.pem, localhost.pem and .key; stranger.pem.
make_certificates() {
    local folder=$scratch/tls
    mkdir -p "$folder"
    (
        cd "$folder" || exit
        authority() {
            openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem"
        }
        authority authority && authority stranger &&
            openssl req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout localhost.key -out localhost.csr &&
            openssl x509 -req -in localhost.csr -days 1 -CA authority.pem -CAkey authority.key -CAcreateserial \
                -extfile <(echo 'subjectAltName=DNS:localhost') -out localhost.pem
    ) >"$log/openssl" 2>&1 || fault_file 'no certificates' "$log/openssl"
    chown -R "$user:$group" "$folder"
}

# ---- Dovecot ----

# start_dovecot: mailboxes of ann, bob, and play; ports in $imap, $imaps, $pop3s
# and $lmtp. The part of an operator is scripts/examples/dovecot.conf.
start_dovecot() {
    read -r imap imaps pop3s lmtp <<<"$(free_ports 4)"
    folders "$scratch/dovecot" "$scratch/mail"
    printf '%s:{PLAIN}secret::::::\n' ann bob play >"$scratch/dovecot/users"
    {
        cat <<CONF
base_dir = $scratch/dovecot/run
state_dir = $scratch/dovecot/state
log_path = $log/dovecot
default_internal_user = $user
default_internal_group = $group
default_login_user = $user
protocols = imap pop3 lmtp
listen = 127.0.0.1
first_valid_uid = 1
first_valid_gid = 1
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $imap
  }
  inet_listener imaps {
    port = $imaps
    ssl = yes
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = 0
  }
  inet_listener pop3s {
    port = $pop3s
    ssl = yes
  }
}
service lmtp {
  inet_listener lmtp {
    port = $lmtp
  }
}
CONF
        example dovecot.conf | sed -e "s#^ssl_cert = .*#ssl_cert = <$scratch/tls/localhost.pem#" \
            -e "s#^ssl_key = .*#ssl_key = <$scratch/tls/localhost.key#" \
            -e "s#/etc/dovecot/postmove.users#$scratch/dovecot/users#" \
            -e "s#/var/mail/#$scratch/mail/#" -e "s#uid=vmail gid=vmail#uid=$user gid=$group#"
    } >"$scratch/dovecot/dovecot.conf"
    touch "$log/dovecot" && chown "$user:$group" "$log/dovecot"
    "${humbly[@]}" dovecot -F -c "$scratch/dovecot/dovecot.conf" >>"$log/dovecot" 2>&1 &
    dovecot_process=$!
    at_end stop_dovecot
    wait_for 'Dovecot' listens "$lmtp" && wait_for 'Dovecot' listens "$imaps"
}
stop_dovecot() { kill "$dovecot_process" && wait "$dovecot_process"; }
mailbox() { echo "$scratch/mail/$1/Maildir/new"; } # NAME

# ---- where letters go ----

# start_sink [FAULT ...]: smtp-sink.py, which takes letters from play, on port
# $sink; they lie in $scratch/sink.
start_sink() {
    folders "$scratch/sink"
    cp tests/servers/smtp-sink.py "$scratch" # $user need not be able to enter this folder
    "${humbly[@]}" python3 "$scratch/smtp-sink.py" --mails "$scratch/sink" --seconds 600 \
        --tls "$scratch/tls/localhost.pem" "$scratch/tls/localhost.key" \
        --user play --password secret "$@" >"$log/sink" 2>&1 &
    sink_process=$!
    at_end stop_sink
    wait_for 'the sink' grep -q '^port ' "$log/sink"
    sink=$(sed -n 's/^port //p' "$log/sink")
}
stop_sink() { kill "$sink_process" && wait "$sink_process"; }

make_secret() { # what play logs in with
    folders "$scratch/etc"
    (umask 077 && echo secret >"$scratch/etc/secret")
    chown "$user:$group" "$scratch/etc/secret"
}
# mailbox_example SOURCE HOOK [AUTHORITY]: postmove-mailbox.conf for our servers.
mailbox_example() {
    example postmove-mailbox.conf | sed -e "s#^source = .*#source = $1#" -e "s#^hook = .*#hook = $2#" \
        -e "s#^user = .*#user = play\nca = $scratch/tls/${3:-authority}.pem#" \
        -e "s#^address = .*#address = $server#" |
        if [[ $1 == maildir:* ]]; then sed '/^source/,/^$/{/^user\|^ca\|^secret/d}'; else cat; fi
}

# ---- players ----

letters() { mailbox "$1"; } # NAME: the folder of his letters

# write_mails MATCHES: the players read their letters and answer; "FILE SENDER
# RECIPIENT" a line in $scratch/desk/mails.
write_mails() {
    mkdir -p "$scratch/desk/out"
    perl tests/servers/players.pl tests/servers/matches "$scratch/desk" "$server" \
        ann "ann@$player_domain" "$(letters ann)" bob "bob@$player_domain" "$(letters bob)" \
        >"$scratch/desk/mails" || fault_file 'a player is at a loss' "$log/shell"
}

# swaks_to PORT [OPTION ...], the mails of the desk: one swaks each, all at once.
post_mails() {
    local file sender recipient one senders=
    while read -r file sender recipient; do
        swaks --server 127.0.0.1 --port "$1" "${@:2}" --helo mail.example.net --timeout 20s \
            --from "$sender" --to "$recipient" --data "@$scratch/desk/out/$file" \
            >"$scratch/desk/out/$file.said" 2>&1 &
        senders+=" $!:$file"
    done <"$scratch/desk/mails"
    for one in $senders; do
        wait "${one%%:*}" || fault_file "swaks gives $?" "$scratch/desk/out/${one#*:}.said"
    done
}

# post_one PORT SENDER RECIPIENT [HEADER]: a mail that asks for a board.
post_one() {
    swaks --server 127.0.0.1 --port "$1" --helo mail.example.net --timeout 20s --from "$2" --to "$3" \
        --header 'Subject: show 1' ${4:+--add-header "$4"} --body 'Thank you.' >"$scratch/said" 2>&1 ||
        fault_file "swaks gives $?" "$scratch/said"
}

# play_matches COMMAND ...: all matches in tests/servers/matches at once, on a
# new server; COMMAND brings the mails of the desk to where the server finds
# them, `letters_arrive` waits for its letters.
play_matches() {
    rm -rf "$scratch/desk" "$scratch/mail"/* "$scratch/sink"/*
    for ((round = 0; round < 60; round++)); do
        write_mails
        [ -s "$scratch/desk/mails" ] && [ -z "$faults" ] || break
        "$@"
        run
        letters_arrive
    done
    compare_matches
}

# The server must have come to the end of every match, by the very turns, with
# nothing left anywhere.
compare_matches() {
    local number
    for number in 1 2 3 4 5; do
        postmove match show $number --json || fault_file "match $number" "$scratch/said"
        cat "$scratch/said"
    done >"$scratch/records"
    perl tests/servers/records.pl tests/servers/matches <"$scratch/records" >"$scratch/wrong" 2>&1
    [ ! -s "$scratch/wrong" ] || fault_file 'not as they were to be played' "$scratch/wrong"
    [ "$(find "$scratch/var/spool" -type f | wc -l)" -eq 0 ] || fault 'mail is left in the spool'
    postmove verify || fault_file 'verify finds' "$scratch/said"
}
