-- The tables of a postmove database.
--
-- A time is in seconds since 1970-01-01 UTC, a day in days since then; a flag is 0 or 1. A
-- "folded" text is the lower-case form by which texts are compared. A number made by
-- AUTOINCREMENT is never given twice, even when its row is gone. "derived" columns serve
-- queries alone: `postmove verify` computes them anew from the turns.

-- ---- the server ----

CREATE TABLE instance (
    one INTEGER PRIMARY KEY CHECK (one = 1),            -- there is one row
    key BLOB NOT NULL CHECK (length(key) = 32),         -- secret key of all keyed hashes here
    letter_key BLOB NOT NULL CHECK (length(letter_key) = 32), -- the same for addresses in letters
    testing INTEGER NOT NULL CHECK (testing IN (0, 1)), -- flag: made by init --testing
    created INTEGER NOT NULL,                           -- time of init
    commits INTEGER NOT NULL DEFAULT 0                  -- how many there were (store/handle.h)
) STRICT;

-- One row if commits are, or were, also written to a log for a standby (standby/commit_log.h).
CREATE TABLE commit_log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    epoch TEXT NOT NULL,                 -- name of the log
    chain BLOB CHECK (length(chain) = 32), -- on a standby: hash of the record made last; NULL: none was
    time INTEGER NOT NULL                -- of that record, or when the log began
) STRICT;

-- One row: how far the server has come with the mail that reaches it.
CREATE TABLE watermark (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    served INTEGER NOT NULL,  -- time up to which all mail was processed; 0: not known
    fetched INTEGER NOT NULL, -- time up to which all mailboxes were emptied; 0: not known
    quiet INTEGER NOT NULL,   -- flag: no player runs out of time before the next run
    daily INTEGER NOT NULL DEFAULT 0, -- day on which what is done once a day was done last
    weekly INTEGER NOT NULL   -- time when the operator's weekly letter was last looked at; 0: never
) STRICT;
INSERT INTO watermark (one, served, fetched, quiet, weekly) VALUES (1, 0, 0, 0, 0);

-- Time that counts against no player.
CREATE TABLE outages (
    id INTEGER PRIMARY KEY,
    begun INTEGER NOT NULL, -- time
    ended INTEGER NOT NULL, -- time
    kind INTEGER NOT NULL   -- enum outage_kind
) STRICT;
CREATE INDEX outages_by_end ON outages (ended);

-- One row while the server is in maintenance, none otherwise.
CREATE TABLE hold (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    since INTEGER NOT NULL,                       -- time of `hold on`
    said INTEGER NOT NULL CHECK (said IN (0, 1))  -- flag: a run has logged it
) STRICT;

-- Every act of the operator, written in the transaction that did it. No AUTOINCREMENT: the
-- random numbers of a testing database do not depend on it.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL, -- time of the act
    user TEXT NOT NULL,    -- name of the system's user who did it
    act TEXT NOT NULL,     -- the subcommand, as in "match end"
    text TEXT NOT NULL     -- its arguments, without addresses and passwords
) STRICT;

-- ---- players ----

CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,          -- as they write it
    folded TEXT NOT NULL UNIQUE, -- the name, folded
    password TEXT,               -- argon2id hash; NULL: none set
    password_length INTEGER NOT NULL DEFAULT 0, -- bytes of the password: only words of that length are
                                 -- compared with the hash, which takes long; 0: none set
    since INTEGER NOT NULL,      -- time they were confirmed
    signed_off INTEGER,          -- time since when they are neither listed nor challenged; NULL: they are
    suspended INTEGER,           -- time since when they are not served; NULL: they are
    program INTEGER NOT NULL DEFAULT 0 CHECK (program IN (0, 1)) -- flag: it is a program, without addresses
) STRICT;
CREATE INDEX players_by_program ON players (program) WHERE program = 1;

-- Letters go to a player's oldest address.
CREATE TABLE addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    address TEXT NOT NULL,       -- as they write it
    folded TEXT NOT NULL UNIQUE, -- the address, folded
    confirmed INTEGER NOT NULL   -- time its owner confirmed it
) STRICT;
CREATE INDEX addresses_by_player ON addresses (player);

