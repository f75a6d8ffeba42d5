# Two at one mailbox may be two players.
. tests/mail/many.bash
ask "house+ann@example.net" "signup ann"
ask "house+bob@example.net" "signup bob"
answers 2
