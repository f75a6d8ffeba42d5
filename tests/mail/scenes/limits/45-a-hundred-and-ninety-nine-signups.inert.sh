. tests/mail/many.bash
alter "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 199)
    INSERT INTO notices (folded, kind, time) SELECT 'n' || i || '@example.org', 'signup', $POSTMOVE_TIME FROM n"
