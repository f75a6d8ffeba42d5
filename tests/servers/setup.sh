# What tests/servers/setup does on the copy of a machine, as root, in bash -x; it ends at the first
# command that fails. It is read there behind the tools of copy.sh.
# shellcheck shell=bash disable=SC2154

set -eux
trap 'tail -n 5 /var/log/postfix.log' EXIT
conf=/etc/postmove/postmove.conf
options=(--address "play@$server_domain" --operator you@example.net)
setup() { postmove setup "${options[@]}" "$@" </dev/null >/said 2>&1 || { code=$?; cat /said; return $code; }; }
says() { grep -e "$1" /said || { cat /said; exit 1; }; }

open_world_for_letters
install_postfix
scripts/install "$build" /usr/local
setup --way-in=postfix && exit 1
says 'this machine has no user postmove; make one (useradd '
useradd --system --create-home --home-dir /var/lib/postmove postmove

before=$(cat /etc/postfix/main.cf /etc/postfix/master.cf | md5sum)
setup --way-in=postfix
says '^+address = play@'
says "^-mydestination = .*$server_domain"
says '^+postmove unix - n n - 4 pipe'
says '^Nothing was written'
[ ! -e $conf ] && [ "$before" = "$(cat /etc/postfix/main.cf /etc/postfix/master.cf | md5sum)" ]
echo '== setup shows, and writes nothing'

setup --way-in=postfix --yes --wait 20
says '^/etc/postfix/main.cf: written; the old file is /etc/postfix/main.cf.before-setup'
says '^postfix has read its new files'
says '^ok     postfix: Postfix handles mail'
says '^ok     mail: it has come back whole'
[ "$(stat -c '%U %a' /var/lib/postmove/postmove.db $conf | xargs)" = 'postmove 600 root 644' ]
[ "$before" = "$(cat /etc/postfix/main.cf.before-setup /etc/postfix/master.cf.before-setup | md5sum)" ]
echo '== setup --yes sets up what apt left, and a letter goes round'

sum=$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)
setup --way-in=postfix --yes --no-mail
says '^All files are as they should be'
grep ' mail: ' /said && exit 1
[ "$sum" = "$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)" ]
# And back: apt's files, byte by byte; then once more.
postmove setup --undo </dev/null >/said
says "^+mydestination = .*$server_domain"
says '^Nothing was written'
postmove setup --undo --yes >/said
says '^postfix no longer brings mail for'
[ "$before" = "$(cat /etc/postfix/main.cf /etc/postfix/master.cf | md5sum)" ]
postmove setup --undo --yes >/said
says '^There is nothing of setup in the files'
setup --way-in=postfix --yes --no-mail
says '^ok     postfix: Postfix handles mail'
echo '== again, nothing changes'

cp /etc/postfix/master.cf /master.whole
sed -i '/^postmove/,$d' /etc/postfix/master.cf
echo 'broken line' >>/etc/postfix/master.cf
sum=$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)
setup --way-in=postfix --yes && exit 1
says 'bad transport type\|invalid\|fatal'
says 'postfix rejects its new files; .*All files were put back'
[ "$sum" = "$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)" ]
cp /master.whole /etc/postfix/master.cf
echo '== what Postfix refuses is taken back'

# Their programs are not here: in their place stand some that are content.
for program in update-exim4.conf exim4 smtpd smtpctl doveadm systemctl; do
    printf '#!/bin/sh\nexit 0\n' >/usr/local/sbin/$program
