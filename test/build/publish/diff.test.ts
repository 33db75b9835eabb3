import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Bodies,
  compareChanges,
  diff,
  type EndorsementChange,
  findPrevious,
  parseBodies,
  type Served,
} from '../../../build/publish/diff.ts'
import type { BuiltEndorsement } from '../../../data/schema/endorsement.ts'
import type { ChangingFields } from '../../../data/schema/event.ts'
import { manyEndorsements } from '../../server/many-endorsements.ts'

const [first] = manyEndorsements({ count: 1 })
if (!first) throw new Error('one endorsement')
const TEMPLATE: BuiltEndorsement = first

interface Invented extends ChangingFields {
  endorser: string
  election: string
  contest: number
  /** Not among an endorsement's own fields. */
  name: string
}

function toServed([id, { endorser, election, contest, name, statement_es, ...fields }]: [number, Invented]): Served {
  const body: BuiltEndorsement = {
    ...{ ...TEMPLATE, id, ...fields },
    endorser: { ...TEMPLATE.endorser, slug: endorser },
    election: { ...TEMPLATE.election, slug: election },
    contest: { ...TEMPLATE.contest, id: contest },
    choice: { ...TEMPLATE.choice, label: name },
  }
  return { id, ...inBoth(body, statement_es) }
}

/** The Spanish record, with the English statement if it has none of its own, as the build writes it. */
function inBoth(body: Partial<BuiltEndorsement>, statement_es: string | null = null): Bodies {
  const spanish = { ...body, statement: statement_es ?? body.statement }
  return { body_en: JSON.stringify(body), body_es: JSON.stringify(spanish) }
}

const invented: fc.Arbitrary<Invented> = fc.record({
  rank: fc.option(fc.integer({ min: 1, max: 3 })),
  statement: fc.option(fc.constantFrom('Yes.', 'Sí: "ñ"', 'No, "id":7')),
  statement_es: fc.option(fc.constantFrom('Sí.', 'No.')),
  source_url: fc.option(fc.constantFrom('https://example.org/a', 'https://example.org/b')),
  published_on: fc.option(fc.constantFrom('2028-01-01', '2028-01-02')),
  endorser: fc.constantFrom('a', 'ab', 'a-b'),
  election: fc.constantFrom('nc-2024-11-05-general', 'dc-2024-11-05-general'),
  contest: fc.integer({ min: 1, max: 3 }),
  name: fc.constantFrom('Ada', 'Bo'),
})
const bundle = fc.uniqueArray(fc.tuple(fc.nat(12), invented), { selector: ([id]) => id })
const inOrder = (rows: [number, Invented][]): Served[] => rows.map(toServed).sort((a, b) => a.id - b.id)

test('between any two bundles it finds exactly the changes of the rule, in id order', () => {
  fc.assert(
    fc.property(bundle, bundle, (before, after) => {
      const [olds, news] = [new Map(before), new Map(after)]
      const expected = [...new Set([...olds.keys(), ...news.keys()])]
        .sort((a, b) => a - b)
        .flatMap((id): Pick<EndorsementChange, 'kind' | 'id'>[] => {
          const [old, next] = [olds.get(id), news.get(id)]
          if (!old) return [{ kind: 'created', id }]
          if (!next) return [{ kind: 'deleted', id }]
          const fields = ({ rank, statement, statement_es, source_url, published_on }: Invented): string =>
            JSON.stringify([rank, statement, statement_es, source_url, published_on])
          return fields(old) === fields(next) ? [] : [{ kind: 'updated', id }]
        })
      const changes = [...diff(inOrder(before), inOrder(after))]
      expect(changes.map(({ kind, id }) => ({ kind, id }))).toEqual(expected)
      for (const { id, kind, previous, ...place } of changes) {
        const [old, next] = [olds.get(id), news.get(id)].map((one) => one && parseBodies(toServed([id, one])))
        expect(previous).toEqual(kind === 'updated' && old && next ? findPrevious(old, next) : null)
        const from = (kind === 'deleted' ? olds : news).get(id)
        expect(place).toEqual({
          ...{
            endorser_slug: from?.endorser,
            election_slug: from?.election,
            contest_id: from?.contest,
            rank: from?.rank,
          },
        })
      }
    }),
    { numRuns: process.env.PROOF ? 5000 : 300 },
  )
})

test('the order of the feed is total: by endorser, election and contest; deletions before creations; picks by rank', () => {
  const change = (words: string): EndorsementChange => {
    const [endorser_slug = '', election_slug = '', contest = '', kind, rank, id] = words.split(' ')
    if (kind !== 'created' && kind !== 'updated' && kind !== 'deleted') throw new Error(words)
    return {
      kind,
      id: Number(id),
      endorser_slug,
      election_slug,
      contest_id: Number(contest),
      rank: Number(rank) || null,
      previous: null,
    }
  }
  const ordered = [
    'Z x 1 created - 9',
    'a x 9 deleted - 8',
    'a x 9 updated - 7',
    'a x 9 created 1 6',
    'a x 9 created 2 5',
    'a x 9 created - 3',
    'a x 9 created - 4',
    'a x 10 deleted - 2',
    'a y 1 created - 1',
  ].map(change)
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      expect([...shuffled].sort(compareChanges)).toEqual(ordered)
    }),
  )
})

test('previous has the changed fields with their earlier values, including nulls', () => {
  const body = ({ statement_es, ...fields }: Partial<ChangingFields>) =>
    parseBodies(inBoth({ ...TEMPLATE, ...fields }, statement_es))
  expect(findPrevious(body({ rank: 1 }), body({ rank: 1 }))).toBeUndefined()
  expect(findPrevious(body({ rank: 1, statement: null }), body({ rank: 2, statement: 'Yes.' }))).toEqual({
    ...{ rank: 1, statement: null },
  })
  expect(findPrevious(body({ published_on: '2028-01-01' }), body({ published_on: null }))).toEqual({
    published_on: '2028-01-01',
  })
  expect(findPrevious(body({ statement_es: 'Sí.' }), body({ statement_es: 'No.' }))).toEqual({ statement_es: 'Sí.' })
  expect(findPrevious(body({}), body({ statement_es: 'Sí.' }))).toEqual({ statement_es: null })
  // Without a Spanish statement, the Spanish body has the English one, so its change is only one of `statement`.
  expect(findPrevious(body({ statement: 'Yes.' }), body({ statement: 'No.' }))).toEqual({ statement: 'Yes.' })
})
