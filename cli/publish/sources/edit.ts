// Edits sources.yaml in place: only the lines of an entry are added or removed, so that comments and layout stay.

import { type Document, isMap, isNode, isScalar, isSeq, parseDocument, stringify } from 'yaml'
import { environmentValue } from '../../../data/store/paths.ts'
import type { SourcesFile } from '../../../ingest/configuration/schema.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { readYaml } from '../../../ingest/read/yaml.ts'
import { CommandError, EXIT } from '../../exit.ts'
import { type CommonOptions, familyOf, pathsOf } from '../../options.ts'
import { formatNumberOf } from '../../output.ts'
import { findSourcesFile, initialFile, writeSourcesFile } from './sources-file.ts'

/** What `sources add` calls an entry of each list. */
export const ENTRY_KINDS = {
  'endorsement-feed': 'endorsement_feeds',
  'vip-feed': 'vip_feeds',
  'nist-feed': 'nist_feeds',
  'district-file': 'district_files',
  'address-file': 'address_files',
} as const satisfies Record<string, keyof SourcesFile>
export type EntryKind = keyof typeof ENTRY_KINDS

/** The text of the file, or of the initial one. */
export function loadSourcesText(options: CommonOptions): string {
  return findSourcesFile(pathsOf(options).sourcesFile) ?? initialFile()
}

/** Throws CommandError with every problem of the edited file; then nothing is written. @param next the command after a refusal */
export async function saveSourcesText(text: string, options: CommonOptions, next: string): Promise<void> {
  const { sourcesFile } = pathsOf(options)
  const builtIn = await import('../../../ingest/engine/registry.ts')
  const { ConfigurationError, parseSourcesFile } = await import('../../../ingest/configuration/load.ts')
  try {
    const known = builtIn.findSources({ mirror: null, year: new Date().getUTCFullYear() })
    parseSourcesFile({ name: 'sources.yaml', bytes: Buffer.from(text) }, known, familyOf(options), environmentValue)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const { problems } = error
    throw new CommandError(
      `The file would have ${formatNumberOf(problems.length, 'problem')}; nothing was written.\n${problems.join('\n')}`,
      next,
      EXIT.usage,
    )
  }
  writeSourcesFile(sourcesFile, text)
}

/** Throws CommandError for a text that is no YAML, and for a list on one line. */
export function addEntry(text: string, kind: EntryKind, entry: Readonly<Record<string, unknown>>): string {
  const list = ENTRY_KINDS[kind]
  const document = parse(text)
  const pair = isMap(document.contents)
    ? document.contents.items.find(({ key }) => isScalar(key) && key.value === list)
    : undefined
  if (!pair || !isScalar(pair.key) || !pair.key.range) return `${endLine(text)}\n${list}:\n${writeEntry(entry, '  ')}`
  const { value } = pair
  if (!isSeq(value)) return insert(text, pair.key.range[1], writeEntry(entry, '  '))
  const last = value.items.at(-1)
  if (value.flow || !isNode(last) || !last.range) throw refuseFlow(list)
  return insert(text, last.range[1] - 1, writeEntry(entry, dashOf(text, last.range[0])))
}

/** Undefined if no list has an entry of this id. Throws as addEntry does. */
export function removeEntry(text: string, id: string): string | undefined {
  const document = parse(text)
  for (const list of Object.values(ENTRY_KINDS)) {
    const held = document.get(list)
    if (!isSeq(held)) continue
    const item = held.items.find((one) => isMap(one) && one.get('id') === id)
    if (!isMap(item)) continue
    if (held.flow || !item.range) throw refuseFlow(list)
    const [from, to] = item.range
    return text.slice(0, startOfLine(text, from)) + text.slice(endOfLine(text, to - 1))
  }
  return undefined
}

function parse(text: string): Document.Parsed {
  try {
    readYaml({ name: 'sources.yaml', bytes: Buffer.from(text) }, { namesKeys: true })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    throw new CommandError(`${error.message}; nothing was written.`, 'hustings sources list')
  }
  return parseDocument(text)
}

function refuseFlow(list: string): CommandError {
  return new CommandError(
    `The list ${list} stands in brackets on one line: write each entry on lines of its own first. Nothing was written.`,
    'hustings sources list',
  )
}

/** `- id: …` with its other keys below; a list of words stands on one line. @param indent of the dash */
function writeEntry(entry: Readonly<Record<string, unknown>>, indent: string): string {
  const style = { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false } as const
  // A text with a line break is quoted, and refused by the reader of the file.
  const lines = Object.entries(entry).map(
    ([key, value]) => `${key}: ${stringify(value, { ...style, blockQuote: false }).trimEnd()}`,
  )
  return lines.map((line, at) => `${indent}${at === 0 ? '- ' : '  '}${line}\n`).join('')
}

/** The white space before the dash of an item. */
function dashOf(text: string, offset: number): string {
  const line = text.slice(startOfLine(text, offset), offset)
  return /^\s*/.exec(line)?.[0] ?? '  '
}

/** After the line of the offset. */
function insert(text: string, offset: number, lines: string): string {
  const whole = endLine(text)
  const at = endOfLine(whole, offset)
  return whole.slice(0, at) + lines + whole.slice(at)
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

function startOfLine(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}
