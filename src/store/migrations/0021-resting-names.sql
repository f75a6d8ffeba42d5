-- Names of players who were forgotten: for a year nobody may have them. The name itself
-- is not kept.
CREATE TABLE resting_names (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- keyed hash of the name, lower-case
    until INTEGER NOT NULL                           -- time from which it may be had again
) STRICT, WITHOUT ROWID;
CREATE INDEX resting_names_by_time ON resting_names (until);
