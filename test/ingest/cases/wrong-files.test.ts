// Wrong office tables, lists of candidates and layers of districts: each is held back with one sentence that says what is wrong, in a night
// with right ones, which are read. The people and districts are invented.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { configureSources } from '../../../ingest/configuration/to-sources.ts'
import * as builtIn from '../../../ingest/engine/registry.ts'
import { table, textsBeside } from '../../table.ts'
import { shareFolder } from '../../temporary.ts'
import { collection, square } from '../boundary/collect.ts'
import { openPublisher } from '../fetch/publisher.ts'
import { publishDivisions, runNightly } from '../nightly.ts'
import { makeSheet } from '../read/xlsx-bytes.ts'

const text = textsBeside(import.meta.url)
const folder = shareFolder()

interface Case {
  id: string
  what: string
  sentence: string
  kind: 'candidate_lists' | 'district_files'
  lines: readonly string[]
  files: Readonly<Record<string, string | Uint8Array>>
}

const HEADER = 'pattern,office,title,area,part,seat,votes,details,source'
const LIST = 'Contest,Name,Party\nGovernor,Ann Example,DEM'
const numbered = (letter: string, at: number): string => `${letter}${String(at + 1).padStart(2, '0')}`
const linesOf = (cell: string): string[] => cell.split(';;').flatMap((line) => line.trim() || [])

function tableCase([what = '', columns = '', row = '', sentence = '']: string[], at: number): Case {
  const id = numbered('t', at)
  const [change, name = ''] = columns.split(' ')
  const header =
    { without: HEADER.replace(`,${name}`, ''), with: `${HEADER},${name}`, none: '' }[change ?? ''] ?? HEADER
  const named = sentence.replace(/^offices/, id)
  const files = { [`${id}.csv`]: [header, ...(row === '' ? [] : [row])].join('\n'), 'list.csv': LIST }
  const lines = ['url: list.csv', 'format: csv', `offices: ${id}.csv`]
  return { id: `${id}-table`, what: `an office table: ${what}`, sentence: named, kind: 'candidate_lists', lines, files }
}

function listCase([what = '', format = '', lines = '', content = '', sentence = '']: string[], at: number): Case {
  const id = numbered('l', at)
  const written = content
    .replace('sheet:', '')
    .replace(/%(?!PDF)/, LIST)
    .replaceAll('⏎', '\n')
    .replaceAll('⇥', '\t')
  const rows = written.split('\n').map((line) => line.split(','))
  const files = {
    [`${id}.${format}`]: content.startsWith('sheet:')
      ? makeSheet(rows)
      : Buffer.from(written, what.startsWith('an old') ? 'latin1' : 'utf8'),
  }
  const own = linesOf(lines)
  const common = own.some((line) => line.startsWith('url:')) ? [] : [`url: ${id}.${format}`]
  return {
    id: `${id}-list`,
    what: `a list: ${what}`,
    sentence,
    kind: 'candidate_lists',
    lines: [...common, `format: ${format}`, ...own],
    files,
  }
}

/** `D=1 W=2 @ -82 40 0.1` */
function toFeature(text: string): { properties: object; polygon: number[][][] } {
  const [fields = '', at = ''] = text.split('@')
  const pairs = fields
    .trim()
    .split(' ')
    .map((pair) => pair.split('='))
  const [lng = 0, lat = 0, size = 0] = at.trim().split(' ').map(Number)
  return {
    properties: Object.fromEntries(pairs.map(([name, value]) => [name, Number(value) || value])),
    polygon: square(lng, lat, size),
  }
}

function districtCase([what = '', lines = '', content = '', sentence = '']: string[], at: number): Case {
  const id = numbered('d', at)
  const features = content.includes('@') ? JSON.stringify(collection(...content.split(';').map(toFeature))) : content
  const own = linesOf(lines)
  const common = own.some((line) => line.startsWith('url:')) ? [] : [`url: ${id}.geojson`]
  const all = [
    ...[...common, 'layer: council', 'plan: 2026', 'name: Athens {id}'],
    ...[`ocd_id: ocd-division/country:us/state:oh/place:${id}/council_district:{id}`, ...own],
  ]
  return {
    id,
    what: `districts: ${what}`,
    sentence,
    kind: 'district_files',
    lines: all,
    files: { [`${id}.geojson`]: features },
  }
}

const WRONG: readonly Case[] = [
  ...table(text('office tables')).map(tableCase),
  ...table(text('lists')).map(listCase),
  ...table(text('districts')).map(districtCase),
]
const RIGHT = [
  { ...listCase(['', 'csv', '', '%', ''], 98), id: 'right-list' },
  { ...districtCase(['', '', 'D=1 @ -82 40 0.1; D=2 @ -81.9 40 0.1', ''], 98), id: 'right-districts' },
]

let night: Awaited<ReturnType<typeof runNightly>>

beforeAll(async () => {
  const publisher = await openPublisher()
  const all = [...WRONG, ...RIGHT]
  for (const { files } of all)
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  const entryOf = ({ id, kind, lines }: Case): string => {
    const common = [`id: ${id}`, 'publisher: P', 'page: https://example.org/', 'licence: Public record', 'states: [OH]']
    const columns = 'columns: { contest: Contest, name: Name, party: Party }'
    const election = lines.some((line) => line.startsWith('election:'))
      ? []
      : ['election: { date: 2026-11-03, type: general }']
    const own = kind === 'candidate_lists' ? [columns, ...election] : []
    return [...common, ...own, ...lines].map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')
  }
  const kinds = ['candidate_lists', 'district_files'].map(
    (kind) =>
      `${kind}:\n${all
        .filter((one) => one.kind === kind)
        .map(entryOf)
        .join('')}`,
  )
  const bytes = Buffer.from(`version: 1\n${kinds.join('')}`)
  const file = parseSourcesFile({ name: 'sources.yaml', bytes }, builtIn.sources, 'public', () => undefined)
  const { findSource } = configureSources(file, builtIn, { folder, family: 'public' }, 2026)
  const state = 'ocd-division/country:us/state:oh'
  const divisions = publishDivisions(publisher, 'id,name', `${state},Ohio`, `${state}/county:adams,Adams County`)
  try {
    night = await runNightly(folder, '2026-10-02', [divisions, ...all.flatMap(({ id }) => findSource(id) ?? [])])
  } finally {
    await publisher.close()
  }
})

it('there are 60 wrong files and more, and the right ones beside them are read', () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(60)
  expect(RIGHT.map(({ id }) => night.status[id])).toEqual(['read', 'read'])
})

it.each(WRONG.map((one) => [one.what, one] as const))('%s', (_, { id, sentence }) => {
  const { status, error } = night.report.sources.find(({ source_id }) => source_id === id) ?? {}
  expect([status, error]).toEqual(['failed', expect.stringContaining(sentence)])
  expect(error).not.toMatch(/\n|undefined is|TypeError/)
})
