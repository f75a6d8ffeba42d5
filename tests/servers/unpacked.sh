# Mail servers that are not installed, since they displace each other: their packages are
# downloaded and unpacked. Sourced after scene.sh.
# shellcheck shell=bash disable=SC2154

# unpacked PACKAGE ...: lies in $unpacked, and nothing of it is installed: mail
# servers displace each other. False without a network.
unpacked=$scratch/unpacked
unpacked() {
    mkdir -p "$unpacked/lists" && (cd "$unpacked" && { download "$@" || { fetch_lists && download "$@"; }; } &&
        for file in *.deb; do dpkg -x "$file" . || exit; done) >"$log/apt" 2>&1 || return
    LD_LIBRARY_PATH=$unpacked/usr/lib/$(gcc -print-multiarch):$unpacked/lib/$(gcc -print-multiarch)
    export LD_LIBRARY_PATH
}
apt_options=(-q -o APT::Sandbox::User=root)
# A machine that was set up long ago, or from an image, may have no lists of packages,
# or too old ones; those of this machine stay as they are.
fetch_lists() {
    apt_options+=(-o "Dir::State::lists=$unpacked/lists")
    apt-get "${apt_options[@]}" update
}
# download PACKAGE ...: these, and the libraries they need that this machine lacks.
download() {
    # shellcheck disable=SC2046  # names of packages
    apt-get "${apt_options[@]}" download "$@" $(libraries_of "$@")
}
libraries_of() {
    apt-cache "${apt_options[@]}" depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks \
        --no-replaces --no-enhances "$@" | grep -o '^lib[^ <:]*' | sort -u | while read -r library; do
        [ "$(dpkg-query -Wf '${db:Status-Status}' "$library" 2>/dev/null)" = installed ] || echo "$library"
    done
}
