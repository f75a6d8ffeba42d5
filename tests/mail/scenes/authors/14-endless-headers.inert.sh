{ echo 'From: Carl <carl@example.com>'
    echo 'To: turns@example.org'
    yes 'X-Trace: 1' | head -n 5000
    printf 'Subject: show 1\n\n'; } >"$stage/endless"
deliver "$stage/endless"
