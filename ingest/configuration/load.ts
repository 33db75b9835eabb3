// Reads and checks sources.yaml. Every problem names line, key, got and expected.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { stateOf } from '../../data/schema/states.ts'
import { lawfulDay } from '../ballot/election-days.ts'
import { parseWhere } from '../boundary/district-file.ts'
import { givesDivisions } from '../engine/source-dependencies.ts'
import type { Source } from '../read/source.ts'
import { FormError, type Problem, parseForm, refuseProblems, showValue } from '../read/yaml-form.ts'
import { findAddressFault, findSecretFault, isLayerAddress, isUrl, SERVICE } from './address.ts'
import { findCouncilLayers, toCouncilChoice } from './council-layers.ts'
import { type SourcesFile, sourcesFile, toCounty } from './schema.ts'

/** Reads a variable of the environment; an empty one counts as unset. */
type Environment = (name: string) => string | undefined

export const NO_SOURCES: SourcesFile = { version: 1 }

/**
 * Without a file, nothing is configured. Throws FormError with every problem.
 * @param builtIn all built-in sources; those of one family can be moved or switched off
 */
export function loadSourcesFile(
  file: string,
  builtIn: readonly Source[],
  family: Source['family'],
  environment: Environment,
): SourcesFile {
  const bytes = readIfThere(file)
  return bytes ? parseSourcesFile({ name: basename(file), bytes }, builtIn, family, environment) : NO_SOURCES
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error
    if (code === 'ENOENT') return undefined
    throw new FormError([`${file} cannot be read (${String(code)})`])
  }
}

export function parseSourcesFile(
  file: { name: string; bytes: Uint8Array },
  builtIn: readonly Source[],
  family: Source['family'],
  environment: Environment,
): SourcesFile {
  const parsed = parseForm(file, sourcesFile)
  const { form } = parsed
  refuseProblems(parsed, [
    ...findAddressProblems(form),
    ...findIdProblems(form, builtIn, family),
    ...findDistrictProblems(form),
    ...findListProblems(form),
    ...findCouncilProblems(form),
    ...findHeaderProblems(form, environment),
  ])
  return form
}

// Problems between values.

/** The lists whose entries are sources with an id. */
export const FEED_LISTS = [
  'endorsement_feeds',
  'vip_feeds',
  'nist_feeds',
  'cdf_feeds',
  'candidate_lists',
  'district_files',
  'address_files',
] as const

/** Every entry that has an id, with its path. */
function entriesOf(file: SourcesFile) {
  return FEED_LISTS.flatMap((list) => (file[list] ?? []).map((entry, at) => ({ entry, path: [list, at] })))
}

function findAddressProblems(file: SourcesFile): Problem[] {
  const configured = entriesOf(file).map(({ entry, path }) => ({
    address: entry.url,
    path: [...path, 'url'],
    open: entry.allow_private_network === true,
  }))
  const moved = Object.entries(file.overrides ?? {}).flatMap(([id, to]) =>
    (typeof to === 'string'
      ? [[to] as const]
      : Object.entries(to).map(([name, address]) => [address, name] as const)
    ).map(([address, ...name]) => ({ address, path: ['overrides', id, ...name], open: null })),
  )
  const faulty = [...configured, ...moved].flatMap(({ address, path, open }) => {
    const expected = findAddressFault(address, open)
    return expected === undefined ? [] : [{ path, got: showValue(address), expected }]
  })
  const pages = entriesOf(file).flatMap(({ entry: { page }, path }) => {
    const expected = findSecretFault(page)
    return expected === undefined ? [] : [{ path: [...path, 'page'], got: showValue(page), expected }]
  })
  return [...faulty, ...pages, ...findUrlKeyProblems(file)]
}

/** A file on a disk is followed by its changes, and has no headers. */
function findUrlKeyProblems(file: SourcesFile): Problem[] {
  return entriesOf(file).flatMap(({ entry, path }) =>
    (['every', 'header_env'] as const).flatMap((key) => {
      const value = key in entry ? Object.entries(entry).find(([name]) => name === key)?.[1] : undefined
      if (value === undefined || isUrl(entry.url)) return []
      return [{ path: [...path, key], got: showValue(value), expected: 'no such key beside a path' }]
    }),
  )
}

/** The problems never contain the value of a variable. */
function findHeaderProblems(file: SourcesFile, environment: Environment): Problem[] {
  return entriesOf(file).flatMap(({ entry, path }) =>
    Object.entries(entry.header_env ?? {}).flatMap(([header, variable]) => {
      const value = environment(variable)
      const problem = { path: [...path, 'header_env', header] }
      if (value === undefined)
        return [{ ...problem, got: `${variable}, which is not set`, expected: 'a variable of the environment' }]
      return /^[!-~](?:[ !-~]*[!-~])?$/.test(value)
        ? []
        : [
            {
              ...problem,
              got: `${variable}, of which the value is not shown here`,
              expected: 'a value of printable ASCII characters on one line',
            },
          ]
    }),
  )
}

/** Ids that the engine gives a meaning: Open Civic Data's divisions, and the street ranges of a county. */
const RESERVED = /^(ocd|addrfeat|street-ranges)(-|$)/

