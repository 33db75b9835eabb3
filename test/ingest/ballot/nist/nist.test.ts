import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { PROJECT_ROOT, pathsIn } from '../../../../data/store/paths.ts'
import { openWarehouse } from '../../../../data/store/warehouse.ts'
import { nistSource } from '../../../../ingest/ballot/nist/nist.ts'
import { ingest } from '../../../../ingest/engine/ingest.ts'
import { collectSink } from '../../../../ingest/engine/sink.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { readCsv } from '../../../../ingest/read/csv.ts'
import type { FetchedFile, Sink, Source } from '../../../../ingest/read/source.ts'
import { noBallots } from '../../no-ballots.ts'

const GOLDEN = join(PROJECT_ROOT, 'test', 'ingest', 'golden')
const MADE_UP = readFileSync(join(GOLDEN, 'nist-xml', 'input', 'made_up.xml'), 'utf8')
const rowsOf = z.record(z.string(), z.array(z.looseObject({ at: z.string() })))

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
  it('gives one and the same ballot in JSON and XML', () => {
    const [json, xml] = ['nist-json', 'nist-xml'].map((id) => {
      const tables = rowsOf.parse(JSON.parse(readFileSync(join(GOLDEN, id, 'rows.json'), 'utf8')))
      return Object.entries(tables).map(([table, rows]) => [table, rows.map(({ at: _, ...row }) => row)])
    })
    expect(json).toEqual(xml)
  })

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

describe('A source of ballot definitions', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'hustings-nist-'))
    mkdirSync(join(folder, 'mirror'))
    cpSync(join(GOLDEN, 'nist-json', 'input', 'made_up.json'), join(folder, 'mirror', 'made_up.json'))
    writeFileSync(
      join(folder, 'mirror', 'ocd.csv'),
      'id,name\nocd-division/country:us/state:oh/place:akron,Akron city\n',
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const { needs: _, ...entry } = source(['ocd.csv'])
  const divisions: Source = {
    ...entry,
    id: 'ocd-division-ids',
    personal: [],
    read(files: readonly FetchedFile[], _: unknown, sink: Sink) {
      for (const file of files)
        for (const { line, record } of readCsv(file, { columns: ['id', 'name'] }, sink)) {
          const row = { ocd_id: record.id, name: record.name, census_geoid: null, same_as: null, valid_through: null }
          sink.row('division', row, { file: file.name, line })
        }
    },
  }

  it('is ingested from a mirror, and how to reach a candidate is in none of its rows, nor in the bytes that are kept', async () => {
    const paths = pathsIn(join(folder, 'var'))
    const mirror = join(folder, 'mirror')
    const run = () =>
      ingest({ paths, sources: [divisions, source(['made_up.json'])], states: null, mirror, now: new Date(0) })
    const [, report] = (await run()).sources
    expect(report).toMatchObject({ status: 'read', rows: { election: 2, contest: 10, choice: 21 } })
    expect((await run()).sources.map(({ status }) => status)).toEqual(['unchanged', 'unchanged'])
    const warehouse = await openWarehouse(paths.work)
    try {
      const contests = await warehouse.all<{ title: string; file: string; ocd_id: string }>(
        'SELECT title, file, ocd_id FROM core.contest ORDER BY contest_key',
      )
      const choices = await warehouse.all('SELECT * FROM core.choice ORDER BY choice_key')
      expect(contests.find(({ title }) => title === 'Mayor')).toEqual({
        title: 'Mayor',
        file: 'made_up.json',
        ocd_id: 'ocd-division/country:us/state:oh/place:akron',
      })
      expect(JSON.stringify([contests, choices])).toContain('Ada Ashgrove')
      expect(JSON.stringify([contests, choices])).not.toContain('never read')
      for (const name of readdirSync(paths.raw))
        expect(readFileSync(join(paths.raw, name), 'utf8')).not.toContain('never read')
    } finally {
      await warehouse.close()
    }
  })
})
