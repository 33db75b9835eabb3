// What a ballot lacks, in sentences of the explorer, in both languages.

import { expect, test } from 'vitest'
import { WORDS } from '../../../apps/web/ballot/words/words.ts'
import { fill } from '../../../apps/web/sentence.ts'
import type { PartWriter } from '../../../data/store/part.ts'
import { electionId, slugOf } from '../../server/ballots.ts'
import { DISTRICTS } from '../../server/geography.ts'
import { createVisitor } from '../console/visitor.ts'
import { explorer, withExplorer } from './open-explorer.ts'

const SLUG = slugOf('NC', '2026-11-03', 'general')
const MISSING = [
  { kind: 'us_senate', reason: 'not_read' },
  { kind: 'court', reason: 'not_published' },
  { kind: 'city', reason: 'unknown' },
].map((one) => ({ ...one, districts: null, listed_in: [] }))

const ELECTION = {
  ...{ id: electionId(SLUG), slug: SLUG, name: 'Autumn', short_name: 'Autumn', date: '2026-11-03', state: 'NC' },
  ...{ type: 'general', primary_system: null, info_url: null, details: {}, contest_count: 0, contests_with_lines: 0 },
  contest_levels: { federal: 0, state: 0, county: 0, city: 0, school: 0, special: 0 },
  contest_basis: { candidate_list: 0, feed: 0, returns: 0 },
  ...{ listed_in: [DISTRICTS.nc.ocd_id], missing: MISSING },
}
const BODY = JSON.stringify(ELECTION)
const PAST_SLUG = slugOf('NC', '2026-10-13', 'special')
const PAST = { ...ELECTION, id: electionId(PAST_SLUG), slug: PAST_SLUG, date: '2026-10-13', type: 'special' }
const PAST_BODY = JSON.stringify({
  ...{ ...PAST, contest_count: 5, contest_basis: { candidate_list: 1, feed: 1, returns: 3 } },
})

const fills = {
  ballots: (writer: PartWriter) =>
    writer.insert(
      'election',
      ['id', 'slug', 'date', 'state', 'type', 'contest_count', 'measure_count', 'body_en', 'body_es'],
      [
        [electionId(SLUG), SLUG, '2026-11-03', 'NC', 'general', 0, 0, BODY, BODY],
        [PAST.id, PAST_SLUG, PAST.date, 'NC', 'special', 5, 0, PAST_BODY, PAST_BODY],
      ],
    ),
}
withExplorer(undefined, '2026-10-15', ({ fixture }) => fixture.publish({ fills }))

test.each(['en', 'es'] as const)('in %s each kind is named, by reason', async (lang) => {
  const words = WORDS[lang]
  const { status, text } = await explorer.ballotOf({ place: '35.2,-78.5', lang })
  expect(status).toBe(200)
  const notice = /<div class="notice" role="status">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
  expect(notice).toContain(fill(words.missingKnown, { kinds: `${words.kindUsSenate}, ${words.kindCourt}` }))
  expect(notice).toContain(fill(words.missingUnknown, { kinds: words.kindCity }))
  expect(text).not.toContain(words.missingBoundary.split('{')[0])
})

test.each(['en', 'es'] as const)(
  'in %s the page of an election says which contests and candidates it may lack',
  async (lang) => {
    const words = WORDS[lang]
    const { text } = await createVisitor(explorer.url).get(`/explore/elections/${PAST_SLUG}?lang=${lang}`)
    const notes = /<div class="notes" role="note">([\s\S]*?)<\/div>/.exec(text)?.[1] ?? ''
    expect(notes).toContain(fill(words.electionMissingKnown, { kinds: `${words.kindUsSenate}, ${words.kindCourt}` }))
    expect(notes).toContain(fill(words.electionMissingUnknown, { kinds: words.kindCity }))
    expect(notes).toContain(fill(words.electionReturns, { contests: fill(words.contestsMany, { count: 3 }) }))
    expect(notes).toContain(words.electionCandidates)
  },
)
