. tests/mail/many.bash
alter "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 499)
    INSERT INTO notices (folded, kind, time) SELECT 'n' || i || '@example.org', 'text', $POSTMOVE_TIME FROM n"
