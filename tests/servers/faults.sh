# What all of tests/servers/faults-*.sh have in common: they break a server on the copy of a machine,
# as root, one thing after the other. It is read there behind the tools of copy.sh, and reads the
# one of $way, which has `bring_up` (the mail server, and postmove set up for it), `mend` (all is again
# as setup has left it), and `break_all`.
# shellcheck shell=bash disable=SC2154

conf=/etc/postmove/postmove.conf
spool=/var/lib/postmove/spool

# says WORDS: a FAULT with these words, as a regular expression, is in what the doctor has said;
# and it has no other FAULT than those that are asked for.
says() {
    told=$((told + 1))
    [ "$(grep -c "^FAULT.*$1" /said)" -eq 1 ] || problems+="# it does not say: $1"$'\n'
}
told=0
notes() { grep -q "^note.*$1" /said || problems+="# it does not note: $1"$'\n'; } # WORDS
look() { # [OPTION ...]: the doctor does
    setpriv --reuid postmove --regid postmove --init-groups postmove doctor --mail "$@" >/said 2>&1
}
doctor() { # [SECONDS]: for the letter
    sync_spool
    look --wait "${1:-2}"
    [ $? -eq 1 ] || problems+="# it finds no fault"$'\n'
}
with_closed_spool() { # postmove-receive cannot write to it
    chown root $spool/tmp
    doctor
    says "rights: .*$spool/tmp.*belongs to root, not to postmove.*Fix: chown postmove"
    chown postmove $spool/tmp
}
sync_spool() { :; } # mail that waits may still be moving in the queue
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
as_it_was() { # all is again as setup has left it
    cp /conf $conf
    rm -f $spool/new/*
    mend
} >/dev/null 2>&1

# set_up OPTION ...: `postmove setup`.
set_up() {
    postmove setup --yes --no-mail --address "play@$server_domain" --operator you@example.net "$@" \
        </dev/null || [ $? -eq 1 ]
    cp $conf /conf
}
# Certificates for localhost, for letters that leave by SMTP with TLS.
make_tls() {
    mkdir /tls
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout /tls/key.pem -out /tls/good.pem
    openssl x509 -in /tls/good.pem -signkey /tls/key.pem -days -1 -out /tls/old.pem
} 2>/dev/null
by_smtp() { sed -i "s#^hook = .*#hook = smtp://localhost\nca = /tls/good.pem#" /conf && cp /conf $conf; }

. "tests/servers/faults-$way.sh"
begin() {
    open_world_for_letters
    scripts/install "$build" /usr/local
    useradd --system --create-home --home-dir /var/lib/postmove postmove
    make_tls
    bring_up
}
begin >/begin 2>&1 || { cat /begin && exit 1; }

look --wait 20 || problems=faults
fault nothing is broken
break_all
