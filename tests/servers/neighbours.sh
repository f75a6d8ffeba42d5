# What tests/servers/neighbours does on the copy of a machine, as root, in bash -x; it ends at the
# first command that fails. It is read there behind the tools of copy.sh.
# shellcheck shell=bash disable=SC2154

set -eux
trap 'tail -n 5 /var/log/postfix.log' EXIT
setup() { postmove setup "$@" --yes </dev/null >/said 2>&1 || { code=$?; [ $code -eq 1 ] || { cat /said; return $code; }; }; }

open_world_for_letters
install_postfix
scripts/install "$build" /usr/local
useradd --system --create-home --home-dir /var/lib/postmove postmove
useradd --uid 1077 ann
install -d -o ann /srv/boxes
printf 'postmaster: root\nsales: ann\n' >/etc/aliases
newaliases
postconf -e virtual_uid_maps=static:1077 virtual_gid_maps=static:1077 virtual_mailbox_base=/srv/boxes
cp -a /etc/postfix /apt

# fate ADDRESS ...: what becomes of a mail to each: the code with which it is refused, or by which
# service it went where, and how that ended.
fate() {
    python3 - "$@" <<'PYTHON'
import os, re, smtplib, sys, time
log = "/var/log/postfix.log"
senders = [f"probe{number}.{os.getpid()}@example.net" for number in range(1, len(sys.argv))]
refused = {}
for sender, address in zip(senders, sys.argv[1:]):
    server = smtplib.SMTP("127.0.0.1", 25)
    try:
        server.sendmail(sender, address, "Subject: x\r\n\r\nx\r\n")
    except smtplib.SMTPRecipientsRefused as error:
        refused[sender] = [code for code, _ in error.recipients.values()]
    server.quit()

def queues(text, sender):
    return sorted(set(re.findall(rf"(\w+): from=<{re.escape(sender)}>", text)))

def is_done(text):
    """Every mail has left the queue, and what was forwarded from it, too."""
    return all(sender in refused or queues(text, sender) and
               all(f"{queue}: removed" in text for queue in queues(text, sender)) and
               all(f"{queue}: removed" in text
                   for mail in queues(text, sender)
                   for queue in re.findall(rf"{mail}: to=.*forwarded as (\w+)\)", text))
               for sender in senders)

text, until = "", time.time() + 30
while not is_done(text) and time.time() < until:
    time.sleep(0.05)
    text = open(log).read()
for sender, address in zip(senders, sys.argv[1:]):
    if sender in refused:
        print(address, *refused[sender])
    for queue in queues(text, sender):
        for line in re.findall(rf"{queue}: (to=.*)", text):
            if "(forwarded as " not in line:  # that mail has a line of its own
                to = re.search(r"to=<([^>]*)>", line)[1].split("@")[0]
                print(address, to, *re.search(r"relay=([^,[]*).*(status=\w+)", line).groups())
PYTHON
}

# same NAME ADDRESS ...: the Postfix that main.cf and /lookup make does the same for them all along.
same() {
    local name=$1
    shift
    rm -rf /etc/postmove /var/lib/postmove/*
    postfix reload
    sleep 0.5
    cp /etc/postfix/main.cf /main.before
    cp /etc/postfix/master.cf /master.before
    fate "$@" >/before
    [ -z "$(grep -v 'status=sent' /before)" ]
    setup --way-in=postfix --address "play@$server_domain" --operator you@example.net --no-mail
    grep '^postmove ' /etc/postfix/master.cf
    sleep 0.5
    fate "$@" | diff /before -
    fate "play@$server_domain" "play+x@$server_domain" >/ours
    [ "$(grep -c 'relay=postmove\|play.* postmove status=sent' /ours)" -eq 2 ]
    setup --undo
    sed '$a\' /main.before | diff - /etc/postfix/main.cf
    diff /master.before /etc/postfix/master.cf
    setup --undo # what is left is not ours
    sed '$a\' /main.before | diff - /etc/postfix/main.cf
    sleep 0.5
    fate "$@" | diff /before -
    echo "== $name"
    rm -rf /etc/postfix
    cp -a /apt /etc/postfix
}

same 'users and aliases of the machine' "ann@$server_domain" "sales@$server_domain" "ann+x@$server_domain"

postconf -e "mydestination = \$myhostname, box.test, localhost.\$mydomain, localhost"
same 'another domain of its users' ann@box.test sales@box.test "ann@$server_domain"

printf 'info@other.test info\n' >/etc/postfix/boxes
postmap /etc/postfix/boxes
postconf -e virtual_mailbox_domains=other.test virtual_mailbox_maps=hash:/etc/postfix/boxes
same 'virtual mailboxes with a table' info@other.test "ann@$server_domain"

postconf -e virtual_mailbox_domains=other.test "virtual_transport=smtp:[$world]"
same 'virtual mailboxes without a table' any@other.test thing@other.test

printf 'help@aliases.test ann\n' >/etc/postfix/virtual
postmap /etc/postfix/virtual
postconf -e virtual_alias_domains=aliases.test virtual_alias_maps=hash:/etc/postfix/virtual
same 'a domain of aliases' help@aliases.test "ann@$server_domain"

postconf -e "transport_maps = inline:{ { far.test = smtp:[$world] } }" \
    virtual_mailbox_domains=other.test "virtual_mailbox_maps = inline:{ info@other.test=info }"
same 'a transport of its own' x@far.test info@other.test

postconf -e recipient_delimiter=-
same 'another delimiter' "ann-x@$server_domain" "sales-y@$server_domain" ann@localhost

postconf -e relay_domains=relayed.test
same 'a domain that is relayed' who@relayed.test "ann@$server_domain"

postconf -e virtual_alias_domains=whole.test "virtual_alias_maps = inline:{ @whole.test=ann }"
same 'a domain that is forwarded whole' a@whole.test b@whole.test

postconf -e mydestination=localhost "virtual_mailbox_domains=$server_domain" \
    "virtual_mailbox_maps = inline:{ {info@$server_domain=info}, {x@$server_domain=x} }" \
    "virtual_alias_maps = inline:{ {abuse@$server_domain=ann@localhost}, {boss@$server_domain=ann@localhost} }"
same 'our own domain with addresses of others' "boss@$server_domain" "info@$server_domain" "x@$server_domain" \
    "abuse@$server_domain"

postconf -e mydestination=localhost virtual_mailbox_domains=other.test "virtual_mailbox_maps = inline:{ info@other.test=info }"
same 'our domain is new beside others with a table' info@other.test

postconf -e mydestination=localhost virtual_mailbox_domains=other.test "virtual_transport=smtp:[$world]"
same 'our domain is new beside others without a table' any@other.test

printf 'default_process_limit = 99' >>/etc/postfix/main.cf
same 'a last line without a line feed' "ann@$server_domain"
