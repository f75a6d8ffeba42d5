# Debian's Exim on the copy of a machine, where its packages lie in $unpacked. Read there behind the
# tools of copy.sh.
# shellcheck shell=bash disable=SC2154

install_exim() {
    cp -a "$unpacked"/usr/. /usr
    cp -a "$unpacked"/etc/. /etc
    useradd --system --home-dir /var/spool/exim4 Debian-exim
    mkdir -p /var/spool/exim4/{db,input,msglog} /var/log/exim4 /var/lib/exim4 /run/exim4
    chown -R Debian-exim: /var/spool/exim4 /var/log/exim4 /run/exim4
    chmod 4755 /usr/sbin/exim4
    ln -sf exim4 /usr/sbin/sendmail
    echo box.example.org >/etc/mailname
}
# configure_exim TYPE [SETTING ...]: as apt does when it has asked.
configure_exim() {
    cat >/etc/exim4/update-exim4.conf.conf <<CONF
dc_eximconfig_configtype='$1'
dc_other_hostnames='box.example.org'
dc_local_interfaces='127.0.0.1'
dc_readhost=''
dc_relay_domains=''
dc_minimaldns='true'
dc_relay_nets=''
dc_smarthost=''
CFILEMODE='644'
dc_use_split_config='false'
dc_hide_mailname=''
dc_mailname_in_oh='true'
dc_localdelivery='mail_spool'
CONF
    shift
    printf '%s\n' "$@" >>/etc/exim4/update-exim4.conf.conf
}
