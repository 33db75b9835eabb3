-- out.endorsement_coverage: one row per state with an endorsement; updated_at is the publishers' latest date.
CREATE OR REPLACE TABLE out.endorsement_coverage AS
SELECT contest.state, strftime(max(source.published_on), '%Y-%m-%dT00:00:00.000Z') AS updated_at
FROM every_contest_count() AS contest
JOIN core.source_read AS source USING (source_id)
WHERE source.published_on IS NOT NULL
GROUP BY contest.state
ORDER BY contest.state;
