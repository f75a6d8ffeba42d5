#!/usr/bin/env bats
# postmove setup: its options, what it shows, what it writes, and what it refuses. tests/servers/setup does it with a real Postfix.

bats_require_minimum_version 1.5.0

setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_CONF=$folder/etc/postmove.conf
    unset POSTMOVE_TIME POSTMOVE_SEED SUDO_USER
    postmove=${BUILD:-build}/postmove
    mkdir -p "$folder"/box/{new,cur,tmp}
    # Letters come into the mailbox.
    printf '#!/bin/sh\n{ echo "Delivered-To: $2"; cat; } >%s/box/new/1700000000.$$.here\n' "$folder" >"$folder/hook"
    chmod 755 "$folder/hook"
    people=(--address turns@example.org --operator you@example.net)
    all=("${people[@]}" "--way-in=maildir:$folder/box" "--way-out=$folder/hook {sender} {recipient}"
        --run-as "$(id -un)" --folder "$folder/data")
}

# needs_postfix: the files of a Postfix of its own are in $folder, for the user $user.
needs_postfix() {
    PATH=$PATH:/usr/sbin command -v postconf >/dev/null || skip 'there is no Postfix'
    export MAIL_CONFIG=$folder
    [ "$(id -u)" -eq 0 ] && user=nobody || user=$(id -un)
    echo 'mydestination = localhost' >"$folder/main.cf"
    echo 'smtp inet n - y - - smtpd' >"$folder/master.cf"
}

# A machine without pseudo-terminals has none to try.
needs_terminal() { script -qec true /dev/null || skip 'no pseudo-terminal can be had here'; }

# says TEXT ...: all of it stands in $output.
says() {
    local text
    for text; do
        [[ $output == *"$text"* ]] || { printf '%s\n--- does not say: %s\n' "$output" "$text" && return 1; }
    done
}

# refused TEXT OPTION ...: exit code 2 and that reason, and nothing is written.
refused() {
    run --separate-stderr "$postmove" setup "${@:2}" --yes </dev/null
    [ "$status" -eq 2 ]
    [[ $stderr == *"$1"* ]] || { echo "$stderr" && return 1; }
    [ ! -e "$POSTMOVE_CONF" ]
}

# at_terminal LINE ... -- OPTION ...: what it says to these lines.
at_terminal() {
    local typed=()
    while [ "$1" != -- ]; do
        typed+=("$1")
        shift
    done
    shift
    run script -qec "$(printf '%q ' "$postmove" setup "$@")" /dev/null < <(printf '%s\n' "${typed[@]}")
}

