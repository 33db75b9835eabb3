import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RecordChange } from '../build/comparison/compare.ts'
import type { Bundle } from '../data/store/bundle.ts'
import { findSnapshot } from './bundles.ts'
import { type CommonOptions, parseStates, pathsOf, withCommonOptions } from './options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from './output.ts'

interface DiffOptions extends CommonOptions {
  state?: readonly string[]
  markdown?: true
}

export function addDiff(program: Command): void {
  withCommonOptions(program.command('diff').description('report what changed between two published bundles'))
    .argument(
      '<before>',
      'a bundle, by at least 8 characters of its id, or a date: its last publication, in UTC',
      parseSnapshot,
    )
    .argument('<after>', 'another bundle or date', parseSnapshot)
    .addOption(
      new Option('--state <states>', 'only these states, by postal code, comma-separated').argParser(parseStates),
    )
    .addOption(new Option('--markdown', 'print a list for a text').conflicts('json'))
    .action(async (from: string, to: string, options: DiffOptions) => {
      const [before, after] = [await findSnapshot(options, from), await findSnapshot(options, to)]
      const { compareBundles } = await import('../build/comparison/compare.ts')
      const changes = await withBundles(options, [before, after], ([old, next]) =>
        compareBundles(old, next, options.state && new Set(options.state)),
      )
      if (options.json) printJson({ before, after, changes })
      else if (options.markdown) for (const line of formatMarkdown(changes)) printLine(line)
      else
        printTable({
          columns: ['state', 'election', 'contest', 'change'],
          rows: changes.map((one) => [one.state, one.election, one.contest, sayChange(one)]),
        })
      logToStderr(`${formatNumberOf(changes.length, 'change')} from ${before.slice(0, 12)} to ${after.slice(0, 12)}.`)
    })
}

function parseSnapshot(text: string): string {
  if (/^(\d{4}-\d{2}-\d{2}|[0-9a-f]{8,64})$/.test(text)) return text
  throw new InvalidArgumentError('Expected at least 8 characters of a bundle id, or a date such as 2024-11-05.')
}

async function withBundles<Result>(
  options: CommonOptions,
  [before, after]: readonly [string, string],
  use: (bundles: readonly [Bundle, Bundle]) => Result,
): Promise<Result> {
  const { openBundle, partsOf } = await import('../data/store/bundle.ts')
  const { loadManifest } = await import('../data/store/manifest.ts')
  const paths = pathsOf(options)
  const opened: Bundle[] = []
  const open = (id: string): Bundle => {
    const bundle = openBundle(paths, loadManifest(paths, id))
    opened.push(bundle)
    return bundle
  }
  try {
    return use([open(before), open(after)])
  } finally {
    for (const part of opened.flatMap(partsOf)) part.close()
  }
}

const NOUNS = { election: 'Election', contest: 'Contest', choice: 'Choice', endorsement: 'Endorsement' } as const

/** A sentence for a newsroom, without its state, election and contest. */
function sayChange({ kind, change, name, differences }: RecordChange): string {
  const withdrawn = differences.find(({ field }) => field === 'withdrawn')
  if (kind === 'choice' && withdrawn)
    return withdrawn.after ? `${name} has withdrawn.` : `${name} is a candidate again.`
  const noun = kind === 'officeholder' ? 'Officeholder' : NOUNS[kind]
  if (change === 'added') return `${noun} is new: ${name}.`
  if (change === 'removed') return `${noun} is no longer listed: ${name}.`
  const said = differences.map(
    ({ field, before, after }) => `${field.replaceAll('_', ' ')} from ${say(before)} to ${say(after)}`,
  )
  return `${noun} has changed: ${name}: ${said.join('; ')}.`
}

function say(value: string | number | boolean | null): string {
  return value === null ? 'nothing' : typeof value === 'string' ? `“${value}”` : String(value)
}

/** A heading per state and election, an item per change. */
function formatMarkdown(changes: readonly RecordChange[]): string[] {
  let heading = ''
  return changes.flatMap((one) => {
    const next = `## ${one.state}${one.election === null ? ': officeholders' : `: ${one.election}`}`
    const contest = one.contest === null || one.kind === 'contest' ? '' : `${one.contest}: `
    const item = `- ${escapeMarks(contest + sayChange(one))}`
    if (next === heading) return [item]
    heading = next
    return ['', heading, '', item]
  })
}

/** Characters that Markdown would read as marks. */
function escapeMarks(text: string): string {
  return text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/\s+/g, ' ')
}
