import { type Command, Option } from 'commander'
import type { RecordChange } from '../../build/comparison/compare.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { type CommonOptions, parseSnapshot, parseStates, pathsOf, withCommonOptions } from '../options.ts'
import { formatNumberOf, logToStderr, printJson, printLine, printTable } from '../output.ts'
import { findSnapshot } from '../publish/bundles.ts'

interface DiffOptions extends CommonOptions {
  state?: readonly string[]
  markdown?: true
}

export function addDiff(program: Command): void {
  withCommonOptions(program.command('diff').description('report what changed between two published bundles'))
    .argument(
      '<before>',
      'a bundle, by at least 8 characters of its id or the name of its pin, or a date: its last publication, in UTC',
      parseSnapshot,
    )
    .argument('<after>', 'another bundle or date', parseSnapshot)
    .addOption(
      new Option('--state <states>', 'only these states, by postal code, comma-separated').argParser(parseStates),
    )
    .addOption(new Option('--markdown', 'print a list for a text').conflicts('json'))
    .action(async (from: string, to: string, options: DiffOptions) => {
      const [before, after] = [await findSnapshot(options, from), await findSnapshot(options, to)]
      const { compareBundles } = await import('../../build/comparison/compare.ts')
      const changes = await withBundles(options, [before, after], ([old, next]) =>
        compareBundles(old, next, options.state && new Set(options.state)),
      )
      if (options.json) printJson({ before, after, changes })
      else if (options.markdown) for (const line of formatMarkdown(gatherChoices(changes))) printLine(line)
      else
        printTable({
          columns: ['state', 'election', 'contest', 'change'],
          rows: gatherChoices(changes).map((one) => [one.state, one.election, one.contest, sayChange(one)]),
        })
      logToStderr(`${formatNumberOf(changes.length, 'change')} from ${before.slice(0, 12)} to ${after.slice(0, 12)}.`)
    })
}

async function withBundles<Result>(
  options: CommonOptions,
  [before, after]: readonly [string, string],
  use: (bundles: readonly [Bundle, Bundle]) => Result,
): Promise<Result> {
  const { openBundle, partsOf } = await import('../../data/store/bundle.ts')
  const { loadManifest } = await import('../../data/store/manifest.ts')
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

/** A change as a reader sees it: with the choices of a contest that is new, or no longer listed. */
interface ReadChange extends RecordChange {
  choices: readonly string[]
}

/** A contest with the choices that came or went with it, as one change. */
function gatherChoices(changes: readonly RecordChange[]): ReadChange[] {
  const keyOf = ({ contest_id, change }: RecordChange): string => `${change} ${contest_id}`
  const contests = new Map<string, string[]>()
  for (const one of changes) if (one.kind === 'contest' && one.change !== 'changed') contests.set(keyOf(one), [])
  return changes.flatMap((one) => {
    const choices = contests.get(keyOf(one)) ?? []
    if (one.kind === 'contest') return [{ ...one, choices }]
    if (one.kind !== 'choice' || !contests.has(keyOf(one))) return [{ ...one, choices: [] }]
    choices.push(one.name)
    return []
  })
}

const NOUNS = { election: 'Election', contest: 'Contest', choice: 'Choice', endorsement: 'Endorsement' } as const

/** A sentence for a newsroom, without its state, election and contest. */
function sayChange({ kind, change, name, differences, choices }: ReadChange): string {
  const withdrawn = differences.find(({ field }) => field === 'withdrawn')
  if (kind === 'choice' && withdrawn)
    return withdrawn.after ? `${name} has withdrawn.` : `${name} is a candidate again.`
  const noun = kind === 'officeholder' ? 'Officeholder' : NOUNS[kind]
  const listed = choices.length === 0 ? '' : `, with ${choices.join('; ')}`
  if (change === 'added') return endSentence(`${noun} is new: ${name}${listed}`)
  if (change === 'removed') return endSentence(`${noun} is no longer listed: ${name}${listed}`)
  const said = differences.map(
    ({ field, before, after }) => `${field.replaceAll('_', ' ')} from ${say(before)} to ${say(after)}`,
  )
  return `${noun} has changed: ${name}: ${said.join('; ')}.`
}

/** A name may end with a full stop, such as Jr. */
function endSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function say(value: string | number | boolean | null): string {
  return value === null ? 'nothing' : typeof value === 'string' ? `“${value}”` : String(value)
}

/** A heading per state and election, an item per change. */
function formatMarkdown(changes: readonly ReadChange[]): string[] {
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
