// Texas' results: one JSON object whose sections are base64 of JSON.

import { z } from 'zod'
import { parseJson, readJson } from '../../../read/json.ts'
import { type FetchedFile, type Sink, SourceError } from '../../../read/source.ts'
import type { ListReader } from '../../list/built-in.ts'

export const tx: ListReader = { lines: readResults }

/** Sections whose offices name their districts. */
const SECTIONS = ['Federal', 'StateWide', 'Districted'] as const
const sections = z.object({
  Home: z.string(),
  Race: z.string(),
  Federal: z.string(),
  StateWide: z.string(),
  Districted: z.string(),
})
const home = z.object({ ElecDate: z.string().regex(/^\d{8}$/) })
const races = z.object({
  Races: z.array(z.object({ N: z.string(), Candidates: z.array(z.object({ N: z.string(), P: z.string() })) })),
})
const offices = z.object({
  OfficeTypes: z.array(z.object({ OfficeType: z.string(), Races: z.array(z.object({ N: z.string() })) })),
})

function* readResults(file: FetchedFile, sink: Sink): Generator<{ line: null; record: Record<string, string> }> {
  const packed = parse(sections, readJson(file), file, 'the file')
  const { ElecDate } = unpack(home, packed.Home, file, 'Home')
  const date = `${ElecDate.slice(4)}-${ElecDate.slice(0, 2)}-${ElecDate.slice(2, 4)}`
  for (const section of SECTIONS)
    for (const race of unpack(races, packed[section], file, section).Races)
      for (const { N, P: party } of race.Candidates) {
        const [, county = ''] = /^CRIMINAL DISTRICT ATTORNEY (.+) COUNTY\s*$/.exec(race.N) ?? []
        // `(I)` marks who holds the office.
        yield { line: null, record: { date, contest: race.N, name: N.replace(/ \(I\)$/, ''), party, county } }
      }
  reportCounties(unpack(offices, packed.Race, file, 'Race'), { file: file.name, line: null }, sink)
}

/** The file does not say to which county an office of a county belongs. */
function reportCounties({ OfficeTypes }: z.infer<typeof offices>, at: { file: string; line: null }, sink: Sink): void {
  for (const { OfficeType, Races } of OfficeTypes) {
    if (!OfficeType.startsWith('COUNTY') || Races.length === 0) continue
    const message = `the file does not name the counties of these ${Races.length} contests; they are left out`
    sink.issue({ ...at, field: null, code: 'no-county', value: OfficeType, message, severity: 'refused' })
  }
}

function unpack<Section>(schema: z.ZodType<Section>, packed: string, file: FetchedFile, name: string): Section {
  const text = Buffer.from(packed, 'base64').toString('utf8')
  return parse(schema, parseJson(text, { file: `${file.name}#${name}`, line: 1 }), file, name)
}

function parse<Section>(schema: z.ZodType<Section>, value: unknown, file: FetchedFile, name: string): Section {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const where = [name, ...(first?.path.map(String) ?? [])].join(' → ')
  throw new SourceError(`${where}: ${first?.message ?? 'not read'}; expected the sections of a results site`, {
    file: file.name,
  })
}
