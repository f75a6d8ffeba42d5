mkdir "$stage/spool/failed/1700300000.M34P1.test"
