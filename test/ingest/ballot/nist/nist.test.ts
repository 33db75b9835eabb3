import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { PROJECT_ROOT } from '../../../../data/store/paths.ts'
import { nistSource } from '../../../../ingest/ballot/nist/nist.ts'
import { collectSink } from '../../../../ingest/engine/sink.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import type { Source } from '../../../../ingest/read/source.ts'
import { noBallots } from '../../no-ballots.ts'

const GOLDEN = join(PROJECT_ROOT, 'test', 'ingest', 'golden')
const MADE_UP = readFileSync(join(GOLDEN, 'nist-xml', 'input', 'made_up.xml'), 'utf8')

function source(mirrors: readonly string[], states: readonly StateCode[] = ['OH']): Source {
  return nistSource({
    id: 'oh-summit-2028',
    publisher: 'Made-up Board of Elections',
    url: 'https://example.org',
    licence: 'Public record',
    vintage: '2028',
    published_on: '2028-02-01',
    lists: { kinds: ['candidate', 'measure', 'retention'], whole_in: [] },
    states,
    files: mirrors.map((mirror) => ({ url: `https://example.org/${mirror}`, mirror })),
  })
}

async function read(texts: Readonly<Record<string, string>>, states?: readonly StateCode[], only = states) {
  const one = source(Object.keys(texts), states)
  const sink = collectSink()
  const files = Object.entries(texts).map(([name, text]) => ({ name, url: name, bytes: Buffer.from(text) }))
  const context = {
    source: one,
    states: new Set(only ?? one.states),
    divisions: toDivisions([]),
    ballots: noBallots,
    endorsers: [],
  }
  await one.read(files, context, sink)
  return sink
}

describe('A ballot definition', () => {
  it('without options says nothing about who is unopposed', async () => {
    const { rows } = await read({ 'a.xml': MADE_UP.replace(/<ContestOption\b.*?<\/ContestOption>/gs, '') })
    const contests = rows.flatMap((one) => (one.table === 'contest' ? [one.row] : []))
    const details = contests.flatMap((row) => ('kind' in row && row.kind === 'candidate' ? [row.details] : []))
    expect(details.length).toBeGreaterThan(2)
    expect(details.filter((one) => !one.includes('"choices_incomplete":true'))).toEqual([])
    expect(details.filter((one) => /write_in_only|uncontested/.test(one))).toEqual([])
  })

  it('is not read if its state is not requested', async () => {
    expect((await read({ 'a.xml': MADE_UP }, ['OH'], ['MI'])).rows).toEqual([])
  })

  it.each([
    ['a.xml', MADE_UP.replace('>1.0.0<', '>2.0.0<'), 'a.xml: got version "2.0.0", expected 1.0.0'],
    ['a.xml', '<VipObject/>', 'a.xml:1: got the element VipObject, expected BallotDefinition'],
    ['a.json', '{"Election":[]}', 'a.json: expected an object of the type BallotDefinition.BallotDefinition'],
    ['a.xml', MADE_UP.replace('>2028-11-07</Start', '>soon</Start'), 'a.xml:3: got the StartDate "soon"'],
    ['a.xml', MADE_UP.replace('>2028-11-07</Start', '>2028-02-30</Start'), 'a.xml:3: got the StartDate "2028-02-30"'],
    ['a.xml', MADE_UP.replace('>general<', '>other<'), 'a.xml:3: got Election.Type "", expected one of "general"'],
  ])('%s stops its source where it is none, or of no known day and type', async (name, text, message) => {
    await expect(read({ [name]: text })).rejects.toThrow(message)
  })

  it('stops its source if its state is missing or is not the registered one', async () => {
    await expect(read({ 'a.xml': MADE_UP }, ['MI'])).rejects.toThrow(
      'a.xml: its units belong to OH, expected one of MI',
    )
    const nowhere = MADE_UP.replaceAll('<Type>ocd-id</Type>', '<Type>other</Type>')
    await expect(read({ 'a.xml': nowhere }, ['MI', 'OH'])).rejects.toThrow('its units belong to no state')
    expect((await read({ 'a.xml': nowhere }, ['OH'])).rows.length).toBeGreaterThan(0)
  })

  it('does not continue an election of another file', async () => {
    await expect(read({ 'a.xml': MADE_UP, 'b.xml': MADE_UP })).rejects.toThrow(
      'b.xml:3: repeats the election oh-2028-11-07-general of another file',
    )
  })
})
