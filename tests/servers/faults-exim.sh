# Exim, as Debian configures it. Read by faults.sh, with $unpacked.
# shellcheck shell=bash disable=SC2154,SC2034
. tests/servers/exim.sh

bring_up() {
    hostname box.example.org
    echo '127.0.1.1 box.example.org' >>/etc/hosts
    install_exim
    chown Debian-exim /tls/key.pem
    cat >/etc/exim4/exim4.conf.localmacros <<MACROS
MAIN_TLS_ENABLE = yes
MAIN_TLS_CERTIFICATE = /tls/good.pem
MAIN_TLS_PRIVATEKEY = /tls/key.pem
MACROS
    configure_exim smarthost "dc_local_interfaces=''" "dc_smarthost='$world'"
    set_up && cp -a /etc/exim4 /exim4 && again
}
mend() {
    rm -rf /etc/exim4
    cp -a /exim4 /etc/exim4
    rm -rf /var/spool/exim4/input/* /var/spool/exim4/msglog/*
    again
}
start() {
    exim4 -bdf -q30m &
    exim_process=$!
}
stop() { kill "$exim_process" && wait "$exim_process"; }
again() { # Exim reads its files
    update-exim4.conf
    stop
    start
    until_true listens 127.0.0.1
} >/dev/null 2>&1
in_template() { sed -i "$1" /etc/exim4/exim4.conf.template && again; } # SCRIPT
acl() { in_template "s/^acl_check_rcpt:/&\n  $1\n/"; } # RULE: for every recipient

break_all() {
    stop
    doctor
    says 'exim: No mail can come in, because nothing listens at port smtp.*Fix: systemctl start exim4'
    fault Exim is stopped

    sed -i "s/^dc_other_hostnames=.*/dc_other_hostnames='other.example.org'/" /etc/exim4/update-exim4.conf.conf
    again
    doctor
    says "exim: Exim refuses mail for play+doctor@$server_domain .*: 550 relay not permitted.*Fix: .*dc_other_hostnames"
    fault the domain is missing from dc_other_hostnames

    in_template '/^# ---- exim-transport/,/^# ---- .*end/d'
    doctor
    says 'exim: Exim keeps mail .*transport "postmove_pipe" not found.*Fix: run `postmove setup --way-in=exim`'
    says 'mail: The letter was taken, but has not come back .*Fix: first fix what the lines of `exim` above say'
    fault the transport is missing

    # Packets to the world go to a machine that is not there.
    ip neighbor replace "$world" lladdr 02:00:00:00:00:99 dev to-world
    doctor
    says "exim: No letter can leave this machine, because $world cannot be reached at port 25: .*Fix: let the firewall"
    ip neighbor delete "$world" dev to-world
    fault a firewall lets no letter out

    mount -t tmpfs -o size=64k none /var/spool/exim4/input
    chown Debian-exim: /var/spool/exim4/input
    head -c 100000 /dev/zero >/var/spool/exim4/input/full 2>/dev/null
    doctor
    says 'exim: Only 0 MiB are free in /var/spool/exim4/input.*Fix: make room'
    says 'mail: A letter to .* could not be sent: .*the lines of `hook` and of the mail server above'
    umount /var/spool/exim4/input
    fault the queue is full

    with_closed_spool
    says 'mail: The letter was taken, but has not come back .*the lines of `rights` above'
    fault the spool has wrong rights

    in_template 's/^  user = postmove/  user = nobody/'
    doctor
    says 'exim: .*postmove_pipe of Exim brings mail as the user nobody, but the spool belongs to postmove.*Fix: write user = postmove'
    says 'mail: The letter was taken, but has not come back .*the lines of `exim` above'
    fault postmove-receive runs as another user

    chmod 644 /usr/local/bin/postmove-receive
    doctor
    says 'exim: The transport postmove_pipe of Exim starts /usr/local/bin/postmove-receive, which cannot be executed'
    says 'mail: The letter was taken, but has not come back .*the lines of `exim` above'
    chmod 755 /usr/local/bin/postmove-receive
    fault postmove-receive cannot be started

    sed -i "s/^dc_local_interfaces=.*/dc_local_interfaces='127.0.0.1'/" /etc/exim4/update-exim4.conf.conf
    again
    look --wait 2
    notes 'exim: Exim listens at .*127.0.0.1 alone'
    fault Exim listens at 127.0.0.1 alone

    sed -i "s/^operator = .*/operator = you@elsewhere.internal/" $conf
    sed -i "s/^dc_eximconfig_configtype=.*/dc_eximconfig_configtype='internet'/" /etc/exim4/update-exim4.conf.conf
    again
    doctor
    says 'exim: Exim finds no way for a letter to you@elsewhere.internal: .*cannot be resolved at this time.*Fix: .*DNS'
    fault DNS is away

    sed -i "s/^dc_eximconfig_configtype=.*/dc_eximconfig_configtype='local'/" /etc/exim4/update-exim4.conf.conf
    again
    doctor
    says 'exim: Exim finds no way for a letter to you@example.net: .*is undeliverable.*Fix: .*dpkg-reconfigure'
    fault apt was told of local mail alone

    by_smtp
    sed -i 's#^ca = .*#ca = /tls/old.pem#' $conf
    sed -i 's#/tls/good.pem#/tls/old.pem#' /etc/exim4/exim4.conf.localmacros
    again
    doctor
    says 'hook: No letter can be sent: localhost: its certificate cannot be trusted: it has expired'
    says 'mail: A letter to .* could not be sent: localhost: its certificate .* has expired'
    fault the certificate has expired

    acl "deny message = sender address not allowed\n    senders = *@$server_domain"
    doctor
    says 'mail: A letter to .* could not be sent: localhost: refused our sender address (see .* to `returns`): 550 '
    fault the sender is refused

    acl 'defer message = 4.2.0 Greylisted, come again'
    doctor
    notes 'exim: Exim makes other machines wait .*Greylisted'
    says 'mail: localhost does not take the letter yet: .*: 451 .*Greylisted.*Fix: wait, .*(greylisting)'
    fault it is greylisted

    sed -i 's#^hook = .*#hook = smtp://mail.postmove.internal#' $conf
    doctor
    says "hook: No letter can be sent: mail.postmove.internal: its name has no address: .* this machine's DNS"
    says "mail: A letter to .* could not be sent: mail.postmove.internal: its name has no address"
    fault DNS does not know the mail server
}
