-- Beside the rows of the format before, the additions of format 4: the second factor, erased accounts.
INSERT INTO second_factor (account_id, secret, set_at, last_step, wrong_codes, locked_until) VALUES (1, 'x', '2028-03-01T12:00:00.000Z', 7, 0, NULL);
INSERT INTO recovery_code (hash, account_id) VALUES ('0c', 1);
