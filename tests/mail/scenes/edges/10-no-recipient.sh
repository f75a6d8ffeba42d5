# The mail server did not say whom the mail was for: To tells.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: bob@example.com
To: "The others", Postmove <{{reply bob@example.com}}>
Subject: Re: {{subject bob@example.com}}
Message-ID: <10.edges@mail.example.com>

a7-c5
MAIL
receive -f bob@example.com <"$stage/mail"
