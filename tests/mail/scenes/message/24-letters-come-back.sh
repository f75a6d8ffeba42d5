. tests/mail/many.bash
alter "INSERT INTO returns (folded, status, points, counted, suspended) VALUES ('fay@example.com', '', 9, $POSTMOVE_TIME, $POSTMOVE_TIME)"
