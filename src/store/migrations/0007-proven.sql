-- Who writes in a player's name must not use up what is his: letters that ask
-- for a word, and mails in which nothing was found, are counted apart for mails
-- that proved their writer and for those that did not.

ALTER TABLE pending ADD COLUMN proven INTEGER NOT NULL DEFAULT 0; -- flag: the mail proved its writer

DROP TABLE misses;
CREATE TABLE misses (
    player INTEGER NOT NULL REFERENCES players (id),
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)), -- flag: the mail proved its writer
    day INTEGER NOT NULL,                             -- days since 1970-01-01 UTC
    count INTEGER NOT NULL,                           -- of that day
    PRIMARY KEY (player, proven)
) STRICT, WITHOUT ROWID;
