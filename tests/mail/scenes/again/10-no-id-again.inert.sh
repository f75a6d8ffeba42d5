# On its second way it has other trace headers, and lines that end in CRLF.
{ echo 'Received: by mail.example.com; Tue, 14 Nov 2023 22:30:00 +0000'
    cat "$stage/sent/09-no-id"; } | sed 's/$/\r/' >"$stage/again"
deliver "$stage/again"
