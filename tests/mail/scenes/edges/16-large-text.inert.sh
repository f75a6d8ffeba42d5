# 1.2 MiB of text: nobody knows what the rest of it said.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: ann@example.net
To: {{reply ann@example.net}}
Subject: Re: {{subject ann@example.net}}
Message-ID: <16.edges@mail.example.net>

h3-h2
MAIL
yes 'and so on' | head -c 1258291 >>"$stage/mail"
deliver "$stage/mail"
