-- So that a log that was deleted, or an older copy put in the place of the file, is noticed.
ALTER TABLE instance ADD COLUMN commits INTEGER NOT NULL DEFAULT 0; -- how many there were; see store/commits.h
