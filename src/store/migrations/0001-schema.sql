-- The first schema. A time is in seconds since 1970-01-01 UTC; a flag is 0 or
-- 1; "folded" is the lower-case form by which a text is compared. A number
-- made by AUTOINCREMENT is never given twice, even when its row is gone.

CREATE TABLE instance (
    one INTEGER PRIMARY KEY CHECK (one = 1),            -- there is one row
    key BLOB NOT NULL CHECK (length(key) = 32),         -- secret key of all keyed hashes here
    testing INTEGER NOT NULL CHECK (testing IN (0, 1)), -- flag: made by init --testing
    created INTEGER NOT NULL                            -- time of init
) STRICT;

CREATE TABLE players (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,                  -- as he writes it
    folded TEXT NOT NULL UNIQUE,         -- the name, folded
    password TEXT,                       -- argon2id hash; NULL: none set
    password_off_until INTEGER NOT NULL, -- time; password proof is off for him before it
    since INTEGER NOT NULL               -- time he was confirmed
) STRICT;

-- Letters go to a player's oldest address.
CREATE TABLE addresses (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id),
    address TEXT NOT NULL,       -- as he writes it
    folded TEXT NOT NULL UNIQUE, -- the address, folded
    confirmed INTEGER NOT NULL   -- time its owner confirmed it
) STRICT;
CREATE INDEX addresses_by_player ON addresses (player);

CREATE TABLE wrong_passwords (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    player INTEGER NOT NULL REFERENCES players (id), -- whose password it was not
    time INTEGER NOT NULL                            -- time of the mail
) STRICT;
CREATE INDEX wrong_passwords_by_player ON wrong_passwords (player, time);

CREATE TABLE boards (
    number INTEGER PRIMARY KEY AUTOINCREMENT,     -- as players write it
    state INTEGER NOT NULL,                       -- enum board_state
    game TEXT NOT NULL,                           -- the game's name
    rules INTEGER NOT NULL,                       -- version of the game's rules
    options TEXT NOT NULL,                        -- canonical options text
    start_position TEXT,                          -- position text; NULL: the game's set-up
    challenger INTEGER REFERENCES players (id),   -- NULL: the operator
    created INTEGER NOT NULL,                     -- time of the challenge
    started INTEGER,                              -- time the match began; NULL: not yet
    ended INTEGER,                                -- time of its end; NULL: not yet
    revision INTEGER NOT NULL,                    -- grows by one with every change
    offer INTEGER NOT NULL,                       -- enum board_offer: the one that is open
    offer_by INTEGER NOT NULL,                    -- seat that made it
    to_move INTEGER NOT NULL,                     -- derived: seat; -1: none
    turns INTEGER NOT NULL,                       -- derived: complete turns played
    result TEXT                                   -- derived: "win 1", "draw", "void"; NULL: none
) STRICT;
CREATE INDEX boards_by_state ON boards (state, created);
CREATE INDEX boards_by_challenger ON boards (challenger, state);

