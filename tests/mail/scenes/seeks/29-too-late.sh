# His mail comes when the time is over, and is read before anything lapses.
POSTMOVE_TIME=$((POSTMOVE_TIME + 120))
post fill "$stage" >"$stage/late.eml" <<MAIL && deliver "$stage/late.eml" && postmove run
Authentication-Results: mx.example.org; dmarc=pass header.from=example.com
From: bob@example.com
To: turns@example.org
Subject: take 5
Date: $(date -u -R -d "@$POSTMOVE_TIME")
Message-ID: <late.seeks@mail.example.com>

MAIL
