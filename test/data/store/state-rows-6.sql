-- Beside the rows of the format before, the additions of format 6: the publishing desk, invitations.
INSERT INTO desk (endorser_slug, endorser, version, opened_at) VALUES
  ('sample-times', '{"slug":"sample-times","name":"Sample Times","category":"newspaper","state":"ME"}', 3, '2028-03-01T12:00:00.000Z');
INSERT INTO desk_editor (account_id, endorser_slug) VALUES (1, 'sample-times');
INSERT INTO desk_position (endorser_slug, contest_id, version, body, changed_at, changed_by) VALUES
  ('sample-times', 7, 2, NULL, '2028-03-01T12:00:00.000Z', 'ada');
INSERT INTO desk_change (endorser_slug, contest_id, at, by, action, title) VALUES
  ('sample-times', 7, '2028-03-01T12:00:00.000Z', 'ada', 'withdrawn', 'Seat');
INSERT INTO invitation (account_id, hash, expires_at) VALUES (1, '0d', '2028-03-01T12:00:00.000Z');
