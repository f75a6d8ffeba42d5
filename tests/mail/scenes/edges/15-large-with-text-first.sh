# More than a mail may be, but its text stands before what is too much.
post fill "$stage" >"$stage/mail" <<'MAIL'
From: bob@example.com
To: {{reply bob@example.com}}
Subject: Re: {{subject bob@example.com}}
Message-ID: <15.edges@mail.example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="large"

--large
Content-Type: text/plain

b7-d5

See the picture.
--large
Content-Type: image/png
Content-Transfer-Encoding: base64

MAIL
head -c 900000 /dev/zero | base64 -w 76 >>"$stage/mail"
echo '--large--' >>"$stage/mail"
deliver "$stage/mail"
