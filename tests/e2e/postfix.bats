#!/usr/bin/env bats
# What `postmove doctor` says of the Postfix on this machine: of one that is set up
# as README.md tells, and of one with each fault that there is. In Postfix's place
# stand a postconf and a postmap that read $folder/main and $folder/master;
# tests/servers/postfix asks the real ones.

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
-M) [ $# -gt 1 ] && sed -n "s#^${2%/*}  *unix  *#&#p" "$master" || cat "$master" ;;
esac
SH
    cat >"$folder/bin/postmap" <<'SH'
#!/bin/bash
[[ $3 != *UPPER* ]] || exit 1
case $3 in
static:*) echo "${3#*:}" ;;
inline:*) tr '{},' '\n\n\n' <<<"${3#*:}" | sed -n "s/^ *$2 *= *//p" | grep . ;;
esac
SH
    chmod 755 "$folder"/bin/*
    cat >"$main" <<'CF'
mydestination = localhost
recipient_delimiter = +
virtual_mailbox_domains = turns.example.org
virtual_mailbox_maps = inline:{ play@turns.example.org=postmove }
virtual_alias_domains = inline:{ {postmaster@turns.example.org = you@example.org}, {abuse@turns.example.org = you@example.org} }
virtual_alias_maps = inline:{ {postmaster@turns.example.org = you@example.org}, {abuse@turns.example.org = you@example.org} }
alias_maps =
local_recipient_maps = unix:passwd.byname
virtual_transport = postmove
transport_maps =
postmove_destination_recipient_limit = 1
inet_interfaces = all
default_transport = smtp
smtpd_client_restrictions =
smtpd_helo_restrictions =
smtpd_sender_restrictions =
smtpd_relay_restrictions = permit_mynetworks, permit_sasl_authenticated, defer_unauth_destination
smtpd_recipient_restrictions =
queue_directory = /nowhere/at/all
message_size_limit = 10240000
queue_minfree = 0
relayhost =
CF
    echo "postmove   unix  -  n  n  -  4  pipe -o soft_bounce=yes flags=DRXq user=$(id -un) null_sender=" \
        "argv=$(realpath "$postmove")-receive -d $folder/spool -f \${sender} -r \${original_recipient}" >"$master"
    echo "127.0.0.1:$open inet n - n - - smtpd" >>"$master"
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

@test "a Postfix as README.md sets it up" {
    well
    set_to virtual_mailbox_domains 'other.example.org, TURNS.example.org'
    well
    "$postmove" doctor
}

@test "the domain is one of mydestination, as apt leaves it" {
    set_to mydestination 'turns.example.org, localhost.example.org, localhost'
    doctor 'FAULT *turns.example.org in both mydestination and virtual_mailbox_domains*Fix: take turns.example.org out of mydestination*'
    [ "$status" -eq 1 ]
    set_to virtual_mailbox_domains ''
    doctor 'FAULT *to the users of this machine*play is not one of them*Fix: `postmove setup` lets Postfix bring mail*'
    set_to virtual_alias_maps ''
    doctor 'FAULT *play is not one of them*' \
        'note *Mail for postmaster@turns.example.org reaches nobody*Add the line postmaster: you@example.org to /etc/aliases*' \
        'note *Mail for abuse@turns.example.org reaches nobody*'
    set_to alias_maps 'hash:/nowhere/UPPER inline:{ play=postmove }'
    well
    set_to alias_maps 'inline:{ {postmaster=root}, {abuse=root} }'
    cp "$POSTMOVE_CONF" "$folder/kept"
    sed -i "s/^address = .*/address = $(id -un)@turns.example.org/" "$POSTMOVE_CONF"
    well
    # What is fetched need not come to this Postfix.
    { cat "$folder/kept" && printf '[mailbox here]\nsource = maildir:%s/box\n' "$folder"; } >"$POSTMOVE_CONF"
    well
}

@test "mail for guessed addresses is taken" {
    for maps in static:any '' 'inline:{ play@turns.example.org=x }, inline:{ @turns.example.org=x }'; do
        set_to virtual_mailbox_maps "$maps"
        doctor "FAULT *every address in turns.example.org*Play@turns.example.org, and those of your other domains*"
    done
}

@test "the domain is that of the users of this machine, and the server has its own transport" {
    set_to mydestination 'turns.example.org, localhost'
    set_to virtual_mailbox_domains ''
    set_to transport_maps 'inline:{ play@turns.example.org=postmove: }'
    doctor 'FAULT *refuses mail for Play@turns.example.org*Fix: `postmove setup` adds the address*'
    set_to local_recipient_maps 'unix:passwd.byname, inline:{ play@turns.example.org=postmove }'
    well
    set_to local_recipient_maps ''
    well
    grep smtpd "$master" >"$master.new" && mv "$master.new" "$master"
    doctor 'FAULT *to the service postmove, which master.cf does not have*'
}

@test "mail for the server's own address is refused" {
    set_to virtual_mailbox_maps 'inline:{ plop@turns.example.org=postmove }'
    doctor 'FAULT *refuses mail for Play@turns.example.org*'
    set_to virtual_mailbox_domains ''
    set_to virtual_alias_domains 'turns.example.org'
    doctor 'FAULT *refuses mail for Play@turns.example.org*'
    set_to virtual_alias_maps 'inline:{ {postmaster@turns.example.org=a@b.c} {abuse@turns.example.org=a@b.c} {play@turns.example.org=postmove@localhost} }'
    well
}

