-- Beside the rows of the format before, the addition of format 5: pins.
INSERT INTO pin (bundle, name, pinned_at) VALUES ('bb', 'night', '2028-03-01T12:00:00.000Z');
