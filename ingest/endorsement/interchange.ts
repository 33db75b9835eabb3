// Reads sources in our own format (data/reference/endorsements.md). A source of an organization's published file (sources.yaml) has
// `readInterchangeOf([slug])`: the file may speak only for that endorser. It and `readInterchange` need ballots and endorsers;
// `readSelfContainedInterchange` needs ballots alone.

import type { z } from 'zod'
import type { EndorserRow } from '../../data/core/rows.ts'
import {
  endorsementFeed,
  FEED_VERSION,
  type FeedEndorser,
  feedEndorsement,
  feedEndorser,
} from '../../data/interchange/format.ts'
import { findItemLines, isObject, parseJson } from '../read/json.ts'
import {
  type FetchedFile,
  type KnownEndorser,
  type ReadContext,
  type Sink,
  SourceError,
  type SourceReader,
} from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { matchEndorsements, type StatedPick, type StatedStance } from './match.ts'
import { type SourceLocation, toIssue } from './position.ts'
import { parseRecord, readInterchangeCsv, reportUnknownFields, type StatedFeed, type StatedRecord } from './record.ts'
import {
  addTo,
  type FindLikely,
  listLikely,
  openLikely,
  type Problem,
  plain,
  type ResolvedReference,
  truncate,
} from './reference.ts'

// The interchange format as JSON: { endorser or endorsers, endorsements }.

/** Throws SourceError if the file is not a JSON object, has no list of endorsements, or has another version. */
export function readInterchangeJson(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
): StatedFeed & { speaker: StatedRecord | undefined } {
  const text = decodeText(file)
  const feed = parseJson(text, { file: file.name, line: 1 })
  if (!isObject(feed))
    throw new SourceError('is not a JSON object, expected one with endorser and endorsements', { file: file.name })
  const { version = FEED_VERSION, endorser, endorsers = [], endorsements } = feed
  if (version !== FEED_VERSION)
    throw new SourceError(`got version ${JSON.stringify(version)?.slice(0, 40)}, expected ${FEED_VERSION}`, {
      file: file.name,
    })
  if (!Array.isArray(endorsements))
    throw new SourceError('has no list "endorsements", expected one item per endorser and choice', { file: file.name })
  if (!Array.isArray(endorsers))
    throw new SourceError('"endorsers" is not a list, expected a list of endorsers', { file: file.name })
  if (endorser !== undefined && endorser !== null && !isObject(endorser))
    throw new SourceError('"endorser" is not an object, expected one with slug, name, category and state', {
      file: file.name,
    })
  reportUnknownFields([{ at: { file: file.name, line: null }, values: feed }], Object.keys(endorsementFeed.shape), sink)
  const lines = findItemLines(text)
  const toRecords = (key: string, items: readonly unknown[]): StatedRecord[] =>
    items.flatMap((values, index) => {
      const at = { file: file.name, line: lines.get(key)?.[index] ?? null, path: `${key}[${index}]` }
      if (isObject(values)) return [{ at, values }]
      const message = `expected an object; the item is left out`
      sink.issue(
        toIssue({ at }, { code: 'bad-value', field: null, value: JSON.stringify(values).slice(0, 200), message }),
      )
      return []
    })
  sink.records?.(file.name, endorsements.length)
  return {
    speaker: isObject(endorser)
      ? { at: { file: file.name, line: null, path: 'endorser' }, values: endorser }
      : undefined,
    endorsers: toRecords('endorsers', endorsers),
    endorsements: toRecords('endorsements', endorsements),
  }
}

/**
 * Writes endorser and endorsement rows of `.json` and `.csv` files. A declaration in one file applies to all files of the source.
 */
export const readInterchange: SourceReader<'ballots' | 'endorsers'> = (files, context, sink) =>
  readFeed(files, context, sink, { living: context.source.living })

/** Reads a file of an organization that may speak only for these endorsers. @param by the name of their list, for messages */
export function readInterchangeOf(
  slugs: readonly string[],
  by = 'the registry',
): SourceReader<'ballots' | 'endorsers'> {
  return (files, context, sink) =>
    readFeed(files, context, sink, { permit: { slugs: new Set(slugs), by }, living: context.source.living })
}

/** Reads files that declare each endorser they name: no change of another source's endorsers affects them. */
export const readSelfContainedInterchange: SourceReader<'ballots'> = (files, { ballots, states }, sink) =>
  readFeed(files, { ballots, states, endorsers: [] }, sink)

/**
 * @param permit the files may speak for these endorsers alone @param findLikely of the ballots; default: as openMatcher
 * @param living the files are as new as their retrieval, so that no endorsement is of a day long after it
 */