-- Names that players had before the operator renamed them. Nobody else may take one for a while,
-- so that nobody is mistaken for the player who had it.
CREATE TABLE former_names (
    folded TEXT PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id), -- who had it
    until INTEGER NOT NULL                           -- time until which it is kept for them
) STRICT, WITHOUT ROWID;
CREATE INDEX former_names_by_player ON former_names (player);

-- Names of players who were forgotten: nobody may take one for a year. The name itself is not
-- kept.
CREATE TABLE resting_names (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32), -- keyed hash of the folded name
    until INTEGER NOT NULL                           -- time from which it may be taken again
) STRICT, WITHOUT ROWID;
CREATE INDEX resting_names_by_time ON resting_names (until);

-- What a player has set. A key without a row has its default value.
CREATE TABLE settings (
    player INTEGER NOT NULL REFERENCES players (id),
    key TEXT NOT NULL,   -- as in the table of language/settings.c
    value TEXT NOT NULL, -- one of that key's values
    PRIMARY KEY (player, key)
) STRICT, WITHOUT ROWID;

-- When players are away: whole days, during which none of their clocks runs.
CREATE TABLE vacations (
    player INTEGER NOT NULL REFERENCES players (id),
    first INTEGER NOT NULL,  -- first day, in the player's own time zone
    last INTEGER NOT NULL,   -- last day, the same; no day is in two rows
    begins INTEGER NOT NULL, -- time it begins: with the first day, or when it was asked for
    ends INTEGER NOT NULL,   -- time the last day ends
    PRIMARY KEY (player, first),
    CHECK (first <= last AND begins <= ends)
) STRICT, WITHOUT ROWID;

