-- Moves that players have written down beforehand.
CREATE TABLE plans (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id),
    kind INTEGER NOT NULL,     -- enum plan_kind
    text TEXT NOT NULL,        -- the move
    ply INTEGER NOT NULL,      -- the turn it is meant for, from 1; 0: whichever comes
    revision INTEGER NOT NULL, -- of the board when it was written
    PRIMARY KEY (board, player, kind)
) STRICT, WITHOUT ROWID;
