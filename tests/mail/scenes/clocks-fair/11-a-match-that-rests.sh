. tests/mail/many.bash
alter "UPDATE boards SET paused = $POSTMOVE_TIME, paused_by = 2 WHERE number = 2"
alter "UPDATE clocks SET state = 3, deadline = NULL, wake = NULL WHERE board = 2"