CREATE TABLE blocked_players (
    player INTEGER NOT NULL REFERENCES players (id), -- who does not want to play
    other INTEGER NOT NULL REFERENCES players (id),  -- against this one
    PRIMARY KEY (player, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocked_players_by_other ON blocked_players (other);

CREATE TABLE blocked_games (
    player INTEGER NOT NULL REFERENCES players (id), -- who does not want to be challenged
    game TEXT NOT NULL,                              -- to this game
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE game_limits (
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,
    most INTEGER NOT NULL CHECK (most > 0), -- matches of the game they play at once
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;

-- Where a player is in the tutorial of a game.
CREATE TABLE lessons (
    id INTEGER PRIMARY KEY,
    player INTEGER NOT NULL REFERENCES players (id),
    game TEXT NOT NULL,      -- its name
    lesson INTEGER NOT NULL, -- number, from 1, of the last lesson they were sent
    UNIQUE (player, game)
) STRICT;

-- When a player was last sent a letter of reminders.
CREATE TABLE reminders (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    time INTEGER NOT NULL
) STRICT;

-- How many excused days a player has taken: days more for clocks of theirs that had run out.
CREATE TABLE excused_days (
    player INTEGER NOT NULL REFERENCES players (id),
    year INTEGER NOT NULL,  -- calendar year, UTC
    taken INTEGER NOT NULL, -- in that year, at all boards together
    PRIMARY KEY (player, year)
) STRICT, WITHOUT ROWID;

-- ---- proof and limits ----

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- keyed hash of its lower-case text
    player INTEGER REFERENCES players (id),              -- whose it is; NULL: a signup's
    kind INTEGER NOT NULL,                               -- enum token_kind
    object INTEGER NOT NULL,                             -- a pending row's id or a board's number
    revision INTEGER NOT NULL,                           -- of the board when it was made
    expires INTEGER NOT NULL,                            -- time from which it is not found
    made INTEGER NOT NULL DEFAULT 0,                     -- time of its letter: a mail arrives no earlier
                                                         -- than the letter it answers; 0: not known
    offer TEXT                                           -- the command that a yes in reply means; NULL: none
) STRICT;
CREATE INDEX tokens_by_expiry ON tokens (expires);
-- Finds the few tokens of a board that a change of it lets expire sooner, however many there were.
CREATE INDEX tokens_by_object ON tokens (object, kind, expires);
CREATE INDEX tokens_by_player ON tokens (player) WHERE player IS NOT NULL;

-- Sign-ups and commands that wait to be confirmed.
CREATE TABLE pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL,                   -- enum pending_kind
    player INTEGER REFERENCES players (id),  -- held: whose command; NULL otherwise
    name TEXT,                               -- signup: the name asked for
    name_folded TEXT,                        -- signup: the name, folded
    address TEXT,                            -- signup: as they write it
    folded TEXT,                             -- signup: the address, folded
    password TEXT,                           -- signup: argon2id hash; NULL: none
    password_length INTEGER,                 -- signup: as in players
    language TEXT,                           -- signup, greeting: the tag of the one they want; NULL: not said
    command TEXT,                            -- held: the command line without its secrets
    board INTEGER REFERENCES boards (number),-- held: the board it concerns; NULL: none
    revision INTEGER NOT NULL,               -- held: of that board when the mail came
    made INTEGER NOT NULL,                   -- time of the mail
    expires INTEGER NOT NULL,                -- time from which it does not count
    proven INTEGER NOT NULL DEFAULT 0        -- flag: the mail proved its writer; these are counted apart,
                                             -- so that nobody else uses up a player's limit
) STRICT;
CREATE INDEX pending_by_name ON pending (name_folded) WHERE name_folded IS NOT NULL;
CREATE INDEX pending_by_address ON pending (folded) WHERE folded IS NOT NULL;
CREATE INDEX pending_by_player ON pending (player, made) WHERE player IS NOT NULL;
CREATE INDEX pending_by_expiry ON pending (expires);
CREATE INDEX pending_held ON pending (kind) WHERE command IS NOT NULL;

-- How much a player did on the last day they did anything: moves, and every other command that was
-- carried out.
CREATE TABLE acts (
    player INTEGER PRIMARY KEY REFERENCES players (id),
    day INTEGER NOT NULL,
    count INTEGER NOT NULL -- of that day
) STRICT;
CREATE INDEX acts_by_day ON acts (day);

-- Mails of a player with the same words and no command, one after the other on the day of the last
-- one: the sign of a program that answers whatever it gets. Mails that proved their writer are
-- counted apart, so that nobody else uses up a player's limit.
CREATE TABLE misses (
    player INTEGER NOT NULL REFERENCES players (id),
    proven INTEGER NOT NULL CHECK (proven IN (0, 1)), -- flag: the mail proved its writer
    day INTEGER NOT NULL,
    words INTEGER NOT NULL,                           -- a hash of them
    count INTEGER NOT NULL,                           -- of that day and those words
    PRIMARY KEY (player, proven)
) STRICT, WITHOUT ROWID;

-- How often a player has done on a day what has a limit.
CREATE TABLE budgets (
    kind INTEGER NOT NULL,   -- enum budget
    player INTEGER NOT NULL REFERENCES players (id),
    about INTEGER NOT NULL,  -- at which board, or to which reader; 0: none in particular
    day INTEGER NOT NULL,
    count INTEGER NOT NULL,  -- of that day
    PRIMARY KEY (kind, player, about, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX budgets_by_player ON budgets (player);
CREATE INDEX budgets_by_day ON budgets (day);

-- ---- matches ----

CREATE TABLE boards (
    number INTEGER PRIMARY KEY AUTOINCREMENT,                       -- as players write it
    state INTEGER NOT NULL,                                         -- enum board_state
    game TEXT NOT NULL,                                             -- the game's name
    rules INTEGER NOT NULL,                                         -- version of the game's rules
    options TEXT NOT NULL,                                          -- canonical options text
    start_position TEXT,                                            -- position text; NULL: the game's set-up
    challenger INTEGER REFERENCES players (id),                     -- NULL: the operator
    created INTEGER NOT NULL,                                       -- time of the challenge
    started INTEGER,                                                -- time the match began; NULL: not yet
    ended INTEGER,                                                  -- time it ended; NULL: not yet
    revision INTEGER NOT NULL,                                      -- grows by one with every change
    offer INTEGER NOT NULL,                                         -- enum board_offer: the one that is open
    offer_by INTEGER NOT NULL,                                      -- seat that made it
    to_move INTEGER NOT NULL,                                       -- derived: seat; -1: none
    turns INTEGER NOT NULL,                                         -- derived: complete turns played
    result TEXT,                                                    -- derived: "win 1", "draw", "void"; NULL: none
    private INTEGER NOT NULL DEFAULT 0 CHECK (private IN (0, 1)),   -- flag: only its players see it
    unrated INTEGER NOT NULL DEFAULT 0 CHECK (unrated IN (0, 1)),   -- flag: it does not count in standings
    timing TEXT NOT NULL DEFAULT '',                                -- canonical text of its time control; '': none
    paused INTEGER,                                                 -- time since when it is paused; NULL: it is not
    paused_by INTEGER NOT NULL DEFAULT 0,                           -- enum board_pause: who paused it
    asked INTEGER NOT NULL DEFAULT 0,                               -- how often its players were asked since then
                                                                    -- whether it should go on
    rematch_of INTEGER REFERENCES boards (number),                  -- match it is the rematch of; NULL: of none
    level INTEGER NOT NULL DEFAULT 0,                               -- how strong programs play in it; 0: as they do
    least_rating INTEGER NOT NULL DEFAULT 0,                        -- who may take a seat of the seek; 0, 0: anybody
    most_rating INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX boards_by_state ON boards (state, created);
CREATE INDEX boards_by_challenger ON boards (challenger, state);
CREATE INDEX boards_by_creation ON boards (challenger, created);
CREATE INDEX boards_by_game ON boards (game, state, ended);
CREATE INDEX boards_by_pause ON boards (paused) WHERE paused IS NOT NULL;
CREATE INDEX boards_by_rematch ON boards (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE seats (
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,                                          -- 0 for the first to move
    player INTEGER NOT NULL REFERENCES players (id),
    accepted INTEGER NOT NULL CHECK (accepted IN (0, 1)),           -- flag: they accepted the challenge
    agrees INTEGER NOT NULL CHECK (agrees IN (0, 1)),               -- flag: they agree to the open offer
    outcome INTEGER NOT NULL DEFAULT 0,                             -- derived: enum board_outcome
    place INTEGER NOT NULL DEFAULT 0,                               -- derived: 1 for the first; 0: the match has no result
    side INTEGER NOT NULL DEFAULT 0,                                -- derived: the first seat that wins together with it
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),     -- derived: flag: the board neither waits nor runs
    PRIMARY KEY (board, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player, board);
CREATE INDEX seats_open ON seats (player, board) WHERE closed = 0;

-- Derived: what each match that counts made of its players' ratings (ratings/ratings.h). A player's
-- rating in a game is that of their last row.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    ended INTEGER NOT NULL,                            -- when the match ended
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    rating INTEGER NOT NULL,                           -- in thousandths
    deviation INTEGER NOT NULL,                        -- in thousandths
    volatility INTEGER NOT NULL,                       -- in billionths
    before INTEGER NOT NULL,                           -- the rating before the match
    matches INTEGER NOT NULL,                          -- that have counted, this one included
    PRIMARY KEY (game, ended, board, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_player ON ratings (player, game, ended, board);

-- The record of a match; all positions come from it.
CREATE TABLE turns (
    board INTEGER NOT NULL REFERENCES boards (number),
    number INTEGER NOT NULL, -- 1 for the first
    seat INTEGER NOT NULL,   -- who played it
    text TEXT NOT NULL,      -- canonical text, or a word of the record
    time INTEGER NOT NULL,   -- time of the mail
    PRIMARY KEY (board, number)
) STRICT, WITHOUT ROWID;

-- Who sat in a seat before its player: the turns of a seat go on whoever plays them. A player who
-- is forgotten stays here by number, as in seats.
CREATE TABLE substitutions (
    id INTEGER PRIMARY KEY,
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,
    turns INTEGER NOT NULL,                          -- turns of the match that were played by then
    player INTEGER NOT NULL REFERENCES players (id), -- who sat there until then
    time INTEGER NOT NULL                            -- time somebody else took the seat
) STRICT;
CREATE INDEX substitutions_by_board ON substitutions (board);
CREATE INDEX substitutions_by_player ON substitutions (player);

-- Moves that players have written down beforehand.
CREATE TABLE plans (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id),
    kind INTEGER NOT NULL,     -- 1
    text TEXT NOT NULL,        -- the move
    ply INTEGER NOT NULL,      -- the turn it is meant for, from 1; 0: whichever comes
    revision INTEGER NOT NULL, -- of the board when it was written
    comment TEXT,              -- told to the others when the move is played; NULL: nothing
    PRIMARY KEY (board, player, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX plans_by_player ON plans (player);

-- A row for each running match: the clock of the seat to move.
CREATE TABLE clocks (
    board INTEGER PRIMARY KEY REFERENCES boards (number),
    seat INTEGER NOT NULL,                               -- whose clock it is
    player INTEGER NOT NULL REFERENCES players (id),     -- who sits there
    state INTEGER NOT NULL,                              -- enum clock_state
    since INTEGER NOT NULL,                              -- time from which it is in this state
    letter INTEGER,                                      -- outbox id of the letter that told them; NULL: none yet
    booked INTEGER NOT NULL,                             -- seconds of this turn that were used before `since`
    counted INTEGER NOT NULL DEFAULT 0,                  -- time until which what was used since `since` is booked
    extra INTEGER NOT NULL,                              -- seconds they may be silent longer in this turn
    deadline INTEGER,                                    -- derived: last time that is in time; NULL: none
    wake INTEGER,                                        -- time from which a run has something to do; NULL: never
    reminded INTEGER NOT NULL,                           -- time of the last reminder in this turn; 0: none
    warned INTEGER NOT NULL CHECK (warned IN (0, 1)),    -- flag: they were told that little time is left
    told INTEGER NOT NULL CHECK (told IN (0, 1)),        -- flag: the others were told that they may claim
    excused INTEGER NOT NULL DEFAULT 0                   -- excused days taken in this turn
) STRICT;
CREATE INDEX clocks_by_wake ON clocks (wake) WHERE wake IS NOT NULL;
CREATE INDEX clocks_by_letter ON clocks (letter) WHERE letter IS NOT NULL;
CREATE INDEX clocks_by_player ON clocks (player);

-- What the clock of a seat shows, where there is one.
CREATE TABLE seat_clocks (
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,
    remaining INTEGER NOT NULL,   -- seconds left, as booked last
    used INTEGER NOT NULL,        -- seconds used in all turns
    stood_still INTEGER NOT NULL, -- seconds of its last turn in which the server stood still
    held INTEGER NOT NULL,        -- seconds of its last turn in which the server was in maintenance
    PRIMARY KEY (board, seat)
) STRICT, WITHOUT ROWID;

-- How often a program has given no answer that can be carried out, since the board was changed last.
CREATE TABLE program_faults (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id), -- the program
    revision INTEGER NOT NULL,                       -- of the board; the row holds for this one alone
    count INTEGER NOT NULL,
    PRIMARY KEY (board, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX program_faults_by_player ON program_faults (player);

-- Matches that players want to be analysed.
CREATE TABLE analyses (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id), -- who gets the result
    attempts INTEGER NOT NULL DEFAULT 0,             -- that gave none
    PRIMARY KEY (board, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX analyses_by_player ON analyses (player);

-- ---- ladders (store/ladders.h) ----

CREATE TABLE ladder (
    game TEXT NOT NULL,
    player INTEGER NOT NULL REFERENCES players (id),
    place INTEGER NOT NULL, -- 1 for the first; no two players of a game have the same
    since INTEGER NOT NULL, -- time from which it is counted how long they have played no match of it
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
CREATE INDEX ladder_by_place ON ladder (game, place);
CREATE INDEX ladder_by_player ON ladder (player);
CREATE INDEX ladder_by_time ON ladder (since);

-- The matches for a place. The board's challenger wants the place of the other.
CREATE TABLE ladder_matches (
    board INTEGER PRIMARY KEY REFERENCES boards (number),
    before INTEGER NOT NULL DEFAULT 0, -- place of the challenger when it ended; 0: it is not settled
    after INTEGER NOT NULL DEFAULT 0   -- their place then
) STRICT;

-- ---- words between players ----

CREATE TABLE talk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id), -- who said it, or noted it for themselves
    turns INTEGER NOT NULL,                          -- turns played when they did
    text TEXT NOT NULL,                              -- as it was relayed
    time INTEGER NOT NULL,                           -- time of the mail
    kind INTEGER NOT NULL DEFAULT 1                  -- enum talk_kind: who may read it
) STRICT;
CREATE INDEX talk_by_board ON talk (board);
CREATE INDEX talk_by_player ON talk (player);

-- What happened, in that order (store/talk.h).
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,                            -- a row of events.list
    board INTEGER REFERENCES boards (number),      -- NULL: about no board
    player INTEGER REFERENCES players (id),        -- who did it; NULL: nobody who plays
    said BLOB NOT NULL,                            -- a phrase (render/phrase.h), with the arguments
    time INTEGER NOT NULL                          -- when it happened
) STRICT;
CREATE INDEX events_by_board ON events (board) WHERE board IS NOT NULL;
CREATE INDEX events_by_player ON events (player) WHERE player IS NOT NULL;

-- What was said at a board and goes to a reader with the next letter about it.
CREATE TABLE talk_waiting (
    id INTEGER PRIMARY KEY,                           -- grows in the order in which it was said
    board INTEGER NOT NULL REFERENCES boards (number),
    reader INTEGER NOT NULL REFERENCES players (id),  -- who it is for
    speaker INTEGER NOT NULL REFERENCES players (id), -- who said it
    kind INTEGER NOT NULL,                            -- enum talk_kind
    event INTEGER REFERENCES events (id),             -- what happened; NULL: words of the speaker, or of the server
    said BLOB,                                        -- a phrase: as it is relayed; NULL: the event says it
    due INTEGER                                       -- time from which a digest brings it; 0: it brings
                                                      -- a letter about; NULL: it goes along with one
) STRICT;
CREATE INDEX talk_waiting_soon ON talk_waiting (id) WHERE due = 0;
CREATE INDEX talk_waiting_digests ON talk_waiting (due) WHERE due > 0;
CREATE INDEX talk_waiting_by_reader ON talk_waiting (reader, board, id);
CREATE INDEX talk_waiting_by_board ON talk_waiting (board);
CREATE INDEX talk_waiting_by_speaker ON talk_waiting (speaker);
CREATE INDEX talk_waiting_by_event ON talk_waiting (event) WHERE event IS NOT NULL;

-- A row for each player and what they watch: one of board, game and target is set.
CREATE TABLE watches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id), -- who watches
    board INTEGER REFERENCES boards (number),        -- this match
    game TEXT,                                       -- or all matches of this game
    target INTEGER REFERENCES players (id),          -- or all matches of this player
    at_end INTEGER NOT NULL CHECK (at_end IN (0, 1)),-- flag: they are told only how matches end
    made INTEGER NOT NULL,                           -- time they asked for it
    until INTEGER,                                   -- time the row goes, as its match is over; NULL: not yet
    CHECK ((board IS NOT NULL) + (game IS NOT NULL) + (target IS NOT NULL) = 1)
) STRICT;
CREATE INDEX watches_by_player ON watches (player);
CREATE INDEX watches_by_board ON watches (board) WHERE board IS NOT NULL;
CREATE INDEX watches_by_game ON watches (game) WHERE game IS NOT NULL;
CREATE INDEX watches_by_target ON watches (target) WHERE target IS NOT NULL;
CREATE INDEX watches_by_until ON watches (until) WHERE until IS NOT NULL;

-- ---- mail ----

-- The mails that were seen. These rows stay for ever.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,                           -- of its spool file
    key BLOB UNIQUE CHECK (length(key) = 32),            -- dedupe key; NULL: not known by content
    time INTEGER NOT NULL,                               -- time it was processed
    repeated INTEGER NOT NULL CHECK (repeated IN (0, 1)) -- flag: its answer went out again
) STRICT;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state INTEGER NOT NULL,                           -- enum outbox_state
    due INTEGER,                                      -- time of the next try; NULL: sent or undeliverable
    attempts INTEGER NOT NULL,                        -- how often it was tried
    queued INTEGER NOT NULL,                          -- time it was written
    sent INTEGER,                                     -- time the hook took it; NULL: not yet
    reason TEXT,                                      -- why the last attempt failed; NULL: none did
    player INTEGER REFERENCES players (id),           -- who it is for; NULL: no player
    inbox INTEGER REFERENCES inbox (id),              -- the mail that caused it; NULL: none
    answer INTEGER NOT NULL CHECK (answer IN (0, 1)), -- flag: it answers that mail's sender
    recipient TEXT NOT NULL,                          -- envelope
    board INTEGER,                                    -- the one it is about; NULL: none, or several
    letter BLOB NOT NULL,                             -- what it says (letters/queued.h)
    bytes BLOB,                                       -- as it was handed to the hook (RFC 5322), until what came of it
                                                      -- is known; NULL: it was not
    returned INTEGER,                                 -- time it was counted as a bounce; NULL: it was not
    receipt TEXT,                                     -- what the mail server said when it took it, or that it may have; NULL: nothing
    told INTEGER,                                     -- undeliverable: time the operator was told; NULL: not yet
    refused TEXT                                      -- RFC 3463 code with which a mail server refused its
                                                      -- recipient; NULL: it did not, or it was counted
) STRICT;
CREATE INDEX outbox_by_state ON outbox (state, id, due);
CREATE INDEX outbox_by_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_by_inbox ON outbox (inbox) WHERE answer = 1;
CREATE INDEX outbox_by_player ON outbox (player) WHERE player IS NOT NULL;
CREATE INDEX outbox_by_recipient ON outbox (LOWER(recipient));

-- An address from which letters came back. A letter counts once, however many notices tell of it.
-- The points fall by one each week.
CREATE TABLE bounces (
    folded TEXT PRIMARY KEY,  -- the address, folded
    points INTEGER NOT NULL,  -- as they were when one was last added
    counted INTEGER NOT NULL, -- time from which the weeks are counted
    status TEXT NOT NULL,     -- RFC 3463 code of the last failure; "": none was given
    suspended INTEGER         -- time since when letters to it are kept back; NULL: they are not
) STRICT, WITHOUT ROWID;
-- Finds the addresses whose points are used up; a week has 604800 seconds.
CREATE INDEX bounces_by_end ON bounces (counted + points * 604800) WHERE suspended IS NULL;

-- The conversation of a board and player: its first Message-ID and the last few.
CREATE TABLE threads (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id),
    position INTEGER NOT NULL, -- 1 for the first
    message_id TEXT NOT NULL,  -- without angle brackets
    PRIMARY KEY (board, player, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX threads_by_player ON threads (player);

-- Texts that strangers, or everyone, get only so often.
CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folded TEXT NOT NULL, -- the address it went to, folded
    kind TEXT NOT NULL,   -- which text they were sent
    time INTEGER NOT NULL -- time of the mail they wrote
) STRICT;
CREATE INDEX notices_by_address ON notices (folded, kind, time);
CREATE INDEX notices_by_kind ON notices (kind, time);
-- The notices that are deleted after some days; the others are kept for good.
CREATE INDEX notices_by_time ON notices (time) WHERE kind <> 'failed-mail';
