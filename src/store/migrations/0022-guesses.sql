-- Wrong passwords are counted apart by where they came from, so that whoever guesses does not use
-- up what is the player's. That passwords are not taken today follows from their number.
ALTER TABLE wrong_passwords ADD COLUMN claim INTEGER NOT NULL DEFAULT 0; -- enum player_claim
DROP INDEX wrong_passwords_by_player;
CREATE INDEX wrong_passwords_by_player ON wrong_passwords (player, claim, time);
ALTER TABLE players DROP COLUMN password_off_until;

-- A word of another length is not the password; so what looks like one in a text is seldom
-- compared with the hash, which takes long.
ALTER TABLE players ADD COLUMN password_length INTEGER; -- bytes of the password; NULL: none, or not known
ALTER TABLE pending ADD COLUMN password_length INTEGER; -- signup: the same
