-- The same with the additions of format 3: events, subscriptions, leases.
INSERT INTO publication (publication, bundle, published_at, epoch) VALUES
  (1, 'aa', '2028-03-01T12:00:00.000Z', '0123456789abcdef'), (2, 'bb', '2028-03-01T12:00:00.000Z', '0123456789abcdef');
INSERT INTO head (only_row, publication, epoch, seq, pepper, baseline) VALUES (1, 2, '0123456789abcdef', 0, 'f00d', 2);
INSERT INTO plan (name, requests_per_minute, requests_per_day, streams) VALUES ('own', 5, 50, 1);
INSERT INTO account (id, name, status, plan, role, contact, password_hash, created_at) VALUES
  (1, 'ada', 'approved', 'own', 'member', NULL, 'scrypt$', '2028-03-01T12:00:00.000Z'),
  (4, 'bob', 'suspended', 'free', 'member', NULL, NULL, '2028-03-01T12:00:00.000Z');
INSERT INTO api_key (id, account_id, label, hash, last_four, scopes, addresses, created_at, expires_at, revoked_at, last_used_on)
VALUES
  (1, 1, NULL, '01', 'aaaa', '["data:read"]', '[]', '2028-03-01T12:00:00.000Z', NULL, NULL, NULL),
  (2, 1, NULL, '02', 'bbbb', '["data:read","stream:read"]', '[]', '2028-03-01T12:00:00.000Z', '2029-01-01T00:00:00.000Z', '2028-03-01T12:00:00.000Z', NULL),
  (10, 4, NULL, '04', 'dddd', '[]', '[]', '2028-03-01T12:00:00.000Z', NULL, NULL, NULL);
INSERT INTO session (hash, account_id, created_at, expires_at) VALUES ('0a', 1, '2028-03-01T12:00:00.000Z', '2029-01-01T00:00:00.000Z');
INSERT INTO audit (at, by, action, account, detail) VALUES ('2028-03-01T12:00:00.000Z', 'ada', 'key.created', 'ada', '{"key":1}');
INSERT INTO lease (server, publication, expires_at) VALUES ('s', 2, 1.5);
