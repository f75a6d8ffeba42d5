# A copy of this machine to do with as one likes: an overlay of all its files, in
# which what is written is forgotten, with processes and a network of its own,
# where every port is free. $scratch alone is the same there. Sourced after
# scene.sh; root only.
# shellcheck shell=bash

# on_copy SCRIPT: what bash does with it there, in this repository, as root; the
# output is in $scratch/said. Ends with 99 where this root may not mount.
on_copy() {
    mkdir -p "$scratch/parts" "$scratch/copy"
    echo "$1" >"$scratch/script"
    unshare --mount --propagation private --pid --fork --kill-child --net \
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
    unset SCRATCH MAKEFLAGS MAKELEVEL BUILD
    exec chroot "$copy" /usr/bin/env PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/bin:/usr/sbin:/sbin \
        bash -c "cd '$PWD' && . '$scratch/script'"
}

# What tests do there.
export scratch
on_copy_tools='
until_true() { # COMMAND ...: a minute at most
    for patience in $(seq 3000); do
        ! "$@" 2>/dev/null || return 0
        sleep 0.02
    done
    return 1
}
spooled() { find /var/lib/postmove/spool/new -type f | grep .; }
'
