// Vermont: a workbook of which the primary's has a sheet for each party, districts in abbreviations, and several nominations in one cell.

import { z } from 'zod'
import { VT_PARTIES } from '../../../../data/reference/party-labels.ts'
import { readOwnTable } from '../../../read/csv.ts'
import { parseMonthDayYear } from '../../../read/field-value.ts'
import { ocdSlug } from '../../../read/identity.ts'
import { type FetchedFile, type Sink, type Transcript, unexpected } from '../../../read/source.ts'
import { firstText, readTranscript } from '../../../read/transcript.ts'
import { listSheets, readSheetTexts, readXlsx } from '../../../read/xlsx.ts'
import type { Candidacy } from '../../candidacies.ts'
import { countyId, type DivisionIndex } from '../../division.ts'
import type { ListReader } from '../../list/built-in.ts'
import { numberIn } from '../../office-rules/office-text.ts'
import { partyOf, readable } from '../../printed-name.ts'

const WANTED = ['Contest', 'District Name', 'Name On Ballot', 'Party', 'Vote for Count'] as const
const [SHEET, UPDATED] = ['(sheet)', '(updated)'] as const
const COLUMNS = [...WANTED, SHEET, UPDATED] as const

/** The others hold the town of residence, addresses, telephone numbers, e-mail addresses and websites. */
const transcript: Transcript<(typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  version: 1,
  async *read(file, sink) {
    const criteria = await readSheetTexts(file, 'Selection Criteria')
    const updated = findUpdated([...criteria, ...(await readSheetTexts(file, 'Last Updated'))])
    const options = { begins: 'Contest', columns: WANTED, allowExtra: true, discreet: true } as const
    for (const sheet of (await listSheets(file)).filter(hasCandidates))
      for await (const { line, record } of readXlsx(file, { ...options, sheet }, sink))
        yield { line, record: { ...record, [SHEET]: sheet, [UPDATED]: updated ?? '' } }
  },
}

/** A sheet of registered write-in candidates has other columns: no ballot prints them. */
function hasCandidates(sheet: string): boolean {
  return !/^(?:selection criteria|last updated)$/i.test(sheet) && !/write-?in/i.test(sheet)
}

/** `Last Updated: 9/23/2026` → `2026-09-23`. */
function findUpdated(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const [, day = ''] = /^Last Updated:(.+)$/.exec(text.trim()) ?? []
    if (day !== '') return parseMonthDayYear(day)
  }
  return undefined
}

export const vt: ListReader = {
  file: () => ({ transcript, statedOn: (file) => firstText(file, transcript, UPDATED) }),
  lines: readLines,
  /** The rules match `<contest>`, `<contest>/<code>/<name>` for a legislative district, and `<contest>/<county>`. */
  *candidacies(read, { index, sink }) {
    for (const { office, rank, record, ...candidacy } of read) {
      const { at, election, contest: listed } = candidacy
      const district = record['District Name'] ?? ''
      const contest = toContest(listed, district.replace(/\s+/g, ' ').trim(), index)
      if (contest === undefined) {
        const message = 'Open Civic Data has no such district; the line is left out'
        const value = `${listed} | ${district}`
        sink.issue({ ...at, field: 'District Name', code: 'unknown-district', value, message, severity: 'refused' })
        continue
      }
      yield {
        ...candidacy,
        contest,
        ...toParty(record.Party ?? ''),
        ...(election.type === 'primary' ? toPrimary(record[SHEET] ?? '') : {}),
        votes_allowed: toNumber(record['Vote for Count'] ?? '', at),
      }
    }
  },
}

/** A sheet names a contest on its first row. */
function* readLines(file: FetchedFile, sink: Sink): Generator<{ line: number; record: Record<string, string> }> {
  let [listed, sheet] = ['', '']
  for (const { line, record } of readTranscript(file, transcript, sink)) {
    if (record[SHEET] !== sheet) [listed, sheet] = ['', record[SHEET]]
    listed = record.Contest.replace(/\s+/g, ' ').trim() || listed
    yield { line, record: { ...record, Contest: listed } }
  }
}

