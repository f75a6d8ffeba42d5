{ printf 'From: eve@example.test\nTo: turns@example.org\nSubject: help\n\n'
    yes 'and so on' | head -c 1258291; } >"$stage/mail"
deliver "$stage/mail"
