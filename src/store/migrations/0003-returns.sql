-- Letters that came back. A letter counts once, however many notices tell of it.
ALTER TABLE outbox ADD COLUMN returned INTEGER; -- time its failure was counted; NULL: it was not

-- What is known of an address from which letters came back. The points fall by
-- one each week.
CREATE TABLE returns (
    folded TEXT PRIMARY KEY,  -- the address, folded
    points INTEGER NOT NULL,  -- as they were when one was added last
    counted INTEGER NOT NULL, -- time from which the weeks are counted
    status TEXT NOT NULL,     -- RFC 3463 code of the last failure; "": none was given
    suspended INTEGER         -- time since when letters to it are kept back; NULL: they are not
) STRICT, WITHOUT ROWID;

-- Mails of a player in which nothing was found, on the day of the last one: the
-- sign of a program that answers whatever it gets. Those that proved their writer
-- are counted apart, so that nobody else uses up what is his.
CREATE TABLE misses (
    player INTEGER NOT NULL REFERENCES players (id),
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)), -- flag: the mail proved its writer
    day INTEGER NOT NULL,                             -- days since 1970-01-01 UTC
    count INTEGER NOT NULL,                           -- of that day
    PRIMARY KEY (player, proven)
) STRICT, WITHOUT ROWID;
