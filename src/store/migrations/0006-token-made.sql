-- A mail arrives no earlier than the letter it answers, whatever its mailbox says.

ALTER TABLE tokens ADD COLUMN made INTEGER NOT NULL DEFAULT 0; -- time of its letter; 0: of an older schema
