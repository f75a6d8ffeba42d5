-- What the operator does and has done.

-- Every act, written in the transaction that did it. No AUTOINCREMENT: the
-- chance of a testing database does not hang on it.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL, -- time of the act
    user TEXT NOT NULL,    -- name of the system's user who did it
    act TEXT NOT NULL,     -- the subcommand, as in "match end"
    text TEXT NOT NULL     -- words it was done with, without addresses and passwords
) STRICT;

-- Its one row is there while the server is held.
CREATE TABLE hold (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    since INTEGER NOT NULL,                       -- time of `hold on`
    said INTEGER NOT NULL CHECK (said IN (0, 1))  -- flag: a run has said so
) STRICT;

ALTER TABLE players ADD COLUMN suspended INTEGER; -- time since when he is not served; NULL: he is
