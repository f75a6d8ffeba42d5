-- What players write to the others below a move that they write down beforehand.
ALTER TABLE plans ADD COLUMN comment TEXT; -- it is said when the move is played; NULL: nothing
