-- When players are away: whole days, during which no clock of theirs runs.
CREATE TABLE vacations (
    player INTEGER NOT NULL REFERENCES players (id),
    first INTEGER NOT NULL,  -- first day, as days since 1970-01-01, in the player's own time zone
    last INTEGER NOT NULL,   -- last day, the same; no day is in two rows
    begins INTEGER NOT NULL, -- time of its beginning: that of the first day, or when it was asked for
    ends INTEGER NOT NULL,   -- time of its end: that of the last day
    PRIMARY KEY (player, first),
    CHECK (first <= last AND begins <= ends)
) STRICT, WITHOUT ROWID;
