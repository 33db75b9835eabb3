-- out.full_name: the full names of choices of which the best source has only a part, one row per choice that exactly one name of another held
-- source completes. Rule: docs/rules.md#details-of-a-choice. out.running_mate: one row per choice of a ticket.
CREATE OR REPLACE MACRO name_words(name) AS list_filter(
  string_split(trim(regexp_replace(
    regexp_replace(lower(strip_accents(regexp_replace(name, '["“”(][^"“”()]*["“”)]', ' ', 'g'))), '[''’‘`]', '', 'g'), '[^a-z0-9]+', ' ', 'g'
  )), ' '),
  lambda word: word NOT IN ('', 'jr', 'sr', 'ii', 'iii', 'iv')
);

-- Filled by build/bundle/name-case.ts: names that are served in another case than printed.
CREATE TABLE IF NOT EXISTS out.spelling (choice_key VARCHAR, name VARCHAR, running_mate VARCHAR);

CREATE OR REPLACE TABLE out.full_name AS
WITH part AS (
  SELECT
    choice_key, contest_key, choice.party, contest.ocd_id, election.date, name_words(candidate_name) AS words,
    CASE split_part(replace(substr(contest_key, length(contest.election_key) + 2), contest.ocd_id || '/', ''), '/', 1)
      WHEN 'us-house' THEN ['us_representative']
      WHEN 'us-senate' THEN ['us_senator']
      WHEN 'governor' THEN ['governor']
      WHEN 'lieutenant-governor' THEN ['lieutenant_governor']
      WHEN 'attorney-general' THEN ['attorney_general']
      WHEN 'secretary-of-state' THEN ['secretary_of_state']
      WHEN 'state-treasurer' THEN ['treasurer']
      WHEN 'state-senate' THEN ['state_senator', 'state_legislator']
      WHEN 'state-house' THEN ['state_representative']
      WHEN 'state-assembly' THEN ['state_representative']
    END AS offices
  FROM out.choice AS choice
  JOIN out.contest AS contest USING (contest_key)
  JOIN out.election AS election USING (election_key)
  WHERE (choice.details ->> 'name_incomplete') = 'true'
),
-- What another list says of the same contest comes before who held the seat then.
known AS (
  SELECT part.choice_key, 1 AS rank, coalesce(spelling.name, other.candidate_name) AS name, other.party
  FROM part
  JOIN core.choice AS other USING (contest_key)
  LEFT JOIN out.spelling AS spelling ON spelling.choice_key = other.choice_key
  WHERE other.candidate_name IS NOT NULL AND (other.details ->> 'name_incomplete') IS NULL
  UNION
  SELECT part.choice_key, 2, holder.name, holder.party
  FROM part
  JOIN core.officeholder AS holder ON holder.ocd_id = part.ocd_id AND list_contains(part.offices, holder.office)
  -- A winner of November takes office by February.
  WHERE holder.term_start <= part.date + INTERVAL 100 DAY
  UNION
  SELECT choice_key, 3, name, NULL FROM out.full_name_row
),
fitting AS (
  SELECT
    part.choice_key, part.contest_key, rank, known.name,
    count(DISTINCT known.name) OVER (PARTITION BY part.choice_key, rank) AS names,
    min(rank) OVER (PARTITION BY part.choice_key) AS best
  FROM part
  JOIN known USING (choice_key)
  WHERE (part.party = known.party OR part.party IS NULL OR known.party IS NULL)
    AND len(name_words(known.name)) > len(part.words)
    AND name_words(known.name)[-len(part.words):] = part.words
)
SELECT choice_key, name
FROM fitting
WHERE rank = best AND names = 1
QUALIFY count(*) OVER (PARTITION BY contest_key, name) = 1
ORDER BY choice_key;

CREATE OR REPLACE TABLE out.running_mate AS
WITH ticket AS (
  SELECT
    choice_key, (choice.details ->> 'running_mate') AS printed, name_words(candidate_name) AS words, contest.state, election.date, election.type,
    regexp_extract(contest_key, '/(president|governor)$', 1) AS office
  FROM out.choice AS choice
  JOIN out.contest AS contest USING (contest_key)
  JOIN out.election AS election USING (election_key)
  WHERE candidate_name IS NOT NULL AND regexp_matches(contest_key, '/(president|governor)(/[a-z-]+)?$')
)
SELECT choice_key, coalesce(spelling.running_mate, printed, fact.running_mate) AS name
FROM ticket
LEFT JOIN out.spelling AS spelling USING (choice_key)
LEFT JOIN out.running_mate_row AS fact
  ON fact.date = ticket.date AND ticket.type = 'general' AND fact.office = ticket.office AND coalesce(fact.state, ticket.state) = ticket.state
    AND name_words(fact.candidate)[1] = words[1] AND name_words(fact.candidate)[-1] = words[-1]
WHERE coalesce(printed, fact.running_mate) IS NOT NULL
ORDER BY choice_key;
