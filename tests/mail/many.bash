# For the steps: many mails in one go, of whose letters only the number counts.
ask() { # FROM SUBJECT
    printf 'From: %s\nTo: turns@example.org\nSubject: %s\nMessage-ID: <%s@mail.example.net>\n\n' \
        "$1" "$2" "$RANDOM.$RANDOM.$RANDOM" | receive -f "$1" -r turns@example.org
}

# Runs, takes the letters away, and says so if they are not N.
answers() { # N
    postmove run || return 1
    local letters
    letters=$(find "$stage/out" -name '*.eml' | wc -l)
    find "$stage/out" -name '*.eml' -exec mv -t "$stage/letters" {} +
    [ "$letters" -eq "$1" ] || { echo "$letters letters, not $1"; return 1; }
}

alter() { "$build/tests/faults/alter" "$stage/postmove.db" "$1"; }
