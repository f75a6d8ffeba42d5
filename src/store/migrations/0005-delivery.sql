-- What became of a letter, and whether the operator knows that it is parked.

ALTER TABLE outbox ADD COLUMN receipt TEXT; -- what the mail server said when it took it; NULL: nothing
ALTER TABLE outbox ADD COLUMN told INTEGER; -- parked: time the operator was told; NULL: not yet
ALTER TABLE outbox ADD COLUMN refused TEXT; -- RFC 3463 code by which its recipient was; NULL: not, or it was counted
