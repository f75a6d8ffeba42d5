# A Postfix of our own beside whatever runs on this machine: its folders are in
# $scratch/postfix, its port is $smtp, and what an operator adds to main.cf and
# master.cf are the files in scripts/examples. Sourced after scene.sh; root only.
# shellcheck shell=bash

postfix=$scratch/postfix

# The services that Postfix is made of, none of them chrooted.
write_master() {
    local one
    echo "127.0.0.1:$smtp inet n - n - - smtpd"
    for one in pickup:fifo:60:1 cleanup:unix:-:0 qmgr:unix:300:1; do
        IFS=: read -r name type wakeup limit <<<"$one"
        echo "$name unix n - n $wakeup $limit $name"
    done
    cat <<SERVICES
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
smtp unix - - n - - smtp
relay unix - - n - - smtp
local unix - n n - - local
lmtp unix - - n - - lmtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
SERVICES
    example postfix-master.cf
}

# What the operator of any Postfix has set already; mail for players goes to
# their mailboxes in Dovecot, that for localhost where a .forward says.
write_main() {
    cat <<CONF
compatibility_level = 3.6
queue_directory = $postfix/spool
data_directory = $postfix/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = $log/postfix
maillog_file_prefixes = $scratch
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
forward_path = $scratch/forward/.forward
mynetworks = 127.0.0.0/8
alias_maps =
local_recipient_maps =
transport_maps = inline:{ {$player_domain = lmtp:inet:127.0.0.1:$lmtp}, {example.org = discard:} }
disable_dns_lookups = yes
smtpd_peername_lookup = no
smtpd_tls_security_level = may
smtpd_tls_cert_file = $scratch/tls/localhost.pem
smtpd_tls_key_file = $scratch/tls/localhost.key
smtpd_tls_loglevel = 1
in_flow_delay = 0
bounce_queue_lifetime = 1h
CONF
    example postfix-main.cf
}

start_postfix() {
    smtp=$(free_ports 1)
    mkdir -p "$postfix/etc" "$postfix/spool" "$postfix/data"
    chown postfix "$postfix/data"
    write_main >"$postfix/etc/main.cf"
    write_master >"$postfix/etc/master.cf"
    postfix -c "$postfix/etc" start >"$log/postfix-start" 2>&1 || fault_file 'postfix start' "$log/postfix-start"
    at_end stop_postfix
    wait_for 'Postfix' listens "$smtp"
}
stop_postfix() { postfix -c "$postfix/etc" stop >>"$log/postfix-start" 2>&1; }

queue() { postqueue -c "$postfix/etc" -p; }
queue_empty() { [[ $(queue) == 'Mail queue is empty' ]]; }
queue_waits() { # WORDS: every mail is deferred, with those words
    local text
    text=$(postqueue -c "$postfix/etc" -j)
    [ -n "$text" ] && ! grep -v '"queue_name": "deferred"' <<<"$text" && grep -q "$1" <<<"$text"
}
all_delivered() { wait_for 'the queue of Postfix' queue_empty || fault_file 'it holds' <(queue); }
