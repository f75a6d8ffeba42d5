# What tests/servers/examples does with Debian's Exim on the copy of a machine, as root, where its
# packages lie in $unpacked. It is read there behind the tools of copy.sh, with $build.
# shellcheck shell=bash disable=SC2154

set -eux
scripts/install "$build" /usr/local
useradd --system --create-home --home-dir /var/lib/postmove postmove
cp -a "$unpacked"/usr/. /usr
cp -a "$unpacked"/etc/. /etc
useradd --system --home-dir /var/spool/exim4 Debian-exim
mkdir -p /var/spool/exim4/{db,input,msglog} /var/log/exim4 /var/lib/exim4 /run/exim4
chown -R Debian-exim: /var/spool/exim4 /var/log/exim4 /run/exim4
chmod 4755 /usr/sbin/exim4
ln -sf exim4 /usr/sbin/sendmail
echo box.example.org >/etc/mailname
trap 'cat /var/log/exim4/mainlog' EXIT
postmove setup --yes --way-in=exim --address "play@$server_domain" --operator you@example.org </dev/null

# As apt leaves it, with one file, and with many.
for split in false true; do
    cat >/etc/exim4/update-exim4.conf.conf <<CONF
dc_eximconfig_configtype='internet'
dc_other_hostnames='box.example.org:$server_domain'
dc_local_interfaces='127.0.0.1'
dc_readhost=''
dc_relay_domains=''
dc_minimaldns='true'
dc_relay_nets=''
dc_smarthost=''
CFILEMODE='644'
dc_use_split_config='$split'
dc_hide_mailname=''
dc_mailname_in_oh='true'
dc_localdelivery='mail_spool'
CONF
    if [ $split = false ]; then
        sed -i -e '/^begin routers/r scripts/examples/exim-routers.conf' \
            -e '/^begin transports/r scripts/examples/exim-transport.conf' /etc/exim4/exim4.conf.template
    else
        cp scripts/examples/exim-routers.conf /etc/exim4/conf.d/router/050_postmove
        cp scripts/examples/exim-transport.conf /etc/exim4/conf.d/transport/30_postmove
    fi
    update-exim4.conf
    setpriv --reuid postmove --regid postmove --init-groups postmove doctor --mail --wait 20
    [ "$(exim4 -bt "guess@$server_domain" | grep -c undeliverable)" -eq 1 ]
    exim4 -bt "postmaster@$server_domain" | grep you@example.org
done
echo 'well done'
