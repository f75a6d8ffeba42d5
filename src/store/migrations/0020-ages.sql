-- What a mail asks of an old board, an old player or an old database is found without reading
-- through what is over.

-- The tokens of a board that a change of it makes end sooner: few, however many it has had.
DROP INDEX tokens_by_object;
CREATE INDEX tokens_by_object ON tokens (object, kind, expires);

-- The notices that go after some days: all but those that are kept for good.
DROP INDEX notices_by_time;
CREATE INDEX notices_by_time ON notices (time) WHERE kind <> 'failed-mail';

-- The challenges that a player has made of late.
CREATE INDEX boards_by_creation ON boards (challenger, created);

-- The boards of a player that wait or run.
ALTER TABLE seats ADD COLUMN closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)); -- derived: flag: the board neither waits nor runs
UPDATE seats SET closed = 1 WHERE board IN (SELECT number FROM boards WHERE state NOT IN (1, 2, 7));
CREATE INDEX seats_open ON seats (player, board) WHERE closed = 0;