export function readFeed(
  files: readonly FetchedFile[],
  { ballots, endorsers: others, states }: Omit<ReadContext<'ballots' | 'endorsers'>, 'source'>,
  sink: Sink,
  { permit, findLikely, living }: { permit?: Permit; findLikely?: FindLikely; living?: boolean | undefined } = {},
): void {
  const endorsers = openEndorsers(others, permit)
  const stated: { feed: StatedFeed; speaker: StatedRecord | undefined }[] = files.map((file) => {
    if (!/\.json$/i.test(file.name)) return { feed: readInterchangeCsv(file, sink), speaker: undefined }
    const { speaker, ...feed } = readInterchangeJson(file, sink)
    reportUnknownFields([...(speaker ? [speaker] : []), ...feed.endorsers], Object.keys(feedEndorser.shape), sink)
    reportUnknownFields(feed.endorsements, Object.keys(feedEndorsement.shape), sink)
    return { feed, speaker }
  })
  const speakers = stated.map(({ speaker }) => speaker && declare(speaker, endorsers, sink))
  const refused = new Set<string>()
  for (const { feed } of stated)
    for (const record of feed.endorsers)
      if (declare(record, endorsers, sink) === undefined) refused.add(placeOf(record))
  const picks = stated.flatMap(({ feed }, index) =>
    feed.endorsements.flatMap((record) =>
      toPick(record, {
        endorsers,
        speaker: speakers[index],
        refused,
        known_on: living && files[index]?.retrieved_at,
        sink,
      }),
    ),
  )
  const { endorsements, stances, issues } = matchEndorsements(picks, ballots, states, findLikely)
  for (const issue of issues) sink.issue(issue)
  for (const { row, at } of endorsers.rows()) sink.row('endorser', row, at)
  for (const { row, at } of endorsements) sink.row('endorsement', row, at)
  for (const { row, at } of stances) sink.row('stance', row, at)
}

function placeOf({ at }: StatedRecord): string {
  return JSON.stringify([at.file, at.line, at.path])
}

/** @returns its slug, if it is valid and the file may speak for it */
function declare(record: StatedRecord, endorsers: Endorsers, sink: Sink): string | undefined {
  const endorser = parseRecord(feedEndorser, record, sink)
  const problem = endorser && endorsers.declare(endorser, record.at)
  if (problem) sink.issue(toIssue(record, problem))
  return problem?.code === 'foreign-endorser' ? undefined : endorser?.slug
}

/** Returns one pick or stance, or none with an issue. @param refused the places of refused declarations, which have an issue already */
function toPick(
  record: StatedRecord,
  {
    endorsers,
    speaker,
    refused,
    known_on,
    sink,
  }: {
    endorsers: Endorsers
    speaker: string | undefined
    refused: ReadonlySet<string>
    known_on: string | false | undefined
    sink: Sink
  },
): (StatedPick | StatedStance)[] {
  const parsed = parseRecord(feedEndorsement, record, sink, [
    'endorser',
    'rank',
    'party',
    'district',
    'choice',
    'stance',
  ])
  if (!parsed || !isOneOfBoth(record, parsed, sink)) return []
  const reference = parsed.endorser ?? speaker
  const found =
    reference === undefined
      ? {
          problem: {
            code: 'missing-value',
            field: 'endorser',
            value: null,
            message: 'is missing, and the file has no valid top-level "endorser"; expected a slug, id or name',
          },
        }
      : endorsers.find(String(reference))
  if ('problem' in found) {
    if (!refused.has(placeOf(record))) sink.issue(toIssue(record, found.problem))
    return []
  }
  const stated = {
    at: record.at,
    endorser_slug: found.found,
    election: String(parsed.election),
    contest: String(parsed.contest),
    party: parsed.party ?? null,
    district: parsed.district ?? null,
    source_url: parsed.source_url ?? null,
    published_on: parsed.published_on ?? null,
    ...(known_on && { known_on: known_on.slice(0, 10) }),
  }
  if (parsed.stance !== undefined) return [{ ...stated, stance: parsed.stance }]
  const { choice, rank = null, statement = null, statement_es = null } = parsed
  return [{ ...stated, choice: String(choice), rank, statement, statement_es }]
}

/** Fields that only a choice has. */
const OF_CHOICES = ['choice', 'rank', 'statement', 'statement_es'] as const

/** Whether a record has a choice or a stance, and no field that the other has. Any other gives an issue. */
function isOneOfBoth(
  { at }: StatedRecord,
  parsed: z.output<typeof feedEndorsement>,
  sink: Pick<Sink, 'issue'>,
): boolean {
  const { stance, choice } = parsed
  if (stance === undefined && choice === undefined) {
    const message = `is missing, expected ${feedEndorsement.shape.choice.description}`
    sink.issue(toIssue({ at }, { code: 'missing-value', field: 'choice', value: null, message }))
    return false
  }
  if (stance === undefined) return true
  const beside = OF_CHOICES.find((field) => parsed[field] !== undefined)
  if (beside === undefined) return true
  const message = `stands beside the stance "${stance}", expected none; the record is left out`
  sink.issue(toIssue({ at }, { code: 'bad-value', field: beside, value: String(parsed[beside]), message }))
  return false
}

