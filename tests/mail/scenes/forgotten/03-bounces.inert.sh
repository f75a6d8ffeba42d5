# A letter to her came back once.
to=$(post fill "$stage" <<<'{{returns zoe.zenith@example.test}}')
receive -f "" -r "$to" <<EOF
From: MAILER-DAEMON@example.test
To: $to
Subject: Undelivered Mail Returned to Sender
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

no
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; example.test

Final-Recipient: rfc822; zoe.zenith@example.test
Action: failed
Status: 5.1.1

--b--
EOF
