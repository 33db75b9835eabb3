-- Every source with rows has its license terms in data/reference/licences.ts.
SELECT source_id, source_id AS key, publisher, licence
FROM core.source_read
WHERE licence NOT IN (SELECT name FROM out.licence)
ORDER BY key;
