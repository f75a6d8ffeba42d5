# OpenSMTPD, with Debian's own smtpd.conf. Read by faults.sh, with $unpacked.
# shellcheck shell=bash disable=SC2154,SC2034
. tests/servers/opensmtpd.sh

bring_up() {
    install_opensmtpd
    sed -i "s#^listen on localhost#listen on 0.0.0.0#; s#^action \"relay\" relay#& host smtp://$world#" /etc/smtpd.conf
    set_up && cp /etc/smtpd.conf /smtpd.conf && again
}
start() {
    smtpd -d >>/smtpd.log 2>&1 &
    smtpd_process=$!
    until_true listens 127.0.0.1
}
stop() { kill "$smtpd_process" && wait "$smtpd_process"; }
again() { # it reads its file
    stop
    start
} >/dev/null 2>&1
mend() {
    cp /smtpd.conf /etc/smtpd.conf
    stop
    rm -rf /var/spool/smtpd/queue/* /var/spool/smtpd/offline/*
    start
}
in_conf() { sed -i "$1" /etc/smtpd.conf && again; } # SCRIPT

break_all() {
    stop
    doctor
    says 'opensmtpd: No mail can come in, because nothing listens at port 25.*Fix: systemctl start opensmtpd'
    says 'mail: A letter to .* could not be sent: .*the lines of `hook` and of the mail server above'
    fault OpenSMTPD is stopped

    in_conf '/^match from any for domain/d'
    doctor
    says "opensmtpd: No rule in /etc/smtpd.conf gives mail for $server_domain .*Fix: run .postmove setup --way-in=opensmtpd"
    says 'mail: A letter to .* could not be sent: .*the lines of `hook` and of the mail server above'
    fault no rule takes mail for the domain

    sed -i '/^action "turns"/,/^ .*}/d' /etc/smtpd.conf
    doctor
    says 'opensmtpd: OpenSMTPD cannot begin, since it does not understand its file: /etc/smtpd.conf:.*Fix: correct that line'
    fault the action is missing

    ip neighbor replace "$world" lladdr 02:00:00:00:00:99 dev to-world
    doctor
    says "opensmtpd: No letter can leave this machine, because $world cannot be reached at port 25: .*Fix: let the firewall"
    ip neighbor delete "$world" dev to-world
    fault a firewall lets no letter out

    in_conf '/^match from local for any/d'
    doctor
    says 'opensmtpd: No rule in /etc/smtpd.conf lets letters leave this machine.*Fix: add these lines'
    fault no rule lets letters out

    mount -t tmpfs -o size=64k none /var/spool/smtpd
    chmod 711 /var/spool/smtpd
    again
    head -c 100000 /dev/zero >/var/spool/smtpd/full 2>/dev/null
    doctor
    says 'opensmtpd: Only 0 MiB are free in /var/spool/smtpd.*Fix: make room'
    says 'mail: A letter to .* could not be sent: .*the lines of `hook` and of the mail server above'
    stop
    umount /var/spool/smtpd
    fault the queue is full

    with_closed_spool
    says 'mail: The letter was taken, but has not come back .*the lines of `rights` above'
    fault the spool has wrong rights

    in_conf "s/^\(.*play@$server_domain\" = \)postmove/\1nobody/"
    doctor
    says 'opensmtpd: OpenSMTPD brings mail as the user nobody.*belongs to postmove.*Fix: write = postmove'
    says 'mail: The letter was taken, but has not come back .*the lines of `opensmtpd` above'
    fault postmove-receive runs as another user

    chmod 644 /usr/local/bin/postmove-receive
    doctor
    says 'opensmtpd: OpenSMTPD starts /usr/local/bin/postmove-receive, which cannot be executed'
    says 'mail: The letter was taken, but has not come back .*the lines of `opensmtpd` above'
    chmod 755 /usr/local/bin/postmove-receive
    fault postmove-receive cannot be started

    in_conf 's/^listen on .*/listen on localhost/'
    look --wait 20
    notes 'opensmtpd: OpenSMTPD listens only where no other machine can bring mail'
    fault OpenSMTPD listens at localhost alone

    by_smtp
    chmod 600 /tls/key.pem
    sed -i '1i pki here cert "/tls/good.pem"\npki here key "/tls/key.pem"' /smtpd.conf
    sed -i 's/^listen on .*/& tls pki here/' /smtpd.conf
    as_it_was
    sed -i 's#^ca = .*#ca = /tls/old.pem#' $conf
    in_conf 's#/tls/good.pem#/tls/old.pem#'
    doctor
    says 'hook: No letter can be sent: localhost: its certificate cannot be trusted: it has expired'
    says 'mail: A letter to .* could not be sent: localhost: its certificate .* has expired'
    fault the certificate has expired

    # With OpenSSL 3 this OpenSMTPD does not find its key, so the next letters go without TLS.
    sed -i 's/^ca = .*/tls = never/' /conf
    as_it_was
    in_conf "1i filter \"senders\" phase mail-from match mail-from regex { \"@$server_domain\" } reject \"550 5.7.1 Sender address refused\""
    in_conf 's/^listen on .*/& filter "senders"/'
    doctor
    says 'mail: A letter to .* could not be sent: localhost: refused our sender address (see .* to `returns`): 550 5.7.1'
    fault the sender is refused

    printf '%s\n' 'import sys' 'for line in sys.stdin:' \
        '    part = line.rstrip().split("|")' \
        '    if line.startswith("config|ready"):' '        print("register|filter|smtp-in|rcpt-to\nregister|ready", flush=True)' \
        '    if part[0] == "filter":' '        print("filter-result|" + part[5] + "|" + part[6] + "|reject|451 4.7.1 Greylisted, come again", flush=True)' >/grey.py
    in_conf '1i filter "grey" proc-exec "/usr/bin/python3 /grey.py"'
    in_conf 's/^listen on .*/& filter "grey"/'
    doctor
    says 'mail: localhost does not take the letter yet: .*: 451 .*Greylisted.*Fix: wait, .*(greylisting)'
    fault it is greylisted

    sed -i '/^tls = never/d; s#^hook = .*#hook = smtp://mail.postmove.internal#' $conf
    doctor
    says "hook: No letter can be sent: mail.postmove.internal: its name has no address: .* this machine's DNS"
    says "mail: A letter to .* could not be sent: mail.postmove.internal: its name has no address"
    fault DNS does not know the mail server
}
