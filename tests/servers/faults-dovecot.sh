# A mailbox in Dovecot, behind Postfix: both as apt leaves them but for what setup and the operator
# add. Read by faults.sh.
# shellcheck shell=bash disable=SC2154,SC2034

bring_up() {
    install_postfix
    sed -e 's/^virtual_transport = .*/virtual_transport = lmtp:inet:127.0.0.1:24/' -e "s/you@example.org/you@example.net/" \
        scripts/examples/postfix-main.cf >/lines
    grep '^[a-z_]* = ' /lines | cut -d= -f1 | xargs -n 1 postconf -X
    cat /lines >>/etc/postfix/main.cf
    postfix reload
    useradd --system --home-dir /var/mail/play --create-home vmail
    echo 'play:{PLAIN}secret::::::' >/etc/dovecot/postmove.users
    cat >/etc/dovecot/conf.d/98-lmtp.conf <<CONF
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = 24
  }
}
CONF
    certificate 1
    mkdir -p /etc/dovecot/private # as its package leaves them
    cp "/etc/ssl/private/$server_domain.key" /etc/dovecot/private/dovecot.key
    cp "/etc/ssl/certs/$server_domain.pem" /etc/dovecot/private/dovecot.pem
    cat /tls/authority.pem >>/etc/ssl/certs/ca-certificates.crt
    (umask 077 && echo secret >/secret && chown postmove /secret)
    sed "s/turns.example.org/$server_domain/g" scripts/examples/dovecot.conf >/etc/dovecot/conf.d/99-postmove.conf
    set_up --way-in="imaps://$server_domain" --way-out=sendmail --user play --secret file:/secret && cp -a /etc/dovecot /dovecot && cp -a /etc/postfix /postfix && start
}
# certificate DAYS: of this machine, by an authority that it trusts.
certificate() {
    [ -e /tls/authority.pem ] || openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=authority \
        -keyout /tls/authority.key -out /tls/authority.pem
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$server_domain" -keyout "/etc/ssl/private/$server_domain.key" -out /tls/csr
    openssl x509 -req -in /tls/csr -days "$1" -CA /tls/authority.pem -CAkey /tls/authority.key -CAcreateserial \
        -extfile <(echo "subjectAltName=DNS:$server_domain") -out "/etc/ssl/certs/$server_domain.pem"
} 2>/dev/null
start() {
    dovecot -F &
    dovecot_process=$!
    until_true answers 24
    until_true answers 993
}
answers() { (exec 3<>/dev/tcp/127.0.0.1/"$1"); } # PORT
stop() { kill "$dovecot_process" && wait "$dovecot_process"; }
again() {
    stop
    start
} >/dev/null 2>&1
mend() {
    rm -rf /etc/dovecot /etc/postfix
    cp -a /dovecot /etc/dovecot
    cp -a /postfix /etc/postfix
    echo secret >/secret
    again
    postfix reload
    postsuper -d ALL
}
sync_spool() { sleep 0.2; }

break_all() {
    stop
    doctor
    says 'mailboxes: .*: nothing listens there: see that the server runs'
    says "mail: .*cannot deliver it yet: (connect to 127.0.0.1.*Connection refused"
    fault Dovecot is stopped

    : >/etc/dovecot/postmove.users
    again
    doctor
    says 'mailboxes: .*: refused our log-in: see to `user`, `secret`'
    says 'mail: .*first fix the faults above'
    fault the user is missing

    echo wrong >/secret
    doctor
    says 'mailboxes: .*: refused our log-in: see to `user`, `secret`'
    says 'mail: .*first fix the faults above'
    fault the password is wrong

    sed -i 's#^source = .*#&/Turns#' $conf
    doctor
    says 'mailboxes: .*: there is no folder Turns that we may use: see to `source`; it says: Mailbox doesn.t exist: Turns'
    says 'mail: .*first fix the faults above'
    fault the folder is missing

    sed -i 's#^source = .*#source = imaps://mail.postmove.internal#' $conf
    doctor
    says 'mailboxes: .*mail.postmove.internal: its name has no address: .* this machine.s DNS'
    says 'mail: .*first fix the faults above'
    fault DNS is away

    chown -R root /var/mail/play
    doctor 4
    says 'mailboxes: .*folder INBOX .*; it says: '
    says 'mail: .*cannot deliver it yet'
    chown -R vmail /var/mail/play
    fault the mailbox has wrong rights

    sed -i 's#^ssl = .*#ssl = no#' /etc/dovecot/conf.d/99-postmove.conf
    stop
    dovecot -F & dovecot_process=$!
    until_true answers 24
    sed -i 's#^source = .*#source = imap://turns.example.org#' $conf
    doctor
    says 'mailboxes: .*: offers no TLS'
    says 'mail: .*first fix the faults above'
    fault Dovecot offers no TLS

    sed -i "s#^source = .*#source = imaps://198.51.100.3#" $conf
    ip route add prohibit 198.51.100.3
    doctor
    says 'mailboxes: .*: nothing answers there: see to host, port and firewall'
    says 'mail: .*first fix the faults above'
    ip route delete prohibit 198.51.100.3
    fault a firewall lets nobody fetch

    certificate -1
    again
    doctor
    says 'mailboxes: .*: its certificate cannot be trusted: it has expired'
    says 'mail: .*first fix the faults above'
    certificate 1
    fault the certificate has expired

    by_smtp
    postconf -c /postfix -e smtpd_tls_security_level=may smtpd_tls_cert_file=/tls/good.pem smtpd_tls_key_file=/tls/key.pem
    as_it_was
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
}
