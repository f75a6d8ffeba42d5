# The operator is told on standard error, and written to as before.
post fill "$stage" >"$stage/notice" <<'MAIL' && deliver "$stage/notice" || return 1
Return-Path: <>
From: MAILER-DAEMON@mail.example.net
To: {{returns operator@example.org}}
Subject: Undeliverable
Message-ID: <32@mail.example.net>

550 5.1.1 nobody of that name
MAIL
postmove run 2>"$stage/said"
grep -q '^postmove: letter 20 to the operator came back: 5.1.1$' "$stage/said"