done
chmod 755 /usr/local/sbin/*
mkdir -p /etc/exim4 /whole /split/conf.d/{router,transport}
printf 'begin routers\na:\n  driver = accept\nbegin transports\n' | tee /etc/exim4/exim4.conf.template >/whole/exim4.conf
printf "# dc_other_hostnames='x'\ndc_other_hostnames=\"box.example.org\"\ndc_use_split_config='false'\n" >/etc/exim4/update-exim4.conf.conf
printf "dc_other_hostnames=''\ndc_use_split_config='true'\n" >/split/update-exim4.conf.conf
printf 'listen on lo\naction "local" maildir\nmatch for local action "local"\n' >/etc/smtpd.conf
# Another Postfix, in its own folder, is checked, and not this one.
cp -a /etc/postfix /etc/other && cp /etc/postfix/master.cf.before-setup /etc/other/master.cf
echo 'broken line' >>/etc/other/master.cf
setup --way-in=postfix --etc /etc/other --yes && exit 1
says '/etc/other/master.cf'
says 'postfix rejects its new files; '
twice() { # OPTION ...
    setup "$@" --yes --no-mail || [ $? -eq 1 ]
    setup "$@" --yes --no-mail || [ $? -eq 1 ]
    says '^All files are as they should be'
}
twice --way-in=exim
[ "$(grep -c '^postmove_pipe:\|^postmove:' /etc/exim4/exim4.conf.template)" -eq 2 ]
grep -x "dc_other_hostnames=\"box.example.org:$server_domain\"" /etc/exim4/update-exim4.conf.conf
twice --way-in=exim --etc /whole
grep -A3 -x 'begin routers' /whole/exim4.conf | grep 'written by postmove setup'
twice --way-in=exim --etc /split
grep '^postmove_others:' /split/conf.d/router/050_postmove
grep '^postmove_pipe:' /split/conf.d/transport/30_postmove
grep -x "dc_other_hostnames='$server_domain'" /split/update-exim4.conf.conf
twice --way-in=opensmtpd
[ "$(grep -n '^match' /etc/smtpd.conf | head -n 1 | cut -d: -f2-)" = \
    "match from any for domain \"$server_domain\" action \"turns\"" ]
(umask 077 && echo secret >/etc/postmove/secret && chown postmove /etc/postmove/secret)
# Dovecot needs a certificate, and may not serve others.
setup --way-in=dovecot --user play --yes && exit 1
says "there is no file /etc/ssl/certs/$server_domain.pem"
openssl req -x509 -newkey rsa:2048 -nodes -subj "/CN=$server_domain" -keyout "/etc/ssl/private/$server_domain.key" \
    -out "/etc/ssl/certs/$server_domain.pem"
cp "/etc/ssl/private/$server_domain.key" /etc/dovecot/private/dovecot.key # as apt leaves them
cp "/etc/ssl/certs/$server_domain.pem" /etc/dovecot/private/dovecot.pem
echo 'mail_location = maildir:/srv/%u' >/etc/dovecot/conf.d/98-others.conf
setup --way-in=dovecot --user play --yes && exit 1
says 'this Dovecot serves others already ("mail_location = maildir:/srv/%u")'
rm /etc/dovecot/conf.d/98-others.conf
[ ! -e /etc/dovecot/conf.d/99-postmove.conf ]
twice --way-in=dovecot --user play
# What the operator changes there stays.
sed -i "s/^ssl = .*/ssl = yes/" /etc/dovecot/conf.d/99-postmove.conf
twice --way-in=dovecot --user play
grep -x 'ssl = yes' /etc/dovecot/conf.d/99-postmove.conf
grep -x 'source = imaps://'"$server_domain" $conf
grep "^ssl_cert = .*$server_domain" /etc/dovecot/conf.d/99-postmove.conf
# And all of that is taken out again.
postmove setup --undo --yes >/said || { cat /said; exit 1; }
[ -z "$(grep -e "$server_domain" /etc/exim4/update-exim4.conf.conf /etc/exim4/exim4.conf.template /etc/smtpd.conf)" ]
[ ! -s /etc/dovecot/conf.d/99-postmove.conf ]
grep -x 'dc_other_hostnames="box.example.org"' /etc/exim4/update-exim4.conf.conf
echo '== Exim, OpenSMTPD and Dovecot get their lines, once'
