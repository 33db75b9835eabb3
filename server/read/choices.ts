import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'

/** JSON of one choice of a contest; undefined if the contest has no choice with this id. */
export function findChoice(
  bundle: Bundle,
  ids: { contest: number; choice: number },
  lang: Language,
): string | undefined {
  return bundle.ballots
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM choice
WHERE contest_id = $contest AND id = $choice`,
    )
    .get({ ...ids, lang })?.body
}

export interface ServedChoiceRow {
  contest_id: number
  id: number
  withdrawn: number
  body: string
}

/** Choices of the given contests, ordered by contest, then ballot order. */
export function loadChoices(bundle: Bundle, contests: readonly number[], lang: Language): ServedChoiceRow[] {
  return bundle.ballots
    .statement<ServedChoiceRow>(
      `SELECT contest_id, id, withdrawn, CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM choice
WHERE contest_id IN (SELECT value FROM json_each($contests))
ORDER BY contest_id, ballot_order, id`,
    )
    .all({ contests: JSON.stringify(contests), lang })
}
