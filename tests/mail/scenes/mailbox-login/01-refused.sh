# A mailbox whose server has refused the log-in a moment ago: the next one waits.
. tests/mail/many.bash
cat >>"$stage/postmove.conf" <<CONF
[mailbox provider]
source = imap://127.0.0.1:1
tls = never
user = turns
secret = command /bin/echo hush
CONF
alter "INSERT INTO notices (folded, kind, time) VALUES ('imap://127.0.0.1:1 turns /bin/echo hush', 'login', $POSTMOVE_TIME)"
