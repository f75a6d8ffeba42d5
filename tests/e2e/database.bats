#!/usr/bin/env bats
# A database that is missing is no new server, a restore that was cut short has done
# nothing, and changes that were lost are noticed.

bats_require_minimum_version 1.5.0

setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$(realpath "${BUILD:-build}")
    database=$folder/postmove.db
    init
    sed -i "s#^hook = .*#hook = folder:$folder/letters#" "$folder/postmove.conf"
    postmove player add ann ann@example.net
}

postmove() {
    "$build/postmove" --config "$folder/postmove.conf" "$@"
}

init() {
    postmove init --testing --address turns@example.org --operator op@example.org "$@"
}

mail() { # SUBJECT
    printf 'From: ann@example.net\nTo: turns@example.org\nSubject: %s\n\n' "$1" |
        "$build/postmove-receive" -d "$folder/spool" -f ann@example.net -r turns@example.org
}

waiting() {
    find "$folder/spool" -type f | wc -l
}

@test "missing: a run before init is refused, and does not stand in its way" {
    rm "$folder"/postmove.db*
    run --separate-stderr postmove run
    [ "$status" -eq 1 ]
    [[ "$stderr" == *'`postmove init` makes one'* ]]
    init
}

@test "missing: with mail waiting no empty database is made, and all is told what is there" {
    mkdir "$folder/backups"
    postmove backup "$folder/backups/7.db"
    mail whoami
    mail help
    mv "$database" "$folder/away"
    run --separate-stderr postmove run
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"$database: there is no such database; 2 mails wait in $folder/spool"* ]]
    [[ "$stderr" == *"the last backup was made to $folder/backups/7.db"* ]]
    [[ "$stderr" == *"postmove restore FILE"* ]]
    [[ "$stderr" != *"init"* ]]
    run --separate-stderr postmove backup "$folder/other"
    [[ "$stderr" == *"there is no such database; 2 mails wait"* ]]
    run postmove doctor
    [[ "$output" == *"there is no such database; 2 mails wait"* ]]
    run --separate-stderr init
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"$database: no empty database is made; 2 mails wait in $folder/spool"*"--start-anew makes one that knows no player"* ]]
    [ ! -e "$database" ]
    [ "$(waiting)" -eq 2 ]
    # The file is put back, and nobody is a stranger.
    mv "$folder/away" "$database"
    postmove run
    [ "$(waiting)" -eq 0 ]
    grep -q 'ann@example.net' "$folder/letters/00000001.eml"
}

@test "missing: mail in work/ and failed/ counts too" {
    for state in work/1700000000.1.x.1 failed/1700000000.1.x; do
        rm -f "$database"
        echo mail >"$folder/spool/$state"
        run --separate-stderr init
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"1 mail waits in $folder/spool"* ]]
        rm "$folder/spool/$state"
        init --start-anew
    done
}

@test "missing: files that go with a database tell that there was one" {
    rm "$database" "$database.commits"
    for name in postmove.db.commits postmove.db-wal postmove.db-journal postmove.db.before-restore-20260102-030405 postmove.db.old; do
        echo x >"$folder/$name"
        run --separate-stderr init
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"beside it there is $name"* ]]
        run --separate-stderr postmove stats
        [ "$status" -eq 1 ]
        [[ "$stderr" == *"there is no such database; beside it there is $name"* ]]
        rm "$folder/$name"
    done
    # Its own locks do not, nor what an init left that was killed.
    touch "$folder/postmove.db.new" "$folder/postmove.db.new-journal"
    ls "$folder"/postmove.db.*lock
    run --separate-stderr postmove stats
    [[ "$stderr" == *"there is no such database; on a new server \`postmove init\` makes one" ]]
    init
}

