# Lines that end in CR alone, as no mail should have them.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: bob@example.com
To: {{reply bob@example.com}}
Subject: Re: {{subject bob@example.com}}
Message-ID: <23.edges@mail.example.com>

MAIL
printf 'c8-e8\r\rI have an old computer.\r' >>"$stage/mail"
deliver "$stage/mail"
