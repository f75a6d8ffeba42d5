. tests/mail/many.bash
alter "UPDATE boards SET paused = $POSTMOVE_TIME, paused_by = 2, revision = revision + 1 WHERE number = 1"
