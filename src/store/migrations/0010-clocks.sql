-- The clocks of running matches.

-- A row each running match: the clock of the seat to move.
CREATE TABLE clocks (
    board INTEGER PRIMARY KEY REFERENCES boards (number),
    seat INTEGER NOT NULL,                               -- whose clock it is
    player INTEGER NOT NULL REFERENCES players (id),     -- who sits there
    state INTEGER NOT NULL,                              -- enum clock_state
    since INTEGER NOT NULL,                              -- time from which it is in this state
    letter INTEGER,                                      -- outbox id of the letter that told him; NULL: none yet
    booked INTEGER NOT NULL,                             -- seconds of this turn that were used before since
    extra INTEGER NOT NULL,                              -- seconds by which he may be silent longer in this turn
    deadline INTEGER,                                    -- derived: last time that is in time; NULL: none
    wake INTEGER,                                        -- time from which a run has something to do; NULL: never
    reminded INTEGER NOT NULL,                           -- time of the last reminder in this turn; 0: none
    warned INTEGER NOT NULL CHECK (warned IN (0, 1)),    -- flag: he was told that little is left
    told INTEGER NOT NULL CHECK (told IN (0, 1))         -- flag: the others were told that they may claim
) STRICT;
CREATE INDEX clocks_by_wake ON clocks (wake) WHERE wake IS NOT NULL;
CREATE INDEX clocks_by_letter ON clocks (letter) WHERE letter IS NOT NULL;
CREATE INDEX clocks_by_player ON clocks (player);

-- What the clock of a seat shows, where there is one.
CREATE TABLE seat_clocks (
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,
    remaining INTEGER NOT NULL, -- seconds left, as booked last
    used INTEGER NOT NULL,      -- seconds used in all turns
    stood_still INTEGER NOT NULL, -- seconds of its last turn in which the server stood still
    held INTEGER NOT NULL,      -- seconds of its last turn in which the server was held
    PRIMARY KEY (board, seat)
) STRICT, WITHOUT ROWID;

-- Time that counts against nobody.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY,
    begun INTEGER NOT NULL, -- time
    ended INTEGER NOT NULL, -- time
    kind INTEGER NOT NULL   -- enum outage_kind
) STRICT;
CREATE INDEX outages_by_end ON outages (ended);

-- Its one row: how far the server has come with the mail that reaches it.
CREATE TABLE attendance (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    served INTEGER NOT NULL,  -- time up to which all mail was processed; 0: not known
    fetched INTEGER NOT NULL, -- time up to which all mailboxes were emptied; 0: not known
    quiet INTEGER NOT NULL    -- flag: nobody is out of time before the next run
) STRICT;
INSERT INTO attendance (one, served, fetched, quiet) VALUES (1, 0, 0, 0);

-- When a player was sent the last letter of reminders.
CREATE TABLE reminders (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    time INTEGER NOT NULL
) STRICT;

-- Matches that run already have no terms: after thirty days of silence the
-- others may claim.
INSERT INTO clocks (board, seat, player, state, since, booked, extra, deadline, wake, reminded, warned, told)
    SELECT number, to_move, player, 2, last, 0, 0, last + 2592000, last + 2592001, 0, 0, 0
    FROM (SELECT boards.number, to_move, player,
                 ifnull((SELECT max(time) FROM turns WHERE turns.board = boards.number), started) AS last
          FROM boards JOIN seats ON seats.board = boards.number AND seats.seat = boards.to_move
          WHERE boards.state = 2 AND boards.paused IS NULL);
