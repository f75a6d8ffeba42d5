# A mail that is in the spool still, though it was carried out: the machine
# stopped between the commit and the removal of the file.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: ann@example.net
To: {{reply ann@example.net 8}}
Subject: Re: {{subject ann@example.net}}
Message-ID: <14.again@mail.example.net>

h4-h3
MAIL
deliver "$stage/mail"
cp -r "$stage/spool/new" "$stage/kept"
postmove run
mv "$stage"/kept/* "$stage/spool/new"
