import type { Language } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'

/** Every category, by slug. */
export function presentEndorserCategories(bundle: Bundle, lang: Language): string {
  const rows = bundle.endorsements
    .statement<{ body: string }>(
      `SELECT CASE $lang WHEN 'es' THEN body_es ELSE body_en END AS body
FROM endorser_category
ORDER BY slug`,
    )
    .all({ lang })
  return `{"data":[${rows.map((row) => row.body).join(',')}]}`
}
