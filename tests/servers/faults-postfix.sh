# Postfix. Read by faults.sh.
# shellcheck shell=bash disable=SC2154,SC2034

bring_up() {
    install_postfix
    set_up --way-in=postfix && cp -a /etc/postfix /postfix
}
mend() {
    rm -rf /etc/postfix
    cp -a /postfix /etc/postfix
    postfix status || postfix start
    postfix reload
    postsuper -d ALL
    until_true listens 127.0.0.1
}
sync_spool() { postfix status 2>/dev/null && sleep 0.2; :; }

other_lines="The lines for $server_domain in the files of Postfix are not those.*Fix: .postmove setup. shows"

break_all() {
    postfix stop 2>/dev/null
    doctor
    says 'postfix: No mail can come in, because nothing listens at smtp.*Fix: postfix start'
    says 'mail: The letter was taken, but has not come back .*Fix: first fix the faults above'
    fault Postfix is stopped

    postconf -X transport_maps
    postfix reload 2>/dev/null
    doctor
    says "postfix: $other_lines"
    says 'mail: .*Fix: first fix the faults above'
    fault the transport is not named

    postconf -MX postmove/unix
    postfix reload 2>/dev/null
    doctor
    says "postfix: $other_lines"
    says 'mail: .*cannot deliver it yet: (mail transport unavailable)'
    fault the transport is missing

    postconf -e mydestination=localhost "relay_domains = $server_domain"
    postfix reload 2>/dev/null
    doctor
    says "postfix: The files of Postfix cannot have the lines for $server_domain: relay_domains .* lists .*Fix: do what"
    fault the domain is relayed

    # Packets to the world go to a machine that is not there.
    ip neighbor replace "$world" lladdr 02:00:00:00:00:99 dev to-world
    doctor
    says "postfix: No letter can leave this machine, because $world cannot be reached at port 25: .*Fix: let the firewall"
    ip neighbor delete "$world" dev to-world
    fault a firewall lets no letter out

    mount -t tmpfs -o size=64k none /var/spool/postfix/maildrop
    chown postfix:postdrop /var/spool/postfix/maildrop
    chmod 1730 /var/spool/postfix/maildrop
    head -c 100000 /dev/zero >/var/spool/postfix/maildrop/full 2>/dev/null
    doctor
    says 'mail: A letter to .* could not be sent: .*the lines of `hook` and of the mail server above'
    umount /var/spool/postfix/maildrop
    fault the queue is full

    with_closed_spool
    says 'mail: .*cannot deliver it yet: (cannot make a file in the spool: Permission denied)'
    fault the spool has wrong rights

    sed -i 's/user=postmove/user=nobody/' /etc/postfix/master.cf
    postfix reload 2>/dev/null
    doctor
    says "postfix: $other_lines"
    says 'mail: .*cannot deliver it yet: (cannot open the spool .*: Permission denied)'
    fault postmove-receive runs as another user

    by_smtp
    postconf -c /postfix -e smtpd_tls_security_level=may smtpd_tls_cert_file=/tls/good.pem smtpd_tls_key_file=/tls/key.pem
    as_it_was

    sed -i 's#^ca = .*#ca = /tls/old.pem#' $conf
    postconf -e smtpd_tls_cert_file=/tls/old.pem
    postfix reload 2>/dev/null
    doctor
    says 'mail: A letter to .* could not be sent: localhost: its certificate .* has expired'
    fault the certificate has expired

    postconf -e "smtpd_sender_restrictions = check_sender_access inline:{ $server_domain=REJECT }"
    postfix reload 2>/dev/null
    doctor
    says 'mail: A letter to .* could not be sent: localhost: refused our sender address (see .* to `returns`): 554 5.7.1'
    fault the sender is refused

    postconf -e 'smtpd_recipient_restrictions = check_recipient_access static:{450 4.2.0 Greylisted, come again}'
    postfix reload 2>/dev/null
    doctor
    says 'mail: localhost does not take the letter yet: .*: 450 4.2.0 .*Greylisted.*Fix: wait, .*(greylisting)'
    fault it is greylisted

    sed -i 's#^hook = .*#hook = smtp://mail.postmove.internal#' $conf
    doctor
    says "mail: A letter to .* could not be sent: mail.postmove.internal: its name has no address: .* this machine's DNS"
    fault DNS is away
}
