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
says '^+transport_maps = inline:'
says '^+postmove  *unix .* 4  *pipe flags=DRXq'
says '^Nothing was written'
[ ! -e $conf ] && [ "$before" = "$(cat /etc/postfix/main.cf /etc/postfix/master.cf | md5sum)" ]
echo '== setup shows, and writes nothing'

setup --way-in=postfix --yes
says '^/etc/postfix: the lines of Postfix are written'
says '^Postfix has read its files'
says '^ok     postfix: Postfix handles mail'
says '^ok     mail: it has come back whole'
[ "$(stat -c '%U %a' /var/lib/postmove/postmove.db $conf | xargs)" = 'postmove 600 root 644' ]
echo '== setup --yes sets up what apt left, and a letter goes round'

sum=$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)
setup --way-in=postfix --yes --no-mail
says '^All files are as they should be'
says '^Postfix has read its files'
grep ' mail: ' /said && exit 1
[ "$sum" = "$(find /etc/postfix /etc/postmove -type f -exec md5sum {} + | sort)" ]
# Its lines tell the way in.
postmove setup --yes --no-mail </dev/null >/said
says '^All files are as they should be'
# And back: apt's files, byte by byte; then once more.
postmove setup --undo </dev/null >/said
says '^-transport_maps = inline:'
says '^Nothing was written'
postmove setup --undo --yes >/said
[ "$before" = "$(cat /etc/postfix/main.cf /etc/postfix/master.cf | md5sum)" ]
postmove setup --undo --yes >/said
says '^There is nothing of setup in the files'
setup --way-in=postfix --yes --no-mail
says '^ok     postfix: Postfix handles mail'
# Another address takes the place of the first; what others have added in between stays.
postconf -e "transport_maps = $(postconf -h transport_maps), inline:{ x.test=error: }" 'mynetworks_style = host'
sed -i "s/^address = .*/address = other@$server_domain/" $conf # as README.md advises
setup --way-in=postfix --yes --no-mail --address "other@$server_domain"
postconf -h transport_maps local_recipient_maps >/lists
[ "$(grep -c "other@$server_domain" /lists)" -eq 2 ] && ! grep "play@$server_domain" /lists
postmove setup --undo --yes >/said
[ "$(postconf -h transport_maps)" = 'inline:{ x.test=error: }' ] && [ "$(postconf -h mynetworks_style)" = host ]
! grep postmove /etc/postfix/main.cf /etc/postfix/master.cf
postconf -X transport_maps mynetworks_style
setup --way-in=postfix --yes --no-mail
echo '== again, nothing changes'

# Killed before Postfix was told, setup tells it the next time.
postmove setup --undo --yes
printf '#!/bin/sh\nkill -9 $PPID\n' >/usr/local/sbin/postfix
chmod 755 /usr/local/sbin/postfix
setup --way-in=postfix --yes --no-mail && exit 1
rm /usr/local/sbin/postfix
hash -r
setup --way-in=postfix --yes
says '^All files are as they should be'
says '^ok     mail: it has come back whole'
echo '== killed, it is put right the next time'

# Another domain: the lines of the first go, and also with changes of others in between all of setup goes.
postmove setup --undo --yes
postconf -e recipient_delimiter=-
cp /etc/postfix/main.cf /main.before
rm -r /etc/postmove /var/lib/postmove/*
setup --way-in=postfix --yes --no-mail --address play@a.test || [ $? -eq 1 ]
[ "$(postconf -hx recipient_delimiter)" = '-+' ]
setup --way-in=postfix --yes --no-mail --address play@b.test || [ $? -eq 1 ]
! grep a.test /etc/postfix/main.cf
postconf -e 'relayhost = [x.test]' # the same as the line of others in main.before
sed -i 's/, {root@b.test = you@example.net}//' /etc/postfix/main.cf
postmove setup --undo --yes >/said
postconf -h virtual_alias_maps | grep '{abuse@b.test = you@example.net}, {postmove@b.test' # it is not ours any more
postconf -X virtual_alias_maps
sed -i "s/^relayhost = .*/relayhost = [$world]/" /etc/postfix/main.cf
diff /main.before /etc/postfix/main.cf
! grep postmove /etc/postfix/main.cf /etc/postfix/master.cf
postconf -e recipient_delimiter=+
rm -r /etc/postmove /var/lib/postmove/*
setup --way-in=postfix --yes --no-mail
echo '== another domain, and undone after changes of others'

# What Postfix cannot read for another reason stays as it was, and setup says so.
postmove setup --undo --yes
cp /etc/postfix/main.cf /main.before
postconf -e queue_directory=/nowhere
setup --way-in=postfix --yes && exit 1
grep 'fatal: .*/nowhere' /var/log/postfix.log
says 'Postfix could not be told to read its files'
postconf -X queue_directory
postmove setup --undo --yes
diff <(grep -v queue_directory /main.before) <(grep -v queue_directory /etc/postfix/main.cf)
echo '== what Postfix refuses is told, and can be taken out'
