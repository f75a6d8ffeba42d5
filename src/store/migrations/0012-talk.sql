-- Who watches what, what is said to whom, and what players keep to themselves.

-- One row a player and thing he watches: just one of board, game and target.
CREATE TABLE watches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id), -- who watches
    board INTEGER REFERENCES boards (number),        -- this match
    game TEXT,                                       -- or all matches of this game
    target INTEGER REFERENCES players (id),          -- or all matches of this player
    at_end INTEGER NOT NULL CHECK (at_end IN (0, 1)),-- flag: only the ends of matches are told
    made INTEGER NOT NULL,                           -- time he asked for it
    until INTEGER,                                   -- time the row goes, its match being over; NULL: not yet
    CHECK ((board IS NOT NULL) + (game IS NOT NULL) + (target IS NOT NULL) = 1)
) STRICT;
CREATE INDEX watches_by_player ON watches (player);
CREATE INDEX watches_by_board ON watches (board) WHERE board IS NOT NULL;
CREATE INDEX watches_by_game ON watches (game) WHERE game IS NOT NULL;
CREATE INDEX watches_by_target ON watches (target) WHERE target IS NOT NULL;
CREATE INDEX watches_by_until ON watches (until) WHERE until IS NOT NULL;

ALTER TABLE talk ADD COLUMN kind INTEGER NOT NULL DEFAULT 1; -- enum talk_kind: for whose ears
CREATE INDEX talk_by_board ON talk (board);

CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id), -- whose note it is
    turns INTEGER NOT NULL,                          -- turns played when he wrote it
    text TEXT NOT NULL,
    time INTEGER NOT NULL                            -- time of the mail
) STRICT;
CREATE INDEX notes_by_board ON notes (board, player);
CREATE INDEX notes_by_player ON notes (player);

-- How many messages a player has sent on his last day of sending any.
CREATE TABLE messages (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    day INTEGER NOT NULL,  -- days since 1970-01-01
    count INTEGER NOT NULL -- one for each player a message went to
) STRICT;