@test "missing: a spool whose disk is not mounted is not made anew where there is a database" {
    mv "$folder/spool" "$folder/disk"
    for command in run 'mail list'; do
        # shellcheck disable=SC2086
        run --separate-stderr postmove $command
        [ "$status" -eq 75 ]
        [[ "$stderr" == *"mount its disk or put it back; on a new server"* ]]
    done
    run --separate-stderr "$build/postmove-receive" -d "$folder/spool" -f '' -r turns@example.org <<<''
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"mount its disk or put it back; on a new server"* ]]
    run --separate-stderr postmove init --testing
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"postmove.db: exists already; nothing was changed" ]]
    [ ! -e "$folder/spool" ]
    mv "$folder/disk" "$folder/spool"
    postmove run
}

@test "missing: --start-anew makes an empty one, but not beside another's log" {
    mail whoami
    rm "$database"
    echo x >"$database-wal"
    run --separate-stderr init --start-anew
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"$database-wal: is the log of another database"*"move it away first" ]]
    rm "$database-wal"
    init --start-anew
    run postmove player list
    [ -z "$output" ]
    run --separate-stderr init --start-anew
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"postmove.db: exists already; nothing was changed" ]]
}

@test "a restore that was cut short has done nothing: what it left is removed" {
    postmove backup "$folder/copy"
    postmove player add bob bob@example.com
    for command in 'player list' run 'player list' verify; do
        cp "$folder/copy" "$database.restored"
        run postmove $command
        [ "$status" -eq 0 ]
    done
    postmove run
    [ "$(postmove player list | grep -vc "a program")" -eq 2 ]
    [ -z "$(find "$folder" -name '*restor*')" ]
}

@test "restore: what was put aside with a journal that could not be removed is restored" {
    postmove backup "$folder/copy"
    postmove player add bob bob@example.com
    postmove restore --yes "$folder/copy"
    aside=$(find "$folder" -name '*before-restore*')
    # A journal that is to be played back: SQLite's header, no pages, and the size before.
    cp "$aside" "$folder/before"
    "$build/tests/faults/alter" "$aside" 'PRAGMA journal_mode = PERSIST; UPDATE players SET since = since + 1'
    [ -s "$aside-journal" ]
    printf '\xd9\xd5\x05\xf9\x20\xa1\x63\xd7' | dd of="$aside-journal" conv=notrunc status=none
    run postmove restore --yes "$aside"
    echo "$output"
    [ "$status" -eq 0 ]
    [ "$(postmove player list | grep -vc "a program")" -eq 2 ]
}

# lose: the database is an older copy of itself; bob is not in it.
lose() {
    cp "$database" "$folder/older"
    postmove player add bob bob@example.com
    postmove player add carl carl@example.org
    rm -f "$database-wal" "$database-shm"
    cp "$folder/older" "$database"
}

@test "lost: an older copy put back by hand is noticed, and nothing is done until it is decided" {
    postmove backup "$folder/copy"
    lose
    mail whoami
    for command in run process clocks send 'player add dora dora@example.net'; do
        run --separate-stderr postmove $command
        [ "$status" -eq 75 ]
        [[ "$stderr" == *"$database: changes that were made to it last are missing, 2 in all: its log"*"postmove restore --as-it-is"* ]]
    done
    [ "$(waiting)" -eq 1 ]
    [ "$(postmove player list | grep -vc "a program")" -eq 1 ]
    run postmove verify
    [ "$status" -eq 1 ]
    [[ "$output" == *"database: changes that were made to it last are missing, 2 in all"* ]]
    run postmove doctor
    [[ "$output" == *"FAULT  database: The last changes made to $database are missing, 2 in all"*"--as-it-is"* ]]
    sum=$(md5sum <"$folder/copy")
    run --separate-stderr postmove backup --yes "$folder/copy"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"changes that were made to it last are missing, 2 in all"* ]]
    [ "$sum" = "$(md5sum <"$folder/copy")" ]
    [ ! -e "$folder/copy.tmp" ]
}

@test "lost: restore --as-it-is goes on, with other numbers" {
    lose
    mail whoami
    run --separate-stderr postmove restore --as-it-is </dev/null
    [ "$status" -eq 2 ]
    postmove restore --as-it-is --yes
    run --separate-stderr postmove run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    [ "$(waiting)" -eq 0 ]
    [ -e "$folder/letters/00010001.eml" ]
    run postmove verify
    [ "$status" -eq 0 ]
    postmove backup "$folder/copy"
    [ "$(find "$folder" -name '*before-restore*' | wc -l)" -eq 1 ]
    run postmove restore --as-it-is "$folder/copy"
    [ "$status" -eq 2 ]
    run postmove restore
    [ "$status" -eq 2 ]
}

