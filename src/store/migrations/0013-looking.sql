-- How a match came out for each seat, lists of a game's matches, and who is away.

ALTER TABLE seats ADD COLUMN outcome INTEGER NOT NULL DEFAULT 0; -- derived: enum board_outcome
UPDATE seats SET outcome = CASE
    WHEN (SELECT result FROM boards WHERE number = board) LIKE 'win%' THEN
        CASE WHEN (SELECT result FROM boards WHERE number = board) LIKE '%' || (seat + 1) || '%' THEN 1 ELSE 3 END
    WHEN EXISTS (SELECT 1 FROM turns WHERE turns.board = seats.board AND turns.seat = seats.seat AND text = 'resign') THEN 3
    ELSE 2 END
WHERE (SELECT result FROM boards WHERE number = board) NOT IN ('void');
CREATE INDEX boards_by_game ON boards (game, state, ended);

ALTER TABLE players ADD COLUMN signed_off INTEGER; -- time since when he is neither listed nor challenged; NULL: he is
CREATE INDEX acts_by_day ON acts (day);

CREATE INDEX talk_by_player ON talk (player);
