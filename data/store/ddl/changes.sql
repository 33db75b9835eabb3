-- Changes part: what differs from an endorsements part, whole rows of the same tables (a reader sees both as one).
-- Of a table without a replaced_ twin, the rows here are all there are.

CREATE TABLE base ( -- one row
  sha256 TEXT PRIMARY KEY -- of the endorsements part that this one belongs to
) STRICT, WITHOUT ROWID;

CREATE TABLE replaced_contest ( -- its positions and picks, and the endorsements in it, stand here whole
  id INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE replaced_endorsement ( -- the base's in replaced contests
  id INTEGER PRIMARY KEY
) STRICT;
CREATE TABLE replaced_endorser ( -- its row, and its rows of election_endorser, stand here whole
  id INTEGER PRIMARY KEY
) STRICT;