@test "lost: a backup that is restored, and what was put back, end it" {
    postmove backup "$folder/copy"
    lose
    postmove restore --yes "$folder/copy"
    run --separate-stderr postmove run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    lose
    cp "$folder/older" "$folder/kept"
    run postmove run
    [ "$status" -eq 75 ]
    postmove restore --yes "$(find "$folder" -name '*before-restore*')"
    postmove run
}

@test "lost: a count that is missing or damaged is told of once, and is made anew" {
    counted=$(cat "$database.commits")
    for damage in missing damaged short; do
        case $damage in
        missing) rm "$database.commits" ;;
        damaged) echo '0000000000000000099 0123456789abcde?' >"$database.commits" ;;
        short) echo 1 >"$database.commits" ;;
        esac
        run --separate-stderr postmove run
        [ "$status" -eq 0 ]
        [[ "$stderr" == *"postmove.db.commits: is "*"made anew"* ]]
        run --separate-stderr postmove run
        [ -z "$stderr" ]
        [[ "$(cat "$database.commits")" > "$counted" ]] || [ "$(cat "$database.commits")" = "$counted" ]
    done
    [ "$(stat -c %a "$database.commits")" = 600 ]
    run postmove doctor
    [[ "$output" != *commits* ]]
}

@test "damaged: the first run of a day looks at all pages, and mail waits" {
    postmove run
    page=$("$build/tests/faults/alter" "$database" "SELECT rootpage FROM sqlite_schema WHERE name = 'talk'")
    "$build/tests/faults/alter" "$database" 'PRAGMA wal_checkpoint(TRUNCATE)'
    dd if=/dev/zero of="$database" bs=4096 seek=$((page - 1)) count=1 conv=notrunc status=none
    mail whoami
    touch -d yesterday "$database.ran"
    run --separate-stderr postmove run
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"$database: is damaged: "*"restore a backup"* ]]
    [ "$(waiting)" -eq 1 ]
}

@test "lost: another server's database in the place of ours is refused, and mail waits" {
    mkdir "$folder/other"
    POSTMOVE_SEED=2 "$build/postmove" --config "$folder/other/postmove.conf" init --testing \
        --address turns@example.org --operator op@example.org
    postmove backup "$folder/copy"
    sum=$(md5sum <"$folder/copy")
    mv "$database" "$folder/ours"
    rm -f "$database-wal" "$database-shm"
    cp "$folder/other/postmove.db" "$database"
    mail whoami
    run --separate-stderr postmove run
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"is the database of another server than the one that stood here"*"--as-it-is"* ]]
    [ "$(waiting)" -eq 1 ]
    run --separate-stderr postmove backup --yes "$folder/copy"
    [ "$status" -eq 1 ]
    [ "$sum" = "$(md5sum <"$folder/copy")" ]
    run postmove verify
    [ "$status" -eq 1 ]
    [[ "$output" == *"it is of another server"* ]]
    run postmove doctor
    [[ "$output" == *"FAULT  database: $database is the database of another server"* ]]
    cp "$folder/ours" "$folder/back"
    postmove restore --as-it-is --yes
    run --separate-stderr postmove run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    # And back, by the copy that was made of ours.
    postmove restore --yes "$folder/copy"
    run --separate-stderr postmove run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
}

@test "lost: a count that is behind, as after a power cut, is none; nor is a copy without it" {
    cp "$database.commits" "$folder/behind"
    postmove player add bob bob@example.com
    cp "$folder/behind" "$database.commits"
    run --separate-stderr postmove run
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    # The whole server on another machine, from a backup; and a new one in its place.
    postmove backup "$folder/copy"
    rm "$database" "$database".*
    postmove restore "$folder/copy"
    run --separate-stderr postmove run
    [ -z "$stderr" ]
}
