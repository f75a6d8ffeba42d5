-- How much a player has done on the day he last did anything: moves and what
-- else was carried out for him.
CREATE TABLE acts (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    day INTEGER NOT NULL,  -- days since 1970-01-01 UTC
    count INTEGER NOT NULL -- of that day
) STRICT;

-- The answers that a player got to what was not carried out.
CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)), -- flag: the mail proved its writer
    time INTEGER NOT NULL                             -- time of the mail
) STRICT;
CREATE INDEX answers_by_player ON answers (player, proven, time);
