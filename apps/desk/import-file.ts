// Reads an imported file as a whole. Where the file does not name an endorser, it is the desk's own; and past what stops the reader,
// reading goes on, so that one report has every problem.

import type { DeskFile, FileProblem, FileRecord, ReadDeskFile, ServedBallots } from '../../data/desk/file.ts'
import type { DeskEndorser } from '../../data/desk/position.ts'

/** @setting The most places of a file of the publishing desk past which reading goes on, to report every one of them. */
export const DESK_IMPORT_STOPS_MAX = 20

export interface FileStop {
  line: number | null
  /** The reader's sentence, in English. */
  reason: string
  /** The separator of the columns, in a file that has no commas between them; `reason` is then empty. */
  separator?: Separator
}

const SEPARATORS = { ';': ';', tab: '\t' } as const
type Separator = keyof typeof SEPARATORS

export interface WholeFile extends DeskFile {
  /** Faults that keep the file from being read as it is. If there is any, nothing of the file may be published. */
  stops: readonly FileStop[]
}

interface DeskOfFile {
  endorser: DeskEndorser
  ballots: ServedBallots
  records_max: number
}

export async function readWhole(
  read: ReadDeskFile,
  bytes: Uint8Array,
  desk: DeskOfFile,
): Promise<WholeFile | { too_many: number }> {
  const text = decode(bytes)
  const { slug } = desk.endorser
  if (text === undefined) return toWhole(await read(bytes, desk), [])
  if (/^\s*\{/.test(text)) {
    const named = nameSpeaker(text, desk.endorser)
    const file = toWhole(await read(Buffer.from(named), desk), [])
    return withHidden(file, 'item', slug, () => read(Buffer.from(nameItems(named, slug)), desk))
  }
  const separated = findSeparator(text)
  if (separated) return { records: [], problems: [], stops: [separated] }
  const missing = REQUIRED.filter((column) => !columnsOf(text).includes(column))
  const stops: FileStop[] = []
  let left = text
  let lacks: readonly string[] = []
  for (;;) {
    const filled = fillColumns(left, slug, lacks)
    const file = await read(Buffer.from(filled), desk)
    const next =
      'stopped' in file && stops.length < DESK_IMPORT_STOPS_MAX ? goOn(left, file.stopped, missing, lacks) : undefined
    if (!next || !('stopped' in file)) {
      const whole = await withHidden(toWhole(file, stops), 'line', slug, () =>
        read(Buffer.from(fillColumns(left, slug, lacks, true)), desk),
      )
      return 'stops' in whole ? asWritten(whole, lacks, columnsOf(text)) : whole
    }
    stops.push(file.stopped)
    left = next.left
    lacks = next.lacks
  }
}

/** Without `endorser`, which is the desk's own. */
const REQUIRED = ['election', 'contest', 'choice'] as const
/** Stands in a column that the file lacks. */
const UNKNOWN = '?'

/** Of a header whose columns another sign separates, as programs for tables write it in many countries. */
function findSeparator(text: string): FileStop | undefined {
  const lines = text.split('\n')
  const header = lines.findIndex((one) => one.trim() !== '')
  if (REQUIRED.some((column) => columnsOf(text).includes(column))) return undefined
  const names = (sign: string): string[] => (lines[header] ?? '').split(sign).map(plain)
  for (const separator of ['tab', ';'] as const) {
    const has = REQUIRED.some((column) => names(SEPARATORS[separator]).includes(column))
    if (has) return { line: header + 1, reason: '', separator }
  }
  return undefined
}

/** How to read past a stop; undefined if there is no way. */
function goOn(
  left: string,
  { line }: FileStop,
  missing: readonly string[],
  lacks: readonly string[],
): { left: string; lacks: readonly string[] } | undefined {
  const lines = left.split('\n')
  const header = lines.findIndex((one) => one.trim() !== '') + 1
  if (line === header && lacks.length === 0 && missing.length > 0 && missing.length < REQUIRED.length)
    return { left, lacks: missing }
  if (line === null || line <= header || lines[line - 1]?.trim() === '') return undefined
  // The line becomes empty, so that the others keep their numbers.
  lines[line - 1] = ''
  return { left: lines.join('\n'), lacks }
}

function toWhole(
  file: Awaited<ReturnType<ReadDeskFile>>,
  stops: readonly FileStop[],
): WholeFile | { too_many: number } {
  if ('too_many' in file) return file
  if ('stopped' in file) return { records: [], problems: [], stops: [...stops, file.stopped] }
  return { ...file, stops }
}

/** By line, and without the columns that were filled in. */
function asWritten(file: WholeFile, lacks: readonly string[], columns: readonly string[]): WholeFile {
  const isWritten = ({ field }: FileProblem): boolean => field === null || !lacks.includes(field)
  const stops = file.stops
    .map(({ line, reason }) => ({
      line,
      // The reader quotes the header, and expects the column that may be missing here.
      reason: columns.includes('endorser')
        ? reason
        : reason.replace(/, "endorser"$/, '').replace(/^has no column "endorser", /, 'has no column '),
    }))
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const records = file.records.map(({ stated, problems, ...one }) => ({
    ...one,
    stated: { ...stated, ...Object.fromEntries(lacks.map((column) => [column, ''])) },
    problems: problems.filter(isWritten),
  }))
  return { ...file, records, stops }
}

/**
 * The reader looks up nothing else of a record whose endorser it refuses. Such a record stays refused, and gets the problems that it
 * would have if it named the desk's endorser.
 * @param place by which records of the two readings are compared @param again reads the file with the desk's endorser everywhere
 */
async function withHidden(
  file: WholeFile | { too_many: number },
  place: 'line' | 'item',
  slug: string,
  again: () => ReturnType<ReadDeskFile>,
): Promise<WholeFile | { too_many: number }> {
  if (!('stops' in file) || !file.records.some(isOfOther)) return file
  const other = await again()
  const hidden = new Map('records' in other ? other.records.map((one) => [one[place], one]) : [])
  const records = file.records.map((one): FileRecord => {
    if (!isOfOther(one)) return one
    const found = hidden.get(one[place])
    const known = new Set(one.problems.map(({ field }) => field))
    const more = (found?.problems ?? []).filter(({ field }) => !known.has(field))
    const problems = [...one.problems, ...more].map((problem) =>
      problem.field === 'endorser' ? { ...problem, likely: problem.likely ?? slug } : problem,
    )
    return { ...one, contest_id: one.contest_id ?? found?.contest_id ?? null, problems }
  })
  return { ...file, records }
}

function isOfOther({ pick, problems }: FileRecord): boolean {
  return pick === null && problems.some(({ field }) => field === 'endorser')
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

// JSON.

/** Names the endorser of the items that name none. The lines stay as they are. */
function nameSpeaker(text: string, endorser: DeskEndorser): string {
  const feed = parseObject(text)
  if (!feed || 'endorser' in feed || !itemsOf(feed).some((item) => !('endorser' in item))) return text
  return text.replace('{', () => `{"endorser":${JSON.stringify(endorser)},`)
}

function nameItems(text: string, slug: string): string {
  const feed = parseObject(text)
  if (!feed) return text
  for (const item of itemsOf(feed)) item.endorser = slug
  return JSON.stringify(feed)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function itemsOf({ endorsements }: Record<string, unknown>): Record<string, unknown>[] {
  return Array.isArray(endorsements) ? endorsements.filter(isObject) : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// CSV. Fields keep their quotes, and records their line ends, so that each one stays on its line.

interface RawRecord {
  fields: string[]
  end: string
}

function splitRecords(text: string): RawRecord[] {
  const records: RawRecord[] = []
  let [fields, from, quoted] = [[] as string[], 0, false]
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '"') quoted = !quoted
    const isEnd = letter === undefined || (!quoted && (letter === '\n' || letter === '\r'))
    if (!isEnd && (quoted || letter !== ',')) continue
    fields.push(text.slice(from, at))
    const end = isEnd ? (letter === '\r' && text[at + 1] === '\n' ? '\r\n' : (letter ?? '')) : ','
    from = at + end.length
    if (!isEnd) continue
    records.push({ fields, end })
    fields = []
    at = from - 1
    if (letter === undefined) break
  }
  return records
}

const plain = (field: string): string =>
  field
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .trim()

const isBlank = ({ fields }: RawRecord): boolean => fields.length === 1 && fields[0]?.trim() === ''

function columnsOf(text: string): string[] {
  return (splitRecords(text).find((record) => !isBlank(record))?.fields ?? []).map(plain)
}

/** Adds the column `endorser` and those that the file lacks, and fills in the desk's endorser. @param everywhere over what is written, too */
function fillColumns(text: string, slug: string, lacks: readonly string[], everywhere = false): string {
  const names = columnsOf(text)
  // Without any of the columns, the file has another layout: the reader says so.
  if (!REQUIRED.some((column) => names.includes(column))) return text
  const at = names.indexOf('endorser')
  let isHeader = true
  const records = splitRecords(text).map((record) => {
    if (isBlank(record)) return record
    const fields = [...record.fields]
    const own = fields.length === names.length ? fields[at] : undefined
    if (!isHeader && own !== undefined && (everywhere || plain(own) === '')) fields[at] = slug
    if (at < 0) fields.push(isHeader ? 'endorser' : slug)
    fields.push(...lacks.map((column) => (isHeader ? column : UNKNOWN)))
    isHeader = false
    return { ...record, fields }
  })
  return records.map(({ fields, end }) => fields.join(',') + end).join('')
}
