-- Format 2 to 3: what people report as wrong, until it is fixed.

CREATE TABLE correction ( -- nothing of who reported it
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  record TEXT COLLATE "C" NOT NULL, -- which record, such as contest/123 (data/schema/correction.ts)
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('open', 'released', 'rejected', 'fixed')), -- released and fixed ones are public
  text TEXT COLLATE "C" NOT NULL,   -- empty once it is rejected
  opened_at TEXT COLLATE "C" NOT NULL,
  released_at TEXT COLLATE "C",
  rejected_at TEXT COLLATE "C",
  reason TEXT COLLATE "C",          -- why it was rejected
  fixed_at TEXT COLLATE "C",        -- when the publication that fixed it was published
  publication BIGINT,               -- the one that fixed it
  bundle TEXT COLLATE "C"           -- of that publication
);
CREATE INDEX correction_status ON correction (status, id);
