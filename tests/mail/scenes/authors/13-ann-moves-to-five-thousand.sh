# A To of some 100 KiB, and references that have grown for years.
{ cat <<MAIL
From: Ann <ann@example.net>
Return-Path: <ann@example.net>
To: $(post fill "$stage" <<<'{{reply ann@example.net}}'),
$(seq -f ' player%.0f@example.test,' 5000)
 carl@example.com
References:
$(seq -f ' <%.0f.authors.of.old.letters@mail.example.net>' 2000)
Subject: Re: 1
Message-ID: <13.authors@mail.example.net>

f1-d1
MAIL
} >"$stage/many"
deliver "$stage/many"