@test "without --yes it shows what it would write, and writes nothing" {
    run --separate-stderr "$postmove" setup "${all[@]}" </dev/null
    [ "$status" -eq 0 ]
    says '--- /dev/null' "+++ $POSTMOVE_CONF" '+address = turns@example.org' "+source = maildir:$folder/box" \
        "+database = $folder/data/postmove.db" 'Nothing was written. With --yes'
    [ ! -e "$folder/etc" ] && [ ! -e "$folder/data" ]
    says "$folder/data/postmove.db: a new database"
    ! ls "$folder"/box/new/* 2>/dev/null
    # It is what patch takes.
    ! command -v patch || { mkdir "$folder/etc" && sed '/^Nothing/d' <<<"$output" | patch -p0 "$POSTMOVE_CONF" &&
        "$postmove" init; }
}

@test "without --yes a right configuration makes no database either, and sends no letter" {
    run "$postmove" setup "${all[@]}" --yes --no-mail </dev/null
    [ "$status" -eq 0 ]
    run "$postmove" setup --run-as "$(id -un)" </dev/null
    [ "$status" -eq 0 ]
    says 'All files are as they should be.'
    [[ $output != *' mail: '* ]]
    rm -r "$folder/data"
    run "$postmove" setup --run-as "$(id -un)" </dev/null
    says "$folder/data/postmove.db: a new database" 'Nothing was written.'
    [ ! -e "$folder/data" ]
}

@test "a link to the configuration stays, and so do the file's owner and mode" {
    "$postmove" setup "${all[@]}" --yes --no-mail </dev/null
    ln -s etc/postmove.conf "$folder/postmove.conf"
    chmod 664 "$POSTMOVE_CONF"
    [ "$(id -u)" -ne 0 ] || chown nobody "$POSTMOVE_CONF"
    was=$(stat -c '%u %a' "$POSTMOVE_CONF")
    run "$postmove" --config "$folder/postmove.conf" setup --operator other@example.net --yes --no-mail </dev/null
    [ -L "$folder/postmove.conf" ]
    grep -qx 'operator = other@example.net' "$POSTMOVE_CONF"
    [ "$(stat -c '%u %a' "$POSTMOVE_CONF")" = "$was" ]
}

@test "a hook with an address among its arguments is no mail server" {
    all[5]='--way-out=/usr/bin/true --url smtp://x {recipient}'
    run "$postmove" setup "${all[@]}" --yes --no-mail </dev/null
    grep -qxF 'hook = /usr/bin/true --url smtp://x {recipient}' "$POSTMOVE_CONF"
    ! grep -q '^user' "$POSTMOVE_CONF"
}

@test "--yes: files, database, spool, and a letter goes round" {
    run --separate-stderr "$postmove" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    says "$POSTMOVE_CONF: written" "$folder/data/postmove.db: database" 'ok     mail: it has come back whole'
    [ "$(stat -c %a "$POSTMOVE_CONF" "$folder/data/postmove.db" | xargs)" = '644 600' ]
    # Again: nothing changes, and the answers are those of the configuration.
    sum=$(md5sum "$folder"/etc/*)
    run "$postmove" setup --yes --no-mail --run-as "$(id -un)" </dev/null
    [ "$status" -eq 0 ]
    says 'All files are as they should be.'
    [[ $output != *' mail: '* ]]
    [ "$sum" = "$(md5sum "$folder"/etc/*)" ]
    # Another answer changes its line alone.
    echo '# my own words' >>"$POSTMOVE_CONF"
    cp "$POSTMOVE_CONF" "$folder/before"
    run "$postmove" setup --yes --no-mail --operator other@example.net </dev/null
    says '-operator = you@example.net' '+operator = other@example.net'
    [ "$(diff "$folder/before" "$POSTMOVE_CONF" | grep -c '^[<>]')" -eq 2 ]
    [ "$(ls "$folder/etc")" = postmove.conf ]
}

@test "the server's user is who owns the database, also if its path begins at the configuration" {
    [ "$(id -u)" -eq 0 ] || skip 'who is not root can only be themselves'
    "$postmove" setup "${all[@]}" --yes --no-mail </dev/null
    mv "$folder"/data/* "$folder/etc"
    sed -i "s#$folder/data/##" "$POSTMOVE_CONF"
    chown nobody "$folder/etc/postmove.db"
    needs_postfix
    run "$postmove" setup --way-in=postfix </dev/null
    says 'user=nobody'
}

@test "a fault that the doctor finds is the exit code" {
    printf '#!/bin/sh\nexit 3\n' >"$folder/hook"
    run "$postmove" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 1 ]
    says 'FAULT  mail: A letter to turns+'
}

@test "all options that are missing are named at once" {
    refused 'these options are missing: --way-in --operator; ' --address turns@example.org
    refused 'these options are missing: --address --operator; ' --way-in=postfix
    refused 'these options are missing: --operator --user --way-out; ' --way-in=imaps://imap.example.org --address turns@example.org
    me=(--run-as "$(id -un)")
    refused 'these options are missing: --user --way-out; ' "${people[@]}" "${me[@]}" --way-in=imaps://imap.example.org
    (umask 077 && echo secret >"$folder/secret")
    refused 'these options are missing: --way-out; ' "${people[@]}" "${me[@]}" --way-in=imaps://imap.example.org --user turns \
        --secret "file:$folder/secret"
}

@test "an impossible answer is refused, with the reason that the configuration's parser has" {
    me=(--run-as "$(id -un)")
    refused '--way-in: "pigeon" is no way in; write postfix, exim or opensmtpd' --way-in=pigeon
    out=(--way-out=sendmail "${me[@]}")
    refused 'source: write maildir:PATH' "${people[@]}" "${out[@]}" --way-in=file:/box
    refused 'address: "turns" is not an address' "${out[@]}" --way-in=maildir:box --address turns \
        --operator you@example.net
    refused "operator: this is the server's own address" "${out[@]}" --way-in=maildir:box \
        --address turns@example.org --operator turns+x@example.org
    refused '--run-as: this machine has no user no-such-user' "${people[@]}" "${out[0]}" --way-in=maildir:box --run-as no-such-user
    refused 'hook: "{nobody}": only {sender} and {recipient}' "${people[@]}" "${me[@]}" --way-in=maildir:box \
        --way-out='true {nobody}'
    refused '--user and --secret go only with a mailbox' "${people[@]}" "${out[@]}" --way-in=maildir:box --user turns
    refused 'secret: the secret itself may not stand here' "${people[@]}" "${me[@]}" \
        --way-in=pop3s://example.org --user turns --secret hush --way-out=sendmail
    for beside in --no-mail '--address turns@example.org'; do
        # shellcheck disable=SC2086  # words
        refused 'beside --undo goes only --yes' --undo $beside
    done
    run --separate-stderr "$postmove" setup --colour red
    [ "$status" -eq 2 ]
    echo 'colour = red' >"$folder/wrong"
    run --separate-stderr "$postmove" --config "$folder/wrong" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 2 ]
    [ "$(cat "$folder/wrong")" = 'colour = red' ]
}

@test "what the lines of a mail server cannot hold is refused" {
    user=nobody
    [ "$(id -u)" -eq 0 ] || user=$(id -un)
    way=(--way-in=postfix)
    to=(--operator you@example.net --run-as "$user" --folder "$folder/data")
    for local in postmaster Abuse root; do
        refused "mail for $local@example.org goes to the operator" "${way[@]}" "${to[@]}" --address "$local@example.org"
    done
    refused 'only letters, digits and . _ -' "${way[@]}" "${to[@]}" --address 'a+b@example.org'
    refused "you@example.org is in the server's own domain" "${way[@]}" "${to[@]:2}" --address play@example.org --operator you@example.org
    if [ "$(id -u)" -eq 0 ]; then
        refused 'a mail server starts no program as root' "${way[@]}" "${people[@]}" --run-as root
    else
        refused 'only root can set up a server that runs as root' "${way[@]}" "${people[@]}" --run-as root
    fi
}

@test "the lines for Postfix are shown as they would be" {
    needs_postfix
    way=(--way-in=postfix)
    rm "$folder/master.cf"
    run --separate-stderr "$postmove" setup "${way[@]}" "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
    [ "$status" -eq 75 ]
    [[ $stderr == *"the files of Postfix in $folder: "*"ended with exit code 1"* ]]
    needs_postfix # a domain of its own
    run --separate-stderr "$postmove" setup "${way[@]}" "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
    [ "$status" -eq 0 ]
    says '+virtual_mailbox_domains = inline:{ example.org=postmove }' '+virtual_mailbox_maps = inline:{ turns@example.org=postmove }' \
        '{postmaster@example.org = you@example.net},' '+transport_maps = inline:{ turns@example.org=postmove: }' \
        "user=$user null_sender=" "$folder/data/spool -f"
    # The users of this machine keep their mail at it.
    echo 'mydestination = example.org, localhost' >"$folder/main.cf"
    run --separate-stderr "$postmove" setup "${way[@]}" "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
    [ "$status" -eq 0 ]
    says '+local_recipient_maps = proxy:unix:passwd.byname, $alias_maps, inline:{ turns@example.org=postmove }' \
        '+transport_maps = inline:{ turns@example.org=postmove: }'
    [[ $output != *virtual_mailbox* ]]
    echo broken >"$folder/master.cf"
    run "$postmove" setup "${way[@]}" "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
    [ "$status" -eq 75 ]
    says "the files of Postfix in $folder: "
}

# with_main_cf LINE ...: setup with these lines in main.cf, which writes nothing; $status is its code.
with_main_cf() {
    printf '%s\n' "$@" >"$folder/main.cf"
    run "$postmove" setup --way-in=postfix "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
}

@test "a domain of the machine's users that stands in a file or table" {
    needs_postfix
    printf '# ours\nlocalhost\n  EXAMPLE.org other.test\n' >"$folder/domains"
    printf 'example.org x\n' >"$folder/table"
    for list in "$folder/domains" '$config_directory/domains' "texthash:$folder/table" 'texthash:$config_directory/table' \
        "localhost, proxy:texthash:$folder/table" '!other.test /nowhere/but/behind example.org'; do
        with_main_cf "mydestination = $list"
        [ "$status" -eq 0 ]
        says '+local_recipient_maps = '
        [[ $output != *virtual_mailbox* ]]
    done
    with_main_cf "mydestination = !example.org $folder/domains"
    says '+virtual_mailbox_domains = '
}

@test "a domain that Postfix already handles in another way is refused" {
    needs_postfix
    with_main_cf 'mydestination =' 'relay_domains = a.test example.org'
    [ "$status" -eq 2 ]
    says 'relay_domains ("a.test example.org") lists example.org already' 'take it out there, or'
    with_main_cf 'mydestination =' 'virtual_alias_domains = example.org'
    [ "$status" -eq 2 ]
    says 'virtual_alias_domains ("example.org") lists'
    with_main_cf 'mydestination =' 'virtual_alias_maps = inline:{ {example.org = x}, {ann@example.org = ann@example.net} }'
    [ "$status" -eq 2 ]
    says 'virtual_alias_domains ("$virtual_alias_maps") lists'
    # The users of this machine come first.
    with_main_cf 'mydestination = example.org' 'relay_domains = example.org'
    [ "$status" -eq 0 ]
}

@test "a service of another server is refused, and not undone" {
    needs_postfix
    for program in '/usr/bin/postmove-receive -d /other/spool -f ${sender}' /usr/bin/other; do
        needs_postfix
        printf 'postmove unix - n n - 4 pipe user=%s argv=%s\n' "$user" "$program" >>"$folder/master.cf"
        with_main_cf 'mydestination = localhost'
        [ "$status" -eq 2 ]
        says "the service postmove in master.cf does not bring mail to $folder/data/spool, and one Postfix"
    done
    sed -i "s#/usr/bin/other#/usr/bin/postmove-receive -d $folder/data/spool -f \${sender}#" "$folder/master.cf"
    with_main_cf 'mydestination = localhost'
    [ "$status" -eq 0 ]
    mkdir "$folder/etc"
    printf '[server]\naddress = turns@example.org\noperator = you@example.net\ndatabase = /x/d\nspool = /x/spool\n' \
        >"$POSTMOVE_CONF"
    sum=$(md5sum "$folder"/*.cf)
    run "$postmove" setup --undo --yes </dev/null
    [ "$status" -eq 2 ]
    says 'does not bring mail to /x/spool'
    [ "$sum" = "$(md5sum "$folder"/*.cf)" ]
}

@test "a last line of main.cf or master.cf without a line feed stays whole" {
    needs_postfix
    printf 'home_mailbox = Maildir/' >>"$folder/main.cf"
    printf '  -o soft_bounce=yes' >>"$folder/master.cf"
    run "$postmove" setup --way-in=postfix "${people[@]}" --run-as "$user" --folder "$folder/data" </dev/null
    [ "$status" -eq 0 ]
    says '+postmove_time_limit = 60s' '+postmove'
    run "$postmove" setup --way-in=postfix "${people[@]}" --run-as "$user" --folder "$folder/data" --yes --no-mail </dev/null
    grep -qx 'home_mailbox = Maildir/' "$folder/main.cf"
    grep -qx '  -o soft_bounce=yes' "$folder/master.cf"
    grep -qx 'postmove_time_limit = 60s' "$folder/main.cf"
    # What an operator has added to the service stays.
    postconf -P postmove/unix/soft_bounce=no
    run "$postmove" setup --way-in=postfix --run-as "$user" --yes --no-mail </dev/null
    says 'All files are as they should be.'
    "$postmove" setup --undo --yes </dev/null
    [ "$(cat "$folder/main.cf")" = $'mydestination = localhost\nhome_mailbox = Maildir/' ]
    [ "$(cat "$folder/master.cf")" = $'smtp inet n - y - - smtpd\n  -o soft_bounce=yes' ]
    needs_postfix
    rm -r "$folder/etc"
    # Nothing of setup is there, and a line feed is no reason to write the files.
    mkdir "$folder/etc"
    printf '[server]\naddress = turns@example.org\noperator = you@example.net\ndatabase = /x/d\nspool = /x/spool\n' \
        >"$POSTMOVE_CONF"
    run "$postmove" setup --undo --yes </dev/null
    says 'There is nothing of setup in the files of Postfix.'
}

@test "without a diff that works nothing is written, and it says so" {
    mkdir "$folder/bin"
    printf '#!/bin/sh\nexec <&-\nexit 3\n' >"$folder/bin/diff"
    chmod 755 "$folder/bin/diff"
    PATH=$folder/bin:$PATH run --separate-stderr "$postmove" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 75 ]
    [[ $stderr == *"$POSTMOVE_CONF: diff could not show what changes, so nothing is written"* ]]
    [ ! -e "$POSTMOVE_CONF" ]
}

@test "what somebody else writes while setup shows its changes is not overwritten" {
    "$postmove" setup "${all[@]}" --yes --no-mail </dev/null
    mkdir "$folder/bin"
    printf '#!/bin/sh\necho "# meanwhile" >>"$POSTMOVE_CONF"\nexit 1\n' >"$folder/bin/diff"
    chmod 755 "$folder/bin/diff"
    PATH=$folder/bin:$PATH run --separate-stderr "$postmove" setup --yes --operator other@example.net </dev/null
    [ "$status" -eq 75 ]
    [[ $stderr == *"$POSTMOVE_CONF: somebody else has changed it meanwhile"* ]]
    grep -qx '# meanwhile' "$POSTMOVE_CONF"
    grep -qx 'operator = you@example.net' "$POSTMOVE_CONF"
    [ "$(ls -A "$folder/etc")" = postmove.conf ]
    # Nor is a file that was not there before.
    rm -r "$folder/etc" "$folder/data"
    printf '#!/bin/sh\nmkdir -p "${POSTMOVE_CONF%%/*}"\necho mine >"$POSTMOVE_CONF"\nexit 1\n' >"$folder/bin/diff"
    PATH=$folder/bin:$PATH run --separate-stderr "$postmove" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 75 ]
    [ "$(cat "$POSTMOVE_CONF")" = mine ]
}

@test "a log-in is that of the mailbox and of the mail server for letters; a secret that is there stays" {
    way=(--way-in=imaps://127.0.0.1:1 --way-out=smtps://127.0.0.1:1 --user turns)
    run "$postmove" setup "${people[@]}" "${way[@]}" --run-as "$(id -un)" --folder "$folder/data" --yes --no-mail </dev/null
    [ "$(grep -cx 'user = turns' "$POSTMOVE_CONF")" -eq 2 ]
    [ "$(grep -cx "secret = file:$folder/etc/secret" "$POSTMOVE_CONF")" -eq 2 ]
    sed -i 's/^secret = .*/secret = command pass turns/' "$POSTMOVE_CONF"
    run "$postmove" setup "${way[@]}" --yes --no-mail </dev/null
    says 'All files are as they should be.'
    run "$postmove" setup --way-out=sendmail --yes --no-mail </dev/null
    says '-secret = command pass turns' '-user = turns'
    [ "$(grep -cx 'user = turns' "$POSTMOVE_CONF")" -eq 1 ]
}

