// Reads holders of state offices, legislators and members of the D.C. Council: one YAML file per person, in one tar.

import type { OfficeholderRow } from '../../data/core/rows.ts'
import { expectedOffices } from '../../data/reference/offices.ts'
import { isStateCode } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import type { Issue } from '../../data/store/source-read.ts'
import { type Sink, SourceError, type SourceReader } from '../read/source.ts'
import { readTar } from '../read/tar.ts'
import { readYaml } from '../read/yaml.ts'
import { findWebsite, firstPhone, reportUrls, toEmail, toOffices, toSocial, toUrl, toUrls } from './contact.ts'
import { isCurrent, type Person, person, personId, wholeDay } from './person.ts'
import { findDivisionIn, type NoSeat, type Seat, toSeat } from './seat.ts'

/** `data/nc/legislature/Some-One-<uuid>.yml`, below any folder of the archive. */
const FILE = /(?:^|\/)data\/([a-z]{2})\/(legislature|executive|municipalities)\/[^/]+\.yml$/

/**
 * Writes `officeholder` rows of every role held on the source's day, except those of Congress (congress.ts) and of cities. An
 * unusable file or role gives an issue, and the others continue. Single-holder offices that a state fills but the source lacks give
 * one issue per state.
 */
export const readOpenStates: SourceReader<'divisions'> = async (files, { source, states, divisions }, sink) => {
  const find = findDivisionIn(divisions)
  const until = source.published_on
  for (const archive of files) {
    const held = new Map<string, OfficeholderRow[]>()
    const local = new Map<string, number>()
    for (const { path, state, folder, bytes } of await readPeople(archive, states)) {
      if (folder === 'municipalities') {
        local.set(state, (local.get(state) ?? 0) + 1)
        continue
      }
      const file = `${archive.name}/${path}`
      const holder = readPerson({ name: file, bytes }, sink)
      if (!holder) continue
      const roles = holder.roles.filter((role) => isCurrent(role, until))
      if (roles.length === 0) report(sink, file, { ...NO_ROLE, message: `the person has no role on ${until}` })
      const urls = [...holder.links, ...holder.sources].map(({ url }) => ['url', url] as const)
      if (roles.length > 0) reportUrls(sink, { file, line: null }, [...urls, ['image', holder.image]])
      for (const role of roles) {
        const seat = toSeat(role, { find, until })
        if ('refused' in seat) report(sink, file, noSeat(seat))
        else addRow(sink, file, held, toRow(holder, seat, { start: role.start_date, end: role.end_date, until }))
      }
    }
    reportLocal(sink, archive.name, local)
    reportMissing(sink, archive.name, held, states)
  }
}

async function readPeople(archive: Parameters<typeof readTar>[0], states: ReadonlySet<StateCode>) {
  const stateIn = (name: string): StateCode | undefined => {
    const code = FILE.exec(name)?.[1]?.toUpperCase() ?? ''
    return isStateCode(code) && states.has(code) ? code : undefined
  }
  const entries = await readTar(archive, (name) => FILE.test(name))
  if (entries.size === 0)
    throw new SourceError('has no person, expected files data/<state>/legislature/<name>.yml', { file: archive.name })
  return [...entries].flatMap(([path, bytes]) => {
    const [state, folder] = [stateIn(path), FILE.exec(path)?.[2]]
    return state && folder ? [{ path, state, folder, bytes }] : []
  })
}

const NO_ROLE = { code: 'no-current-role', value: null, severity: 'ignored' } as const
const INVALID = { code: 'invalid-person', value: null, severity: 'refused' } as const
const REPEATED = {
  code: 'repeated-holder',
  message: 'another role or file has the same holder of the seat; that one is used',
  severity: 'ignored',
} as const

function readPerson(file: { name: string; bytes: Uint8Array }, sink: Sink): Person | undefined {
  try {
    const parsed = person.safeParse(readYaml(file).value)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') || 'the file'
    report(sink, file.name, {
      ...INVALID,
      value: where,
      message: `at ${where}: ${issue?.message}; the person is left out`,
    })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    report(sink, file.name, { ...INVALID, message: `${error.message}; the person is left out` })
  }
  return undefined
}

function toRow(
  holder: Person,
  seat: Seat,
  term: { start: string | null; end: string | null; until: string },
): OfficeholderRow {
  const person_id = personId(holder)
  const offices = toOffices(holder.offices)
  const parties = holder.party.filter(({ end_date }) => end_date === null || end_date > term.until)
  return {
    officeholder_key: `${person_id}/${seat.office}/${seat.ocd_id}`,
    person_id,
    name: holder.name,
    given_name: holder.given_name,
    family_name: holder.family_name,
    ...seat,
    party: parties.at(-1)?.name ?? null,
    term_start: wholeDay(term.start),
    term_end: wholeDay(term.end),
    phone: firstPhone(offices),
    email: toEmail(holder.email),
    website: findWebsite(holder.links, { ofState: seat.district === null }),
    photo: toUrl(holder.image),
    offices: JSON.stringify(offices),
    social: JSON.stringify(toSocial(holder.ids)),
    source_urls: JSON.stringify(toUrls(holder.sources)),
  }
}

/** Skips a repeated holder: the same key or, in a single-holder office, the same family name (one person in two files). */
function addRow(sink: Sink, file: string, held: Map<string, OfficeholderRow[]>, row: OfficeholderRow): void {
  const key = `${row.state} ${row.office}`
  const others = held.get(key) ?? []
  const single = expectedOffices(row.state).some((office) => office === row.office)
  const twin = others.find((other) => other.officeholder_key === row.officeholder_key)
  const same = twin ?? (single ? others.find((other) => other.family_name === row.family_name) : undefined)
  if (same) report(sink, file, { ...REPEATED, value: key })
  else {
    held.set(key, [...others, row])
    sink.row('officeholder', row, { file, line: null })
  }
}

const SENTENCES = {
  'local-office': 'local offices other than the D.C. Council are not served; left out',
  'unknown-role': 'expected an office of a state or a seat in its legislature; left out',
  'unplaced-seat': 'the division ids have no such district of the chamber; the seat is left out',
} as const

type Note = Pick<Issue, 'code' | 'value' | 'message' | 'severity'>

function report(sink: Sink, file: string, note: Note): void {
  sink.issue({ file, line: null, field: null, ...note })
}

function noSeat({ refused, got }: NoSeat): Note {
  const severity = refused === 'local-office' ? 'ignored' : 'refused'
  return { code: refused, value: got, message: SENTENCES[refused], severity }
}

function reportLocal(sink: Sink, file: string, local: ReadonlyMap<string, number>): void {
  for (const [state, count] of local) {
    const message = `${count} files of cities; local offices other than the D.C. Council are not served`
    report(sink, file, { code: 'local-office', value: state, message, severity: 'ignored' })
  }
}

function reportMissing(
  sink: Sink,
  file: string,
  held: ReadonlyMap<string, readonly OfficeholderRow[]>,
  states: ReadonlySet<StateCode>,
): void {
  for (const state of [...states].sort()) {
    const missing = expectedOffices(state).filter((office) => !held.has(`${state} ${office}`))
    if (missing.length === 0) continue
    const message = `${missing.length} single-holder offices have no holder in the source; they are not served`
    const value = `${state}: ${missing.join(', ')}`
    report(sink, file, { code: 'missing-holder', value, message, severity: 'ignored' })
  }
}
