-- The time of a turn may be booked in its midst, and silence is counted on.
ALTER TABLE clocks ADD COLUMN counted INTEGER NOT NULL DEFAULT 0; -- time until which what was used since `since` is booked
UPDATE clocks SET counted = since;

-- Where each turn has a time of its own, it begins anew when the turn before it ends,
-- no longer when it begins itself: whose turn it is not has all of it now.
UPDATE seat_clocks SET remaining =
    (SELECT CAST(substr(timing, 6) AS INTEGER) -- behind "time="
         * CASE WHEN timing LIKE '%d/move%' THEN 86400 ELSE 3600 END
     FROM boards WHERE number = seat_clocks.board)
WHERE EXISTS (SELECT 1 FROM boards WHERE number = seat_clocks.board AND timing LIKE 'time=%/move%')
    AND NOT EXISTS (SELECT 1 FROM clocks WHERE board = seat_clocks.board AND seat = seat_clocks.seat);
