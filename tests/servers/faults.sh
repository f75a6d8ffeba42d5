# What tests/servers/faults does on the copy of a machine, as root. It is read there behind the
# tools of copy.sh.
# shellcheck shell=bash disable=SC2154

conf=/etc/postmove/postmove.conf
spool=/var/lib/postmove/spool
{
    open_world
    mkdir /world
    in_world python3 tests/servers/smtp-sink.py --mails /world --seconds 600 --listen "$world:25" &
    install_postfix
    scripts/install "$build" /usr/local
    useradd --system --create-home --home-dir /var/lib/postmove postmove
    until_true in_world bash -c "exec 3<>/dev/tcp/$world/25"
    postmove setup --yes --no-mail --way-in=postfix --address "play@$server_domain" --operator you@example.net \
        </dev/null || exit
    cp -a /etc/postfix /postfix
    cp $conf /conf
} >/begin 2>&1 || { cat /begin && exit 1; }

# as_it_was: all is again as setup has left it.
as_it_was() {
    rm -rf /etc/postfix
    cp -a /postfix /etc/postfix
    cp /conf $conf
    postfix status || postfix start
    postfix reload
    postsuper -d ALL
    rm -f $spool/new/*
    until_true listens 127.0.0.1
} >/dev/null 2>&1

# says WORDS: a FAULT with these words, as a regular expression, is in what the doctor has said;
# and it has no other FAULT than those that are asked for.
says() {
    told=$((told + 1))
    [ "$(grep -c "^FAULT.*$1" /said)" -eq 1 ] || problems+="# it does not say: $1"$'\n'
}
told=0
doctor() { # [SECONDS]: for the letter
    sync_spool
    setpriv --reuid postmove --regid postmove --init-groups \
        postmove doctor --mail --wait "${1:-2}" >/said 2>&1
    [ $? -eq 1 ] || problems+="# it finds no fault"$'\n'
}
sync_spool() { postfix status 2>/dev/null && sleep 0.2; :; }
problems=
fault() { # NAME: what has just been tried
    [ "$(grep -c '^FAULT' /said)" -eq $told ] || problems+="# it tells of something else"$'\n'
    if [ -z "$problems" ]; then
        echo "== $*"
    else
        printf '%s\n' "not $*" "$problems" && sed 's/^/# /' /said
    fi
    problems= told=0
    as_it_was
}

setpriv --reuid postmove --regid postmove --init-groups postmove doctor --mail >/said 2>&1 || problems=faults
fault nothing is broken

postfix stop 2>/dev/null
doctor
says 'postfix: No mail can come in, because nothing listens at smtp.*Fix: postfix start'
says 'mail: The letter was taken, but has not come back .*Fix: first fix what the lines of `postfix` above say'
fault Postfix is stopped

postconf -e "mydestination = \$myhostname, localhost"
postfix reload 2>/dev/null
doctor
says "postfix: Postfix has $server_domain in both mydestination and .*Fix: postconf -e mydestination=localhost"
says 'mail: .*Fix: first fix what the lines of `postfix`'
fault the domain is in mydestination

sed -i '/^postmove /,$d' /etc/postfix/master.cf
postfix reload 2>/dev/null
doctor
says 'postfix: .*to the service postmove, which master.cf does not have.*Fix: add it to master.cf'
says 'mail: .*cannot deliver it yet: (mail transport unavailable)'
fault the transport is missing

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
says 'postfix: Only 0 MiB are free in /var/spool/postfix/maildrop.*Fix: make room'
says 'mail: A letter to .* could not be sent: .*the lines of `hook` and `postfix` above'
umount /var/spool/postfix/maildrop
fault the queue is full

chown root $spool/tmp
doctor
says "spool: This user cannot read and write $spool/tmp"
says "rights: .*$spool/tmp.*belongs to root, not to postmove.*Fix: chown postmove"
says 'mail: .*cannot deliver it yet: (cannot make a file in the spool: Permission denied)'
chown postmove $spool/tmp
fault the spool has wrong rights

sed -i 's/user=postmove/user=nobody/' /etc/postfix/master.cf
postfix reload 2>/dev/null
doctor
says 'postfix: .*brings mail as the user nobody, but the spool belongs to postmove.*Fix: write user=postmove'
says 'mail: .*cannot deliver it yet: (cannot open the spool .*: Permission denied)'
fault postmove-receive runs as another user

# From here letters leave by SMTP, with TLS.
mkdir /tls
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
    -keyout /tls/key.pem -out /tls/good.pem 2>/dev/null
openssl x509 -in /tls/good.pem -signkey /tls/key.pem -days -1 -out /tls/old.pem 2>/dev/null
sed -i "s#^hook = .*#hook = smtp://localhost\nca = /tls/good.pem#" /conf
postconf -c /postfix -e smtpd_tls_security_level=may smtpd_tls_cert_file=/tls/good.pem smtpd_tls_key_file=/tls/key.pem
as_it_was

sed -i 's#^ca = .*#ca = /tls/old.pem#' $conf
postconf -e smtpd_tls_cert_file=/tls/old.pem
postfix reload 2>/dev/null
doctor
says 'hook: No letter can be sent: localhost: its certificate cannot be trusted: it has expired'
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
says "hook: No letter can be sent: mail.postmove.internal: its name has no address: .* this machine's DNS"
says "mail: A letter to .* could not be sent: mail.postmove.internal: its name has no address"
fault DNS is away
