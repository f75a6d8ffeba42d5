touch "$stage/spool/failed/bad"
