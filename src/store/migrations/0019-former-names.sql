-- Names that players had before the operator renamed them: for a while no other may
-- have them, lest he be taken for who had them.
CREATE TABLE former_names (
    folded TEXT PRIMARY KEY,                         -- lower-case
    player INTEGER NOT NULL REFERENCES players (id), -- who had it
    until INTEGER NOT NULL                           -- time to which it is kept for him
) STRICT, WITHOUT ROWID;