// The endorsers that a file may refer to: its own declarations and the endorsers of other sources.

interface Endorsers {
  /**
   * Returns a problem if the slug is already declared with other values, or if the file may not speak for it. The first declaration
   * applies.
   */
  declare(endorser: FeedEndorser, at: SourceLocation): Problem | undefined
  /** Finds a slug by slug, id or name; declared endorsers come first. */
  find(reference: string): ResolvedReference<string>
  rows(): { row: EndorserRow; at: SourceLocation }[]
}

interface Permit {
  slugs: ReadonlySet<string>
  /** The name of the list of slugs, for messages. */
  by: string
}

/**
 * @param others the endorsers of other sources
 * @param permit the file may speak for these alone. Default: for any endorser
 */
function openEndorsers(others: readonly KnownEndorser[], permit?: Permit): Endorsers {
  const declared = new Map<string, { endorser: FeedEndorser; at: SourceLocation }>()
  const slugsByName = new Map<string, string[]>()
  /** Slugs and plain names of declarations for which the file may not speak. */
  const foreign = new Map<string, string>()
  const findLikely = openLikely()
  const mayNot = (slug: string): Problem | undefined =>
    permit && !permit.slugs.has(slug)
      ? {
          code: 'foreign-endorser',
          field: 'endorser',
          value: slug,
          message: `${permit.by} permits this source to speak only for ${[...permit.slugs].join(', ')}`,
        }
      : undefined
  const allow = (slug: string): ResolvedReference<string> => {
    const problem = mayNot(slug)
    return problem ? { problem } : { found: slug }
  }
  const search = (reference: string): ResolvedReference<string> => {
    if (declared.has(reference)) return allow(reference)
    const own = slugsByName.get(plain(reference)) ?? []
    const found = own.length > 0 ? own : findAmong(others, reference)
    const [slug] = found
    if (slug !== undefined && found.length === 1) return allow(slug)
    const refused = foreign.get(reference) ?? foreign.get(plain(reference))
    if (refused !== undefined && found.length === 0) return allow(refused)
    const problem = { field: 'endorser', value: reference }
    if (found.length > 1) {
      const message = `is the name of several endorsers; use the slug: ${found.slice(0, 5).join(', ')}`
      return { problem: { ...problem, code: 'ambiguous-endorser', message } }
    }
    const all = [
      ...[...declared.values()].map(({ endorser }) => ({ endorser_slug: endorser.slug, name: endorser.name })),
      ...others,
    ]
    const likely = findLikely(reference, all, ({ endorser_slug, name }) => [endorser_slug, name])
    const shown = listLikely(likely.map(({ endorser_slug, name }) => `${endorser_slug} "${truncate(name, 60)}"`))
    const message = `names an unknown endorser; declare it with slug, name, category and state${shown}`
    return { problem: { ...problem, code: 'unmatched-endorser', message } }
  }
  const answers = new Map<string, ResolvedReference<string>>()
  return {
    declare(endorser, at) {
      const refused = mayNot(endorser.slug)
      if (refused) {
        for (const name of [endorser.slug, plain(endorser.name)]) foreign.set(name, endorser.slug)
        return { ...refused, field: 'slug' }
      }
      const first = declared.get(endorser.slug)
      if (!first) {
        declared.set(endorser.slug, { endorser, at })
        addTo(slugsByName, plain(endorser.name), endorser.slug)
        return undefined
      }
      const differs = FIELDS.find((field) => first.endorser[field] !== endorser[field])
      if (differs === undefined) return undefined
      const where = first.at.line === null ? first.at.file : `line ${first.at.line}`
      return {
        code: 'conflicting-endorser',
        field: differs,
        value: endorser[differs] ?? null,
        message: `${endorser.slug} has ${JSON.stringify(first.endorser[differs] ?? null)} in ${where}, which is used`,
      }
    },
    find(reference) {
      const known = answers.get(reference) ?? search(reference)
      answers.set(reference, known)
      return known
    },
    rows: () => [...declared.values()].map(({ endorser, at }) => ({ row: toRow(endorser), at })),
  }
}

const FIELDS = ['name', 'category', 'state', 'description', 'website_url'] as const

function findAmong(endorsers: readonly KnownEndorser[], reference: string): string[] {
  const exact = endorsers.find(({ id, endorser_slug }) => endorser_slug === reference || String(id) === reference)
  const found = exact ? [exact] : endorsers.filter(({ name }) => plain(name) === plain(reference))
  return found.map(({ endorser_slug }) => endorser_slug)
}

function toRow({ slug, name, category, state, description, website_url }: FeedEndorser): EndorserRow {
  return {
    endorser_slug: slug,
    name,
    category,
    state,
    description: description ?? null,
    website_url: website_url ?? null,
  }
}
