# What README.md lets an operator type and write, as a script for the copy of a machine. Sourced
# after copy.sh.
# shellcheck shell=bash

# steps FROM TO: the lines of README.md from that heading to that one. Commands stand indented
# by four blanks, files between fences behind the last `/path` that was named since the fence
# before; what stands between other fences is only to be read.
steps() {
    sed -n "/^$1/,/^$2/p" README.md | awk '
        /^```$/ && !inside { inside = 1; file = path; path = ""
                             if (file) printf "cat >>%s <<\"END\"\n", file
                             next }
        /^```$/ { inside = 0; if (file) print "END"; next }
        inside { if (file) print; next }
        /^    / { print substr($0, 5); next }
        { while (match($0, /`\/[^` ]*`/)) {
              path = substr($0, RSTART + 1, RLENGTH - 2)
              $0 = substr($0, RSTART + RLENGTH) } }'
}

# What that machine has beside this one: sudo; an apt that finds all installed, and sets Postfix
# up as its package does; and a systemctl that restarts OpenDKIM.
steps_tools='
sudo() {
    [ "$1" != -u ] || set -- setpriv --reuid "$2" --regid "$2" --init-groups "${@:3}"
    "$@"
}
apt-get() {
    dpkg-query -W "${@:2}" >/dev/null
    case " $* " in *" postfix "*) install_postfix ;; esac
}
systemctl() { # restart opendkim
    mkdir -p /run/opendkim
    chown opendkim: /run/opendkim
    /usr/sbin/opendkim
}
'

# steps_zone FROM TO: the lines for a zone that stand there.
steps_zone() { sed -n "/^$1/,/^$2/p" README.md | grep '^[^ ]*\. *IN '; }

# steps_inline WORDS: the command that stands in a sentence and begins so.
steps_inline() { tr '\n' ' ' <README.md | grep -o "\`$1[^\`]*\`" | tr -d '\`' | head -n 1; }
