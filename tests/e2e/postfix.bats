#!/usr/bin/env bats
# What `postmove doctor` says of the Postfix on this machine: of one that is well, and of one that
# does not run, takes no mail or sends none. In Postfix's place stands a postconf that reads
# $folder/main and $folder/master; tests/servers/faults asks the real one.

bats_require_minimum_version 1.5.0

# A port at which something listens, as smtpd does.
setup_file() {
    python3 tests/servers/smtp-sink.py --mails "$BATS_FILE_TMPDIR/mails" >"$BATS_FILE_TMPDIR/port" 3>&- &
    echo $! >"$BATS_FILE_TMPDIR/sink"
    for _ in {1..200}; do
        grep -q port "$BATS_FILE_TMPDIR/port" && break
        sleep 0.05
    done
}
teardown_file() { kill "$(cat "$BATS_FILE_TMPDIR/sink")"; }

setup() {
    folder=$BATS_TEST_TMPDIR
    read -r _ open <"$BATS_FILE_TMPDIR/port"
    export POSTMOVE_CONF=$folder/postmove.conf main=$folder/main master=$folder/master
    postmove=${BUILD:-build}/postmove
    "$postmove" init --address Play@turns.example.org --operator you@example.org >/dev/null
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$POSTMOVE_CONF"
    mkdir "$folder/bin"
    PATH=$folder/bin:$PATH
    cat >"$folder/bin/postconf" <<'SH'
#!/bin/bash
case $1 in
-x) cat "$main" ;;
-M) cat "$master" ;;
esac
SH
    chmod 755 "$folder"/bin/*
    cat >"$main" <<'CF'
mydestination = localhost
virtual_mailbox_domains = turns.example.org
virtual_alias_domains =
inet_interfaces = all
relayhost =
default_transport = smtp
smtpd_client_restrictions =
smtpd_helo_restrictions =
smtpd_sender_restrictions =
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, defer_unauth_destination
smtpd_recipient_restrictions =
CF
    echo "127.0.0.1:$open inet n - n - - smtpd" >"$master"
    export MAIL_CONFIG=$folder # setup has written nothing there
}

# set_to PARAMETER VALUE: in main.cf.
set_to() {
    awk -v name="$1" -v value="$2" '$1 == name { $0 = name " = " value } { print }' "$main" >"$main.new"
    mv "$main.new" "$main"
}

# doctor LINE ...: what it says of Postfix is just these lines, each a pattern.
doctor() {
    local pattern
    run "$postmove" doctor
    mapfile -t said < <(grep '^[^ ]* *postfix: ' <<<"$output")
    [ "${#said[@]}" -eq $# ] || { printf '%s\n' "${said[@]}" && return 1; }
    for pattern; do
        # shellcheck disable=SC2053  # a pattern
        [[ "${said[0]}" == $pattern ]] || { printf '%s\n' "${said[0]}" "is not like: $pattern" && return 1; }
        said=("${said[@]:1}")
    done
}
well() { doctor 'ok     postfix: Postfix handles mail for the server*as it should'; }

@test "a Postfix that is well" {
    well
    set_to virtual_mailbox_domains 'other.example.org, TURNS.example.org'
    well
    set_to virtual_mailbox_domains ''
    set_to mydestination 'turns.example.org, localhost'
    well
    "$postmove" doctor
}

@test "it does not run, takes no mail from elsewhere, and sends nothing there" {
    sed -i 's/^127.0.0.1:[0-9]*/127.0.0.1:1/' "$master"
    doctor 'FAULT *nothing listens at 127.0.0.1:1*Fix: postfix start*'
    [ "$status" -eq 1 ]
    echo "$open inet n - n - - smtpd" >"$master"
    well
    set_to inet_interfaces 127.0.0.2
    doctor "FAULT *nothing listens at $open*"
    set_to inet_interfaces loopback-only
    doctor 'FAULT *No mail can come in from other machines, because inet_interfaces is "loopback-only"*'
    set_to inet_interfaces all
    : >"$master"
    doctor 'FAULT *master.cf has no service smtpd*'
    echo "127.0.0.1:$open inet n - n - - smtpd" >"$master"
    printf '#!/bin/sh\n' >"$folder/sendmail"
    chmod 755 "$folder/sendmail"
    sed -i "s#^hook = .*#hook = $folder/sendmail {sender} {recipient}#" "$POSTMOVE_CONF"
    well # example.org has no mail server that could be asked
    set_to relayhost '[127.0.0.1]:1, [127.0.0.2]'
    doctor 'FAULT *127.0.0.1 cannot be reached at port 1: Connection refused*Fix: let the firewall*'
    set_to relayhost ''
    set_to default_transport 'error:no mail from here'
    doctor 'FAULT *No letter can leave this machine, because default_transport is "error:no mail from here"*'
}

@test "a list refuses all mail from elsewhere" {
    for name in client helo sender relay recipient; do
        set_to "smtpd_${name}_restrictions" 'permit_mynetworks, reject_unknown_client_hostname reject'
        doctor "FAULT  postfix: Postfix refuses all mail *: smtpd_${name}_restrictions has \"reject\" before anything *"
        set_to "smtpd_${name}_restrictions" defer
        doctor "FAULT  *smtpd_${name}_restrictions has \"defer\" before *Fix: put permit_auth_destination before*"
        set_to "smtpd_${name}_restrictions" 'permit_mynetworks permit_auth_destination reject'
        well
        set_to "smtpd_${name}_restrictions" 'check_client_access hash:/etc/postfix/clients, reject'
        well
    done
}

@test "the program that takes mail is missing or cannot be started" {
    echo "postmove unix - n n - 4 pipe flags=DRXq user=postmove argv=$folder/postmove-receive -d /x -f \${sender}" >>"$master"
    doctor "FAULT  postfix: A service in master.cf starts $folder/postmove-receive, which is not there *Fix: install *"
    : >"$folder/postmove-receive"
    doctor "FAULT  postfix: *starts $folder/postmove-receive, which *"
    chmod 755 "$folder/postmove-receive"
    well
}

@test "a Postfix for something else, one that does not answer, none" {
    set_to virtual_mailbox_domains ''
    doctor 'note   postfix: The Postfix on this machine takes no mail for turns.example.org. Unless*'
    printf '#!/bin/sh\necho broken >&2; exit 1\n' >"$folder/bin/postconf"
    doctor 'note   postfix: Postfix does not tell how it handles mail for turns.example.org: *'
    rm "$folder/bin/postconf"
    [ ! -e /usr/sbin/postconf ] || skip 'this machine has a Postfix of its own'
    doctor 'ok     postfix: there is no Postfix on this machine'
}
