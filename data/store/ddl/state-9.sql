-- Format 8 to 9: what people report as wrong, until it is fixed.

CREATE TABLE correction (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  record TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'released', 'rejected', 'fixed')),
  text TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  released_at TEXT,
  rejected_at TEXT,
  reason TEXT,
  fixed_at TEXT,
  publication INTEGER,
  bundle TEXT
) STRICT;
CREATE INDEX correction_status ON correction (status, id);