@test "postmaster, abuse and the operator get their mail" {
    set_to virtual_alias_maps ''
    doctor 'FAULT *Mail for postmaster@turns.example.org reaches nobody*postmaster@turns.example.org = you@example.org to virtual_alias_maps*' \
        'FAULT *Mail for abuse@turns.example.org reaches nobody*'
    set_to virtual_alias_maps 'mysql:/etc/postfix/aliases.cf'
    well
    set_to virtual_alias_maps 'hash:/nowhere/at/all'
    well
    set_to virtual_alias_maps 'inline:{ {postmaster@turns.example.org=a@b.c} {abuse@turns.example.org=a@b.c} {kim@turns.example.org=kim@example.net} }'
    sed -i "s/^operator = .*/operator = ann@turns.example.org/" "$POSTMOVE_CONF"
    doctor 'FAULT *ann@turns.example.org is in the server*name an address elsewhere*'
    sed -i "s/^operator = .*/operator = kim@turns.example.org/" "$POSTMOVE_CONF"
    well
}

@test "the transport: none, another program, another spool" {
    mv "$master" "$master.whole"
    grep smtpd "$master.whole" >"$master"
    doctor 'FAULT *to the service postmove, which master.cf does not have*'
    sed 's#-d [^ ]*#-d /var/spool/other#' "$master.whole" >"$master"
    doctor "FAULT *brings mail to the spool /var/spool/other, but the server reads $folder/spool.*"
    sed 's#argv=[^ ]*#argv=/bin/cat#' "$master.whole" >"$master"
    doctor 'FAULT *does not start postmove-receive, and no mailbox is fetched*'
    mv "$master.whole" "$master"
    set_to transport_maps 'inline:{ turns.example.org=lmtp:unix:private/lmtp }'
    doctor 'FAULT *to the service lmtp, which*'
    printf '[mailbox here]\nsource = maildir:%s/box\n' "$folder" >>"$POSTMOVE_CONF"
    echo 'lmtp unix - - n - - lmtp' >>"$master"
    well
}

@test "postmove-receive is not there, or cannot be started" {
    sed -i 's#argv=[^ ]*#argv=/nowhere/postmove-receive#' "$master"
    doctor 'FAULT *The service postmove in master.cf starts /nowhere/postmove-receive, which is not there*'
    : >"$folder/postmove-receive"
    sed -i "s#argv=[^ ]*#argv=$folder/postmove-receive#" "$master"
    doctor "FAULT *starts $folder/postmove-receive, which is not there or cannot be started*"
}

@test "it takes no mail from elsewhere, and sends nothing there" {
    set_to inet_interfaces loopback-only
    doctor 'FAULT *No mail can come in from other machines, because inet_interfaces is "loopback-only"*'
    [ "$status" -eq 1 ]
    set_to inet_interfaces all
    cp "$master" "$master.whole"
    sed -i '/smtpd/d' "$master"
    doctor 'FAULT *master.cf has no service smtpd*'
    cp "$master.whole" "$master"
    for list in client sender relay recipient; do
        set_to smtpd_${list}_restrictions 'permit_mynetworks, reject_unknown_sender_domain reject'
        doctor "FAULT *refuses all mail from other machines: smtpd_${list}_restrictions has \"reject\" before*"
        set_to smtpd_${list}_restrictions 'permit_mynetworks, permit_auth_destination, reject'
        well
    done
    printf '#!/bin/sh\n' >"$folder/sendmail"
    chmod 755 "$folder/sendmail"
    sed -i "s#^hook = .*#hook = $folder/sendmail {sender} {recipient}#" "$POSTMOVE_CONF"
    set_to default_transport 'error:no mail from here'
    doctor 'FAULT *No letter can leave this machine, because default_transport is "error:no mail from here"*'
}

@test "it does not run, brings mail as another user, has no room, and cannot send" {
    cp "$master" "$master.whole"
    sed -i 's/^127.0.0.1:[0-9]*/127.0.0.1:1/' "$master"
    doctor 'FAULT *nothing listens at 127.0.0.1:1*Fix: postfix start*'
    cp "$master.whole" "$master"
    sed -i 's/user=[^ ]*/user=nobody-here:mail/' "$master"
    doctor "FAULT *brings mail as the user nobody-here, but the spool belongs to $(id -un)*Fix: write user=$(id -un) *"
    sed -i "s/user=[^ ]*/user=$(id -un)/" "$master"
    set_to queue_directory "$folder"
    set_to queue_minfree 9999999999999999
    doctor "FAULT *MiB are free in $folder, too little for Postfix*"
    set_to queue_minfree 0
    well
    # Where letters leave by it.
    printf '#!/bin/sh\n' >"$folder/sendmail"
    chmod 755 "$folder/sendmail"
    sed -i "s#^hook = .*#hook = $folder/sendmail {sender} {recipient}#" "$POSTMOVE_CONF"
    well # example.org has no mail server that could be asked
    for relay in '[127.0.0.1]:1' '[127.0.0.1]:1, [127.0.0.2]'; do
        set_to relayhost "$relay"
        doctor 'FAULT *127.0.0.1 cannot be reached at port 1: Connection refused*Fix: let the firewall*'
        set_to relayhost ''
    done
}

@test "another delimiter" {
    set_to recipient_delimiter -
    doctor 'FAULT *token after it, but Postfix*recipient_delimiter is "-"*'
    echo 'delimiter = -' >"$folder/line"
    sed -i "/^address/r $folder/line" "$POSTMOVE_CONF"
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
