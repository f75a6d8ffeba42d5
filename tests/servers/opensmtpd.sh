# Debian's OpenSMTPD on the copy of a machine, where its packages lie in $unpacked. Read there behind
# the tools of copy.sh.
# shellcheck shell=bash disable=SC2154

install_opensmtpd() {
    cp -a "$unpacked"/usr/. /usr
    cp "$unpacked"/etc/smtpd.conf /etc
    rm -f /usr/sbin/exim4 /usr/sbin/exim # where their packages were unpacked, too
    mkdir -p /etc/postmove /var/lib/opensmtpd/empty /var/spool/smtpd
    chmod 711 /var/spool/smtpd
    userdel opensmtpd || true
    userdel opensmtpq || true
    useradd --system --home-dir /var/lib/opensmtpd/empty opensmtpd
    useradd --system --home-dir /var/lib/opensmtpd/empty opensmtpq
    chgrp opensmtpq /usr/sbin/smtpctl
    chmod 2755 /usr/sbin/smtpctl
    ln -sf smtpctl /usr/sbin/sendmail
}
