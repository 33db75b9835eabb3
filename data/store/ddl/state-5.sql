-- Format 4 to 5: pinned bundles, and the publications of a bundle found without reading all.

CREATE TABLE pin (
  bundle TEXT PRIMARY KEY,
  name TEXT UNIQUE,
  pinned_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX publication_bundle ON publication (bundle, publication);