function findIdProblems(file: SourcesFile, builtIn: readonly Source[], family: Source['family']): Problem[] {
  const problems: Problem[] = []
  const taken = new Set<string>()
  for (const { entry, path } of entriesOf(file)) {
    const { id } = entry
    const expected = taken.has(id)
      ? 'an id that no other entry has'
      : builtIn.some((source) => source.id === id)
        ? 'an id that no built-in source has'
        : RESERVED.test(id)
          ? 'an id that does not begin with ocd, addrfeat or street-ranges'
          : undefined
    if (expected !== undefined) problems.push({ path: [...path, 'id'], got: showValue(id), expected })
    taken.add(id)
  }
  const known = builtIn.filter((source) => source.family === family)
  const counties = (file.street_ranges ?? []).map(toCounty)
  for (const [at, county] of counties.entries())
    if (counties.indexOf(county) < at)
      problems.push({ path: ['street_ranges', at], got: county, expected: 'each county once' })
  for (const [at, id] of (file.disabled ?? []).entries()) {
    const path = ['disabled', at]
    if (!known.some((source) => source.id === id))
      problems.push({ path, got: showValue(id), expected: expectedId(id, known) })
    else if (givesDivisions(id))
      problems.push({
        path,
        got: showValue(id),
        expected: 'another id: the other sources look up their districts in this one',
      })
  }
  for (const [id, to] of Object.entries(file.overrides ?? {}))
    problems.push(
      ...findOverrideProblems(
        id,
        to,
        known.find((source) => source.id === id),
        known,
      ),
    )
  return problems
}

/** The day of a list's election stands at one place, and so does its county. */
function findListProblems(file: SourcesFile): Problem[] {
  return (file.candidate_lists ?? []).flatMap(
    ({ states: [state], url, election, years, dates, columns, county }, at) => {
      const path = ['candidate_lists', at]
      if (county !== undefined && columns.county !== undefined)
        return [{ path: [...path, 'county'], got: showValue(county), expected: 'no such key beside columns.county' }]
      const days = [election.date, election.date_column, years, dates].filter((day) => day !== undefined)
      if (days.length !== 1)
        return [
          {
            path: [...path, 'election'],
            got: `${days.length} of them`,
            expected: 'one of date, date_column, years and dates',
          },
        ]
      const isOpen = /\{(?:year|yy|date|day)\}/.test(url)
      if ((years ?? dates) !== undefined && !isOpen)
        return [
          {
            path: [...path, 'url'],
            got: showValue(url),
            expected: 'an address with {year} or {date}, because the entry has years or dates',
          },
        ]
      if (election.date_column !== undefined && isOpen)
        return [
          {
            path: [...path, 'url'],
            got: showValue(url),
            expected: 'an address without {year} and {date}, because each line has its date',
          },
        ]
      if (years && state && lawfulDay(state, election.type, 2026) === undefined)
        return [
          {
            path: [...path, 'years'],
            got: 'years',
            expected: `dates: no rule for the day of this ${election.type ?? 'type of'} election is known`,
          },
        ]
      return []
    },
  )
}

function findDistrictProblems(file: SourcesFile): Problem[] {
  return (file.district_files ?? []).flatMap(({ states: [state], ocd_id, valid_from, valid_to, url, where }, at) => {
    const path = ['district_files', at]
    const within = state === undefined ? '' : `${stateOf(state).ocd_id}/`
    return [
      ...(ocd_id.startsWith(within)
        ? []
        : [{ path: [...path, 'ocd_id'], got: showValue(ocd_id), expected: `an id that begins with ${within}` }]),
      ...(valid_from !== undefined && valid_to !== undefined && valid_from > valid_to
        ? [{ path: [...path, 'valid_to'], got: showValue(valid_to), expected: `a day from ${valid_from} on` }]
        : []),
      ...(isUrl(url) && SERVICE.test(new URL(url).pathname) && !isLayerAddress(url)
        ? [
            {
              path: [...path, 'url'],
              got: showValue(url),
              expected: 'the address of a layer, which ends in FeatureServer/0',
            },
          ]
        : []),
      ...(where === undefined || isLayerAddress(url) || parseWhere(where)
        ? []
        : [
            {
              path: [...path, 'where'],
              got: showValue(where),
              expected: "comparisons such as CITY = 'Alvin', joined by AND",
            },
          ]),
    ]
  })
}

function findCouncilProblems(file: SourcesFile): Problem[] {
  return (file.council_districts ?? []).flatMap((choice, at) => {
    const asked = toCouncilChoice(choice)
    if (findCouncilLayers([asked]).length > 0) return []
    const expected = 'a state or a city of data/reference/council_layers.csv'
    return [{ path: ['council_districts', at], got: showValue(asked), expected }]
  })
}

function findOverrideProblems(
  id: string,
  to: string | Readonly<Record<string, string>>,
  source: Source | undefined,
  known: readonly Source[],
): Problem[] {
  const path = ['overrides', id]
  if (!source) return [{ path, got: showValue(id), expected: expectedId(id, known) }]
  const names = source.files.map(({ mirror }) => mirror)
  if (typeof to === 'string')
    return names.length === 1
      ? []
      : [{ path, got: 'one address', expected: `an address for each file to move, of ${listNames(names)}` }]
  return Object.keys(to).flatMap((name) =>
    names.includes(name)
      ? []
      : [{ path: [...path, name], got: showValue(name), expected: `a file of ${id}: ${listNames(names)}` }],
  )
}

function expectedId(id: string, known: readonly Source[]): string {
  const ids = known.map((source) => source.id)
  const similar = findSimilar(id, ids)
  return similar === undefined ? 'the id of a built-in source (hustings sources list)' : `${similar}?`
}

function listNames(names: readonly string[]): string {
  return names.length <= 6 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}
