#!/usr/bin/env bats
# postmove backup and restore: a copy of the database while mail flows, and the
# way back, here or elsewhere.

bats_require_minimum_version 1.5.0

# A match of ann and bob on the small board of Halma, whose letters went to a folder.
setup() {
    folder=$BATS_TEST_TMPDIR
    export POSTMOVE_TIME=1700000000 POSTMOVE_SEED=1
    build=$(realpath "${BUILD:-build}")
    server here
    postmove here player add ann ann@example.net
    postmove here player add bob bob@example.com
    postmove here match create halma ann bob -size=8
    postmove here run
}

server() { # NAME [OPTION]
    mkdir "$folder/$1"
    postmove "$1" init ${2---testing} --address turns@example.org --operator op@example.org
    sed -i "s#^hook = .*#hook = folder:$folder/$1/letters#" "$folder/$1/postmove.conf"
}

postmove() { # NAME ARGUMENT ...
    local name=$1
    shift
    "$build/postmove" --config "$folder/$name/postmove.conf" "$@"
}

# reply NAME LETTER TEXT: the reader of that letter answers it.
reply() {
    local letter=$folder/here/letters/$2 to from
    to=$(sed -n 's/^Reply-To: //p' "$letter")
    from=$(sed -n 's/^To: //p' "$letter")
    printf 'From: %s\nTo: %s\nSubject: x\n\n%s\n' "$from" "$to" "$3" |
        "$build/postmove-receive" -d "$folder/$1/spool" -f "$from" -r "$to"
}

# damage FILE: some pages in the midst of it are lost.
# As somebody may change a copy on purpose.
unseal() { truncate -s "$(($(stat -c %s "$1") / 4096 * 4096))" "$1"; }
turn_bit() { # FILE BYTE
    perl -e 'open(my $f, "+<", $ARGV[0]) or die; seek($f, $ARGV[1], 0); read($f, my $c, 1);
        seek($f, $ARGV[1], 0); print $f $c ^ "\x04"' "$1" "$2"
}

damage() {
    dd if=/dev/zero of="$1" bs=4096 seek=8 count=12 conv=notrunc status=none
}

@test "backup: one file, nobody else's to read, no log beside it" {
    run postmove here backup "$folder/copy"
    [ "$status" -eq 0 ]
    [[ "$output" == "$folder/copy: 1 boards, as of "*", for tests only" ]]
    [ "$(stat -c %a "$folder/copy")" = 600 ]
    [ "$(find "$folder" -maxdepth 1 -name 'copy*' | wc -l)" -eq 1 ]
}

@test "backup: --yes replaces nothing that the server needs, also through a link" {
    sed -i 's#^spool = .*#&\nstandby = log#' "$folder/here/postmove.conf"
    postmove here run
    ln -s here "$folder/link"
    find "$folder/here" -type f -exec md5sum {} + | sort >"$folder/before"
    for file in postmove.conf postmove.db postmove.db-wal postmove.db.lock spool/new/x log/x "$(cd "$folder/here" && ls log/*.log)"; do
        for way in here link; do
            run --separate-stderr postmove here backup --yes "$folder/$way/$file"
            [ "$status" -eq 1 ]
            case $file in postmove.conf) says='is the configuration' ;; spool*) says='is in the spool' ;;
            log*) says='is in the log for a standby' ;; *) says='is the database itself, or belongs to it' ;; esac
            [ "$stderr" = "postmove: $folder/$way/$file $says; name another file" ]
        done
    done
    find "$folder/here" -type f -exec md5sum {} + | sort | diff "$folder/before" -
    postmove here backup "$folder/here/copy"
}

