-- What a board was agreed to be beside its game, and whether it rests.

ALTER TABLE boards ADD COLUMN private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1)); -- flag: only its players see it
ALTER TABLE boards ADD COLUMN unrated INTEGER NOT NULL DEFAULT 0 CHECK (unrated IN (0, 1)); -- flag: it does not count in standings
ALTER TABLE boards ADD COLUMN timing TEXT NOT NULL DEFAULT ''; -- canonical text of its time terms; '': none
ALTER TABLE boards ADD COLUMN paused INTEGER;                  -- time since when it rests; NULL: it does not
ALTER TABLE boards ADD COLUMN paused_by INTEGER NOT NULL DEFAULT 0; -- enum board_pause: who had it rest
