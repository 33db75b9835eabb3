-- Beside the rows of the format before, the addition of format 7: a desk that is closed.
UPDATE desk SET closed_at = '2028-03-01T12:00:00.000Z';
