// The interchange format as JSON: { endorser or endorsers, endorsements }.

import { endorsementFeed, FEED_VERSION } from '../../data/schema/endorsement-feed.ts'
import { isObject, parseJson } from '../read/json.ts'
import { findItemLines } from '../read/json-line.ts'
import { decodeText } from '../read/text.ts'
import { type FetchedFile, type Sink, SourceError } from '../source.ts'
import type { StatedFeed } from './interchange-csv.ts'
import { toIssue } from './position.ts'
import { reportUnknownFields, type StatedRecord } from './record.ts'

/** Throws SourceError for what is no JSON object, has no list of endorsements, or is of another version. */
export function readInterchangeJson(
  file: FetchedFile,
  sink: Pick<Sink, 'issue' | 'records'>,
): StatedFeed & { speaker: StatedRecord | undefined } {
  const text = decodeText(file)
  const feed = parseJson(text, { file: file.name, line: 1 })
  if (!isObject(feed))
    throw new SourceError('is no JSON object, expected one with endorser and endorsements', { file: file.name })
  const { version = FEED_VERSION, endorser, endorsers = [], endorsements } = feed
  if (version !== FEED_VERSION)
    throw new SourceError(`got version ${JSON.stringify(version)?.slice(0, 40)}, expected ${FEED_VERSION}`, {
      file: file.name,
    })
  if (!Array.isArray(endorsements))
    throw new SourceError('has no list "endorsements", expected one item per endorser and choice', { file: file.name })
  if (!Array.isArray(endorsers))
    throw new SourceError('"endorsers" is no list, expected one of endorsers', { file: file.name })
  if (endorser !== undefined && endorser !== null && !isObject(endorser))
    throw new SourceError('"endorser" is no object, expected one with slug, name, category and state', {
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
