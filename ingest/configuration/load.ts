// Reads and checks sources.yaml. Every problem names line, key, got and expected.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { stateOf } from '../../data/schema/states.ts'
import { lawfulDay } from '../ballot/election-days.ts'
import { parseWhere } from '../boundary/district-file.ts'
import { givesDivisions } from '../engine/source-dependencies.ts'
import { isObject } from '../read/json.ts'
import { type Source, SourceError } from '../read/source.ts'
import { readYaml, type YamlDocument } from '../read/yaml.ts'
import { findAddressFault, findSecretFault, isLayerAddress, isUrl, redact, SERVICE } from './address.ts'
import { findCouncilLayers, toCouncilChoice } from './council-layers.ts'
import { type SourcesFile, sourcesFile, toCounty } from './schema.ts'

/** A file that cannot be used. The message has one line per problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigurationError'
    this.problems = problems
  }
}

/** Reads a variable of the environment; an empty one counts as unset. */
type Environment = (name: string) => string | undefined

export const NO_SOURCES: SourcesFile = { version: 1 }

/**
 * Without a file, nothing is configured. Throws ConfigurationError with every problem.
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
    throw new ConfigurationError([`${file} cannot be read (${String(code)})`])
  }
}

interface Problem {
  path: readonly PropertyKey[]
  got: string
  expected: string
  /** The key that an unknown one is probably meant to be. */
  similar?: string
}

export function parseSourcesFile(
  file: { name: string; bytes: Uint8Array },
  builtIn: readonly Source[],
  family: Source['family'],
  environment: Environment,
): SourcesFile {
  const document = readStrictly(file)
  const parsed = sourcesFile.safeParse(document.value)
  const problems = parsed.success
    ? [
        ...findAddressProblems(parsed.data),
        ...findIdProblems(parsed.data, builtIn, family),
        ...findDistrictProblems(parsed.data),
        ...findListProblems(parsed.data),
        ...findCouncilProblems(parsed.data),
        ...findHeaderProblems(parsed.data, environment),
      ]
    : withoutMisspelt(withoutRepeated(parsed.error.issues.flatMap((issue) => toProblems(issue, document.value))))
  if (parsed.success && problems.length === 0) return parsed.data
  const sorted = problems
    .map((problem) => ({ ...problem, line: document.lineAt(problem.path) }))
    .sort((a, b) => a.line - b.line)
  throw new ConfigurationError(
    sorted.map(
      ({ line, path, got, expected }) => `${file.name}:${line}: ${formatKey(path)}: got ${got}, expected ${expected}`,
    ),
  )
}

function readStrictly(file: { name: string; bytes: Uint8Array }): YamlDocument {
  try {
    return readYaml(file, { namesKeys: true })
  } catch (error) {
    if (error instanceof SourceError) throw new ConfigurationError([error.message])
    throw error
  }
}

// Problems of form.

function toProblems(issue: z.core.$ZodIssue, file: unknown): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path)
    return issue.keys.map((key) => {
      const similar = findSimilar(key, known)
      const problem = { path: [...issue.path, key], got: 'an unknown key' }
      return similar === undefined
        ? { ...problem, expected: `one of ${known.join(', ')}` }
        : { ...problem, expected: `${similar}?`, similar }
    })
  }
  const got = valueAt(file, issue.path)
  if (issue.code === 'invalid_key')
    return [{ path: issue.path, got: show(String(issue.path.at(-1))), expected: expectedAt(issue.path.slice(0, -1)) }]
  // An operator may have written a secret there.
  if (typeof got === 'string' && issue.path.includes('header_env'))
    return [{ path: issue.path, got: 'a text that is not shown here', expected: expectedAt(issue.path) }]
  const expected = withoutCapitals(issue.path, got) ?? expectedAt(issue.path)
  return [{ path: issue.path, got: got === undefined ? 'nothing' : show(got), expected }]
}

/** The correct spelling of a text of which the capitals alone are wrong. */
function withoutCapitals(path: readonly PropertyKey[], got: unknown): string | undefined {
  if (typeof got !== 'string') return undefined
  const schema = path.reduce(childOf, sourcesFile)
  const lower = got.toLowerCase()
  return schema instanceof z.ZodType && schema.safeParse(lower).success ? `no capitals: ${show(lower)}` : undefined
}

/** A value that breaks two rules of its key is one problem. */
function withoutRepeated(problems: readonly Problem[]): Problem[] {
  const said = problems.map(({ path, expected }) => JSON.stringify([path, expected]))
  return problems.filter((_, at) => said.indexOf(said[at] ?? '') === at)
}

/** A misspelled key is one problem, although the right one is missing. */
function withoutMisspelt(problems: readonly Problem[]): Problem[] {
  const meant = problems.flatMap(({ path, similar }) => (similar ? [[...path.slice(0, -1), similar].join('.')] : []))
  return problems.filter(({ path, got }) => got !== 'nothing' || !meant.includes(path.join('.')))
}