@test "backup: every row of every table is in it" {
    reply here "$(basename "$(grep -l '^To: ann@' "$folder"/here/letters/*)")" 'chat hello'
    postmove here run
    postmove here backup "$folder/copy"
    "$build/tests/faults/dump" "$folder/here/postmove.db" >"$folder/rows"
    grep -q '^talk ' "$folder/rows"
    diff "$folder/rows" <("$build/tests/faults/dump" "$folder/copy")
}

@test "backup: what is there is replaced only after a yes" {
    echo mine >"$folder/copy"
    run --separate-stderr postmove here backup "$folder/copy" </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"copy: is there already; confirm with --yes" ]]
    [ "$(cat "$folder/copy")" = mine ]
    postmove here backup --yes "$folder/copy"
    postmove here restore --yes "$folder/copy"
}

@test "backup: refuses the database itself, a folder, a FIFO, a disk that is not there" {
    mkfifo "$folder/pipe"
    ln "$folder/here/postmove.db" "$folder/link"
    for file in "$folder/here/postmove.db" "$folder/here/../here/postmove.db-wal" \
        "$folder/here/postmove.db.run.lock" "$folder/here/postmove.db.restored" "$folder/here" "$folder/pipe" "$folder/link"; do
        run --separate-stderr postmove here backup --yes "$file"
        [ "$status" -eq 1 ]
        [ -n "$stderr" ]
    done
    run --separate-stderr postmove here backup "$folder/nowhere/copy"
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"nowhere/copy.tmp-lock: cannot open the lock: "* ]]
    run postmove here backup
    [ "$status" -eq 2 ]
    run postmove here verify
    [ "$status" -eq 0 ]
}

@test "verify --json: boards, turns and faults" {
    run postmove here verify --json
    [ "$status" -eq 0 ]
    [ "$output" = '{"boards":1,"turns":0,"faults":[]}' ]
    "$build/tests/faults/alter" "$folder/here/postmove.db" "UPDATE boards SET turns = 5"
    run postmove here verify --json
    [ "$status" -eq 1 ]
    [ "$output" = '{"boards":1,"turns":0,"faults":["board 1: 5 turns stored, 0 in its record"]}' ]
}

@test "backup: of a damaged database there is none" {
    damage "$folder/here/postmove.db"
    run --separate-stderr postmove here backup "$folder/copy"
    [ "$status" -ne 0 ]
    [[ "$stderr" == *"is damaged"* ]]
    [ -z "$(find "$folder" -maxdepth 1 -name 'copy*')" ]
}

@test "restore: puts the backup in its place, and the database before aside" {
    postmove here backup "$folder/copy"
    reply here 00000001.eml e1-d2
    postmove here run
    run --separate-stderr postmove here restore "$folder/copy" </dev/null
    [ "$status" -eq 2 ]
    [[ "$stderr" == *"nothing was done; confirm with --yes" ]]
    postmove here match show 1 | grep -q ' turns 1 '
    run --separate-stderr postmove here restore --yes "$folder/copy"
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "$folder/here/postmove.db: restored from $folder/copy" ]
    aside=${lines[1]%: the database before}
    [[ "$aside" == "$folder/here/postmove.db.before-restore-"* ]]
    [ "$(stat -c %a "$folder/here/postmove.db")" = 600 ]
    postmove here match show 1 | grep -q ' turns 0 '
    run postmove here journal
    [[ "$output" == *"  restore: copy" ]]
    # What was put aside is a database too, and the way back from the way back.
    postmove here restore --yes "$aside"
    postmove here match show 1 | grep -q ' turns 1 '
    run postmove here verify
    [ "$output" = "1 boards, 1 turns, 0 faults" ]
}

@test "restore: numbers that stood in letters are not given again" {
    postmove here backup "$folder/copy"
    postmove here match create halma bob ann
    postmove here run
    [ -e "$folder/here/letters/00000004.eml" ]
    postmove here restore --yes "$folder/copy"
    run postmove here match create halma bob ann
    [ "$output" = 3 ]
    postmove here run
    [ -e "$folder/here/letters/00000006.eml" ]
    # Where it is not known which were given, a good many are left out.
    POSTMOVE_SEED=2 server there
    postmove there restore --yes "$folder/copy"
    run postmove there match create halma bob ann
    [ "$output" = 102 ]
    postmove there run
    [ -e "$folder/there/letters/00010003.eml" ]
}

@test "restore --tell: all who play see their board, and may answer that letter" {
    postmove here backup "$folder/copy"
    reply here 00000001.eml e1-d2
    postmove here run
    postmove here restore --yes --tell "$folder/copy"
    postmove here run
    grep -q '^The operator had to set the server back' "$folder/here/letters/00000005.eml"
    grep -q '^To: ann@example.net' "$folder/here/letters/00000005.eml"
    grep -q '^To: bob@example.com' "$folder/here/letters/00000006.eml"
    reply here 00000005.eml e1-d2
    postmove here run
    postmove here match show 1 | grep -q ' turns 1 '
    # A letter from the time that is lost is not obeyed.
    reply here 00000003.eml a8-b7
    postmove here run
    postmove here match show 1 | grep -q ' turns 1 '
}

@test "restore: letters that waited go out with the bytes they had" {
    postmove here match create emergo ann bob
    postmove here backup "$folder/copy"
    postmove here send
    cp "$folder/here/letters/00000003.eml" "$folder/first.eml"
    rm "$folder/here/letters/00000003.eml"
    postmove here restore --yes "$folder/copy"
    postmove here send
    cmp "$folder/first.eml" "$folder/here/letters/00000003.eml"
}

@test "restore: a turned bit anywhere in a backup, or a cut, is noticed, and the doctor notices it, too" {
    postmove here backup "$folder/copy"
    size=$(stat -c %s "$folder/copy")
    for ((byte = 100; byte < size - 79; byte += size / 23)); do
        cp "$folder/copy" "$folder/turned"
        turn_bit "$folder/turned" $byte
        run --separate-stderr postmove here restore --yes "$folder/turned"
        [ "$status" -eq 1 ]
        [[ "$stderr" == "postmove: $folder/turned: it is damaged, or no backup, and another one is needed: "* ]]
    done
    for change in +1 -1 -100 -300 -591 -2000 -3663; do
        cp "$folder/copy" "$folder/longer"
        truncate -s $change "$folder/longer"
        run --separate-stderr postmove here restore --yes "$folder/longer"
        [ "$status" -eq 1 ]
        [[ "$stderr" == "postmove: $folder/longer: it is damaged, or no backup, and another one is needed: it does not end with a whole seal" ]]
    done
    turn_bit "$folder/copy" $((size / 2))
    run postmove here doctor
    [ "$status" -eq 1 ]
    [[ "$output" == *"cannot be restored: "*"its bytes are not those that were written"* ]]
}

@test "restore: refuses what is no sound backup of this program, and leaves all as it was" {
    postmove here backup "$folder/copy"
    unseal "$folder/copy"
    sum=$(md5sum <"$folder/here/postmove.db")
    printf 'no database at all, but long enough to be looked at as one' >"$folder/nonsense"
    run --separate-stderr postmove here restore --yes /etc/passwd
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"/etc/passwd: it is damaged, or no backup, "* ]]
    cp "$folder/copy" "$folder/damaged"
    damage "$folder/damaged"
    head -c 20000 "$folder/copy" >"$folder/short"
    cp "$folder/copy" "$folder/newer"
    "$build/tests/faults/alter" "$folder/newer" 'PRAGMA user_version = 99'
    cp "$folder/copy" "$folder/none"
    "$build/tests/faults/alter" "$folder/none" 'PRAGMA user_version = -3'
    cp "$folder/copy" "$folder/logged"
    mkfifo "$folder/pipe" "$folder/logged-journal"
    for file in nonsense damaged short newer none logged pipe nowhere here/postmove.db; do
        run --separate-stderr timeout 20 "$build/postmove" --config "$folder/here/postmove.conf" \
            restore --yes "$folder/$file"
        case $file in nonsense) [ "$status" -eq 1 ] ;; *) [ "$status" -eq 1 ] || [ "$status" -eq 75 ] ;; esac
        [[ "$stderr" == "postmove: $folder/$file: "* ]]
        # Which file is damaged, and that it is no use to restore that one.
        case $file in nonsense | damaged | short) [[ "$stderr" == *@( one is needed|a sound backup)* && "$stderr" != *'restore a backup'* ]] ;; esac
    done
    [ "$sum" = "$(md5sum <"$folder/here/postmove.db")" ]
    [ -z "$(find "$folder/here" -name '*restore*')" ]
    run postmove here restore
    [ "$status" -eq 2 ]
}

@test "backup and restore keep what an operator has added to the database" {
    "$build/tests/faults/alter" "$folder/here/postmove.db" 'CREATE INDEX his_index ON players (since); ANALYZE'
    postmove here backup "$folder/copy"
    run --separate-stderr postmove here restore --yes "$folder/copy"
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    run "$build/tests/faults/alter" "$folder/here/postmove.db" "SELECT name FROM sqlite_schema WHERE name LIKE 'his%'"
    [ "$output" = his_index ]
    run postmove here verify
    [ "$output" = "1 boards, 0 turns, 0 faults" ]
}

@test "backup: a log left beside its name would be taken for its own" {
    echo 'of the database that had this name' >"$folder/copy-wal"
    run --separate-stderr postmove here backup "$folder/copy"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"copy-wal: is the log of another database"* ]]
    [ ! -e "$folder/copy" ]
    [ ! -e "$folder/copy.tmp" ]
}

@test "restore: a server that people play on does not become one for tests" {
    postmove here backup "$folder/copy"
    server there ''
    run --separate-stderr postmove there restore --yes "$folder/copy"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is of a server for tests, and this one is not" ]]
    postmove there backup "$folder/real"
    run --separate-stderr postmove here restore --yes "$folder/real"
    [ "$status" -eq 1 ]
    [[ "$stderr" == *"is of a server that people play on, and this one is for tests" ]]
}

@test "restore: where the database is gone, or no database any more" {
    postmove here backup "$folder/copy"
    rm "$folder/here/postmove.db"
    postmove here restore "$folder/copy"
    echo 'no database any more, since a disk lied about what it had written' >"$folder/here/postmove.db"
    echo 'nor is this its log' >"$folder/here/postmove.db-wal"
    postmove here restore --yes "$folder/copy"
    [ "$(find "$folder/here" -name '*before-restore*-wal' | wc -l)" -eq 1 ]
    [ ! -e "$folder/here/postmove.db-wal" ]
    run postmove here verify
    [ "$output" = "1 boards, 0 turns, 0 faults" ]
}

@test "restore: waits for a run, which sees one database or the other" {
    postmove here backup "$folder/copy"
    (
        flock 9
        touch "$folder/held"
        sleep 1
        touch "$folder/done"
    ) 9>"$folder/here/postmove.db.run.lock" &
    while [ ! -e "$folder/held" ]; do sleep 0.01; done
    postmove here restore --yes "$folder/copy"
    [ -e "$folder/done" ]
    wait
}

# load: mails in runs of their own, each of which is a row of talk and two letters; more are
# not written about one board in a day.
load() {
    local i
    for i in $(seq 20); do
        reply here 00000001.eml "chat words $i"
        postmove here run
    done
    touch "$folder/loaded"
}

@test "restore: on a new machine it makes the spool; where a database was, a spool may be on another disk" {
    postmove here backup "$folder/copy"
    mkdir "$folder/there"
    sed "s#$folder/here#$folder/there#" "$folder/here/postmove.conf" >"$folder/there/postmove.conf"
    postmove there restore "$folder/copy"
    postmove there run
    rm -r "$folder/there/spool"
    postmove there restore --yes "$folder/copy"
    [ ! -e "$folder/there/spool" ]
    rm "$folder"/there/postmove.db*
    touch "$folder/there/spool"
    run --separate-stderr postmove there restore "$folder/copy"
    [ "$status" -eq 75 ]
    [[ "$stderr" == *"spool/tmp: "* ]]
    [ ! -e "$folder/there/postmove.db" ]
}

@test "restore: mail that comes meanwhile is all there, and is played on what was restored" {
    postmove here backup "$folder/copy"
    letter=$(grep -l '^Delivered-To: ann@example.net' "$folder"/here/letters/*.eml | xargs grep -l '^Reply-To:' | tail -n 1)
    for mail in {1..30}; do
        reply here "${letter##*/}" "$([ "$mail" -eq 20 ] && echo h3-f3 || echo show)"
    done &
    receiving=$!
    for round in 1 2 3; do
        postmove here restore --yes "$folder/copy"
    done
    wait $receiving
    [ "$(find "$folder/here/spool/new" -type f | wc -l)" -eq 30 ]
    postmove here run
    [ -z "$(find "$folder/here/spool" -type f)" ]
    [ "$(postmove here match show 1 | grep -c h3-f3)" -eq 1 ]
    postmove here verify
}