// Districts. The list names them by counties: `WDR ORA 1` is Windsor-Orange-1 in the House; `CHI SE 1` is Chittenden Southeast in the
// Senate, where the number at the end is always 1.

const countyRow = z.strictObject({ code: z.string().min(1), name: z.string().min(1) })
const COUNTIES: Readonly<Record<string, string>> = Object.fromEntries(
  readOwnTable(countyRow, 'ingest', 'ballot', 'states', 'vt', 'counties.csv').map(({ code, name }) => [code, name]),
)
const SENATE_PARTS: Readonly<Record<string, string>> = { CT: 'Central', N: 'North', SE: 'Southeast' }

interface District {
  /** As in a division id: `windsor-orange-1`, `chittenden-southeast`. */
  code: string
  name: string
}

function senateDistrict(text: string): District | undefined {
  const words = text.trim().split(/\s+/)
  const last = words.pop()
  const names = words.map((word, place) => (place === 0 ? COUNTIES : SENATE_PARTS)[word])
  if (last !== '1' || names.length === 0 || names.length > 2) return undefined
  return toDistrict(names, ' ')
}

function houseDistrict(text: string): District | undefined {
  const names = text
    .trim()
    .split(/\s+/)
    .map((word) => (/^\d+$/.test(word) ? String(Number(word)) : COUNTIES[word]))
  return toDistrict(names, '-')
}

function toDistrict(names: readonly (string | undefined)[], join: string): District | undefined {
  const known = names.flatMap((name) => name ?? [])
  if (known.length < names.length) return undefined
  return { code: known.map(ocdSlug).join('-'), name: known.join(join) }
}

// Offices.

const COUNTY_OFFICES = ['PROBATE JUDGE', 'ASSISTANT JUDGE', "STATE'S ATTORNEY", 'SHERIFF', 'HIGH BAILIFF']

/** Undefined for a district that does not exist. */
function toContest(listed: string, district: string, { state, divisions }: DivisionIndex): string | undefined {
  const isSenate = listed === 'STATE SENATOR'
  if (isSenate || listed === 'STATE REPRESENTATIVE') {
    const found = isSenate ? senateDistrict(district) : houseDistrict(district)
    const id = found && `${state.ocd_id}/${isSenate ? 'sldu' : 'sldl'}:${found.code}`
    return found && id && divisions.has(id) ? `${listed}/${found.code}/${found.name}` : undefined
  }
  if (!COUNTY_OFFICES.includes(listed)) return listed
  const county = district.replace(/ COUNTY$/, '')
  return divisions.has(countyId({ state, divisions }, county)) ? `${listed}/${county}` : undefined
}

/** The party of a sheet. */
function toPrimary(sheet: string): Pick<Candidacy, 'party_contest'> {
  const party = toName(sheet.trim().toUpperCase())
  return party === null ? {} : { party_contest: party }
}

/** Several nominations of one candidate are joined: `DEM/PROG`. */
function toParty(text: string): Pick<Candidacy, 'party' | 'party_label'> {
  const names = text.split('/').map((part) => toName(part.trim()))
  const party = names[0] ?? null
  return { party, party_label: names.length > 1 ? names.filter((name) => name !== null).join(' / ') : null }
}

function toName(printed: string): string | null {
  if (printed === '') return null
  const known = VT_PARTIES[printed]
  if (known !== undefined) return known
  const name = partyOf(printed)
  return name === null ? null : readable(name)
}

/** `ONE`, `TWO`, or digits. */
function toNumber(text: string, at: Candidacy['at']): number {
  const word = text.trim().toUpperCase()
  const number = numberIn(word)
  if (!/^(?!0+$)\d{1,2}$/.test(number)) throw unexpected('the Vote for Count', word, 'a number from ONE to FIFTEEN', at)
  return Number(number)
}
