-- Where a player is in the tutorial of a game.
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,      -- its name
    lesson INTEGER NOT NULL, -- the number, from 1, of the lesson he was sent last
    UNIQUE (player, game)
) STRICT;