CREATE TABLE seats (
    board INTEGER NOT NULL REFERENCES boards (number),
    seat INTEGER NOT NULL,                                -- 0 for the first to move
    player INTEGER NOT NULL REFERENCES players (id),
    accepted INTEGER NOT NULL CHECK (accepted IN (0, 1)), -- flag: he accepted the challenge
    agrees INTEGER NOT NULL CHECK (agrees IN (0, 1)),     -- flag: he agrees to the open offer
    PRIMARY KEY (board, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_by_player ON seats (player, board);

-- The record of a match; all positions come from it.
CREATE TABLE turns (
    board INTEGER NOT NULL REFERENCES boards (number),
    number INTEGER NOT NULL, -- 1 for the first
    seat INTEGER NOT NULL,   -- who played it
    text TEXT NOT NULL,      -- canonical text, or a word of the record
    time INTEGER NOT NULL,   -- time of the mail
    PRIMARY KEY (board, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE talk (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id), -- who said it
    turns INTEGER NOT NULL,                          -- turns played when he said it
    text TEXT NOT NULL,                              -- as it was relayed
    time INTEGER NOT NULL                            -- time of the mail
) STRICT;

-- The conversation of a board and player: its first Message-ID and the last few.
CREATE TABLE threads (
    board INTEGER NOT NULL REFERENCES boards (number),
    player INTEGER NOT NULL REFERENCES players (id),
    position INTEGER NOT NULL, -- 1 for the first
    message_id TEXT NOT NULL,  -- without angle brackets
    PRIMARY KEY (board, player, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- keyed hash of its lower-case text
    player INTEGER REFERENCES players (id),              -- whose it is; NULL: a signup's
    kind INTEGER NOT NULL,                               -- enum token_kind
    object INTEGER NOT NULL,                             -- a pending row's id or a board's number
    revision INTEGER NOT NULL,                           -- of the board when it was made
    expires INTEGER NOT NULL                             -- time from which it is not found
) STRICT;
CREATE INDEX tokens_by_expiry ON tokens (expires);
CREATE INDEX tokens_by_object ON tokens (object, kind);

CREATE TABLE pending (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind INTEGER NOT NULL,                   -- enum pending_kind
    player INTEGER REFERENCES players (id),  -- held: whose command; NULL otherwise
    name TEXT,                               -- signup: the name asked for
    name_folded TEXT,                        -- signup: the name, folded
    address TEXT,                            -- signup: as he writes it
    folded TEXT,                             -- signup: the address, folded
    password TEXT,                           -- signup: argon2id hash; NULL: none
    command TEXT,                            -- held: the command line without its secrets
    board INTEGER REFERENCES boards (number),-- held: the board it concerns; NULL: none
    revision INTEGER NOT NULL,               -- held: of that board when the mail came
    made INTEGER NOT NULL,                   -- time of the mail
    expires INTEGER NOT NULL                 -- time from which it does not count
) STRICT;
CREATE INDEX pending_by_name ON pending (name_folded) WHERE name_folded IS NOT NULL;
CREATE INDEX pending_by_address ON pending (folded) WHERE folded IS NOT NULL;
CREATE INDEX pending_by_player ON pending (player, made) WHERE player IS NOT NULL;
CREATE INDEX pending_by_expiry ON pending (expires);

-- The mails that were seen. These rows stay for ever.
CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,                           -- of its spool file
    key BLOB UNIQUE CHECK (length(key) = 32),            -- dedupe key; NULL: not known by content
    time INTEGER NOT NULL,                               -- time it was processed
    repeated INTEGER NOT NULL CHECK (repeated IN (0, 1)) -- flag: its answer went out again
) STRICT;

CREATE TABLE notices (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    folded TEXT NOT NULL, -- the stranger's address, folded
    kind TEXT NOT NULL,   -- which text he was sent
    time INTEGER NOT NULL -- time of the mail he wrote
) STRICT;
CREATE INDEX notices_by_address ON notices (folded, kind, time);
CREATE INDEX notices_by_kind ON notices (kind, time);
CREATE INDEX notices_by_time ON notices (time);

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state INTEGER NOT NULL,                           -- enum outbox_state
    due INTEGER,                                      -- time of the next try; NULL: sent or parked
    attempts INTEGER NOT NULL,                        -- how often it was taken to be sent
    queued INTEGER NOT NULL,                          -- time it was written
    sent INTEGER,                                     -- time the hook took it; NULL: not yet
    reason TEXT,                                      -- why the last attempt failed; NULL: none did
    player INTEGER REFERENCES players (id),           -- whom it is for; NULL: no player
    inbox INTEGER REFERENCES inbox (id),              -- the mail that caused it; NULL: none
    answer INTEGER NOT NULL CHECK (answer IN (0, 1)), -- flag: it answers that mail's sender
    sender TEXT NOT NULL,                             -- envelope
    recipient TEXT NOT NULL,                          -- envelope
    bytes BLOB NOT NULL                               -- RFC 5322, LF lines, its Message-ID within
) STRICT;
CREATE INDEX outbox_by_state ON outbox (state, id, due);
CREATE INDEX outbox_by_sent ON outbox (sent) WHERE sent IS NOT NULL;
CREATE INDEX outbox_by_inbox ON outbox (inbox) WHERE answer = 1;
