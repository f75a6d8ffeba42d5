-- How many letters a player has caused on a day to another that could as well come later: all but
-- those that tell of a turn, of the beginning of a match or of its end.
CREATE TABLE letters_between (
    writer INTEGER NOT NULL REFERENCES players (id), -- who caused them
    reader INTEGER NOT NULL REFERENCES players (id), -- who got them
    day INTEGER NOT NULL,                            -- days since 1970-01-01 UTC
    count INTEGER NOT NULL,                          -- of that day
    PRIMARY KEY (writer, reader)
) STRICT, WITHOUT ROWID;
CREATE INDEX letters_between_by_reader ON letters_between (reader);
CREATE INDEX letters_between_by_day ON letters_between (day);

-- What is said at a board waits by the same count, whoever else speaks there.
DELETE FROM budgets WHERE kind = 1;
