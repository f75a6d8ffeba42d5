. tests/mail/many.bash
alter "INSERT OR REPLACE INTO acts SELECT id, $((POSTMOVE_TIME / 86400)), 999 FROM players WHERE name = 'bob'"
