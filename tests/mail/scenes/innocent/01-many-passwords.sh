# Both have the password hunter2, its hash made so that it is quickly tried. Then there come
# seventy mails of one run with words that may be a password, and one that relays plain words.
. tests/mail/many.bash
alter "UPDATE players SET password_length = 7, password = '\$argon2id\$v=19\$m=8,t=1,p=1\$eFveiCeq+8Mx8MawJyadzA\$3W4lwtLXrc3s78Ts5Q+uU4YEymsGaf3GwCgXPdDk4Z8'"
for i in $(seq 70); do
    printf '%s\n' 'From: bob@example.com' 'To: turns@example.org' 'Subject: resign 1' \
        "Message-ID: <$i.innocent@mail.example.com>" '' "bob first$i bob second$i bob third$i" |
        receive -f bob@example.com -r turns@example.org || exit
done
post fill "$stage" >"$stage/sent/words" <<'MAIL'
From: anna@example.net
To: {{reply anna@example.net}}
Subject: Re: x
Message-ID: <01.innocent@mail.example.net>

h3-h5
anna says hello, Anna: hopes for rain, anna hunter2 and anna (hunter2)! anna says,
anna sings, anna swims, anna sleeps, anna smiles: anna hunter2.
MAIL
deliver "$stage/sent/words"
