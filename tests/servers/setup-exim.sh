# What tests/servers/examples does with Debian's Exim on the copy of a machine, as root. It is read
# there behind the tools of copy.sh, with $build and $unpacked.
# shellcheck shell=bash disable=SC2154

set -eux
scripts/install "$build" /usr/local
useradd --system --create-home --home-dir /var/lib/postmove postmove
. tests/servers/exim.sh
install_exim
trap 'cat /var/log/exim4/mainlog' EXIT

# As apt leaves it, with one file, and with many.
for split in false true; do
    configure_exim internet "dc_use_split_config='$split'"
    for again in no yes; do
        postmove setup --yes --wait 20 --way-in=exim --address "play@$server_domain" --operator you@example.net \
            </dev/null >/said || true
        # Nothing runs here that takes mail from elsewhere; no more is wrong.
        [ "$(grep -c '^FAULT' /said)" -eq 1 ] && grep '^FAULT *exim: .*nothing listens' /said || { cat /said && exit 1; }
        grep '^ok     mail: it has come back whole' /said
        [ $again = no ] || grep '^All files are as they should be' /said
    done
    [ "$(exim4 -bt "guess@$server_domain" | grep -c undeliverable)" -eq 1 ]
    exim4 -bt "postmaster@$server_domain" | grep you@example.net
done
echo 'well done'
