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

# A remark at the board of the newest letter to somebody.
remark() { # FROM TEXT
    local reply
    reply=$(post fill "$stage" <<<"{{reply $1}}")
    printf '%s\n' "From: $1" "To: $reply" 'Subject: Re: x' \
        "Message-ID: <$(cksum <<<"$2" | tr ' ' .)@mail.example.net>" '' "chat $2" |
        receive -f "$1" -r "$reply"
}

# Takes the letters to somebody away, and says so if they are not N.
put_away() { # ADDRESS N
    local letters
    mapfile -t letters < <(grep -rlF "Delivered-To: $1" "$stage/out")
    [ "${#letters[@]}" -eq "$2" ] || { echo "${#letters[@]} letters to $1, not $2"; return 1; }
    mv -t "$stage/letters" "${letters[@]}"
}

# A mail of a Subject alone that the mail server vouches for. Each has a Date of its own: by what
# that server has signed one is told from another.
vouched() { # FROM SUBJECT
    vouched=$((${vouched:-0} + 1))
    printf '%s\n' "Authentication-Results: mx.example.org; dmarc=pass header.from=${1#*@}" \
        "From: $1" 'To: turns@example.org' "Subject: $2" \
        "Date: $(date -u -R -d "@$((1700000000 + vouched))")" \
        "Message-ID: <$(cksum <<<"$vouched $2" | tr ' ' .).vouched@mail.example.net>" '' |
        receive -f "$1" -r turns@example.org
}
