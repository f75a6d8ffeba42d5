-- What there is of a player who is forgotten is found without reading what there is of others.
CREATE INDEX former_names_by_player ON former_names (player);
CREATE INDEX outbox_by_player ON outbox (player) WHERE player IS NOT NULL;
CREATE INDEX outbox_by_recipient ON outbox (LOWER(recipient));
CREATE INDEX pending_held ON pending (kind) WHERE command IS NOT NULL;
CREATE INDEX plans_by_player ON plans (player);
CREATE INDEX threads_by_player ON threads (player);
CREATE INDEX tokens_by_player ON tokens (player) WHERE player IS NOT NULL;
