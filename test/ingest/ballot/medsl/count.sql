-- Counts the contests and the choices of a returns file, without the reader. Write it from the columns alone: it checks the reader.
-- A contest is a text of office and district in a county; once for the state, if most counties list it with the same choice; once, if
-- counties share a candidate under it, as in a district of several counties.
WITH line AS (
  SELECT
    trim(regexp_replace(upper(coalesce(office, '')), '\s+', ' ', 'g')) AS office,
    CASE
      WHEN upper(trim(office)) IN ('US PRESIDENT', 'US SENATE') THEN ''
      ELSE regexp_replace(upper(trim(coalesce(district, ''))), '^(STATEWIDE|NA)$', '')
    END AS district,
    upper(trim(coalesce(county_name, ''))) AS county,
    CASE WHEN $town AND upper(dataverse) = 'LOCAL' THEN upper(coalesce(jurisdiction_name, '')) ELSE '' END AS town,
    upper(coalesce(special, '')) = 'TRUE' AS special,
    trim(regexp_replace(replace(upper(coalesce(candidate, '')), '*', ''), '\((I|REP|DEM)\)', '', 'g')) AS candidate,
    upper(coalesce(writein, '')) = 'TRUE' OR upper(coalesce(candidate, '')) LIKE '%WRITE-IN%' OR upper(coalesce(candidate, '')) LIKE '%WRITE IN%'
      OR upper(coalesce(candidate, '')) = 'WRITEIN' AS written
  FROM read_csv($file, header = true, all_varchar = true, delim = ',', quote = '"', escape = '"', strict_mode = false, null_padding = false, max_line_size = 10000000)
  WHERE upper(stage) LIKE 'GEN%'
),
contest_line AS (
  SELECT
    *,
    -- A judge or an officer before the answer is a contest of its own.
    CASE WHEN regexp_matches(candidate, ' - (YES|NO|FOR|AGAINST|IN FAVOR)') AND NOT regexp_matches(candidate, '^(FOR|AGAINST) THE')
      THEN regexp_extract(candidate, '^(.*) - (?:YES|NO|FOR|AGAINST|IN FAVOR)', 1) ELSE '' END AS about,
    CASE
      WHEN written THEN NULL
      WHEN regexp_matches(candidate, '^(YES|FOR|APPROVED?|IN FAVOR OF|SI)$|^YES[ /]|- (YES|FOR|IN FAVOR)| YES$') AND candidate <> 'YES YES' THEN '=YES'
      WHEN regexp_matches(candidate, '^(NO|AGAINST|REJECT|REJECTED)$|^NO (BOND|BUDGET|JOIN|FOR REJ)|- (NO|AGAINST)| NO$') THEN '=NO'
      WHEN candidate = '' THEN NULL
      WHEN regexp_matches(candidate, '(UNDER|OVER) ?VOTES?$|^BLANKS?$|VOID|^SPOILED$|^SCATTERING$|^ALL OTHERS$|^OTHERS?$|^TOTAL |^CONTEST TOTAL|^CAST VOTES$|^BALLOTS CAST|^PAPER BALLOTS|^CARDS CAST|^REGISTERED VOTERS|^INVALID|^SPECIAL VOTES$|^AFFIDAVIT$|^PUBLIC COUNTER$|^ABSENTEE / MIL|^FEDERAL$|^MANUALLY COUNTED|^NOT QUALIFIED$|^NA$|^NONE$|^NO (PREFERENCE|PETITION|CANDIDATE|ONE|BODY|VOTE)') THEN NULL
      ELSE candidate
    END AS choice
  FROM line
  WHERE office <> ''
    AND NOT regexp_matches(office, '^(STRAIGHT|BALLOTS (CAST|COUNTED)|PAPER BALLOTS|CARDS CAST|REGISTERED VOTERS|TURNOUT|TOTAL (VOTERS|BALLOTS|ABSENTEE|ELECTION|EARLY|PROVISIONAL|MAIL|EMERGENCY|REGISTERED))')
),
-- Lines that count ballots for judges belong to the judges' contests.
block AS (
  SELECT office, district, county, town, special, about, list(DISTINCT choice) FILTER (choice IS NOT NULL) AS choices
  FROM contest_line
  WHERE NOT regexp_matches(candidate, ' - (UNDER|OVER) ?VOTES?$')
  GROUP BY ALL
),
judged AS (SELECT DISTINCT office, district, county, special FROM block WHERE about <> ''),
kept AS (
  SELECT block.*
  FROM block
  LEFT JOIN judged ON (block.office, block.district, block.county, block.special) = (judged.office, judged.district, judged.county, judged.special)
  WHERE (block.about <> '' OR len(choices) > 0 OR judged.office IS NULL)
    AND NOT (coalesce(len(choices), 0) = 0 AND regexp_matches(block.office, 'RETENTION|RETAIN|QUESTION|AMENDMENT|PROPOSITION|MEASURE|REFERENDUM|LEVY|BOND|TAX'))
),
state AS (SELECT count(DISTINCT county) AS counties FROM kept),
wide AS (
  SELECT office, district, special, about
  FROM (
    SELECT office, district, special, about, choice, count(DISTINCT county) AS n
    FROM kept, unnest(choices) AS one (choice)
    GROUP BY ALL
  ), state
  GROUP BY office, district, special, about, counties
  HAVING counties > 2 AND max(n) >= 0.8 * counties
),
numbered AS (
  SELECT DISTINCT office, district, special, about
  FROM kept
  WHERE office IN ('US PRESIDENT', 'US SENATE', 'US HOUSE', 'STATE HOUSE', 'STATE SENATE')
    OR about <> ''
    -- A judge of a state's court is one question in all counties of the district.
    OR (
      regexp_matches(office, 'JUDGE|JUSTICE|COURT|RETENTION') AND NOT regexp_matches(office, 'BOND|QUESTION|COUNTY COURT$')
      AND len(choices) > 0 AND len(list_filter(choices, one -> NOT starts_with(one, '='))) = 0
    )
),
-- One row per contest: the first county stands for all where it is one.
contest AS (
  SELECT
    kept.office, kept.district, kept.special, kept.about,
    CASE WHEN wide.office IS NOT NULL OR numbered.office IS NOT NULL THEN '' ELSE kept.county END AS county,
    CASE WHEN wide.office IS NOT NULL OR numbered.office IS NOT NULL THEN '' ELSE kept.town END AS town,
    flatten(list(coalesce(choices, []))) AS choices
  FROM kept
  LEFT JOIN wide USING (office, district, special, about)
  LEFT JOIN numbered USING (office, district, special, about)
  GROUP BY ALL
),
-- A person in two counties under the same words: one contest.
shared AS (
  SELECT office, district, special, choice, min(county) AS first_county
  FROM contest, unnest(choices) AS one (choice)
  WHERE NOT starts_with(choice, '=') AND NOT regexp_matches(office, 'SHERIFF|CORONER|CLERK|TREASURER|ASSESSOR|RECORDER|SURVEYOR|PROSECUT')
  GROUP BY ALL
),
joined AS (
  SELECT
    contest.office, contest.district, contest.special, contest.about, contest.town,
    coalesce(min(shared.first_county), contest.county) AS county, any_value(contest.choices) AS choices
  FROM contest
  LEFT JOIN unnest(contest.choices) AS one (choice) ON true
  LEFT JOIN shared ON (contest.office, contest.district, contest.special, one.choice) = (shared.office, shared.district, shared.special, shared.choice)
  GROUP BY contest.office, contest.district, contest.special, contest.about, contest.town, contest.county
),
counted AS (
  SELECT office, district, special, about, town, county, list_distinct(flatten(list(choices))) AS choices
  FROM joined
  GROUP BY ALL
)
SELECT
  count(*) AS contests,
  sum(len(list_filter(choices, one -> NOT starts_with(one, '=')))) AS candidates,
  count(*) FILTER (len(list_filter(choices, one -> starts_with(one, '='))) > 0) AS questions
FROM counted;
