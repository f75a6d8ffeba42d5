-- Who writes in a player's name must not use up what is his: letters that ask
-- for a word are counted apart for mails that proved their writer.

ALTER TABLE pending ADD COLUMN proven INTEGER NOT NULL DEFAULT 0; -- flag: the mail proved its writer