/** The keys of the object at a path. */
function keysAt(path: readonly PropertyKey[]): string[] {
  const schema = bare(path.reduce(childOf, sourcesFile))
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

/** The description of the value, else of what contains it. */
function expectedAt(path: readonly PropertyKey[]): string {
  let [schema, expected]: [Schema, string] = [sourcesFile, describe(sourcesFile) ?? '']
  for (const step of path) {
    schema = childOf(schema, step)
    expected = describe(schema) ?? expected
  }
  return expected
}

type Schema = z.core.$ZodType | undefined

function childOf(schema: Schema, step: PropertyKey): Schema {
  const inner = bare(schema)
  if (inner instanceof z.ZodObject) return inner.shape[String(step)]
  if (inner instanceof z.ZodArray) return inner.element
  return inner instanceof z.ZodRecord ? inner.valueType : undefined
}

function bare(schema: Schema): Schema {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema
}

function describe(schema: Schema): string | undefined {
  if (!(schema instanceof z.ZodType)) return undefined
  const inner = bare(schema)
  return schema.description ?? (inner === schema ? undefined : describe(inner))
}

function valueAt(file: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)]
    return isObject(value) ? value[String(step)] : undefined
  }, file)
}

function show(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : JSON.stringify(redact(value).slice(0, 100))
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (value === null) return 'nothing'
  return isObject(value) ? 'keys and values' : String(value)
}

/** `endorsement_feeds[0].licence`, as in the file. */
function formatKey(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  return path
    .map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${String(step)}`))
    .join('')
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
    return expected === undefined ? [] : [{ path, got: show(address), expected }]
  })
  const pages = entriesOf(file).flatMap(({ entry: { page }, path }) => {
    const expected = findSecretFault(page)
    return expected === undefined ? [] : [{ path: [...path, 'page'], got: show(page), expected }]
  })
  return [...faulty, ...pages, ...findUrlKeyProblems(file)]
}

/** A file on a disk is followed by its changes, and has no headers. */
function findUrlKeyProblems(file: SourcesFile): Problem[] {
  return entriesOf(file).flatMap(({ entry, path }) =>
    (['every', 'header_env'] as const).flatMap((key) => {
      const value = key in entry ? Object.entries(entry).find(([name]) => name === key)?.[1] : undefined
      if (value === undefined || isUrl(entry.url)) return []
      return [{ path: [...path, key], got: show(value), expected: 'no such key beside a path' }]
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
    if (expected !== undefined) problems.push({ path: [...path, 'id'], got: show(id), expected })
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
      problems.push({ path, got: show(id), expected: expectedId(id, known) })
    else if (givesDivisions(id))
      problems.push({
        path,
        got: show(id),
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

/** The day of a list's election stands at one place. */
function findListProblems(file: SourcesFile): Problem[] {
  return (file.candidate_lists ?? []).flatMap(({ states: [state], url, election, years, dates }, at) => {
    const path = ['candidate_lists', at]
    const days = [election.date, election.date_column, years, dates].filter((day) => day !== undefined)
    if (days.length !== 1)
      return [
        {
          path: [...path, 'election'],
          got: `${days.length} of them`,
          expected: 'one of date, date_column, years and dates',
        },
      ]
    const isOpen = /\{(?:year|date)\}/.test(url)
    if ((years ?? dates) !== undefined && !isOpen)
      return [
        {
          path: [...path, 'url'],
          got: show(url),
          expected: 'an address with {year} or {date}, because the entry has years or dates',
        },
      ]
    if (election.date_column !== undefined && isOpen)
      return [
        {
          path: [...path, 'url'],
          got: show(url),
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
  })
}

function findDistrictProblems(file: SourcesFile): Problem[] {
  return (file.district_files ?? []).flatMap(({ states: [state], ocd_id, valid_from, valid_to, url, where }, at) => {
    const path = ['district_files', at]
    const within = state === undefined ? '' : `${stateOf(state).ocd_id}/`
    return [
      ...(ocd_id.startsWith(within)
        ? []
        : [{ path: [...path, 'ocd_id'], got: show(ocd_id), expected: `an id that begins with ${within}` }]),
      ...(valid_from !== undefined && valid_to !== undefined && valid_from > valid_to
        ? [{ path: [...path, 'valid_to'], got: show(valid_to), expected: `a day from ${valid_from} on` }]
        : []),
      ...(isUrl(url) && SERVICE.test(new URL(url).pathname) && !isLayerAddress(url)
        ? [
            {
              path: [...path, 'url'],
              got: show(url),
              expected: 'the address of a layer, which ends in FeatureServer/0',
            },
          ]
        : []),
      ...(where === undefined || isLayerAddress(url) || parseWhere(where)
        ? []
        : [
            {
              path: [...path, 'where'],
              got: show(where),
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
    return [{ path: ['council_districts', at], got: show(asked), expected }]
  })
}

function findOverrideProblems(
  id: string,
  to: string | Readonly<Record<string, string>>,
  source: Source | undefined,
  known: readonly Source[],
): Problem[] {
  const path = ['overrides', id]
  if (!source) return [{ path, got: show(id), expected: expectedId(id, known) }]
  const names = source.files.map(({ mirror }) => mirror)
  if (typeof to === 'string')
    return names.length === 1
      ? []
      : [{ path, got: 'one address', expected: `an address for each file to move, of ${listNames(names)}` }]
  return Object.keys(to).flatMap((name) =>
    names.includes(name)
      ? []
      : [{ path: [...path, name], got: show(name), expected: `a file of ${id}: ${listNames(names)}` }],
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
