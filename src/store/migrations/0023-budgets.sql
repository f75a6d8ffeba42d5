-- How often a player has done on a day what causes letters to others.
CREATE TABLE budgets (
    kind INTEGER NOT NULL,   -- enum budget
    player INTEGER NOT NULL REFERENCES players (id),
    board INTEGER NOT NULL,  -- at which board; 0: at none in particular
    day INTEGER NOT NULL,    -- days since 1970-01-01 UTC
    count INTEGER NOT NULL,  -- of that day
    PRIMARY KEY (kind, player, board)
) STRICT, WITHOUT ROWID;
CREATE INDEX budgets_by_player ON budgets (player);
CREATE INDEX budgets_by_day ON budgets (day);
INSERT INTO budgets (kind, player, board, day, count) SELECT 2, player, 0, day, count FROM messages;
DROP TABLE messages;

-- What was said at a board and has still to go to a reader, with the next letter about it.
CREATE TABLE talk_waiting (
    id INTEGER PRIMARY KEY,                           -- grows in the order in which it was said
    board INTEGER NOT NULL REFERENCES boards (number),
    reader INTEGER NOT NULL REFERENCES players (id),  -- whom it is for
    speaker INTEGER NOT NULL REFERENCES players (id), -- who said it
    kind INTEGER NOT NULL,                            -- enum talk_kind
    text TEXT NOT NULL                                -- as it is relayed
) STRICT;
CREATE INDEX talk_waiting_by_reader ON talk_waiting (reader, board, id);
CREATE INDEX talk_waiting_by_board ON talk_waiting (board);
CREATE INDEX talk_waiting_by_speaker ON talk_waiting (speaker);
