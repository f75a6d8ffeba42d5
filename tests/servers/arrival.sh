# What tests/servers/arrival does on the copy of a machine, as root, in bash -x; it ends at the
# first command that fails. It is read there behind the tools of copy.sh and steps.sh, `zone`,
# `follow_chapter` and `testkey`, which are what README.md has.
# shellcheck shell=bash disable=SC2154

exec 9>&2
BASH_XTRACEFD=9 # so that what a command says is not mixed with it
set -eux
trap 'tail -n 3 /var/log/postfix.log /var/log/world.log' EXIT
well() { echo "== $*"; }
there=mx.$player_domain
open_world
elsewhere=198.51.100.3
in_world ip address add $elsewhere/24 dev to-here
rm /etc/resolv.conf # where it may be a link
echo 'nameserver 127.0.0.1' >/etc/resolv.conf

# ---- the far end ----

# DNS: the records of README.md, and those that whoever rents out the machines has to set.
records() {
    zone | sed -E 's/^([^ ]*)\. +IN +([A-Z]+) +"?(.*[^".])[".]*$/\1 \2 \3/'
    cat <<RECORDS
1.100.51.198.in-addr.arpa PTR $server_domain
$player_domain MX 10 $there
$there A $world
RECORDS
    [ ! -e /etc/dkimkeys/postmove.txt ] ||
        echo "postmove._domainkey.$server_domain TXT $(grep -o '"[^"]*"' /etc/dkimkeys/postmove.txt | tr -d '"\n')"
}
mkdir /world
records >/zone
python3 tests/servers/dns-server.py /zone &
in_world python3 tests/servers/dns-server.py /zone &

cat >/world/opendkim.conf <<CONF
Mode v
AuthservID $there
AlwaysAddARHeader yes
UserID opendkim
PidFile /world/opendkim.pid
Socket inet:8891@127.0.0.1
Nameservers 127.0.0.1
CONF
cat >/world/opendmarc.conf <<CONF
AuthservID $there
SPFIgnoreResults true
SPFSelfValidate true
PublicSuffixList /usr/share/publicsuffix/public_suffix_list.dat
UserID opendmarc
PidFile /world/opendmarc.pid
Socket inet:8893@127.0.0.1
CONF
in_world opendmarc -c /world/opendmarc.conf

# with_records: DNS has those on standard input, and OpenDKIM there, which keeps answers, begins anew.
with_records() {
    cat >/zone
    if [ -s /world/opendkim.pid ]; then
        kill -KILL "$(cat /world/opendkim.pid)" # by another signal it takes five seconds
        tail --pid="$(cat /world/opendkim.pid)" -s 0.02 -f /dev/null
    fi
    in_world opendkim -x /world/opendkim.conf
    until_true in_world bash -c 'exec 3<>/dev/tcp/127.0.0.1/8891'
}

install_postfix
postconf -e relayhost=
mkdir -p /world/etc /world/spool /world/data /world/mail
chown postfix /world/data
chown mail /world/mail
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj "/CN=$there" -keyout /world/key.pem -out /world/cert.pem
awk '!/^#/ && /^[a-z]/ { $5 = "n" } 1' /etc/postfix/master.cf >/world/etc/master.cf
cat >/world/etc/main.cf <<CONF
compatibility_level = 3.6
queue_directory = /world/spool
data_directory = /world/data
maillog_file = /var/log/world.log
inet_interfaces = all
inet_protocols = ipv4
myhostname = $there
mydestination =
mynetworks = 127.0.0.1
virtual_mailbox_domains = $player_domain
virtual_mailbox_maps = inline:{ ann@$player_domain=ann/ bob@$player_domain=bob/ }
virtual_mailbox_base = /world/mail
virtual_minimum_uid = 1
virtual_uid_maps = static:$(id -u mail)
virtual_gid_maps = static:$(id -g mail)
smtpd_tls_security_level = may
smtpd_tls_cert_file = /world/cert.pem
smtpd_tls_key_file = /world/key.pem
smtpd_tls_received_header = yes
smtpd_milters = inet:127.0.0.1:8891, inet:127.0.0.1:8893
smtpd_discard_ehlo_keywords = 8bitmime, smtputf8
CONF
# Of names this machine knows only what DNS says.
echo '127.0.0.1 localhost' >/world/hosts
in_world unshare --mount sh -c 'mount --bind /world/hosts /etc/hosts && postfix -c /world/etc start'
until_true in_world bash -c "exec 3<>/dev/tcp/$world/25"

# OpenDKIM would ask the servers of the root, and believe only what they have signed.
sed -i -e '/^TrustAnchorFile/d' -e '$aNameservers 127.0.0.1' /etc/opendkim.conf

# comes PATTERN ...: the next letter has come there, and what that machine says of it has each
# pattern. The letter is kept as /letter.
letters() { find /world/mail/ann/new -type f | grep .; }
comes() {
    local pattern
    set +x
    until_true letters >/dev/null
    set -x
    mv "$(letters | head -n 1)" /letter
    tr -d '\r' </letter | sed -e ':a' -e 'N;$!ba' -e 's/\n[ \t]\+/ /g' | sed '/^$/q' >/headers
    grep -E '^(Authentication-Results|Received: from)' /headers
    for pattern; do
        grep -E "$pattern" /headers
    done
    none_left
}
none_left() { rm -rf /world/mail/ann/new/*; }
says() { echo "^Authentication-Results: $there; $*"; }
dkim() { says "dkim=$1 .*header.d=$server_domain .*header.s=postmove"; } # RESULT
spf() { says "spf=$1 smtp.mailfrom=$server_domain$"; }
dmarc() { says "dmarc=$1 \(p=quarantine [^)]*\) header.from=$server_domain$"; }

# ---- README.md is followed ----

scripts/install "$build" /usr/local
useradd --system --create-home --home-dir /var/lib/postmove postmove
postmove setup --yes --no-mail --way-in=postfix --address "play@$server_domain" --operator you@example.net </dev/null
follow_chapter
records | with_records
testkey >/said 2>&1 || cat /said
[ ! -s /said ]
doctor() { sudo -u postmove postmove doctor | grep " dns: "; }
[ "$(doctor)" = "ok     dns: $server_domain takes mail and has records for SPF and DKIM (postmove)" ]
well the doctor and opendkim-testkey are content

# The first letter of a match, with a picture. OpenDKIM signs what a program sends.
for name in ann bob; do
    sudo -u postmove postmove player add $name "$name@$player_domain"
done
letter() {
    none_left
    sudo -u postmove postmove match create halma ann bob
    sudo -u postmove postmove run
}
letter
comes "$(dkim pass)" "$(spf pass)" "$(dmarc pass)" '^List-Id: ' \
    "^Received: from $server_domain \($server_domain \[$here\]\) \(using TLSv1.3" \
    "^DKIM-Signature: .*c=relaxed/relaxed; d=$server_domain; s=postmove;"
grep '^Content-Type: image/png' /letter
sed -n '/^DKIM-Signature/,$p' /letter >/as-sent
well a letter arrives: DKIM, SPF, DMARC, TLS and the name of the address are right

in_world swaks --silent 3 --server "$here" --from "ann@$player_domain" --to "play@$server_domain" --h-Subject help
until_true spooled
sudo -u postmove postmove run
comes "$(dkim pass)" "$(spf pass)" "$(dmarc pass)" '^Auto-Submitted: auto-replied'
well so does an answer

# postmove may also speak SMTP with the Postfix of this machine.
cp /etc/postmove/postmove.conf /conf
sed -i 's#^hook = .*#hook = smtp://localhost\ntls = never#' /etc/postmove/postmove.conf
letter
comes "$(dkim pass)" "$(spf pass)" "$(dmarc pass)" "^Received: from .* by $server_domain \(Postfix\) with ESMTP"
cp /conf /etc/postmove/postmove.conf
well letters that leave by SMTP are signed, too

# The far end takes lines of 7 bits only. A header or line that is changed on the way breaks DKIM.
set +x
for file in "$scratch/letters"/*; do
    sudo -u postmove /usr/sbin/sendmail -i -f "play+b.1@$server_domain" -- "ann@$player_domain" <"$file"
done
sent=$(find "$scratch/letters" -type f | wc -l)
all_came() { [ "$(letters | wc -l)" -eq "$sent" ]; }
[ "$sent" -gt 100 ]
until_true all_came
for result in "$(dkim pass | tr -d '\\')" "$(dmarc pass)"; do
    passed=$(letters | xargs -n 1 sed -e ':a' -e 'N;$!ba' -e 's/\n[ \t]\+/ /g' | grep -cE "$result")
    [ "$passed" -eq "$sent" ] || { echo "$passed of $sent have: $result" && exit 1; }
done
none_left
set -x
well no header or line of all kinds of letters is changed on the way

# ---- what may be wrong ----

records | grep -v v=spf1 | with_records
letter
comes "$(dkim pass)" "$(spf none)" "$(dmarc pass)"
doctor | grep "no TXT record for SPF .*Put this line into the zone: $server_domain. IN TXT \"v=spf1 mx -all\""
well no SPF: DKIM alone is enough for DMARC

another_key() { openssl genrsa 2048 | openssl rsa -pubout | grep -v -- -- | tr -d '\n'; }
records | sed "s#p=MII.*#p=$(another_key)#" | with_records
letter
comes "$(says dkim=fail)" "$(spf pass)" "$(dmarc pass)"
testkey >/said 2>&1 && exit 1
grep 'keys do not match' /said
grep -v v=spf1 /zone >/zone.less
with_records </zone.less
letter
comes "$(says dkim=fail)" "$(spf none)" "$(dmarc fail)"
well another key in DNS: DKIM fails, and without SPF DMARC fails, too

records | grep -v _domainkey | with_records
letter
comes "$(says 'dkim=fail reason="key not found in DNS"')" "$(spf pass)" "$(dmarc pass)"
doctor | grep "postmove._domainkey.$server_domain has no TXT record with a DKIM key"
well no key in DNS

records | sed "s/ A $here/ A 198.51.100.9/" | with_records
letter
comes "$(dkim pass)" "$(spf fail)" "$(dmarc pass)"
well it leaves from an address that SPF does not name

records | grep -v PTR | with_records
letter
comes "$(dkim pass)" "^Received: from $server_domain \(unknown \[$here\]\)"
well the address has no name

records | with_records
kill -KILL "$(cat /run/opendkim/opendkim.pid)"
letter
comes "$(says dkim=none)" "$(spf pass)" "$(dmarc pass)"
systemctl restart opendkim
well OpenDKIM is away: letters leave without a signature

# ---- what others do with letters ----

from_elsewhere() { # SENDER OPTION ...
    in_world swaks --silent 3 --server "$world" --local-interface $elsewhere --from "$1" --to "ann@$player_domain" "${@:2}"
}
from_elsewhere "friend@$player_domain" --data @/as-sent
comes "$(dkim pass)" "$(says spf=none)" "$(dmarc pass)"
sed 's/^Date: .*/Date: Mon, 1 Jan 2024 00:00:00 +0000/' /as-sent >/changed
from_elsewhere "friend@$player_domain" --data @/changed
comes "$(says dkim=fail)" "$(says spf=none)" "$(dmarc fail)"
from_elsewhere "play@$server_domain" --h-From "postmove <play@$server_domain>"
comes "$(says dkim=none)" "$(spf fail)" "$(dmarc fail)"
well a letter stays valid when it is forwarded, but not when it is changed or forged
