-- Format 6 to 7: a desk can be closed, so that feeds decide again.

ALTER TABLE desk ADD COLUMN closed_at TEXT;
