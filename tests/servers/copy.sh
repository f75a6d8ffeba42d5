# A copy of this machine to do with as one likes: an overlay of all its files, in
# which what is written is forgotten, with processes, a name and a network of its
# own, where every port is free. $scratch alone is the same there. Its name is
# $server_domain, and it has no user, folder or job of an installed postmove, whatever
# this machine has. Sourced after scene.sh; root only.
# shellcheck shell=bash

# on_copy SCRIPT: what bash does with it there, in this repository, as root; the
# output is in $scratch/said. Ends with 99 where this root may not mount.
on_copy() {
    mkdir -p "$scratch/parts" "$scratch/copy"
    echo "$1" >"$scratch/script"
    unshare --mount --propagation private --pid --fork --kill-child --net --uts \
        bash -c "$(declare -f enter_copy) && enter_copy" >"$scratch/said" 2>&1
}
enter_copy() {
    local parts=$scratch/parts copy=$scratch/copy
    mount -t tmpfs none "$parts" && mkdir "$parts"/{upper,work,tree,treework} &&
        mount -t overlay overlay -o "lowerdir=/,upperdir=$parts/upper,workdir=$parts/work" "$copy" &&
        mkdir -p "$copy$PWD" "$copy$scratch" &&
        mount -t overlay overlay -o "lowerdir=$PWD,upperdir=$parts/tree,workdir=$parts/treework" "$copy$PWD" &&
        mount --bind "$scratch" "$copy$scratch" &&
        mount -t proc proc "$copy/proc" && mount --rbind /dev "$copy/dev" && ip link set lo up || exit 99
    hostname "$server_domain"
    echo "127.0.1.1 $server_domain" >>"$copy/etc/hosts"
    chroot "$copy" userdel --force postmove
    chroot "$copy" sh -c 'rm -rf /var/lib/postmove /etc/postmove /etc/cron.d/postmove*'
    unset SCRATCH MAKEFLAGS MAKELEVEL BUILD
    exec chroot "$copy" /usr/bin/env PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/bin:/usr/sbin:/sbin \
        bash -c "cd '$PWD' && . '$scratch/script'"
}

# What tests do there.
export scratch server_domain
on_copy_tools='
until_true() { # COMMAND ...: a minute at most
    for patience in $(seq 3000); do
        ! "$@" 2>/dev/null || return 0
        sleep 0.02
    done
    return 1
}
spooled() { find /var/lib/postmove/spool/new -type f | grep .; }
listens() { (exec 3<>/dev/tcp/"$1"/"${2-25}"); } # ADDRESS [PORT]

# open_world: another machine, $world, which is all that the copy, $here, can reach. It
# shares its files.
here=198.51.100.1 world=198.51.100.2
has_network_of_its_own() { [ "$(readlink "/proc/$1/ns/net")" != "$(readlink /proc/self/ns/net)" ]; }
open_world() {
    unshare --net sleep 1000 &
    world_process=$!
    until_true has_network_of_its_own $world_process
    ip link add to-world type veth peer name to-here netns $world_process
    ip address add $here/24 dev to-world
    ip link set to-world up
    in_world ip link set lo up
    in_world ip address add $world/24 dev to-here
    in_world ip link set to-here up
}
in_world() { nsenter --target "$world_process" --net "$@"; } # COMMAND ...

# open_world_for_letters: that machine takes every letter, and keeps them in /world. It listens
# before this returns, since doctor tries to reach it.
open_world_for_letters() {
    open_world
    mkdir /world
    in_world python3 tests/servers/smtp-sink.py --mails /world --seconds 600 --listen "$world:25" &
    sink=$!
    until_true in_world bash -c "exec 3<>/dev/tcp/$world/25"
}

# install_postfix: sets Postfix up as its package does where nothing is set up yet and the
# answer is "Internet Site", and starts it.
install_postfix() {
    printf "#!/bin/sh\nexit 101\n" >/usr/sbin/policy-rc.d
    chmod 755 /usr/sbin/policy-rc.d
    rm -f /etc/postfix/main.cf /etc/postfix/master.cf /etc/mailname
    echo PURGE | debconf-communicate postfix
    printf "postfix postfix/%s\n" "main_mailer_type select Internet Site" \
        "mailname string $server_domain" | debconf-set-selections
    DEBIAN_FRONTEND=noninteractive dpkg-reconfigure postfix
    grep "^mydestination = .*$server_domain" /etc/postfix/main.cf
    postconf -e maillog_file=/var/log/postfix.log relayhost=[$world]
    postfix start
}
'