@test "a copy by hand goes on by itself, and is not taken back for a database that has gone on" {
    for copy in whole bare; do
        mkdir "$folder/$copy"
        cp -a "$folder"/here/{postmove.conf,postmove.db,spool} "$folder/$copy"
        sed -i "s#$folder/here#$folder/$copy#" "$folder/$copy/postmove.conf"
    done
    cp -a "$folder/here/postmove.db".* "$folder/whole"
    run --separate-stderr postmove whole player add carl carl@example.org
    [ "$status" -eq 0 ]
    [ -z "$stderr" ]
    # Whether that one had lost something nobody can tell; it says so once.
    run --separate-stderr postmove bare run
    [ "$status" -eq 0 ]
    [[ "$stderr" == *'postmove.db.commits: is missing'* ]]
    for copy in whole bare; do
        run --separate-stderr postmove $copy run
        [ "$status" -eq 0 ]
        [ -z "$stderr" ]
        postmove $copy verify
    done
    for name in carl dora emil; do
        postmove here player add $name $name@example.org
    done
    cp "$folder/whole/postmove.db" "$folder/here/postmove.db"
    run --separate-stderr postmove here run
    [ "$status" -eq 75 ]
    [[ "$stderr" == *'changes that were made to it last are missing'* ]]
}

@test "a backup taken under load and restored elsewhere verifies and plays on" {
    cp -r "$folder/here/letters" "$folder/letters"
    load &
    backups=0
    while [ ! -e "$folder/loaded" ] && [ "$backups" -lt 20 ]; do
        backups=$((backups + 1))
        postmove here backup "$folder/copy.$backups"
    done
    wait
    [ "$backups" -ge 5 ]
    server there
    mv "$folder/there/postmove.db" "$folder/there/other.db"
    sed -i 's/^database = .*/database = other.db/' "$folder/there/postmove.conf"
    between=0
    for copy in "$folder"/copy.*; do
        postmove there restore --yes "$copy"
        run postmove there verify
        [ "$output" = "1 boards, 0 turns, 0 faults" ]
        read -r mails letters waiting < <(postmove there stats --json |
            sed 's/.*"mails":\([0-9]*\),.*"letters":\([0-9]*\),.*"letters_waiting":\([0-9]*\),.*/\1 \2 \3/')
        # Each mail is in it with its answer, or not at all; what is said at a board is written
        # at the end of a run.
        [ "$((letters + waiting))" -ge "$((2 + mails))" ]
        [ "$((letters + waiting))" -le "$((2 + 2 * mails))" ]
        [ "$mails" -eq 0 ] || [ "$mails" -eq 20 ] || between=$((between + 1))
        rm -f "$folder"/there/other.db.before-restore-*
    done
    [ "$between" -ge 3 ]
    # The first letter of all is answered at the new place.
    reply there 00000001.eml e1-d2
    postmove there run
    postmove there match show 1 | grep -q ' turns 1 '
    answer=$(grep -lx 'ann played e1-d2.*' "$folder"/there/letters/*.eml)
    to=$(sed -n 's/^Reply-To: //p' "$answer")
    printf 'From: bob@example.com\nTo: %s\nSubject: x\n\nd8-e7\n' "$to" |
        "$build/postmove-receive" -d "$folder/there/spool" -f bob@example.com -r "$to"
    postmove there run
    run postmove there verify
    [ "$output" = "1 boards, 2 turns, 0 faults" ]
}
