# As a mail server that hands it over in the environment.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: ann@example.net
To: undisclosed-recipients:;
Subject: Re: {{subject ann@example.net}}
Message-ID: <12.edges@mail.example.net>

h4-h3
MAIL
token=$(post fill "$stage" <<<'{{reply ann@example.net}}')
SENDER=ann@example.net ORIGINAL_RECIPIENT=$token receive <"$stage/mail"
