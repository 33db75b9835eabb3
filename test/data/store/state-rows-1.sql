-- A state of version 0.1.0: two accounts, a custom plan, three keys, two publications.
INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, '0123456789abcdef', 0);
INSERT INTO publication (publication, bundle, published_at) VALUES (1, 'aa', '2028-03-01T12:00:00.000Z'), (2, 'bb', '2028-03-01T12:00:00.000Z');
UPDATE head SET publication = 2;
INSERT INTO plan (name, requests_per_minute, requests_per_day, streams) VALUES ('own', 5, 50, 1);
INSERT INTO account (id, name, status, plan, created_at) VALUES
  (1, 'ada', 'approved', 'own', '2028-03-01T12:00:00.000Z'), (4, 'bob', 'suspended', 'free', '2028-03-01T12:00:00.000Z');
INSERT INTO api_key (id, account_id, hash, last_four, scopes, created_at, expires_at, revoked_at) VALUES
  (1, 1, '01', 'aaaa', '["data:read"]', '2028-03-01T12:00:00.000Z', NULL, NULL),
  (2, 1, '02', 'bbbb', '["data:read","stream:read"]', '2028-03-01T12:00:00.000Z', '2029-01-01T00:00:00.000Z', '2028-03-01T12:00:00.000Z'),
  (9, 4, '03', 'cccc', '[]', '2028-03-01T12:00:00.000Z', NULL, NULL);
DELETE FROM api_key WHERE id = 9;
INSERT INTO api_key (account_id, hash, last_four, scopes, created_at) VALUES (4, '04', 'dddd', '[]', '2028-03-01T12:00:00.000Z');