@test "for Exim and OpenSMTPD it writes the configuration, and names the examples" {
    for way in exim opensmtpd; do
        rm -rf "$folder/etc" "$folder/data"
        [ "$(id -u)" -eq 0 ] && user=nobody || user=$(id -un)
        [ "$user" != nobody ] || install -d -o nobody "$folder/data"
        chmod 755 "$folder"
        run "$postmove" setup "--way-in=$way" "${people[@]}" --run-as "$user" --folder "$folder/data" --yes </dev/null
        says 'from the examples into' 'run `postmove doctor --mail`'
        [[ $output != *' mail: '* ]]
        grep -qx 'address = turns@example.org' "$POSTMOVE_CONF"
        grep -q '^hook = .*sendmail' "$POSTMOVE_CONF"
    done
}

@test "at a terminal it asks before it writes" {
    needs_terminal
    at_terminal y -- "${all[@]}" --no-mail
    [ "$status" -eq 0 ]
    says 'Put these changes in place? [y/N]' "$POSTMOVE_CONF: written"
    # What the configuration says needs no option.
    at_terminal n -- --run-as "$(id -un)" --operator other@example.net
    [ "$status" -eq 1 ]
    says '+operator = other@example.net' 'Nothing was written.'
    grep -qx 'operator = you@example.net' "$POSTMOVE_CONF"
}

@test "a path of the configuration that the lines of a mail server cannot hold is refused" {
    needs_postfix
    mkdir "$folder/etc"
    printf '[server]\naddress = turns@example.org\noperator = you@example.net\ndatabase = /x/postmove.db\nspool = /a b/spool\n' \
        >"$POSTMOVE_CONF"
    run "$postmove" setup --way-in=postfix --run-as "$user" </dev/null
    [ "$status" -eq 2 ]
    says '/a b/spool: only letters, digits'
}

@test "a file that cannot be written" {
    [ "$(id -u)" -ne 0 ] || skip 'root may write everywhere'
    mkdir -p "$folder/etc"
    chmod 500 "$folder/etc"
    run --separate-stderr "$postmove" setup "${all[@]}" --yes </dev/null
    [ "$status" -eq 75 ]
    [[ $stderr == *"$POSTMOVE_CONF: cannot write"* ]]
    [ -z "$(ls -A "$folder/etc")" ]
}
