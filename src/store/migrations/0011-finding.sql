-- Finding a game: rematches, whom and what a player does not want to be asked
-- to, and how many matches of a game he takes at once.

ALTER TABLE boards ADD COLUMN rematch_of INTEGER REFERENCES boards (number); -- match it is the rematch of; NULL: of none
CREATE INDEX boards_by_rematch ON boards (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE blocked_players (
    player INTEGER NOT NULL REFERENCES players (id), -- who does not want to play
    other INTEGER NOT NULL REFERENCES players (id),  -- with whom
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocked_players_by_other ON blocked_players (other);

CREATE TABLE blocked_games (
    player INTEGER NOT NULL REFERENCES players (id), -- who does not want to be challenged
    game TEXT NOT NULL,                              -- to which game
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_limits (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    most INTEGER NOT NULL CHECK (most > 0), -- matches of the game he takes at once
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
