-- Usage: what each account took, by UTC minute and day. Kept in usage.sqlite, WAL, so that a large publication never blocks it.

CREATE TABLE usage_minute (
  account_id INTEGER NOT NULL,
  minute INTEGER NOT NULL, -- whole minutes since 1970
  requests INTEGER NOT NULL,
  PRIMARY KEY (account_id, minute)
) STRICT, WITHOUT ROWID;
CREATE INDEX usage_minute_minute ON usage_minute (minute); -- for pruning; counting on leaves it untouched

CREATE TABLE usage_day (
  account_id INTEGER NOT NULL,
  day INTEGER NOT NULL, -- whole days since 1970
  requests INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
