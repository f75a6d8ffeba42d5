-- What a player has set. A key without a row has the value it begins with.
CREATE TABLE settings (
    player INTEGER NOT NULL REFERENCES players (id),
    key TEXT NOT NULL,   -- as in the table of settings of src/command
    value TEXT NOT NULL, -- one of that key's values
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;
