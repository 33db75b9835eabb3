-- Addresses part, of a bundle that has any: points of addresses and house numbers along streets.

CREATE TABLE street_name ( -- keys of parseStreet
  name_id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE street ( -- as its sources tell streets apart; unknown and absent are ''
  street_id INTEGER PRIMARY KEY, name_id INTEGER NOT NULL,
  state TEXT NOT NULL, zip TEXT NOT NULL,
  city TEXT NOT NULL,      -- folded as streets' names are
  prefix TEXT NOT NULL, suffix TEXT NOT NULL, postfix TEXT NOT NULL
) STRICT;
CREATE INDEX street_named ON street (name_id, zip, state);

CREATE TABLE address_point ( -- microdegrees; an address may have several
  name_id INTEGER NOT NULL,
  value INTEGER NOT NULL, lead TEXT NOT NULL, tail TEXT NOT NULL, -- splitHouseNumber
  street_id INTEGER NOT NULL, lng INTEGER NOT NULL, lat INTEGER NOT NULL,
  PRIMARY KEY (name_id, value, lead, tail, street_id, lng, lat)
) STRICT, WITHOUT ROWID;

CREATE TABLE address_range ( -- numbers along one side of a line
  street_id INTEGER NOT NULL,
  lead TEXT NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL,
  range BLOB NOT NULL,     -- encodeRange
  PRIMARY KEY (street_id, lead, low, high, range)
) STRICT, WITHOUT ROWID;

CREATE TABLE address_state ( -- of which any address is held
  state TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TABLE zip_city ( -- what the post calls the place of a ZIP code, folded as streets' names are
  zip TEXT NOT NULL, state TEXT NOT NULL, city TEXT NOT NULL,
  PRIMARY KEY (zip, state, city)
) STRICT, WITHOUT ROWID;
