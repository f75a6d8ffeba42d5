. tests/mail/many.bash
alter "INSERT INTO returns (folded, status, points, counted, suspended) VALUES ('dora@example.test', '', 9, $POSTMOVE_TIME, $POSTMOVE_TIME)"
