-- Districts, contests and endorsements as rows, and the JSON that a night's work can prepare.

CREATE EXTENSION postgis;

CREATE TABLE district (
  id bigint PRIMARY KEY,
  level_rank int NOT NULL,
  type text COLLATE "C" NOT NULL,
  ocd_id text COLLATE "C" NOT NULL,
  valid_from text COLLATE "C",
  valid_to text COLLATE "C",
  is_seat boolean NOT NULL, -- present seats were filled in these lines
  facts jsonb NOT NULL      -- the district as it is served, without lines and match
);

CREATE TABLE area ( -- a district's lines, or the band near them
  id int PRIMARY KEY,
  district_id bigint NOT NULL,
  role text NOT NULL, -- lines, near
  state text NOT NULL,
  type text NOT NULL
);

CREATE TABLE shape (area_id int NOT NULL, geom geometry NOT NULL); -- in microdegrees

CREATE TABLE contest (
  id bigint PRIMARY KEY,
  election_slug text COLLATE "C" NOT NULL,
  election_date text COLLATE "C" NOT NULL,
  level_rank int NOT NULL,
  ballot_order int NOT NULL,
  district_id bigint NOT NULL,
  facts jsonb NOT NULL -- the contest as it is served, without its choices
);

CREATE TABLE choice (contest_id bigint NOT NULL, ordinal int NOT NULL, facts jsonb NOT NULL, PRIMARY KEY (contest_id, ordinal));

CREATE TABLE position (contest_id bigint NOT NULL, ordinal int NOT NULL, facts jsonb NOT NULL, PRIMARY KEY (contest_id, ordinal));

CREATE TABLE stance (contest_id bigint NOT NULL, ordinal int NOT NULL, facts jsonb NOT NULL, PRIMARY KEY (contest_id, ordinal));

CREATE TABLE area_contest ( -- where a contest is voted
  area_id int NOT NULL,
  election_slug text COLLATE "C" NOT NULL,
  contest_id bigint NOT NULL,
  rule text NOT NULL
);
