import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { vipSource } from '../../../../ingest/ballot/vip/vip.ts'
import { collectSink } from '../../../../ingest/engine/sink.ts'
import { noBallots } from '../../no-ballots.ts'
import { publishedIn } from '../published.ts'
import { HAS_REAL, REAL } from '../read.ts'

const url = 'https://example.org/sample_feed_v5.xml'

async function read(text: string) {
  const source = vipSource({
    id: 'sample',
    publisher: 'Voting Information Project',
    url,
    licence: 'CC-BY-4.0',
    vintage: '5.2',
    published_on: '2025-01-17',
    lists: { kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    files: [{ url, mirror: 'sample_feed_v5.xml' }],
    state: 'VA',
  })
  const sink = collectSink()
  const context = {
    source,
    states: new Set(source.states),
    divisions: publishedIn(
      'VA',
      [25, 57, 58, 59].map((number) => [`sldl:${number}`, ''] as const),
    ),
    ballots: noBallots,
    endorsers: [],
  }
  await source.read([{ name: 'sample_feed_v5.xml', url, bytes: Buffer.from(text) }], context, sink)
  return sink
}

describe.skipIf(!HAS_REAL)("the specification's own sample of version 5", () => {
  const text = HAS_REAL ? readFileSync(join(REAL, 'ballots/vip_feeds/sample_feed_v5.xml'), 'utf8') : ''

  it('gives every contest, candidate, measure and retention; four districts of one county are listed as unmatched', async () => {
    const { rows, issues } = await read(text)
    const contests = rows.flatMap(({ table, row }) => (table === 'contest' && 'kind' in row ? [row] : []))
    const kinds = contests.map(({ kind }) => kind)
    expect(kinds).toEqual([...Array(15).fill('candidate'), 'measure', 'retention'])
    expect(new Set(contests.map(({ ocd_id }) => ocd_id)).size).toBe(9)
    const choices = rows.flatMap(({ table, row }) => (table === 'choice' && 'label' in row ? [row] : []))
    expect(choices.filter(({ candidate_name }) => candidate_name !== null)).toHaveLength(25)
    expect(issues.map(({ code }) => code)).toEqual(Array(7).fill('unmatched-school-district'))
  })

  it('lets no address, telephone number or e-mail of a person through, to rows or to issues', async () => {
    const { rows, issues } = await read(text)
    const said = JSON.stringify([rows, issues])
    const personal = [...text.matchAll(/<(?:AddressLine|Email|Phone|Uri)[^>]*>([^<]+)</g)].map(
      ([, value]) => value ?? '',
    )
    expect(personal.length).toBeGreaterThan(80)
    expect(personal.filter((value) => said.includes(value))).toEqual([])
  })
})
